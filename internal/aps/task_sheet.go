package aps

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"
	"unicode/utf16"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// The task table as a file.

type taskExportInput struct {
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
	Body   struct {
		TaskQuery
		Columns []string `json:"columns,omitempty" doc:"keys of the columns in their order; empty: all"`
	}
}

var (
	wordTasks     = L("任务表", "Tasks")
	msgQueryFirst = L("请先查询，再导出", "Please make a query first, then export")

	taskStatusWords = []problem.Text{L("未开始", "Not started"), L("进行中", "Running"), L("已暂停", "Paused"), L("已完成", "Finished")}
	lockWords       = []problem.Text{L("未锁定", "Unlocked"), L("已锁定", "Locked")}
	camWords        = []problem.Text{L("无", "None"), L("进行中", "In work"), L("已完成", "Done"), L("已校对", "Checked")}
	sourceWords     = []problem.Text{L("正常", "Normal"), L("复制", "Copy"), L("强制交期", "Forced delivery"), L("外协", "Outsourced"), L("PLM", "PLM")}
	markWords       = map[string]problem.Text{"coarse": L("降级", "Lower level"), "breaksSpec": L("突破规格", "Breaks a specification"), "changesMachine": L("换设备", "Changes its machine")}

	wordOutsourced = L("外协", "Outsourced")
	wordsScheduled = []problem.Text{L("未排", "Unscheduled"), L("已排", "Scheduled")}
	wordsPlanned   = []problem.Text{L("计划外", "Out of plan"), L("计划内", "In plan")}
	wordsBatched   = []problem.Text{L("未分批", "Not batched"), L("已分批", "Batched")}
	wordAssumed    = L("按假定日期", "On assumed dates")
	wordCarried    = L("沿用执行中计划", "Carried over")
)

// taskSheet are the columns of the task table.
var taskSheet = []sheetColumn[TaskView]{
	{"mouldNo", L("模具编号", "Mould no"), func(t *TaskView, _ reader) any { return t.MouldNo }},
	{"partNo", L("零件编号", "Part no"), func(t *TaskView, _ reader) any { return strings.TrimSuffix(t.PartNo+"/"+t.BatchNo, "/") }},
	{"partName", L("零件名称", "Part name"), func(t *TaskView, _ reader) any { return t.PartName }},
	{"opNo", L("工序号", "Operation no"), func(t *TaskView, _ reader) any { return t.step() }},
	{"processName", L("工艺", "Process"), func(t *TaskView, _ reader) any { return t.ProcessName }},
	{"sectionName", L("工段", "Section"), func(t *TaskView, _ reader) any { return t.SectionName }},
	{"groupName", L("资源组", "Resource group"), func(t *TaskView, _ reader) any { return t.GroupName }},
	{"resourceName", L("资源", "Resource"), func(t *TaskView, r reader) any { return t.maker(r) }},
	timeColumn("plannedStart", L("计划开始", "Planned start"), func(t *TaskView) *time.Time { return t.PlannedStart }),
	timeColumn("plannedEnd", L("计划结束", "Planned end"), func(t *TaskView) *time.Time { return t.PlannedEnd }),
	hoursColumn("hours", L("工时", "Hours"), func(t *TaskView) quantity.Minutes { return t.Hours }),
	hoursColumn("plannedHours", L("计划工时", "Planned hours"), func(t *TaskView) quantity.Minutes { return t.PlannedHours }),
	hoursColumn("surplusHours", L("剩余工时", "Remaining hours"), func(t *TaskView) quantity.Minutes { return t.SurplusHours }),
	{"leadDays", L("外协周期（天）", "Lead time (days)"), func(t *TaskView, _ reader) any { return rounded(t.LeadDays) }},
	{"slack", L("余量（小时）", "Slack (h)"), func(t *TaskView, _ reader) any { return rounded(t.Slack) }},
	{"reachRate", L("达成率 %", "Reach rate %"), func(t *TaskView, _ reader) any { return outOfHundred(t.ReachRate) }},
	{"planState", L("计划状态", "Plan state"), func(t *TaskView, r reader) any { return t.states(r) }},
	{"reason", L("未排原因", "Why unscheduled"), func(t *TaskView, _ reader) any { return t.Reason }},
	{"conflict", L("冲突", "Conflicts"), func(t *TaskView, r reader) any { return t.broken(r) }},
	{"status", L("任务状态", "Task status"), func(t *TaskView, r reader) any { return r.word(taskStatusWords, t.Status) }},
	{"lockStatus", L("锁定", "Lock"), func(t *TaskView, r reader) any { return r.word(lockWords, t.LockStatus) }},
	{"priority", L("优先级", "Priority"), func(t *TaskView, _ reader) any { return t.Priority }},
	{"batchNo", L("批次", "Batch no"), func(t *TaskView, _ reader) any { return t.BatchNo }},
	{"batchQty", L("批量", "Quantity"), func(t *TaskView, _ reader) any { return t.BatchQty }},
	{"camStatus", L("CAM 状态", "CAM status"), func(t *TaskView, r reader) any { return r.word(camWords, t.CAMStatus) }},
	{"sourceFlag", L("来源", "Source"), func(t *TaskView, r reader) any { return r.word(sourceWords, t.SourceFlag) }},
	timeColumn("latestStart", L("最晚开始", "Latest start"), func(t *TaskView) *time.Time { return t.LatestStart }),
	timeColumn("latestEnd", L("最晚结束", "Latest end"), func(t *TaskView) *time.Time { return t.LatestEnd }),
	timeColumn("realStart", L("实际开始", "Actual start"), func(t *TaskView) *time.Time { return t.RealStart }),
	timeColumn("realEnd", L("实际结束", "Actual end"), func(t *TaskView) *time.Time { return t.RealEnd }),
}

