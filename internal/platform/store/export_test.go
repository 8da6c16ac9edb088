package store

import (
	"context"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
)

// ForgetProbe lets the next question probe the database, however short ago the last one was.
func ForgetProbe(d *DB) {
	d.outage.probing.Lock()
	defer d.outage.probing.Unlock()
	d.outage.asked = time.Time{}
}

// Writers is how many transactions of tenants write or wait for their turn.
func (d *DB) Writers() (n int) {
	d.writers.mu.Lock()
	defer d.writers.mu.Unlock()
	for _, q := range d.writers.tenants {
		n += q.inside
	}
	return n
}

// TellEnd lets the log tell the end of an outage without waiting whether it comes back.
func TellEnd(d *DB) { d.closing() }

// LookAt gives the look that every write takes at the file of an open database.
func LookAt(path string) (look func() error) {
	f := &dataFile{path: path}
	return f.inPlace
}

// MigrateTo brings an empty database up to a version of the schema and no further.
func (d *DB) MigrateTo(ctx context.Context, version int64) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	dialect := goose.DialectSQLite3
	if d.postgres {
		dialect = goose.DialectPostgres
	}
	p, err := goose.NewProvider(dialect, d.Pool(), files)
	if err != nil {
		return err
	}
	_, err = p.UpTo(ctx, version)
	return err
}

// FaultOfPostgres is what a code of PostgreSQL means.
func FaultOfPostgres(code string) error {
	fault := &pgconn.PgError{Code: code}
	return (&DB{}).faultOfPostgres(fault, fault)
}
