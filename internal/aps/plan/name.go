package plan

import (
	"context"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// Name is a plan as pages name it and find it.
type Name struct {
	ScheduleID string `json:"scheduleId"`
	Name       string `json:"name" doc:"of its schedule"`
	PlanNumber int    `json:"planNumber"`
}

// planNames names plans by their ids; those that are gone have none.
func planNames(ctx context.Context, tx store.Tx, ids []string) (map[string]*Name, error) {
	names := map[string]*Name{}
	if len(ids) == 0 {
		return names, nil
	}
	var plans []entity.Plan
	if err := tx.Select(&plans).Columns("id", "schedule_id", "number").WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	of := make([]string, len(plans))
	for i := range plans {
		of[i] = plans[i].ScheduleID
	}
	var schedules []entity.Schedule
	if err := tx.Select(&schedules).Columns("id", "name").WhereIn("id", of).Scan(ctx); err != nil {
		return nil, err
	}
	called := map[string]string{}
	for i := range schedules {
		called[schedules[i].ID] = schedules[i].Name
	}
	for i := range plans {
		p := &plans[i]
		names[p.ID] = &Name{p.ScheduleID, called[p.ScheduleID], p.Number}
	}
	return names, nil
}

// replacers name the plans that took the place of others in force.
func replacers(ctx context.Context, tx store.Tx, plans []entity.Plan) (map[string]*Name, error) {
	var ids []string
	for i := range plans {
		if by := plans[i].ReplacedBy; by != "" {
			ids = append(ids, by)
		}
	}
	return planNames(ctx, tx, ids)
}

// Replacements are the plans of schedules that were in force last, by the schedule's id, with what took their place.
func Replacements(ctx context.Context, tx store.Tx, scheduleIDs []string) (map[string]*Name, error) {
	last := map[string]*Name{}
	if len(scheduleIDs) == 0 {
		return last, nil
	}
	var plans []entity.Plan
	if err := tx.Select(&plans).Columns("id", "schedule_id", "replaced_by").WhereIn("schedule_id", scheduleIDs).Where("replaced_by <> ''").Order("replaced_at").Scan(ctx); err != nil {
		return nil, err
	}
	names, err := replacers(ctx, tx, plans)
	for i := range plans {
		last[plans[i].ScheduleID] = names[plans[i].ReplacedBy]
	}
	return last, err
}
