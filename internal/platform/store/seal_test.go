package store_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// Each way to touch a sealed log shows; an untouched log verifies, seal after seal.
func TestTheSealedLogShowsTampering(t *testing.T) {
	for name, touch := range map[string]string{
		"nothing":                   "",
		"a changed line":            "UPDATE operation_log SET title = 'other' WHERE row_id = 'row-1'",
		"a line put into an import": "UPDATE operation_log SET import_id = 'other' WHERE row_id = 'row-1'",
		"a removed line":            "DELETE FROM operation_log WHERE row_id = 'row-5'",
		"a moved line":              "UPDATE operation_log SET seal = 2 WHERE row_id = 'row-0'",
		"a line slipped in later": "INSERT INTO operation_log (id, tenant_id, at, account_id, by_name, through, entity, row_id, title, action, changes) " +
			"SELECT 'slipped', tenant_id, '2026-01-01 00:00:00', account_id, by_name, through, entity, 'row-9', title, action, changes FROM operation_log WHERE row_id = 'row-0'",
		"a removed seal": "DELETE FROM operation_seal WHERE number = 1",
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, db *store.DB) {
				a := storetest.Tenant(t, db, "a")
				ctx := store.WithActor(t.Context(), a)
				exec := func(statement string) {
					t.Helper()
					if _, err := db.Pool().ExecContext(t.Context(), statement); err != nil {
						t.Fatal(err)
					}
				}
				for round := range 2 {
					if err := db.Write(ctx, func(tx store.Tx) error {
						for i := range 3 {
							if err := tx.Log(ctx, "section", fmt.Sprintf("row-%d", 3*round+i), "CNC", store.ActionChange, store.FieldChange{Field: "name", Before: i, After: i + 1}); err != nil {
								return err
							}
						}
						return nil
					}); err != nil {
						t.Fatal(err)
					}
					if err := db.SealLog(ctx); err != nil {
						t.Fatal(err)
					}
					if last, err := db.VerifyLog(ctx, a.TenantID); err != nil || last.Number != int64(round) {
						t.Fatalf("a young line was sealed: %+v, %v", last, err)
					}
					exec("UPDATE operation_log SET at = '" + time.Now().UTC().Add(-5*time.Minute).Format("2006-01-02 15:04:05") + "' WHERE seal IS NULL")
					if err := db.SealLog(ctx); err != nil {
						t.Fatal(err)
					}
					if last, err := db.VerifyLog(ctx, a.TenantID); err != nil || last.Number != int64(round+1) || last.Lines != 3 {
						t.Fatalf("after sealing: %+v, %v", last, err)
					}
				}
				if touch == "" {
					return
				}
				exec(touch)
				if err := db.SealLog(ctx); err != nil { // the seal must not heal the wound
					t.Fatal(err)
				}
				if _, err := db.VerifyLog(ctx, a.TenantID); !errors.Is(err, store.ErrTampered) {
					t.Errorf("%s went unseen: %v", name, err)
				}
			})
		})
	}
}

// On PostgreSQL not even a raw statement in a tenant's transaction can change the log.
func TestTheLogIsAppendOnlyForTenants(t *testing.T) {
	db := storetest.Open(t, storetest.Postgres(t))
	ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
	err := db.Write(ctx, func(tx store.Tx) error {
		if err := tx.Log(ctx, "section", "row", "CNC", store.ActionCreate); err != nil {
			return err
		}
		_, err := tx.SQL().ExecContext(ctx, "UPDATE operation_log SET title = 'other'")
		return err
	})
	if err == nil {
		t.Error("a tenant changed its log")
	}
}
