package entity

import (
	"context"
	"errors"
	"time"

	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What is said where a schedule or one of its plans is not there.
var (
	labelSchedule = L("排程", "Schedule")
	MsgSelect     = L("请至少选择一条记录", "Please select at least one record")
	MsgNoPlan     = L("排程“%s”还没有结果", "The schedule “%s” has no result yet")
	LabelPlan     = L("版本 %d", "Version %d")
	MsgNumber     = L("版本号是从 1 开始的整数", "Versions are numbered 1, 2, 3 ...")
)

// FindSchedule reads a schedule or says that there is none.
func FindSchedule(ctx context.Context, tx store.Tx, id string) (*Schedule, error) {
	s := &Schedule{}
	if id == "" {
		return nil, problem.Refuse(MsgSelect)
	}
	err := tx.Select(s).Where("id = ?", id).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return nil, problem.NotFound(labelSchedule)
	}
	return s, err
}

// InForce is the plan that the factory works by; its PlanID is empty before the first one is published.
func InForce(ctx context.Context, tx store.Tx) (f FactoryPlan, err error) {
	if err = tx.Select(&f).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return f, err
}

// VersionColumns are the columns of a plan without what it consists of.
var VersionColumns = []string{"id", "version", "created_at", "updated_at", "number", "origin", "parent", "author_name", "note", "pinned", "published", "published_at", "publisher_name", "replaced_at", "replaced_by", "snapshot_at", "moulds", "tasks", "unscheduled", "late", "carried_moulds", "carried_late"}

// Versions reads the plans of a schedule, the newest first.
func Versions(ctx context.Context, tx store.Tx, scheduleID string) (plans []Plan, err error) {
	err = tx.Select(&plans).Columns(VersionColumns...).Where("schedule_id = ?", scheduleID).Where("complete = ?", true).Order("number DESC").Scan(ctx)
	return plans, err
}

// PlanAt finds a schedule and the id of one of its plans by number, 0 for the newest.
func PlanAt(ctx context.Context, tx store.Tx, scheduleID string, number int) (s *Schedule, planID string, err error) {
	if s, err = FindSchedule(ctx, tx, scheduleID); err != nil {
		return nil, "", err
	}
	if s.PlanID == "" {
		return nil, "", problem.Refuse(MsgNoPlan, s.Name)
	}
	if number == 0 {
		return s, s.PlanID, nil
	}
	p, err := VersionOf(ctx, tx, s, number)
	return s, p.ID, err
}

// VersionOf reads a plan of a schedule by its number.
func VersionOf(ctx context.Context, tx store.Tx, s *Schedule, number int) (p Plan, err error) {
	if number < 1 {
		return p, problem.Invalid(problem.Field("planNumber", "range", MsgNumber))
	}
	err = tx.Select(&p).Columns(VersionColumns...).Where("schedule_id = ?", s.ID).Where("complete = ?", true).Where("number = ?", number).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		err = problem.NotFound(LabelPlan.With(number))
	}
	return p, err
}

// TasksInForce are the tasks of some moulds, or of all when ids are nil, in the plan in force; none before the first one
// is published.
func TasksInForce(ctx context.Context, tx store.Tx, mouldIDs []string) (tasks []result.Task, err error) {
	inForce, err := InForce(ctx, tx)
	if err != nil || inForce.PlanID == "" {
		return nil, err
	}
	q := tx.Select(&tasks).Where("plan_id = ?", inForce.PlanID).Order("mould_no", "part_no", "op_no", "batch_no")
	if mouldIDs != nil {
		q = q.WhereIn("mould_id", mouldIDs)
	}
	return tasks, q.Scan(ctx)
}

// TasksBefore are the tasks in force that are made in the factory and planned to begin before a moment, the earliest
// first; names of groups or of sections narrow them.
func TasksBefore(ctx context.Context, tx store.Tx, moment time.Time, groups, sections []string) (tasks []result.Task, err error) {
	inForce, err := InForce(ctx, tx)
	if err != nil || inForce.PlanID == "" {
		return nil, err
	}
	q := tx.Seen(&tasks).Where("plan_id = ?", inForce.PlanID).Where("planned_start < ?", moment.UTC()).Where("outsourced = ?", false)
	if len(groups) > 0 {
		q = q.WhereIn("group_name", groups)
	}
	if len(sections) > 0 {
		q = q.WhereIn("section_name", sections)
	}
	return tasks, q.Order("planned_start", "mould_no", "part_no", "op_no", "batch_no").Scan(ctx)
}
