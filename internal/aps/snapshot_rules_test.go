package aps

import (
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
)

// Of the plan in force a task has its place when it has a resource and both times; what was cut says so.
func TestPlacesOfThePlanInForce(t *testing.T) {
	from, to := hour(8), hour(9)
	row := func(id, on string, start, end *time.Time, segment int) result.Task {
		return result.Task{TaskID: id, ResourceID: on, PlannedStart: start, PlannedEnd: end, Segment: segment}
	}
	got := result.Places([]result.Task{
		row("whole", "m1", from, to, 0), row("cut", "m2", from, to, 1), row("cut", "m1", to, hour(10), 2), row("no start", "m1", nil, to, 0), row("no end", "m1", from, nil, 0), row("no resource", "", from, to, 0),
	})
	if len(got) != 2 || got["whole"] != (model.Place{Resource: "m1", Start: *from, End: *to, Cut: false}) || got["cut"] != (model.Place{Resource: "m2", Start: *from, End: *to, Cut: true}) {
		t.Errorf("%+v", got)
	}
}
