package app

import (
	"slices"
	"strings"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// Shifts and calendars hold more than the workbook writes: rests within a period, names of holidays, ranges of days. A cell
// changes what it speaks of and keeps the rest: an empty cell keeps all, and a cell that says what is stored changes nothing.

func (w *masterPlanner) planShifts() error {
	var drafts []sheetRow[basedata.Shift]
	stored := storedByEither(w.rows.shifts, func(s *basedata.Shift) string { return s.Name }, func(s *basedata.Shift) string { return s.EnglishName })
	for i := range w.in.Book.Shifts {
		r := &w.in.Book.Shifts[i]
		d := sheetRow[basedata.Shift]{line: r.Line, key: r.Key()}
		d.old, d.bad = stored(r.Name)
		if d.old != nil {
			d.bad = append(d.bad, foundByEnglish(r.Name, r.EnglishName, d.old.Name, d.old.EnglishName)...)
		}
		d.now = over(d.old, basedata.Shift{Name: r.Name, EnglishName: r.Name, Effective: true})
		d.now.EnglishName = r.EnglishName.Or(d.now.EnglishName)
		d.now.Periods = periodsOf(r, d.now.Periods)
		if d.now.ShiftType = r.Type.Or(d.now.ShiftType); d.now.ShiftType == 0 {
			d.now.ShiftType = basedata.UsualShiftType(d.now.Periods)
		}
		d.bad = append(d.bad, endless(r, d.old)...)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Shifts, sheetPlan[basedata.Shift]{
		code: "shifts", stored: w.rows.shifts, asks: true,
		planned: func(id string, s *basedata.Shift) {
			w.shifts.put(id, s.Name, "")
		},
		words: func(s *basedata.Shift, field string) (problem.Text, bool) {
			return problem.InEach(func(lang string) string { return wordPeriods(s.Periods, lang) }), field == "periods"
		},
	}, drafts)
}

var msgEndless = problem.L("“%s”的开始和结束相同：全天请写 00:00-24:00", "“%s” begins and ends at the same time: write 00:00-24:00 for the whole day")

// endless are the faults of periods that end when they begin: of a slip a shift of 24 hours would come. What is stored so
// stays.
func endless(r *workbook.Shift, old *basedata.Shift) (bad []problem.FieldError) {
	for _, p := range r.Periods.Value {
		stored := old != nil && slices.ContainsFunc(old.Periods, func(was basedata.Period) bool { return was.Start == clockText(p.Start) && was.End == clockText(p.End) })
		if p.Start == p.End && !stored {
			bad = append(bad, problem.Field("periods", workbook.RuleFormat, msgEndless, p.String()))
		}
	}
	return bad
}

// periodsOf lays the periods of a row over the stored ones: a period with the same times keeps its rest and its overtime.
func periodsOf(r *workbook.Shift, stored []basedata.Period) []basedata.Period {
	periods := slices.Clone(stored)
	if r.Periods.State != workbook.Kept {
		periods = []basedata.Period{}
		for _, p := range r.Periods.Value {
			now := basedata.Period{Start: clockText(p.Start), End: clockText(p.End)}
			for _, was := range stored {
				if was.Start == now.Start && midnight(was.End) == midnight(now.End) {
					now = was
				}
			}
			periods = append(periods, now)
		}
	}
	if n := len(periods); n > 0 && r.Overtime.State != workbook.Kept {
		periods[n-1].Overtime = r.Overtime.Or(0)
	}
	for i := range periods {
		periods[i].Measure()
	}
	return periods
}

// midnight writes the end of the day in one way.
func midnight(clock string) string {
	if clock == "00:00" {
		return "24:00"
	}
	return clock
}

// How the items of a list are told.
var (
	msgAnd   = problem.L("，", ", ")
	msgAside = problem.L("（%s）", " (%s)")
)

// wordPeriods writes periods as people read them.
func wordPeriods(periods []basedata.Period, lang string) string {
	var texts []string
	for _, p := range periods {
		text := p.Start + "-" + p.End
		var more []string
		if p.RestStart != "" {
			more = append(more, problem.L("休息 ", "rest ").In(lang)+p.RestStart+"-"+p.RestEnd)
		}
		if p.Overtime > 0 {
			more = append(more, problem.L("加班 %s 小时", "overtime %s h").In(lang, p.Overtime.Hours().String()))
		}
		if len(more) > 0 {
			text += msgAside.In(lang, strings.Join(more, msgAnd.In(lang)))
		}
		texts = append(texts, text)
	}
	return problem.Listed(texts).In(lang)
}

var (
	msgOtherDefault = problem.L("默认日历仍为“%s”：请在工作日历列表中更换默认日历", "“%s” stays the default calendar: make this one the default in the list of work calendars")
	msgStaysDefault = problem.L("“%s”仍为默认日历：请在工作日历列表中更换默认日历", "“%s” stays the default calendar: make another one the default in the list of work calendars")
)

func (w *masterPlanner) planCalendars() error {
	var drafts []sheetRow[basedata.Calendar]
	stored := storedByEither(w.rows.calendars, func(c *basedata.Calendar) string { return c.Name }, func(c *basedata.Calendar) string { return c.EnglishName })
	first := "" // that the file names as the default, where none is one
	for i := range w.in.Book.Calendars {
		if r := &w.in.Book.Calendars[i]; first == "" && w.standard == "" && r.Default.Or(false) && w.in.Wrong(r.Place("calendars")) == nil {
			first = r.Name
		}
	}
	for i := range w.in.Book.Calendars {
		r := &w.in.Book.Calendars[i]
		d := sheetRow[basedata.Calendar]{line: r.Line, key: r.Key()}
		d.old, d.bad = stored(r.Name)
		d.now = over(d.old, basedata.Calendar{Name: r.Name, Valid: true})
		d.now.EnglishName = r.EnglishName.Or(d.now.EnglishName)
		// Another default is replaced only in the list, where every factory that works by it is asked for. The first
		// calendar is the default, unless the file names another one.
		wrong := w.in.Wrong(r.Place("calendars")) != nil
		switch wanted := r.Default.Or(d.now.Default); {
		case d.old != nil && d.old.Default && !wanted:
			d.left = append(d.left, production.LeftOut{Column: "default", Why: msgStaysDefault.With(d.now.Name)})
		case w.standard == "" || strings.EqualFold(w.standard, d.now.Name) || !wanted:
			d.now.Default = wanted
		default:
			d.left = append(d.left, production.LeftOut{Column: "default", Why: msgOtherDefault.With(w.standard)})
		}
		if d.now.Default = d.now.Default || w.standard == "" && (first == "" || strings.EqualFold(first, r.Name)); d.now.Default && !wrong {
			w.standard = d.now.Name
		}
		if d.old != nil {
			d.bad = append(d.bad, foundByEnglish(r.Name, r.EnglishName, d.old.Name, d.old.EnglishName)...)
		}
		d.now.Holidays = holidaysOf(r, d.now.Holidays, w.lang)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Calendars, sheetPlan[basedata.Calendar]{
		code: "calendars", stored: w.rows.calendars, asks: true,
		planned: func(id string, c *basedata.Calendar) {
			w.calendars.put(id, c.Name, "")
		},
		words: func(c *basedata.Calendar, field string) (problem.Text, bool) {
			return problem.InEach(func(lang string) string { return wordHolidays(c.Holidays, lang) }), field == "holidays"
		},
	}, drafts)
}

// What days are called that a file brings: it has dates alone. They are words of a person's data, in the language of the import.
var (
	nameHoliday = problem.L("节假日", "Holiday")
	nameMakeUp  = problem.L("调休上班", "Make-up day")
)

// holidaysOf lays the rest days, holidays and make-up days of a row over the stored ones, each kind by itself.
func holidaysOf(r *workbook.Calendar, stored []basedata.Holiday, lang string) []basedata.Holiday {
	now := []basedata.Holiday{}
	if r.Rest.State == workbook.Kept {
		now = append(now, holidays(stored, basedata.HolidayFloating, basedata.HolidayRest)...)
	}
	for _, day := range r.Rest.Value {
		weekday := (day+6)%7 + 1 // Sunday is 0 in the workbook and 7 here
		rest := basedata.Holiday{Name: weekdayNames[weekday].In(lang), Kind: basedata.HolidayFloating, Type: basedata.HolidayRest, Weekday: weekday}
		for _, was := range holidays(stored, basedata.HolidayFloating, basedata.HolidayRest) {
			if was.Weekday == weekday {
				rest = was
			}
		}
		now = append(now, rest)
	}
	now = append(now, daysOf(r.Holidays, holidays(stored, basedata.HolidayFixed, basedata.HolidayRest), basedata.HolidayRest, nameHoliday.In(lang))...)
	now = append(now, daysOf(r.Workdays, holidays(stored, basedata.HolidayFixed, basedata.HolidayMakeUp), basedata.HolidayMakeUp, nameMakeUp.In(lang))...)
	if len(now) == len(stored) && !slices.ContainsFunc(now, func(h basedata.Holiday) bool { return !slices.Contains(stored, h) }) {
		return stored // in the order in which they stand there
	}
	return now
}

func holidays(all []basedata.Holiday, kind, what int) (some []basedata.Holiday) {
	for _, h := range all {
		if h.Kind == kind && h.Type == what {
			some = append(some, h)
		}
	}
	return some
}

// daysOf lays a list of days over stored ranges: a range whose days are all in the list stays as it is, with its name.
func daysOf(cell workbook.List, stored []basedata.Holiday, what int, name string) []basedata.Holiday {
	if cell.State == workbook.Kept {
		return stored
	}
	wanted, now := map[string]bool{}, []basedata.Holiday{}
	for _, day := range cell.Value {
		wanted[day] = true
	}
	for _, h := range stored {
		days := daysBetween(h.From, h.To)
		if len(days) > 0 && !slices.ContainsFunc(days, func(day string) bool { return !wanted[day] }) {
			now = append(now, h)
			for _, day := range days {
				delete(wanted, day)
			}
		}
	}
	for _, day := range slices.Sorted(func(yield func(string) bool) {
		for day := range wanted {
			if !yield(day) {
				return
			}
		}
	}) {
		now = append(now, basedata.Holiday{Name: name, Kind: basedata.HolidayFixed, Type: what, From: quantity.Date(day), To: quantity.Date(day)})
	}
	return now
}

// longestHoliday bounds the days of one range.
const longestHoliday = 400

func daysBetween(from, to quantity.Date) (days []string) {
	last := to.In(time.UTC)
	for day := from.In(time.UTC); !day.After(last) && len(days) < longestHoliday; day = day.AddDate(0, 0, 1) {
		days = append(days, day.Format(time.DateOnly))
	}
	return days
}

// wordHolidays writes holidays as people read them.
func wordHolidays(all []basedata.Holiday, lang string) string {
	var texts []string
	for _, h := range all {
		var text string
		switch {
		case h.Kind == basedata.HolidayFloating && h.Weekday > 0 && h.Weekday < len(weekdayNames):
			text = weekdayNames[h.Weekday].In(lang)
		case h.From == h.To:
			text = string(h.From) + " " + h.Name
		default:
			text = string(h.From) + "–" + string(h.To) + " " + h.Name
		}
		if h.Type == basedata.HolidayMakeUp {
			text += problem.L("（上班）", " (worked)").In(lang)
		}
		texts = append(texts, text)
	}
	return problem.Listed(texts).In(lang)
}
