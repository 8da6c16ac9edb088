package check

import (
	"sort"

	"mouldworks/solver"
)

// setupGap is the longest closed time within a set-up, minutes.
const setupGap = 120

// clock walks along the open intervals of one calendar, the slow and obvious
// way. The zero value is always open.
type clock struct {
	bounded    bool
	open, shut []int64
}

func newClock(c *solver.Calendar) clock {
	k := clock{bounded: true}
	for i := range c.Open {
		if n := len(k.shut); n > 0 && k.shut[n-1] == int64(c.Open[i]) {
			k.shut[n-1] = int64(c.Close[i])
			continue
		}
		k.open = append(k.open, int64(c.Open[i]))
		k.shut = append(k.shut, int64(c.Close[i]))
	}
	return k
}

// following returns the index of the first interval that ends after t.
func (k *clock) following(t int64) int {
	return sort.Search(len(k.shut), func(i int) bool { return k.shut[i] > t })
}

// opens returns the first open minute from t on.
func (k *clock) opens(t int64) (int64, bool) {
	if !k.bounded {
		return t, true
	}
	i := k.following(t)
	if i == len(k.open) {
		return 0, false
	}
	return max(t, k.open[i]), true
}

// after walks d working minutes on from t. gap is the longest pause between
// two of these minutes.
func (k *clock) after(t, d int64) (end, gap int64, ok bool) {
	if !k.bounded || d == 0 {
		return t + d, 0, true
	}
	last := int64(-1)
	for i := k.following(t); i < len(k.open); i++ {
		begin := max(t, k.open[i])
		if last >= 0 {
			gap = max(gap, begin-last)
		}
		if room := k.shut[i] - begin; room >= d {
			return begin + d, gap, true
		} else {
			d -= room
		}
		last = k.shut[i]
	}
	return 0, 0, false
}

// longest returns the working minutes of the longest stretch whose pauses do
// not exceed setupGap.
func (k *clock) longest() int64 {
	if !k.bounded {
		return 1 << 40
	}
	var best, sum int64
	for i := range k.open {
		if i > 0 && k.open[i]-k.shut[i-1] > setupGap {
			sum = 0
		}
		sum += k.shut[i] - k.open[i]
		best = max(best, sum)
	}
	return best
}

// leaves returns when a part that is ready at t leaves: within a period or at
// its end at once, else with the next period.
func (k *clock) leaves(t int64) (int64, bool) {
	if !k.bounded {
		return t, true
	}
	if i := k.following(t - 1); i < len(k.open) {
		return max(t, k.open[i]), true
	}
	return 0, false
}
