package run

import (
	"context"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// Runs whose worker has died are taken up again.

// Reap takes up runs whose worker has died: they wait again, up to three attempts, or have failed. It runs on every node.
func (rn *Runner) Reap(ctx context.Context) error {
	return rn.deps.DB.System(ctx, "a dead worker's run may be any tenant's", func(tx store.Tx) error {
		var dead []entity.Run
		if err := tx.Select(&dead).Where("state = ?", entity.StateRunning).Where("heartbeat_at < ?", rn.deps.Now().Add(-deadAfter)).Scan(ctx); err != nil {
			return err
		}
		for i := range dead {
			if err := rn.takeUp(ctx, tx, &dead[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// actorOf is who started a run, in whose name an attempt works.
func actorOf(run *entity.Run) store.Actor {
	return store.Actor{TenantID: run.TenantID, FactoryID: run.FactoryID, AccountID: run.Actor.Account, MemberID: run.Actor.Member, Name: run.Actor.Name, Zone: run.Actor.Zone, Through: store.ThroughJob}
}

func (rn *Runner) takeUp(ctx context.Context, tx store.Tx, run *entity.Run) error {
	if err := dropHalf(ctx, tx, run); err != nil {
		return err
	}
	run.HeartbeatAt = rn.deps.Now()
	if run.Attempt < maxAttempts && !run.CancelRequested {
		run.Attempt++
		run.State = entity.StateQueued
		tx.AfterCommit(func() { rn.queueChanged(ctx, run) })
		return tx.Update(ctx, run)
	}
	now := rn.deps.Now()
	run.State, run.EndedAt, run.Message = entity.StateFailure, &now, "lost: "
	if run.CancelRequested {
		run.State, run.Message = entity.StateCancelled, ""
	}
	if err := tx.Update(ctx, run); err != nil {
		return err
	}
	runStatus := entity.RunFailure
	if run.State == entity.StateCancelled {
		runStatus = entity.RunNone
	}
	s, err := entity.FindSchedule(ctx, tx, run.ScheduleID)
	if err != nil {
		return err
	}
	if err := s.Rest(ctx, tx); err != nil {
		return err
	}
	tx.AfterCommit(func() { rn.tell(ctx, run) })
	if err := dropBest(ctx, tx, run.ID); err != nil {
		return err
	}
	_, err = tx.Change((*entity.Schedule)(nil)).Set("status = ?", s.Status).Set("run_status = ?", runStatus).Set("message = ?", run.Message).
		Where("id = ?", run.ScheduleID).Exec(ctx)
	return err
}

// dropHalf removes what an attempt has written of a plan that it did not finish: nobody has ever seen it.
func dropHalf(ctx context.Context, tx store.Tx, run *entity.Run) error {
	var half []entity.Plan
	if err := tx.Select(&half).Columns("id").Where("run_id = ?", run.ID).Where("complete = ?", false).Scan(ctx); err != nil {
		return err
	}
	for i := range half {
		if _, err := tx.Remove((*result.Task)(nil)).Where("plan_id = ?", half[i].ID).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.Remove((*entity.Plan)(nil)).Where("id = ?", half[i].ID).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
