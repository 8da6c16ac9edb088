package aps

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// restore makes of a stored plan what a run has at its end, so that the same code writes its successor: names, progress
// and locks from its rows with the changes of a trial, settings from its run, groups and machines from the shop of today.
func (a *APS) restore(ctx context.Context, tx store.Tx, s *Schedule, t *trial) (*worker, *outcome, error) {
	var p Plan
	if err := tx.Select(&p).Columns("id", "run_id", "number", "start_used", "snapshot_at", "fingerprint", "evaluation").Where("id = ?", s.PlanID).Scan(ctx); err != nil {
		return nil, nil, err
	}
	var rows []planTask
	if err := tx.Select(&rows).Where("plan_id = ?", s.PlanID).Order("mould_no", "part_no", "op_no", "batch_no", "id").Scan(ctx); err != nil {
		return nil, nil, err
	}
	run := &Run{}
	if n, err := tx.Select((*Run)(nil)).Where("id = ?", p.RunID).Count(ctx); err != nil {
		return nil, nil, err
	} else if n > 0 {
		if err := tx.Select(run).Where("id = ?", p.RunID).Scan(ctx); err != nil {
			return nil, nil, err
		}
	} else { // an example's plan
		set, err := s.effective(ctx, tx)
		if err != nil {
			return nil, nil, err
		}
		run.Settings = set
	}
	shop, err := a.deps.Shop(ctx, tx, s.MouldIDs)
	if err != nil {
		return nil, nil, err
	}
	of, err := rowsOf(t.h.file, rows)
	if err != nil {
		return nil, nil, err
	}
	loaded := t.session.Loaded()
	out := &outcome{loaded: loaded, shop: t.session.Board().Shop(), start: p.StartUsed, at: p.SnapshotAt, translation: &translation{shop: shop, file: t.file()}}
	problem := *t.file()
	problem.Replay = nil // no run has made this plan
	if out.snapshot, err = json.Marshal(&problem); err != nil {
		return nil, nil, err
	}
	if p.Evaluation != nil { // the data that the run has read are those of this plan too
		out.hints, out.hintCounts, out.earlier = p.Evaluation.Hints, p.Evaluation.HintCounts, p.Evaluation.Unplanned
	}
	if p.Fingerprint != "" {
		if err := unpack(p.Fingerprint, &out.seen); err != nil {
			return nil, nil, err
		}
	}
	back := newRestorer(shop)
	for i, r := range of {
		x := back.task(r)
		x.mould.Priority = int(loaded.Problem.Jobs[loaded.Problem.Ops[i].Job].Weight)
		if r.LockStatus > 0 && loaded.Problem.Ops[i].Fix.Kind == solver.FixTimes {
			x.op.Lock = lockTimes
		}
		out.translation.tasks = append(out.translation.tasks, x)
	}
	t.carry(out.translation)
	inForce, err := tasksInForce(ctx, tx, nil)
	if err != nil {
		return nil, nil, err
	}
	out.compareWith(inForce)
	for i := range rows {
		switch r := &rows[i]; {
		case r.Carried:
			kept := *r
			kept.Row = store.Row{}
			out.carried = append(out.carried, kept)
		case r.Status == opFinished:
			out.translation.done = append(out.translation.done, back.task(r))
		}
	}
	if err := a.dueOfCarried(ctx, tx, out.carried); err != nil {
		return nil, nil, err
	}
	return &worker{a: a, run: run, schedule: s, parent: p.Number, began: a.deps.Now()}, out, nil
}

// compareWith takes the plan in force of this moment for the one that the plan is compared with: its run may have known an earlier
// one.
func (out *outcome) compareWith(inForce []planTask) {
	at, on := places(inForce), map[string]int32{}
	for r := range out.loaded.Problem.Resources {
		on[out.loaded.Problem.Resources[r].Name] = int32(r)
	}
	out.before = make([]solver.Place, len(out.translation.tasks))
	for i := range out.translation.tasks {
		t := &out.translation.tasks[i]
		was, known := at[t.id]
		if resource, there := on[was.resource]; known && there && t.segment <= 1 {
			out.before[i] = solver.Place{Set: true, Resource: resource, Start: solver.Min(was.start.Sub(out.loaded.Epoch) / time.Minute)}
		}
	}
}

