package aps

import (
	"context"
	"encoding/json"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// store writes a plan under a new id, in pieces, so that saving people never wait long for it. Of a plan that cannot be
// written whole nothing stays.
func (w *worker) store(ctx context.Context, out *result.Outcome) (plan *entity.Plan, err error) {
	snapshot, err := result.Pack(out.Snapshot)
	if err != nil {
		return nil, err
	}
	plan = &entity.Plan{ScheduleID: w.schedule.ID, RunID: w.run.ID, Origin: entity.OriginRun, Parent: w.parent, StartUsed: out.Start, SnapshotAt: out.At, Snapshot: snapshot}
	if !w.attempt {
		plan.Origin = entity.OriginHand
	}
	plan.ID = store.NewID()
	if out.Seen != nil {
		seen, err := json.Marshal(out.Seen)
		if err != nil {
			return nil, err
		}
		if plan.Fingerprint, err = result.Pack(seen); err != nil {
			return nil, err
		}
	}
	tasks := out.Tasks(plan.ID)
	if plan.Evaluation, err = result.Evaluate(ctx, out, w.run.Settings, tasks); err != nil {
		return nil, err
	}
	f := &plan.Evaluation.Figures // the list says what the evaluation says
	plan.Moulds, plan.Tasks, plan.Unscheduled, plan.Late = f.Moulds, f.Tasks, f.UnscheduledTasks, f.Late
	plan.CarriedMoulds, plan.CarriedLate = result.CarriedMoulds(out.Carried)
	// Stored as the envelope that the page gets, so that a view costs no more than a copy.
	columns, err := json.Marshal(map[string]any{"code": problem.OK, "message": "ok", "data": result.DrawGantt(out, w.schedule.ID, w.schedule.Name, plan.ID, tasks)})
	if err != nil {
		return nil, err
	}
	if plan.Gantt, err = result.Pack(columns); err != nil {
		return nil, err
	}
	if err := w.a.deps.DB.Write(ctx, func(tx store.Tx) error {
		if err := w.a.forget(ctx, tx, w.schedule.ID); err != nil {
			return err
		}
		plan.AuthorName = tx.Actor().Name
		if err := tx.Insert(ctx, plan); err != nil {
			return err
		}
		return w.holds(ctx, tx)
	}); err != nil {
		return nil, err
	}
	for from := 0; from < len(tasks); from += planChunk {
		part := tasks[from:min(from+planChunk, len(tasks))]
		if err := w.a.deps.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Insert(ctx, &part); err != nil {
				return err
			}
			return w.holds(ctx, tx)
		}); err != nil {
			w.a.abandon(ctx, plan.ID)
			return nil, err
		}
	}
	return plan, nil
}
