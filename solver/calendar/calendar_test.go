package calendar_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver/calendar"
)

// week is five days of 08-12 and 13-17, in minutes from Monday 00:00.
func week(t testing.TB, weeks int32) calendar.Calendar {
	t.Helper()
	var open, shut []int32
	for w := range weeks {
		for d := range int32(5) {
			at := w*7*1440 + d*1440
			open = append(open, at+480, at+780)
			shut = append(shut, at+720, at+1020)
		}
	}
	c, err := calendar.New(open, shut)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestByHand(t *testing.T) {
	c := week(t, 2)
	const friday, monday = 4 * 1440, 7 * 1440
	for _, row := range []struct {
		name      string
		got, want int32
	}{
		{"8 h from Monday morning", c.Add(480, 480), 1020},
		{"8 h and a minute", c.Add(480, 481), 1440 + 481},
		{"over the weekend", c.Add(friday+960, 120), monday + 540},
		{"nothing takes no time", c.Add(700, 0), 700},
		{"from the lunch break", c.Add(730, 30), 810},
		{"behind the last day", c.Add(480, 100_000), calendar.Never},
		{"next in the break", c.Next(750), 780},
		{"next at the end of a shift", c.Next(1020), 1440 + 480},
		{"latest start for the evening", c.Sub(1020, 480), 480},
		{"latest start in the night", c.Sub(1200, 60), 960},
		{"latest start before the calendar", c.Sub(500, 60), 480 - 40},
		{"handed over at the end of the shift", c.HandOver(1020), 1020},
		{"handed over after the night", c.HandOver(1021), 1440 + 480},
		{"latest hand-over before the morning", c.LastHandOver(1440 + 100), 1020},
		{"set-up over lunch", c.Unbroken(700, 60), 700},
		{"set-up not over night", c.Unbroken(1000, 60), 1440 + 480},
		{"set-up longer than a day pauses", c.Unbroken(1000, 600), 1000},
		{"whole before lunch", c.Whole(600, 120), 600},
		{"whole after lunch", c.Whole(601, 120), 780},
		{"whole does not fit", c.Whole(480, 300), calendar.Never},
		{"worked by Tuesday", c.Worked(1440), 480},
	} {
		if row.got != row.want {
			t.Errorf("%s: %d, want %d", row.name, row.got, row.want)
		}
	}
}

func TestRefusesOverlaps(t *testing.T) {
	if _, err := calendar.New([]int32{0, 5}, []int32{6, 9}); !errors.Is(err, calendar.ErrIntervals) {
		t.Errorf("overlap: %v", err)
	}
	if _, err := calendar.New([]int32{4}, []int32{4}); !errors.Is(err, calendar.ErrIntervals) {
		t.Errorf("empty interval: %v", err)
	}
}

// Every answer equals counting minutes one by one.
func TestEqualsCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var open, shut []int32
		at := int32(rapid.IntRange(0, 50).Draw(t, "first"))
		for range rapid.IntRange(0, 12).Draw(t, "intervals") {
			room := int32(rapid.IntRange(1, 900).Draw(t, "room"))
			open, shut = append(open, at), append(shut, at+room)
			at += room + int32(rapid.IntRange(0, 1800).Draw(t, "gap"))
		}
		c, err := calendar.New(open, shut)
		if err != nil {
			t.Fatal(err)
		}
		end := at + 100
		works := make([]bool, end+1)
		for i := range open {
			for m := open[i]; m < shut[i]; m++ {
				works[m] = true
			}
		}
		from := int32(rapid.IntRange(0, int(end)).Draw(t, "from"))
		d := int32(rapid.IntRange(0, 2500).Draw(t, "minutes"))
		next, add, worked := calendar.Never, calendar.Never, int32(0)
		for m := from; m <= end; m++ {
			if works[m] && next == calendar.Never {
				next = m
			}
		}
		left := d
		for m := from; m <= end && left > 0; m++ {
			if works[m] {
				if left--; left == 0 {
					add = m + 1
				}
			}
		}
		if d == 0 {
			add = from
		}
		for m := range from {
			if works[m] {
				worked++
			}
		}
		if got := c.Next(from); got != next {
			t.Fatalf("Next(%d) = %d, want %d", from, got, next)
		}
		if got := c.Add(from, d); got != add {
			t.Fatalf("Add(%d, %d) = %d, want %d", from, d, got, add)
		}
		if got := c.Worked(from); got != worked {
			t.Fatalf("Worked(%d) = %d, want %d", from, got, worked)
		}
		if d > 0 && worked >= d {
			// The latest start that is done in time, and no later one is.
			s := c.Sub(from, d)
			if got := c.Add(s, d); got > from || got == calendar.Never {
				t.Fatalf("Sub(%d, %d) = %d ends at %d", from, d, s, got)
			}
			if got := c.Add(s+1, d); got != calendar.Never && got <= from {
				t.Fatalf("Sub(%d, %d) = %d, but %d is later and ends at %d", from, d, s, s+1, got)
			}
		}
	})
}

func BenchmarkAdd(b *testing.B) {
	c := week(b, 104)
	for i := 0; b.Loop(); i++ {
		c.Add(int32(i*7919)%900_000, int32(i*31)%3000)
	}
}

func BenchmarkAddAlways(b *testing.B) {
	var c calendar.Calendar
	for i := 0; b.Loop(); i++ {
		c.Add(int32(i), 30)
	}
}
