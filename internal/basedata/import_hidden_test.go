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

// The headings of a sheet that is not read count as no row, wherever they stand: titles, remarks and data beside them are skipped.
func TestHeadingsOfOtherSheetsAreNoRows(t *testing.T) {
	for what, c := range map[string]struct {
		rows [][]any
		want int
	}{
		"headings of the list":        {[][]any{{"number", "name"}, {"C8", "x"}, {"C9", "y"}}, 2},
		"below a title and a remark":  {[][]any{{"Customers of last year, by name"}, {"# a remark", "a", "b", "c"}, {"客户编号", "名称"}, {"C8", "x", "y"}}, 3},
		"headings of another list":    {[][]any{{"colour", "weight"}, {"red", "5"}}, 1},
		"a single cell":               {[][]any{{"anything"}}, 0},
		"remarks alone":               {[][]any{{"# one"}, {"# two"}}, 2},
		"a word of ours in the title": {[][]any{{"Name"}, {"colour", "weight"}, {"red", "5"}}, 2},
	} {
		book := excelize.NewFile()
		_, err := book.NewSheet("other")
		err = errors.Join(err, book.SetSheetRow("Sheet1", "A1", &[]any{"number", "name"}), book.SetSheetRow("Sheet1", "A2", &[]any{"C1", "one"}))
		for i, row := range c.rows {
			err = errors.Join(err, book.SetSheetRow("other", fmt.Sprint("A", i+1), &row))
		}
		var packed bytes.Buffer
		if err = errors.Join(err, book.Write(&packed)); err != nil {
			t.Fatal(err)
		}
		each(t, func(s *shop) {
			result, err := s.master.Customers.Import(permitted(s.ctx, s.master.Customers), s.db, resource.ImportFile{Data: packed.Bytes(), DryRun: true})
			if err != nil || result.Created != 1 || result.Skipped != c.want || result.Read != c.want+1 || len(result.Sheets) != 1 || result.Sheets[0].Rows != c.want {
				s.Errorf("%s: %v %+v", what, err, result)
			}
		})
	}
}
