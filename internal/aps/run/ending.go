package run

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/solving"
	"mouldworks/internal/platform/store"
)

// How a run ends, and what its schedule becomes.

// ending is how a run ends.
type ending struct {
	state, message string
	plan           *entity.Plan
}

// keep writes the plan in pieces and says how the run ends, nil when it is another attempt's to end. One small
// transaction then makes the plan the schedule's.
func (w *worker) keep(ctx context.Context, out *result.Outcome, err error) *ending {
	var f solving.Failure
	switch {
	case errors.Is(err, errStale):
		return nil
	case errors.As(err, &f):
		return &ending{state: entity.StateFailure, message: f.Error()}
	case err != nil:
		slog.ErrorContext(ctx, "a run failed", "run", w.run.ID, "error", err)
		return &ending{state: entity.StateFailure, message: "fault: "}
	case out.Cancelled && (out.Plan == nil || !w.keepBest(ctx)):
		return &ending{state: entity.StateCancelled}
	}
	plan, err := w.runner.plans.Store(ctx, out, plan.Source{Schedule: w.schedule, RunID: w.run.ID, Settings: w.run.Settings, Origin: entity.OriginRun, Holds: w.holds})
	if errors.Is(err, errStale) || err != nil && ctx.Err() != nil { // the node stops: the run is handed over
		return nil
	}
	if err != nil {
		slog.ErrorContext(ctx, "a plan could not be stored", "run", w.run.ID, "error", err)
		return &ending{state: entity.StateFailure, message: "fault: "}
	}
	w.run.Iterations, w.run.SnapshotHash, w.run.SnapshotAt = out.Plan.Iterations, out.Hash, &out.At
	end := &ending{state: entity.StateSuccess, plan: plan}
	if out.Cancelled {
		end.message = "stopped early: "
	}
	return end
}

func (w *worker) keepBest(ctx context.Context) bool {
	var run entity.Run
	err := w.runner.deps.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&run).Where("id = ?", w.run.ID).Scan(ctx) })
	return err == nil && run.KeepBest
}

// end closes the run and gives the schedule its state back, or its new plan.
func (w *worker) end(ctx context.Context, state, message string, plan *entity.Plan) error {
	var ended entity.Run
	err := w.runner.deps.DB.Write(ctx, func(tx store.Tx) error {
		now := w.runner.deps.Now()
		change := tx.Change((*entity.Run)(nil)).Set("state = ?", state).Set("ended_at = ?", now).Set("phase = ?", "end").Set("percent = ?", 100).Set("message = ?", message).
			Set("iterations = ?", w.run.Iterations).Set("snapshot_hash = ?", w.run.SnapshotHash).Set("snapshot_at = ?", w.run.SnapshotAt)
		if plan != nil { // with the moulds that it does not hold wholly, as every screen counts
			change = change.Set("late = ?", plan.Late)
		}
		n, err := change.Where("id = ?", w.run.ID).Where("attempt = ?", w.run.Attempt).Where("state = ?", entity.StateRunning).Exec(ctx)
		if err != nil || n == 0 { // another attempt has it
			return err
		}
		if err := tx.Select(&ended).Where("id = ?", w.run.ID).Scan(ctx); err != nil {
			return err
		}
		return w.runner.settle(ctx, tx, &ended, plan, now.Sub(w.began)+w.spentBefore())
	})
	if err == nil && ended.ID != "" {
		w.runner.tell(ctx, &ended)
	}
	return err
}

// settle gives a schedule its state after a run has ended.
func (rn *Runner) settle(ctx context.Context, tx store.Tx, run *entity.Run, plan *entity.Plan, took time.Duration) error {
	var s entity.Schedule
	if err := tx.Select(&s).Where("id = ?", run.ScheduleID).Scan(ctx); err != nil {
		return err
	}
	if err := dropBest(ctx, tx, run.ID); err != nil {
		return err
	}
	s.RunMillis, s.Message = took.Milliseconds(), run.Message
	var err error
	switch run.State {
	case entity.StateSuccess:
		s.RunStatus = entity.RunSuccess
		err = s.Append(ctx, tx, plan)
	case entity.StateFailure:
		s.RunStatus = entity.RunFailure
		err = s.Rest(ctx, tx)
	default:
		s.RunStatus = entity.RunNone
		if s.PlanID != "" {
			s.RunStatus = entity.RunSuccess
		}
		err = s.Rest(ctx, tx)
	}
	if err != nil {
		return err
	}
	if err := tx.Update(ctx, &s); err != nil {
		return err
	}
	return tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionRun, store.FieldChange{Field: "state", After: run.State})
}
