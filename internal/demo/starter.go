package demo

import (
	"fmt"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production/workbook"
)

// Starter is the workbook that a new company begins with, in the language of whoever asks for it: a row or more for every sheet, which
// an empty factory imports and plans as they are. Sections, processes, part types, materials and accuracy grades are what most shops have.
// All else is made up, carries 示例, Example or EX in its number, code or name, and is referred to by nothing that a shop would keep.
func Starter(lang string, now time.Time, zone *time.Location) *workbook.Book {
	s := &starter{lang: lang, now: now.In(zone), zone: zone, book: &workbook.Book{}}
	s.mould = s.say("示例-01", "EXAMPLE-01")
	s.standards()
	s.partners()
	s.times()
	s.resources()
	s.order()
	s.routes()
	s.electrodes()
	s.shares()
	return s.book
}

type starter struct {
	lang  string
	now   time.Time
	zone  *time.Location
	book  *workbook.Book
	mould string
}

func (s *starter) say(zh, en string) string { return problem.L(zh, en).In(s.lang) }

func (s *starter) text(zh, en string) workbook.Text { return workbook.Of(s.say(zh, en)) }

// day is so many days from now.
func (s *starter) day(after int, kind workbook.Kind) workbook.Date {
	return workbook.Day(quantity.DateOf(s.now.AddDate(0, 0, after), s.zone), kind, s.zone)
}

// at is an hour of a day.
func (s *starter) at(after, hour int) workbook.Date {
	return workbook.Moment(time.Date(s.now.Year(), s.now.Month(), s.now.Day()+after, hour, 0, 0, 0, s.zone))
}

// standards leaves out what a shop decides by itself: a process keeps the group that it has.
func (s *starter) standards() {
	b := s.book
	for _, x := range StandardSections {
		b.Sections = append(b.Sections, workbook.Section{
			Name: x.Name, ChineseName: workbook.Of(x.Title.Zh), Type: workbook.Of(x.Type), NeedCAM: workbook.Of(x.NeedCAM),
			Colour: workbook.Of(x.Colour),
		})
	}
	for _, x := range StandardProcesses {
		b.Processes = append(b.Processes, workbook.Process{
			Code: x.Code, Name: workbook.Of(x.Title.In(s.lang)), EnglishName: workbook.Of(x.Title.En), Class: workbook.Of(int(x.Class)),
			DefaultHours: workbook.Of(x.Minutes), Unattended: workbook.Of(x.Unattended),
		})
	}
	for _, x := range StandardPartTypes { // without the code, by which a template of the other language may stand already
		b.PartTypes = append(b.PartTypes, workbook.PartType{Name: x.Title.In(s.lang), EnglishName: workbook.Of(x.Title.En), Prefix: workbook.Of(x.Prefix)})
	}
	for i, tolerance := range []quantity.Decimal{5_000, 10_000, 20_000} {
		b.AccuracyGrades = append(b.AccuracyGrades, workbook.AccuracyGrade{
			Grade: string(rune('A' + i)), Rank: workbook.Of(i + 1), Tolerance: workbook.Of(tolerance),
		})
	}
	material := func(code string, kind MaterialType, zh, en string, least, most int64) {
		m := workbook.Material{Code: code, Name: s.text(zh, en), EnglishName: workbook.Of(en), Type: workbook.Of(int(kind))}
		if most > 0 {
			m.MinHardness, m.MaxHardness = workbook.Of(quantity.Whole(least)), workbook.Of(quantity.Whole(most))
		}
		b.Materials = append(b.Materials, m)
	}
	material("S136", Steel, "S136 耐蚀镜面钢", "S136 stainless steel", 48, 52)
	material("718H", Steel, "718H 预硬钢", "718H pre-hardened", 33, 38)
	material("P20", Steel, "P20 预硬钢", "P20 pre-hardened", 28, 33)
	material(copper, Copper, "紫铜", "Copper", 0, 0)
	material(graphite, Graphite, "TTK50 石墨", "TTK50 graphite", 0, 0)
}

func (s *starter) partners() {
	s.book.Customers = []workbook.Customer{{Number: "EX-C01", Name: s.text("示例客户", "Example customer"), EnglishName: workbook.Of("Example customer"), ShortName: workbook.Of("EXC01")}}
	s.book.Suppliers = []workbook.Supplier{{
		Code: "EX-HT", Name: s.text("示例热处理厂", "Example heat treatment"), EnglishName: workbook.Of("Example heat treatment"), ShortName: s.text("示例热处理", "Example HT"),
		LeadDays: workbook.Of(quantity.Whole(4)),
	}}
}

