package app

import (
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
)

// listOfSheet is the list that keeps the rows of a sheet; behind a point its lines that do.
var listOfSheet = map[string]string{
	"moulds": "mould", "parts": "part", "electrodes": "part", "operations": "operation", "batches": "batch", "outsourcing": "outsource-order",
	"edmLinks": "operation.edmLinks", "operationResources": "eligible-machine",
	"materials": "material", "groups": "group", "machines": "machine", "shifts": "shift", "calendars": "calendar", "exceptions": "resource-exception",
	"flowTimes": "flow-time", "sections": "section", "processes": "process", "customers": "customer", "suppliers": "supplier", "partTypes": "part-type",
	"accuracyGrades": "accuracy-grade",
}

// exportedBy are the headings that the list of a sheet's rows exports.
func (a *App) exportedBy(sheet string) (headings []problem.Text) {
	list, lines, _ := strings.Cut(listOfSheet[sheet], ".")
	if list == "" || lines != "" {
		return nil
	}
	for _, f := range a.Entities.Find(list).Meta(func(string) bool { return true }).Fields {
		if f.Kind != resource.KindSecret {
			headings = append(headings, f.SheetHeading())
		}
	}
	return headings
}
