package solver

import (
	"cmp"
	"context"
	"slices"
)

// mostRounds bounds how often the jobs that may work overtime grow.
const mostRounds = 4

// mostTimings bounds how many operations are timed anew while overtime is
// taken back, in all trials together: about a second of work.
const mostTimings = 500_000

// Run is Solve for a choice of overtime as well: it plans without any first
// and then, from the best plan so far, with what the choice opens. The plan
// belongs to the problem of the shop that it returns, which says per operation
// whether it works overtime. A larger choice is never worse in unplaced
// operations and the first key than the smaller ones it has tried: none before
// every other, and without a time limit the late jobs and the bottlenecks
// before all.
func Run(ctx context.Context, p *Problem, params Params, onImprove func(Progress)) (*Shop, *Plan, error) {
	if params.Overtime == 0 {
		s, err := Prepare(p)
		if err != nil {
			return nil, nil, err
		}
		plan, err := s.Solve(ctx, params, onImprove)
		return s, plan, err
	}
	if params.Overtime > OvertimeLate {
		return nil, nil, fail(ErrParams, "overtime", "%d", params.Overtime)
	}
	r := &regime{ctx: ctx, problem: p, params: params, onImprove: onImprove}
	best, err := r.run(params.Overtime)
	if err != nil {
		return nil, nil, err
	}
	plan := newDispatcher(best.shop, nil).justify(best.plan, params.Direction)
	plan.Bound = best.shop.Bound(plan.Keys[0])
	return best.shop, plan, nil
}

// regime plans one problem with more and more overtime.
type regime struct {
	ctx       context.Context
	problem   *Problem
	params    Params
	onImprove func(Progress)
	spent     float64 // part of the time limit
	moves     int64
}

// planned is a plan with the shop that it belongs to.
type planned struct {
	shop *Shop
	plan *Plan
	open []bool // operations with overtime
}

func (r *regime) run(choice Overtime) (*planned, error) {
	n := len(r.problem.Ops)
	none, err := r.solve(r.problem.withOvertime(make([]bool, n), false), 0.4, nil)
	if err != nil {
		return nil, err
	}
	switch {
	case choice == OvertimeLate:
		return r.late(none), nil
	case choice == OvertimeBottleneck:
		return r.add(none, r.problem.withOvertime(all(n), true), 0.6), nil
	case r.params.Seconds > 0:
		return r.add(none, r.problem.withOvertime(all(n), false), 0.6), nil
	}
	best := none
	for _, x := range []*planned{r.late(none), r.add(none, r.problem.withOvertime(all(n), true), 0)} {
		if less(x.plan.Value[:2], best.plan.Value[:2]) {
			best = x
		}
	}
	return r.add(best, r.problem.withOvertime(all(n), false), 0.6), nil
}

// add plans p, on which every operation is at least as free as in before, and
// takes the sequences of before where they are better.
func (r *regime) add(before *planned, p *Problem, share float64) *planned {
	x, err := r.solve(p, share, before)
	// Stopped, or a set-up that may pause on the smaller calendar alone.
	if err != nil || less(before.plan.Value[:2], x.plan.Value[:2]) {
		return before
	}
	return x
}

// late opens overtime to the late jobs, in rounds: who is late then joins them.
func (r *regime) late(none *planned) *planned {
	best := none
	lucky := make([]bool, len(r.problem.Jobs))
	now := none.shop.lateJobs(none.plan)
	for range mostRounds {
		grown := false
		for j := range lucky {
			grown = grown || (now[j] && !lucky[j])
			lucky[j] = lucky[j] || now[j]
		}
		if !grown {
			break
		}
		open := make([]bool, len(r.problem.Ops))
		for o := range open {
			op := &r.problem.Ops[o]
			open[o] = op.Job >= 0 && lucky[op.Job] && !op.Fix.Timed()
		}
		x, err := r.solve(r.problem.withOvertime(open, false), 0.6/mostRounds, best)
		if err != nil {
			break
		}
		if less(x.plan.Value, best.plan.Value) {
			best = x
		}
		now = x.shop.lateJobs(x.plan)
	}
	return r.takeBack(best)
}

