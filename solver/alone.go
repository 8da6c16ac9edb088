package solver

import "mouldworks/solver/calendar"

// alone places every operation as if it were alone in the shop: the earliest
// end of each mode under calendars, flow and hand-over, the predecessors each
// in the mode that suits it best. Nothing ends earlier in any plan.
type alone struct {
	shop      *Shop
	plan      *Plan // earliest start and end over the modes
	end, hand []Min // per mode; Never where it does not fit
}

func (s *Shop) newAlone() *alone {
	a := &alone{
		shop: s, plan: emptyPlan(len(s.Problem.Ops)),
		end: make([]Min, len(s.Problem.Modes)), hand: make([]Min, len(s.Problem.Modes)),
	}
	for m := range a.end {
		a.end[m], a.hand[m] = calendar.Never, calendar.Never
	}
	return a
}

// Alone is every operation at its earliest end as if it were alone in the
// shop; what fits nowhere is on no resource.
func (s *Shop) Alone() *Plan {
	a := s.newAlone()
	for _, o := range s.Topo {
		a.earliest(o)
	}
	return a.plan
}

// earliest places o behind its predecessors and returns its earliest start;
// it stays unplaced when nothing fits before the horizon.
func (a *alone) earliest(o int32) Min {
	s, p, plan := a.shop, a.shop.Problem, a.plan
	if fix := &p.Ops[o].Fix; fix.Timed() {
		plan.Start[o], plan.End[o], plan.Resource[o] = fix.Start, fix.End, fix.Resource
		return fix.Start
	}
	first := farFuture
	lo, hi := s.modes(o)
	for m := lo; m < hi && p.Ops[o].Barred == ReasonNone; m++ {
		if !s.allowed(o, m) {
			continue
		}
		from, runFrom := s.release(o), calendar.Before
		for _, id := range s.in.of(o) {
			e := &p.Edges[id]
			if at := a.arrives(e, m); at > calendar.Before {
				s.bind(m, e.ToAt, at, &from, &runFrom)
			}
		}
		if from > s.horizon {
			continue
		}
		start, end := s.fit(o, m, from, runFrom)
		if end < 0 || end > s.horizon {
			continue
		}
		a.end[m], a.hand[m] = end, s.handOf(o, p.Modes[m].Resource, end)
		first = min(first, start)
		if plan.Resource[o] < 0 || end < plan.End[o] {
			plan.Mode[o], plan.Resource[o] = m, p.Modes[m].Resource
			plan.Start[o], plan.End[o] = start, end
		}
	}
	return first
}

// arrives returns the least arrival over the modes of the predecessor; Before
// when nothing is known.
func (a *alone) arrives(e *Edge, m int32) Min {
	s, p := a.shop, a.shop.Problem
	if e.From < 0 {
		return e.Lag
	}
	if e.FromAt != Million || a.plan.Resource[e.From] < 0 {
		return calendar.Before
	}
	class := p.Resources[p.Modes[m].Resource].Class
	reach := func(end, hand Min, from int32) Min {
		at := end
		if e.HandOver {
			if at = hand; at < 0 {
				return farFuture
			}
		}
		at += e.Lag
		if e.WithFlow {
			at += s.flow(p.Resources[from].Class, class)
		}
		return at
	}
	if fix := &p.Ops[e.From].Fix; fix.Timed() {
		if at := reach(fix.End, s.handOf(e.From, fix.Resource, fix.End), fix.Resource); at != farFuture {
			return at
		}
		return calendar.Before
	}
	least := farFuture
	lo, hi := s.modes(e.From)
	for k := lo; k < hi; k++ {
		if a.end[k] >= 0 {
			least = min(least, reach(a.end[k], a.hand[k], p.Modes[k].Resource))
		}
	}
	if least == farFuture {
		return calendar.Before
	}
	return least
}

// leaves returns the least hand-over end of o over its modes.
func (a *alone) leaves(o int32) Min {
	s, p := a.shop, a.shop.Problem
	if fix := &p.Ops[o].Fix; fix.Timed() {
		return s.handOf(o, fix.Resource, fix.End)
	}
	least := farFuture
	lo, hi := s.modes(o)
	for m := lo; m < hi; m++ {
		if a.end[m] >= 0 {
			least = min(least, max(a.end[m], a.hand[m]))
		}
	}
	if least == farFuture {
		return None
	}
	return least
}

// handOf returns when a part that is ready at t leaves resource r.
func (s *Shop) handOf(o, r int32, t Min) Min {
	tier := 0
	if s.Problem.Ops[o].Overtime {
		tier = 1
	}
	return s.cals[s.Problem.Resources[r].Manned[tier]].HandOver(t)
}

// handed returns the least hand-over end of o, None where it fits nowhere.
func (a *alone) handed(o int32) Min {
	if a.plan.Resource[o] < 0 {
		return None
	}
	return max(a.plan.End[o], a.leaves(o))
}

// jobEnds returns the least hand-over end of every job, None for one without
// operations that fit.
func (a *alone) jobEnds() []Min {
	p := a.shop.Problem
	ends := make([]Min, len(p.Jobs))
	for j := range ends {
		ends[j] = None
	}
	for o := range p.Ops {
		if j := p.Ops[o].Job; j >= 0 {
			ends[j] = max(ends[j], a.handed(int32(o)))
		}
	}
	return ends
}

// LeastHanded returns when every operation would be handed over if its job
// were alone in the shop, None for what fits nowhere: no plan does it earlier.
func (s *Shop) LeastHanded() []Min {
	a := s.newAlone()
	for _, o := range s.Topo {
		a.earliest(o)
	}
	handed := make([]Min, len(s.Problem.Ops))
	for o := range handed {
		handed[o] = a.handed(int32(o))
	}
	return handed
}

// LeastEnds returns the end that every job would have if it were alone in the
// shop, None for one without operations that fit: no plan ends it earlier.
func (s *Shop) LeastEnds() []Min {
	a := s.newAlone()
	for _, o := range s.Topo {
		a.earliest(o)
	}
	return a.jobEnds()
}
