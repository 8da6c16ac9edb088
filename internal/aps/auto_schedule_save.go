package aps

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/recurrence"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// How auto-schedules are kept. Whoever saves one or switches it on lends it their name: it runs as they could, so it asks of them what
// running and publishing by hand would.

const (
	mayRun     = "aps.schedule.run"
	mayPublish = "aps.schedule.release"
)

// AutoScheduleForm is what the form of an auto-schedule sends.
type AutoScheduleForm struct {
	ID         string     `json:"id,omitempty"`
	Version    int64      `json:"version,omitempty" doc:"that the auto-schedule had when it was read; needed to change one"`
	Name       string     `json:"name,omitempty"`
	ScheduleID string     `json:"scheduleId,omitempty" doc:"none: the default schedule of the factory, whichever that is at the run"`
	Recurrence Recurrence `json:"recurrence"`
	Enabled    *bool      `json:"enabled,omitempty" doc:"none: a new one is on, an old one stays as it is"`
	Publish    bool       `json:"publish,omitempty" doc:"publish its plans where they are on time no less often than the plan in force"`
}

var (
	msgAutoName      = L("自动排程名称须为 1 到 50 个字符", "The name of an auto-schedule has 1 to 50 characters")
	msgAutoTaken     = L("自动排程名称已存在", "An auto-schedule of this name already exists")
	msgAutoSchedule  = L("所选排程不存在", "The chosen schedule does not exist")
	msgAutoSimulated = L("模拟排程不能自动运行，请选择正式排程", "A simulation is not run automatically: choose a real schedule")
	msgEvery         = L("请选择日期", "Please choose the days")
	msgWeekdays      = L("请选择日期：至少选择一个星期几", "Please choose the days: one day of the week at least")
	msgMonthDays     = L("请选择日期：至少选择一天或每月最后一天", "Please choose the days: one day of the month at least, or its last day")
	msgHours         = L("请选择时间：至少选择一个小时", "Please choose the time: one hour at least")
	msgMinute        = L("请选择时间：缺少分钟", "Please choose the time: the minute is missing")
	msgBetween       = L("须为 %d 到 %d", "From %d to %d")
	msgUsedByAuto    = L("排程“%s”由自动排程“%s”运行，不能删除；请先让它运行别的排程，或将其删除", "“%s” is run by the auto-schedule “%s” and cannot be deleted: let that run another schedule first, or delete it")
)

// SaveAutoSchedule makes or changes an auto-schedule.
func (a *APS) SaveAutoSchedule(ctx context.Context, tx store.Tx, f AutoScheduleForm) (*entity.AutoSchedule, error) {
	x := &entity.AutoSchedule{Enabled: true, CreatorName: tx.Actor().Name}
	if f.ID != "" {
		old, err := entity.FindAutoSchedule(ctx, tx, f.ID)
		if err != nil {
			return nil, err
		}
		if err := isAutoAsRead(ctx, tx, old, f.Version); err != nil {
			return nil, err
		}
		x = old
	}
	was := *x
	bad := checkRecurrence(f.Recurrence)
	name := cell.Line(f.Name)
	if n := utf8.RuneCountInString(name); n < 1 || n > 50 {
		bad = append(bad, problem.Field("name", "length", msgAutoName))
	} else if taken, err := tx.Select((*entity.AutoSchedule)(nil)).Named("name", name).Where("id <> ?", f.ID).Exists(ctx); err != nil {
		return nil, err
	} else if taken {
		bad = append(bad, problem.Field("name", "unique", msgAutoTaken))
	}
	refused, err := a.checkChosen(ctx, tx, f.ScheduleID)
	if err != nil {
		return nil, err
	}
	if bad = append(bad, refused...); len(bad) > 0 {
		return nil, problem.Invalid(bad...)
	}
	x.Name, x.ScheduleID, x.Expression, x.Publish = name, f.ScheduleID, recurrence.Choice(f.Recurrence).Expression(), f.Publish
	if f.Enabled != nil {
		x.Enabled = *f.Enabled
	}
	if err := a.lend(tx, x); err != nil {
		return nil, err
	}
	if f.ID == "" {
		if err := tx.Insert(ctx, x); err != nil {
			return nil, err
		}
		a.autoChanged(ctx, tx, x.ID)
		return x, a.logAuto(ctx, tx, store.ActionCreate, &entity.AutoSchedule{}, x)
	}
	if err := a.updateAuto(ctx, tx, x); err != nil {
		return nil, err
	}
	return x, a.logAuto(ctx, tx, store.ActionChange, &was, x)
}

