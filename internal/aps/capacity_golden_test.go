package aps_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/capacity"
	"mouldworks/solver"
	"mouldworks/solver/figures"
	"mouldworks/solver/instance"
)

// goldenWeeks are the hours that each resource of the golden shop works, by hand: days of the first week that it works on, then the
// hours of the second week.
var goldenWeeks = map[string]string{
	"C1": "Mon 16, Tue 8 | 0", // A3 10 and 6 of B3; 4 of B3 and B4
	"C2": "| 0", "C3": "Mon 4 | 0",
	"M1": "Mon 12, Tue 12 | 0", "M2": "Mon 12 | 0", // six electrodes each
	"D1": "Mon 12, Tue 4 | 0", "D2": "Mon 3, Wed 6 | 0", "D3": "Mon 4, Sat 4 | 0",
	"W1": "Mon 9 | 0", "W2": "Mon 6 | 0", // B2 and C4; what A2 has left and C2
	"R1": "Mon 8, Tue 2 | 0", "R2": "Mon 8, Tue 4 | 0", "Q1": "Tue 2 | 0",
	"T1":  "Wed 4, Fri 4 | 4",
	"FIT": "Tue 5, Wed 11 | 8", // A from Tuesday 11:00, B on Wednesday, C on Monday the 9th
}

// goldenOpen are the hours of the first week that a machine or all people of a group can work, by hand: Thursday is a holiday, Sunday
// is free, and what may run with nobody there counts around the clock.
var goldenOpen = map[string]int64{"C": 5 * 16, "M": 5 * 16, "D": 7 * 24, "W": 7 * 24, "R": 5 * 8, "Q": 5 * 16, "T": 5 * 8, "F": 5 * 8 * 2}

func goldenBounds(t *testing.T, loaded *instance.Loaded, days int) ([]time.Time, []solver.Min) {
	bounds := capacity.Days(at(t, "Asia/Shanghai", "2026-03-02 00:00"), days)
	minutes := make([]solver.Min, len(bounds))
	for i := range bounds {
		minutes[i] = solver.Min(bounds[i].Sub(loaded.Epoch) / time.Minute)
	}
	return bounds, minutes
}

