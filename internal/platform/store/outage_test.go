package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// logged collects what the log says while a test runs.
func logged(t *testing.T) *logLines {
	t.Helper()
	l := &logLines{}
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(l, nil)))
	t.Cleanup(func() { slog.SetDefault(old) })
	return l
}

type logLines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logLines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logLines) count(word string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), word)
}

// await waits for a word that a line of the log must hold, once.
func (l *logLines) await(t *testing.T, word string) {
	t.Helper()
	for l.count(word) == 0 && t.Context().Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	if n := l.count(word); n != 1 {
		t.Errorf("%q stands %d times in the log: %s", word, n, &l.text)
	}
}

func add(ctx context.Context, db *store.DB, name string) error {
	return db.Write(ctx, func(tx store.Tx) error {
		return tx.Insert(ctx, &section{Name: name, ChineseName: strings.Repeat("长", 3000)})
	})
}

// A disk that is full and a database that cannot be written are told apart from other faults; what was acknowledged stays, reading
// goes on, the log says it once, and the same server writes again as soon as it can.
func TestADatabaseThatCannotBeWritten(t *testing.T) {
	for _, row := range []struct {
		name, on, off string
		want          error
		line          string
	}{
		{"full", "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", store.ErrFull, "disk of the database full"}, // 1: as many as there are
		{"read-only", "PRAGMA query_only = ON", "PRAGMA query_only = OFF", store.ErrReadOnly, "database cannot be written"},
	} {
		t.Run(row.name, func(t *testing.T) {
			lines := logged(t)
			db := storetest.Open(t, storetest.SQLite(t))
			ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
			if err := errors.Join(add(ctx, db, "FIRST"), db.Ready(ctx)); err != nil {
				t.Fatal(err)
			}
			if _, err := db.Pool().Exec(row.on); err != nil {
				t.Fatal(err)
			}
			refused := 0
			for n := range 40 { // the first may fit on a page that is there
				err := add(ctx, db, fmt.Sprintf("N%d", n))
				if err != nil && !errors.Is(err, row.want) {
					t.Fatalf("write %d: %v", n, err)
				}
				if err != nil {
					refused++
				}
			}
			if refused < 10 || !errors.Is(db.Outage(), row.want) {
				t.Errorf("%d refused, the outage is %v", refused, db.Outage())
			}
			if f := db.Figures(); !f.Away || f.Outages != 1 || f.Failed < refused {
				t.Errorf("%d refused, the figures are %+v", refused, f)
			}
			store.ForgetProbe(db)
			if err := db.Ready(ctx); !errors.Is(err, row.want) {
				t.Errorf("it calls itself ready: %v", err)
			}
			if got := names(ctx, t, db); len(got) != 41-refused || got[0] != "FIRST" {
				t.Errorf("rows in it: %v, refused %d", got, refused)
			}
			if n := lines.count("level=ERROR"); n != 1 || lines.count(`msg="`+row.line) != 1 || lines.count("mouldworks.db") != 1 || lines.count("remedy=") != 1 {
				t.Errorf("%d lines of the log: %s", n, &lines.text)
			}
			if _, err := db.Pool().Exec(row.off); err != nil {
				t.Fatal(err)
			}
			store.ForgetProbe(db)
			if err := add(ctx, db, "LAST"); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(db.Outage(), db.Ready(ctx)); err != nil {
				t.Errorf("afterwards: %v", err)
			}
			store.TellEnd(db)
			lines.await(t, "works again")
			if f := db.Figures(); f.Away || f.Outages != 1 || f.Failed < refused { // what was counted stays
				t.Errorf("afterwards the figures are %+v", f)
			}
		})
	}
}

// The line to PostgreSQL is cut and restored: each call in between fails at once as ErrUnavailable, the log has one line of the
// outage and one of its end, and what was acknowledged is there.
func TestADatabaseThatGoesAwayAndComesBack(t *testing.T) {
	lines := logged(t)
	db, line := overLine(t)
	ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
	acknowledged := map[string]bool{}
	for n := range 5 {
		name := fmt.Sprintf("N%d", n)
		if err := add(ctx, db, name); err != nil {
			t.Fatal(err)
		}
		acknowledged[name] = true
	}
	// One transaction is under way when the line breaks, the others begin later.
	err := db.Write(ctx, func(tx store.Tx) error {
		if err := tx.Insert(ctx, &section{Name: "HALF", ChineseName: "x"}); err != nil {
			t.Fatal(err)
		}
		line.cut()
		return tx.Insert(ctx, &section{Name: "HALF2", ChineseName: "x"})
	})
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("in the middle of a transaction: %v", err)
	}
	for n := range 30 {
		if err := add(ctx, db, fmt.Sprintf("LOST%d", n)); !errors.Is(err, store.ErrUnavailable) {
			t.Fatalf("while the line is cut: %v", err)
		}
		if err := db.Read(ctx, func(tx store.Tx) error { _, err := tx.Select((*section)(nil)).Count(ctx); return err }); !errors.Is(err, store.ErrUnavailable) {
			t.Fatalf("reading while the line is cut: %v", err)
		}
	}
	store.ForgetProbe(db)
	if err := db.Ready(ctx); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("it calls itself ready: %v", err)
	}
	// While it comes back, calls fail beside others that do not.
	for range 4 {
		line.restore()
		store.ForgetProbe(db)
		if err := db.Ready(ctx); err != nil {
			t.Fatal(err)
		}
		line.cut()
		if err := add(ctx, db, "LOST"); !errors.Is(err, store.ErrUnavailable) {
			t.Fatalf("while the line is cut again: %v", err)
		}
	}
	line.restore()
	store.ForgetProbe(db)
	if err := add(ctx, db, "AGAIN"); err != nil {
		t.Fatal(err)
	}
	acknowledged["AGAIN"] = true
	got := names(ctx, t, db)
	if len(got) != len(acknowledged) {
		t.Errorf("%v instead of %v", got, acknowledged)
	}
	for _, name := range got {
		if !acknowledged[name] {
			t.Errorf("%s is there", name)
		}
	}
	lines.await(t, "works again")
	if lines.count("level=") != 2 || lines.count("database unavailable") != 1 || db.Outage() != nil {
		t.Errorf("the log: %s", &lines.text)
	}
}

