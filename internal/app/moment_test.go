package app

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A moment that is changed leaves its trace, however it is written: a body that was read into the stored row changed the row of before
// with it, so that no rule saw the change, nor did the log.
func TestAChangedMomentLeavesItsTrace(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		var mould production.Mould
		read := func() {
			t.Helper()
			mould = production.Mould{} // a moment is read into the one that is there
			write(ctx, t, a, func(tx store.Tx) error { return tx.Select(&mould).Order("mould_no").Limit(1, 0).Scan(ctx) })
		}
		read()
		for _, delivery := range []string{"2031-06-01T16:00:00Z", "2031-06-02T16:00:00Z", "2031-06-04T00:00:00+08:00", "2031-06-05T10:00:00+08:00", "2031-06-06", "2031-06-07 12:00", "2031-06-08T03:04:00Z"} {
			before := mould.Delivery
			status, r := ask(t, server, header, "PATCH", "pm/mould/"+mould.ID, map[string]any{"version": mould.Version, "delivery": delivery})
			if status != 200 {
				t.Fatalf("%s: %d %s", delivery, status, r.Message)
			}
			read()
			if mould.Delivery == nil || before != nil && mould.Delivery.Equal(*before) {
				t.Fatalf("%s was not written", delivery)
			}
			write(ctx, t, a, func(tx store.Tx) error {
				lines, err := tx.History(ctx, "mould", mould.ID, 1)
				if err != nil || len(lines) != 1 {
					t.Fatalf("%s: %v, %v", delivery, lines, err)
				}
				var changes []store.FieldChange
				if err := json.Unmarshal(lines[0].Changes, &changes); err != nil {
					return err
				}
				if !slices.ContainsFunc(changes, func(c store.FieldChange) bool { return c.Field == "delivery" && c.Before != c.After }) {
					t.Errorf("%s left %s", delivery, lines[0].Changes)
				}
				return nil
			})
		}
	})
}
