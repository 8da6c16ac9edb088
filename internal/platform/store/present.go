package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrAbsent says that there is no database where one was expected.
var ErrAbsent = errors.New("nothing was made; check --data and --database, or start the server once to make it")

// Present gives ErrAbsent with the place where there is no database of ours yet, and makes nothing. What is wrong with one
// that is there, or was there, Open and Migrate say.
func Present(ctx context.Context, url string) error {
	if !isPostgres(url) {
		path := fileOf(url)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && remains(path) == "" {
			return fmt.Errorf("there is no database at %s: %w", path, ErrAbsent)
		}
		return nil
	}
	d, err := openPostgres(url)
	if err != nil {
		return err
	}
	absent := d.absent(ctx)
	return errors.Join(absent, d.Close())
}

// absent looks for our migrations in the schema, where those of another program are refused too.
func (d *DB) absent(ctx context.Context) error {
	if err := d.ours(ctx, d.Pool()); err != nil {
		return err
	}
	var there bool
	err := d.Pool().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_class WHERE relname = 'goose_db_version' AND relnamespace = current_schema()::regnamespace)").Scan(&there)
	if err != nil {
		return fmt.Errorf("look at the tables of the database %s: %w", d.place, d.faultOfStatement(err))
	}
	if !there {
		return fmt.Errorf("there are no tables of Mouldworks in %s: %w", d.place, ErrAbsent)
	}
	return nil
}
