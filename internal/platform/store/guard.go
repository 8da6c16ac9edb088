package store

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/uptrace/bun"
)

// guardMark travels with a statement so that the guard knows which scope it must carry.
type guardMark struct {
	tenant string
	system bool
}

// Guard makes every statement that touches a tenant's table without its tenant fail, by calling fail with the
// statement. Tests switch it on; it is the proof of the first wall.
func (d *DB) Guard(ctx context.Context, fail func(statement string)) error {
	tables, err := d.scopedTables(ctx)
	if err != nil {
		return err
	}
	g := &guard{fail: fail, tables: regexp.MustCompile(`"(?:` + strings.Join(tables, "|") + `)"|\b(?:FROM|JOIN|INTO|UPDATE) (?:` + strings.Join(tables, "|") + `)\b`)}
	d.write = d.write.WithQueryHook(g)
	if d.postgres {
		d.read = d.write
	} else {
		d.read = d.read.WithQueryHook(g)
	}
	return nil
}

// Watch tells seen every statement that goes to the database. Tests count with it; seen may be called by several
// goroutines at once.
func (d *DB) Watch(seen func(statement string)) {
	w := watch{seen}
	d.write = d.write.WithQueryHook(w)
	if d.postgres {
		d.read = d.write
	} else {
		d.read = d.read.WithQueryHook(w)
	}
}

type watch struct{ seen func(string) }

// BeforeQuery tells the statement.
func (w watch) BeforeQuery(ctx context.Context, e *bun.QueryEvent) context.Context {
	w.seen(e.Query)
	return ctx
}

// AfterQuery has nothing to do.
func (watch) AfterQuery(context.Context, *bun.QueryEvent) {}

type guard struct {
	tables *regexp.Regexp
	fail   func(string)
}

// BeforeQuery looks at the statement as it goes to the database.
func (g *guard) BeforeQuery(ctx context.Context, e *bun.QueryEvent) context.Context {
	if !g.tables.MatchString(e.Query) {
		return ctx
	}
	mark, ok := ctx.Value(systemKey{}).(guardMark)
	switch {
	case !ok:
		g.fail(fmt.Sprintf("outside a scope: %.300s", e.Query))
	case !mark.system && !strings.Contains(e.Query, "'"+mark.tenant+"'"):
		g.fail(fmt.Sprintf("without its tenant: %.300s", e.Query))
	}
	return ctx
}

// AfterQuery has nothing to do.
func (g *guard) AfterQuery(context.Context, *bun.QueryEvent) {}
