package solver

import (
	"math/rand/v2"
	"sync/atomic"
)

// relink runs the tabu searches of all streams and breeds their next starts by
// relinking elites, in the manner of Peng, Lu and Cheng (TS/PR, 2015): a child
// on the way between two elites, improved by tabu search, takes the place of
// its stream's elite when it is no worse.
type relink struct {
	c       *classic
	keys    []Key
	streams []*tabu
	fails   []int       // starts since the stream's elite improved
	pool    []*sequence // elites at the end of the last round, read-only within one
	best    *sequence
	steps   int64
	quiet   int64 // see quietSteps
}

const (
	// quietSteps ends a tabu search that no longer improves. With alternatives
	// it comes to its level sooner, and new starts gain more.
	quietSteps         = 8000
	flexibleQuietSteps = 3000
	// mostFails is how often a stream tries to improve its elite before it
	// takes a new one, better or not.
	mostFails = 12
	// manyOps is the size from which few streams work longer each.
	manyOps = 3000
	// flexibleStreams is the number of streams of shops with alternatives:
	// relinking a few elites often gains more there than many of them.
	flexibleStreams = 4
)

func newRelink(c *classic, keys []Key, starts []*Plan, seed uint64) *relink {
	width, quiet := streams, int64(quietSteps)
	switch {
	case c.n > manyOps:
		width = 2
	case c.flexible:
		width, quiet = flexibleStreams, flexibleQuietSteps
	}
	r := &relink{c: c, keys: keys, fails: make([]int, width), best: newSequence(c), steps: min(100+50*int64(c.n), max(100, 20_000_000/(2000+10*int64(c.n)))), quiet: quiet}
	for i := range width {
		t := newTabu(c)
		t.rng = rand.New(rand.NewPCG(seed, uint64(i)))
		c.load(t.now, starts[i])
		t.own.copyFrom(t.now)
		t.start()
		r.streams = append(r.streams, t)
		elite := newSequence(c)
		elite.copyFrom(t.now)
		r.pool = append(r.pool, elite)
		if i == 0 || t.now.span < r.best.span {
			r.best.copyFrom(t.now)
		}
	}
	return r
}

// walk is one iteration of stream i.
func (r *relink) walk(i int, stop *atomic.Bool) bool {
	t := r.streams[i]
	for left := r.steps; left > 0; {
		n := min(left, max(1, r.quiet-t.quiet))
		if !t.run(n, stop.Load) {
			return false
		}
		if left -= n; t.quiet >= r.quiet {
			r.settle(i)
			r.breed(i)
			left -= 20
		}
	}
	return true
}

// settle compares what the stream found with its elite.
func (r *relink) settle(i int) {
	t := r.streams[i]
	switch {
	case t.peak.span < t.own.span:
		r.fails[i] = 0
		t.own.copyFrom(t.peak)
	case t.peak.span == t.own.span:
		r.fails[i]++
		t.own.copyFrom(t.peak)
	default:
		if r.fails[i]++; r.fails[i] > mostFails {
			r.fails[i] = 0
			t.own.copyFrom(t.peak)
		}
	}
}

// breed starts the stream anew between its elite and another one, or near its
// elite when both are much the same.
func (r *relink) breed(i int) {
	c, t := r.c, r.streams[i]
	mate := r.pool[(i+1+t.rng.IntN(len(r.pool)-1))%len(r.pool)]
	part := 0.3 + 0.4*t.rng.Float64()
	noise := 0.0
	if c.distance(t.own, mate) < int(c.n)/10 {
		noise = 0.02 * float64(t.own.span) * (1 + float64(r.fails[i]))
	}
	c.between(t, t.own, mate, part, noise)
	t.start()
}

// distance counts operations with another machine or another successor there.
func (c *classic) distance(x, y *sequence) int {
	d := 0
	for o := range c.n {
		if x.mode[o] != y.mode[o] || x.next[o] != y.next[o] {
			d++
		}
	}
	return d
}

// between queues t.now by the weighted middle of the starts in x and y, which
// respects the jobs because both do. Noise shifts whole chains.
func (c *classic) between(t *tabu, x, y *sequence, part, noise float64) {
	key := make([]float64, c.n)
	for _, o := range x.at {
		key[o] = (1-part)*float64(x.end[o]-x.length[o]) + part*float64(y.end[o]-y.length[o])
		if noise > 0 {
			key[o] += noise * t.rng.NormFloat64()
			if b := c.before[o]; b != c.n {
				key[o] = max(key[o], key[b])
			}
		}
		t.now.mode[o] = x.mode[o]
		if t.rng.Float64() < part {
			t.now.mode[o] = y.mode[o]
		}
	}
	rank := x.ord[:c.n]
	sortBy(t.now.at, key, rank)
	c.queue(t.now)
}

// merge takes over what the first n streams found.
func (r *relink) merge(n int) (better bool) {
	for i := range n {
		t := r.streams[i]
		elite := t.own
		if t.peak.span < elite.span {
			elite = t.peak
		}
		r.pool[i].copyFrom(elite)
		if elite.span < r.best.span {
			r.best.copyFrom(elite)
			better = true
		}
	}
	return better
}
