package aps

import (
	"context"
	"errors"
	"net/http"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/recurrence"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Auto-schedules: what their page reads and the calls behind it. How they are kept stands in auto_schedule_save.go, what happens at
// their times in auto_schedule_due.go and auto_schedule_end.go.

// timesShown is how many next times and how many runs of an auto-schedule are shown.
const timesShown = 10

// Recurrence is when an auto-schedule recurs, as its form offers it.
type Recurrence struct {
	Every     string `json:"every,omitempty" enum:"day,week,month" doc:"day: every day, week: on weekdays, month: on days of the month"`
	Weekdays  []int  `json:"weekdays,omitempty" nullable:"false" doc:"of every week, 1 Monday to 7 Sunday"`
	MonthDays []int  `json:"monthDays,omitempty" nullable:"false" doc:"of every month, 1 to 31; a month that lacks a day leaves it out"`
	LastDay   bool   `json:"lastDay,omitempty" doc:"the last day of every month, in place of monthDays"`
	Hours     []int  `json:"hours,omitempty" nullable:"false" doc:"0 to 23, in the zone of the factory"`
	Minute    *int   `json:"minute,omitempty" doc:"0 to 59, of each of the hours"`
}

// AutoScheduleView is an auto-schedule on its page.
type AutoScheduleView struct {
	ID             string        `json:"id"`
	Version        int64         `json:"version"`
	Name           string        `json:"name"`
	ScheduleID     string        `json:"scheduleId" doc:"empty: the default schedule of the factory"`
	ScheduleName   string        `json:"scheduleName" doc:"of the schedule that it would run now; empty where there is none"`
	Recurrence     Recurrence    `json:"recurrence"`
	CronExpression string        `json:"cronExpression" doc:"the recurrence as a Quartz expression, in the zone of the factory"`
	Enabled        bool          `json:"enabled"`
	Publish        bool          `json:"publish" doc:"its plans are published where they are on time no less often than the plan in force"`
	OwnerName      string        `json:"ownerName" doc:"in whose name it runs: who has last saved it or switched it on"`
	CreatorName    string        `json:"creatorName"`
	CreateTime     time.Time     `json:"createTime"`
	Times          []time.Time   `json:"times" nullable:"false" doc:"the next 10 times at which it runs, or would run if it were on"`
	Runs           []AutoRunView `json:"runs" nullable:"false" doc:"the last 10, the newest first"`
}

// AutoRunView is what became of a time of an auto-schedule.
type AutoRunView struct {
	DueTime      time.Time  `json:"dueTime"`
	BeginTime    time.Time  `json:"beginTime"`
	EndTime      *time.Time `json:"endTime"`
	Outcome      string     `json:"outcome" enum:"running,succeeded,failed,skipped,missed" doc:"skipped: a run of the schedule was still going; missed: no server was there for an hour or more"`
	CaughtUp     bool       `json:"caughtUp" doc:"it began late, because no server was there at its time"`
	Missed       int        `json:"missed" doc:"times before this one at which no server was there"`
	ScheduleID   string     `json:"scheduleId" doc:"empty where none was found, and where it is gone"`
	ScheduleName string     `json:"scheduleName"`
	PlanNumber   int        `json:"planNumber" doc:"of the schedule; 0 without a plan, and where it is gone"`
	Publish      bool       `json:"publish" doc:"its plan was to be published"`
	Published    bool       `json:"published"`
	Reason       string     `json:"reason" doc:"why it failed, or why its plan was not published"`
	Moulds       int        `json:"moulds" doc:"that were compared; 0 where nothing was"`
	OnTime       int        `json:"onTime" doc:"of these, by the new plan"`
	OnTimeBefore *int       `json:"onTimeBefore" doc:"of these, by the plan in force from the same start; null without one"`
	OwnerName    string     `json:"ownerName"`
}

// AutoScheduleList is the page of auto-schedules.
type AutoScheduleList struct {
	Zone      string             `json:"zone"`
	Rows      []AutoScheduleView `json:"rows" nullable:"false"`
	Schedules []AutoChoice       `json:"schedules" nullable:"false" doc:"that an auto-schedule may run"`
}

// AutoChoice is a schedule to choose.
type AutoChoice struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Default bool   `json:"default"`
}

// ExecutionTimes are the next times of an expression.
type ExecutionTimes struct {
	Zone  string      `json:"zone"`
	Times []time.Time `json:"times" nullable:"false" doc:"the next 10, in the zone of the factory and to the minute; fewer where it does not come round that often until 2199"`
}

type executionTimesInput struct {
	Body struct {
		CronExpression string `json:"cronExpression,omitempty" doc:"Quartz: second minute hour day-of-month month day-of-week [year]; the seconds do not count"`
	}
}

type autoSaveInput struct{ Body AutoScheduleForm }

type autoSwitchInput struct {
	Body struct {
		ID      string `json:"id"`
		Version int64  `json:"version" doc:"that the auto-schedule had when it was read"`
		Enabled bool   `json:"enabled"`
	}
}

