package aps_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

const autoCalls = "automaticScheduling/"

// automatic is a house that looks at its auto-schedules on Monday, 4 March 2030, at 6:00 in Shanghai; everybody in it may do everything.
// It has a default schedule, which runs without searching.
func automatic(t *testing.T, work bool, fn func(h *house, s *entity.Schedule)) {
	each(t, work, func(h *house) {
		h.opens("2030-03-04 06:00")
		for i := range h.shop.Moulds {
			due := at(h.T, "Asia/Shanghai", "2030-04-30 00:00")
			h.shop.Moulds[i].Delivery = &due
		}
		start := at(h.T, "Asia/Shanghai", "2030-03-04 06:00")
		s, err := h.save(entity.Config{Name: "daily", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0, "defaultFlowTime": 0.0}})
		h.must(err)
		fn(h, s)
	})
}

// opens lets it be a moment in Shanghai, and gives the actor every permission.
func (h *house) opens(moment string) {
	h.Helper()
	h.clock(at(h.T, "Asia/Shanghai", moment))
	_, all := h.server()
	all.Zone = "Asia/Shanghai"
	h.enter(all)
}

// weekdays is a form for 6:30 from Monday to Friday.
func weekdays(name string) aps.AutoScheduleForm {
	return aps.AutoScheduleForm{Name: name, Recurrence: aps.Recurrence{Every: "week", Weekdays: []int{1, 2, 3, 4, 5}, Hours: []int{6}, Minute: new(30)}}
}

func (h *house) saveAuto(f aps.AutoScheduleForm) (x *entity.AutoSchedule, err error) {
	h.Helper()
	err = h.write(func(tx store.Tx) (err error) { x, err = h.aps.SaveAutoSchedule(h.ctx, tx, f); return err })
	return x, err
}

// autos are the auto-schedules of the page, by name.
func (h *house) autos() map[string]aps.AutoScheduleView {
	h.Helper()
	rows := map[string]aps.AutoScheduleView{}
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
		list, err := h.aps.AutoSchedules(h.ctx, tx)
		if err == nil {
			for _, r := range list.Rows {
				rows[r.Name] = r
			}
		}
		return err
	}))
	return rows
}

// local are moments as the clocks of Shanghai show them.
func local(h *house, times []time.Time) string {
	var said []string
	for _, t := range times {
		said = append(said, t.In(zoneOf(h, "Asia/Shanghai")).Format("01-02 15:04"))
	}
	return strings.Join(said, ", ")
}

