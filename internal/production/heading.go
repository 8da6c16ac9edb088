package production

import (
	"maps"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/production/workbook"
)

// Headings are a tenant's own names of sheets and columns. An empty meaning leaves the sheet or the column out.
type Headings struct {
	Sheets  map[string]string            `json:"sheets,omitempty" doc:"name in the file: code of the sheet"`
	Columns map[string]map[string]string `json:"columns,omitempty" doc:"code of the sheet: header in the file: code of the column"`
}

var (
	msgNoSuchSheet  = L("没有工作表“%s”", "There is no sheet “%s”")
	msgNoSuchColumn = L("工作表“%s”没有列“%s”", "The sheet “%s” has no column “%s”")
)

// with are these meanings and later ones, which come first.
func (h Headings) with(later Headings) Headings {
	all := Headings{Sheets: map[string]string{}, Columns: map[string]map[string]string{}}
	for _, one := range []Headings{h, later} {
		overlay(all.Sheets, one.Sheets)
		for sheet, columns := range one.Columns {
			if all.Columns[sheet] == nil {
				all.Columns[sheet] = map[string]string{}
			}
			overlay(all.Columns[sheet], columns)
		}
	}
	return all
}

// overlay lets later meanings take the place of earlier ones, of other spellings of their names, too.
func overlay(all, later map[string]string) {
	for name := range later {
		maps.DeleteFunc(all, func(former, _ string) bool { return sameName(former, name) })
	}
	maps.Copy(all, later)
}

// sameName tells that a file reads two names as one.
func sameName(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

// twice are names that stand in a map in two spellings.
func twice(meanings map[string]string) (names []string) {
	all := slices.Sorted(maps.Keys(meanings))
	for i, name := range all {
		if slices.ContainsFunc(all[:i], func(former string) bool { return sameName(former, name) }) {
			names = append(names, name)
		}
	}
	return names
}

// empty tells whether nothing is told.
func (h Headings) empty() bool { return len(h.Sheets)+len(h.Columns) == 0 }

// check refuses meanings that the workbook does not have.
func (h Headings) check() error {
	columns := map[string]map[string]bool{}
	for _, s := range workbook.Sheets() {
		columns[s.Code] = map[string]bool{"": true}
		for _, c := range s.Columns {
			columns[s.Code][c.Code] = true
		}
	}
	var bad []problem.FieldError
	for _, name := range twice(h.Sheets) {
		bad = append(bad, resource.ToldTwice(ofSheet(name), name))
	}
	for _, name := range slices.Sorted(maps.Keys(h.Sheets)) {
		if code := h.Sheets[name]; code != "" && columns[code] == nil {
			bad = append(bad, problem.Field(ofSheet(name), "sheet", msgNoSuchSheet, code))
		}
	}
	for _, sheet := range slices.Sorted(maps.Keys(h.Columns)) {
		for _, name := range twice(h.Columns[sheet]) {
			bad = append(bad, resource.ToldTwice(ofHeader(sheet, name), name))
		}
		if columns[sheet] == nil {
			bad = append(bad, problem.Field("headings.columns."+sheet, "sheet", msgNoSuchSheet, sheet))
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(h.Columns[sheet])) {
			if code := h.Columns[sheet][name]; !columns[sheet][code] {
				bad = append(bad, problem.Field(ofHeader(sheet, name), "column", msgNoSuchColumn, sheet, code))
			}
		}
	}
	return refused(bad)
}

// ofSheet is the path of the meaning of a sheet, ofHeader that of a header below the code of its sheet: a form of many names
// is told which of them is wrong.
func ofSheet(name string) string { return "headings.sheets." + name }

func ofHeader(sheet, name string) string { return "headings.columns." + sheet + "." + name }
