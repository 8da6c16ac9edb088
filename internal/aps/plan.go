package aps

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/calendar"
)

// planTask is one task of a plan, with the names that it had when it was planned.
type planTask struct {
	bun.BaseModel `bun:"table:plan_task"`
	store.FactoryRow
	PlanID         string           `bun:"plan_id"`
	TaskID         string           `bun:"task_id"`
	MouldID        string           `bun:"mould_id"`
	MouldNo        string           `bun:"mould_no"`
	PartNo         string           `bun:"part_no"`
	PartName       string           `bun:"part_name"`
	BatchID        string           `bun:"batch_id"` // empty for what is in no batch
	BatchNo        string           `bun:"batch_no"`
	Segment        int              `bun:"segment"` // of a task that was cut: 1, 2 ...; 0 = in one go
	Kind           int              `bun:"kind"`
	OpNo           int              `bun:"op_no"`
	Branch         string           `bun:"branch"`
	ProcessName    string           `bun:"process_name"`
	SectionName    string           `bun:"section_name"`
	GroupName      string           `bun:"group_name"`
	ResourceID     string           `bun:"resource_id"`
	ResourceName   string           `bun:"resource_name"`
	PlannedStart   *time.Time       `bun:"planned_start"`
	PlannedEnd     *time.Time       `bun:"planned_end"`
	LatestStart    *time.Time       `bun:"latest_start"`
	LatestEnd      *time.Time       `bun:"latest_end"`
	RealStart      *time.Time       `bun:"real_start"`
	RealEnd        *time.Time       `bun:"real_end"`
	Minutes        quantity.Minutes `bun:"minutes"`
	PlannedMinutes quantity.Minutes `bun:"planned_minutes"`
	SurplusMinutes quantity.Minutes `bun:"surplus_minutes"`
	Qty            int              `bun:"qty"`
	Crew           int              `bun:"crew"` // people of its group that it takes, 1 on a machine
	Priority       int              `bun:"priority"`
	Status         int              `bun:"status"`
	CAMStatus      int              `bun:"cam_status"`
	LockStatus     int              `bun:"lock_status"`
	Outsourced     bool             `bun:"outsourced"`
	Late           bool             `bun:"late"`
	Assumed        bool             `bun:"assumed"`
	Carried        bool             `bun:"carried"` // of a mould that the schedule does not hold, kept from the plan in force
	Reason         int              `bun:"reason"`  // why it is not scheduled, 0 when it is
	// The rule that a fixed task breaks, 0 when it breaks none; with what, and by how much.
	Conflict        int              `bun:"conflict"`
	ConflictWith    string           `bun:"conflict_with"`
	ConflictMinutes quantity.Minutes `bun:"conflict_minutes"`
	SourceFlag      int              `bun:"source_flag"`
	Reported        quantity.Minutes `bun:"reported_minutes"`
}

// tasksInForce are the tasks of some moulds, or of all when ids are nil, in the plan in force; none before the first one
// is published.
func tasksInForce(ctx context.Context, tx store.Tx, mouldIDs []string) (tasks []planTask, err error) {
	var inForce FactoryPlan
	if err := tx.Select(&inForce).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	q := tx.Select(&tasks).Where("plan_id = ?", inForce.PlanID).Order("mould_no", "part_no", "op_no", "batch_no")
	if mouldIDs != nil {
		q = q.WhereIn("mould_id", mouldIDs)
	}
	return tasks, q.Scan(ctx)
}

// whole is the id of the task of which this may be a segment.
func (t *planTask) whole() string {
	if t.Segment <= 1 {
		return t.TaskID
	}
	return strings.TrimSuffix(t.TaskID, segmentID("", t.Segment))
}

// operation is the id of the operation of which this is a task.
func (t *planTask) operation() string { return strings.TrimSuffix(t.whole(), "/"+t.BatchID) }

// misplaced tells that a task is locked to a machine that it may not be made on.
func (t *planTask) misplaced() bool {
	return t.LockStatus > 0 && t.Conflict == int(solver.ConflictEligibility)
}

// InForcePlace is where the plan in force has a task.
type InForcePlace struct {
	Operation, Batch     string // ids; no batch for what is in none
	ResourceID, Resource string
	Start, End           time.Time
	Late                 bool // its mould is
}

// InForce tells where the plan in force has the tasks of some moulds, or of all when ids are nil, the earliest first.
func InForce(ctx context.Context, tx store.Tx, mouldIDs []string) ([]InForcePlace, error) {
	tasks, err := tasksInForce(ctx, tx, mouldIDs)
	var places []InForcePlace
	for i := range tasks {
		if t := &tasks[i]; t.PlannedStart != nil && t.PlannedEnd != nil {
			places = append(places, InForcePlace{t.operation(), t.BatchID, t.ResourceID, t.ResourceName, *t.PlannedStart, *t.PlannedEnd, t.Late})
		}
	}
	slices.SortStableFunc(places, func(x, y InForcePlace) int { return x.Start.Compare(y.Start) })
	return places, err
}