// Whichever statement of a seal the line breaks at, that is the outage of all calls and no fault of the seal.
func TestASealThatBreaksOffIsNoFaultOfItsOwn(t *testing.T) {
	lines := logged(t)
	db, line := overLine(t)
	a := storetest.Tenant(t, db, "a")
	ctx := store.WithActor(t.Context(), a)
	if err := db.Write(ctx, func(tx store.Tx) error {
		return tx.Log(ctx, "section", "row", "CNC", store.ActionChange, store.FieldChange{Field: "name", Before: 1, After: 2})
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Pool().ExecContext(ctx, "UPDATE operation_log SET at = '2026-01-01 00:00:00'"); err != nil {
		t.Fatal(err)
	}
	statement, breaks := 0, 0
	db.Watch(func(string) {
		if statement++; statement == breaks {
			line.cut()
		}
	})
	for breaks = 1; breaks <= 9; breaks++ { // begin and commit are statements, too
		statement = 0
		if err := db.SealLog(ctx); !store.IsOutage(err) || statement < breaks {
			t.Errorf("broken at statement %d of %d: %v", breaks, statement, err)
		}
		line.restore()
		for store.ForgetProbe(db); db.Ready(ctx) != nil; store.ForgetProbe(db) {
		}
	}
	breaks = 0
	if err := db.SealLog(ctx); err != nil {
		t.Fatal(err)
	}
	if last, err := db.VerifyLog(ctx, a.TenantID); err != nil || last.Number != 1 || last.Lines != 1 {
		t.Errorf("%+v, %v", last, err)
	}
	if lines.count("database unavailable") != 1 {
		t.Errorf("the log: %s", &lines.text)
	}
}

// What cannot be opened is refused with its file, the cause and what to do; nothing is made anew over what is lost.
func TestADatabaseThatCannotBeOpened(t *testing.T) {
	whole := func(t *testing.T) string {
		dir := storetest.SQLite(t)
		db := storetest.Open(t, dir)
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		for n := range 200 {
			if err := add(ctx, db, fmt.Sprintf("N%d", n)); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	for name, row := range map[string]struct {
		spoil func(t *testing.T, dir, file string) error
		want  string
	}{
		"another kind of file": {func(_ *testing.T, _, file string) error {
			return os.WriteFile(file, bytes.Repeat([]byte("no database\n"), 1000), 0o600)
		}, "restore a backup"},
		"the database of another program": {func(_ *testing.T, dir, file string) error {
			if err := os.Remove(file); err != nil {
				return err
			}
			other, err := sql.Open("sqlite", file)
			if err != nil {
				return err
			}
			_, err = other.Exec("CREATE TABLE invoices (id TEXT)")
			return errors.Join(err, other.Close())
		}, "another program (invoices)"},
		"its head is lost": {func(_ *testing.T, _, file string) error {
			f, err := os.OpenFile(file, os.O_RDWR, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteAt(make([]byte, 4096), 0)
			return errors.Join(err, f.Close())
		}, "restore a backup"},
		"pages are overwritten": {func(_ *testing.T, _, file string) error {
			f, err := os.OpenFile(file, os.O_RDWR, 0)
			if err != nil {
				return err
			}
			info, err := f.Stat()
			if err == nil {
				_, err = f.WriteAt(bytes.Repeat([]byte{0xa5}, 1<<18), info.Size()/2)
			}
			return errors.Join(err, f.Close())
		}, "restore a backup"},
		"its end is lost": {func(_ *testing.T, _, file string) error { return os.Truncate(file, 64<<10) }, "restore a backup"},
		"only the log has": {func(_ *testing.T, _, file string) error {
			return errors.Join(os.Truncate(file, 0), os.WriteFile(file+"-wal", []byte("x"), 0o600))
		}, "restore a backup"},
		"nothing but its name": {func(_ *testing.T, _, file string) error { return os.Truncate(file, 0) }, "remove the empty file"},
		"only the log is there": {func(_ *testing.T, _, file string) error {
			return errors.Join(os.Remove(file), os.WriteFile(file+"-wal", []byte("x"), 0o600))
		}, "mouldworks.db-wal is left"},
		"only the files of records are there": {func(_ *testing.T, dir, file string) error {
			return errors.Join(os.Remove(file), os.MkdirAll(filepath.Join(dir, "files", "a1"), 0o700))
		}, "put the file back"},
		"only the lock of a server is there": {func(t *testing.T, dir, file string) error {
			t.Helper()
			for range 2 { // the second server finds the mark of the first
				lock, err := store.LockFolder(dir)
				if err == nil {
					err = errors.Join(lock.Opened(), lock.Release())
				}
				if err != nil {
					return err
				}
			}
			return os.Remove(file)
		}, "mouldworks.lock is left"},
		"a folder in its place": {func(_ *testing.T, _, file string) error {
			return errors.Join(os.Remove(file), os.Mkdir(file, 0o700))
		}, "check the disk"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := whole(t)
			file := filepath.Join(dir, "mouldworks.db")
			if err := row.spoil(t, dir, file); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(file) // none for a folder
			db, err := store.Open(dir)
			if err == nil {
				_ = db.Close()
				t.Fatal("it is opened")
			}
			if !strings.Contains(err.Error(), row.want) || !strings.Contains(err.Error(), file) || strings.Count(err.Error(), "damaged") > 1 {
				t.Errorf("%v", err)
			}
			if after, _ := os.ReadFile(file); !bytes.Equal(before, after) {
				t.Error("the refusal has changed the file")
			}
			if _, missing := os.Stat(file); before == nil && row.want != "check the disk" && missing == nil {
				t.Error("the refusal has made a file")
			}
		})
	}
}

// A database that a newer program has migrated is refused, with both versions and the remedy, and stays as it is.
func TestANewerSchemaIsRefused(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		if _, err := db.Pool().Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)"); err != nil {
			t.Fatal(err)
		}
		newer, err := store.Open(url)
		if err != nil {
			t.Fatal(err)
		}
		err = newer.Migrate(t.Context())
		_ = newer.Close()
		if err == nil || !strings.Contains(err.Error(), "99999") || !strings.Contains(err.Error(), "newer program") || !strings.Contains(err.Error(), "restore the backup") || strings.Contains(err.Error(), "password") {
			t.Errorf("it is taken: %v", err)
		}
	})
}

