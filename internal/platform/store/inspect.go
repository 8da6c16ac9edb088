package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// Inspection is how a database stands.
type Inspection struct {
	Place  string        // file or host, without a password
	Bytes  int64         // on the disk
	Schema int64         // number of its last migration
	Known  int64         // number of the last one that this program knows
	Ahead  time.Duration // of the clock of PostgreSQL before ours; negative when it is behind
	// LastWrite is the newest entry of an operation log; zero without one.
	LastWrite time.Time
}

// Inspect looks at a database and changes nothing. ErrDamaged when SQLite finds faults in its file.
func (d *DB) Inspect(ctx context.Context) (i Inspection, err error) {
	i.Place, i.Known = d.place, KnownSchema()
	if i.Schema, err = d.SchemaVersion(ctx); err != nil {
		return i, err
	}
	if d.postgres {
		err = d.inspectPostgres(ctx, &i)
	} else {
		err = d.inspectSQLite(ctx, &i)
	}
	if err != nil {
		return i, err
	}
	var last []Operation
	err = d.SystemRead(ctx, "the newest entry shows whether the clock was put back", func(tx Tx) error {
		return tx.Select(&last).Columns("at").Order("at DESC").Limit(1, 0).Scan(ctx)
	})
	if len(last) > 0 {
		i.LastWrite = last[0].At
	}
	return i, err
}

func (d *DB) inspectSQLite(ctx context.Context, i *Inspection) error {
	if err := d.examine(ctx); err != nil {
		return damaged(d.place, errors.Join(ErrDamaged, err))
	}
	for _, end := range []string{"", "-wal"} {
		about, err := os.Stat(d.place + end)
		if err == nil {
			i.Bytes += about.Size()
		} else if end == "" {
			return err
		}
	}
	return nil
}

func (d *DB) inspectPostgres(ctx context.Context, i *Inspection) error {
	asked := time.Now()
	var seconds float64
	if err := d.Pool().QueryRowContext(ctx, "SELECT EXTRACT(EPOCH FROM clock_timestamp()), pg_database_size(current_database())").Scan(&seconds, &i.Bytes); err != nil {
		return fmt.Errorf("look at the database %s: %w", d.place, d.faultOfStatement(err))
	}
	midway := asked.Add(time.Since(asked) / 2)
	i.Ahead = time.UnixMicro(int64(seconds * 1e6)).Sub(midway)
	return nil
}
