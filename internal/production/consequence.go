package production

import (
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// A row that refers to a refused row of the same file fails by that one's fault: it is not told that nobody knows it.

var msgRefusedRow = L("所引用的“%s”在工作表“%s”第%d行，该行有错误，未导入：请先修正该行", "It refers to “%s” in row %[3]d of the sheet %[2]s, which has an error and stays out: mend that row first")

// refusals are rows of the file that stay out, by what refers to them.
type refusals struct {
	rows    map[workbook.Key]workbook.Place
	masters map[masterName]workbook.Place
}

// masterName is what a row of basic data is called, folded.
type masterName struct{ sheet, name string }

func newRefusals() *refusals {
	return &refusals{map[workbook.Key]workbook.Place{}, map[masterName]workbook.Place{}}
}

// refusedRow notes that the row at a place stays out.
func (in *importer) refusedRow(at workbook.Place) {
	key := in.index[at].key
	switch {
	case key == nil:
	case in.shape(at.Sheet).Master:
		in.refusals.masters[masterName{at.Sheet, cell.Key(key.String())}] = at
	default:
		in.refusals.rows[key] = at
	}
}

// because is why a reference leads nowhere: the row that it means is refused, else as given.
func (in *importer) because(key workbook.Key, value string, unknown problem.Text) problem.Text {
	if at, refused := in.refusals.rows[key]; refused {
		return msgRefusedRow.With(value, in.shape(at.Sheet).Label, at.Row)
	}
	return unknown
}

// becauseOf is because for a reference to basic data.
func (in *importer) becauseOf(entity, value string, unknown problem.Text) problem.Text {
	sheet := creatable[entity]
	if entity == "machine" {
		sheet = "machines"
	}
	if at, refused := in.refusals.masters[masterName{sheet, cell.Key(value)}]; refused {
		return msgRefusedRow.With(value, in.shape(at.Sheet).Label, at.Row)
	}
	return unknown
}
