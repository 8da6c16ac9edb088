package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/backup"
	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/production"
)

func untold(int64, int) {}

// at are the options of a place: SQLite in a new folder, or an empty PostgreSQL database beside one.
func at(t *testing.T, postgres bool) Options {
	o := Options{Data: t.TempDir(), Workers: 1}
	if postgres {
		o.Database = storetest.Bare(t)
	}
	return o
}

// everyRow gives the rows of every table of a database as texts, sorted, and the bytes of every file by their key.
func everyRow(t *testing.T, o Options) (tables map[string][]string, files map[string]string) {
	t.Helper()
	db, err := store.Open(o.url())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }() // only read
	question := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
	if db.Postgres() {
		question = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
	}
	tables = map[string][]string{}
	for _, row := range cellsOf(t, db, question) {
		name := strings.Trim(row, "[]")
		tables[name] = cellsOf(t, db, `SELECT * FROM "`+name+`"`)
	}
	folder, err := o.openBlobs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	if err := folder.Walk(t.Context(), func(key string, _ time.Time) error {
		r, err := folder.Open(t.Context(), key)
		if err != nil {
			return err
		}
		content, err := io.ReadAll(r)
		files[key] = fmt.Sprintf("%x", sha256.Sum256(content))
		return errors.Join(err, r.Close())
	}); err != nil {
		t.Fatal(err)
	}
	return tables, files
}

func cellsOf(t *testing.T, db *store.DB, question string) (texts []string) {
	t.Helper()
	rows, err := db.Pool().QueryContext(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }() // its error is that of rows.Err
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		cells, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, fmt.Sprint(cells))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(texts)
	return texts
}

// A backup that is restored in an empty place has every row of every table and every byte of every file, and its server works
// on. One more restore into that place is refused and changes nothing.
func TestARestoredBackupEqualsItsSource(t *testing.T) {
	factory.Each(t, func(t *testing.T, url string, planner store.Actor) {
		ctx := store.WithActor(t.Context(), planner)
		a := openAt(t, Options{Workers: 1}, url)
		from, postgres := a.options, a.DB.Postgres()
		if err := a.claimFolder(ctx); err != nil {
			t.Fatal(err)
		}
		a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "模具2|2030-03-21"},
			"parts":  {"mouldNo|partNo|quantity", "M1|P1|1", "模具2|P1|2"},
		}))
		for key, content := range map[string][]byte{"t/f/empty": {}, "t/f/binary": {0, 255, '\r', '\n', 0}, "t/f/large": bytes.Repeat([]byte("mould "), 300_000)} {
			if err := a.blobs.Put(ctx, key, content); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "all.tar.gz")
		made, err := Backup(ctx, from, path, untold)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the backup is %v, %v: others may read it", info.Mode(), err)
		}
		to := at(t, postgres)
		found, err := Restore(ctx, to, path, untold)
		if err != nil {
			t.Fatal(err)
		}
		if found != made || found.Files != 3 || found.Engine != map[bool]string{false: "sqlite", true: "postgres"}[postgres] {
			t.Errorf("written %+v, restored %+v", made, found)
		}

		wantRows, wantFiles := everyRow(t, from)
		rows, files := everyRow(t, to)
		filled := 0
		for _, table := range slices.Sorted(maps.Keys(wantRows)) {
			if !slices.Equal(rows[table], wantRows[table]) {
				t.Errorf("%s: %d rows instead of %d, or others", table, len(rows[table]), len(wantRows[table]))
			}
			if len(wantRows[table]) > 0 {
				filled++
			}
		}
		if len(rows) != len(wantRows) || filled < 20 {
			t.Errorf("%d tables instead of %d, %d of them with rows", len(rows), len(wantRows), filled)
		}
		if len(wantFiles) != 3 || !maps.Equal(files, wantFiles) {
			t.Errorf("files %v instead of %v", files, wantFiles)
		}

		again, err := Open(ctx, to)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.claimFolder(ctx); err != nil {
			t.Errorf("the restored server does not take its folder of files: %v", err)
		}
		// The planner reads and writes under the policies of the database.
		var moulds []production.Mould
		if err := again.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&moulds).Scan(ctx) }); err != nil || len(moulds) != 2 {
			t.Errorf("%d moulds, %v", len(moulds), err)
		}
		again.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M3|2030-03-22"}}))
		if err := errors.Join(again.DB.Ready(ctx), again.Close(context.Background())); err != nil {
			t.Error(err)
		}

		if _, err := Restore(ctx, to, path, untold); err == nil || !strings.Contains(err.Error(), "there is a database already") {
			t.Errorf("restored over a database: %v", err)
		}
		if _, err := Backup(ctx, from, path, untold); err == nil || !strings.Contains(err.Error(), "exists already") {
			t.Errorf("written over a backup: %v", err)
		}
	})
}

