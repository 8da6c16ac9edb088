package solver

import (
	"cmp"
	"slices"

	"mouldworks/solver/calendar"
)

// Rooms tells where a plan leaves room for its operations. It answers one
// caller at a time.
type Rooms struct {
	booked *justifier
	moved  []stand
	ahead  []bool // scratch of Unhold
}

// stand is where an operation of the plan is.
type stand struct {
	op         int32
	start, end Min
}

// Rooms books plan p of s, which it reads; only Unhold changes it.
func (s *Shop) Rooms(p *Plan) *Rooms {
	j := &justifier{dispatcher: newDispatcher(s, nil), plan: p}
	j.book()
	return &Rooms{booked: j}
}

// mostUnholds bounds how often the operations of Unhold are looked at: what one
// leaves another takes.
const mostUnholds = 10

// Unhold moves o and all that comes before it in the routes forward, in the
// order of their starts, each to the earliest place that the plan leaves free on
// its resource. What it has moved before goes back first.
func (r *Rooms) Unhold(o int32) {
	j := r.booked
	s, plan := j.shop, j.plan
	for i := len(r.moved) - 1; i >= 0; i-- {
		was := &r.moved[i]
		line, crew := &j.lines[plan.Resource[was.op]], max(1, s.Problem.Ops[was.op].Crew)
		line.take(plan.Start[was.op], plan.End[was.op], -crew)
		plan.Start[was.op], plan.End[was.op] = was.start, was.end
		line.take(was.start, was.end, crew)
	}
	r.moved = r.moved[:0]
	if r.ahead == nil {
		r.ahead = make([]bool, len(s.Problem.Ops))
	}
	ops := []int32{o}
	for i := 0; i < len(ops); i++ {
		for _, id := range s.in.of(ops[i]) {
			if from := s.Problem.Edges[id].From; from >= 0 && !r.ahead[from] {
				r.ahead[from] = true
				ops = append(ops, from)
			}
		}
	}
	for _, x := range ops {
		r.ahead[x] = false
	}
	ops = slices.DeleteFunc(ops, func(x int32) bool { return plan.Mode[x] < 0 || s.Problem.Ops[x].Fix.Timed() })
	slices.SortFunc(ops, func(a, b int32) int {
		return cmp.Or(cmp.Compare(plan.Start[a], plan.Start[b]), cmp.Compare(plan.End[a], plan.End[b]), cmp.Compare(a, b))
	})
	for _, x := range ops {
		r.moved = append(r.moved, stand{x, plan.Start[x], plan.End[x]})
	}
	for range mostUnholds {
		moved := false
		for _, x := range ops {
			moved = j.pull(x) || moved
		}
		if !moved {
			return
		}
	}
}

// First is Shop.Fit with room beside all else that the plan does on the
// resource of o: behind what must not be overtaken, for as many units as o
// takes, through set-up and run.
func (r *Rooms) First(o int32, from Min, arrivals []Arrival) Min {
	j := r.booked
	s, plan, m := j.shop, j.plan, j.plan.Mode[o]
	if m < 0 {
		return from
	}
	from, runFrom := max(from, s.queued(plan, o, plan.Resource[o])), calendar.Before
	for _, a := range arrivals {
		s.bind(m, a.At, a.Moment, &from, &runFrom)
	}
	line, crew := &j.lines[plan.Resource[o]], max(1, s.Problem.Ops[o].Crew)
	line.take(plan.Start[o], plan.End[o], -crew)
	j.from[m], j.runFrom[m] = from, runFrom
	start, _ := j.place(o, m, crew)
	line.take(plan.Start[o], plan.End[o], crew)
	return start
}
