package solver

import (
	"cmp"
	"slices"

	"mouldworks/solver/calendar"
)

// compact is the forward half of forward-backward improvement: operations by
// increasing start, each to the earliest free place on its own resource, gaps
// included. Its present place is free, so that nothing can get later.
func (d *dispatcher) compact(plan *Plan) *Plan {
	s := d.shop
	p := s.Problem
	j := &justifier{dispatcher: d, plan: plan.Clone()}
	j.book()
	rank := make([]int32, len(p.Ops))
	var order []int32
	for k, o := range s.Topo {
		rank[o] = int32(k)
		if plan.Mode[o] >= 0 && !p.Ops[o].Fix.Timed() {
			order = append(order, o)
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(plan.Start[a], plan.Start[b]), cmp.Compare(plan.End[a], plan.End[b]), cmp.Compare(rank[a], rank[b]))
	})
	for _, o := range order {
		j.pullIn(o)
	}
	j.plan.Conflicts = d.conflicts(j.plan)
	j.plan.Value = s.Evaluate(j.plan, j.plan.Keys)
	return j.plan
}

// pullIn moves o to its earliest place.
func (j *justifier) pullIn(o int32) {
	s, plan := j.shop, j.plan
	p := s.Problem
	m, crew := plan.Mode[o], max(1, p.Ops[o].Crew)
	line := &j.lines[plan.Resource[o]]
	from, runFrom := max(s.release(o), s.queued(plan, o, plan.Resource[o])), calendar.Before
	for _, id := range s.in.of(o) {
		e := &p.Edges[id]
		if e.From >= 0 && plan.Resource[e.From] < 0 {
			return // its predecessor is unplaced: it must be fixed
		}
		at := s.arrival(plan, e, p.Resources[plan.Resource[o]].Class)
		if at == calendar.Never {
			return
		}
		s.bind(m, e.ToAt, at, &from, &runFrom)
	}
	line.take(plan.Start[o], plan.End[o], -crew)
	j.from[m], j.runFrom[m] = from, runFrom
	if start, end := j.place(o, m, crew); end >= 0 && end <= s.horizon && start < plan.Start[o] {
		plan.Start[o], plan.End[o] = start, end
	}
	line.take(plan.Start[o], plan.End[o], crew)
}