// times leaves it to the factory which calendar is the default: the first one is.
func (s *starter) times() {
	period := func(text string) workbook.Period {
		p, ok := workbook.ParsePeriod(text)
		if !ok {
			panic("demo: no period " + text)
		}
		return p
	}
	s.book.Shifts = []workbook.Shift{
		{
			Name: s.dayShift(), EnglishName: workbook.Of("Example day shift"), Type: workbook.Of(int(ShiftDay)),
			Periods: workbook.Of([]workbook.Period{period("08:00-12:00"), period("13:00-17:00")}), Overtime: workbook.Of(3 * hour),
		},
		{
			Name: s.twoShifts(), EnglishName: workbook.Of("Example two shifts"), Type: workbook.Of(int(ShiftSeveral)),
			Periods: workbook.Of([]workbook.Period{period("08:00-24:00")}),
		},
	}
	year := s.now.Year()
	s.book.Calendars = []workbook.Calendar{{Name: s.calendar(), Rest: workbook.Of([]int{0}), Holidays: workbook.Of([]string{
		fmt.Sprintf("%d-10-01", year), fmt.Sprintf("%d-10-02", year), fmt.Sprintf("%d-10-03", year), fmt.Sprintf("%d-01-01", year+1),
	})}}
}

func (s *starter) dayShift() string  { return s.say("示例白班", "Example day shift") }
func (s *starter) twoShifts() string { return s.say("示例两班", "Example two shifts") }
func (s *starter) calendar() string  { return s.say("示例六天工作制", "Example six-day week") }

// Codes of the starter's groups.
const (
	exMill    = "EX-CNC"
	exEDM     = "EX-EDM"
	exWire    = "EX-WEDM"
	exGrind   = "EX-GRIND"
	exInspect = "EX-QC"
	exFit     = "EX-FIT"
	exTry     = "EX-TRY"
	exOutside = "EX-OUT"
)

func (s *starter) resources() {
	b := s.book
	group := func(code, section, shift string, kind GroupKind, zh, en string) *workbook.Group {
		g := workbook.Group{
			Code: code, Name: s.text(zh, en), EnglishName: workbook.Of(en), Calendar: workbook.Of(s.calendar()), Shift: workbook.Of(shift),
			Kind: workbook.Of(int(kind)), Scheduled: workbook.Of(true),
		}
		if section != "" {
			g.Section = workbook.Of(section)
		}
		b.Groups = append(b.Groups, g)
		return &b.Groups[len(b.Groups)-1]
	}
	machine := func(name, group, section string, automation bool) {
		b.Machines = append(b.Machines, workbook.Machine{
			Name: name, Group: workbook.Of(group), Section: workbook.Of(section), WorkRate: workbook.Of(quantity.Whole(1)),
			LabourRate: workbook.Of(quantity.Whole(80)),
			Level:      workbook.Of("A"), Automation: workbook.Of(automation),
		})
	}
	group(exMill, "CNC", s.twoShifts(), Machinery, "示例CNC组", "Example CNC")
	group(exEDM, "EDM", s.twoShifts(), Machinery, "示例放电组", "Example EDM")
	group(exWire, "WEDM", s.twoShifts(), Machinery, "示例线切割组", "Example wire EDM")
	group(exGrind, "GRIND", s.dayShift(), Machinery, "示例磨床组", "Example grinding")
	group(exInspect, "QC", s.dayShift(), Machinery, "示例检测组", "Example inspection")
	group(exFit, "FIT", s.dayShift(), People, "示例钳工组", "Example fitters").Members = workbook.Of(3)
	group(exTry, "TRY", s.dayShift(), Machinery, "示例试模组", "Example try-out")
	group(exOutside, "", s.dayShift(), Outside, "示例外协组", "Example suppliers")
	machine("EX_CNC1", exMill, "CNC", false)
	machine("EX_CNC2", exMill, "CNC", true)
	machine("EX_EDM1", exEDM, "EDM", true)
	machine("EX_WE1", exWire, "WEDM", true)
	machine("EX_SG1", exGrind, "GRIND", false)
	machine("EX_CMM1", exInspect, "QC", false)
	machine("EX_TR1", exTry, "TRY", false)
	b.Exceptions = []workbook.Exception{{
		Resource: "EX_EDM1", Start: s.at(7, 8), End: s.at(7, 12), Kind: workbook.Of(1),
		Reason: s.text("示例：季度保养", "Example: quarterly maintenance"),
	}}
	b.FlowTimes = []workbook.FlowTime{
		{Up: exMill, Down: exEDM, Hours: workbook.Of(hour / 2)}, {Up: exEDM, Down: exInspect, Hours: workbook.Of(hour / 4)},
	}
}

