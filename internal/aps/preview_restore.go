package aps

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/solving"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// restore makes of a stored plan what a run has at its end, so that the same code writes its successor: names, progress
// and locks from its rows with the changes of a trial, settings from its run, groups and machines from the shop of today.
func (a *APS) restore(ctx context.Context, tx store.Tx, s *entity.Schedule, t *trial) (plan.Source, *result.Outcome, error) {
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "run_id", "number", "start_used", "snapshot_at", "fingerprint", "evaluation").Where("id = ?", s.PlanID).Scan(ctx); err != nil {
		return plan.Source{}, nil, err
	}
	var rows []result.Task
	if err := tx.Select(&rows).Where("plan_id = ?", s.PlanID).Order("mould_no", "part_no", "op_no", "batch_no", "id").Scan(ctx); err != nil {
		return plan.Source{}, nil, err
	}
	run := &entity.Run{}
	if n, err := tx.Select((*entity.Run)(nil)).Where("id = ?", p.RunID).Count(ctx); err != nil {
		return plan.Source{}, nil, err
	} else if n > 0 {
		if err := tx.Select(run).Where("id = ?", p.RunID).Scan(ctx); err != nil {
			return plan.Source{}, nil, err
		}
	} else { // an example's plan
		set, err := s.Effective(ctx, tx)
		if err != nil {
			return plan.Source{}, nil, err
		}
		run.Settings = set
	}
	shop, err := a.deps.Shop(ctx, tx, s.MouldIDs)
	if err != nil {
		return plan.Source{}, nil, err
	}
	of, err := explaining.RowsOf(t.h.File, rows)
	if err != nil {
		return plan.Source{}, nil, err
	}
	loaded := t.session.Loaded()
	out := &result.Outcome{Start: p.StartUsed, At: p.SnapshotAt, Solution: solving.Solution{Loaded: loaded, Shop: t.session.Board().Shop(), Translation: &model.Translation{Shop: shop, File: t.file()}}}
	problem := *t.file()
	problem.Replay = nil // no run has made this plan
	if out.Snapshot, err = json.Marshal(&problem); err != nil {
		return plan.Source{}, nil, err
	}
	if p.Evaluation != nil { // the data that the run has read are those of this plan too
		out.Hints, out.HintCounts, out.Earlier = p.Evaluation.Hints, p.Evaluation.HintCounts, p.Evaluation.Unplanned
	}
	if p.Fingerprint != "" {
		if err := result.Unpack(p.Fingerprint, &out.Seen); err != nil {
			return plan.Source{}, nil, err
		}
	}
	back := newRestorer(shop)
	for i, r := range of {
		x := back.task(r)
		x.Mould.Priority = int(loaded.Problem.Jobs[loaded.Problem.Ops[i].Job].Weight)
		if r.LockStatus > 0 && loaded.Problem.Ops[i].Fix.Kind == solver.FixTimes {
			x.Op.Lock = model.LockTimes
		}
		out.Translation.Tasks = append(out.Translation.Tasks, x)
	}
	t.carry(out.Translation)
	inForce, err := entity.TasksInForce(ctx, tx, nil)
	if err != nil {
		return plan.Source{}, nil, err
	}
	out.CompareWith(inForce)
	for i := range rows {
		switch r := &rows[i]; {
		case r.Carried:
			kept := *r
			kept.Row = store.Row{}
			out.Carried = append(out.Carried, kept)
		case r.Status == model.OpFinished:
			out.Translation.Done = append(out.Translation.Done, back.task(r))
		}
	}
	out.Beside = plan.BesideOf(out.Carried)
	if err := a.DueOfCarried(ctx, tx, out.Carried); err != nil {
		return plan.Source{}, nil, err
	}
	return plan.Source{Schedule: s, RunID: run.ID, Settings: run.Settings, Origin: entity.OriginHand, Parent: p.Number}, out, nil
}

