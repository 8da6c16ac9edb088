package basedata

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Shift is when people work on a working day.
type Shift struct {
	bun.BaseModel `bun:"table:shift" json:"-"`
	store.FactoryRow
	Name        string   `bun:"name" json:"name"`
	EnglishName string   `bun:"english_name" json:"englishName"`
	ShiftType   int      `bun:"shift_type" json:"shiftType"`
	Effective   bool     `bun:"effective" json:"effective"`
	Periods     []Period `bun:"periods,type:text" json:"periods"`
}

// Period is one stretch of work. A period that ends at or before its start crosses midnight and belongs wholly to the
// day on which it starts.
type Period struct {
	Start     string           `json:"start"`
	End       string           `json:"end"`
	RestStart string           `json:"restStart"`
	RestEnd   string           `json:"restEnd"`
	Overtime  quantity.Minutes `json:"overtime"`        // possible after the end
	Hours     int              `json:"durationHours"`   // of work, the rest taken out
	Minutes   int              `json:"durationMinutes"` // beyond the whole hours
}

// minutesOfDay reads a checked time of day.
func minutesOfDay(clock string) int {
	var h, m int
	if _, err := fmt.Sscanf(clock, "%d:%d", &h, &m); err != nil {
		return 0
	}
	return h*60 + m
}

// Span is the period in minutes from the midnight at which its day begins; the end may lie in the next day.
func (p Period) Span() (start, end int) {
	start, end = minutesOfDay(p.Start), minutesOfDay(p.End)
	if end <= start {
		end += 24 * 60
	}
	return start, end
}

// Rest is the rest inside the period, on the same scale as Span; ok is false where there is none.
func (p Period) Rest() (start, end int, ok bool) {
	if p.RestStart == "" || p.RestEnd == "" {
		return 0, 0, false
	}
	from, _ := p.Span()
	start, end = minutesOfDay(p.RestStart), minutesOfDay(p.RestEnd)
	if start < from {
		start += 24 * 60
	}
	if end <= start {
		end += 24 * 60
	}
	return start, end, true
}

func (d *Master) shift() resource.Spec[*Shift] {
	return resource.Spec[*Shift]{
		Path: "bms/shift", Label: L("班次", "Shift"), Permission: "system.shift", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000102",
		Example: &api.Example{Body: map[string]any{"name": "晚班", "englishName": "Late", "shiftType": 2, "periods": []map[string]any{
			{"start": "16:00", "end": "24:00", "restStart": "20:00", "restEnd": "20:30", "overtime": 2},
		}}},
		Form: func(s *Shift, f *resource.Form) {
			f.Text(&s.Name, "名称", "Name").Required().Unique().Title().Max(20)
			f.EnglishName(&s.EnglishName).Formerly("英文名").Max(20).InList()
			f.Choice(&s.ShiftType, "类型", "Type", Opt(shiftDay, "白班", "Day"), Opt(shiftLate, "晚班", "Late"), Opt(shiftNight, "夜班", "Night"), Opt(4, "多班", "Several shifts"), Opt(shiftRound, "全天", "Around the clock")).Initial(shiftDay)
			f.Flag(&s.Effective, "有效期", "Effective time").Initial(true).Words("生效", "Effective", "已失效", "Expired").Validity()
			resource.Lines(f, &s.Periods, "时段", "Periods", func(p *Period, f *resource.Form) {
				f.Time(&p.Start, "开始", "Start").Required()
				f.Time(&p.End, "结束", "End").Required()
				f.Time(&p.RestStart, "休息开始", "Rest from")
				f.Time(&p.RestEnd, "休息结束", "Rest to")
				f.Hours(&p.Overtime, "加班", "Overtime").Between(0, 12)
				f.Integer(&p.Hours, "工时（时）", "Hours").Fixed()
				f.Integer(&p.Minutes, "工时（分）", "Minutes").Fixed()
			}).Required().AtMost(10)
		},
		OfFile: func(old, now *Shift) []problem.FieldError { return append(endless(old, now), mismeasured(old, now)...) },
		Complete: func(now *Shift, open func(key string) bool) {
			if open("shiftType") {
				now.ShiftType = UsualShiftType(now.Periods)
			}
		},
		Shared: &resource.Shared{Key: overwriteCalendars, Question: msgOverwriteShifts},
		Alone:  true, BeforeSave: func(_ context.Context, _ store.Tx, _, now *Shift) error {
			if bad := checkPeriods(now.Periods); len(bad) > 0 {
				return problem.Invalid(bad...)
			}
			for i := range now.Periods {
				now.Periods[i].Measure()
			}
			return nil
		},
	}
}

// The types of shifts, as their list has them.
const (
	shiftDay    = 1
	shiftLate   = 2
	shiftNight  = 3
	shiftRound  = 5
	lateBegins  = 14 * 60 // minutes after midnight
	nightBegins = 20 * 60
)

