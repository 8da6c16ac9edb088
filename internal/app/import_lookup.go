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
	// Names first, the English ones before all: a code that equals another row's name wins.
	byEnglish(customers, englishOfCustomer, func(c *basedata.Customer, name string) { m.Customers[name] = c.ID })
	for _, c := range customers {
		m.Customers[c.Name] = c.ID
	}
	for _, c := range customers {
		m.Customers[c.Number], m.Invalid[c.ID] = c.ID, !c.Valid
	}
	byEnglish(rows.suppliers, englishOfSupplier, func(s *basedata.Supplier, name string) { m.Suppliers[name] = s.ID })
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
	byEnglish(kinds.orderTypes, englishOfOrder, func(x *basedata.OrderType, name string) { m.OrderTypes[name] = x.ID })
	byEnglish(kinds.partTypes, englishOfPartType, func(x *basedata.PartType, name string) { m.PartTypes[name] = x.ID })
	byEnglish(kinds.materials, englishOfMaterial, func(x *basedata.Material, name string) { m.Materials[name] = x.ID })
	for _, x := range kinds.orderTypes {
		m.OrderTypes[x.Name], m.Invalid[x.ID] = x.ID, !x.Valid
	}
	for _, x := range rows.grades {
		m.Grades[x.Grade], m.Invalid[x.ID] = x.ID, !x.Valid
	}
	for _, x := range kinds.partTypes {
		m.PartTypes[x.Name], m.Invalid[x.ID] = x.ID, !x.Valid
	}
	for _, x := range kinds.partTypes {
		if x.Code != "" {
			m.PartTypes[x.Code] = x.ID
		}
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
	addGroup := func(g *basedata.Group, key string) {
		if !tx.Hides(g) {
			m.Groups[key], m.Invalid[g.ID] = production.MasterGroup{ID: g.ID, Name: g.Name, Scheduled: g.Scheduled}, !g.Valid
		}
	}
	addProcess := func(p *basedata.Process, key string) {
		m.Invalid[p.ID] = !p.Valid
		m.Processes[key] = production.MasterProcess{ID: p.ID, EDM: p.Class == basedata.ClassEDM, DefaultGroup: p.DefaultGroup, Unattended: p.Unattended, Minutes: p.DefaultMinutes}
	}
	byEnglish(rows.groups, englishOfGroup, addGroup)
	byEnglish(rows.processes, englishOfProcess, addProcess)
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
