package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// A file of the database that is taken away under a running server: not one write is acknowledged that would be gone with the
// process. The server is not ready, says so once, goes on reading, and writes again when the file is back.
func TestAFileThatIsTakenAwayWhileItIsOpen(t *testing.T) {
	away := func(path string) (back func() error, err error) {
		return func() error { return os.Rename(path+".away", path) }, os.Rename(path, path+".away")
	}
	for name, take := range map[string]func(dir, file string) (back func() error, err error){
		"renamed":           func(_, file string) (func() error, error) { return away(file) },
		"its log renamed":   func(_, file string) (func() error, error) { return away(file + "-wal") },
		"its index renamed": func(_, file string) (func() error, error) { return away(file + "-shm") },
		"its folder":        func(dir, _ string) (func() error, error) { return away(dir) },
		"deleted":           func(_, file string) (func() error, error) { return nil, os.Remove(file) },
		"its log deleted":   func(_, file string) (func() error, error) { return nil, os.Remove(file + "-wal") },
		"replaced": func(_, file string) (func() error, error) {
			back, err := away(file)
			copied, failed := os.ReadFile(file + ".away")
			return back, errors.Join(err, failed, os.WriteFile(file, copied, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			lines := logged(t)
			dir := storetest.SQLite(t)
			db := storetest.Open(t, dir)
			ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
			if err := errors.Join(add(ctx, db, "FIRST"), db.Ready(ctx)); err != nil {
				t.Fatal(err)
			}
			back, err := take(dir, filepath.Join(dir, "mouldworks.db"))
			if err != nil {
				t.Fatal(err)
			}
			store.ForgetProbe(db)
			for range 3 {
				if err := db.Ready(ctx); !errors.Is(err, store.ErrLost) {
					t.Errorf("it calls itself ready: %v", err)
				}
				if err := add(ctx, db, "SECOND"); !errors.Is(err, store.ErrLost) {
					t.Errorf("a write: %v", err)
				}
			}
			if got := names(ctx, t, db); strings.Join(got, " ") != "FIRST" {
				t.Errorf("reading: %v", got)
			}
			if lines.count("level=ERROR") != 1 || lines.count("not in its place") == 0 || lines.count("mouldworks.db") == 0 || lines.count("remedy=") != 1 || lines.count("works again") != 0 {
				t.Errorf("the log: %s", &lines.text)
			}
			if back == nil {
				return
			}
			if err := back(); err != nil {
				t.Fatal(err)
			}
			store.ForgetProbe(db)
			if err := errors.Join(add(ctx, db, "THIRD"), db.Ready(ctx), db.Outage()); err != nil {
				t.Errorf("when it is back: %v", err)
			}
			if got := names(ctx, t, db); strings.Join(got, " ") != "FIRST THIRD" {
				t.Errorf("afterwards: %v", got)
			}
			store.TellEnd(db)
			lines.await(t, "works again")
		})
	}
}

// A write that was under way when the file went is not acknowledged.
func TestAFileThatIsTakenAwayInTheMiddleOfAWrite(t *testing.T) {
	logged(t)
	dir := storetest.SQLite(t)
	db := storetest.Open(t, dir)
	ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
	told := false
	err := db.Write(ctx, func(tx store.Tx) error {
		tx.AfterCommit(func() { told = true })
		if err := tx.Insert(ctx, &section{Name: "HALF", ChineseName: "x"}); err != nil {
			return err
		}
		return os.Remove(filepath.Join(dir, "mouldworks.db"))
	})
	if !errors.Is(err, store.ErrLost) || told {
		t.Errorf("%v, told %v", err, told)
	}
}

// A file that is spoilt under a running server: the first call that meets it is an outage, which ends with a restart alone. What
// can still be read is no sign of health, and nothing more is written into it.
func TestAFileThatIsDamagedWhileItIsOpen(t *testing.T) {
	for name, row := range map[string]struct {
		spoil func(file string) error
		meet  func(t *testing.T, db *store.DB) error // the first to notice
	}{
		"pages are overwritten": {overwrite, func(t *testing.T, db *store.DB) error { return db.LookForDamage(t.Context()) }},
		"its end is cut off": {func(file string) error { return os.Truncate(file, 64<<10) }, func(t *testing.T, db *store.DB) error {
			store.ForgetProbe(db)
			if db.Ready(t.Context()) == nil {
				return errors.New("it calls itself ready")
			}
			return nil
		}},
		"a statement meets it": {overwrite, func(t *testing.T, db *store.DB) error {
			err := db.SystemRead(t.Context(), "the test reads all", func(tx store.Tx) error {
				var rows []section
				return tx.Select(&rows).Scan(t.Context())
			})
			if !errors.Is(err, store.ErrDamaged) {
				return fmt.Errorf("reading: %w", errors.Join(errors.New("no damage"), err))
			}
			return nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			lines := logged(t)
			dir := storetest.SQLite(t)
			filled := storetest.Open(t, dir)
			actor := storetest.Tenant(t, filled, "a")
			for n := range 200 {
				if err := add(store.WithActor(t.Context(), actor), filled, fmt.Sprintf("N%d", n)); err != nil {
					t.Fatal(err)
				}
			}
			if err := filled.Close(); err != nil { // all of it stands in the file then
				t.Fatal(err)
			}
			db := storetest.Open(t, dir)
			ctx := store.WithActor(t.Context(), actor)
			if err := add(ctx, db, "LAST"); err != nil {
				t.Fatal(err)
			}
			if err := row.spoil(filepath.Join(dir, "mouldworks.db")); err != nil {
				t.Fatal(err)
			}
			if err := row.meet(t, db); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				store.ForgetProbe(db)
				if err := db.Ready(ctx); !errors.Is(err, store.ErrDamaged) {
					t.Errorf("it calls itself ready: %v", err)
				}
				if err := add(ctx, db, "MORE"); !errors.Is(err, store.ErrDamaged) {
					t.Errorf("a write: %v", err)
				}
				if err := db.SystemRead(ctx, "the test reads what is whole", func(tx store.Tx) error {
					_, err := tx.Select((*section)(nil)).Where("id = ?", "none").Count(ctx)
					return err
				}); err != nil && !errors.Is(err, store.ErrDamaged) {
					t.Errorf("a read: %v", err)
				}
			}
			if lines.count("level=ERROR") != 1 || lines.count("database damaged") != 1 || lines.count("mouldworks.db") == 0 || lines.count("restore a backup") != 1 || lines.count("works again") != 0 {
				t.Errorf("the log: %s", &lines.text)
			}
		})
	}
}

