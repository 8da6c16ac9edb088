package basedata_test

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
)

// BASE-SHIFT-03: a period that ends at or before its start runs over midnight; its rest is on the same day as its work.
func TestPeriodsAndRestsOverMidnight(t *testing.T) {
	for _, c := range []struct {
		p          basedata.Period
		start, end int
		from, to   int
		rests      bool
		h, min     int
	}{
		{basedata.Period{Start: "08:00", End: "17:30"}, 480, 1050, 0, 0, false, 9, 30},
		{basedata.Period{Start: "08:00", End: "08:00"}, 480, 1920, 0, 0, false, 24, 0},
		{basedata.Period{Start: "08:00", End: "08:01"}, 480, 481, 0, 0, false, 0, 1},
		{basedata.Period{Start: "00:00", End: "24:00"}, 0, 1440, 0, 0, false, 24, 0},
		{basedata.Period{Start: "22:00", End: "06:00", RestStart: "22:00", RestEnd: "22:15"}, 1320, 1800, 1320, 1335, true, 7, 45},
		{basedata.Period{Start: "22:00", End: "06:00", RestStart: "23:45", RestEnd: "00:15"}, 1320, 1800, 1425, 1455, true, 7, 30},
		{basedata.Period{Start: "22:00", End: "06:00", RestStart: "02:00", RestEnd: "02:30"}, 1320, 1800, 1560, 1590, true, 7, 30},
		{basedata.Period{Start: "22:00", End: "06:00", RestStart: "02:00"}, 1320, 1800, 0, 0, false, 8, 0},
		{basedata.Period{Start: "22:00", End: "06:00", RestEnd: "02:00"}, 1320, 1800, 0, 0, false, 8, 0},
	} {
		start, end := c.p.Span()
		from, to, rests := c.p.Rest()
		if start != c.start || end != c.end || from != c.from || to != c.to || rests != c.rests {
			t.Errorf("%+v: %d to %d, rest %d to %d %v", c.p, start, end, from, to, rests)
		}
		measured := c.p
		if measured.Measure(); measured.Hours != c.h || measured.Minutes != c.min {
			t.Errorf("%+v: %d h %d min", c.p, measured.Hours, measured.Minutes)
		}
	}
}

// The type of a shift that a file does not say: around the clock from 24 hours on, a night from 20:00 on, late from 14:00 on.
func TestTheUsualTypeOfAShift(t *testing.T) {
	for periods, want := range map[string]int{
		"": 1, "00:00-24:00": 5, "00:00-23:59": 1, "08:00-08:00": 5, "08:00-20:00 20:00-08:00": 5, "08:00-20:00 20:00-07:59": 1,
		"13:59-22:00": 1, "14:00-22:00": 2, "19:59-04:00": 2, "20:00-04:00": 3, "06:00-14:00 20:00-22:00": 1, "14:00-20:00 22:00-24:00": 2,
	} {
		var all []basedata.Period
		for text := range strings.FieldsSeq(periods) {
			start, end, _ := strings.Cut(text, "-")
			all = append(all, basedata.Period{Start: start, End: end})
		}
		if got := basedata.UsualShiftType(all); got != want {
			t.Errorf("%s: %d, want %d", periods, got, want)
		}
	}
}

// BASE-SHIFT-05: overtime ends before the next period begins, after the last one before the first of the next day; a rest lies
// within its period, and both of its ends are given.
func TestOvertimeAndRestsKeepToTheirPeriod(t *testing.T) {
	each(t, func(s *shop) {
		overtime := func(start, end string, hours float64) map[string]any {
			return map[string]any{"start": start, "end": end, "overtime": hours}
		}
		rest := func(from, to string) map[string]any {
			return map[string]any{"start": "22:00", "end": "06:00", "restStart": from, "restEnd": to}
		}
		for i, c := range []struct {
			periods []any
			want    []string
		}{
			{[]any{overtime("08:00", "12:00", 1), period("13:00", "17:00")}, nil},
			{[]any{overtime("08:00", "12:00", 1.02), period("13:00", "17:00")}, []string{"periods.0.overtime overlap"}},
			{[]any{overtime("08:00", "12:00", 0), period("12:00", "17:00")}, nil},
			{[]any{overtime("08:00", "12:00", 0.02), period("12:00", "17:00")}, []string{"periods.0.overtime overlap"}},
			{[]any{period("08:00", "12:00"), overtime("13:00", "20:00", 12)}, nil},
			{[]any{period("08:00", "12:00"), overtime("13:00", "20:01", 12)}, []string{"periods.1.overtime overlap"}},
			{[]any{overtime("08:00", "20:00", 12)}, nil},
			{[]any{overtime("08:00", "20:01", 12)}, []string{"periods.0.overtime overlap"}},
			{[]any{overtime("08:00", "20:00", 12.02)}, []string{"periods.0.overtime max"}},
			{[]any{period("08:00", "12:00"), period("13:00", "17:00"), period("16:59", "18:00")}, []string{"periods.2.start order"}},
			{[]any{rest("22:00", "06:00")}, nil},
			{[]any{rest("21:59", "23:00")}, []string{"periods.0.restStart rest"}},
			{[]any{rest("05:00", "06:01")}, []string{"periods.0.restStart rest"}},
			{[]any{rest("", "23:00")}, []string{"periods.0.restStart rest"}},
			{[]any{rest("23:00", "")}, []string{"periods.0.restStart rest"}},
			{[]any{period("08:00", "12:00"), rest("23:00", "23:30"), rest("23:00", "06:30")}, []string{"periods.2.restStart rest", "periods.2.start order"}},
		} {
			try(s, s.master.Shifts, map[string]any{"name": fmt.Sprint("S", i), "periods": c.periods}, attempt{fmt.Sprint(c.periods), nil, c.want})
		}
		_, err := add(s, s.master.Shifts, map[string]any{"name": "加", "periods": []any{overtime("08:00", "12:00", 1.5), period("13:00", "17:00")}}, nil)
		if words := said(err, "en"); !strings.Contains(words, "With 1.5 h of overtime the period ends at 13:30 and overlaps the one that begins at 13:00: allow less overtime") {
			s.Errorf("%s", words)
		}
	})
}
