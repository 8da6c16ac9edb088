// Package result says what a run has made: its plan as rows, what the plan is worth, and what the run has seen.
//
// What lives here: the rows of a plan with the words for them, the rules that fixed tasks break, how much of each mould is planned,
// forced deliveries, the evaluation, the columns of the Gantt, the fingerprint of a shop. What never does: reading and writing
// rows, schedules, runs.
package result

import (
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/solving"
	"mouldworks/solver"
)

// Outcome is a checked plan with everything needed to store it.
type Outcome struct {
	solving.Solution
	Snapshot   []byte
	Seen       *Fingerprint
	Hash       string
	Start      time.Time
	At         time.Time // of the snapshot
	Carried    []Task
	Cancelled  bool
	Hints      []model.DataHint
	HintCounts []model.HintCount
	Earlier    []UnplannedMould // of the plan that this one follows
	Bounded    bool             // what the plan is worth can be held against its bound
}

// CompareWith takes the plan in force of this moment for the one that the plan is compared with: its run may have known an earlier
// one.
func (out *Outcome) CompareWith(inForce []Task) {
	at, on := Places(inForce), map[string]int32{}
	for r := range out.Loaded.Problem.Resources {
		on[out.Loaded.Problem.Resources[r].Name] = int32(r)
	}
	out.Before = make([]solver.Place, len(out.Translation.Tasks))
	for i := range out.Translation.Tasks {
		t := &out.Translation.Tasks[i]
		was, known := at[t.ID]
		if resource, there := on[was.Resource]; known && there && t.Segment <= 1 {
			out.Before[i] = solver.Place{Set: true, Resource: resource, Start: solver.Min(was.Start.Sub(out.Loaded.Epoch) / time.Minute)}
		}
	}
}

// Places are the places of tasks in force, by task.
func Places(inForce []Task) map[string]model.Place {
	at := map[string]model.Place{}
	for i := range inForce {
		if t := &inForce[i]; t.PlannedStart != nil && t.PlannedEnd != nil && t.ResourceID != "" && t.Segment <= 1 {
			at[t.TaskID] = model.Place{Resource: t.ResourceID, Start: *t.PlannedStart, End: *t.PlannedEnd, Cut: t.Segment > 0}
		}
	}
	return at
}
