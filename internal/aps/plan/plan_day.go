package plan

import (
	"context"
	"time"

	"mouldworks/internal/aps/completion"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// Which plan each day began with. Only a publication changes the plan in force, so the days of a plan are stored when another one takes its
// place; those after them are read from the plan that is in force now. No day needs anything to happen at its midnight.

// keepDays stores the days that began with the plan that is about to be replaced, up to today, before anything else can happen to it.
func (g *Registry) keepDays(ctx context.Context, tx store.Tx, replaced entity.FactoryPlan, now time.Time) error {
	days, err := daysOf(ctx, tx, replaced, now, "", endOfDates)
	if err != nil || len(days) == 0 {
		return err
	}
	return entity.KeepPlanDays(ctx, tx, days)
}

// endOfDates is later than any date.
const endOfDates = "9999"

// daysOf are the days within two dates that are not stored and began with the plan in force, before a moment. A plan that comes in force at
// 00:00 is the one that the day begins with.
func daysOf(ctx context.Context, tx store.Tx, inForce entity.FactoryPlan, until time.Time, first, last string) ([]entity.PlanDay, error) {
	if inForce.PlanID == "" {
		return nil, nil
	}
	zone, err := time.LoadLocation(tx.Actor().Zone)
	if err != nil {
		return nil, err
	}
	stored, err := entity.LastPlanDay(ctx, tx)
	if err != nil {
		return nil, err
	}
	by, err := named(ctx, tx, inForce)
	if err != nil {
		return nil, err
	}
	var days []entity.PlanDay
	for _, day := range completion.Days(inForce.Since.In(zone), until.In(zone)) {
		if day.Date < first || day.Date > last || !began(day, stored, inForce.Since, until) {
			continue
		}
		days = append(days, entity.PlanDay{Day: day.Date, Begins: day.Begins.UTC(), Ends: day.Ends.UTC(), PlanID: inForce.PlanID, PlanNumber: by.PlanNumber, ScheduleName: by.Name})
	}
	return days, entity.TasksOfDays(ctx, tx, inForce.PlanID, days)
}

// began tells whether a day began with a plan that is in force since a moment and until another one. What follows a stored day did: from
// the first publication on there is always a plan in force, also where midnight has moved since because the factory's zone is another one.
func began(day completion.Day, stored string, since, until time.Time) bool {
	if !day.Begins.Before(until) || day.Date <= stored {
		return false
	}
	return stored != "" || !day.Begins.Before(since)
}

// DaysOfPlans are the days of an interval up to now with the tasks that the plan in force at their 00:00 meant to end on them. A day
// without a plan is missing.
func (g *Registry) DaysOfPlans(ctx context.Context, tx store.Tx, first, last string) ([]entity.PlanDay, error) {
	days, err := entity.PlanDays(ctx, tx, first, last)
	if err != nil {
		return nil, err
	}
	inForce, err := entity.InForce(ctx, tx)
	if err != nil {
		return nil, err
	}
	now := g.deps.Now().Add(time.Microsecond) // at 00:00 itself the day has begun
	others, err := daysOf(ctx, tx, inForce, now, first, last)
	return append(days, others...), err
}
