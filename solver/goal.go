package solver

import (
	"cmp"
	"math"
	"slices"
)

// The goals that look at resources: how idle the bottlenecks are, how unevenly
// a group is loaded, how often a machine changes over to another job. All are
// counted on the finished plan and, move by move, on a state.

// window returns the moment until which load counts.
func (s *Shop) window() Min {
	if s.Problem.Window > 0 {
		return s.Problem.Window
	}
	return s.Problem.End
}

// occupied is the working minutes that o takes of its resource in the window.
func (s *Shop) occupied(o, m int32, start, end Min) int64 {
	p := s.Problem
	op := &p.Ops[o]
	if op.Fix.Kind == FixDone {
		return 0
	}
	tier := 0
	if op.Overtime {
		tier = 1
	}
	cal := int32(0)
	if m >= 0 {
		cal = s.run[m]
	} else {
		cal = p.Resources[op.Fix.Resource].Manned[tier]
	}
	from, to := max(start, p.Start), min(end, s.window())
	if to <= from {
		return 0
	}
	c := &s.cals[cal]
	return int64(c.Worked(to)-c.Worked(from)) * int64(max(1, op.Crew))
}

// room is the minutes of all bottlenecks in the window, with those of fixed
// tasks twice: locks may overlap, and nothing is less idle than that.
func (s *Shop) room() int64 {
	p := s.Problem
	var sum int64
	for r := range p.Resources {
		if s.scarce(int32(r)) {
			sum += int64(max(0, s.window()-p.Start)) * int64(p.Resources[r].Cap)
		}
	}
	for o := range p.Ops {
		if f := &p.Ops[o].Fix; f.Timed() && s.scarce(f.Resource) {
			sum += int64(max(0, f.End-f.Start)) * int64(max(1, p.Ops[o].Crew))
		}
	}
	return sum
}

// scarce reports whether a resource is a bottleneck.
func (s *Shop) scarce(r int32) bool {
	res := &s.Problem.Resources[r]
	return res.Bottleneck && res.Cap > 0
}

func (s *Shop) idle(p *Plan) int64 {
	sum := s.room()
	for o := range s.Problem.Ops {
		if r := p.Resource[o]; r >= 0 && s.scarce(r) {
			sum -= s.occupied(int32(o), p.Mode[o], p.Start[o], p.End[o])
		}
	}
	return sum
}

// imbalance is the mean over machine groups, weighted by their hours, of the
// deviation of the machines' load ratios over its mean, in millionths. A
// machine group has nothing but single resources.
func (s *Shop) imbalance(load []int64) int64 {
	p := s.Problem
	groups := int32(0)
	for r := range p.Resources {
		groups = max(groups, p.Resources[r].Group+1)
	}
	type sums struct {
		hours      int64
		n, x, xx   float64
		people, no bool
	}
	all := make([]sums, groups)
	for r := range p.Resources {
		res := &p.Resources[r]
		g := &all[res.Group]
		g.people = g.people || res.Cap != 1
		room := float64(s.cals[res.Run[0]].Worked(s.window()) - s.cals[res.Run[0]].Worked(p.Start))
		if room <= 0 {
			g.no = true
			continue
		}
		x := float64(load[r]) / room
		g.hours += load[r]
		g.n, g.x, g.xx = g.n+1, g.x+x, g.xx+x*x
	}
	sum, weight := 0.0, 0.0
	for i := range all {
		g := &all[i]
		if g.people || g.no || g.hours == 0 {
			continue
		}
		mean := g.x / g.n
		sum += float64(g.hours) * math.Sqrt(max(0, g.xx/g.n-mean*mean)) / mean
		weight += float64(g.hours)
	}
	if weight == 0 {
		return 0
	}
	return int64(math.Round(sum / weight * 1e6))
}

func (s *Shop) loads(p *Plan) []int64 {
	load := make([]int64, len(s.Problem.Resources))
	for o := range s.Problem.Ops {
		if r := p.Resource[o]; r >= 0 {
			load[r] += s.occupied(int32(o), p.Mode[o], p.Start[o], p.End[o])
		}
	}
	return load
}

// visit is a stay on a single resource.
type visit struct{ start, op int32 }

func byStart(a, b visit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.op, b.op)) }

// changeovers counts neighbours of different jobs on single resources.
func (s *Shop) changeovers(p *Plan) int64 {
	rows := make([][]visit, len(s.Problem.Resources))
	for o := range s.Problem.Ops {
		r := p.Resource[o]
		if r >= 0 && p.Start[o] < p.End[o] && s.Problem.Resources[r].Cap == 1 && s.Problem.Ops[o].Fix.Kind != FixDone {
			rows[r] = append(rows[r], visit{p.Start[o], int32(o)})
		}
	}
	var sum int64
	for _, row := range rows {
		slices.SortFunc(row, byStart)
		for i := 1; i < len(row); i++ {
			if s.Problem.Ops[row[i].op].Job != s.Problem.Ops[row[i-1].op].Job {
				sum++
			}
		}
	}
	return sum
}

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
