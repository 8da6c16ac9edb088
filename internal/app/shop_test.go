package app

import (
	"fmt"
	"testing"

	"mouldworks/internal/basedata"
)

// Stretches of a working day by hand: rests, overtime that stops at the next period, nights.
func TestWorkPeriods(t *testing.T) {
	for _, row := range []struct {
		name           string
		periods        []basedata.Period
		deduct         bool
		work, overtime string
	}{
		{"a day with a rest", []basedata.Period{{Start: "08:00", End: "17:00", RestStart: "12:00", RestEnd: "13:00", Overtime: 180}}, true, "[[08:00 12:00] [13:00 17:00]]", "[[17:00 20:00]]"},
		{"rest not deducted", []basedata.Period{{Start: "08:00", End: "17:00", RestStart: "12:00", RestEnd: "13:00"}}, false, "[[08:00 17:00]]", "[]"},
		{"overtime up to the next period", []basedata.Period{{Start: "08:00", End: "12:00", Overtime: 180}, {Start: "13:00", End: "17:00"}}, true, "[[08:00 12:00] [13:00 17:00]]", "[[12:00 13:00]]"},
		{"overtime up to the next day", []basedata.Period{{Start: "08:00", End: "24:00", Overtime: 600}}, true, "[[08:00 24:00]]", "[[24:00 32:00]]"},
		{"night, rest after midnight", []basedata.Period{{Start: "22:00", End: "06:00", RestStart: "02:00", RestEnd: "02:30"}}, true, "[[22:00 26:00] [26:30 30:00]]", "[]"},
		{"around the clock", []basedata.Period{{Start: "08:00", End: "08:00", Overtime: 60}}, true, "[[08:00 32:00]]", "[]"},
		{"rest at the end", []basedata.Period{{Start: "08:00", End: "12:00", RestStart: "11:00", RestEnd: "12:00"}}, true, "[[08:00 11:00]]", "[]"},
	} {
		work, overtime := workPeriods(basedata.Shift{Periods: row.periods}, row.deduct)
		if fmt.Sprint(work) != row.work || fmt.Sprint(overtime) != row.overtime {
			t.Errorf("%s: %v and %v, want %s and %s", row.name, work, overtime, row.work, row.overtime)
		}
	}
}
