package explain_test

import (
	"slices"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/explain"
)

// Fitting waits for a part that queues at A, and for one that comes just in time and could come long before: the chain goes back
// to the queue, and what the other one takes more is held. Where that one comes later than it need, to the same effect, it is
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
			{From: 200, To: 290, Kind: explain.Held, Op: fit, Other: solver.None},
			{From: 290, To: 300, Kind: explain.Queue, Op: fit, Other: full},
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
