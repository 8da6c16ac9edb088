package app

import (
	"context"
	"testing"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// What a file has written, workbook or list, is found in the operation log by the source import.
func TestRowsOfAFileAreLoggedAsImported(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		if result := a.importBook(ctx, t, book(t, map[string][]string{"customers": {"number|name", "C900|x"}, "moulds": {"mouldNo|delivery", "M1|2030-03-20"}})); result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		if result, err := a.Master.Materials.Import(ctx, a.DB, resource.ImportFile{Name: "x.csv", Data: []byte("code,name,minHardness,maxHardness\nM900,x,10,20\n")}); err != nil || !result.Committed {
			t.Fatalf("%+v, %v", result, err)
		}
		read(ctx, t, a, func(tx store.Tx) error {
			for entity, title := range map[string]string{"mould": "M1", "customer": "x", "material": "M900"} {
				n, err := tx.Operations(store.OperationQuery{Entity: entity, Search: title, Action: store.ActionCreate, Through: store.ThroughImport}).Count(ctx)
				if err != nil {
					return err
				}
				if n != 1 {
					t.Errorf("%s: %d lines of the import", entity, n)
				}
			}
			return nil
		})
	})
}
