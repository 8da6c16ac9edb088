package app

import (
	"context"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// importMasters reads what the import of production data asks of the master data.
func importMasters(ctx context.Context, tx store.Tx) (*production.Masters, error) {
	m := &production.Masters{
		Customers: map[string]string{}, Suppliers: map[string]string{}, Machines: map[string]production.MasterMachine{},
		Groups: map[string]production.MasterGroup{}, Processes: map[string]production.MasterProcess{},
		OrderTypes: map[string]string{}, PartTypes: map[string]string{}, Materials: map[string]string{}, Grades: map[string]string{},
		Leads: map[string]production.SupplierLead{}, Invalid: map[string]bool{},
	}
	rows, err := readMasters(ctx, tx)
	if err != nil {
		return nil, err
	}
	var customers []basedata.Customer
	if err := tx.Select(&customers).Scan(ctx); err != nil {
		return nil, err
	}
	// Names first: a code that equals another row's name wins.
	for _, c := range customers {
		m.Customers[c.Name] = c.ID
	}
	for _, c := range customers {
		m.Customers[c.Number], m.Invalid[c.ID] = c.ID, !c.Valid
	}
	for _, s := range rows.suppliers {
		m.Suppliers[s.Name] = s.ID
	}
	for _, s := range rows.suppliers {
		m.Suppliers[s.Code], m.Invalid[s.ID] = s.ID, !s.Valid
		m.Leads[s.ID] = production.SupplierLead{Days: s.LeadDays, Processes: leadsOf(&s)}
	}
	kinds, err := readKinds(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, x := range kinds.orderTypes {
		m.OrderTypes[x.Name], m.Invalid[x.ID] = x.ID, !x.Valid
	}
	for _, x := range rows.grades {
		m.Grades[x.Grade], m.Invalid[x.ID] = x.ID, !x.Valid
	}
	for _, x := range kinds.partTypes { // known by their names, before the codes that the system gives
		if x.Code != "" {
			m.PartTypes[x.Code] = x.ID
		}
	}
	for _, x := range kinds.partTypes {
		m.PartTypes[x.Name], m.Invalid[x.ID] = x.ID, !x.Valid
	}
	for _, x := range kinds.materials {
		m.Materials[x.Name], m.Invalid[x.ID] = x.ID, !x.Valid
	}
	for _, x := range kinds.materials {
		m.Materials[x.Code] = x.ID
	}
	for _, x := range rows.machines {
		if tx.Hides(&x) {
			continue
		}
		l := limitsOf(&x, rows.attributes)
		m.Machines[x.Name] = production.MasterMachine{ID: x.ID, GroupID: x.GroupID, Length: l.Length, Width: l.Width, Height: l.Height, Weight: l.Weight}
		m.Invalid[x.ID] = x.Status == basedata.MachineInvalid
	}
	m.Keys = keysStored(tx, rows, kinds, customers)
	m.Further = namesOfEach(furtherStored(tx, rows, kinds, customers))
	addGroup := func(g *basedata.Group, key string) {
		if !tx.Hides(g) {
			m.Groups[key], m.Invalid[g.ID] = production.MasterGroup{ID: g.ID, Name: g.Name, Scheduled: g.Scheduled}, !g.Valid
		}
	}
	addProcess := func(p *basedata.Process, key string) {
		m.Invalid[p.ID] = !p.Valid
		m.Processes[key] = production.MasterProcess{ID: p.ID, EDM: p.Class == basedata.ClassEDM, DefaultGroup: p.DefaultGroup, Unattended: p.Unattended, Minutes: p.DefaultMinutes}
	}
	for _, byName := range []bool{true, false} {
		for _, g := range rows.groups {
			key := g.Code
			if byName {
				key = g.Name
			}
			addGroup(&g, key)
		}
		for _, p := range rows.processes {
			key := p.Code
			if byName {
				key = p.Name
			}
			addProcess(&p, key)
		}
	}
	return m, nil
}

// kindRows are the master data that say of what kind moulds and parts are.
type kindRows struct {
	orderTypes []basedata.OrderType
	partTypes  []basedata.PartType
	materials  []basedata.Material
}

func readKinds(ctx context.Context, tx store.Tx) (*kindRows, error) {
	r := &kindRows{}
	for _, q := range []*store.Select{tx.Select(&r.orderTypes).Order("name"), tx.Select(&r.partTypes).Order("name"), tx.Select(&r.materials).Order("code")} {
		if err := q.Scan(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}
