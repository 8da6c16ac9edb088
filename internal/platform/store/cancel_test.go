package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// A caller who leaves in the middle of a transaction is told that it was cancelled, in whatever statement that met it, and
// leaves neither a row nor a fault of the database behind.
func TestATransactionThatIsCancelledSaysSo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		stays := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))

		ctx, leave := context.WithCancel(stays)
		err := db.Write(ctx, func(tx store.Tx) error {
			if err := tx.Insert(ctx, &section{Name: "before the commit"}); err != nil {
				return err
			}
			leave()
			for { // until the driver has taken the transaction back
				if _, err := tx.SQL().ExecContext(stays, "SELECT 1"); err != nil {
					return nil
				}
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a commit after the caller has left says %v", err)
		}

		ctx, leave = context.WithCancel(stays)
		err = db.Write(ctx, func(tx store.Tx) error {
			leave()
			for {
				if _, err := tx.SQL().ExecContext(stays, "SELECT 1"); errors.Is(err, sql.ErrTxDone) {
					return fmt.Errorf("write the second part: %w", err)
				}
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a statement after the caller has left says %v", err)
		}

		random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // moments of a test
		ended, left := 0, 0
		for i := range 200 {
			ctx, leave := context.WithCancel(stays)
			go func(after time.Duration) {
				time.Sleep(after)
				leave()
			}(time.Duration(random.IntN(1<<(6+i%9))) * time.Microsecond)
			rows := []*section{{Name: fmt.Sprint(i, "a")}, {Name: fmt.Sprint(i, "b")}, {Name: fmt.Sprint(i, "c")}}
			err := db.Write(ctx, func(tx store.Tx) error {
				for _, row := range rows {
					if err := tx.Insert(ctx, row); err != nil {
						return err
					}
					var found []section
					if err := tx.Select(&found).Where("name = ?", row.Name).Scan(ctx); err != nil {
						return err
					}
				}
				return nil
			})
			leave()
			switch {
			case err == nil:
				ended++
			case errors.Is(err, context.Canceled):
				left++
			default:
				t.Errorf("try %d: %v", i, err)
			}
		}
		t.Logf("%d transactions ended, %d were left", ended, left)
		if got := len(names(stays, t, db)); got < 3*ended || got > 3*200 || got%3 != 0 {
			t.Errorf("%d transactions of three rows left %d rows", ended, got)
		}
		if err := db.Ready(stays); err != nil {
			t.Errorf("afterwards the database is not ready: %v", err)
		}
	})
}
