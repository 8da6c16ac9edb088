package store

import (
	"context"
	"sync"
)

// writers lets one transaction of a tenant write at a time on PostgreSQL, as SQLite does for all of them: a rule over several
// rows (no cycle among processes, batches that stay within their part) reads what it judges, and two writers at once would
// each find it kept. Nor can two imports of one tenant that lock the same rows in another order wait for each other.
//
// The lock of the database holds across nodes. Within one node the queue is here, in the order of arrival: whoever waits
// there has no connection, so that a tenant with many writers leaves those to the others.
type writers struct {
	mu      sync.Mutex
	tenants map[string]*writerQueue
}

// writerQueue is of one tenant, as long as anybody is in it.
type writerQueue struct {
	turn   chan struct{} // holds one element while somebody writes
	inside int           // who writes and who waits
}

// enter waits for the tenant's turn; leave ends it. The error is that of ctx.
func (w *writers) enter(ctx context.Context, tenant string) (leave func(), err error) {
	w.mu.Lock()
	if w.tenants == nil {
		w.tenants = map[string]*writerQueue{}
	}
	q := w.tenants[tenant]
	if q == nil {
		q = &writerQueue{turn: make(chan struct{}, 1)}
		w.tenants[tenant] = q
	}
	q.inside++
	w.mu.Unlock()
	out := func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if q.inside--; q.inside == 0 {
			delete(w.tenants, tenant)
		}
	}
	select {
	case q.turn <- struct{}{}:
		return func() { <-q.turn; out() }, nil
	case <-ctx.Done():
		out()
		return nil, ctx.Err()
	}
}

// tenantLock is the first half of the tenants' lock in the database, apart from other uses of such locks.
const tenantLock = 7305172

// enterTenant gives a transaction of PostgreSQL its scope, and a writing one the tenant's lock until its end. true = for this
// transaction only. Without a factory the setting is empty and matches no row.
const (
	enterTenant = "SELECT set_config('role', ?, true), set_config('app.tenant', ?, true), set_config('app.factory', ?, true)"
	lockTenant  = ", pg_advisory_xact_lock(?, hashtext(?))"
)
