package solver

import (
	"math"
	"slices"

	"mouldworks/solver/calendar"
)

// noLimit is the latest moment of what has no due date.
const noLimit Min = math.MaxInt32

// Latest returns the latest start and end of operation o: backward from the
// due dates without capacity and without overtime, on the fastest eligible
// resource, with the least flow between the eligible resources. ok is false without a due date ahead
// of it and for finished and running operations.
func (s *Shop) Latest(o int32) (start, end Min, ok bool) {
	if s.Problem.Ops[o].Fix.Kind >= FixRunning || s.latestE[o] == noLimit {
		return 0, 0, false
	}
	return s.latestS[o], s.latestE[o], true
}

// fastest returns the mode of o with the fewest minutes, None without modes.
func (s *Shop) fastest(o int32) int32 {
	best, least := None, Min(0)
	lo, hi := s.modes(o)
	for m := lo; m < hi; m++ {
		mode := &s.Problem.Modes[m]
		if d := mode.Setup + mode.Run; s.allowed(o, m) && (best == None || d < least) {
			best, least = m, d
		}
	}
	return best
}

func (s *Shop) leastFlow(from, to int32) Min {
	if s.Problem.Classes == 0 {
		return 0
	}
	least := noLimit
	for _, a := range s.classes[from] {
		for _, b := range s.classes[to] {
			least = min(least, s.flow(a, b))
		}
	}
	if least == noLimit {
		return 0
	}
	return least
}

func (s *Shop) computeLatest() {
	n := len(s.Problem.Ops)
	s.latestS, s.latestE = make([]Min, n), make([]Min, n)
	if slices.ContainsFunc(s.Problem.Ops, func(o Op) bool { return o.Overtime }) {
		s.reopened(make([]bool, n)).backward()
		return
	}
	s.backward()
}

// backward fills latestS and latestE on the calendars of s.
func (s *Shop) backward() {
	p := s.Problem
	for o := range p.Ops {
		s.latestE[o] = noLimit
	}
	fast, ends := make([]int32, len(p.Ops)), make([]Min, len(p.Ops))
	for o := range p.Ops {
		fast[o] = s.fastest(int32(o))
		op := &p.Ops[o]
		if op.Job >= 0 && p.Jobs[op.Job].Due != None {
			s.latestE[o] = s.latestHand(int32(o), fast[o], p.Jobs[op.Job].Due)
		}
	}
	for i := range p.Targets {
		t := &p.Targets[i]
		s.latestE[t.Op] = min(s.latestE[t.Op], s.latestHand(t.Op, fast[t.Op], t.Due))
	}
	for k := len(s.Topo) - 1; k >= 0; k-- {
		o := s.Topo[k]
		for _, id := range s.out.of(o) {
			e := &p.Edges[id]
			if s.latestE[e.To] == noLimit {
				continue
			}
			x := s.latestPoint(e.To, fast[e.To], e.ToAt, ends[e.To]) - e.Lag
			if e.WithFlow {
				x -= s.leastFlow(o, e.To)
			}
			if e.HandOver {
				x = s.latestHand(o, fast[o], x)
			}
			s.latestE[o] = min(s.latestE[o], s.latestEndFor(o, fast[o], e.FromAt, x))
		}
		if s.latestE[o] == noLimit {
			s.latestS[o] = noLimit
			continue
		}
		// Far before the epoch only the order matters: clip, never overflow.
		s.latestE[o] = max(s.latestE[o], calendar.Before)
		start, end := s.latestFit(o, fast[o])
		s.latestS[o], ends[o] = max(start, calendar.Before), end
	}
}

// latestHand returns the latest end of a run whose hand-over is not after x.
func (s *Shop) latestHand(o, m int32, x Min) Min {
	if m < 0 {
		return x
	}
	tier := 0
	if s.Problem.Ops[o].Overtime {
		tier = 1
	}
	manned := s.Problem.Resources[s.Problem.Modes[m].Resource].Manned[tier]
	return s.cals[manned].LastHandOver(x)
}

// latestFit returns the latest start of o that ends by its latest end, and when
// it ends then: earlier, where a set-up or a run that may not pause stands
// before the pause. Where the calendars begin too late nothing else than the
// minutes counts.
func (s *Shop) latestFit(o, m int32) (start, end Min) {
	end = s.latestE[o]
	if m < 0 || end <= calendar.Before {
		return end, end
	}
	mode := &s.Problem.Modes[m]
	if mode.Setup > 0 || s.Problem.Ops[o].Unpausable {
		if start, end := s.fitWithin(o, m, calendar.Before, end); start > calendar.Before {
			return start, end
		}
	}
	return s.cals[s.manned[m]].Sub(s.cals[s.run[m]].Sub(end, mode.Run), mode.Setup), end
}

// latestPoint returns point ppm of o when it starts at its latest start and
// ends at end.
func (s *Shop) latestPoint(o, m, ppm int32, end Min) Min {
	switch {
	case m < 0 || ppm == Million || end <= calendar.Before:
		return end
	case ppm == SetupPoint:
		return s.latestS[o]
	}
	mode := &s.Problem.Modes[m]
	k := Min(0)
	if ppm > 0 {
		k = minutesAt(mode.Run, ppm)
	}
	return s.cals[s.run[m]].Sub(end, mode.Run-k)
}

// latestEndFor returns the latest end of o with point ppm not after x.
func (s *Shop) latestEndFor(o, m, ppm int32, x Min) Min {
	if m < 0 || ppm == Million || x <= calendar.Before {
		return x
	}
	mode := &s.Problem.Modes[m]
	run := &s.cals[s.run[m]]
	rest := mode.Run
	if ppm == SetupPoint {
		x = s.cals[s.manned[m]].Add(x, mode.Setup)
	} else {
		rest -= minutesAt(mode.Run, ppm)
	}
	end := run.Add(x, rest)
	if end == calendar.Never {
		return noLimit
	}
	return end
}
