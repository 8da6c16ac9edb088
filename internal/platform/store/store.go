// Package store opens the database and is the only place where a transaction or a tenant scope is made.
//
// What lives here: the two engines and their settings, transactions, the scope that every statement gets, optimistic
// versions, the operation log, migrations and row-level security. What never does: a rule of any domain.
//
// Two walls keep tenants apart. The first is Tx: it does not show the query builder, and every statement on a table
// with tenant_id (and factory_id) is filtered and written with the actor's. The second, on PostgreSQL, is row-level
// security under a role that owns nothing.
package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"

	"github.com/uptrace/bun"
)

// DB is an open database. Its methods may be called from many goroutines.
type DB struct {
	write, read *bun.DB
	postgres    bool
	place       string              // file, or host and name, for messages and the log; without a password
	file        *dataFile           // of SQLite; nil for PostgreSQL
	probes      *sql.DB             // asks PostgreSQL whether it lives, by a connection that nobody else waits for
	indexes     map[string][]string // columns of the unique indexes, by name
	outage      outage
	writers     writers
}

// Close waits for nothing; callers stop their work first.
func (d *DB) Close() error {
	d.closing()
	if d.postgres {
		return errors.Join(d.probes.Close(), d.write.Close())
	}
	return errors.Join(d.file.release(), d.read.Close(), d.write.Close())
}

// Postgres tells which engine runs, for the few places that must know: jobs, bus, tests.
func (d *DB) Postgres() bool { return d.postgres }

// Pool is the write pool for libraries that bring their own statements (migrations, the job queue).
func (d *DB) Pool() *sql.DB { return d.write.DB }

// Read runs fn, which writes nothing, in one consistent snapshot, seen through the scope of the context's actor.
func (d *DB) Read(ctx context.Context, fn func(Tx) error) error {
	return d.run(ctx, d.read, kind{reads: true}, fn)
}

// Write runs fn in one transaction with the scope of the context's actor: all of it commits, or nothing. A tenant
// whose licence has run out writes nothing (ErrSuspended), and neither does who views it as somebody else (ErrViewing).
func (d *DB) Write(ctx context.Context, fn func(Tx) error) error {
	return d.run(ctx, d.write, kind{}, fn)
}

// WriteAside is Write without the tenant's turn, for what must not wait behind a long writer and what no rule over several
// rows reads, such as a heartbeat.
func (d *DB) WriteAside(ctx context.Context, fn func(Tx) error) error {
	return d.run(ctx, d.write, kind{aside: true}, fn)
}

// System runs fn without a scope, for the few tables that stand above tenants (accounts, sessions, tenants) and for
// start-up. The reason goes into the code for the reader: say why no actor can be known.
func (d *DB) System(ctx context.Context, reason string, fn func(Tx) error) error {
	if reason == "" {
		return errors.New("store: a system transaction needs a reason")
	}
	if err := askBefore(ctx); err != nil {
		return err
	}
	return d.begin(ctx, d.write, Actor{Through: ThroughSystem}, kind{system: true}, fn)
}

// SystemRead is System for questions only, in one consistent snapshot; it never waits for a writer.
func (d *DB) SystemRead(ctx context.Context, reason string, fn func(Tx) error) error {
	if reason == "" {
		return errors.New("store: a system transaction needs a reason")
	}
	return d.begin(ctx, d.read, Actor{Through: ThroughSystem}, kind{system: true, reads: true}, fn)
}

// Survey lets SQLite look at tables that have grown, so that it chooses how to read them by their size; PostgreSQL does
// so by itself. It takes milliseconds: SQLite looks at a sample of a few hundred rows.
func (d *DB) Survey(ctx context.Context) error {
	if d.postgres {
		return nil
	}
	// 0x10000: every table, not only those that this connection has read.
	if _, err := d.write.ExecContext(ctx, "PRAGMA optimize=0x10002"); err != nil {
		return fmt.Errorf("survey the tables: %w", err)
	}
	return nil
}

