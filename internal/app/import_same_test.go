package app

import (
	"bytes"
	"context"
	"testing"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Every list of the product takes its own export back as the same, in both formats and languages, and writes nothing.
func TestEveryListIsTheSameAsItsExport(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		at := time.Date(2027, 5, 1, 9, 30, 17, 0, time.UTC) // with seconds, as a program may give them
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			return a.Production.Moulds.Save(ctx, tx, &production.Mould{MouldNo: "#Ａ－1", Name: "-", Delivery: &at, Release: &at, Priority: 50})
		}); err != nil {
			t.Fatal(err)
		}
		lists := 0
		for _, r := range a.Entities {
			l, is := r.(interface {
				Import(ctx context.Context, db *store.DB, file resource.ImportFile) (resource.ImportResult, error)
				Export(ctx context.Context, db *store.DB, q resource.Query, format string) (*api.File, error)
			})
			meta := r.Meta(func(string) bool { return true })
			if !is || !meta.Imports {
				continue
			}
			lists++
			for _, lang := range []string{problem.Chinese, problem.English} {
				ctx := problem.WithLanguage(mayImport(ctx, t, meta.Permission), lang)
				for _, format := range []string{"csv", "xlsx"} {
					file, err := l.Export(ctx, a.DB, resource.Query{}, format)
					if err != nil {
						t.Fatal(err)
					}
					var out bytes.Buffer
					if err := file.Write(&out); err != nil {
						t.Fatal(err)
					}
					result, err := l.Import(ctx, a.DB, resource.ImportFile{Data: out.Bytes()})
					if err != nil || result.Same != result.Read || result.Committed || result.Same == 0 && !file.Empty {
						t.Errorf("%s %s %s: %d of %d the same: %+v %+v (%v)", r.Name(), lang, format, result.Same, result.Read, result.Rows, result.Faults, err)
					}
				}
			}
		}
		if lists < 19 {
			t.Errorf("%d lists have an import", lists)
		}
	})
}