func timeColumn(key string, label problem.Text, of func(*TaskView) *time.Time) sheetColumn[TaskView] {
	return sheetColumn[TaskView]{key, label, func(t *TaskView, r reader) any { return r.time(of(t)) }}
}

func hoursColumn(key string, label problem.Text, of func(*TaskView) quantity.Minutes) sheetColumn[TaskView] {
	return sheetColumn[TaskView]{key, label, func(t *TaskView, _ reader) any { return result.TwoPlaces(of(t).Hours().Float()) }}
}

// rounded is a figure as people read it, empty where it is undefined.
func rounded(x *float64) any {
	if x == nil {
		return ""
	}
	return result.TwoPlaces(*x)
}

// outOfHundred is a rate in per cent with one place, as on the page: what falls short of 100 never reads 100. Undefined, it is
// empty.
func outOfHundred(x *float64) any {
	switch {
	case x == nil:
		return ""
	case *x < 100:
		return min(99.9, math.Round(*x*10)/10)
	}
	return 100.0
}

// step is the operation number of a task, with its segment where the task was cut.
func (t *TaskView) step() any {
	if t.Segment > 0 {
		return fmt.Sprintf("%d#%d", t.OpNo, t.Segment)
	}
	return t.OpNo
}

// maker is who makes a task.
func (t *TaskView) maker(r reader) any {
	if t.Outsourced && t.ResourceName == "" {
		return wordOutsourced.In(r.lang)
	}
	return t.ResourceName
}

// states are the plan states of a task, side by side.
func (t *TaskView) states(r reader) any {
	pick := func(words []problem.Text, on bool) string {
		if on {
			return words[1].In(r.lang)
		}
		return words[0].In(r.lang)
	}
	states := []string{pick(wordsScheduled, t.Scheduled), pick(wordsPlanned, t.Planned), pick(wordsBatched, t.Batched)}
	if t.Assumed {
		states = append(states, wordAssumed.In(r.lang))
	}
	if t.Carried {
		states = append(states, wordCarried.In(r.lang))
	}
	for _, mark := range t.Marks {
		states = append(states, markWords[mark].In(r.lang))
	}
	return strings.Join(states, " · ")
}

