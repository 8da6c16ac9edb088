package aps

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/aps/completion"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// What became of the tasks that were planned for the days of an interval, one by one.

// LotFinish is how an operation, or a batch of it, was finished.
type LotFinish struct {
	At       *time.Time // nil: it is not finished
	By       string     // account that has reported it; empty where an order came back
	Received bool       // an order at a supplier came back
	On       string     // machine that was reported, empty for none
}

// OperationFinish is how an operation was finished, by batches ("" for pieces that are in none) and in all. It is named where something
// of it was finished within the stretch that was asked for.
type OperationFinish struct {
	Qty                                 int // of its part
	Whole                               LotFinish
	Lots                                map[string]LotFinish
	MouldID, MouldNo, PartNo, PartName  string
	OpNo                                int
	ProcessName, SectionName, GroupName string
	Batches                             map[string]string           // their numbers
	Minutes                             map[string]quantity.Minutes // standard ones, by batch
}

// Of is how the lot of a task was finished.
func (f *OperationFinish) Of(batch string, qty int) LotFinish {
	if batch == "" && qty >= f.Qty {
		return f.Whole
	}
	return f.Lots[batch]
}

// The kinds of people by whom a completion rate is grouped.
const (
	kindPerson   = "person"
	kindTeam     = "team"     // of what is not finished: the group of people that it is planned for
	kindSupplier = "supplier" // it came back from one
	kindUnseen   = "unseen"   // people whom the reader may not see
	kindGone     = "gone"     // no member any more
	kindNobody   = "nobody"   // not finished, and planned for a machine
)

// whose is by whom a task was finished, or is to be.
type whose struct{ kind, id, name string }

// completionTask is a task on a day for which it was planned, or on the day on which it was finished without.
type completionTask struct {
	entity.PlanDayTask
	plan    *entity.PlanDay // nil: in none
	state   completion.State
	real    *time.Time
	by      whose
	removed bool // its operation is there no more
	hidden  bool // its mould is out of the reader's reach
}

// completionCount are the tasks of an interval.
type completionCount struct {
	days  []completion.Day
	plans map[string]*entity.PlanDay // by day
	tasks []completionTask           // by day, planned or real end
}

// countCompletion finds what became of the tasks of some days. Moulds out of reach count; what belongs to hidden sections does not, as
// those are somebody else's work.
func (a *APS) countCompletion(ctx context.Context, tx store.Tx, days []completion.Day, onTime string) (*completionCount, error) {
	first, last := days[0], days[len(days)-1]
	stored, err := a.DaysOfPlans(ctx, tx, first.Date, last.Date)
	if err != nil {
		return nil, err
	}
	c := &completionCount{days: days, plans: map[string]*entity.PlanDay{}}
	moulds := map[string]bool{}
	for i := range stored {
		c.plans[stored[i].Day] = &stored[i]
		for k := range stored[i].Tasks {
			moulds[stored[i].Tasks[k].MouldID] = true
		}
	}
	finishes, err := a.deps.Finishes(ctx, tx, slices.Sorted(maps.Keys(moulds)), first.Begins, last.Ends)
	if err != nil {
		return nil, err
	}
	shop, err := a.deps.Resources(ctx, tx)
	if err != nil {
		return nil, err
	}
	planned, whole := map[string]bool{}, map[string]bool{} // by task, and operations with all their batches
	for i := range stored {
		d := &stored[i]
		for _, t := range d.Tasks {
			planned[t.TaskID] = true
			x := completionTask{PlanDayTask: t, plan: d}
			f := finishes[t.Operation()]
			x.removed = f == nil && !model.Implied(t.Operation())
			var lot LotFinish
			if f != nil {
				lot = f.Of(t.BatchID, t.Qty)
				whole[t.Operation()] = whole[t.Operation()] || t.BatchID == "" && t.Qty >= f.Qty
			}
			x.state, x.real = completion.StateOf(d.Bounds(), t.PlannedEnd, lot.At, onTime), lot.At
			x.by = whoseTask(lot, &t, shop)
			c.tasks = append(c.tasks, x)
		}
	}
	c.tasks = append(c.tasks, unplanned(finishes, planned, whole, days, shop.Names())...)
	h := tx.Actor().Hidden
	c.tasks = slices.DeleteFunc(c.tasks, func(t completionTask) bool {
		return slices.Contains(h.SectionNames, t.SectionName) || !seesResource(h, t.ResourceID)
	})
	for i := range c.tasks {
		c.tasks[i].hidden = h.Mould(c.tasks[i].MouldID)
	}
	slices.SortFunc(c.tasks, func(x, y completionTask) int {
		return cmp.Or(strings.Compare(x.Day, y.Day), x.PlannedEnd.Compare(y.PlannedEnd), strings.Compare(x.MouldNo, y.MouldNo), strings.Compare(x.PartNo, y.PartNo), cmp.Compare(x.OpNo, y.OpNo), strings.Compare(x.TaskID, y.TaskID))
	})
	return c, a.namePeople(ctx, tx, c.tasks)
}

