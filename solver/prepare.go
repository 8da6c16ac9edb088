package solver

import (
	"cmp"
	"slices"

	"mouldworks/solver/calendar"
)

// Shop is a checked problem with its indexes, read-only and shared by threads.
type Shop struct {
	Problem *Problem
	// Topo lists the operations, predecessors first.
	Topo []int32

	cals        []calendar.Calendar
	in, out     csr     // edge ids per operation
	tie         []int32 // rank of each operation by mould, part, number, name
	first       []bool  // Op.First, nil when nobody goes first
	manned, run []int32 // calendar per mode
	weightless  bool
	before      []int32   // previous operation of the part inside the house, None without
	behind      csr       // operations by before
	ahead       [][]int32 // see findAhead; nil without
	after       [][]int32
	classes     [][]int32 // distinct classes of the eligible modes, per operation
	latestS     []Min     // see Latest
	latestE     []Min
	horizon     Min
}

// csr is a compressed adjacency: items of i are item[first[i]:first[i+1]].
type csr struct{ first, item []int32 }

func (c *csr) of(i int32) []int32 { return c.item[c.first[i]:c.first[i+1]] }

func newCSR(n int, edges int, end func(int) int32) csr {
	c := csr{first: make([]int32, n+1), item: make([]int32, edges)}
	for e := range edges {
		if o := end(e); o >= 0 {
			c.first[o+1]++
		}
	}
	for i := range n {
		c.first[i+1] += c.first[i]
	}
	next := slices.Clone(c.first[:n])
	for e := range edges {
		if o := end(e); o >= 0 {
			c.item[next[o]] = int32(e)
			next[o]++
		}
	}
	return c
}

// Prepare checks p and builds the indexes. p must not change afterwards.
// Every error is a *ProblemError.
func Prepare(p *Problem) (*Shop, error) {
	if err := validate(p); err != nil {
		return nil, err
	}
	s := &Shop{Problem: p, horizon: p.End, cals: make([]calendar.Calendar, max(1, len(p.Calendars)))}
	for i := 1; i < len(p.Calendars); i++ {
		c, err := calendar.New(p.Calendars[i].Open, p.Calendars[i].Close)
		if err != nil {
			return nil, fail(ErrCalendar, itemName("calendar", i, ""), "%v", err)
		}
		s.cals[i] = c
	}
	n := len(p.Ops)
	s.in = newCSR(n, len(p.Edges), func(e int) int32 { return p.Edges[e].To })
	s.out = newCSR(n, len(p.Edges), func(e int) int32 { return p.Edges[e].From })
	if err := s.sortTopological(); err != nil {
		return nil, err
	}
	s.rankTies()
	s.findBefore()
	s.findAhead()
	s.chooseCalendars()
	s.weightless = true
	for i := range p.Jobs {
		s.weightless = s.weightless && (p.Jobs[i].Weight == 0 || p.Jobs[i].Due == None)
	}
	s.weightless = s.weightless && len(p.Targets) == 0
	s.computeLatest()
	return s, nil
}

func (s *Shop) modes(o int32) (lo, hi int32) { return s.Problem.ModesOf(o) }

// allowed reports whether mode m respects the resource that o is pinned to.
func (s *Shop) allowed(o, m int32) bool {
	f := &s.Problem.Ops[o].Fix
	return f.Kind == FixNone || s.Problem.Modes[m].Resource == f.Resource
}

