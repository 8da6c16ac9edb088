package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"
)

// Tx is one transaction, seen through the scope of its actor. It never shows the query builder: whatever a domain
// asks or writes gets the tenant and, where the table has one, the factory from here.
type Tx struct {
	db     bun.Tx
	of     *DB
	actor  Actor
	system bool
	across bool // sees the rows of every factory of the tenant
	after  *[]func()
}

// Actor is who asks.
func (tx Tx) Actor() Actor { return tx.actor }

// AfterCommit runs effect once the transaction has committed, and never otherwise. Effects that must not be lost
// are jobs instead.
func (tx Tx) AfterCommit(effect func()) { *tx.after = append(*tx.after, effect) }

// SQL is the transaction for the job queue, which enqueues inside it. Nobody else uses it.
func (tx Tx) SQL() *sql.Tx { return tx.db.Tx }

// everyFactory stands in the place of a factory while a question goes across all of them.
const everyFactory = "*"

// AcrossFactories asks about the rows of every factory of the tenant, to count what refers to a row that the factories
// share. It only reads; nothing of another factory's rows may reach the person who asks but their number.
func (tx Tx) AcrossFactories(ctx context.Context, ask func(Tx) error) error {
	wide := tx
	wide.across = true
	if !tx.of.postgres || tx.system {
		return ask(wide)
	}
	const set = "SELECT set_config('app.factory', ?, true)"
	if _, err := tx.db.ExecContext(ctx, set, everyFactory); err != nil {
		return tx.of.faultOfStatement(err)
	}
	if err := ask(wide); err != nil {
		return err // the transaction ends with it
	}
	_, err := tx.db.ExecContext(ctx, set, tx.actor.FactoryID)
	return tx.of.faultOfStatement(err)
}

// Try runs a part of the transaction that may fail without spoiling the rest: what it wrote is undone.
func (tx Tx) Try(ctx context.Context, part func(Tx) error) error {
	return tx.db.RunInTx(ctx, nil, func(_ context.Context, inner bun.Tx) error {
		within := tx
		within.db = inner
		return part(within)
	})
}

// chunk is how many rows one INSERT statement carries.
const chunk = 500

// Insert writes new rows: a pointer to a struct, or to a slice of structs or of pointers. Identity, scope, version
// and times are filled in; an identity given by the caller stays.
func (tx Tx) Insert(ctx context.Context, model any) error {
	var bad error
	each(model, func(row any) {
		if err := tx.stamp(row); err != nil {
			bad = err
		}
	})
	if bad != nil {
		return bad
	}
	v := reflect.ValueOf(model).Elem()
	if v.Kind() != reflect.Slice {
		_, err := tx.db.NewInsert().Model(model).Exec(tx.mark(ctx))
		return tx.of.faultOfStatement(err)
	}
	for from := 0; from < v.Len(); from += chunk {
		part := reflect.New(v.Type())
		part.Elem().Set(v.Slice(from, min(from+chunk, v.Len())))
		if _, err := tx.db.NewInsert().Model(part.Interface()).Exec(tx.mark(ctx)); err != nil {
			return tx.of.faultOfStatement(err)
		}
	}
	return nil
}

// stamp fills the bookkeeping of a new row.
func (tx Tx) stamp(row any) error {
	r, ok := row.(Record)
	if !ok {
		if !tx.system {
			return fmt.Errorf("store: %T stands above tenants: only a system transaction may write it", row)
		}
		return nil
	}
	k := r.Kept()
	if k.ID == "" {
		k.ID = NewID()
	}
	k.Version = 1
	if k.CreatedAt.IsZero() {
		k.CreatedAt = Now()
	}
	k.UpdatedAt = k.CreatedAt
	k.CreatedBy, k.UpdatedBy = tx.actor.AccountID, tx.actor.AccountID
	if tx.system {
		if k.TenantID == "" {
			return fmt.Errorf("store: %T needs a tenant", row)
		}
		return nil
	}
	k.TenantID = tx.actor.TenantID
	if f, ok := row.(factoryRecord); ok {
		if tx.actor.FactoryID == "" {
			return ErrNoFactory
		}
		*f.factory() = tx.actor.FactoryID
	}
	return nil
}

