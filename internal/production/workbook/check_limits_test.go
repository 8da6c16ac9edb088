package workbook_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production/workbook"
)

// The dates of an outsourcing order: promised and received after the day of the order, received not in the future. The
// moment itself is the limit.
func TestDatesOfOutsourcingOrders(t *testing.T) {
	now := time.Date(2026, 3, 10, 4, 0, 0, 0, time.UTC) // noon in Shanghai
	for dates, want := range map[string][]string{
		"2026-03-02,2026-03-02,2026-03-03":       nil, // the end of the day of the order lies behind its start
		"2026-03-02,2026-03-01,":                 {"promised dateOrder"},
		"2026-03-02,,2026-03-01":                 {"received dateOrder"},
		"2026-03-02,2026-03-01,2026-03-01":       {"promised dateOrder", "received dateOrder"},
		"2026-03-02,,2026-03-02":                 nil, // on the day of the order
		"2026-03-02 08:00,,2026-03-02 08:00":     nil,
		"2026-03-02 08:00,,2026-03-02 07:59":     {"received dateOrder"},
		"2026-03-02 08:00,2026-03-02 08:00,":     {"promised dateOrder"},
		"2026-03-02 08:00,2026-03-02 08:01,":     nil,
		",2026-03-01,2026-03-01":                 nil,
		"2026-03-02,,":                           nil,
		",,2026-03-10 12:00":                     nil,
		",,2026-03-10 12:01":                     {"received future"},
		"2026-03-02,2026-04-01,2026-03-09":       nil, // a promise may lie ahead
		"2026-03-11,2026-03-12,2026-03-10 13:00": {"received dateOrder", "received future"},
	} {
		res := parse(t, "outsourcing.csv", []byte("mouldNo,partNo,opNo,orderedAt,promised,received\nM1,P1,10,"+dates+"\n"))
		checked := res.Book.Check(now, res.Pages)
		var got []string
		for f := range checked.All() {
			got = append(got, f.Column+" "+f.Rule)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", dates, got, want)
		}
		if unbounded := res.Book.Check(time.Time{}, res.Pages); slices.ContainsFunc(unbounded.List(), func(f workbook.Fault) bool { return f.Rule == workbook.RuleFuture }) {
			t.Errorf("%s: a future without a now", dates)
		}
	}
}

// An actual time may be now and not a minute later; a start and an end may be one moment.
func TestTimesOfReports(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for cells, want := range map[string][]string{
		"3,2026-03-10 12:00,2026-03-10 12:00": nil,
		"3,2026-03-10 12:01,2026-03-10 12:01": {"realStart future", "realEnd future"},
		"3,2026-03-10 11:00,2026-03-10 12:01": {"realEnd future"},
		"3,2026-03-10 12:00,2026-03-10 11:59": {"realEnd dateOrder"},
		"3,2026-03-10 11:00,":                 {"realEnd required"},
		"3,,2026-03-10 11:00":                 {"realStart required"},
		"1,2026-03-10 11:00,":                 nil,
		"2,,":                                 nil,
		"0,,":                                 nil,
	} {
		res, err := workbook.Parse(t.Context(), "progress.csv", []byte("mouldNo,partNo,opNo,resource,status,realStart,realEnd\nM1,P1,10,W1,"+cells+"\n"), workbook.Options{Zone: time.UTC})
		if err != nil {
			t.Fatal(err)
		}
		checked := res.Book.Check(now, res.Pages)
		var got []string
		for f := range checked.All() {
			got = append(got, f.Column+" "+f.Rule)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", cells, diff)
		}
	}
}

// An exception that ends when it begins does not end after it.
func TestAnExceptionTakesTime(t *testing.T) {
	for to, want := range map[string]int{"2026-03-05 08:00": 1, "2026-03-05 08:01": 0} {
		if found := check(t, time.Time{}, "exceptions", [][]any{{"resource", "from", "to", "kind"}, {"C1", "2026-03-05 08:00", to, 1}}); len(found) != want {
			t.Errorf("%s: %v", to, brief(found))
		}
	}
}

// Each operation's burn hours are looked at by themselves: a good one before hides nothing, and a hint does not make its row
// faulty.
func TestBurnHoursOfEachOperation(t *testing.T) {
	res := parse(t, "", file(t,
		"operations", [][]any{{"mouldNo", "partNo", "opNo", "process", "hours", "setupHours"}, {"M1", "P1", 10, "EDM", 3, 1}, {"M1", "P2", 10, "EDM", 3, ""}, {"M1", "P3", 10, "EDM", "", ""}},
		"edmLinks", [][]any{
			{"mouldNo", "partNo", "opNo", "electrodeNo", "burnHours"},
			{"M1", "P1", 10, "E1", 1},
			{"M1", "P1", 10, "E2", 1},
			{"M1", "P2", 10, "E3", 1},
			{"M1", "P2", 10, "E4", 1.5},
			{"M1", "P3", 10, "E5", 1},
			{"M1", "P3", 10, "E6", ""},
		}))
	checked := res.Book.Check(time.Time{}, res.Pages)
	got := checked.List()
	if diff := cmp.Diff([]string{"edmLinks 4 burnHours burnSum warning", "edmLinks 7 burnHours burnHours warning"}, brief(got)); diff != "" {
		t.Fatal(diff)
	}
	if got[0].Text.En != "The burn hours sum to 2.5 h, the operation has 3 h without set-up: the sum is planned" || got[0].Value != "2.5" || got[1].Value != "" {
		t.Errorf("%+v", got)
	}
	for _, l := range res.Book.EDMLinks {
		if l.Faulty {
			t.Errorf("row %d is faulty for a hint", l.Row)
		}
	}
	for _, c := range []struct {
		burns []quantity.Minutes
		own   workbook.Hours
		rule  string
	}{
		{nil, workbook.Of[quantity.Minutes](60), ""},
		{[]quantity.Minutes{0, 0}, workbook.Of[quantity.Minutes](60), ""},
		{[]quantity.Minutes{60, 0}, workbook.Hours{}, "burnHours"},
		{[]quantity.Minutes{0, 60}, workbook.Of[quantity.Minutes](60), "burnHours"},
		{[]quantity.Minutes{30, 30}, workbook.Of[quantity.Minutes](60), ""},
		{[]quantity.Minutes{30, 31}, workbook.Of[quantity.Minutes](60), "burnSum"},
		{[]quantity.Minutes{30, 31}, workbook.Hours{}, ""},
	} {
		if rule, _ := workbook.OddBurns(c.burns, c.own); rule != c.rule {
			t.Errorf("%v of %v: %q, want %q", c.burns, c.own, rule, c.rule)
		}
	}
}

// Only a part of another kind takes the number of an electrode: a row of the parts may be the electrode itself.
func TestElectrodesAndPartsShareTheirNumbers(t *testing.T) {
	found := check(t, time.Time{}, "parts", [][]any{{"mouldNo", "partNo", "kind"}, {"M1", "E1", 2}, {"M1", "E2", ""}, {"M1", "E3", 3}},
		"electrodes", [][]any{{"mouldNo", "electrodeNo"}, {"M1", "E1"}, {"M1", "E2"}, {"M1", "E3"}})
	if diff := cmp.Diff([]string{"electrodes 3 electrodeNo duplicateKey", "electrodes 4 electrodeNo duplicateKey"}, brief(found)); diff != "" {
		t.Error(diff)
	}
}
