package capacity_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"mouldworks/internal/aps/capacity"
	"mouldworks/solver"
	"mouldworks/solver/figures"
)

func TestWeeksAreThoseOfISO(t *testing.T) {
	china, _ := time.LoadLocation("Asia/Shanghai")
	for text, want := range map[string]string{
		"2026-W10": "2026-03-02", "2026-W01": "2025-12-29", "2026-W53": "2026-12-28", "2025-W01": "2024-12-30", "2021-W01": "2021-01-04",
		"2020-W53": "2020-12-28", "2024-W52": "2024-12-23", "1990-W01": "1990-01-01",
		"2025-W53": "", "2026-W00": "", "2026-W54": "", "2026-W1": "", "2026W10": "", "": "", "1989-W10": "", "2200-W10": "", "2026-W10 ": "",
	} {
		monday, ok := capacity.Week(text, china)
		if got := monday.Format(time.DateOnly); ok != (want != "") || ok && (got != want || monday.Hour() != 0) {
			t.Errorf("%q is %s (%v), want %s", text, monday, ok, want)
		}
		if ok && capacity.WeekOf(monday.AddDate(0, 0, 6)) != text {
			t.Errorf("the Sunday of %s is of %s", text, capacity.WeekOf(monday.AddDate(0, 0, 6)))
		}
	}
}

// A day in which clocks change has 23 or 25 hours.
func TestDaysFollowTheClockOfTheFactory(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for first, want := range map[time.Time]float64{
		time.Date(2026, 3, 29, 0, 0, 0, 0, berlin): 23, time.Date(2026, 10, 25, 0, 0, 0, 0, berlin): 25, time.Date(2026, 7, 1, 0, 0, 0, 0, berlin): 24,
	} {
		if days := capacity.Days(first, 1); len(days) != 2 || days[1].Sub(days[0]).Hours() != want {
			t.Errorf("%s: %v", first.Format(time.DateOnly), days)
		}
	}
}

// APS-CAP-08: a ratio is at most 100, with six decimals; without anything to divide by there is none.
func TestRatiosHaveSixDecimalsAndAreAtMost100(t *testing.T) {
	for _, c := range []struct {
		part, whole int64
		want        float64
	}{{1, 3, 33.333333}, {2, 3, 66.666667}, {0, 480, 0}, {480, 480, 100}, {481, 480, 100}, {4800, 480, 100}, {1, 7, 14.285714}} {
		if got := capacity.Percent(c.part, c.whole); got == nil || *got != c.want {
			t.Errorf("%d of %d: %v, want %v", c.part, c.whole, got, c.want)
		}
	}
	if got := capacity.Percent(5, 0); got != nil {
		t.Errorf("a share of nothing: %v", *got)
	}
}

func TestLoadsBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sum capacity.Load
		for range rapid.IntRange(1, 20).Draw(t, "cells") {
			available, planned := rapid.Int64Range(0, 4320).Draw(t, "available"), rapid.Int64Range(0, 4320).Draw(t, "planned")
			one := capacity.LoadOf(available, planned, 1)
			if one.Free > 0 && one.Beyond > 0 {
				t.Fatalf("%+v has room and too much", one)
			}
			sum.Add(one)
		}
		if sum.Available+sum.Beyond != sum.Planned+sum.Free || sum.Free < 0 || sum.Beyond < 0 {
			t.Fatalf("%+v", sum)
		}
	})
}

// What a task works on single days sums to what it occupies, whatever its calendar, crew and days.
func TestDaysSumToTheWholeTask(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var shift, round solver.Calendar
		for day := solver.Min(0); day < 40; day++ {
			if day%7 == 6 {
				continue
			}
			open := day*1440 + rapid.Int32Range(0, 600).Draw(t, "opens")
			shift.Open, shift.Close = append(shift.Open, open), append(shift.Close, open+rapid.Int32Range(1, 800).Draw(t, "works"))
		}
		p := &solver.Problem{
			Calendars: []solver.Calendar{{}, shift, round}, Modes: []solver.Mode{{Unattended: rapid.Bool().Draw(t, "unattended")}},
			Resources: []solver.Resource{{Cap: 3, Manned: [2]int32{1, 1}, Run: [2]int32{rapid.Int32Range(0, 1).Draw(t, "run"), 1}}},
			Ops:       []solver.Op{{Crew: rapid.Int32Range(0, 3).Draw(t, "crew")}},
		}
		start := rapid.Int32Range(0, 20*1440).Draw(t, "start")
		end := start + rapid.Int32Range(0, 15*1440).Draw(t, "length")
		plan := &solver.Plan{Mode: []int32{0}, Resource: []int32{0}, Start: []solver.Min{start}, End: []solver.Min{end}}
		p.Blocks = []solver.Block{{Start: start, End: end, Units: 2}}
		bounds := make([]solver.Min, 41)
		for i := range bounds {
			bounds[i] = solver.Min(i) * 1440
		}
		days, others := int64(0), int64(0)
		for _, minutes := range capacity.Occupied(p, plan, 0, bounds) {
			days += minutes
		}
		for _, minutes := range capacity.Blocked(p, 0, end-start, bounds) {
			others += minutes
		}
		if want := figures.Occupied(p, plan, 0, start, end); days != want {
			t.Fatalf("the days sum to %d of %d", days, want)
		}
		if want, _ := figures.Blocked(p, 0, end-start, start, end); others != want {
			t.Fatalf("the days of what is carried over sum to %d of %d", others, want)
		}
	})
}
