package store_test

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// Names that differ only in upper and lower case are one name, also for two who save at the same moment and cannot see each
// other's row; the error tells the column.
func TestNamesAreUniqueInUpperAndLowerCaseAlike(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		insert(ctx, t, db, "Cnc")
		err := db.Write(ctx, func(tx store.Tx) error {
			return tx.Insert(ctx, &section{Name: "cNC", ChineseName: "cNC"})
		})
		if d := store.DuplicateOf(err); !errors.Is(err, store.ErrDuplicate) || d == nil || !slices.Contains(d.Columns, "name") {
			t.Errorf("a second one in other letters: %v", err)
		}
		insert(ctx, t, db, "Cnc2")
		insert(store.WithActor(t.Context(), storetest.Tenant(t, db, "b")), t, db, "CNC")
	})
}

// A database of an earlier version may hold such pairs: it starts, says which table is meant, and has its index after the
// start that follows the renaming.
func TestPairsOfAnEarlierVersionDoNotStopAStart(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		if _, err := db.Pool().ExecContext(ctx, "DROP INDEX section_name_folded"); err != nil {
			t.Fatal(err)
		}
		insert(ctx, t, db, "EDM")
		second := insert(ctx, t, db, "edm")
		lines := &strings.Builder{}
		old := slog.Default()
		slog.SetDefault(slog.New(slog.NewTextHandler(lines, nil)))
		t.Cleanup(func() { slog.SetDefault(old) })
		if err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		if told := lines.String(); strings.Count(told, "\n") != 1 || !strings.Contains(told, "table=section column=name") {
			t.Errorf("the start said %q", told)
		}
		second.Name = "EDM2"
		if err := db.Write(ctx, func(tx store.Tx) error { return tx.Update(ctx, second) }); err != nil {
			t.Fatal(err)
		}
		if err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		if err := db.Write(ctx, func(tx store.Tx) error {
			return tx.Insert(ctx, &section{Name: "edm2", ChineseName: "edm2"})
		}); !errors.Is(err, store.ErrDuplicate) {
			t.Errorf("after the renaming: %v", err)
		}
	})
}
