package solver

// urgent orders operations: those that go before all others, then the smaller
// urgency, then mould, part, number.
func (d *dispatcher) urgent(a, b int32) bool {
	if first := d.shop.first; first != nil && first[a] != first[b] {
		return first[a]
	}
	if d.prio[a] != d.prio[b] {
		return d.prio[a] < d.prio[b]
	}
	return d.shop.tie[a] < d.shop.tie[b]
}

// update recomputes the next choice of a pool: either the held choice becomes
// exact, or key becomes a better bound.
func (d *dispatcher) update(id int32) {
	q := &d.pools[id]
	if q.held.op >= 0 {
		d.push(q, q.held.op)
		q.held.op = None
	}
	now := d.advance(q)
	q.exact = false
	if now == farFuture {
		q.key = farFuture
		return
	}
	d.refresh(q, now)
	next := farFuture
	d.tmp = d.tmp[:0]
	for len(q.arrived) > 0 && len(d.tmp) < lookahead {
		o := d.pop(q)
		c, ok := d.evaluate(o, q.floor)
		if !ok {
			d.giveUp(o, ReasonHorizon)
			continue
		}
		r := d.shop.Problem.Modes[c.mode].Resource
		if c.start <= now {
			q.held, q.exact, q.key = c, true, c.start
			d.watchOut(id, r)
			break
		}
		if c.bound > now {
			pushWaiting(&q.future, waiting{c.bound, o})
			continue
		}
		// It would rather wait for another machine than start now.
		d.tmp = append(d.tmp, o)
		d.watchOut(id, r)
		next = min(next, c.start)
	}
	for _, o := range d.tmp {
		d.push(q, o)
	}
	if q.exact {
		return
	}
	if len(q.future) > 0 {
		next = min(next, q.future[0].at)
	}
	q.level, q.key = next, next
}

// advance moves members from future to arrived and returns the moment at
// which the pool is to be looked at, farFuture when it is empty.
func (d *dispatcher) advance(q *pool) Min {
	now := farFuture
	if len(q.arrived) > 0 {
		// Past the horizon everybody is looked at once more and given up.
		q.floor = min(d.firstUsable(q.kind, q.floor), d.shop.horizon)
		now = max(q.floor, q.level)
	}
	for len(q.future) > 0 && q.future[0].at <= now {
		w := popWaiting(&q.future)
		if w.at < now {
			// Its bound may be stale: only a true one may turn back the clock.
			c, ok := d.evaluate(w.op, d.shop.Problem.Start)
			if !ok {
				d.giveUp(w.op, ReasonHorizon)
				continue
			}
			if c.bound > w.at {
				pushWaiting(&q.future, waiting{c.bound, w.op})
				continue
			}
			now = w.at
		}
		if len(q.arrived) == 0 {
			q.floor = w.at
		}
		q.floor = min(q.floor, w.at)
		d.push(q, w.op)
	}
	return now
}

// refresh recomputes urgencies that depend on the moment.
func (d *dispatcher) refresh(q *pool, now Min) {
	if d.rule != RuleRatio || q.at == now {
		return
	}
	q.at = now
	for _, o := range q.arrived {
		d.prio[o] = d.shop.ratio(o, now)
	}
	for i := len(q.arrived)/2 - 1; i >= 0; i-- {
		d.down(q, i)
	}
}

func (d *dispatcher) push(q *pool, o int32) {
	if d.rule == RuleRatio && q.at >= 0 {
		d.prio[o] = d.shop.ratio(o, q.at)
	}
	q.arrived = append(q.arrived, o)
	for i := len(q.arrived) - 1; i > 0; {
		up := (i - 1) / 2
		if !d.urgent(q.arrived[i], q.arrived[up]) {
			return
		}
		q.arrived[i], q.arrived[up] = q.arrived[up], q.arrived[i]
		i = up
	}
}

func (d *dispatcher) pop(q *pool) int32 {
	top, last := q.arrived[0], len(q.arrived)-1
	q.arrived[0] = q.arrived[last]
	q.arrived = q.arrived[:last]
	d.down(q, 0)
	return top
}

func (d *dispatcher) down(q *pool, i int) {
	for n := len(q.arrived); ; {
		c := 2*i + 1
		if c >= n {
			return
		}
		if c+1 < n && d.urgent(q.arrived[c+1], q.arrived[c]) {
			c++
		}
		if !d.urgent(q.arrived[c], q.arrived[i]) {
			return
		}
		q.arrived[i], q.arrived[c] = q.arrived[c], q.arrived[i]
		i = c
	}
}

func pushWaiting(h *[]waiting, w waiting) {
	a := append(*h, w)
	for i := len(a) - 1; i > 0; {
		up := (i - 1) / 2
		if a[up].at <= a[i].at {
			break
		}
		a[i], a[up] = a[up], a[i]
		i = up
	}
	*h = a
}

func popWaiting(h *[]waiting) waiting {
	a := *h
	top, n := a[0], len(a)-1
	a[0] = a[n]
	a = a[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && a[c+1].at < a[c].at {
			c++
		}
		if a[i].at <= a[c].at {
			break
		}
		a[i], a[c] = a[c], a[i]
		i = c
	}
	*h = a
	return top
}

// before orders the pools: by moment; what is not yet exact comes first, so
// that an exact pool at the top has been compared with everybody.
func (d *dispatcher) before(a, b int32) bool {
	x, y := &d.pools[a], &d.pools[b]
	if x.key != y.key {
		return x.key < y.key
	}
	if x.exact != y.exact {
		return y.exact
	}
	if !x.exact {
		return a < b
	}
	return d.urgent(x.held.op, y.held.op)
}

// fix restores the heap after the key of pool id changed.
func (d *dispatcher) fix(id int32) {
	i := int(d.where[id])
	for i > 0 {
		up := (i - 1) / 2
		if !d.before(d.heap[i], d.heap[up]) {
			break
		}
		d.swap(i, up)
		i = up
	}
	for {
		c := 2*i + 1
		if c >= len(d.heap) {
			return
		}
		if c+1 < len(d.heap) && d.before(d.heap[c+1], d.heap[c]) {
			c++
		}
		if !d.before(d.heap[c], d.heap[i]) {
			return
		}
		d.swap(i, c)
		i = c
	}
}

func (d *dispatcher) swap(i, j int) {
	d.heap[i], d.heap[j] = d.heap[j], d.heap[i]
	d.where[d.heap[i]], d.where[d.heap[j]] = int32(i), int32(j)
}
