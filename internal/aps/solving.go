package aps

import (
	"context"
	"encoding/json"
	"slices"

	"mouldworks/solver"
	"mouldworks/solver/figures"
	"mouldworks/solver/instance"
)

// goal is setting 4 as the engine knows it. The weighted goal is not the engine's: see weighted.
func (a *adapter) goal() int {
	if goal := int(a.number("optimisationGoal")); goal != goalWeighted {
		return goal
	}
	return 1
}

// singleGoals are the goals that the engine pursues one at a time.
const singleGoals = 5

// solve plans the problem of an outcome under its settings and leaves plan and shop in it. A plan that is there when
// the context ends is kept; without any the context's error is returned.
func (out *outcome) solve(ctx context.Context, set map[string]any, params solver.Params, onImprove func(solver.Progress)) (err error) {
	params.Rule, params.Select, params.SameTolerance = out.loaded.Params.Rule, out.loaded.Params.Select, out.loaded.Params.SameTolerance
	params.Direction, params.Overtime, params.Goal = out.loaded.Params.Direction, out.loaded.Params.Overtime, out.loaded.Params.Goal
	if len(params.Goal) == 0 {
		params.Goal = onTime()
	}
	params.Goal = withChanges(params)
	if limit := number(set, "maxChangesInWindow"); limit >= 0 {
		err = out.solveWithin(ctx, set, params, int(limit), onImprove)
	} else {
		err = out.solveFree(ctx, set, params, onImprove)
	}
	if err == nil && out.plan != nil && number(set, "dynamicWorkSegmentation") == 1 {
		err = out.segment(ctx, set)
	}
	return err
}

// solveFree plans the problem as it stands.
func (out *outcome) solveFree(ctx context.Context, set map[string]any, params solver.Params, onImprove func(solver.Progress)) (err error) {
	problem := out.loaded.Problem
	if int(number(set, "optimisationGoal")) == goalWeighted {
		err = out.weighted(ctx, set, params, onImprove)
	} else {
		out.shop, out.plan, err = solver.Run(ctx, problem, params, onImprove)
	}
	if out.shop != nil { // it says who works overtime
		out.loaded.Problem = out.shop.Problem
	}
	return err
}

// keepOvertime writes into the snapshot which operations work overtime, so that the plan is timed like this when it is
// opened again. A replay decides anew: its choice of overtime looks at none of it. The engine may have closed the
// overtime of some resources; what is done there works none.
func (out *outcome) keepOvertime() (err error) {
	p, ops := out.shop.Problem, out.translation.file.Ops
	any := false
	for i := range ops {
		r := out.plan.Resource[i]
		ops[i].Overtime = p.Ops[i].Overtime && r >= 0 && (p.Resources[r].Manned[0] != p.Resources[r].Manned[1] || p.Resources[r].Run[0] != p.Resources[r].Run[1])
		any = any || ops[i].Overtime
	}
	if any {
		out.snapshot, err = json.Marshal(out.translation.file)
	}
	return err
}

// weighted is goal 6: a portfolio. Every single goal is pursued for its share of the time, each from the best plan so
// far; the plan with the highest evaluation score wins, of equals the first.
func (out *outcome) weighted(ctx context.Context, set map[string]any, params solver.Params, onImprove func(solver.Progress)) error {
	problem, best := out.loaded.Problem, -1.0
	params.Seconds /= singleGoals
	for goal := 1; goal <= singleGoals; goal++ {
		keys, err := instance.GoalKeys(goal)
		if err != nil {
			return err
		}
		if keys == nil {
			keys = onTime()
		}
		params.Goal = keys
		if params.Goal = withChanges(params); out.plan != nil {
			params.Warm = out.plan
		}
		shop, plan, err := solver.Run(ctx, problem, params, func(p solver.Progress) {
			if onImprove != nil {
				p.Percent = (float64(goal-1)*100 + p.Percent) / singleGoals
				onImprove(p)
			}
		})
		if err != nil {
			if out.plan != nil { // stopped on the way: what is there is valid
				return nil
			}
			return err
		}
		trial := *out
		trial.shop, trial.plan = shop, plan
		loaded := *out.loaded
		loaded.Problem = shop.Problem
		trial.loaded = &loaded
		f, err := trial.measure(ctx, set)
		if err != nil && out.plan != nil {
			return nil
		}
		score := 0.0
		if err == nil {
			score = figures.Score(f.Axes(), axisWeights(set))
		}
		if len(plan.Unplaced) > 0 {
			score -= 1000 * float64(len(plan.Unplaced)) // never at the cost of an operation
		}
		if out.plan == nil || score > best {
			out.shop, out.plan, best = shop, plan, score
		}
	}
	return nil
}

// onTime is the objective of goal 1.
func onTime() []solver.Key {
	return []solver.Key{solver.KeyTardiness, solver.KeyMoved, solver.KeyRegret, solver.KeyEnds}
}

// withChanges lets the search mind what selection rule 6 minds: changes of the machine, before all other regret.
func withChanges(params solver.Params) []solver.Key {
	at := slices.Index(params.Goal, solver.KeyRegret)
	if params.Select != solver.SelectSame || at < 0 {
		return params.Goal
	}
	return slices.Insert(slices.Clone(params.Goal), at, solver.KeyChanges)
}

func axisWeights(set map[string]any) (weights [figures.AxisCount]float64) {
	for i := range weights {
		weights[i] = number(set, axes[i].weight)
	}
	return weights
}