type autoDeleteInput struct {
	Body struct {
		ID      string `json:"id"`
		Version int64  `json:"version" doc:"that the auto-schedule had when it was read"`
	}
}

func (a *APS) mountAutoSchedules(s *api.Server) {
	op := func(path, id, summary, permission string, body any) api.Operation {
		return api.Operation{
			Method: http.MethodPost, Path: "aps/automaticScheduling/" + path, ID: "aps-auto-" + id, Summary: summary, Tag: "aps", Permission: "aps.autoSchedule." + permission,
			Example: &api.Example{Body: body},
		}
	}
	api.Read(s, op("query", "query", "Auto-schedules with their next times and last runs", "check", map[string]any{}), func(ctx context.Context, tx store.Tx, _ *struct{}) (*AutoScheduleList, error) {
		return a.AutoSchedules(ctx, tx)
	})
	api.Read(s, op("getExecutionTimeByCronExpression.do", "times", "The next times of a recurrence", "check", map[string]any{"cronExpression": "0 30 6 ? * MON-FRI"}),
		func(ctx context.Context, tx store.Tx, in *executionTimesInput) (*ExecutionTimes, error) {
			return a.ExecutionTimes(ctx, tx, in.Body.CronExpression)
		})
	form := map[string]any{"name": "每日排程", "recurrence": map[string]any{"every": "week", "weekdays": []int{1, 2, 3, 4, 5}, "hours": []int{6}, "minute": 30}}
	api.Write(s, op("save", "save", "Make or change an auto-schedule", "modify", form), func(ctx context.Context, tx store.Tx, in *autoSaveInput) (Saved, error) {
		x, err := a.SaveAutoSchedule(ctx, tx, in.Body)
		if err != nil {
			return Saved{}, err
		}
		return Saved{x.ID, x.Version}, nil
	})
	api.Write(s, op("switch", "switch", "Switch an auto-schedule on or off", "modify", map[string]any{"id": exampleAuto, "version": 1, "enabled": false}),
		func(ctx context.Context, tx store.Tx, in *autoSwitchInput) (Saved, error) {
			x, err := a.SwitchAutoSchedule(ctx, tx, in.Body.ID, in.Body.Version, in.Body.Enabled)
			if err != nil {
				return Saved{}, err
			}
			return Saved{x.ID, x.Version}, nil
		})
	api.Write(s, op("delete", "delete", "Delete an auto-schedule", "delete", map[string]any{"id": exampleSpareAuto, "version": 1}), func(ctx context.Context, tx store.Tx, in *autoDeleteInput) (api.None, error) {
		return api.None{}, a.DeleteAutoSchedule(ctx, tx, in.Body.ID, in.Body.Version)
	})
}

// AutoSchedules are the auto-schedules of the factory.
func (a *APS) AutoSchedules(ctx context.Context, tx store.Tx) (*AutoScheduleList, error) {
	zone, err := zoneOf(tx)
	if err != nil {
		return nil, err
	}
	out := &AutoScheduleList{Zone: zone.String(), Rows: []AutoScheduleView{}, Schedules: []AutoChoice{}}
	var schedules []entity.Schedule
	if err := tx.Select(&schedules).Columns("id", "name", "is_default", "simulation").Order("name").Scan(ctx); err != nil {
		return nil, err
	}
	names, standard := map[string]string{}, ""
	for i := range schedules {
		s := &schedules[i]
		names[s.ID] = s.Name
		if s.Default {
			standard = s.ID
		}
		if !s.Simulation {
			out.Schedules = append(out.Schedules, AutoChoice{s.ID, s.Name, s.Default})
		}
	}
	var rows []entity.AutoSchedule
	if err := tx.Select(&rows).Order("name", "id").Scan(ctx); err != nil {
		return nil, err
	}
	for i := range rows {
		x := &rows[i]
		runs, err := a.autoRuns(ctx, tx, x.ID, names)
		if err != nil {
			return nil, err
		}
		runsNow := x.ScheduleID
		if runsNow == "" {
			runsNow = standard
		}
		view := AutoScheduleView{
			ID: x.ID, Version: x.Version, Name: x.Name, ScheduleID: x.ScheduleID, ScheduleName: names[runsNow], CronExpression: x.Expression, Enabled: x.Enabled, Publish: x.Publish,
			OwnerName: x.Owner.Name, CreatorName: x.CreatorName, CreateTime: x.CreatedAt, Runs: runs,
		}
		if view.Recurrence, err = recurrenceOf(x.Expression); err != nil {
			return nil, err
		}
		if view.Times, err = a.timesOf(x.Expression, zone); err != nil {
			return nil, err
		}
		out.Rows = append(out.Rows, view)
	}
	return out, nil
}

func recurrenceOf(expression string) (Recurrence, error) {
	c, err := recurrence.ChoiceOf(expression)
	return Recurrence(c), err
}

