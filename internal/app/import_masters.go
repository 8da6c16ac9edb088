package app

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// masterSheets writes the sheets of basic data of a planner's workbook through the rules that hold for everybody: an
// empty factory needs one file.
type masterSheets struct {
	ctx    context.Context
	tx     store.Tx
	master *basedata.Master
	out    []production.MasterOutcome

	sections, shifts, calendars, groups, machines map[string]string // id by code and name
	standard                                      string            // name of the default calendar, "" for none
	grades                                        map[string]string
	attributes                                    []basedata.MachineAttribute
}

var (
	msgNoSection  = problem.L("工段“%s”不存在", "Section “%s” does not exist")
	msgNoShift    = problem.L("班次“%s”不存在", "Shift “%s” does not exist")
	msgNoCalendar = problem.L("工作日历“%s”不存在", "Work calendar “%s” does not exist")
	msgNoGroup    = problem.L("资源组“%s”不存在", "Resource group “%s” does not exist")
	msgNoMachine  = problem.L("没有名为“%s”的资源组或机床", "There is no group or machine “%s”")
	msgNoGrade    = problem.L("精度等级“%s”不存在", "Accuracy grade “%s” does not exist")
)

func (a *App) saveMasters(ctx context.Context, tx store.Tx, book *workbook.Book) ([]production.MasterOutcome, error) {
	rows, err := readMasters(ctx, tx)
	if err != nil {
		return nil, err
	}
	w := &masterSheets{ctx: ctx, tx: tx, master: a.Master, sections: map[string]string{}, shifts: map[string]string{}, calendars: map[string]string{}, groups: map[string]string{}, machines: map[string]string{}, grades: map[string]string{}, attributes: rows.attributes}
	for _, g := range rows.grades {
		w.grades[g.Grade] = g.ID
	}
	for _, s := range rows.sections {
		w.sections[s.ChineseName], w.sections[s.Name] = s.ID, s.ID
	}
	shifts, calendars, groups, machines := map[string]*basedata.Shift{}, map[string]*basedata.Calendar{}, map[string]*basedata.Group{}, map[string]*basedata.Machine{}
	for i, s := range rows.shifts {
		shifts[s.Name], w.shifts[s.Name] = &rows.shifts[i], s.ID
	}
	for i, c := range rows.calendars {
		calendars[c.Name], w.calendars[c.Name] = &rows.calendars[i], c.ID
		if c.Default {
			w.standard = c.Name
		}
	}
	for i, g := range rows.groups {
		groups[g.Code], w.groups[g.Name], w.groups[g.Code] = &rows.groups[i], g.ID, g.ID
	}
	for i := range rows.machines {
		machines[rows.machines[i].Name], w.machines[rows.machines[i].Name] = &rows.machines[i], rows.machines[i].ID
	}
	for i := range book.Shifts {
		r := &book.Shifts[i]
		w.shifts[r.Name] = saveMaster(w, w.master.Shifts, "shifts", r.Line, r.Key(), shifts[r.Name], w.shift(r, shifts[r.Name]))
	}
	for i := range book.Calendars {
		r := &book.Calendars[i]
		w.calendars[r.Name] = saveMaster(w, w.master.Calendars, "calendars", r.Line, r.Key(), calendars[r.Name], w.calendar(r, calendars[r.Name]))
	}
	if err := w.materials(book); err != nil {
		return nil, err
	}
	for i := range book.Groups {
		r := &book.Groups[i]
		now, err := w.group(r, groups[r.Code])
		w.groups[r.Code] = saveOr(w, err, w.master.Groups, "groups", r.Line, r.Key(), groups[r.Code], now)
	}
	for i := range book.Machines {
		r := &book.Machines[i]
		now, err := w.machine(r, machines[r.Name])
		w.machines[r.Name] = saveOr(w, err, w.master.Machines, "machines", r.Line, r.Key(), machines[r.Name], now)
		w.out[len(w.out)-1].Left = w.notKept(r)
	}
	w.exceptions(book, rows)
	w.flowTimes(book, rows)
	return w.out, w.fatal()
}

