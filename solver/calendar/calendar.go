// Package calendar answers working-time questions on sorted open intervals:
// how many working minutes lie before a moment, when a task ends that pauses
// over closed time, when it must start at the latest. Prefix sums and two
// bucket indexes replace binary searches. What never lives here: weekdays,
// holidays, zones, resources.
package calendar

import (
	"errors"
	"fmt"
	"math"
)

const (
	// Never is returned where no moment exists.
	Never int32 = -1
	// Before is earlier than any moment: "no constraint".
	Before int32 = math.MinInt32 / 2
	// MaxSetupGap is the longest closed time, in minutes, over which a set-up
	// may pause.
	MaxSetupGap = 120

	dayMinutes = 1440
	blockShift = 9 // 512 working minutes, about one shift
)

// ErrIntervals reports open intervals that are empty, unsorted or overlapping.
var ErrIntervals = errors.New("calendar: intervals must be non-empty, sorted and disjoint")

// Calendar is an immutable index of working time. The zero value is always
// open. Moments are minutes, intervals half-open.
type Calendar struct {
	bounded    bool // false: open around the clock
	open, shut []int32
	sum        []int32 // sum[i] working minutes before interval i
	origin     int32
	day        []int32 // first interval with shut > origin + d*1440
	block      []int32 // first interval with sum[i+1] > b<<blockShift
	stretch    []int32 // sum at the end of the unbroken stretch of interval i
	maxStretch int32
	maxRoom    int32
}

// New builds the index of [open[i], shut[i]); intervals that touch are joined.
// No interval at all is legal and never open. Errors wrap ErrIntervals.
func New(open, shut []int32) (Calendar, error) {
	c := Calendar{bounded: true}
	if len(open) != len(shut) {
		return c, fmt.Errorf("%w: %d starts, %d ends", ErrIntervals, len(open), len(shut))
	}
	for i := range open {
		if shut[i] <= open[i] || (i > 0 && open[i] < shut[i-1]) {
			return c, fmt.Errorf("%w: interval %d [%d,%d)", ErrIntervals, i, open[i], shut[i])
		}
		if k := len(c.shut); k > 0 && c.shut[k-1] == open[i] {
			c.shut[k-1] = shut[i]
			continue
		}
		c.open, c.shut = append(c.open, open[i]), append(c.shut, shut[i])
	}
	c.index()
	return c, nil
}

func (c *Calendar) index() {
	n := len(c.open)
	c.sum = make([]int32, n+1)
	c.stretch = make([]int32, n)
	if n == 0 {
		return
	}
	for i := range n {
		room := c.shut[i] - c.open[i]
		c.sum[i+1] = c.sum[i] + room
		c.maxRoom = max(c.maxRoom, room)
	}
	for i := n - 1; i >= 0; i-- {
		c.stretch[i] = c.sum[i+1]
		if i+1 < n && c.open[i+1]-c.shut[i] <= MaxSetupGap {
			c.stretch[i] = c.stretch[i+1]
		}
		c.maxStretch = max(c.maxStretch, c.stretch[i]-c.sum[i])
	}
	c.origin = c.open[0]
	days := (c.shut[n-1]-c.origin)/dayMinutes + 1
	c.day = make([]int32, days)
	i := int32(0)
	for d := range days {
		for c.shut[i] <= c.origin+d*dayMinutes && int(i) < n-1 {
			i++
		}
		c.day[d] = i
	}
	c.block = make([]int32, c.sum[n]>>blockShift+1)
	i = 0
	for b := range c.block {
		for c.sum[i+1] <= int32(b)<<blockShift && int(i) < n-1 {
			i++
		}
		c.block[b] = i
	}
}

// find returns the first interval with shut > t, len(open) when none.
func (c *Calendar) find(t int32) int {
	if t < c.origin || len(c.open) == 0 {
		return 0
	}
	d := int((t - c.origin) / dayMinutes)
	if d >= len(c.day) {
		return len(c.open)
	}
	i := int(c.day[d])
	for i < len(c.shut) && c.shut[i] <= t {
		i++
	}
	return i
}

// findWork returns the first interval with sum[i+1] > w.
func (c *Calendar) findWork(w int32) int {
	i := int(c.block[w>>blockShift])
	for i < len(c.open) && c.sum[i+1] <= w {
		i++
	}
	return i
}