// Section 5 of the design: planned hours are those that tasks occupy, available ones those of the calendar, without work rates.
func TestTheWeekPlanOfTheGoldenShop(t *testing.T) {
	shop := goldenShop(t)
	_, loaded, plan, err := aps.Planned(t.Context(), shop, at(t, shop.Zone, "2026-03-02 08:00"), goldenBase, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	bounds, minutes := goldenBounds(t, loaded, 14)
	p := loaded.Problem
	planned := map[string][]int64{}
	for o := range p.Ops {
		if r := plan.Resource[o]; r >= 0 {
			if planned[p.Resources[r].Name] == nil {
				planned[p.Resources[r].Name] = make([]int64, 14)
			}
			for i, m := range capacity.Occupied(p, plan, o, minutes) {
				planned[p.Resources[r].Name][i] += m
			}
		}
	}
	open, err := shop.ResourceTimes(bounds[:8])
	if err != nil {
		t.Fatal(err)
	}
	if len(open) != len(goldenWeeks) {
		t.Errorf("%d resources can work", len(open))
	}
	for _, r := range open {
		of := planned[r.ID]
		if of == nil {
			of = make([]int64, 14)
		}
		var days []string
		second := 0.0
		for i, m := range of {
			if hours := float64(m) / 60; i >= 7 {
				second += hours
			} else if m > 0 {
				days = append(days, fmt.Sprint(bounds[i].Format("Mon "), hours))
			}
		}
		got := strings.TrimLeft(fmt.Sprintf("%s | %v", strings.Join(days, ", "), second), " ")
		if got != goldenWeeks[r.ID] {
			t.Errorf("%s works %q, want %q", r.ID, got, goldenWeeks[r.ID])
		}
		week := int64(0)
		for _, m := range r.Minutes {
			week += m
		}
		if want := 60 * goldenOpen[r.ID[:1]]; week != want {
			t.Errorf("%s can work %d minutes, want %d", r.ID, week, want)
		}
	}
}

// Under every setting the days of all weeks of a task sum to what it occupies, to the minute; what people attend all the time, to
// the minutes that its plan gives it.
func TestTheDaysOfEveryTaskSumToIt(t *testing.T) {
	for i := range goldenRows {
		row := &goldenRows[i]
		c := row.of.build(t)
		_, loaded, plan, err := aps.Planned(t.Context(), c.shop, at(t, c.shop.Zone, "2026-03-02 08:00"), row.settings(), c.inForce, c.iterations)
		if err != nil {
			t.Fatal(err)
		}
		_, minutes := goldenBounds(t, loaded, 140)
		p := loaded.Problem
		for o := range p.Ops {
			if plan.Resource[o] < 0 {
				continue
			}
			sum := int64(0)
			for _, m := range capacity.Occupied(p, plan, o, minutes) {
				sum += m
			}
			if want := figures.Occupied(p, plan, o, plan.Start[o], plan.End[o]); sum != want {
				t.Errorf("%s %v: the days of %s sum to %d of %d minutes", row.key, row.value, p.Ops[o].Name, sum, want)
			}
			if m := plan.Mode[o]; m >= 0 && !p.Modes[m].Unattended && p.Ops[o].Fix.Kind == solver.FixNone {
				if want := int64(p.Modes[m].Setup+p.Modes[m].Run) * int64(max(1, p.Ops[o].Crew)); sum != want {
					t.Errorf("%s %v: the days of %s sum to %d, it takes %d minutes", row.key, row.value, p.Ops[o].Name, sum, want)
				}
			}
		}
	}
}

// goldenGroups are the groups of the golden shop in the week of 2 March, by hand: from 8 to 24 on five days, around the clock, or
// eight hours on five days.
var goldenGroups = map[string]string{
	"CNC":   "3 units, 240 h, 28 planned, 10 locked, 212 free, 0 overload, 11.666667 %", // A3 is locked
	"MILL":  "2 units, 160 h, 36 planned, 0 locked, 124 free, 0 overload, 22.5 %",
	"EDM":   "3 units, 504 h, 33 planned, 0 locked, 471 free, 0 overload, 6.547619 %",
	"WEDM":  "2 units, 336 h, 15 planned, 4 locked, 321 free, 0 overload, 4.464286 %", // B2 is locked
	"GRIND": "2 units, 80 h, 22 planned, 0 locked, 58 free, 0 overload, 27.5 %",
	"CMM":   "1 units, 80 h, 2 planned, 0 locked, 78 free, 0 overload, 2.5 %",
	"TRY":   "1 units, 40 h, 8 planned, 0 locked, 32 free, 0 overload, 20 %",
	"FIT":   "2 units, 80 h, 16 planned, 0 locked, 64 free, 0 overload, 20 %",
}

// Section 5 of the design: the capacity of each group, and with one fitter the overload of the pass without queues. Without them A
// is fitted for three hours on Wednesday and B for eight.
func TestTheCapacityOfTheGoldenShop(t *testing.T) {
	groups := goldenCapacity(t, goldenPlain)
	if len(groups) != len(goldenGroups) {
		t.Errorf("%d groups", len(groups))
	}
	for name, want := range goldenGroups {
		total := groups[name].Total()
		h := func(minutes int64) float64 { return float64(minutes) / 60 }
		got := fmt.Sprintf("%d units, %v h, %v planned, %v locked, %v free, %v overload, %v %%",
			groups[name].Units, h(total.Available), h(total.Planned), h(total.Locked), h(total.Free), h(total.Overload), *total.Percent())
		if got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
	var days []string
	alone := goldenCapacity(t, goldenFitters(1))["FIT"]
	for _, d := range alone.Days {
		days = append(days, fmt.Sprint(d.Available/60, " ", d.Planned/60, " ", d.Cumulative/60, " ", d.Overload/60))
	}
	// Available, planned, free so far and overload of Monday to Sunday.
	if got := strings.Join(days, ", "); got != "8 0 8 0, 8 5 11 0, 8 8 11 3, 0 0 11 0, 8 3 16 0, 8 0 24 0, 0 0 24 0" {
		t.Errorf("one fitter: %s", got)
	}
}

func goldenCapacity(t *testing.T, of fixture) map[string]*capacity.Group {
	shop := of.build(t).shop
	file, loaded, plan, err := aps.Planned(t.Context(), shop, at(t, shop.Zone, "2026-03-02 08:00"), goldenBase, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	bounds, minutes := goldenBounds(t, loaded, 7)
	open, err := shop.ResourceTimes(bounds)
	if err != nil {
		t.Fatal(err)
	}
	p := loaded.Problem
	free, pass, err := capacity.Unqueued(p, loaded.Params.Direction)
	if err != nil {
		t.Fatal(err)
	}
	groups, demand := map[string]*capacity.Group{}, map[string][]int64{}
	for _, r := range open {
		g := groups[r.Group]
		if g == nil {
			g = capacity.NewGroup(7)
			groups[r.Group], demand[r.Group] = g, make([]int64, 7)
		}
		planned := make([]int64, 7)
		for o := range p.Ops {
			if on := plan.Resource[o]; on >= 0 && p.Resources[on].Name == r.ID {
				days := capacity.Occupied(p, plan, o, minutes)
				for i := range days {
					planned[i] += days[i]
				}
				if p.Ops[o].Fix.Kind == solver.FixTimes {
					g.Lock(days)
				}
			}
		}
		g.Give(r.Units, r.Minutes, planned)
	}
	for o := range free.Ops {
		if on := pass.Resource[o]; on >= 0 && demand[file.Resources[on].Group] != nil {
			for i, m := range capacity.Occupied(free, pass, o, minutes) {
				demand[file.Resources[on].Group][i] += m
			}
		}
	}
	for id, g := range groups {
		g.Demand(demand[id])
	}
	return groups
}