// APS-AUTO-01, APS-AUTO-04: an auto-schedule is saved by choices, and its list tells its expression and the next ten times.
func TestAutoSchedulesAreKept(t *testing.T) {
	automatic(t, false, func(h *house, s *entity.Schedule) {
		call := h.client()
		h.opens("2030-03-04 06:00")
		ask := func(path string, body, data any) {
			h.Helper()
			code, text := call(http.MethodPost, autoCalls+path, "en", body)
			if err := json.Unmarshal([]byte(text), &struct{ Data any }{data}); err != nil || code != http.StatusOK {
				h.Fatalf("%s: %d %.300s %v", path, code, text, err)
			}
		}
		choices := map[string]any{"every": "week", "weekdays": []int{1, 2, 3, 4, 5}, "hours": []int{6}, "minute": 30}
		var saved aps.Saved
		ask("save", map[string]any{"name": " Early  ", "recurrence": choices}, &saved)
		list := func() aps.AutoScheduleView {
			var l aps.AutoScheduleList
			ask("query", map[string]any{}, &l)
			if l.Zone != "Asia/Shanghai" || len(l.Rows) != 1 || len(l.Schedules) != 1 || l.Schedules[0] != (aps.AutoChoice{ID: s.ID, Name: "daily", Default: true}) {
				h.Fatalf("%+v", l)
			}
			return l.Rows[0]
		}
		x := list()
		if x.Name != "Early" || x.CronExpression != "0 30 6 ? * MON,TUE,WED,THU,FRI" || !x.Enabled || x.Publish || x.ScheduleID != "" || x.ScheduleName != "daily" || x.OwnerName != h.actor.Name || len(x.Runs) != 0 {
			h.Errorf("saved as %+v", x)
		}
		if got := local(h, x.Times); got != "03-04 06:30, 03-05 06:30, 03-06 06:30, 03-07 06:30, 03-08 06:30, 03-11 06:30, 03-12 06:30, 03-13 06:30, 03-14 06:30, 03-15 06:30" {
			h.Errorf("next times: %s", got)
		}
		if r := x.Recurrence; r.Every != "week" || !slices.Equal(r.Weekdays, []int{1, 2, 3, 4, 5}) || !slices.Equal(r.Hours, []int{6}) || *r.Minute != 30 {
			h.Errorf("the form gets %+v back", r)
		}
		ask("save", map[string]any{"id": x.ID, "version": x.Version, "name": "Month's end", "scheduleId": s.ID, "publish": true, "recurrence": map[string]any{"every": "month", "lastDay": true, "hours": []int{20, 8}, "minute": 0}}, &saved)
		x = list()
		if x.Name != "Month's end" || x.CronExpression != "0 0 8,20 L * ?" || !x.Publish || x.ScheduleID != s.ID || !strings.HasPrefix(local(h, x.Times), "03-31 08:00, 03-31 20:00, 04-30 08:00") {
			h.Errorf("changed to %+v", x)
		}
		// Somebody with the page of yesterday.
		if code, text := call(http.MethodPost, autoCalls+"switch", "en", map[string]any{"id": x.ID, "version": 1, "enabled": false}); code != http.StatusConflict || !strings.Contains(text, `"code":20009`) || !strings.Contains(text, "Month's end") {
			h.Errorf("a stale switch: %d %s", code, text)
		}
		ask("switch", map[string]any{"id": x.ID, "version": x.Version, "enabled": false}, &saved)
		if x = list(); x.Enabled || x.Version != saved.Version || len(x.Times) != 10 {
			h.Errorf("off it is %+v", x)
		}
		ask("switch", map[string]any{"id": x.ID, "version": x.Version, "enabled": true}, &saved)
		if code, text := call(http.MethodPost, autoCalls+"delete", "en", map[string]any{"id": x.ID, "version": x.Version}); code != http.StatusConflict {
			h.Errorf("deleted as it was before: %d %s", code, text)
		}
		ask("delete", map[string]any{"id": x.ID, "version": saved.Version}, nil)
		if got := h.autos(); len(got) != 0 {
			h.Errorf("after its deletion there are %+v", got)
		}
		var lines []store.Operation
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { lines, err = tx.History(h.ctx, "auto-schedule", x.ID, 10); return err }))
		if len(lines) != 5 || !strings.Contains(string(lines[3].Changes), `"0 0 8,20 L * ?"`) || !strings.Contains(string(lines[3].Changes), `"daily"`) {
			h.Errorf("the operation log has %d lines: %+v", len(lines), lines)
		}
	})
}

