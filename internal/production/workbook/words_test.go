package workbook_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

// A date that is none says why: years that nobody plans in, a day that no month has, a number, or no date at all.
func TestDatesSayWhatIsWrongWithThem(t *testing.T) {
	const year, number, day, form = "The year must lie between 1990 and 2199", "As a date this number lies outside the years 1990 to 2199", "There is no such day in the calendar", "Must be a date, with or without a time"
	for text, want := range map[string]string{
		"1066-10-14": year, "0226-03-20": year, "20260-03-20": year, "2200/1/1": year, "1989年12月31日": year, "２９９９－０１－０１": year, "99990101": year, "2500-01-01 08:00": year,
		"20": number, "0": number, "500000": number, "45.5": number,
		"2027-02-29": day, "2027.4.31": day, "20270431": day,
		"2027-13-01": form, "someday": form, "20 March": form, "2027-05-01 25:00": form, "2027-05-00": form,
	} {
		faults := parse(t, "x.xlsx", file(t, "moulds", [][]any{{"mouldNo", "delivery"}, {"M1", text}})).Faults.List()
		if len(faults) != 1 || faults[0].Rule != workbook.RuleDate || !strings.HasPrefix(faults[0].Text.En, want) || faults[0].Value != text {
			t.Errorf("%s: %+v, want %s", text, faults, want)
		}
	}
	for _, text := range []string{"1990-01-01", "2199-12-31"} {
		if res := parse(t, "x.xlsx", file(t, "moulds", [][]any{{"mouldNo", "delivery"}, {"M1", text}})); res.Faults.Len() != 0 {
			t.Errorf("%s: %+v", text, res.Faults.List())
		}
	}
	faults := parse(t, "x.xlsx", file(t, "calendars", [][]any{{"name", "holidays"}, {"C", "2027-05-01;1066-10-14"}})).Faults.List()
	if len(faults) != 1 || faults[0].Text.En != "“1066-10-14”: The year must lie between 1990 and 2199" {
		t.Errorf("a day of a list: %+v", faults)
	}
}

// A row is named for a reader of another one: with its sheet where that is another.
func TestRepeatedRowsNameTheirSheet(t *testing.T) {
	head := []any{"mouldNo", "delivery"}
	data := file(t, "moulds", [][]any{head, {"M1", "2030-03-20"}, {"M1", "2030-03-20"}}, "模具", [][]any{head, {"M2", "2030-03-20"}, {"M1", "2030-03-20"}, {"M2", "2030-03-20"}},
		"parts", [][]any{{"mouldNo", "partNo"}, {"M1", "P1"}}, "electrodes", [][]any{{"mouldNo", "electrodeNo"}, {"M1", "P1"}})
	res := parse(t, "x.xlsx", data)
	checked := res.Book.Check(time.Time{}, res.Pages)
	var got []string
	for _, f := range slices.Concat(res.Faults.List(), checked.List()) {
		got = append(got, f.Text.En+"/"+f.Text.Zh)
	}
	want := []string{
		"Repeats row 2/与第 2 行重复", "Repeats row 2 of the sheet “moulds”/与工作表“moulds”第 2 行重复", "Repeats row 2/与第 2 行重复",
		"The part in row 2 of the sheet “parts” has the same number/与工作表“parts”第 2 行的零件编号相同",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// One is one: no message speaks of 1 rows.
func TestOneRowIsOneRow(t *testing.T) {
	for rows, want := range map[int]string{1: "Column C holds values in 1 row but", 2: "Column C holds values in 2 rows but"} {
		lines := [][]any{{"mouldNo", "delivery", ""}}
		for range rows {
			lines = append(lines, []any{"M" + strings.Repeat("1", len(lines)), "2030-03-20", "x"})
		}
		faults := parse(t, "x.xlsx", file(t, "moulds", lines)).Faults.List()
		if len(faults) != 1 || !strings.HasPrefix(faults[0].Text.En, want) {
			t.Errorf("%+v, want %s", faults, want)
		}
	}
}

// The file of refused rows has each cell as the file had it: a text stays a text whatever it looks like, a number stays a
// number, a flag is TRUE, and a mended cell is what was typed.
func TestCellsOfRefusedRowsAreAsTyped(t *testing.T) {
	book := excelize.NewFile()
	for cell, v := range map[string]any{
		"A1": "mouldNo", "B1": "partNo", "C1": "opNo", "D1": "process", "E1": "hours", "F1": "unattended", "G1": "camStatus", "H1": "crew", "I1": "earliest", "J1": "outsource",
		"A2": "M1", "B2": "P1", "C2": "10", "D2": "1e1", "E2": "1e1", "F2": true, "G2": "2 完成", "H2": "２", "I2": 46508, "J2": 1,
		"A3": 1001, "B3": "007", "C3": 20, "D3": "TRUE", "E3": 1.5, "F3": false, "G3": "Done", "H3": " 2", "I3": "46508", "J3": "可外协",
	} {
		if err := book.SetCellValue("Sheet1", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	var data bytes.Buffer
	if err := book.Write(&data); err != nil {
		t.Fatal(err)
	}
	res, err := workbook.Parse(t.Context(), "x.xlsx", data.Bytes(), workbook.Options{
		Zone: shanghai, Keep: true, Sheets: map[string]string{"Sheet1": "operations"}, Edits: []workbook.Edit{{Sheet: "operations", Row: 3, Column: "crew", Value: "1e0"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := workbook.WriteRows(&out, res.Raw, "en", func(workbook.Raw) string { return "no" }); err != nil {
		t.Fatal(err)
	}
	const text, number = sheet.ValueText, sheet.ValueNumber
	want := map[string][]any{
		"mouldNo": {"M1", text, "1001", number}, "partNo": {"P1", text, "007", text}, "opNo": {"10", text, "20", number}, "process": {"1e1", text, "TRUE", text},
		"hours": {"1e1", text, "1.5", number}, "unattended": {"TRUE", text, "FALSE", text}, "camStatus": {"2 完成", text, "Done", text}, "crew": {"２", text, "1e0", text},
		"earliest": {"2027-05-01", text, "46508", text}, "outsource": {"1", number, "可外协", text},
	}
	var titles []string
	row := 0
	if err := sheet.Read(t.Context(), out.Bytes(), sheet.Limits{}, func(r sheet.Row) error {
		if titles == nil {
			titles = slices.Clone(r.Cells)
			return nil
		}
		for i, title := range titles[:len(titles)-1] {
			if w := want[title]; w == nil || r.Cells[i] != w[row] || r.Kinds[i] != w[row+1] {
				t.Errorf("row %d, %s: %q as %d, want %v", r.Number, title, r.Cells[i], r.Kinds[i], w)
			}
		}
		row += 2
		return nil
	}); err != nil || row != 4 {
		t.Fatal(err, row)
	}
}
