package identity

import (
	"context"
	"runtime"
	"time"

	"mouldworks/internal/platform/problem"
)

// How many passwords are judged at the same moment, and how many wait. Each costs 19 MiB and a core for as long as
// argon2id takes, some 30 ms; so the last in the queue waits about a second.
const (
	mostTurns  = 4
	mostQueued = 64
	// busyFor is when a caller who found the queue full may come again.
	busyFor = 2 * time.Second
)

var msgBusy = problem.L("当前登录请求过多，请 %d 秒后再试", "Too many people are signing in at this moment, please try again in %d seconds")

// atOnce is how many hashes this machine makes at the same moment.
func atOnce() int { return min(mostTurns, runtime.GOMAXPROCS(0)) }

// turns lets a few callers at a time go on and keeps a short queue of others. Whoever has a turn may wait for the
// database; hashing has slots of its own (see deriveKey), so that neither waits for the other.
type turns struct {
	places chan struct{} // one for everybody who is in, or waits
	slots  chan struct{} // one for everybody who is in
}

func newTurns(slots, queued int) *turns {
	return &turns{places: make(chan struct{}, slots+queued), slots: make(chan struct{}, slots)}
}

// take waits for a turn; where too many wait already it answers 429 at once. leave gives the turn back.
func (t *turns) take(ctx context.Context) (leave func(), err error) {
	select {
	case t.places <- struct{}{}:
	default:
		return nil, problem.Slow(busyFor, msgBusy.With(int(busyFor/time.Second)))
	}
	select {
	case t.slots <- struct{}{}:
		return func() { <-t.slots; <-t.places }, nil
	case <-ctx.Done():
		<-t.places
		return nil, ctx.Err()
	}
}
