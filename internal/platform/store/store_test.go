package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

type section struct {
	bun.BaseModel `bun:"table:section"`
	store.FactoryRow
	Name        string `bun:"name"`
	ChineseName string `bun:"chinese_name"`
	UnitPrice   int64  `bun:"unit_price"`
	Capacity    int64  `bun:"capacity"`
	SortOrder   int    `bun:"sort_order"`
	Valid       bool   `bun:"valid"`
	NeedCAM     bool   `bun:"need_cam"`
	DeductRest  bool   `bun:"deduct_rest"`
	TargetRate  int64  `bun:"target_rate"`
	Colour      string `bun:"colour"`
}

func insert(ctx context.Context, t *testing.T, db *store.DB, name string) *section {
	t.Helper()
	s := &section{Name: name, ChineseName: name}
	if err := db.Write(ctx, func(tx store.Tx) error { return tx.Insert(ctx, s) }); err != nil {
		t.Fatal(err)
	}
	return s
}

func names(ctx context.Context, t *testing.T, db *store.DB) []string {
	t.Helper()
	var rows []section
	if err := db.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Order("name").Scan(ctx) }); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range rows {
		out = append(out, r.Name)
	}
	return out
}

// The pools of a database are told by name, with what they may open at most.
func TestFiguresOfTheDatabase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := db.Figures()
		most := map[string]int{"write": 1, "read": 5}
		if db.Postgres() {
			most = map[string]int{"all": 20}
		}
		if len(f.Pools) != len(most) || f.Away || f.Outages != 0 || f.Failed != 0 {
			t.Errorf("%+v", f)
		}
		for pool, n := range most {
			if f.Pools[pool].MaxOpenConnections != n || f.Pools[pool].OpenConnections < 1 {
				t.Errorf("%s: %+v", pool, f.Pools[pool])
			}
		}
	})
}

// SCOPE-02: tenants and factories share one database and never see each other.
func TestAnotherTenantAndFactorySeeNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		a, b := storetest.Tenant(t, db, "a"), storetest.Tenant(t, db, "b")
		c := a
		c.FactoryID = storetest.Factory(t, db, a.TenantID, "a2")
		mine := store.WithActor(t.Context(), a)
		row := insert(mine, t, db, "CNC")
		insert(store.WithActor(t.Context(), b), t, db, "CNC")

		for who, actor := range map[string]store.Actor{"tenant": b, "factory": c} {
			ctx := store.WithActor(t.Context(), actor)
			var found section
			err := db.Read(ctx, func(tx store.Tx) error {
				return tx.Select(&found).Where("id = ? OR 1 = 1", row.ID).Where("id = ?", row.ID).Scan(ctx)
			})
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("another %s reads the row: %v", who, err)
			}
			stolen := *row
			err = db.Write(ctx, func(tx store.Tx) error { return tx.Update(ctx, &stolen) })
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("another %s updates the row: %v", who, err)
			}
			var n int
			if err := db.Write(ctx, func(tx store.Tx) (err error) {
				n, err = tx.Remove((*section)(nil)).Where("id = ?", row.ID).Exec(ctx)
				return err
			}); err != nil || n != 0 {
				t.Errorf("another %s deletes %d rows, %v", who, n, err)
			}
			if err := db.Write(ctx, func(tx store.Tx) (err error) {
				n, err = tx.Change((*section)(nil)).Set("name = ?", "X").Where("id = ?", row.ID).Exec(ctx)
				return err
			}); err != nil || n != 0 {
				t.Errorf("another %s changes %d rows, %v", who, n, err)
			}
			var rows []struct{ Name string }
			if err := db.Read(ctx, func(tx store.Tx) error {
				return tx.Query(ctx, &rows, "SELECT s.name FROM section s WHERE {s} AND s.id = ?", row.ID)
			}); err != nil || len(rows) != 0 {
				t.Errorf("another %s reads %d rows by a read model, %v", who, len(rows), err)
			}
		}
		if got := names(mine, t, db); len(got) != 1 {
			t.Errorf("the owner sees %v", got)
		}
	})
}

// Whatever commits between two questions of one reading, both see the same: an import does not mix into a plan.
func TestAReadingSeesOneMoment(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		actor := storetest.Tenant(t, db, "a")
		ctx := store.WithActor(t.Context(), actor)
		insert(ctx, t, db, "CNC")
		for name, read := range map[string]func(fn func(tx store.Tx) error) error{
			"Read": func(fn func(tx store.Tx) error) error { return db.Read(ctx, fn) },
			"SystemRead": func(fn func(tx store.Tx) error) error {
				return db.SystemRead(ctx, "the test reads above tenants", fn)
			},
		} {
			var before, after int
			if err := read(func(tx store.Tx) (err error) {
				if before, err = tx.Select((*section)(nil)).Count(ctx); err != nil {
					return err
				}
				insert(ctx, t, db, "EDM "+name)
				after, err = tx.Select((*section)(nil)).Count(ctx)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if before == 0 || after != before {
				t.Errorf("%s sees %d rows, then %d", name, before, after)
			}
		}
		if all := names(ctx, t, db); len(all) != 3 {
			t.Errorf("afterwards there are %v", all)
		}
	})
}

