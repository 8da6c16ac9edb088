package basedata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// BASE-SHIFT-05: periods in order, without overlap; BASE-SHIFT-04, BASE-SHIFT-06: the name.
func TestShiftRules(t *testing.T) {
	each(t, func(s *shop) {
		for want, periods := range map[string][]any{
			"":                         {period("08:00", "12:00"), period("13:00", "17:00"), period("20:00", "04:00")},
			"periods.1.start order":    {period("13:00", "17:00"), period("08:00", "12:00")},
			"periods.1.end day":        {period("08:00", "12:00"), period("20:00", "09:00")},
			"periods required":         {},
			"periods.0.start time":     {period("8 am", "12:00")},
			"periods.0.overtime max":   {map[string]any{"start": "08:00", "end": "12:00", "overtime": 13}},
			"periods.0.restStart rest": {map[string]any{"start": "08:00", "end": "12:00", "restStart": "11:30", "restEnd": "12:30"}},
		} {
			err := s.db.Write(s.ctx, func(tx store.Tx) error {
				_, err := s.master.Shifts.Create(s.ctx, tx, resourcetest.Body(s, map[string]any{"name": "S" + want[:min(len(want), 15)], "periods": periods}))
				return err
			})
			if want == "" && err != nil || want != "" && !slices.Equal(resourcetest.Broken(err), []string{want}) {
				s.Errorf("want %q, got %v", want, resourcetest.Broken(err))
			}
		}
		for name, want := range map[string]string{"D": "name unique", "   ": "name required", strings.Repeat("班", 21): "name maxLength"} {
			err := s.db.Write(s.ctx, func(tx store.Tx) error {
				_, err := s.master.Shifts.Create(s.ctx, tx, resourcetest.Body(s, map[string]any{"name": name, "periods": []any{period("08:00", "12:00")}}))
				return err
			})
			if !slices.Equal(resourcetest.Broken(err), []string{want}) {
				s.Errorf("name %q: %v, want %s", name, resourcetest.Broken(err), want)
			}
		}
	})
}

func period(start, end string) map[string]any { return map[string]any{"start": start, "end": end} }

// BASE-SHIFT-01, BASE-SHIFT-02, BASE-SHIFT-03, BASE-SHIFT-04: what a shift and its periods hold; the server reckons how long
// the work of a period is.
func TestShiftMeasuresItsPeriods(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.Shifts, "name", "englishName", "shiftType", "effective", "periods")
		shift := must(s, s.master.Shifts, map[string]any{"name": "两班", "englishName": "Two", "shiftType": 4, "effective": false, "periods": []any{
			map[string]any{"start": "08:00", "end": "16:30", "restStart": "12:00", "restEnd": "12:45", "overtime": 1.5},
			map[string]any{"start": "22:00", "end": "06:00", "restStart": "23:50", "restEnd": "00:20", "durationHours": 99},
		}})
		got := read(s, s.master.Shifts, shift.ID)
		if p := got.Periods[0]; p.Hours != 7 || p.Minutes != 45 || p.Overtime != 90 {
			s.Errorf("by day %+v", p)
		}
		if p := got.Periods[1]; p.Hours != 7 || p.Minutes != 30 {
			s.Errorf("over midnight %+v", p)
		}
		if got.Effective || got.EnglishName != "Two" || got.ShiftType != 4 {
			s.Errorf("came back as %+v", got)
		}
		base := map[string]any{"name": "早班", "periods": []any{period("06:00", "14:00")}}
		try(s, s.master.Shifts, base,
			attempt{"21 letters of English", map[string]any{"englishName": strings.Repeat("a", 21)}, []string{"englishName maxLength"}},
			attempt{"20 characters each", map[string]any{"name": long(20), "englishName": strings.Repeat("a", 20)}, nil},
			attempt{"a rest without its end", map[string]any{"periods": []any{map[string]any{"start": "06:00", "end": "14:00", "restStart": "09:00"}}}, []string{"periods.0.restStart rest"}},
			attempt{"around the clock", map[string]any{"name": "全天", "shiftType": 5, "periods": []any{period("00:00", "24:00")}}, nil},
			attempt{"an unknown type", map[string]any{"shiftType": 6}, []string{"shiftType choice"}},
		)
		// BASE-SHIFT-06, BASE-ALL-04: the message says what exists.
		_, taken := add(s, s.master.Shifts, base, map[string]any{"name": "两班"})
		if !strings.Contains(said(taken, "zh"), "班次“两班”已存在") || !strings.Contains(said(taken, "en"), "Shift “两班” already exists") {
			s.Errorf("the name of another: %v", taken)
		}
		// A group cannot begin to work by a shift that has expired.
		err := s.db.Write(s.ctx, func(tx store.Tx) error {
			g, err := s.master.Groups.Get(s.ctx, tx, s.groupID)
			if err != nil {
				return err
			}
			g.ShiftID = shift.ID
			return s.master.Groups.Save(s.ctx, tx, g)
		})
		if !slices.Equal(resourcetest.Broken(err), []string{"shiftId invalid"}) {
			s.Errorf("an expired shift: %v", err)
		}
	})
}

// BASE-SHIFT-05: periods may touch, over midnight too, but not overlap.
func TestPeriodsTouchButDoNotOverlap(t *testing.T) {
	each(t, func(s *shop) {
		for i, c := range []struct {
			periods [][2]string
			want    []string
		}{
			{[][2]string{{"08:00", "12:00"}, {"12:00", "16:00"}}, nil},
			{[][2]string{{"08:00", "12:00"}, {"11:59", "16:00"}}, []string{"periods.1.start order"}},
			{[][2]string{{"20:00", "04:00"}}, nil},
			{[][2]string{{"08:00", "20:00"}, {"20:00", "08:00"}}, nil},
			{[][2]string{{"08:00", "20:00"}, {"20:00", "08:01"}}, []string{"periods.1.end day"}},
		} {
			var periods []any
			for _, p := range c.periods {
				periods = append(periods, period(p[0], p[1]))
			}
			try(s, s.master.Shifts, map[string]any{"name": fmt.Sprint("S", i), "periods": periods}, attempt{fmt.Sprint(c.periods), nil, c.want})
		}
	})
}
