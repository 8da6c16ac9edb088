package solver

import (
	"cmp"
	"slices"
)

// sortBy fills order with 0..n-1 by key, ties by rank.
func sortBy(order []int32, key []float64, rank []int32) {
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(rank[a], rank[b]))
	})
}

// unlink takes o out of its machine's order.
func (c *classic) unlink(q *sequence, o int32) {
	p, x := q.prev[o], q.next[o]
	if p == c.n {
		q.first[c.machine[q.mode[o]]] = x
	} else {
		q.next[p] = x
	}
	if x != c.n {
		q.prev[x] = p
	}
}

// link puts o in mode m between its new neighbours a and b.
func (c *classic) link(q *sequence, o, m, a, b int32) {
	q.mode[o], q.length[o] = m, c.minutes[m]
	q.prev[o], q.next[o] = a, b
	if a == c.n {
		q.first[c.machine[m]] = o
	} else {
		q.next[a] = o
	}
	if b != c.n {
		q.prev[b] = o
	}
}

// relocate moves o in mode m between a and b, neighbours on that machine once
// o is out, and times the plan. False, with nothing changed, when the order
// would contradict a job.
func (t *tabu) relocate(o, m, a, b int32) bool {
	c, q := t.c, t.now
	oldMode, p, x := q.mode[o], q.prev[o], q.next[o]
	c.unlink(q, o)
	c.link(q, o, m, a, b)
	lo, hi := q.ord[o], q.ord[o]
	ok := true
	switch {
	case a != c.n && q.ord[a] > lo:
		hi = q.ord[a]
		ok = t.push(o, a)
	case b != c.n && q.ord[b] < hi:
		lo = q.ord[b]
		ok = t.pull(o, b)
	}
	if !ok {
		c.unlink(q, o)
		c.link(q, o, oldMode, p, x)
		return false
	}
	c.time(q, int(lo), int(hi))
	return true
}

// push moves o and what depends on it behind a in the topological order; false
// when a depends on o.
func (t *tabu) push(o, a int32) bool {
	c, q := t.c, t.now
	t.stamp++
	mark, stamp := t.mark, t.stamp
	mark[o] = stamp
	lo, hi := q.ord[o], q.ord[a]
	t.scratch = append(t.scratch[:0], o)
	for _, x := range q.at[lo+1 : hi+1] {
		if mark[c.before[x]] == stamp || mark[q.prev[x]] == stamp {
			if x == a {
				return false
			}
			mark[x] = stamp
			t.scratch = append(t.scratch, x)
		}
	}
	w := lo
	for _, x := range q.at[lo : hi+1] {
		if mark[x] != stamp {
			q.at[w], q.ord[x] = x, w
			w++
		}
	}
	for _, x := range t.scratch {
		q.at[w], q.ord[x] = x, w
		w++
	}
	return true
}

// pull moves o and what it depends on before b in the topological order; false
// when o depends on b.
func (t *tabu) pull(o, b int32) bool {
	c, q := t.c, t.now
	t.stamp++
	mark, stamp := t.mark, t.stamp
	mark[o] = stamp
	lo, hi := q.ord[b], q.ord[o]
	t.scratch = append(t.scratch[:0], o)
	for k := hi - 1; k >= lo; k-- {
		x := q.at[k]
		if mark[c.behind[x]] == stamp || mark[q.next[x]] == stamp {
			if x == b {
				return false
			}
			mark[x] = stamp
			t.scratch = append(t.scratch, x)
		}
	}
	w := hi
	for k := hi; k >= lo; k-- {
		if x := q.at[k]; mark[x] != stamp {
			q.at[w], q.ord[x] = x, w
			w--
		}
	}
	for _, x := range t.scratch {
		q.at[w], q.ord[x] = x, w
		w--
	}
	return true
}
