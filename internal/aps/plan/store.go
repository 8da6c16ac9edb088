package plan

import (
	"context"
	"encoding/json"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Source is where a plan comes from, and whose it becomes.
type Source struct {
	Schedule *entity.Schedule
	RunID    string
	Settings map[string]any // of the run
	Origin   string
	Parent   int // number of the plan that it was made of, 0: none
	// Holds refuses, at the end of each transaction, to write on for what is somebody else's by now; nil: it can be nobody else's.
	Holds func(ctx context.Context, tx store.Tx) error
}

func (s Source) stillHolds(ctx context.Context, tx store.Tx) error {
	if s.Holds == nil {
		return nil
	}
	return s.Holds(ctx, tx)
}

// Store writes a plan under a new id, in pieces, so that saving people never wait long for it. Of a plan that cannot be
// written whole nothing stays.
func (g *Registry) Store(ctx context.Context, out *result.Outcome, of Source) (plan *entity.Plan, err error) {
	snapshot, err := result.Pack(out.Snapshot)
	if err != nil {
		return nil, err
	}
	plan = &entity.Plan{ScheduleID: of.Schedule.ID, RunID: of.RunID, Origin: of.Origin, Parent: of.Parent, StartUsed: out.Start, SnapshotAt: out.At, Snapshot: snapshot}
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
	if plan.Evaluation, err = result.Evaluate(ctx, out, of.Settings, tasks); err != nil {
		return nil, err
	}
	f := &plan.Evaluation.Figures // the list says what the evaluation says
	plan.Moulds, plan.Tasks, plan.Unscheduled, plan.Late = f.Moulds, f.Tasks, f.UnscheduledTasks, f.Late
	plan.CarriedMoulds, plan.CarriedLate = result.CarriedMoulds(out.Carried)
	// Stored as the envelope that the page gets, so that a view costs no more than a copy.
	columns, err := json.Marshal(map[string]any{"code": problem.OK, "message": "ok", "data": result.DrawGantt(out, of.Schedule.ID, of.Schedule.Name, plan.ID, tasks)})
	if err != nil {
		return nil, err
	}
	if plan.Gantt, err = result.Pack(columns); err != nil {
		return nil, err
	}
	if err := g.deps.DB.Write(ctx, func(tx store.Tx) error {
		if err := g.forget(ctx, tx, of.Schedule.ID); err != nil {
			return err
		}
		plan.AuthorName = tx.Actor().Name
		if err := tx.Insert(ctx, plan); err != nil {
			return err
		}
		return of.stillHolds(ctx, tx)
	}); err != nil {
		return nil, err
	}
	for from := 0; from < len(tasks); from += planChunk {
		part := tasks[from:min(from+planChunk, len(tasks))]
		if err := g.deps.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Insert(ctx, &part); err != nil {
				return err
			}
			return of.stillHolds(ctx, tx)
		}); err != nil {
			g.Abandon(ctx, plan.ID)
			return nil, err
		}
	}
	return plan, nil
}

// abandonWithin bounds the clearing up after a caller who may be gone.
const abandonWithin = 10 * time.Second

// Abandon removes a plan that nobody has seen, whether or not its caller still waits; what is left of it after a crash
// does no harm.
func (g *Registry) Abandon(ctx context.Context, planID string) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), abandonWithin)
	defer stop()
	_ = g.deps.DB.Write(ctx, func(tx store.Tx) error {
		if _, err := tx.Remove((*result.Task)(nil)).Where("plan_id = ?", planID).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.Remove((*entity.Plan)(nil)).Where("id = ?", planID).Where("complete = ?", false).Exec(ctx)
		return err
	})
}

const planChunk = 5000
