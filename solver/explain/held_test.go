package explain_test

import (
	"slices"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/explain"
)

// Fitting waits for a part that queues at A, and for one that comes just in time and could come long before: the chain goes back
// to the queue, and what the other one takes more is held, unless the fitters are busy all the while. Where that one comes later than it need, to the same effect, it is
// held as well; where it would come last in any case, the chain is its own.
func TestWhatComesJustInTimeIsNoCause(t *testing.T) {
	const a, b, fit, before, full = 0, 1, 2, 3, 4
	for name, c := range map[string]struct {
		crowd, run solver.Min // until when A is taken, and the run of b
		b, fit     solver.Min // starts of b and of the fitting
		busy       solver.Min // until when F is taken
		want       []explain.Stretch
	}{
		"just in time, while the fitters are busy": {crowd: 100, run: 50, b: 240, busy: 300, fit: 300, want: []explain.Stretch{
			{From: 0, To: 100, Kind: explain.Queue, Op: a, Other: before},
			{From: 100, To: 200, Kind: explain.Work, Op: a, Other: solver.None, Worked: 100},
			{From: 200, To: 290, Kind: explain.Queue, Op: fit, Other: full, Supposed: true},
			{From: 290, To: 300, Kind: explain.Queue, Op: fit, Other: full},
			{From: 300, To: 400, Kind: explain.Work, Op: fit, Other: solver.None, Worked: 100},
		}},
		"in the minute in which the fitters are free": {crowd: 100, run: 50, b: 250, busy: 300, fit: 300, want: []explain.Stretch{
			{From: 0, To: 100, Kind: explain.Queue, Op: a, Other: before},
			{From: 100, To: 200, Kind: explain.Work, Op: a, Other: solver.None, Worked: 100},
			{From: 200, To: 300, Kind: explain.Queue, Op: fit, Other: full, Supposed: true},
			{From: 300, To: 400, Kind: explain.Work, Op: fit, Other: solver.None, Worked: 100},
		}},
		"just in time for the part that queues": {crowd: 100, run: 50, b: 150, busy: 0, fit: 200, want: []explain.Stretch{
			{From: 0, To: 100, Kind: explain.Queue, Op: a, Other: before},
			{From: 100, To: 200, Kind: explain.Work, Op: a, Other: solver.None, Worked: 100},
			{From: 200, To: 300, Kind: explain.Work, Op: fit, Other: solver.None, Worked: 100},
		}},
		"later than it need": {crowd: 100, run: 50, b: 500, busy: 0, fit: 550, want: []explain.Stretch{
			{From: 0, To: 100, Kind: explain.Queue, Op: a, Other: before},
			{From: 100, To: 200, Kind: explain.Work, Op: a, Other: solver.None, Worked: 100},
			{From: 200, To: 550, Kind: explain.Held, Op: fit, Other: solver.None},
			{From: 550, To: 650, Kind: explain.Work, Op: fit, Other: solver.None, Worked: 100},
		}},
		"last in any case": {crowd: 100, run: 230, b: 20, busy: 0, fit: 250, want: []explain.Stretch{
			{From: 0, To: 20, Kind: explain.Held, Op: b, Other: solver.None},
			{From: 20, To: 250, Kind: explain.Work, Op: b, Other: solver.None, Worked: 230},
			{From: 250, To: 350, Kind: explain.Work, Op: fit, Other: solver.None, Worked: 100},
		}},
	} {
		p := &solver.Problem{
			End: 10_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}, {Name: "F", Cap: 1}},
			Jobs:  []solver.Job{{Name: "m", Due: 250}, {Name: "other", Due: solver.None}},
			Ops:   []solver.Op{{Name: "a"}, {Name: "b", Mode0: 1}, {Name: "fit", Mode0: 2}, {Name: "before", Job: 1, Mode0: 3}, {Name: "full", Job: 1, Mode0: 4}},
			Modes: []solver.Mode{{Run: 100}, {Resource: 1, Run: c.run}, {Resource: 2, Run: 100}, {Run: c.crowd}, {Resource: 2, Run: c.busy}},
			Edges: []solver.Edge{{From: a, To: fit, FromAt: solver.Million, ToAt: solver.SetupPoint}, {From: b, To: fit, FromAt: solver.Million, ToAt: solver.SetupPoint}},
		}
		plan := &solver.Plan{
			Mode: []int32{0, 1, 2, 3, 4}, Resource: []int32{0, 1, 2, 0, 2},
			Start: []solver.Min{c.crowd, c.b, c.fit, 0, 0}, End: []solver.Min{c.crowd + 100, c.b + c.run, c.fit + 100, c.crowd, c.busy},
		}
		if bad := check.Plan(p, plan); len(bad) > 0 {
			t.Fatalf("%s: %v", name, bad)
		}
		shop, plan, _ := opened(t, p, plan)
		e := explain.New(shop, plan).Job(0)
		whole(t, name, e)
		if !slices.Equal(e.Stretches, c.want) {
			t.Errorf("%s: %+v, want %+v", name, e.Stretches, c.want)
		}
	}
}