// UsualShiftType is the type of a shift of a file that says none: by when it begins, or that it never ends.
func UsualShiftType(periods []Period) int {
	if len(periods) == 0 {
		return shiftDay
	}
	minutes := 0
	for _, p := range periods {
		start, end := p.Span()
		minutes += end - start
	}
	switch start, _ := periods[0].Span(); {
	case minutes >= 24*60:
		return shiftRound
	case start >= nightBegins:
		return shiftNight
	case start >= lateBegins:
		return shiftLate
	}
	return shiftDay
}

// Measure fills in how long the period is.
func (p *Period) Measure() {
	start, end := p.Span()
	work := end - start
	if from, to, rests := p.Rest(); rests {
		work -= to - from
	}
	p.Hours, p.Minutes = work/60, work%60
}

// overwriteCalendars is the key of the question before a file changes calendars or shifts, in a planner's workbook too.
const overwriteCalendars = "overwriteCalendars"

var msgOverwriteShifts = L("文件将改变已有的班次，所有使用它们的资源都会受影响。是否继续？", "The file changes shifts that are there, and with them every resource that works by them. Go on?")

var (
	msgOrder    = L("时段必须按时间先后排列且不能重叠", "Periods must be in time order and must not overlap")
	msgRest     = L("休息必须在时段之内", "The rest must lie within the period")
	msgRestTwo  = L("休息需要开始和结束", "A rest needs a start and an end")
	msgOvertime = L("加班 %s 后到 %s，与 %s 开始的时段重叠：请减少加班", "With %s h of overtime the period ends at %s and overlaps the one that begins at %s: allow less overtime")
	msgDay      = L("此时段与次日的第一个时段重叠：所有时段须在第一个时段开始后 24 小时内结束", "This period runs into the first one of the next day: all periods must end within 24 hours of its start")
)

var msgEndless = L("“%s”的开始和结束相同：全天请写 00:00-24:00", "“%s” begins and ends at the same time: write 00:00-24:00 for the whole day")

// endless are the faults of periods that end when they begin, which only a form may mean: of a slip in a file a shift of 24
// hours would come. What is stored so stays.
func endless(old, now *Shift) (bad []problem.FieldError) {
	for i, p := range now.Periods {
		stored := old != nil && slices.ContainsFunc(old.Periods, func(was Period) bool { return was.Start == p.Start && was.End == p.End })
		if p.Start == p.End && p.Start != "" && !stored {
			bad = append(bad, problem.Field(fmt.Sprintf("periods.%d.end", i), "format", msgEndless, p.Start+"-"+p.End))
		}
	}
	return bad
}

var msgMismeasured = L("按起止时间，“%s”的工时为 %d 小时 %d 分，文件中为 %d 小时 %d 分：请改正，或将工时留空", "By its times “%s” has %d h %d min of work, but the file says %d h %d min: correct them, or leave the hours out")

// mismeasured are the faults of periods whose hours in a file are not those of their times. Hours that are left out count as
// none, and so do 0 h 0 min.
func mismeasured(old, now *Shift) (bad []problem.FieldError) {
	for i, p := range now.Periods {
		if p.Hours == 0 && p.Minutes == 0 || p.Start == "" || p.End == "" || old != nil && slices.Contains(old.Periods, p) {
			continue
		}
		measured := p
		if measured.Measure(); measured != p {
			bad = append(bad, problem.Field(fmt.Sprintf("periods.%d.durationHours", i), "measured", msgMismeasured, p.Start+"-"+p.End, measured.Hours, measured.Minutes, p.Hours, p.Minutes))
		}
	}
	return bad
}

func checkPeriods(periods []Period) (bad []problem.FieldError) {
	last := -1
	for i, p := range periods {
		at := fmt.Sprintf("periods.%d.", i)
		start, end := p.Span()
		if start < last {
			bad = append(bad, problem.Field(at+"start", "order", msgOrder))
		}
		if i > 0 && end > 24*60+minutesOfDay(periods[0].Start) {
			bad = append(bad, problem.Field(at+"end", "day", msgDay))
		} else if next := nextStart(periods, i); p.Overtime > 0 && end <= next && end+int(p.Overtime) > next {
			bad = append(bad, problem.Field(at+"overtime", "overlap", msgOvertime, p.Overtime.Hours().String(), clockOf(end+int(p.Overtime)), clockOf(next)))
		}
		last = end
		if (p.RestStart == "") != (p.RestEnd == "") {
			bad = append(bad, problem.Field(at+"restStart", "rest", msgRestTwo))
		} else if from, to, ok := p.Rest(); ok && (from < start || to > end) {
			bad = append(bad, problem.Field(at+"restStart", "rest", msgRest))
		}
	}
	return bad
}

// nextStart is when the period after the i-th begins, on the scale of Span; after the last one the first begins anew on
// the next day.
func nextStart(periods []Period, i int) int {
	if i+1 == len(periods) {
		return 24*60 + minutesOfDay(periods[0].Start)
	}
	return minutesOfDay(periods[i+1].Start)
}

// clockOf is the time of day of a minute that may lie in the next day.
func clockOf(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60%24, minute%60) }
