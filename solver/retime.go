package solver

import "mouldworks/solver/calendar"

// time returns the earliest start and end of o behind its lanes and edges;
// end is negative when there is none within the horizon.
func (st *state) time(o int32) (start, end Min) {
	g := st.net
	m := st.mode[o]
	from, runFrom, ok := st.arrival(o, m)
	if !ok {
		return calendar.Never, calendar.Never
	}
	s0, s1 := g.slot0[o], g.slot0[o+1]
	if st.lane[s0] < 0 {
		start, end = g.shop.fit(o, m, from, runFrom)
	} else {
		for s := s0; s < s1; s++ {
			if x := st.prev(s); x >= 0 {
				from = max(from, st.end[x])
			}
		}
		start, end = st.fitSlots(o, m, from, runFrom)
	}
	if end > g.shop.horizon {
		return calendar.Never, calendar.Never
	}
	return start, end
}

// fitSlots finds the moment at which all lanes of o have no wall.
func (st *state) fitSlots(o, m int32, from, runFrom Min) (start, end Min) {
	g := st.net
	s0, s1 := g.slot0[o], g.slot0[o+1]
	start, end = g.fit(o, m, st.lane[s0], from, runFrom)
	for s := s0 + 1; s < s1 && end >= 0; s++ {
		at, until := g.fit(o, m, st.lane[s], start, runFrom)
		if at != start {
			if until < 0 {
				return at, until
			}
			start, end = g.fit(o, m, st.lane[s0], at, runFrom)
			s = s0
		}
	}
	return start, end
}

// arrival returns what the edges into o demand in mode m: not to start before
// from, not to run before runFrom; false when a part never arrives.
func (st *state) arrival(o, m int32) (from, runFrom Min, ok bool) {
	g := st.net
	from, runFrom = g.release[o], calendar.Before
	for i := g.inFirst[o]; i < g.inFirst[o+1]; i++ {
		e := &g.in[i]
		at := st.arrives(e, m)
		if at < 0 {
			return 0, 0, false
		}
		if e.toAt == SetupPoint {
			from = max(from, at)
		} else {
			g.shop.bind(m, e.toAt, at, &from, &runFrom)
		}
	}
	return from, runFrom, true
}

// arrives returns when the part of e is there for mode m; negative for never.
func (st *state) arrives(e *inEdge, m int32) Min {
	g := st.net
	f := e.from
	if f < 0 {
		return e.lag
	}
	var at Min
	switch {
	case e.fromAt != Million:
		at = st.pointOf(f, e.fromAt)
		if e.hand {
			if at = st.handOver(f, at); at < 0 {
				return at
			}
		}
	case e.hand:
		if at = st.hand[f]; at < 0 {
			return at
		}
	default:
		at = st.end[f]
	}
	at += e.lag
	if e.flow {
		at += g.shop.flow(st.classOf(f), g.class[m])
	}
	return at
}

func (st *state) classOf(o int32) int32 {
	if st.net.free[o] {
		return st.net.class[st.mode[o]]
	}
	p := st.net.shop.Problem
	return p.Resources[p.Ops[o].Fix.Resource].Class
}

// pointOf is Shop.point on the state.
func (st *state) pointOf(o, ppm int32) Min {
	s, m := st.net.shop, st.mode[o]
	if ppm == SetupPoint || m < 0 {
		return st.start[o]
	}
	at := s.runStart(m, st.start[o])
	if k := minutesAt(s.Problem.Modes[m].Run, ppm); k > 0 && at >= 0 {
		at = s.cals[s.run[m]].Add(at, k)
	}
	if at < 0 || at > st.end[o] {
		return st.end[o]
	}
	return at
}

// handOver returns when what is ready at t leaves the resource of o.
func (st *state) handOver(o int32, t Min) Min {
	g := st.net
	if g.free[o] {
		return g.shop.cals[g.handCal[st.mode[o]]].HandOver(t)
	}
	return g.shop.leaves(g.fixed, o, t)
}

// retimeAll times everything and computes the value; false beyond the horizon.
func (st *state) retimeAll(unplaced int) bool {
	g := st.net
	for o := range g.free {
		if g.placed[o] && !g.free[o] {
			st.start[o], st.end[o] = g.fixed.Start[o], g.fixed.End[o]
			st.hand[o] = st.handOver(int32(o), st.end[o])
		}
	}
	for _, o := range st.at {
		if !g.free[o] {
			continue
		}
		start, end := st.time(o)
		if end < 0 {
			return false
		}
		st.start[o], st.end[o], st.hand[o] = start, end, st.handOver(o, end)
	}
	st.evaluateAll(unplaced)
	return true
}

// propagate times the dirty operations and all that changes with them; false
// beyond the horizon or when more than limit operations change. What delays
// half the shop is hardly ever an improvement, and costs most of the time.
func (st *state) propagate() bool {
	g := st.net
	for {
		k := st.dirty.take()
		if k < 0 {
			return true
		}
		o := st.at[k]
		start, end := st.time(o)
		if end < 0 {
			return false
		}
		if start == st.start[o] && end == st.end[o] && o != st.trail.op {
			continue
		}
		if len(st.trail.times) >= st.limit || (st.slack != nil && st.tooLate(o, end)) {
			return false
		}
		st.trail.times = append(st.trail.times, oldTime{o, st.start[o], st.end[o], st.hand[o]})
		moved := end != st.end[o] || o == st.trail.op
		st.start[o], st.end[o] = start, end
		if moved {
			st.hand[o] = st.handOver(o, end)
			for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
				if st.lane[s] >= 0 {
					if x := st.next(s); x >= 0 {
						st.dirty.add(st.ord[x])
					}
				}
			}
		}
		for _, x := range g.out[g.outFirst[o]:g.outFirst[o+1]] {
			st.dirty.add(st.ord[x])
		}
	}
}