// fatal is the first error that is no rule's.
func (w *masterSheets) fatal() error {
	for _, o := range w.out {
		var p *problem.Problem
		if o.Err != nil && !errors.As(o.Err, &p) {
			return o.Err
		}
	}
	return nil
}

func (w *masterSheets) refuse(sheet string, line workbook.Line, key string, err error) {
	w.out = append(w.out, production.MasterOutcome{Sheet: sheet, Line: line, Key: key, Action: production.ActionFailed, Err: err})
}

func saveOr[T any](w *masterSheets, err error, r *resource.Resource[T], sheet string, line workbook.Line, key string, old, now *T) string {
	if err != nil {
		w.refuse(sheet, line, key, err)
		return ""
	}
	return saveMaster(w, r, sheet, line, key, old, now)
}

// saveMaster saves a row where it differs from the stored one, and gives its id.
func saveMaster[T any](w *masterSheets, r *resource.Resource[T], sheet string, line workbook.Line, key string, old, now *T) string {
	outcome := production.MasterOutcome{Sheet: sheet, Line: line, Key: key, Action: production.ActionNew}
	switch {
	case old != nil && reflect.DeepEqual(old, now):
		outcome.Action = production.ActionSame
	case old != nil:
		outcome.Action = production.ActionChanged
	}
	if outcome.Action != production.ActionSame {
		if outcome.Err = r.Save(w.ctx, w.tx, now); outcome.Err != nil {
			outcome.Action = production.ActionFailed
		}
	}
	w.out = append(w.out, outcome)
	if row, ok := any(now).(store.Record); ok && outcome.Err == nil {
		return row.Kept().ID
	}
	return ""
}

func (w *masterSheets) shift(r *workbook.Shift, old *basedata.Shift) *basedata.Shift {
	now := &basedata.Shift{Name: r.Name, EnglishName: r.Name, ShiftType: 1, Effective: true}
	if old != nil {
		*now = *old
	}
	now.EnglishName = r.EnglishName.Or(now.EnglishName)
	if r.Periods.IsGiven() {
		overtime := r.Overtime.Or(0)
		now.Periods = nil
		for i, p := range r.Periods.Value {
			period := basedata.Period{Start: clockText(p.Start), End: clockText(p.End % (24 * 60))}
			if i == len(r.Periods.Value)-1 {
				period.Overtime = overtime
			}
			period.Measure()
			now.Periods = append(now.Periods, period)
		}
	}
	return now
}

func (w *masterSheets) calendar(r *workbook.Calendar, old *basedata.Calendar) *basedata.Calendar {
	now := &basedata.Calendar{Name: r.Name, Valid: true}
	if old != nil {
		*now = *old
	}
	// Another default is replaced only by a person who is asked: a file cannot answer.
	if wanted := r.Default.Or(now.Default); w.standard == "" || w.standard == r.Name || !wanted {
		now.Default = wanted
	}
	if !r.Rest.IsGiven() && !r.Holidays.IsGiven() && !r.Workdays.IsGiven() {
		return now
	}
	now.Holidays = []basedata.Holiday{}
	for _, day := range r.Rest.Value {
		weekday := (day+6)%7 + 1 // Sunday is 0 in the workbook and 7 here
		name := []string{"周一", "周二", "周三", "周四", "周五", "周六", "周日"}[weekday-1]
		now.Holidays = append(now.Holidays, basedata.Holiday{Name: name, Kind: basedata.HolidayFloating, Type: basedata.HolidayRest, Weekday: weekday})
	}
	dates := func(days []string, kind int, name string) {
		for _, day := range slices.Sorted(slices.Values(days)) {
			now.Holidays = append(now.Holidays, basedata.Holiday{Name: name, Kind: basedata.HolidayFixed, Type: kind, From: quantity.Date(day), To: quantity.Date(day)})
		}
	}
	dates(r.Holidays.Value, basedata.HolidayRest, "节假日")
	dates(r.Workdays.Value, basedata.HolidayMakeUp, "调休上班")
	return now
}

