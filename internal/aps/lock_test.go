package aps_test

import (
	"testing"
	"time"
)

// sundayNight is two o'clock on a Sunday more than a week ahead, when nobody works.
func sundayNight() time.Time {
	zone, _ := time.LoadLocation("Asia/Shanghai")
	day := time.Now().In(zone).AddDate(0, 0, 7)
	for day.Weekday() != time.Sunday {
		day = day.AddDate(0, 0, 1)
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 2, 0, 0, 0, zone)
}

// A lock that begins when nobody works stays where it is and is a conflict, though its end allows for the closed time; one
// that begins with the shift is none.
func TestLocksOutsideWorkingTimeAreConflicts(t *testing.T) {
	each(t, true, func(h *house) {
		night := sundayNight()
		monday := night.Add(30 * time.Hour)
		h.mu.Lock()
		for i, start := range []time.Time{night, monday} {
			o := &h.shop.Moulds[i].Parts[0].Ops[0]
			o.Lock, o.LockMachine, o.LockStart = 2, []string{"m1", "m2"}[i], &start
		}
		h.mu.Unlock()
		s := h.hasPlan()
		rows := h.rowsOf(s)
		if x := rows["A001-10"]; x.ConflictCode != 2 || x.ConflictHours != 30*60 || x.PlannedStart == nil || !x.PlannedStart.Equal(night) {
			h.Errorf("a lock on Sunday at 2: conflict %d of %d minutes, planned %v", x.ConflictCode, x.ConflictHours, x.PlannedStart)
		}
		if x := rows["A002-10"]; x.ConflictCode != 0 || !x.PlannedStart.Equal(monday) {
			h.Errorf("a lock on Monday at 8: conflict %d", x.ConflictCode)
		}
	})
}
