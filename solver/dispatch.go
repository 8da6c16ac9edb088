package solver

import (
	"sync/atomic"

	"mouldworks/solver/calendar"
)

// dispatcher is the arena of one thread: it turns urgencies into a plan by
// event-driven serial schedule generation. Again and again the ready task
// with the least earliest start on its best resource is placed, of several
// the most urgent one.
type dispatcher struct {
	shop     *Shop
	kinds    []poolKind
	poolOf   []int32
	quickest []Min // fewest minutes per operation
	rule     Rule
	alpha    int64 // machine choice by end + alpha x (minutes - fewest minutes)
	prefer   preference
	prio     []int64
	stop     *atomic.Bool

	lines         []timeline
	base          []timeline // with blocks and timed fixes
	from, runFrom []Min      // per mode, earliest start known
	pending       []int32    // predecessors not yet placed
	pools         []pool
	heap          []int32 // pool ids by key
	where         []int32 // position of a pool in heap
	watch         [][]int32
	tmp           []int32
	options       []option // scratch of preferred
	listing       bool     // serial generation
	list          pool     // its only queue
	plan          *Plan
	fixed         *Plan
}

func newDispatcher(s *Shop, stop *atomic.Bool) *dispatcher {
	p := s.Problem
	d := &dispatcher{
		shop: s, stop: stop,
		quickest: make([]Min, len(p.Ops)), prio: make([]int64, len(p.Ops)),
		lines: make([]timeline, len(p.Resources)), base: make([]timeline, len(p.Resources)),
		from: make([]Min, len(p.Modes)), runFrom: make([]Min, len(p.Modes)),
		pending: make([]int32, len(p.Ops)), watch: make([][]int32, len(p.Resources)),
	}
	d.kinds, d.poolOf = s.pools()
	for o := range p.Ops {
		if m := s.fastest(int32(o)); m >= 0 {
			d.quickest[o] = p.Modes[m].Setup + p.Modes[m].Run
		}
	}
	d.pools = make([]pool, len(d.kinds))
	d.heap = make([]int32, len(d.kinds))
	d.where = make([]int32, len(d.kinds))
	d.placeFixed()
	return d
}

// sibling returns a dispatcher for another thread that shares what is read-only.
func (d *dispatcher) sibling() *dispatcher {
	p := d.shop.Problem
	return &dispatcher{
		shop: d.shop, stop: d.stop, kinds: d.kinds, poolOf: d.poolOf, quickest: d.quickest, base: d.base, fixed: d.fixed,
		prefer: newPreference(d.shop, Params{Select: d.prefer.rule, SameTolerance: d.prefer.tolerance}),
		prio:   make([]int64, len(p.Ops)), lines: make([]timeline, len(p.Resources)),
		from: make([]Min, len(p.Modes)), runFrom: make([]Min, len(p.Modes)),
		pending: make([]int32, len(p.Ops)), watch: make([][]int32, len(p.Resources)),
		pools: make([]pool, len(d.kinds)), heap: make([]int32, len(d.kinds)), where: make([]int32, len(d.kinds)),
	}
}

// placeFixed books blocks and timed fixes, the same in every dispatch.
func (d *dispatcher) placeFixed() {
	p := d.shop.Problem
	d.fixed = emptyPlan(len(p.Ops))
	for r := range p.Resources {
		d.base[r].reset(p.Resources[r].Cap)
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		d.base[b.Resource].take(b.Start, b.End, max(1, b.Units))
	}
	for o := range p.Ops {
		op := &p.Ops[o]
		if !op.Fix.Timed() {
			continue
		}
		d.fixed.Start[o], d.fixed.End[o], d.fixed.Resource[o] = op.Fix.Start, op.Fix.End, op.Fix.Resource
		lo, hi := d.shop.modes(int32(o))
		for m := lo; m < hi; m++ {
			if p.Modes[m].Resource == op.Fix.Resource {
				d.fixed.Mode[o] = m
				break
			}
		}
		if op.Fix.Kind == FixDone {
			continue // history occupies nothing
		}
		d.base[op.Fix.Resource].take(op.Fix.Start, op.Fix.End, max(1, op.Crew))
	}
}

func emptyPlan(n int) *Plan {
	p := &Plan{Mode: make([]int32, n), Resource: make([]int32, n), Start: make([]Min, n), End: make([]Min, n)}
	for i := range n {
		p.Mode[i], p.Resource[i], p.Start[i], p.End[i] = None, None, None, None
	}
	return p
}

func (d *dispatcher) reset() {
	p := d.shop.Problem
	d.plan = d.fixed.Clone()
	for r := range d.lines {
		d.lines[r].cap = d.base[r].cap
		d.lines[r].at = append(d.lines[r].at[:0], d.base[r].at...)
		d.lines[r].used = append(d.lines[r].used[:0], d.base[r].used...)
		d.watch[r] = d.watch[r][:0]
	}
	for i := range d.pools {
		q := &d.pools[i]
		q.kind = &d.kinds[i]
		q.arrived, q.future = q.arrived[:0], q.future[:0]
		q.floor, q.level, q.key, q.exact, q.at = p.Start, p.Start, farFuture, false, None
		q.held.op = None
		d.heap[i], d.where[i] = int32(i), int32(i)
	}
	d.prefer.reset(d)
	clear(d.pending)
	for i := range p.Edges {
		if f := p.Edges[i].From; f >= 0 && !p.Ops[f].Fix.Timed() {
			d.pending[p.Edges[i].To]++
		}
	}
}

