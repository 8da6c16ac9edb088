package aps

import (
	"fmt"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
)

// The chart shows of a moment the minute in which it lies, as tables do, before its start too.
func TestMomentsOfAnOpenChartAreCutToTheMinute(t *testing.T) {
	for seconds, want := range map[int]int{0: 0, 59: 0, 60: 1, 119: 1, -1: -1, -60: -1, -61: -2, -78: -2, -120: -2} {
		at := ruleStart.Add(time.Duration(seconds) * time.Second)
		if got := (&GanttStanding{Epoch: ruleStart}).minute(&at); *got != want {
			t.Errorf("as it stands, %d seconds from the start is minute %d, not %d", seconds, *got, want)
		}
	}
}

// Of the bars of an open chart those are told that stand otherwise than their plan says, and how.
func TestWhatHasChangedOfAnOpenChart(t *testing.T) {
	later := func(m *time.Time) *time.Time { x := m.Add(time.Minute); return &x }
	east := hour(9).In(time.FixedZone("", 3600))
	began := result.Task{TaskID: "t", Status: model.OpRunning, RealStart: hour(9)}
	for _, c := range []struct {
		what string
		task result.Task
		now  model.Progress
		want string
	}{
		{"nothing has begun", result.Task{TaskID: "t"}, model.Progress{}, ""},
		{"it runs as it did", began, model.Progress{Status: model.OpRunning, RealStart: hour(9)}, ""},
		{"told in another zone", began, model.Progress{Status: model.OpRunning, RealStart: &east}, ""},
		{"it has begun", result.Task{TaskID: "t"}, model.Progress{Status: model.OpRunning, RealStart: hour(9)}, "t 1 60 -"},
		{"on a second begun before", result.Task{TaskID: "t"}, model.Progress{Status: model.OpRunning, RealStart: hour(7)}, "t 1 -60 -"},
		{"it is paused", began, model.Progress{Status: model.OpPaused, RealStart: hour(9)}, "t 2 60 -"},
		{"it began later", began, model.Progress{Status: model.OpRunning, RealStart: later(hour(9))}, "t 1 61 -"},
		{"it is taken back", began, model.Progress{}, "t 0 - -"},
		{"it has an end", began, model.Progress{Status: model.OpRunning, RealStart: hour(9), RealEnd: hour(10)}, "t 1 60 120"},
		{"its start is not known any more", began, model.Progress{Status: model.OpRunning}, "t 1 - -"},
		{"its start is known now", result.Task{TaskID: "t", Status: model.OpRunning}, model.Progress{Status: model.OpRunning, RealStart: hour(9)}, "t 1 60 -"},
	} {
		g := &GanttStanding{Epoch: ruleStart}
		g.add(&c.task, c.now)
		got := ""
		for i, id := range g.ID {
			got = fmt.Sprint(id, " ", g.Status[i])
			for _, x := range []*int{g.RealStart[i], g.RealEnd[i]} {
				if x == nil {
					got += " -"
				} else {
					got += fmt.Sprint(" ", *x)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
