package aps_test

import (
	"testing"
	"time"
)

// A lock that begins when nobody works stays where it is and is a conflict, though its end allows for the closed time; one
// that begins with the shift is none.
func TestLocksOutsideWorkingTimeAreConflicts(t *testing.T) {
	each(t, true, func(h *house) {
		zone, _ := time.LoadLocation("Asia/Shanghai")
		sunday := time.Now().In(zone).AddDate(0, 0, 7)
		for sunday.Weekday() != time.Sunday {
			sunday = sunday.AddDate(0, 0, 1)
		}
		night := time.Date(sunday.Year(), sunday.Month(), sunday.Day(), 2, 0, 0, 0, zone)
		monday := time.Date(sunday.Year(), sunday.Month(), sunday.Day()+1, 8, 0, 0, 0, zone)
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