// carriedOver are the tasks in force of open moulds other than those that a run plans: the plan goes around them, and
// they stay in force when it is published.
func (a *APS) carriedOver(ctx context.Context, tx store.Tx, planned map[string]bool, inForce []planTask) (kept []planTask, err error) {
	var open map[string]bool
	for _, t := range inForce {
		if planned[t.MouldID] {
			continue
		}
		if open == nil {
			everything, err := a.deps.Shop(ctx, tx, nil)
			if err != nil {
				return nil, err
			}
			open = map[string]bool{}
			for i := range everything.Moulds {
				open[everything.Moulds[i].ID] = true
			}
		}
		if open[t.MouldID] {
			t.Row = store.Row{}
			t.Carried = true
			kept = append(kept, t)
		}
	}
	return kept, nil
}

// overtaken are the moulds, by number, whose work in force a plan would drop or move if it were published: another plan
// has been published since its run, and it goes around the old one.
func (a *APS) overtaken(ctx context.Context, tx store.Tx, planID string) (moulds []string, err error) {
	inForce, err := tasksInForce(ctx, tx, nil)
	if err != nil || len(inForce) == 0 {
		return nil, err
	}
	var rows []planTask
	columns := []string{"id", "task_id", "mould_id", "resource_id", "planned_start", "planned_end", "carried"}
	if err := tx.Select(&rows).Columns(columns...).Where("plan_id = ?", planID).Scan(ctx); err != nil {
		return nil, err
	}
	planned, at := map[string]bool{}, places(rows)
	for i := range rows {
		planned[rows[i].MouldID] = planned[rows[i].MouldID] || !rows[i].Carried
	}
	kept, err := a.carriedOver(ctx, tx, planned, inForce)
	wanted := places(kept)
	for i := range kept {
		want, placed := wanted[kept[i].TaskID]
		if placed && !at[kept[i].TaskID].equal(want) && !slices.Contains(moulds, kept[i].MouldNo) {
			moulds = append(moulds, kept[i].MouldNo)
		}
	}
	return moulds, err
}

// store writes a plan under a new id, in pieces, so that saving people never wait long for it. Of a plan that cannot be
// written whole nothing stays.
func (w *worker) store(ctx context.Context, out *outcome) (plan *Plan, err error) {
	snapshot, err := pack(out.snapshot)
	if err != nil {
		return nil, err
	}
	plan = &Plan{ScheduleID: w.schedule.ID, RunID: w.run.ID, StartUsed: out.start, SnapshotAt: out.at, Moulds: len(out.translation.file.Jobs), Snapshot: snapshot, Late: out.shop.Late(out.plan)}
	plan.ID = store.NewID()
	if out.seen != nil {
		seen, err := json.Marshal(out.seen)
		if err != nil {
			return nil, err
		}
		if plan.Fingerprint, err = pack(seen); err != nil {
			return nil, err
		}
	}
	tasks := out.tasks(plan)
	for i := range tasks {
		if tasks[i].Reason != 0 {
			plan.Unscheduled++
		}
	}
	plan.Tasks = len(tasks)
	if plan.Evaluation, err = evaluate(ctx, out, w.run.Settings, tasks); err != nil {
		return nil, err
	}
	// Stored as the envelope that the page gets, so that a view costs no more than a copy.
	columns, err := json.Marshal(map[string]any{"code": problem.OK, "message": "ok", "data": w.gantt(out, plan, tasks)})
	if err != nil {
		return nil, err
	}
	if plan.Gantt, err = pack(columns); err != nil {
		return nil, err
	}
	if err := w.a.deps.DB.Write(ctx, func(tx store.Tx) error {
		if err := w.a.forget(ctx, tx, w.schedule.ID); err != nil {
			return err
		}
		if err := tx.Insert(ctx, plan); err != nil {
			return err
		}
		return w.holds(ctx, tx)
	}); err != nil {
		return nil, err
	}
	for from := 0; from < len(tasks); from += planChunk {
		part := tasks[from:min(from+planChunk, len(tasks))]
		if err := w.a.deps.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Insert(ctx, &part); err != nil {
				return err
			}
			return w.holds(ctx, tx)
		}); err != nil {
			w.a.abandon(ctx, plan.ID)
			return nil, err
		}
	}
	return plan, nil
}

