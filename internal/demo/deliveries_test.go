package demo_test

import (
	"testing"

	"mouldworks/solver"
)

// The bound of the tardiness is what an empty shop cannot avoid: nothing, for every delivery can be kept alone.
func TestEveryDeliveryCanBeKeptInAnEmptyShop(t *testing.T) {
	for _, c := range []struct {
		moulds  int
		seeds   uint64
		masters bool
	}{{5, 4, true}, {20, 2, false}, {60, 4, true}, {600, 1, true}} {
		for seed := uint64(1); seed <= c.seeds; seed++ {
			loaded, err := shop(c.moulds, seed, c.masters).Problem().Build()
			if err != nil {
				t.Fatal(err)
			}
			prepared, err := solver.Prepare(loaded.Problem)
			if err != nil {
				t.Fatal(err)
			}
			if bound := prepared.Bound(solver.KeyTardiness); bound[0] != 0 || bound[1] != 0 {
				t.Errorf("%d moulds, seed %d: %d unplaced, %d late alone in the shop", c.moulds, seed, bound[0], bound[1])
			}
		}
	}
}

// Moulds wait for each other: the rules leave some late, though most are in time under the best of them.
func TestRulesLeaveSomeMouldsLate(t *testing.T) {
	for seed := uint64(1); seed <= 4; seed++ {
		loaded, err := shop(60, seed, true).Problem().Build()
		if err != nil {
			t.Fatal(err)
		}
		prepared, err := solver.Prepare(loaded.Problem)
		if err != nil {
			t.Fatal(err)
		}
		least := len(loaded.Problem.Jobs)
		for rule := solver.RuleEDD; rule <= solver.RulePenetration; rule++ {
			params := loaded.Params
			params.Rule = rule
			plan, err := prepared.Solve(t.Context(), params, nil)
			if err != nil {
				t.Fatal(err)
			}
			least = min(least, prepared.Late(plan))
		}
		if least == 0 || least > 15 {
			t.Errorf("seed %d: the best rule leaves %d moulds late", seed, least)
		}
	}
}
