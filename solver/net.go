package solver

import (
	"cmp"
	"slices"

	"mouldworks/solver/calendar"
)

// net is the read-only view of a shop that the local search works on: compact
// edges, lanes and what stands still. A lane is one unit of a resource; an
// operation with a crew of c occupies c lanes of its resource at once.
type net struct {
	shop *Shop
	// free marks operations the search may move and time; all others are
	// either fixed (placed for good) or unplaced.
	free   []bool
	placed []bool
	fixed  *Plan // where timed fixes stand

	inFirst  []int32
	in       []inEdge
	outFirst []int32
	out      []int32 // free successors
	release  []Min

	slot0  []int32 // slots of o are slot0[o]..slot0[o+1]-1
	owner  []int32 // operation of a slot
	single bool    // every slot is its operation: no crews

	lane0  []int32 // lanes of resource r are lane0[r]..lane0[r+1]-1, none when unlimited
	wallOf []int32 // walls of lane l are wall[wallOf[l]:wallOf[l+1]]
	wall   []span  // sorted, disjoint closed stretches of a lane: blocks, locks

	class    []int32 // flow class of a mode's resource
	handCal  []int32 // calendar of the hand-over of a mode's resource
	laneless []bool  // a mode that needs no lane
	last     csr     // operations of job j that can end it
	isLast   []bool
	sinks    []int32 // operations that can end the shop
	isSink   []bool
	aims     csr     // targets per operation
	known    []int32 // free operations that the plan in force knows
	least    []Min   // end of each job if it were alone in the shop
}

type span struct{ from, to Min }

// inEdge is an Edge as its successor sees it.
type inEdge struct {
	from, fromAt, toAt int32
	lag                Min
	flow, hand         bool
}

// newNet compiles the part of the shop that plan has placed.
func newNet(s *Shop, fixed, plan *Plan, base []timeline) *net {
	p := s.Problem
	n := len(p.Ops)
	g := &net{
		shop: s, fixed: fixed, free: make([]bool, n), placed: make([]bool, n),
		inFirst: make([]int32, n+1), outFirst: make([]int32, n+1), release: make([]Min, n),
		slot0: make([]int32, n+1), isLast: make([]bool, n), isSink: make([]bool, n), single: true,
	}
	for o := range p.Ops {
		g.placed[o] = plan.Resource[o] >= 0
		g.free[o] = g.placed[o] && !p.Ops[o].Fix.Timed()
		g.release[o] = s.release(int32(o))
		if g.free[o] && p.Ops[o].Prev.Set {
			g.known = append(g.known, int32(o))
		}
		crew := max(1, p.Ops[o].Crew)
		g.single = g.single && crew == 1
		g.slot0[o+1] = g.slot0[o] + crew
		for range crew {
			g.owner = append(g.owner, int32(o))
		}
	}
	g.compileEdges()
	g.compileModes()
	g.buildWalls(base)
	g.findLast()
	g.least = s.LeastEnds()
	g.aims = newCSR(n, len(p.Targets), func(e int) int32 { return p.Targets[e].Op })
	return g
}

// misfits reports whether plan places other operations than the net.
func (g *net) misfits(plan *Plan) bool {
	for o, r := range plan.Resource {
		if g.placed[o] != (r >= 0) {
			return true
		}
	}
	return false
}

func (g *net) compileEdges() {
	s, p := g.shop, g.shop.Problem
	for o := range p.Ops {
		g.inFirst[o], g.outFirst[o] = int32(len(g.in)), int32(len(g.out))
		if !g.free[o] {
			continue
		}
		for _, id := range s.in.of(int32(o)) {
			e := &p.Edges[id]
			if e.From < 0 || g.placed[e.From] {
				g.in = append(g.in, inEdge{e.From, e.FromAt, e.ToAt, e.Lag, e.WithFlow && p.Classes > 0, e.HandOver})
			}
		}
		for _, id := range s.out.of(int32(o)) {
			if to := p.Edges[id].To; g.free[to] {
				g.out = append(g.out, to)
			}
		}
	}
	g.inFirst[len(p.Ops)], g.outFirst[len(p.Ops)] = int32(len(g.in)), int32(len(g.out))
}

