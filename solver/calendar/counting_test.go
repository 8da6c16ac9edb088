package calendar_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver/calendar"
)

// minutes is working time written out, to count in.
type minutes []bool

func (w minutes) at(m int32) bool { return m >= 0 && int(m) < len(w) && w[m] }

func (w minutes) between(from, to int32) (n int32) {
	for m := from; m < to; m++ {
		if w.at(m) {
			n++
		}
	}
	return n
}

// runs tells whether d minutes are worked from m on, pausing at most gap at a time.
func (w minutes) runs(m, d, gap int32) bool {
	for pause := int32(0); d > 0; m++ {
		if int(m) >= len(w) || pause > gap {
			return false
		}
		if w.at(m) {
			d, pause = d-1, 0
		} else {
			pause++
		}
	}
	return true
}

// first is the first opening at or after t from which d minutes run, or Never.
func (w minutes) first(t, d, gap int32) int32 {
	for m := t; int(m) < len(w); m++ {
		if w.at(m) && (m == t || !w.at(m-1)) && w.runs(m, d, gap) {
			return m
		}
	}
	return calendar.Never
}

// drawn is a random calendar with the minutes that it holds; pauses of a set-up's very limit are common in it.
func drawn(t *rapid.T) (calendar.Calendar, minutes) {
	gap := rapid.OneOf(rapid.IntRange(1, 1800), rapid.SampledFrom([]int{1, 119, 120, 121, 1440}))
	room := rapid.OneOf(rapid.IntRange(1, 900), rapid.SampledFrom([]int{1, 512, 1440}))
	var open, shut []int32
	at := int32(rapid.IntRange(0, 50).Draw(t, "first"))
	for range rapid.IntRange(0, 12).Draw(t, "intervals") {
		end := at + int32(room.Draw(t, "room"))
		open, shut = append(open, at), append(shut, end)
		at = end + int32(gap.Draw(t, "gap"))
	}
	c, err := calendar.New(open, shut)
	if err != nil {
		t.Fatal(err)
	}
	works := make(minutes, at+100)
	for i := range open {
		for m := open[i]; m < shut[i]; m++ {
			works[m] = true
		}
	}
	return c, works
}

// Hand-overs, arrivals and set-ups equal counting minutes one by one.
func TestHandOversAndSetUpsEqualCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, works := drawn(t)
		at := int32(rapid.IntRange(0, len(works)).Draw(t, "at"))
		d := int32(rapid.OneOf(rapid.IntRange(1, 2500), rapid.IntRange(1, 60)).Draw(t, "minutes"))
		same := func(name string, got, want int32) {
			t.Helper()
			if got != want {
				t.Fatalf("%s at %d for %d min = %d, want %d", name, at, d, got, want)
			}
		}
		reached, worked := calendar.Before, works.between(0, at)
		if worked > d {
			for reached = 0; works.between(0, reached) < worked-d; reached++ {
			}
		}
		same("Reach", c.Reach(at, d), reached)

		present := func(m int32) bool { return works.at(m) || works.at(m-1) }
		next, last := calendar.Never, calendar.Before
		for m := at; int(m) <= len(works) && next == calendar.Never; m++ {
			if present(m) {
				next = m
			}
		}
		for m := at; m >= 0 && last == calendar.Before; m-- {
			if present(m) {
				last = m
			}
		}
		same("HandOver", c.HandOver(at), next)
		same("LastHandOver", c.LastHandOver(at), last)

		whole := works.first(at, d, 0)
		same("Whole", c.Whole(at, d), whole)
		lastWhole := calendar.Before
		for m := at - d; m >= 0 && lastWhole == calendar.Before; m-- {
			if works.between(m, m+d) == d {
				lastWhole = m
			}
		}
		same("LastWhole", c.LastWhole(at, d), lastWhole)
		unbroken := works.first(at, d, calendar.MaxSetupGap)
		if works.first(0, d, calendar.MaxSetupGap) == calendar.Never { // nowhere: it may pause anywhere
			unbroken = c.Next(at)
		}
		same("Unbroken", c.Unbroken(at, d), unbroken)
	})
}

// Around the clock every answer is the moment itself or plain addition; a calendar without any opening has no answer.
func TestOpenAlwaysAndNever(t *testing.T) {
	var always calendar.Calendar
	never, err := calendar.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name            string
		ask             func(calendar.Calendar) int32
		always, nothing int32
	}{
		{"Worked", func(c calendar.Calendar) int32 { return c.Worked(100) }, 100, 0},
		{"Next", func(c calendar.Calendar) int32 { return c.Next(100) }, 100, calendar.Never},
		{"Add", func(c calendar.Calendar) int32 { return c.Add(100, 30) }, 130, calendar.Never},
		{"Sub", func(c calendar.Calendar) int32 { return c.Sub(100, 30) }, 70, 70},
		{"Reach", func(c calendar.Calendar) int32 { return c.Reach(100, 30) }, 70, calendar.Before},
		{"HandOver", func(c calendar.Calendar) int32 { return c.HandOver(100) }, 100, calendar.Never},
		{"LastHandOver", func(c calendar.Calendar) int32 { return c.LastHandOver(100) }, 100, calendar.Before},
		{"Unbroken", func(c calendar.Calendar) int32 { return c.Unbroken(100, 30) }, 100, calendar.Never},
		{"Whole", func(c calendar.Calendar) int32 { return c.Whole(100, 30) }, 100, calendar.Never},
		{"LastWhole", func(c calendar.Calendar) int32 { return c.LastWhole(100, 30) }, 70, calendar.Before},
	} {
		if got := row.ask(always); got != row.always {
			t.Errorf("%s around the clock: %d, want %d", row.name, got, row.always)
		}
		if got := row.ask(never); got != row.nothing {
			t.Errorf("%s without an opening: %d, want %d", row.name, got, row.nothing)
		}
	}
	if !always.Always() || never.Always() {
		t.Error("which calendar is always open")
	}
}

// Intervals that touch are one: no set-up pauses between them. Starts and ends come in pairs.
func TestIntervalsThatTouchAreOne(t *testing.T) {
	c, err := calendar.New([]int32{0, 60, 120}, []int32{60, 120, 180})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Whole(0, 180); got != 0 {
		t.Errorf("three hours begin at %d", got)
	}
	if got := c.Whole(0, 181); got != calendar.Never {
		t.Errorf("three hours and a minute begin at %d", got)
	}
	for _, pair := range [][2][]int32{{{0}, nil}, {{0}, {5, 9}}, {{10, 0}, {20, 5}}, {{0}, {-1}}} {
		if _, err := calendar.New(pair[0], pair[1]); !errors.Is(err, calendar.ErrIntervals) {
			t.Errorf("%v to %v: %v", pair[0], pair[1], err)
		}
	}
}
