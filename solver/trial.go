package solver

import (
	"slices"
	"sort"
)

// move puts operation op in mode on lane behind operation after, None for the
// front. Modes without lanes have lane None.
type move struct{ op, mode, lane, after int32 }

// try applies mv and times the plan. With false nothing has changed: the move
// contradicts an edge or the horizon. After true either keep or undo follows.
func (st *state) try(mv move) bool {
	g := st.net
	t := &st.trail
	t.times, t.orders, t.ends, t.lanes = t.times[:0], t.orders[:0], t.ends[:0], t.lanes[:0]
	copy(t.value, st.value)
	st.ledger.forget()
	o := mv.op
	t.op, t.mode = o, st.mode[o]
	s0, s1 := g.slot0[o], g.slot0[o+1]
	for s := s0; s < s1; s++ {
		t.lanes = append(t.lanes, place{st.lane[s], st.pos[s]})
		if st.lane[s] >= 0 {
			if x := st.next(s); x >= 0 {
				st.dirty.add(st.ord[x])
			}
			st.takeOut(s)
		}
	}
	st.mode[o] = mv.mode
	if !st.settle(mv) || !st.propagate() {
		st.undo()
		return false
	}
	st.revalue()
	return true
}

// settle puts the slots of the moved operation into their new lanes.
func (st *state) settle(mv move) bool {
	g := st.net
	o := mv.op
	if mv.lane >= 0 {
		at := int32(0)
		if mv.after >= 0 {
			s := st.slotIn(mv.after, mv.lane)
			if s < 0 {
				return false
			}
			at = st.pos[s] + 1
		}
		s0, s1 := g.slot0[o], g.slot0[o+1]
		when := farFuture
		if int(at) < len(st.seq[mv.lane]) {
			when = st.start[g.owner[st.seq[mv.lane][at]]]
		}
		st.putIn(s0, mv.lane, at)
		if !st.align(s0) {
			return false
		}
		for s := s0 + 1; s < s1; s++ {
			l, k := st.besideLane(o, mv, s, when)
			st.putIn(s, l, k)
			if !st.align(s) {
				return false
			}
		}
		// Marked only now: the order has just changed.
		for s := s0; s < s1; s++ {
			if x := st.next(s); x >= 0 {
				st.dirty.add(st.ord[x])
			}
		}
	}
	st.remark()
	st.dirty.add(st.ord[o])
	return true
}

// align makes the topological order follow a slot that was just put into its
// lane. One slot at a time: two new ways at once could cross unseen.
func (st *state) align(s int32) bool {
	o := st.net.owner[s]
	if x := st.prev(s); x >= 0 && !st.follow(x, o) {
		return false
	}
	if x := st.next(s); x >= 0 && !st.follow(o, x) {
		return false
	}
	return true
}

// remark marks again what the order may have moved under the marks: the
// successors in the lanes that were left.
func (st *state) remark() {
	st.dirty.clear()
	g := st.net
	for _, p := range st.trail.lanes {
		if p.lane >= 0 && int(p.pos) < len(st.seq[p.lane]) {
			st.dirty.add(st.ord[g.owner[st.seq[p.lane][p.pos]]])
		}
		// The slot itself may stand there now.
		if p.lane >= 0 && int(p.pos)+1 < len(st.seq[p.lane]) {
			st.dirty.add(st.ord[g.owner[st.seq[p.lane][p.pos+1]]])
		}
	}
	o := st.trail.op
	for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
		if st.lane[s] >= 0 {
			if x := st.next(s); x >= 0 {
				st.dirty.add(st.ord[x])
			}
		}
	}
}

// slotIn returns the slot of o in lane l, None when it is elsewhere.
func (st *state) slotIn(o, l int32) int32 {
	for s := st.net.slot0[o]; s < st.net.slot0[o+1]; s++ {
		if st.lane[s] == l {
			return s
		}
	}
	return None
}

// besideLane chooses the lane of a further crew member: of the other lanes
// the one whose work before the moment when ends first.
func (st *state) besideLane(o int32, mv move, slot int32, when Min) (lane, at int32) {
	g := st.net
	lo, hi := g.lanes(mv.mode)
	lane = None
	var free Min
	for l := lo; l < hi; l++ {
		if slices.Contains(st.lane[g.slot0[o]:slot], l) {
			continue
		}
		k := st.position(l, when)
		until := Min(-1)
		if k > 0 {
			until = st.end[g.owner[st.seq[l][k-1]]]
		}
		if lane < 0 || until < free {
			lane, at, free = l, k, until
		}
	}
	return lane, at
}

// position returns how many operations of lane l start before t.
func (st *state) position(l int32, t Min) int32 {
	seq := st.seq[l]
	return int32(sort.Search(len(seq), func(i int) bool { return st.start[st.net.owner[seq[i]]] >= t }))
}

// undo takes back the move of the last try.
func (st *state) undo() {
	g := st.net
	t := &st.trail
	st.dirty.clear()
	for i := len(t.times) - 1; i >= 0; i-- {
		x := &t.times[i]
		st.start[x.op], st.end[x.op], st.hand[x.op] = x.start, x.end, x.hand
	}
	for i := len(t.ends) - 1; i >= 0; i-- {
		st.jobEnd[t.ends[i].job] = t.ends[i].end
	}
	for i := len(t.orders) - 1; i >= 0; i-- {
		x := t.orders[i]
		st.ord[x.op], st.at[x.ord] = x.ord, x.op
	}
	o := t.op
	for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
		if st.lane[s] >= 0 {
			st.takeOut(s)
		}
	}
	for i := len(t.lanes) - 1; i >= 0; i-- {
		if p := t.lanes[i]; p.lane >= 0 {
			st.putIn(g.slot0[o]+int32(i), p.lane, p.pos)
		}
	}
	st.mode[o] = t.mode
	copy(st.value, t.value)
	st.ledger.undo()
}