func (g *net) compileModes() {
	p := g.shop.Problem
	g.class = make([]int32, len(p.Modes))
	g.handCal = make([]int32, len(p.Modes))
	g.laneless = make([]bool, len(p.Modes))
	for o := range p.Ops {
		tier := 0
		if p.Ops[o].Overtime {
			tier = 1
		}
		lo, hi := g.shop.modes(int32(o))
		for m := lo; m < hi; m++ {
			mode := &p.Modes[m]
			r := &p.Resources[mode.Resource]
			g.class[m], g.handCal[m] = r.Class, r.Manned[tier]
			g.laneless[m] = r.Cap == 0 || mode.Setup+mode.Run == 0
		}
	}
}

// buildWalls makes the lanes. It bounds the lanes of one resource: more units than operations are
// never busy at once.
func (g *net) buildWalls(base []timeline) {
	p := g.shop.Problem
	g.lane0 = make([]int32, len(p.Resources)+1)
	for r := range p.Resources {
		units := min(p.Resources[r].Cap, int32(len(g.owner)+len(p.Blocks))+base[r].most())
		g.lane0[r+1] = g.lane0[r] + units
		// Lane k is closed while more than k units are taken: the lanes are
		// interchangeable, so this loses nothing that capacity allows at a
		// moment, whatever the blocks and locks overlap.
		for k := range units {
			g.wallOf = append(g.wallOf, int32(len(g.wall)))
			from := len(g.wall)
			t := &base[r]
			for i := range t.at {
				if t.used[i] <= p.Resources[r].Cap-units+k {
					continue
				}
				until := farFuture
				if i+1 < len(t.at) {
					until = t.at[i+1]
				}
				if last := len(g.wall) - 1; last >= from && g.wall[last].to == t.at[i] {
					g.wall[last].to = until
				} else {
					g.wall = append(g.wall, span{t.at[i], until})
				}
			}
		}
	}
	g.wallOf = append(g.wallOf, int32(len(g.wall)))
}

// most returns the most units in use at any moment.
func (t *timeline) most() int32 { return slices.Max(t.used) }

// findLast lists per job the operations whose hand-over can be its last: those
// without a successor in the job that waits for their hand-over.
func (g *net) findLast() {
	p := g.shop.Problem
	inner, before := make([]bool, len(p.Ops)), make([]bool, len(p.Ops))
	for i := range p.Edges {
		e := &p.Edges[i]
		if e.From < 0 || e.FromAt != Million || !g.free[e.From] || !g.free[e.To] {
			continue
		}
		before[e.From] = true
		if e.HandOver && p.Ops[e.From].Job == p.Ops[e.To].Job {
			inner[e.From] = true
		}
	}
	for o := range p.Ops {
		g.isLast[o] = g.placed[o] && !inner[o] && p.Ops[o].Job >= 0
		if g.isSink[o] = g.placed[o] && !before[o]; g.isSink[o] {
			g.sinks = append(g.sinks, int32(o))
		}
	}
	g.last = newCSR(len(p.Jobs), len(p.Ops), func(o int) int32 {
		if !g.isLast[o] {
			return None
		}
		return p.Ops[o].Job
	})
}

// lanes returns the lanes of the resource of mode m.
func (g *net) lanes(m int32) (lo, hi int32) {
	r := g.shop.Problem.Modes[m].Resource
	return g.lane0[r], g.lane0[r+1]
}

// fit returns the earliest start and end of o in mode m from moment from on
// lane l, walls included; a negative end when there is none in time.
func (g *net) fit(o, m, l int32, from, runFrom Min) (start, end Min) {
	walls := g.wall[g.wallOf[l]:g.wallOf[l+1]]
	for {
		start, end = g.shop.fit(o, m, from, runFrom)
		if len(walls) == 0 || end < 0 || walls[len(walls)-1].to <= start {
			return start, end
		}
		i, _ := slices.BinarySearchFunc(walls, start, func(w span, at Min) int { return cmp.Compare(w.to, at+1) })
		if walls[i].from >= end {
			return start, end
		}
		if from = walls[i].to; from >= g.shop.horizon {
			return calendar.Never, calendar.Never
		}
	}
}
