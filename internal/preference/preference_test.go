package preference_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/preference"
)

// What one person arranges stays theirs: nobody else reads it, null forgets it, limits hold.
func TestPreferencesAreOnesOwn(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		me := storetest.Tenant(t, db, "a")
		other := me
		other.AccountID = store.NewID()
		keep := func(a store.Actor, key, value string) error {
			ctx := store.WithActor(t.Context(), a)
			return db.Write(ctx, func(tx store.Tx) error { return preference.Keep(ctx, tx, key, json.RawMessage(value)) })
		}
		count := func(a store.Actor) (n int) {
			ctx := store.WithActor(context.Background(), a)
			if err := db.Read(ctx, func(tx store.Tx) (err error) {
				n, err = tx.Select((*preference.Preference)(nil)).Where("account_id = ?", a.AccountID).Count(ctx)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		for _, value := range []string{`{"hidden":["a"]}`, `{"hidden":["b"]}`} {
			if err := keep(me, "layout.resource.section", value); err != nil {
				t.Fatal(err)
			}
		}
		if count(me) != 1 || count(other) != 0 {
			t.Errorf("I have %d, the other has %d", count(me), count(other))
		}
		if err := keep(other, "layout.resource.section", `1`); err != nil || count(other) != 1 {
			t.Errorf("the other's own: %v", err)
		}
		if err := keep(me, "layout.resource.section", `null`); err != nil || count(me) != 0 || count(other) != 1 {
			t.Errorf("forgetting: %v, I have %d, the other %d", err, count(me), count(other))
		}
		for key, value := range map[string]string{"": "1", "../x": "1", strings.Repeat("k", 81): "1", "big": `"` + strings.Repeat("x", 64<<10) + `"`} {
			if err := keep(me, key, value); err == nil {
				t.Errorf("%.20q with %d bytes is kept", key, len(value))
			}
		}
	})
}
