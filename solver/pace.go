package solver

import "context"

// Pace counts the iterations of every search of a run, in their order; with
// Again it repeats such a run: each search makes the iterations of its turn and
// looks at no clock, so the plan is the same byte for byte. One run at a time.
type Pace struct {
	// Made are the iterations of each search so far, stopped for one that the
	// context ended before its first plan.
	Made []int64
	// Again are the iterations to repeat, nil to watch the clock.
	Again []int64
}

// stopped marks a search that was ended before it had a plan.
const stopped int64 = -1

// begin gives a search the limits of its turn.
func (p *Pace) begin(params *Params) error {
	if p == nil || p.Again == nil {
		return nil
	}
	turn := len(p.Made)
	if turn >= len(p.Again) {
		return fail(ErrParams, "pace", "%d searches, only %d to repeat", turn+1, len(p.Again))
	}
	if params.Seconds, params.Iterations = 0, p.Again[turn]; params.Iterations == stopped {
		p.Made = append(p.Made, stopped)
		return context.Canceled
	}
	return nil
}

// end notes what a search has made; plan is nil when it was stopped.
func (p *Pace) end(plan *Plan) {
	switch {
	case p == nil:
	case plan == nil:
		p.Made = append(p.Made, stopped)
	default:
		p.Made = append(p.Made, plan.Iterations)
	}
}
