package basedata_test

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
)

func periods(lines ...map[string]any) map[string]any { return map[string]any{"periods": lines} }

func late(start, end string, hours float64) map[string]any {
	return map[string]any{"start": start, "end": end, "overtime": hours}
}

// Overtime ends where the next period begins, that of the next day included.
func TestOvertimeEndsBeforeTheNextPeriod(t *testing.T) {
	each(t, func(s *shop) {
		try(s, s.master.Shifts, map[string]any{"name": "加班"},
			attempt{"an hour into the next period", periods(late("08:00", "12:00", 2), late("13:00", "17:00", 0)), []string{"periods.0.overtime overlap"}},
			attempt{"a minute into it", periods(late("08:00", "12:00", 1.02), late("13:00", "17:00", 0)), []string{"periods.0.overtime overlap"}},
			attempt{"between two that touch", periods(late("08:00", "12:00", 0.5), late("12:00", "17:00", 0)), []string{"periods.0.overtime overlap"}},
			attempt{"over midnight into the first period", periods(late("08:00", "16:00", 0), late("16:00", "22:00", 10.5)), []string{"periods.1.overtime overlap"}},
			attempt{"after a period that crosses midnight", periods(late("08:00", "12:00", 0), late("20:00", "06:00", 3)), []string{"periods.1.overtime overlap"}},
			attempt{"into its own next day", periods(late("06:00", "20:00", 10.5)), []string{"periods.0.overtime overlap"}},
			attempt{"around the clock", periods(late("00:00", "24:00", 1)), []string{"periods.0.overtime overlap"}},
		)
		for name, fields := range map[string]map[string]any{
			"到下一段": periods(late("08:00", "12:00", 1), late("13:00", "17:00", 3)),
			"到次日":  periods(late("08:00", "16:00", 0), late("16:00", "22:00", 10)),
			"夜班":   periods(late("08:00", "12:00", 0), late("20:00", "06:00", 2)),
			"单段":   periods(late("06:00", "20:00", 10)),
		} {
			fields["name"] = name
			must(s, s.master.Shifts, fields)
		}
		_, err := add(s, s.master.Shifts, map[string]any{"name": "说明"}, periods(late("08:00", "16:00", 0), late("16:00", "22:00", 10.5)))
		if !strings.Contains(said(err, "zh"), "08:30") || !strings.Contains(said(err, "en"), "ends at 08:30 and overlaps the one that begins at 08:00") {
			s.Errorf("it says %q", said(err, "zh"))
		}
		if bad := importing(s, s.master.Shifts, "名称,时段\n导入,\"08:00,12:00,,,2;13:00,17:00\"\n"); !slices.Equal(bad, []string{"periods.0.overtime overlap"}) {
			s.Errorf("by a file: %v", bad)
		}
	})
}

// importing takes a csv in and gives the columns and rules of its faults.
func importing[P resource.Entity](s *shop, r *resource.Resource[P], text string) (bad []string) {
	s.Helper()
	result, err := r.Import(permitted(s.ctx, r), s.db, resource.ImportFile{Data: []byte(text)})
	if err != nil {
		s.Fatal(err)
	}
	for _, f := range result.Faults {
		bad = append(bad, f.Column+" "+f.Rule)
	}
	return bad
}

// BASE-CALENDAR-05: no holiday, fixed or floating, ends before it begins.
func TestHolidaysEndAfterTheyBegin(t *testing.T) {
	each(t, func(s *shop) {
		holiday := func(kind int, from, to string) map[string]any {
			return map[string]any{"name": "假" + from[max(0, len(from)-2):] + to[max(0, len(to)-2):] + string(rune('0'+kind)), "holidays": []any{map[string]any{"name": "假", "kind": kind, "type": 1, "weekday": 5, "from": from, "to": to}}}
		}
		try(s, s.master.Calendars, map[string]any{},
			attempt{"floating, a day too early", holiday(2, "2027-05-02", "2027-05-01"), []string{"holidays.0.to order"}},
			attempt{"fixed, a day too early", holiday(1, "2027-05-02", "2027-05-01"), []string{"holidays.0.to order"}},
			attempt{"floating, one day", holiday(2, "2027-05-01", "2027-05-01"), nil},
			attempt{"fixed, one day", holiday(1, "2027-05-01", "2027-05-01"), nil},
			attempt{"floating, without dates", holiday(2, "", ""), nil},
		)
	})
}

