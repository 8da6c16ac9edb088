package solver_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
)

// APS-SET-06: a goal that starts from the plans of the other goals has no worse figure of its own than any of them.
func TestEveryGoalIsBestAtItsOwnFigure(t *testing.T) {
	goals := []solver.Key{solver.KeyTardiness, solver.KeyCycle, solver.KeyIdle, solver.KeyImbalance, solver.KeyChangeovers}
	keys := func(first solver.Key) []solver.Key {
		return []solver.Key{first, solver.KeyTardiness, solver.KeyMoved, solver.KeyRegret, solver.KeyEnds}
	}
	rapid.Check(t, func(t *rapid.T) {
		p := randomShop(t, true)
		// Crews, and people beside locks, share lanes by rules of their own; what is unplaced may be another operation.
		for o := range p.Ops {
			p.Ops[o].Crew = 1
		}
		for r := range p.Resources {
			p.Resources[r].Cap = min(p.Resources[r].Cap, 1)
		}
		p.End = 4000
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		plans := make([]*solver.Plan, len(goals))
		for range 2 {
			for g, first := range goals {
				params := solver.Params{Goal: keys(first), Iterations: 10, Seed: 3}
				best, err := s.Solve(context.Background(), params, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, warm := range plans {
					if warm == nil {
						continue
					}
					params.Warm = warm
					plan, err := s.Solve(context.Background(), params, nil)
					if err != nil {
						t.Fatal(err)
					}
					if was := s.Evaluate(warm, keys(first)); len(best.Unplaced) == 0 && worse(was[:2], plan.Value[:2]) {
						t.Fatalf("goal %d: %v from a plan of goal %d with %v", first, plan.Value, warm.Keys[0], was)
					}
					if worse(plan.Value, best.Value) {
						best = plan
					}
				}
				plans[g] = best
			}
		}
	})
}

// A task counts as moved when its start shifts by more than the threshold.
func TestMovedAfter(t *testing.T) {
	for threshold, want := range map[solver.Min]int64{0: 1, 99: 1, 100: 0} {
		p := jobShop([][][2]int32{{{0, 10}}})
		p.MovedAfter, p.Ops[0].Prev = threshold, solver.Place{Set: true, Start: 100}
		plan := solve(t, p, solver.Params{Goal: []solver.Key{solver.KeyMakespan, solver.KeyMoved}})
		if plan.Value[2] != want {
			t.Errorf("threshold %d: %d moved, want %d", threshold, plan.Value[2], want)
		}
	}
}
