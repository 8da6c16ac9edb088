package resource

import (
	"maps"
	"slices"
	"strconv"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
)

// Cells mended in the preview of an import. An edit of a cell that the file does not have would be lost without a word.

var (
	msgNoEditedCell   = problem.L("文件中没有此单元格：第 %d 行 %s", "The file has no such cell: row %d, %s")
	msgNoCellOfSheet  = problem.L("文件中没有此单元格：%s 第 %d 行 %s", "The file has no such cell: %s, row %d, %s")
	msgEditedTwice    = problem.L("第 %d 行 %s 修改了两次", "Row %d, %s is mended twice")
	msgToldTwice      = problem.L("“%s”写了两次", "“%s” is told twice")
	msgNoHeading      = problem.L("文件中没有表头“%s”", "The file has no heading “%s”")
	msgEditedReadOnly = problem.L("%s不能通过导入修改", "%s cannot be changed by an import")
)

// NoEditedCell is the fault of the edit at an index, of a cell that the file does not have: part is what it lacks, "sheet", "row"
// or "column". The sheet is empty for a file that is one list.
func NoEditedCell(index int, part, sheet string, row int, column string) problem.FieldError {
	text := msgNoEditedCell.With(row, column)
	if sheet != "" {
		text = msgNoCellOfSheet.With(sheet, row, column)
	}
	return problem.Field("edits."+strconv.Itoa(index)+"."+part, "exists", text)
}

// ToldTwice is the fault of a heading, at its path, whose meaning is told in two spellings: which of them holds nobody could say.
func ToldTwice(path, heading string) problem.FieldError {
	return problem.Field(path, "unique", msgToldTwice, cell.Brief(heading))
}

// ofHeading is the path of the meaning of a heading.
func ofHeading(heading string) string { return "headings." + heading }

// EditedTwice is the fault of the edit at an index, of a cell that an earlier one has mended.
func EditedTwice(index, row int, column string) problem.FieldError {
	return problem.Field("edits."+strconv.Itoa(index)+".column", "unique", msgEditedTwice, row, column)
}

// checkEdits refuses edits of rows that the file does not have below its headings, and of columns that no sheet of the list has
// or that no import writes.
func (in *importer[P]) checkEdits() error {
	if len(in.file.Edits) == 0 {
		return nil
	}
	rows := map[int]bool{}
	for _, row := range in.table.rows {
		rows[row.number] = true
	}
	var bad []problem.FieldError
	seen := map[place]bool{}
	for i, e := range in.file.Edits {
		f := in.r.field(e.Column)
		switch {
		case !rows[e.Row]:
			bad = append(bad, NoEditedCell(i, "row", "", e.Row, e.Column))
		case f == nil || !slices.Contains(in.r.columns(), f):
			bad = append(bad, NoEditedCell(i, "column", "", e.Row, e.Column))
		case seen[place{e.Row, e.Column}]:
			bad = append(bad, EditedTwice(i, e.Row, e.Column))
		case f.ReadOnly:
			bad = append(bad, problem.Field("edits."+strconv.Itoa(i)+".column", "readOnly", msgEditedReadOnly, f.Label))
		}
		seen[place{e.Row, e.Column}] = true
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}

// checkHeadings refuses what is said of headings that the file does not have.
func (in *importer[P]) checkHeadings() error {
	there := map[string]bool{}
	for _, heading := range in.table.header.cells {
		there[cell.Title(heading)] = true
	}
	var bad []problem.FieldError
	for _, heading := range slices.Sorted(maps.Keys(in.file.Headings)) {
		if !there[cell.Title(heading)] {
			bad = append(bad, problem.Field(ofHeading(heading), "exists", msgNoHeading, cell.Brief(heading)))
		}
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}
