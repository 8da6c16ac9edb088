package demo

import (
	"io"
	"slices"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production/workbook"
)

// WriteWorkbook writes the shop as an xlsx workbook with codes as headers: moulds to progress, and with
// Options.Masters the basic data and the flow times too.
func (s *Shop) WriteWorkbook(w io.Writer) error {
	book := s.Book()
	return workbook.Write(w, book, workbook.Codes, s.Zone)
}

// Book is the shop as rows of the workbook.
func (s *Shop) Book() *workbook.Book {
	b := &workbook.Book{}
	for _, m := range s.moulds {
		b.Moulds = append(b.Moulds, workbook.Mould{
			MouldNo: m.no, Name: workbook.Of(m.name), ProjectNo: workbook.Of(m.project), Customer: workbook.Of(m.customer),
			Delivery: workbook.Day(m.delivery, workbook.KindDateEnd, s.Zone), Release: workbook.Day(m.release, workbook.KindDate, s.Zone),
			Priority: workbook.Of(m.priority),
		})
		for _, p := range m.parts {
			s.partRows(b, m, p)
		}
		for _, e := range m.electrodes {
			b.Electrodes = append(b.Electrodes, e.row(m))
		}
	}
	if s.Masters {
		s.masterRows(b)
	}
	number := func(n int, line func(int) *workbook.Line) {
		for i := range n {
			line(i).Row = i + 2 // as they will stand in the file, below the header
		}
	}
	number(len(b.Moulds), func(i int) *workbook.Line { return &b.Moulds[i].Line })
	number(len(b.Parts), func(i int) *workbook.Line { return &b.Parts[i].Line })
	number(len(b.Operations), func(i int) *workbook.Line { return &b.Operations[i].Line })
	number(len(b.Electrodes), func(i int) *workbook.Line { return &b.Electrodes[i].Line })
	number(len(b.EDMLinks), func(i int) *workbook.Line { return &b.EDMLinks[i].Line })
	number(len(b.OperationResources), func(i int) *workbook.Line { return &b.OperationResources[i].Line })
	number(len(b.Progress), func(i int) *workbook.Line { return &b.Progress[i].Line })
	number(len(b.Materials), func(i int) *workbook.Line { return &b.Materials[i].Line })
	number(len(b.Groups), func(i int) *workbook.Line { return &b.Groups[i].Line })
	number(len(b.Machines), func(i int) *workbook.Line { return &b.Machines[i].Line })
	number(len(b.Shifts), func(i int) *workbook.Line { return &b.Shifts[i].Line })
	number(len(b.Calendars), func(i int) *workbook.Line { return &b.Calendars[i].Line })
	number(len(b.FlowTimes), func(i int) *workbook.Line { return &b.FlowTimes[i].Line })
	number(len(b.Sections), func(i int) *workbook.Line { return &b.Sections[i].Line })
	number(len(b.Processes), func(i int) *workbook.Line { return &b.Processes[i].Line })
	number(len(b.Customers), func(i int) *workbook.Line { return &b.Customers[i].Line })
	number(len(b.Suppliers), func(i int) *workbook.Line { return &b.Suppliers[i].Line })
	return b
}

