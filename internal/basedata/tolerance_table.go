package basedata

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// ToleranceTable is table 1 of ISO 2768-1: by how much linear dimensions may differ, by class and nominal size.
type ToleranceTable struct {
	Sizes   []int            `json:"sizes" nullable:"false" doc:"upper ends of the ranges of nominal sizes, mm; the first begins at 0.5"`
	Classes []ToleranceClass `json:"classes" nullable:"false"`
}

// ToleranceClass is one class of the table.
type ToleranceClass struct {
	Class      int                `json:"class" doc:"as tolerance options choose it"`
	Letter     string             `json:"letter" doc:"with which the names of its tolerances begin"`
	Deviations []quantity.Decimal `json:"deviations" nullable:"false" doc:"permissible deviation either way by size, mm; 0 where the standard names none"`
}

// StandardTolerances is the table, the finest class first.
func StandardTolerances() ToleranceTable {
	table := ToleranceTable{Sizes: sizes[:]}
	for _, number := range slices.Sorted(maps.Keys(classes)) {
		of := ToleranceClass{Class: number, Letter: classes[number].letter}
		for _, hundredths := range classes[number].deviation {
			of.Deviations = append(of.Deviations, quantity.Whole(hundredths)/100)
		}
		table.Classes = append(table.Classes, of)
	}
	return table
}

func (d *Master) mountToleranceTable(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "bms/tolerance-table", ID: "tolerance-table", Summary: "The general tolerances of ISO 2768-1", Tag: "bms",
		Permission: "system.tolerance.check", Example: &api.Example{},
	}, func(context.Context, store.Tx, *struct{}) (ToleranceTable, error) { return StandardTolerances(), nil })
}
