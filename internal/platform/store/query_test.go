package store_test

import (
	"fmt"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// A narrowed list counts all that match while it reads one page of them, in order; past the last page too.
func TestAPageOfASearchKnowsHowManyMatch(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		other := store.WithActor(t.Context(), storetest.Tenant(t, db, "b"))
		ids := map[string]string{}
		for _, name := range []string{"EDM", "CNC3", "CNC1", "CNC2"} {
			ids[insert(ctx, t, db, name).ID] = name
		}
		insert(other, t, db, "CNC9")
		for _, c := range []struct {
			skip int
			want string
		}{{0, "[CNC1 CNC2]"}, {2, "[CNC3]"}, {4, "[]"}} {
			var found []string
			var total int
			if err := db.Read(ctx, func(tx store.Tx) (err error) {
				found, total, err = tx.Select((*section)(nil)).Contains("cnc", "name").Order("name", "id").Limit(2, c.skip).Identified(ctx)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			names := []string{}
			for _, id := range found {
				names = append(names, ids[id])
			}
			if fmt.Sprint(names) != c.want || total != 3 {
				t.Errorf("after %d: %v of %d, want %s of 3", c.skip, names, total, c.want)
			}
		}
	})
}

// SQLite chooses by the size of a table only when somebody has told it.
func TestASurveyTellsSQLiteTheSizeOfItsTables(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		insert(ctx, t, db, "CNC")
		if err := db.Survey(t.Context()); err != nil {
			t.Fatal(err)
		}
		if db.Postgres() {
			return // it surveys by itself
		}
		var known int
		if err := db.Pool().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM sqlite_stat1 WHERE tbl = 'section'").Scan(&known); err != nil || known == 0 {
			t.Errorf("%d indexes of sections are known: %v", known, err)
		}
	})
}
