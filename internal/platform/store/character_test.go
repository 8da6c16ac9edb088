package store_test

import (
	"context"
	"errors"
	"testing"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// document is a row with a JSON column.
type document struct {
	bun.BaseModel `bun:"table:import_layout"`
	store.Row
	Layout  string            `bun:"layout"`
	Name    string            `bun:"name"`
	Sheet   string            `bun:"sheet"`
	LeftOut bool              `bun:"left_out"`
	Columns map[string]string `bun:"columns,type:text"`
}

// A text with U+0000 reaches neither engine, whichever statement carries it, and the transaction goes on without it.
func TestANullCharacterIsRefusedInEveryStatement(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		row := insert(ctx, t, db, "CNC")
		var rows []section
		var count []int
		for name, do := range map[string]func(context.Context, store.Tx) error{
			"insert": func(ctx context.Context, tx store.Tx) error { return tx.Insert(ctx, &section{Name: "E\x00M"}) },
			"insert of many": func(ctx context.Context, tx store.Tx) error {
				return tx.Insert(ctx, &[]section{{Name: "E"}, {Name: "\x00"}})
			},
			"insert of JSON": func(ctx context.Context, tx store.Tx) error {
				return tx.Insert(ctx, &document{Layout: "l", Columns: map[string]string{"a": "b", "c\x00": "d"}})
			},
			"update": func(ctx context.Context, tx store.Tx) error { r := *row; r.Name = "C\x00"; return tx.Update(ctx, &r) },
			"change": func(ctx context.Context, tx store.Tx) error {
				_, err := tx.Change((*section)(nil)).Set("name = ?", "C\x00").Exec(ctx)
				return err
			},
			"remove": func(ctx context.Context, tx store.Tx) error {
				_, err := tx.Remove((*section)(nil)).Where("name = ?", "\x00").Exec(ctx)
				return err
			},
			"select": func(ctx context.Context, tx store.Tx) error {
				return tx.Select(&rows).Where("name = ?", "CNC\x00").Scan(ctx)
			},
			"select of a set": func(ctx context.Context, tx store.Tx) error {
				return tx.Select(&rows).WhereIn("name", []string{"CNC", "\x00"}).Scan(ctx)
			},
			"search": func(ctx context.Context, tx store.Tx) error {
				return tx.Select(&rows).Contains("\x00", "name").Scan(ctx)
			},
			"count": func(ctx context.Context, tx store.Tx) error {
				_, err := tx.Select(&rows).Where("name = ?", "\x00").Count(ctx)
				return err
			},
			"exists": func(ctx context.Context, tx store.Tx) error {
				_, err := tx.Select(&rows).Where("name = ?", "\x00").Exists(ctx)
				return err
			},
			"query": func(ctx context.Context, tx store.Tx) error {
				return tx.Query(ctx, &count, "SELECT COUNT(*) FROM section AS s WHERE {s} AND s.name = ?", "\x00")
			},
			"log": func(ctx context.Context, tx store.Tx) error {
				return tx.Log(ctx, "section", "", "a\x00b", store.ActionImport)
			},
		} {
			if err := db.Write(ctx, func(tx store.Tx) error {
				if err := do(ctx, tx); !errors.Is(err, store.ErrCharacter) {
					t.Errorf("%s: %v", name, err)
				}
				return tx.Insert(ctx, &section{Name: name, ChineseName: name})
			}); err != nil {
				t.Errorf("%s: the transaction ends with it: %v", name, err)
			}
		}
		if got := names(ctx, t, db); len(got) != 14 {
			t.Errorf("%q", got)
		}
	})
}

// What only looks like the character is stored as it was typed, in a text and in JSON.
func TestTextsThatLookLikeANullCharacterAreKept(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		const text = `\u0000 \\u0000 it's ?!(x) 模具 😀`
		d := &document{Layout: "l", Name: text, Columns: map[string]string{text: text}}
		var back document
		if err := db.Write(ctx, func(tx store.Tx) error {
			if err := tx.Insert(ctx, d); err != nil {
				return err
			}
			return tx.Select(&back).Where("name = ?", text).Scan(ctx)
		}); err != nil {
			t.Fatal(err)
		}
		if back.Name != text || back.Columns[text] != text {
			t.Errorf("%q %q", back.Name, back.Columns)
		}
	})
}
