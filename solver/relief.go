package solver

import (
	"errors"
	"slices"
)

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
	// HindranceLock is that its operations are locked to a time or a resource.
	HindranceLock
	// HindranceHeld is that the plan starts its operations later than their
	// sequence demands.
	HindranceHeld
)

// Relief supposes one hindrance of one job away: "what if its material were
// there", "what if nobody stood before it at D1". The data without it are a
// problem of their own, see Problem.Without.
type Relief struct {
	Job  int32
	Kind Hindrance
	// Cause says which dates a HindranceRelease lifts.
	Cause ReleaseCause
	// Resource is the one whose queue a HindranceQueue lifts.
	Resource int32
}

// CutFrom says from which plan that of the board was cut into segments, and
// which operation of it each one is a segment of: Relieved then looks at that
// one, too, for its operations still go where they will. alone says that
// nothing but its rules and the cutting made the plan.
func (b *Board) CutFrom(whole *Board, of []int32, alone bool) {
	b.whole, b.of, b.alone = whole, of, alone
}

// Relieved plans aim anew on the data without a hindrance, see Replan, and
// returns when it ends there; a Relief without kind takes nothing away. The
// board stays as it is but for a trial, which it drops.
func (b *Board) Relieved(r Relief, aim Aim) (end Min, err error) {
	b.Drop()
	next, to, err := b.relieved(r, aim)
	if err != nil {
		return None, err
	}
	if end = b.EndOf(aim); next != nil {
		end = next.EndOf(to)
	}
	if b.whole == nil || r.Kind == 0 {
		return end, nil
	}
	if aim.Op >= 0 {
		aim.Op = b.of[aim.Op]
	}
	next, to, err = b.whole.relieved(r, aim)
	if err != nil || next == nil || next.EndOf(to) >= b.whole.EndOf(aim) {
		return end, err // nothing by the hindrance
	}
	if was, now := b.cost(), next.cost(); now[0] > was[0] || !b.alone && now[0] == was[0] && now[1] > was[1] {
		return end, nil
	}
	return min(end, next.EndOf(to)), nil
}

// relieved is the plan without a hindrance, and the aim there; nil where there
// is none, or no aim.
func (b *Board) relieved(r Relief, aim Aim) (*Board, Aim, error) {
	p, was := b.shop.Problem.Without(r)
	plan := b.Plan().among(was)
	if r.Kind == HindranceQueue {
		aside := int32(len(p.Resources) - 1)
		for o, at := range plan.Resource {
			if op := &p.Ops[o]; op.Job == r.Job && at == r.Resource && !op.Fix.Timed() {
				plan.Resource[o] = aside
			}
		}
	}
	if aim.Op >= 0 {
		if aim.Op = int32(slices.Index(was, aim.Op)); aim.Op < 0 {
			return nil, aim, nil // what is asked about is an electrode that would lie in stock
		}
	}
	for o := range was {
		if r.Kind == HindranceHeld && p.Ops[o].Job == r.Job {
			was[o] = None
		}
	}
	next, err := b.Replan(p, plan, was, aim)
	if refused := (*ProblemError)(nil); errors.As(err, &refused) && refused.Code == ErrHorizon {
		// A lock on top of others may have no place in their sequences that
		// ends in time: then taking it off gives nothing.
		return nil, aim, nil
	}
	return next, aim, err
}

// among is what p says of some operations, in their order.
func (p *Plan) among(ops []int32) *Plan {
	q := &Plan{Keys: p.Keys}
	at := make(map[int32]int32, len(ops))
	for k, o := range ops {
		at[o] = int32(k)
		q.Mode, q.Resource = append(q.Mode, p.Mode[o]), append(q.Resource, p.Resource[o])
		q.Start, q.End = append(q.Start, p.Start[o]), append(q.End, p.End[o])
	}
	for _, u := range p.Unplaced {
		k, there := at[u.Op]
		if !there {
			continue
		}
		u.Op = k
		if u.Other >= 0 {
			if u.Other, there = at[u.Other]; !there {
				u.Other = None
			}
		}
		q.Unplaced = append(q.Unplaced, u)
	}
	return q
}

