package file

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/uptrace/bun"

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

// home is a tenant of this database. A bucket may serve others too: what lies under a tenant that is not ours is not ours.
type home struct {
	bun.BaseModel `bun:"table:tenant"`
	ID            string `bun:"id,pk"`
}

// unnamed are the keys of our tenants whose file has no row.
func (f *Files) unnamed(ctx context.Context, keys []string) ([]string, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	tenants, ids := make([]string, len(keys)), make([]string, len(keys))
	for i, key := range keys {
		tenants[i], ids[i] = key[:max(0, strings.Index(key, "/"))], key[strings.LastIndex(key, "/")+1:]
	}
	var homes []home
	var rows []File
	err := f.db.SystemRead(ctx, "sweep files without a row", func(tx store.Tx) error {
		return errors.Join(
			tx.Select(&homes).WhereIn("id", tenants).Scan(ctx),
			tx.Select(&rows).Columns("id", "tenant_id", "factory_id").WhereIn("id", ids).Scan(ctx),
		)
	})
	if err != nil {
		return nil, err
	}
	ours, named := map[string]bool{}, map[string]bool{}
	for _, h := range homes {
		ours[h.ID] = true
	}
	for i := range rows {
		named[rows[i].key()] = true
	}
	var gone []string
	for i, key := range keys {
		if ours[tenants[i]] && !named[key] {
			gone = append(gone, key)
		}
	}
	return gone, nil
}
