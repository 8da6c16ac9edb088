package workbook

import (
	"maps"
	"slices"
	"strings"

	"mouldworks/internal/platform/sheet"
)

// unheaded is a column of the file that holds values and has no heading.
type unheaded struct {
	row   int // the first that holds one
	value string
	rows  int
}

// noteUnheaded looks for values that no heading says anything about: nobody may think that they were taken.
func (in *reader) noteUnheaded(r sheet.Row) {
	for i, value := range r.Cells {
		if value == "" || i < len(in.headed) && in.headed[i] || strings.TrimSpace(value) == "" {
			continue
		}
		if in.unheaded[i] == nil {
			in.unheaded[i] = &unheaded{row: r.Number, value: value}
		}
		in.unheaded[i].rows++
	}
}

// tellUnheaded warns of the columns without heading of the sheet that ends.
func (in *reader) tellUnheaded() {
	for _, i := range slices.Sorted(maps.Keys(in.unheaded)) {
		x, name := in.unheaded[i], columnName(i)
		in.row = x.row
		in.fault(name, x.value, &broken{RuleNoHeading, msgNoHeading.With(name, countRows(x.rows))}).Level = Warning
	}
	in.unheaded = nil
	in.settle(Scope{}, nil)
}

// columnName is what spreadsheet programs call a column: A, Z, AA.
func columnName(i int) (name string) {
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}
