package aps

import (
	"cmp"
	"context"
	"slices"

	"mouldworks/solver"
	"mouldworks/solver/calendar"
	"mouldworks/solver/check"
)

// Setting 2: a plan is made without cuts first. Then, in the order of the plan, each operation that may be cut is tried with
// its first part in a gap that it does not fill alone, or with some of its pieces on another machine. The board times every
// trial exactly; what serves the objective, or lets tasks end earlier and no mould later, is kept. A segment is an operation of
// the problem like any other from then on, so that checker, storage, chart and previews need not tell it apart.

// mostSegments is how many segments an operation may have.
const mostSegments = 4

// Bounds of the trials of a run: a problem is built anew for each.
const (
	leastTrials = 20
	mostTrials  = 400
	trialOps    = 1_000_000 // operations in all trials together
)

// cutter tries cuts on the plan of an outcome.
type cutter struct {
	out       *outcome
	board     *solver.Board
	plan      *solver.Plan // as the board shows it
	least     solver.Min   // work of a segment
	again     solver.Min   // set-up between segments
	cuts      map[int32]*cut
	of        map[int32]int32 // segment -> operation that was cut
	calendars map[int32]*calendar.Calendar
	trials    int
}

// cut is an operation that has been cut.
type cut struct {
	ops    []int32
	run    solver.Min
	shares []int32 // nil: one after the other
	qty    int32
}

// segment cuts what gains by it. On an error the uncut plan stays.
func (out *outcome) segment(ctx context.Context, set map[string]any) error {
	board, err := out.shop.Open(out.plan)
	if err != nil {
		return nil // sequences that end beyond the horizon: nothing to gain
	}
	c := &cutter{
		out: out, board: board, plan: out.plan, least: minutesOf(set, "minSegment"), again: minutesOf(set, "reSetup"),
		cuts: map[int32]*cut{}, of: map[int32]int32{}, calendars: map[int32]*calendar.Calendar{},
		trials: max(leastTrials, min(mostTrials, trialOps/max(1, len(out.plan.Start)))),
	}
	for cuts := true; cuts && ctx.Err() == nil; {
		cuts = false
		for _, o := range c.candidates() {
			if ctx.Err() != nil || c.trials <= 0 {
				break
			}
			if c.aside(o) || c.ahead(o) {
				cuts = true
			}
		}
	}
	if len(c.cuts) == 0 {
		return nil
	}
	out.segmented = true
	var all []check.Cut
	for _, x := range c.cuts {
		all = append(all, check.Cut{Ops: x.ops, Run: x.run, Shares: x.shares, Qty: x.qty})
	}
	if broken := check.Cuts(out.loaded.Problem, out.plan, all, c.least, c.again); len(broken) > 0 {
		return failure{"check", broken[0].String()}
	}
	return nil
}

// candidates are the operations that may be cut, those of the moulds whose lateness weighs most first, then by start: placed and free, made by a machine, of a workpiece, not
// begun, not locked, and allowed to pause. What burns electrodes one by one stays whole: they arrive by its progress.
func (c *cutter) candidates() (ops []int32) {
	p, file := c.out.loaded.Problem, c.out.translation.file
	burns := map[string]bool{}
	for i := range file.Electrodes {
		burns[file.Electrodes[i].Op] = true
	}
	for i := range c.out.translation.tasks {
		t, op, o := &c.out.translation.tasks[i], &p.Ops[i], int32(i)
		switch {
		case c.plan.Resource[o] < 0 || op.Fix.Kind != solver.FixNone || op.Unpausable || burns[file.Ops[i].ID]:
		case t.kind != 1 || t.op.Status != 0 || t.op.Lock != 0 || t.op.away():
		case p.Resources[c.plan.Resource[o]].Cap != 1 || p.Modes[c.plan.Mode[o]].Run < 2*c.least || len(c.segments(o)) >= mostSegments:
		default:
			ops = append(ops, o)
		}
	}
	ends := c.board.JobEnds()
	late := func(o int32) int64 {
		job := &p.Jobs[p.Ops[o].Job]
		if job.Due == solver.None {
			return 0
		}
		return int64(job.Weight) * int64(max(0, ends[p.Ops[o].Job]-job.Due))
	}
	slices.SortStableFunc(ops, func(x, y int32) int {
		return cmp.Or(cmp.Compare(late(y), late(x)), cmp.Compare(c.plan.Start[x], c.plan.Start[y]))
	})
	return ops
}

// whole is the operation that o is a segment of, or o itself.
func (c *cutter) whole(o int32) int32 {
	if of, is := c.of[o]; is {
		return of
	}
	return o
}

func (c *cutter) segments(o int32) []int32 {
	if x := c.cuts[c.whole(o)]; x != nil {
		return x.ops
	}
	return nil
}

// ahead puts the first part of o into a gap on its machine before its start.
func (c *cutter) ahead(o int32) bool {
	if len(c.segments(o)) >= mostSegments {
		return false
	}
	if x := c.cuts[c.whole(o)]; x != nil && (x.shares != nil || x.ops[len(x.ops)-1] != o) {
		return false // only the last segment is cut again
	}
	p := c.out.loaded.Problem
	mode := p.Modes[c.plan.Mode[o]]
	from := c.board.Arrives(o, c.plan.Mode[o])
	if from < 0 {
		return false
	}
	manned, run := c.clocks(o, &mode)
	for _, gap := range c.gaps(mode.Resource, from, c.plan.Start[o]) {
		begin := manned.Next(gap[0])
		ready := manned.Add(begin, mode.Setup)
		if begin < 0 || ready < 0 || ready >= gap[1] {
			continue
		}
		work := min(run.Worked(gap[1])-run.Worked(ready), mode.Run-c.least)
		if work < c.least || mode.Setup+work <= c.again {
			continue
		}
		if c.trials--; c.trials < 0 {
			return false
		}
		if c.try(o, func(d *division) { d.after(mode.Resource, work, c.again, begin) }) {
			return true
		}
	}
	return false
}

