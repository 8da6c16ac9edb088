package workbook

import (
	"slices"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/sheet"
)

// otherColumn is a column of the file that no column of the sheet reads.
type otherColumn struct {
	title string // as it stands in the file; "" for a column without heading
	nth   int    // among the columns of that title, from 0
}

// otherCell is what a row has in such a column: the file of refused rows gives it back.
type otherCell struct {
	column otherColumn
	text   string
	kind   sheet.ValueKind
}

// keepOthers notes the cells of a row that are not read. The reasons of an earlier file of refused rows are written anew.
func (in *reader) keepOthers(r sheet.Row) {
	in.others = nil
	if !in.options.Keep {
		return
	}
	met := map[string]int{}
	for i, text := range r.Cells {
		column := otherColumn{}
		if i < len(in.titles) {
			column.title = in.titles[i]
		}
		column.nth = met[column.title]
		met[column.title]++
		if text == "" || slices.Contains(in.at, i) || cell.Comment(column.title) {
			continue
		}
		c := otherCell{column: column, text: text}
		if i < len(r.Kinds) {
			c.kind = r.Kinds[i]
		}
		in.others = append(in.others, c)
	}
}

// othersOf are the columns that some of the rows fill beside those of the sheet, in the order in which they appear.
func othersOf(rows []Raw) (columns []otherColumn) {
	known := map[otherColumn]bool{}
	for _, r := range rows {
		for _, c := range r.others {
			if !known[c.column] {
				known[c.column] = true
				columns = append(columns, c.column)
			}
		}
	}
	return columns
}

// other is the cell of a row in such a column, nil where it has none.
func (r Raw) other(column otherColumn) any {
	for _, c := range r.others {
		if c.column == column {
			return sheet.AsTyped(cell.Show(c.text), c.kind, false)
		}
	}
	return nil
}
