package demo_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/demo"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// Whatever the hour and the day, in either language: a row for every sheet, without a fault, and what is made up says so.
func TestTheStarterWorkbookIsWithoutAFault(t *testing.T) {
	zone := demo.Shanghai()
	for _, lang := range []string{problem.Chinese, problem.English} {
		for _, now := range []time.Time{time.Date(2026, 12, 31, 23, 59, 0, 0, zone), time.Date(2028, 2, 29, 0, 0, 0, 0, zone)} {
			var file bytes.Buffer
			if err := workbook.Example(&file, demo.Starter(lang, now, zone), lang, zone, problem.L("示例", "Examples")); err != nil {
				t.Fatal(err)
			}
			read, err := workbook.Parse(t.Context(), "starter.xlsx", file.Bytes(), workbook.Options{Zone: zone})
			if err != nil {
				t.Fatal(err)
			}
			faults, found := read.Faults.List(), read.Book.Check(now, read.Pages)
			for _, f := range append(faults, found.List()...) {
				t.Errorf("%s at %s: %s row %d, %s: %s", lang, now, f.Sheet, f.Row, f.Column, f.Text.In(lang))
			}
			standard := map[string]bool{"sections": true, "processes": true, "partTypes": true, "materials": true, "accuracyGrades": true}
			for _, s := range workbook.Sheets() {
				if read.Rows[s.Code] == 0 {
					t.Errorf("%s: no row of %s", lang, s.Code)
				}
				read.Book.Each(s.Code, func(_ workbook.Line, _ workbook.Scope, key workbook.Key) {
					if text := key.String(); !standard[s.Code] && !strings.Contains(text, "示例") && !strings.Contains(strings.ToUpper(text), "EX") {
						t.Errorf("%s: %s of %s does not look like an example", lang, text, s.Code)
					}
				})
			}
		}
	}
}
