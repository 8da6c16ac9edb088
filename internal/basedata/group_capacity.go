package basedata

import (
	"context"
	"net/http"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The weeks of a group's capacity that are told, this one first.
const capacityWeeks = 8

// GroupTime is what a group can work in some stretches of time, as the scheduler counts it.
type GroupTime struct {
	Scheduled bool
	Units     int              // machines, or people, that work at once
	Day       quantity.Minutes // one working day of its shift
	Stretches []StretchTime
}

// StretchTime is the working time of a group in one stretch, of all its units together and without overtime.
type StretchTime struct {
	Staffed    quantity.Minutes
	Unattended quantity.Minutes // beside it, on machines that may run with nobody there
	Usual      quantity.Minutes // what both would be without holidays and exceptions
}

// What keeps a capacity from being what one would expect.
const (
	NoteShift     = "shift"     // its shift has no periods: every working day is open around the clock
	NoteUnits     = "units"     // nothing in it is planned
	NoteScheduled = "scheduled" // it takes no part in scheduling
	NoteSupplier  = "supplier"  // it is outside, without a limit
)

// GroupCapacity is the capacity of a group in the weeks to come.
type GroupCapacity struct {
	PerDay quantity.Decimal `json:"perDay" doc:"hours a day that the group says it has"`
	Shift  quantity.Minutes `json:"shift" doc:"hours of one working day of its shift"`
	Units  int              `json:"units" doc:"machines that are planned, or people at once"`
	Weeks  []CapacityWeek   `json:"weeks" nullable:"false" doc:"this week first"`
	Notes  []string         `json:"notes" nullable:"false" enum:"shift,units,scheduled,supplier" doc:"what is missing"`
}

// CapacityWeek is the capacity of a group in one week, in hours.
type CapacityWeek struct {
	From       quantity.Date    `json:"from" doc:"its Monday"`
	Hours      quantity.Minutes `json:"hours" doc:"with people there, without overtime"`
	Unattended quantity.Minutes `json:"unattended" doc:"beside them, on machines that may run unattended"`
	Usual      quantity.Minutes `json:"usual" doc:"what both would be without holidays and exceptions"`
}

type groupCapacityInput struct {
	ID string `path:"id"`
}

func (d *Master) mountGroupCapacity(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "bms/group/{id}/capacity", ID: "group-capacity",
		Summary: "What a resource group can work in the weeks to come", Tag: "bms",
		Permission: "system.group.check", Example: &api.Example{Path: map[string]string{"id": groupExample}},
	}, func(ctx context.Context, tx store.Tx, in *groupCapacityInput) (GroupCapacity, error) {
		return d.GroupCapacity(ctx, tx, in.ID)
	})
}

// GroupCapacity is the capacity of a group in this week and those that follow.
func (d *Master) GroupCapacity(ctx context.Context, tx store.Tx, id string) (GroupCapacity, error) {
	out := GroupCapacity{Weeks: []CapacityWeek{}, Notes: []string{}}
	group, err := d.Groups.Get(ctx, tx, id)
	if err != nil {
		return out, err
	}
	out.PerDay = group.Capacity
	if group.Kind == GroupSupplier {
		out.note(NoteSupplier, true)
		return out, nil
	}
	if d.deps.GroupTime == nil {
		return out, nil
	}
	bounds := weeksFrom(store.Now().In(resource.ZoneOf(tx)))
	worked, err := d.deps.GroupTime(ctx, tx, id, bounds)
	if err != nil {
		return out, err
	}
	out.Shift, out.Units = worked.Day, worked.Units
	out.note(NoteScheduled, !worked.Scheduled)
	out.note(NoteShift, worked.Day == 0)
	out.note(NoteUnits, worked.Units == 0)
	for i, t := range worked.Stretches {
		out.Weeks = append(out.Weeks, CapacityWeek{quantity.DateOf(bounds[i], bounds[i].Location()), t.Staffed, t.Unattended, t.Usual})
	}
	return out, nil
}

func (c *GroupCapacity) note(kind string, holds bool) {
	if holds {
		c.Notes = append(c.Notes, kind)
	}
}

// weeksFrom are the Mondays of the week of a day and of those that follow; the last one ends the last week.
func weeksFrom(now time.Time) (bounds []time.Time) {
	year, month, day := now.Date()
	day -= (int(now.Weekday()) + 6) % 7
	for i := range capacityWeeks + 1 {
		bounds = append(bounds, time.Date(year, month, day+7*i, 0, 0, 0, 0, now.Location()))
	}
	return bounds
}
