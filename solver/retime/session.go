// Package retime answers "what if" about a plan in memory: an operation moved,
// on another machine, locked, split, with other hours, at a supplier; a machine
// that works longer on a day. All times follow exactly, in the sequences that
// the plan has, and what is kept can be stored: every change but a move is one
// of the mould/1 problem. What never lives here: search, factory data, and the
// board itself, which package solver has.
package retime

import (
	"fmt"
	"slices"

	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// Session tries changes to a plan, one on top of the other. One goroutine at a
// time.
type Session struct {
	base  start
	board *solver.Board // the plan with the changes; that of base while only moves were made
	// The problem with the changes.
	file   *instance.File
	loaded *instance.Loaded
}

// start is what a session returns to.
type start struct {
	board  *solver.Board
	file   *instance.File
	loaded *instance.Loaded
}

// Open begins a session on a board, which shows the plan without a trial until
// the session ends. loaded is file, built, and the problem of the board.
func Open(board *solver.Board, file *instance.File, loaded *instance.Loaded) *Session {
	s := &Session{base: start{board, file, loaded}}
	s.Close()
	return s
}

// Close forgets every change.
func (s *Session) Close() {
	s.base.board.Drop()
	s.board, s.file, s.loaded = s.base.board, s.base.file, s.base.loaded
}

// Board is the board that shows the plan with the changes.
func (s *Session) Board() *solver.Board { return s.board }

// File is the problem with the changes, Loaded the same one built. Nobody may
// change them.
func (s *Session) File() *instance.File { return s.file }

// Loaded is File, built.
func (s *Session) Loaded() *instance.Loaded { return s.loaded }

// Try makes a change. A change that is refused leaves the session without any;
// the error is a *solver.ProblemError then.
func (s *Session) Try(c Change) error {
	err := s.try(c)
	if err == nil {
		err = s.rejoin()
	}
	if err != nil {
		s.Close()
	}
	return err
}

// Lengthen makes changes that are all Overtime, in one go: each alone would
// build the problem anew. What they come to is timed in the sequences that the
// session has before them, so groups of several people may share out their work
// otherwise than after one by one.
func (s *Session) Lengthen(changes ...Change) error {
	plan, was, file := s.board.Plan(), s.board.Shop().Problem, s.file
	for _, c := range changes {
		next, err := apply(file, was, plan, c)
		if err != nil {
			s.Close()
			return err
		}
		file = next
	}
	err := s.replace(file, plan, solver.None, false)
	if err == nil {
		err = s.rejoin()
	}
	if err != nil {
		s.Close()
	}
	return err
}

func (s *Session) try(c Change) error {
	if c.Kind == Move {
		return s.board.Try(solver.Move{Op: c.Op, Mode: c.Mode, At: c.At})
	}
	plan, was := s.board.Plan(), s.board.Shop().Problem
	file, err := apply(s.file, was, plan, c)
	if err != nil {
		return err
	}
	switch c.Kind {
	case Hours, Outsource:
		// What follows and comes later does not make strangers wait, as after a move.
		return s.replace(file, plan, c.Op, false)
	case Lock:
		return s.replace(file, plan, solver.None, true)
	}
	return s.replace(file, plan, solver.None, false)
}

// replace shows plan on another problem; what follows requeued queues anew. With stays nothing comes earlier: what stood behind an
// operation that is fixed now has lost its place in the queue, and would jump ahead of it.
func (s *Session) replace(file *instance.File, plan *solver.Plan, requeued int32, stays bool) error {
	was := s.board.Shop().Problem
	loaded, err := file.Build()
	if err != nil {
		return fmt.Errorf("retime: a changed problem: %w", err)
	}
	if loaded.Problem.Start != was.Start {
		return fmt.Errorf("retime: the problem began at %d, now at %d", was.Start, loaded.Problem.Start)
	}
	for o := range was.Ops { // what a file does not say
		loaded.Problem.Ops[o].Barred = was.Ops[o].Barred
	}
	fit(loaded.Problem, plan)
	next, err := s.board.Reopen(loaded.Problem, plan)
	if err != nil {
		return err
	}
	if stays {
		var early []int32
		for o := range plan.Start {
			if plan.Resource[o] >= 0 && next.Start(int32(o)) < plan.Start[o] {
				early = append(early, int32(o))
			}
		}
		if len(early) > 0 {
			if next, err = s.board.Reopen(loaded.Problem, plan, early...); err != nil {
				return err
			}
		}
	}
	if requeued >= 0 {
		if err := next.Requeue(requeued, plan.Start); err != nil {
			return err
		}
	}
	s.base.board.Drop()
	s.board, s.file, s.loaded = next, file, loaded
	return nil
}

// fit finds the modes of a plan in a problem by their resources.
func fit(p *solver.Problem, plan *solver.Plan) {
	for o := range plan.Resource {
		plan.Mode[o] = solver.None
		lo, hi := p.ModesOf(int32(o))
		for m := lo; m < hi && plan.Resource[o] >= 0; m++ {
			if p.Modes[m].Resource == plan.Resource[o] {
				plan.Mode[o] = m
				break
			}
		}
	}
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
	was, ends := s.base.board.Shop().JobEnds(plan), b.JobEnds()
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
