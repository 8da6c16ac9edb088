package app

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/production"
)

// A start that makes the demo is cut after a part of its moulds, as a stop does. The next start completes moulds and plan and
// gives the sign-ins; the one after that changes nothing.
func TestADemoThatWasCutIsCompleted(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		data := t.TempDir()
		at := url
		if !strings.HasPrefix(url, "postgres") {
			data = url
		}
		open := func() *App {
			t.Helper()
			o := Options{Data: data, Workers: 1}
			if at != data {
				o.Database = at
			}
			a, err := Open(t.Context(), o)
			if err == nil {
				err = a.Start(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		counts := func(a *App) (moulds, published int) {
			t.Helper()
			if err := a.DB.SystemRead(t.Context(), "the test counts", func(tx store.Tx) (err error) {
				moulds, err = tx.Select((*production.Mould)(nil)).Count(t.Context())
				n, failed := tx.Select((*entity.Schedule)(nil)).Where("status = ?", entity.Published).Count(t.Context())
				published = n
				return errors.Join(err, failed)
			}); err != nil {
				t.Fatal(err)
			}
			return moulds, published
		}

		a := open()
		ctx, cut := context.WithCancel(t.Context())
		a.DB.Watch(func(statement string) { // a piece of the import has some ten moulds
			if strings.HasPrefix(statement, "INSERT INTO") && strings.Contains(statement, `"mould_order"`) {
				if moulds, _ := counts(a); moulds > 0 {
					cut()
				}
			}
		})
		if _, err := a.Demo(ctx); err == nil {
			t.Error("it was not cut")
		}
		moulds, published := counts(a)
		if moulds == 0 || moulds >= demoMoulds || published > 0 {
			t.Fatalf("cut at %d moulds, %d plans", moulds, published)
		}
		if err := a.Close(context.Background()); err != nil {
			t.Fatal(err)
		}

		a = open()
		first, err := a.Demo(t.Context())
		if moulds, published := counts(a); err != nil || moulds != demoMoulds || published != 1 || !strings.Contains(first, "13800000002") {
			t.Errorf("completed: %d moulds, %d plans, %q, %v", moulds, published, first, err)
		}
		if again, err := a.Demo(t.Context()); err != nil || again != first {
			t.Errorf("afterwards: %q, %v", again, err)
		}
		if err := a.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}
