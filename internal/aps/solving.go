package aps

import (
	"context"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/solver"
	"mouldworks/solver/figures"
	"mouldworks/solver/instance"
)

// singleGoals are the goals that the engine pursues one at a time.
const singleGoals = 5

// solve plans the problem of an outcome under its settings and leaves plan and shop in it. A plan that is there when
// the context ends is kept; without any the context's error is returned.
func (out *outcome) solve(ctx context.Context, set map[string]any, params solver.Params, onImprove func(solver.Progress)) (err error) {
	params.Rule, params.Select, params.SameTolerance = out.loaded.Params.Rule, out.loaded.Params.Select, out.loaded.Params.SameTolerance
	params.Direction, params.Overtime, params.Goal = out.loaded.Params.Direction, out.loaded.Params.Overtime, out.loaded.Params.Goal
	if limit := setting.Number(set, "maxChangesInWindow"); limit >= 0 {
		err = out.solveWithin(ctx, set, params, int(limit), onImprove)
	} else {
		err = out.solveFree(ctx, set, params, onImprove)
	}
	if err == nil && out.plan != nil && setting.Number(set, "dynamicWorkSegmentation") == 1 {
		err = out.segment(ctx, set)
	}
	return err
}

// solveFree plans the problem as it stands.
func (out *outcome) solveFree(ctx context.Context, set map[string]any, params solver.Params, onImprove func(solver.Progress)) (err error) {
	problem := out.loaded.Problem
	if int(setting.Number(set, "optimisationGoal")) == model.GoalWeighted {
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
func (out *outcome) keepOvertime() {
	p, ops := out.shop.Problem, out.translation.File.Ops
	for i := range ops {
		r := out.plan.Resource[i]
		ops[i].Overtime = p.Ops[i].Overtime && r >= 0 && (p.Resources[r].Manned[0] != p.Resources[r].Manned[1] || p.Resources[r].Run[0] != p.Resources[r].Run[1])
	}
}

// replayOf tells how the engine alone makes the plan again from its file; nil where the plan is more than the engine's
// answer to one problem: the best of several goals, a limit of changes, operations cut into segments.
func replayOf(set map[string]any, params solver.Params) *instance.Replay {
	if int(setting.Number(set, "optimisationGoal")) == model.GoalWeighted || setting.Number(set, "maxChangesInWindow") >= 0 || setting.Number(set, "dynamicWorkSegmentation") == 1 {
		return nil
	}
	return &instance.Replay{Seed: params.Seed, Seconds: params.Seconds, Iterations: params.Pace.Made}
}

// weighted is goal 6: a portfolio. Every single goal is pursued for its share of the time, each from the best plan so
// far; the plan with the highest evaluation score wins, of equals the first.
func (out *outcome) weighted(ctx context.Context, set map[string]any, params solver.Params, onImprove func(solver.Progress)) error {
	problem, best := out.loaded.Problem, -1.0
	params.Seconds /= singleGoals
	if params.Warm != nil && !out.resumed { // a plan that is there is a candidate too; one of an earlier moment gives only its sequences
		shop, err := solver.Prepare(problem)
		if err != nil {
			return err
		}
		if score, err := out.scoreOf(ctx, set, shop, params.Warm); err == nil {
			out.shop, out.plan, best = shop, params.Warm, score
		}
	}
	for goal := 1; goal <= singleGoals; goal++ {
		keys, err := instance.GoalKeys(goal, params.Select)
		if err != nil {
			return err
		}
		if params.Goal = keys; out.plan != nil {
			params.Warm = out.plan
		}
		shop, plan, err := solver.Run(ctx, problem, params, func(p solver.Progress) {
			if onImprove != nil {
				p.Percent = (float64(goal-1)*100 + p.Percent) / singleGoals
				p.Bound = nil // each goal counts something else: what one has gained says nothing of the next
				onImprove(p)
			}
		})
		if err != nil {
			if out.plan != nil { // stopped on the way: what is there is valid
				return nil
			}
			return err
		}
		score, err := out.scoreOf(ctx, set, shop, plan)
		if err != nil && out.plan != nil {
			return nil
		}
		if out.plan == nil || score > best {
			out.shop, out.plan, best = shop, plan, score
		}
	}
	return nil
}

// scoreOf is the evaluation score of a plan, far below any other when it leaves out operations.
func (out *outcome) scoreOf(ctx context.Context, set map[string]any, shop *solver.Shop, plan *solver.Plan) (float64, error) {
	trial, loaded := *out, *out.loaded
	loaded.Problem = shop.Problem
	trial.shop, trial.plan, trial.loaded = shop, plan, &loaded
	f, err := trial.measure(ctx, set)
	score := 0.0
	if err == nil {
		score = figures.Score(f.Axes(), axisWeights(set))
	}
	if len(plan.Unplaced) > 0 {
		score -= 1000 * float64(len(plan.Unplaced)) // never at the cost of an operation
	}
	return score, err
}

func axisWeights(set map[string]any) (weights [figures.AxisCount]float64) {
	for i := range weights {
		weights[i] = setting.Number(set, setting.Axes[i].Weight)
	}
	return weights
}
