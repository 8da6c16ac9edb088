package cell

import (
	"maps"
	"slices"

	"mouldworks/internal/platform/problem"
)

// RuleNoHeading is broken by values below an empty heading, which are not read. It keeps no row out.
const RuleNoHeading = "noHeading"

var msgNoHeading = problem.L("%s 列有 %s内容但没有表头，未读取：请填写表头，或删去此列", "Column %s holds values in %s but has no heading, so that nothing of it is read: give it a heading or remove it")

// Unheaded collects the values of a sheet that no heading says anything about: nobody may think that they were taken.
type Unheaded struct {
	headed  []bool // cells of the heading row that say something
	columns map[int]*UnheadedColumn
}

// UnheadedColumn is a column that holds values and has no heading.
type UnheadedColumn struct {
	Name  string // what spreadsheet programs call it: A, Z, AA
	Row   int    // the first that holds a value
	Value string // of that row
	Rows  int    // that hold one
}

// UnheadedBelow begins a sheet with its headings.
func UnheadedBelow(headings []string) *Unheaded {
	u := &Unheaded{headed: make([]bool, len(headings)), columns: map[int]*UnheadedColumn{}}
	for i, heading := range headings {
		u.headed[i] = Title(heading) != ""
	}
	return u
}

// Note looks through a row below the headings.
func (u *Unheaded) Note(row int, cells []string) {
	for i, value := range cells {
		if value == "" || i < len(u.headed) && u.headed[i] || Clean(value) == "" {
			continue
		}
		if u.columns[i] == nil {
			u.columns[i] = &UnheadedColumn{Name: ColumnName(i), Row: row, Value: value}
		}
		u.columns[i].Rows++
	}
}

// Columns are those that were met, from left to right.
func (u *Unheaded) Columns() (all []UnheadedColumn) {
	for _, i := range slices.Sorted(maps.Keys(u.columns)) {
		all = append(all, *u.columns[i])
	}
	return all
}

// Fault says that nothing of the column is read.
func (c UnheadedColumn) Fault() *Fault {
	return &Fault{RuleNoHeading, msgNoHeading.With(c.Name, problem.Count(c.Rows, "%d 行", "%d row", "%d rows"))}
}

// ColumnName is what spreadsheet programs call a column, counted from 0: A, Z, AA.
func ColumnName(i int) (name string) {
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}
