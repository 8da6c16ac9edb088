package solver

import (
	"cmp"
	"slices"

	"mouldworks/solver/calendar"
)

// stay is what holds one unit of a resource for a while: a slot of a free
// operation, or a unit of a block or of an operation that stands still.
type stay struct {
	start, end Min
	rank       int32 // of what begins at one moment the shorter stay comes first, then the one of lower rank
	slot       int32 // None for what stands still
}

// units gives every stay of plan a lane of its resource, and closes the lanes
// where something stands still: a lane is then what one unit does in this very
// plan. The colouring of an interval graph from left to right needs no more
// lanes than units are busy at once, so the plan keeps every start; the walls
// of buildWalls hold for any plan, and can leave one without a lane. Blocks and
// locks that overlap beyond the capacity share lanes. It returns the lane of
// every slot, None where an operation needs none.
func (g *net) units(plan *Plan, rank []int32) (lanes []int32) {
	p := g.shop.Problem
	lanes = make([]int32, len(g.owner))
	stays := make([][]stay, len(p.Resources))
	for i := range p.Blocks {
		b := &p.Blocks[i]
		stays[b.Resource] = slices.Insert(stays[b.Resource], 0, slices.Repeat([]stay{{b.Start, b.End, None, None}}, int(max(1, b.Units)))...)
	}
	for o := range p.Ops {
		fix := &p.Ops[o].Fix
		for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
			lanes[s] = None
			switch {
			case g.free[o] && !g.laneless[plan.Mode[o]]:
				r := p.Modes[plan.Mode[o]].Resource
				stays[r] = append(stays[r], stay{plan.Start[o], plan.End[o], rank[o], s})
			case fix.Timed() && fix.Kind != FixDone:
				stays[fix.Resource] = append(stays[fix.Resource], stay{fix.Start, fix.End, rank[o], None})
			}
		}
	}
	g.wallOf, g.wall = g.wallOf[:0], g.wall[:0]
	for r, held := range stays {
		lo, hi := g.lane0[r], g.lane0[r+1]
		walls := make([][]span, hi-lo)
		if hi > lo {
			occupy(held, walls, func(s, k int32) { lanes[s] = lo + k })
		}
		for _, w := range walls {
			g.wallOf = append(g.wallOf, int32(len(g.wall)))
			g.wall = append(g.wall, w...)
		}
	}
	g.wallOf = append(g.wallOf, int32(len(g.wall)))
	return lanes
}

// occupy hands the units of one resource to stays as they begin: the unit that
// is free since last, or frees first when none is. It calls put for slots and
// adds what stands still to the walls of its unit.
func occupy(held []stay, walls [][]span, put func(slot, unit int32)) {
	slices.SortStableFunc(held, func(a, b stay) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.rank, b.rank))
	})
	until := make([]Min, len(walls))
	for k := range until {
		until[k] = calendar.Before
	}
	last := make([]int32, len(walls)) // whose stay the unit had last: an operation never holds one unit twice
	for k := range last {
		last[k] = None
	}
	for _, h := range held {
		if h.end <= h.start && h.slot < 0 {
			continue
		}
		best := None
		for k := range int32(len(until)) {
			if h.slot >= 0 && last[k] == h.rank {
				continue
			}
			if best < 0 {
				best = k
				continue
			}
			isFree, isBestFree, isLater := until[k] <= h.start, until[best] <= h.start, until[k] > until[best]
			if isFree && (!isBestFree || isLater) || !isFree && !isBestFree && !isLater {
				best = k
			}
		}
		until[best], last[best] = max(until[best], h.end), h.rank
		if h.slot >= 0 {
			put(h.slot, best)
			continue
		}
		w := walls[best]
		if n := len(w) - 1; n >= 0 && w[n].to >= h.start {
			w[n].to = max(w[n].to, h.end)
		} else {
			w = append(w, span{h.start, h.end})
		}
		walls[best] = w
	}
}
