package basedata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/resource"
)

// options are the values of a field in the order of its list, with the words that belong to each.
func options(fields []*resource.Field, path string) (list []string) {
	key, rest, deeper := strings.Cut(path, ".")
	for _, f := range fields {
		switch {
		case f.Key == key && deeper:
			return options(f.Fields, rest)
		case f.Key == key:
			for _, o := range f.Options {
				list = append(list, fmt.Sprintf("%d %s/%s", o.Value, o.Label.Zh, o.Label.En))
			}
		}
	}
	return list
}

// BASE-SHIFT-02, BASE-CALENDAR-03, BASE-SECTION-05, BASE-MACHINE-06, BASE-ALL-02: each value means what its words say, in the
// order in which people choose.
func TestWhatTheValuesOfAChoiceMean(t *testing.T) {
	each(t, func(s *shop) {
		validity := []string{"1 有效/Valid", "0 无效/Invalid"}
		for _, c := range []struct {
			of    resource.Any
			field string
			want  []string
		}{
			{s.master.Shifts, "effective", []string{"1 生效/Effective", "0 已失效/Expired"}},
			{s.master.Shifts, "shiftType", []string{"1 白班/Day", "2 晚班/Late", "3 夜班/Night", "4 多班/Several shifts", "5 全天/Around the clock"}},
			{s.master.Calendars, "valid", validity},
			{s.master.Calendars, "holidays.kind", []string{"1 固定/Fixed", "2 浮动/Floating"}},
			{s.master.Calendars, "holidays.type", []string{"1 休息/Rest", "2 调休补班/Make-up working day"}},
			{s.master.Calendars, "holidays.weekday", []string{"0 —/—", "1 周一/Mon", "2 周二/Tue", "3 周三/Wed", "4 周四/Thu", "5 周五/Fri", "6 周六/Sat", "7 周日/Sun"}},
			{s.master.Sections, "valid", validity},
			{s.master.Sections, "camUploadType", []string{"1 程序单和程序/Menu and program", "2 程序单/Menu", "3 程序/Program"}},
			{s.master.Sections, "inOutObject", []string{"0 无/None", "1 工件/Workpiece", "2 电极/Electrode", "3 工件和电极/Workpiece and electrode"}},
			{s.master.Groups, "valid", validity},
			{s.master.Machines, "status", []string{"0 无效/Invalid", "1 正常/Normal", "2 维修/Service"}},
		} {
			m := c.of.Meta(func(string) bool { return true })
			if got := options(m.Fields, c.field); !slices.Equal(got, c.want) {
				s.Errorf("%s.%s means %q, want %q", m.Entity, c.field, got, c.want)
			}
		}
	})
}

// BASE-SHIFT-02, BASE-CALENDAR-03: what is stored comes back field by field, each line in its place.
func TestShiftsAndHolidaysComeBackAsTheyWereSaved(t *testing.T) {
	each(t, func(s *shop) {
		shift := must(s, s.master.Shifts, map[string]any{"name": "早", "englishName": "Early", "shiftType": 2, "effective": false, "periods": []any{period("06:00", "10:00"), period("11:00", "14:30")}})
		got := read(s, s.master.Shifts, shift.ID)
		if got.Name != "早" || got.EnglishName != "Early" || got.ShiftType != 2 || got.Effective || len(got.Periods) != 2 || got.Periods[0].Start != "06:00" || got.Periods[0].End != "10:00" || got.Periods[1].Start != "11:00" || got.Periods[1].End != "14:30" {
			s.Errorf("the shift: %+v", got)
		}
		if plain := must(s, s.master.Shifts, map[string]any{"name": "平", "periods": []any{period("06:00", "10:00")}}); !plain.Effective || plain.ShiftType != 1 {
			s.Errorf("a shift that says nothing else: %+v", plain)
		}
		calendar := must(s, s.master.Calendars, map[string]any{"name": "厂", "holidays": []any{
			map[string]any{"name": "周日", "kind": 2, "type": 1, "weekday": 7},
			map[string]any{"name": "国庆", "kind": 1, "type": 1, "from": "2026-10-01", "to": "2026-10-07"},
			map[string]any{"name": "补班", "kind": 1, "type": 2, "from": "2026-10-11", "to": "2026-10-12"},
		}})
		var lines []string
		for _, h := range read(s, s.master.Calendars, calendar.ID).Holidays {
			lines = append(lines, fmt.Sprintf("%s %d %d %d %s %s", h.Name, h.Kind, h.Type, h.Weekday, h.From, h.To))
		}
		if want := []string{"周日 2 1 7  ", "国庆 1 1 0 2026-10-01 2026-10-07", "补班 1 2 0 2026-10-11 2026-10-12"}; !slices.Equal(lines, want) {
			s.Errorf("the holidays: %q, want %q", lines, want)
		}
		base := map[string]any{"name": "缺"}
		one := func(fields map[string]any) map[string]any { return map[string]any{"holidays": []any{fields}} }
		try(s, s.master.Calendars, base,
			attempt{"the first date alone", one(map[string]any{"name": "假", "kind": 1, "type": 1, "from": "2026-10-01"}), []string{"holidays.0.from required"}},
			attempt{"the last date alone", one(map[string]any{"name": "假", "kind": 1, "type": 1, "to": "2026-10-01"}), []string{"holidays.0.from required"}},
			attempt{"no kind", one(map[string]any{"name": "假", "type": 1, "from": "2026-10-01", "to": "2026-10-01"}), []string{"holidays.0.kind required"}},
			attempt{"a third kind", one(map[string]any{"name": "假", "kind": 3, "type": 1, "from": "2026-10-01", "to": "2026-10-01"}), []string{"holidays.0.kind choice"}},
			attempt{"a third type", one(map[string]any{"name": "假", "kind": 1, "type": 3, "from": "2026-10-01", "to": "2026-10-01"}), []string{"holidays.0.type choice"}},
			attempt{"an eighth weekday", one(map[string]any{"name": "假", "kind": 2, "type": 1, "weekday": 8}), []string{"holidays.0.weekday choice"}},
		)
	})
}
