package workbook_test

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

// 30 000 rows are rows of data: the headings do not count.
func TestTheHeadingsOfASheetAreNoRowOfData(t *testing.T) {
	for n, want := range map[int]sheet.Kind{30_000: 0, 30_001: sheet.TooManyRows} {
		var file strings.Builder
		file.WriteString("mouldNo,delivery\n")
		for i := range n {
			fmt.Fprintf(&file, "M%d,2030-03-20\n", i)
		}
		res, err := workbook.Parse(t.Context(), "moulds.csv", []byte(file.String()), workbook.Options{Limits: sheet.Import})
		if sheet.KindOf(err) != want || want == 0 && (err != nil || len(res.Book.Moulds) != n) {
			t.Errorf("%d rows: %v", n, err)
		}
	}
}

// Lines that end as on old Macintosh programs are lines, and a web page with the name of a workbook is refused as what it is.
func TestOldLinesAndPagesInWorkbooks(t *testing.T) {
	if res := parse(t, "moulds.csv", []byte("mouldNo,delivery\rM1,2030-03-20\rM2,2030-03-20\r")); len(res.Book.Moulds) != 2 || res.Faults.Len() > 0 {
		t.Errorf("%+v", res)
	}
	for _, page := range []string{"<html><table><tr><td>mouldNo</td></tr></table></html>", "\ufeff\r\n<TABLE><tr><td>mouldNo</td></tr></TABLE>"} {
		if _, err := workbook.Parse(t.Context(), "moulds.xls", []byte(page), workbook.Options{}); sheet.KindOf(err) != sheet.NotWorkbook {
			t.Errorf("%s: %v", page, err)
		}
	}
}
