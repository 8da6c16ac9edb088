package production_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// masterRows are the master data that production asks for.
type masterRows struct {
	customers  []basedata.Customer
	suppliers  []basedata.Supplier
	machines   []basedata.Machine
	groups     []basedata.Group
	processes  []basedata.Process
	orderTypes []basedata.OrderType
	partTypes  []basedata.PartType
	materials  []basedata.Material
	grades     []basedata.AccuracyGrade
	attributes []basedata.MachineAttribute
}

func masterRowsOf(ctx context.Context, tx store.Tx) (r masterRows, err error) {
	for _, rows := range []any{&r.customers, &r.suppliers, &r.machines, &r.groups, &r.processes, &r.orderTypes, &r.partTypes, &r.materials, &r.grades, &r.attributes} {
		err = errors.Join(err, tx.Select(rows).Scan(ctx))
	}
	return r, err
}

// masters are the master data by code and, where no code says so, by name: those that the actor sees, as the server gives them.
func masters(ctx context.Context, tx store.Tx) (*production.Masters, error) {
	r, err := masterRowsOf(ctx, tx)
	m := &production.Masters{
		Customers: map[string]string{}, Suppliers: map[string]string{}, OrderTypes: map[string]string{}, PartTypes: map[string]string{}, Materials: map[string]string{}, Grades: map[string]string{},
		Machines: map[string]production.MasterMachine{}, Groups: map[string]production.MasterGroup{}, Processes: map[string]production.MasterProcess{},
		Leads: map[string]production.SupplierLead{}, Invalid: map[string]bool{},
	}
	known := func(in map[string]string, id string, valid bool, names ...string) {
		for _, name := range names {
			in[name] = id
		}
		m.Invalid[id] = !valid
	}
	for _, x := range r.customers {
		known(m.Customers, x.ID, x.Valid, x.Name, x.Number)
	}
	for _, x := range r.suppliers {
		known(m.Suppliers, x.ID, x.Valid, x.Name, x.Code)
		m.Leads[x.ID] = production.SupplierLead{Days: x.LeadDays}
	}
	for _, x := range r.orderTypes {
		known(m.OrderTypes, x.ID, x.Valid, x.Name)
	}
	for _, x := range r.partTypes {
		known(m.PartTypes, x.ID, x.Valid, x.Name, x.Code)
	}
	for _, x := range r.materials {
		known(m.Materials, x.ID, x.Valid, x.Name, x.Code)
	}
	for _, x := range r.grades {
		known(m.Grades, x.ID, x.Valid, x.Grade)
	}
	for _, x := range r.machines {
		if tx.Hides(&x) {
			continue
		}
		m.Machines[x.Name] = production.MasterMachine{
			ID: x.ID, GroupID: x.GroupID, Length: r.limit(x, basedata.ComparesLength), Width: r.limit(x, basedata.ComparesWidth), Height: r.limit(x, basedata.ComparesHeight), Weight: r.limit(x, basedata.ComparesWeight),
		}
		m.Invalid[x.ID] = x.Status == basedata.MachineInvalid
	}
	for _, x := range r.groups {
		if tx.Hides(&x) || slices.Contains(tx.Actor().Hidden.Groups, x.ID) { // without a section of its own
			continue
		}
		m.Groups[x.Name] = production.MasterGroup{ID: x.ID, Name: x.Name, Scheduled: x.Scheduled}
		m.Groups[x.Code], m.Invalid[x.ID] = m.Groups[x.Name], !x.Valid
	}
	for _, x := range r.processes {
		m.Processes[x.Name] = production.MasterProcess{ID: x.ID, EDM: x.Class == basedata.ClassEDM, DefaultGroup: x.DefaultGroup, Unattended: x.Unattended, Minutes: x.DefaultMinutes}
		m.Processes[x.Code], m.Invalid[x.ID] = m.Processes[x.Name], !x.Valid
	}
	return m, err
}

// limit is the most that a machine takes, 0 where nobody has said it.
func (r masterRows) limit(m basedata.Machine, compares int) quantity.Decimal {
	for _, a := range r.attributes {
		for _, v := range m.Attributes {
			if n, err := quantity.ParseDecimal(v.Value); v.AttributeID == a.ID && a.Compares == compares && err == nil {
				return n
			}
		}
	}
	return 0
}

// names are what people call the master data.
func names(ctx context.Context, tx store.Tx) (*production.Names, error) {
	r, err := masterRowsOf(ctx, tx)
	n := &production.Names{
		Customers: map[string]string{}, Suppliers: map[string]string{}, Groups: map[string]string{}, Processes: map[string]string{}, OrderTypes: map[string]string{}, PartTypes: map[string]string{},
		Materials: map[string]string{}, Grades: map[string]string{}, Machines: map[string]production.NamedMachine{}, EDM: map[string]bool{}, Levels: map[string]int{},
	}
	for _, x := range r.customers {
		n.Customers[x.ID] = x.Name
	}
	for _, x := range r.suppliers {
		n.Suppliers[x.ID] = x.Name
	}
	for _, x := range r.groups {
		n.Groups[x.ID] = x.Name
	}
	for _, x := range r.processes {
		n.Processes[x.ID], n.EDM[x.ID] = x.Name, x.Class == basedata.ClassEDM
	}
	for _, x := range r.orderTypes {
		n.OrderTypes[x.ID] = x.Name
	}
	for _, x := range r.partTypes {
		n.PartTypes[x.ID], n.Levels[x.ID] = x.Name, x.Priority
	}
	for _, x := range r.materials {
		n.Materials[x.ID] = x.Code
	}
	for _, x := range r.grades {
		n.Grades[x.ID] = x.Grade
	}
	for _, x := range r.machines {
		n.Machines[x.ID] = production.NamedMachine{Name: x.Name, GroupID: x.GroupID}
	}
	return n, err
}

// idOf is the id of a machine, a group or a process by its name or code.
func idOf(ctx context.Context, t *testing.T, s *shop, name string) (id string) {
	t.Helper()
	read(ctx, t, s, func(tx store.Tx) error {
		m, err := masters(ctx, tx)
		if err != nil {
			return err
		}
		for _, known := range []string{m.Machines[name].ID, m.Groups[name].ID, m.Customers[name], m.Suppliers[name], m.Materials[name], m.PartTypes[name], m.OrderTypes[name], m.Grades[name]} {
			if id == "" {
				id = known
			}
		}
		return nil
	})
	if id == "" {
		t.Fatalf("nothing is called %q", name)
	}
	return id
}
