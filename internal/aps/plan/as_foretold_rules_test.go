package plan

import (
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
)

// A task goes as planned that stands as it did, or has begun or ended since about its time on its machine; the first segment
// says when it begins, the last when it ends.
func TestWhatGoesAsPlanned(t *testing.T) {
	clock := func(hour, minute int) *time.Time {
		at := time.Date(2026, 3, 2, hour, minute, 0, 0, time.UTC)
		return &at
	}
	task := func(status int) *result.Task {
		x := &result.Task{}
		x.Status, x.ResourceID, x.PlannedStart, x.PlannedEnd = status, "m1", clock(8, 0), clock(12, 0)
		return x
	}
	later := func(status int) *result.Task {
		x := task(status)
		x.ResourceID, x.PlannedStart, x.PlannedEnd = "m2", clock(14, 0), clock(16, 0)
		return x
	}
	begun := task(model.OpRunning)
	begun.RealStart = clock(8, 0)
	for _, c := range []struct {
		what        string
		first, last *result.Task
		now         model.Progress
		want        bool
	}{
		{"nothing has happened", task(0), task(0), model.Progress{}, true},
		{"it has begun in time", task(0), task(0), model.Progress{Status: model.OpRunning, OnMachine: "m1", RealStart: clock(9, 0)}, true},
		{"on no machine that is named", task(0), task(0), model.Progress{Status: model.OpRunning, RealStart: clock(7, 0)}, true},
		{"a minute too late", task(0), task(0), model.Progress{Status: model.OpRunning, OnMachine: "m1", RealStart: clock(9, 1)}, false},
		{"a minute too early", task(0), task(0), model.Progress{Status: model.OpRunning, OnMachine: "m1", RealStart: clock(6, 59)}, false},
		{"on another machine", task(0), task(0), model.Progress{Status: model.OpRunning, OnMachine: "m2", RealStart: clock(8, 0)}, false},
		{"it has ended in time", task(0), task(0), model.Progress{Status: model.OpFinished, OnMachine: "m1", RealEnd: clock(13, 0)}, true},
		{"it has ended too late", task(0), task(0), model.Progress{Status: model.OpFinished, OnMachine: "m1", RealEnd: clock(13, 1)}, false},
		{"it has ended elsewhere", task(0), task(0), model.Progress{Status: model.OpFinished, OnMachine: "m2", RealEnd: clock(12, 0)}, false},
		{"it has been paused", task(0), task(0), model.Progress{Status: model.OpPaused, OnMachine: "m1", RealStart: clock(8, 0)}, false},
		{"it goes on", begun, begun, model.Progress{Status: model.OpRunning, OnMachine: "m1", RealStart: clock(8, 30)}, true},
		{"it had begun at another time", begun, begun, model.Progress{Status: model.OpRunning, OnMachine: "m1", RealStart: clock(10, 0)}, false},
		{"it is paused now", begun, begun, model.Progress{Status: model.OpPaused, OnMachine: "m1", RealStart: clock(8, 0)}, false},
		{"it is taken back", begun, begun, model.Progress{}, false},
		{"what ran has ended in time", begun, begun, model.Progress{Status: model.OpFinished, OnMachine: "m1", RealStart: clock(8, 0), RealEnd: clock(12, 30)}, true},
		{"what was paused goes on", task(model.OpPaused), task(model.OpPaused), model.Progress{Status: model.OpRunning, OnMachine: "m1", RealStart: clock(8, 0)}, false},
		{"a segmented one begins by its first", task(0), later(0), model.Progress{Status: model.OpRunning, OnMachine: "m1", RealStart: clock(8, 0)}, true},
		{"not by its last", task(0), later(0), model.Progress{Status: model.OpRunning, OnMachine: "m2", RealStart: clock(14, 0)}, false},
		{"it ends by its last", task(0), later(0), model.Progress{Status: model.OpFinished, OnMachine: "m2", RealEnd: clock(16, 0)}, true},
		{"not by its first", task(0), later(0), model.Progress{Status: model.OpFinished, OnMachine: "m1", RealEnd: clock(12, 0)}, false},
	} {
		if got := asPlanned(c.first, c.last, c.now); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}
