package solver_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
)

// No plan, whatever made it, hands an operation or a job over before the moment that it would have with every resource free of
// the work of others; and in some shops a plan reaches that moment.
func TestNoPlanBeatsTheLeastEnds(t *testing.T) {
	reached := 0
	fiveTimes(t, func(t *rapid.T) {
		p := randomShop(t, true)
		shop, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		ends, handed := shop.LeastEnds(), shop.LeastHanded()
		for _, params := range []solver.Params{
			{Rule: solver.RuleSPT},
			{Rule: solver.RuleSlack, Direction: solver.Backward},
			{Seed: rapid.Uint64().Draw(t, "seed"), Iterations: 6, Goal: []solver.Key{solver.Key(rapid.IntRange(1, 6).Draw(t, "goal"))}},
		} {
			plan, err := shop.Solve(context.Background(), params, nil)
			if err != nil {
				t.Fatal(err)
			}
			for o := range p.Ops {
				if plan.Resource[o] >= 0 && shop.Handed(plan, int32(o)) < handed[o] {
					t.Fatalf("%+v hands %s over at %d, its bound is %d", params, p.Ops[o].Name, shop.Handed(plan, int32(o)), handed[o])
				}
			}
			for j, end := range shop.JobEnds(plan) {
				complete := true
				for _, u := range plan.Unplaced {
					complete = complete && p.Ops[u.Op].Job != int32(j)
				}
				if complete && end < ends[j] {
					t.Fatalf("%+v ends %s at %d, its bound is %d", params, p.Jobs[j].Name, end, ends[j])
				}
				if end == ends[j] {
					reached++
				}
			}
		}
	})
	if reached < 100 {
		t.Errorf("only %d ends reach their bound", reached)
	}
}
