package production

import (
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// A row that refers to a refused row of the same file fails by that one's fault: it is not told that nobody knows it.

var msgRefusedRow = L("所引用的“%s”在%s，该行有错误，未导入：请先修正该行", "It refers to “%s” in %s, which has an error and stays out: mend that row first")

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

// refusedRow notes that the row at a place stays out. Of several with one key the first is named, in whatever order they are told.
func (in *importer) refusedRow(at workbook.Place) {
	key := in.index[at].key
	switch {
	case key == nil:
	case in.shape(at.Sheet).Master:
		names := []string{key.String()}
		for _, column := range []string{"name", "code", "chineseName", "englishName"} { // what else the rest of the file may call it
			if HasColumn(at.Sheet, column) {
				names = append(names, in.textAt(at, column))
			}
		}
		for _, name := range names {
			if cell.Key(name) != "" && !cell.IsDash(name) {
				noteFirst(in.refusals.masters, masterName{at.Sheet, cell.Key(name)}, at)
			}
		}
	default:
		noteFirst(in.refusals.rows, key, at)
	}
}

func noteFirst[K comparable](places map[K]workbook.Place, key K, at workbook.Place) {
	if earlier, noted := places[key]; !noted || at.Compare(earlier) < 0 {
		places[key] = at
	}
}

// rowWords words where a row stands for a reader of another one.
func (in *importer) rowWords(from, to workbook.Place) problem.Text {
	return workbook.RowWords(in.parsed.Pages, from, to)
}

// because is why a reference leads nowhere: the row that it means is refused, else as given.
func (in *importer) because(from workbook.Place, key workbook.Key, value string, unknown problem.Text) problem.Text {
	if at, refused := in.refusals.rows[key]; refused {
		return msgRefusedRow.With(value, in.rowWords(from, at))
	}
	return unknown
}

// becauseOf is because for a name of basic data, whose rows stand in one of the sheets.
func (in *importer) becauseOf(from workbook.Place, name string, unknown problem.Text, sheets ...string) problem.Text {
	for _, sheet := range sheets {
		if at, refused := in.refusals.masters[masterName{sheet, cell.Key(name)}]; refused {
			return msgRefusedRow.With(name, in.rowWords(from, at))
		}
	}
	return unknown
}

// refusedInstead finds the refused row of a sheet that a name means, although it leads to a record: one that is called by the name without
// having it as its key, and that is not the row's own.
func (in *importer) refusedInstead(sheet, name, found string, keys map[string]string) (workbook.Place, bool) {
	at, refused := in.refusals.masters[masterName{sheet, cell.Key(name)}]
	if !refused || keys[cell.Key(name)] == found {
		return at, false
	}
	return at, keys[cell.Key(in.index[at].key.String())] != found
}

// RefusedRow words that a name means a refused row; where that stands, in words.
func RefusedRow(name string, where problem.Text) problem.Text { return msgRefusedRow.With(name, where) }
