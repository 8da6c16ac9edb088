package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"mouldworks/internal/platform/jobs"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// queue opens a queue with a handler on a database and starts it.
func queue(t *testing.T, db *store.DB, url string, h jobs.Handler) *jobs.Queue {
	t.Helper()
	q, err := jobs.Open(t.Context(), db, jobs.Options{URL: url, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	q.Register("work", h)
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := q.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	return q
}

func enqueue(t *testing.T, q *jobs.Queue, db *store.DB, a store.Actor, payload string, end error) {
	t.Helper()
	ctx := store.WithActor(t.Context(), a)
	err := db.Write(ctx, func(tx store.Tx) error {
		if err := q.Enqueue(ctx, tx, "work", payload); err != nil {
			return err
		}
		return end
	})
	if !errors.Is(err, end) {
		t.Fatal(err)
	}
}

func TestAJobRunsOnceAsItsActorAndOnlyAfterItsTransaction(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		a := storetest.Tenant(t, db, "a")
		ran := make(chan string, 10)
		handler := func(ctx context.Context, payload json.RawMessage) error {
			actor, err := store.ActorFrom(ctx)
			if err != nil || actor.TenantID != a.TenantID || actor.FactoryID != a.FactoryID || actor.Through != store.ThroughJob {
				t.Errorf("it ran as %+v, %v", actor, err)
			}
			ran <- string(payload)
			return nil
		}
		q := queue(t, db, url, handler)
		if db.Postgres() { // two nodes on one database
			queue(t, db, url, handler)
		}
		enqueue(t, q, db, a, "lost", errors.New("rolled back"))
		enqueue(t, q, db, a, "kept", nil)
		if got := <-ran; got != `"kept"` {
			t.Errorf("it ran %s", got)
		}
		enqueue(t, q, db, a, "last", nil)
		if got := <-ran; got != `"last"` { // neither the lost one nor the kept one a second time
			t.Errorf("then it ran %s", got)
		}
	})
}

func TestLaterAndFailureRunAgain(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		a := storetest.Tenant(t, db, "a")
		var runs atomic.Int32
		done := make(chan struct{})
		q := queue(t, db, url, func(context.Context, json.RawMessage) error {
			switch runs.Add(1) {
			case 1:
				return jobs.Later(time.Millisecond)
			case 2:
				panic("a bug") // is an error of the job, not the end of the server
			}
			close(done)
			return nil
		})
		enqueue(t, q, db, a, "x", nil)
		select {
		case <-done:
		case <-time.After(30 * time.Second):
			t.Fatalf("it ran %d times", runs.Load())
		}
	})
}

func TestStopEndsRunningWork(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		a := storetest.Tenant(t, db, "a")
		started, ended := make(chan struct{}), make(chan struct{})
		q, err := jobs.Open(t.Context(), db, jobs.Options{URL: url, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		q.Register("work", func(ctx context.Context, _ json.RawMessage) error {
			close(started)
			<-ctx.Done()
			close(ended)
			return ctx.Err()
		})
		if err := q.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		enqueue(t, q, db, a, "x", nil)
		<-started
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := q.Stop(ctx); err != nil {
			t.Error(err)
		}
		<-ended
	})
}
