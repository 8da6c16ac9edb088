package capacity

import (
	"mouldworks/solver"
	"mouldworks/solver/figures"
)

// Unqueued is the plan of a problem in which every resource has room for everything: operations wait for what they need, never for
// each other. Forward each is made as early as that allows; backward as late as its delivery allows, and where that has passed
// already, as early as possible. The problem that comes with it is the one that the plan is of.
func Unqueued(p *solver.Problem, direction solver.Direction) (*solver.Problem, *solver.Plan, error) {
	free := figures.Uncapacitated(p)
	s, err := solver.Prepare(free)
	if err != nil {
		return nil, nil, err
	}
	plan := s.Alone()
	isLate := direction == solver.Backward || direction == solver.Both
	for o := range free.Ops {
		if plan.Resource[o] < 0 {
			continue
		}
		if plan.Mode[o] < 0 { // it runs: its way to be made says which calendar it follows
			plan.Mode[o] = modeOn(free, int32(o), plan.Resource[o])
		}
		start, end, known := s.Latest(int32(o))
		if m := fastest(free, int32(o)); isLate && known && m >= 0 && !free.Ops[o].Fix.Timed() && start >= plan.Start[o] {
			plan.Mode[o], plan.Resource[o], plan.Start[o], plan.End[o] = m, free.Modes[m].Resource, start, end
		}
	}
	return free, plan, nil
}

// modeOn is the mode of an operation on a resource, none where it has none there.
func modeOn(p *solver.Problem, o, resource int32) int32 {
	lo, hi := p.ModesOf(o)
	for m := lo; m < hi; m++ {
		if p.Modes[m].Resource == resource {
			return m
		}
	}
	return solver.None
}

// fastest is the mode of an operation with the fewest minutes, by which its latest times are counted. One that is held by a resource
// has that alone.
func fastest(p *solver.Problem, o int32) int32 {
	best := solver.None
	lo, hi := p.ModesOf(o)
	for m := lo; m < hi; m++ {
		if f := p.Ops[o].Fix; f.Kind == solver.FixResource && f.Resource != p.Modes[m].Resource {
			continue
		}
		if best < 0 || p.Modes[m].Setup+p.Modes[m].Run < p.Modes[best].Setup+p.Modes[best].Run {
			best = m
		}
	}
	return best
}
