package aps

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The list of schedules as a file.

type scheduleExportInput struct {
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
	Body   struct {
		ListQuery
		Columns []string `json:"columns,omitempty" doc:"keys of the columns in their order; empty: all"`
	}
}

var (
	wordSchedules  = L("排程任务", "Schedules")
	wordSimulation = L("模拟", "Simulation")
	wordInForce    = L("版本 %d 执行中", "Version %d in force")
	wordReplaced   = L("已被“%[1]s”版本 %[2]d 取代", "Replaced by version %[2]d of “%[1]s”")

	scheduleStatusWords = []problem.Text{L("未开始", "Not started"), L("进行中", "In progress"), L("已完成", "Completed"), L("已发布", "Published")}
	runStatusWords      = []problem.Text{L("—", "—"), L("运行中", "Running"), L("成功", "Success"), L("失败", "Failure")}
)

// scheduleSheet are the columns of the list of schedules.
var scheduleSheet = []sheetColumn[ScheduleView]{
	{"name", L("排程名称", "Schedule name"), func(s *ScheduleView, _ reader) any { return s.Name }},
	{"status", L("状态", "Status"), func(s *ScheduleView, r reader) any { return s.state(r) }},
	{"runStatus", L("运行状态", "Run status"), func(s *ScheduleView, r reader) any { return r.word(runStatusWords, s.RunStatus) }},
	{"startTime", L("开始时间", "Start"), func(s *ScheduleView, r reader) any { return r.time(&s.StartTime) }},
	{"deliveryTime", L("交期", "Delivery"), func(s *ScheduleView, r reader) any { return r.due(cmp.Or(s.DeliveryTime, s.LatestDelivery)) }},
	{"planNumber", L("指标版本", "Figures of version"), func(s *ScheduleView, r reader) any { return s.figuresOf(r) }},
	{"moulds", L("模具", "Moulds"), func(s *ScheduleView, _ reader) any { return s.counted(s.Moulds) }},
	{"tasks", L("任务", "Tasks"), func(s *ScheduleView, _ reader) any { return s.counted(s.Tasks) }},
	{"late", L("延期", "Late"), func(s *ScheduleView, _ reader) any { return s.counted(s.Late) }},
	{"lateToday", L("按今天的交期延期", "Late by the dates of today"), func(s *ScheduleView, _ reader) any {
		return s.today(func(x *plan.LateToday) int { return x.Late })
	}},
	{"partsLateToday", L("按今天的交期延期的强制交期零件", "Forced deliveries late by the dates of today"), func(s *ScheduleView, _ reader) any {
		return s.today(func(x *plan.LateToday) int { return x.ForcedLate })
	}},
	{"unscheduled", L("未排", "Unscheduled"), func(s *ScheduleView, _ reader) any { return s.counted(s.Unscheduled) }},
	{"carriedMoulds", L("沿用模具", "Carried-over moulds"), func(s *ScheduleView, _ reader) any { return s.counted(s.CarriedMoulds) }},
	{"carriedLate", L("沿用的延期模具", "Carried-over moulds late"), func(s *ScheduleView, _ reader) any { return s.counted(s.CarriedLate) }},
	{"carriedLateToday", L("按今天的交期沿用的延期模具", "Carried-over moulds late by the dates of today"), func(s *ScheduleView, _ reader) any {
		return s.today(func(x *plan.LateToday) int { return x.CarriedLate })
	}},
	{"runSeconds", L("运行时间（秒）", "Run time (s)"), func(s *ScheduleView, _ reader) any { return rounded(s.RunSeconds) }},
	{"scheduler", L("排程人", "Scheduler"), func(s *ScheduleView, _ reader) any { return s.SchedulerName }},
	{"publisher", L("发布人", "Publisher"), func(s *ScheduleView, _ reader) any { return s.PublisherName }},
	{"publishTime", L("发布时间", "Published at"), func(s *ScheduleView, r reader) any { return r.time(s.PublishTime) }},
	{"createTime", L("创建时间", "Created at"), func(s *ScheduleView, r reader) any { return r.time(&s.CreateTime) }},
	{"createUser", L("创建人", "Created by"), func(s *ScheduleView, _ reader) any { return s.CreateUserName }},
	{"defaultFlag", L("默认", "Default"), func(s *ScheduleView, _ reader) any { return s.tick() }},
}