// Always reports whether the calendar has no closed minute.
func (c *Calendar) Always() bool { return !c.bounded }

// Worked returns the working minutes before t.
func (c *Calendar) Worked(t int32) int32 {
	if !c.bounded {
		return t
	}
	i := c.find(t)
	if i == len(c.open) || t <= c.open[i] {
		return c.sum[i]
	}
	return c.sum[i] + t - c.open[i]
}

// Next returns the first open minute at or after t, or Never.
func (c *Calendar) Next(t int32) int32 {
	if !c.bounded {
		return t
	}
	i := c.find(t)
	if i == len(c.open) {
		return Never
	}
	return max(t, c.open[i])
}

// Add returns the moment when d minutes from t on are worked, pausing over
// closed time; t itself for d = 0; Never when the calendar ends before.
func (c *Calendar) Add(t, d int32) int32 {
	if !c.bounded || d == 0 {
		return t + d
	}
	i := c.find(t)
	if i == len(c.open) {
		return Never
	}
	t = max(t, c.open[i])
	if c.shut[i]-t >= d {
		return t + d
	}
	w := c.sum[i] + t - c.open[i] + d
	if w > c.sum[len(c.open)] {
		return Never
	}
	i = c.findWork(w - 1)
	return c.open[i] + w - c.sum[i]
}

// Sub returns the latest s with Add(s, d) <= t. Where the calendar begins too
// late the missing minutes are taken as elapsed time before its first minute.
func (c *Calendar) Sub(t, d int32) int32 {
	if !c.bounded || d == 0 {
		return t - d
	}
	w := c.Worked(t) - d
	if w < 0 {
		if len(c.open) == 0 {
			return t - d
		}
		return c.open[0] + w
	}
	i := c.findWork(w)
	return c.open[i] + w - c.sum[i]
}

// Reach returns the earliest s from which at most k minutes are worked before
// t, Before when every moment will do: the two-point form of an arrival.
func (c *Calendar) Reach(t, k int32) int32 {
	if !c.bounded {
		return t - k
	}
	w := c.Worked(t) - k
	if w <= 0 {
		return Before
	}
	i := c.findWork(w - 1)
	return c.open[i] + w - c.sum[i]
}

// HandOver returns the first moment at or after t when somebody is there: t
// itself within a period or at its very end, else the next opening, or Never.
func (c *Calendar) HandOver(t int32) int32 {
	if !c.bounded {
		return t
	}
	i := c.find(t - 1)
	if i == len(c.open) {
		return Never
	}
	return max(t, c.open[i])
}

// LastHandOver returns the latest s <= t with HandOver(s) = s, or Before.
func (c *Calendar) LastHandOver(t int32) int32 {
	if !c.bounded {
		return t
	}
	i := c.find(t - 1)
	if i < len(c.open) && c.open[i] <= t {
		return t
	}
	if i == 0 {
		return Before
	}
	return c.shut[i-1]
}

// Unbroken returns the first minute at or after t from which d minutes are
// worked without a gap longer than MaxSetupGap. Where no stretch of the
// calendar is that long it is Next: such a set-up may pause anywhere.
func (c *Calendar) Unbroken(t, d int32) int32 {
	if !c.bounded {
		return t
	}
	if d > c.maxStretch {
		return c.Next(t)
	}
	for i := c.find(t); i < len(c.open); i++ {
		t = max(t, c.open[i])
		if c.stretch[i]-c.sum[i]-(t-c.open[i]) >= d {
			return t
		}
	}
	return Never
}

// Whole returns the first minute at or after t from which d minutes are
// worked without any pause, or Never.
func (c *Calendar) Whole(t, d int32) int32 {
	if !c.bounded {
		return t
	}
	if d > c.maxRoom {
		return Never
	}
	for i := c.find(t); i < len(c.open); i++ {
		if t = max(t, c.open[i]); c.shut[i]-t >= d {
			return t
		}
	}
	return Never
}

// LastWhole returns the latest minute from which d minutes are worked before t
// without any pause, or Before.
func (c *Calendar) LastWhole(t, d int32) int32 {
	if !c.bounded {
		return t - d
	}
	if d > c.maxRoom {
		return Before
	}
	for i := min(c.find(t-1), len(c.open)-1); i >= 0; i-- {
		if shut := min(t, c.shut[i]); shut-c.open[i] >= d {
			return shut - d
		}
	}
	return Before
}
