package aps

import (
	"context"
	"errors"
	"slices"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/rescue"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/retime"
)

// rescueBench tries rescues of one mould, on a plan of its own with the changes that come before them. The code that makes a change is
// that of the preview and of keeping: a rescue promises what these do.
type rescueBench struct {
	a         *APS
	ctx       context.Context // of the caller
	before    *trial          // with the changes that come before
	board     *solver.Board   // their plan
	plan      *solver.Plan
	base      []draft.PlanChange
	job       int32
	due, end  solver.Min // of the mould
	earliest  solver.Min
	ends      []solver.Min // of all moulds
	situation *rescue.Situation
	barred    []BarredRescue
	free      map[ExtraTime]bool // overtime that was asked for: whether stored exceptions leave it free
	known     map[outwork]bool   // see does
	err       error              // that no candidate is to blame for
}

// open begins a session on the plan in memory.
func (t *trial) open() {
	t.session = retime.Open(t.h.Board, t.h.File, t.h.Loaded)
	t.h.Splits = t.h.Splits[:0]
}

// again is a trial on top of what this one has made, which stays as it is.
func (b *rescueBench) again() *trial {
	t := *b.before
	t.changes, t.extra = slices.Clone(t.changes), slices.Clone(t.extra)
	t.session = retime.Open(b.board, b.before.session.File(), b.before.session.Loaded())
	return &t
}

// Try makes a candidate.
func (b *rescueBench) Try(c *rescue.Candidate) (*rescue.Tried, bool) {
	if b.err != nil || len(b.base)+len(c.Steps) > draft.MostChanges {
		return nil, false
	}
	t, splits := b.again(), len(b.before.h.Splits)
	defer func() { b.before.h.Splits = b.before.h.Splits[:splits] }()
	if err := b.make(t, b.changes(c)); err != nil {
		if p := (*problem.Problem)(nil); !errors.As(err, &p) && b.err == nil {
			b.err = err
		}
		return nil, false
	}
	defer t.session.Close()
	return b.tried(c, t.session.Board())
}

// make makes the changes of a candidate. Stretches of overtime one after another are made together, which saves most of the time;
// whether they come to the same one by one, as people send them, shows before they are offered.
func (b *rescueBench) make(t *trial, changes []draft.PlanChange) error {
	for i := 0; i < len(changes); i++ {
		if changes[i].Kind != "overtime" {
			if err := t.make(changes[i:i+1], func(int) error { return nil }); err != nil {
				return err
			}
			continue
		}
		var stretches []retime.Change
		for ; i < len(changes) && changes[i].Kind == "overtime"; i++ {
			c, _, bad := t.translate(&changes[i])
			if bad != nil {
				return problem.Invalid(*bad)
			}
			t.extend(i, c.Resource, &changes[i])
			if err := b.overtimeFree(t); err != nil {
				return err
			}
			stretches = append(stretches, c)
		}
		i--
		if err := t.session.Lengthen(stretches...); err != nil {
			return problem.Invalid(problem.Field("to", "order", msgChangeSpan))
		}
	}
	return nil
}

// tried is what a board shows, unless it has conflicts that the plan before it has not.
func (b *rescueBench) tried(c *rescue.Candidate, board *solver.Board) (*rescue.Tried, bool) {
	plan := board.Plan()
	for _, x := range plan.Conflicts {
		if !slices.Contains(b.plan.Conflicts, x) {
			return nil, false
		}
	}
	out := &rescue.Tried{Shop: board.Shop(), Plan: plan, Ends: board.JobEnds()}
	w := &out.Worth
	w.End = out.Ends[b.job]
	w.Late = b.late(w.End)
	for j, end := range out.Ends {
		if int32(j) == b.job || end <= b.ends[j] {
			continue
		}
		w.Later++
		w.Delay += end - b.ends[j]
		if due := out.Shop.Problem.Jobs[j].Due; due != solver.None && b.ends[j] <= due && end > due {
			w.NowLate++
		}
	}
	for _, s := range b.before.h.ForcedMoved(b.board.Shop(), b.plan, out.Shop, plan) {
		if !s.Was.IsLate() && s.Now.IsLate() {
			w.NowLate++
		}
	}
	w.Overtime = c.OvertimeMinutes()
	for _, s := range c.Steps {
		if s.Kind == rescue.Outsource {
			m := &b.board.Shop().Problem.Modes[b.plan.Mode[s.Op]]
			w.Outside += m.Setup + m.Run
		}
	}
	return out, true
}

// overtimeFree holds the overtime that was added last against the stored exceptions, each stretch once.
func (b *rescueBench) overtimeFree(t *trial) error {
	if len(t.extra) == len(b.before.extra) {
		return nil
	}
	x := t.extra[len(t.extra)-1].ExtraTime
	if free, asked := b.free[x]; asked {
		if !free {
			return problem.Refuse(msgOvertimeTwice)
		}
		return nil
	}
	err := b.a.deps.DB.Read(b.ctx, func(tx store.Tx) error { return b.a.deps.CheckExtraTime(b.ctx, tx, x) })
	b.free[x] = err == nil
	return err
}

