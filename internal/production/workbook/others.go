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

// fileColumn is a column of the file of refused rows: one of the sheet, or one that none of them reads.
type fileColumn struct {
	column int // of the sheet, -1 for another
	other  otherColumn
}

// headed tells whether the column says what it is.
func (c fileColumn) headed() bool { return c.column >= 0 || cell.Title(c.other.title) != "" }

// fileLayout is how a sheet of the file is headed.
type fileLayout struct {
	sheet   string         // its name, "" for csv
	columns []fileColumn   // from left to right
	titles  map[int]string // headings as they stand in the file, by the column of the sheet that they mean
}

// add notes a heading, of a column of the sheet or, with -1, of another.
func (l *fileLayout) add(column int, other otherColumn, title string) {
	l.place(len(l.columns), column, other, title)
}

// place is add for a heading that stands at a place, unless it was met before. It gives the place behind the heading.
func (l *fileLayout) place(at, column int, other otherColumn, title string) int {
	c := fileColumn{column, other}
	if column >= 0 {
		c.other = otherColumn{}
		if l.titles[column] == "" {
			l.titles[column] = title
		}
	}
	there := slices.Index(l.columns, c)
	if there < 0 {
		l.columns, there = slices.Insert(l.columns, at, c), at
	}
	return there + 1
}

// layout are the columns that the headings give, without the reasons of an earlier file of refused rows.
func (in *reader) layout() *fileLayout {
	l := &fileLayout{sheet: in.pages[len(in.pages)-1].Name, titles: map[int]string{}}
	met := map[string]int{}
	for i, title := range in.titles {
		if column := slices.Index(in.at, i); column >= 0 || !cell.Comment(title) {
			l.add(column, otherColumn{title, met[title]}, title)
		}
		met[title]++
	}
	return l
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

// columnsOf are the columns of the file of refused rows, in the order of the file that they come from, so that a person finds
// each where it was: all with a heading, those without that some row fills, and behind them what the rows hold or need besides.
// Sheets that continue one another share one order: a column that only a later one has stands behind its neighbour there.
func columnsOf(s Sheet, rows []Raw) (columns []fileColumn) {
	filled := map[fileColumn]bool{}
	var others, own []fileColumn
	for _, r := range rows {
		for i, text := range r.cells {
			filled[fileColumn{column: i}] = filled[fileColumn{column: i}] || text != ""
		}
		for _, c := range r.others {
			if other := (fileColumn{-1, c.column}); !filled[other] {
				filled[other] = true
				others = append(others, other)
			}
		}
	}
	for i, c := range s.Columns {
		if column := (fileColumn{column: i}); c.Required || filled[column] {
			own = append(own, column)
		}
	}
	for i, r := range rows {
		if i > 0 && r.Part == rows[i-1].Part {
			continue
		}
		if r.layout == nil {
			continue
		}
		at := 0
		for _, c := range r.layout.columns {
			if !c.headed() && !filled[c] {
				continue
			}
			there := slices.Index(columns, c)
			if there < 0 {
				columns, there = slices.Insert(columns, at, c), at
			}
			at = there + 1
		}
	}
	for _, c := range slices.Concat(others, own) {
		if !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	return readable(columns, rows)
}

// readable puts a column first in which no row begins with #: it would be taken for a remark when the mended file is read.
func readable(columns []fileColumn, rows []Raw) []fileColumn {
	for i, c := range columns {
		if !slices.ContainsFunc(rows, func(r Raw) bool { return cell.Comment(r.text(c)) }) {
			return slices.Insert(slices.Delete(slices.Clone(columns), i, i+1), 0, c)
		}
	}
	return columns
}

// text is the cell of a row in a column.
func (r Raw) text(c fileColumn) string {
	if c.column >= 0 {
		return r.cells[c.column]
	}
	for _, other := range r.others {
		if other.column == c.other {
			return other.text
		}
	}
	return ""
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