// Processes and part types name each other in no circle: not by one field, not by both, not by a new row, not by a file.
func TestRowsThatNameEachOtherFormNoCircle(t *testing.T) {
	each(t, func(s *shop) {
		process := func(code string, fields map[string]any) *basedata.Process {
			fields["code"], fields["name"], fields["class"] = code, "工艺"+code, 3
			return must(s, s.master.Processes, fields)
		}
		a := process("A", map[string]any{})
		b := process("B", map[string]any{"preProcessId": a.ID})
		c := process("C", map[string]any{"preProcessId": b.ID})
		for _, x := range []struct {
			what   string
			of     *basedata.Process
			fields map[string]any
			want   string
		}{
			{"two by the pre-process", a, map[string]any{"preProcessId": b.ID}, "preProcessId cycle"},
			{"three by the pre-process", a, map[string]any{"preProcessId": c.ID}, "preProcessId cycle"},
			{"before and behind the same", b, map[string]any{"postProcessId": a.ID}, "postProcessId cycle"},
			{"behind it, over another", c, map[string]any{"postProcessId": a.ID}, "postProcessId cycle"},
			{"itself", c, map[string]any{"postProcessId": c.ID}, "postProcessId self"},
			{"a name changes, and no neighbour", c, map[string]any{"name": "工艺C2"}, ""},
			{"the same order told twice", a, map[string]any{"postProcessId": b.ID}, ""},
		} {
			err := change(s, s.master.Processes, x.of.ID, 1, x.fields)
			if got := strings.Join(broken(err), ","); got != x.want {
				s.Errorf("%s: %q, want %q", x.what, got, x.want)
			}
		}
		d := process("D", map[string]any{})
		e := process("E", map[string]any{"postProcessId": d.ID})
		if err := change(s, s.master.Processes, d.ID, 1, map[string]any{"postProcessId": e.ID}); !slices.Equal(resourcetest.Broken(err), []string{"postProcessId cycle"}) || !strings.Contains(said(err, "en"), "工艺D → 工艺E → 工艺D") {
			s.Errorf("two by the post-process: %v %q", resourcetest.Broken(err), said(err, "en"))
		}
		if err := change(s, s.master.Processes, a.ID, 2, map[string]any{"preProcessId": c.ID}); !strings.Contains(said(err, "en"), "工艺A → 工艺B → 工艺C2 → 工艺A") {
			s.Errorf("three in the order of the work: %q", said(err, "en"))
		}
		if err := change(s, s.master.Processes, e.ID, 1, map[string]any{"preProcessId": d.ID}); !slices.Equal(resourcetest.Broken(err), []string{"preProcessId cycle"}) {
			s.Errorf("behind what it stands before: %v", resourcetest.Broken(err))
		}
		try(s, s.master.Processes, map[string]any{"code": "N", "name": "新", "class": 3},
			attempt{"a new one between one and the same", map[string]any{"preProcessId": a.ID, "postProcessId": a.ID}, []string{"postProcessId cycle"}},
			attempt{"a new one that turns the order round", map[string]any{"preProcessId": c.ID, "postProcessId": b.ID}, []string{"postProcessId cycle"}},
			attempt{"a new one in order", map[string]any{"preProcessId": b.ID, "postProcessId": c.ID}, nil},
		)
		if bad := importing(s, s.master.Processes, "代码,名称,类别,前工艺\nA,工艺A,机加工,工艺B\n"); !slices.Equal(bad, []string{"preProcessId cycle"}) {
			s.Errorf("by a file: %v", bad)
		}

		core := must(s, s.master.PartTypes, map[string]any{"name": "型芯", "prefix": "CO"})
		pin := must(s, s.master.PartTypes, map[string]any{"name": "镶针", "prefix": "PI", "parentId": core.ID})
		if err := change(s, s.master.PartTypes, core.ID, 1, map[string]any{"parentId": pin.ID}); !slices.Equal(resourcetest.Broken(err), []string{"parentId cycle"}) {
			s.Errorf("part types: %v", resourcetest.Broken(err))
		}
		if bad := importing(s, s.master.PartTypes, "名称,名称前缀,上级类型\n型芯,CO,镶针\n"); !slices.Equal(bad, []string{"parentId cycle"}) {
			s.Errorf("part types by a file: %v", bad)
		}
	})
}

// An address that a screen makes a link of is one of http or https.
func TestAddressesAreOfTheWeb(t *testing.T) {
	each(t, func(s *shop) {
		for _, address := range []string{"javascript:alert(1)", "data:text/html,x", "ftp://a.example/1.png", "//a.example/1.png", "a.example/1.png", "https://", "https:///1.png", "https://[::1", "https://a[b/1.png", "https://a.example/1 2.png", `https://a.example/"onerror`, " javascript:https://a.example"} {
			try(s, s.master.PartTypes, map[string]any{"name": "镶件", "prefix": "IN"}, attempt{address, map[string]any{"imageUrl": address}, []string{"imageUrl pattern"}})
			try(s, s.master.Machines, map[string]any{"name": "EDM01", "groupId": s.groupID, "status": 1}, attempt{address, map[string]any{"videoUrl": address}, []string{"videoUrl pattern"}})
		}
		if bad := importing(s, s.master.PartTypes, "名称,名称前缀,图片地址\n滑块,SL,javascript:alert(1)\n"); !slices.Equal(bad, []string{"imageUrl pattern"}) {
			s.Errorf("by a file: %v", bad)
		}
		must(s, s.master.PartTypes, map[string]any{"name": "镶件", "prefix": "IN", "imageUrl": "HTTPS://图片.example/1.png?a=b#c"})
		must(s, s.master.PartTypes, map[string]any{"name": "滑块", "prefix": "SL", "imageUrl": "http://[fd00::1]:8080/1.png"})
	})
}
