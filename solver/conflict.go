package solver

import "mouldworks/solver/calendar"

// conflicts lists what the timed fixes of plan p break. Finished operations
// are history and break nothing; a running one answers only for its resource
// and for predecessors that are not finished.
func (d *dispatcher) conflicts(p *Plan) []Conflict {
	var out []Conflict
	s := d.shop
	for o := range s.Problem.Ops {
		op := &s.Problem.Ops[o]
		if !op.Fix.Timed() || op.Fix.Kind == FixDone {
			continue
		}
		id := int32(o)
		if over := d.base[op.Fix.Resource].overload(op.Fix.Start, op.Fix.End); over > 0 {
			out = append(out, Conflict{id, ConflictCapacity, s.rival(id), over})
		}
		if op.Fix.Kind == FixTimes {
			out = append(out, s.lockConflicts(p, id)...)
		}
		for _, e := range s.in.of(id) {
			if c, broken := s.edgeConflict(p, &s.Problem.Edges[e]); broken {
				out = append(out, c)
			}
		}
	}
	return out
}

// rival returns the other fixed operation that takes most of the time of o on
// its resource, the one that comes first among equals; None when only blocks do.
func (s *Shop) rival(o int32) int32 {
	fix := &s.Problem.Ops[o].Fix
	best, most := None, Min(0)
	for x := range s.Problem.Ops {
		f := &s.Problem.Ops[x].Fix
		if int32(x) == o || !f.Timed() || f.Kind == FixDone || f.Resource != fix.Resource {
			continue
		}
		if both := min(f.End, fix.End) - max(f.Start, fix.Start); both > most {
			best, most = int32(x), both
		}
	}
	return best
}

func (s *Shop) lockConflicts(p *Plan, o int32) (out []Conflict) {
	fix := &s.Problem.Ops[o].Fix
	if p.Mode[o] < 0 {
		out = append(out, Conflict{o, ConflictEligibility, None, 0})
	} else if short := max(s.workEnd(p.Mode[o], fix.Start)-fix.End, s.opens(p.Mode[o], fix.Start)-fix.Start); short > 0 {
		out = append(out, Conflict{o, ConflictCalendar, None, short})
	}
	if early := s.release(o) - fix.Start; early > 0 {
		out = append(out, Conflict{o, ConflictRelease, None, early})
	}
	return out
}

// opens returns the first moment from start on at which mode m can begin,
// farFuture when the calendars end before.
func (s *Shop) opens(m int32, start Min) Min {
	mode := &s.Problem.Modes[m]
	cal := &s.cals[s.run[m]]
	switch {
	case mode.Setup > 0:
		cal = &s.cals[s.manned[m]]
	case mode.Run == 0:
		return start
	}
	if at := cal.Next(start); at != calendar.Never {
		return at
	}
	return farFuture
}

// workEnd returns when the work of mode m is done that begins at start at the
// earliest, farFuture when the calendars end before.
func (s *Shop) workEnd(m int32, start Min) Min {
	mode := &s.Problem.Modes[m]
	ready := s.cals[s.manned[m]].Add(start, mode.Setup)
	if ready == calendar.Never {
		return farFuture
	}
	if end := s.cals[s.run[m]].Add(ready, mode.Run); end != calendar.Never {
		return end
	}
	return farFuture
}

// edgeConflict checks an edge into a timed fix.
func (s *Shop) edgeConflict(p *Plan, e *Edge) (Conflict, bool) {
	running := s.Problem.Ops[e.To].Fix.Kind == FixRunning
	if e.From >= 0 {
		if running && s.Problem.Ops[e.From].Fix.Kind == FixDone {
			return Conflict{}, false
		}
		if p.Resource[e.From] < 0 {
			return Conflict{e.To, ConflictPrecedence, e.From, 0}, true
		}
	} else if running {
		return Conflict{}, false
	}
	at := s.arrival(p, e, s.Problem.Resources[p.Resource[e.To]].Class)
	if at == calendar.Never {
		return Conflict{e.To, ConflictPrecedence, e.From, 0}, true
	}
	if late := at - s.needed(p, e); late > 0 {
		return Conflict{e.To, ConflictPrecedence, e.From, late}, true
	}
	return Conflict{}, false
}

// needed returns the moment at which the To point of e begins.
func (s *Shop) needed(p *Plan, e *Edge) Min {
	o, m := e.To, p.Mode[e.To]
	if e.ToAt == SetupPoint || m < 0 {
		return p.Start[o]
	}
	run := s.Problem.Modes[m].Run
	if run == 0 || minutesAt(run, e.ToAt) == run {
		return p.End[o]
	}
	at := s.point(p, o, e.ToAt)
	if next := s.cals[s.run[m]].Next(at); next != calendar.Never {
		at = next
	}
	return min(at, p.End[o])
}
