package solver

import "math"

// preference is setting 10, the choice among resources beyond the earliest
// end, with what it has to remember during one dispatch.
type preference struct {
	rule      Select
	tolerance Min     // of SelectSame
	booked    []int64 // minutes per resource from S on, SelectLoad
	same      []int32 // resource of the previous operation per operation, SelectSame
	last      []Min   // per job and group the end of the last operation so far
	lastOn    []int32 // and its resource
	groups    int32
}

func newPreference(s *Shop, params Params) preference {
	p := s.Problem
	f := preference{rule: params.Select, tolerance: params.SameTolerance}
	switch f.rule {
	case SelectLoad:
		f.booked = make([]int64, len(p.Resources))
	case SelectSame:
		for r := range p.Resources {
			f.groups = max(f.groups, p.Resources[r].Group+1)
		}
		f.same = make([]int32, len(p.Ops))
		f.last, f.lastOn = make([]Min, int(f.groups)*len(p.Jobs)), make([]int32, int(f.groups)*len(p.Jobs))
	}
	return f
}

// reset books what stands before a dispatch: blocks and timed fixes.
func (f *preference) reset(d *dispatcher) {
	p := d.shop.Problem
	switch f.rule {
	case SelectLoad:
		clear(f.booked)
		for i := range p.Blocks {
			b := &p.Blocks[i]
			f.booked[b.Resource] += int64(max(0, b.End-max(b.Start, p.Start)))
		}
	case SelectSame:
		for i := range f.last {
			f.last[i], f.lastOn[i] = math.MinInt32, None
		}
	default:
		return
	}
	for o := range p.Ops {
		if p.Ops[o].Fix.Timed() {
			f.note(d, int32(o))
		}
	}
}

// note remembers that o is placed.
func (f *preference) note(d *dispatcher, o int32) {
	p := d.shop.Problem
	r, start, end := d.plan.Resource[o], d.plan.Start[o], d.plan.End[o]
	switch f.rule {
	case SelectLoad:
		if m := d.plan.Mode[o]; m >= 0 && !p.Ops[o].Fix.Timed() {
			f.booked[r] += int64(p.Modes[m].Setup + p.Modes[m].Run)
		} else if p.Ops[o].Fix.Kind != FixDone {
			f.booked[r] += int64(max(0, end-max(start, p.Start)))
		}
	case SelectSame:
		if j := p.Ops[o].Job; j >= 0 {
			if at := j*f.groups + p.Resources[r].Group; end > f.last[at] {
				f.last[at], f.lastOn[at] = end, r
			}
		}
	}
}

// ready finds the resource that o would rather stay on: that of the previous
// operation of its part inside the house, else that of the last operation of
// its job in one of the groups that can make it.
func (f *preference) ready(d *dispatcher, o int32) {
	s := d.shop
	p := s.Problem
	if f.same[o] = f.before(d, o); f.same[o] >= 0 || p.Ops[o].Job < 0 {
		return
	}
	end := Min(math.MinInt32)
	lo, hi := s.modes(o)
	for m := lo; m < hi; m++ {
		at := p.Ops[o].Job*f.groups + p.Resources[p.Modes[m].Resource].Group
		if f.lastOn[at] >= 0 && f.last[at] > end {
			f.same[o], end = f.lastOn[at], f.last[at]
		}
	}
}

// before walks back along the part of o to the last operation that is not
// outside.
func (f *preference) before(d *dispatcher, o int32) int32 {
	p := d.shop.Problem
	best := None
	for _, id := range d.shop.in.of(o) {
		from := p.Edges[id].From
		if from < 0 || d.plan.Resource[from] < 0 || p.Ops[from].Job != p.Ops[o].Job || p.Ops[from].Part != p.Ops[o].Part || p.Ops[from].Class == ClassMilestone {
			continue
		}
		if best < 0 || d.plan.End[from] > d.plan.End[best] {
			best = from
		}
	}
	switch {
	case best < 0:
		return None
	case p.Resources[d.plan.Resource[best]].Cap == 0:
		return f.before(d, best)
	}
	return d.plan.Resource[best]
}

// tie orders modes that end together.
func (m *Mode) tie() int64 { return int64(m.Reluctance)<<16 + int64(m.Rank) }

// option is a mode that could be taken.
type option struct {
	mode       int32
	start, end Min
}

// preferred chooses the mode of best.op by the selection rule: of the modes
// that nobody is reluctant to take and those that end earlier by more than
// their reluctance.
func (d *dispatcher) preferred(best choice, floor Min) (choice, bool) {
	s := d.shop
	p := s.Problem
	o := best.op
	lo, hi := s.modes(o)
	crew := max(1, p.Ops[o].Crew)
	willing := Min(math.MaxInt32)
	options := d.options[:0]
	for m := lo; m < hi; m++ {
		if !s.allowed(o, m) || d.from[m] > s.horizon {
			continue
		}
		d.from[m] = max(d.from[m], floor)
		start, end := d.place(o, m, crew)
		if end < 0 || end > s.horizon {
			d.from[m] = farFuture
			continue
		}
		d.from[m] = start
		best.bound = min(best.bound, start)
		willing = min(willing, p.Modes[m].Reluctance)
		options = append(options, option{m, start, end})
	}
	d.options = options
	first, standard := farFuture, farFuture // earliest end at all, and of the willing ones
	for _, x := range options {
		first = min(first, x.end)
		if p.Modes[x.mode].Reluctance == willing {
			standard = min(standard, x.end)
		}
	}
	at := -1
	var key [3]int64
	for i, x := range options {
		mode := &p.Modes[x.mode]
		if mode.Reluctance > willing && x.end+mode.Reluctance-willing >= standard {
			continue
		}
		if k := [3]int64{d.prefer.figure(d, o, &x, first), int64(x.end), mode.tie()}; at < 0 || less(k[:], key[:]) {
			at, key = i, k
		}
	}
	if at < 0 {
		return best, false
	}
	best.mode, best.start, best.end = options[at].mode, options[at].start, options[at].end
	return best, true
}

// figure is what the rule compares, smaller is better.
func (f *preference) figure(d *dispatcher, o int32, x *option, first Min) int64 {
	mode := &d.shop.Problem.Modes[x.mode]
	switch f.rule {
	case SelectStart:
		return int64(x.start)
	case SelectLoad:
		return f.booked[mode.Resource]
	case SelectRank:
		return int64(mode.Rank)
	case SelectCost:
		return mode.Cost
	case SelectSame:
		if mode.Resource == f.same[o] && x.end <= first+f.tolerance {
			return 0
		}
		return 1
	}
	return 0
}

// watchOut looks at a pool again when resource r is taken. Rules that compare
// more than ends may change their mind when any resource of the pool is taken.
func (d *dispatcher) watchOut(pool, r int32) {
	if d.prefer.rule <= SelectFinish {
		d.watch[r] = append(d.watch[r], pool)
		return
	}
	for i := range d.pools[pool].kind.slots {
		on := d.pools[pool].kind.slots[i].resource
		d.watch[on] = append(d.watch[on], pool)
	}
}
