package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/aps/solving"
	"mouldworks/solver"
	"mouldworks/solver/check"
)

// What an attempt makes: a plan that the independent checker has passed.

// plan makes the plan. A run that was cancelled before it had one ends so, whatever was done at that moment: reading the shop
// fails too when it is stopped.
func (w *worker) plan(ctx context.Context) (*result.Outcome, error) {
	out, err := w.build(ctx)
	var f solving.Failure
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errStale):
		return nil, errStale
	case errors.Is(cause, errCancelled) && err != nil && !errors.As(err, &f):
		return &result.Outcome{Cancelled: true}, nil
	}
	return out, err
}

// build reads the shop, solves it and holds the plan against the independent checker.
func (w *worker) build(ctx context.Context) (*result.Outcome, error) {
	w.enter("snapshot")
	out, err := w.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	w.enter("solve")
	if out.Loaded, err = out.Translation.File.Build(); err != nil {
		return nil, solving.Failure{Code: "problem", Detail: err.Error()}
	}
	params := solver.Params{Seed: uint64(setting.Number(w.run.Settings, "seed")), Seconds: setting.Number(w.run.Settings, "timeLimitSeconds"), Workers: w.runner.deps.Workers, Pace: &solver.Pace{}}
	whole, unseen := params.Seconds, out.LateUnseen()
	if err := w.goOn(ctx, out, &params); err != nil {
		return nil, err
	}
	w.searched = w.runner.deps.Now()
	err = out.Solve(ctx, w.run.Settings, params, func(p solver.Progress) {
		if whole > 0 { // of the whole limit, not of what is left
			p.Percent = 100 - (100-p.Percent)*min(1, params.Seconds/whole)
		}
		p.Late += unseen
		w.goes(p)
	})
	cause := context.Cause(ctx)
	var unsound *solver.ProblemError
	switch {
	case errors.Is(cause, errCancelled):
		out.Cancelled = true
		if out.Plan == nil {
			return out, nil
		}
	case ctx.Err() != nil: // the node stops; the next one goes on from the plan
		return out, ctx.Err()
	case errors.As(err, &unsound):
		return nil, solving.Failure{Code: "problem", Detail: err.Error()}
	case err != nil:
		return nil, err
	}
	out.Cancelled = out.Cancelled || w.finishes()
	out.KeepOvertime()
	if !out.Resumed { // the engine alone would not begin from that plan
		out.Translation.File.Replay = solving.ReplayOf(w.run.Settings, params)
	}
	if out.Snapshot, err = json.Marshal(out.Translation.File); err != nil { // the hash stays that of what was read
		return nil, err
	}
	out.Bounded = !out.Segmented
	w.enter("check")
	if broken := check.Plan(out.Loaded.Problem, out.Plan); len(broken) > 0 {
		return nil, solving.Failure{Code: "check", Detail: w.taskName(out, broken[0])}
	}
	w.enter("store")
	return out, nil
}

func (w *worker) taskName(out *result.Outcome, v check.Violation) string {
	if v.Op >= 0 && int(v.Op) < len(out.Translation.Tasks) {
		t := out.Translation.Tasks[v.Op]
		return fmt.Sprintf("%s: %s %s", t.Title(), v.Kind, v.Detail)
	}
	return v.String()
}
