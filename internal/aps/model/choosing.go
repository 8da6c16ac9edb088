package model

import (
	"math"

	"mouldworks/internal/aps/setting"
	"mouldworks/solver/instance"
)

// The values of setting 10 that need more of the adapter than their number.
const (
	selectCost = 5
	selectSame = 6
)

// cost prices every mode when setting 10 asks for the cheapest: its minutes at the rates of the machine and its group,
// in hundredths of the currency.
func (a *Adapter) cost(modes []instance.Mode) {
	if a.number("resourceSelectionRule") != selectCost {
		return
	}
	for i := range modes {
		rate := 0.0
		group := a.Groups[modes[i].On]
		if m := a.Machine[modes[i].On]; m != nil {
			rate, group = m.HourRate.Float(), a.Groups[m.GroupID]
		}
		if group != nil {
			rate += group.HourRate.Float()
		}
		modes[i].Cost = int64(math.Round(float64(modes[i].Setup+modes[i].Run) * rate * 100 / 60))
	}
}

// reuse is setting 11: what has not started stays where the plan in force has it, unless another resource ends earlier
// by more than the tolerance. It reports whether there was a resource to reuse.
func (a *Adapter) reuse(o *Operation, op *instance.Op) bool {
	at, known := a.InForce[o.ID]
	here := a.on(op, at.Resource)
	if a.number("reuseLastPlanResource") != 1 || !known || here < 0 {
		return false
	}
	if a.number("reuseTolerance") == setting.AlwaysKeep { // kept, but not fixed: its times may still move
		op.Modes = []instance.Mode{op.Modes[here]}
		return true
	}
	a.prefer(op, at.Resource, a.minutes("reuseTolerance"))
	return true
}

// prefer makes every resource but one have to end earlier by more than a tolerance.
func (a *Adapter) prefer(op *instance.Op, resource string, tolerance int32) {
	for i := range op.Modes {
		if op.Modes[i].On != resource {
			op.Modes[i].Reluctance += tolerance
		} else {
			op.Modes[i].Reluctance = 0
		}
	}
}

// stay is setting 10, same machine, for a part whose previous operation is finished: the engine knows only what is in
// the run.
func (a *Adapter) stay(o *Operation, op *instance.Op) {
	if a.number("resourceSelectionRule") != selectSame {
		return
	}
	r := a.routes
	at := r.at[o.ID]
	for _, l := range r.Before(at) {
		if x := r.Ops[l.Op]; r.of[l.Op] == r.of[at] && x.Status == OpFinished && a.on(op, x.OnMachine) >= 0 {
			a.prefer(op, x.OnMachine, a.minutes("sameMachineTolerance"))
			return
		}
	}
}
