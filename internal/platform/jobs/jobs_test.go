package jobs_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mouldworks/internal/platform/jobs"
)

// waiting is work that waits: a list that Next takes from.
type waiting struct {
	mu   sync.Mutex
	work []jobs.Work
	err  error
	at   int // works now
	most int // worked at once
	seen int // calls of Next
}

func (w *waiting) add(work jobs.Work) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.work = append(w.work, work)
}

func (w *waiting) next(context.Context) (jobs.Work, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen++
	if w.err != nil || len(w.work) == 0 {
		return nil, w.err
	}
	work := w.work[0]
	w.work = w.work[1:]
	return func(ctx context.Context) error {
		w.count(1)
		defer w.count(-1)
		return work(ctx)
	}, nil
}

func (w *waiting) count(by int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at += by
	w.most = max(w.most, w.at)
}

// start runs a node on a source until the test ends.
func start(t *testing.T, slots int, w *waiting) (*jobs.Background, *jobs.Source) {
	t.Helper()
	s := &jobs.Source{Name: "test", Slots: slots, Next: w.next}
	node := &jobs.Background{}
	node.From(s)
	node.Start(t.Context())
	t.Cleanup(func() { stop(t, node) })
	return node, s
}

func stop(t *testing.T, node *jobs.Background) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := node.Stop(ctx); err != nil {
		t.Error(err)
	}
}

func TestNeverMoreAtOnceThanSlots(t *testing.T) {
	w := &waiting{}
	var done sync.WaitGroup
	for range 7 {
		done.Add(1)
		w.add(func(context.Context) error { done.Done(); return nil })
	}
	gate, entered := make(chan struct{}), make(chan struct{}, 2)
	for range 2 {
		w.work = append([]jobs.Work{func(context.Context) error { entered <- struct{}{}; <-gate; return nil }}, w.work...)
	}
	start(t, 2, w)
	<-entered
	<-entered // both slots are taken by work that waits for the test
	close(gate)
	done.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.most != 2 {
		t.Errorf("%d at once in two slots", w.most)
	}
}

func TestWorkThatComesLaterIsFound(t *testing.T) {
	w := &waiting{}
	_, s := start(t, 1, w)
	for _, wake := range []func(){s.Wake, func() {}} { // told on this node, or not
		done := make(chan struct{})
		w.add(func(context.Context) error { close(done); return nil })
		wake()
		<-done
	}
}

// What fails or panics ends neither the server nor the source, and leaves its slot.
func TestFaultsLeaveTheirSlot(t *testing.T) {
	w := &waiting{}
	w.add(func(context.Context) error { return errors.New("broken") })
	w.add(func(context.Context) error { panic("a bug") })
	done := make(chan struct{})
	w.add(func(context.Context) error { close(done); return nil })
	start(t, 1, w)
	<-done
}

func TestASourceThatFailsIsAskedAgain(t *testing.T) {
	w := &waiting{err: errors.New("the database is away")}
	_, s := start(t, 1, w)
	for asked := 0; asked < 2; {
		s.Wake()
		w.mu.Lock()
		asked = w.seen
		w.mu.Unlock()
	}
	done := make(chan struct{})
	w.mu.Lock()
	w.err = nil
	w.mu.Unlock()
	w.add(func(context.Context) error { close(done); return nil })
	<-done
}

// A node that leaves takes nothing more and tells its work at once; Stop waits for it.
func TestStopEndsRunningWork(t *testing.T) {
	w := &waiting{}
	began, told, gate := make(chan struct{}), make(chan struct{}), make(chan struct{})
	var ended atomic.Bool
	w.add(func(ctx context.Context) error {
		close(began)
		<-ctx.Done()
		close(told)
		<-gate // hands over
		ended.Store(true)
		return ctx.Err()
	})
	node, s := start(t, 1, w)
	<-began
	node.Leave()
	<-told
	w.add(func(context.Context) error { t.Error("work was taken after the node left"); return nil })
	s.Wake()
	short, cancel := context.WithCancel(t.Context())
	cancel()
	if err := node.Stop(short); !errors.Is(err, context.Canceled) {
		t.Errorf("a stop without time says %v", err)
	}
	close(gate)
	stop(t, node)
	if !ended.Load() {
		t.Error("Stop did not wait")
	}
}

func TestBeatsGoOnAfterFaults(t *testing.T) {
	node := &jobs.Background{}
	var calls atomic.Int32
	done := make(chan struct{})
	node.Every("test", time.Millisecond, func(context.Context) error {
		switch calls.Add(1) {
		case 1:
			return errors.New("broken")
		case 2:
			panic("a bug")
		case 3:
			close(done)
		}
		return nil
	})
	node.Start(t.Context())
	<-done
	stop(t, node)
}