// The parts of the starter's mould.
const (
	cavityNo = "P01"
	coreNo   = "P02"
	slideNo  = "P03"
	insertNo = "P04"
	baseNo   = "P05"
)

// order is the mould with its parts. Assembly and try-out follow from its order.
func (s *starter) order() {
	b := s.book
	b.Moulds = []workbook.Mould{{
		MouldNo: s.mould, Name: s.text("示例：遥控器上盖", "Example: remote-control cover"), ProjectNo: workbook.Of("EX-P01"),
		Customer: workbook.Of("EX-C01"),
		Delivery: s.day(45, workbook.KindDateEnd), Release: s.day(-1, workbook.KindDate), Priority: workbook.Of(50),
		AssemblyGroup: workbook.Of(exFit), AssemblyHours: workbook.Of(20 * hour), TryoutGroup: workbook.Of(exTry),
		TryoutHours: workbook.Of(6 * hour), Status: workbook.Of(0),
	}}
	part := func(no, kind, material string, qty int, length, width, height, weight int64) {
		title := partTypeTitle(kind).In(s.lang)
		b.Parts = append(b.Parts, workbook.Part{
			MouldNo: s.mould, PartNo: no, Name: workbook.Of(title), PartType: workbook.Of(title), Kind: workbook.Of(1),
			Qty: workbook.Of(qty), Material: workbook.Of(material),
			Length: workbook.Of(quantity.Whole(length)), Width: workbook.Of(quantity.Whole(width)),
			Height: workbook.Of(quantity.Whole(height)), Weight: workbook.Of(quantity.Whole(weight)),
		})
	}
	part(cavityNo, "CAVITY", "S136", 1, 220, 160, 70, 19)
	part(coreNo, "CORE", "S136", 1, 220, 160, 80, 22)
	part(slideNo, "SLIDER", "718H", 4, 80, 60, 50, 2)
	part(insertNo, "INSERT", "S136", 2, 40, 30, 60, 1)
	part(baseNo, "BASE", "P20", 1, 400, 350, 380, 410)
	for i := range 2 {
		b.Parts[i].AccuracyGrade, b.Parts[i].Hardness = workbook.Of("B"), workbook.Of(quantity.Whole(50))
	}
	b.Parts[4].MaterialReady = s.day(2, workbook.KindDate)
}

func partTypeTitle(code string) problem.Text {
	for _, x := range StandardPartTypes {
		if x.Code == code {
			return x.Title
		}
	}
	panic("demo: no part type " + code)
}