func (s *Shop) partRows(b *workbook.Book, m *mould, p *part) {
	row := workbook.Part{MouldNo: m.no, PartNo: p.no, Name: workbook.Of(p.name), Kind: workbook.Of(1), Qty: workbook.Of(1)}
	if p.assembly {
		row.Kind = workbook.Of(3)
	} else {
		row.ParentPart, row.Material = workbook.Of("ASM"), workbook.Of(p.material)
	}
	if p.ready != "" {
		row.MaterialReady = workbook.Day(p.ready, workbook.KindDate, s.Zone)
	}
	b.Parts = append(b.Parts, row)
	for _, o := range p.ops {
		s.operationRow(b, m, p, o)
		for i, burn := range o.burns {
			b.EDMLinks = append(b.EDMLinks, workbook.EDMLink{
				MouldNo: m.no, PartNo: p.no, OpNo: o.no, ElectrodeNo: burn.electrode.no, BurnSeq: workbook.Of(i + 1), BurnHours: workbook.Of(burn.minutes),
			})
		}
		for i, name := range o.machines {
			b.OperationResources = append(b.OperationResources, workbook.OperationResource{
				MouldNo: m.no, PartNo: p.no, OpNo: o.no, Resource: name, Rank: workbook.Of(i + 1),
			})
		}
		if o.state == 0 {
			continue
		}
		r := workbook.Progress{
			MouldNo: m.no, PartNo: p.no, OpNo: o.no, Status: workbook.Of(o.state),
			RealStart: workbook.Moment(o.start), ReportedHours: workbook.Of(o.reported),
		}
		if o.on != "" {
			r.Resource = workbook.Of(o.on)
		}
		if o.state == finished {
			r.RealEnd = workbook.Moment(o.end)
		} else {
			r.RemainingHours = workbook.Of(o.remaining)
		}
		b.Progress = append(b.Progress, r)
	}
}

func (s *Shop) operationRow(b *workbook.Book, m *mould, p *part, o *operation) {
	row := workbook.Operation{
		MouldNo: m.no, PartNo: p.no, OpNo: o.no, Process: workbook.Of(o.process), Hours: workbook.Of(o.setup + o.run),
	}
	if group := s.groupFor(o.group); !slices.ContainsFunc(processes, func(known Process) bool { return known.Code == o.process && known.Group == group }) {
		row.Group = workbook.Of(group)
	}
	if o.setup > 0 {
		row.SetupHours = workbook.Of(o.setup)
	}
	if o.crew > 1 {
		row.Crew = workbook.Of(o.crew)
	}
	if o.program != "" {
		row.ProgramReady = workbook.Day(o.program, workbook.KindDate, s.Zone)
	}
	if o.expected > 0 {
		row.ElectrodesExpected = workbook.Of(o.expected)
	}
	if o.supplier != "" {
		row.Outsource, row.Supplier, row.LeadDays = workbook.Of(2), workbook.Of(o.supplier), workbook.Of(quantity.Whole(int64(o.leadDays)))
	}
	if o.lock > 0 {
		row.Lock, row.LockResource = workbook.Of(o.lock), workbook.Of(o.on)
		if o.lock == 2 {
			row.LockStart = workbook.Moment(o.lockStart)
		}
	}
	b.Operations = append(b.Operations, row)
}

func (e *electrode) row(m *mould) workbook.Electrode {
	row := workbook.Electrode{
		MouldNo: m.no, ElectrodeNo: e.no, Finish: workbook.Of(e.finish), Material: workbook.Of(e.material), Pieces: workbook.Of(1),
		Gap: workbook.Of([]quantity.Decimal{0, 300_000, 200_000, 100_000}[e.finish]), State: workbook.Of(1),
		MillGroup: workbook.Of(elecMill), MillHours: workbook.Of(e.mill),
	}
	if e.inspect > 0 {
		row.InspectGroup, row.InspectHours = workbook.Of(cmm), workbook.Of(e.inspect)
	}
	if e.stocked {
		row.State = workbook.Of(4)
	}
	return row
}

