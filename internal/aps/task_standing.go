package aps

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// What has happened to the tasks of a plan since its run. The plan keeps what it rested on; whoever looks at its tasks
// sees how they stand at this moment.

// OperationStanding is how an operation stands.
type OperationStanding struct {
	Lock, CAMStatus int
	Qty             int                       // of its part
	PartDue         *time.Time                // of its part, null where that has none of its own
	Whole           model.Progress            // its batches together
	Lots            map[string]model.Progress // by the id of the batch, "" for the pieces that are in none
}

// of is how the lot of a task stands.
func (s OperationStanding) of(t *result.Task) model.Progress {
	if t.BatchID == "" && t.Qty >= s.Qty {
		return s.Whole
	}
	return s.Lots[t.BatchID]
}

// standing reads how the operations of tasks stand; every one of their moulds when there are more than a page of them.
func (a *APS) standing(ctx context.Context, tx store.Tx, tasks []result.Task) (map[string]OperationStanding, error) {
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
	return a.deps.Standings(ctx, tx, slices.Sorted(maps.Keys(moulds)), ids)
}

// mostAsked is how many operations are asked for by their ids.
const mostAsked = 500

// stand lays over tasks how they stand at this moment.
func (a *APS) stand(ctx context.Context, tx store.Tx, tasks []result.Task, set map[string]any) error {
	standing, err := a.standing(ctx, tx, tasks)
	for i := range tasks {
		t := &tasks[i]
		if s, known := standing[t.Operation()]; known {
			t.Lay(s.Lock, s.CAMStatus, s.of(t), set)
		}
	}
	return err
}

// live tells that a question is about something that changes after the run: the plan cannot answer it.
func (b TaskQuery) live() bool {
	return b.LockStatus != nil && *b.LockStatus != lockAll || b.Status != nil || strings.TrimPrefix(b.Sort, "-") == "status"
}

// liveIDs are the rows of all tasks that answer a live question, in its order: every task that the plan knows for it is
// looked at as it stands now.
func (a *APS) liveIDs(ctx context.Context, tx store.Tx, b TaskQuery, planID string) ([]string, error) {
	var rows []result.Task
	if err := b.narrow(ctx, tx.Seen(&rows).Columns("id", "task_id", "mould_id", "batch_id", "segment", "qty", "status", "lock_status"), planID).Order(b.order()...).Scan(ctx); err != nil {
		return nil, err
	}
	if err := a.stand(ctx, tx, rows, nil); err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(t result.Task) bool {
		return b.LockStatus != nil && *b.LockStatus != lockAll && t.LockStatus != *b.LockStatus || b.Status != nil && t.Status != *b.Status
	})
	if key, descending := strings.CutPrefix(b.Sort, "-"); key == "status" {
		slices.SortStableFunc(rows, func(x, y result.Task) int {
			if descending {
				x, y = y, x
			}
			return cmp.Compare(x.Status, y.Status)
		})
	}
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	return ids, nil
}