// forget removes the oldest plans of a schedule: the last ten and every published one are kept.
func (a *APS) forget(ctx context.Context, tx store.Tx, scheduleID string) error {
	var plans []Plan
	if err := tx.Select(&plans).Columns("id").Where("schedule_id = ?", scheduleID).Where("complete = ?", true).Where("published = ?", false).Order("created_at DESC").Limit(1000, plansKept-1).Scan(ctx); err != nil {
		return err
	}
	for i := range plans {
		if _, err := tx.Remove((*planTask)(nil)).Where("plan_id = ?", plans[i].ID).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.Remove((*Plan)(nil)).Where("id = ?", plans[i].ID).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// tasks turns the engine's plan into rows: planned, unscheduled with their reason, finished, and carried over.
func (out *outcome) tasks(plan *Plan) []planTask {
	names := out.translation.shop.names()
	reasons := map[int32]solver.ReasonCode{}
	for _, r := range out.plan.Unplaced {
		reasons[r.Op] = r.Code
	}
	broken := map[int32]solver.Conflict{}
	for _, c := range out.plan.Conflicts {
		if worst, known := broken[c.Op]; !known || c.Minutes > worst.Minutes {
			broken[c.Op] = c
		}
	}
	ends, incomplete := out.shop.JobEnds(out.plan), out.incomplete()
	p := out.loaded.Problem
	rows := make([]planTask, 0, len(out.translation.tasks)+len(out.translation.done)+len(out.carried))
	for i := range out.translation.tasks {
		o := int32(i)
		t := row(&out.translation.tasks[i], plan.ID)
		t.Crew = max(1, int(p.Ops[i].Crew))
		job := p.Ops[i].Job
		t.Late = incomplete[job] || p.Jobs[job].Due != solver.None && ends[job] > p.Jobs[job].Due
		if start, end, ok := out.shop.Latest(o); ok && start > calendar.Before { // else it would have begun before any calendar
			t.LatestStart, t.LatestEnd = instant(out, start), instant(out, end)
		}
		if out.plan.Resource[i] < 0 {
			t.Reason = int(reasons[o])
			rows = append(rows, t)
			continue
		}
		t.PlannedStart, t.PlannedEnd = instant(out, out.plan.Start[i]), instant(out, out.plan.End[i])
		t.ResourceID = p.Resources[out.plan.Resource[i]].Name
		t.ResourceName = names[t.ResourceID]
		if mode := out.plan.Mode[i]; mode >= 0 {
			t.PlannedMinutes = quantity.Minutes(p.Modes[mode].Setup + p.Modes[mode].Run)
		}
		if out.translation.tasks[i].misplaced {
			t.Conflict = int(solver.ConflictEligibility)
		}
		if c, has := broken[o]; has {
			t.Conflict, t.ConflictMinutes = int(c.Kind), quantity.Minutes(c.Minutes)
			if c.Other >= 0 {
				x := &out.translation.tasks[c.Other]
				t.ConflictWith = x.title()
			}
		}
		t.SurplusMinutes, t.Assumed = t.PlannedMinutes, out.translation.tasks[i].assumed
		rows = append(rows, t)
	}
	for i := range out.translation.done {
		t := row(&out.translation.done[i], plan.ID)
		t.PlannedStart, t.PlannedEnd = t.RealStart, t.RealEnd
		t.ResourceID = out.translation.done[i].op.OnMachine
		t.ResourceName = names[t.ResourceID]
		rows = append(rows, t)
	}
	for _, t := range out.carried {
		t.PlanID = plan.ID
		rows = append(rows, t)
	}
	return rows
}

// incomplete tells which moulds have a task without a place: they have no end and are not on time.
func (out *outcome) incomplete() []bool {
	lacks := make([]bool, len(out.loaded.Problem.Jobs))
	for _, r := range out.plan.Unplaced {
		if job := out.loaded.Problem.Ops[r.Op].Job; job >= 0 {
			lacks[job] = true
		}
	}
	return lacks
}

func row(t *task, planID string) planTask {
	r := planTask{
		PlanID: planID, TaskID: t.id, Segment: t.segment, MouldID: t.mould.ID, MouldNo: t.mould.No, PartNo: t.part.No, PartName: t.part.Name, Kind: t.kind, OpNo: t.op.No, Branch: t.op.Branch,
		ProcessName: t.name, Minutes: t.op.Minutes, Qty: max(1, t.part.Qty), Crew: max(1, t.op.Crew), Priority: t.mould.Priority, Status: t.op.Status, CAMStatus: t.op.CAMStatus, Outsourced: t.op.away(),
		RealStart: t.op.RealStart, RealEnd: t.op.RealEnd, SourceFlag: t.source(), Reported: t.op.Reported,
	}
	if b := t.part.Batch; b != nil {
		r.BatchID, r.BatchNo = b.ID, b.No
	}
	if t.source() == SourceForced {
		r.Priority = forcedPriority
	}
	if t.group != nil {
		r.SectionName, r.GroupName = t.group.Section, t.group.Name
	}
	if t.op.Lock > 0 {
		r.LockStatus = 1
	}
	return r
}

func instant(out *outcome, m solver.Min) *time.Time {
	t := out.loaded.Epoch.Add(time.Duration(m) * time.Minute).UTC()
	return &t
}
