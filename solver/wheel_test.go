package solver_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"mouldworks/internal/demo"
	"mouldworks/solver"
	"mouldworks/solver/check"
)

// mouldShop is a generated shop.
func mouldShop(t *testing.T, moulds int, seed uint64) *solver.Problem {
	t.Helper()
	zone := demo.Shanghai()
	s := demo.Generate(demo.Options{Moulds: moulds, Seed: seed, Start: time.Date(2026, 3, 2, 0, 0, 0, 0, zone), Zone: zone, Masters: true})
	loaded, err := s.Problem().Build()
	if err != nil {
		t.Fatal(err)
	}
	return loaded.Problem
}

// The wheel leaves less than three quarters of the tardiness of the best dispatch rule, before any annealing.
func TestWheelBeatsTheRules(t *testing.T) {
	for seed := uint64(1); seed <= 3; seed++ {
		p := mouldShop(t, 60, seed)
		best := int64(1 << 62)
		for rule := solver.RuleEDD; rule <= solver.RulePenetration; rule++ {
			best = min(best, solve(t, p, solver.Params{Rule: rule}).Value[1])
		}
		if got := solve(t, p, solver.Params{Seed: 1, Iterations: 17}).Value[1]; got > best*3/4 {
			t.Errorf("seed %d: %d, the best rule %d", seed, got, best)
		}
	}
}

// One thread and two give the same bytes through all phases, and locks stay where they are.
func TestPhasesAreTheSameOnEveryNumberOfThreads(t *testing.T) {
	p := mouldShop(t, 12, 3)
	var text [2][]byte
	for i := range text {
		plan := solve(t, p, solver.Params{Seed: 7, Iterations: 700, Workers: 1 + i})
		if bad := check.Plan(p, plan); len(bad) > 0 {
			t.Fatal(bad[0])
		}
		for o := range p.Ops {
			fix := &p.Ops[o].Fix
			if fix.Kind == solver.FixResource && plan.Resource[o] != fix.Resource ||
				fix.Timed() && (plan.Start[o] != fix.Start || plan.End[o] != fix.End) {
				t.Errorf("%s has left its lock", p.Ops[o].Name)
			}
		}
		var err error
		if text[i], err = json.Marshal(plan); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(text[0], text[1]) {
		t.Error("two threads give another plan than one")
	}
}