func (s *starter) routes() {
	op := func(part string, no int, process, group string, minutes quantity.Minutes) *workbook.Operation {
		s.book.Operations = append(s.book.Operations, workbook.Operation{
			MouldNo: s.mould, PartNo: part, OpNo: no, Process: workbook.Of(process), Group: workbook.Of(group), Hours: workbook.Of(minutes),
		})
		return &s.book.Operations[len(s.book.Operations)-1]
	}
	each := func(part string, no int, process, group string, setup, piece quantity.Minutes) {
		o := op(part, no, process, group, 0)
		o.Hours, o.SetupHours, o.HoursPerPiece = workbook.Hours{}, workbook.Of(setup), workbook.Of(piece)
	}
	op(cavityNo, 10, "CNCR", exMill, 390).SetupHours = workbook.Of(hour / 2)
	away := op(cavityNo, 20, "HT", exOutside, 8*hour)
	away.Outsource, away.Supplier, away.LeadDays = workbook.Of(2), workbook.Of("EX-HT"), workbook.Of(quantity.Whole(4))
	op(cavityNo, 30, "SG", exGrind, 3*hour)
	fine := op(cavityNo, 40, "CNCF", exMill, 9*hour)
	fine.SetupHours, fine.Unattended = workbook.Of(hour/2), workbook.Of(true)
	fine.ProgramReady, fine.CAMStatus = s.day(3, workbook.KindDate), workbook.Of(1)
	burning := op(cavityNo, 50, "EDM", exEDM, 6*hour)
	burning.SetupHours, burning.Unattended = workbook.Of(hour/2), workbook.Of(true)
	op(cavityNo, 60, "POL", exFit, 8*hour)
	op(cavityNo, 70, "CMM", exInspect, hour)
	op(coreNo, 10, "CNCR", exMill, 5*hour).SetupHours = workbook.Of(hour / 2)
	op(coreNo, 20, "CNCF", exMill, 7*hour).SetupHours = workbook.Of(hour / 2)
	op(coreNo, 30, "WEDM", exWire, 6*hour).Unattended = workbook.Of(true)
	op(coreNo, 40, "CMM", exInspect, hour)
	each(slideNo, 10, "CNCR", exMill, hour/2, 90)
	each(slideNo, 20, "SG", exGrind, hour/2, 30)
	op(slideNo, 30, "SPOT", exFit, 4*hour).Pred = workbook.Of([]workbook.Pred{{OpNo: 20}, {PartNo: cavityNo, OpNo: 40}})
	each(insertNo, 10, "WEDM", exWire, hour/2, 120)
	each(insertNo, 20, "PG", exGrind, hour/2, 60)
	op(baseNo, 10, "DEEP", exMill, 4*hour)
	op(baseNo, 20, "FIT", exFit, 6*hour).Crew = workbook.Of(2)
	machine := func(row workbook.OperationResource, name string, rank int) {
		row.Resource, row.Rank = name, workbook.Of(rank)
		s.book.OperationResources = append(s.book.OperationResources, row)
	}
	own := workbook.OperationResource{MouldNo: s.mould, PartNo: cavityNo, OpNo: 40}
	machine(own, "EX_CNC2", 1)
	machine(own, "EX_CNC1", 2)
	machine(workbook.OperationResource{Process: "WEDM", PartType: partTypeTitle("INSERT").In(s.lang)}, "EX_WE1", 1)
}

// electrodes burn for as long as their operation takes behind its set-up.
func (s *starter) electrodes() {
	for i, e := range []struct {
		finish   int
		material string
		gap      quantity.Decimal
		burns    quantity.Minutes
	}{{1, copper, 300_000, 150}, {3, graphite, 100_000, 180}} {
		no := fmt.Sprintf("%s-E%02d", cavityNo, i+1)
		s.book.Electrodes = append(s.book.Electrodes, workbook.Electrode{
			MouldNo: s.mould, ElectrodeNo: no, Finish: workbook.Of(e.finish), Material: workbook.Of(e.material),
			Gap: workbook.Of(e.gap), Pieces: workbook.Of(1), State: workbook.Of(1),
			MillGroup: workbook.Of(exMill), MillHours: workbook.Of(quantity.Minutes(90)), InspectGroup: workbook.Of(exInspect),
			InspectHours: workbook.Of(quantity.Minutes(18)),
		})
		s.book.EDMLinks = append(s.book.EDMLinks, workbook.EDMLink{
			MouldNo: s.mould, PartNo: cavityNo, OpNo: 50, ElectrodeNo: no, BurnSeq: workbook.Of(i + 1),
			BurnHours: workbook.Of(e.burns), PiecesUsed: workbook.Of(1),
		})
	}
}

// shares are the batches, an outsourcing order and a report. The order is not placed and the work has not begun: neither could be deleted.
func (s *starter) shares() {
	b := s.book
	for _, no := range []string{"B1", "B2"} {
		b.Batches = append(b.Batches, workbook.Batch{MouldNo: s.mould, PartNo: slideNo, BatchNo: no, Qty: workbook.Of(2), State: workbook.Of(1)})
	}
	b.Outsourcing = []workbook.Outsourcing{{
		MouldNo: s.mould, PartNo: cavityNo, OpNo: 20, Supplier: workbook.Of("EX-HT"), Promised: s.day(8, workbook.KindDateEnd),
	}}
	b.Progress = []workbook.Progress{{MouldNo: s.mould, PartNo: cavityNo, OpNo: 10, Status: workbook.Of(0)}}
}
