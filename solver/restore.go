package solver

// restoreShare is one in how many moves tries to put a task back to where the
// plan in force has it, when there is one.
const restoreShare = 8

// restore moves a task that differs from the plan in force back to its old
// resource, at about its old moment.
func (w *walker) restore() (move, bool) {
	st, g := w.st, w.st.net
	p := g.shop.Problem
	for range 8 {
		o := g.known[w.rng.IntN(len(g.known))]
		if st.share(KeyMoved, o, st.mode[o], st.start[o], st.end[o]) == 0 {
			continue
		}
		prev := &p.Ops[o].Prev
		lo, hi := g.shop.modes(o)
		for m := lo; m < hi; m++ {
			if p.Modes[m].Resource != prev.Resource || !g.shop.allowed(o, m) {
				continue
			}
			if g.laneless[m] {
				return move{o, m, None, None}, m != st.mode[o]
			}
			l0, l1 := g.lanes(m)
			l := l0 + w.rng.Int32N(l1-l0)
			mv := move{o, m, l, None}
			k := st.position(l, prev.Start)
			if k > 0 {
				mv.after = g.owner[st.seq[l][k-1]]
			}
			if mv.after == o { // it stands there already
				if mv.after = None; k > 1 {
					mv.after = g.owner[st.seq[l][k-2]]
				}
			}
			return mv, true
		}
	}
	return move{}, false
}
