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

// WorkAndWait works the run that is next with a pause between the plan and its storing.
func (a *APS) WorkAndWait(ctx context.Context, pause func()) error {
	return a.workFrom(ctx, ctx, pause)
}

// WorkStopped works the run that is next when it was stopped, by its user or by another attempt, before it read the shop.
func (a *APS) WorkStopped(ctx context.Context, stale bool) error {
	cause := errCancelled
	if stale {
		cause = errStale
	}
	solving, stop := context.WithCancelCause(ctx)
	stop(cause)
	return a.workFrom(ctx, solving, func() {})
}

func (a *APS) workFrom(ctx, solving context.Context, pause func()) error {
	q, err := a.readQueue(ctx)
	if err != nil {
		return err
	}
	run, schedule, err := a.claim(ctx, q.order[0])
	if err != nil {
		return err
	}
	w := &worker{a: a, run: run, schedule: schedule, began: a.deps.Now()}
	out, err := w.plan(solving)
	pause()
	if end := w.keep(ctx, out, err); end != nil {
		return w.end(ctx, end.state, end.message, end.plan)
	}
	return nil
}

// ClaimedTwice tells of two nodes that have read the same queue which of them get the run that is next.
func (a *APS) ClaimedTwice(ctx context.Context) (first, second bool, err error) {
	q, err := a.readQueue(ctx)
	if err != nil {
		return false, false, err
	}
	one, _, err := a.claim(store.WithActor(ctx, actorOf(q.order[0])), q.order[0])
	if err != nil {
		return false, false, err
	}
	two, _, err := a.claim(store.WithActor(ctx, actorOf(q.order[0])), q.order[0])
	return one != nil, two != nil, err
}

// NeedOf says whether a run of the schedule would see something else than its newest one.
func (a *APS) NeedOf(ctx context.Context, tx store.Tx, id string) (Need, error) {
	in := &scheduleIDInput{}
	in.Body.ID = id
	return a.need(ctx, tx, in)
}

// BeginsAt is the start of a run.
func BeginsAt(start, now time.Time) time.Time { return beginsAt(start, now) }

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

// GoneOn plans a shop with some iterations, hands the plan over, and gives what one iteration makes of a shop from there and
// from nothing.
func GoneOn(ctx context.Context, shop, later *model.Shop, start, laterStart time.Time, set map[string]any, iterations int64) (first, resumed, anew *solver.Plan, of *solver.Problem, err error) {
	begin := func(shop *model.Shop, start time.Time) (*result.Outcome, error) {
		out := &result.Outcome{Start: start, Solution: solving.Solution{Translation: model.Translate(model.Request{Shop: shop, Start: start, Settings: setting.Layered(set)})}}
		var err error
		out.Loaded, err = out.Translation.File.Build()
		return out, err
	}
	out, err := begin(shop, start)
	if err == nil {
		err = out.Solve(ctx, setting.Layered(set), solver.Params{Seed: 1, Iterations: iterations}, nil)
	}
	if err != nil {
		return nil, nil, nil, nil, err
	}
	packed, err := packBest(out)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	next, err := begin(later, laterStart)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	params := solver.Params{Seed: 1, Iterations: 1}
	if err := takeBest(next, packed, &params); err != nil {
		return nil, nil, nil, nil, err
	}
	if err := next.Solve(ctx, setting.Layered(set), params, nil); err != nil {
		return nil, nil, nil, nil, err
	}
	fresh, err := begin(later, laterStart)
	if err == nil {
		err = fresh.Solve(ctx, setting.Layered(set), solver.Params{Seed: 1, Iterations: 1}, nil)
	}
	return out.Plan, next.Plan, fresh.Plan, next.Loaded.Problem, err
}

// Bar is the bar of a run after each of some reports of its search, from the beginning of the search to the check.
func Bar(reports ...solver.Progress) (at []float64) {
	w := &worker{}
	w.enter("solve")
	at = append(at, w.progress.Percent)
	for _, p := range reports {
		w.goes(p)
		at = append(at, w.progress.Percent)
	}
	w.enter("check")
	return append(at, w.progress.Percent)
}
