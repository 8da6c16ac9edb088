package aps

import (
	"context"
	"errors"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// A task of a plan as people see it.

// TaskView is a row of the task table.
type TaskView struct {
	TaskID        string              `json:"taskId"`
	MouldNo       string              `json:"mouldNo"`
	PartNo        string              `json:"partNo"`
	PartName      string              `json:"partName"`
	WorkpieceName string              `json:"workpieceName"`
	OpNo          int                 `json:"opNo"`
	Segment       int                 `json:"segment" doc:"of a task that was cut: 1, 2 ...; 0 = in one go"`
	ProcessName   string              `json:"processName"`
	SectionName   string              `json:"sectionName"`
	GroupName     string              `json:"groupName"`
	ResourceID    string              `json:"resourceId"`
	ResourceName  string              `json:"resourceName"`
	PlannedStart  *time.Time          `json:"plannedStart"`
	PlannedEnd    *time.Time          `json:"plannedEnd"`
	LatestStart   *time.Time          `json:"latestStart" doc:"when it has to start for its mould, and for the delivery of its own that its part may have, to be in time; while one of these is late, not after its planned start"`
	LatestEnd     *time.Time          `json:"latestEnd" doc:"likewise"`
	RealStart     *time.Time          `json:"realStart"`
	RealEnd       *time.Time          `json:"realEnd"`
	Hours         quantity.Minutes    `json:"hours"`
	PlannedHours  quantity.Minutes    `json:"plannedHours"`
	SurplusHours  quantity.Minutes    `json:"surplusHours"`
	LeadDays      *float64            `json:"leadDays" doc:"elapsed days that the plan leaves the supplier of an outsourced task; null where it leaves none"`
	Priority      int                 `json:"priority"`
	BatchNo       string              `json:"batchNo"`
	BatchQty      int                 `json:"batchQty"`
	Status        int                 `json:"status" enum:"0,1,2,3"`
	CAMStatus     int                 `json:"camStatus" enum:"0,1,2,3"`
	LockStatus    int                 `json:"lockStatus" enum:"0,1,2"`
	Outsourced    bool                `json:"outsourced"`
	ReachRate     *float64            `json:"reachRate"`
	SourceFlag    int                 `json:"sourceFlag" enum:"0,1,2,3,4"`
	Scheduled     bool                `json:"scheduled"`
	Planned       bool                `json:"planned" doc:"has a place in the plan in force; else out of plan"`
	Batched       bool                `json:"batched"`
	Reason        string              `json:"reason"`
	ReasonCode    int                 `json:"reasonCode"`
	Assumed       bool                `json:"assumed"`
	Late          bool                `json:"late"`
	Conflicts     []result.BrokenRule `json:"conflicts" nullable:"false" doc:"the rules that a fixed task breaks, in the order of their codes"`
	Marks         []string            `json:"marks" nullable:"false" enum:"coarse,breaksSpec,changesMachine" doc:"what its resource goes against: a coarser machine, a broken specification, another machine than it began on"`
	Slack         *float64            `json:"slack" doc:"hours from the planned to the latest start, at most 0 while its mould or the delivery of its own part is late; null once started"`
	Carried       bool                `json:"carried" doc:"of a mould that the schedule does not hold, kept from the plan in force"`
}

// viewed words the rows of a page, and tells which of them have a place in the plan in force.
func (a *APS) viewed(ctx context.Context, tx store.Tx, rows []result.Task) ([]TaskView, error) {
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].Whole()
	}
	held, err := heldInForce(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	return viewsOf(words, rows, held), err
}

// viewsOf words rows; held are the tasks that have a place in the plan in force.
func viewsOf(words model.Words, rows []result.Task, held map[string]bool) []TaskView {
	views := make([]TaskView, len(rows))
	for i := range rows {
		views[i] = taskView(&rows[i], words)
		views[i].Planned = held[rows[i].Whole()] // two plans may cut a task otherwise: it is in both
	}
	return views
}

func taskView(t *result.Task, words model.Words) TaskView {
	latestStart, latestEnd := t.Latest()
	return TaskView{
		TaskID: t.TaskID, MouldNo: t.MouldNo, PartNo: t.PartNo, PartName: t.PartName, WorkpieceName: t.PartName, OpNo: t.OpNo, Segment: t.Segment, ProcessName: words.Process(t.ProcessName), SectionName: words.Section(t.SectionName),
		GroupName: words.Group(t.GroupName), ResourceID: t.ResourceID, ResourceName: words.Resource(t.ResourceName), PlannedStart: t.PlannedStart, PlannedEnd: t.PlannedEnd, LatestStart: latestStart, LatestEnd: latestEnd,
		RealStart: t.RealStart, RealEnd: t.RealEnd, Hours: t.Minutes, PlannedHours: t.Planned(), SurplusHours: t.SurplusMinutes, LeadDays: t.Lead(), Priority: t.Priority, BatchNo: t.BatchNo, BatchQty: t.Qty, Batched: t.BatchNo != "", Status: t.Status,
		CAMStatus: t.CAMStatus, LockStatus: t.LockStatus, Outsourced: t.Outsourced, Scheduled: t.PlannedStart != nil, SourceFlag: t.SourceFlag, ReachRate: t.Reach(), Reason: result.Reasons[min(t.Reason, len(result.Reasons)-1)].In(words.Lang),
		ReasonCode: t.Reason, Assumed: t.Assumed, Late: t.Late, Conflicts: t.Rules(),
		Marks: t.MarkWords(), Slack: t.Slack(), Carried: t.Carried,
	}
}

// heldInForce tells which of some tasks, or of all when ids are nil, have a place in the plan in force; the others are out
// of plan.
func heldInForce(ctx context.Context, tx store.Tx, ids []string) (map[string]bool, error) {
	held := map[string]bool{}
	var inForce entity.FactoryPlan
	if err := tx.Select(&inForce).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return held, nil
	} else if err != nil {
		return nil, err
	}
	q := tx.Select((*result.Task)(nil)).Columns("task_id").Where("plan_id = ?", inForce.PlanID).Where("planned_start IS NOT NULL")
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
