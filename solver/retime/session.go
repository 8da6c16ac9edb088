// Package retime answers "what if" about a plan in memory: an operation moved,
// on another machine, locked, split, with other hours, at a supplier; a machine
// that works longer on a day. All times follow exactly, in the sequences that
// the plan has. What never lives here: search, factory data, and the board
// itself, which package solver has.
package retime

import (
	"slices"

	"mouldworks/solver"
)

// Session tries changes to a plan, one on top of the other. One goroutine at a
// time.
type Session struct {
	base  *solver.Board // the plan
	board *solver.Board // the plan with the changes; base while only moves were made
}

// Open begins a session on a board, which shows the plan without a trial until
// the session ends.
func Open(board *solver.Board) *Session {
	board.Drop()
	return &Session{base: board, board: board}
}

// Close forgets every change.
func (s *Session) Close() { s.base.Drop(); s.board = s.base }

// Board is the board that shows the plan with the changes.
func (s *Session) Board() *solver.Board { return s.board }

// Try makes a change. A change that is refused leaves the session without any;
// the error is a *solver.ProblemError.
func (s *Session) Try(c Change) error {
	if c.Kind == Move {
		err := s.board.Try(solver.Move{Op: c.Op, Mode: c.Mode, At: c.At})
		if err != nil {
			s.Close()
		}
		return err
	}
	plan := s.board.Plan()
	p, err := apply(s.board.Shop().Problem, plan, c)
	if err == nil {
		var next *solver.Board
		if next, err = s.board.Reopen(p, plan); err == nil {
			s.base.Drop()
			s.board = next
			return nil
		}
	}
	s.Close()
	return err
}

// Shift is an operation that the changes time or place otherwise.
type Shift struct {
	Op                   int32
	Before, After        int32 // resources
	StartWas, Start, End solver.Min
}

// JobShift is a job whose end the changes move.
type JobShift struct {
	Job       int32
	Was, Ends solver.Min
}

// Effect is what the changes do to the plan.
type Effect struct {
	// Shifts are in the order of the operations; what a change adds to the
	// problem is not among them.
	Shifts []Shift
	Jobs   []JobShift
	// Conflicts are those of the changed plan that the plan does not have.
	Conflicts []solver.Conflict
}

// Effect compares the changed plan with plan, from which the session began.
func (s *Session) Effect(plan *solver.Plan) *Effect {
	b, e := s.board, &Effect{}
	now := b.Plan()
	for o := range plan.Resource {
		if plan.Resource[o] >= 0 && (plan.Start[o] != now.Start[o] || plan.End[o] != now.End[o] || plan.Resource[o] != now.Resource[o]) {
			e.Shifts = append(e.Shifts, Shift{int32(o), plan.Resource[o], now.Resource[o], plan.Start[o], now.Start[o], now.End[o]})
		}
	}
	was, ends := s.base.Shop().JobEnds(plan), b.JobEnds()
	for j := range was {
		if was[j] != ends[j] {
			e.Jobs = append(e.Jobs, JobShift{int32(j), was[j], ends[j]})
		}
	}
	for _, c := range now.Conflicts {
		if !slices.Contains(plan.Conflicts, c) {
			e.Conflicts = append(e.Conflicts, c)
		}
	}
	return e
}
