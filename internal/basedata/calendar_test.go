package basedata_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// BASE-CALENDAR-07, BASE-CALENDAR-08: there is always one default calendar, and replacing it is asked first.
func TestTheDefaultCalendarIsReplacedOnlyAfterAQuestion(t *testing.T) {
	each(t, func(s *shop) {
		save := func(ctx context.Context, c *basedata.Calendar) error {
			return s.db.Write(ctx, func(tx store.Tx) error { return s.master.Calendars.Save(ctx, tx, c) })
		}
		second := &basedata.Calendar{Name: "五天", Valid: true, Default: true}
		err := save(s.ctx, second)
		if !slices.Equal(resourcetest.Broken(err), []string{"20010"}) {
			s.Fatalf("got %v", err)
		}
		if !strings.Contains(said(err, "zh"), "“六天”现在是默认日历。要用“五天”代替它吗？") || !strings.Contains(said(err, "en"), "“六天” is the default calendar now. Replace it with “五天”?") {
			s.Errorf("the question is %s / %s", said(err, "zh"), said(err, "en"))
		}
		// The answer to another question is none to this one.
		other := s.actor
		other.Confirmed = "overwriteMaster"
		second = &basedata.Calendar{Name: "五天", Valid: true, Default: true}
		if err := save(store.WithActor(s.ctx, other), second); !slices.Equal(resourcetest.Broken(err), []string{"20010"}) {
			s.Fatalf("another answer got %v", err)
		}
		sure := s.actor
		sure.Confirmed = "replaceDefault"
		second = &basedata.Calendar{Name: "五天", Valid: true, Default: true}
		if err := save(store.WithActor(s.ctx, sure), second); err != nil {
			s.Fatal(err)
		}
		var all []basedata.Calendar
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&all).Where("is_default = ?", true).Scan(s.ctx) }); err != nil || len(all) != 1 || all[0].Name != "五天" {
			s.Fatalf("the default calendars are %+v, %v", all, err)
		}
		invalid := all[0]
		invalid.Valid = false
		if err := save(s.ctx, &invalid); !slices.Equal(resourcetest.Broken(err), []string{"valid default"}) {
			s.Errorf("an invalid default calendar got %v", err)
		}
	})
}

// BASE-CALENDAR-02 to BASE-CALENDAR-06, BASE-CALENDAR-09, BASE-ALL-03, BASE-ALL-04.
func TestCalendarRules(t *testing.T) {
	each(t, func(s *shop) {
		// BASE-CALENDAR-02
		declares(t, s.master.Calendars, "name", "default", "valid", "sortOrder", "remark", "holidays")
		holiday := func(more map[string]any) map[string]any {
			all := map[string]any{"name": "国庆", "kind": basedata.HolidayFixed, "type": basedata.HolidayRest, "from": "2026-10-01", "to": "2026-10-07"}
			for k, v := range more {
				all[k] = v
			}
			return map[string]any{"holidays": []any{all}}
		}
		base := map[string]any{"name": "厂历"}
		try(s, s.master.Calendars, base,
			attempt{"BASE-CALENDAR-04: an empty name", map[string]any{"name": " "}, []string{"name required"}},
			attempt{"BASE-CALENDAR-04: a name of 21", map[string]any{"name": long(21)}, []string{"name maxLength"}},
			attempt{"BASE-CALENDAR-04: a remark of 201", map[string]any{"remark": long(201)}, []string{"remark maxLength"}},
			attempt{"BASE-CALENDAR-09: the name of another", map[string]any{"name": "六天"}, []string{"name unique"}},
			attempt{"BASE-CALENDAR-05: a holiday that ends before it begins", holiday(map[string]any{"to": "2026-09-30"}), []string{"holidays.0.to order"}},
			attempt{"BASE-CALENDAR-06: a holiday without name and type", holiday(map[string]any{"name": "", "type": nil}), []string{"holidays.0.name required", "holidays.0.type required"}},
			attempt{"BASE-CALENDAR-06: a second holiday without a name", map[string]any{"holidays": append(holiday(nil)["holidays"].([]any), holiday(map[string]any{"name": ""})["holidays"].([]any)...)}, []string{"holidays.1.name required"}},
			attempt{"BASE-CALENDAR-03: a holiday's name of 21", holiday(map[string]any{"name": long(21)}), []string{"holidays.0.name maxLength"}},
			attempt{"BASE-CALENDAR-03: a fixed one without dates", holiday(map[string]any{"from": nil, "to": nil}), []string{"holidays.0.from required"}},
			attempt{"a floating one without its weekday", holiday(map[string]any{"kind": basedata.HolidayFloating}), []string{"holidays.0.weekday required"}},
			attempt{"a make-up day by weekday", holiday(map[string]any{"kind": basedata.HolidayFloating, "weekday": 6, "type": basedata.HolidayMakeUp}), []string{"holidays.0.type kind"}},
			attempt{"one day, its first and its last, and the longest name", holiday(map[string]any{"to": "2026-10-01", "name": long(20)}), nil},
			attempt{"20 and 200 characters", map[string]any{"name": long(20), "remark": long(200)}, nil},
		)
		_, err := add(s, s.master.Calendars, map[string]any{"name": "六天"}, nil)
		if !strings.Contains(said(err, "zh"), "工作日历“六天”已存在") || !strings.Contains(said(err, "en"), "Work calendar “六天” already exists") {
			s.Errorf("the name of another: %v", err)
		}
	})
}

