package aps

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// What has happened to the tasks of a plan since its run. The plan keeps what it rested on; whoever looks at its tasks
// sees how they stand at this moment.

// stand lays over tasks how they stand at this moment.
func (a *APS) stand(ctx context.Context, tx store.Tx, tasks []result.Task, set map[string]any) error {
	standing, err := a.Standing(ctx, tx, tasks)
	for i := range tasks {
		t := &tasks[i]
		if s, known := standing[t.Operation()]; known {
			t.Lay(s.Lock, s.CAMStatus, s.Of(t), set)
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
	q, err := a.narrow(ctx, tx, b, tx.Seen(&rows).Columns("id", "task_id", "mould_id", "batch_id", "segment", "qty", "status", "lock_status"), planID)
	if err != nil {
		return nil, err
	}
	if q, err = a.ordered(ctx, tx, b, q, planID); err != nil {
		return nil, err
	}
	if err := q.Scan(ctx); err != nil {
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