// state is the status of a schedule, with the version in force, or what took its place; a simulation says that it is one.
func (s *ScheduleView) state(r reader) any {
	status := scheduleStatusWords[s.Status].In(r.lang)
	if s.Simulation {
		status += " · " + wordSimulation.In(r.lang)
	}
	if s.InForceNumber > 0 {
		status += " · " + wordInForce.With(s.InForceNumber).In(r.lang)
	}
	if by := s.ReplacedBy; by != nil {
		status += " · " + wordReplaced.With(by.Name, by.PlanNumber).In(r.lang)
	}
	return status
}

// figuresOf is the version that moulds, tasks, late and unscheduled are counted in: the newest.
func (s *ScheduleView) figuresOf(r reader) any {
	if s.PlanNumber == 0 {
		return ""
	}
	return entity.LabelPlan.With(s.PlanNumber).In(r.lang)
}

// counted is a figure of the newest version, nothing before the first one.
func (s *ScheduleView) counted(figure int) any {
	if s.PlanNumber == 0 {
		return nil
	}
	return figure
}

// today is a figure by the dates of today, nothing where the plan counts the same moulds late.
func (s *ScheduleView) today(figure func(*plan.LateToday) int) any {
	if s.Today == nil {
		return nil
	}
	return figure(s.Today)
}

func (s *ScheduleView) tick() any {
	if s.DefaultFlag {
		return "✓"
	}
	return ""
}

// planFigures are the columns of the list that its plans know.
var planFigures = map[string]func(*entity.Plan) int{
	"planNumber": func(p *entity.Plan) int { return p.Number },
	"moulds":     func(p *entity.Plan) int { return p.Moulds }, "tasks": func(p *entity.Plan) int { return p.Tasks },
	"late": func(p *entity.Plan) int { return p.Late }, "unscheduled": func(p *entity.Plan) int { return p.Unscheduled },
	"carriedMoulds": func(p *entity.Plan) int { return p.CarriedMoulds }, "carriedLate": func(p *entity.Plan) int { return p.CarriedLate },
}

// Export is the file of all schedules that a question asks for.
func (a *APS) Export(ctx context.Context, b ListQuery, keys []string, format string) (*api.File, error) {
	columns, err := chosenColumns(scheduleSheet, keys)
	if err != nil {
		return nil, err
	}
	var ids []string
	if err := a.deps.DB.Read(ctx, func(tx store.Tx) (err error) { ids, err = b.ids(ctx, tx); return err }); err != nil {
		return nil, err
	}
	return sheetOf(ctx, a.deps.DB, wordSchedules.In(problem.Language(ctx)), format, columns, ids, func(ctx context.Context, tx store.Tx, piece []string) ([]ScheduleView, error) {
		var rows []entity.Schedule
		if err := tx.Select(&rows).WhereIn("id", piece).Scan(ctx); err != nil {
			return nil, err
		}
		at := map[string]int{}
		for i, id := range piece {
			at[id] = i
		}
		slices.SortFunc(rows, func(x, y entity.Schedule) int { return cmp.Compare(at[x.ID], at[y.ID]) })
		return a.viewSchedules(ctx, tx, rows)
	}), nil
}

// ids are all schedules that answer a question, in its order.
func (b ListQuery) ids(ctx context.Context, tx store.Tx) (ids []string, err error) {
	if planFigures[strings.TrimPrefix(b.Sort, "-")] == nil {
		if err := checkSort(b.Sort, scheduleColumns); err != nil {
			return nil, err
		}
	}
	var rows []entity.Schedule
	if err := b.narrow(tx.Select(&rows).Columns("id", "plan_id")).Order(b.order()...).Scan(ctx); err != nil {
		return nil, err
	}
	key, descending := strings.CutPrefix(b.Sort, "-")
	if figure := planFigures[key]; figure != nil {
		var plans []entity.Plan
		if err := tx.Select(&plans).Columns("id", "number", "moulds", "tasks", "unscheduled", "late", "carried_moulds", "carried_late").Where("complete = ?", true).Scan(ctx); err != nil {
			return nil, err
		}
		of := map[string]int{}
		for i := range plans {
			of[plans[i].ID] = figure(&plans[i])
		}
		slices.SortStableFunc(rows, func(x, y entity.Schedule) int {
			if descending {
				x, y = y, x
			}
			return cmp.Compare(of[x.PlanID], of[y.PlanID])
		})
	}
	for i := range rows {
		ids = append(ids, rows[i].ID)
	}
	return ids, nil
}
