package solver

import (
	"slices"

	"mouldworks/solver/calendar"
)

// state is a plan as sequences: per lane the order of its operations, from
// which all moments follow by timing every operation as early as its lanes
// and edges allow. Every change can be taken back. One state belongs to one
// thread; copying it is copying slices.
type state struct {
	net  *net
	keys []Key

	mode             []int32 // per operation
	start, end, hand []Min   // hand is the hand-over of the end
	lane, pos        []int32 // per slot; lane None for operations that need none
	seq              [][]int32
	ord, at          []int32 // topological position and its inverse
	jobEnd           []Min
	value            []int64

	dirty  dirtySet
	trail  trail
	limit  int // see propagate
	detour int // see follow
	slack  *slack
	ledger *ledger  // nil unless a key asks for it
	budget int64    // what a delay may cost before a trial is given up
	mark   []uint32 // visit stamps of the order
	stamp  uint32
	fore   []int32 // scratch of the order
	aft    []int32
	spots  []int32
	jobs   []int32 // scratch: jobs whose end may have changed
	seen   []bool
}

// trail holds what a trial changed.
type trail struct {
	times  []oldTime
	orders []oldOrder
	ends   []oldEnd
	value  []int64
	op     int32
	mode   int32
	lanes  []place // where the slots of op were
}

type oldTime struct {
	op               int32
	start, end, hand Min
}

type oldOrder struct{ op, ord int32 }

type oldEnd struct {
	job int32
	end Min
}

// place is a position in a lane.
type place struct{ lane, pos int32 }

func newState(g *net, keys []Key) *state {
	n := len(g.free)
	st := &state{
		net: g, keys: keys, mode: make([]int32, n), start: make([]Min, n), end: make([]Min, n), hand: make([]Min, n),
		lane: make([]int32, len(g.owner)), pos: make([]int32, len(g.owner)), seq: make([][]int32, len(g.wallOf)-1),
		ord: make([]int32, n), at: make([]int32, n), jobEnd: make([]Min, len(g.shop.Problem.Jobs)),
		value: make([]int64, 1+len(keys)), mark: make([]uint32, n), seen: make([]bool, len(g.shop.Problem.Jobs)),
	}
	st.trail.value = make([]int64, 1+len(keys))
	st.dirty.reset(n)
	st.limit, st.detour = n, longestDetour
	st.ledger = newLedger(g, keys)
	return st
}

// copyFrom makes st equal to src, which is of the same net.
func (st *state) copyFrom(src *state) {
	copy(st.mode, src.mode)
	copy(st.start, src.start)
	copy(st.end, src.end)
	copy(st.hand, src.hand)
	copy(st.lane, src.lane)
	copy(st.pos, src.pos)
	copy(st.ord, src.ord)
	copy(st.at, src.at)
	copy(st.jobEnd, src.jobEnd)
	copy(st.value, src.value)
	st.ledger.copyFrom(src.ledger)
	for l := range src.seq {
		st.seq[l] = append(st.seq[l][:0], src.seq[l]...)
	}
}

// load takes over the sequences of plan and times them. It reports false when
// the sequences do not end within the horizon.
func (st *state) load(plan *Plan, unplaced int) bool {
	st.arrange(plan)
	return st.retimeAll(unplaced)
}

// arrange takes over the sequences of plan without timing them.
func (st *state) arrange(plan *Plan) { st.lay(plan, st.append) }

// arrangeIn is arrange for slots whose lanes are known: see net.units.
func (st *state) arrangeIn(plan *Plan, lanes []int32) {
	st.lay(plan, func(o int32) {
		for s := st.net.slot0[o]; s < st.net.slot0[o+1]; s++ {
			if l := lanes[s]; l >= 0 {
				st.lane[s], st.pos[s] = l, int32(len(st.seq[l]))
				st.seq[l] = append(st.seq[l], s)
			}
		}
	})
}