// broken are the rules that a task breaks, side by side.
func (t *TaskView) broken(r reader) any {
	words := make([]string, len(t.Conflicts))
	for i := range t.Conflicts {
		words[i] = t.Conflicts[i].Text().In(r.lang)
	}
	return strings.Join(words, " · ")
}

// ExportTasks is the file of all tasks that a question asks for. Without a schedule or a mould no question has been made,
// and there is nothing to export (APS-TASK-08).
func (a *APS) ExportTasks(ctx context.Context, b TaskQuery, keys []string, format string) (*api.File, error) {
	if b.ScheduleID == "" && b.MouldNo == "" {
		return nil, problem.Refuse(msgQueryFirst)
	}
	columns, err := chosenColumns(taskSheet, keys)
	if err != nil {
		return nil, err
	}
	var set map[string]any
	var held map[string]bool
	var words model.Words
	var ids []string
	var of planTitle
	if err := a.deps.DB.Read(ctx, func(tx store.Tx) (err error) {
		planID, layers, err := a.asked(ctx, tx, b)
		if err != nil {
			return err
		}
		set = layers
		if of, err = a.titleOf(ctx, tx, planID); err != nil {
			return err
		}
		if held, err = heldInForce(ctx, tx, nil); err != nil {
			return err
		}
		if words, err = a.deps.EnglishNames.Words(ctx, tx); err != nil {
			return err
		}
		if err := b.check(); err != nil {
			return err
		}
		ids, err = a.taskIDs(ctx, tx, b, planID)
		return err
	}); err != nil {
		return nil, err
	}
	lang := problem.Language(ctx)
	file := sheetOf(ctx, a.deps.DB, of.page(lang), format, columns, ids, func(ctx context.Context, tx store.Tx, piece []string) ([]TaskView, error) {
		rows, err := a.tasksByID(ctx, tx, piece, set)
		return viewsOf(words, rows, held), err
	})
	file.Name = of.file(lang) + "." + format
	return file, nil
}

// planTitle names the plan whose tasks a file holds; both are empty where there is none.
type planTitle struct {
	schedule string
	number   int
}

// titleOf reads the names of a plan.
func (a *APS) titleOf(ctx context.Context, tx store.Tx, planID string) (of planTitle, err error) {
	if planID == "" {
		return of, nil
	}
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "schedule_id", "number").Where("id = ?", planID).Scan(ctx); err != nil {
		return of, err
	}
	s, err := entity.FindSchedule(ctx, tx, p.ScheduleID)
	if err != nil {
		return of, err
	}
	return planTitle{s.Name, p.Number}, nil
}

// file is the name of the file, without what a folder of Windows refuses.
func (of planTitle) file(lang string) string {
	if of.number == 0 {
		return wordTasks.In(lang)
	}
	return strings.Join([]string{wordTasks.In(lang), barred.ReplaceAllString(of.schedule, "-"), entity.LabelPlan.With(of.number).In(lang)}, " ")
}

// page is the name of the sheet. Of a long name of a schedule there stands what fits: the version is never cut off.
func (of planTitle) page(lang string) string {
	name := of.file(lang)
	if over := len(utf16.Encode([]rune(name))) - mostInPage; over > 0 {
		units := utf16.Encode([]rune(barred.ReplaceAllString(of.schedule, "-")))
		of.schedule = strings.TrimRight(string(utf16.Decode(units[:max(0, len(units)-over)])), "\uFFFD ")
		name = of.file(lang)
	}
	return name
}

// mostInPage bounds the name of a sheet, in units of UTF-16 as spreadsheet programs count them.
const mostInPage = 31

// barred are the characters that files and sheets cannot have in their names.
var barred = regexp.MustCompile(`[\\/:*?"<>|\[\]\x00-\x1f]`)