// masterRows writes all that an empty tenant lacks.
func (s *Shop) masterRows(b *workbook.Book) {
	s.catalogueRows(b)
	for _, m := range s.Basis.Materials {
		b.Materials = append(b.Materials, workbook.Material{
			Code: m.Code, Name: workbook.Of(m.Name), Type: workbook.Of(int(m.Type)),
			MinHardness: workbook.Of(quantity.Whole(int64(m.Hard[0]))), MaxHardness: workbook.Of(quantity.Whole(int64(m.Hard[1]))),
		})
	}
	for _, g := range s.Basis.Groups {
		row := workbook.Group{
			Code: g.Code, Name: workbook.Of(g.Name), Section: workbook.Of(g.Section), Calendar: workbook.Of(g.Calendar), Shift: workbook.Of(g.Shift),
			Kind: workbook.Of(int(g.Kind)), Scheduled: workbook.Of(g.Scheduled),
		}
		if g.Kind == People {
			row.Members = workbook.Of(g.Members)
		}
		b.Groups = append(b.Groups, row)
	}
	for _, m := range s.Basis.Machines {
		b.Machines = append(b.Machines, workbook.Machine{
			Name: m.Name, Group: workbook.Of(m.Group), Section: workbook.Of(m.Section), WorkRate: workbook.Of(m.WorkRate),
			LabourRate: workbook.Of(m.LabourRate), Automation: workbook.Of(m.Automation),
		})
	}
	for _, shift := range s.Basis.Shifts {
		row := workbook.Shift{Name: shift.Name, EnglishName: workbook.Of(shift.EnglishName), Type: workbook.Of(int(shift.Type))}
		var periods []workbook.Period
		for _, p := range shift.Periods {
			for _, text := range p.worked() {
				if period, ok := workbook.ParsePeriod(text); ok {
					periods = append(periods, period)
				}
			}
			if p.Overtime > 0 {
				row.Overtime = workbook.Of(p.Overtime)
			}
		}
		row.Periods = workbook.Of(periods)
		b.Shifts = append(b.Shifts, row)
	}
	for _, c := range s.Basis.Calendars {
		row := workbook.Calendar{Name: c.Name, Default: workbook.Of(c.Default)}
		for _, d := range c.Rest {
			row.Rest = workbook.Of(append(row.Rest.Value, int(d)))
		}
		for _, day := range c.closed() {
			row.Holidays = workbook.Of(append(row.Holidays.Value, day))
		}
		b.Calendars = append(b.Calendars, row)
	}
	for _, f := range s.Basis.FlowTimes {
		b.FlowTimes = append(b.FlowTimes, workbook.FlowTime{Up: f.Up, Down: f.Down, Hours: workbook.Of(f.Minutes)})
	}
}

// worked are the stretches of a period around its rest, as the workbook writes them.
func (p Period) worked() []string {
	if p.RestStart == "" {
		return []string{p.Start + "-" + p.End}
	}
	return []string{p.Start + "-" + p.RestStart, p.RestEnd + "-" + p.End}
}

// catalogueRows writes what the other basic data refer to.
func (s *Shop) catalogueRows(b *workbook.Book) {
	for _, x := range s.Basis.Sections {
		b.Sections = append(b.Sections, workbook.Section{Name: x.Name, ChineseName: workbook.Of(x.ChineseName), Type: workbook.Of(x.Type), NeedCAM: workbook.Of(x.NeedCAM), Colour: workbook.Of(x.Colour)})
	}
	for _, p := range s.Basis.Processes {
		b.Processes = append(b.Processes, workbook.Process{
			Code: p.Code, Name: workbook.Of(p.Name), Class: workbook.Of(int(p.Class)), Group: workbook.Of(p.Group), DefaultHours: workbook.Of(p.Default), Unattended: workbook.Of(p.Unattended),
		})
	}
	for _, c := range s.Basis.Customers {
		b.Customers = append(b.Customers, workbook.Customer{Number: c.Number, Name: workbook.Of(c.Name), ShortName: workbook.Of(c.ShortName)})
	}
	for _, x := range s.Basis.Suppliers {
		b.Suppliers = append(b.Suppliers, workbook.Supplier{Code: x.Code, Name: workbook.Of(x.Name), ShortName: workbook.Of(x.ShortName), LeadDays: workbook.Of(x.LeadDays)})
	}
}

// closed lists the holidays day by day.
func (c Calendar) closed() []string {
	var days []string
	for _, h := range c.Holidays {
		last := h.To.In(time.UTC)
		for day := h.From.In(time.UTC); !day.After(last); day = day.AddDate(0, 0, 1) {
			days = append(days, day.Format(time.DateOnly))
		}
	}
	return days
}
