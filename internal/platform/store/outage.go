package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"
)

// outage remembers that the database cannot be used, or not be written, so that the log says so once and not with every call.
type outage struct {
	mu     sync.Mutex
	cause  error // one of those below; nil while all is well
	line   error // the cause that the log has told, until it has told the end
	since  time.Time
	ended  time.Time
	failed int         // calls
	begun  int         // outages since the start
	cost   int         // calls that failed since the start
	ending *time.Timer // tells the end
	told   bool        // that PostgreSQL has met damage

	probing sync.Mutex // held while somebody asks the database
	asked   time.Time
	answer  error
}

// remedies are what whoever is on call does about an outage, the gravest last: it takes the place of a lighter one.
var remedies = []struct {
	cause  error
	line   string
	remedy string
}{
	{ErrUnavailable, "database unavailable", "start the database, or mend the way to it; the server connects again by itself"},
	{ErrFull, "disk of the database full", "free space on its disk; the server goes on by itself"},
	{ErrReadOnly, "database cannot be written", "check the disk, its mount and the owner of the files; the server goes on by itself"},
	{ErrLost, "file of the database not in its place", "put the file back while the server runs, and it goes on by itself; or stop the server and restore a backup. Nothing is saved meanwhile"},
	{ErrDamaged, "database damaged", "stop the server and restore a backup"},
}

// watch notes how a transaction ended. The first failure of an outage and its end are a line of the log each.
func (d *DB) watch(ctx context.Context, err error, wrote bool) {
	if err != nil {
		d.note(ctx, err)
		return
	}
	// A question proves that a database answers, not that it can be written; neither does a transaction that changed nothing.
	switch cause := d.Outage(); {
	case cause == ErrUnavailable:
		d.over()
	case cause != nil && wrote && d.ask(ctx) == nil:
		d.over()
	}
}

// note begins an outage, or counts one more call that it cost.
func (d *DB) note(ctx context.Context, err error) {
	o := &d.outage
	grave := gravity(err)
	if grave < 0 {
		return
	}
	r := remedies[grave]
	o.mu.Lock()
	o.failed++
	o.cost++
	known := grave <= gravity(o.cause)
	if r.cause == ErrDamaged && d.postgres { // a page of a server that others use, too: it is told, and judged by its own means
		known, o.told = o.told, true
	} else if !known {
		o.cause = r.cause
		if known = o.line == r.cause; !known { // else it has come back before its end was told
			o.line, o.since = r.cause, time.Now()
			o.begun++
		}
	}
	o.mu.Unlock()
	if known {
		return
	}
	if r.cause == ErrDamaged && !d.postgres {
		checking, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkWithin)
		defer cancel()
		found := d.examine(checking)
		if found == nil {
			slog.WarnContext(ctx, "database called damaged, but a check finds it whole", "database", d.place, "error", err)
			d.file.accept()
			d.end()
			return
		}
		err = errors.Join(err, found)
	}
	remedy := r.remedy
	if d.postgres && r.cause == ErrReadOnly {
		remedy = "it is a standby, or default_transaction_read_only is on: point --database at the primary, or allow writing; the server goes on by itself"
	}
	slog.ErrorContext(ctx, r.line, "database", d.place, "error", err, "remedy", remedy)
}

// gravity is the place of an error's cause in remedies, -1 for one that is no outage.
func gravity(err error) int {
	for i := len(remedies) - 1; i >= 0; i-- {
		if errors.Is(err, remedies[i].cause) {
			return i
		}
	}
	return -1
}

// calmFor is how long a database has to work until the log tells the end of an outage: while it comes back, some calls still fail
// beside others that do not.
const calmFor = 3 * time.Second

// over ends an outage. A damaged file stays so until the server starts again, which looks at it as a whole: what can still be
// read or written is no proof.
func (d *DB) over() {
	o := &d.outage
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cause == nil || o.cause == ErrDamaged {
		return
	}
	o.cause = nil
	if o.ending != nil {
		o.ending.Stop()
	}
	o.ended = time.Now()
	o.ending = time.AfterFunc(calmFor, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if time.Since(o.ended) >= calmFor { // else a later end has a timer of its own
			d.tellEnd()
		}
	})
}

