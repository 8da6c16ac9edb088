package app

import (
	"context"
	"fmt"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
)

// APS-SET-17: the hours of an order's assembly come from its order type, from its parts by their types, and from the
// moulds of its order type that are finished, three at least.
func TestAssemblyHoursOfAMould(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		machine := machineFor(ctx, t, a, mill)
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Insert(ctx, &basedata.OrderType{Name: "Assembled", AssemblyMinutes: 600, Valid: true}); err != nil {
				return err
			}
			return tx.Insert(ctx, &basedata.PartType{Name: "Insert of sixty", CAPPMinutes: 60, Valid: true})
		}); err != nil {
			t.Fatal(err)
		}
		hours := func() (by model.AssemblyHours) {
			t.Helper()
			if err := a.DB.Read(ctx, func(tx store.Tx) error {
				shop, err := readShop(ctx, tx, nil)
				for i := range shop.Moulds {
					if shop.Moulds[i].No == "OPEN" {
						by = shop.Moulds[i].AssemblyBy
					}
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return by
		}
		finished := func(no string, reported int) {
			t.Helper()
			result := a.importBook(ctx, t, book(t, map[string][]string{
				"moulds": {"mouldNo|delivery|status|orderType", no + "|2030-03-20|2|Assembled"}, "parts": {"mouldNo|partNo|kind", no + "|ASM|3"},
				"operations": {"mouldNo|partNo|opNo|process|hours", no + "|ASM|10|" + mill + "|8"},
				"progress":   {"mouldNo|partNo|opNo|status|resource|realStart|realEnd|reportedHours", fmt.Sprintf("%s|ASM|10|3|%s|2026-01-05 08:00|2026-01-06 08:00|%d", no, machine, reported)},
			}))
			if result.FaultCount != 0 {
				t.Fatalf("%+v", result.Faults)
			}
		}
		result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|orderType", "OPEN|2030-03-20|Assembled"}, "parts": {"mouldNo|partNo|kind|qty|partType", "OPEN|P1|1|4|Insert of sixty", "OPEN|P2|1|2|"},
		}))
		if result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		finished("F1", 4)
		finished("F2", 5)
		if got, want := hours(), (model.AssemblyHours{Fixed: 600, Parts: 240}); got != want {
			t.Errorf("two finished moulds: %+v, want %+v", got, want)
		}
		finished("F3", 9)
		if got, want := hours(), (model.AssemblyHours{Fixed: 600, Parts: 240, Mean: 360}); got != want {
			t.Errorf("three finished moulds: %+v, want %+v", got, want)
		}
	})
}
