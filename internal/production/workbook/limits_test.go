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

// A limit holds what was typed, not what is kept of it.
func TestWhatIsNotKeptOfAFigureCountsForItsLimit(t *testing.T) {
	for _, x := range []struct{ column, typed, want string }{
		{"hardness", "100", ""},
		{"hardness", "100.0000001", workbook.RuleRange},
		{"hardness", "-0.0000001", workbook.RuleNegative},
		{"length", "20000.0000004", workbook.RuleRange},
	} {
		res := parse(t, "parts.csv", []byte("mouldNo,partNo,name,"+x.column+"\nM1,P1,P,"+x.typed+"\n"))
		got := ""
		for f := range res.Faults.All() {
			got += f.Rule
		}
		if got != x.want {
			t.Errorf("%s %s: %q, want %q", x.column, x.typed, got, x.want)
		}
	}
	for typed, want := range map[string]string{"5000": "", "5000.001": workbook.RuleRange, "5000:00:01": workbook.RuleRange, "-0.009": workbook.RuleNegative} {
		res := parse(t, "operations.csv", []byte("mouldNo,partNo,opNo,process,hours\nM1,P1,10,EDM,"+typed+"\n"))
		got := ""
		for f := range res.Faults.All() {
			got += f.Rule
		}
		if got != want {
			t.Errorf("%s hours: %q, want %q", typed, got, want)
		}
	}
}
