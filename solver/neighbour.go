package solver

import "slices"

// blocks offers the N6 and N7 moves of the critical path.
func (t *tabu) blocks(p *picker) {
	c, q := t.c, t.now
	for i := 0; i < len(t.path); {
		k := i + 1
		m := c.machine[q.mode[t.path[i]]]
		for k < len(t.path) && c.machine[q.mode[t.path[k]]] == m && q.next[t.path[k-1]] == t.path[k] {
			k++
		}
		if k-i > 1 {
			t.block(t.path[i:k], p)
		}
		i = k
	}
}

func (t *tabu) block(b []int32, p *picker) {
	last := len(b) - 1
	if last == 1 {
		t.offerLater(b[0], b[1], p)
		return
	}
	for i := range last {
		t.offerLater(b[i], b[last], p)
	}
	for i := 1; i <= last; i++ {
		if i > 1 || last > 1 {
			t.offerEarlier(b[i], b[0], p)
		}
	}
	for i := 1; i < last; i++ {
		if i > 1 {
			t.offerLater(b[0], b[i], p)
		}
		if i < last-1 {
			t.offerEarlier(b[last], b[i], p)
		}
	}
}

// offerLater scores moving u right behind v, which follows it on its machine.
func (t *tabu) offerLater(u, v int32, p *picker) {
	c, q := t.c, t.now
	// No way leads from u's successor to v when v's tail is the longer one.
	if j := c.behind[u]; j == v || (j != c.n && q.tail[v] < q.tail[j]) {
		return
	}
	forbidden := t.forbidden(v, u)
	from := q.end[q.prev[u]]
	for x := q.next[u]; ; x = q.next[x] {
		from = max(c.release[x], q.end[c.before[x]], from) + q.length[x]
		t.head[x] = from
		if x == v {
			break
		}
	}
	from = max(c.release[u], q.end[c.before[u]], from)
	tail := max(q.tail[c.behind[u]], q.tail[q.next[v]]) + q.length[u]
	score := from + tail
	for x := v; x != u; x = q.prev[x] {
		tail = max(q.tail[c.behind[x]], tail)
		score = max(score, t.head[x]+tail)
		tail += q.length[x]
	}
	p.offer(swap{u, q.mode[u], v, q.next[v]}, score, t.floor(u, v), 0, forbidden)
}

// offerEarlier scores moving v right before u, which precedes it on its machine.
func (t *tabu) offerEarlier(v, u int32, p *picker) {
	c, q := t.c, t.now
	if j := c.before[v]; j == u || (j != c.n && q.end[u] < q.end[j]) {
		return
	}
	forbidden := t.forbidden(v, u)
	from := max(c.release[v], q.end[c.before[v]], q.end[q.prev[u]]) + q.length[v]
	end := from
	for x := u; x != v; x = q.next[x] {
		from = max(c.release[x], q.end[c.before[x]], from) + q.length[x]
		t.head[x] = from
	}
	tail := q.tail[q.next[v]]
	score := Min(0)
	for x := q.prev[v]; ; x = q.prev[x] {
		tail = max(q.tail[c.behind[x]], tail)
		score = max(score, t.head[x]+tail)
		tail += q.length[x]
		if x == u {
			break
		}
	}
	score = max(score, end+max(q.tail[c.behind[v]], tail))
	p.offer(swap{v, q.mode[v], q.prev[u], u}, score, t.floor(u, v), 0, forbidden)
}

// floor is the makespan that no move of u and v improves: that of the critical
// paths that pass both of them by.
func (t *tabu) floor(u, v int32) Min {
	if t.c.flexible && !t.sole[u] && !t.sole[v] {
		return t.now.span
	}
	return 0
}

// insertions offers o on the other machines that can make it.
func (t *tabu) insertions(o int32, p *picker) {
	c, q := t.c, t.now
	lo, hi := c.shop.modes(o)
	if hi-lo < 2 {
		return
	}
	here := c.machine[q.mode[o]]
	ready := max(c.release[o], q.end[c.before[o]])
	after := q.tail[c.behind[o]]
	// What stays behind closes up: that is no shorter than this.
	left := q.end[q.prev[o]] + q.tail[q.next[o]]
	floor := max(t.floor(o, o), left)
	// Where the job alone holds o, before it and behind it, only a quicker
	// machine shortens the path. Elsewhere o would go round in circles, and
	// such moves, as good as the plan is, would be preferred to all others.
	held := q.end[o]-q.length[o] == ready && q.tail[o]-q.length[o] == after
	for m := lo; m < hi; m++ {
		k := c.machine[m]
		more := c.minutes[m] - q.length[o]
		if k == here || (held && more >= 0) || p.beats(max(floor, ready+c.minutes[m]+after), more) {
			continue
		}
		forbidden := t.forbidden(o, onMachine(k))
		// Behind all that must come first, that is whose tail is longer than
		// what follows o and which is done before o is ready; before all with
		// the opposite property; in between every place is feasible.
		a := c.n
		x := q.first[k]
		for y := x; y != c.n; y = q.next[y] {
			if late, long := q.end[y] > ready, q.tail[y] > after; long && !late {
				a, x = y, q.next[y]
			} else if late && !long {
				break
			}
		}
		for {
			way := max(left, max(ready, q.end[a])+c.minutes[m]+max(after, q.tail[x]))
			p.offer(swap{o, m, a, x}, way, floor, more, forbidden)
			if x == c.n || (q.end[x] > ready && q.tail[x] <= after) {
				break
			}
			a, x = x, q.next[x]
		}
	}
}

// findSole marks the operations that lie on every critical path: no other
// critical operation runs at the same time.
func (t *tabu) findSole() {
	c, q := t.c, t.now
	t.critical = t.critical[:0]
	for _, o := range q.at {
		if q.end[o]+q.tail[o]-q.length[o] == q.span {
			t.critical = append(t.critical, o)
			t.sole[o] = true
		}
	}
	slices.SortFunc(t.critical, func(a, b int32) int { return int((q.end[a] - q.length[a]) - (q.end[b] - q.length[b])) })
	last := c.n // of those before the one that ends last
	for _, o := range t.critical {
		if last != c.n && q.end[last] > q.end[o]-q.length[o] {
			t.sole[o], t.sole[last] = false, false
		}
		if last == c.n || q.end[o] > q.end[last] {
			last = o
		}
	}
}
