package result

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// StaysAt tells that a segment stands where another does.
func (t *Task) StaysAt(x *Task) bool {
	return t.ResourceID == x.ResourceID && SameMoment(t.PlannedStart, x.PlannedStart)
}

// Leaves is when what the task makes leaves its machine, nil while it has no place.
func (t *Task) Leaves() *time.Time { return cmp.Or(t.HandedAt, t.PlannedEnd) }

// Lot is the part or batch of a task.
func (t *Task) Lot() model.Lot {
	return model.Lot{Mould: t.MouldNo, Part: t.PartNo, Batch: t.BatchNo}
}

// At tells that a report does not name another machine than the plan.
func (t *Task) At(machine string) bool { return machine == "" || machine == t.ResourceID }

// Lay lays over what the plan keeps of a task how it stands.
func (t *Task) Lay(lock, cam int, p model.Progress, set map[string]any) {
	whole, out := cmp.Or(t.PlannedMinutes, t.Minutes), t.isOut()
	if out {
		whole = t.Minutes
	} else if t.Status == model.OpRunning || t.Status == model.OpPaused { // it had begun when it was planned: the plan holds what was left then
		whole += t.Reported
	}
	switch {
	case p.Status == model.OpFinished:
		t.SurplusMinutes = 0
	case p.Status != 0:
		t.SurplusMinutes = quantity.Minutes(p.Left(int32(whole), set))
	case t.Status != 0, out: // its reports were taken back; plans of older versions keep its lead time
		t.SurplusMinutes = whole
	}
	t.Status, t.RealStart, t.RealEnd, t.Reported, t.Done = p.Status, p.RealStart, p.RealEnd, p.Reported, p.QtyDone
	t.LockStatus, t.CAMStatus = min(1, lock), cam
}

// Reach is the share of a task that is done, in per cent: by pieces where there are several and some are reported, else
// by hours; at most 100, with six decimals; nil before it begins.
func (t *Task) Reach() *float64 {
	share := 0.0
	switch {
	case t.Status == 0:
		return nil
	case t.Status == model.OpFinished:
		share = 100
	case t.Qty > 1 && t.Done > 0:
		share = 100 * float64(t.Done) / float64(t.Qty)
	case t.Reported > 0:
		share = 100 * float64(t.Reported) / float64(t.Reported+t.SurplusMinutes)
	}
	share = min(100, math.Round(1e6*share)/1e6)
	return &share
}

// RowID is the id of the row that a task stands in: its resource, else that of all tasks of its group without one.
func (t *Task) RowID() string {
	if t.ResourceID == "" {
		return fmt.Sprintf("group:%d:%s/%s", len(t.SectionName), t.SectionName, t.GroupName) // names may have slashes of their own
	}
	return t.ResourceID
}

// Planned is how long a task is planned to take: its time on the resource that the plan gives it. What was finished when
// the plan was made needed no time any more: its planned hours are the hours that were reported, and where nobody has
// counted any, its standard hours. The span from its real start to its real end does not count: a machine that runs
// unattended, a break and other work in between all lie in it. Outside, the plan knows a lead time alone, which elapses and
// is nobody's hours: what goes there is planned with its standard hours.
func (t *Task) Planned() quantity.Minutes {
	switch {
	case t.isOut():
		return t.Minutes
	case t.PlannedMinutes > 0 || t.Reason != 0:
		return t.PlannedMinutes
	case t.Status == model.OpFinished:
		return cmp.Or(t.Reported, t.Minutes)
	}
	return t.Minutes
}

// isOut tells that a supplier has time for a task in its plan.
func (t *Task) isOut() bool { return t.Outsourced && t.PlannedMinutes > 0 }

// Lead is the time that elapses at the supplier of a task, in days.
func (t *Task) Lead() *float64 {
	if !t.isOut() {
		return nil
	}
	return new(float64(t.PlannedMinutes) / (24 * 60))
}

// Marked tells whether the engine flags the resource of a task so.
func (t *Task) Marked(flag solver.ModeFlags) bool { return solver.ModeFlags(t.Marks)&flag != 0 }

// MarkWords are the words for what the engine flags of a task's resource.
func (t *Task) MarkWords() []string {
	marks := []string{}
	for _, m := range [...]struct {
		flag solver.ModeFlags
		word string
	}{{solver.FlagCoarse, "coarse"}, {solver.FlagBreaksSpec, "breaksSpec"}, {solver.FlagChangesMachine, "changesMachine"}} {
		if t.Marked(m.flag) {
			marks = append(marks, m.word)
		}
	}
	return marks
}

// Latest are the latest start and end of a task. The engine counts them back from the due date and knows nothing of queues, so
// a task may be planned long before them while its mould is late already: what is late has no time to give, and none of its
// tasks may start or end later than planned.
func (t *Task) Latest() (start, end *time.Time) {
	if !t.Late || t.Status != 0 {
		return t.LatestStart, t.LatestEnd
	}
	return sooner(t.LatestStart, t.PlannedStart), sooner(t.LatestEnd, t.PlannedEnd)
}

// sooner is the earlier one of two moments; one that is not known bounds nothing.
func sooner(latest, planned *time.Time) *time.Time {
	if latest != nil && planned != nil && planned.Before(*latest) {
		return planned
	}
	return latest
}

// Slack is the elapsed time that a task can still wait, in hours; what has started has none.
func (t *Task) Slack() *float64 {
	start, _ := t.Latest()
	if t.Status != 0 || t.PlannedStart == nil || start == nil {
		return nil
	}
	hours := start.Sub(*t.PlannedStart).Hours()
	return &hours
}

// Task is one task of a plan, with the names that it had when it was planned.
type Task struct {
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
	Broken          []KeptRule       `bun:"broken,type:text,nullzero"` // all of them
	Marks           int              `bun:"marks"`                     // preferences that its resource goes against, as the engine flags them
	SourceFlag      int              `bun:"source_flag"`
	Reported        quantity.Minutes `bun:"reported_minutes"`
	Done            int              `bun:"-"` // pieces, of this moment: see lay
	Due             *time.Time       `bun:"-"` // of what is carried over, the date that its mould is held to
}

// Belonging says that a task is hidden with the section in which it is planned, with its machine or group of people, and with its
// mould.
func (*Task) Belonging() store.Belonging {
	return store.Belonging{
		SectionNames: []string{"section_name"}, Groups: []string{"resource_id"}, Machines: []string{"resource_id"}, Moulds: []string{"mould_id"},
	}
}

// Whole is the id of the task of which this may be a segment.
func (t *Task) Whole() string {
	if t.Segment <= 1 {
		return t.TaskID
	}
	return strings.TrimSuffix(t.TaskID, model.SegmentID("", t.Segment))
}

// Title is what people call the task: mould, part with its batch, operation.
func (t *Task) Title() string {
	part := t.PartNo
	if t.BatchNo != "" {
		part += "/" + t.BatchNo
	}
	return model.SegmentID(fmt.Sprintf("%s/%s/%d", t.MouldNo, part, t.OpNo), t.Segment)
}

// Operation is the id of the operation of which this is a task.
func (t *Task) Operation() string { return strings.TrimSuffix(t.Whole(), "/"+t.BatchID) }

// SameMoment tells whether two moments, either of which may be missing, are one.
func SameMoment(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }
