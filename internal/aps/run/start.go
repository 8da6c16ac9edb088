package run

import (
	"context"
	"log/slog"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/store"
)

// How a run of a schedule is asked for, and asked to end.

// Start puts a run into the queue: its row, which waits until its turn comes. It is refused while ten of the factory wait.
func (rn *Runner) Start(ctx context.Context, tx store.Tx, id string) (*entity.Run, error) {
	s, err := entity.FindSchedule(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if err := entity.VerbRun.Check(s); err != nil {
		return nil, err
	}
	actor := tx.Actor()
	if err := rn.plans.Within(ctx, tx, s); err != nil {
		return nil, err
	}
	set, err := s.Effective(ctx, tx)
	if err != nil {
		return nil, err
	}
	if rn.deps.Prepare != nil {
		if err := rn.deps.Prepare(ctx, tx, s.MouldIDs); err != nil {
			return nil, err
		}
	}
	if err := mayWait(ctx, tx); err != nil {
		return nil, err
	}
	run := &entity.Run{
		ScheduleID: s.ID, State: entity.StateQueued, Attempt: 1, HeartbeatAt: rn.deps.Now(), Phase: "queued", Settings: set, Seed: int64(setting.Number(set, "seed")), Engine: entity.Engine,
		Actor: entity.RunActor{Account: actor.AccountID, Member: actor.MemberID, Name: actor.Name, Zone: actor.Zone},
	}
	if err := tx.Insert(ctx, run); err != nil {
		return nil, err
	}
	s.Status, s.RunStatus, s.RunID, s.SchedulerName, s.Message = entity.InProgress, entity.RunRunning, run.ID, actor.Name, ""
	if err := tx.Update(ctx, s); err != nil {
		return nil, err
	}
	tx.AfterCommit(func() { rn.queueChanged(ctx, run) })
	return run, nil
}

// Cancel asks a run to end. One that still waits ends at once, unless a node has handed over a plan that is to be kept:
// the next one stores it.
func (rn *Runner) Cancel(ctx context.Context, tx store.Tx, id string, keepBest bool) error {
	s, err := entity.FindSchedule(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := entity.VerbCancel.Check(s); err != nil {
		return err
	}
	if err := rn.plans.Within(ctx, tx, s); err != nil {
		return err
	}
	found := false // a plan to keep
	if keepBest {
		if found, err = tx.Select((*runBest)(nil)).Where("run_id = ?", s.RunID).Exists(ctx); err != nil {
			return err
		}
	}
	n := 0
	if !found {
		if n, err = tx.Change((*entity.Run)(nil)).Set("state = ?", entity.StateCancelled).Set("ended_at = ?", rn.deps.Now()).Where("id = ?", s.RunID).Where("state = ?", entity.StateQueued).Exec(ctx); err != nil {
			return err
		}
	}
	if n == 1 {
		var run entity.Run
		if err := tx.Select(&run).Where("id = ?", s.RunID).Scan(ctx); err != nil {
			return err
		}
		tx.AfterCommit(func() {
			rn.tell(ctx, &run)
			rn.queueChanged(ctx, nil)
		})
		return rn.settle(ctx, tx, &run, nil, 0)
	}
	_, err = tx.Change((*entity.Run)(nil)).Set("cancel_requested = ?", true).Set("keep_best = ?", keepBest).Where("id = ?", s.RunID).Where("state IN (?, ?)", entity.StateRunning, entity.StateQueued).Exec(ctx)
	return err
}

// queueChanged makes this node look at the queue after a commit, and tells open pages what has moved in it; of run, when
// there is one, in any case.
func (rn *Runner) queueChanged(ctx context.Context, run *entity.Run) {
	if err := rn.ShowPlaces(context.WithoutCancel(ctx)); err != nil {
		slog.WarnContext(ctx, "the places in the queue of runs could not be read", "error", err)
		if run != nil {
			rn.tell(ctx, run)
		}
	}
	if rn.deps.Wake != nil {
		rn.deps.Wake()
	}
}
