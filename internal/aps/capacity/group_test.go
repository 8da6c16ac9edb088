package capacity_test

import (
	"fmt"
	"testing"

	"mouldworks/internal/aps/capacity"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// Two machines over three days, by hand: M1 8 8 0 hours with 6 10 0 planned, M2 8 8 8 with 0 8 2.
func TestAGroupByHand(t *testing.T) {
	g := capacity.NewGroup(3)
	if !g.Nothing() {
		t.Error("a new group has something")
	}
	g.Give(1, []int64{480, 480, 0}, []int64{360, 600, 0})
	g.Give(1, []int64{480, 480, 480}, []int64{0, 480, 120})
	g.Lock([]int64{60, 0, 120})
	g.Days[1].Outsourced = 90
	g.Demand([]int64{1200, 960, 0})
	for i, want := range []string{
		"960 available, 360 planned, 600 free, 0 beyond, 60 locked, 0 outsourced, 240 overload, 600 free so far",
		"960 available, 1080 planned, 0 free, 120 beyond, 0 locked, 90 outsourced, 0 overload, 600 free so far",
		"480 available, 120 planned, 360 free, 0 beyond, 120 locked, 0 outsourced, 0 overload, 960 free so far",
	} {
		if got := told(g.Days[i]); got != want {
			t.Errorf("day %d: %s\nwant %s", i+1, got, want)
		}
	}
	if got, want := told(g.Total()), "2400 available, 1560 planned, 960 free, 120 beyond, 180 locked, 90 outsourced, 240 overload, 960 free so far"; got != want || g.Units != 2 || g.Nothing() {
		t.Errorf("in all: %s of %d machines\nwant %s", got, g.Units, want)
	}
}

func told(d capacity.Day) string {
	return fmt.Sprintf("%d available, %d planned, %d free, %d beyond, %d locked, %d outsourced, %d overload, %d free so far",
		d.Available, d.Planned, d.Free, d.Beyond, d.Locked, d.Outsourced, d.Overload, d.Cumulative)
}

// A machine works 8 hours a day from Monday; three moulds of 6 hours each are due on Friday at 16:00. Without queues all of them are
// made on Monday forward and on Friday backward; what is due in the past is made at once.
func TestWithoutQueuesByHand(t *testing.T) {
	for _, c := range []struct {
		direction solver.Direction
		due       int64
		day       int
	}{{solver.Forward, 104 * 60, 0}, {solver.Drum, 104 * 60, 0}, {solver.Backward, 104 * 60, 4}, {solver.Both, 104 * 60, 4}, {solver.Backward, 60, 0}} {
		file := instance.File{
			Format: instance.Format, Start: "2026-03-02T08:00:00Z", Zone: "UTC",
			Calendars: []instance.Calendar{{ID: "day", Periods: [][2]string{{"08:00", "16:00"}}}}, Resources: []instance.Resource{{ID: "M1", Manned: "day"}},
		}
		for _, no := range []string{"A", "B", "C"} {
			file.Jobs = append(file.Jobs, instance.Job{ID: no, Weight: 50, Due: instance.At(c.due)})
			file.Ops = append(file.Ops, instance.Op{ID: no, Job: no, Modes: []instance.Mode{{On: "M1", Run: 360}}})
		}
		loaded, err := file.Build()
		if err != nil {
			t.Fatal(err)
		}
		p, plan, err := capacity.Unqueued(loaded.Problem, c.direction)
		if err != nil {
			t.Fatal(err)
		}
		bounds := make([]solver.Min, 6) // midnights of Monday to Saturday
		for i := range bounds {
			bounds[i] = loaded.Problem.Start + solver.Min(i*1440-8*60)
		}
		demand := make([]int64, 5)
		for o := range p.Ops {
			for i, m := range capacity.Occupied(p, plan, o, bounds) {
				demand[i] += m
			}
		}
		want := make([]int64, 5)
		want[c.day] = 3 * 360
		if fmt.Sprint(demand) != fmt.Sprint(want) {
			t.Errorf("direction %d, due after %d minutes: %v, want %v", c.direction, c.due, demand, want)
		}
	}
}