type beforeWriteKey struct{}

// BeforeWrite has fn run once, before the first transaction of the context that writes, whether for its actor or above tenants;
// where it fails, none of them begins. fn itself must not write with the context that this gives.
func BeforeWrite(ctx context.Context, fn func() error) context.Context {
	return context.WithValue(ctx, beforeWriteKey{}, sync.OnceValue(fn))
}

// askBefore runs what BeforeWrite has left in a context.
func askBefore(ctx context.Context) error {
	if before, asked := ctx.Value(beforeWriteKey{}).(func() error); asked {
		return before()
	}
	return nil
}

// kind of a transaction.
type kind struct {
	system bool // stands above tenants
	reads  bool // writes nothing
	aside  bool // does not wait for the tenant's turn
}

func (d *DB) run(ctx context.Context, pool *bun.DB, k kind, fn func(Tx) error) error {
	actor, err := ActorFrom(ctx)
	if err != nil {
		return err
	}
	if actor.Suspended && !k.reads {
		return ErrSuspended
	}
	if actor.Viewer != "" && !k.reads {
		return ErrViewing
	}
	if !k.reads {
		if err := askBefore(ctx); err != nil {
			return err
		}
	}
	return d.begin(ctx, pool, actor, k, fn)
}

// options make a PostgreSQL transaction that reads one snapshot: by default each of its statements sees what others
// have committed meanwhile. On SQLite a transaction's first question takes the snapshot.
func (d *DB) options(reads bool) *sql.TxOptions {
	if !d.postgres || !reads {
		return nil
	}
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

func (d *DB) begin(ctx context.Context, pool *bun.DB, actor Actor, k kind, fn func(Tx) error) error {
	if !k.reads {
		if err := d.writable(); err != nil {
			d.watch(ctx, err, true)
			return err
		}
	}
	after := &[]func(){}
	failed, err := d.transact(ctx, pool, k, Tx{of: d, actor: actor, system: k.system, after: after}, fn)
	if failed == nil {
		err = d.faultOfStatement(err) // of begin or commit
	} else {
		err = d.fault(err) // fn may have asked others than the database, too
	}
	switch left := ctx.Err(); {
	case left == nil:
	case errors.Is(err, sql.ErrTxDone):
		err = errors.Join(left, err) // the driver took the transaction back when its caller left, and its next step found none
	case errors.Is(left, context.Canceled) && errors.Is(err, driver.ErrBadConn):
		err = fmt.Errorf("%w: %v", left, err) // the driver closed the line when its caller left: the database may answer well
	}
	if err == nil && !k.reads {
		err = d.file.inPlace() // what went into a file that was taken away is not acknowledged
	}
	d.watch(ctx, err, !k.reads)
	if err != nil {
		return err
	}
	for _, effect := range *after {
		effect()
	}
	return nil
}

// transact runs fn in one transaction; failed is what fn returned, err what came of all. A tenant has one writer at a time.
func (d *DB) transact(ctx context.Context, pool *bun.DB, k kind, scope Tx, fn func(Tx) error) (failed, err error) {
	locks := d.postgres && k == kind{}
	if locks {
		leave, err := d.writers.enter(ctx, scope.actor.TenantID)
		if err != nil {
			return err, err
		}
		defer leave()
	}
	err = pool.RunInTx(ctx, d.options(k.reads), func(ctx context.Context, tx bun.Tx) error {
		if d.postgres && !k.system {
			enter, values := enterTenant, []any{tenantRole, scope.actor.TenantID, scope.actor.FactoryID}
			if locks {
				enter, values = enter+lockTenant, append(values, tenantLock, scope.actor.TenantID)
			}
			if _, err := tx.ExecContext(ctx, enter, values...); err != nil {
				return fmt.Errorf("enter the tenant: %w", d.faultOfStatement(err))
			}
		}
		scope.db = tx
		failed = fn(scope)
		return failed
	})
	return failed, err
}
