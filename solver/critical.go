package solver

import (
	"math/rand/v2"

	"mouldworks/solver/calendar"
)

// link is an operation on a critical chain; by is the slot behind whose lane
// predecessor it waits, None when it waits for a part or for nothing.
type link struct{ op, by int32 }

// longestChain bounds a walk; waits beyond it are reached by later walks.
const longestChain = 400

// chain collects the critical chain that ends with o, latest first.
func (st *state) chain(o int32, buf []link) []link {
	g := st.net
	buf = buf[:0]
	for o >= 0 && g.free[o] && len(buf) < longestChain {
		m := st.mode[o]
		who, latest, by := None, g.release[o], None
		for i := g.inFirst[o]; i < g.inFirst[o+1]; i++ {
			e := &g.in[i]
			at := st.arrives(e, m)
			if e.toAt != SetupPoint {
				// As a bound of the start: the minutes before the point.
				mode := &g.shop.Problem.Modes[m]
				k := minutesAt(mode.Run, e.toAt)
				at = g.shop.cals[g.shop.run[m]].Reach(at, k)
				if at > calendar.Before {
					at -= mode.Setup
				}
			}
			if at > latest {
				who, latest = e.from, at
			}
		}
		for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
			if st.lane[s] < 0 {
				continue
			}
			if x := st.prev(s); x >= 0 && st.end[x] > latest {
				who, latest, by = x, st.end[x], s
			}
		}
		buf = append(buf, link{o, by})
		o = who
	}
	return buf
}

// pickEnd chooses an operation whose earlier end would improve the plan, with
// the probability of what it costs; None when nothing does. For tardiness that
// is the last operation of a late job, from which a critical chain of its own
// leads back (Mati, Dauzere-Peres and Lahlou 2011).
func (st *state) pickEnd(rng *rand.Rand) int32 {
	g := st.net
	for i, k := range st.keys {
		if st.value[1+i] == 0 && i < len(st.keys)-1 {
			continue
		}
		if o := st.pickFor(k, rng); o >= 0 {
			return o
		}
	}
	if len(g.sinks) == 0 {
		return None
	}
	return g.sinks[rng.IntN(len(g.sinks))]
}

// pickFor is pickEnd for one key, None when no earlier end improves it.
func (st *state) pickFor(key Key, rng *rand.Rand) int32 {
	g := st.net
	switch key {
	case KeyTardiness:
		return st.pickTardy(rng)
	case KeyMakespan:
		best := None
		ties := 0
		for _, o := range g.sinks {
			switch {
			case best < 0 || st.end[o] > st.end[best]:
				best, ties = o, 1
			case st.end[o] == st.end[best]:
				if ties++; rng.IntN(ties) == 0 {
					best = o
				}
			}
		}
		return best
	case KeyCycle:
		return st.lastOf(rng.Int32N(int32(len(g.shop.Problem.Jobs))))
	}
	return None
}

// pickTardy draws a late job or target by what could be saved: its weighted
// tardiness beyond that which it would have alone in the shop.
func (st *state) pickTardy(rng *rand.Rand) int32 {
	p, g := st.net.shop.Problem, st.net
	excess := func(j int) int64 { return st.tardy(int32(j), st.jobEnd[j]) - st.tardy(int32(j), g.least[j]) }
	var total int64
	for j := range p.Jobs {
		total += excess(j)
	}
	for t := range p.Targets {
		if a := &p.Targets[t]; g.placed[a.Op] {
			total += missed(a, st.handEnd(a.Op))
		}
	}
	if total <= 0 {
		return None
	}
	r := rng.Int64N(total)
	for j := range p.Jobs {
		if r -= excess(j); r < 0 {
			return st.lastOf(int32(j))
		}
	}
	for t := range p.Targets {
		if a := &p.Targets[t]; g.placed[a.Op] {
			if r -= missed(a, st.handEnd(a.Op)); r < 0 {
				return a.Op
			}
		}
	}
	return None
}

// lastOf returns the operation that ends job j.
func (st *state) lastOf(j int32) int32 {
	best := None
	for _, o := range st.net.last.of(j) {
		if best < 0 || st.handEnd(o) > st.handEnd(best) {
			best = o
		}
	}
	return best
}
