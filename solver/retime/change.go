package retime

import (
	"fmt"
	"slices"

	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// Kind is a kind of change.
type Kind uint8

// The kinds of changes; each says which fields it reads beside Op.
const (
	Move      Kind = iota + 1 // Mode, At: not before At on that mode's resource
	Lock                      // where and when it stands
	Unlock                    // of a lock, not of what has begun
	Hours                     // Modes: on the same resources, in other minutes
	Outsource                 // Resource, a supplier; Minutes elapsed
	Split                     // Minutes of the run in the first piece; the rest is a second operation
	Overtime                  // Resource, From, To: its shift also works then; no Op
)

// Change is one change of a plan. Moments are minutes of the problem.
type Change struct {
	Kind     Kind
	Op, Mode int32
	Resource int32
	At       solver.Min
	Minutes  solver.Min
	From, To solver.Min
	Modes    []instance.Mode
}

// PieceID names the n-th piece of a split operation; the first keeps the name of the whole.
func PieceID(whole string, n int) string {
	if n <= 1 {
		return whole
	}
	return fmt.Sprintf("%s#%d", whole, n)
}

func refuse(code solver.ErrorCode, f *instance.File, o int32, format string, args ...any) error {
	item := "change"
	if o >= 0 && int(o) < len(f.Ops) {
		item = f.Ops[o].ID
	}
	return &solver.ProblemError{Code: code, Item: item, Detail: fmt.Sprintf(format, args...)}
}

// apply returns f with the change; p is its problem. It fits plan to the result, but for the modes. f itself stays.
func apply(f *instance.File, p *solver.Problem, plan *solver.Plan, c Change) (*instance.File, error) {
	g := *f
	if c.Kind == Overtime {
		return &g, longer(&g, p, c)
	}
	if c.Op < 0 || int(c.Op) >= len(p.Ops) {
		return nil, refuse(solver.ErrUnknown, f, c.Op, "operation %d", c.Op)
	}
	fix := p.Ops[c.Op].Fix.Kind
	if plan.Resource[c.Op] < 0 || fix == solver.FixRunning || fix == solver.FixDone || (fix == solver.FixTimes && c.Kind != Unlock) {
		return nil, refuse(solver.ErrFix, f, c.Op, "it is not placed, has begun, or is locked")
	}
	g.Ops = slices.Clone(f.Ops)
	op := &g.Ops[c.Op]
	loosen := func() {
		g.Fixed = slices.DeleteFunc(slices.Clone(f.Fixed), func(x instance.Fixed) bool { return x.Op == op.ID })
	}
	switch c.Kind {
	case Lock:
		loosen()
		at := func(m solver.Min) *instance.Moment { return instance.At(int64(m - p.Start)) }
		g.Fixed = append(g.Fixed, instance.Fixed{Op: op.ID, Kind: "times", On: p.Resources[plan.Resource[c.Op]].Name, Start: at(plan.Start[c.Op]), End: at(plan.End[c.Op])})
	case Unlock:
		if plan.Mode[c.Op] < 0 {
			return nil, refuse(solver.ErrNoModes, f, c.Op, "its resource cannot make it")
		}
		loosen()
	case Hours:
		return &g, hours(f, op, c)
	case Outsource:
		loosen()
		return &g, outsource(&g, p, plan, c)
	case Split:
		return &g, split(&g, p, plan, c)
	default:
		return nil, refuse(solver.ErrUnknown, f, c.Op, "change %d", c.Kind)
	}
	return &g, nil
}

// hours gives an operation other minutes on the resources that it has.
func hours(f *instance.File, op *instance.Op, c Change) error {
	same := func(x, y instance.Mode) bool { return x.On == y.On }
	if !slices.EqualFunc(op.Modes, c.Modes, same) {
		return refuse(solver.ErrNoModes, f, c.Op, "%d modes, want %d on the same resources", len(c.Modes), len(op.Modes))
	}
	for _, m := range c.Modes {
		if m.Setup < 0 || m.Run < 1 || m.Setup > solver.MaxMinutes-m.Run {
			return refuse(solver.ErrNegative, f, c.Op, "set-up %d, run %d", m.Setup, m.Run)
		}
	}
	op.Modes = slices.Clone(c.Modes)
	return nil
}

// outsource leaves an operation the supplier as its only resource.
func outsource(g *instance.File, p *solver.Problem, plan *solver.Plan, c Change) error {
	if c.Resource < 0 || int(c.Resource) >= len(p.Resources) || p.Resources[c.Resource].Cap != 0 {
		return refuse(solver.ErrUnknown, g, c.Op, "resource %d is no supplier", c.Resource)
	}
	if c.Minutes < 1 || c.Minutes > solver.MaxMinutes {
		return refuse(solver.ErrNegative, g, c.Op, "%d minutes", c.Minutes)
	}
	op := &g.Ops[c.Op]
	op.Class, op.Crew, op.Overtime = "outsourced", 1, false
	op.Modes = []instance.Mode{{On: p.Resources[c.Resource].Name, Run: c.Minutes}}
	plan.Resource[c.Op] = c.Resource
	return nil
}

// split cuts the run of an operation in two. The second piece stands at the end of the list and follows the first; its set-up
// on the same resource is that of Session.rejoin. A run that nobody attends goes on without a hand-over. What waits for the
// operation waits for both. Points at which parts must be there count within the first piece.
func split(g *instance.File, p *solver.Problem, plan *solver.Plan, c Change) error {
	op := &g.Ops[c.Op]
	here := p.Modes[plan.Mode[c.Op]]
	if c.Minutes < 1 || c.Minutes >= here.Run {
		return refuse(solver.ErrNegative, g, c.Op, "%d of %d minutes", c.Minutes, here.Run)
	}
	op.Whole = nil // what the file tells of its segments holds no longer
	piece := *op
	piece.ID, piece.Prev, piece.Pred = PieceID(op.ID, 2), nil, &[]string{}
	piece.Buffer, piece.BufferCalendar = 0, ""
	piece.AnyTime()
	op.Modes, piece.Modes = slices.Clone(op.Modes), slices.Clone(op.Modes)
	for i := range op.Modes {
		whole := op.Modes[i].Run
		op.Modes[i].Run = int32(int64(whole) * int64(c.Minutes) / int64(here.Run))
		piece.Modes[i].Run = whole - op.Modes[i].Run
		if piece.Modes[i].On == p.Resources[here.Resource].Name {
			piece.Modes[i].Setup = 0
		}
	}
	follow(g, op.ID, piece.ID)
	handed := !here.Unattended
	g.Edges = append(g.Edges, instance.Edge{From: op.ID, To: piece.ID, HandOver: &handed})
	for _, x := range g.Fixed { // held on its machine: the second piece too
		if x.Op == op.ID {
			x.Op = piece.ID
			g.Fixed = append(slices.Clone(g.Fixed), x)
			break
		}
	}
	g.Ops = append(g.Ops, piece)
	plan.Mode = append(plan.Mode, solver.None)
	plan.Resource = append(plan.Resource, plan.Resource[c.Op])
	// Behind its first piece in the sequence, wherever that ends.
	plan.Start, plan.End = append(plan.Start, plan.Start[c.Op]), append(plan.End, plan.End[c.Op])
	return nil
}

// follow makes everything that waits for an operation wait for its second piece too, and gives that its due date.
func follow(g *instance.File, op, piece string) {
	g.Edges, g.Targets = slices.Clone(g.Edges), slices.Clone(g.Targets)
	for _, e := range g.Edges {
		if e.From == op {
			e.From = piece
			g.Edges = append(g.Edges, e)
		}
	}
	for i := range g.Ops {
		if x := &g.Ops[i]; x.Pred != nil && slices.Contains(*x.Pred, op) {
			pred := append(slices.Clone(*x.Pred), piece)
			x.Pred = &pred
		}
	}
	for i := range g.Targets {
		if g.Targets[i].Op == op {
			g.Targets[i].Op = piece
		}
	}
	g.Electrodes = slices.Clone(g.Electrodes)
	for i := range g.Electrodes {
		e := &g.Electrodes[i]
		e.Burns = slices.Clone(e.Burns)
		for k := range e.Burns {
			if e.Burns[k].From == op {
				e.Burns[k].From = piece
			}
		}
	}
}

// longer opens the shift of one resource in [From, To); where its calendar is shut, for a repair say, it stays shut.
func longer(g *instance.File, p *solver.Problem, c Change) error {
	if c.Resource < 0 || int(c.Resource) >= len(p.Resources) || p.Resources[c.Resource].Cap == 0 {
		return refuse(solver.ErrUnknown, g, solver.None, "resource %d", c.Resource)
	}
	if c.To <= c.From || c.From < 0 || c.To > p.End {
		return refuse(solver.ErrCalendar, g, solver.None, "from %d until %d", c.From, c.To)
	}
	r := slices.IndexFunc(g.Resources, func(r instance.Resource) bool { return r.ID == p.Resources[c.Resource].Name })
	k := slices.IndexFunc(g.Calendars, func(x instance.Calendar) bool { return x.ID == g.Resources[r].Manned })
	if k < 0 { // always open
		return nil
	}
	own := g.Calendars[k]
	own.ID = fmt.Sprintf("%s+%d", own.ID, len(g.Calendars))
	own.Extra = append(slices.Clone(own.Extra), instance.Stretch{From: instance.At(int64(c.From - p.Start)), To: instance.At(int64(c.To - p.Start))})
	g.Calendars, g.Resources = append(slices.Clone(g.Calendars), own), slices.Clone(g.Resources)
	g.Resources[r].Manned = own.ID
	return nil
}
