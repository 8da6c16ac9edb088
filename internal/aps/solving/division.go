package solving

import (
	"slices"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// division is a trial cut of one operation in two: the problem, its tasks and the plan with a segment more, which stands
// at the end of each list.
type division struct {
	c     *cutter
	o     int32
	file  *instance.File
	tasks []model.Task
	on    int32      // where the new segment is made
	start solver.Min // where it belongs in the sequences, near its time
	first solver.Min // the same of what stays operation o
	cut   cut
}

// try cuts o and keeps that where it serves.
func (c *cutter) try(o int32, divide func(*division)) bool {
	d := c.divide(o)
	divide(d)
	board, plan, loaded := c.timed(d.file, func(p *solver.Problem) *solver.Plan {
		p.Ops[len(p.Ops)-1].Overtime = p.Ops[d.o].Overtime
		return d.plan()
	})
	whole := func(o int32) int32 {
		if int(o) == len(c.plan.Start) { // the segment more
			return c.whole(d.o)
		}
		return c.whole(o)
	}
	if board == nil || !c.serves(board, plan, whole) {
		return false
	}
	c.keep(d.file, d.tasks, loaded, board, plan)
	x := d.cut
	c.cuts[c.whole(o)] = &x
	c.of[int32(len(plan.Start)-1)] = c.whole(o)
	return true
}

// divide copies what a cut of o changes.
func (c *cutter) divide(o int32) *division {
	f := *c.out.Translation.File
	f.Ops, f.Edges, f.Targets = slices.Clone(f.Ops), slices.Clone(f.Edges), slices.Clone(f.Targets)
	d := &division{c: c, o: o, file: &f, tasks: slices.Clone(c.out.Translation.Tasks), first: c.plan.Start[o]}
	whole, p := c.whole(o), c.out.Loaded.Problem
	if x := c.cuts[whole]; x != nil {
		d.cut = *x
		d.cut.ops, d.cut.shares = slices.Clone(x.ops), slices.Clone(x.shares)
	} else {
		d.cut = cut{ops: []int32{o}, run: p.Modes[c.plan.Mode[o]].Run, qty: int32(max(1, c.out.Translation.Tasks[o].Part.Qty))}
	}
	return d
}

// after makes the first work minutes of o in a gap that begins at begin; the rest stays where o was, behind a set-up.
func (d *division) after(resource int32, work, again, begin solver.Min) {
	p, name := d.c.out.Loaded.Problem, d.c.out.Loaded.Problem.Resources[resource].Name
	mode := p.Modes[d.c.plan.Mode[d.o]]
	op, rest := d.segment()
	keep := op.Modes[slices.IndexFunc(op.Modes, func(m instance.Mode) bool { return m.On == name })]
	here, there := keep, keep
	here.Run, there.Run, there.Setup = work, mode.Run-work, again
	op.Modes, rest.Modes = []instance.Mode{here}, []instance.Mode{there}
	rest.Pred, rest.Buffer, rest.BufferCalendar = &[]string{op.ID}, 0, ""
	rest.AnyTime()
	for i := range d.file.Targets {
		if d.file.Targets[i].Op == op.ID {
			d.file.Targets[i].Op = rest.ID
		}
	}
	d.add(rest, false)
	d.on, d.start, d.first = resource, d.first, begin
	// The standard minutes are shared out as those of the machine are, which may be faster or slower.
	setup, run := standard(&d.tasks[d.o], mode.Setup)
	done := part(run, work, mode.Run)
	d.minutes(d.o, setup+done, 0)
	d.minutes(d.last(), again+run-done, 0)
}

// standard shares the standard minutes of a task in set-up and run; a segment behind another one has the set-up of its mode.
func standard(t *model.Task, again solver.Min) (setup, run solver.Min) {
	if setup = solver.Min(t.Op.Setup); t.Segment > 1 {
		setup = again
	}
	return setup, solver.Min(t.Op.Minutes) - setup
}

// beside makes a share of the pieces of o on another resource at the same time.
func (d *division) beside(resource, share, of int32, begin solver.Min) {
	op, piece := d.segment()
	op.Modes, piece.Modes = slices.Clone(op.Modes), slices.Clone(op.Modes)
	for i := range op.Modes {
		piece.Modes[i].Run = part(op.Modes[i].Run, share, of)
		op.Modes[i].Run = part(op.Modes[i].Run, of-share, of)
	}
	if piece.Pred != nil {
		pred := slices.Clone(*piece.Pred)
		piece.Pred = &pred
	}
	for _, t := range d.file.Targets {
		if t.Op == op.ID {
			t.Op = piece.ID
			d.file.Targets = append(d.file.Targets, t)
		}
	}
	d.add(piece, true)
	d.on, d.start = resource, begin
	whole := d.c.out.Translation.Tasks[d.o].Op
	run := whole.Minutes - whole.Setup
	d.minutes(d.o, int32(whole.Setup)+part(int32(run), of-share, of), of-share)
	d.minutes(d.last(), int32(whole.Setup)+part(int32(run), share, of), share)
	if d.cut.shares == nil {
		d.cut.shares = []int32{of}
	}
	d.cut.shares[slices.Index(d.cut.ops, d.o)] = of - share
	d.cut.shares = append(d.cut.shares, share)
}

// segment gives the operation and a copy of it under the name of the new segment.
func (d *division) segment() (op *instance.Op, piece instance.Op) {
	op = &d.file.Ops[d.o]
	whole := &d.file.Ops[d.c.whole(d.o)]
	if whole.Whole == nil {
		whole.Whole = whole.Modes
	}
	piece = *op
	piece.ID, piece.Prev = model.SegmentID(whole.ID, len(d.cut.ops)+1), nil
	piece.Of, piece.Whole = whole.ID, nil
	return op, piece
}

// add appends a segment. What waits for the operation waits for it too; before segments side by side stands the same.
func (d *division) add(piece instance.Op, beside bool) {
	id := d.file.Ops[d.o].ID
	for _, e := range d.file.Edges {
		switch {
		case e.From == id:
			e.From = piece.ID
			d.file.Edges = append(d.file.Edges, e)
		case e.To == id && beside:
			e.To = piece.ID
			d.file.Edges = append(d.file.Edges, e)
		}
	}
	for i := range d.file.Ops {
		if x := &d.file.Ops[i]; x.Pred != nil && slices.Contains(*x.Pred, id) {
			pred := append(slices.Clone(*x.Pred), piece.ID)
			x.Pred = &pred
		}
	}
	d.file.Ops = append(d.file.Ops, piece)
	t := d.tasks[d.o]
	n := len(d.cut.ops) + 1
	t.ID, t.Segment = model.SegmentID(d.tasks[d.c.whole(d.o)].ID, n), n
	d.tasks = append(d.tasks, t)
	d.tasks[d.c.whole(d.o)].Segment = 1
	d.cut.ops = append(d.cut.ops, d.last())
}

func (d *division) last() int32 { return int32(len(d.file.Ops) - 1) }

// minutes gives a task the standard minutes of its segment, and its pieces where they are shared out.
func (d *division) minutes(o int32, minutes solver.Min, qty int32) {
	t := &d.tasks[o]
	op := *t.Op
	op.Minutes = quantity.Minutes(minutes)
	t.Op = &op
	if qty > 0 {
		lot := *t.Part
		lot.Qty = int(qty)
		t.Part = &lot
	}
}

// plan is the plan with the segments where they belong in the sequences.
func (d *division) plan() *solver.Plan {
	plan := d.c.plan.Clone()
	plan.Start[d.o] = d.first
	plan.Resource, plan.Mode = append(plan.Resource, d.on), append(plan.Mode, solver.None)
	plan.Start, plan.End = append(plan.Start, d.start), append(plan.End, d.start)
	return plan
}
