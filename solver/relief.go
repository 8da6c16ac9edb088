package solver

import "slices"

// Hindrance is a cause of waiting that an explanation can suppose away.
type Hindrance uint8

// The hindrances of a job.
const (
	// HindranceRelease is a date of its operations, see Relief.Cause.
	HindranceRelease Hindrance = iota + 1
	// HindranceElectrode is that burns wait for their electrodes.
	HindranceElectrode
	// HindranceQueue is that others are before it on Relief.Resource.
	HindranceQueue
	// HindranceLock is that its operations are locked to a time.
	HindranceLock
	// HindranceHeld is that the plan starts its operations later than their
	// sequence demands.
	HindranceHeld
)

// Relief supposes one hindrance of one job away: "what if its material were
// there", "what if nobody stood before it at D1". All else keeps its sequence
// and is timed anew.
type Relief struct {
	Job  int32
	Kind Hindrance
	// Cause says which dates a HindranceRelease lifts.
	Cause ReleaseCause
	// Resource is the one whose queue a HindranceQueue lifts.
	Resource int32
}

// Relieved calls look with the board as it were under r. The board is the same
// afterwards; a trial that was open is dropped.
func (b *Board) Relieved(r Relief, look func(*Board)) error {
	b.Drop()
	if r.Kind == HindranceLock {
		p := b.shop.Problem.Relieved(r)
		shop, err := Prepare(p)
		if err != nil {
			return err
		}
		free, err := shop.openWith(b.plan, b.pins())
		if err != nil {
			return err
		}
		look(free)
		return nil
	}
	st := b.begin()
	b.touched = b.touched[:0]
	undo := b.relieve(st, r)
	defer undo()
	if !b.settle() {
		b.Drop()
		return fail(ErrHorizon, "relief", "its sequences end beyond the horizon")
	}
	look(b)
	b.Drop()
	return nil
}

// relieve changes the trial and marks what that touches.
func (b *Board) relieve(st *state, r Relief) (undo func()) {
	g, p := b.net, b.shop.Problem
	var kept []keptEdge
	for o := range p.Ops {
		x := int32(o)
		if p.Ops[o].Job != r.Job || !g.free[o] {
			continue
		}
		switch r.Kind {
		case HindranceRelease:
			if op := &p.Ops[o]; op.Cause == r.Cause && op.Release >= g.release[o] {
				b.release(x, max(b.shop.base(x), op.Otherwise))
				b.touched = append(b.touched, x)
			}
		case HindranceHeld:
			if at := b.shop.release(x); at < g.release[o] {
				b.release(x, at)
				b.touched = append(b.touched, x)
			}
		case HindranceElectrode:
			kept = b.cutElectrodes(kept, x)
		case HindranceQueue:
			if p.Modes[st.mode[o]].Resource == r.Resource {
				b.lift(st, x)
			}
		}
	}
	return func() {
		for _, k := range kept {
			g.in[k.at] = k.edge
		}
	}
}

type keptEdge struct {
	at   int32
	edge inEdge
}

// cutElectrodes lets the electrodes of x be there from the beginning.
func (b *Board) cutElectrodes(kept []keptEdge, x int32) []keptEdge {
	g, p := b.net, b.shop.Problem
	i := g.inFirst[x]
	for _, id := range b.shop.in.of(x) {
		e := &p.Edges[id]
		if e.From >= 0 && !g.placed[e.From] {
			continue // as compileEdges does
		}
		if e.Kind == EdgeElectrode {
			kept = append(kept, keptEdge{i, g.in[i]})
			g.in[i] = inEdge{from: None, toAt: SetupPoint}
			b.touched = append(b.touched, x)
		}
		i++
	}
	return kept
}

// lift takes x out of its lanes for good: it needs no room there.
func (b *Board) lift(st *state, x int32) {
	g := b.net
	for s := g.slot0[x]; s < g.slot0[x+1]; s++ {
		if st.lane[s] < 0 {
			continue
		}
		if y := st.next(s); y >= 0 {
			b.touched = append(b.touched, y)
		}
		st.takeOut(s)
	}
	b.touched = append(b.touched, x)
}

// base is the release of o without a date of its own.
func (s *Shop) base(o int32) Min {
	if j := s.Problem.Ops[o].Job; j >= 0 {
		return max(s.Problem.Start, s.Problem.Jobs[j].Release)
	}
	return s.Problem.Start
}

// Relieved returns p as it were under r: a problem of its own, which shares
// what r does not change. A queue is lifted by a resource without limit beside
// the crowded one, behind the others.
func (p *Problem) Relieved(r Relief) *Problem {
	q := *p
	q.Ops = slices.Clone(p.Ops)
	if r.Kind == HindranceElectrode {
		q.Edges = slices.DeleteFunc(slices.Clone(p.Edges), func(e Edge) bool {
			op := &p.Ops[e.To]
			return e.Kind == EdgeElectrode && op.Job == r.Job && !op.Fix.Timed()
		})
		return &q
	}
	aside := int32(len(p.Resources))
	if r.Kind == HindranceQueue {
		q.Modes = slices.Clone(p.Modes)
		wide := p.Resources[r.Resource]
		wide.Cap = 0
		q.Resources = append(slices.Clone(p.Resources), wide)
	}
	for o := range q.Ops {
		op := &q.Ops[o]
		if op.Job != r.Job {
			continue
		}
		switch r.Kind {
		case HindranceRelease:
			if op.Cause == r.Cause && !op.Fix.Timed() {
				op.Release = op.Otherwise
			}
		case HindranceLock:
			if op.Fix.Kind == FixTimes && p.makes(int32(o), op.Fix.Resource) {
				op.Fix = Fix{Kind: FixResource, Resource: op.Fix.Resource}
			}
		case HindranceQueue:
			if op.Fix.Timed() {
				continue
			}
			if op.Fix.Resource == r.Resource && op.Fix.Kind == FixResource {
				op.Fix.Resource = aside
			}
			lo, hi := p.ModesOf(int32(o))
			for m := lo; m < hi; m++ {
				if q.Modes[m].Resource == r.Resource {
					q.Modes[m].Resource = aside
				}
			}
		}
	}
	return &q
}

// makes reports whether o has a mode on resource r.
func (p *Problem) makes(o, r int32) bool {
	lo, hi := p.ModesOf(o)
	return slices.ContainsFunc(p.Modes[lo:hi], func(m Mode) bool { return m.Resource == r })
}
