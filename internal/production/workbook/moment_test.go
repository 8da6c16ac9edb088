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

// A time or a duration of a spreadsheet program is that many hours, a date is none; yes and no are no numbers. What is shown
// of such a cell, also in the file of the refused rows, is what people see in it.
func TestTimesInColumnsOfHours(t *testing.T) {
	book := excelize.NewFile()
	if err := book.SetSheetName("Sheet1", "operations"); err != nil {
		t.Fatal(err)
	}
	row := func(number int, cells ...any) {
		t.Helper()
		at, _ := excelize.CoordinatesToCellName(1, number)
		if err := book.SetSheetRow("operations", at, &cells); err != nil {
			t.Fatal(err)
		}
	}
	row(1, "mouldNo", "partNo", "opNo", "process", "hours")
	h := func(code string) *excelize.Style { return &excelize.Style{CustomNumFmt: &code} }
	for i, c := range []struct {
		value  any
		style  *excelize.Style
		hours  string // "" for a fault
		shown  string
		inText string
	}{
		{1.5 / 24, &excelize.Style{NumFmt: 20}, "1.5", "", ""},
		{8.0 / 24, h("hh:mm"), "8", "", ""},
		{26.0 / 24, &excelize.Style{NumFmt: 46}, "26", "", ""},
		{26.0 / 24, h("[h]:mm"), "26", "", ""},
		{0.75 / 24, h(`h"小时"mm"分"`), "0.75", "", ""},
		{1.5, nil, "1.5", "", ""},
		{1.5, h(`0.0"h";[Red]-0.0"h"`), "1.5", "", ""},
		{"1:30", nil, "1.5", "", ""},
		{"26：00", nil, "26", "", ""},
		{46023, &excelize.Style{NumFmt: 14}, "", "2026-01-01", "hours such as 1.5 or 1:30"},
		{46357.3333333334, h("yyyy/m/d h:mm"), "", "2026-12-01 08:00", "hours such as 1.5 or 1:30"},
		{46357.3333333334, h("yyyy/m/d"), "", "2026-12-01", "hours such as 1.5 or 1:30"}, // what is not shown does not count
		{true, nil, "", "TRUE", "hours such as 1.5 or 1:30"},
	} {
		row(i+2, "M1", "P1", 10*(i+1), "CNC")
		at, _ := excelize.CoordinatesToCellName(5, i+2)
		if err := book.SetCellValue("operations", at, c.value); err != nil {
			t.Fatal(err)
		}
		if c.style != nil {
			id, err := book.NewStyle(c.style)
			if err != nil {
				t.Fatal(err)
			}
			if err := book.SetCellStyle("operations", at, at, id); err != nil {
				t.Fatal(err)
			}
		}
		var packed bytes.Buffer
		if err := book.Write(&packed); err != nil {
			t.Fatal(err)
		}
		res, err := workbook.Parse(t.Context(), "b.xlsx", packed.Bytes(), workbook.Options{Zone: time.UTC})
		if err != nil {
			t.Fatal(err)
		}
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
	book := excelize.NewFile()
	if err := book.SetSheetName("Sheet1", "moulds"); err != nil {
		t.Fatal(err)
	}
	code := "yyyy-mm-dd hh:mm:ss"
	style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &code})
	if err != nil {
		t.Fatal(err)
	}
	const day, second = 46357.0, 1.0 / (24 * 60 * 60)
	rows := []struct {
		value  any
		styled bool
		want   string
	}{
		{day + 28845*second, true, "2026-12-01 08:00"},
		{day + 28845*second, false, "2026-12-01 08:00"},
		{"2026-12-01 08:00:45", false, "2026-12-01 08:00"},
		{"2026-12-01T08:00:45Z", false, "2026-12-01 08:00"},
		{day + 30*second, true, "2026-12-01 00:00"},
		{day, true, "2026-12-01 00:00"}, // shown with its time: the begin of the day
		{"2026-12-01 00:00:00", false, "2026-12-01 00:00"},
		{day, false, "2026-12-01"},
		{"2026-12-01 00:00:30", false, "2026-12-01 00:00"},
		{day + 29100*second, true, "2026-12-01 08:05"},
		{day + 29100*second, false, "2026-12-01 08:05"},
		{"46357.3333", false, "2026-12-01 08:00"},
		{day + 86399*second, true, "2026-12-01 23:59"},
	}
	cells := []any{"mouldNo", "release"}
	if err := book.SetSheetRow("moulds", "A1", &cells); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		name, _ := excelize.CoordinatesToCellName(1, i+2)
		at, _ := excelize.CoordinatesToCellName(2, i+2)
		if err := errors.Join(book.SetCellValue("moulds", name, fmt.Sprint("M", i)), book.SetCellValue("moulds", at, row.value)); err != nil {
			t.Fatal(err)
		}
		if row.styled {
			if err := book.SetCellStyle("moulds", at, at, style); err != nil {
				t.Fatal(err)
			}
		}
	}
	var packed bytes.Buffer
	if err := book.Write(&packed); err != nil {
		t.Fatal(err)
	}
	res, err := workbook.Parse(t.Context(), "b.xlsx", packed.Bytes(), workbook.Options{Zone: time.UTC})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if got := res.Book.Moulds[i].Release.Value.Show(time.UTC); got != row.want {
			t.Errorf("%v (as a date: %v) is %s, want %s", row.value, row.styled, got, row.want)
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
	if len(faults) != 1 || faults[0].Text.In("zh") != "与第2行重复" || faults[0].Text.In("en") != "Repeats row 2" {
		t.Errorf("%+v", faults)
	}
}
