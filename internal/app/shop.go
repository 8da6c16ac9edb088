package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// importMasters reads what the import of production data asks of the master data.
func importMasters(ctx context.Context, tx store.Tx) (*production.Masters, error) {
	m := &production.Masters{
		Customers: map[string]string{}, Suppliers: map[string]string{}, Machines: map[string]production.MasterMachine{},
		Groups: map[string]production.MasterGroup{}, Processes: map[string]production.MasterProcess{},
		OrderTypes: map[string]string{}, PartTypes: map[string]string{}, Materials: map[string]string{}, Grades: map[string]string{},
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
		m.Customers[c.Number] = c.ID
	}
	for _, s := range rows.suppliers {
		m.Suppliers[s.Name] = s.ID
	}
	for _, s := range rows.suppliers {
		m.Suppliers[s.Code] = s.ID
	}
	kinds, err := readKinds(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, x := range kinds.orderTypes {
		m.OrderTypes[x.Name] = x.ID
	}
	for _, x := range rows.grades {
		m.Grades[x.Grade] = x.ID
	}
	for _, x := range kinds.partTypes {
		m.PartTypes[x.Name] = x.ID
	}
	for _, x := range kinds.partTypes {
		if x.Code != "" {
			m.PartTypes[x.Code] = x.ID
		}
	}
	for _, x := range kinds.materials {
		m.Materials[x.Name] = x.ID
	}
	for _, x := range kinds.materials {
		m.Materials[x.Code] = x.ID
	}
	for _, x := range rows.machines {
		m.Machines[x.Name] = production.MasterMachine{ID: x.ID, GroupID: x.GroupID}
	}
	for _, byName := range []bool{true, false} {
		for _, g := range rows.groups {
			key := g.Code
			if byName {
				key = g.Name
			}
			m.Groups[key] = production.MasterGroup{ID: g.ID, Scheduled: g.Scheduled}
		}
		for _, p := range rows.processes {
			key := p.Code
			if byName {
				key = p.Name
			}
			m.Processes[key] = production.MasterProcess{ID: p.ID, EDM: p.Class == basedata.ClassEDM, DefaultGroup: p.DefaultGroup, Unattended: p.Unattended}
		}
	}
	return m, nil
}

// masterRows are the master data that scheduling and the import read.
type masterRows struct {
	sections   []basedata.Section
	shifts     []basedata.Shift
	calendars  []basedata.Calendar
	groups     []basedata.Group
	machines   []basedata.Machine
	suppliers  []basedata.Supplier
	processes  []basedata.Process
	flows      []basedata.FlowTime
	exceptions []basedata.Exception
	grades     []basedata.AccuracyGrade
	attributes []basedata.MachineAttribute
}

func readMasters(ctx context.Context, tx store.Tx) (*masterRows, error) {
	r := &masterRows{}
	for _, q := range []*store.Select{
		tx.Select(&r.sections).Order("name"), tx.Select(&r.shifts).Order("name"), tx.Select(&r.calendars).Order("name"), tx.Select(&r.groups).Order("code"),
		tx.Select(&r.machines).Order("name"), tx.Select(&r.suppliers).Order("code"), tx.Select(&r.processes).Order("code"),
		tx.Select(&r.flows).Order("name", "id"), tx.Select(&r.exceptions).Order("starts_at", "id"), tx.Select(&r.grades).Order("rank"), tx.Select(&r.attributes).Order("code"),
	} {
		if err := q.Scan(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
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

// readShop reads what a run plans: the open moulds among ids, or every open one.
func readShop(ctx context.Context, tx store.Tx, ids []string) (*aps.Shop, error) {
	masters, err := readMasters(ctx, tx)
	if err != nil {
		return nil, err
	}
	orders, err := production.ReadOpen(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	shop := &aps.Shop{Zone: tx.Actor().Zone}
	groupsOf(shop, masters)
	for _, s := range masters.suppliers {
		shop.Suppliers = append(shop.Suppliers, aps.Supplier{ID: s.ID, Code: s.Code, Name: s.Name, LeadDays: s.LeadDays, Way: s.OutMinutes+s.BackMinutes > 0, Out: s.OutMinutes, Back: s.BackMinutes})
	}
	processes := map[string]basedata.Process{}
	for _, p := range masters.processes {
		processes[p.ID] = p
	}
	ranks := map[string]int{}
	for _, g := range masters.grades {
		ranks[g.ID] = g.Rank
	}
	hours, err := readAssemblyHours(ctx, tx, orders)
	if err != nil {
		return nil, err
	}
	for i := range orders {
		m := mouldOf(&orders[i], processes)
		m.AssemblyBy = hours.of(&orders[i])
		for k := range orders[i].Parts {
			m.Parts[k].Grade = ranks[orders[i].Parts[k].GradeID]
		}
		shop.Moulds = append(shop.Moulds, m)
	}
	return shop, nil
}

func groupsOf(shop *aps.Shop, rows *masterRows) {
	sections, shifts, calendars := map[string]basedata.Section{}, map[string]basedata.Shift{}, map[string]basedata.Calendar{}
	for _, s := range rows.sections {
		sections[s.ID] = s
	}
	for _, s := range rows.shifts {
		shifts[s.ID] = s
	}
	for _, c := range rows.calendars {
		calendars[c.ID] = c
	}
	for _, g := range rows.groups {
		section := sections[g.SectionID]
		group := aps.Group{
			ID: g.ID, Code: g.Code, Name: g.Name, Section: section.ChineseName, People: g.Kind == basedata.GroupPeople, Outside: g.Kind == basedata.GroupSupplier,
			Members: g.Members, Scheduled: g.Scheduled && g.Valid, NeedCAM: section.NeedCAM, HourRate: g.LabourRate, Bottleneck: g.Bottleneck,
		}
		group.Periods, group.Overtime = workPeriods(shifts[g.ShiftID], section.DeductRest || g.SectionID == "")
		workDays(&group, calendars[g.CalendarID])
		shop.Groups = append(shop.Groups, group)
	}
	shop.Machines = machinesOf(rows)
	for _, f := range rows.flows {
		shop.Flows = append(shop.Flows, aps.Flow{From: cmp.Or(f.UpMachineID, f.UpGroupID), To: cmp.Or(f.DownMachineID, f.DownGroupID), Minutes: f.Minutes})
	}
	for i := range shop.Groups {
		for _, e := range rows.exceptions {
			if e.GroupID == shop.Groups[i].ID {
				shop.Groups[i].Exceptions = append(shop.Groups[i].Exceptions, exceptionOf(&e))
			}
		}
	}
}

func machinesOf(rows *masterRows) (machines []aps.Machine) {
	ranks := map[string]int{}
	for _, g := range rows.grades {
		ranks[g.ID] = g.Rank
	}
	for i := range rows.machines {
		m := &rows.machines[i]
		if m.Status != basedata.MachineNormal || !m.Scheduled {
			continue
		}
		x := aps.Machine{
			ID: m.ID, Name: m.Name, GroupID: m.GroupID, Automation: m.Automation, WorkRate: m.WorkRate, Target: m.TargetRate, HourRate: m.LabourRate, Level: ranks[m.GradeID], Limits: limitsOf(m, rows.attributes),
		}
		for _, e := range rows.exceptions {
			if e.MachineID == m.ID {
				x.Exceptions = append(x.Exceptions, exceptionOf(&e))
			}
		}
		machines = append(machines, x)
	}
	return machines
}

func exceptionOf(e *basedata.Exception) aps.Exception {
	return aps.Exception{From: *e.From, To: *e.To, Extra: e.Kind == basedata.ExceptionExtra}
}

// limitsOf reads the attributes of a machine that the scheduler compares with parts.
func limitsOf(m *basedata.Machine, attributes []basedata.MachineAttribute) (l aps.Limits) {
	into := map[int]*quantity.Decimal{
		basedata.ComparesLength: &l.Length, basedata.ComparesWidth: &l.Width, basedata.ComparesHeight: &l.Height,
		basedata.ComparesWeight: &l.Weight, basedata.ComparesSoftest: &l.Softest, basedata.ComparesHardest: &l.Hardest,
	}
	for _, a := range attributes {
		limit := into[a.Compares]
		if limit == nil || !a.Valid {
			continue
		}
		for _, v := range m.Attributes {
			if n, err := quantity.ParseDecimal(v.Value); v.AttributeID == a.ID && err == nil {
				*limit = n
			}
		}
	}
	return l
}

// workPeriods are the stretches of a working day, rests taken out where the section deducts them, and those that
// overtime may add: after each period, up to the next one. Times after midnight count on: 26:30 is half past two in the
// night that the day began.
func workPeriods(s basedata.Shift, deduct bool) (work, overtime [][2]string) {
	work = [][2]string{}
	stretch := func(from, to int) [2]string { return [2]string{clockText(from), clockText(to)} }
	for i, p := range s.Periods {
		start, end := p.Span()
		if from, to, rests := p.Rest(); rests && deduct {
			if start < from {
				work = append(work, stretch(start, from))
			}
			start = to
		}
		if start < end {
			work = append(work, stretch(start, end))
		}
		next, _ := s.Periods[(i+1)%len(s.Periods)].Span()
		if i+1 == len(s.Periods) {
			next += 24 * 60
		}
		if until := min(end+int(p.Overtime), next); until > end {
			overtime = append(overtime, stretch(end, until))
		}
	}
	return work, overtime
}

func clockText(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }

// workDays fills the days: make-up days beat holidays, holidays beat weekdays.
func workDays(g *aps.Group, c basedata.Calendar) {
	for _, h := range c.Holidays {
		if h.Kind == basedata.HolidayFloating {
			if h.Type == basedata.HolidayRest {
				g.Rest = append(g.Rest, h.Weekday%7) // Sunday is 7 here and 0 there
			}
			continue
		}
		for day := h.From.In(time.UTC); !day.IsZero() && !day.After(h.To.In(time.UTC)); day = day.AddDate(0, 0, 1) {
			if h.Type == basedata.HolidayMakeUp {
				g.Workdays = append(g.Workdays, day.Format(time.DateOnly))
			} else {
				g.Closed = append(g.Closed, day.Format(time.DateOnly))
			}
		}
	}
	slices.Sort(g.Closed)
	slices.Sort(g.Workdays)
}

func mouldOf(o *production.Order, processes map[string]basedata.Process) aps.Mould {
	m := aps.Mould{
		ID: o.Mould.ID, No: o.Mould.MouldNo, Name: o.Mould.Name, Delivery: o.Mould.Delivery, Release: o.Mould.Release, Priority: o.Mould.Priority,
		AssemblyGroup: o.Mould.AssemblyGroupID, Assembly: o.Mould.AssemblyMinutes, TryoutGroup: o.Mould.TryoutGroupID, Tryout: o.Mould.TryoutMinutes,
	}
	for i := range o.Parts {
		p := &o.Parts[i]
		part := aps.Part{
			ID: p.ID, No: p.PartNo, Name: p.Name, Parent: p.ParentPartNo, Electrode: p.Kind == production.Electrode, Assembly: p.Kind == production.Assembly,
			Stocked: p.State == production.ElectrodeStocked, Inspected: p.State == production.ElectrodeInspected, NeededAtOp: p.NeededAtOp, Qty: p.Qty, MaterialReady: p.MaterialReady, DesignReady: p.DesignReady, Due: p.Due,
			Length: p.Length, Width: p.Width, Height: p.Height, Weight: p.Weight, Hardness: p.Hardness,
		}
		if part.Electrode && (part.Stocked || part.Inspected) { // nothing left to make
			m.Parts = append(m.Parts, part)
			continue
		}
		for _, op := range o.Operations[p.ID] {
			part.Ops = append(part.Ops, operationOf(o, op, processes))
		}
		m.Parts = append(m.Parts, part)
	}
	return m
}

func operationOf(o *production.Order, op *production.Operation, processes map[string]basedata.Process) aps.Operation {
	process := processes[op.ProcessID]
	name := process.Name
	if name == "" {
		name = "电极加工" // the shorthand of the workbook names no process
	}
	x := aps.Operation{
		ID: op.ID, No: op.OpNo, Branch: op.Branch, Process: name, EDM: process.Class == basedata.ClassEDM, GroupID: op.GroupID, Minutes: op.Minutes, Setup: op.SetupMinutes, Lag: op.LagMinutes,
		Pred: op.Pred, Crew: op.Crew, Unattended: op.Unattended, Pausable: op.Pausable, Earliest: op.Earliest, ProgramReady: op.ProgramReady, CAMStatus: op.CAMStatus, Outsource: op.Outsource,
		SupplierID: op.SupplierID, LeadDays: op.LeadDays, Lock: op.Lock, LockMachine: op.LockMachineID, LockStart: op.LockStart, Expected: op.ElectrodesExpected,
	}
	for _, e := range o.Resources[op.ID] {
		x.Machines = append(x.Machines, aps.Eligible{MachineID: e.MachineID, Rank: e.Rank, Minutes: e.Minutes, Setup: e.SetupMinutes})
	}
	for _, l := range o.Links[op.ID] {
		x.Burns = append(x.Burns, aps.Burn{PartID: l.ElectrodeID, Minutes: l.BurnMinutes})
	}
	if r := o.Progress[op.ID]; r != nil {
		x.Status, x.OnMachine, x.RealStart, x.RealEnd, x.Reported = r.Status, r.MachineID, r.RealStart, r.RealEnd, r.ReportedMinutes
		if r.HasRemaining {
			x.Remaining = &r.RemainingMinutes
		}
	}
	return x
}

// countChanges counts what a run would see otherwise since a moment. Reports of progress do not count: a shop at work
// would never be publishable.
func countChanges(ctx context.Context, tx store.Tx, since time.Time) (moulds, tasks, masters int, err error) {
	count := func(model any, into *int) {
		if err != nil {
			return
		}
		var n int
		n, err = tx.Select(model).Where("updated_at > ?", since).Count(ctx)
		*into += n
	}
	count((*production.Mould)(nil), &moulds)
	count((*production.Part)(nil), &tasks)
	count((*production.Operation)(nil), &tasks)
	for _, model := range []any{(*basedata.Shift)(nil), (*basedata.Calendar)(nil), (*basedata.Group)(nil), (*basedata.Machine)(nil), (*basedata.Exception)(nil), (*basedata.FlowTime)(nil)} {
		count(model, &masters)
	}
	return moulds, tasks, masters, err
}
