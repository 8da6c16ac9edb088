package run

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// One attempt of a run: its heart, and what stops it.

// worker is one attempt of a run, which another may take over.
type worker struct {
	runner   *Runner
	run      *entity.Run
	schedule *entity.Schedule
	began    time.Time
	searched time.Time // when the search began
	stop     context.CancelCauseFunc

	mu       sync.Mutex
	progress solver.Progress
	first    []int64 // value of the first plan of the search
	phase    string
}

// goes takes over how the search goes. The bar never goes back.
func (w *worker) goes(p solver.Progress) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.first == nil {
		w.first = slices.Clone(p.Value)
	}
	p.Percent = max(w.progress.Percent, searched(p, w.first))
	w.progress = p
}

var (
	errStale     = errors.New("aps: another attempt has taken over")
	errCancelled = errors.New("aps: cancelled")
)

// watch beats the heart, tells pages how it goes, and stops the solver when the user or another attempt says so.
func (w *worker) watch(ctx context.Context, over <-chan struct{}) {
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	failing := false // it is said once, until the heart beats again; an outage of the database has a line of its own
	for {
		select {
		case <-over:
			return
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := w.beat(ctx)
		if err != nil && ctx.Err() == nil && !failing && !store.IsOutage(err) {
			slog.WarnContext(ctx, "a run's heartbeat failed", "run", w.run.ID, "error", err)
		}
		failing = err != nil
	}
}

func (w *worker) beat(ctx context.Context) error {
	w.mu.Lock()
	p, phase := w.progress, w.phase
	w.mu.Unlock()
	var now entity.Run
	err := w.runner.deps.DB.WriteAside(ctx, func(tx store.Tx) error {
		if _, err := tx.Change((*entity.Run)(nil)).Set("heartbeat_at = ?", w.runner.deps.Now()).Set("phase = ?", phase).Set("percent = ?", int(p.Percent)).
			Set("objective = ?", objective(p.Value)).Set("late = ?", p.Late).Where("id = ?", w.run.ID).Where("attempt = ?", w.run.Attempt).Where("state = ?", entity.StateRunning).Exec(ctx); err != nil {
			return err
		}
		return tx.Select(&now).Where("id = ?", w.run.ID).Scan(ctx)
	})
	if err != nil {
		return err
	}
	switch {
	case now.Attempt != w.run.Attempt || now.State != entity.StateRunning:
		w.stop(errStale)
	case now.CancelRequested && !w.finishes():
		w.stop(errCancelled)
	}
	w.runner.tell(ctx, &now)
	return nil
}

// holds makes sure, at the end of a transaction that writes a piece of the plan, that the run is still this attempt's: the
// reaper cannot take it up before that is committed, and then removes the piece too. At the end, because it keeps the
// heart from beating until the commit.
func (w *worker) holds(ctx context.Context, tx store.Tx) error {
	n, err := tx.Change((*entity.Run)(nil)).Set("heartbeat_at = ?", w.runner.deps.Now()).Where("id = ?", w.run.ID).Where("attempt = ?", w.run.Attempt).Where("state = ?", entity.StateRunning).Exec(ctx)
	if err == nil && n == 0 {
		err = errStale
	}
	return err
}

func objective(value []int64) int64 {
	if len(value) > 1 {
		return value[1]
	}
	return 0
}

func (w *worker) enter(phase string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.phase, w.progress.Percent = phase, max(w.progress.Percent, phaseAt[phase])
}
