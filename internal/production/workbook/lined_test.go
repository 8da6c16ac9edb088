package workbook_test

import (
	"strings"
	"testing"
)

// Periods and holidays in the form of an exported list are named as such; other slips keep their own words.
func TestTheLinesOfAListAreNamed(t *testing.T) {
	for _, tc := range []struct{ sheet, column, cell, says string }{
		{"shifts", "periods", "08:00,24:00,,,0,16,0", "This is written as a list exports it, which the workbook cannot read: import the file with the list “Shifts”"},
		{"calendars", "holidays", "Sunday,Fixed,Rest,—,2027-05-01,2027-05-01", "This is written as a list exports it, which the workbook cannot read: import the file with the list “Work calendars”"},
		{"shifts", "periods", "08:00,12:00", "“08:00” is not a period"},
		{"calendars", "holidays", "2027-05-01,2027-05-02,2027-05-03,2027-05-04,2027-05-05", ""},
		{"calendars", "holidays", "2027-05-01,2027-05-02,2027-05-03,2027-05-04,someday", "“someday” is not a date"},
	} {
		faults := parse(t, "x.xlsx", file(t, tc.sheet, [][]any{{"name", tc.column}, {"C", tc.cell}})).Faults.List()
		if tc.says == "" && len(faults) == 0 {
			continue
		}
		if len(faults) != 1 || faults[0].Column != tc.column || !strings.HasPrefix(faults[0].Text.En, tc.says) || tc.says == "" {
			t.Errorf("%s: %+v", tc.cell, faults)
		}
	}
}
