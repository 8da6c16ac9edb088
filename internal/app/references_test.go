package app

import (
	"context"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
)

// The default calendar gives its flag only to another one: a workbook is told so at the cell.
func TestTheFlagOfTheDefaultCalendarIsRefusedAtItsCell(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var before basedata.Calendar
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&before).Where("is_default = ?", true).Scan(ctx) })
		result := a.importBook(ctx, t, book(t, map[string][]string{"calendars": {"name|default", before.Name + "|0"}}))
		if len(result.Faults) != 1 || result.Faults[0].Column != "default" || result.Faults[0].Value == "" || result.Faults[0].Row != 2 {
			t.Errorf("%+v", result.Faults)
		}
	})
}
