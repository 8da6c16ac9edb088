package file

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/store"
)

// grace is how long bytes may wait for their row: far longer than any request lasts.
const grace = 24 * time.Hour

// sweepAtOnce is how many keys are looked up by one query.
const sweepAtOnce = 500

// Sweep deletes bytes that no row names: of requests that failed half way, and of records whose end could not reach the
// store of bytes.
func (f *Files) Sweep(ctx context.Context) error {
	var keys []string
	flush := func() error {
		gone, err := f.unnamed(ctx, keys)
		keys = keys[:0]
		for _, key := range gone {
			err = errors.Join(err, f.blobs.Delete(ctx, key))
		}
		return err
	}
	err := f.blobs.Walk(ctx, func(key string, written time.Time) error {
		if time.Since(written) < grace {
			return nil
		}
		if keys = append(keys, key); len(keys) < sweepAtOnce {
			return nil
		}
		return flush()
	})
	return errors.Join(err, flush())
}

// unnamed are the keys whose file has no row.
func (f *Files) unnamed(ctx context.Context, keys []string) ([]string, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	ids := make([]string, len(keys))
	for i, key := range keys {
		ids[i] = key[strings.LastIndex(key, "/")+1:]
	}
	var rows []File
	err := f.db.SystemRead(ctx, "sweep files without a row", func(tx store.Tx) error {
		return tx.Select(&rows).Columns("id", "tenant_id", "factory_id").WhereIn("id", ids).Scan(ctx)
	})
	if err != nil {
		return nil, err
	}
	named := make(map[string]bool, len(rows))
	for i := range rows {
		named[rows[i].key()] = true
	}
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return named[key] }), nil
}
