package workbook_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

// What a spreadsheet program does not show is read, and its sheet says so: that it is hidden, or how many of its rows and columns.
func TestWhatIsHiddenIsReadAndTold(t *testing.T) {
	book, err := excelize.OpenReader(bytes.NewReader(file(t,
		"moulds", [][]any{{"mouldNo", "name", "delivery"}, {"M1", "a", "2027-05-01"}, {"M2", "b", "2027-05-01"}, {"M3", "c", "2027-05-01"}},
		"parts", [][]any{{"mouldNo", "partNo"}, {"M1", "P1"}},
		"operations", [][]any{{"mouldNo", "partNo", "opNo", "process", "hours"}, {"M1", "P1", 10, "CNC", 1}},
	)))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	if err := errors.Join(book.SetRowVisible("moulds", 3, false), book.SetRowVisible("moulds", 4, false), book.SetColVisible("moulds", "B", false), book.SetColVisible("moulds", "H:XFD", false),
		book.SetSheetVisible("parts", false), book.SetSheetVisible("operations", false, true), book.Write(&packed)); err != nil {
		t.Fatal(err)
	}
	res := parse(t, "b.xlsx", packed.Bytes())
	told := map[string]workbook.Page{}
	for _, p := range res.Pages {
		told[p.Sheet] = p
	}
	if p := told["moulds"]; p.Hidden || p.Rows != 3 || p.Unseen != (sheet.Unseen{Rows: 2, Columns: 1}) {
		t.Errorf("%+v", p)
	}
	for _, code := range []string{"parts", "operations"} {
		if p := told[code]; !p.Hidden || p.Rows != 1 || p.Unseen != (sheet.Unseen{}) {
			t.Errorf("%+v", p)
		}
	}
}