// APS-AUTO-05: days and times must be chosen; what is missing is named, in both languages, and nothing is saved.
func TestDaysAndTimesMustBeChosen(t *testing.T) {
	automatic(t, false, func(h *house, _ *entity.Schedule) {
		call := h.client()
		complete := func(changes map[string]any) map[string]any {
			r := map[string]any{"every": "day", "hours": []int{6}, "minute": 30}
			for k, v := range changes {
				if r[k] = v; v == nil {
					delete(r, k)
				}
			}
			return map[string]any{"name": "x", "recurrence": r}
		}
		for _, c := range []struct {
			body       map[string]any
			field      string
			rule       string
			zh, en     string
			everything bool
		}{
			{complete(map[string]any{"every": nil}), "recurrence.every", "required", "请选择日期", "Please choose the days", true},
			{complete(map[string]any{"every": "week"}), "recurrence.weekdays", "required", "请选择日期：至少选择一个星期几", "Please choose the days: one day of the week at least", true},
			{complete(map[string]any{"every": "month"}), "recurrence.monthDays", "required", "请选择日期：至少选择一天或每月最后一天", "Please choose the days: one day of the month at least, or its last day", true},
			{complete(map[string]any{"hours": nil}), "recurrence.hours", "required", "请选择时间：至少选择一个小时", "Please choose the time: one hour at least", true},
			{complete(map[string]any{"minute": nil}), "recurrence.minute", "required", "请选择时间：缺少分钟", "Please choose the time: the minute is missing", true},
			{complete(map[string]any{"every": "week", "weekdays": []int{1, 8}}), "recurrence.weekdays.1", "range", "须为 1 到 7", "From 1 to 7", true},
			{complete(map[string]any{"every": "month", "monthDays": []int{0}}), "recurrence.monthDays.0", "range", "须为 1 到 31", "From 1 to 31", true},
			{complete(map[string]any{"hours": []int{24}}), "recurrence.hours.0", "range", "须为 0 到 23", "From 0 to 23", true},
			{complete(map[string]any{"minute": 60}), "recurrence.minute", "range", "须为 0 到 59", "From 0 to 59", true},
			{map[string]any{"name": "", "recurrence": map[string]any{"every": "day", "hours": []int{6}, "minute": 1}}, "name", "length", "自动排程名称须为 1 到 50 个字符", "The name of an auto-schedule has 1 to 50 characters", true},
			{map[string]any{"name": "x", "scheduleId": store.NewID(), "recurrence": map[string]any{"every": "day", "hours": []int{6}, "minute": 1}}, "scheduleId", "reference", "所选排程不存在", "The chosen schedule does not exist", true},
		} {
			for language, words := range map[string]string{"zh": c.zh, "en": c.en} {
				code, text := call(http.MethodPost, autoCalls+"save", language, c.body)
				if code != http.StatusUnprocessableEntity || !strings.Contains(text, `"field":"`+c.field+`","rule":"`+c.rule+`","message":"`+words+`"`) {
					h.Errorf("%v: %d %s", c.body, code, text)
				}
			}
		}
		// All at once.
		if _, text := call(http.MethodPost, autoCalls+"save", "en", map[string]any{"recurrence": map[string]any{}}); strings.Count(text, `"rule":`) != 4 {
			h.Errorf("an empty form: %s", text)
		}
		if got := h.autos(); len(got) != 0 {
			h.Errorf("saved all the same: %+v", got)
		}
		h.must(second(h.saveAuto(weekdays("Early"))))
		if _, err := h.saveAuto(weekdays("early")); !strings.HasSuffix(said(err), "name unique") {
			h.Errorf("the same name: %s", said(err))
		}
		simulation := true
		start := at(h.T, "Asia/Shanghai", "2030-03-04 08:00")
		sim, err := h.save(entity.Config{Name: "sim", StartTime: &start, Simulation: &simulation})
		h.must(err)
		f := weekdays("Sim")
		f.ScheduleID = sim.ID
		if _, err := h.saveAuto(f); !strings.HasSuffix(said(err), "scheduleId simulation") {
			h.Errorf("a simulation: %s", said(err))
		}
	})
}

func second[T any](_ T, err error) error { return err }

// APS-AUTO-03, APS-AUTO-04: the call gives the next ten times of an expression in the factory's zone, and says what is wrong with one.
func TestExecutionTimesOfAnExpression(t *testing.T) {
	automatic(t, false, func(h *house, _ *entity.Schedule) {
		call := h.client()
		ask := func(expression, language string) (int, string) {
			return call(http.MethodPost, autoCalls+"getExecutionTimeByCronExpression.do", language, map[string]any{"cronExpression": expression})
		}
		code, text := ask("0 30 6 * * ?", "zh")
		var r struct{ Data aps.ExecutionTimes }
		h.must(json.Unmarshal([]byte(text), &r))
		if code != http.StatusOK || r.Data.Zone != "Asia/Shanghai" || len(r.Data.Times) != 10 || !strings.Contains(text, `"2030-03-04T06:30:00+08:00","2030-03-05T06:30:00+08:00"`) {
			h.Errorf("%d %s", code, text)
		}
		for _, never := range []string{"0 0 6 30 2 ?", "0 0 6 * * ? 2020"} {
			if code, text := ask(never, "en"); code != http.StatusOK || !strings.Contains(text, `"times":[]`) {
				h.Errorf("%s: %d %s", never, code, text)
			}
		}
		for expression, want := range map[string][3]string{
			"":                               {"required", "请填写周期表达式", "Please give a recurrence expression"},
			"every day":                      {"fields", "表达式有 6 或 7 段：秒 分 时 日 月 周 [年]", "An expression has 6 or 7 fields: second minute hour day month weekday [year]"},
			"0 61 6 * * ?":                   {"range", "分：“61”不在 0 到 59 之间", "Minute: “61” is not within 0 to 59"},
			"0 0 6 * * ? 2500":               {"range", "年：“2500”不在 1970 到 2199 之间", "Year: “2500” is not within 1970 to 2199"},
			"0 0 noon * * ?":                 {"format", "时：“NOON”的写法不正确", "Hour: “NOON” cannot be read"},
			"0 0 6 1 * MON":                  {"days", "日和周只能指定一个，另一个写“?”", "Give the day of the month or the day of the week, and ? for the other one"},
			"0 " + strings.Repeat("1,", 101): {"length", "表达式最多 200 个字符", "An expression has at most 200 characters"},
		} {
			for i, language := range []string{"zh", "en"} {
				if code, text := ask(expression, language); code != http.StatusUnprocessableEntity || !strings.Contains(text, `"field":"cronExpression","rule":"`+want[0]+`","message":"`+want[i+1]+`"`) {
					h.Errorf("%q: %d %s", expression, code, text)
				}
			}
		}
	})
}

