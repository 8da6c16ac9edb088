package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/store"
)

// Target is where a backup is laid out: a place without a database and without files, that nobody else works in.
type Target struct {
	Data  string // folder of the SQLite database, and room for what is under way
	URL   string // of PostgreSQL; "" = SQLite in Data
	Files blob.Store
}

// Check proves that an archive is whole and changes nothing.
func Check(ctx context.Context, path string) (Contents, error) {
	return readFile(ctx, path, func(About, string, io.Reader) error { return nil })
}

// Restore lays an archive out. It proves first that the archive is whole and that the place is free: nothing is written
// otherwise. The database comes into its place last, so that a restore that breaks off leaves none.
func Restore(ctx context.Context, path string, to Target, told Told) (Contents, error) {
	c, err := Check(ctx, path)
	if err != nil {
		return c, err
	}
	if err := to.fits(ctx, c.About); err != nil {
		return c, err
	}
	under, err := os.MkdirTemp(to.Data, ".restore-")
	if err != nil {
		return c, fmt.Errorf("make a folder for the database: %w", err)
	}
	defer func() { _ = os.RemoveAll(under) }() // a leftover does no harm
	if folder, ok := to.Files.(*blob.Folder); ok && c.Folder != "" {
		if err := folder.Rename(c.Folder); err != nil {
			return c, err
		}
	}
	var bytes int64
	var files int
	_, err = readFile(ctx, path, func(_ About, name string, content io.Reader) error {
		if key, is := strings.CutPrefix(name, filesUnder); is {
			text, err := io.ReadAll(content)
			if err != nil {
				return err
			}
			files, bytes = files+1, bytes+int64(len(text))
			told(bytes, files)
			return to.Files.Put(ctx, key, text)
		}
		return writeFile(filepath.Join(under, filepath.Base(name)), content)
	})
	if err != nil {
		return c, err
	}
	if c.Engine == Postgres {
		return c, to.load(ctx, filepath.Join(under, dumpName))
	}
	return c, to.place(filepath.Join(under, sqliteName))
}

// fits refuses a place of another engine, one that is not free, and a database that this program is too old for.
func (t Target) fits(ctx context.Context, a About) error {
	switch {
	case a.Engine == SQLite && t.URL != "":
		return errors.New("the backup holds an SQLite database: restore it without --database")
	case a.Engine == Postgres && t.URL == "":
		return errors.New("the backup holds a PostgreSQL database: name an empty one with --database")
	case a.Schema > store.KnownSchema():
		return fmt.Errorf("the backup has schema version %d, written by Mouldworks %s; this program knows versions up to %d: use the newer program", a.Schema, a.Product, store.KnownSchema())
	}
	if err := t.vacant(ctx); err != nil {
		return err
	}
	occupied := errors.New("there are files already, and they were left alone: restore into an empty folder or bucket (--data, --files-folder, --files-bucket)")
	return t.Files.Walk(ctx, func(string, time.Time) error { return occupied })
}

// vacant refuses a place that has a database. What tells that one has been there and is lost does no harm.
func (t Target) vacant(ctx context.Context) error {
	there := false
	if t.URL == "" {
		for _, end := range []string{"", "-wal"} {
			_, err := os.Lstat(store.FileIn(t.Data) + end)
			there = there || err == nil
		}
	} else if err := store.Present(ctx, t.URL); err == nil {
		there = true
	} else if !errors.Is(err, store.ErrAbsent) {
		return err
	}
	if there {
		return errors.New("there is a database already, and it was left alone: restore into an empty folder (--data) or an empty database (--database)")
	}
	return nil
}

// place puts the SQLite file where the server looks for it, and has it looked at.
func (t Target) place(from string) error {
	if err := os.Rename(from, store.FileIn(t.Data)); err != nil {
		return fmt.Errorf("put the database in place: %w", err)
	}
	db, err := store.Open(t.Data)
	if err != nil {
		return err
	}
	return db.Close()
}

// load fills the PostgreSQL database, whose policies name a role.
func (t Target) load(ctx context.Context, path string) error {
	db, err := store.Open(t.URL)
	if err != nil {
		return err
	}
	err = db.MakeTenantRole(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	return load(ctx, t.URL, path)
}

func readFile(ctx context.Context, path string, visit func(about About, name string, content io.Reader) error) (Contents, error) {
	file, err := os.Open(path)
	if err != nil {
		return Contents{}, err
	}
	defer func() { _ = file.Close() }() // only read
	return Read(ctx, file, visit)
}

// writeFile writes a file for the owner alone and has it reach the disk.
func writeFile(path string, content io.Reader) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}
