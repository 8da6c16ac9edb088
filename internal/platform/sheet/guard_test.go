package sheet_test

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/platform/sheet"
)

// What a csv holds must be no formula in any program that opens it: whatever character it separates cells by, whatever
// it reads as a sign, and whatever it drops before one. The way back gives the text as it was.
func TestCSVIsNoFormulaAnywhere(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1":                   "'=1+1",
		"@SUM(A1)":               "'@SUM(A1)",
		"-1+cmd|'/C calc'!A0":    "'-1+cmd|'/C calc'!A0",
		"＝1+1":                   "'＝1+1",
		"＋1+1":                   "'＋1+1",
		"－A1":                    "'－A1",
		"＠SUM(A1)":               "'＠SUM(A1)",
		"−A1":                    "'−A1",
		"\u200b=1+1":             "'\u200b=1+1",
		"\ufeff\u2060＝1":         "'\ufeff\u2060＝1",
		"\u00ad@A1":              "'\u00ad@A1",
		"\u3164=1":               "'\u3164=1",
		"a;=1+1":                 "a;'=1+1",
		`a;"=1+1;b`:              `a;'"=1+1;b`,
		"a\n\" \"@SUM(1)":        "a\n'\" \"@SUM(1)",
		`a;'"=1`:                 `a;''"=1`,
		`a;"b"`:                  `a;"b"`,
		`"=1`:                    `"=1`,
		"a; =1+1;b;\u200b@A1":    "a;' =1+1;b;'\u200b@A1",
		"a\t=1+1":                "a\t'=1+1",
		"a\n+A1":                 "a\n'+A1",
		"|cmd":                   "'|cmd",
		"｜cmd|'/C calc'!A0":      "'｜cmd|'/C calc'!A0",
		"%0A=1":                  "'%0A=1",
		"％x":                     "'％x",
		"a;|cmd":                 "a;'|cmd",
		"\u200b|cmd":             "'\u200b|cmd",
		"\u00a0=1":               "'\u00a0=1",
		"\tx":                    "'\tx",
		"'\tx":                   "''\tx",
		"\t=1":                   "'\t'=1",
		"＋1":                     "＋1",
		"＋1+A1":                  "'＋1+A1",
		"50%":                    "50%",
		"a|b":                    "a|b",
		"+86-138-0000-0000":      "'+86-138-0000-0000", // a program would subtract
		"'=x":                    "''=x",
		"a;'=x":                  "a;''=x",
		"+86 138 0000 0000":      "+86 138 0000 0000",
		"-5":                     "-5",
		"-1,234.5":               "-1,234.5",
		"-":                      "-",
		"--":                     "--",
		"a=b;c-d;+5":             "a=b;c-d;+5",
		"see 'x'; don't ask 'em": "see 'x'; don't ask 'em",
		"'quoted'":               "'quoted'",
	} {
		var file bytes.Buffer
		if err := sheet.WriteCSV(&file, slices.Values([][]any{{"head", "x"}, {text, "y"}})); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.String(), "\ufeff"))).ReadAll()
		if err != nil || rows[1][0] != want {
			t.Errorf("%q is written as %q, want %q (%v)", text, rows[1][0], want, err)
		}
		back, err := read(t, file.Bytes(), sheet.Limits{})
		if err != nil || back[1].Cells[0] != text {
			t.Errorf("%q comes back as %q (%v)", text, back[1].Cells[0], err)
		}
	}
}

// A workbook needs no guard: its texts are texts, and stay texts when somebody edits the cell. The way back is exact.
func TestWorkbookHoldsTextsAsTexts(t *testing.T) {
	texts := []string{"＝1", "＠SUM(A1)", "@cmd", "=1+1", "\u200b=1", "a;=1", "|cmd", "\tx", "%x", "'=x", "''=x", "'\tx", "'quoted'", "１２", "12", "007"}
	var file bytes.Buffer
	page := sheet.Page{Name: "a", Columns: []sheet.Column{{Title: texts[0]}}}
	page.Rows = func(yield func([]any) bool) {
		for _, text := range texts[1:] {
			if !yield([]any{text}) {
				return
			}
		}
	}
	if err := sheet.WriteXLSX(&file, page); err != nil {
		t.Fatal(err)
	}
	got, err := read(t, file.Bytes(), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range texts {
		if got[i].Cells[0] != want {
			t.Errorf("row %d comes back as %q, want %q", i+1, got[i].Cells[0], want)
		}
		at := "A" + strconv.Itoa(i+1)
		if seen, _ := book.GetCellValue("a", at); seen != want && !strings.ContainsAny(want, "'\t") {
			t.Errorf("row %d is shown as %q, want %q", i+1, seen, want)
		}
		id, _ := book.GetCellStyle("a", at)
		style, err := book.GetStyle(id)
		if begins := strings.HasPrefix(want, "@") || strings.HasPrefix(want, "="); begins && (err != nil || style.NumFmt != 49) {
			t.Errorf("row %d, %q, is no cell of text: %+v, %v", i+1, want, style, err)
		}
	}
}
