package app

import (
	"strings"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// The sheets of resource groups and machines.

func (w *masterPlanner) planGroups() error {
	var drafts []sheetRow[basedata.Group]
	stored := storedBy(w.rows.groups, func(g *basedata.Group) string { return g.Code })
	for i := range w.in.Book.Groups {
		r := &w.in.Book.Groups[i]
		d := sheetRow[basedata.Group]{line: r.Line, key: r.Key(), old: stored(r.Code)}
		d.now = over(d.old, basedata.Group{Code: r.Code, Name: r.Code, Kind: basedata.GroupMachines, Weight: 1, Valid: true, Report: true, Scheduled: true, Capacity: quantity.Whole(24)})
		d.now.Name, d.now.EnglishName = namesOf(r.Name, r.EnglishName, d.now.Name, d.now.EnglishName)
		d.now.Kind = r.Kind.Or(d.now.Kind)
		d.now.SectionID = refer(r.Section, d.now.SectionID, w.sections, "section", msgNoSection, &d.found)
		d.now.CalendarID = refer(r.Calendar, d.now.CalendarID, w.calendars, "calendar", msgNoCalendar, &d.found)
		d.now.ShiftID = refer(r.Shift, d.now.ShiftID, w.shifts, "shift", msgNoShift, &d.found)
		d.now.Members, d.now.Scheduled = r.Members.Or(d.now.Members), r.Scheduled.Or(d.now.Scheduled)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Groups, sheetPlan[basedata.Group]{code: "groups", stored: w.rows.groups, planned: func(id string, g *basedata.Group) {
		w.groups.put(id, g.Code, g.Name)
		w.names[id], w.groupCodes[id] = g.Name, g.Code
		w.add = append(w.add, func(m *production.Masters, n *production.Names) {
			m.Groups[g.Code], n.Groups[id] = production.MasterGroup{ID: id, Name: g.Name, Scheduled: g.Scheduled}, g.Name
			putNamed(m.Groups, w.keys["group"], g.Name, id, m.Groups[g.Code])
		})
	}}, drafts)
}

var msgHardnessReversed = problem.L("最小硬度不能大于最大硬度", "The minimum hardness must not exceed the maximum")

func (w *masterPlanner) planMachines() error {
	stored := map[string]*basedata.Machine{}
	for i := range w.rows.machines {
		stored[strings.ToLower(w.rows.machines[i].Name)] = &w.rows.machines[i]
	}
	var drafts []sheetRow[basedata.Machine]
	for i := range w.in.Book.Machines {
		r := &w.in.Book.Machines[i]
		d := sheetRow[basedata.Machine]{line: r.Line, key: r.Key(), old: stored[strings.ToLower(r.Name)], left: w.notKept(r)}
		d.now = over(d.old, basedata.Machine{Name: r.Name, Status: basedata.MachineNormal, Scheduled: true, Report: true, WorkRate: quantity.Whole(1)})
		d.now.GroupID = refer(r.Group, d.now.GroupID, w.groups, "group", msgNoGroup, &d.found)
		d.now.SectionID = refer(r.Section, d.now.SectionID, w.sections, "section", msgNoSection, &d.found)
		d.now.WorkRate, d.now.LabourRate = r.WorkRate.Or(d.now.WorkRate), r.LabourRate.Or(d.now.LabourRate)
		filled(&d.now.IPs)
		filled(&d.now.Attributes)
		d.now.GradeID = refer(r.Level, d.now.GradeID, w.grades, "level", msgNoGrade, &d.found)
		d.now.Attributes = w.limits(r, d.now.Attributes)
		if low, high := r.HardnessMin, r.HardnessMax; low.IsGiven() && high.IsGiven() && low.Value > high.Value { // also where no attribute keeps them
			d.bad = append(d.bad, problem.Field("hardnessMax", "order", msgHardnessReversed))
		}
		d.now.Automation, d.now.CAxis, d.now.ChuckCount = r.Automation.Or(d.now.Automation), r.CAxis.Or(d.now.CAxis), r.Chucks.Or(d.now.ChuckCount)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Machines, sheetPlan[basedata.Machine]{code: "machines", stored: w.rows.machines, planned: func(id string, x *basedata.Machine) {
		w.machines.put(id, x.Name, "")
		l := limitsOf(x, w.rows.attributes)
		w.add = append(w.add, func(m *production.Masters, n *production.Names) {
			m.Machines[x.Name] = production.MasterMachine{ID: id, GroupID: x.GroupID, Length: l.Length, Width: l.Width, Height: l.Height, Weight: l.Weight}
			n.Machines[id] = production.NamedMachine{Name: x.Name, GroupID: x.GroupID}
		})
	}}, drafts)
}

// notKept are the columns of a machine that have no place to stand: limits that the factory has declared no attribute
// for, and what the product does not plan with yet.
func (w *masterPlanner) notKept(r *workbook.Machine) (left []production.LeftOut) {
	declared := map[int]bool{}
	for _, a := range w.rows.attributes {
		declared[a.Compares] = true
	}
	for _, c := range []struct {
		column   string
		given    bool
		compares int
	}{
		{"travelX", r.TravelX.IsGiven(), basedata.ComparesLength},
		{"travelY", r.TravelY.IsGiven(), basedata.ComparesWidth},
		{"travelZ", r.TravelZ.IsGiven(), basedata.ComparesHeight},
		{"load", r.Load.IsGiven(), basedata.ComparesWeight},
		{"hardnessMin", r.HardnessMin.IsGiven(), basedata.ComparesSoftest},
		{"hardnessMax", r.HardnessMax.IsGiven(), basedata.ComparesHardest},
		{"changerSlots", r.ChangerSlots.IsGiven(), basedata.ComparesNothing},
	} {
		if c.given && !(c.compares != basedata.ComparesNothing && declared[c.compares]) {
			left = append(left, production.LeftOut{Column: c.column, Why: msgNotKept})
		}
	}
	return left
}
