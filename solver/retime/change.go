package retime

import (
	"fmt"
	"slices"

	"mouldworks/solver"
)

// Kind is a kind of change.
type Kind uint8

// The kinds of changes; each says which fields it reads beside Op.
const (
	Move      Kind = iota + 1 // Mode, At: not before At on that mode's resource
	Lock                      // where and when it stands
	Unlock                    // of a lock, not of what has begun
	Hours                     // Minutes on its resource, set-up included; elsewhere in proportion
	Outsource                 // Resource, a supplier; Minutes elapsed
	Split                     // Minutes of the run in the first piece; the rest is a second operation
	Overtime                  // Resource, From, To: it also works then; no Op
)

// Change is one change of a plan.
type Change struct {
	Kind     Kind
	Op, Mode int32
	Resource int32
	At       solver.Min
	Minutes  solver.Min
	From, To solver.Min
}

func refuse(code solver.ErrorCode, p *solver.Problem, o int32, format string, args ...any) error {
	item := "change"
	if o >= 0 && int(o) < len(p.Ops) {
		item = p.Ops[o].Name
	}
	return &solver.ProblemError{Code: code, Item: item, Detail: fmt.Sprintf(format, args...)}
}

// apply returns p with the change, and fits plan to it. p itself stays.
func apply(p *solver.Problem, plan *solver.Plan, c Change) (*solver.Problem, error) {
	q := *p
	if c.Kind == Overtime {
		return &q, longer(&q, c)
	}
	if c.Op < 0 || int(c.Op) >= len(p.Ops) {
		return nil, refuse(solver.ErrUnknown, p, c.Op, "operation %d", c.Op)
	}
	fix := p.Ops[c.Op].Fix.Kind
	if plan.Resource[c.Op] < 0 || fix == solver.FixRunning || fix == solver.FixDone || (fix == solver.FixTimes && c.Kind != Unlock) {
		return nil, refuse(solver.ErrFix, p, c.Op, "it is not placed, has begun, or is locked")
	}
	q.Ops = slices.Clone(p.Ops)
	q.Modes = slices.Clone(p.Modes)
	op := &q.Ops[c.Op]
	switch c.Kind {
	case Lock:
		op.Fix = solver.Fix{Kind: solver.FixTimes, Resource: plan.Resource[c.Op], Start: plan.Start[c.Op], End: plan.End[c.Op]}
	case Unlock:
		if plan.Mode[c.Op] < 0 {
			return nil, refuse(solver.ErrNoModes, p, c.Op, "its resource cannot make it")
		}
		op.Fix = solver.Fix{}
	case Hours:
		return &q, hours(&q, plan, c)
	case Outsource:
		return &q, outsource(&q, plan, c)
	case Split:
		return &q, split(&q, plan, c)
	default:
		return nil, refuse(solver.ErrUnknown, p, c.Op, "change %d", c.Kind)
	}
	return &q, nil
}

// hours sets the minutes of an operation on its resource; its other modes run
// longer or shorter in proportion, rounded up.
func hours(q *solver.Problem, plan *solver.Plan, c Change) error {
	here := q.Modes[plan.Mode[c.Op]]
	run := c.Minutes - here.Setup
	if run < 1 || c.Minutes > solver.MaxMinutes {
		return refuse(solver.ErrNegative, q, c.Op, "%d minutes with a set-up of %d", c.Minutes, here.Setup)
	}
	lo, hi := modes(q, c.Op)
	for m := lo; m < hi; m++ {
		mode := &q.Modes[m]
		if m == plan.Mode[c.Op] || here.Run == 0 {
			mode.Run = run
			continue
		}
		mode.Run = solver.Min((int64(mode.Run)*int64(run) + int64(here.Run) - 1) / int64(here.Run))
	}
	return nil
}

// outsource makes every mode of an operation that of a supplier.
func outsource(q *solver.Problem, plan *solver.Plan, c Change) error {
	if c.Resource < 0 || int(c.Resource) >= len(q.Resources) || q.Resources[c.Resource].Cap != 0 {
		return refuse(solver.ErrUnknown, q, c.Op, "resource %d is no supplier", c.Resource)
	}
	if c.Minutes < 1 || c.Minutes > solver.MaxMinutes {
		return refuse(solver.ErrNegative, q, c.Op, "%d minutes", c.Minutes)
	}
	op := &q.Ops[c.Op]
	op.Class, op.Fix = solver.ClassOutsourced, solver.Fix{}
	lo, hi := modes(q, c.Op)
	for m := lo; m < hi; m++ {
		q.Modes[m] = solver.Mode{Resource: c.Resource, Run: c.Minutes}
	}
	plan.Resource[c.Op] = c.Resource
	return nil
}

