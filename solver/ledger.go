package solver

import "slices"

// ledger keeps the figures of resources for a state whose keys ask for them.
type ledger struct {
	load    []int64 // occupied minutes in the window
	changes []int64 // changeovers
	fixed   [][]visit
	touched []bool

	trailLoad    []booking // what the last trial added
	trailChanges []booking // what it replaced
}

type booking struct {
	resource int32
	minutes  int64
}

// newLedger returns nil when no key needs one.
func newLedger(g *net, keys []Key) *ledger {
	if !slices.Contains(keys, KeyImbalance) && !slices.Contains(keys, KeyChangeovers) {
		return nil
	}
	p := g.shop.Problem
	n := len(p.Resources)
	l := &ledger{load: make([]int64, n), changes: make([]int64, n), fixed: make([][]visit, n), touched: make([]bool, n)}
	for o := range p.Ops {
		f := &p.Ops[o].Fix
		if g.placed[o] && f.Timed() && f.Kind != FixDone && f.Start < f.End {
			l.fixed[f.Resource] = append(l.fixed[f.Resource], visit{f.Start, int32(o)})
		}
	}
	for r := range l.fixed {
		slices.SortFunc(l.fixed[r], byStart)
	}
	return l
}

func (l *ledger) copyFrom(src *ledger) {
	if l != nil {
		copy(l.load, src.load)
		copy(l.changes, src.changes)
	}
}

// forget accepts the last trial.
func (l *ledger) forget() {
	if l != nil {
		l.trailLoad, l.trailChanges = l.trailLoad[:0], l.trailChanges[:0]
	}
}

// undo takes the last trial back.
func (l *ledger) undo() {
	if l == nil {
		return
	}
	for _, b := range l.trailLoad {
		l.load[b.resource] -= b.minutes
	}
	for _, b := range l.trailChanges {
		l.changes[b.resource] = b.minutes
	}
	l.forget()
}

// reload counts everything anew.
func (l *ledger) reload(st *state) {
	s := st.net.shop
	clear(l.load)
	for o := range st.net.free {
		if st.net.placed[o] {
			l.load[st.resourceOf(int32(o), st.mode[o])] += s.occupied(int32(o), st.mode[o], st.start[o], st.end[o])
		}
	}
	for r := range l.changes {
		l.changes[r] = l.count(st, int32(r))
	}
	l.forget()
}

// update follows the last trial.
func (l *ledger) update(st *state) {
	s, t := st.net.shop, &st.trail
	touch := func(r int32) {
		if !l.touched[r] {
			l.touched[r] = true
			l.trailChanges = append(l.trailChanges, booking{r, l.changes[r]})
		}
	}
	book := func(r int32, minutes int64) {
		if minutes != 0 {
			l.load[r] += minutes
			l.trailLoad = append(l.trailLoad, booking{r, minutes})
		}
	}
	for i := range t.times {
		x := &t.times[i]
		was := st.mode[x.op]
		if x.op == t.op {
			was = t.mode
		}
		before, after := st.resourceOf(x.op, was), st.resourceOf(x.op, st.mode[x.op])
		book(before, -s.occupied(x.op, was, x.start, x.end))
		book(after, s.occupied(x.op, st.mode[x.op], st.start[x.op], st.end[x.op]))
		// Only a move changes the order of a lane, but moments decide beside
		// what is fixed.
		if x.op == t.op || len(l.fixed[after]) > 0 {
			touch(before)
			touch(after)
		}
	}
	for i := range l.trailChanges {
		r := l.trailChanges[i].resource
		l.changes[r] = l.count(st, r)
		l.touched[r] = false
	}
}

// count counts the changeovers of a single resource.
func (l *ledger) count(st *state, r int32) int64 {
	g, ops := st.net, st.net.shop.Problem.Ops
	if g.shop.Problem.Resources[r].Cap != 1 {
		return 0
	}
	fixed, last, sum := l.fixed[r], None, int64(0)
	meet := func(o int32) {
		if last >= 0 && ops[last].Job != ops[o].Job {
			sum++
		}
		last = o
	}
	for lane := g.lane0[r]; lane < g.lane0[r+1]; lane++ {
		for _, slot := range st.seq[lane] {
			o := g.owner[slot]
			for len(fixed) > 0 && byStart(fixed[0], visit{st.start[o], o}) < 0 {
				meet(fixed[0].op)
				fixed = fixed[1:]
			}
			meet(o)
		}
	}
	for _, f := range fixed {
		meet(f.op)
	}
	return sum
}

func (l *ledger) figure(st *state, k Key) int64 {
	if k == KeyImbalance {
		return st.net.shop.imbalance(l.load)
	}
	var sum int64
	for _, n := range l.changes {
		sum += n
	}
	return sum
}

// resourceOf is the resource of o in mode m, that of its lock without one.
func (st *state) resourceOf(o, m int32) int32 {
	if p := st.net.shop.Problem; st.net.free[o] {
		return p.Modes[m].Resource
	}
	return st.net.shop.Problem.Ops[o].Fix.Resource
}
