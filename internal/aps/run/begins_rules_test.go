package run

import (
	"testing"
	"time"
)

// A run begins at the full minute that is not past, or at the start of its schedule where that is later.
func TestARunNeverBeginsInThePast(t *testing.T) {
	ten := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	for _, row := range []struct{ start, now, want time.Duration }{
		{0, 30 * time.Second, time.Minute},
		{-time.Hour, 0, 0},
		{-time.Hour, time.Second, time.Minute},
		{time.Hour, 30 * time.Second, time.Hour},
		{0, 0, 0},
		{30 * time.Second, 0, time.Minute},
	} {
		if got := beginsAt(ten.Add(row.start), ten.Add(row.now)); !got.Equal(ten.Add(row.want)) {
			t.Errorf("start %v, now %v: %v", row.start, row.now, got)
		}
	}
}
