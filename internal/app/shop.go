package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

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
	members    map[string]bool // of groups: who of them is there today
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
	var err error
	r.members, err = validMembers(ctx, tx, r.groups)
	return r, err
}

// readShop reads what a run plans: the open moulds among ids, or every open one. Of the moulds among ids those on hold are
// named too, so that the plan can say that they wait.
func readShop(ctx context.Context, tx store.Tx, ids []string) (*model.Shop, error) {
	masters, err := readMasters(ctx, tx)
	if err != nil {
		return nil, err
	}
	orders, err := production.ReadOpen(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	shop := &model.Shop{Zone: tx.Actor().Zone}
	groupsOf(shop, masters)
	for _, s := range masters.suppliers {
		shop.Suppliers = append(shop.Suppliers, model.Supplier{ID: s.ID, Code: s.Code, Name: s.Name, LeadDays: s.LeadDays, Processes: leadsOf(&s), Out: s.OutMinutes, Back: s.BackMinutes})
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
	if len(ids) == 0 {
		return shop, nil
	}
	named, err := production.NamedMoulds(ctx, tx, ids)
	for i := range named {
		if named[i].Status == production.MouldHold {
			shop.Moulds = append(shop.Moulds, shutMould(&named[i]))
		}
	}
	return shop, err
}

// readOutline reads what readShop does, without suppliers and the parts of moulds. Of the moulds among ids it names all,
// also those that are finished or cancelled.
func readOutline(ctx context.Context, tx store.Tx, ids []string) (*model.Shop, error) {
	masters, err := readMasters(ctx, tx)
	if err != nil {
		return nil, err
	}
	moulds, err := production.NamedMoulds(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	shop := &model.Shop{Zone: tx.Actor().Zone}
	groupsOf(shop, masters)
	for i := range moulds {
		if moulds[i].Status != production.MouldOpen {
			shop.Moulds = append(shop.Moulds, shutMould(&moulds[i]))
			continue
		}
		shop.Moulds = append(shop.Moulds, mouldOf(&production.Order{Mould: moulds[i]}, nil))
	}
	return shop, nil
}

// readResources reads what readShop does of the resources alone: groups and machines.
func readResources(ctx context.Context, tx store.Tx) (*model.Shop, error) {
	masters, err := readMasters(ctx, tx)
	if err != nil {
		return nil, err
	}
	shop := &model.Shop{Zone: tx.Actor().Zone}
	groupsOf(shop, masters)
	return shop, nil
}

// customersOf names the customers of moulds, by the mould's id.
func customersOf(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error) {
	moulds, err := production.NamedMoulds(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	var rows []basedata.Customer
	if err := tx.Select(&rows).Columns("id", "name", "english_name").Scan(ctx); err != nil {
		return nil, err
	}
	names := map[string]string{}
	for i := range rows {
		names[rows[i].ID] = resource.ShownName(ctx, rows[i].Name, rows[i].EnglishName)
	}
	of := map[string]string{}
	for i := range moulds {
		if name := names[moulds[i].CustomerID]; name != "" {
			of[moulds[i].ID] = name
		}
	}
	return of, nil
}

// shutMould is a mould that is not open: nothing of it is planned.
func shutMould(m *production.Mould) model.Mould {
	shut := map[int]string{production.MouldHold: model.MouldOnHold, production.MouldFinished: model.MouldFinished, production.MouldCancelled: model.MouldCancelled}
	return model.Mould{ID: m.ID, No: m.MouldNo, Name: m.Name, Delivery: m.Delivery, Priority: m.Priority, Shut: shut[m.Status]}
}

// leadsOf are the lead days that a supplier has for single processes.
func leadsOf(s *basedata.Supplier) map[string]quantity.Decimal {
	leads := map[string]quantity.Decimal{}
	for _, p := range s.Processes {
		if p.LeadDays > 0 {
			leads[p.ProcessID] = p.LeadDays
		}
	}
	return leads
}

func groupsOf(shop *model.Shop, rows *masterRows) {
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
		group := model.Group{
			ID: g.ID, Code: g.Code, Name: g.Name, Section: section.ChineseName, People: g.Kind == basedata.GroupPeople, Outside: g.Kind == basedata.GroupSupplier,
			Scheduled: g.Scheduled && g.Valid, NeedCAM: section.NeedCAM, HourRate: g.LabourRate, Bottleneck: g.Bottleneck,
		}
		group.Periods, group.Overtime = workPeriods(shifts[g.ShiftID], section.DeductRest || g.SectionID == "")
		if group.People {
			group.Members = headcount(&g, rows.members, group.Periods)
		}
		workDays(&group, calendars[g.CalendarID])
		hoursOfLife(&group, &g, shop.Zone)
		shop.Groups = append(shop.Groups, group)
	}
	shop.Machines = machinesOf(rows)
	for _, f := range rows.flows {
		shop.Flows = append(shop.Flows, model.Flow{From: cmp.Or(f.UpMachineID, f.UpGroupID), To: cmp.Or(f.DownMachineID, f.DownGroupID), Minutes: f.Minutes})
	}
	for i := range shop.Groups {
		for _, e := range rows.exceptions {
			if e.GroupID == shop.Groups[i].ID {
				shop.Groups[i].Exceptions = append(shop.Groups[i].Exceptions, exceptionOf(&e))
			}
		}
	}
}

func machinesOf(rows *masterRows) (machines []model.Machine) {
	ranks := map[string]int{}
	for _, g := range rows.grades {
		ranks[g.ID] = g.Rank
	}
	for i := range rows.machines {
		m := &rows.machines[i]
		if m.Status != basedata.MachineNormal || !m.Scheduled {
			continue
		}
		x := model.Machine{
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

func exceptionOf(e *basedata.Exception) model.Exception {
	return model.Exception{From: *e.From, To: *e.To, Extra: e.Kind == basedata.ExceptionExtra}
}

// limitsOf reads the attributes of a machine that the scheduler compares with parts.
func limitsOf(m *basedata.Machine, attributes []basedata.MachineAttribute) (l model.Limits) {
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
func workDays(g *model.Group, c basedata.Calendar) {
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
