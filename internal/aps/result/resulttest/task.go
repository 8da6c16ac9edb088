// Package resulttest makes the tasks of plans that the tests of the rooms above share.
//
// What lives here: tasks with literal places. What never does: anything that the product itself imports.
package resulttest

import (
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/result"
)

// Bar is a task of a plan: of mould A unless its id begins with another letter, an hour long; a start below 0 is none.
func Bar(id, on string, from float64, change ...func(*result.Task)) result.Task {
	t := result.Task{TaskID: id, MouldID: "id-" + id[:1], MouldNo: id[:1], PartNo: "P1", OpNo: 10, ResourceID: "id-" + on, ResourceName: on}
	if from >= 0 {
		t.PlannedStart, t.PlannedEnd = modeltest.Hour(from), modeltest.Hour(from+1)
	}
	for _, c := range change {
		c(&t)
	}
	return t
}
