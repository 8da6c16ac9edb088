package aps

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The list of schedules.

// List is a page of rows.
type List[T any] struct {
	Rows  []T `json:"rows" nullable:"false"`
	Total int `json:"total"`
	Page  int `json:"page"`
	Size  int `json:"size"`
}

// ListQuery asks for a page of schedules.
type ListQuery struct {
	Page int    `json:"page,omitempty" minimum:"1" maximum:"1000000"`
	Size int    `json:"size,omitempty" minimum:"1" maximum:"500"`
	Sort string `json:"sort,omitempty"`
	Q    string `json:"q,omitempty"`
	ID   string `json:"id,omitempty" doc:"this one alone"`
}

type scheduleQueryInput struct{ Body ListQuery }

// ScheduleList is a page of schedules, with what the factory works by.
type ScheduleList struct {
	List[ScheduleView]
	InForce *plan.WorkedBy `json:"inForce" doc:"the plan that the factory works by, on the page or not; null while none is in force"`
}

// List is a page of schedules.
func (a *APS) List(ctx context.Context, tx store.Tx, b ListQuery) (ScheduleList, error) {
	out := ScheduleList{List: List[ScheduleView]{Rows: []ScheduleView{}, Page: max(1, b.Page), Size: min(max(1, b.Size), resource.MaxPage)}}
	if b.Size == 0 {
		out.Size = 50
	}
	if err := checkSort(b.Sort, scheduleColumns); err != nil {
		return out, err
	}
	var rows []entity.Schedule
	q := b.narrow(tx.Select(&rows))
	total, err := q.Count(ctx)
	if err != nil {
		return out, err
	}
	if err := q.Order(b.order()...).Limit(out.Size, resource.Before(out.Page, out.Size)).Scan(ctx); err != nil {
		return out, err
	}
	out.Total = total
	if out.InForce, err = a.WorkedBy(ctx, tx); err != nil {
		return out, err
	}
	out.Rows, err = a.viewSchedules(ctx, tx, rows)
	return out, err
}

// viewSchedules are schedules as pages see them.
func (a *APS) viewSchedules(ctx context.Context, tx store.Tx, rows []entity.Schedule) ([]ScheduleView, error) {
	views := make([]ScheduleView, 0, len(rows))
	beside, err := a.readBeside(ctx, tx, rows)
	if err != nil {
		return views, err
	}
	for i := range rows {
		view := a.view(ctx, &rows[i], beside)
		view.MouldIDs = entity.SeenMoulds(rows[i].MouldIDs, tx.Actor().Hidden)
		view.HiddenMoulds = len(rows[i].MouldIDs) - len(view.MouldIDs)
		if len(rows[i].MouldIDs) == 0 {
			view.HiddenMoulds = beside.unseen
		}
		views = append(views, *view)
	}
	return views, nil
}

// narrow adds to a question what the list is narrowed to.
func (b ListQuery) narrow(q *store.Select) *store.Select {
	q = q.Contains(resource.CleanSearch(b.Q), "name")
	if b.ID != "" {
		q = q.Where("id = ?", b.ID)
	}
	return q
}

// scheduleColumns are what the list can be sorted by.
var scheduleColumns = map[string]string{
	"name": "name", "startTime": "start_time", "deliveryTime": "delivery_time", "status": "status", "runStatus": "run_status", "createTime": "created_at", "publishTime": "publish_time",
	"runSeconds": "run_millis", "scheduler": "scheduler_name", "publisher": "publisher_name", "createUser": "creator_name", "defaultFlag": "is_default",
}

func (b ListQuery) order() []string {
	key, descending := strings.CutPrefix(b.Sort, "-")
	order := scheduleColumns[key]
	switch {
	case order == "":
		order = "created_at DESC"
	case descending:
		order += " DESC"
	}
	return []string{order, "id"}
}

// besideSchedules are the rows that a page of schedules shows something of.
type besideSchedules struct {
	plans    map[string]*entity.Plan
	runs     map[string]*entity.Run
	inForce  entity.FactoryPlan
	today    *plan.LateToday       // of the plan in force
	replaced map[string]*plan.Name // by the schedule that the replaced plan is of
	open     *model.Shop           // open moulds that are not hidden; nil when nothing is said of them
	unseen   int                   // open moulds that are hidden
}

// latest is the latest delivery of the open moulds of a schedule.
func (b *besideSchedules) latest(s *entity.Schedule) *time.Time {
	if b.open == nil {
		return nil
	}
	held := *b.open
	if len(s.MouldIDs) > 0 {
		held.Moulds = slices.DeleteFunc(slices.Clone(held.Moulds), func(m model.Mould) bool { return !slices.Contains(s.MouldIDs, m.ID) })
	}
	return latestDelivery(s.Due(&held))
}

func (a *APS) readBeside(ctx context.Context, tx store.Tx, rows []entity.Schedule) (*besideSchedules, error) {
	b := &besideSchedules{plans: map[string]*entity.Plan{}, runs: map[string]*entity.Run{}}
	var ids, planIDs, runIDs []string
	for i := range rows {
		ids = append(ids, rows[i].ID)
		planIDs = append(planIDs, rows[i].PlanID)
		if rows[i].Status == entity.InProgress {
			runIDs = append(runIDs, rows[i].RunID)
		}
	}
	var plans []entity.Plan
	if err := tx.Select(&b.inForce).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	planIDs = append(planIDs, b.inForce.PlanID)
	if err := tx.Select(&plans).Columns("id", "number", "moulds", "tasks", "unscheduled", "late", "carried_moulds", "carried_late").WhereIn("id", planIDs).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range plans {
		b.plans[plans[i].ID] = &plans[i]
	}
	var err error
	for i := range rows {
		if s := &rows[i]; s.PlanID != "" && s.PlanID == b.inForce.PlanID && b.plans[s.PlanID] != nil {
			if b.today, err = a.LateToday(ctx, tx, s, b.plans[s.PlanID]); err != nil {
				return nil, err
			}
		}
	}
	if b.replaced, err = plan.Replacements(ctx, tx, ids); err != nil {
		return nil, err
	}
	var runs []entity.Run
	if err := tx.Select(&runs).WhereIn("id", runIDs).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range runs {
		b.runs[runs[i].ID] = &runs[i]
	}
	narrow := len(tx.Actor().Hidden.Moulds) > 0
	if slices.ContainsFunc(rows, func(s entity.Schedule) bool { return s.DeliveryTime == nil || narrow && len(s.MouldIDs) == 0 }) {
		open, err := a.deps.Outline(ctx, tx, nil)
		if err != nil {
			return nil, err
		}
		b.open = seenShop(tx, open) // the dates of others tell of their moulds
		b.unseen = len(open.Moulds) - len(b.open.Moulds)
	}
	return b, nil
}