// lend gives an auto-schedule its next time and the name of whoever saves it, if they may do what it does.
func (a *APS) lend(tx store.Tx, x *entity.AutoSchedule) error {
	actor := tx.Actor()
	for _, needed := range []struct {
		is         bool
		permission string
	}{{x.Enabled, mayRun}, {x.Publish, mayPublish}} {
		if needed.is && !actor.Allowed(needed.permission) {
			return problem.Forbidden(needed.permission)
		}
	}
	zone, err := zoneOf(tx)
	if err != nil {
		return err
	}
	x.Owner = entity.RunActor{Account: actor.AccountID, Member: actor.MemberID, Name: actor.Name, Zone: actor.Zone}
	x.Zone = actor.Zone
	x.NextAt = nil
	if !x.Enabled {
		return nil
	}
	x.NextAt, err = nextOf(x.Expression, a.deps.Now(), zone)
	return err
}

// nextOf is the next time of an expression after a moment; nil without one.
func nextOf(expression string, after time.Time, zone *time.Location) (*time.Time, error) {
	e, err := recurrence.Parse(expression)
	if err != nil {
		return nil, err
	}
	if next := e.Next(after, zone, 1); len(next) > 0 {
		at := next[0].UTC()
		return &at, nil
	}
	return nil, nil
}

