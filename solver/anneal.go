package solver

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// walker makes random moves on critical chains and accepts them like
// simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983; for job shops van
// Laarhoven, Aarts and Lenstra 1992): exact values, no estimates.
type walker struct {
	st    *state
	rng   *rand.Rand
	links []link
	heat  float64 // of the first key
	log   []move  // accepted moves, in order
}

// leastCone is the number of operations that a trial may change at least.
const leastCone = 100

// minorHeat is the heat of all keys behind the first, in their own units.
const minorHeat = 0.3

// accepts decides whether a trial that changed old into now is kept.
func accepts(old, now []int64, heat float64, rng *rand.Rand) bool {
	for i := range now {
		if d := now[i] - old[i]; d != 0 {
			if d < 0 {
				return true
			}
			if i == 0 {
				return false
			}
			if i > 1 {
				heat = minorHeat
				if i == len(now)-1 {
					heat = 30
				}
			}
			return heat > 0 && rng.Float64() < math.Exp(-float64(d)/heat)
		}
	}
	return true
}

// walk tries n moves.
func (w *walker) walk(n int, stop func() bool) bool {
	w.log = w.log[:0]
	for i := range n {
		if i&15 == 0 && stop() {
			return false
		}
		mv, ok := w.propose()
		if !ok {
			continue
		}
		// Mostly short, rarely long: large effects are seldom good ones.
		w.st.limit = leastCone << min(6, bits.TrailingZeros64(w.rng.Uint64()|1<<62)/2)
		if w.st.hopeless(mv) || !w.st.try(mv) {
			continue
		}
		if !accepts(w.st.trail.value, w.st.value, w.heat, w.rng) {
			w.st.undo()
			continue
		}
		w.log = append(w.log, mv)
	}
	return true
}

// propose draws a move that could shorten a critical chain.
func (w *walker) propose() (move, bool) {
	st, g := w.st, w.st.net
	if len(g.known) > 0 && w.rng.IntN(restoreShare) == 0 && slices.Contains(st.keys, KeyMoved) {
		w.st.budget = int64(6 * w.heat)
		return w.restore()
	}
	o := st.pickEnd(w.rng)
	if o < 0 || !g.free[o] {
		return move{}, false
	}
	w.links = st.chain(o, w.links)
	if len(w.links) == 0 {
		return move{}, false
	}
	// Prefer what waits for a lane: that is what a sequence can change.
	at := link{None, None}
	seen := 0
	if w.rng.IntN(8) > 0 {
		for _, l := range w.links {
			if l.by >= 0 {
				if seen++; w.rng.IntN(seen) == 0 {
					at = l
				}
			}
		}
	}
	if at.op < 0 {
		at = w.links[w.rng.IntN(len(w.links))]
	}
	w.st.budget = w.hopeOf(o, at)
	if at.by < 0 {
		return w.elsewhere(at.op)
	}
	p := st.prev(at.by)
	switch r := w.rng.IntN(20); {
	case r < 8:
		return w.earlier(at.op, at.by)
	case r < 13:
		return w.later(p, st.slotIn(p, st.lane[at.by]), at.by)
	case r < 17:
		return w.elsewhere(at.op)
	default:
		return w.elsewhere(p)
	}
}

// hopeOf bounds what a move for link at of the chain of last may gain, with a
// margin for the heat: worse trials are given up.
func (w *walker) hopeOf(last int32, at link) int64 {
	st, p := w.st, w.st.net.shop.Problem
	weight := int64(1)
	if j := p.Ops[last].Job; j >= 0 && st.keys[0] == KeyTardiness {
		weight = int64(p.Jobs[j].Weight)
	}
	gain := st.end[at.op] - st.start[at.op]
	if at.by >= 0 {
		if from, _, ok := st.arrival(at.op, st.mode[at.op]); ok {
			gain = st.start[at.op] - from
		}
	}
	return weight*int64(gain) + int64(6*w.heat)
}

