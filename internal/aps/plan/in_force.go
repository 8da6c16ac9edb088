package plan

import (
	"context"
	"maps"
	"slices"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/solving"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// The plan in force of a factory: what others read of it, and what stays of it when another is published.

// WorkedBy names the plan in force, nil while there is none.
func (g *Registry) WorkedBy(ctx context.Context, tx store.Tx) (*WorkedBy, error) {
	inForce, err := entity.InForce(ctx, tx)
	if err != nil || inForce.PlanID == "" {
		return nil, err
	}
	return named(ctx, tx, inForce)
}

// named tells what a plan that is in force is called.
func named(ctx context.Context, tx store.Tx, inForce entity.FactoryPlan) (*WorkedBy, error) {
	s, err := entity.FindSchedule(ctx, tx, inForce.ScheduleID)
	if err != nil {
		return nil, err
	}
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "number").Where("id = ?", inForce.PlanID).Scan(ctx); err != nil {
		return nil, err
	}
	return &WorkedBy{ScheduleID: s.ID, Name: s.Name, PlanNumber: p.Number, Since: inForce.Since, PublisherName: s.PublisherName}, nil
}

// InForcePlace is where the plan in force has a task.
type InForcePlace struct {
	Operation, Batch     string // ids; no batch for what is in none
	ResourceID, Resource string
	Start, End           time.Time
	Leaves               time.Time // what it makes, its machine: at its end or later
	Late                 bool      // its mould is
}

// InForce tells where the plan in force has the tasks of some moulds, or of all when ids are nil, the earliest first.
func InForce(ctx context.Context, tx store.Tx, mouldIDs []string) ([]InForcePlace, error) {
	tasks, err := entity.TasksInForce(ctx, tx, mouldIDs)
	var places []InForcePlace
	for i := range tasks {
		if t := &tasks[i]; t.PlannedStart != nil && t.PlannedEnd != nil {
			places = append(places, InForcePlace{t.Operation(), t.BatchID, t.ResourceID, model.Worded(t.ResourceName, problem.Language(ctx)), *t.PlannedStart, *t.PlannedEnd, *t.Leaves(), t.Late})
		}
	}
	slices.SortStableFunc(places, func(x, y InForcePlace) int { return x.Start.Compare(y.Start) })
	return places, err
}

// CarriedOver are the tasks in force of open moulds other than those that a run plans: the plan goes around them, and
// they stay in force when it is published. What has been deleted since is not carried on, and late is what misses the date
// of today.
func (g *Registry) CarriedOver(ctx context.Context, tx store.Tx, planned map[string]bool, inForce []result.Task) (kept []result.Task, err error) {
	others := slices.DeleteFunc(slices.Clone(inForce), func(t result.Task) bool { return planned[t.MouldID] })
	if len(others) == 0 {
		return nil, nil
	}
	everything, err := g.deps.Outline(ctx, tx, nil)
	if err != nil {
		return nil, err
	}
	open := map[string]*model.Mould{}
	for i := range everything.Moulds {
		open[everything.Moulds[i].ID] = &everything.Moulds[i]
	}
	others = slices.DeleteFunc(others, func(t result.Task) bool { return open[t.MouldID] == nil })
	others, partDue, err := g.existing(ctx, tx, others)
	if err != nil {
		return nil, err
	}
	ended, lots := result.Ends(others, result.OfMould), result.Ends(others, result.OfPart)
	for _, t := range others {
		t.Due = entity.Earlier(open[t.MouldID].Delivery, t.HeldDue)
		if end := ended[t.MouldNo].At; t.Due != nil && end != nil {
			t.MouldLate = end.After(*t.Due)
		}
		if due, end := partDue[t.Operation()], lots[t.Lot()].At; end != nil && !result.SameMoment(due, t.PartDue) {
			t.PartDue, t.PartLate = due, due != nil && end.After(*due)
		}
		t.Late = t.MouldLate || t.PartLate
		t.Row = store.Row{}
		t.Carried = true
		kept = append(kept, t)
	}
	return kept, nil
}

// DueOfCarried gives the tasks that a stored plan carries over the dates that their moulds are held to, where those still
// say what the plan says of them.
func (g *Registry) DueOfCarried(ctx context.Context, tx store.Tx, carried []result.Task) error {
	if len(carried) == 0 {
		return nil
	}
	everything, err := g.deps.Outline(ctx, tx, nil)
	if err != nil {
		return err
	}
	delivery := map[string]*time.Time{}
	for i := range everything.Moulds {
		delivery[everything.Moulds[i].ID] = everything.Moulds[i].Delivery
	}
	ended := result.Ends(carried, result.OfMould)
	for i := range carried {
		t := &carried[i]
		due, end := entity.Earlier(delivery[t.MouldID], t.HeldDue), ended[t.MouldNo].At
		if due != nil && end != nil && end.After(*due) == t.MouldLate {
			t.Due = due
		}
	}
	return nil
}

// WorkOf is the working minutes of tasks that are carried over, by task.
func WorkOf(carried []result.Task) map[string]solver.Min {
	minutes := map[string]solver.Min{}
	for i := range carried {
		minutes[carried[i].TaskID] = solver.Min(carried[i].Planned())
	}
	return minutes
}

// BesideOf are tasks that are carried over, as the search goes around them.
func BesideOf(carried []result.Task) (beside []solving.Carried) {
	for i := range carried {
		t := &carried[i]
		beside = append(beside, solving.Carried{ID: t.TaskID, Mould: t.MouldID, Minutes: solver.Min(t.Planned())})
	}
	return beside
}

// existing are the tasks whose operation is still there, with the dates that their parts have today by operation; those that an
// order implies are there while their mould has any.
func (g *Registry) existing(ctx context.Context, tx store.Tx, tasks []result.Task) ([]result.Task, map[string]*time.Time, error) {
	moulds := map[string]bool{}
	for i := range tasks {
		moulds[tasks[i].MouldID] = true
	}
	if len(moulds) == 0 {
		return nil, nil, nil
	}
	operations, err := g.deps.Standings(ctx, tx, slices.Sorted(maps.Keys(moulds)), nil)
	if err != nil {
		return nil, nil, err
	}
	partDue := map[string]*time.Time{}
	for id, s := range operations {
		partDue[id] = s.PartDue
	}
	there := func(t result.Task) bool { _, is := operations[t.Operation()]; return is }
	alive := map[string]bool{} // moulds
	for _, t := range tasks {
		alive[t.MouldID] = alive[t.MouldID] || there(t)
	}
	return slices.DeleteFunc(tasks, func(t result.Task) bool {
		return !there(t) && !(model.Implied(t.Operation()) && alive[t.MouldID])
	}), partDue, nil
}

// WorkedBy is the plan in force as pages name it.
type WorkedBy struct {
	ScheduleID    string    `json:"scheduleId"`
	Name          string    `json:"name" doc:"of its schedule"`
	PlanNumber    int       `json:"planNumber"`
	Since         time.Time `json:"since"`
	PublisherName string    `json:"publisherName"`
}
