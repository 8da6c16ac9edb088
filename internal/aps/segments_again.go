package aps

import (
	"maps"
	"slices"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// Segments one after the other, when the set-up between them gets shorter.

// resized is the problem with other segments: of the same operations, in the same sequences.
type resized struct {
	c     *cutter
	file  instance.File
	tasks []task
}

func (c *cutter) resize() *resized {
	r := &resized{c: c, file: *c.out.translation.file, tasks: slices.Clone(c.out.translation.tasks)}
	r.file.Ops = slices.Clone(r.file.Ops)
	return r
}

// set gives a segment a set-up and work.
func (r *resized) set(o int32, setup, run solver.Min) {
	op := &r.file.Ops[o]
	op.Modes = slices.Clone(op.Modes)
	op.Modes[0].Setup, op.Modes[0].Run = setup, run
	made := *r.tasks[o].op
	made.Minutes = quantity.Minutes(setup + run)
	r.tasks[o].op = &made
}

// keep takes the segments over where that serves.
func (r *resized) keep(serves func(*solver.Board, *solver.Plan) bool) {
	c := r.c
	board, plan, loaded := c.timed(&r.file, func(*solver.Problem) *solver.Plan { return c.plan.Clone() })
	if board != nil && serves(board, plan) {
		c.keep(&r.file, r.tasks, loaded, board, plan)
	}
}

// shorten gives the segments behind others again minutes of set-up where they have more. In the same sequences everything is
// there as early as before, or earlier. Only tasks of the plan in force can then count as moved; where they do at no gain, the
// set-ups stay as they are.
func (c *cutter) shorten(again solver.Min) {
	c.again = again
	r, longer := c.resize(), false
	for _, x := range c.cuts {
		for _, o := range x.ops[1:] {
			if mode := c.out.loaded.Problem.Modes[c.plan.Mode[o]]; x.shares == nil && mode.Setup > again {
				r.set(o, again, mode.Run)
				longer = true
			}
		}
	}
	if longer {
		r.keep(func(board *solver.Board, plan *solver.Plan) bool { return c.compare(board, plan) <= 0 })
	}
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
			p := c.out.loaded.Problem
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
