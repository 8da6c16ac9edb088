package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Every fault shows what stands in its cell, and a repeated row its own spelling.
func TestEveryFaultShowsItsValue(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		machine := machineFor(ctx, t, a, mill)
		result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|release", "M7|2020-03-20|2020-04-01", "M1|2030-03-20|", "m1|2030-03-20|", "M－2|2030-03-20|", "M-2|2030-03-20|"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart|realEnd", "M1|P1|10|3|" + machine + "|2026-01-05 10:00|2026-01-05 08:00"},
			"exceptions": {"resource|from|to|kind", machine + "|2031-03-05 08:00|2031-03-05 07:00|1", machine + "|2032-03-05 08:00|2032-03-06 08:00|1", machine + "|2032-03-05 09:00|2032-03-06 09:00|1"},
			"shifts":     {"name|periods|overtime", "Long|08:00-16:00;17:00-07:00|3"},
			"calendars":  {"name|rest|holidays", "Cal|7|2027-05-01", "Cal2|0|someday"},
		}))
		faults := faultsOf(result)
		for _, want := range []string{
			"error moulds mouldNo duplicateKey m1", "error moulds mouldNo duplicateKey M-2", "warning moulds release dateOrder 2020-04-01", "warning moulds delivery overdue 2020-03-20", "error progress realEnd dateOrder 2026-01-05 08:00",
			"error exceptions to dateOrder 2031-03-05 07:00", "error exceptions from overlap 2032-03-05 09:00", "error calendars rest format 7", "error calendars holidays date someday",
		} {
			if !slices.Contains(faults, want) {
				t.Errorf("%q is missing in\n%s", want, strings.Join(faults, "\n"))
			}
		}
		if !slices.ContainsFunc(result.Faults, func(f production.Fault) bool {
			return f.Sheet == "shifts" && f.Column == "overtime" && f.Value == "3" && f.Editable
		}) {
			t.Errorf("the overtime: %+v", result.Faults)
		}
		for _, row := range result.Rows {
			if row.Sheet == "exceptions" && row.Row == 3 && !strings.HasSuffix(row.Key, "2032-03-05 08:00") {
				t.Errorf("the exception is called %s", row.Key)
			}
		}
	})
}

// Days of a calendar are read like every other date, and a hyphen of an input method like a hyphen.
func TestDaysOfACalendarAreDates(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		result := a.importBook(ctx, t, book(t, map[string][]string{"calendars": {"name|rest|holidays|workdays", "Cal|０；6|46508;2027年5月2日；20270503、2027/5/4|２０２７-05-08"}}))
		if result.Errors != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		var c basedata.Calendar
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&c).Where("name = ?", "Cal").Scan(ctx) })
		var days []string
		for _, h := range c.Holidays {
			days = append(days, fmt.Sprint(h.Weekday)+string(h.From))
		}
		if !slices.Equal(days, []string{"7", "6", "02027-05-01", "02027-05-02", "02027-05-03", "02027-05-04", "02027-05-08"}) {
			t.Errorf("%q", days)
		}
	})
}

// Two rows that mean one stored record, because their keys differ in case alone, are not both written.
func TestRowsOfOneRecordAreOne(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		head := "number|name|shortName"
		a.importBook(ctx, t, book(t, map[string][]string{"customers": {head, "C900|x|"}}))
		u := production.Upload{Name: "x.xlsx", Trusted: true, Mode: production.ModeRow, Data: book(t, map[string][]string{"customers": {head, "C900|y|", "c900|z|AB"}})}
		done, err := a.Production.Import(ctx, a.DB, u)
		if err != nil {
			t.Fatal(err)
		}
		if c := done.Counts["customers"]; c.Changed != 1 || c.Refused != 1 || !slices.Equal(faultsOf(done), []string{"error customers number duplicateKey c900"}) {
			t.Errorf("%+v %q", c, faultsOf(done))
		}
	})
}
