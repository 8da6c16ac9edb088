package aps

import (
	"cmp"
	"context"
	"errors"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// A task of a plan as people see it.

// TaskView is a row of the task table.
type TaskView struct {
	TaskID        string           `json:"taskId"`
	MouldNo       string           `json:"mouldNo"`
	PartNo        string           `json:"partNo"`
	PartName      string           `json:"partName"`
	WorkpieceName string           `json:"workpieceName"`
	OpNo          int              `json:"opNo"`
	Segment       int              `json:"segment" doc:"of a task that was cut: 1, 2 ...; 0 = in one go"`
	ProcessName   string           `json:"processName"`
	SectionName   string           `json:"sectionName"`
	GroupName     string           `json:"groupName"`
	ResourceID    string           `json:"resourceId"`
	ResourceName  string           `json:"resourceName"`
	PlannedStart  *time.Time       `json:"plannedStart"`
	PlannedEnd    *time.Time       `json:"plannedEnd"`
	LatestStart   *time.Time       `json:"latestStart" doc:"when it has to start for its mould, and for the delivery of its own that its part may have, to be in time; while one of these is late, not after its planned start"`
	LatestEnd     *time.Time       `json:"latestEnd" doc:"likewise"`
	RealStart     *time.Time       `json:"realStart"`
	RealEnd       *time.Time       `json:"realEnd"`
	Hours         quantity.Minutes `json:"hours"`
	PlannedHours  quantity.Minutes `json:"plannedHours"`
	SurplusHours  quantity.Minutes `json:"surplusHours"`
	LeadDays      *float64         `json:"leadDays" doc:"elapsed days that the plan leaves the supplier of an outsourced task; null where it leaves none"`
	Priority      int              `json:"priority"`
	BatchNo       string           `json:"batchNo"`
	BatchQty      int              `json:"batchQty"`
	Status        int              `json:"status" enum:"0,1,2,3"`
	CAMStatus     int              `json:"camStatus" enum:"0,1,2,3"`
	LockStatus    int              `json:"lockStatus" enum:"0,1,2"`
	Outsourced    bool             `json:"outsourced"`
	ReachRate     *float64         `json:"reachRate"`
	SourceFlag    int              `json:"sourceFlag" enum:"0,1,2,3,4"`
	Scheduled     bool             `json:"scheduled"`
	Planned       bool             `json:"planned" doc:"has a place in the plan in force; else out of plan"`
	Batched       bool             `json:"batched"`
	Reason        string           `json:"reason"`
	ReasonCode    int              `json:"reasonCode"`
	Assumed       bool             `json:"assumed"`
	Late          bool             `json:"late"`
	Conflicts     []BrokenRule     `json:"conflicts" nullable:"false" doc:"the rules that a fixed task breaks, in the order of their codes"`
	Marks         []string         `json:"marks" nullable:"false" enum:"coarse,breaksSpec,changesMachine" doc:"what its resource goes against: a coarser machine, a broken specification, another machine than it began on"`
	Slack         *float64         `json:"slack" doc:"hours from the planned to the latest start, at most 0 while its mould or the delivery of its own part is late; null once started"`
	Carried       bool             `json:"carried" doc:"of a mould that the schedule does not hold, kept from the plan in force"`
}

var (
	reasons   = []problem.Text{L("", ""), L("没有可用资源", "No resource"), L("前工序未排", "Predecessor unscheduled"), L("超出排程范围", "Beyond the horizon"), L("规格不符", "Specification"), L("没有工时", "No hours"), L("批次已暂停", "Batch paused")}
	conflicts = []problem.Text{L("", ""), L("资源被占用", "Resource occupied"), L("不在工作时间", "Outside working time"), L("资源不适用", "Resource not eligible"), L("早于前工序", "Before its predecessor"), L("早于最早开始", "Before its earliest start")}
)

// viewed words the rows of a page, and tells which of them have a place in the plan in force.
func viewed(ctx context.Context, tx store.Tx, rows []planTask) ([]TaskView, error) {
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].TaskID
	}
	held, err := heldInForce(ctx, tx, ids)
	return viewsOf(ctx, rows, held), err
}

// viewsOf words rows; held are the tasks that have a place in the plan in force.
func viewsOf(ctx context.Context, rows []planTask, held map[string]bool) []TaskView {
	views := make([]TaskView, len(rows))
	for i := range rows {
		views[i] = taskView(&rows[i], problem.Language(ctx))
		views[i].Planned = held[rows[i].TaskID]
	}
	return views
}

