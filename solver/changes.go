package solver

// The regret of selection rule 6: parts that change machines within a group.

// findBefore finds for every operation the one before it of its part that is
// made inside the house.
func (s *Shop) findBefore() {
	p := s.Problem
	s.before = make([]int32, len(p.Ops))
	for _, o := range s.Topo {
		s.before[o] = None
		for _, id := range s.in.of(o) {
			from := p.Edges[id].From
			if from < 0 || p.Ops[from].Job != p.Ops[o].Job || p.Ops[from].Part != p.Ops[o].Part {
				continue
			}
			if c := p.Ops[from].Class; c == ClassOutsourced || c == ClassMilestone {
				from = s.before[from]
			}
			if from >= 0 && (s.before[o] < 0 || p.Ops[from].Seq > p.Ops[s.before[o]].Seq) {
				s.before[o] = from
			}
		}
	}
	s.behind = newCSR(len(p.Ops), len(p.Ops), func(o int) int32 { return s.before[o] })
}

// changed is 1 when a part goes from resource a to another one of its group.
func (s *Shop) changed(a, b int32) int64 {
	if a >= 0 && b >= 0 && a != b && s.Problem.Resources[a].Group == s.Problem.Resources[b].Group {
		return 1
	}
	return 0
}

func (s *Shop) changes(p *Plan) int64 {
	var sum int64
	for o, f := range s.before {
		if f >= 0 {
			sum += s.changed(p.Resource[f], p.Resource[o])
		}
	}
	return sum
}

func (st *state) changes() int64 {
	var sum int64
	for o, f := range st.net.shop.before {
		if f >= 0 && st.net.placed[o] && st.net.placed[f] {
			sum += st.net.shop.changed(st.resourceOf(f, st.mode[f]), st.resourceOf(int32(o), st.mode[o]))
		}
	}
	return sum
}

// changesOf counts what operation o in mode m changes, before and behind it.
func (st *state) changesOf(o, m int32) int64 {
	s, g := st.net.shop, st.net
	here, sum := st.resourceOf(o, m), int64(0)
	if f := s.before[o]; f >= 0 && g.placed[f] {
		sum += s.changed(st.resourceOf(f, st.mode[f]), here)
	}
	for _, x := range s.behind.of(o) {
		if g.placed[x] {
			sum += s.changed(here, st.resourceOf(x, st.mode[x]))
		}
	}
	return sum
}
