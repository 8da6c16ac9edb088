package solver

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
)

// anneal is the collective annealing of all streams. In each round every
// stream walks from the common plan on its own; then their accepted moves are
// tried again on the common plan, one stream after the other. So all threads
// work on one plan, and how many there are never shows.
type anneal struct {
	master  *walker
	walkers []*walker // per thread
	logs    [streams][]move
	best    *state
	round   int64
	batch   int
	seed    uint64
	base    *Plan // unplaced operations
	slack   *slack
	moves   int64
	cycles  int // begun
	unit    int // operations that the length of a cooling is measured by
}

const (
	// batchMoves is the number of moves that a stream tries in one iteration.
	batchMoves = 400
	// firstCycle is the length of the first cooling in moves per operation of
	// unit;
	// each further one is twice as long and starts twice as hot.
	firstCycle = 8
	firstHeat  = 0.5
	hottest    = 2.0
	// standers is how many operations count for each one of a late job: those
	// that stand in its way.
	standers = 4
	// leastUnit keeps the first cooling from being over at once.
	leastUnit = 500
)

// newAnneal returns nil when the sequences of plan cannot be timed.
func newAnneal(g *net, keys []Key, plan *Plan, threads int, seed uint64) *anneal {
	a := &anneal{seed: seed, base: plan, batch: int(min(batchMoves, 20+20*len(g.free)))}
	a.master = &walker{st: newState(g, keys)}
	if !a.master.st.load(plan, len(plan.Unplaced)) {
		return nil
	}
	a.master.st.limit = 8 * leastCone
	a.best = newState(g, keys)
	a.slack = newSlack(len(g.free))
	a.master.st.latest(a.slack)
	a.best.copyFrom(a.master.st)
	a.unit = a.master.st.concerned()
	for range threads {
		a.walkers = append(a.walkers, &walker{st: newState(g, keys)})
	}
	return a
}

// concerned is the number of operations whose order matters for the first key:
// those of jobs later than they must be with what stands in their way, all of
// them where nothing is late. In a large shop that is a small part.
func (st *state) concerned() int {
	n := len(st.net.free)
	if st.keys[0] != KeyTardiness || st.value[1] == 0 {
		return n
	}
	late := 0
	for o := range n {
		if j := st.net.shop.Problem.Ops[o].Job; j >= 0 && st.tardy(j, st.jobEnd[j]) > st.tardy(j, st.net.least[j]) {
			late++
		}
	}
	return min(n, max(leastUnit, standers*late))
}

// walk is one iteration: stream i of the round on thread w.
func (a *anneal) walk(w *walker, i int, stop *atomic.Bool) bool {
	w.st.copyFrom(a.master.st)
	w.rng = rand.New(rand.NewPCG(a.seed, uint64(a.round)<<8|uint64(i)))
	w.heat = a.heat()
	w.st.slack = a.slack
	ok := w.walk(a.batch, stop.Load)
	a.logs[i] = append(a.logs[i][:0], w.log...)
	return ok
}

// heat is the annealing temperature of the first key in this round: a share of
// what could be saved at the average late job, falling within a cycle,
// hotter from cycle to cycle.
func (a *anneal) heat() float64 {
	st := a.master.st
	each := float64(st.value[1])
	switch st.keys[0] {
	case KeyTardiness:
		late, saving := 0, int64(0)
		for j := range st.jobEnd {
			if x := st.tardy(int32(j), st.jobEnd[j]) - st.tardy(int32(j), st.net.least[j]); x > 0 {
				late++
				saving += x
			}
		}
		each = float64(saving) / float64(max(1, late))
	case KeyMakespan:
		each *= 0.01
	case KeyCycle:
		each /= float64(max(1, len(st.jobEnd)))
	default:
		each /= float64(max(1, len(st.net.free)))
	}
	n, x := a.cycle()
	return each * min(firstHeat*math.Pow(2, float64(n)), hottest) * math.Pow(0.1, x)
}

// cycle returns the number of the cooling and how much of it is over.
func (a *anneal) cycle() (n int, part float64) {
	x, length := float64(a.moves), float64(a.unit)*firstCycle
	for ; x > length; n++ {
		x -= length
		length *= 2
	}
	return n, x / length
}

// merge tries the moves of the first n streams on the common plan; ok is false
// when it was stopped on the way.
func (a *anneal) merge(n int, stop *atomic.Bool) (better, ok bool) {
	m := a.master
	m.rng = rand.New(rand.NewPCG(a.seed, uint64(a.round)<<8|255))
	heat := a.heat()
	for i := range n {
		for k, mv := range a.logs[i] {
			if k&15 == 0 && stop.Load() {
				return false, false
			}
			if !m.st.try(mv) {
				continue
			}
			if !accepts(m.st.trail.value, m.st.value, heat, m.rng) {
				m.st.undo()
				continue
			}
		}
		if less(m.st.value, a.best.value) {
			a.best.copyFrom(m.st)
			better = true
		}
	}
	a.round++
	a.moves += int64(n * a.batch)
	if n, _ := a.cycle(); n > a.cycles {
		// The next cooling starts from the best plan so far.
		a.cycles = n
		m.st.copyFrom(a.best)
		m.st.sortOrder()
	}
	m.st.latest(a.slack)
	return better, true
}