// solve plans p in a share of the time; warm is a plan whose sequences are
// tried too.
func (r *regime) solve(p *Problem, share float64, warm *planned) (*planned, error) {
	s, err := Prepare(p)
	if err != nil {
		return nil, err
	}
	params := r.params
	params.Direction, params.Seconds = Forward, r.params.Seconds*share
	if warm != nil {
		params.Warm = warm.plan
	}
	begun, moved := r.spent, r.moves
	r.spent += share
	plan, err := s.Solve(r.ctx, params, func(at Progress) {
		r.moves = moved + at.Moves
		if r.onImprove != nil {
			at.Percent = min(100, 100*begun+share*at.Percent)
			at.Moves = r.moves
			r.onImprove(at)
		}
	})
	if err != nil {
		return nil, err
	}
	x := &planned{shop: s, plan: plan, open: make([]bool, len(p.Ops))}
	for o := range x.open {
		x.open[o] = p.Ops[o].Overtime
	}
	if warm != nil {
		if again := s.retime(warm.plan); again != nil && less(again.Value[:2], plan.Value[:2]) {
			again.Iterations = plan.Iterations
			x.plan = again
		}
	}
	return x, nil
}

// retime is a plan with its sequences kept and everything as early as the shop
// allows; nil when they do not end in time.
func (s *Shop) retime(plan *Plan) *Plan {
	d := newDispatcher(s, nil)
	g := newNet(s, d.fixed, plan, d.base)
	st := newState(g, plan.Keys)
	if !st.load(plan, len(plan.Unplaced)) {
		return nil
	}
	return st.store(plan, d)
}

// takeBack closes overtime again, to the latest operations first, as long as
// nobody gets later by it. Runs of successes try more at once, which changes
// nothing of what is kept: whoever needs overtime alone needs it in a crowd.
func (r *regime) takeBack(x *planned) *planned {
	order := make([]int32, 0, len(x.open))
	for o, open := range x.open {
		if open && x.plan.Resource[o] >= 0 {
			order = append(order, int32(o))
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(x.plan.Start[b], x.plan.Start[a]), cmp.Compare(x.shop.tie[b], x.shop.tie[a]))
	})
	size := 1 + len(order)/8
	for trials := max(20, mostTimings/len(x.open)); len(order) > 0 && trials > 0 && r.ctx.Err() == nil; trials-- {
		size = min(size, len(order))
		if y := r.without(x, order[:size]); y != nil {
			x, order, size = y, order[size:], 2*size
		} else if size > 1 {
			size /= 2
		} else {
			order = order[1:]
		}
	}
	s, err := Prepare(x.shop.Problem) // latest times follow the calendars
	if err != nil {
		return x
	}
	// What went back leaves gaps.
	return &planned{s, newDispatcher(s, nil).compact(x.plan), x.open}
}

// without is x with overtime closed to ops, nil when a job or target gets
// later by it.
func (r *regime) without(x *planned, ops []int32) *planned {
	open := slices.Clone(x.open)
	for _, o := range ops {
		open[o] = false
	}
	s := x.shop.reopened(open)
	plan := s.retime(x.plan)
	if plan == nil {
		return nil
	}
	was, now := x.shop.JobEnds(x.plan), s.JobEnds(plan)
	for j := range was {
		if due := s.Problem.Jobs[j].Due; due != None && now[j] > max(due, was[j]) {
			return nil
		}
	}
	for i := range s.Problem.Targets {
		t := &s.Problem.Targets[i]
		if x.plan.Resource[t.Op] >= 0 && s.handEnd(plan, t.Op) > max(t.Due, x.shop.handEnd(x.plan, t.Op)) {
			return nil
		}
	}
	plan.Iterations = x.plan.Iterations
	return &planned{s, plan, open}
}

// reopened is s with overtime for other operations, for timing alone: latest
// times stay those of s.
func (s *Shop) reopened(open []bool) *Shop {
	c, p := *s, *s.Problem
	p.Ops = slices.Clone(p.Ops)
	c.Problem, c.manned, c.run = &p, slices.Clone(s.manned), slices.Clone(s.run)
	for o := range p.Ops {
		if p.Ops[o].Overtime == open[o] {
			continue
		}
		p.Ops[o].Overtime = open[o]
		tier := 0
		if open[o] {
			tier = 1
		}
		lo, hi := c.modes(int32(o))
		for m := lo; m < hi; m++ {
			c.setCalendars(m, tier)
		}
	}
	return &c
}

func all(n int) []bool {
	open := make([]bool, n)
	for i := range open {
		open[i] = true
	}
	return open
}

// withOvertime is p with overtime for some operations; drum closes it on all
// resources but the bottlenecks.
func (p *Problem) withOvertime(open []bool, drum bool) *Problem {
	q := *p
	q.Ops = slices.Clone(p.Ops)
	for o := range q.Ops {
		q.Ops[o].Overtime = open[o]
	}
	if drum {
		q.Resources = slices.Clone(p.Resources)
		for i := range q.Resources {
			if r := &q.Resources[i]; !r.Bottleneck {
				r.Manned[1], r.Run[1] = r.Manned[0], r.Run[0]
			}
		}
	}
	return &q
}
