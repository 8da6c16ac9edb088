package app

import (
	"context"
	"slices"

	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
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
		Machines: map[string]production.NamedMachine{}, EDM: map[string]bool{}, Levels: map[string]int{}, Otherwise: map[string]string{},
		OrderTypes: map[string]string{}, PartTypes: map[string]string{}, Materials: map[string]string{}, Grades: map[string]string{},
	}
	kinds, err := readKinds(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, x := range kinds.orderTypes {
		n.OrderTypes[x.ID] = resource.ShownName(ctx, x.Name, x.EnglishName)
	}
	for _, x := range kinds.partTypes {
		n.PartTypes[x.ID], n.Levels[x.ID] = resource.ShownName(ctx, x.Name, x.EnglishName), x.Priority
	}
	for _, x := range kinds.materials {
		n.Materials[x.ID] = x.Code
	}
	for _, g := range rows.grades {
		n.Grades[g.ID] = g.Grade
	}
	for _, c := range customers {
		n.Customers[c.ID] = resource.ShownName(ctx, c.Name, c.EnglishName)
	}
	for _, s := range rows.suppliers {
		n.Suppliers[s.ID] = resource.ShownName(ctx, s.Name, s.EnglishName)
	}
	for _, g := range rows.groups {
		n.Groups[g.ID], n.Otherwise[g.ID] = resource.ShownName(ctx, g.Name, g.EnglishName), resource.OtherName(ctx, g.Name, g.EnglishName)
	}
	for _, m := range rows.machines {
		n.Machines[m.ID] = production.NamedMachine{Name: m.Name, GroupID: m.GroupID}
	}
	for _, p := range rows.processes {
		n.Processes[p.ID], n.EDM[p.ID] = resource.ShownName(ctx, p.Name, p.EnglishName), p.Class == basedata.ClassEDM
		n.Otherwise[p.ID] = resource.OtherName(ctx, p.Name, p.EnglishName)
	}
	return n, nil
}

// plannedOperations reads where the plan in force puts the operations of some moulds, or of all when ids are nil.
func plannedOperations(ctx context.Context, tx store.Tx, mouldIDs []string) (map[string]production.Planned, error) {
	places, err := plan.InForce(ctx, tx, mouldIDs)
	if err != nil {
		return nil, err
	}
	words, err := result.EnglishNamesOf(englishNames).Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	planned := map[string]production.Planned{}
	for _, p := range places { // earliest first
		x, known := planned[p.Operation]
		if !known {
			x = production.Planned{MachineID: p.ResourceID, MachineName: words.Resource(p.Resource), Start: p.Start, End: p.End, Leaves: p.Leaves}
		}
		if !slices.Contains(x.Machines, p.ResourceID) {
			x.Machines = append(x.Machines, p.ResourceID)
		}
		if p.End.After(x.End) {
			x.End = p.End
		}
		if p.Leaves.After(x.Leaves) {
			x.Leaves = p.Leaves
		}
		x.Late = x.Late || p.Late
		planned[p.Operation] = x
	}
	return planned, nil
}