// earlier moves o before one of the operations that it waits behind.
func (w *walker) earlier(o, slot int32) (move, bool) {
	st := w.st
	from, _, ok := st.arrival(o, st.mode[o])
	if !ok {
		return move{}, false
	}
	seq := st.seq[st.lane[slot]]
	to := st.pos[slot] - 1 // new position
	least := to
	for least > 0 && st.end[st.net.owner[seq[least-1]]] > from {
		least--
	}
	switch r := w.rng.IntN(4); {
	case r < 2:
	case r == 2:
		to = least
	default:
		to = least + w.rng.Int32N(to-least+1)
	}
	return st.moveInLane(o, slot, to), true
}

// furthest bounds how many places an operation is put off at once.
const furthest = 8

// later moves o, which sits in slot, behind the operation of slot behind or
// further back.
func (w *walker) later(o, slot, behind int32) (move, bool) {
	st := w.st
	to := st.pos[behind]
	if w.rng.IntN(5) > 1 {
		room := min(furthest, int32(len(st.seq[st.lane[slot]]))-to)
		to += w.rng.Int32N(room)
	}
	return st.moveInLane(o, slot, to), true
}

// moveInLane is the move of o to position to of the lane of its slot, counted
// without o.
func (st *state) moveInLane(o, slot, to int32) move {
	l := st.lane[slot]
	mv := move{o, st.mode[o], l, None}
	if to > 0 {
		before := to - 1
		if before >= st.pos[slot] {
			before++
		}
		mv.after = st.net.owner[st.seq[l][before]]
	}
	return mv
}

// mostPlaces bounds the lanes that one move looks at.
const mostPlaces = 12

// elsewhere moves o to another lane or mode, at about the moment it arrives:
// of the lanes looked at a good one by the end that o alone would have there.
func (w *walker) elsewhere(o int32) (move, bool) {
	st, g := w.st, w.st.net
	if !g.free[o] {
		return move{}, false
	}
	best, score := move{op: None}, math.Inf(1)
	lo, hi := g.shop.modes(o)
	width := float64(g.shop.Problem.Modes[st.mode[o]].Setup+g.shop.Problem.Modes[st.mode[o]].Run) + 1
	here := st.lane[g.slot0[o]]
	looked := 0
	for k, m := int32(0), lo+w.rng.Int32N(hi-lo); k < hi-lo && looked < mostPlaces; k, m = k+1, m+1 {
		if m == hi {
			m = lo
		}
		if !g.shop.allowed(o, m) {
			continue
		}
		from, runFrom, ok := st.arrival(o, m)
		if !ok {
			continue
		}
		if g.laneless[m] {
			if m == st.mode[o] {
				continue
			}
			looked++
			if _, end := g.shop.fit(o, m, from, runFrom); end >= 0 {
				if s := float64(end) + width*w.rng.Float64(); s < score {
					best, score = move{o, m, None, None}, s
				}
			}
			continue
		}
		l0, l1 := g.lanes(m)
		for i, l := int32(0), l0+w.rng.Int32N(l1-l0); i < l1-l0 && looked < mostPlaces; i, l = i+1, l+1 {
			if l == l1 {
				l = l0
			}
			if l == here && m == st.mode[o] {
				continue
			}
			looked++
			at := st.position(l, from)
			if n := int32(len(st.seq[l])); at < n && w.rng.IntN(3) == 0 {
				at += 1 + w.rng.Int32N(min(3, n-at))
			}
			after, begin := None, from
			if at > 0 {
				if after = g.owner[st.seq[l][at-1]]; after == o {
					continue
				}
				begin = max(begin, st.end[after])
			}
			_, end := g.fit(o, m, l, begin, runFrom)
			if end < 0 {
				continue
			}
			if s := float64(end) + width*w.rng.Float64(); s < score {
				best, score = move{o, m, l, after}, s
			}
		}
	}
	return best, best.op >= 0
}