// tellEnd writes the line of the end, unless the database is away again. The outage is locked.
func (d *DB) tellEnd() {
	if o := &d.outage; o.cause == nil && o.line != nil {
		slog.Info("database works again", "database", d.place, "after", o.ended.Sub(o.since).Round(time.Second), "failed", o.failed)
		o.line, o.failed = nil, 0
	}
}

// closing tells at once what would be told later.
func (d *DB) closing() {
	d.outage.mu.Lock()
	defer d.outage.mu.Unlock()
	d.tellEnd()
}

// end forgets an outage that was none.
func (d *DB) end() {
	d.outage.mu.Lock()
	defer d.outage.mu.Unlock()
	d.outage.cause, d.outage.line, d.outage.failed = nil, nil, 0
}

// probeEvery is how often a database is probed at most, however often somebody asks.
const probeEvery = time.Second

// readyWithin is how long a probe may take.
const readyWithin = 2 * time.Second

// Ready answers whether the database can be written, within two seconds. While it works, a long transaction on SQLite is no
// reason to call it unready.
func (d *DB) Ready(ctx context.Context) error {
	err := d.ask(ctx)
	if err != nil {
		d.note(ctx, err)
		return err
	}
	d.over()
	return nil
}

// ask probes the database, or gives the answer of a moment ago.
func (d *DB) ask(ctx context.Context) error {
	o := &d.outage
	o.probing.Lock()
	defer o.probing.Unlock()
	if !o.asked.IsZero() && time.Since(o.asked) < probeEvery {
		return o.answer
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyWithin) // the answer is everybody's
	defer cancel()
	o.answer = d.probe(ctx, d.Outage() != nil)
	if d.postgres && o.answer != nil && ctx.Err() != nil && !known(o.answer) {
		o.answer = errors.Join(ErrUnavailable, o.answer) // nobody but the database has kept it waiting
	}
	o.asked = time.Now()
	return o.answer
}

// probe writes. Where something is wrong already it takes new pages, as what failed did.
func (d *DB) probe(ctx context.Context, thorough bool) error {
	if err := d.writable(); err != nil {
		return err
	}
	if !d.postgres && !thorough && d.write.Stats().InUse > 0 {
		var n int
		return d.faultOfStatement(d.read.QueryRowContext(ctx, "SELECT 1").Scan(&n)) // somebody is writing this moment
	}
	pool := d.Pool()
	if d.postgres {
		pool = d.probes
	}
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return d.faultOfStatement(err)
	}
	err = func() error {
		if d.postgres {
			var closed bool
			if err := tx.QueryRowContext(ctx, "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'").Scan(&closed); err != nil {
				return err
			}
			if closed {
				return ErrReadOnly
			}
			if !thorough {
				return nil
			}
			_, err := tx.ExecContext(ctx, "CREATE TEMP TABLE readiness_probe ON COMMIT DROP AS SELECT repeat('x', 1000) FROM generate_series(1, 64)")
			return err
		}
		if thorough {
			_, err := tx.ExecContext(ctx, "CREATE TABLE readiness_probe AS SELECT zeroblob(65536) AS filler; DROP TABLE readiness_probe")
			return err
		}
		var version int
		if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)) // the same: a write that changes nothing
		return err
	}()
	if err != nil {
		_ = tx.Rollback() // the first error counts
		return d.faultOfStatement(err)
	}
	return d.faultOfStatement(tx.Commit())
}

// Outage is why the database cannot be used or written at the moment: ErrUnavailable, ErrFull, ErrReadOnly, ErrLost or ErrDamaged;
// nil while nothing is known to be wrong.
func (d *DB) Outage() error {
	d.outage.mu.Lock()
	defer d.outage.mu.Unlock()
	return d.outage.cause
}

// IsOutage tells whether an error is the database's, and is in the log already, once for all calls of the same outage.
func IsOutage(err error) bool { return gravity(err) >= 0 }

// CannotSave tells whether an error says that nothing can be saved at the moment, while what is stored can still be read. A call
// that only reads goes on without the note that it would have made on the way.
func CannotSave(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, ErrReadOnly) || errors.Is(err, ErrLost) || errors.Is(err, ErrDamaged)
}

// fileOf is the database file in a data folder.
func fileOf(folder string) string { return filepath.Join(folder, "mouldworks.db") }