// split cuts the run of an operation in two. The second piece stands at the end
// of the list, follows the first at once where nothing is between, without a
// set-up of its own on the same resource, and takes over its successors.
// Points at which parts must be there count within the first piece.
func split(q *solver.Problem, plan *solver.Plan, c Change) error {
	lo, hi := modes(q, c.Op)
	whole := q.Modes[plan.Mode[c.Op]].Run
	if c.Minutes < 1 || c.Minutes >= whole {
		return refuse(solver.ErrNegative, q, c.Op, "%d of %d minutes", c.Minutes, whole)
	}
	id, at := int32(len(q.Ops)), int32(len(q.Modes))
	piece := q.Ops[c.Op]
	piece.Name, piece.Mode0, piece.Prev = piece.Name+"#2", at, solver.Place{}
	for m := lo; m < hi; m++ {
		mode := q.Modes[m]
		first := solver.Min(int64(mode.Run) * int64(c.Minutes) / int64(whole))
		q.Modes[m].Run = first
		mode.Run -= first
		q.Modes = append(q.Modes, mode)
	}
	q.Modes[at+plan.Mode[c.Op]-lo].Setup = 0
	q.Ops = append(q.Ops, piece)
	q.Edges = slices.Clone(q.Edges)
	for i := range q.Edges {
		if e := &q.Edges[i]; e.From == c.Op {
			e.From = id
		}
	}
	q.Edges = append(q.Edges, solver.Edge{From: c.Op, To: id, FromAt: solver.Million, ToAt: solver.SetupPoint})
	q.Targets = slices.Clone(q.Targets)
	for i := range q.Targets {
		if q.Targets[i].Op == c.Op {
			q.Targets[i].Op = id
		}
	}
	plan.Mode = append(plan.Mode, at+plan.Mode[c.Op]-lo)
	plan.Resource = append(plan.Resource, plan.Resource[c.Op])
	// Behind its first piece in the sequence, wherever that ends.
	plan.Start, plan.End = append(plan.Start, plan.Start[c.Op]), append(plan.End, plan.End[c.Op])
	return nil
}

// longer opens the calendars of one resource in [From, To).
func longer(q *solver.Problem, c Change) error {
	if c.Resource < 0 || int(c.Resource) >= len(q.Resources) {
		return refuse(solver.ErrUnknown, q, solver.None, "resource %d", c.Resource)
	}
	if c.To <= c.From || c.From < 0 || c.To > q.End {
		return refuse(solver.ErrCalendar, q, solver.None, "from %d until %d", c.From, c.To)
	}
	q.Resources, q.Calendars = slices.Clone(q.Resources), slices.Clone(q.Calendars)
	r, made := &q.Resources[c.Resource], map[int32]int32{0: 0}
	for _, id := range [...]*int32{&r.Manned[0], &r.Manned[1], &r.Run[0], &r.Run[1]} {
		wide, known := made[*id]
		if !known {
			wide = int32(len(q.Calendars))
			made[*id] = wide
			q.Calendars = append(q.Calendars, union(&q.Calendars[*id], c.From, c.To))
		}
		*id = wide
	}
	return nil
}

// union is c with [from, to) open too.
func union(c *solver.Calendar, from, to solver.Min) (out solver.Calendar) {
	for i := range c.Open {
		if c.Close[i] < from || c.Open[i] > to {
			out.Open, out.Close = append(out.Open, c.Open[i]), append(out.Close, c.Close[i])
			continue
		}
		from, to = min(from, c.Open[i]), max(to, c.Close[i])
	}
	at, _ := slices.BinarySearch(out.Open, from)
	out.Open, out.Close = slices.Insert(out.Open, at, from), slices.Insert(out.Close, at, to)
	return out
}

func modes(p *solver.Problem, o int32) (lo, hi int32) {
	lo, hi = p.Ops[o].Mode0, int32(len(p.Modes))
	if int(o)+1 < len(p.Ops) {
		hi = p.Ops[o+1].Mode0
	}
	return lo, hi
}