// The second wall alone: statements without any condition, as a bug would write them, still see one tenant.
func TestRowLevelSecurityHoldsWithoutTheFirstWall(t *testing.T) {
	db := storetest.Open(t, storetest.Postgres(t))
	a, b := storetest.Tenant(t, db, "a"), storetest.Tenant(t, db, "b")
	insert(store.WithActor(t.Context(), a), t, db, "CNC")
	insert(store.WithActor(t.Context(), b), t, db, "EDM")
	ctx := store.WithActor(t.Context(), b)
	err := db.Write(ctx, func(tx store.Tx) error {
		var n int
		if err := tx.SQL().QueryRow("SELECT count(*) FROM section").Scan(&n); err != nil {
			return err
		}
		if n != 1 {
			t.Errorf("a bare count sees %d rows", n)
		}
		res, err := tx.SQL().Exec("UPDATE section SET colour = 'red'")
		if err != nil {
			return err
		}
		if changed, _ := res.RowsAffected(); changed != 1 {
			t.Errorf("a bare update changed %d rows", changed)
		}
		if _, err := tx.SQL().Exec("SELECT count(*) FROM account"); err == nil {
			t.Error("the tenant role reads accounts")
		}
		return nil
	})
	if err == nil { // the refused statement ends the transaction
		t.Error("the transaction survived a refused statement")
	}
}

func TestStaleVersionsAreRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		row := insert(ctx, t, db, "CNC")
		first, second := *row, *row
		first.ChineseName, second.ChineseName = "先", "后"
		if err := db.Write(ctx, func(tx store.Tx) error { return tx.Update(ctx, &first) }); err != nil {
			t.Fatal(err)
		}
		if err := db.Write(ctx, func(tx store.Tx) error { return tx.Update(ctx, &second) }); !errors.Is(err, store.ErrStale) {
			t.Errorf("the second save got %v", err)
		}
		if err := db.Write(ctx, func(tx store.Tx) error { return tx.Insert(ctx, &section{Name: "CNC", ChineseName: "x"}) }); !errors.Is(err, store.ErrDuplicate) {
			t.Errorf("a second CNC got %v", err)
		}
	})
}

func TestNobodyAndNoFactoryWriteNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		if err := db.Read(t.Context(), func(store.Tx) error { return nil }); !errors.Is(err, store.ErrNoActor) {
			t.Errorf("nobody got %v", err)
		}
		actor := storetest.Tenant(t, db, "a")
		insert(store.WithActor(t.Context(), actor), t, db, "CNC")
		actor.FactoryID = ""
		ctx := store.WithActor(t.Context(), actor)
		if got := names(ctx, t, db); len(got) != 0 {
			t.Errorf("without a factory one sees %v", got)
		}
		if err := db.Write(ctx, func(tx store.Tx) error { return tx.Insert(ctx, &section{Name: "X"}) }); !errors.Is(err, store.ErrNoFactory) {
			t.Errorf("without a factory a write got %v", err)
		}
	})
}

func TestEffectsLeaveOnlyAfterTheCommit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		sent, boom := 0, errors.New("boom")
		if err := db.Write(ctx, func(tx store.Tx) error { tx.AfterCommit(func() { sent++ }); return boom }); !errors.Is(err, boom) {
			t.Fatal(err)
		}
		if err := db.Write(ctx, func(tx store.Tx) error { tx.AfterCommit(func() { sent += 10 }); return nil }); err != nil {
			t.Fatal(err)
		}
		if sent != 10 {
			t.Errorf("effects sum to %d", sent)
		}
	})
}

func TestSearchTakesItsTextLiterally(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		insert(ctx, t, db, "A_1")
		insert(ctx, t, db, "AB1")
		insert(ctx, t, db, "SA/B")
		insert(ctx, t, db, "SC／D")
		for text, want := range map[string]int{"a_": 1, "%": 0, "a*1": 2, "b1": 1, `\`: 0, "ａＢ１": 1, "ｓａ／ｂ": 1, "sa／b": 1, "c／d": 1, "％": 0} {
			var rows []section
			if err := db.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Contains(text, "name").Scan(ctx) }); err != nil {
				t.Fatal(err)
			}
			if len(rows) != want {
				t.Errorf("%q finds %d rows, want %d", text, len(rows), want)
			}
		}
	})
}

func TestAnyFolderHoldsItsOwnDatabase(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{"plain", "模具 #1", "100%", "who?", "a%20b"} {
		folder := filepath.Join(parent, name)
		if err := os.Mkdir(folder, 0o750); err != nil {
			t.Fatal(err)
		}
		storetest.Open(t, folder)
		if _, err := os.Stat(filepath.Join(folder, "mouldworks.db")); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) != 5 {
		t.Errorf("files went elsewhere: %v %v", left, err)
	}
}
