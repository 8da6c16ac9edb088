package workbook

import (
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/sheet"
)

// totals tells whether a row below the headings is one of totals, and the cell that says so.
func (in *reader) totals(r sheet.Row) (word string, is bool) {
	columns := make([]cell.Column, len(in.columns))
	for i, c := range in.columns {
		columns[i] = cell.Column{At: in.at[i], Key: c.Key, Needed: c.Required, Whole: c.Kind == KindInt}
	}
	return cell.IsTotals(r.Cells, r.Merged, columns, in.named)
}

// named tells whether a stored record is called so, though a row of totals would be.
func (in *reader) named(word string) bool {
	return in.options.Named != nil && in.options.Named(word)
}

// passTotals passes over a row of totals.
func (in *reader) passTotals(number int, word string) {
	in.pages[len(in.pages)-1].Skipped++
	in.row = number
	in.fault("", word, brokenBy(cell.Totals())).Level = Warning
	in.settle(Scope{}, nil)
}
