package app

import (
	"context"
	"time"

	"mouldworks/internal/aps/completion"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Of so many finished operations of the demo one each was done a day before its planned one, a day after, and without a plan.
const demoDeviates = 9

// Of so many days of the demo, one had a task that is not done yet.
const demoLeft = 2

// demoDays gives the demo a past: days whose plan meant to end on them most of what is reported as finished. A real factory has it from its
// publications.
func demoDays(ctx context.Context, tx store.Tx) error {
	if there, err := tx.Select((*entity.PlanDay)(nil)).Exists(ctx); err != nil || there {
		return err
	}
	inForce, err := entity.InForce(ctx, tx)
	if err != nil || inForce.PlanID == "" {
		return err
	}
	var finished, open []result.Task
	if err := tx.Select(&finished).Where("plan_id = ?", inForce.PlanID).Where("status = ?", model.OpFinished).Where("real_end IS NOT NULL").Order("real_end", "task_id").Scan(ctx); err != nil || len(finished) == 0 {
		return err
	}
	if err := tx.Select(&open).Where("plan_id = ?", inForce.PlanID).Where("status = 0 AND segment = 0 AND planned_end IS NOT NULL").Order("planned_start", "task_id").Limit(demoMoulds, 0).Scan(ctx); err != nil {
		return err
	}
	zone := resource.ZoneOf(tx)
	var days []entity.PlanDay
	at := map[string]*entity.PlanDay{}
	for _, d := range completion.Days(finished[0].RealEnd.In(zone), store.Now().In(zone).AddDate(0, 0, -1)) {
		days = append(days, entity.PlanDay{Day: d.Date, Begins: d.Begins.UTC(), Ends: d.Ends.UTC(), PlanID: inForce.PlanID, PlanNumber: 1, ScheduleName: demoSchedule})
	}
	for i := range days {
		at[days[i].Day] = &days[i]
	}
	plan := func(t *result.Task, end time.Time) {
		if d := at[end.In(zone).Format(time.DateOnly)]; d != nil {
			d.Plan(t, end, t.Planned())
		}
	}
	for i := range finished {
		t := &finished[i]
		switch i % demoDeviates {
		case 1:
			plan(t, t.RealEnd.AddDate(0, 0, 1))
		case 4:
			plan(t, t.RealEnd.AddDate(0, 0, -1))
		case 6: // nobody had planned it
		default:
			plan(t, *t.RealEnd)
		}
	}
	for i := range days {
		if d := &days[i]; len(d.Tasks) > 0 && i%demoLeft == 0 && len(open) > 0 {
			plan(&open[0], d.Begins.Add(17*time.Hour))
			open = open[1:]
		}
	}
	return entity.KeepPlanDays(ctx, tx, days)
}