// refer finds the id of a name; a name that nobody has is a fault of its column.
func refer(cell workbook.Text, old string, ids map[string]string, column string, text problem.Text, bad *[]problem.FieldError) string {
	switch {
	case cell.State == workbook.Kept:
		return old
	case cell.State == workbook.Cleared:
		return ""
	case ids[cell.Value] == "":
		*bad = append(*bad, problem.Field(column, "reference", text, cell.Value))
	}
	return ids[cell.Value]
}

func invalid(bad []problem.FieldError) error {
	if len(bad) == 0 {
		return nil
	}
	return problem.Invalid(bad...)
}

// materials saves the materials of sheet J, by their code.
func (w *masterSheets) materials(book *workbook.Book) error {
	if len(book.Materials) == 0 {
		return nil
	}
	kinds, err := readKinds(w.ctx, w.tx)
	if err != nil {
		return err
	}
	for i := range book.Materials {
		r := &book.Materials[i]
		now, old := &basedata.Material{Code: r.Code, Name: r.Code, MaterialType: 1, Valid: true}, (*basedata.Material)(nil)
		for k := range kinds.materials {
			if kinds.materials[k].Code == r.Code {
				old = &kinds.materials[k]
				*now = *old
			}
		}
		now.Name, now.MaterialType = r.Name.Or(now.Name), r.Type.Or(now.MaterialType)
		now.MinHardness, now.MaxHardness = r.MinHardness.Or(now.MinHardness), r.MaxHardness.Or(now.MaxHardness)
		saveMaster(w, w.master.Materials, "materials", r.Line, r.Key(), old, now)
	}
	return nil
}

func (w *masterSheets) group(r *workbook.Group, old *basedata.Group) (*basedata.Group, error) {
	now := &basedata.Group{Code: r.Code, Name: r.Code, Kind: basedata.GroupMachines, Weight: 1, Valid: true, Report: true, Scheduled: true, Capacity: quantity.Whole(24)}
	if old != nil {
		*now = *old
	}
	var bad []problem.FieldError
	now.Name, now.Kind = r.Name.Or(now.Name), r.Kind.Or(now.Kind)
	now.SectionID = refer(r.Section, now.SectionID, w.sections, "section", msgNoSection, &bad)
	now.CalendarID = refer(r.Calendar, now.CalendarID, w.calendars, "calendar", msgNoCalendar, &bad)
	now.ShiftID = refer(r.Shift, now.ShiftID, w.shifts, "shift", msgNoShift, &bad)
	now.Members, now.Scheduled = r.Members.Or(now.Members), r.Scheduled.Or(now.Scheduled)
	return now, invalid(bad)
}

func (w *masterSheets) machine(r *workbook.Machine, old *basedata.Machine) (*basedata.Machine, error) {
	now := &basedata.Machine{Name: r.Name, Status: basedata.MachineNormal, Scheduled: true, Report: true, WorkRate: quantity.Whole(1)}
	if old != nil {
		*now = *old
	}
	var bad []problem.FieldError
	now.GroupID = refer(r.Group, now.GroupID, w.groups, "group", msgNoGroup, &bad)
	now.SectionID = refer(r.Section, now.SectionID, w.sections, "section", msgNoSection, &bad)
	now.WorkRate, now.LabourRate = r.WorkRate.Or(now.WorkRate), r.LabourRate.Or(now.LabourRate)
	filled(&now.IPs)
	filled(&now.Attributes)
	now.GradeID = refer(r.Level, now.GradeID, w.grades, "level", msgNoGrade, &bad)
	now.Attributes = w.limits(r, now.Attributes)
	now.Automation, now.CAxis, now.ChuckCount = r.Automation.Or(now.Automation), r.CAxis.Or(now.CAxis), r.Chucks.Or(now.ChuckCount)
	return now, invalid(bad)
}

// notKept are the columns of a machine that have no place to stand: limits that the factory has declared no attribute
// for, and what the product does not plan with yet.
func (w *masterSheets) notKept(r *workbook.Machine) (left []string) {
	declared := map[int]bool{}
	for _, a := range w.attributes {
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
			left = append(left, c.column)
		}
	}
	return left
}

// filled makes an empty list of no list, as the forms do.
func filled[E any](list *[]E) {
	if *list == nil {
		*list = []E{}
	}
}