// What is put off until it is just in time hides what comes after it would wait for: its machine, its date, or what is put off
// itself. The chain tells of that, at the times of the plan, and as held only what more would be won. By hand: x takes 50 on A and
// y behind it 100 on B, where others stay until a moment.
func TestWhatIsPutOffHidesNoWait(t *testing.T) {
	const x, y, z, full = 0, 1, 2, 3
	work := func(from, to solver.Min, op int32) explain.Stretch {
		return explain.Stretch{From: from, To: to, Kind: explain.Work, Op: op, Other: solver.None, Worked: to - from}
	}
	for name, c := range map[string]struct {
		busy, date solver.Min    // until when B is taken, and the material date of y
		starts     [3]solver.Min // of x, y and z, which takes 10 on C behind y
		want       []explain.Stretch
	}{
		"until its machine is free": {busy: 300, starts: [3]solver.Min{250, 300, 400}, want: []explain.Stretch{
			{From: 0, To: 250, Kind: explain.Queue, Op: y, Other: full, Supposed: true}, work(250, 300, x), work(300, 400, y), work(400, 410, z),
		}},
		"until after that": {busy: 200, starts: [3]solver.Min{250, 300, 400}, want: []explain.Stretch{
			{From: 0, To: 100, Kind: explain.Held, Op: x, Other: solver.None},
			{From: 100, To: 250, Kind: explain.Queue, Op: y, Other: full, Supposed: true},
			work(250, 300, x), work(300, 400, y), work(400, 410, z),
		}},
		"until there is material": {date: 120, starts: [3]solver.Min{70, 120, 220}, want: []explain.Stretch{
			{From: 0, To: 70, Kind: explain.Material, Op: y, Other: solver.None, Supposed: true}, work(70, 120, x), work(120, 220, y), work(220, 230, z),
		}},
		"for no reason": {starts: [3]solver.Min{250, 300, 400}, want: []explain.Stretch{
			{From: 0, To: 250, Kind: explain.Held, Op: x, Other: solver.None}, work(250, 300, x), work(300, 400, y), work(400, 410, z),
		}},
		"with room for what comes after it": {busy: 200, starts: [3]solver.Min{0, 300, 400}, want: []explain.Stretch{
			work(0, 50, x),
			{From: 50, To: 200, Kind: explain.Queue, Op: y, Other: full},
			{From: 200, To: 300, Kind: explain.Held, Op: y, Other: solver.None},
			work(300, 400, y), work(400, 410, z),
		}},
		"nothing is": {busy: 300, starts: [3]solver.Min{0, 300, 400}, want: []explain.Stretch{
			work(0, 50, x), {From: 50, To: 300, Kind: explain.Queue, Op: y, Other: full}, work(300, 400, y), work(400, 410, z),
		}},
	} {
		p := &solver.Problem{
			End: 10_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}, {Name: "C", Cap: 1}},
			Jobs:  []solver.Job{{Name: "m", Due: 100}, {Name: "other", Due: solver.None}},
			Ops:   []solver.Op{{Name: "x"}, {Name: "y", Mode0: 1, Release: c.date, Cause: solver.CauseMaterial}, {Name: "z", Mode0: 2}, {Name: "full", Job: 1, Mode0: 3}},
			Modes: []solver.Mode{{Run: 50}, {Resource: 1, Run: 100}, {Resource: 2, Run: 10}, {Resource: 1, Run: c.busy}},
			Edges: []solver.Edge{{From: x, To: y, FromAt: solver.Million, ToAt: solver.SetupPoint}, {From: y, To: z, FromAt: solver.Million, ToAt: solver.SetupPoint}},
		}
		plan := &solver.Plan{
			Mode: []int32{0, 1, 2, 3}, Resource: []int32{0, 1, 2, 1},
			Start: append(c.starts[:], 0), End: []solver.Min{c.starts[0] + 50, c.starts[1] + 100, c.starts[2] + 10, c.busy},
		}
		if bad := check.Plan(p, plan); len(bad) > 0 {
			t.Fatalf("%s: %v", name, bad)
		}
		shop, plan, board := opened(t, p, plan)
		explainer := explain.New(shop, plan)
		for range 2 { // asked about another one in between, it says the same
			e := explainer.Job(0)
			if err := explainer.JobCauses(board, e, 0); err != nil {
				t.Fatal(err)
			}
			whole(t, name, e)
			if !slices.Equal(e.Stretches, c.want) {
				t.Errorf("%s: %+v, want %+v", name, e.Stretches, c.want)
			}
			explainer.Op(x)
		}
	}
}

