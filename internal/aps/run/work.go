package run

import (
	"context"
	"sync"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/solver"
)

// How a run is kept alive and watched.
const (
	tellEvery   = 500 * time.Millisecond
	deadAfter   = 12 * time.Second
	maxAttempts = 3
)

// work does an attempt of a run that was claimed. An attempt that is no longer the run's does nothing. When ctx ends, the
// node stops: the run goes back to the queue with what was found.
func (rn *Runner) work(ctx context.Context, run *entity.Run, schedule *entity.Schedule) error {
	outcome := "failure" // unless it says otherwise
	ctx, worked := rn.deps.Worked(ctx, run.ID, run.TenantID)
	defer func() { worked(outcome) }()
	w := &worker{runner: rn, run: run, schedule: schedule, began: rn.deps.Now()}
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