// lay puts the operations of plan behind each other by their starts; queue puts one behind its lanes.
func (st *state) lay(plan *Plan, queue func(o int32)) {
	g := st.net
	copy(st.mode, plan.Mode)
	copy(st.start, plan.Start)
	copy(st.end, plan.End)
	for s := range st.lane {
		st.lane[s], st.pos[s] = None, None
	}
	for l := range st.seq {
		st.seq[l] = st.seq[l][:0]
	}
	order := make([]int32, 0, len(g.free))
	rank := make([]int32, len(g.free))
	for i, o := range g.shop.Topo {
		rank[o] = int32(i)
		if g.free[o] {
			order = append(order, o)
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		if d := st.start[a] - st.start[b]; d != 0 {
			return int(d)
		}
		if d := st.end[a] - st.end[b]; d != 0 {
			return int(d)
		}
		return int(rank[a] - rank[b])
	})
	for _, o := range order {
		queue(o)
	}
	if !st.sortOrder() {
		// Ties of operations without length, and plans of others, can contradict the edges: then they queue in an order
		// that follows the edges, as near to the starts as these allow.
		for s := range st.lane {
			st.lane[s], st.pos[s] = None, None
		}
		for l := range st.seq {
			st.seq[l] = st.seq[l][:0]
		}
		st.sortOrder()
		for _, o := range slices.Clone(st.at) {
			if g.free[o] {
				queue(o)
			}
		}
		st.sortOrder()
	}
}

// append puts o behind its resource's lanes that are free first.
func (st *state) append(o int32) {
	g := st.net
	m := st.mode[o]
	if g.laneless[m] {
		return
	}
	lo, hi := g.lanes(m)
	s0, s1 := g.slot0[o], g.slot0[o+1]
	for s := s0; s < s1; s++ {
		best, free := None, farFuture
		fits := false
		for l := lo; l < hi; l++ {
			if s > s0 && slices.Contains(st.lane[s0:s], l) {
				continue
			}
			until := Min(calendar.Before)
			if k := len(st.seq[l]); k > 0 {
				until = st.end[g.owner[st.seq[l][k-1]]]
			}
			// Of the lanes that are free in time the one free last, so that
			// the earlier ones stay for others; walls count as work.
			start, _ := g.fit(o, m, l, max(until, st.start[o]), calendar.Before)
			ok := until <= st.start[o] && start == st.start[o]
			switch {
			case best == None, ok && !fits, ok && until > free, !ok && !fits && start >= 0 && start < free:
				best, fits = l, ok
				if free = start; ok {
					free = until
				}
			}
		}
		st.lane[s], st.pos[s] = best, int32(len(st.seq[best]))
		st.seq[best] = append(st.seq[best], s)
	}
}

// store writes the state into a plan of its own; unplaced operations and
// their reasons come from base.
func (st *state) store(base *Plan, d *dispatcher) *Plan {
	p := &Plan{
		Mode: slices.Clone(st.mode), Resource: slices.Clone(base.Resource),
		Start: slices.Clone(st.start), End: slices.Clone(st.end),
		Unplaced: slices.Clone(base.Unplaced), Keys: st.keys,
	}
	for o, free := range st.net.free {
		if free {
			p.Resource[o] = st.net.shop.Problem.Modes[st.mode[o]].Resource
		}
	}
	p.Conflicts = d.conflicts(p)
	p.Value = st.net.shop.Evaluate(p, st.keys)
	return p
}

// prev returns the operation before slot s in its lane, None at the front.
func (st *state) prev(s int32) int32 {
	if k := st.pos[s]; k > 0 {
		return st.net.owner[st.seq[st.lane[s]][k-1]]
	}
	return None
}

// next returns the operation behind slot s in its lane, None at the back.
func (st *state) next(s int32) int32 {
	seq := st.seq[st.lane[s]]
	if k := int(st.pos[s]) + 1; k < len(seq) {
		return st.net.owner[seq[k]]
	}
	return None
}

// takeOut removes slot s from its lane.
func (st *state) takeOut(s int32) {
	seq := st.seq[st.lane[s]]
	k := int(st.pos[s])
	copy(seq[k:], seq[k+1:])
	seq = seq[:len(seq)-1]
	st.seq[st.lane[s]] = seq
	for ; k < len(seq); k++ {
		st.pos[seq[k]] = int32(k)
	}
	st.lane[s] = None
}

// putIn inserts slot s at position k of lane l.
func (st *state) putIn(s, l, k int32) {
	seq := append(st.seq[l], s)
	copy(seq[k+1:], seq[k:])
	seq[k] = s
	st.seq[l], st.lane[s] = seq, l
	for i := int(k); i < len(seq); i++ {
		st.pos[seq[i]] = int32(i)
	}
}
