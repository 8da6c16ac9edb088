package aps

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// TaskQuery narrows the task table. A schedule or a mould number must be given; without a schedule the plan in force
// answers.
type TaskQuery struct {
	ScheduleID string `json:"scheduleId,omitempty"`
	MouldNo    string `json:"mouldNo,omitempty"`
	LockStatus *int   `json:"lockStatus,omitempty" doc:"0 unlocked, 1 locked, 2 all"`
	State      string `json:"state,omitempty" enum:"scheduled,unscheduled,late,conflict,assumed,marked,outsourced,batched,unbatched" doc:"only tasks in this state"`
	Status     *int   `json:"status,omitempty" doc:"0 not started, 1 running, 2 paused, 3 finished"`
	PartNo     string `json:"partNo,omitempty"`
	ResourceID string `json:"resourceId,omitempty"`
	Group      string `json:"group,omitempty" doc:"name of a resource group"`
	Section    string `json:"section,omitempty" doc:"name of a section"`
	Page       int    `json:"page,omitempty"`
	Size       int    `json:"size,omitempty"`
	Sort       string `json:"sort,omitempty"`
	Q          string `json:"q,omitempty"`
	// TaskIDs narrows it to some tasks.
	TaskIDs []string `json:"taskIds,omitempty" doc:"at most 500"`
}

type scheduleTasksInput struct{ Body TaskQuery }

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
	LatestStart   *time.Time       `json:"latestStart"`
	LatestEnd     *time.Time       `json:"latestEnd"`
	RealStart     *time.Time       `json:"realStart"`
	RealEnd       *time.Time       `json:"realEnd"`
	Hours         quantity.Minutes `json:"hours"`
	PlannedHours  quantity.Minutes `json:"plannedHours"`
	SurplusHours  quantity.Minutes `json:"surplusHours"`
	Priority      int              `json:"priority"`
	BatchNo       string           `json:"batchNo"`
	BatchQty      int              `json:"batchQty"`
	Status        int              `json:"status"`
	CAMStatus     int              `json:"camStatus"`
	LockStatus    int              `json:"lockStatus"`
	Outsourced    bool             `json:"outsourced"`
	ReachRate     *float64         `json:"reachRate"`
	SourceFlag    int              `json:"sourceFlag"`
	Scheduled     bool             `json:"scheduled"`
	Planned       bool             `json:"planned" doc:"has a place in the plan in force; else out of plan"`
	Batched       bool             `json:"batched"`
	Reason        string           `json:"reason"`
	ReasonCode    int              `json:"reasonCode"`
	Assumed       bool             `json:"assumed"`
	Late          bool             `json:"late"`
	Conflict      string           `json:"conflict" doc:"the rule that a fixed task breaks"`
	ConflictCode  int              `json:"conflictCode"`
	ConflictWith  string           `json:"conflictWith"`
	ConflictHours quantity.Minutes `json:"conflictHours"`
	Marks         []string         `json:"marks" nullable:"false" enum:"coarse,breaksSpec,changesMachine" doc:"what its resource goes against: a coarser machine, a broken specification, another machine than it began on"`
	Slack         *float64         `json:"slack" doc:"hours from the planned to the latest start; null once started"`
}

// lockAll is the value of the lock filter that filters nothing.
const lockAll = 2

// taskStates are the states that the table can be narrowed to.
var taskStates = map[string]string{
	"scheduled": "planned_start IS NOT NULL", "unscheduled": "planned_start IS NULL", "late": "late", "conflict": "conflict > 0", "assumed": "assumed", "marked": "marks > 0", "outsourced": "outsourced",
	"batched": "batch_no <> ''", "unbatched": "batch_no = ''",
}

var (
	msgEither = L("请选择排程名称或模具编号", "Please give a schedule name or a mould number")
	reasons   = []problem.Text{L("", ""), L("没有可用资源", "no resource"), L("前工序未排", "predecessor not scheduled"), L("超出排程范围", "beyond the horizon"), L("规格不符", "specification"), L("没有工时", "no hours"), L("批次已暂停", "batch paused")}
	conflicts = []problem.Text{L("", ""), L("资源被占用", "capacity"), L("不在工作时间", "calendar"), L("资源不适用", "eligibility"), L("早于前工序", "precedence"), L("早于可开始日期", "release")}

	msgTaskIDs   = L("最多%d个任务", "At most %d tasks")
	msgTaskState = L("没有这种状态", "There is no such state")
)

