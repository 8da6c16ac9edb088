package plan

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// Progress that goes as a plan foretold changes nothing about it; progress that goes otherwise is data that its run has
// not seen.

// asPlannedWithin is how far a report may lie from the planned moment and still be as planned.
const asPlannedWithin = time.Hour

// offPlan are the operations of a plan on which the floor has reported since its run what the plan did not foretell; one
// that goes in batches may come several times.
func (g *Registry) offPlan(ctx context.Context, tx store.Tx, planID string) (operations []string, err error) {
	var rows []result.Task
	columns := []string{"id", "task_id", "mould_id", "batch_id", "segment", "qty", "resource_id", "planned_start", "planned_end", "real_start", "real_end", "status", "carried"}
	if err := tx.Select(&rows).Columns(columns...).Where("plan_id = ? AND carried = ?", planID, false).Scan(ctx); err != nil {
		return nil, err
	}
	standing, err := g.Standing(ctx, tx, rows)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(x, y result.Task) int {
		return cmp.Or(cmp.Compare(x.Whole(), y.Whole()), cmp.Compare(x.Segment, y.Segment))
	})
	for first := 0; first < len(rows); {
		last := first
		for last+1 < len(rows) && rows[last+1].Whole() == rows[first].Whole() {
			last++
		}
		operation := rows[first].Operation()
		s, known := standing[operation]
		if known && !asPlanned(&rows[first], &rows[last], s.Of(&rows[first])) {
			operations = append(operations, operation)
		}
		first = last + 1
	}
	return operations, nil
}

// asPlanned tells that a task stands as it did when it was planned, or has begun or ended as planned since: on its
// resource and about its time. first and last are its segments.
func asPlanned(first, last *result.Task, p model.Progress) bool {
	began := first.Status == 0 && p.Status != 0
	switch {
	case p.Status == first.Status:
		return near(p.RealStart, first.RealStart) && near(p.RealEnd, last.RealEnd)
	case p.Status == model.OpRunning && began:
		return first.At(p.OnMachine) && near(p.RealStart, first.PlannedStart)
	case p.Status == model.OpFinished:
		return last.At(p.OnMachine) && near(p.RealEnd, last.PlannedEnd)
	}
	return false // paused, or taken back
}

func near(reported, planned *time.Time) bool {
	if reported == nil || planned == nil {
		return reported == planned
	}
	return reported.Sub(*planned).Abs() <= asPlannedWithin
}