// aside gives some pieces of o to another machine. Of all machines and gaps it tries where the later half ends first.
func (c *cutter) aside(o int32) bool {
	if len(c.segments(o)) >= mostSegments {
		return false
	}
	qty := int32(c.out.translation.tasks[o].part.Qty)
	if x := c.cuts[c.whole(o)]; x != nil {
		if x.shares == nil {
			return false
		}
		qty = x.shares[slices.Index(x.ops, o)]
	}
	if qty < 2 {
		return false
	}
	p := c.out.loaded.Problem
	here := p.Modes[c.plan.Mode[o]]
	manned, run := c.clocks(o, &here)
	ready := manned.Add(c.plan.Start[o], here.Setup)
	best, bestMode, bestBegin, bestShare := c.plan.End[o], solver.None, solver.Min(0), int32(0)
	lo, hi := p.ModesOf(o)
	for m := lo; m < hi; m++ {
		mode := p.Modes[m]
		if c.taken(o, mode.Resource) || p.Resources[mode.Resource].Cap != 1 {
			continue
		}
		from := c.board.Arrives(o, m)
		if from < 0 {
			continue
		}
		mannedThere, runThere := c.clocks(o, &mode)
		for _, gap := range append(c.gaps(mode.Resource, from, best), c.tail(mode.Resource, from)) {
			begin := mannedThere.Next(gap[0])
			first := mannedThere.Add(begin, mode.Setup)
			if begin < 0 || first < 0 || first >= best {
				continue
			}
			for share := int32(1); share < qty; share++ {
				there, rest := part(mode.Run, share, qty), part(here.Run, qty-share, qty)
				end := runThere.Add(first, there)
				if end < 0 || end > gap[1] || there < c.least || rest < c.least {
					continue
				}
				if later := max(end, run.Add(ready, rest)); later < best {
					best, bestMode, bestBegin, bestShare = later, m, begin, share
				}
			}
		}
	}
	if bestMode == solver.None {
		return false
	}
	if c.trials--; c.trials < 0 {
		return false
	}
	return c.try(o, func(d *division) { d.beside(p.Modes[bestMode].Resource, bestShare, qty, bestBegin) })
}

// part is the work for some pieces of all, rounded up.
func part(run solver.Min, share, of int32) solver.Min {
	return solver.Min((int64(run)*int64(share) + int64(of) - 1) / int64(of))
}

// taken tells that a segment of the same operation is made on a resource.
func (c *cutter) taken(o, resource int32) bool {
	if c.plan.Resource[o] == resource {
		return true
	}
	return slices.ContainsFunc(c.segments(o), func(x int32) bool { return c.plan.Resource[x] == resource })
}

// gaps are the idle stretches of a resource between a moment and another, in their order; what lies right before the
// second moment is none.
func (c *cutter) gaps(resource int32, from, until solver.Min) (gaps [][2]solver.Min) {
	at := max(from, c.out.loaded.Problem.Start)
	for _, busy := range c.busy(resource) {
		if busy[0] >= until {
			break
		}
		if at < busy[0] {
			gaps = append(gaps, [2]solver.Min{at, busy[0]})
		}
		at = max(at, busy[1])
	}
	return gaps
}

// tail is the time of a resource behind all that it does.
func (c *cutter) tail(resource int32, from solver.Min) [2]solver.Min {
	at := max(from, c.out.loaded.Problem.Start)
	for _, busy := range c.busy(resource) {
		at = max(at, busy[1])
	}
	return [2]solver.Min{at, c.out.loaded.Problem.End}
}

func (c *cutter) busy(resource int32) (spans [][2]solver.Min) {
	p := c.out.loaded.Problem
	for o, r := range c.plan.Resource {
		if r == resource {
			spans = append(spans, [2]solver.Min{c.plan.Start[o], c.plan.End[o]})
		}
	}
	for i := range p.Blocks {
		if b := &p.Blocks[i]; b.Resource == resource {
			spans = append(spans, [2]solver.Min{b.Start, b.End})
		}
	}
	slices.SortFunc(spans, func(x, y [2]solver.Min) int { return cmp.Compare(x[0], y[0]) })
	return spans
}

// clocks are the calendars of the set-up and of the run of an operation in a mode.
func (c *cutter) clocks(o int32, mode *solver.Mode) (manned, run *calendar.Calendar) {
	p := c.out.loaded.Problem
	overtime := 0
	if p.Ops[o].Overtime {
		overtime = 1
	}
	r := &p.Resources[mode.Resource]
	manned = c.calendar(r.Manned[overtime])
	if mode.Unattended {
		return manned, c.calendar(r.Run[overtime])
	}
	return manned, manned
}

func (c *cutter) calendar(id int32) *calendar.Calendar {
	cal := c.calendars[id]
	if cal == nil {
		cal = &calendar.Calendar{} // always open
		if id != 0 {
			if built, err := calendar.New(c.out.loaded.Problem.Calendars[id].Open, c.out.loaded.Problem.Calendars[id].Close); err == nil {
				cal = &built
			}
		}
		c.calendars[id] = cal
	}
	return cal
}
