package solver

import "mouldworks/solver/calendar"

// Rooms tells where a plan leaves room for its operations. It answers one
// caller at a time.
type Rooms struct{ booked *justifier }

// Rooms books plan p of s, which it reads and never changes.
func (s *Shop) Rooms(p *Plan) *Rooms {
	j := &justifier{dispatcher: newDispatcher(s, nil), plan: p}
	j.book()
	return &Rooms{j}
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
