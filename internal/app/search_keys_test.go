package app

import (
	"context"
	"errors"
	"net/url"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// VALID-01: searches drop leading asterisks and collapse repeated ones. VALID-05: what must be positive is above 0.
func TestSearchKeysAndPositiveNumbers(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		mill, _ := codes(t)
		a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "AB12|2030-03-20"}, "parts": {"mouldNo|partNo", "AB12|P1"}, "operations": {"mouldNo|partNo|opNo|process|hours", "AB12|P1|10|" + mill + "|4"},
		}))
		for q, want := range map[string]int{"**AB12": 1, "A**2": 1, "*B1": 1, "A*9": 0} {
			var page struct{ Total int }
			in.get("pm/mould?q="+url.QueryEscape(q), &page)
			if page.Total != want {
				t.Errorf("%q finds %d moulds", q, page.Total)
			}
		}
		var d production.Dispatch
		if in.get("mf/dispatch?q="+url.QueryEscape("**AB12"), &d); d.Total != 1 {
			t.Errorf("the dispatch list finds %d", d.Total)
		}
		var part production.Part
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Select(&part).Scan(ctx); err != nil {
				return err
			}
			err := a.Production.Batches.Save(ctx, tx, &production.Batch{MouldID: part.MouldID, PartID: part.ID, BatchNo: "B1", Qty: 0, State: production.BatchDispatched})
			var p *problem.Problem
			if !errors.As(err, &p) || len(p.Fields) == 0 || p.Fields[0].Field != "qty" {
				t.Errorf("a batch of nothing: %v", err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}
