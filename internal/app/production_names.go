package app

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// productionNames reads what people call the master data that production refers to.
func productionNames(ctx context.Context, tx store.Tx) (*production.Names, error) {
	rows, err := readMasters(ctx, tx)
	if err != nil {
		return nil, err
	}
	var customers []basedata.Customer
	if err := tx.Select(&customers).Scan(ctx); err != nil {
		return nil, err
	}
	n := &production.Names{
		Customers: map[string]string{}, Suppliers: map[string]string{}, Groups: map[string]string{}, Processes: map[string]string{},
		Machines: map[string]production.NamedMachine{}, EDM: map[string]bool{},
	}
	for _, c := range customers {
		n.Customers[c.ID] = c.Name
	}
	for _, s := range rows.suppliers {
		n.Suppliers[s.ID] = s.Name
	}
	for _, g := range rows.groups {
		n.Groups[g.ID] = g.Name
	}
	for _, m := range rows.machines {
		n.Machines[m.ID] = production.NamedMachine{Name: m.Name, GroupID: m.GroupID}
	}
	for _, p := range rows.processes {
		n.Processes[p.ID], n.EDM[p.ID] = p.Name, p.Class == basedata.ClassEDM
	}
	return n, nil
}

// plannedTask is what production asks of a task of the plan in force.
type plannedTask struct {
	bun.BaseModel `bun:"table:plan_task"`
	store.FactoryRow
	PlanID       string     `bun:"plan_id"`
	TaskID       string     `bun:"task_id"`
	MouldID      string     `bun:"mould_id"`
	ResourceID   string     `bun:"resource_id"`
	ResourceName string     `bun:"resource_name"`
	PlannedStart *time.Time `bun:"planned_start"`
	PlannedEnd   *time.Time `bun:"planned_end"`
	Late         bool       `bun:"late"`
}

// planInForce points at the plan that the factory works by.
type planInForce struct {
	bun.BaseModel `bun:"table:factory_plan"`
	store.FactoryRow
	PlanID string `bun:"plan_id"`
}

// plannedOperations reads where the plan in force puts the operations of some moulds, or of all when ids are nil.
func plannedOperations(ctx context.Context, tx store.Tx, mouldIDs []string) (map[string]production.Planned, error) {
	planned := map[string]production.Planned{}
	var inForce planInForce
	if err := tx.Select(&inForce).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return planned, nil
	} else if err != nil {
		return nil, err
	}
	var tasks []plannedTask
	q := tx.Select(&tasks).Columns("task_id", "mould_id", "resource_id", "resource_name", "planned_start", "planned_end", "late").Where("plan_id = ?", inForce.PlanID)
	if mouldIDs != nil {
		q = q.WhereIn("mould_id", mouldIDs)
	}
	if err := q.Scan(ctx); err != nil {
		return nil, err
	}
	for _, t := range tasks {
		if t.PlannedStart != nil && t.PlannedEnd != nil {
			planned[t.TaskID] = production.Planned{MachineID: t.ResourceID, MachineName: t.ResourceName, Start: *t.PlannedStart, End: *t.PlannedEnd, Late: t.Late}
		}
	}
	return planned, nil
}
