package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// Rows of one table are written together, each under the version that was read and within their tenant and factory.
func TestUpdateAllLooksAtEveryVersion(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a, b := storetest.Tenant(t, db, "a"), storetest.Tenant(t, db, "b")
		mine, other := store.WithActor(t.Context(), a), store.WithActor(t.Context(), b)
		elsewhere := a
		elsewhere.FactoryID = storetest.Factory(t, db, a.TenantID, "a2")
		foreign := insert(other, t, db, "theirs")
		var rows []*section
		for i := range 250 {
			rows = append(rows, insert(mine, t, db, fmt.Sprintf("S%03d", i)))
		}
		write := func(ctx context.Context, rows []*section) error {
			return db.Write(ctx, func(tx store.Tx) error {
				fresh := []*section{}
				for _, row := range rows {
					now := *row
					now.ChineseName, now.NeedCAM, now.Capacity = "后"+row.Name, true, 7
					fresh = append(fresh, &now)
				}
				return tx.UpdateAll(ctx, &fresh)
			})
		}
		stored := func() (changed int) {
			var all []section
			if err := db.Read(mine, func(tx store.Tx) error { return tx.Select(&all).Scan(mine) }); err != nil {
				t.Fatal(err)
			}
			for _, s := range all {
				if s.ChineseName == "后"+s.Name && s.NeedCAM && s.Capacity == 7 && s.Version == 2 && s.TenantID == a.TenantID && !s.UpdatedAt.Before(s.CreatedAt) {
					changed++
				}
			}
			return changed
		}
		for name, tc := range map[string]struct {
			ctx  context.Context
			rows []*section
		}{
			"another tenant's row among them":    {mine, append(slices.Clone(rows[:3]), foreign)},
			"rows of another tenant":             {other, rows[:3]},
			"rows of another factory":            {store.WithActor(t.Context(), elsewhere), rows[:3]},
			"the same row twice":                 {mine, []*section{rows[0], rows[0]}},
			"a row that was changed in between":  {mine, append(slices.Clone(rows[:3]), &section{FactoryRow: store.FactoryRow{Row: store.Row{ID: rows[4].ID, Version: 7}}, Name: "x"})},
			"a row that is no more, beyond many": {mine, append(slices.Clone(rows), &section{FactoryRow: store.FactoryRow{Row: store.Row{ID: store.NewID(), Version: 1}}, Name: "x"})},
		} {
			if err := write(tc.ctx, tc.rows); !errors.Is(err, store.ErrStale) || stored() != 0 {
				t.Errorf("%s: %v, %d rows are changed", name, err, stored())
			}
		}
		if err := write(mine, rows); err != nil || stored() != 250 {
			t.Errorf("%v, %d rows are changed", err, stored())
		}
		if err := write(mine, nil); err != nil {
			t.Error(err)
		}
	})
}