// Who may not run schedules, or not publish, lends nobody their name for it.
func TestAutoSchedulesAskForWhatTheyDo(t *testing.T) {
	automatic(t, false, func(h *house, _ *entity.Schedule) {
		publishing := weekdays("publishing")
		publishing.Publish = true
		x, err := h.saveAuto(publishing)
		h.must(err)
		all := h.actor
		less := func(permission string) {
			narrow := all
			narrow.May = map[string]bool{}
			for p := range all.May {
				narrow.May[p] = p != permission
			}
			h.enter(narrow)
		}
		less("aps.schedule.release")
		again := publishing
		again.ID, again.Version, again.Name = x.ID, x.Version, "renamed"
		if _, err := h.saveAuto(again); !strings.HasPrefix(said(err), "403") {
			h.Errorf("kept publishing: %s", said(err))
		}
		if _, err := h.saveAuto(weekdays("plain")); err != nil {
			h.Errorf("a plain one: %s", said(err))
		}
		less("aps.schedule.run")
		if _, err := h.saveAuto(weekdays("running")); !strings.HasPrefix(said(err), "403") {
			h.Errorf("switched on: %s", said(err))
		}
		off := weekdays("off")
		off.Enabled = new(false)
		y, err := h.saveAuto(off)
		if err != nil || y.NextAt != nil {
			h.Errorf("one that is off: %s, %+v", said(err), y)
		}
		err = h.write(func(tx store.Tx) error {
			_, err := h.aps.SwitchAutoSchedule(h.ctx, tx, y.ID, y.Version, true)
			return err
		})
		if !strings.HasPrefix(said(err), "403") {
			h.Errorf("switched on later: %s", said(err))
		}
		// To switch off is always allowed to those who may change it.
		h.must(h.write(func(tx store.Tx) error {
			_, err := h.aps.SwitchAutoSchedule(h.ctx, tx, x.ID, x.Version, false)
			return err
		}))
		if now := h.autos()["publishing"]; now.Enabled || now.OwnerName != all.Name {
			h.Errorf("it is %+v", now)
		}
	})
}

// A schedule that an auto-schedule names is not deleted; one that follows the default flag does not hold any.
func TestASchedulesThatRunsItselfIsNotDeleted(t *testing.T) {
	automatic(t, false, func(h *house, _ *entity.Schedule) {
		other := h.schedule("nightly", 0)
		f := weekdays("Night shift")
		f.ScheduleID = other.ID
		x, err := h.saveAuto(f)
		h.must(err)
		h.must(second(h.saveAuto(weekdays("Default"))))
		remove := func() error {
			return h.write(func(tx store.Tx) error { return h.aps.Delete(h.ctx, tx, []string{other.ID}, nil) })
		}
		if got := said(remove()); got != "20000 “nightly” is run by the auto-schedule “Night shift” and cannot be deleted: let that run another schedule first, or delete it" {
			h.Errorf("deleting says %s", got)
		}
		h.must(h.write(func(tx store.Tx) error { return h.aps.DeleteAutoSchedule(h.ctx, tx, x.ID, x.Version) }))
		h.must(remove())
	})
}

// Nothing of a factory shows to another company.
func TestAutoSchedulesStayInTheirTenant(t *testing.T) {
	automatic(t, false, func(h *house, _ *entity.Schedule) {
		x, err := h.saveAuto(weekdays("Early"))
		h.must(err)
		may := h.actor.May
		other := storetest.Tenant(h.T, h.db, "b")
		other.May, other.Zone = may, "Asia/Shanghai"
		h.enter(other)
		if got := h.autos(); len(got) != 0 {
			h.Errorf("another tenant reads %+v", got)
		}
		for what, err := range map[string]error{
			"switch": h.write(func(tx store.Tx) error {
				_, err := h.aps.SwitchAutoSchedule(h.ctx, tx, x.ID, x.Version, false)
				return err
			}),
			"delete": h.write(func(tx store.Tx) error { return h.aps.DeleteAutoSchedule(h.ctx, tx, x.ID, x.Version) }),
		} {
			if !strings.HasPrefix(said(err), "404") {
				h.Errorf("%s by another tenant says %s", what, said(err))
			}
		}
	})
}
