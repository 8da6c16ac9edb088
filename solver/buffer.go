package solver

import "mouldworks/solver/calendar"

// Penetration is how much of the buffer before o a plan has used up, in
// millionths: nothing when its last part arrives a whole buffer before the
// start, 1 000 000 when it arrives just in time. Arrival and start are both
// the plan's own. ok is false without a buffer or without anything to wait
// for.
func (s *Shop) Penetration(p *Plan, o int32) (ppm int64, ok bool) {
	op := &s.Problem.Ops[o]
	if op.Buffer == 0 || p.Resource[o] < 0 || op.Fix.Kind >= FixRunning {
		return 0, false
	}
	class := s.Problem.Resources[p.Resource[o]].Class
	last := calendar.Before
	for _, id := range s.in.of(o) {
		if e := &s.Problem.Edges[id]; e.ToAt == SetupPoint && (e.From < 0 || p.Resource[e.From] >= 0) {
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
