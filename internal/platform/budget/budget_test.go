package budget_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/problem"
)

func acquire(t *testing.T, b *budget.Budget, bytes int64) func() {
	t.Helper()
	release, err := b.Acquire(context.Background(), bytes)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func refusedAsSlow(t *testing.T, err error) {
	t.Helper()
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.TooMany || p.Status != 429 || p.RetryAfter <= 0 {
		t.Fatalf("got %v, want 429 with the time to wait", err)
	}
}

func TestNobodyWaitsWhereTheQueueIsFull(t *testing.T) {
	b := budget.New(budget.Limits{Total: 100, Patience: time.Hour})
	release := acquire(t, b, 60)
	acquire(t, b, 40)
	_, err := b.Acquire(context.Background(), 1)
	refusedAsSlow(t, err)
	release()
	acquire(t, b, 60)
}

func TestAWaitThatIsTooLongIsRefused(t *testing.T) {
	b := budget.New(budget.Limits{Total: 100, Queue: 1, Patience: time.Millisecond})
	acquire(t, b, 100)
	_, err := b.Acquire(context.Background(), 1)
	refusedAsSlow(t, err)
	if n := b.Waiting(); n != 0 {
		t.Errorf("%d still wait", n)
	}
}

func TestACallThatIsGivenUpLeavesTheQueue(t *testing.T) {
	b := budget.New(budget.Limits{Total: 100, Queue: 1, Patience: time.Hour})
	acquire(t, b, 100)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Acquire(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestWorkThatNeedsMoreThanAllRunsAlone(t *testing.T) {
	b := budget.New(budget.Limits{Total: 100, Patience: time.Hour})
	release := acquire(t, b, 1000)
	_, err := b.Acquire(context.Background(), 1)
	refusedAsSlow(t, err)
	release()
	release() // a second call gives nothing back twice
	acquire(t, b, 100)
	_, err = b.Acquire(context.Background(), 1)
	refusedAsSlow(t, err)
}

func TestWaitersGetTheirTurnAndNeverMoreThanAll(t *testing.T) {
	b := budget.New(budget.Limits{Total: 100, Queue: 50, Patience: time.Hour})
	var inWork, most atomic.Int64
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			bytes := int64(10 + i)
			release, err := b.Acquire(context.Background(), bytes)
			if err != nil {
				t.Error(err)
				return
			}
			defer release()
			defer inWork.Add(-bytes)
			for now := inWork.Add(bytes); ; {
				seen := most.Load()
				if now <= seen || most.CompareAndSwap(seen, now) {
					break
				}
			}
			runtime.Gosched()
		})
	}
	all.Wait()
	if most.Load() > 100 {
		t.Errorf("%d bytes at once of 100", most.Load())
	}
}
