package production

import (
	"testing"
	"time"

	"mouldworks/internal/platform/quantity"
)

// What no batch has reported on needs its share of the hours yet.
func TestSilentBatchesNeedTheirHours(t *testing.T) {
	finished := &Progress{Status: Finished, ReportedMinutes: 300, HasRemaining: true}
	o := &Operation{Minutes: 600}
	for _, row := range []struct {
		name      string
		own       map[string]*Progress
		remaining quantity.Minutes
		done      quantity.Minutes
	}{
		{"one of two has reported", map[string]*Progress{"b1": finished}, 300, 300},
		{"both have", map[string]*Progress{"b1": finished, "b2": {Status: Running, ReportedMinutes: 100, RemainingMinutes: 200, HasRemaining: true}}, 200, 400},
	} {
		sum := combined(nil, row.own, map[string]int{"b1": 5, "b2": 5}, 10, o.Minutes)
		if !sum.HasRemaining || sum.RemainingMinutes != row.remaining || share(o, sum) != row.done {
			t.Errorf("%s: %d left, %d of 600 done", row.name, sum.RemainingMinutes, share(o, sum))
		}
	}
}

// A remainder holds until other hours are reported: what was left then is not what is left now.
func TestNewHoursDropTheOldRemainder(t *testing.T) {
	last := &Progress{Status: Running, ReportedMinutes: 120, RemainingMinutes: 480, HasRemaining: true}
	minutes := func(m quantity.Minutes) *quantity.Minutes { return &m }
	for _, row := range []struct {
		name   string
		report Report
		left   quantity.Minutes
		known  bool
	}{
		{"hours alone", Report{Status: Running, ReportedHours: minutes(360)}, 0, false},
		{"the same hours", Report{Status: Paused, ReportedHours: minutes(120)}, 480, true},
		{"hours and remainder", Report{Status: Running, ReportedHours: minutes(360), RemainingHours: minutes(60)}, 60, true},
		{"neither", Report{Status: Paused}, 480, true},
		{"finished", Report{Status: Finished, ReportedHours: minutes(360)}, 0, true},
	} {
		if now := row.report.after(&Operation{}, last, time.Now()); now.HasRemaining != row.known || now.RemainingMinutes != row.left {
			t.Errorf("%s: %d minutes, known %v", row.name, now.RemainingMinutes, now.HasRemaining)
		}
	}
}
