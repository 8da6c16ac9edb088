package solver

import "mouldworks/solver/calendar"

// Guarded tells of each operation whether a plan keeps a buffer before it:
// those of which Penetration has a figure.
func (p *Problem) Guarded(plan *Plan) []bool {
	guarded := make([]bool, len(p.Ops))
	for i := range p.Edges {
		if e := &p.Edges[i]; p.Ops[e.To].buffered(plan.Resource[e.To]) && e.arrives(plan) {
			guarded[e.To] = true
		}
	}
	return guarded
}

// buffered: has a buffer, a place on a resource, and has not begun.
func (op *Op) buffered(resource int32) bool {
	return op.Buffer > 0 && resource >= 0 && op.Fix.Kind < FixRunning
}

// arrives: the operation waits for it to begin its set-up, and the plan knows
// when it comes.
func (e *Edge) arrives(p *Plan) bool {
	return e.ToAt == SetupPoint && (e.From < 0 || p.Resource[e.From] >= 0)
}

// Penetration is how much of the buffer before o a plan has used up, in
// millionths: nothing when its last part arrives a whole buffer before the
// start, 1 000 000 when it arrives just in time. Arrival and start are both
// the plan's own. ok is false without a buffer or without anything to wait
// for.
func (s *Shop) Penetration(p *Plan, o int32) (ppm int64, ok bool) {
	op := &s.Problem.Ops[o]
	if !op.buffered(p.Resource[o]) {
		return 0, false
	}
	class := s.Problem.Resources[p.Resource[o]].Class
	last := calendar.Before
	for _, id := range s.in.of(o) {
		if e := &s.Problem.Edges[id]; e.arrives(p) {
			last, ok = max(last, s.arrival(p, e, class)), true
		}
	}
	if !ok {
		return 0, false
	}
	cal := &s.cals[op.BufferCal]
	left := int64(cal.Worked(p.Start[o])) - int64(cal.Worked(last))
	return max(0, (int64(op.Buffer)-left)*int64(Million)/int64(op.Buffer)), true
}