// While people work, a backup holds one moment: no row of a transaction without its others, and no row whose file is missing.
func TestABackupIsOfOneMoment(t *testing.T) {
	for engine, postgres := range map[string]bool{"sqlite": false, "postgres": true} {
		t.Run(engine, func(t *testing.T) {
			ctx := t.Context()
			from := at(t, postgres)
			a, err := Open(ctx, from)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = a.Close(context.Background()) }() // nothing is asked of it any more
			for _, side := range []string{"debit", "credit"} {
				if _, err := a.DB.Pool().ExecContext(ctx, "CREATE TABLE "+side+" (n INTEGER PRIMARY KEY)"); err != nil {
					t.Fatal(err)
				}
			}
			working, stop := context.WithCancel(ctx)
			written := make(chan error, 1)
			begun := make(chan struct{})
			go func() {
				for n := 1; working.Err() == nil; n++ {
					if err := inTwoTables(ctx, a, n); err != nil {
						written <- err
						return
					}
					if n == 20 {
						close(begun)
					}
				}
				written <- nil
			}()
			select {
			case <-begun:
			case err := <-written:
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "all.tar.gz")
			_, err = Backup(ctx, from, path, untold)
			stop()
			if err := errors.Join(err, <-written); err != nil {
				t.Fatal(err)
			}
			to := at(t, postgres)
			if _, err := Restore(ctx, to, path, untold); err != nil {
				t.Fatal(err)
			}
			rows, files := everyRow(t, to)
			if len(rows["debit"]) < 20 || !slices.Equal(rows["debit"], rows["credit"]) {
				t.Errorf("%d rows on one side, %d on the other", len(rows["debit"]), len(rows["credit"]))
			}
			for _, row := range rows["debit"] {
				if _, has := files["t/f/"+strings.Trim(row, "[]")]; !has {
					t.Errorf("row %s has no file", row)
				}
			}
		})
	}
}

// inTwoTables keeps a file and then writes a row into each of two tables, as the server does it with a picture and its record.
func inTwoTables(ctx context.Context, a *App, n int) error {
	if err := a.blobs.Put(ctx, fmt.Sprintf("t/f/%d", n), []byte("picture")); err != nil {
		return err
	}
	tx, err := a.DB.Pool().BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, side := range []string{"debit", "credit"} {
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s VALUES (%d)", side, n)); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}

// A backup that is cut off, changed in one byte, or of another engine or a newer program is refused with the reason, and the
// place stays empty, so that the right one can be restored there.
func TestARestoreThatCannotBeWritesNothing(t *testing.T) {
	ctx := t.Context()
	from := at(t, false)
	a, err := Open(ctx, from)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.blobs.Put(ctx, "t/f/one", []byte("one")), a.Close(context.Background())); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "all.tar.gz")
	if _, err := Backup(ctx, from, path, untold); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Clone(whole)
	changed[len(changed)/2] ^= 1
	newer := at(t, false)
	if a, err = Open(ctx, newer); err != nil {
		t.Fatal(err)
	}
	_, err = a.DB.Pool().ExecContext(ctx, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)")
	newerPath := filepath.Join(t.TempDir(), "newer.tar.gz")
	if err := errors.Join(err, a.Close(context.Background())); err != nil {
		t.Fatal(err)
	}
	if _, err := Backup(ctx, newer, newerPath, untold); err != nil {
		t.Fatal(err)
	}
	newerText, err := os.ReadFile(newerPath)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content  []byte
		postgres bool
		says     string
	}{
		"cut off":                  {whole[:len(whole)-40], false, "not written to its end"},
		"changed":                  {changed, false, "damaged"},
		"another file":             {[]byte("PK\x03\x04 a workbook"), false, "damaged"},
		"of a newer program":       {newerText, false, "schema version 99999"},
		"SQLite's into Postgres":   {whole, true, "restore it without --database"},
		"whole, into a used place": {whole, false, "there are files already"},
	} {
		t.Run(name, func(t *testing.T) {
			to := at(t, c.postgres)
			if strings.Contains(c.says, "files") {
				folder, err := blob.OpenFolder(to.filesFolder())
				if err == nil {
					err = folder.Put(ctx, "t/f/other", []byte("other"))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			bad := filepath.Join(t.TempDir(), "bad.tar.gz")
			if err := os.WriteFile(bad, c.content, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Restore(ctx, to, bad, untold); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("it says %v", err)
			}
			if err := filepath.WalkDir(to.Data, func(path string, entry fs.DirEntry, err error) error {
				if err == nil && (!entry.IsDir() && entry.Name() != "other" || entry.Name() == "files" && !strings.Contains(c.says, "files")) {
					t.Errorf("it has left %s", path)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if _, err := backup.Check(ctx, path); err != nil {
		t.Errorf("the whole one: %v", err)
	}
}

// What a killed backup has left is gone with the next one a day later; what another one is writing to stays.
func TestCopiesOfKilledBackupsGo(t *testing.T) {
	from := at(t, false)
	a, err := Open(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	target := t.TempDir()
	old, young := filepath.Join(target, ".mouldworks-backup-1"), filepath.Join(target, ".mouldworks-backup-2")
	yesterday := time.Now().Add(-25 * time.Hour)
	if err := errors.Join(os.MkdirAll(old, 0o700), os.MkdirAll(young, 0o700), os.Chtimes(old, yesterday, yesterday)); err != nil {
		t.Fatal(err)
	}
	if _, err := Backup(t.Context(), from, filepath.Join(target, "all.tar.gz"), untold); err != nil {
		t.Fatal(err)
	}
	found, err := os.ReadDir(target)
	if err != nil || len(found) != 2 || found[0].Name() != ".mouldworks-backup-2" || found[1].Name() != "all.tar.gz" {
		t.Errorf("there are %v, %v", found, err)
	}
}

// A backup that somebody stops leaves no file behind.
func TestAStoppedBackupLeavesNothing(t *testing.T) {
	from := at(t, false)
	a, err := Open(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.blobs.Put(t.Context(), "t/f/one", []byte("one")), a.Close(context.Background())); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	out := t.TempDir()
	if _, err := Backup(ctx, from, filepath.Join(out, "all.tar.gz"), func(int64, int) { stop() }); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
	if left, err := os.ReadDir(out); err != nil || len(left) > 0 {
		t.Errorf("it has left %v, %v", left, err)
	}
}
