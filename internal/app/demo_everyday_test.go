package app

import (
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// Every list of basic data has rows in the demo: whoever looks around finds none that is empty.
func TestTheDemoFillsEveryListOfBasicData(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		options := Options{Data: url, Workers: 1}
		if strings.HasPrefix(url, "postgres") {
			options = Options{Data: t.TempDir(), Database: url, Workers: 1}
		}
		a, err := Open(t.Context(), options)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.Close(t.Context()) }()
		actor, err := a.demoPeople(t.Context(), "Demo&123456")
		if err != nil {
			t.Fatal(err)
		}
		ctx := store.WithActor(t.Context(), actor)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.writeMasters(ctx, tx, demo.Factory()) }); err != nil {
			t.Fatal(err)
		}
		rows := map[string]any{
			"product types": (*basedata.ProductType)(nil), "units": (*basedata.Unit)(nil), "currencies": (*basedata.Currency)(nil), "exchange rates": (*basedata.ExchangeRate)(nil),
			"tolerances": (*basedata.Tolerance)(nil), "tolerance options": (*basedata.ToleranceOption)(nil), "colours": (*basedata.ColourStandard)(nil),
			"surface requirements": (*basedata.SurfaceRequirement)(nil), "addresses": (*basedata.DeliveryAddress)(nil), "cost centres": (*basedata.CostCentre)(nil),
			"move types": (*basedata.MoveType)(nil), "file types": (*basedata.PDMFileType)(nil), "formulas": (*basedata.Formula)(nil), "skill titles": (*basedata.SkillTitle)(nil),
			"shelves": (*basedata.WarehouseShelf)(nil), "alarm rules": (*basedata.AlarmRule)(nil), "part-number types": (*basedata.PartNumberType)(nil),
			"part-number rules": (*basedata.PartNumberRule)(nil), "part numbers": (*basedata.PartNumber)(nil), "tools": (*basedata.CheckoutTool)(nil), "templates": (*basedata.CheckoutTemplate)(nil),
		}
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			for name, model := range rows {
				if n, err := tx.Select(model).Count(ctx); err != nil || n < 2 {
					t.Errorf("%d %s, %v", n, name, err)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}
