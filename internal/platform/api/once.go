package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync/atomic"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/throttle"
)

// onceHeader names a call that changes something. Browsers send a call again by themselves when a connection that they
// had used before breaks without an answer; nobody but the server can tell that it has arrived already.
const onceHeader = "Idempotency-Key"

// onceLimit is how long a name is remembered. A browser repeats a call at once; a program may be slower.
var onceLimit = throttle.Limit{Most: 1, Window: 10 * time.Minute}

const reasonOnce = "the names of calls are counted for every tenant alike"

// once serves a call that its sender has named. The second arrival is refused where it would write; questions are answered
// as often as they come. A call that was refused has done nothing: its name is free again.
func (s *Server) once(ctx context.Context, key string, serve func(ctx context.Context) (status int)) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		serve(ctx) // which says so itself
		return
	}
	// The name is its sender's own, and what it is made of is not stored.
	sum := sha256.Sum256([]byte(actor.TenantID + "\x00" + actor.AccountID + "\x00" + key))
	name := "call " + hex.EncodeToString(sum[:])
	var taken atomic.Bool // a write may go on after the answer
	status := serve(store.BeforeWrite(ctx, func() error {
		err := throttle.Count(ctx, s.db, reasonOnce, func(tx store.Tx) error {
			wait, err := onceLimit.Take(ctx, tx, name, time.Now())
			if err == nil && wait > 0 {
				err = problem.Received()
			}
			return err
		})
		taken.Store(err == nil)
		return err
	}))
	if taken.Load() && status >= http.StatusBadRequest && status < http.StatusInternalServerError {
		after := context.WithoutCancel(ctx) // also for who has left
		if err := s.db.System(after, reasonOnce, func(tx store.Tx) error { return throttle.Return(after, tx, name) }); err != nil {
			logFault(ctx, "the name of a refused call stays taken", err)
		}
	}
}
