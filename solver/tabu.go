package solver

import (
	"math"
	"math/rand/v2"
)

// tabu is one stream of tabu search for the makespan of a classic shop.
//
// Moves on the blocks of one critical path: N6 (Balas and Vazacopoulos 1998)
// and N7 (Zhang, Li, Guan and Rao 2007); operations with alternatives are
// inserted on other machines within the window of Mastrolilli and Gambardella
// (2000). A move is scored by heads and tails along the moved stretch.
type tabu struct {
	c    *classic
	rng  *rand.Rand
	now  *sequence
	peak *sequence // best since the last start
	own  *sequence // elite of the stream

	barred   []int64 // by hash of an ordered pair or of operation and machine: until which step
	step     int64
	quiet    int64 // steps since peak improved
	tenure   int
	mark     []uint32
	stamp    uint32
	scratch  []int32
	path     []int32
	head     []Min // scratch of the estimate
	scored   int64
	sole     []bool // see findSole
	critical []int32
}

// swap is a scored relocation.
type swap struct{ op, mode, a, b int32 }

const barredBits = 16

func newTabu(c *classic) *tabu {
	t := &tabu{
		c: c, now: newSequence(c), peak: newSequence(c), own: newSequence(c),
		barred: make([]int64, 1<<barredBits), mark: make([]uint32, c.n+1), head: make([]Min, c.n+1), sole: make([]bool, c.n+1),
	}
	t.tenure = 10 + len(c.lasts)/max(1, c.machines)
	if c.flexible {
		t.tenure = 4 // alternatives lead away fast enough
	}
	return t
}

func hashPair(x, y int32) uint32 {
	return uint32((uint64(uint32(x))<<32|uint64(uint32(y)))*0x9E3779B97F4A7C15>>(64-barredBits)) & (1<<barredBits - 1)
}

// onMachine turns a machine into the second part of a pair that no operation has.
func onMachine(m int32) int32 { return -2 - m }

func (t *tabu) forbid(x, y int32, steps int) { t.barred[hashPair(x, y)] = t.step + int64(steps) }

func (t *tabu) forbidden(x, y int32) bool { return t.barred[hashPair(x, y)] > t.step }

// start begins anew from t.now.
func (t *tabu) start() {
	clear(t.barred)
	t.step, t.quiet = 1, 0
	t.peak.copyFrom(t.now)
}

// run makes n steps; false when stopped.
func (t *tabu) run(n int64, stop func() bool) bool {
	for i := range n {
		if i&63 == 0 && stop() {
			return false
		}
		if !t.advance() {
			t.quiet = math.MaxInt32 // nothing can improve this plan
			return true
		}
		if t.now.span < t.peak.span {
			t.peak.copyFrom(t.now)
			t.quiet = 0
		} else {
			t.quiet++
		}
	}
	return true
}

// advance makes the best move that is allowed; false when there is none at all.
func (t *tabu) advance() bool {
	t.step++
	t.criticalPath()
	p := picker{t: t, best: swap{op: None}, other: swap{op: None}}
	if t.c.flexible {
		t.findSole()
	}
	t.blocks(&p)
	if t.c.flexible {
		for _, o := range t.path {
			t.insertions(o, &p)
		}
	}
	mv := p.best
	if mv.op < 0 {
		if mv = p.other; mv.op < 0 {
			return false
		}
	}
	t.apply(mv)
	return true
}

// apply makes a move and forbids what would take it back.
func (t *tabu) apply(mv swap) {
	c, q := t.c, t.now
	o, was := mv.op, q.mode[mv.op]
	steps := t.tenure + t.rng.IntN(t.tenure)
	if c.machine[was] != c.machine[mv.mode] {
		if t.relocate(o, mv.mode, mv.a, mv.b) {
			t.forbid(o, onMachine(c.machine[was]), steps)
		} else {
			t.forbid(o, onMachine(c.machine[mv.mode]), steps)
		}
		return
	}
	// Pairs whose order changes, as they are now.
	t.scratch = t.scratch[:0]
	later := mv.a != c.n && q.end[mv.a] > q.end[o]
	x := q.next[o]
	if !later {
		x = q.prev[o]
	}
	for x != c.n {
		if !later && x == mv.a {
			break
		}
		t.scratch = append(t.scratch, x)
		if later && x == mv.a {
			break
		}
		if later {
			x = q.next[x]
		} else {
			x = q.prev[x]
		}
	}
	for _, x := range t.scratch {
		if later {
			t.forbid(o, x, steps) // o before x again
		} else {
			t.forbid(x, o, steps)
		}
	}
	if !t.relocate(o, mv.mode, mv.a, mv.b) {
		// The estimate of feasibility was wrong: do not try again soon.
		for _, x := range t.swept(mv) {
			if later {
				t.forbid(x, o, steps)
			} else {
				t.forbid(o, x, steps)
			}
		}
	}
}

// swept returns the operation next to which mv would go.
func (t *tabu) swept(mv swap) []int32 {
	t.scratch = t.scratch[:0]
	for _, x := range [2]int32{mv.a, mv.b} {
		if x != t.c.n {
			t.scratch = append(t.scratch, x)
		}
	}
	return t.scratch
}

// criticalPath fills t.path with one critical path, first operation first.
func (t *tabu) criticalPath() {
	c, q := t.c, t.now
	o, ties := c.n, 0
	for _, x := range c.lasts {
		if q.end[x] == q.span {
			if ties++; ties == 1 || t.rng.IntN(ties) == 0 {
				o = x
			}
		}
	}
	t.path = t.path[:0]
	for o != c.n {
		t.path = append(t.path, o)
		start := q.end[o] - q.length[o]
		j, m := c.before[o], q.prev[o]
		jobTight, machineTight := j != c.n && q.end[j] == start, m != c.n && q.end[m] == start
		switch {
		case jobTight && machineTight:
			if o = j; t.rng.Uint32()&1 == 0 {
				o = m
			}
		case jobTight:
			o = j
		case machineTight:
			o = m
		default:
			o = c.n
		}
	}
	for i, k := 0, len(t.path)-1; i < k; i, k = i+1, k-1 {
		t.path[i], t.path[k] = t.path[k], t.path[i]
	}
}

// picker keeps the best allowed move and a random forbidden one.
type picker struct {
	t            *tabu
	best, other  swap
	score        score
	ties, others int
}

// score ranks moves: by the makespan that is expected at least, then by the
// minutes that they add, then by the longest way through what they touch.
type score struct{ span, more, way Min }

func (a score) less(b score) bool {
	if a.span != b.span {
		return a.span < b.span
	}
	if a.more != b.more {
		return a.more < b.more
	}
	return a.way < b.way
}

// beats reports whether the best move so far is better than any of span and more.
func (p *picker) beats(span, more Min) bool {
	return p.best.op >= 0 && p.score.less(score{span, more, 0})
}

// offer compares a move with the best so far; floor is a makespan that it
// cannot improve.
func (p *picker) offer(mv swap, way, floor, more Min, forbidden bool) {
	p.t.scored++
	if forbidden && max(way, floor) >= p.t.peak.span {
		if p.others++; p.t.rng.IntN(p.others) == 0 {
			p.other = mv
		}
		return
	}
	switch x := (score{max(way, floor), more, way}); {
	case p.best.op < 0 || x.less(p.score):
		p.best, p.score, p.ties = mv, x, 1
	case x == p.score:
		if p.ties++; p.t.rng.IntN(p.ties) == 0 {
			p.best = mv
		}
	}
}
