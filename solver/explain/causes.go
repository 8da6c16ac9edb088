package explain

import (
	"cmp"
	"slices"

	"mouldworks/solver"
)

// JobCauses lists why the chain e of job j waits, and what each cause would
// give back: on board, which holds the explained plan, each is supposed away
// for this job alone. Errors are those of solver.Board.Relieved.
func (x *Explainer) JobCauses(board *solver.Board, e *Explanation, j int32) error {
	late := func(b *solver.Board) solver.Min { return tardiness(b.JobEnds()[j], e.Due) }
	return x.causes(board, e, j, late)
}

// OpCauses is JobCauses for the chain e of operation o.
func (x *Explainer) OpCauses(board *solver.Board, e *Explanation, o int32) error {
	late := func(b *solver.Board) solver.Min { return tardiness(b.Handed(o), e.Due) }
	return x.causes(board, e, x.p.Ops[o].Job, late)
}

// tardiness is the end itself where nothing is due: then every minute counts.
func tardiness(end, due solver.Min) solver.Min {
	if due == solver.None {
		return end
	}
	return max(0, end-due)
}

func (x *Explainer) causes(board *solver.Board, e *Explanation, job int32, late func(*solver.Board) solver.Min) error {
	board.Drop()
	now := late(board)
	for _, s := range e.Stretches {
		if !s.Kind.Waits() {
			continue
		}
		c := Cause{Kind: s.Kind, Resource: solver.None}
		if s.Kind == Queue {
			c.Resource = x.plan.Resource[s.Op]
		}
		at := slices.IndexFunc(e.Causes, func(k Cause) bool { return k.Kind == c.Kind && k.Resource == c.Resource })
		if at < 0 {
			at = len(e.Causes)
			e.Causes = append(e.Causes, c)
		}
		e.Causes[at].Minutes += s.To - s.From
	}
	for i := range e.Causes {
		c := &e.Causes[i]
		if job < 0 {
			continue
		}
		if err := board.Relieved(relief(c, job), func(b *solver.Board) { c.Recoverable = max(0, now-late(b)) }); err != nil {
			return err
		}
	}
	slices.SortStableFunc(e.Causes, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(b.Recoverable, a.Recoverable), cmp.Compare(b.Minutes, a.Minutes), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Resource, b.Resource))
	})
	return nil
}

// relief supposes a cause away.
func relief(c *Cause, job int32) solver.Relief {
	r := solver.Relief{Job: job, Kind: solver.HindranceRelease, Resource: c.Resource}
	switch c.Kind {
	case Queue:
		r.Kind = solver.HindranceQueue
	case Electrode:
		r.Kind = solver.HindranceElectrode
	case Lock:
		r.Kind = solver.HindranceLock
	case Held:
		r.Kind = solver.HindranceHeld
	case Material:
		r.Cause = solver.CauseMaterial
	case Program:
		r.Cause = solver.CauseProgram
	case Design:
		r.Cause = solver.CauseDesign
	case Assumed:
		r.Cause = solver.CauseAssumed
	default:
		r.Cause = solver.CauseMould
	}
	return r
}
