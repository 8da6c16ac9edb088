package figures_test

import (
	"slices"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/figures"
)

// Overtime is what only the wider calendar opens, cut at the start and the end of the work; each stretch tells a minute of
// the day that it counts to.
func TestOvertimeByHand(t *testing.T) {
	const none, day, lunch, wide, saturday = 0, 1, 2, 3, 4
	calendars := []solver.Calendar{
		none:     {},
		day:      {Open: []int32{480, 1920}, Close: []int32{960, 2400}},
		lunch:    {Open: []int32{480, 780}, Close: []int32{720, 960}},
		wide:     {Open: []int32{420, 1860}, Close: []int32{1200, 2640}},
		saturday: {Open: []int32{420, 2880}, Close: []int32{1200, 3000}},
	}
	type stretch [3]int32 // on, from, to
	for name, c := range map[string]struct {
		manned     [2]int32
		start, end int32
		setup      int32
		unattended bool
		want       []stretch
	}{
		"before and after the shift":              {manned: [2]int32{day, wide}, start: 400, end: 1300, want: []stretch{{420, 420, 480}, {959, 960, 1200}}},
		"begun and ended within":                  {manned: [2]int32{day, wide}, start: 450, end: 1000, want: []stretch{{420, 450, 480}, {959, 960, 1000}}},
		"within the shift":                        {manned: [2]int32{day, wide}, start: 480, end: 960},
		"a minute beyond the shift":               {manned: [2]int32{day, wide}, start: 479, end: 961, want: []stretch{{420, 479, 480}, {959, 960, 961}}},
		"in the evening alone":                    {manned: [2]int32{day, wide}, start: 1000, end: 1100, want: []stretch{{959, 1000, 1100}}},
		"from the end of the shift":               {manned: [2]int32{day, wide}, start: 960, end: 1100, want: []stretch{{959, 960, 1100}}},
		"over the night":                          {manned: [2]int32{day, wide}, start: 900, end: 1940, want: []stretch{{959, 960, 1200}, {1860, 1860, 1920}}},
		"after the last shift":                    {manned: [2]int32{day, wide}, start: 2390, end: 2700, want: []stretch{{2399, 2400, 2640}}},
		"while nobody works":                      {manned: [2]int32{day, wide}, start: 1200, end: 1860},
		"over lunch":                              {manned: [2]int32{lunch, wide}, start: 400, end: 1000, want: []stretch{{420, 420, 480}, {719, 720, 780}, {959, 960, 1000}}},
		"begun in the lunch break":                {manned: [2]int32{lunch, wide}, start: 730, end: 800, want: []stretch{{719, 730, 780}}},
		"a day that only overtime opens":          {manned: [2]int32{day, saturday}, start: 1100, end: 2950, want: []stretch{{959, 1100, 1200}, {2880, 2880, 2950}}},
		"unattended: the set-up alone":            {manned: [2]int32{day, wide}, start: 940, end: 1300, setup: 30, unattended: true, want: []stretch{{959, 960, 970}}},
		"unattended: up to the closing":           {manned: [2]int32{day, wide}, start: 1180, end: 1900, setup: 20, unattended: true, want: []stretch{{959, 1180, 1200}}},
		"unattended: a set-up over the night":     {manned: [2]int32{day, wide}, start: 1190, end: 2000, setup: 30, unattended: true, want: []stretch{{959, 1190, 1200}, {1860, 1860, 1880}}},
		"unattended: cut short":                   {manned: [2]int32{day, wide}, start: 1190, end: 1195, setup: 30, unattended: true, want: []stretch{{959, 1190, 1195}}},
		"unattended: cut short over the night":    {manned: [2]int32{day, wide}, start: 1190, end: 1865, setup: 30, unattended: true, want: []stretch{{959, 1190, 1200}, {1860, 1860, 1865}}},
		"unattended: no set-up":                   {manned: [2]int32{day, wide}, start: 1000, end: 1300, unattended: true},
		"unattended: beyond the last calendar":    {manned: [2]int32{day, wide}, start: 2600, end: 2700, setup: 50, unattended: true, want: []stretch{{2399, 2600, 2640}}},
		"no overtime: one calendar for both":      {manned: [2]int32{day, day}, start: 400, end: 1300},
		"no overtime: never closed":               {manned: [2]int32{none, wide}, start: 400, end: 1300},
		"no overtime: never closed with it":       {manned: [2]int32{day, none}, start: 400, end: 1300},
		"attended, and its set-up counts no less": {manned: [2]int32{day, wide}, start: 950, end: 1000, setup: 20, want: []stretch{{959, 960, 1000}}},
	} {
		p := &solver.Problem{
			Calendars: calendars, Resources: []solver.Resource{{}, {Manned: c.manned}}, Modes: []solver.Mode{{Resource: 1, Setup: c.setup, Run: 1, Unattended: c.unattended}},
			Ops: []solver.Op{{Overtime: true}},
		}
		plan := &solver.Plan{Mode: []int32{0}, Resource: []int32{1}, Start: []int32{c.start}, End: []int32{c.end}}
		stretches := func() (got []stretch) {
			figures.Overtime(p, plan, 0, func(on, from, to solver.Min) { got = append(got, stretch{on, from, to}) })
			return got
		}
		if got := stretches(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		// A lock on a resource without a mode works none, nor does what may use none.
		plan.Mode[0] = -1
		if got := stretches(); got != nil {
			t.Errorf("%s, without a mode: %v", name, got)
		}
		plan.Mode[0], p.Ops[0].Overtime = 0, false
		if got := stretches(); got != nil {
			t.Errorf("%s, without leave for overtime: %v", name, got)
		}
	}
}

// What people work in the extra working time of a day counts as overtime, for operations that may work overtime or may not: it lies
// beyond their shift. What opens at midnight counts to its own day unless it follows a shift.
func TestExtraWorkingTimeIsOvertime(t *testing.T) {
	const day, extra, longer = 1, 2, 3
	type stretch [3]int32 // on, from, to
	p := &solver.Problem{
		Calendars: []solver.Calendar{
			{},
			day:    {Open: []int32{480}, Close: []int32{960}},
			extra:  {Open: []int32{480, 1440}, Close: []int32{1020, 1500}},
			longer: {Open: []int32{480, 1440}, Close: []int32{1200, 1500}},
		},
		Resources: []solver.Resource{{Manned: [2]int32{extra, longer}, Shift: day}}, Modes: []solver.Mode{{Run: 1}}, Ops: []solver.Op{{}},
	}
	for _, c := range []struct {
		overtime   bool
		start, end int32
		want       []stretch
	}{
		{start: 900, end: 960},
		{start: 900, end: 961, want: []stretch{{959, 960, 961}}},
		{start: 900, end: 1450, want: []stretch{{959, 960, 1020}, {1440, 1440, 1450}}},
		{overtime: true, start: 900, end: 1450, want: []stretch{{959, 960, 1200}, {1440, 1440, 1450}}},
	} {
		p.Ops[0].Overtime = c.overtime
		var got []stretch
		plan := &solver.Plan{Mode: []int32{0}, Resource: []int32{0}, Start: []int32{c.start}, End: []int32{c.end}}
		figures.Overtime(p, plan, 0, func(on, from, to solver.Min) { got = append(got, stretch{on, from, to}) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
	// One calendar for all days has no shift beside it.
	p.Resources[0].Shift = 0
	p.Ops[0].Overtime = false
	figures.Overtime(p, &solver.Plan{Mode: []int32{0}, Resource: []int32{0}, Start: []int32{900}, End: []int32{1450}}, 0, func(on, from, to solver.Min) {
		t.Errorf("%d, %d, %d", on, from, to)
	})
}
