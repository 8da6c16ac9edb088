package solver

import (
	"cmp"
	"encoding/binary"
	"slices"

	"mouldworks/solver/calendar"
)

// lookahead bounds how many waiting tasks of one pool that would rather wait
// for another machine are looked at before the pool lets time pass. Up to this
// queue length the dispatcher is exact; beyond, the most urgent ones decide.
const lookahead = 32

// poolKind is a set of operations with the same eligible resources, set-ups,
// calendars and crew: what delays one of them delays all.
type poolKind struct {
	slots []slot
	crew  int32
}

// slot is one eligible resource of a pool.
type slot struct {
	resource int32
	calendar int32 // of the set-up, or of the run without one
	setup    Min
	least    Min // fewest minutes any member stays
}

// pools groups the operations; -1 for operations that are never dispatched.
// The order of the modes does not matter: it breaks ties per operation only.
func (s *Shop) pools() (kinds []poolKind, of []int32) {
	p := s.Problem
	of = make([]int32, len(p.Ops))
	index := make(map[string]int32)
	var key []byte
	var slots []slot
	for o := range p.Ops {
		of[o] = None
		op := &p.Ops[o]
		if op.Fix.Timed() || op.Barred != ReasonNone {
			continue
		}
		slots = s.slots(slots[:0], int32(o))
		key = binary.LittleEndian.AppendUint32(key[:0], uint32(max(1, op.Crew)))
		if op.Unpausable {
			key = append(key, 1)
		}
		for i := range slots {
			key = binary.LittleEndian.AppendUint32(key, uint32(slots[i].resource))
			key = binary.LittleEndian.AppendUint32(key, uint32(slots[i].calendar))
			key = binary.LittleEndian.AppendUint32(key, uint32(slots[i].setup))
		}
		id, ok := index[string(key)]
		if !ok {
			id = int32(len(kinds))
			index[string(key)] = id
			kinds = append(kinds, poolKind{slots: slices.Clone(slots), crew: max(1, op.Crew)})
		}
		of[o] = id
		for i := range slots {
			least := &kinds[id].slots[i].least
			*least = min(*least, slots[i].least)
		}
	}
	return kinds, of
}

// slots appends the eligible resources of o, sorted.
func (s *Shop) slots(slots []slot, o int32) []slot {
	lo, hi := s.modes(o)
	for m := lo; m < hi; m++ {
		if s.allowed(o, m) {
			mode := &s.Problem.Modes[m]
			slots = append(slots, slot{mode.Resource, s.startCalendar(m), mode.Setup, mode.Setup + mode.Run})
		}
	}
	slices.SortStableFunc(slots, func(a, b slot) int {
		return cmp.Or(cmp.Compare(a.resource, b.resource), cmp.Compare(a.calendar, b.calendar), cmp.Compare(a.setup, b.setup))
	})
	return slots
}

func (s *Shop) startCalendar(m int32) int32 {
	if s.Problem.Modes[m].Setup > 0 {
		return s.manned[m]
	}
	return s.run[m]
}

// pool is the queue of one poolKind during a dispatch.
type pool struct {
	kind *poolKind
	// arrived holds members by urgency; none of them can start before floor.
	arrived []int32
	// future holds members by the earliest moment that is known for them.
	future []waiting
	floor  Min
	// level is the next moment at which something can happen here as long as
	// no resource that a member watches is taken.
	level Min
	// key orders the pools: a lower bound, or the start of the held choice.
	key   Min
	exact bool
	held  choice
	// at is the moment for which time-dependent urgencies are computed.
	at Min
}

type waiting struct {
	at Min
	op int32
}

// choice is an operation with its best mode at the moment.
type choice struct {
	op, mode   int32
	start, end Min
	cost       int64
	// bound is the earliest start in any mode: it only grows.
	bound Min
}

// firstUsable returns the first moment at or after from at which any member
// could start anywhere.
func (d *dispatcher) firstUsable(k *poolKind, from Min) Min {
	best := farFuture
	for i := range k.slots {
		sl := &k.slots[i]
		if sl.least == 0 {
			return from
		}
		cal := &d.shop.cals[sl.calendar]
		line := &d.lines[sl.resource]
		for t := from; t < best; {
			if sl.setup > 0 {
				t = cal.Unbroken(t, sl.setup)
			} else {
				t = cal.Next(t)
			}
			if t == calendar.Never || t >= best {
				break
			}
			free, until := line.free(t, k.crew)
			if free == t && until-sl.least >= t {
				best = t
				break
			}
			if free == t {
				free = until
			}
			t = free
		}
	}
	return best
}

// evaluate finds the best mode of o now, not before floor; ok is false when
// none ends in time.
func (d *dispatcher) evaluate(o int32, floor Min) (best choice, ok bool) {
	s := d.shop
	lo, hi := s.modes(o)
	crew := max(1, s.Problem.Ops[o].Crew)
	best = choice{op: o, mode: None, bound: farFuture}
	if d.prefer.rule > SelectFinish && d.alpha == 0 {
		return d.preferred(best, floor)
	}
	var rank int64
	for m := lo; m < hi; m++ {
		if !s.allowed(o, m) || d.from[m] > s.horizon {
			continue
		}
		d.from[m] = max(d.from[m], floor)
		mode := &s.Problem.Modes[m]
		stay := mode.Setup + mode.Run
		extra := d.extra(o, stay) + int64(mode.Reluctance)
		if best.mode >= 0 {
			least := int64(d.from[m]) + int64(stay) + extra
			if least > best.cost || (least == best.cost && mode.tie() >= rank) {
				best.bound = min(best.bound, d.from[m])
				continue
			}
		}
		start, end := d.place(o, m, crew)
		if end < 0 || end > s.horizon {
			d.from[m] = farFuture
			continue
		}
		d.from[m] = start
		best.bound = min(best.bound, start)
		cost := int64(end) + extra
		if best.mode < 0 || cost < best.cost || (cost == best.cost && mode.tie() < rank) {
			best.mode, best.start, best.end, best.cost, rank = m, start, end, cost, mode.tie()
		}
	}
	return best, best.mode >= 0
}

// extra is the price of a slow mode in randomised dispatches.
func (d *dispatcher) extra(o int32, stay Min) int64 {
	if d.alpha == 0 {
		return 0
	}
	return d.alpha * int64(stay-d.quickest[o])
}

// place returns the earliest feasible start and end of o in mode m.
func (d *dispatcher) place(o, m, crew int32) (start, end Min) {
	s := d.shop
	line := &d.lines[s.Problem.Modes[m].Resource]
	from := d.from[m]
	for {
		start, end = s.fit(o, m, from, d.runFrom[m])
		if end < 0 || start > s.horizon || line.cap == 0 || start == end {
			return start, end
		}
		free, until := line.free(start, crew)
		switch {
		case free == farFuture:
			return calendar.Never, calendar.Never
		case free > start:
			from = free
		case end <= until:
			return start, end
		case until == farFuture:
			return start, end
		default:
			from = until
		}
	}
}