// unplanned are the tasks that were finished within days and planned for none of them.
func unplanned(finishes map[string]*OperationFinish, planned, whole map[string]bool, days []completion.Day, names map[string]string) (tasks []completionTask) {
	for operation, f := range finishes {
		if whole[operation] {
			continue
		}
		for batch, lot := range f.Lots {
			id := operation
			if batch != "" {
				id += "/" + batch
			}
			if lot.At == nil || planned[id] {
				continue
			}
			at := slices.IndexFunc(days, func(d completion.Day) bool { return d.Has(*lot.At) })
			if at < 0 {
				continue
			}
			tasks = append(tasks, completionTask{
				PlanDayTask: entity.PlanDayTask{
					Day: days[at].Date, TaskID: id, MouldID: f.MouldID, MouldNo: f.MouldNo, PartNo: f.PartNo, PartName: f.PartName, BatchID: batch, BatchNo: f.Batches[batch], OpNo: f.OpNo, ProcessName: f.ProcessName,
					SectionName: f.SectionName, GroupName: f.GroupName, ResourceID: lot.On, ResourceName: names[lot.On], PlannedEnd: *lot.At, Minutes: f.Minutes[batch], Outsourced: lot.Received,
				},
				state: completion.OutOfPlan, real: lot.At, by: whoseTask(lot, nil, nil),
			})
		}
	}
	return tasks
}

// whoseTask is who has finished a task; while nobody has, the people whom it is planned for.
func whoseTask(lot LotFinish, t *entity.PlanDayTask, shop *model.Shop) whose {
	switch {
	case lot.At != nil && lot.Received:
		return whose{kind: kindSupplier}
	case lot.At != nil:
		return whose{kind: kindPerson, id: lot.By}
	}
	for i := range shop.Groups {
		if g := &shop.Groups[i]; g.People && g.ID == t.ResourceID {
			return whose{kindTeam, g.ID, g.Name}
		}
	}
	return whose{kind: kindNobody}
}

// namePeople names those who have finished something, as far as the reader may know them.
func (a *APS) namePeople(ctx context.Context, tx store.Tx, tasks []completionTask) error {
	accounts := map[string]bool{}
	for i := range tasks {
		if by := &tasks[i].by; by.kind == kindPerson {
			if !tx.Actor().Reach.Account(by.id) {
				*by = whose{kind: kindUnseen}
			} else {
				accounts[by.id] = true
			}
		}
	}
	if len(accounts) == 0 {
		return nil
	}
	names, err := a.deps.People(ctx, tx, slices.Sorted(maps.Keys(accounts)))
	for i := range tasks {
		by := &tasks[i].by
		if by.kind != kindPerson {
			continue
		}
		if by.name = names[by.id]; by.name == "" {
			*by = whose{kind: kindGone}
		}
	}
	return err
}
