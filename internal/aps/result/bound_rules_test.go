package result

import (
	"testing"

	"mouldworks/internal/aps/solving"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// A plan is held against its bound in hours, of its goal's first key alone; a plan that is not of that problem any more is not.
func TestHowFarAPlanIsFromItsBound(t *testing.T) {
	gap := func(g float64) *float64 { return &g }
	good := func() *Outcome {
		return &Outcome{
			Bounded: true, Solution: solving.Solution{
				Loaded: &instance.Loaded{Problem: &solver.Problem{Jobs: make([]solver.Job, 4)}},
				Plan:   &solver.Plan{Keys: []solver.Key{solver.KeyTardiness}, Value: []int64{0, 1200}, Bound: []int64{0, 300}},
			},
		}
	}
	for _, c := range []struct {
		what   string
		goal   float64
		change func(out *Outcome)
		want   *EvaluationBound
	}{
		{"tardiness", 1, func(*Outcome) {}, &EvaluationBound{Goal: 1, Value: 20, Bound: 5, Gap: gap(0.75)}},
		{"a cycle, of each mould", 2, func(o *Outcome) { o.Plan.Keys[0] = solver.KeyCycle }, &EvaluationBound{Goal: 2, Value: 5, Bound: 1.25, Gap: gap(0.75)}},
		{"a bound of nothing", 1, func(o *Outcome) { o.Plan.Bound[1] = 0 }, &EvaluationBound{Goal: 1, Value: 20}},
		{"the best plan", 1, func(o *Outcome) { o.Plan.Bound[1] = 1200 }, &EvaluationBound{Goal: 1, Value: 20, Bound: 20, Gap: gap(0)}},
		{"a bound above it", 1, func(o *Outcome) { o.Plan.Bound[1] = 1260 }, &EvaluationBound{Goal: 1, Value: 20, Bound: 20, Gap: gap(0)}},
		{"nothing late", 1, func(o *Outcome) { o.Plan.Value[1], o.Plan.Bound[1] = 0, 0 }, &EvaluationBound{Goal: 1, Gap: gap(0)}},
		{"another goal", 3, func(*Outcome) {}, nil},
		{"another key", 1, func(o *Outcome) { o.Plan.Keys[0] = solver.KeyCycle }, nil},
		{"a cycle by another key", 2, func(*Outcome) {}, nil},
		{"cut since", 1, func(o *Outcome) { o.Bounded = false }, nil},
		{"a task without a place", 1, func(o *Outcome) { o.Plan.Unplaced = make([]solver.Reason, 1) }, nil},
		{"no mould", 1, func(o *Outcome) { o.Loaded.Problem.Jobs = nil }, nil},
		{"no key", 1, func(o *Outcome) { o.Plan.Keys = nil }, nil},
		{"no bound", 1, func(o *Outcome) { o.Plan.Bound = nil }, nil},
		{"a bound of one", 1, func(o *Outcome) { o.Plan.Bound = o.Plan.Bound[:1] }, nil},
		{"a value of one", 1, func(o *Outcome) { o.Plan.Value = o.Plan.Value[:1] }, nil},
	} {
		out := good()
		c.change(out)
		got := out.bound(map[string]any{"optimisationGoal": c.goal})
		if (got == nil) != (c.want == nil) {
			t.Errorf("%s: %+v", c.what, got)
			continue
		}
		if got == nil {
			continue
		}
		if (got.Gap == nil) != (c.want.Gap == nil) || got.Gap != nil && *got.Gap != *c.want.Gap {
			t.Errorf("%s: the gap %v", c.what, got.Gap)
		}
		if got.Goal != c.want.Goal || got.Value != c.want.Value || got.Bound != c.want.Bound {
			t.Errorf("%s: %+v", c.what, *got)
		}
	}
}
