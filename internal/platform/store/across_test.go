package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// A question may count the rows of every factory of its tenant, of no other tenant, and the transaction is the factory's
// again afterwards.
func TestAcrossFactoriesCountsTheTenantsRows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a, b := storetest.Tenant(t, db, "a"), storetest.Tenant(t, db, "b")
		second := a
		second.FactoryID = storetest.Factory(t, db, a.TenantID, "a2")
		for _, who := range []store.Actor{a, second, b} {
			insert(store.WithActor(t.Context(), who), t, db, "CNC")
		}
		ctx := store.WithActor(t.Context(), a)
		if err := db.Write(ctx, func(tx store.Tx) error {
			var wide, own int
			if err := tx.AcrossFactories(ctx, func(tx store.Tx) (err error) {
				wide, err = tx.Select((*section)(nil)).Count(ctx)
				return err
			}); err != nil {
				return err
			}
			own, err := tx.Select((*section)(nil)).Count(ctx)
			if wide != 2 || own != 1 {
				t.Errorf("%d in all factories, %d in mine", wide, own)
			}
			return errors.Join(err, tx.Insert(ctx, &section{Name: "EDM", ChineseName: "EDM"}))
		}); err != nil {
			t.Fatal(err)
		}
		if got := names(ctx, t, db); len(got) != 2 {
			t.Errorf("what was written afterwards is mine: %v", got)
		}
	})
}

// A part that a database refuses spoils nothing but itself.
func TestTryUndoesOnlyItsPart(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		insert(ctx, t, db, "CNC")
		if err := db.Write(ctx, func(tx store.Tx) error {
			err := tx.Try(ctx, func(tx store.Tx) error {
				return errors.Join(tx.Insert(ctx, &section{Name: "EDM", ChineseName: "EDM"}), tx.Insert(ctx, &section{Name: "CNC", ChineseName: "again"}))
			})
			if !errors.Is(err, store.ErrDuplicate) {
				t.Errorf("the second CNC: %v", err)
			}
			return tx.Insert(ctx, &section{Name: "WEDM", ChineseName: "WEDM"})
		}); err != nil {
			t.Fatal(err)
		}
		if got := names(ctx, t, db); len(got) != 2 || got[1] != "WEDM" {
			t.Errorf("%v", got)
		}
	})
}

type mould struct {
	bun.BaseModel `bun:"table:mould_order"`
	store.FactoryRow
	MouldNo         string     `bun:"mould_no"`
	Name            string     `bun:"name"`
	ProjectNo       string     `bun:"project_no"`
	Delivery        *time.Time `bun:"delivery"`
	Release         *time.Time `bun:"release_at"`
	Priority        int        `bun:"priority"`
	Status          int        `bun:"status"`
	AssemblyMinutes int64      `bun:"assembly_minutes"`
	TryoutMinutes   int64      `bun:"tryout_minutes"`
}

// Rows without a value stand at the same end of a list on both engines.
func TestRowsWithoutAValueComeLast(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		early, late := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2030, 2, 1, 0, 0, 0, 0, time.UTC)
		if err := db.Write(ctx, func(tx store.Tx) error {
			return tx.Insert(ctx, &[]mould{{MouldNo: "none"}, {MouldNo: "late", Delivery: &late}, {MouldNo: "early", Delivery: &early}})
		}); err != nil {
			t.Fatal(err)
		}
		for order, want := range map[string][]string{"delivery": {"early", "late", "none"}, "delivery DESC": {"none", "late", "early"}} {
			var rows []mould
			if err := db.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Order(order).Scan(ctx) }); err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if rows[i].MouldNo != want[i] {
					t.Errorf("%s: %s at place %d", order, rows[i].MouldNo, i)
				}
			}
		}
	})
}