// BASE-CALENDAR-07, BASE-CALENDAR-08: the default calendar stays valid, stays one, and stays; the log of the old one says
// that it lost the flag.
func TestTheDefaultCalendarCannotBeGivenUp(t *testing.T) {
	each(t, func(s *shop) {
		var first basedata.Calendar
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&first).Where("is_default = ?", true).Scan(s.ctx) }); err != nil {
			s.Fatal(err)
		}
		if err := change(s, s.master.Calendars, first.ID, 1, map[string]any{"valid": false}); !slices.Equal(resourcetest.Broken(err), []string{"valid default"}) || !strings.Contains(said(err, "zh"), "“六天”是默认日历，不能设为无效") || !strings.Contains(said(err, "en"), "“六天” is the default calendar and cannot be invalid") {
			s.Errorf("invalid: %v", err)
		}
		if err := change(s, s.master.Calendars, first.ID, 1, map[string]any{"default": false}); !slices.Equal(resourcetest.Broken(err), []string{"default default"}) {
			s.Errorf("cleared: %v", err)
		}
		if err := s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.Calendars.Delete(s.ctx, tx, first.ID) }); !slices.Equal(resourcetest.Broken(err), []string{"20000"}) {
			s.Errorf("deleted: %v", err)
		}
		unused := must(s, s.master.Calendars, map[string]any{"name": "停用", "valid": false})
		if err := change(s, s.master.Calendars, unused.ID, 1, map[string]any{"default": true}); !slices.Equal(resourcetest.Broken(err), []string{"default default"}) || !strings.Contains(said(err, "zh"), "“停用”无效，不能成为默认日历") {
			s.Errorf("an invalid one: %v", err)
		}
		second := must(s, s.master.Calendars, map[string]any{"name": "五天"})
		err := change(s, s.master.Calendars, second.ID, 1, map[string]any{"default": true})
		if !slices.Equal(resourcetest.Broken(err), []string{"20010"}) || !strings.Contains(said(err, "en"), "“六天” is the default calendar now") {
			s.Errorf("a second default: %v", err)
		}
		if err := change(s, s.master.Calendars, second.ID, 1, map[string]any{"default": true}, "replaceDefault"); err != nil {
			s.Fatal(err)
		}
		if read(s, s.master.Calendars, first.ID).Default {
			s.Error("two calendars are the default one")
		}
		if err := s.db.Read(s.ctx, func(tx store.Tx) error {
			lines, err := tx.History(s.ctx, "calendar", first.ID, 10)
			if err == nil && (len(lines) != 2 || !strings.Contains(string(lines[0].Changes), `"default"`)) {
				s.Errorf("the log of the old default says %+v", lines)
			}
			return err
		}); err != nil {
			s.Fatal(err)
		}
		// A group does not begin to work by an invalid calendar.
		invalid := must(s, s.master.Calendars, map[string]any{"name": "旧", "valid": false})
		if err := change(s, s.master.Groups, s.groupID, 1, map[string]any{"calendarId": invalid.ID}); !slices.Equal(resourcetest.Broken(err), []string{"calendarId invalid"}) {
			s.Errorf("an invalid calendar: %v", err)
		}
	})
}

// production.md 2: a calendar without working time is refused, unless single days are worked all the same.
func TestACalendarLeavesTimeToWork(t *testing.T) {
	each(t, func(s *shop) {
		var rest []map[string]any
		for day := 1; day <= 7; day++ {
			rest = append(rest, map[string]any{"name": "休", "kind": basedata.HolidayFloating, "type": basedata.HolidayRest, "weekday": day})
		}
		makeUp := map[string]any{"name": "补", "kind": basedata.HolidayFixed, "type": basedata.HolidayMakeUp, "from": "2026-10-10", "to": "2026-10-10"}
		try(s, s.master.Calendars, map[string]any{"name": "无"},
			attempt{"seven days rest", map[string]any{"holidays": rest}, []string{"holidays noWorkingTime"}},
			attempt{"six do", map[string]any{"name": "六休", "holidays": rest[:6]}, nil},
			attempt{"but for a make-up day", map[string]any{"name": "补班", "holidays": append(rest, makeUp)}, nil},
		)
	})
}
