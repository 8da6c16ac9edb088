package solving

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

// Solve plans the problem of a solution under its settings and leaves plan and shop in it. A plan that is there when
// the context ends is kept; without any the context's error is returned.
func (out *Solution) Solve(ctx context.Context, set map[string]any, params solver.Params, onImprove func(solver.Progress)) (err error) {
	params.Rule, params.Select, params.SameTolerance = out.Loaded.Params.Rule, out.Loaded.Params.Select, out.Loaded.Params.SameTolerance
	params.Direction, params.Overtime, params.Goal = out.Loaded.Params.Direction, out.Loaded.Params.Overtime, out.Loaded.Params.Goal
	if limit := setting.Number(set, "maxChangesInWindow"); limit >= 0 {
		err = out.solveWithin(ctx, set, params, int(limit), onImprove)
	} else {
		err = out.SolveFree(ctx, set, params, onImprove)
	}
	if err == nil && out.Plan != nil && setting.Number(set, "dynamicWorkSegmentation") == 1 {
		err = out.Segment(ctx, set)
	}
	return err
}

// SolveFree plans the problem as it stands.
func (out *Solution) SolveFree(ctx context.Context, set map[string]any, params solver.Params, onImprove func(solver.Progress)) (err error) {
	problem := out.Loaded.Problem
	if int(setting.Number(set, "optimisationGoal")) == model.GoalWeighted {
		err = out.weighted(ctx, set, params, onImprove)
	} else {
		out.Shop, out.Plan, err = solver.Run(ctx, problem, params, onImprove)
	}
	if out.Shop != nil { // it says who works overtime
		out.Loaded.Problem = out.Shop.Problem
	}
	return err
}

// KeepOvertime writes into the snapshot which operations work overtime, so that the plan is timed like this when it is
// opened again. A replay decides anew: its choice of overtime looks at none of it. The engine may have closed the
// overtime of some resources; what is done there works none.
func (out *Solution) KeepOvertime() {
	p, ops := out.Shop.Problem, out.Translation.File.Ops
	for i := range ops {
		r := out.Plan.Resource[i]
		ops[i].Overtime = p.Ops[i].Overtime && r >= 0 && (p.Resources[r].Manned[0] != p.Resources[r].Manned[1] || p.Resources[r].Run[0] != p.Resources[r].Run[1])
	}
}

// ReplayOf tells how the engine alone makes the plan again from its file; nil where the plan is more than the engine's
// answer to one problem: the best of several goals, a limit of changes, operations cut into segments.
func ReplayOf(set map[string]any, params solver.Params) *instance.Replay {
	if int(setting.Number(set, "optimisationGoal")) == model.GoalWeighted || setting.Number(set, "maxChangesInWindow") >= 0 || setting.Number(set, "dynamicWorkSegmentation") == 1 {
		return nil
	}
	return &instance.Replay{Seed: params.Seed, Seconds: params.Seconds, Iterations: params.Pace.Made}
}

// weighted is goal 6: a portfolio. Every single goal is pursued for its share of the time, each from the best plan so
// far; the plan with the highest evaluation score wins, of equals the first.
func (out *Solution) weighted(ctx context.Context, set map[string]any, params solver.Params, onImprove func(solver.Progress)) error {
	problem, best := out.Loaded.Problem, -1.0
	params.Seconds /= singleGoals
	if params.Warm != nil && !out.Resumed { // a plan that is there is a candidate too; one of an earlier moment gives only its sequences
		shop, err := solver.Prepare(problem)
		if err != nil {
			return err
		}
		if score, err := out.ScoreOf(ctx, set, shop, params.Warm); err == nil {
			out.Shop, out.Plan, best = shop, params.Warm, score
		}
	}
	for goal := 1; goal <= singleGoals; goal++ {
		keys, err := instance.GoalKeys(goal, params.Select)
		if err != nil {
			return err
		}
		if params.Goal = keys; out.Plan != nil {
			params.Warm = out.Plan
		}
		shop, plan, err := solver.Run(ctx, problem, params, func(p solver.Progress) {
			if onImprove != nil {
				p.Percent = (float64(goal-1)*100 + p.Percent) / singleGoals
				p.Bound = nil // each goal counts something else: what one has gained says nothing of the next
				onImprove(p)
			}
		})
		if err != nil {
			if out.Plan != nil { // stopped on the way: what is there is valid
				return nil
			}
			return err
		}
		score, err := out.ScoreOf(ctx, set, shop, plan)
		if err != nil && out.Plan != nil {
			return nil
		}
		if out.Plan == nil || score > best {
			out.Shop, out.Plan, best = shop, plan, score
		}
	}
	return nil
}

// ScoreOf is the evaluation score of a plan, far below any other when it leaves out operations.
func (out *Solution) ScoreOf(ctx context.Context, set map[string]any, shop *solver.Shop, plan *solver.Plan) (float64, error) {
	trial, loaded := *out, *out.Loaded
	loaded.Problem = shop.Problem
	trial.Shop, trial.Plan, trial.Loaded = shop, plan, &loaded
	f, err := trial.Measure(ctx, set)
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