// Update writes a row whose version the caller has read; ErrStale says that somebody was faster, ErrNotFound that
// the row is gone or out of scope. Without columns the whole row is written.
func (tx Tx) Update(ctx context.Context, row Record, columns ...string) error {
	k := row.Kept()
	was := k.Version
	k.Version, k.UpdatedAt, k.UpdatedBy = was+1, Now(), tx.actor.AccountID
	q := tx.db.NewUpdate().Model(row).WherePK().Where("version = ?", was)
	if len(columns) > 0 {
		q = q.Column(append(columns, "version", "updated_at", "updated_by")...)
	} else {
		q = q.ExcludeColumn("id", "tenant_id", "created_at", "created_by")
		if _, ok := row.(factoryRecord); ok {
			q = q.ExcludeColumn("factory_id")
		}
	}
	s, err := tx.scope(row)
	if err != nil {
		return err
	}
	for _, c := range s {
		q = q.Where("? = ?", bun.Ident(c.column), c.value)
	}
	res, err := q.Exec(tx.mark(ctx))
	if err != nil {
		return tx.of.faultOfStatement(err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return err
	}
	k.Version = was
	exists, err := tx.Select(row).Where("id = ?", k.ID).Exists(ctx)
	if err != nil {
		return err
	}
	if exists {
		return ErrStale
	}
	return ErrNotFound
}

// Change begins an update of many rows: Set, Where, Exec. It does not look at versions but raises them.
func (tx Tx) Change(model any) *Change {
	q := tx.db.NewUpdate().Model(model)
	if _, ok := model.(Record); ok {
		q = q.Set("version = version + 1").Set("updated_at = ?", Now()).Set("updated_by = ?", tx.actor.AccountID)
	}
	s, err := tx.scope(model)
	for _, c := range s {
		q = q.Where("? = ?", bun.Ident(c.column), c.value)
	}
	return &Change{q: q, tx: tx, err: err}
}

// Remove begins a deletion: Where, Exec.
func (tx Tx) Remove(model any) *Removal {
	q := tx.db.NewDelete().Model(model)
	s, err := tx.scope(model)
	for _, c := range s {
		q = q.Where("? = ?", bun.Ident(c.column), c.value)
	}
	return &Removal{q: q, tx: tx, err: err}
}

// Select begins a question; model is a pointer to a struct or to a slice.
func (tx Tx) Select(model any) *Select {
	q := tx.db.NewSelect().Model(model)
	s, err := tx.scope(model)
	for _, c := range s {
		q = q.Where("?TableAlias.? = ?", bun.Ident(c.column), c.value)
	}
	return &Select{q: q, tx: tx, table: tx.table(model), err: err}
}

// Query runs a named read model: SQL with joins and sums. Every table that belongs to tenants is named in the text by
// a scope mark {alias}, which becomes the alias's tenant and factory condition, or {alias.tenant} for a table without
// factory. A text without a mark is refused.
func (tx Tx) Query(ctx context.Context, dest any, text string, args ...any) error {
	if !strings.Contains(text, "{") {
		return errors.New("store: a read model needs a scope mark such as {m}")
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			break
		}
		mark, after, closed := strings.Cut(rest, "}")
		if !closed {
			return errors.New("store: a scope mark is not closed")
		}
		alias, tenantOnly := strings.CutSuffix(mark, ".tenant")
		if !word.MatchString(alias) {
			return fmt.Errorf("store: %q is no scope mark", mark)
		}
		b.WriteString(alias + ".tenant_id = " + quote(tx.actor.TenantID))
		if !tenantOnly {
			b.WriteString(" AND " + alias + ".factory_id = " + quote(tx.actor.FactoryID))
		}
		text = after
	}
	return tx.of.faultOfStatement(tx.db.NewRaw(b.String(), args...).Scan(tx.mark(ctx), dest))
}

var word = regexp.MustCompile(`^[a-z]+$`)

// quote writes an identity of ours as an SQL string. Identities hold no quotes; the doubling is the rule of both engines.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

type condition struct{ column, value string }

// scope is what every statement on the model's table must add.
func (tx Tx) scope(model any) ([]condition, error) {
	t := tx.table(model)
	if !t.HasField("tenant_id") {
		if !tx.system {
			return nil, fmt.Errorf("store: %s stands above tenants: only a system transaction may touch it", t.Name)
		}
		return nil, nil
	}
	if tx.system {
		return nil, nil
	}
	s := []condition{{"tenant_id", tx.actor.TenantID}}
	if t.HasField("factory_id") && !tx.across {
		s = append(s, condition{"factory_id", tx.actor.FactoryID})
	}
	return s, nil
}

func (tx Tx) table(model any) *schema.Table {
	t := reflect.TypeOf(model)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return tx.db.Dialect().Tables().Get(t)
}

// mark tells the test guard which scope a statement must carry.
func (tx Tx) mark(ctx context.Context) context.Context {
	return context.WithValue(ctx, systemKey{}, guardMark{tenant: tx.actor.TenantID, system: tx.system})
}
