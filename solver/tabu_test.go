package solver_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/instance"
)

// flexibleShop draws a job shop with alternatives, or without when most is 1.
func flexibleShop(t *rapid.T, most int) *solver.Problem {
	draw := func(name string, lo, hi int) int32 { return int32(rapid.IntRange(lo, hi).Draw(t, name)) }
	p := &solver.Problem{End: 1 << 20, Calendars: []solver.Calendar{{}}}
	machines := draw("machines", 1, 6)
	for m := range machines {
		p.Resources = append(p.Resources, solver.Resource{Name: fmt.Sprint("M", m), Cap: 1})
	}
	for j := range draw("jobs", 1, 8) {
		p.Jobs = append(p.Jobs, solver.Job{Name: fmt.Sprint(j), Due: solver.None, Release: draw("release", 0, 30)})
		for k := range draw("ops", 1, 7) {
			id := int32(len(p.Ops))
			p.Ops = append(p.Ops, solver.Op{Name: fmt.Sprintf("%d/%d", j, k), Job: j, Seq: k, Mode0: int32(len(p.Modes))})
			first := draw("first", 0, int(machines)-1)
			for x := range min(machines, draw("modes", 1, most)) {
				p.Modes = append(p.Modes, solver.Mode{Resource: (first + x) % machines, Run: draw("run", 1, 40), Setup: draw("set", 0, 3)})
			}
			if k > 0 {
				p.Edges = append(p.Edges, solver.Edge{From: id - 1, To: id, FromAt: solver.Million, ToAt: solver.SetupPoint})
			}
		}
	}
	return p
}

func tabuWalk(p *solver.Problem, seed uint64, steps int) error {
	s, err := solver.Prepare(p)
	if err != nil {
		return err
	}
	plan, err := s.Solve(context.Background(), solver.Params{Goal: []solver.Key{solver.KeyMakespan}}, nil)
	if err != nil {
		return err
	}
	return solver.TabuWalk(s, plan, seed, steps)
}

func TestTabuIsExact(t *testing.T) {
	fiveTimes(t, func(t *rapid.T) {
		p := flexibleShop(t, rapid.IntRange(1, 4).Draw(t, "most"))
		if err := tabuWalk(p, rapid.Uint64().Draw(t, "seed"), 50); err != nil {
			t.Fatal(err)
		}
	})
	large, err := instance.TaillardShop(40, 20, 12345, 54321)
	if err != nil {
		t.Fatal(err)
	}
	if err := tabuWalk(large.Problem, 1, 300); err != nil {
		t.Fatal(err)
	}
}

// Tabu search and relinking are valid and bounded; 3 x 3 in test solve_test.go
// shows that they find an optimum.
func TestRelinkIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := flexibleShop(t, 3)
		params := solver.Params{Seed: rapid.Uint64().Draw(t, "seed"), Iterations: 13, Goal: []solver.Key{solver.KeyMakespan, solver.KeyEnds}}
		var value [2][]int64
		for i := range value {
			params.Workers = 1 + i
			plan, err := solver.Solve(context.Background(), p, params, nil)
			if err != nil {
				t.Fatal(err)
			}
			if bad := check.Plan(p, plan); len(bad) > 0 {
				t.Fatal(bad)
			}
			if worse(plan.Value[:2], plan.Bound) {
				t.Fatalf("value %v below the bound %v", plan.Value, plan.Bound)
			}
			value[i] = plan.Value
		}
		if worse(value[0], value[1]) || worse(value[1], value[0]) {
			t.Fatal("two threads give another plan than one")
		}
	})
}

// A path that one job holds from its first minute to its last is not shortened on machines that are no quicker: such
// moves are as good as the plan is, and a search that took them would never take one that is worse at first.
func TestAPathThatAJobHoldsOffersOnlyQuickerMachines(t *testing.T) {
	for _, other := range []struct{ minutes, offers int32 }{{20, 0}, {25, 0}, {19, 2}} {
		p := &solver.Problem{End: 1 << 20, Calendars: []solver.Calendar{{}}, Jobs: []solver.Job{{Name: "long", Due: solver.None}, {Name: "short", Due: solver.None}}}
		for m := range 3 {
			p.Resources = append(p.Resources, solver.Resource{Name: fmt.Sprint("M", m), Cap: 1})
		}
		for k := range int32(2) {
			p.Ops = append(p.Ops, solver.Op{Name: fmt.Sprint(k), Job: 0, Seq: k, Mode0: int32(len(p.Modes))})
			p.Modes = append(p.Modes, solver.Mode{Resource: k, Run: 20}, solver.Mode{Resource: 2, Run: other.minutes})
		}
		p.Edges = []solver.Edge{{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint}}
		p.Ops = append(p.Ops, solver.Op{Name: "short", Job: 1, Mode0: int32(len(p.Modes))})
		p.Modes = append(p.Modes, solver.Mode{Resource: 0, Run: 5})
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		plan := &solver.Plan{Mode: []int32{0, 2, 4}, Resource: []int32{0, 1, 0}, Start: []solver.Min{0, 20, 20}, End: []solver.Min{20, 40, 25}, Keys: []solver.Key{solver.KeyMakespan}}
		if n := solver.TabuOffers(s, plan); n != int64(other.offers) {
			t.Errorf("%d minutes elsewhere: %d moves, want %d", other.minutes, n, other.offers)
		}
	}
}
