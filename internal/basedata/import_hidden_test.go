package basedata_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
)

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
