package explain

import (
	"cmp"
	"slices"

	"mouldworks/solver"
)

// JobCauses lists why the chain e of job j waits, and what each cause would
// give back: without it, and the job planned anew on board, which holds the
// explained plan. Errors are those of solver.Board.Relieved.
func (x *Explainer) JobCauses(board *solver.Board, e *Explanation, j int32) error {
	return x.causes(board, e, solver.Aim{Job: j, Op: solver.None})
}

// OpCauses is JobCauses for the chain e of operation o.
func (x *Explainer) OpCauses(board *solver.Board, e *Explanation, o int32) error {
	return x.causes(board, e, solver.Aim{Job: x.p.Ops[o].Job, Op: o})
}

// tardiness is the end itself where nothing is due: then every minute counts.
func tardiness(end, due solver.Min) solver.Min {
	if due == solver.None {
		return end
	}
	return max(0, end-due)
}

func (x *Explainer) causes(board *solver.Board, e *Explanation, aim solver.Aim) error {
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
	err := e.relieve(board, aim)
	if err == nil {
		err = x.beside(board, e, aim)
	}
	slices.SortStableFunc(e.Causes, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(b.Recoverable, a.Recoverable), cmp.Compare(b.Minutes, a.Minutes), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Resource, b.Resource))
	})
	return err
}

// relieve finds what each cause would give back; nothing where aim is on time.
// A repair goes step by step and may end worse with less in its way: then what
// it makes of the data as they are stands without the cause, too.
func (e *Explanation) relieve(board *solver.Board, aim solver.Aim) (err error) {
	if aim.Job < 0 || tardiness(e.End, e.Due) == 0 {
		return nil
	}
	if e.Replanned, err = e.recovered(board, solver.Relief{Job: aim.Job}, aim); err != nil {
		return err
	}
	for i := range e.Causes {
		without, err := e.recovered(board, relief(&e.Causes[i], aim.Job), aim)
		if err != nil {
			return err
		}
		e.Causes[i].Recoverable = max(without, e.Replanned)
	}
	return nil
}

// recovered is by how much the tardiness falls under r.
func (e *Explanation) recovered(board *solver.Board, r solver.Relief, aim solver.Aim) (solver.Min, error) {
	end, err := board.Relieved(r, aim)
	return max(0, tardiness(e.End, e.Due)-tardiness(end, e.Due)), err
}

// beside adds what the chain does not wait for and that gives back more than
// planning anew alone: locks, for one to a machine makes a queue there, and
// dates and electrodes, where the plan holds back. Its chain is then one of
// several that end about together, and what stands on another may be what the
// order of all hangs on.
func (x *Explainer) beside(board *solver.Board, e *Explanation, aim solver.Aim) error {
	if aim.Job < 0 || tardiness(e.End, e.Due) == 0 {
		return nil
	}
	for k := Electrode; k <= Lock; k++ {
		if x.soon == nil && k != Lock {
			continue
		}
		c := Cause{Kind: k, Resource: solver.None}
		r := relief(&c, aim.Job)
		if !x.p.Hinders(r) || slices.ContainsFunc(e.Causes, func(has Cause) bool { return has.Kind == k }) {
			continue
		}
		without, err := e.recovered(board, r, aim)
		if err != nil {
			return err
		}
		if c.Recoverable = without; without > e.Replanned {
			e.Causes = append(e.Causes, c)
		}
	}
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