// Tasks are the tasks of a plan, a page of them.
func (a *APS) Tasks(ctx context.Context, tx store.Tx, b TaskQuery) (List[TaskView], error) {
	page, err := a.taskRows(ctx, tx, b)
	out := List[TaskView]{Rows: []TaskView{}, Total: page.Total, Page: page.Page, Size: page.Size}
	if err != nil {
		return out, err
	}
	out.Rows, err = viewed(ctx, tx, page.Rows)
	return out, err
}

// viewed words the rows of a page, and tells which of them have a place in the plan in force.
func viewed(ctx context.Context, tx store.Tx, rows []planTask) ([]TaskView, error) {
	held, err := heldInForce(ctx, tx, rows)
	views := make([]TaskView, len(rows))
	for i := range rows {
		views[i] = taskView(&rows[i], problem.Language(ctx))
		views[i].Planned = held[rows[i].TaskID]
	}
	return views, err
}

// taskRows are the rows of a page of the task table, each as it stands at this moment.
func (a *APS) taskRows(ctx context.Context, tx store.Tx, b TaskQuery) (List[planTask], error) {
	out := List[planTask]{Page: max(1, b.Page), Size: min(max(1, b.Size), resource.MaxPage)}
	if b.Size == 0 {
		out.Size = 50
	}
	planID, set, err := a.asked(ctx, tx, b)
	if err != nil {
		return out, err
	}
	if err := b.check(); err != nil {
		return out, err
	}
	if b.live() {
		ids, total, err := a.liveIDs(ctx, tx, b, planID, out.Size, resource.Before(out.Page, out.Size))
		if err != nil {
			return out, err
		}
		if err := tx.Select(&out.Rows).Where("plan_id = ?", planID).WhereIn("id", ids).Scan(ctx); err != nil {
			return out, err
		}
		at := map[string]int{}
		for i, id := range ids {
			at[id] = i
		}
		slices.SortFunc(out.Rows, func(x, y planTask) int { return cmp.Compare(at[x.ID], at[y.ID]) })
		out.Total = total
		return out, a.stand(ctx, tx, out.Rows, set)
	}
	q := b.narrow(ctx, tx.Select(&out.Rows), planID)
	if out.Total, err = q.Count(ctx); err != nil {
		return out, err
	}
	if err := q.Order(b.order()...).Limit(out.Size, resource.Before(out.Page, out.Size)).Scan(ctx); err != nil {
		return out, err
	}
	return out, a.stand(ctx, tx, out.Rows, set)
}

// asked finds the plan that a question is about, and the settings that its tasks follow: the schedule's newest one, or
// without a schedule the plan in force.
func (a *APS) asked(ctx context.Context, tx store.Tx, b TaskQuery) (planID string, set map[string]any, err error) {
	s := new(Schedule)
	switch {
	case b.ScheduleID != "":
		if s, err = a.find(ctx, tx, b.ScheduleID); err != nil {
			return "", nil, err
		}
		planID = s.PlanID
	case b.MouldNo != "":
		var inForce FactoryPlan
		if err := tx.Select(&inForce).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
			return "", nil, err
		}
		planID = inForce.PlanID
	default:
		return "", nil, problem.Refuse(msgEither)
	}
	set, err = s.effective(ctx, tx)
	return planID, set, err
}

func (b TaskQuery) check() error {
	if len(b.TaskIDs) > resource.MaxPage {
		return problem.Invalid(problem.Field("taskIds", "atMost", msgTaskIDs, resource.MaxPage))
	}
	if _, known := taskStates[b.State]; !known && b.State != "" {
		return problem.Invalid(problem.Field("state", "choice", msgTaskState))
	}
	return nil
}

