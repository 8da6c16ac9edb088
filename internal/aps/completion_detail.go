package aps

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mouldworks/internal/aps/completion"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// The tasks behind a completion rate, as a list and as a file.

// CompletionDetailQuery asks for the tasks behind a figure.
type CompletionDetailQuery struct {
	CompletionQuery
	Key   string `json:"key,omitempty" doc:"of a group of the answer to the same question; left out: all"`
	Day   string `json:"day,omitempty" doc:"a day of the interval, YYYY-MM-DD; left out: all"`
	State string `json:"state,omitempty" enum:"completed,early,onTime,late,unfinished,outOfPlan" doc:"completed: early and onTime; left out: all"`
	Page  int    `json:"page,omitempty" minimum:"1" maximum:"1000000"`
	Size  int    `json:"size,omitempty" minimum:"1" maximum:"200" doc:"rows on a page, 50 unless given"`
}

// CompletionTasks are the tasks behind a figure, by day and planned end.
type CompletionTasks struct {
	Rows       []CompletionTask `json:"rows" nullable:"false"`
	Total      int              `json:"total"`
	Page       int              `json:"page"`
	Size       int              `json:"size"`
	Others     int              `json:"others" doc:"tasks of the figure that are of moulds which the reader may not see"`
	OtherHours quantity.Minutes `json:"otherHours" doc:"of these"`
}

// CompletionTask is a task on a day for which it was planned, or on the day on which it was finished out of plan.
type CompletionTask struct {
	Day         string           `json:"day"`
	State       string           `json:"state" enum:"early,onTime,late,unfinished,outOfPlan"`
	TaskID      string           `json:"taskId"`
	MouldID     string           `json:"mouldId"`
	MouldNo     string           `json:"mouldNo" doc:"when it was planned"`
	PartNo      string           `json:"partNo"`
	PartName    string           `json:"partName"`
	BatchNo     string           `json:"batchNo"`
	OpNo        int              `json:"opNo"`
	ProcessName string           `json:"processName"`
	Section     string           `json:"section"`
	Group       string           `json:"group"`
	Resource    string           `json:"resource" doc:"that it was planned on; out of plan: that was reported"`
	PlannedEnd  *time.Time       `json:"plannedEnd" doc:"null out of plan"`
	RealEnd     *time.Time       `json:"realEnd" doc:"null while it is not finished"`
	Hours       quantity.Minutes `json:"hours" doc:"planned; out of plan: standard"`
	PersonKind  string           `json:"personKind" enum:"person,team,supplier,unseen,gone,nobody"`
	Person      string           `json:"person"`
	Plan        *CompletionPlan  `json:"plan" doc:"that it stands in; null out of plan"`
	Removed     bool             `json:"removed" doc:"its operation was deleted since"`
}

type completionDetailInput struct{ Body CompletionDetailQuery }

type completionExportInput struct {
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
	Body   CompletionDetailQuery
}

// completionRows and lastCompletionPage are those of a page that nobody asks otherwise for, and what a page is called at most.
const (
	completionRows     = 50
	lastCompletionPage = 1_000_000
	stateCompleted     = "completed"
)

var completionStates = []string{"", stateCompleted, string(completion.Early), string(completion.OnTime), string(completion.Late), string(completion.Unfinished), string(completion.OutOfPlan)}

// takes tells whether a task is one of those that a figure counts.
func (q *CompletionDetailQuery) takes(t *completionTask) bool {
	switch {
	case q.Key != "" && q.Key != t.key(q.By).text(), q.Day != "" && q.Day != t.Day:
		return false
	case q.State == stateCompleted:
		return t.state == completion.Early || t.state == completion.OnTime
	}
	return q.State == "" || q.State == string(t.state)
}

// CompletionDetail lists the tasks behind a figure.
func (a *APS) CompletionDetail(ctx context.Context, tx store.Tx, q CompletionDetailQuery) (*CompletionTasks, error) {
	out := &CompletionTasks{Page: min(max(q.Page, 1), lastCompletionPage), Size: cmp.Or(q.Size, completionRows)}
	all, err := a.behind(ctx, tx, q, out)
	if err != nil {
		return nil, err
	}
	out.Total = len(all)
	from := (out.Page - 1) * out.Size
	out.Rows = append([]CompletionTask{}, all[min(from, len(all)):min(from+out.Size, len(all))]...)
	return out, nil
}

