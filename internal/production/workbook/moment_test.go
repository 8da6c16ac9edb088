package workbook_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/production/workbook"
)

// styledCell is a value of a spreadsheet program in the format that shows it; nil is none.
type styledCell struct {
	value any
	style *excelize.Style
}

// styledBook is a book of one sheet, whose rows hold plain values and styled cells.
func styledBook(t *testing.T, name string, rows [][]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	err := book.SetSheetName("Sheet1", name)
	for r, row := range rows {
		for c, value := range row {
			at, bad := excelize.CoordinatesToCellName(c+1, r+1)
			cell, styled := value.(styledCell)
			if styled {
				value = cell.value
			}
			err = errors.Join(err, bad, book.SetCellValue(name, at, value))
			if cell.style != nil {
				id, bad := book.NewStyle(cell.style)
				err = errors.Join(err, bad, book.SetCellStyle(name, at, at, id))
			}
		}
	}
	var packed bytes.Buffer
	if err := errors.Join(err, book.Write(&packed)); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// A time or a duration of a spreadsheet program is that many hours, a date is none; yes and no are no numbers. What is shown
// of such a cell, also in the file of the refused rows, is what people see in it.
func TestTimesInColumnsOfHours(t *testing.T) {
	h := func(code string) *excelize.Style { return &excelize.Style{CustomNumFmt: &code} }
	cases := []struct {
		styledCell
		hours  string // "" for a fault
		shown  string
		inText string
	}{
		{styledCell{1.5 / 24, &excelize.Style{NumFmt: 20}}, "1.5", "", ""},
		{styledCell{8.0 / 24, h("hh:mm")}, "8", "", ""},
		{styledCell{26.0 / 24, &excelize.Style{NumFmt: 46}}, "26", "", ""},
		{styledCell{26.0 / 24, h("[h]:mm")}, "26", "", ""},
		{styledCell{0.75 / 24, h(`h"小时"mm"分"`)}, "0.75", "", ""},
		{styledCell{1.5, nil}, "1.5", "", ""},
		{styledCell{1.5, h(`0.0"h";[Red]-0.0"h"`)}, "1.5", "", ""},
		{styledCell{"1:30", nil}, "1.5", "", ""},
		{styledCell{"26：00", nil}, "26", "", ""},
		{styledCell{46023, &excelize.Style{NumFmt: 14}}, "", "2026-01-01", "hours such as 1.5 or 1:30"},
		{styledCell{46357.3333333334, h("yyyy/m/d h:mm")}, "", "2026-12-01 08:00", "hours such as 1.5 or 1:30"},
		{styledCell{46357.3333333334, h("yyyy/m/d")}, "", "2026-12-01", "hours such as 1.5 or 1:30"}, // what is not shown does not count
		{styledCell{true, nil}, "", "TRUE", "hours such as 1.5 or 1:30"},
	}
	rows := [][]any{{"mouldNo", "partNo", "opNo", "process", "hours"}}
	for i, c := range cases {
		rows = append(rows, []any{"M1", "P1", 10 * (i + 1), "CNC", c.styledCell})
	}
	res, err := workbook.Parse(t.Context(), "b.xlsx", styledBook(t, "operations", rows), workbook.Options{Zone: time.UTC})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		var fault workbook.Fault
		for f := range res.Faults.All() {
			if f.Row == i+2 {
				fault = f
			}
		}
		got := res.Book.Operations[i].Hours
		switch {
		case c.hours != "" && (!got.IsGiven() || got.Value.Hours().String() != c.hours || fault.Rule != ""):
			t.Errorf("%v: %s hours, %+v", c.value, got.Value.Hours(), fault)
		case c.hours == "" && (got.IsGiven() || fault.Value != c.shown || !strings.Contains(fault.Text.In("en"), c.inText)):
			t.Errorf("%v: %s hours, %+v", c.value, got.Value.Hours(), fault)
		}
	}
}

// Seconds of a time of day are cut, however the cell says it: as a date with a time, as a number without a format, as a text.
func TestSecondsAreCutInEveryCell(t *testing.T) {
	code := "yyyy-mm-dd hh:mm:ss"
	dated := &excelize.Style{CustomNumFmt: &code}
	const day, second = 46357.0, 1.0 / (24 * 60 * 60)
	cases := []struct {
		styledCell
		want string
	}{
		{styledCell{day + 28845*second, dated}, "2026-12-01 08:00"},
		{styledCell{day + 28845*second, nil}, "2026-12-01 08:00"},
		{styledCell{"2026-12-01 08:00:45", nil}, "2026-12-01 08:00"},
		{styledCell{"2026-12-01T08:00:45Z", nil}, "2026-12-01 08:00"},
		{styledCell{day + 30*second, dated}, "2026-12-01 00:00"},
		{styledCell{day, dated}, "2026-12-01 00:00"}, // shown with its time: the begin of the day
		{styledCell{"2026-12-01 00:00:00", nil}, "2026-12-01 00:00"},
		{styledCell{day, nil}, "2026-12-01"},
		{styledCell{"2026-12-01 00:00:30", nil}, "2026-12-01 00:00"},
		{styledCell{day + 29100*second, dated}, "2026-12-01 08:05"},
		{styledCell{day + 29100*second, nil}, "2026-12-01 08:05"},
		{styledCell{"46357.3333", nil}, "2026-12-01 08:00"},
		{styledCell{day + 86399*second, dated}, "2026-12-01 23:59"},
	}
	rows := [][]any{{"mouldNo", "release"}}
	for i, c := range cases {
		rows = append(rows, []any{fmt.Sprint("M", i), c.styledCell})
	}
	res, err := workbook.Parse(t.Context(), "b.xlsx", styledBook(t, "moulds", rows), workbook.Options{Zone: time.UTC})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		if got := res.Book.Moulds[i].Release.Value.Show(time.UTC); got != c.want {
			t.Errorf("%v (as a date: %v) is %s, want %s", c.value, c.style != nil, got, c.want)
		}
	}
}

// Of a form with running numbers only the rows that are filled in are read; a machine's rate may be a percentage.
func TestRunningNumbersAndPercentages(t *testing.T) {
	rows := [][]any{{"序号", "name", "group", "workRate"}, {1, "M1", "G", "90%"}, {2}, {3, " "}, {4, "\u200b", "\u2800"}}
	res, err := workbook.Parse(t.Context(), "b.xlsx", file(t, "machines", rows), workbook.Options{Headers: map[string]map[string]string{"machines": {"序号": ""}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Book.Machines) != 1 || res.Book.Machines[0].WorkRate.Value.String() != "0.9" || res.Faults.Len() != 0 || res.Pages[0].Rows != 1 || res.Pages[0].Skipped != 3 {
		t.Errorf("%+v %+v %+v", res.Book.Machines, res.Faults.List(), res.Pages)
	}
}

// Two rows whose keys become one name each other's row in words.
func TestRowsWhoseKeysBecomeOneNameTheRow(t *testing.T) {
	res, err := workbook.Parse(t.Context(), "b.xlsx", file(t, "moulds", [][]any{{"mouldNo", "delivery"}, {"M-1", "2027-05-01"}, {"m－1", "2027-05-01"}}), workbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	res.Respell(workbook.Spelling{})
	faults := res.Faults.List()
	if len(faults) != 1 || faults[0].Text.In("zh") != "与第 2 行重复" || faults[0].Text.In("en") != "Repeats row 2" {
		t.Errorf("%+v", faults)
	}
}
