package app

import (
	"slices"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// dayTemplates are calendars (rest and holidays) and shifts (kind and periods).
var dayTemplates = []template{
	calendarOf("six-day", problem.L("六天工作制", "Six-day week"), true, 7),
	calendarOf("five-day", problem.L("五天工作制", "Five-day week"), true, 6, 7),
	calendarOf("every-day", problem.L("全年无休", "Every day"), false),
	shiftOf(
		"day", problem.L("白班", "Day shift"), 1,
		basedata.Period{Start: "08:00", End: "17:00", RestStart: "12:00", RestEnd: "13:00", Overtime: 180},
	),
	shiftOf(
		"two-shifts", problem.L("两班", "Two shifts"), 4,
		basedata.Period{Start: "08:00", End: "16:00", RestStart: "12:00", RestEnd: "12:30"},
		basedata.Period{Start: "16:00", End: "24:00", RestStart: "20:00", RestEnd: "20:30"},
	),
	shiftOf("around-the-clock", problem.L("全天", "Around the clock"), 5, basedata.Period{Start: "00:00", End: "24:00"}),
}

func shiftOf(key string, name problem.Text, kind int, periods ...basedata.Period) template {
	return template{kind: shiftTemplate, key: key, name: name, save: func(m *templateMaker, _ *template) (string, error) {
		row := &basedata.Shift{Name: m.say(name), EnglishName: name.En, ShiftType: kind, Effective: true, Periods: slices.Clone(periods)}
		err := m.app.Master.Shifts.Save(m.ctx, m.tx, row)
		return row.ID, err
	}}
}

// calendarOf rests on weekdays, 1 Monday to 7 Sunday, and on the public holidays of China where it has them.
func calendarOf(key string, name problem.Text, holidays bool, rest ...int) template {
	return template{kind: calendarTemplate, key: key, name: name, save: func(m *templateMaker, t *template) (string, error) {
		c := &basedata.Calendar{Name: m.say(name), EnglishName: name.En, Valid: true, SortOrder: t.place, Holidays: []basedata.Holiday{}}
		add := func(h basedata.Holiday) {
			h.Type = basedata.HolidayRest
			c.Holidays = append(c.Holidays, h)
		}
		for _, day := range rest {
			add(basedata.Holiday{Name: m.say(weekdayNames[day]), Kind: basedata.HolidayFloating, Weekday: day})
		}
		if holidays {
			for _, h := range publicHolidays {
				add(basedata.Holiday{Name: m.say(h.name), Kind: basedata.HolidayFixed, From: h.from, To: h.to})
			}
		}
		err := m.app.Master.Calendars.Save(m.ctx, m.tx, c)
		return c.ID, err
	}}
}

var weekdayNames = []problem.Text{
	{}, problem.L("周一", "Monday"), problem.L("周二", "Tuesday"), problem.L("周三", "Wednesday"), problem.L("周四", "Thursday"), problem.L("周五", "Friday"), problem.L("周六", "Saturday"), problem.L("周日", "Sunday"),
}

var (
	newYear    = problem.L("元旦", "New Year")
	spring     = problem.L("春节", "Spring Festival")
	qingming   = problem.L("清明节", "Qingming")
	labour     = problem.L("劳动节", "Labour Day")
	dragonBoat = problem.L("端午节", "Dragon Boat Festival")
	midAutumn  = problem.L("中秋节", "Mid-Autumn Festival")
	national   = problem.L("国庆节", "National Day")
)

// publicHolidays are the statutory rest days of China by the regulation in force since 2025. The days that the State
// Council swaps around them are announced a year at a time, and are the planner's to add.
var publicHolidays = []struct {
	name     problem.Text
	from, to quantity.Date
}{
	{newYear, "2026-01-01", "2026-01-01"},
	{spring, "2026-02-16", "2026-02-19"},
	{qingming, "2026-04-05", "2026-04-05"},
	{labour, "2026-05-01", "2026-05-02"},
	{dragonBoat, "2026-06-19", "2026-06-19"},
	{midAutumn, "2026-09-25", "2026-09-25"},
	{national, "2026-10-01", "2026-10-03"},
	{newYear, "2027-01-01", "2027-01-01"},
	{spring, "2027-02-05", "2027-02-08"},
	{qingming, "2027-04-05", "2027-04-05"},
	{labour, "2027-05-01", "2027-05-02"},
	{dragonBoat, "2027-06-09", "2027-06-09"},
	{midAutumn, "2027-09-15", "2027-09-15"},
	{national, "2027-10-01", "2027-10-03"},
	{newYear, "2028-01-01", "2028-01-01"},
	{spring, "2028-01-25", "2028-01-28"},
	{qingming, "2028-04-04", "2028-04-04"},
	{labour, "2028-05-01", "2028-05-02"},
	{dragonBoat, "2028-05-28", "2028-05-28"},
	{national, "2028-10-01", "2028-10-03"}, // Mid-Autumn is the 3rd of October
}
