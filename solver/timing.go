package solver

import "mouldworks/solver/calendar"

// fit returns the first start at or after from at which mode m of operation o
// runs through on its calendars, its run not before runFrom, and its end.
// Capacity is not looked at. start is calendar.Never when there is none.
func (s *Shop) fit(o, m int32, from, runFrom Min) (start, end Min) {
	mode := &s.Problem.Modes[m]
	run := &s.cals[s.run[m]]
	if mode.Setup == 0 {
		from = max(from, runFrom)
		if mode.Run == 0 {
			return from, from
		}
		if s.Problem.Ops[o].Unpausable {
			start = run.Whole(from, mode.Run)
		} else {
			start = run.Next(from)
		}
		if start == calendar.Never {
			return start, start
		}
		return start, run.Add(start, mode.Run)
	}
	manned := &s.cals[s.manned[m]]
	for {
		if runFrom > calendar.Before {
			from = max(from, manned.Reach(runFrom-1, mode.Setup-1))
		}
		start = manned.Unbroken(from, mode.Setup)
		if start == calendar.Never {
			return start, start
		}
		ready := manned.Add(start, mode.Setup)
		if ready == calendar.Never || mode.Run == 0 {
			return start, ready
		}
		if !s.Problem.Ops[o].Unpausable {
			return start, run.Add(ready, mode.Run)
		}
		// The run follows at once, so the set-up moves with it.
		whole := run.Whole(ready, mode.Run)
		if whole == ready || whole == calendar.Never {
			if whole == calendar.Never {
				return whole, whole
			}
			return start, ready + mode.Run
		}
		runFrom = whole
		from = start + 1
	}
}

// runStart returns when the run of o begins that starts at start in mode m.
func (s *Shop) runStart(m int32, start Min) Min {
	mode := &s.Problem.Modes[m]
	if mode.Setup == 0 {
		return start
	}
	ready := s.cals[s.manned[m]].Add(start, mode.Setup)
	if ready == calendar.Never || mode.Run == 0 {
		return ready
	}
	return s.cals[s.run[m]].Next(ready)
}

// point returns the moment of point ppm of operation o in plan p, which has
// placed o. The points of timed fixes never lie after their end.
func (s *Shop) point(p *Plan, o, ppm int32) Min {
	switch {
	case ppm == Million:
		return p.End[o]
	case ppm == SetupPoint:
		return p.Start[o]
	case p.Mode[o] < 0:
		return p.Start[o]
	}
	at := s.runStart(p.Mode[o], p.Start[o])
	if k := minutesAt(s.Problem.Modes[p.Mode[o]].Run, ppm); k > 0 && at >= 0 {
		at = s.cals[s.run[p.Mode[o]]].Add(at, k)
	}
	if at < 0 || at > p.End[o] {
		return p.End[o]
	}
	return at
}

// leaves returns when a part that is ready at t leaves the resource of o.
func (s *Shop) leaves(p *Plan, o int32, t Min) Min {
	tier := 0
	if s.Problem.Ops[o].Overtime {
		tier = 1
	}
	return s.cals[s.Problem.Resources[p.Resource[o]].Manned[tier]].HandOver(t)
}

// arrival returns the moment that edge e imposes on a successor in class to;
// Never when the part cannot leave within the calendars.
func (s *Shop) arrival(p *Plan, e *Edge, to int32) Min {
	if e.From < 0 {
		return e.Lag
	}
	at := s.point(p, e.From, e.FromAt)
	if e.HandOver {
		if at = s.leaves(p, e.From, at); at == calendar.Never {
			return at
		}
	}
	at += e.Lag
	if e.WithFlow {
		at += s.flow(s.Problem.Resources[p.Resource[e.From]].Class, to)
	}
	return at
}

// bind turns an arrival at point ppm of mode m into bounds of the start and
// of the start of the run.
func (s *Shop) bind(m int32, ppm int32, at Min, from, runFrom *Min) {
	if ppm == SetupPoint {
		*from = max(*from, at)
		return
	}
	mode := &s.Problem.Modes[m]
	run := &s.cals[s.run[m]]
	switch k := minutesAt(mode.Run, ppm); {
	case mode.Run == 0:
		*runFrom = max(*runFrom, at)
	case k == mode.Run:
		*runFrom = max(*runFrom, run.Reach(at-1, k-1))
	default:
		*runFrom = max(*runFrom, run.Reach(at, k))
	}
}

// release returns S or the later release of the job or the operation.
func (s *Shop) release(o int32) Min {
	op := &s.Problem.Ops[o]
	at := max(s.Problem.Start, op.Release)
	if op.Job >= 0 {
		at = max(at, s.Problem.Jobs[op.Job].Release)
	}
	return at
}
