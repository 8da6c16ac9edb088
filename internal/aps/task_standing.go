package aps

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
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
func (s OperationStanding) of(t *planTask) model.Progress {
	if t.BatchID == "" && t.Qty >= s.Qty {
		return s.Whole
	}
	return s.Lots[t.BatchID]
}

// lay lays over what the plan keeps of a task how it stands.
func (t *planTask) lay(lock, cam int, p model.Progress, set map[string]any) {
	whole, out := cmp.Or(t.PlannedMinutes, t.Minutes), t.isOut()
	if out {
		whole = t.Minutes
	} else if t.Status == model.OpRunning || t.Status == model.OpPaused { // it had begun when it was planned: the plan holds what was left then
		whole += t.Reported
	}
	switch {
	case p.Status == model.OpFinished:
		t.SurplusMinutes = 0
	case p.Status != 0:
		t.SurplusMinutes = quantity.Minutes(p.Left(int32(whole), set))
	case t.Status != 0, out: // its reports were taken back; plans of older versions keep its lead time
		t.SurplusMinutes = whole
	}
	t.Status, t.RealStart, t.RealEnd, t.Reported, t.Done = p.Status, p.RealStart, p.RealEnd, p.Reported, p.QtyDone
	t.LockStatus, t.CAMStatus = min(1, lock), cam
}

// reach is the share of a task that is done, in per cent: by pieces where there are several and some are reported, else
// by hours; nil before it begins.
func (t *planTask) reach() *float64 {
	share := 0.0
	switch {
	case t.Status == 0:
		return nil
	case t.Status == model.OpFinished:
		share = 100
	case t.Qty > 1 && t.Done > 0:
		share = 100 * float64(t.Done) / float64(t.Qty)
	case t.Reported > 0:
		share = 100 * float64(t.Reported) / float64(t.Reported+t.SurplusMinutes)
	}
	share = min(100, share)
	return &share
}

// standing reads how the operations of tasks stand; every one of their moulds when there are more than a page of them.
func (a *APS) standing(ctx context.Context, tx store.Tx, tasks []planTask) (map[string]OperationStanding, error) {
	moulds, ids := map[string]bool{}, []string{}
	for i := range tasks {
		moulds[tasks[i].MouldID] = true
		if id := tasks[i].operation(); !implied(id) {
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
func (a *APS) stand(ctx context.Context, tx store.Tx, tasks []planTask, set map[string]any) error {
	standing, err := a.standing(ctx, tx, tasks)
	for i := range tasks {
		t := &tasks[i]
		if s, known := standing[t.operation()]; known {
			t.lay(s.Lock, s.CAMStatus, s.of(t), set)
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
	var rows []planTask
	if err := b.narrow(ctx, tx.Seen(&rows).Columns("id", "task_id", "mould_id", "batch_id", "segment", "qty", "status", "lock_status"), planID).Order(b.order()...).Scan(ctx); err != nil {
		return nil, err
	}
	if err := a.stand(ctx, tx, rows, nil); err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(t planTask) bool {
		return b.LockStatus != nil && *b.LockStatus != lockAll && t.LockStatus != *b.LockStatus || b.Status != nil && t.Status != *b.Status
	})
	if key, descending := strings.CutPrefix(b.Sort, "-"); key == "status" {
		slices.SortStableFunc(rows, func(x, y planTask) int {
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