// overwrite spoils a quarter of the file from its middle on.
func overwrite(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.WriteAt(bytes.Repeat([]byte{0xa5}, int(info.Size()/4)), info.Size()/2)
	}
	return errors.Join(err, f.Close())
}

// A file that only looked damaged for a moment is no outage.
func TestAWholeFileIsNotCalledDamaged(t *testing.T) {
	db := storetest.Open(t, storetest.SQLite(t))
	ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
	if err := errors.Join(db.LookForDamage(ctx), add(ctx, db, "A"), db.Ready(ctx), db.Outage()); err != nil {
		t.Error(err)
	}
}

// A first start leaves one file, and two programs that begin at once share it.
func TestADatabaseIsMadeOnce(t *testing.T) {
	dir := t.TempDir()
	ends := make(chan error)
	for range 4 {
		go func() {
			db, err := store.Open(dir)
			if err == nil {
				err = db.Close()
			}
			ends <- err
		}()
	}
	for range 4 {
		if err := <-ends; err != nil {
			t.Error(err)
		}
	}
	// SQLite leaves the log when the last two connections close at the same moment; the next program that closes alone takes it away.
	db, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "mouldworks.db" {
		t.Errorf("%v, %v", left, err)
	}
}

// Writers look at the file at the same moment while it grows: none takes an older length for a cut.
func TestAFileThatGrowsIsNotCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mouldworks.db")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	look := store.LookAt(path)
	var grown atomic.Bool
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for !grown.Load() {
				if err := look(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 50_000 {
		if _, err := file.WriteString("page"); err != nil {
			t.Error(err)
			break
		}
	}
	grown.Store(true)
	all.Wait()
}