// dispatch builds a plan for the urgencies in d.prio. It returns nil when the
// stop flag is raised before it ends.
func (d *dispatcher) dispatch() *Plan {
	d.reset()
	d.start()
	for n := 0; len(d.heap) > 0; n++ {
		if n&255 == 0 && d.stop.Load() {
			return nil
		}
		id := d.heap[0]
		q := &d.pools[id]
		if q.key == farFuture {
			break
		}
		if !q.exact {
			d.update(id)
			d.fix(id)
			continue
		}
		c := q.held
		q.held.op, q.exact = None, false
		q.key = q.floor
		d.commit(c)
		d.fix(id)
	}
	return d.finish()
}

// start queues what has no predecessor and gives up what is barred.
func (d *dispatcher) start() {
	p := d.shop.Problem
	for o := range p.Ops {
		if op := &p.Ops[o]; !op.Fix.Timed() && d.plan.Mode[o] != barred {
			if op.Barred != ReasonNone {
				d.giveUp(int32(o), op.Barred)
			} else if d.pending[o] == 0 {
				d.ready(int32(o))
			}
		}
	}
}

// finish completes the plan.
func (d *dispatcher) finish() *Plan {
	for o := range d.plan.Mode {
		if d.plan.Mode[o] == barred {
			d.plan.Mode[o] = None
		}
	}
	d.plan.Conflicts = d.conflicts(d.plan)
	return d.plan
}

// commit places c and wakes what depends on it.
func (d *dispatcher) commit(c choice) {
	p := d.shop.Problem
	o, r := c.op, p.Modes[c.mode].Resource
	d.plan.Mode[o], d.plan.Resource[o], d.plan.Start[o], d.plan.End[o] = c.mode, r, c.start, c.end
	d.lines[r].take(c.start, c.end, max(1, p.Ops[o].Crew))
	d.prefer.note(d, o)
	woken := d.watch[r]
	for _, id := range woken {
		q := &d.pools[id]
		q.level = q.floor
		if q.key > q.floor || q.exact {
			q.key, q.exact = min(q.key, q.floor), false
			d.fix(id)
		}
	}
	d.watch[r] = woken[:0]
	for _, e := range d.shop.out.of(o) {
		to := p.Edges[e].To
		if d.pending[to]--; d.pending[to] == 0 && d.poolOf[to] >= 0 && d.plan.Mode[to] != barred {
			d.ready(to)
		}
	}
}

// barred marks operations given up during a dispatch.
const barred int32 = -2

// giveUp lists o and everything behind it that is not fixed.
func (d *dispatcher) giveUp(o int32, code ReasonCode) {
	p := d.shop.Problem
	if d.plan.Mode[o] == barred {
		return
	}
	d.plan.Mode[o] = barred
	d.plan.Unplaced = append(d.plan.Unplaced, Reason{Op: o, Code: code, Other: None})
	stack := []int32{o}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range d.shop.out.of(at) {
			to := p.Edges[e].To
			if p.Ops[to].Fix.Timed() || d.plan.Mode[to] == barred {
				continue
			}
			d.plan.Mode[to] = barred
			r := Reason{Op: to, Code: ReasonPredecessor, Other: at}
			if p.Ops[to].Barred != ReasonNone {
				r = Reason{Op: to, Code: p.Ops[to].Barred, Other: None}
			}
			d.plan.Unplaced = append(d.plan.Unplaced, r)
			stack = append(stack, to)
		}
	}
}

// ready computes when o can start at the earliest in each mode and queues it.
func (d *dispatcher) ready(o int32) {
	s := d.shop
	p := s.Problem
	earliest := farFuture
	lo, hi := s.modes(o)
	for m := lo; m < hi; m++ {
		if !s.allowed(o, m) {
			continue
		}
		r := p.Modes[m].Resource
		from, runFrom := max(s.release(o), s.queued(d.plan, o, r)), calendar.Before
		class := p.Resources[r].Class
		for _, id := range s.in.of(o) {
			e := &p.Edges[id]
			at := s.arrival(d.plan, e, class)
			if at == calendar.Never || at > s.horizon {
				from = farFuture
				break
			}
			s.bind(m, e.ToAt, at, &from, &runFrom)
		}
		d.from[m], d.runFrom[m] = from, runFrom
		earliest = min(earliest, from)
	}
	if earliest == farFuture {
		code := ReasonHorizon
		if len(d.kinds[d.poolOf[o]].slots) == 0 {
			code = ReasonNoResource
		}
		d.giveUp(o, code)
		return
	}
	if d.rule == RuleFIFO {
		d.prio[o] = int64(earliest)
	}
	if d.prefer.rule == SelectSame {
		d.prefer.ready(d, o)
	}
	if d.listing {
		d.push(&d.list, o)
		return
	}
	id := d.poolOf[o]
	q := &d.pools[id]
	pushWaiting(&q.future, waiting{earliest, o})
	if earliest < q.key || (earliest == q.key && q.exact) {
		q.key, q.exact = earliest, false
		d.fix(id)
	}
}
