package basedata_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// sections is a csv file of n sections, numbered from a first one.
func sections(first, n int) []byte {
	var file bytes.Buffer
	file.WriteString("name,chineseName,unitPrice,sortOrder\n")
	for i := first; i < first+n; i++ {
		fmt.Fprintf(&file, "S%d,工段 %d,%d.5,%d\n", i, i, i%100, i)
	}
	return file.Bytes()
}

// stock opens a database with n sections.
func stock(b *testing.B, db *store.DB, n int) (context.Context, *basedata.Master) {
	b.Helper()
	ctx := store.WithActor(b.Context(), storetest.Tenant(b, db, "bench"))
	master := basedata.New(basedata.Deps{})
	for from := 0; from < n; from += 25_000 {
		if _, err := master.Sections.Import(permitted(ctx, master.Sections), db, resource.ImportFile{Data: sections(from, min(25_000, n-from))}); err != nil {
			b.Fatal(err)
		}
	}
	if err := db.Survey(b.Context()); err != nil { // the server does so by the hour
		b.Fatal(err)
	}
	return ctx, master
}

// BenchmarkImport5000 reads, checks and writes a file of 5 000 new rows. The design's bar is 1 s on SQLite and 2 s on
// PostgreSQL.
func BenchmarkImport5000(b *testing.B) {
	storetest.EachBench(b, func(b *testing.B, db *store.DB) {
		ctx, master := stock(b, db, 0)
		next := 0
		for b.Loop() {
			if r, err := master.Sections.Import(permitted(ctx, master.Sections), db, resource.ImportFile{Data: sections(next, 5000)}); err != nil || r.Created != 5000 {
				b.Fatalf("%d rows were created: %v", r.Created, err)
			}
			next += 5000
		}
	})
}

// BenchmarkList reads a page of 50 out of 100 000 rows, sorted, searched and from the middle; its p95 has a bar of 200 ms.
func BenchmarkList(b *testing.B) {
	storetest.EachBench(b, func(b *testing.B, db *store.DB) {
		ctx, master := stock(b, db, 100_000)
		for name, q := range map[string]resource.Query{
			"first page": {Page: 1, Size: 50},
			"page 1000":  {Page: 1000, Size: 50, Sort: "-unitPrice"},
			"search":     {Page: 1, Size: 50, Search: "777"},
			"filter":     {Page: 1, Size: 50, Filters: map[string]string{"unitPrice": "7.5"}},
		} {
			b.Run(name, func(b *testing.B) {
				var took []time.Duration
				for b.Loop() {
					began := time.Now()
					if err := db.Read(ctx, func(tx store.Tx) error {
						page, err := master.Sections.List(ctx, tx, q)
						if err == nil && len(page.Rows) != 50 {
							b.Errorf("%d rows", len(page.Rows))
						}
						return err
					}); err != nil {
						b.Fatal(err)
					}
					took = append(took, time.Since(began))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
			})
		}
	})
}

// BenchmarkExport writes 50 000 rows as a workbook; the bar is 10 s.
func BenchmarkExport(b *testing.B) {
	storetest.EachBench(b, func(b *testing.B, db *store.DB) {
		ctx, master := stock(b, db, 50_000)
		for b.Loop() {
			write, err := master.Sections.Export(ctx, db, resource.Query{}, "xlsx")
			if err != nil {
				b.Fatal(err)
			}
			if err := write(io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
}
