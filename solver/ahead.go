package solver

import "mouldworks/solver/calendar"

// findAhead lists per operation those that edges lead to it from and that may take the same unit (ahead), where they go first,
// and the other way round (after). Ordinary
// edges say so themselves, for they bind the end of the predecessor or the start of the successor. A way whose edges bind a point
// before the end of the one and one behind the start of the other allows the successor to overtake, but the sequence of a unit
// cannot hold that: it and the edges together would run in a circle. What has no length takes no unit and stands in no sequence.
func (s *Shop) findAhead() {
	p := s.Problem
	early, late := false, false
	for i := range p.Edges {
		if e := &p.Edges[i]; e.From >= 0 {
			early, late = early || e.FromAt < Million, late || e.ToAt > SetupPoint
		}
	}
	if !early || !late {
		return
	}
	s.ahead, s.after = make([][]int32, len(p.Ops)), make([][]int32, len(p.Ops))
	seen := make([]int32, len(p.Ops))
	var stack []int32
	for o := range p.Ops {
		if p.Ops[o].Fix.Timed() {
			continue
		}
		stack = append(stack[:0], int32(o))
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, id := range s.in.of(at) {
				f := p.Edges[id].From
				if f < 0 || seen[f] == int32(o)+1 || p.Ops[f].Fix.Timed() {
					continue
				}
				seen[f] = int32(o) + 1
				stack = append(stack, f)
				if s.shareUnit(f, int32(o)) {
					s.ahead[o] = append(s.ahead[o], f)
					s.after[f] = append(s.after[f], int32(o))
				}
			}
		}
	}
}

// shareUnit reports whether two operations can take the same resource of one unit.
func (s *Shop) shareUnit(a, b int32) bool {
	p := s.Problem
	aLo, aHi := s.modes(a)
	bLo, bHi := s.modes(b)
	for m := aLo; m < aHi; m++ {
		if p.Resources[p.Modes[m].Resource].Cap != 1 || p.Modes[m].length() == 0 {
			continue
		}
		for k := bLo; k < bHi; k++ {
			if p.Modes[k].Resource == p.Modes[m].Resource && p.Modes[k].length() > 0 {
				return true
			}
		}
	}
	return false
}

// length is the working time of a mode.
func (m *Mode) length() Min { return m.Setup + m.Run }

// takesNone reports whether o takes no unit of resource r.
func (s *Shop) takesNone(o, r int32) bool {
	lo, hi := s.modes(o)
	for m := lo; m < hi; m++ {
		if mode := &s.Problem.Modes[m]; mode.Resource == r && mode.length() > 0 {
			return false
		}
	}
	return true
}

// overtaken reports whether o stands in plan behind an operation of its resource that must not overtake it.
func (s *Shop) overtaken(plan *Plan, o int32) bool {
	r := plan.Resource[o]
	if s.after == nil || s.Problem.Resources[r].Cap != 1 || len(s.after[o]) == 0 || s.takesNone(o, r) {
		return false
	}
	for _, b := range s.after[o] {
		if plan.Resource[b] == r && plan.Start[b] < plan.End[o] && !s.takesNone(b, r) {
			return true
		}
	}
	return false
}

// queued returns when the last of those ahead of o leaves resource r in plan; calendar.Before when none is there.
func (s *Shop) queued(plan *Plan, o, r int32) Min {
	until := Min(calendar.Before)
	if s.ahead == nil || s.Problem.Resources[r].Cap != 1 || len(s.ahead[o]) == 0 || s.takesNone(o, r) {
		return until
	}
	for _, a := range s.ahead[o] {
		if plan.Resource[a] == r && !s.takesNone(a, r) {
			until = max(until, plan.End[a])
		}
	}
	return until
}
