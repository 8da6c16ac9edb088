package app

import (
	"context"
	"slices"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// The kinds of templates, which are also the pages of their permissions.
const (
	calendarTemplate = "calendar"
	shiftTemplate    = "shift"
)

// TemplateView is a ready-made calendar or shift.
type TemplateView struct {
	Kind  string `json:"kind" enum:"calendar,shift" doc:"calendar or shift"`
	Key   string `json:"key"`
	Name  string `json:"name" doc:"in the caller's language; the row takes it"`
	Taken bool   `json:"taken" doc:"a row of this name is there"`
}

// TakeTemplateInput names a template.
type TakeTemplateInput struct {
	Body struct {
		Template string `json:"template" doc:"key of the template"`
	}
}

var exampleTemplate = map[string]string{calendarTemplate: "five-day", shiftTemplate: "two-shifts"}

// template is a calendar (rest and holidays) or a shift (kind and periods).
type template struct {
	kind, key string
	name      problem.Text
	rest      []int // weekdays, 1 Monday to 7 Sunday
	holidays  bool  // with the public holidays of China
	shiftType int
	periods   []basedata.Period
}

// templates are what mould shops start from; each can be edited afterwards like any other row.
var templates = []template{
	{kind: calendarTemplate, key: "six-day", name: problem.L("六天工作制", "Six-day week"), rest: []int{7}, holidays: true},
	{kind: calendarTemplate, key: "five-day", name: problem.L("五天工作制", "Five-day week"), rest: []int{6, 7}, holidays: true},
	{kind: calendarTemplate, key: "every-day", name: problem.L("全年无休", "Every day")},
	{kind: shiftTemplate, key: "day", name: problem.L("白班", "Day shift"), shiftType: 1, periods: []basedata.Period{
		{Start: "08:00", End: "17:00", RestStart: "12:00", RestEnd: "13:00", Overtime: 180},
	}},
	{kind: shiftTemplate, key: "two-shifts", name: problem.L("两班", "Two shifts"), shiftType: 4, periods: []basedata.Period{
		{Start: "08:00", End: "16:00", RestStart: "12:00", RestEnd: "12:30"}, {Start: "16:00", End: "24:00", RestStart: "20:00", RestEnd: "20:30"},
	}},
	{kind: shiftTemplate, key: "around-the-clock", name: problem.L("全天", "Around the clock"), shiftType: 5, periods: []basedata.Period{{Start: "00:00", End: "24:00"}}},
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

var msgNoTemplate = problem.L("没有模板“%s”", "There is no template “%s”")

// templateViews lists the templates; one is taken under its name in either language.
func templateViews(ctx context.Context, tx store.Tx) ([]TemplateView, error) {
	views := make([]TemplateView, 0, len(templates))
	for _, t := range templates {
		taken, err := t.taken(ctx, tx)
		if err != nil {
			return nil, err
		}
		views = append(views, TemplateView{t.kind, t.key, t.name.In(problem.Language(ctx)), taken})
	}
	return views, nil
}

func (t *template) taken(ctx context.Context, tx store.Tx) (bool, error) {
	var model any = (*basedata.Calendar)(nil)
	if t.kind == shiftTemplate {
		model = (*basedata.Shift)(nil)
	}
	return tx.Select(model).WhereIn("name", []string{t.name.Zh, t.name.En}).Exists(ctx)
}

// takeTemplate makes a calendar or shift of a template, by the rules that hold for everybody.
func (a *App) takeTemplate(ctx context.Context, tx store.Tx, kind, key string) (TemplateView, error) {
	i := slices.IndexFunc(templates, func(t template) bool { return t.kind == kind && t.key == key })
	if i < 0 {
		return TemplateView{}, problem.Invalid(problem.Field("template", "unknown", msgNoTemplate, key))
	}
	t := &templates[i]
	name := t.name.In(problem.Language(ctx))
	taken, err := t.taken(ctx, tx)
	if err != nil {
		return TemplateView{}, err
	}
	if taken { // twice is once: a second click changes nothing
		return TemplateView{t.kind, t.key, name, true}, nil
	}
	if t.kind == shiftTemplate {
		err = a.Master.Shifts.Save(ctx, tx, &basedata.Shift{Name: name, EnglishName: t.name.En, ShiftType: t.shiftType, Effective: true, Periods: slices.Clone(t.periods)})
	} else {
		err = a.Master.Calendars.Save(ctx, tx, t.calendar(ctx, i))
	}
	return TemplateView{t.kind, t.key, name, true}, err
}

func (t *template) calendar(ctx context.Context, place int) *basedata.Calendar {
	language := problem.Language(ctx)
	c := &basedata.Calendar{Name: t.name.In(language), Valid: true, SortOrder: place + 1, Holidays: []basedata.Holiday{}}
	for _, day := range t.rest {
		c.Holidays = append(c.Holidays, basedata.Holiday{Name: weekdayNames[day].In(language), Kind: basedata.HolidayFloating, Type: basedata.HolidayRest, Weekday: day})
	}
	if t.holidays {
		for _, h := range publicHolidays {
			c.Holidays = append(c.Holidays, basedata.Holiday{Name: h.name.In(language), Kind: basedata.HolidayFixed, Type: basedata.HolidayRest, From: h.from, To: h.to})
		}
	}
	return c
}