func (s *Shop) sortTopological() error {
	p := s.Problem
	deg := make([]int32, len(p.Ops))
	for i := range p.Edges {
		if p.Edges[i].From >= 0 {
			deg[p.Edges[i].To]++
		}
	}
	s.Topo = make([]int32, 0, len(p.Ops))
	for o := range p.Ops {
		if deg[o] == 0 {
			s.Topo = append(s.Topo, int32(o))
		}
	}
	for k := 0; k < len(s.Topo); k++ {
		for _, e := range s.out.of(s.Topo[k]) {
			to := p.Edges[e].To
			if deg[to]--; deg[to] == 0 {
				s.Topo = append(s.Topo, to)
			}
		}
	}
	if len(s.Topo) == len(p.Ops) {
		return nil
	}
	// Every operation left over has a predecessor left over: walking back
	// must meet an operation of a cycle twice.
	at := int32(slices.IndexFunc(deg, func(d int32) bool { return d > 0 }))
	seen := make(map[int32]bool)
	for !seen[at] {
		seen[at] = true
		for _, e := range s.in.of(at) {
			if f := p.Edges[e].From; f >= 0 && deg[f] > 0 {
				at = f
				break
			}
		}
	}
	return fail(ErrCycle, itemName("operation", int(at), p.Ops[at].Name), "it precedes itself")
}

func (s *Shop) rankTies() {
	p := s.Problem
	jobs := make([]int32, len(p.Jobs))
	for i := range jobs {
		jobs[i] = int32(i)
	}
	slices.SortStableFunc(jobs, func(a, b int32) int { return cmp.Compare(p.Jobs[a].Name, p.Jobs[b].Name) })
	rank := make([]int32, len(p.Jobs))
	for r, j := range jobs {
		rank[j] = int32(r)
	}
	rankOf := func(job int32) int32 {
		if job == None { // work for no mould comes last
			return int32(len(rank))
		}
		return rank[job]
	}
	order := make([]int32, len(p.Ops))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &p.Ops[a], &p.Ops[b]
		if x.Job != y.Job {
			return cmp.Compare(rankOf(x.Job), rankOf(y.Job))
		}
		if x.Part != y.Part {
			return cmp.Compare(x.Part, y.Part)
		}
		if x.Seq != y.Seq {
			return cmp.Compare(x.Seq, y.Seq)
		}
		if c := cmp.Compare(x.Name, y.Name); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	s.tie = make([]int32, len(p.Ops))
	for r, o := range order {
		s.tie[o] = int32(r)
	}
	for o := range p.Ops {
		if p.Ops[o].First && s.first == nil {
			s.first = make([]bool, len(p.Ops))
		}
		if p.Ops[o].First {
			s.first[o] = true
		}
	}
}

// chooseCalendars resolves overtime and unattended runs once, per mode.
func (s *Shop) chooseCalendars() {
	p := s.Problem
	s.manned = make([]int32, len(p.Modes))
	s.run = make([]int32, len(p.Modes))
	s.classes = make([][]int32, len(p.Ops))
	flat := make([]int32, 0, len(p.Ops))
	for o := range p.Ops {
		tier := 0
		if p.Ops[o].Overtime {
			tier = 1
		}
		lo, hi := s.modes(int32(o))
		base := len(flat)
		for m := lo; m < hi; m++ {
			s.setCalendars(m, tier)
			if class := p.Resources[p.Modes[m].Resource].Class; s.allowed(int32(o), m) && !slices.Contains(flat[base:], class) {
				flat = append(flat, class)
			}
		}
		if fix := p.Ops[o].Fix; base == len(flat) && fix.Kind != FixNone {
			flat = append(flat, p.Resources[fix.Resource].Class)
		}
		s.classes[o] = flat[base:len(flat):len(flat)]
	}
}

// setCalendars chooses the calendars of a mode without or with overtime.
func (s *Shop) setCalendars(m int32, tier int) {
	mode := &s.Problem.Modes[m]
	r := &s.Problem.Resources[mode.Resource]
	s.manned[m], s.run[m] = r.Manned[tier], r.Manned[tier]
	if mode.Unattended {
		s.run[m] = r.Run[tier]
	}
}

// flow returns the elapsed minutes from class a to class b.
func (s *Shop) flow(a, b int32) Min {
	if s.Problem.Classes == 0 {
		return 0
	}
	return s.Problem.Flow[a*s.Problem.Classes+b]
}

// minutesAt returns the run minutes before the point ppm, rounded up.
func minutesAt(run Min, ppm int32) Min {
	return Min((int64(run)*int64(ppm) + int64(Million) - 1) / int64(Million))
}
