package solving

import (
	"maps"
	"slices"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// Segments one after the other, when the set-up between them gets shorter.

// resized is the problem with other segments: of the same operations, in the same sequences.
type resized struct {
	c     *cutter
	file  instance.File
	tasks []model.Task
}

func (c *cutter) resize() *resized {
	r := &resized{c: c, file: *c.out.Translation.File, tasks: slices.Clone(c.out.Translation.Tasks)}
	r.file.Ops = slices.Clone(r.file.Ops)
	return r
}

// set gives a segment a set-up and work.
func (r *resized) set(o int32, setup, run solver.Min) {
	op := &r.file.Ops[o]
	op.Modes = slices.Clone(op.Modes)
	made := *r.tasks[o].Op
	first, work := standard(&r.tasks[o], op.Modes[0].Setup)
	if r.tasks[o].Segment > 1 {
		first = setup
	}
	made.Minutes = quantity.Minutes(first + part(work, run, op.Modes[0].Run))
	op.Modes[0].Setup, op.Modes[0].Run = setup, run
	r.tasks[o].Op = &made
}

// time is the plan with the segments: in the same sequences, no earlier what hold names.
func (r *resized) time(hold ...int32) (*solver.Board, *solver.Plan, *instance.Loaded) {
	return r.c.timed(&r.file, func(*solver.Problem) *solver.Plan { return r.c.plan.Clone() }, hold...)
}

// keep takes the segments over where that serves.
func (r *resized) keep(serves func(*solver.Board, *solver.Plan) bool, hold ...int32) bool {
	board, plan, loaded := r.time(hold...)
	if board == nil || !serves(board, plan) {
		return false
	}
	r.c.keep(&r.file, r.tasks, loaded, board, plan)
	return true
}

// shorten gives the segments behind others again minutes of set-up where they have more, and tells whether none has more then.
// In the same sequences everything is there as early as before, or earlier. Only tasks of the plan in force can then count as
// moved; where they do at no gain, the set-ups stay as they are, or, held, those tasks.
func (c *cutter) shorten(again solver.Min, held bool) bool {
	c.again = again
	r, longer := c.resize(), false
	for _, x := range c.cuts {
		for _, o := range x.ops[1:] {
			if mode := c.out.Loaded.Problem.Modes[c.plan.Mode[o]]; x.shares == nil && mode.Setup > again {
				r.set(o, again, mode.Run)
				longer = true
			}
		}
	}
	noWorse := func(board *solver.Board, plan *solver.Plan) bool { return c.compare(board, plan) <= 0 }
	if !longer || r.keep(noWorse) {
		return true
	}
	if !held {
		return false
	}
	_, plan, _ := r.time()
	return plan != nil && r.keep(noWorse, c.displaced(plan)...)
}

// displaced are the tasks that count as moved in a plan of the same sequences, and do not in the one there is.
func (c *cutter) displaced(plan *solver.Plan) (ops []int32) {
	p := c.out.Loaded.Problem
	if slices.Contains(plan.Keys, solver.KeyMoved) {
		for o := range p.Ops {
			if prev := &p.Ops[o].Prev; prev.Set && c.plan.Resource[o] == prev.Resource &&
				prev.Start-plan.Start[o] > p.MovedAfter && prev.Start-c.plan.Start[o] <= p.MovedAfter {
				ops = append(ops, int32(o))
			}
		}
	}
	was := changed(p, c.plan, c.window)
	return append(ops, slices.DeleteFunc(changed(p, plan, c.window), func(o int32) bool { return slices.Contains(was, o) })...)
}

// refill lets segments work on into the idle time behind them, for the last one of their operation, until so many trials are
// left: a shorter set-up leaves such time.
func (c *cutter) refill(left int) {
	for _, whole := range slices.Sorted(maps.Keys(c.cuts)) {
		x := c.cuts[whole]
		if x.shares != nil {
			continue
		}
		last := x.ops[len(x.ops)-1]
		for _, o := range x.ops[:len(x.ops)-1] {
			if c.trials <= left {
				return
			}
			p := c.out.Loaded.Problem
			mode, rest := p.Modes[c.plan.Mode[o]], p.Modes[c.plan.Mode[last]]
			gaps := c.gaps(mode.Resource, c.plan.End[o], c.plan.Start[last])
			if len(gaps) == 0 || gaps[0][0] != c.plan.End[o] {
				continue
			}
			_, run := c.clocks(o, &mode)
			more := min(run.Worked(gaps[0][1])-run.Worked(gaps[0][0]), rest.Run-c.least)
			if more <= 0 {
				continue
			}
			c.trials--
			r := c.resize()
			r.set(o, mode.Setup, mode.Run+more)
			r.set(last, rest.Setup, rest.Run-more)
			r.keep(func(board *solver.Board, plan *solver.Plan) bool { return c.serves(board, plan, c.whole) })
		}
	}
}
