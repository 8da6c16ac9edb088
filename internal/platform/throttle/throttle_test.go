package throttle_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/platform/throttle"
)

// Uses at the same moment are let through as often as the limit says, also when the first of them makes the row; another
// name has a count of its own; the next window begins anew.
func TestUsesAtOnceAreCounted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		limit, now := throttle.Limit{Most: 7, Window: time.Minute}, store.Now()
		atOnce := func(name string, now time.Time) (through int) {
			var mu sync.Mutex
			var wait sync.WaitGroup
			for range 24 {
				wait.Go(func() {
					var left time.Duration
					err := throttle.Count(t.Context(), db, "the test uses it", func(tx store.Tx) (err error) {
						left, err = limit.Take(t.Context(), tx, name, now)
						return err
					})
					mu.Lock()
					defer mu.Unlock()
					if err != nil {
						t.Error(err)
					}
					if left == 0 {
						through++
					}
				})
			}
			wait.Wait()
			return through
		}
		for _, step := range []struct {
			name string
			at   time.Time
			want int
		}{{"a", now, 7}, {"b", now, 7}, {"a", now.Add(59 * time.Second), 0}, {"a", now.Add(time.Minute), 7}, {"a", now.Add(time.Minute), 0}} {
			if got := atOnce(step.name, step.at); got != step.want {
				t.Errorf("%s at %s: %d went through, not %d", step.name, step.at, got, step.want)
			}
		}
	})
}

// A refusal says when the window ends; what is returned may be used again, once.
func TestWhatIsReturnedMayBeUsedAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		limit, now := throttle.Limit{Most: 1, Window: time.Hour}, store.Now()
		take := func(at time.Time) (wait time.Duration) {
			if err := throttle.Count(t.Context(), db, "the test uses it", func(tx store.Tx) (err error) {
				wait, err = limit.Take(t.Context(), tx, "a", at)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return wait
		}
		if wait := take(now); wait != 0 {
			t.Errorf("the first waits %v", wait)
		}
		if wait := take(now.Add(20 * time.Minute)); wait != 40*time.Minute {
			t.Errorf("the second waits %v", wait)
		}
		for range 2 { // the second finds nothing to return
			if err := db.System(t.Context(), "the test returns it", func(tx store.Tx) error { return throttle.Return(t.Context(), tx, "a") }); err != nil {
				t.Fatal(err)
			}
		}
		if first, second := take(now.Add(time.Minute)), take(now.Add(time.Minute)); first != 0 || second != 59*time.Minute {
			t.Errorf("after a return they wait %v and %v", first, second)
		}
	})
}

// A row that others make and remove again and again spoils no count; one that never ends to be made is busy, and no fault of what
// was sent.
func TestARowThatComesAndGoesIsCountedAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for spoilt, want := range map[int]error{12: nil, 1000: store.ErrBusy} {
			begun := 0
			err := throttle.Count(t.Context(), db, "the test uses it", func(store.Tx) error {
				if begun++; begun <= spoilt {
					return store.ErrDuplicate
				}
				return nil
			})
			if !errors.Is(err, want) || errors.Is(err, store.ErrDuplicate) {
				t.Errorf("spoilt %d times: %v", spoilt, err)
			}
		}
	})
}
