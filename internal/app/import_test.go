package app

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/demo"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/production"
)

// eachApp runs fn on a whole, empty server, on each engine; a statement that leaves its tenant fails the test.
func eachApp(t *testing.T, fn func(t *testing.T, a *App)) {
	storetest.EachURL(t, func(t *testing.T, url string) { fn(t, guarded(t, Options{}, url)) })
}

// openAt opens a server on a database.
func openAt(t testing.TB, o Options, url string) *App {
	t.Helper()
	if o.Data = url; strings.HasPrefix(url, "postgres") {
		o.Data, o.Database = t.TempDir(), url
	}
	a, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// guarded opens a server that fails the test with a statement that leaves its tenant, and closes it with the test.
func guarded(t *testing.T, o Options, url string) *App {
	t.Helper()
	a := openAt(t, o, url)
	t.Cleanup(func() {
		if err := a.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if err := a.DB.Guard(t.Context(), func(statement string) { t.Errorf("a statement left its tenant: %s", statement) }); err != nil {
		t.Fatal(err)
	}
	return a
}

// factory is the demo's people and its master data, and the planner among them.
var factory = storetest.Model[store.Actor]{Fill: func(t testing.TB, url string) store.Actor {
	a := openAt(t, Options{}, url)
	actor, err := a.demoPeople(t.Context(), "Passw0rd1")
	if err == nil {
		ctx := store.WithActor(t.Context(), actor)
		err = a.DB.Write(ctx, func(tx store.Tx) error { return a.writeMasters(ctx, tx, demo.Factory()) })
	}
	if err := errors.Join(err, a.Close(context.Background())); err != nil {
		t.Fatal(err)
	}
	return actor
}}

// eachFactory runs fn on a whole server with the demo's master data, on each engine, as a planner.
func eachFactory(t *testing.T, fn func(ctx context.Context, t *testing.T, a *App)) {
	factory.Each(t, asPlanner(fn))
}

// eachFactoryInTurn does the same on one engine after the other, for tests of the budget, which a process has once.
func eachFactoryInTurn(t *testing.T, fn func(ctx context.Context, t *testing.T, a *App)) {
	factory.EachInTurn(t, asPlanner(fn))
}

func asPlanner(fn func(ctx context.Context, t *testing.T, a *App)) func(t *testing.T, url string, planner store.Actor) {
	return func(t *testing.T, url string, planner store.Actor) {
		ctx := store.WithActor(problem.WithLanguage(t.Context(), problem.English), planner)
		fn(ctx, t, guarded(t, Options{}, url))
	}
}

// book writes sheets, each a header and rows of cells separated by bars.
func book(t *testing.T, sheets map[string][]string) []byte {
	t.Helper()
	var pages []sheet.Page
	for _, name := range slices.Sorted(maps.Keys(sheets)) {
		lines := sheets[name]
		p := sheet.Page{Name: name, Rows: func(yield func([]any) bool) {
			for _, line := range lines[1:] {
				var cells []any
				for _, c := range strings.Split(line, "|") {
					cells = append(cells, c)
				}
				if !yield(cells) {
					return
				}
			}
		}}
		for _, title := range strings.Split(lines[0], "|") {
			p.Columns = append(p.Columns, sheet.Column{Title: title})
		}
		pages = append(pages, p)
	}
	var b bytes.Buffer
	if err := sheet.WriteXLSX(&b, pages...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (a *App) importBook(ctx context.Context, t *testing.T, data []byte) *production.ImportResult {
	t.Helper()
	result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "book.xlsx", Data: data, Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func storedMoulds(ctx context.Context, t *testing.T, a *App) []string {
	t.Helper()
	var rows []production.Mould
	if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Order("mould_no").Scan(ctx) }); err != nil {
		t.Fatal(err)
	}
	numbers := []string{}
	for _, m := range rows {
		numbers = append(numbers, m.MouldNo)
	}
	return numbers
}

// codes of the demo factory that the books use.
func codes(t *testing.T) (milling, customer string) {
	t.Helper()
	f := demo.Factory()
	for _, p := range f.Processes {
		if p.Class == demo.Machining && milling == "" {
			milling = p.Code
		}
	}
	return milling, f.Customers[0].Number
}

// A second import of the same file changes nothing; empty cells keep, "-" clears.
func TestImportIsIdempotentAndKeepsWhatIsEmpty(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var file bytes.Buffer
		start := time.Date(2030, 3, 4, 0, 0, 0, 0, time.UTC)
		if err := demo.Generate(demo.Options{Moulds: 5, Seed: 3, Start: start, Zone: demo.Shanghai()}).WriteWorkbook(&file); err != nil {
			t.Fatal(err)
		}
		deps := a.productionDeps()
		deps.Now = func() time.Time { return start }
		a.Production = production.New(deps)
		first := a.importBook(ctx, t, file.Bytes())
		if first.FaultCount != 0 || first.Counts["moulds"].New != 5 || first.Counts["operations"].New == 0 {
			t.Fatalf("the first import: %+v, %v", first.Counts["moulds"], first.Faults)
		}
		second := a.importBook(ctx, t, file.Bytes())
		for name, c := range second.Counts {
			if c.New+c.Changed+c.Refused != 0 {
				t.Errorf("the second import touches %s: %+v", name, *c)
			}
		}
		no := storedMoulds(ctx, t, a)[0]
		a.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|name|projectNo", no + "||-"}}))
		var m production.Mould
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&m).Where("mould_no = ?", no).Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		if m.Name == "" || m.ProjectNo != "" || m.Delivery == nil {
			t.Errorf("an empty cell must keep and a dash must clear: %+v", m)
		}
	})
}
