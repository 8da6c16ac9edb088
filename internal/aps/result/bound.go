package result

import (
	"mouldworks/internal/aps/setting"
	"mouldworks/solver"
)

// EvaluationBound says how far a plan may be from the best one: what its goal comes to, and what no plan of the same data
// can beat.
type EvaluationBound struct {
	Goal  int      `json:"goal" doc:"1 tardiness weighted by priority, in hours; 2 mean time of a mould in the shop, in hours"`
	Value float64  `json:"value"`
	Bound float64  `json:"bound" doc:"no plan has less"`
	Gap   *float64 `json:"gap" doc:"part of 1 by which the value could fall at most; null when the bound is 0 and says nothing"`
}

const (
	goalOnTime = 1
	goalCycle  = 2
)

// bound holds the plan against its bound; nil where the goal has none or the plan is not of that problem any more.
func (out *Outcome) bound(set map[string]any) *EvaluationBound {
	plan, jobs := out.Plan, len(out.Loaded.Problem.Jobs)
	if !out.Bounded || len(plan.Unplaced) > 0 || jobs == 0 || len(plan.Keys) == 0 || len(plan.Bound) < 2 || len(plan.Value) < 2 {
		return nil
	}
	b := &EvaluationBound{Goal: int(setting.Number(set, "optimisationGoal")), Value: float64(plan.Value[1]) / 60, Bound: float64(plan.Bound[1]) / 60}
	switch {
	case b.Goal == goalOnTime && plan.Keys[0] == solver.KeyTardiness:
	case b.Goal == goalCycle && plan.Keys[0] == solver.KeyCycle:
		b.Value, b.Bound = b.Value/float64(jobs), b.Bound/float64(jobs)
	default:
		return nil
	}
	switch {
	case b.Value <= b.Bound:
		b.Bound, b.Gap = b.Value, new(float64)
	case b.Bound > 0:
		gap := (b.Value - b.Bound) / b.Value
		b.Gap = &gap
	}
	return b
}