// carry brings the changes of a trial to the tasks of a plan.
func (t *trial) carry(to *translation) {
	for i := range t.changes {
		c := &t.changes[i]
		op := to.tasks[c.op].op
		if c.Lock != nil {
			op.Lock = 0
			if c.Lock.Machine != "" {
				op.Lock = lockTimes
			}
		}
		if c.Minutes != nil && c.Machine == "" {
			op.Minutes = *c.Minutes
		}
		if c.Outside != nil {
			op.Outsource = outside
		}
	}
	p := t.session.Loaded().Problem
	for k, o := range t.h.splits {
		first, second := &to.tasks[o], to.tasks[o]
		piece := int32(len(t.h.names) + k)
		// Its standard minutes are shared out as those of the machine are, which may be faster or slower.
		op, here := *second.op, p.Modes[t.session.Board().Mode(o)]
		lo, hi := p.ModesOf(piece)
		rest := p.Modes[lo:hi][slices.IndexFunc(p.Modes[lo:hi], func(m solver.Mode) bool { return m.Resource == here.Resource })].Run
		first.op.Minutes = quantity.Minutes(part(solver.Min(op.Minutes), here.Setup+here.Run, here.Setup+here.Run+rest))
		op.Minutes += quantity.Minutes(p.Modes[t.session.Board().Mode(piece)].Setup) - first.op.Minutes
		first.segment, second.segment = 1, 2
		second.id, second.op = segmentID(second.id, 2), &op
		to.tasks = append(to.tasks, second)
	}
}

// restorer makes tasks of rows again.
type restorer struct {
	groups map[[2]string]*Group // by section and name
	moulds map[string]*Mould
	parts  map[[3]string]*Part // by mould, part and batch
}

func newRestorer(shop *Shop) *restorer {
	b := &restorer{groups: map[[2]string]*Group{}, moulds: map[string]*Mould{}, parts: map[[3]string]*Part{}}
	for i := range shop.Groups {
		g := &shop.Groups[i]
		b.groups[[2]string{g.Section, g.Name}] = g
	}
	return b
}

func (b *restorer) task(r *planTask) task {
	group := [2]string{r.SectionName, r.GroupName}
	if b.groups[group] == nil && r.GroupName != "" {
		b.groups[group] = &Group{Section: r.SectionName, Name: r.GroupName, Outside: r.Outsourced && r.SourceFlag != SourceOutsource}
	}
	if b.moulds[r.MouldID] == nil {
		b.moulds[r.MouldID] = &Mould{ID: r.MouldID, No: r.MouldNo, Priority: r.Priority, HeldDue: r.HeldDue}
	}
	key := [3]string{r.MouldID, r.PartNo, r.BatchID}
	if b.parts[key] == nil {
		b.parts[key] = &Part{No: r.PartNo, Name: r.PartName, Qty: r.Qty, Electrode: r.Kind == 2, Assembly: r.Kind == 3}
		if r.BatchID != "" {
			b.parts[key].Batch = &Batch{ID: r.BatchID, No: r.BatchNo, Qty: r.Qty}
		}
		if r.SourceFlag == SourceForced {
			b.parts[key].Due = cmp.Or(r.PartDue, r.PlannedEnd) // older plans do not keep it; that it has one of its own is all that counts here
		}
	}
	o := &Operation{
		ID: r.TaskID, No: r.OpNo, Branch: r.Branch, Process: r.ProcessName, Minutes: r.Minutes, CAMStatus: r.CAMStatus, Lock: r.LockStatus,
		Progress: Progress{Status: r.Status, RealStart: r.RealStart, RealEnd: r.RealEnd, Reported: r.Reported, OnMachine: r.ResourceID},
	}
	if r.Outsourced {
		o.Outsource = outside
	}
	return task{id: r.TaskID, mould: b.moulds[r.MouldID], part: b.parts[key], op: o, group: b.groups[group], kind: r.Kind, name: r.ProcessName, assumed: r.Assumed, segment: r.Segment, misplaced: r.misplaced()}
}
