package plan

import (
	"context"
	"maps"
	"slices"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// OperationStanding is how an operation stands.
type OperationStanding struct {
	Lock, CAMStatus int
	Qty             int                       // of its part
	PartDue         *time.Time                // of its part, null where that has none of its own
	Whole           model.Progress            // its batches together
	Lots            map[string]model.Progress // by the id of the batch, "" for the pieces that are in none
}

// Of is how the lot of a task stands.
func (s OperationStanding) Of(t *result.Task) model.Progress {
	if t.BatchID == "" && t.Qty >= s.Qty {
		return s.Whole
	}
	return s.Lots[t.BatchID]
}

// Standing reads how the operations of tasks stand; every one of their moulds when there are more than a page of them.
func (g *Registry) Standing(ctx context.Context, tx store.Tx, tasks []result.Task) (map[string]OperationStanding, error) {
	moulds, ids := map[string]bool{}, []string{}
	for i := range tasks {
		moulds[tasks[i].MouldID] = true
		if id := tasks[i].Operation(); !model.Implied(id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	if len(ids) > mostAsked {
		ids = nil
	}
	return g.deps.Standings(ctx, tx, slices.Sorted(maps.Keys(moulds)), ids)
}

// mostAsked is how many operations are asked for by their ids.
const mostAsked = 500