// Without returns the data as they were under r, a problem of its own that
// shares what r does not change, and for each of its operations the number
// that it has in p. Electrodes lie in stock: nobody makes them. A queue is
// lifted by a resource without limit beside the crowded one, at the end of the
// list, which is there for the job alone. What the plan merely holds back is
// no matter of the data.
func (p *Problem) Without(r Relief) (q *Problem, was []int32) {
	if r.Kind == HindranceElectrode {
		return p.stocked(r.Job)
	}
	q = new(*p)
	q.Ops = slices.Clone(p.Ops)
	aside := int32(len(p.Resources))
	if r.Kind == HindranceQueue {
		q.Modes = slices.Clone(p.Modes)
		wide := p.Resources[r.Resource]
		wide.Cap = 0
		q.Resources = append(slices.Clone(p.Resources), wide)
	}
	was = make([]int32, len(q.Ops))
	for o := range q.Ops {
		was[o] = int32(o)
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
			if op.Fix.locks() && p.makes(int32(o), op.Fix.Resource) {
				op.Fix = Fix{}
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
	return q, was
}

// locks reports whether somebody keeps the operation on its resource.
func (f *Fix) locks() bool { return f.Kind == FixTimes || f.Kind == FixResource }

// Hinders reports whether there is a date, an electrode or a lock for r to
// take away from its job.
func (p *Problem) Hinders(r Relief) bool {
	if r.Kind == HindranceElectrode {
		return slices.ContainsFunc(p.Edges, func(e Edge) bool { return e.Kind == EdgeElectrode && p.Ops[e.To].Job == r.Job })
	}
	return slices.ContainsFunc(p.Ops, func(op Op) bool {
		switch {
		case op.Job != r.Job:
			return false
		case r.Kind == HindranceLock:
			return op.Fix.locks()
		}
		return r.Kind == HindranceRelease && op.Cause == r.Cause && op.Release > op.Otherwise && !op.Fix.Timed()
	})
}

// stocked returns p without what is made for the electrodes of a job.
func (p *Problem) stocked(job int32) (q *Problem, was []int32) {
	burnt := make(map[int32]bool) // parts of the job
	for i := range p.Edges {
		if e := &p.Edges[i]; e.Kind == EdgeElectrode && e.From >= 0 && p.Ops[e.From].Job == job {
			burnt[p.Ops[e.From].Part] = true
		}
	}
	q = new(*p)
	q.Ops, q.Modes, q.Edges, q.Targets = nil, nil, nil, nil
	now := make([]int32, len(p.Ops))
	for o := range p.Ops {
		op := p.Ops[o]
		if now[o] = None; op.Job == job && (op.Class == ClassElectrode || burnt[op.Part]) {
			continue
		}
		now[o] = int32(len(q.Ops))
		lo, hi := p.ModesOf(int32(o))
		op.Mode0 = int32(len(q.Modes))
		q.Ops, q.Modes, was = append(q.Ops, op), append(q.Modes, p.Modes[lo:hi]...), append(was, int32(o))
	}
	for _, e := range p.Edges {
		if e.Kind == EdgeElectrode && p.Ops[e.To].Job == job || now[e.To] < 0 || e.From >= 0 && now[e.From] < 0 {
			continue
		}
		if e.To = now[e.To]; e.From >= 0 {
			e.From = now[e.From]
		}
		q.Edges = append(q.Edges, e)
	}
	for _, t := range p.Targets {
		if t.Op = now[t.Op]; t.Op >= 0 {
			q.Targets = append(q.Targets, t)
		}
	}
	return q, was
}

// base is the release of o without a date of its own.
func (s *Shop) base(o int32) Min {
	if j := s.Problem.Ops[o].Job; j >= 0 {
		return max(s.Problem.Start, s.Problem.Jobs[j].Release)
	}
	return s.Problem.Start
}

// makes reports whether o has a mode on resource r.
func (p *Problem) makes(o, r int32) bool {
	lo, hi := p.ModesOf(o)
	return slices.ContainsFunc(p.Modes[lo:hi], func(m Mode) bool { return m.Resource == r })
}