// carry brings the changes of a trial to the tasks of a plan.
func (t *trial) carry(to *model.Translation) {
	for i := range t.changes {
		c := &t.changes[i]
		op := to.Tasks[c.op].Op
		if c.Lock != nil {
			op.Lock = 0
			if c.Lock.Machine != "" {
				op.Lock = model.LockTimes
			}
		}
		if c.Minutes != nil && c.Machine == "" {
			op.Minutes = *c.Minutes
		}
		if c.Outside != nil {
			op.Outsource = model.Outside
		}
	}
	p := t.session.Loaded().Problem
	for k, o := range t.h.Splits {
		first, second := &to.Tasks[o], to.Tasks[o]
		piece := int32(len(t.h.Names) + k)
		// Its standard minutes are shared out as those of the machine are, which may be faster or slower.
		op, here := *second.Op, p.Modes[t.session.Board().Mode(o)]
		lo, hi := p.ModesOf(piece)
		rest := p.Modes[lo:hi][slices.IndexFunc(p.Modes[lo:hi], func(m solver.Mode) bool { return m.Resource == here.Resource })].Run
		done := here.Setup + here.Run
		first.Op.Minutes = op.Minutes * quantity.Minutes(done) / quantity.Minutes(done+rest)
		op.Minutes += quantity.Minutes(p.Modes[t.session.Board().Mode(piece)].Setup) - first.Op.Minutes
		first.Segment, second.Segment = 1, 2
		second.ID, second.Op = model.SegmentID(second.ID, 2), &op
		to.Tasks = append(to.Tasks, second)
	}
}

// restorer makes tasks of rows again.
type restorer struct {
	groups map[[2]string]*model.Group // by section and name
	moulds map[string]*model.Mould
	parts  map[[3]string]*model.Part // by mould, part and batch
}

func newRestorer(shop *model.Shop) *restorer {
	b := &restorer{groups: map[[2]string]*model.Group{}, moulds: map[string]*model.Mould{}, parts: map[[3]string]*model.Part{}}
	for i := range shop.Groups {
		g := &shop.Groups[i]
		b.groups[[2]string{g.Section, g.Name}] = g
	}
	return b
}

func (b *restorer) task(r *result.Task) model.Task {
	group := [2]string{r.SectionName, r.GroupName}
	if b.groups[group] == nil && r.GroupName != "" {
		b.groups[group] = &model.Group{Section: r.SectionName, Name: r.GroupName, Outside: r.Outsourced && r.SourceFlag != model.SourceOutsource}
	}
	if b.moulds[r.MouldID] == nil {
		b.moulds[r.MouldID] = &model.Mould{ID: r.MouldID, No: r.MouldNo, Priority: r.Priority, HeldDue: r.HeldDue}
	}
	key := [3]string{r.MouldID, r.PartNo, r.BatchID}
	if b.parts[key] == nil {
		b.parts[key] = &model.Part{No: r.PartNo, Name: r.PartName, Qty: r.Qty, Electrode: r.Kind == 2, Assembly: r.Kind == 3}
		if r.BatchID != "" {
			b.parts[key].Batch = &model.Batch{ID: r.BatchID, No: r.BatchNo, Qty: r.Qty}
		}
		if r.SourceFlag == model.SourceForced {
			b.parts[key].Due = cmp.Or(r.PartDue, r.PlannedEnd) // older plans do not keep it; that it has one of its own is all that counts here
		}
	}
	o := &model.Operation{
		ID: r.TaskID, No: r.OpNo, Branch: r.Branch, Process: r.ProcessName, Minutes: r.Minutes, CAMStatus: r.CAMStatus, Lock: r.LockStatus,
		Progress: model.Progress{Status: r.Status, RealStart: r.RealStart, RealEnd: r.RealEnd, Reported: r.Reported, OnMachine: r.ResourceID},
	}
	if r.Outsourced {
		o.Outsource = model.Outside
	}
	return model.Task{ID: r.TaskID, Mould: b.moulds[r.MouldID], Part: b.parts[key], Op: o, Group: b.groups[group], Kind: r.Kind, Name: r.ProcessName, Assumed: r.Assumed, Segment: r.Segment, Misplaced: r.Misplaced()}
}
