package operationlog_test

import (
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// What lies behind a bound is not counted, and only what may be seen is.
func TestLinesAreCountedUpToABound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ours, theirs := store.WithActor(t.Context(), storetest.Tenant(t, db, "a")), store.WithActor(t.Context(), storetest.Tenant(t, db, "b"))
		if err := db.Write(ours, func(tx store.Tx) error {
			return tx.LogAll(ours, "news", store.ActionCreate, make([]store.Logged, 12))
		}); err != nil {
			t.Fatal(err)
		}
		for most, want := range map[int]int{5: 5, 12: 12, 100: 12} {
			if err := db.Read(ours, func(tx store.Tx) error {
				n, err := tx.Operations(store.OperationQuery{Entity: "news"}).CountTo(ours, most)
				if n != want {
					t.Errorf("up to %d: %d, want %d", most, n, want)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Read(theirs, func(tx store.Tx) error {
			n, err := tx.Operations(store.OperationQuery{}).CountTo(theirs, 100)
			if n != 0 {
				t.Errorf("another tenant counts %d", n)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}
