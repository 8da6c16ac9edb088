package run

import (
	"context"
	"testing"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// node is a node of a factory with one schedule, whose runs a test works on step by step.
type node struct {
	*testing.T
	db       *store.DB
	ctx      context.Context
	runner   *Runner
	schedule *entity.Schedule
}

// each makes a node on both engines, with a run that waits.
func each(t *testing.T, fn func(n *node, run *entity.Run)) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		n := &node{T: t, db: storetest.Open(t, url)}
		n.ctx = store.WithActor(t.Context(), storetest.Tenant(t, n.db, "a"))
		shop := func(context.Context, store.Tx, []string) (*model.Shop, error) { return modeltest.Factory(3), nil }
		plans := plan.New(plan.Deps{DB: n.db, Shop: shop, Outline: shop, Now: store.Now})
		n.runner = New(Deps{DB: n.db, Shop: shop, Workers: 1, Now: store.Now}, plans)
		n.schedule = &entity.Schedule{Name: "s", StartTime: store.Now(), MouldIDs: []string{}, Moulds: []entity.MouldRow{}, Settings: map[string]any{"timeLimitSeconds": 0.0}}
		var run *entity.Run
		n.write(func(tx store.Tx) (err error) {
			if err = tx.Insert(n.ctx, n.schedule); err == nil {
				run, err = n.runner.Start(n.ctx, tx, n.schedule.ID)
			}
			return err
		})
		fn(n, run)
	})
}

func (n *node) write(fn func(tx store.Tx) error) {
	n.Helper()
	n.must(n.db.Write(n.ctx, fn))
}

func (n *node) must(err error) {
	n.Helper()
	if err != nil {
		n.Fatal(err)
	}
}

// stored is a run as it stands.
func (n *node) stored(id string) (run entity.Run) {
	n.Helper()
	n.must(n.db.Read(n.ctx, func(tx store.Tx) error { return tx.Select(&run).Where("id = ?", id).Scan(n.ctx) }))
	return run
}

// works works the run that is next, its search under a context of its own, with a pause between the plan and its storing.
func (n *node) works(solving context.Context, pause func()) {
	n.Helper()
	q, err := n.runner.readQueue(n.ctx)
	n.must(err)
	run, schedule, err := n.runner.claim(n.ctx, q.order[0])
	n.must(err)
	w := &worker{runner: n.runner, run: run, schedule: schedule, began: n.runner.deps.Now()}
	out, err := w.plan(solving)
	pause()
	if end := w.keep(n.ctx, out, err); end != nil {
		n.must(w.end(n.ctx, end.state, end.message, end.plan))
	}
}

// An attempt that another has taken over writes nothing more, and leaves the run to it.
func TestStaleAttemptStoresNothing(t *testing.T) {
	each(t, func(n *node, run *entity.Run) {
		n.works(n.ctx, func() {
			n.write(func(tx store.Tx) error {
				_, err := tx.Change((*entity.Run)(nil)).Set("attempt = ?", 2).Where("id = ?", run.ID).Exec(n.ctx)
				return err
			})
		})
		n.must(n.db.Read(n.ctx, func(tx store.Tx) error {
			for _, rows := range []any{(*entity.Plan)(nil), (*result.Task)(nil)} {
				if left, err := tx.Select(rows).Count(n.ctx); err != nil || left != 0 {
					n.Errorf("%d of %T are left, %v", left, rows, err)
				}
			}
			return nil
		}))
		if got := n.stored(run.ID); got.State != entity.StateRunning || got.Attempt != 2 {
			n.Errorf("the run is %s %d", got.State, got.Attempt)
		}
	})
}

// A run that is cancelled while it reads the shop was cancelled and has not failed; one that another attempt has taken over
// stays that attempt's.
func TestStoppedWhileItReadsTheShop(t *testing.T) {
	for cause, want := range map[error]string{errCancelled: entity.StateCancelled, errStale: entity.StateRunning} {
		each(t, func(n *node, run *entity.Run) {
			solving, stop := context.WithCancelCause(n.ctx)
			stop(cause)
			n.works(solving, func() {})
			if got := n.stored(run.ID); got.State != want || got.Message != "" {
				n.Errorf("the run is %s %q, want %s", got.State, got.Message, want)
			}
		})
	}
}

// Of two nodes that have read the same queue one gets the run, the other nothing.
func TestOneNodeGetsARun(t *testing.T) {
	each(t, func(n *node, _ *entity.Run) {
		q, err := n.runner.readQueue(t.Context())
		n.must(err)
		next := store.WithActor(t.Context(), actorOf(q.order[0]))
		for node, want := range []bool{true, false} {
			if run, _, err := n.runner.claim(next, q.order[0]); err != nil || (run != nil) != want {
				n.Errorf("node %d gets %v, %v", node, run, err)
			}
		}
	})
}
