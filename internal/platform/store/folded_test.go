package store_test

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// Names that differ only in upper and lower case are one name, also for two who save at the same moment and cannot see each
// other's row; the error tells the column.
func TestNamesAreUniqueInUpperAndLowerCaseAlike(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		insert(ctx, t, db, "Cnc")
		err := db.Write(ctx, func(tx store.Tx) error {
			return tx.Insert(ctx, &section{Name: "cNC", ChineseName: "cNC"})
		})
		if d := store.DuplicateOf(err); !errors.Is(err, store.ErrDuplicate) || d == nil || !slices.Contains(d.Columns, "name") {
			t.Errorf("a second one in other letters: %v", err)
		}
		insert(ctx, t, db, "Cnc2")
		insert(store.WithActor(t.Context(), storetest.Tenant(t, db, "b")), t, db, "CNC")
	})
}

// The database has one key for all spellings of a name, and it is that of the program: a name that is refused in a form cannot
// come in by two who save at once.
func TestTheDatabaseComparesNamesAsTheProgramDoes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		insert(ctx, t, db, "Mill (A-1)")
		for _, name := range []string{
			"mill (a-1)", "Ｍｉｌｌ　（Ａ－１）", " Mill\u3000 (A-1)", "Mi\u200bll (A-1)", "Mi\u00adll (A-1)", "Mi\u3164ll (A-1)", "Mill\u00a0(A\u20111)", "Mill (A-1)\ufe0f", "\U000e0041Mill (A-1)",
		} {
			err := db.Write(ctx, func(tx store.Tx) error {
				return tx.Insert(ctx, &section{Name: name, ChineseName: name})
			})
			if !errors.Is(err, store.ErrDuplicate) {
				t.Errorf("%q stands beside it: %v", name, err)
			}
		}
		var row section
		if err := db.Read(ctx, func(tx store.Tx) error { return tx.Select(&row).Named("name", "ＭＩＬＬ （a-1）").Scan(ctx) }); err != nil || row.Name != "Mill (A-1)" {
			t.Errorf("by another spelling: %q (%v)", row.Name, err)
		}
		all := []rune{}
		for r := rune(1); r < 0x30000; r++ { // planes of letters and signs; U+0130 alone has a small form of two letters
			if r != 0x130 && utf8.ValidRune(r) && (unicode.IsGraphic(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)) {
				all = append(all, r)
			}
		}
		for some := range slices.Chunk(all, 2000) {
			text := &strings.Builder{}
			for _, r := range some {
				text.WriteString("x")
				text.WriteRune(r)
			}
			stored, got := cell.Clean(text.String()), ""
			if err := db.Pool().QueryRowContext(ctx, "SELECT name_key('"+strings.ReplaceAll(stored, "'", "''")+"')").Scan(&got); err != nil {
				t.Fatal(err)
			}
			want := strings.Split(cell.Key(stored), "x")
			for i, g := range strings.Split(got, "x") {
				if i < len(want) && g != want[i] {
					t.Errorf("the database has %+q for %+q", g, want[i])
				}
			}
		}
	})
}

// A database of an earlier version may hold such pairs: it starts, says which table is meant, and has its index after the
// start that follows the renaming.
func TestPairsOfAnEarlierVersionDoNotStopAStart(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		if _, err := db.Pool().ExecContext(ctx, "DROP INDEX section_name_spelling"); err != nil {
			t.Fatal(err)
		}
		insert(ctx, t, db, "EDM")
		second := insert(ctx, t, db, "edm")
		lines := &strings.Builder{}
		old := slog.Default()
		slog.SetDefault(slog.New(slog.NewTextHandler(lines, nil)))
		t.Cleanup(func() { slog.SetDefault(old) })
		if err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		if told := lines.String(); strings.Count(told, "\n") != 1 || !strings.Contains(told, "table=section column=name") {
			t.Errorf("the start said %q", told)
		}
		second.Name = "EDM2"
		if err := db.Write(ctx, func(tx store.Tx) error { return tx.Update(ctx, second) }); err != nil {
			t.Fatal(err)
		}
		if err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		if err := db.Write(ctx, func(tx store.Tx) error {
			return tx.Insert(ctx, &section{Name: "edm2", ChineseName: "edm2"})
		}); !errors.Is(err, store.ErrDuplicate) {
			t.Errorf("after the renaming: %v", err)
		}
	})
}
