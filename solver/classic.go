package solver

// classic is a shop without calendars, crews, locks and two-point edges: job
// chains on machines, alternatives allowed, makespan first. For these the tabu
// search works with heads and tails instead of exact trials.
type classic struct {
	shop     *Shop
	n        int32
	machines int
	before   []int32 // predecessor in the job, n for none
	behind   []int32 // successor in the job, n for none
	release  []Min
	lasts    []int32 // operations without successor
	minutes  []Min   // per mode
	machine  []int32 // per mode
	flexible bool
}

// newClassic returns nil when the shop is not of this kind.
func newClassic(s *Shop, keys []Key) *classic {
	p := s.Problem
	if len(keys) == 0 || keys[0] != KeyMakespan || len(p.Blocks) > 0 || len(p.Ops) == 0 {
		return nil
	}
	n := int32(len(p.Ops))
	c := &classic{
		shop: s, n: n, machines: len(p.Resources), before: make([]int32, n), behind: make([]int32, n+1), release: make([]Min, n),
		minutes: make([]Min, len(p.Modes)), machine: make([]int32, len(p.Modes)),
	}
	for r := range p.Resources {
		if p.Resources[r].Cap != 1 {
			return nil
		}
	}
	for o := range n {
		op := &p.Ops[o]
		if op.Fix.Kind != FixNone || op.Barred != ReasonNone || op.Crew > 1 {
			return nil
		}
		c.before[o], c.behind[o], c.release[o] = n, n, s.release(o)-p.Start
	}
	for m := range p.Modes {
		if !s.cals[s.manned[m]].Always() || !s.cals[s.run[m]].Always() {
			return nil
		}
		c.minutes[m] = p.Modes[m].Setup + p.Modes[m].Run
		c.machine[m] = p.Modes[m].Resource
		if c.minutes[m] == 0 {
			return nil // needs no machine
		}
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		plain := e.From >= 0 && e.FromAt == Million && e.ToAt == SetupPoint && e.Lag == 0 && (!e.WithFlow || p.Classes == 0)
		if !plain || c.before[e.To] != n || c.behind[e.From] != n {
			return nil
		}
		c.before[e.To], c.behind[e.From] = e.From, e.To
	}
	c.flexible = len(p.Modes) > len(p.Ops)
	for o := range n {
		if c.behind[o] == n {
			c.lasts = append(c.lasts, o)
		}
	}
	return c
}

// sequence is a plan of a classic shop: machine orders with heads and tails.
// Index n stands for "none" and has end and tail 0.
type sequence struct {
	mode       []int32
	prev, next []int32 // on the machine
	first      []int32 // per machine
	end, tail  []Min   // both with the operation's own minutes
	length     []Min
	ord, at    []int32 // topological
	span       Min     // makespan
}

func newSequence(c *classic) *sequence {
	n := c.n + 1
	return &sequence{
		mode: make([]int32, n), prev: make([]int32, n), next: make([]int32, n), first: make([]int32, c.machines),
		end: make([]Min, n), tail: make([]Min, n), length: make([]Min, n), ord: make([]int32, n), at: make([]int32, n-1),
	}
}

func (q *sequence) copyFrom(x *sequence) {
	copy(q.mode, x.mode)
	copy(q.prev, x.prev)
	copy(q.next, x.next)
	copy(q.first, x.first)
	copy(q.end, x.end)
	copy(q.tail, x.tail)
	copy(q.length, x.length)
	copy(q.ord, x.ord)
	copy(q.at, x.at)
	q.span = x.span
}

// queue builds the machine orders from q.mode and q.at, which must respect
// the jobs, and times them.
func (c *classic) queue(q *sequence) {
	last := make([]int32, c.machines)
	for m := range q.first {
		q.first[m], last[m] = c.n, c.n
	}
	for k, o := range q.at {
		q.ord[o] = int32(k)
		m := c.machine[q.mode[o]]
		q.length[o] = c.minutes[q.mode[o]]
		q.prev[o], q.next[o] = last[m], c.n
		if last[m] == c.n {
			q.first[m] = o
		} else {
			q.next[last[m]] = o
		}
		last[m] = o
	}
	c.time(q, 0, int(c.n)-1)
}

// time computes heads from position lo on and tails from position hi down. One
// pass over all beats following the changes: five times at 10 000 operations,
// where a move changes a third of them.
func (c *classic) time(q *sequence, lo, hi int) {
	end, tail, length := q.end, q.tail, q.length
	for _, o := range q.at[lo:] {
		end[o] = max(c.release[o], end[c.before[o]], end[q.prev[o]]) + length[o]
	}
	for k := hi; k >= 0; k-- {
		o := q.at[k]
		tail[o] = max(tail[c.behind[o]], tail[q.next[o]]) + length[o]
	}
	q.span = 0
	for _, o := range c.lasts {
		q.span = max(q.span, end[o])
	}
}

// load takes over the modes and starts of a plan.
func (c *classic) load(q *sequence, plan *Plan) {
	copy(q.mode, plan.Mode)
	key := make([]float64, c.n)
	for o := range key {
		key[o] = float64(plan.Start[o])
	}
	rank := make([]int32, c.n)
	for k, o := range c.shop.Topo {
		rank[o] = int32(k)
	}
	sortBy(q.at, key, rank)
	c.queue(q)
}

// store makes a plan of q, nil when it ends beyond the horizon.
func (c *classic) store(q *sequence, keys []Key) *Plan {
	p := c.shop.Problem
	out := emptyPlan(int(c.n))
	for o := range c.n {
		m := q.mode[o]
		out.Mode[o], out.Resource[o] = m, p.Modes[m].Resource
		out.End[o] = p.Start + q.end[o]
		out.Start[o] = out.End[o] - q.length[o]
		if out.End[o] > c.shop.horizon {
			return nil
		}
	}
	out.Keys, out.Value = keys, c.shop.Evaluate(out, keys)
	return out
}
