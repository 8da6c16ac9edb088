package aps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/instance"
)

// What an attempt makes: a plan that the independent checker has passed.

// outcome is a checked plan with everything needed to store it.
type outcome struct {
	translation *model.Translation
	loaded      *instance.Loaded
	shop        *solver.Shop
	plan        *solver.Plan
	snapshot    []byte
	seen        *fingerprint
	hash        string
	start       time.Time
	at          time.Time // of the snapshot
	carried     []planTask
	before      []solver.Place // where the plan in force has each operation of a plan kept by hand; nil as the problem says
	cancelled   bool
	segmented   bool // by setting 2
	hints       []model.DataHint
	hintCounts  []model.HintCount
	earlier     []UnplannedMould // of the plan that this one follows
	bounded     bool             // what the plan is worth can be held against its bound
	resumed     bool             // the search began from the plan of another node
}

// failure is a run that cannot end well, with words for the user.
type failure struct{ code, detail string }

func (f failure) Error() string { return f.code + ": " + f.detail }

// plan makes the plan. A run that was cancelled before it had one ends so, whatever was done at that moment: reading the shop
// fails too when it is stopped.
func (w *worker) plan(ctx context.Context) (*outcome, error) {
	out, err := w.build(ctx)
	var f failure
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errStale):
		return nil, errStale
	case errors.Is(cause, errCancelled) && err != nil && !errors.As(err, &f):
		return &outcome{cancelled: true}, nil
	}
	return out, err
}

// build reads the shop, solves it and holds the plan against the independent checker.
func (w *worker) build(ctx context.Context) (*outcome, error) {
	w.enter("snapshot")
	out, err := w.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	w.enter("solve")
	if out.loaded, err = out.translation.File.Build(); err != nil {
		return nil, failure{"problem", err.Error()}
	}
	params := solver.Params{Seed: uint64(setting.Number(w.run.Settings, "seed")), Seconds: setting.Number(w.run.Settings, "timeLimitSeconds"), Workers: w.a.deps.Workers, Pace: &solver.Pace{}}
	whole, unseen := params.Seconds, out.lateUnseen()
	if err := w.goOn(ctx, out, &params); err != nil {
		return nil, err
	}
	w.searched = w.a.deps.Now()
	err = out.solve(ctx, w.run.Settings, params, func(p solver.Progress) {
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
		out.cancelled = true
		if out.plan == nil {
			return out, nil
		}
	case ctx.Err() != nil: // the node stops; the next one goes on from the plan
		return out, ctx.Err()
	case errors.As(err, &unsound):
		return nil, failure{"problem", err.Error()}
	case err != nil:
		return nil, err
	}
	out.cancelled = out.cancelled || w.finishes()
	out.keepOvertime()
	if !out.resumed { // the engine alone would not begin from that plan
		out.translation.File.Replay = replayOf(w.run.Settings, params)
	}
	if out.snapshot, err = json.Marshal(out.translation.File); err != nil { // the hash stays that of what was read
		return nil, err
	}
	out.bounded = !out.segmented
	w.enter("check")
	if broken := check.Plan(out.loaded.Problem, out.plan); len(broken) > 0 {
		return nil, failure{"check", w.taskName(out, broken[0])}
	}
	w.enter("store")
	return out, nil
}

func (w *worker) taskName(out *outcome, v check.Violation) string {
	if v.Op >= 0 && int(v.Op) < len(out.translation.Tasks) {
		t := out.translation.Tasks[v.Op]
		return fmt.Sprintf("%s: %s %s", t.Title(), v.Kind, v.Detail)
	}
	return v.String()
}
