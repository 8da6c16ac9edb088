package basedata

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Calendar says which days are worked.
type Calendar struct {
	bun.BaseModel `bun:"table:calendar" json:"-"`
	store.FactoryRow
	Name        string    `bun:"name" json:"name"`
	EnglishName string    `bun:"english_name" json:"englishName"`
	Default     bool      `bun:"is_default" json:"default"`
	Valid       bool      `bun:"valid" json:"valid"`
	SortOrder   int       `bun:"sort_order" json:"sortOrder"`
	Remark      string    `bun:"remark" json:"remark"`
	Holidays    []Holiday `bun:"holidays,type:text" json:"holidays"`
}

// The kinds and types of holidays.
const (
	HolidayFixed    = 1 // from a date to a date
	HolidayFloating = 2 // every week on a weekday

	HolidayRest   = 1
	HolidayMakeUp = 2 // 调休补班: a working day in place of a rest day
)

// Holiday is a weekday or a range of dates that is not worked, or worked in place of another.
type Holiday struct {
	Name    string        `json:"name"`
	Kind    int           `json:"kind"`
	Type    int           `json:"type"`
	Weekday int           `json:"weekday"` // 1 Monday to 7 Sunday, floating ones only
	From    quantity.Date `json:"from"`
	To      quantity.Date `json:"to"`
}

func (d *Master) calendar() resource.Spec[*Calendar] {
	return resource.Spec[*Calendar]{
		Path: "bms/calendar", Label: L("工作日历", "Work calendar"), Permission: "system.calendar", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000103",
		Example: &api.Example{Body: map[string]any{"name": "双休", "holidays": []map[string]any{
			{"name": "周六", "kind": 2, "type": 1, "weekday": 6}, {"name": "周日", "kind": 2, "type": 1, "weekday": 7},
		}}},
		Form: func(c *Calendar, f *resource.Form) {
			name := f.Text(&c.Name, "名称", "Name").Required().Unique().Title().Max(20)
			f.EnglishName(&c.EnglishName)
			f.Flag(&c.Default, "默认", "Default").Sole("replaceDefault", msgReplaceDefault, name).Kept("默认日历", "the default calendar").FirstHas()
			f.Valid(&c.Valid)
			f.SortOrder(&c.SortOrder)
			f.LongText(&c.Remark, "备注", "Remark").Max(200)
			resource.Lines(f, &c.Holidays, "节假日", "Holidays", func(h *Holiday, f *resource.Form) {
				f.Text(&h.Name, "名称", "Name").Required().Max(20)
				f.Choice(&h.Kind, "种类", "Kind", Opt(HolidayFixed, "固定", "Fixed"), Opt(HolidayFloating, "浮动", "Floating")).Required()
				f.Choice(&h.Type, "类型", "Type", Opt(HolidayRest, "休息", "Rest"), Opt(HolidayMakeUp, "调休补班", "Make-up working day")).Required()
				f.Choice(&h.Weekday, "星期", "Weekday", Opt(0, "—", "—"), Opt(1, "周一", "Mon"), Opt(2, "周二", "Tue"), Opt(3, "周三", "Wed"), Opt(4, "周四", "Thu"), Opt(5, "周五", "Fri"), Opt(6, "周六", "Sat"), Opt(7, "周日", "Sun")).Initial(0)
				f.Date(&h.From, "开始", "From")
				f.Date(&h.To, "结束", "To")
			}).AtMost(400)
		},
		Alone: true, BeforeSave: checkCalendar,
		Shared: &resource.Shared{Key: overwriteCalendars, Question: msgOverwriteDays},
	}
}

var (
	msgOverwriteDays  = L("文件将改变已有的工作日历，所有使用它们的资源都会受影响。是否继续？", "The file changes work calendars that are there, and with them every resource that works by them. Go on?")
	msgReplaceDefault = L("“%s”现在是默认日历。要用“%s”代替它吗？", "“%s” is the default calendar now. Replace it with “%s”?")
	msgHolidayDates   = L("固定节假日需要开始和结束日期", "A fixed holiday needs its first and last date")
	msgHolidayOrder   = L("开始日期不能晚于结束日期", "The first date must not lie after the last")
	msgMakeUpDates    = L("调休补班需要日期，不能按星期重复", "A make-up working day needs dates; it cannot repeat by weekday")
	msgNoWorkingTime  = L("一周七天都休息，日历中没有工作时间", "All seven weekdays rest: the calendar has no working time")
	msgHolidayWeekday = L("浮动节假日需要星期", "A floating holiday needs its weekday")
)

// checkCalendar: a calendar has time to work.
func checkCalendar(_ context.Context, _ store.Tx, _, now *Calendar) error {
	bad := checkHolidays(now.Holidays)
	if len(bad) == 0 && !works(now.Holidays) {
		bad = append(bad, problem.Field("holidays", "noWorkingTime", msgNoWorkingTime))
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}

// works tells whether a calendar leaves a day to work on: a weekday that does not rest, or a make-up working day.
func works(holidays []Holiday) bool {
	rests := map[int]bool{}
	for _, h := range holidays {
		if h.Type == HolidayMakeUp {
			return true
		}
		if h.Kind == HolidayFloating {
			rests[h.Weekday] = true
		}
	}
	return len(rests) < 7
}

func checkHolidays(holidays []Holiday) (bad []problem.FieldError) {
	for i, h := range holidays {
		at := fmt.Sprintf("holidays.%d.", i)
		switch {
		case h.Kind == HolidayFloating && h.Weekday == 0:
			bad = append(bad, problem.Field(at+"weekday", "required", msgHolidayWeekday))
		case h.Kind == HolidayFixed && (h.From == "" || h.To == ""):
			bad = append(bad, problem.Field(at+"from", "required", msgHolidayDates))
		case h.From != "" && h.To != "" && h.From > h.To:
			bad = append(bad, problem.Field(at+"to", "order", msgHolidayOrder))
		case h.Kind == HolidayFloating && h.Type == HolidayMakeUp:
			bad = append(bad, problem.Field(at+"type", "kind", msgMakeUpDates))
		}
	}
	return bad
}