// timesOf are the next times of an expression, as the clocks of the zone show them.
func (a *APS) timesOf(expression string, zone *time.Location) ([]time.Time, error) {
	e, err := recurrence.Parse(expression)
	if err != nil {
		return nil, err
	}
	times := e.Next(a.deps.Now(), zone, timesShown)
	for i := range times {
		times[i] = times[i].In(zone)
	}
	return times, nil
}

// autoRuns are the last runs of an auto-schedule. Reasons that may name moulds are told in general to people who do not see all of them.
func (a *APS) autoRuns(ctx context.Context, tx store.Tx, id string, schedules map[string]string) ([]AutoRunView, error) {
	var rows []entity.AutoRun
	if err := tx.Select(&rows).Where("auto_schedule_id = ?", id).Order("due_at DESC", "id DESC").Limit(timesShown, 0).Scan(ctx); err != nil {
		return nil, err
	}
	lang := problem.Language(ctx)
	out := []AutoRunView{}
	for i := range rows {
		r := &rows[i]
		view := AutoRunView{
			DueTime: r.DueAt, BeginTime: r.BeganAt, EndTime: r.EndedAt, Outcome: r.Outcome, CaughtUp: r.CaughtUp, Missed: r.Missed, ScheduleName: r.ScheduleName,
			Publish: r.Publish, Published: r.Published, Reason: r.Reason.In(lang), Moulds: r.Moulds, OnTime: r.OnTime, OnTimeBefore: r.OnTimeBefore, OwnerName: r.Owner.Name,
		}
		if name, there := schedules[r.ScheduleID]; there {
			view.ScheduleID, view.ScheduleName = r.ScheduleID, name
			kept, err := tx.Select((*entity.Plan)(nil)).Where("schedule_id = ?", r.ScheduleID).Where("number = ?", r.PlanNumber).Where("complete = ?", true).Exists(ctx)
			if err != nil {
				return nil, err
			}
			if kept {
				view.PlanNumber = r.PlanNumber
			}
		}
		if r.NamesMoulds && len(tx.Actor().Hidden.Moulds) > 0 {
			view.Reason = msgUnseenReason.In(lang)
		}
		out = append(out, view)
	}
	return out, nil
}

var msgUnseenReason = L("原因涉及您无权查看的模具", "The reason concerns moulds that you may not see")

var (
	msgExpression       = L("请填写周期表达式", "Please give a recurrence expression")
	msgExpressionLength = L("表达式最多 %d 个字符", "An expression has at most %d characters")
	msgExpressionCount  = L("表达式有 6 或 7 段：秒 分 时 日 月 周 [年]", "An expression has 6 or 7 fields: second minute hour day month weekday [year]")
	msgExpressionDays   = L("日和周只能指定一个，另一个写“?”", "Give the day of the month or the day of the week, and ? for the other one")
	msgExpressionRange  = L("%s：“%s”不在 %d 到 %d 之间", "%s: “%s” is not within %d to %d")
	msgExpressionFormat = L("%s：“%s”的写法不正确", "%s: “%s” cannot be read")

	expressionParts = map[recurrence.Part]problem.Text{
		recurrence.Seconds: L("秒", "Second"), recurrence.Minutes: L("分", "Minute"), recurrence.Hours: L("时", "Hour"), recurrence.DayOfMonth: L("日", "Day of month"),
		recurrence.Month: L("月", "Month"), recurrence.DayOfWeek: L("周", "Day of week"), recurrence.Year: L("年", "Year"),
	}
)

// ExecutionTimes are the next times of an expression in the zone of the factory.
func (a *APS) ExecutionTimes(_ context.Context, tx store.Tx, expression string) (*ExecutionTimes, error) {
	zone, err := zoneOf(tx)
	if err != nil {
		return nil, err
	}
	if expression == "" {
		return nil, problem.Invalid(problem.Field("cronExpression", "required", msgExpression))
	}
	times, err := a.timesOf(expression, zone)
	var fault *recurrence.Fault
	if errors.As(err, &fault) {
		return nil, problem.Invalid(refusedExpression(fault))
	}
	return &ExecutionTimes{zone.String(), times}, err
}

// refusedExpression names the field of an expression and the rule that it breaks.
func refusedExpression(f *recurrence.Fault) problem.FieldError {
	refuse := func(text problem.Text, args ...any) problem.FieldError {
		return problem.Field("cronExpression", string(f.Rule), text, args...)
	}
	switch f.Rule {
	case recurrence.RuleCount:
		return refuse(msgExpressionCount)
	case recurrence.RuleLength:
		return refuse(msgExpressionLength, recurrence.MostLength)
	case recurrence.RuleBoth:
		return refuse(msgExpressionDays)
	case recurrence.RuleRange:
		return refuse(msgExpressionRange, expressionParts[f.Part], f.Text, f.From, f.To)
	}
	return refuse(msgExpressionFormat, expressionParts[f.Part], f.Text)
}