// SwitchAutoSchedule switches an auto-schedule on or off. On, it runs in the name of whoever has switched it.
func (a *APS) SwitchAutoSchedule(ctx context.Context, tx store.Tx, id string, version int64, on bool) (*entity.AutoSchedule, error) {
	x, err := entity.FindAutoSchedule(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if err := isAutoAsRead(ctx, tx, x, version); err != nil || x.Enabled == on {
		return x, err
	}
	was := *x
	x.Enabled = on
	if on {
		refused, err := a.checkChosen(ctx, tx, x.ScheduleID)
		if err != nil {
			return nil, err
		}
		if len(refused) > 0 {
			return nil, problem.Invalid(refused...)
		}
		if err := a.lend(tx, x); err != nil {
			return nil, err
		}
	} else {
		x.NextAt = nil
	}
	if err := a.updateAuto(ctx, tx, x); err != nil {
		return nil, err
	}
	return x, a.logAuto(ctx, tx, store.ActionChange, &was, x)
}

// DeleteAutoSchedule removes an auto-schedule and the list of what it has done. A run that it has begun goes on.
func (a *APS) DeleteAutoSchedule(ctx context.Context, tx store.Tx, id string, version int64) error {
	x, err := entity.FindAutoSchedule(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := isAutoAsRead(ctx, tx, x, version); err != nil {
		return err
	}
	if _, err := tx.Remove((*entity.AutoRun)(nil)).Where("auto_schedule_id = ?", id).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.Remove((*entity.AutoSchedule)(nil)).Where("id = ?", id).Exec(ctx); err != nil {
		return err
	}
	a.autoChanged(ctx, tx, id)
	return tx.Log(ctx, "auto-schedule", x.ID, x.Name, store.ActionDelete)
}

// runByAuto refuses to delete a schedule that an auto-schedule names. What runs the default schedule follows the default flag.
func runByAuto(ctx context.Context, tx store.Tx, s *entity.Schedule) error {
	var by []string
	if err := tx.Select((*entity.AutoSchedule)(nil)).Columns("name").Where("schedule_id = ?", s.ID).Order("name").Limit(1, 0).ScanColumn(ctx, &by); err != nil || len(by) == 0 {
		return err
	}
	return problem.Refuse(msgUsedByAuto, s.Name, by[0])
}

// checkChosen holds the chosen schedule against what may be run automatically, and by whoever chooses it.
func (a *APS) checkChosen(ctx context.Context, tx store.Tx, id string) ([]problem.FieldError, error) {
	if id == "" {
		return nil, nil
	}
	s, err := entity.FindSchedule(ctx, tx, id)
	if problem.Of(err).Code == problem.Missing && err != nil {
		return []problem.FieldError{problem.Field("scheduleId", "reference", msgAutoSchedule)}, nil
	}
	if err != nil {
		return nil, err
	}
	if s.Simulation {
		return []problem.FieldError{problem.Field("scheduleId", "simulation", msgAutoSimulated)}, nil
	}
	return nil, a.Within(ctx, tx, s)
}

// checkRecurrence asks for days and times, and refuses those that there are not.
func checkRecurrence(r Recurrence) (bad []problem.FieldError) {
	refuse := func(field, rule string, text problem.Text, args ...any) {
		bad = append(bad, problem.Field("recurrence."+field, rule, text, args...))
	}
	within := func(field string, values []int, from, to int) {
		if i := slices.IndexFunc(values, func(v int) bool { return v < from || v > to }); i >= 0 {
			refuse(field+"."+strconv.Itoa(i), "range", msgBetween, from, to)
		}
	}
	switch r.Every {
	case recurrence.EveryDay:
	case recurrence.EveryWeek:
		if len(r.Weekdays) == 0 {
			refuse("weekdays", "required", msgWeekdays)
		}
		within("weekdays", r.Weekdays, 1, 7)
	case recurrence.EveryMonth:
		if len(r.MonthDays) == 0 && !r.LastDay {
			refuse("monthDays", "required", msgMonthDays)
		}
		within("monthDays", r.MonthDays, 1, 31)
	default:
		refuse("every", "required", msgEvery)
	}
	if len(r.Hours) == 0 {
		refuse("hours", "required", msgHours)
	}
	within("hours", r.Hours, 0, 23)
	if r.Minute == nil {
		refuse("minute", "required", msgMinute)
	} else if *r.Minute < 0 || *r.Minute > 59 {
		refuse("minute", "range", msgBetween, 0, 59)
	}
	return bad
}

// isAutoAsRead refuses a change that was made on another version than the stored one.
func isAutoAsRead(ctx context.Context, tx store.Tx, x *entity.AutoSchedule, version int64) error {
	if err := entity.VersionGiven(version); err != nil {
		return err
	}
	if version != x.Version {
		return staleAuto(ctx, tx, x)
	}
	return nil
}

// updateAuto writes an auto-schedule as it was read; whoever was faster is named with what they stored.
func (a *APS) updateAuto(ctx context.Context, tx store.Tx, x *entity.AutoSchedule) error {
	err := tx.Update(ctx, x)
	if !errors.Is(err, store.ErrStale) {
		a.autoChanged(ctx, tx, x.ID)
		return err
	}
	now, err := entity.FindAutoSchedule(ctx, tx, x.ID)
	if err != nil {
		return err
	}
	return staleAuto(ctx, tx, now)
}

func staleAuto(ctx context.Context, tx store.Tx, x *entity.AutoSchedule) error {
	r, err := recurrenceOf(x.Expression)
	if err != nil {
		return err
	}
	current := AutoScheduleForm{ID: x.ID, Version: x.Version, Name: x.Name, ScheduleID: x.ScheduleID, Recurrence: r, Enabled: &x.Enabled, Publish: x.Publish}
	d := problem.StaleData{Name: x.Name, Current: current, ChangedAt: x.UpdatedAt.Format(time.RFC3339)}
	if lines, err := tx.History(ctx, "auto-schedule", x.ID, 1); err == nil && len(lines) > 0 {
		d.ChangedBy = resource.AuthorOf(ctx, tx, lines[0])
	}
	return problem.Stale(d)
}

// autoChanged tells open pages, after the commit, that an auto-schedule or what it has done is not what they show.
func (a *APS) autoChanged(ctx context.Context, tx store.Tx, id string) {
	if a.deps.Signal == nil {
		return
	}
	actor := tx.Actor()
	to := store.Actor{TenantID: actor.TenantID, FactoryID: actor.FactoryID}
	tx.AfterCommit(func() {
		a.deps.Signal(context.WithoutCancel(ctx), to, "changed", map[string]string{"entity": "auto-schedule", "id": id})
	})
}

// logAuto writes what was done with an auto-schedule into the operation log. Schedules stand there by name, as people read it.
func (a *APS) logAuto(ctx context.Context, tx store.Tx, action string, was, now *entity.AutoSchedule) error {
	changes := []store.FieldChange{}
	add := func(field string, before, after any) {
		if before != after {
			changes = append(changes, store.FieldChange{Field: field, Before: before, After: after})
		}
	}
	add("name", was.Name, now.Name)
	if was.ScheduleID != now.ScheduleID {
		var schedules []entity.Schedule
		if err := tx.Select(&schedules).Columns("id", "name").WhereIn("id", []string{was.ScheduleID, now.ScheduleID}).Scan(ctx); err != nil {
			return err
		}
		names := map[string]string{}
		for i := range schedules {
			names[schedules[i].ID] = schedules[i].Name
		}
		add("schedule", names[was.ScheduleID], names[now.ScheduleID])
	}
	add("cronExpression", was.Expression, now.Expression)
	add("enabled", was.Enabled, now.Enabled)
	add("publish", was.Publish, now.Publish)
	return tx.Log(ctx, "auto-schedule", now.ID, now.Name, action, changes...)
}
