package aps

import (
	"context"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
	"mouldworks/solver"
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
	tellEvery   = 500 * time.Millisecond
	deadAfter   = 12 * time.Second
	maxAttempts = 3
	planChunk   = 5000
)

// Run is one run of a schedule: its row is the truth about it. It waits (queued) until its factory's turn comes, is worked
// by one node, and ends in success, failure or cancelled. A node that stops hands it back to the queue with its best plan;
// one that dies loses it, which counts as an attempt, and after three the run has failed.
type Run struct {
	bun.BaseModel `bun:"table:schedule_run"`
	store.FactoryRow
	ScheduleID      string         `bun:"schedule_id"`
	State           string         `bun:"state"`
	Attempt         int            `bun:"attempt"` // 1, and one more for each node that died over it
	HeartbeatAt     time.Time      `bun:"heartbeat_at"`
	StartedAt       *time.Time     `bun:"started_at"`   // on the node that has it
	SpentMillis     int64          `bun:"spent_millis"` // of its time limit, on the nodes that handed it over
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
	Message         string         `bun:"message"`
	Actor           runActor       `bun:"actor,type:text"`
}

// runActor is who started the run; an attempt after a crash goes on in that name.
type runActor struct {
	Account, Member, Name, Zone string
}

// work does an attempt of a run that was claimed. An attempt that is no longer the run's does nothing. When ctx ends, the
// node stops: the run goes back to the queue with what was found.
func (a *APS) work(ctx context.Context, run *Run, schedule *Schedule) error {
	outcome := "failure" // unless it says otherwise
	ctx, worked := a.deps.Worked(ctx, run.ID, run.TenantID)
	defer func() { worked(outcome) }()
	w := &worker{a: a, run: run, schedule: schedule, began: a.deps.Now(), attempt: true}
	// A run that another node has handed over goes on from there: its bar never runs back.
	w.progress = solver.Progress{Percent: float64(run.Percent), Value: []int64{0, run.Objective}, Late: run.Late}
	solving, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w.stop = stop
	unwatch := w.watched(ctx)
	defer unwatch()
	out, err := w.plan(solving)
	var end *ending
	if ctx.Err() == nil {
		end = w.keep(ctx, out, err) // storing a large plan takes longer than a heart may stand still
	}
	unwatch()
	if ctx.Err() == nil && end != nil {
		err = w.end(ctx, end.state, end.message, end.plan)
		if ctx.Err() == nil {
			if err == nil {
				outcome = end.state
			}
			return err
		}
	}
	if ctx.Err() != nil {
		outcome = "handed_over"
		return w.handOver(context.WithoutCancel(ctx), out)
	}
	outcome = "taken_over"
	return nil
}

// watched beats the heart of a run until the function that it gives is called, which may be more than once.
func (w *worker) watched(ctx context.Context) (unwatch func()) {
	over := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { w.watch(ctx, over) })
	return sync.OnceFunc(func() {
		close(over)
		watching.Wait()
	})
}
