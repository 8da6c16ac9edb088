package basedata_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
)

// A list is read from a sheet that people see. One that was put aside before it is named, and read only where it is the list alone.
func TestAListIsReadFromASheetThatIsShown(t *testing.T) {
	aside, list := []any{"H1", "put aside"}, []any{"N1", "seen"}
	each(t, func(s *shop) {
		for _, c := range []struct {
			what         string
			shown        [][]any // rows of the sheet after the hidden one
			read, passed string
		}{
			{"the same headings in both", [][]any{{"number", "name"}, list}, "shown", "hidden"},
			{"without the key in the one that is shown", [][]any{{"name"}, {"seen"}}, "shown", "hidden"},
			{"a note beside the list", [][]any{{"Please ask before you change anything"}}, "hidden", "shown"},
		} {
			book := excelize.NewFile()
			_, err := book.NewSheet("shown")
			err = errors.Join(err, book.SetSheetName("Sheet1", "hidden"), book.SetSheetRow("hidden", "A1", &[]any{"number", "name"}), book.SetSheetRow("hidden", "A2", &aside))
			for i, row := range c.shown {
				err = errors.Join(err, book.SetSheetRow("shown", fmt.Sprint("A", i+1), &row))
			}
			book.SetActiveSheet(1)
			var packed bytes.Buffer
			if err = errors.Join(err, book.SetSheetVisible("hidden", false), book.Write(&packed)); err != nil {
				t.Fatal(err)
			}
			result, err := s.master.Customers.Import(permitted(s.ctx, s.master.Customers), s.db, resource.ImportFile{Data: packed.Bytes(), DryRun: true})
			if err != nil || result.Sheet != c.read || result.Hidden != (c.read == "hidden") || len(result.Sheets) != 1 || result.Sheets[0].Name != c.passed || result.Sheets[0].Hidden == result.Hidden {
				s.Errorf("%s: %v %+v", c.what, err, result)
			}
		}
	})
}

// What a spreadsheet program does not show of a list is read, and the preview says so.
func TestAListTellsWhatIsHiddenInItsFile(t *testing.T) {
	book := excelize.NewFile()
	_, err := book.NewSheet("other")
	for at, row := range map[string][]any{"A1": {"number", "name"}, "A2": {"H1", "seen"}, "A3": {"H2", "not seen"}} {
		err = errors.Join(err, book.SetSheetRow("Sheet1", at, &row))
	}
	var packed bytes.Buffer
	if err = errors.Join(err, book.SetCellValue("other", "A1", "x"), book.SetRowVisible("Sheet1", 3, false), book.SetColVisible("Sheet1", "B", false), book.SetSheetVisible("other", false), book.Write(&packed)); err != nil {
		t.Fatal(err)
	}
	each(t, func(s *shop) {
		result, err := s.master.Customers.Import(permitted(s.ctx, s.master.Customers), s.db, resource.ImportFile{Data: packed.Bytes(), DryRun: true})
		if err != nil || result.Created != 2 || result.Hidden || result.Unseen != (sheet.Unseen{Rows: 1, Columns: 1}) || len(result.Sheets) != 1 || !result.Sheets[0].Hidden {
			s.Errorf("%v %+v", err, result)
		}
	})
}