// narrow adds to a question about a plan all conditions that the plan itself can answer.
func (b TaskQuery) narrow(ctx context.Context, q *store.Select, planID string) *store.Select {
	text := resource.CleanSearch(b.Q)
	q = q.Where("plan_id = ?", planID).ContainsOr(text, "process_name", ownWordsWith(text, problem.Language(ctx)), "mould_no", "part_no", "part_name", "batch_no", "process_name", "resource_name", "group_name")
	for column, value := range map[string]string{"mould_no": b.MouldNo, "part_no": b.PartNo, "resource_id": b.ResourceID, "group_name": b.Group, "section_name": b.Section} {
		if value != "" {
			q = q.Where(column+" = ?", value)
		}
	}
	if len(b.TaskIDs) > 0 {
		q = q.WhereIn("task_id", b.TaskIDs)
	}
	if where := taskStates[b.State]; where != "" {
		q = q.Where(where)
	}
	return q
}

// taskColumns are what the table can be sorted by.
var taskColumns = map[string]string{
	"mouldNo": "mould_no", "partNo": "part_no", "opNo": "op_no", "batchNo": "batch_no", "batchQty": "qty", "processName": "process_name", "resourceName": "resource_name", "groupName": "group_name", "plannedStart": "planned_start",
	"plannedEnd": "planned_end", "latestStart": "latest_start", "latestEnd": "latest_end", "hours": "minutes", "priority": "priority",
}

func (b TaskQuery) order() []string {
	key, descending := strings.CutPrefix(b.Sort, "-")
	order := taskColumns[key]
	if order == "" {
		order = "planned_start"
	} else if descending {
		order += " DESC"
	}
	return []string{order, "mould_no", "part_no", "op_no", "batch_no", "id"}
}

// heldInForce tells which of the tasks have a place in the plan in force; the others are out of plan.
func heldInForce(ctx context.Context, tx store.Tx, rows []planTask) (map[string]bool, error) {
	held := map[string]bool{}
	var inForce FactoryPlan
	if err := tx.Select(&inForce).Scan(ctx); errors.Is(err, store.ErrNotFound) || len(rows) == 0 {
		return held, nil
	} else if err != nil {
		return nil, err
	}
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].TaskID
	}
	var there []planTask
	err := tx.Select(&there).Columns("task_id").Where("plan_id = ?", inForce.PlanID).Where("planned_start IS NOT NULL").WhereIn("task_id", ids).Scan(ctx)
	for i := range there {
		held[there[i].TaskID] = true
	}
	return held, err
}

func taskView(t *planTask, lang string) TaskView {
	return TaskView{
		TaskID: t.TaskID, MouldNo: t.MouldNo, PartNo: t.PartNo, PartName: t.PartName, WorkpieceName: t.PartName, OpNo: t.OpNo, Segment: t.Segment, ProcessName: worded(t.ProcessName, lang), SectionName: t.SectionName,
		GroupName: t.GroupName, ResourceID: t.ResourceID, ResourceName: worded(t.ResourceName, lang), PlannedStart: t.PlannedStart, PlannedEnd: t.PlannedEnd, LatestStart: t.LatestStart, LatestEnd: t.LatestEnd,
		RealStart: t.RealStart, RealEnd: t.RealEnd, Hours: t.Minutes, PlannedHours: t.PlannedMinutes, SurplusHours: t.SurplusMinutes, Priority: t.Priority, BatchNo: t.BatchNo, BatchQty: t.Qty, Batched: t.BatchNo != "", Status: t.Status,
		CAMStatus: t.CAMStatus, LockStatus: t.LockStatus, Outsourced: t.Outsourced, Scheduled: t.PlannedStart != nil, SourceFlag: t.SourceFlag, ReachRate: t.reach(), Reason: reasons[min(t.Reason, len(reasons)-1)].In(lang),
		ReasonCode: t.Reason, Assumed: t.Assumed, Late: t.Late, Conflict: conflicts[min(t.Conflict, len(conflicts)-1)].In(lang), ConflictCode: t.Conflict, ConflictWith: t.ConflictWith, ConflictHours: t.ConflictMinutes,
		Marks: t.marks(), Slack: t.slack(),
	}
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

// slack is the elapsed time that a task can still wait, in hours; what has started has none.
func (t *planTask) slack() *float64 {
	if t.Status != 0 || t.PlannedStart == nil || t.LatestStart == nil {
		return nil
	}
	hours := t.LatestStart.Sub(*t.PlannedStart).Hours()
	return &hours
}