func taskView(t *planTask, lang string) TaskView {
	latestStart, latestEnd := t.latest()
	return TaskView{
		TaskID: t.TaskID, MouldNo: t.MouldNo, PartNo: t.PartNo, PartName: t.PartName, WorkpieceName: t.PartName, OpNo: t.OpNo, Segment: t.Segment, ProcessName: model.Worded(t.ProcessName, lang), SectionName: t.SectionName,
		GroupName: t.GroupName, ResourceID: t.ResourceID, ResourceName: model.Worded(t.ResourceName, lang), PlannedStart: t.PlannedStart, PlannedEnd: t.PlannedEnd, LatestStart: latestStart, LatestEnd: latestEnd,
		RealStart: t.RealStart, RealEnd: t.RealEnd, Hours: t.Minutes, PlannedHours: t.planned(), SurplusHours: t.SurplusMinutes, LeadDays: t.lead(), Priority: t.Priority, BatchNo: t.BatchNo, BatchQty: t.Qty, Batched: t.BatchNo != "", Status: t.Status,
		CAMStatus: t.CAMStatus, LockStatus: t.LockStatus, Outsourced: t.Outsourced, Scheduled: t.PlannedStart != nil, SourceFlag: t.SourceFlag, ReachRate: t.reach(), Reason: reasons[min(t.Reason, len(reasons)-1)].In(lang),
		ReasonCode: t.Reason, Assumed: t.Assumed, Late: t.Late, Conflicts: t.rules(),
		Marks: t.marks(), Slack: t.slack(), Carried: t.Carried,
	}
}

// planned is how long a task is planned to take: its time on the resource that the plan gives it. What was finished when
// the plan was made needed no time any more: its planned hours are the hours that were reported, and where nobody has
// counted any, its standard hours. The span from its real start to its real end does not count: a machine that runs
// unattended, a break and other work in between all lie in it. Outside, the plan knows a lead time alone, which elapses and
// is nobody's hours: what goes there is planned with its standard hours.
func (t *planTask) planned() quantity.Minutes {
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
func (t *planTask) isOut() bool { return t.Outsourced && t.PlannedMinutes > 0 }

// lead is the time that elapses at the supplier of a task, in days.
func (t *planTask) lead() *float64 {
	if !t.isOut() {
		return nil
	}
	return new(float64(t.PlannedMinutes) / (24 * 60))
}

func (t *planTask) marked(flag solver.ModeFlags) bool { return solver.ModeFlags(t.Marks)&flag != 0 }

// marks are the words for what the engine flags of a task's resource.
func (t *planTask) marks() []string {
	marks := []string{}
	for _, m := range [...]struct {
		flag solver.ModeFlags
		word string
	}{{solver.FlagCoarse, "coarse"}, {solver.FlagBreaksSpec, "breaksSpec"}, {solver.FlagChangesMachine, "changesMachine"}} {
		if t.marked(m.flag) {
			marks = append(marks, m.word)
		}
	}
	return marks
}

// latest are the latest start and end of a task. The engine counts them back from the due date and knows nothing of queues, so
// a task may be planned long before them while its mould is late already: what is late has no time to give, and none of its
// tasks may start or end later than planned.
func (t *planTask) latest() (start, end *time.Time) {
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

// slack is the elapsed time that a task can still wait, in hours; what has started has none.
func (t *planTask) slack() *float64 {
	start, _ := t.latest()
	if t.Status != 0 || t.PlannedStart == nil || start == nil {
		return nil
	}
	hours := start.Sub(*t.PlannedStart).Hours()
	return &hours
}

// heldInForce tells which of some tasks, or of all when ids are nil, have a place in the plan in force; the others are out
// of plan.
func heldInForce(ctx context.Context, tx store.Tx, ids []string) (map[string]bool, error) {
	held := map[string]bool{}
	var inForce FactoryPlan
	if err := tx.Select(&inForce).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return held, nil
	} else if err != nil {
		return nil, err
	}
	q := tx.Select((*planTask)(nil)).Columns("task_id").Where("plan_id = ?", inForce.PlanID).Where("planned_start IS NOT NULL")
	if ids != nil {
		q = q.WhereIn("task_id", ids)
	}
	var there []string
	err := q.ScanColumn(ctx, &there)
	for _, id := range there {
		held[id] = true
	}
	return held, err
}
