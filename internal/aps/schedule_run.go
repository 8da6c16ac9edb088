package aps

import (
	"context"

	"mouldworks/internal/platform/store"
)

// How a run of a schedule is asked for, and asked to end.

// Start queues a run: its row and its queue entry commit together.
func (a *APS) Start(ctx context.Context, tx store.Tx, id string) (*Run, error) {
	s, err := a.find(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if err := verbRun.check(s); err != nil {
		return nil, err
	}
	actor := tx.Actor()
	set, err := s.effective(ctx, tx)
	if err != nil {
		return nil, err
	}
	if a.deps.Prepare != nil {
		if err := a.deps.Prepare(ctx, tx, s.MouldIDs); err != nil {
			return nil, err
		}
	}
	run := &Run{
		ScheduleID: s.ID, State: stateQueued, Attempt: 1, HeartbeatAt: a.deps.Now(), Phase: "queued", Settings: set, Seed: int64(number(set, "seed")), Engine: Engine, StatusBefore: s.Status,
		Actor: runActor{actor.AccountID, actor.MemberID, actor.Name, actor.Zone},
	}
	if err := tx.Insert(ctx, run); err != nil {
		return nil, err
	}
	s.Status, s.RunStatus, s.RunID, s.SchedulerName, s.Message = InProgress, RunRunning, run.ID, actor.Name, ""
	if err := tx.Update(ctx, s); err != nil {
		return nil, err
	}
	tx.AfterCommit(func() { a.tell(ctx, run) })
	return run, a.deps.Enqueue(ctx, tx, RunJob{run.ID, run.Attempt})
}

// Cancel asks a run to end. One that still waits ends at once.
func (a *APS) Cancel(ctx context.Context, tx store.Tx, id string, keepBest bool) error {
	s, err := a.find(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := verbCancel.check(s); err != nil {
		return err
	}
	n, err := tx.Change((*Run)(nil)).Set("state = ?", stateCancelled).Set("ended_at = ?", a.deps.Now()).Where("id = ?", s.RunID).Where("state = ?", stateQueued).Exec(ctx)
	if err != nil {
		return err
	}
	if n == 1 {
		var run Run
		if err := tx.Select(&run).Where("id = ?", s.RunID).Scan(ctx); err != nil {
			return err
		}
		tx.AfterCommit(func() { a.tell(ctx, &run) })
		return a.settle(ctx, tx, &run, nil, 0)
	}
	_, err = tx.Change((*Run)(nil)).Set("cancel_requested = ?", true).Set("keep_best = ?", keepBest).Where("id = ?", s.RunID).Where("state = ?", stateRunning).Exec(ctx)
	return err
}
