package store

import (
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// CopyTo writes an SQLite database, as it is at one moment, to a path where nothing lies yet. Others read and write meanwhile.
func (d *DB) CopyTo(ctx context.Context, path string) error {
	if _, err := d.read.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("copy the database %s: %w", d.place, d.faultOfStatement(err))
	}
	return nil
}

// FileIn is the path of the SQLite database in a data folder.
func FileIn(folder string) string { return fileOf(folder) }

// SchemaVersion is the number of the last migration that the database has seen.
func (d *DB) SchemaVersion(ctx context.Context) (version int64, err error) {
	if err := d.Pool().QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version WHERE is_applied").Scan(&version); err != nil {
		return 0, fmt.Errorf("read the schema version of the database %s: %w", d.place, d.faultOfStatement(err))
	}
	return version, nil
}

// KnownSchema is the number of the last migration that this program knows.
func KnownSchema() (last int64) {
	_ = fs.WalkDir(migrations, ".", func(path string, entry fs.DirEntry, err error) error { // embedded: it can be read
		number, _, _ := strings.Cut(entry.Name(), "_")
		if n, bad := strconv.ParseInt(number, 10, 64); err == nil && bad == nil {
			last = max(last, n)
		}
		return nil
	})
	return last
}
