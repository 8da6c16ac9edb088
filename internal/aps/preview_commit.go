package aps

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/retime"
)

var verbChange = verb{L("变更计划", "change the plan of"), []int{Completed, Published}}

// Commit keeps moves: they become a new plan of the schedule, which is stored like that of a run. The plan in force stays
// until somebody publishes. planID and version say what the moves were made for; when somebody was faster they are
// refused.
func (a *APS) Commit(ctx context.Context, scheduleID, planID string, version int64, changes []PlanChange) (*Schedule, error) {
	for i := range changes {
		if changes[i].Kind != "move" {
			return nil, problem.Invalid(problem.Field(fmt.Sprintf("changes.%d.kind", i), "move", msgChangeMoves))
		}
	}
	var w *worker
	var out *outcome
	err := a.deps.DB.Read(ctx, func(tx store.Tx) error {
		s, err := a.current(ctx, tx, scheduleID, planID, version)
		if err != nil {
			return err
		}
		h, err := a.hold(ctx, tx, s)
		if err != nil {
			return err
		}
		defer h.mu.Unlock()
		var moved *solver.Plan
		if err := h.try(changes, func(session *retime.Session) error { moved = session.Board().Plan(); return nil }); err != nil {
			return err
		}
		if broken := check.Plan(h.loaded.Problem, moved); len(broken) > 0 {
			return fmt.Errorf("aps: a moved plan breaks a rule: %s", broken[0])
		}
		w, out, err = a.restore(ctx, tx, s, h)
		if err == nil {
			out.plan = moved
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	plan, err := w.store(ctx, out)
	if err != nil {
		return nil, err
	}
	var s *Schedule
	err = a.deps.DB.Write(ctx, func(tx store.Tx) (err error) {
		if s, err = a.current(ctx, tx, scheduleID, planID, version); err != nil {
			return err
		}
		if _, err := tx.Change((*Plan)(nil)).Set("complete = ?", true).Where("id = ?", plan.ID).Exec(ctx); err != nil {
			return err
		}
		s.PlanID, s.Status = plan.ID, Completed
		if err := tx.Update(ctx, s); err != nil {
			return err
		}
		return tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionChange, store.FieldChange{Field: "plan", Before: planID, After: plan.ID})
	})
	if err != nil {
		a.abandon(ctx, plan.ID)
		return nil, err
	}
	return s, nil
}

// current is the schedule, if it is still the one that a page shows and its state allows another plan.
func (a *APS) current(ctx context.Context, tx store.Tx, scheduleID, planID string, version int64) (*Schedule, error) {
	s, err := a.find(ctx, tx, scheduleID)
	if err != nil {
		return nil, err
	}
	if s.PlanID == "" {
		return nil, problem.Refuse(msgNoPlan, s.Name)
	}
	if err := verbChange.check(s); err != nil {
		return nil, err
	}
	if planID != s.PlanID || (version != 0 && version != s.Version) {
		return nil, stalePlan(s)
	}
	return s, nil
}

// abandonWithin bounds the clearing up after a caller who may be gone.
const abandonWithin = 10 * time.Second

// abandon removes a plan that nobody has seen, whether or not its caller still waits; what is left of it after a crash
// does no harm.
func (a *APS) abandon(ctx context.Context, planID string) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), abandonWithin)
	defer stop()
	_ = a.deps.DB.Write(ctx, func(tx store.Tx) error {
		if _, err := tx.Remove((*planTask)(nil)).Where("plan_id = ?", planID).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.Remove((*Plan)(nil)).Where("id = ?", planID).Where("complete = ?", false).Exec(ctx)
		return err
	})
}

// restore makes of a stored plan what a run has at its end, so that the same code writes its successor: names, progress
// and locks from its rows, settings from its run, groups and machines from the shop of today.
func (a *APS) restore(ctx context.Context, tx store.Tx, s *Schedule, h *heldPlan) (*worker, *outcome, error) {
	var p Plan
	if err := tx.Select(&p).Columns("id", "run_id", "start_used", "snapshot_at", "fingerprint").Where("id = ?", s.PlanID).Scan(ctx); err != nil {
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
	of, err := rowsOf(h.file, rows)
	if err != nil {
		return nil, nil, err
	}
	out := &outcome{loaded: h.loaded, shop: h.shop, start: p.StartUsed, at: p.SnapshotAt, translation: &translation{shop: shop, file: h.file}}
	if out.snapshot, err = json.Marshal(h.file); err != nil {
		return nil, nil, err
	}
	if p.Fingerprint != "" {
		if err := unpack(p.Fingerprint, &out.seen); err != nil {
			return nil, nil, err
		}
	}
	back := newRestorer(shop)
	for i, r := range of {
		t := back.task(r)
		t.mould.Priority = int(h.loaded.Problem.Jobs[h.loaded.Problem.Ops[i].Job].Weight)
		if r.LockStatus > 0 && h.loaded.Problem.Ops[i].Fix.Kind == solver.FixTimes {
			t.op.Lock = 2
		}
		out.translation.tasks = append(out.translation.tasks, t)
	}
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
	return &worker{a: a, run: run, schedule: s, began: a.deps.Now()}, out, nil
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
		b.moulds[r.MouldID] = &Mould{ID: r.MouldID, No: r.MouldNo, Priority: r.Priority}
	}
	key := [3]string{r.MouldID, r.PartNo, r.BatchID}
	if b.parts[key] == nil {
		b.parts[key] = &Part{No: r.PartNo, Name: r.PartName, Qty: r.Qty, Electrode: r.Kind == 2, Assembly: r.Kind == 3}
		if r.BatchID != "" {
			b.parts[key].Batch = &Batch{ID: r.BatchID, No: r.BatchNo, Qty: r.Qty}
		}
		if r.SourceFlag == SourceForced {
			b.parts[key].Due = r.PlannedEnd // that it has one of its own is all that counts here
		}
	}
	o := &Operation{
		ID: r.TaskID, No: r.OpNo, Branch: r.Branch, Process: r.ProcessName, Minutes: r.Minutes, CAMStatus: r.CAMStatus, Lock: r.LockStatus,
		Progress: Progress{Status: r.Status, RealStart: r.RealStart, RealEnd: r.RealEnd, Reported: r.Reported, OnMachine: r.ResourceID},
	}
	if r.Outsourced {
		o.Outsource = outside
	}
	return task{id: r.TaskID, mould: b.moulds[r.MouldID], part: b.parts[key], op: o, group: b.groups[group], kind: r.Kind, name: r.ProcessName, assumed: r.Assumed, segment: r.Segment, misplaced: r.LockStatus > 0 && r.Conflict == int(solver.ConflictEligibility)}
}
