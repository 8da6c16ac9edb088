package solving

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/problem"
	"mouldworks/solver"
)

// sameStart is by how many minutes the start of a published task may move without counting as a change.
const sameStart = 15

var (
	msgForced  = problem.L("冻结期内有 %d 个任务的变动无法避免，不计入上限：%s", "In the frozen window %d tasks had to change and do not count: %s")
	msgWindow  = problem.L("冻结期内 %d 个任务有变动，上限 %d 个。", "In the frozen window %d tasks change; the limit is %d.")
	mostForced = 10 // that a note names
)

// limited is a run with a limit of changes in the frozen window: see solveWithin.
type limited struct {
	out    *Solution
	limit  int
	free   *solver.Problem
	window []int32 // operations with a published start in it that nothing else fixes
	forced map[int32]bool
}

// solveWithin plans three times: with every published task of the window held, with none, and with all held but those that
// gain most by moving, as many as may. The best plan within the limit wins. Tasks that cannot stand where they were
// published, by facts, dates or what comes before them, are free and do not count.
func (out *Solution) solveWithin(ctx context.Context, set map[string]any, params solver.Params, limit int, onImprove func(solver.Progress)) error {
	p := out.Loaded.Problem
	l := &limited{out: out, limit: limit, free: p, forced: map[int32]bool{}, window: publishedIn(p, setting.Minutes(set, "frozenWindowHours"))}
	if len(l.window) == 0 {
		return out.SolveFree(ctx, set, params, onImprove)
	}
	plan := func(share float64) func(p *solver.Problem) (*Solution, error) {
		own := params
		own.Seconds, own.Iterations = params.Seconds*share, int64(float64(params.Iterations)*share)
		return func(p *solver.Problem) (*Solution, error) {
			trial, loaded := *out, *out.Loaded
			loaded.Problem, trial.Loaded, trial.Shop, trial.Plan = p, &loaded, nil, nil
			return &trial, trial.SolveFree(ctx, set, own, onImprove)
		}
	}
	best, err := l.plan(plan(0), plan(1.0/3))
	if err != nil {
		return err
	}
	out.Shop, out.Plan, out.Loaded = best.Shop, best.Plan, best.Loaded
	out.Translation.Notes = append(out.Translation.Notes, l.notes(best.Plan)...)
	return nil
}

// publishedIn are the published tasks of the window: their published start lies in [S, S + window).
func publishedIn(p *solver.Problem, window solver.Min) (ops []int32) {
	for o := range p.Ops {
		op := &p.Ops[o]
		if op.Prev.Set && op.Fix.Kind <= solver.FixResource && op.Prev.Start >= p.Start && op.Prev.Start < p.Start+window {
			ops = append(ops, int32(o))
		}
	}
	return ops
}

// changed are the tasks among ops that a plan moves or puts elsewhere.
func changed(p *solver.Problem, plan *solver.Plan, ops []int32) (moved []int32) {
	for _, o := range ops {
		prev := p.Ops[o].Prev
		if by := plan.Start[o] - prev.Start; plan.Resource[o] != prev.Resource || by > sameStart || by < -sameStart {
			moved = append(moved, o)
		}
	}
	return moved
}

// hold gives the problem with the tasks of the window where they were published, but for some.
func (l *limited) hold(but map[int32]bool) *solver.Problem {
	q := *l.free
	q.Ops = slices.Clone(q.Ops)
	for _, o := range l.window {
		if op := &q.Ops[o]; !but[o] {
			if end, ok := l.out.published(&q, o); ok {
				op.Fix = solver.Fix{Kind: solver.FixTimes, Resource: op.Prev.Resource, Start: op.Prev.Start, End: end}
			}
		}
	}
	return &q
}

// published is when a task ends that starts as published, by today's hours; false where its resource cannot make it.
func (out *Solution) published(p *solver.Problem, o int32) (solver.Min, bool) {
	lo, hi := p.ModesOf(o)
	for m := lo; m < hi; m++ {
		if mode := &p.Modes[m]; mode.Resource == p.Ops[o].Prev.Resource {
			x := model.Pinned{Setup: mode.Setup, Run: mode.Run, Unattended: mode.Unattended}
			end := out.Translation.Clock.Worked(p.Resources[mode.Resource].Name, int64(p.Ops[o].Prev.Start-p.Start), x)
			return p.Start + solver.Min(end), true
		}
	}
	return 0, false
}

