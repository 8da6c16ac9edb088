package solver

import "math"

// Bound returns lower bounds of the unplaced operations and of the first key:
// every operation at its earliest without capacity and, for the makespan, the
// load of resources without alternative and the energy of groups: what can be
// made only there, over all their units. Keys without a bound give 0.
func (s *Shop) Bound(goal Key) []int64 {
	p := s.Problem
	alone := s.newAlone()
	plan := alone.plan
	head := make([]Min, len(p.Ops)) // earliest start
	tail := make([]int64, len(p.Ops))
	for _, o := range s.Topo {
		head[o] = alone.earliest(o)
	}
	switch goal {
	case KeyEnds:
		return []int64{0, s.figure(plan, goal, nil)}
	case KeyTardiness, KeyCycle:
		ends, missed := alone.jobEnds(), int64(0)
		if goal == KeyTardiness {
			missed = alone.missed()
		}
		return []int64{0, s.figure(plan, goal, ends) + missed}
	case KeyMakespan:
	default:
		return []int64{0, 0}
	}
	best := s.figure(plan, KeyMakespan, nil)
	for k := len(s.Topo) - 1; k >= 0; k-- {
		o := s.Topo[k]
		for _, id := range s.out.of(o) {
			e := &p.Edges[id]
			// A lock may begin before its predecessor ends: no tail through it.
			if e.FromAt == Million && e.ToAt == SetupPoint && plan.Resource[e.To] >= 0 && !p.Ops[e.To].Fix.Timed() {
				tail[o] = max(tail[o], tail[e.To]+s.stay(e.To))
			}
		}
	}
	for _, place := range [2]func(*Resource, int32) int32{
		func(_ *Resource, r int32) int32 { return r },
		func(x *Resource, _ int32) int32 { return x.Group },
	} {
		units := make([]int64, len(p.Resources))
		for r := range p.Resources {
			at := place(&p.Resources[r], int32(r))
			if units[at] += int64(p.Resources[r].Cap); p.Resources[r].Cap == 0 {
				units[at] = math.MinInt32 * int64(len(p.Resources)) // without limit, whatever else is there
			}
		}
		for at, ops := range s.captive(plan, place) {
			if len(ops) == 0 || units[at] <= 0 {
				continue
			}
			first, last, load := farFuture, int64(farFuture), int64(0)
			for _, o := range ops {
				first, last = min(first, head[o]), min(last, tail[o])
				load += s.stay(o) * int64(max(1, p.Ops[o].Crew))
			}
			best = max(best, int64(first-p.Start)+(load+units[at]-1)/units[at]+last)
		}
	}
	return []int64{0, best}
}

// missed bounds the weighted tardiness of the targets, and takes their
// operations off the plan: the hand-over of its own place may come later than
// that of another mode.
func (a *alone) missed() (sum int64) {
	targets := a.shop.Problem.Targets
	for i := range targets {
		if handed := a.handed(targets[i].Op); handed != None {
			sum += missed(&targets[i], handed)
		}
	}
	for i := range targets {
		a.plan.Resource[targets[i].Op] = None
	}
	return sum
}

// stay is the fewest minutes that o needs.
func (s *Shop) stay(o int32) int64 {
	if m := s.fastest(o); m >= 0 && !s.Problem.Ops[o].Fix.Timed() {
		return int64(s.Problem.Modes[m].Setup) + int64(s.Problem.Modes[m].Run)
	}
	return 0
}

// captive lists per place, a resource or a group, the operations that can be
// made only there.
func (s *Shop) captive(plan *Plan, place func(*Resource, int32) int32) [][]int32 {
	p := s.Problem
	out := make([][]int32, len(p.Resources))
	for o := range p.Ops {
		if p.Ops[o].Fix.Timed() || plan.Resource[o] < 0 {
			continue
		}
		only := None
		lo, hi := s.modes(int32(o))
		for m := lo; m < hi; m++ {
			if !s.allowed(int32(o), m) {
				continue
			}
			r := p.Modes[m].Resource
			if at := place(&p.Resources[r], r); only == None || only == at {
				only = at
			} else {
				only = None
				break
			}
		}
		if only != None {
			out[only] = append(out[only], int32(o))
		}
	}
	return out
}
