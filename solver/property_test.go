package solver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

var everyKey = []solver.Key{
	solver.KeyTardiness, solver.KeyMakespan, solver.KeyCycle, solver.KeyMoved, solver.KeyRegret, solver.KeyEnds,
	solver.KeyIdle, solver.KeyImbalance, solver.KeyChangeovers, solver.KeyChanges,
}

// Random moves and their undoing leave the state as if it were timed anew, and
// every plan on the way is valid.
func TestStateIsExact(t *testing.T) {
	fiveTimes(t, func(t *rapid.T) {
		p := targetShop(t)
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := s.Solve(context.Background(), solver.Params{Goal: everyKey}, nil)
		if err != nil {
			t.Fatal(err)
		}
		walked, err := solver.WalkAtRandom(s, plan, rapid.Uint64().Draw(t, "seed"), 60)
		if err != nil {
			t.Fatal(err)
		}
		if walked != nil {
			if bad := check.Plan(p, walked); len(bad) > 0 {
				t.Fatal(bad)
			}
		}
	})
}

// The search keeps every rule on shops with every feature, whatever the goal;
// one thread and two give the same bytes, and never a worse plan than the
// dispatcher's or a better one than the bound.
func TestSearchIsSafe(t *testing.T) {
	fiveTimes(t, func(t *rapid.T) {
		p := targetShop(t)
		goal := rapid.Permutation(everyKey).Draw(t, "goal")[:3]
		params := solver.Params{Seed: rapid.Uint64().Draw(t, "seed"), Iterations: int64(rapid.IntRange(1, 40).Draw(t, "n")), Goal: goal}
		first, err := solver.Solve(context.Background(), p, solver.Params{Goal: goal}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var text [2][]byte
		for i := range text {
			params.Workers = 1 + i
			plan, err := solver.Solve(context.Background(), p, params, nil)
			if err != nil {
				t.Fatal(err)
			}
			if bad := check.Plan(p, plan); len(bad) > 0 {
				t.Fatal(bad)
			}
			if text[i], err = json.Marshal(plan); err != nil {
				t.Fatal(err)
			}
			if worse(first.Value, plan.Value) || worse(plan.Value[:2], plan.Bound) {
				t.Fatalf("value %v, dispatcher %v, bound %v", plan.Value, first.Value, plan.Bound)
			}
		}
		if !bytes.Equal(text[0], text[1]) {
			t.Fatal("two threads give another plan than one")
		}
	})
}

// targetShop is a random shop with due dates of single operations.
func targetShop(t *rapid.T) *solver.Problem {
	p := randomShop(t, true)
	for range rapid.IntRange(0, 2).Draw(t, "targets") {
		p.Targets = append(p.Targets, solver.Target{
			Op:  int32(rapid.IntRange(0, len(p.Ops)-1).Draw(t, "target")),
			Due: int32(rapid.IntRange(0, 1500).Draw(t, "aim")), Weight: int32(rapid.IntRange(0, 50).Draw(t, "worth")),
		})
	}
	return p
}

func worse(a, b []int64) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// A warm start from an earlier plan is never worse than that plan, and a plan
// of another problem or of rubbish does no harm.
func TestWarmStart(t *testing.T) {
	p := largeShop(6, 4, 2)
	earlier := solve(t, p, solver.Params{Iterations: 200})
	again := solve(t, p, solver.Params{Iterations: 8, Warm: earlier, Seed: 99})
	if worse(earlier.Value, again.Value) {
		t.Errorf("%v from %v", again.Value, earlier.Value)
	}
	rubbish := earlier.Clone()
	for o := range rubbish.Mode {
		rubbish.Mode[o], rubbish.Start[o] = int32(o*7919%100_000)-50, int32(-o*31)
	}
	for _, warm := range []*solver.Plan{rubbish, {}} {
		solve(t, p, solver.Params{Iterations: 24, Warm: warm})
	}
}

// fiveTimes runs the property on 500 random cases with rapid's default of 100.
func fiveTimes(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	for range 5 {
		rapid.Check(t, property)
	}
}