// behind are all tasks behind a figure that the reader may see; the others are counted.
func (a *APS) behind(ctx context.Context, tx store.Tx, q CompletionDetailQuery, others *CompletionTasks) ([]CompletionTask, error) {
	days, err := q.days(a, tx)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(completionStates, q.State) {
		return nil, problem.Invalid(problem.Field("state", "choice", msgCompletionBy))
	}
	c, err := a.countCompletion(ctx, tx, days, q.OnTime)
	if err != nil {
		return nil, err
	}
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	c.narrow(words, q.CompletionQuery)
	var rows []CompletionTask
	for i := range c.tasks {
		t := &c.tasks[i]
		switch {
		case !q.takes(t):
			continue
		case t.hidden:
			others.Others++
			others.OtherHours += t.Minutes
			continue
		}
		row := CompletionTask{
			Day: t.Day, State: string(t.state), TaskID: t.TaskID, MouldID: t.MouldID, MouldNo: t.MouldNo, PartNo: t.PartNo, PartName: t.PartName, BatchNo: t.BatchNo, OpNo: t.OpNo,
			ProcessName: words.Process(t.ProcessName), Section: words.Section(t.SectionName), Group: words.Group(t.GroupName), Resource: words.Resource(t.ResourceName),
			RealEnd: t.real, Hours: t.Minutes, PersonKind: t.by.kind, Person: t.key(byPerson).named(words), Removed: t.removed,
		}
		if t.plan != nil {
			row.PlannedEnd, row.Plan = &t.PlannedEnd, &CompletionPlan{t.plan.ScheduleName, t.plan.PlanNumber}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

var (
	wordCompletion = L("计划完成率 %s", "Plan completion rate %s") // with the first day alone: a sheet's name has 31 characters

	stateWords = map[string]problem.Text{
		string(completion.Early): L("提前", "Early"), string(completion.OnTime): L("按时", "On time"), string(completion.Late): L("延期", "Late"),
		string(completion.Unfinished): L("未完成", "Unfinished"), string(completion.OutOfPlan): L("计划外", "Out of plan"),
	}
	personWords = map[string]problem.Text{
		kindSupplier: L("供应商", "Supplier"), kindUnseen: L("您无权查看的人员", "People you may not see"), kindGone: L("已离开的人员", "No longer a member"), kindNobody: L("尚无人员", "Nobody yet"),
	}
)

// completionSheet are the columns of the file.
var completionSheet = []sheetColumn[CompletionTask]{
	{"day", L("计划日期", "Planned day"), func(t *CompletionTask, _ reader) any { return t.Day }},
	{"state", L("状态", "Status"), func(t *CompletionTask, r reader) any { return stateWords[t.State].In(r.lang) }},
	{"mouldNo", L("模具编号", "Mould no"), func(t *CompletionTask, _ reader) any { return t.MouldNo }},
	{"partNo", L("零件编号", "Part no"), func(t *CompletionTask, _ reader) any { return t.PartNo }},
	{"partName", L("零件名称", "Part name"), func(t *CompletionTask, _ reader) any { return t.PartName }},
	{"batchNo", L("批次", "Batch no"), func(t *CompletionTask, _ reader) any { return t.BatchNo }},
	{"opNo", L("工序号", "Operation no"), func(t *CompletionTask, _ reader) any { return t.OpNo }},
	{"processName", L("工艺", "Process"), func(t *CompletionTask, _ reader) any { return t.ProcessName }},
	{"section", L("工段", "Section"), func(t *CompletionTask, _ reader) any { return t.Section }},
	{"group", L("资源组", "Resource group"), func(t *CompletionTask, _ reader) any { return t.Group }},
	{"resource", L("资源", "Resource"), func(t *CompletionTask, _ reader) any { return t.Resource }},
	{"person", L("人员", "Person"), func(t *CompletionTask, r reader) any {
		if words, own := personWords[t.PersonKind]; own {
			return words.In(r.lang)
		}
		return t.Person
	}},
	{"plannedEnd", L("计划结束", "Planned end"), func(t *CompletionTask, r reader) any { return r.time(t.PlannedEnd) }},
	{"realEnd", L("实际结束", "Actual end"), func(t *CompletionTask, r reader) any { return r.time(t.RealEnd) }},
	{"hours", L("计划工时", "Planned hours"), func(t *CompletionTask, _ reader) any { return hoursCell(t.Hours) }},
	{"plan", L("执行中的计划", "Plan in force"), func(t *CompletionTask, r reader) any {
		if t.Plan == nil {
			return ""
		}
		return wordPlanOf.With(t.Plan.Name, t.Plan.PlanNumber).In(r.lang)
	}},
}

var wordPlanOf = L("%s 版本 %d", "%s version %d")

// ExportCompletion is the tasks behind a figure as a file, of all pages.
func (a *APS) ExportCompletion(ctx context.Context, q CompletionDetailQuery, format string) (*api.File, error) {
	var rows []CompletionTask
	if err := a.deps.DB.Read(ctx, func(tx store.Tx) (err error) { rows, err = a.behind(ctx, tx, q, &CompletionTasks{}); return err }); err != nil {
		return nil, err
	}
	title := wordCompletion.With(q.From).In(problem.Language(ctx))
	return sheetOfRows(ctx, a.deps.DB, title, format, completionSheet, rows), nil
}
