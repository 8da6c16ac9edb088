package aps

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
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
	HandedAt       *time.Time       `bun:"handed_at"` // when what it makes leaves its machine, nil where that is at its end
	LatestStart    *time.Time       `bun:"latest_start"`
	LatestEnd      *time.Time       `bun:"latest_end"`
	RealStart      *time.Time       `bun:"real_start"`
	RealEnd        *time.Time       `bun:"real_end"`
	Minutes        quantity.Minutes `bun:"minutes"`
	PlannedMinutes quantity.Minutes `bun:"planned_minutes"` // outside they elapse: the lead time
	SurplusMinutes quantity.Minutes `bun:"surplus_minutes"`
	Qty            int              `bun:"qty"`
	Crew           int              `bun:"crew"` // people of its group that it takes, 1 on a machine
	Priority       int              `bun:"priority"`
	Status         int              `bun:"status"`
	CAMStatus      int              `bun:"cam_status"`
	LockStatus     int              `bun:"lock_status"`
	Outsourced     bool             `bun:"outsourced"`
	Late           bool             `bun:"late"` // one of the next two
	MouldLate      bool             `bun:"mould_late"`
	PartLate       bool             `bun:"part_late"` // its part has a due date of its own and is late
	HeldDue        *time.Time       `bun:"held_due"`  // the earlier date to which the schedule holds its mould
	PartDue        *time.Time       `bun:"part_due"`  // of its part, when it was planned
	Assumed        bool             `bun:"assumed"`
	Carried        bool             `bun:"carried"` // of a mould that the schedule does not hold, kept from the plan in force
	Reason         int              `bun:"reason"`  // why it is not scheduled, 0 when it is
	// The first rule that a fixed task breaks, 0 when it breaks none; with what, and by how much.
	Conflict        int              `bun:"conflict"`
	ConflictWith    string           `bun:"conflict_with"`
	ConflictMinutes quantity.Minutes `bun:"conflict_minutes"`
	Broken          []brokenRule     `bun:"broken,type:text,nullzero"` // all of them
	Marks           int              `bun:"marks"`                     // preferences that its resource goes against, as the engine flags them
	SourceFlag      int              `bun:"source_flag"`
	Reported        quantity.Minutes `bun:"reported_minutes"`
	Done            int              `bun:"-"` // pieces, of this moment: see lay
	Due             *time.Time       `bun:"-"` // of what is carried over, the date that its mould is held to
}

// Belonging says that a task is hidden with the section in which it is planned, and with its machine or group of people.
func (*planTask) Belonging() store.Belonging {
	return store.Belonging{SectionNames: []string{"section_name"}, Groups: []string{"resource_id"}, Machines: []string{"resource_id"}}
}

// whole is the id of the task of which this may be a segment.
func (t *planTask) whole() string {
	if t.Segment <= 1 {
		return t.TaskID
	}
	return strings.TrimSuffix(t.TaskID, model.SegmentID("", t.Segment))
}

// title is what people call the task: mould, part with its batch, operation.
func (t *planTask) title() string {
	part := t.PartNo
	if t.BatchNo != "" {
		part += "/" + t.BatchNo
	}
	return model.SegmentID(fmt.Sprintf("%s/%s/%d", t.MouldNo, part, t.OpNo), t.Segment)
}

// operation is the id of the operation of which this is a task.
func (t *planTask) operation() string { return strings.TrimSuffix(t.whole(), "/"+t.BatchID) }

// store writes a plan under a new id, in pieces, so that saving people never wait long for it. Of a plan that cannot be
// written whole nothing stays.
func (w *worker) store(ctx context.Context, out *outcome) (plan *Plan, err error) {
	snapshot, err := pack(out.snapshot)
	if err != nil {
		return nil, err
	}
	plan = &Plan{ScheduleID: w.schedule.ID, RunID: w.run.ID, Origin: originRun, Parent: w.parent, StartUsed: out.start, SnapshotAt: out.at, Snapshot: snapshot}
	if !w.attempt {
		plan.Origin = originHand
	}
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
	if plan.Evaluation, err = evaluate(ctx, out, w.run.Settings, tasks); err != nil {
		return nil, err
	}
	f := &plan.Evaluation.Figures // the list says what the evaluation says
	plan.Moulds, plan.Tasks, plan.Unscheduled, plan.Late = f.Moulds, f.Tasks, f.UnscheduledTasks, f.Late
	plan.CarriedMoulds, plan.CarriedLate = carriedMoulds(out.carried)
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
		plan.AuthorName = tx.Actor().Name
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