// An electrode that the plan makes later than it could is held back; only what it takes in any case is waited for. By hand: the part
// is there at 100, the electrode takes 50 on B, which is free at a moment.
func TestAnElectrodePutOffIsHeld(t *testing.T) {
	const part, electrode, burn = 0, 1, 2
	for name, c := range map[string]struct {
		busy solver.Min // until when B is taken
		want []explain.Stretch
	}{
		"it could be there": {busy: 40, want: []explain.Stretch{{From: 100, To: 200, Kind: explain.Held, Op: burn, Other: solver.None}}},
		"it could be there earlier": {busy: 90, want: []explain.Stretch{
			{From: 100, To: 140, Kind: explain.Electrode, Op: burn, Other: electrode}, {From: 140, To: 200, Kind: explain.Held, Op: burn, Other: solver.None},
		}},
		"it could not": {busy: 150, want: []explain.Stretch{{From: 100, To: 200, Kind: explain.Electrode, Op: burn, Other: electrode}}},
	} {
		p := &solver.Problem{
			End: 10_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}, {Name: "EDM", Cap: 1}},
			Jobs:  []solver.Job{{Name: "m", Due: 100}, {Name: "other", Due: solver.None}},
			Ops:   []solver.Op{{Name: "part"}, {Name: "electrode", Part: 1, Mode0: 1, Class: solver.ClassElectrode}, {Name: "burn", Seq: 1, Mode0: 2, Class: solver.ClassEDM}, {Name: "full", Job: 1, Mode0: 3}},
			Modes: []solver.Mode{{Run: 100}, {Resource: 1, Run: 50}, {Resource: 2, Run: 100}, {Resource: 1, Run: c.busy}},
			Edges: []solver.Edge{
				{From: part, To: burn, FromAt: solver.Million, ToAt: solver.SetupPoint},
				{From: electrode, To: burn, FromAt: solver.Million, Kind: solver.EdgeElectrode},
			},
		}
		plan := &solver.Plan{
			Mode: []int32{0, 1, 2, 3}, Resource: []int32{0, 1, 2, 1},
			Start: []solver.Min{0, 150, 200, 0}, End: []solver.Min{100, 200, 300, c.busy},
		}
		if bad := check.Plan(p, plan); len(bad) > 0 {
			t.Fatalf("%s: %v", name, bad)
		}
		shop, plan, _ := opened(t, p, plan)
		e := explain.New(shop, plan).Job(0)
		whole(t, name, e)
		if got := e.Stretches[1 : len(e.Stretches)-1]; !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
