package aps

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/aps/solving"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// WordsOfTasks are the reasons and conflicts that stand alone in cells, in a language.
func WordsOfTasks(lang string) (words []string) {
	for _, t := range slices.Concat(result.Reasons, result.Conflicts) {
		words = append(words, t.In(lang))
	}
	return words
}

// Translate lets tests look at the problem that a shop becomes.
func Translate(shop *model.Shop, start time.Time) *instance.File {
	return TranslateWith(shop, start, map[string]any{"defaultFlowTime": 0.0, "electrodePreProcessTime": 0.0})
}

// TranslateWith is Translate under settings.
func TranslateWith(shop *model.Shop, start time.Time, set map[string]any) *instance.File {
	return model.Translate(model.Request{Shop: shop, Start: start, Settings: setting.Layered(set)}).File
}

// Standing is where the plan in force has a task.
type Standing struct {
	Resource   string
	Start, End time.Time
}

// TranslateAfter is TranslateWith while a plan is in force.
func TranslateAfter(shop *model.Shop, start time.Time, set map[string]any, inForce map[string]Standing) *instance.File {
	at := map[string]model.Place{}
	for id, p := range inForce {
		at[id] = model.Place{Resource: p.Resource, Start: p.Start, End: p.End}
	}
	return model.Translate(model.Request{Shop: shop, Start: start, Settings: setting.Layered(set), InForce: at}).File
}

// Evaluate plans a shop with its dispatch rule and measures the plan.
func Evaluate(ctx context.Context, shop *model.Shop, start time.Time, set map[string]any, inForce map[string]Standing) (*result.Evaluation, error) {
	at := map[string]model.Place{}
	for id, p := range inForce {
		at[id] = model.Place{Resource: p.Resource, Start: p.Start, End: p.End}
	}
	out := &result.Outcome{Start: start, Solution: solving.Solution{Translation: model.Translate(model.Request{Shop: shop, Start: start, Settings: setting.Layered(set), InForce: at})}}
	var err error
	if out.Loaded, err = out.Translation.File.Build(); err != nil {
		return nil, err
	}
	if err = out.Solve(ctx, setting.Layered(set), solver.Params{}, nil); err != nil {
		return nil, err
	}
	e, err := result.Evaluate(ctx, out, setting.Layered(set), out.Tasks(""))
	if err == nil {
		e.Weigh(setting.Layered(set))
	}
	return e, err
}

// Barred are the reasons why operations have no resource.
func Barred(shop *model.Shop, start time.Time, set map[string]any) (reasons []solver.ReasonCode) {
	for _, op := range model.Translate(model.Request{Shop: shop, Start: start, Settings: setting.Layered(set)}).File.Ops {
		reason, _ := solver.ReasonOf(op.Barred)
		reasons = append(reasons, reason)
	}
	return reasons
}

// Planned is a shop planned under settings with the dispatch rule, or with some iterations of the search.
func Planned(ctx context.Context, shop *model.Shop, start time.Time, set map[string]any, inForce map[string]Standing, iterations int64) (*instance.File, *instance.Loaded, *solver.Plan, error) {
	at := map[string]model.Place{}
	for id, p := range inForce {
		at[id] = model.Place{Resource: p.Resource, Start: p.Start, End: p.End}
	}
	out := &result.Outcome{Start: start, Solution: solving.Solution{Translation: model.Translate(model.Request{Shop: shop, Start: start, Settings: setting.Layered(set), InForce: at})}}
	var err error
	if out.Loaded, err = out.Translation.File.Build(); err != nil {
		return nil, nil, nil, err
	}
	err = out.Solve(ctx, setting.Layered(set), solver.Params{Seed: 1, Iterations: iterations}, nil)
	return out.Translation.File, out.Loaded, out.Plan, err
}

// CutWhenStopped cuts the plan of a shop when the run was stopped after it was made.
func CutWhenStopped(ctx context.Context, shop *model.Shop, start time.Time, set map[string]any) (*solver.Plan, error) {
	out := &result.Outcome{Start: start, Solution: solving.Solution{Translation: model.Translate(model.Request{Shop: shop, Start: start, Settings: setting.Layered(set)})}}
	var err error
	if out.Loaded, err = out.Translation.File.Build(); err != nil {
		return nil, err
	}
	if err = out.SolveFree(ctx, setting.Layered(set), solver.Params{}, nil); err != nil {
		return nil, err
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	err = out.Segment(stopped, setting.Layered(set))
	return out.Plan, err
}

// NeedOf says whether a run of the schedule would see something else than its newest one.
func (a *APS) NeedOf(ctx context.Context, tx store.Tx, id string) (Need, error) {
	in := &scheduleIDInput{}
	in.Body.ID = id
	return a.need(ctx, tx, in)
}

// CopyOf is the form of a copy of a schedule.
func (a *APS) CopyOf(ctx context.Context, tx store.Tx, id string) (ConfigView, error) {
	in := &scheduleConfigInput{}
	in.Body.ID, in.Body.Copy = id, true
	return a.configQuery(ctx, tx, in)
}

// BaseOf is what the form of a schedule offers.
func (a *APS) BaseOf(ctx context.Context, tx store.Tx, id string) (Base, error) {
	in := &scheduleOptionalIDInput{}
	in.Body.ID = id
	return a.base(ctx, tx, in)
}

// ScoreFrom plans a shop for a goal from another plan, nil for none, and gives the plan and its evaluation score.
func ScoreFrom(ctx context.Context, shop *model.Shop, start time.Time, set map[string]any, iterations int64, warm *solver.Plan) (*solver.Plan, float64, error) {
	out := &result.Outcome{Start: start, Solution: solving.Solution{Translation: model.Translate(model.Request{Shop: shop, Start: start, Settings: setting.Layered(set)})}}
	var err error
	if out.Loaded, err = out.Translation.File.Build(); err != nil {
		return nil, 0, err
	}
	if err = out.Solve(ctx, setting.Layered(set), solver.Params{Seed: 1, Iterations: iterations, Warm: warm}, nil); err != nil {
		return nil, 0, err
	}
	score, err := out.ScoreOf(ctx, setting.Layered(set), out.Shop, out.Plan)
	return out.Plan, score, err
}

// StandingOf is how the bars of a schedule's plan stand.
func (a *APS) StandingOf(ctx context.Context, tx store.Tx, id string) (*GanttStanding, error) {
	return a.ganttStandingOf(ctx, tx, &planPath{ScheduleID: id})
}
