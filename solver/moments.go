package solver

import "mouldworks/solver/calendar"

// Questions about the moments of a plan, for those who explain it. They look at
// one operation and its edges, never at capacity.

// In lists the edges into operation o, as positions in Problem.Edges.
func (s *Shop) In(o int32) []int32 { return s.in.of(o) }

// Released is S or the later release of the job of o, without a date of its own.
func (s *Shop) Released(o int32) Min { return s.base(o) }

// Handed returns when the part leaves the resource of o once o has ended.
func (s *Shop) Handed(p *Plan, o int32) Min { return s.handEnd(p, o) }

// Way is how a part gets from an operation to the next along an edge.
type Way struct {
	// Ready is the moment of the point that the edge waits for, Left that of
	// the hand-over, Waited that after the lag, Arrived the arrival.
	Ready, Left, Waited, Arrived Min
}

// Way returns the moments of edge e, whose ends plan p has placed; ok is false
// when the part never leaves within the calendars. An edge from outside is
// there at once.
func (s *Shop) Way(p *Plan, e *Edge) (w Way, ok bool) {
	if e.From < 0 {
		return Way{e.Lag, e.Lag, e.Lag, e.Lag}, true
	}
	w.Ready = s.point(p, e.From, e.FromAt)
	if w.Left = w.Ready; e.HandOver {
		if w.Left = s.leaves(p, e.From, w.Ready); w.Left < 0 {
			return w, false
		}
	}
	w.Waited = w.Left + e.Lag
	w.Arrived = s.arrival(p, e, s.Problem.Resources[p.Resource[e.To]].Class)
	return w, true
}

// Fit returns the first start of o in its mode in p that is not before from,
// on its calendars alone, and such that every arrival at a point of its run is
// in time; negative when there is none. What is fixed without a mode starts
// at from.
func (s *Shop) Fit(p *Plan, o int32, from Min, arrivals []Arrival) Min {
	m := p.Mode[o]
	if m < 0 {
		return from
	}
	runFrom := calendar.Before
	for _, a := range arrivals {
		s.bind(m, a.At, a.Moment, &from, &runFrom)
	}
	start, _ := s.fit(o, m, from, runFrom)
	return start
}

// Arrival is what must be there when the run of an operation reaches a point,
// in parts per million or SetupPoint.
type Arrival struct {
	At     int32
	Moment Min
}

// Worked returns the minutes of [from, to) that o works in plan p: its set-up
// on manned time, its run on its own calendar.
func (s *Shop) Worked(p *Plan, o int32, from, to Min) Min {
	from, to = max(from, p.Start[o]), min(to, p.End[o])
	m := p.Mode[o]
	if to <= from {
		return 0
	}
	if m < 0 {
		return to - from
	}
	begin := s.runStart(m, p.Start[o])
	if begin < 0 {
		begin = p.End[o]
	}
	manned, run := &s.cals[s.manned[m]], &s.cals[s.run[m]]
	sum := Min(0)
	if until := min(to, begin); from < until {
		sum += min(s.Problem.Modes[m].Setup, manned.Worked(until)-manned.Worked(from))
	}
	if since := max(from, begin); since < to {
		sum += run.Worked(to) - run.Worked(since)
	}
	return sum
}
