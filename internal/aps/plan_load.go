package aps

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/aps/capacity"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// What the plan in force makes of the resources, day by day. What they can work is read from the basic data of today: a breakdown
// that was noted since the run shows. What is planned is counted by the calendars of the plan, which has placed it by them.

// loadedTask is a task in force with the minutes that it takes of its resource on each day.
type loadedTask struct {
	row  result.Task
	days []int64
}

// inForceLoad is the plan in force within some days.
type inForceLoad struct {
	by     *plan.WorkedBy
	planID string
	of     *entity.Schedule
	tasks  []loadedTask
}

// rows are copies of its tasks.
func (l *inForceLoad) rows() []result.Task {
	rows := make([]result.Task, len(l.tasks))
	for i := range rows {
		rows[i] = l.tasks[i].row
	}
	return rows
}

// loadInForce counts the tasks in force that work within the days, of moulds out of reach, too; nil while no plan is in force.
// look, if there is one, sees the plan before others may have it.
func (a *APS) loadInForce(ctx context.Context, tx store.Tx, bounds []time.Time, look func(h *explaining.Plan) error) (*inForceLoad, error) {
	by, err := a.WorkedBy(ctx, tx)
	if err != nil || by == nil {
		return nil, err
	}
	inForce, err := entity.InForce(ctx, tx)
	if err != nil {
		return nil, err
	}
	load := &inForceLoad{by: by, planID: inForce.PlanID}
	if load.of, err = entity.FindSchedule(ctx, tx, inForce.ScheduleID); err != nil {
		return nil, err
	}
	var rows []result.Task
	first, last := bounds[0], bounds[len(bounds)-1]
	q := tx.Select(&rows).Where("plan_id = ?", load.planID).Where("planned_start < ?", last.UTC()).Where("planned_end > ?", first.UTC())
	if err := q.Order("planned_start", "mould_no", "part_no", "op_no", "batch_no", "segment").Scan(ctx); err != nil {
		return nil, err
	}
	h, err := a.Hold(ctx, tx, load.of, load.planID)
	if err != nil {
		return nil, err
	}
	defer h.Release()
	at := make([]solver.Min, len(bounds))
	for i := range bounds {
		at[i] = h.Minute(bounds[i])
	}
	blocks := map[string]int{}
	for i := range h.Loaded.Problem.Blocks {
		blocks[h.Loaded.Problem.Blocks[i].Name] = i
	}
	for i := range rows {
		days := make([]int64, len(at)-1)
		t := &rows[i]
		if o, known := h.Task[t.TaskID]; known {
			days = capacity.Occupied(h.Loaded.Problem, h.Plan, int(o), at)
		} else if b, known := blocks[t.TaskID]; known && t.Carried {
			days = capacity.Blocked(h.Loaded.Problem, b, solver.Min(t.Planned()), at)
		}
		load.tasks = append(load.tasks, loadedTask{*t, days})
	}
	if look != nil {
		err = look(h)
	}
	return load, err
}

// workable is a resource with what it can work on each day, as whoever asks may see it.
type workable struct {
	model.ResourceTime
	group *model.Group
	name  string
}

// workables are the resources that take part in scheduling, without those that are hidden with their section.
func (a *APS) workables(ctx context.Context, tx store.Tx, bounds []time.Time) ([]workable, error) {
	shop, err := a.deps.Resources(ctx, tx)
	if err != nil {
		return nil, err
	}
	times, err := shop.ResourceTimes(bounds)
	if err != nil {
		return nil, err
	}
	groups := map[string]*model.Group{}
	for i := range shop.Groups {
		groups[shop.Groups[i].ID] = &shop.Groups[i]
	}
	names, hidden := shop.Names(), tx.Actor().Hidden
	var found []workable
	for _, t := range times {
		if groups[t.Group] == nil || !seesResource(hidden, t.ID) || !seesGroup(hidden, groups[t.Group]) {
			continue
		}
		found = append(found, workable{t, groups[t.Group], names[t.ID]})
	}
	return found, nil
}

func seesResource(hidden store.Hidden, id string) bool {
	return !slices.Contains(hidden.Machines, id) && !slices.Contains(hidden.Groups, id)
}

func seesGroup(hidden store.Hidden, g *model.Group) bool {
	return !slices.Contains(hidden.Groups, g.ID) && !slices.Contains(hidden.SectionNames, g.Section)
}

// zoneOf is the zone of the factory in which somebody works.
func zoneOf(tx store.Tx) (*time.Location, error) { return time.LoadLocation(tx.Actor().Zone) }

// dayOf reads a day, YYYY-MM-DD, of the years that the product knows.
func dayOf(text string, zone *time.Location) (day time.Time, ok bool) {
	day, err := time.ParseInLocation(time.DateOnly, text, zone)
	return day, err == nil && day.Year() >= 1990 && day.Year() <= 2199
}

// datesOf are the days that moments bound.
func datesOf(bounds []time.Time) []string {
	dates := make([]string, len(bounds)-1)
	for i := range dates {
		dates[i] = bounds[i].Format(time.DateOnly)
	}
	return dates
}

var labelResource = problem.L("资源", "Resource")
