// Package storetest gives tests a fresh database on each engine.
//
// It never fakes one: SQLite lives in the test's folder, PostgreSQL is the cluster that `make test` starts.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
)

// Each runs fn on a migrated, guarded database of each engine: a statement that leaves its tenant fails the test.
func Each(t *testing.T, fn func(t *testing.T, db *store.DB)) {
	t.Helper()
	EachURL(t, func(t *testing.T, url string) { fn(t, Open(t, url)) })
}

// EachURL runs fn with the address of a database of each engine that has tables and no rows, for tests that open it
// themselves.
func EachURL(t *testing.T, fn func(t *testing.T, url string)) {
	t.Helper()
	atOnce(t, func(t *testing.T) { fn(t, SQLite(t)) }, func(t *testing.T) { fn(t, Postgres(t)) })
}

// EachURLInTurn does the same on one engine after the other, for tests of what the engines share: the processor's time,
// a process's memory.
func EachURLInTurn(t *testing.T, fn func(t *testing.T, url string)) {
	t.Helper()
	inTurn(t, func(t *testing.T) { fn(t, SQLite(t)) }, func(t *testing.T) { fn(t, Postgres(t)) })
}

// atOnce runs a test on both engines and waits for both: one alone leaves half of a processor idle.
func atOnce(t *testing.T, sqlite, postgres func(t *testing.T)) {
	t.Helper()
	parallel := func(fn func(t *testing.T)) func(t *testing.T) {
		return func(t *testing.T) {
			t.Parallel()
			fn(t)
		}
	}
	t.Run("on", func(t *testing.T) { inTurn(t, parallel(sqlite), parallel(postgres)) })
}

func inTurn(t *testing.T, sqlite, postgres func(t *testing.T)) {
	t.Helper()
	t.Run("sqlite", sqlite)
	t.Run("postgres", postgres)
}

// EachBench runs a benchmark on a migrated database of each engine, without the guard, which costs time.
func EachBench(b *testing.B, fn func(b *testing.B, db *store.DB)) {
	b.Helper()
	for name, url := range map[string]func(b *testing.B) string{
		"sqlite":   func(b *testing.B) string { return SQLite(b) },
		"postgres": func(b *testing.B) string { return Postgres(b) },
	} {
		b.Run(name, func(b *testing.B) { fn(b, open(b, url(b))) })
	}
}

// Open opens and migrates a database and switches the guard on.
func Open(t testing.TB, url string) *store.DB {
	t.Helper()
	db := open(t, url)
	if err := db.Guard(context.Background(), func(statement string) { t.Errorf("a statement left its tenant: %s", statement) }); err != nil {
		t.Fatal(err)
	}
	return db
}

func open(t testing.TB, url string) *store.DB {
	t.Helper()
	db, err := store.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := migrate(db); err != nil {
		t.Fatal(err)
	}
	return db
}

// patience is how long a database may take to answer for the first time where others keep the processor busy: a server gives up sooner.
const patience = time.Minute

// migrate migrates a database once it answers.
func migrate(db *store.DB) error {
	for began := time.Now(); ; {
		err := db.Migrate(context.Background())
		if !errors.Is(err, store.ErrUnavailable) || time.Since(began) > patience {
			return err
		}
	}
}

// Tenant makes a tenant with one factory in Shanghai's zone and gives an actor with every permission in may.
func Tenant(t testing.TB, db *store.DB, code string, may ...string) store.Actor {
	t.Helper()
	actor := store.Actor{TenantID: store.NewID(), AccountID: "test-" + code, Name: "Test " + strings.ToUpper(code), Through: store.ThroughUI, Zone: "Asia/Shanghai", May: map[string]bool{}}
	for _, p := range may {
		actor.May[p] = true
	}
	actor.FactoryID = Factory(t, db, actor.TenantID, code)
	return actor
}

// Factory adds a factory to a tenant; the tenant is made when it does not exist.
func Factory(t testing.TB, db *store.DB, tenantID, code string) string {
	t.Helper()
	id := store.NewID()
	for _, s := range []struct {
		text string
		args []any
	}{
		{"INSERT INTO tenant (id, code, name, tenant_type, expire_date, max_overdue_days, login_delay_seconds, hasp_expire_switch, zone, modules, created_at) VALUES ('%s', '%s', '%s', 0, NULL, 15, 10, 1, 'Asia/Shanghai', '[]', '2026-01-01 00:00:00') ON CONFLICT DO NOTHING", []any{tenantID, code, code}},
		{"INSERT INTO factory (id, tenant_id, version, created_at, created_by, updated_at, updated_by, code, name, zone) VALUES ('%s', '%s', 1, '2026-01-01 00:00:00', '', '2026-01-01 00:00:00', '', '%s', '%s', 'Asia/Shanghai')", []any{id, tenantID, code, code}},
	} {
		if _, err := db.Pool().Exec(fmt.Sprintf(s.text, s.args...)); err != nil {
			t.Fatal(err)
		}
	}
	return id
}
