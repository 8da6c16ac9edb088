package solver

import (
	"context"
	"math"
	"sync/atomic"
	"time"
)

// Solve checks p, builds the reference plan and, while time or iterations
// remain, improves it. The returned plan is always complete: every operation
// is placed or listed, never worse than the reference plan but for what a
// direction puts off in the end. When ctx is
// cancelled the best plan so far is returned, ctx.Err() only without any.
// onImprove may be nil; it is called from one goroutine at a time. Errors in p
// and in params are *ProblemError.
func Solve(ctx context.Context, p *Problem, params Params, onImprove func(Progress)) (*Plan, error) {
	s, err := Prepare(p)
	if err != nil {
		return nil, err
	}
	return s.Solve(ctx, params, onImprove)
}

// Solve is the function Solve on a prepared problem.
func (s *Shop) Solve(ctx context.Context, params Params, onImprove func(Progress)) (*Plan, error) {
	if err := params.check(); err != nil {
		return nil, err
	}
	if err := params.Pace.begin(&params); err != nil {
		return nil, err
	}
	plan, err := s.solve(ctx, params, onImprove)
	params.Pace.end(plan)
	return plan, err
}

func (s *Shop) solve(ctx context.Context, params Params, onImprove func(Progress)) (*Plan, error) {
	began := time.Now()
	keys := params.Goal
	if len(keys) == 0 {
		keys = s.DefaultGoal()
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}

	d := newDispatcher(s, &stop)
	d.rule = params.rule()
	d.prefer = newPreference(s, params)
	s.urgencies(d.rule, d.quickest, d.prio)
	best := d.dispatch()
	if best == nil {
		return nil, ctx.Err()
	}
	best.Keys, best.Value = keys, s.Evaluate(best, keys)
	bound := s.Bound(keys[0])
	best.Bound = bound
	report := func(phase string, done, moves int64) {
		if onImprove == nil {
			return
		}
		elapsed := time.Since(began).Seconds()
		onImprove(Progress{
			Phase: phase, Percent: params.percent(elapsed, done), Value: best.Value, Bound: bound,
			Late: s.Late(best), Seconds: elapsed, Iterations: done, Moves: moves,
		})
	}
	report("dispatch", 0, 0)
	if params.Iterations == 0 && params.Seconds == 0 {
		return d.justify(best, params.Direction), nil
	}
	if params.Seconds > 0 {
		left := time.Duration(params.Seconds*float64(time.Second)) - time.Since(began)
		timer := time.AfterFunc(max(0, left), func() { stop.Store(true) })
		defer timer.Stop()
	}
	search := newSearch(s, params, keys, d, best)
	done := search.run(&stop, func(n int64) {
		best = search.best
		report("improve", n, search.moves())
	})
	best = search.best
	report("improve", done, search.moves())
	best.Iterations, best.Bound = done, bound
	return d.justify(best, params.Direction), nil
}

func (p *Params) check() error {
	switch {
	case p.Iterations < 0:
		return fail(ErrParams, "iterations", "%d", p.Iterations)
	case p.Seconds < 0 || math.IsNaN(p.Seconds) || p.Seconds > 1e6:
		return fail(ErrParams, "seconds", "%v", p.Seconds)
	case p.Workers < 0:
		return fail(ErrParams, "workers", "%d", p.Workers)
	case p.Rule > RulePenetration:
		return fail(ErrParams, "rule", "%d", p.Rule)
	case p.Select > SelectSame:
		return fail(ErrParams, "select", "%d is not available", p.Select)
	case p.SameTolerance < 0:
		return fail(ErrParams, "same tolerance", "%d", p.SameTolerance)
	case p.Direction > Drum:
		return fail(ErrParams, "direction", "%d is not available", p.Direction)
	}
	for _, k := range p.Goal {
		if k == 0 || k > KeyChangeovers {
			return fail(ErrParams, "goal", "key %d", k)
		}
	}
	return nil
}

func (p *Params) rule() Rule {
	if p.Rule == 0 {
		return RulePriority
	}
	return p.Rule
}

func (p *Params) percent(elapsed float64, done int64) float64 {
	share := 0.0
	if p.Seconds > 0 {
		share = elapsed / p.Seconds
	}
	if p.Iterations > 0 {
		share = max(share, float64(done)/float64(p.Iterations))
	}
	if p.Seconds == 0 && p.Iterations == 0 {
		share = 1
	}
	return 100 * min(1, share)
}