// changes words a candidate as people would send it.
func (b *rescueBench) changes(c *rescue.Candidate) []draft.PlanChange {
	h, p := b.before.h, b.board.Shop().Problem
	at := func(m solver.Min) *time.Time { t := h.Instant(m); return &t }
	out := make([]draft.PlanChange, len(c.Steps))
	for i, s := range c.Steps {
		switch x := &out[i]; s.Kind {
		case rescue.Ahead, rescue.Machine:
			*x = draft.PlanChange{Kind: "move", TaskID: h.Names[s.Op].Task, ResourceID: p.Resources[s.Resource].Name, Start: at(s.At)}
		case rescue.Split:
			*x = draft.PlanChange{Kind: "split", TaskID: h.Names[s.Op].Task, Minutes: int(s.Minutes)}
		case rescue.Overtime:
			*x = draft.PlanChange{Kind: "overtime", ResourceID: p.Resources[s.Resource].Name, From: at(s.From), To: at(s.To)}
		case rescue.Outsource:
			n := &h.Names[s.Op]
			*x = draft.PlanChange{Kind: "outsource", TaskID: n.Task, ResourceID: p.Resources[s.Resource].Name, Version: b.before.records[n.Operation].Version}
		}
	}
	return out
}

// may tells whether the record of a task takes a kind of change.
func (b *rescueBench) may(o int32, kind rescue.Kind) bool {
	switch kind {
	case rescue.Split:
		return b.before.refuses(retime.Split, o) == nil
	case rescue.Outsource:
		return b.before.refuses(retime.Outsource, o) == nil && b.before.floor[b.before.h.Names[o].Operation].op != nil
	}
	return true
}

// suppliers are those who do an operation: the one that it names, else those who name its process, else those who do that process in
// this plan. Where nothing tells what suppliers do, each with a lead time does any operation of a part.
func (b *rescueBench) suppliers(o int32) (all []rescue.Supplier) {
	h := b.before.h
	live := b.before.floor[h.Names[o].Operation]
	var of [4][]rescue.Supplier
	for r, resource := range b.board.Shop().Problem.Resources {
		s := b.before.adapter.Suppliers[resource.Name]
		if s == nil || resource.Cap != 0 {
			continue
		}
		lead, _, bad := b.before.outside(o, resource.Name, 0)
		if bad != nil {
			continue
		}
		rank := 3
		switch {
		case s.ID == live.op.SupplierID:
			rank = 0
		case s.Processes[live.op.ProcessID] > 0:
			rank = 1
		case b.does()[outwork{int32(r), h.Process(o)}]:
			rank = 2
		case len(b.does()) > 0 || len(s.Processes) > 0 || h.Names[o].Kind == 3:
			continue // it does something else
		}
		of[rank] = append(of[rank], rescue.Supplier{Resource: int32(r), Lead: lead})
	}
	for _, all = range of {
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// outwork is a process that a supplier does.
type outwork struct {
	supplier int32
	process  string
}

// does is what suppliers do in this plan.
func (b *rescueBench) does() map[outwork]bool {
	if b.known != nil {
		return b.known
	}
	b.known = map[outwork]bool{}
	p, h := b.board.Shop().Problem, b.before.h
	for o := range h.Names {
		if r := b.plan.Resource[o]; r >= 0 && p.Resources[r].Cap == 0 && p.Resources[r].Name != model.AnySupplier {
			b.known[outwork{r, h.Process(int32(o))}] = true
		}
	}
	return b.known
}

// errRescueLost says that a rescue on the stored plan is not what its trial was.
var errRescueLost = errors.New("aps: a rescue does not do what its trial has said")

// kept tries what is to be offered once more as keeping it would: all changes one by one, from the plan as it is stored, with the check
// of every rule. What it comes to then is what is promised.
func (b *rescueBench) kept(f *rescue.Found) (*trial, error) {
	h, err := b.before.h.Apart()
	if err != nil {
		return nil, err
	}
	t := &trial{h: h, schedule: b.before.schedule, now: b.before.now, records: b.before.records, floor: b.before.floor, adapter: b.before.adapter}
	t.open()
	all := append(slices.Clone(b.base), b.changes(&f.Candidate)...)
	if err := t.make(all, func(int) error { return nil }); err != nil {
		return nil, err
	}
	board := t.session.Board()
	again, ok := b.tried(&f.Candidate, board)
	if !ok || again.Worth.End >= b.end {
		return nil, errRescueLost
	}
	f.Worth = again.Worth
	if broken := check.Plan(t.session.Loaded().Problem, board.Plan()); len(broken) > 0 {
		return nil, errRescueLost
	}
	return t, nil
}

var _ rescue.Bench = (*rescueBench)(nil)

// named names a task of a trial.
func named(h *explaining.Plan, o int32) *explaining.WhyTask {
	t := h.Named(o)
	return &t
}
