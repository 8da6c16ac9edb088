package operationlog_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

const (
	benchLines  = 1_000_000
	benchPeople = 40
	benchKinds  = 20
	benchRows   = 20_000
)

// BenchmarkMillionLines asks for a page of the log as its page does, the bounded count and the newest hundred, and for the names of
// all people, in a company of a million lines. The bar is 500 ms for the 95th percentile of each.
func BenchmarkMillionLines(b *testing.B) {
	storetest.EachBench(b, func(b *testing.B, db *store.DB) {
		actor := storetest.Tenant(b, db, "bench")
		ctx := store.WithActor(b.Context(), actor)
		filled := fill(ctx, b, db)
		queries := []struct {
			name string
			of   store.OperationQuery
		}{
			{"list", store.OperationQuery{}},
			{"person", store.OperationQuery{Person: person(7)}},
			{"record", store.OperationQuery{Entity: kind(7), RowID: row(7)}},
			{"kind", store.OperationQuery{Entity: kind(3)}},
			{"date", store.OperationQuery{From: filled.Add(-24 * time.Hour), Until: filled}},
		}
		for _, q := range queries {
			q.of.Shared = []string{kind(0)}
			b.Run(q.name, func(b *testing.B) {
				measure(b, func() error {
					return db.Read(ctx, func(tx store.Tx) error {
						if _, err := tx.Operations(q.of).CountTo(ctx, 10_001); err != nil {
							return err
						}
						var ids []string
						if err := tx.Operations(q.of).Columns("id").Limit(100, 0).ScanColumn(ctx, &ids); err != nil {
							return err
						}
						found, err := tx.OperationsByID(ctx, ids, q.of.Shared)
						if len(found) == 0 {
							b.Error("nothing is found")
						}
						return err
					})
				})
			})
		}
		b.Run("people", func(b *testing.B) {
			measure(b, func() error {
				return db.Read(ctx, func(tx store.Tx) error {
					names, err := tx.LoggedPeople(ctx, nil, 500)
					if len(names) != benchPeople {
						b.Errorf("%d names", len(names))
					}
					return err
				})
			})
		})
	})
}

func person(i int) string { return fmt.Sprintf("Person %02d", i%benchPeople) }
func kind(i int) string   { return fmt.Sprintf("kind-%02d", i%benchKinds) }
func row(i int) string    { return fmt.Sprintf("01900000-0000-7000-8000-%012d", i%benchRows) }

// fill writes the lines straight into the table, a year of them, and gives the moment of the newest.
func fill(ctx context.Context, b *testing.B, db *store.DB) time.Time {
	b.Helper()
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		b.Fatal(err)
	}
	newest := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	// Numbers and names of our own making: one statement a thousand lines.
	const piece = 1000
	tx, err := db.Pool().BeginTx(ctx, nil)
	if err != nil {
		b.Fatal(err)
	}
	for from := 0; from < benchLines; from += piece {
		var text strings.Builder
		text.WriteString("INSERT INTO operation_log (id, tenant_id, factory_id, at, account_id, by_name, through, entity, row_id, title, action, changes) VALUES ")
		for n := from; n < from+piece; n++ {
			if n > from {
				text.WriteString(", ")
			}
			at := newest.Add(-time.Duration(benchLines-n) * 30 * time.Second)
			fmt.Fprintf(&text, "('01900000-0000-7000-9000-%012d', '%s', '%s', '%s', 'a', '%s', 'ui', '%s', '%s', 'Record %d', 'change', '[]')",
				n, actor.TenantID, actor.FactoryID, at.Format("2006-01-02 15:04:05-07:00"), person(n*7), kind(n), row(n), n)
		}
		if _, err := tx.ExecContext(ctx, text.String()); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	if err := db.Survey(ctx); err != nil {
		b.Fatal(err)
	}
	// SQLite keeps its statistics by the hour, PostgreSQL by itself; neither waits for a benchmark.
	_, _ = db.Pool().ExecContext(ctx, "VACUUM ANALYZE operation_log")
	return newest
}

// measure runs fn and reports the 95th percentile.
func measure(b *testing.B, fn func() error) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		if err := fn(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}