// plan finds the best plan within the limit. dispatch plans by the rule alone, search as long as a third of the run.
func (l *limited) plan(dispatch, search func(*solver.Problem) (*Solution, error)) (*Solution, error) {
	for _, o := range l.window {
		if _, can := l.out.published(l.free, o); !can {
			l.forced[o] = true
		}
	}
	// Hold everything and let go what breaks a rule there, until nothing does.
	best, err := dispatch(l.hold(l.forced))
	for err == nil && l.letGo(best.Plan) {
		best, err = dispatch(l.hold(l.forced))
	}
	if err != nil {
		return nil, err
	}
	better := func(x *Solution, err error) {
		if err == nil && l.sound(x.Plan) && slices.Compare(x.Plan.Value, best.Plan.Value) < 0 {
			best = x
		}
	}
	better(search(l.hold(l.forced)))
	if l.limit == 0 || len(l.forced) == len(l.window) {
		return best, nil
	}
	loose, err := search(l.free)
	if err != nil { // stopped: what is held is valid
		return best, nil
	}
	better(loose, nil)
	moved := slices.DeleteFunc(changed(l.free, loose.Plan, l.window), func(o int32) bool { return l.forced[o] })
	l.byGain(moved, best.Plan, loose.Plan)
	but := maps.Clone(l.forced)
	for _, o := range moved[:min(l.limit, len(moved))] {
		but[o] = true
	}
	better(search(l.hold(but)))
	return best, nil
}

// letGo frees what stands in conflict where it was published; false when nothing does.
func (l *limited) letGo(plan *solver.Plan) (freed bool) {
	for _, c := range plan.Conflicts {
		if !slices.Contains(l.window, c.Op) || l.forced[c.Op] || l.yields(plan, c) {
			continue
		}
		l.forced[c.Op], freed = true, true
	}
	return freed
}

// sound tells that a plan breaks no rule for the tasks that are held and keeps the limit.
func (l *limited) sound(plan *solver.Plan) bool {
	for _, c := range plan.Conflicts {
		if slices.Contains(l.window, c.Op) {
			return false
		}
	}
	n := 0
	for _, o := range changed(l.free, plan, l.window) {
		if !l.forced[o] {
			n++
		}
	}
	return n <= l.limit
}

// yields tells that another held task is in the way of the one in conflict and starts later: that one is let go.
func (l *limited) yields(plan *solver.Plan, c solver.Conflict) bool {
	o := c.Other
	if c.Kind != solver.ConflictCapacity || o < 0 || !slices.Contains(l.window, o) || l.forced[o] {
		return false
	}
	return cmp.Or(cmp.Compare(plan.Start[o], plan.Start[c.Op]), cmp.Compare(o, c.Op)) > 0
}

// byGain orders tasks by how much less late their mould is in the loose plan, weighted, then by how much they move.
func (l *limited) byGain(ops []int32, held, loose *solver.Plan) {
	p := l.free
	shop, err := solver.Prepare(p)
	if err != nil {
		return
	}
	was, now := shop.JobEnds(held), shop.JobEnds(loose)
	gain := func(o int32) int64 {
		j := p.Ops[o].Job
		if j < 0 || p.Jobs[j].Due == solver.None {
			return 0
		}
		due := p.Jobs[j].Due
		return int64(p.Jobs[j].Weight) * int64(max(0, was[j]-due)-max(0, now[j]-due))
	}
	far := func(o int32) solver.Min {
		return max(loose.Start[o]-p.Ops[o].Prev.Start, p.Ops[o].Prev.Start-loose.Start[o])
	}
	slices.SortStableFunc(ops, func(x, y int32) int { return cmp.Or(cmp.Compare(gain(y), gain(x)), cmp.Compare(far(y), far(x))) })
}

// notes say how many tasks changed and which had to.
func (l *limited) notes(plan *solver.Plan) (notes model.Notes) {
	var forced []string
	n := 0
	for _, o := range changed(l.free, plan, l.window) {
		if !l.forced[o] {
			n++
			continue
		}
		forced = append(forced, l.out.Translation.Tasks[o].Title())
	}
	notes = append(notes, said(msgWindow, n, l.limit))
	if len(forced) > 0 {
		names := forced[:min(len(forced), mostForced)]
		notes = append(notes, said(msgForced, len(forced), problem.Joined(names)))
	}
	return notes
}

// said is a text with its figures in it, so that it can be stored.
func said(t problem.Text, args ...any) problem.Text {
	return problem.L(t.In(problem.Chinese, args...), t.In(problem.English, args...))
}
