package store_test

import (
	"context"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// A node that starts beside one at work waits for none of its tables: what is secured already is left alone.
func TestASecondNodeStartsBesideOneAtWork(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		if !db.Postgres() {
			t.Skip("SQLite has one node")
		}
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		if err := db.Write(ctx, func(tx store.Tx) error { // holds its table until it ends
			if err := tx.Insert(ctx, &section{Name: "CNC", ChineseName: "CNC"}); err != nil {
				return err
			}
			soon, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			return db.Migrate(soon)
		}); err != nil {
			t.Fatal(err)
		}
	})
}
