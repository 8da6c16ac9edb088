package file

import (
	"context"
	"time"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/store"
)

// Missing counts the records of files that our own store keeps, and gives the keys of those whose bytes are not there.
func Missing(ctx context.Context, db *store.DB, blobs blob.Store) (records int, keys []string, err error) {
	// The rows first: bytes come before their row and go after it.
	var rows []File
	if err := db.SystemRead(ctx, "look for lost files of every tenant", func(tx store.Tx) error {
		return tx.Select(&rows).Columns("id", "tenant_id", "factory_id").Where("gateway = ''").Order("id").Scan(ctx)
	}); err != nil {
		return 0, nil, err
	}
	kept := map[string]bool{}
	if err := blobs.Walk(ctx, func(key string, _ time.Time) error {
		kept[key] = true
		return nil
	}); err != nil {
		return 0, nil, err
	}
	for i := range rows {
		if key := rows[i].key(); !kept[key] {
			keys = append(keys, key)
		}
	}
	return len(rows), keys, nil
}
