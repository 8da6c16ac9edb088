package solving

import (
	"slices"
	"testing"

	"mouldworks/solver"
)

// windowed is a limited run over operations 0 to 4, of which 1 to 3 stand in the window.
func windowed(limit int, forced ...int32) *limited {
	p := &solver.Problem{Ops: make([]solver.Op, 5)}
	for i := range p.Ops {
		p.Ops[i].Prev = solver.Place{Set: true, Resource: 1, Start: 100}
	}
	l := &limited{limit: limit, free: p, window: []int32{1, 2, 3}, forced: map[int32]bool{}}
	for _, o := range forced {
		l.forced[o] = true
	}
	return l
}

// standing is a plan with every operation where it was published.
func standing() *solver.Plan {
	return &solver.Plan{Start: []solver.Min{100, 100, 100, 100, 100}, Resource: []int32{1, 1, 1, 1, 1}}
}

// In the window is what was published to start from the run's start on, and before the window's end; what a fact fixes is none
// of it.
func TestWhatStandsInTheWindow(t *testing.T) {
	op := func(start solver.Min, kind solver.FixKind) solver.Op {
		return solver.Op{Prev: solver.Place{Set: true, Start: start}, Fix: solver.Fix{Kind: kind}}
	}
	p := &solver.Problem{Start: 1000, Ops: []solver.Op{
		op(1000, solver.FixNone), op(999, solver.FixNone), op(1059, solver.FixNone), op(1060, solver.FixNone),
		op(1010, solver.FixResource), op(1010, solver.FixTimes), op(1010, solver.FixRunning), op(1010, solver.FixDone),
		{Prev: solver.Place{Start: 1010}},
	}}
	if got := publishedIn(p, 60); !slices.Equal(got, []int32{0, 2, 4}) {
		t.Errorf("within an hour: %v", got)
	}
	if got := publishedIn(p, 61); !slices.Equal(got, []int32{0, 2, 3, 4}) {
		t.Errorf("within an hour and a minute: %v", got)
	}
	if got := publishedIn(p, 0); got != nil {
		t.Errorf("without a window: %v", got)
	}
}

// A task changes by a quarter of an hour and a minute, either way, or by another machine.
func TestWhatCountsAsAChange(t *testing.T) {
	l := windowed(0)
	for _, c := range []struct {
		start    solver.Min
		resource int32
		changed  bool
	}{{100, 1, false}, {115, 1, false}, {116, 1, true}, {85, 1, false}, {84, 1, true}, {100, 2, true}, {100, -1, true}} {
		plan := standing()
		plan.Start[2], plan.Resource[2] = c.start, c.resource
		want := []int32(nil)
		if c.changed {
			want = []int32{2}
		}
		if got := changed(l.free, plan, l.window); !slices.Equal(got, want) {
			t.Errorf("%+v: %v", c, got)
		}
		plan = standing()
		plan.Start[4], plan.Resource[4] = c.start, c.resource
		if got := changed(l.free, plan, l.window); got != nil {
			t.Errorf("beyond the window, %+v: %v", c, got)
		}
	}
}

// A plan is sound when nothing of the window is in conflict and no more has changed than may; what had to change is not counted.
func TestAPlanWithinTheLimitIsSound(t *testing.T) {
	moved := func(ops ...int) *solver.Plan {
		plan := standing()
		for _, o := range ops {
			plan.Start[o] = 200
		}
		return plan
	}
	torn := func(op int32) *solver.Plan {
		plan := standing()
		plan.Conflicts = []solver.Conflict{{Op: 0}, {Op: op}}
		return plan
	}
	for _, c := range []struct {
		what string
		l    *limited
		plan *solver.Plan
		want bool
	}{
		{"nothing moves", windowed(0), standing(), true},
		{"one moves, none may", windowed(0), moved(2), false},
		{"one moves, one may", windowed(1), moved(2), true},
		{"two move, one may", windowed(1), moved(1, 3), false},
		{"two move, one had to", windowed(1, 3), moved(1, 3), true},
		{"others move", windowed(0), moved(0, 4), true},
		{"a conflict in the window", windowed(3), torn(3), false},
		{"a conflict of one that had to change", windowed(3, 3), torn(3), false},
		{"a conflict beyond it", windowed(0), torn(4), true},
	} {
		if got := c.l.sound(c.plan); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// What stands in conflict is let go, once; of two held tasks in each other's way only the one that starts later.
func TestWhatIsLetGoOfTheWindow(t *testing.T) {
	type conflict = solver.Conflict
	for _, c := range []struct {
		what      string
		forced    []int32
		starts    [5]solver.Min
		conflicts []conflict
		want      []int32 // forced afterwards
	}{
		{"nothing", nil, [5]solver.Min{}, nil, nil},
		{"outside of the window", nil, [5]solver.Min{}, []conflict{{Op: 0, Kind: solver.ConflictCalendar}, {Op: 4, Kind: solver.ConflictRelease}}, nil},
		{"by the calendar", nil, [5]solver.Min{}, []conflict{{Op: 4, Kind: solver.ConflictCalendar}, {Op: 2, Kind: solver.ConflictCalendar, Other: -1}, {Op: 3, Kind: solver.ConflictRelease, Other: -1}}, []int32{2, 3}},
		{"let go before", []int32{2}, [5]solver.Min{}, []conflict{{Op: 2, Kind: solver.ConflictCalendar, Other: -1}}, []int32{2}},
		{"let go before, beside another", []int32{2}, [5]solver.Min{}, []conflict{{Op: 2, Kind: solver.ConflictCalendar, Other: -1}, {Op: 1, Kind: solver.ConflictCalendar, Other: -1}}, []int32{1, 2}},
		{"a later one in the way", nil, [5]solver.Min{0, 10, 20}, []conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: 2}}, nil},
		{"an earlier one in the way", nil, [5]solver.Min{0, 30, 20}, []conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: 2}}, []int32{1}},
		{"one of the same start, behind it", nil, [5]solver.Min{0, 20, 20}, []conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: 2}}, nil},
		{"one of the same start, before it", nil, [5]solver.Min{0, 20, 20}, []conflict{{Op: 2, Kind: solver.ConflictCapacity, Other: 1}}, []int32{2}},
		{"a later one that does not stand in the window", nil, [5]solver.Min{0, 10, 20, 0, 30}, []conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: 4}}, []int32{1}},
		{"the first of all, in the window's way", nil, [5]solver.Min{90, 10}, []conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: 0}}, []int32{1}},
		{"a later one that has been let go", []int32{2}, [5]solver.Min{0, 10, 20}, []conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: 2}}, []int32{1, 2}},
		{"nobody in particular", nil, [5]solver.Min{0, 10}, []conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: -1}}, []int32{1}},
		{"a later one that it waits for", nil, [5]solver.Min{0, 10, 20}, []conflict{{Op: 1, Kind: solver.ConflictPrecedence, Other: 2}}, []int32{1}},
		{"a later one, then another's calendar", nil, [5]solver.Min{0, 10, 20}, []conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: 2}, {Op: 3, Kind: solver.ConflictCalendar, Other: -1}}, []int32{3}},
	} {
		l, plan := windowed(9, c.forced...), standing()
		plan.Start, plan.Conflicts = c.starts[:], c.conflicts
		freed := l.letGo(plan)
		var got []int32
		for o := range l.forced {
			got = append(got, o)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) || freed != (len(got) > len(c.forced)) {
			t.Errorf("%s: %v, %v", c.what, got, freed)
		}
	}
}