// What PostgreSQL says of a full disk, of damage and of a database that only reads becomes the answer that names it; the codes are
// those of its manual, appendix A.
func TestWhatPostgreSQLSaysOfItsDisk(t *testing.T) {
	for code, want := range map[string]error{
		"53100": store.ErrFull, "XX001": store.ErrDamaged, "XX002": store.ErrDamaged, "25006": store.ErrReadOnly, "57P03": store.ErrUnavailable, "08006": store.ErrUnavailable,
	} {
		if err := store.FaultOfPostgres(code); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", code, err, want)
		}
	}
	if err := store.FaultOfPostgres("42601"); errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a fault of the statement: %v", err)
	}
}

// The files of a database are their owner's alone: new ones, and those that were open to others before.
func TestTheDatabaseIsItsOwnersAlone(t *testing.T) {
	for _, made := range []bool{false, true} {
		dir := t.TempDir()
		file := filepath.Join(dir, "mouldworks.db")
		if made {
			dir = storetest.SQLite(t)
			file = filepath.Join(dir, "mouldworks.db")
			if err := os.Chmod(file, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		db := storetest.Open(t, dir)
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		if err := add(ctx, db, "A"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{file, file + "-wal", file + "-shm"} {
			info, err := os.Stat(name)
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", name, info, err)
			}
		}
	}
}

// A refused row tells the columns of the index, on both engines and for indexes over expressions.
func TestADuplicateNamesItsIndex(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		insert(ctx, t, db, "CNC")
		err := db.Write(ctx, func(tx store.Tx) error { return tx.Insert(ctx, &section{Name: "CNC", ChineseName: "x"}) })
		if d := store.DuplicateOf(err); !errors.Is(err, store.ErrDuplicate) || d == nil || strings.Join(d.Columns, " ") != "tenant_id factory_id name" {
			t.Errorf("%v: %+v", err, d)
		}
		if _, err := db.Pool().Exec("CREATE UNIQUE INDEX section_folded ON section (tenant_id, factory_id, LOWER(chinese_name), COALESCE(colour, '')) WHERE name <> 'WHERE'"); err != nil {
			t.Fatal(err)
		}
		if err := db.Migrate(t.Context()); err != nil { // which reads the indexes
			t.Fatal(err)
		}
		err = db.Write(ctx, func(tx store.Tx) error { return tx.Insert(ctx, &section{Name: "EDM", ChineseName: "cnc"}) })
		if d := store.DuplicateOf(err); d == nil || d.Index != "section_folded" || strings.Join(d.Columns, " ") != "tenant_id factory_id chinese_name colour" {
			t.Errorf("%v: %+v", err, d)
		}
	})
}
