package app

import (
	"context"
	"errors"

	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// demoMasters writes the demo factory's master data through the rules that hold for everybody.
type demoMasters struct {
	ctx    context.Context
	tx     store.Tx
	master *basedata.Master

	sections, shifts, calendars, groups, customers map[string]string // id by name or code
	pieces                                         string            // id of the unit that counts
}

func (a *App) writeMasters(ctx context.Context, tx store.Tx, m demo.Masters) error {
	w := &demoMasters{ctx: ctx, tx: tx, master: a.Master, sections: map[string]string{}, shifts: map[string]string{}, calendars: map[string]string{}, groups: map[string]string{}, customers: map[string]string{}}
	return errors.Join(w.places(m), w.resources(m), w.partners(m), w.productTypes(), w.catalogue(m), w.everyday())
}

func (w *demoMasters) places(m demo.Masters) error {
	for i, s := range m.Sections {
		row := &basedata.Section{Name: s.Name, ChineseName: s.ChineseName, SectionType: s.Type, Colour: s.Colour, NeedCAM: s.NeedCAM, SortOrder: i + 1, Valid: true, DeductRest: true, CAMUploadType: basedata.UploadMenuAndProgram, TargetRate: quantity.Whole(90)}
		if err := w.master.Sections.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
		w.sections[s.Name] = row.ID
	}
	for _, s := range m.Shifts {
		row := &basedata.Shift{Name: s.Name, EnglishName: s.EnglishName, ShiftType: int(s.Type), Effective: true}
		for _, p := range s.Periods {
			row.Periods = append(row.Periods, basedata.Period{Start: p.Start, End: p.End, RestStart: p.RestStart, RestEnd: p.RestEnd, Overtime: p.Overtime})
		}
		if err := w.master.Shifts.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
		w.shifts[s.Name] = row.ID
	}
	for i, c := range m.Calendars {
		row := &basedata.Calendar{Name: c.Name, EnglishName: c.EnglishName, Default: c.Default, Valid: true, SortOrder: i + 1, Holidays: []basedata.Holiday{}}
		for _, day := range c.Rest {
			weekday := int(day)
			if weekday == 0 {
				weekday = 7 // Sunday ends the week
			}
			name := []string{"", "周一", "周二", "周三", "周四", "周五", "周六", "周日"}[weekday]
			row.Holidays = append(row.Holidays, basedata.Holiday{Name: name, Kind: basedata.HolidayFloating, Type: basedata.HolidayRest, Weekday: weekday})
		}
		for _, h := range c.Holidays {
			row.Holidays = append(row.Holidays, basedata.Holiday{Name: h.Name, Kind: basedata.HolidayFixed, Type: basedata.HolidayRest, From: h.From, To: h.To})
		}
		if err := w.master.Calendars.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
		w.calendars[c.Name] = row.ID
	}
	return nil
}

func (w *demoMasters) resources(m demo.Masters) error {
	for _, g := range m.Groups {
		row := &basedata.Group{
			Code: g.Code, Name: g.Name, EnglishName: g.EnglishName, Kind: int(g.Kind), SectionID: w.sections[g.Section], CalendarID: w.calendars[g.Calendar], ShiftID: w.shifts[g.Shift],
			Capacity: g.Capacity, LabourRate: g.LabourRate, Members: g.Members, Weight: 1, Scheduled: g.Scheduled, Valid: true, Report: true,
		}
		if err := w.master.Groups.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
		w.groups[g.Code] = row.ID
	}
	for _, d := range m.Machines {
		row := &basedata.Machine{
			Name: d.Name, MachineType: d.Type, GroupID: w.groups[d.Group], SectionID: w.sections[d.Section], Status: basedata.MachineNormal, Scheduled: true,
			Automation: d.Automation, WorkRate: d.WorkRate, LabourRate: d.LabourRate, TargetRate: d.TargetRate, Report: true, IPs: []basedata.MachineIP{}, Attributes: []basedata.AttributeValue{},
		}
		if err := w.master.Machines.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
	}
	return nil
}

func (w *demoMasters) partners(m demo.Masters) error {
	for _, p := range m.Processes {
		row := &basedata.Process{Code: p.Code, Name: p.Name, EnglishName: p.EnglishName, Class: int(p.Class), DefaultGroup: p.Group, Unattended: p.Unattended, DefaultMinutes: p.Default, Valid: true}
		if err := w.master.Processes.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
	}
	for _, c := range m.Customers {
		row := &basedata.Customer{Number: c.Number, Name: c.Name, EnglishName: c.EnglishName, ShortName: c.ShortName, Valid: true}
		if err := w.master.Customers.Save(w.ctx, w.tx, row); err != nil {
			return err
		}
		w.customers[c.Number] = row.ID
	}
	for _, s := range m.Suppliers {
		if err := w.master.Suppliers.Save(w.ctx, w.tx, &basedata.Supplier{Code: s.Code, Name: s.Name, EnglishName: s.EnglishName, ShortName: s.ShortName, LeadDays: s.LeadDays, Currency: "CNY", TaxIncluded: true, TaxRate: quantity.Whole(13), Valid: true}); err != nil {
			return err
		}
	}
	return nil
}
