package solver_test

import (
	"context"
	"slices"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// A late job uses what the others leave free by going later, for an operation on which its end does not hang too. Where a published
// task would only move for that, it stays, and the other late jobs have theirs all the same. By hand, twice the same on machines of their
// own: E is due at 1000 and takes 100 on A; of L, due at 150, one part takes 50 on A, the other 300 on B, and 10 on C end it.
func TestLateJobsUseWhatIsLeftFree(t *testing.T) {
	shop := func(published bool, part solver.Min) *solver.Problem {
		p := &solver.Problem{End: 10_000, MovedAfter: 10}
		for k := range int32(2) {
			r, j, o := 3*k, 2*k, 4*k
			for _, name := range []string{"A", "B", "C"} {
				p.Resources = append(p.Resources, solver.Resource{Name: name, Cap: 1, Group: r})
			}
			p.Jobs = append(p.Jobs, solver.Job{Name: "E", Due: 1000, Weight: 9}, solver.Job{Name: "L", Due: 150, Weight: 1})
			p.Ops = append(p.Ops, solver.Op{Name: "e", Job: j, Mode0: o}, solver.Op{Name: "a", Job: j + 1, Mode0: o + 1}, solver.Op{Name: "b", Job: j + 1, Mode0: o + 2}, solver.Op{Name: "c", Job: j + 1, Mode0: o + 3})
			p.Modes = append(p.Modes, solver.Mode{Resource: r, Run: 100}, solver.Mode{Resource: r, Run: 50}, solver.Mode{Resource: r + 1, Run: part}, solver.Mode{Resource: r + 2, Run: 10})
			for _, from := range []int32{o + 1, o + 2} {
				p.Edges = append(p.Edges, solver.Edge{From: from, To: o + 3, FromAt: solver.Million, ToAt: solver.SetupPoint})
			}
		}
		if published {
			p.Ops[1].Prev = solver.Place{Set: true, Resource: 0, Start: 100}
		}
		return p
	}
	for name, c := range map[string]struct {
		published bool
		part      solver.Min
		want      []solver.Min
	}{
		"its end hangs on it":                   {false, 20, []solver.Min{900, 0, 0, 50, 900, 0, 0, 50}},
		"published, and its end hangs on it":    {true, 20, []solver.Min{900, 0, 0, 50, 900, 0, 0, 50}},
		"its end hangs on the other part":       {false, 300, []solver.Min{900, 0, 0, 300, 900, 0, 0, 300}},
		"published, and nothing is won by that": {true, 300, []solver.Min{900, 100, 0, 300, 900, 0, 0, 300}},
	} {
		p := shop(c.published, c.part)
		plan, err := solver.Solve(context.Background(), p, solver.Params{Direction: solver.Both}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if bad := check.Plan(p, plan); len(bad) > 0 {
			t.Fatalf("%s: %v", name, bad)
		}
		if !slices.Equal(plan.Start, c.want) {
			t.Errorf("%s: %v, want %v", name, plan.Start, c.want)
		}
		if s, err := solver.Prepare(p); err != nil || !slices.Equal(plan.Value, s.Evaluate(plan, plan.Keys)) {
			t.Errorf("%s: it is said to be worth %v", name, plan.Value)
		}
	}
}

// A lock of the resource alone leaves the time free: a job in time is put off with it as without, and a late one uses what is left
// free. A lock of times stays, and what goes first on its resource is not put off. By hand: E is due at 1000 and takes 100 on A; L, due
// at 150, takes 200 on A.
func TestALockOfTheResourceLeavesTheTimeFree(t *testing.T) {
	lock := func(kind solver.FixKind, start, end solver.Min) solver.Fix {
		return solver.Fix{Kind: kind, Start: start, End: end}
	}
	on := lock(solver.FixResource, 0, 0)
	for name, c := range map[string]struct {
		e, l           solver.Fix
		first          bool
		backward, both [2]solver.Min
	}{
		"neither is locked":       {backward: [2]solver.Min{900, 100}, both: [2]solver.Min{900, 0}},
		"that in time, on A":      {e: on, backward: [2]solver.Min{900, 100}, both: [2]solver.Min{900, 0}},
		"the late one, on A":      {l: on, backward: [2]solver.Min{900, 100}, both: [2]solver.Min{900, 0}},
		"both on A":               {e: on, l: on, backward: [2]solver.Min{900, 100}, both: [2]solver.Min{900, 0}},
		"that in time, at a time": {e: lock(solver.FixTimes, 0, 100), l: on, backward: [2]solver.Min{0, 100}, both: [2]solver.Min{0, 100}},
		"the late one, at a time": {e: on, l: lock(solver.FixTimes, 100, 300), backward: [2]solver.Min{900, 100}, both: [2]solver.Min{900, 100}},
		"on A, and first there":   {e: on, l: on, first: true, backward: [2]solver.Min{0, 100}, both: [2]solver.Min{0, 100}},
	} {
		p := &solver.Problem{
			End: 10_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}},
			Jobs:  []solver.Job{{Name: "E", Due: 1000, Weight: 9}, {Name: "L", Due: 150, Weight: 1}},
			Ops:   []solver.Op{{Name: "e", Fix: c.e, First: c.first}, {Name: "l", Job: 1, Mode0: 2, Fix: c.l}},
			Modes: []solver.Mode{{Run: 100}, {Resource: 1, Run: 9000}, {Run: 200}, {Resource: 1, Run: 9000}},
		}
		for direction, want := range map[solver.Direction][2]solver.Min{solver.Forward: {0, 100}, solver.Backward: c.backward, solver.Both: c.both} {
			plan, err := solver.Solve(context.Background(), p, solver.Params{Direction: direction}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if bad := check.Plan(p, plan); len(bad) > 0 {
				t.Fatalf("%s: %v", name, bad)
			}
			if got := [2]solver.Min(plan.Start); got != want {
				t.Errorf("%s, direction %d: %v, want %v", name, direction, got, want)
			}
		}
	}
}
