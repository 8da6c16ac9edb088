package solving

import (
	"cmp"
	"slices"

	"mouldworks/solver"
)

// The cuts that are tried on the plan as it stands.

// candidates are the operations that may be cut, those of the moulds whose lateness weighs most first, then by start: placed
// and free, made by a machine, of a workpiece, not begun, not locked, and allowed to pause. What burns electrodes one by one
// stays whole: they arrive by its progress.
func (c *cutter) candidates() (ops []int32) {
	p, file := c.out.Loaded.Problem, c.out.Translation.File
	burns := map[string]bool{}
	for i := range file.Electrodes {
		burns[file.Electrodes[i].Op] = true
	}
	for i := range c.out.Translation.Tasks {
		t, op, o := &c.out.Translation.Tasks[i], &p.Ops[i], int32(i)
		switch {
		case c.plan.Resource[o] < 0 || op.Fix.Kind != solver.FixNone || op.Unpausable || burns[file.Ops[i].ID]:
		case t.Kind != 1 || t.Op.Status != 0 || t.Op.Lock != 0 || t.Op.Away():
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

// ahead puts the first part of o into a gap on its machine before its start.
func (c *cutter) ahead(o int32) bool {
	if len(c.segments(o)) >= mostSegments {
		return false
	}
	if x := c.cuts[c.whole(o)]; x != nil && (x.shares != nil || x.ops[len(x.ops)-1] != o) {
		return false // only the last segment is cut again
	}
	p := c.out.Loaded.Problem
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
	if c.alone[o] == c.plan {
		return false // asked before
	}
	qty := int32(c.out.Translation.Tasks[o].Part.Qty)
	if x := c.cuts[c.whole(o)]; x != nil {
		if x.shares == nil {
			return false
		}
		qty = x.shares[slices.Index(x.ops, o)]
	}
	if qty < 2 {
		return false
	}
	p := c.out.Loaded.Problem
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
		for _, gap := range c.idle(mode.Resource, from, best) {
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
		c.alone[o] = c.plan
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
