package solver

import "slices"

// The topological order of operations under edges and lanes. Arcs are added
// one by one; only the operations between the two ends of an arc change place
// (Pearce and Kelly, "A dynamic topological sort algorithm for directed
// acyclic graphs", 2006).

// sortOrder computes the order anew, as near to the order of the starts as
// edges and lanes allow: then the two ends of a new arc have little between
// them. False when lanes and edges contradict.
func (st *state) sortOrder() bool {
	g := st.net
	n := len(g.free)
	deg := make([]int32, n)
	ready := make([]waiting, 0, n)
	placed := 0
	put := func(o int32) {
		st.ord[o], st.at[placed] = int32(placed), o
		placed++
	}
	for o := range n {
		if !g.free[o] {
			put(int32(o))
			continue
		}
		for i := g.inFirst[o]; i < g.inFirst[o+1]; i++ {
			if f := g.in[i].from; f >= 0 && g.free[f] {
				deg[o]++
			}
		}
		for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
			if st.lane[s] >= 0 && st.pos[s] > 0 {
				deg[o]++
			}
		}
		if deg[o] == 0 {
			pushWaiting(&ready, waiting{st.start[o], int32(o)})
		}
	}
	for len(ready) > 0 {
		w := popWaiting(&ready)
		put(w.op)
		st.each(w.op, func(x int32) {
			if deg[x]--; deg[x] == 0 {
				pushWaiting(&ready, waiting{st.start[x], x})
			}
		})
	}
	return placed == n
}

// each visits the successors of o, an operation once per arc.
func (st *state) each(o int32, visit func(int32)) {
	g := st.net
	for _, x := range g.out[g.outFirst[o]:g.outFirst[o+1]] {
		visit(x)
	}
	for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
		if st.lane[s] >= 0 {
			if x := st.next(s); x >= 0 {
				visit(x)
			}
		}
	}
}

// longestDetour bounds the operations that change place for one arc in a
// search; arcs that need more are refused there.
const longestDetour = 400

// follow makes y come after x in the order; false when y already precedes x or
// too much would have to change place.
func (st *state) follow(x, y int32) bool {
	lo, hi := st.ord[y], st.ord[x]
	if lo > hi {
		return true
	}
	st.stamp++
	if st.stamp == 0 {
		clear(st.mark)
		st.stamp = 1
	}
	if x == y || !st.ahead(y, hi, x) {
		return false
	}
	if !st.behind(x, lo) {
		return false
	}
	byOrder := func(a, b int32) int { return int(st.ord[a] - st.ord[b]) }
	slices.SortFunc(st.fore, byOrder)
	slices.SortFunc(st.aft, byOrder)
	// The places of both, in order: first what leads to x, then what y leads to.
	st.spots = st.spots[:0]
	i, j := 0, 0
	for i < len(st.aft) || j < len(st.fore) {
		if j == len(st.fore) || (i < len(st.aft) && st.ord[st.aft[i]] < st.ord[st.fore[j]]) {
			st.spots = append(st.spots, st.ord[st.aft[i]])
			i++
		} else {
			st.spots = append(st.spots, st.ord[st.fore[j]])
			j++
		}
	}
	for k, o := range st.aft {
		st.moveTo(o, st.spots[k])
	}
	for k, o := range st.fore {
		st.moveTo(o, st.spots[len(st.aft)+k])
	}
	return true
}

func (st *state) moveTo(o, spot int32) {
	st.trail.orders = append(st.trail.orders, oldOrder{o, st.ord[o]})
	st.ord[o], st.at[spot] = spot, o
}

// ahead collects in fore what y leads to up to position hi; false when that
// includes x or is too much.
func (st *state) ahead(y, hi, x int32) bool {
	g := st.net
	st.fore = append(st.fore[:0], y)
	st.mark[y] = st.stamp
	for k := 0; k < len(st.fore); k++ {
		if k == st.detour {
			return false
		}
		o := st.fore[k]
		for _, z := range g.out[g.outFirst[o]:g.outFirst[o+1]] {
			if z == x {
				return false
			}
			if st.ord[z] < hi && st.mark[z] != st.stamp {
				st.mark[z] = st.stamp
				st.fore = append(st.fore, z)
			}
		}
		for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
			if st.lane[s] < 0 {
				continue
			}
			z := st.next(s)
			if z == x {
				return false
			}
			if z >= 0 && st.ord[z] < hi && st.mark[z] != st.stamp {
				st.mark[z] = st.stamp
				st.fore = append(st.fore, z)
			}
		}
	}
	return true
}

// behind collects in aft what leads to x from position lo on; false when that
// is too much.
func (st *state) behind(x, lo int32) bool {
	g := st.net
	st.aft = append(st.aft[:0], x)
	st.mark[x] = st.stamp
	for k := 0; k < len(st.aft); k++ {
		if k == st.detour {
			return false
		}
		o := st.aft[k]
		for i := g.inFirst[o]; i < g.inFirst[o+1]; i++ {
			if z := g.in[i].from; z >= 0 && g.free[z] && st.ord[z] > lo && st.mark[z] != st.stamp {
				st.mark[z] = st.stamp
				st.aft = append(st.aft, z)
			}
		}
		for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
			if st.lane[s] < 0 {
				continue
			}
			if z := st.prev(s); z >= 0 && st.ord[z] > lo && st.mark[z] != st.stamp {
				st.mark[z] = st.stamp
				st.aft = append(st.aft, z)
			}
		}
	}
	return true
}
