package aps

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
)

// Engine is the engine's version as runs record it.
const Engine = "1"

// The states of a run.
const (
	stateQueued    = "queued"
	stateRunning   = "running"
	stateSuccess   = "success"
	stateFailure   = "failure"
	stateCancelled = "cancelled"
)

// How a run is kept alive and watched.
const (
	tellEvery = 500 * time.Millisecond
	deadAfter = 12 * time.Second
	// A waiting run is looked at each second; one that nobody looks at has lost its place.
	forgottenAfter = time.Minute
	maxAttempts    = 3
	planChunk      = 5000
	plansKept      = 10
)

// Run is one run of a schedule: its row is the truth about it.
type Run struct {
	bun.BaseModel `bun:"table:schedule_run"`
	store.FactoryRow
	ScheduleID      string         `bun:"schedule_id"`
	State           string         `bun:"state"`
	Attempt         int            `bun:"attempt"`
	HeartbeatAt     time.Time      `bun:"heartbeat_at"`
	StartedAt       *time.Time     `bun:"started_at"`
	EndedAt         *time.Time     `bun:"ended_at"`
	SnapshotAt      *time.Time     `bun:"snapshot_at"`
	Phase           string         `bun:"phase"`
	Percent         int            `bun:"percent"`
	Objective       int64          `bun:"objective"`
	Late            int            `bun:"late"`
	CancelRequested bool           `bun:"cancel_requested"`
	KeepBest        bool           `bun:"keep_best"`
	Settings        map[string]any `bun:"settings,type:text"` // the effective set, frozen
	Seed            int64          `bun:"seed"`
	Iterations      int64          `bun:"iterations"`
	Engine          string         `bun:"engine"`
	SnapshotHash    string         `bun:"snapshot_hash"`
	StatusBefore    int            `bun:"status_before"`
	Message         string         `bun:"message"`
	Actor           runActor       `bun:"actor,type:text"`
}

// runActor is who started the run; an attempt after a crash goes on in that name.
type runActor struct {
	Account, Member, Name, Zone string
}

// RunJob is the queue's part of a run: an attempt of it.
type RunJob struct {
	RunID   string `json:"runId"`
	Attempt int    `json:"attempt"`
}

// Work does an attempt of a run. It is durable work: killed half way it is taken up again by Reap, and an attempt that
// is no longer the run's does nothing.
func (a *APS) Work(ctx context.Context, job RunJob) error {
	run, schedule, err := a.claim(ctx, job)
	if err != nil || run == nil {
		return err
	}
	w := &worker{a: a, run: run, schedule: schedule, began: a.deps.Now(), attempt: true}
	solving, stop := context.WithCancelCause(ctx)
	w.stop = stop
	var watching sync.WaitGroup
	watching.Add(1)
	over := make(chan struct{})
	go func() { defer watching.Done(); w.watch(ctx, over) }()
	out, err := w.plan(solving)
	end := w.keep(ctx, out, err) // storing a large plan takes longer than a heart may stand still
	close(over)
	watching.Wait()
	stop(nil)
	if ctx.Err() != nil { // the server stops: the reaper, here or elsewhere, takes the run up
		return ctx.Err()
	}
	if end == nil {
		return nil
	}
	return w.end(ctx, end.state, end.message, end.plan)
}

// claim makes the attempt the running one. One run a factory: others wait.
func (a *APS) claim(ctx context.Context, job RunJob) (run *Run, schedule *Schedule, err error) {
	wait := false
	err = a.deps.DB.Write(ctx, func(tx store.Tx) error {
		run, schedule, wait = &Run{}, &Schedule{}, false
		if err := tx.Select(run).Where("id = ?", job.RunID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			run = nil
			return nil
		} else if err != nil {
			return err
		}
		if run.Attempt != job.Attempt || run.State != stateQueued {
			run = nil
			return nil
		}
		if err := tx.Select(schedule).Where("id = ?", run.ScheduleID).Scan(ctx); err != nil {
			return err
		}
		busy, err := tx.Select((*Run)(nil)).Where("state = ?", stateRunning).Where("id <> ?", run.ID).Exists(ctx)
		if err != nil {
			return err
		}
		if busy { // alive, though it waits: the reaper looks at this
			wait = true
			_, err := tx.Change((*Run)(nil)).Set("heartbeat_at = ?", a.deps.Now()).Where("id = ?", run.ID).Where("attempt = ?", run.Attempt).Where("state = ?", stateQueued).Exec(ctx)
			return err
		}
		now := a.deps.Now()
		run.State, run.HeartbeatAt, run.StartedAt, run.Phase = stateRunning, now, &now, "snapshot"
		return tx.Update(ctx, run)
	})
	if errors.Is(err, store.ErrDuplicate) { // another node was faster
		err, wait = nil, true
	}
	if err == nil && wait {
		return nil, nil, a.deps.Later(time.Second)
	}
	return run, schedule, err
}
