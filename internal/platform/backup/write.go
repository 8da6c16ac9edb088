package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/store"
)

// Source is what a backup is made of. Servers may work on it meanwhile.
type Source struct {
	DB      *store.DB
	URL     string // of PostgreSQL
	Files   blob.Store
	Product string // version of the program
}

// Told hears how far the work is: bytes of content so far, and files.
type Told func(bytes int64, files int)

// Write writes an archive. Scratch is a folder with room for a copy of the database.
//
// The database is copied as it was at one moment, while servers write. The files come before it, and those that were added
// meanwhile after it, so that whatever its rows refer to is in the archive. The one exception is a file that somebody adds and
// removes again within these seconds.
func Write(ctx context.Context, to io.Writer, from Source, scratch string, told Told) (Contents, error) {
	c := Contents{About: About{Format: format, Product: from.Product, Engine: SQLite, MadeAt: time.Now().UTC().Truncate(time.Second)}}
	if from.DB.Postgres() {
		c.Engine = Postgres
	}
	var err error
	if c.Schema, err = from.DB.SchemaVersion(ctx); err != nil {
		return c, err
	}
	if folder, ok := from.Files.(*blob.Folder); ok {
		if c.Folder, err = folder.ID(); err != nil {
			return c, err
		}
	}
	w := newWriter(to, c.MadeAt)
	about, err := json.MarshalIndent(c.About, "", "  ")
	if err != nil {
		return c, err
	}
	if err := w.add(aboutName, int64(len(about)), bytes.NewReader(about)); err != nil {
		return c, err
	}
	added := map[string]bool{}
	if err := addFiles(ctx, w, from.Files, added, &c, told); err != nil {
		return c, err
	}
	if err := addDatabase(ctx, w, from, scratch, &c); err != nil {
		return c, err
	}
	if err := addFiles(ctx, w, from.Files, added, &c, told); err != nil {
		return c, err
	}
	return c, w.close()
}

// addFiles adds the files that are not in the archive yet.
func addFiles(ctx context.Context, w *writer, files blob.Store, added map[string]bool, c *Contents, told Told) error {
	return files.Walk(ctx, func(key string, _ time.Time) error {
		if added[key] {
			return nil
		}
		content, err := contentOf(ctx, files, key)
		if errors.Is(err, blob.ErrNotFound) {
			return nil // swept this moment: no row refers to it
		}
		if err != nil {
			return fmt.Errorf("read the file %s: %w", key, err)
		}
		if err := w.add(filesUnder+key, int64(len(content)), bytes.NewReader(content)); err != nil {
			return err
		}
		added[key] = true
		c.Files++
		c.Bytes += int64(len(content))
		told(c.Bytes, c.Files)
		return nil
	})
}

func contentOf(ctx context.Context, files blob.Store, key string) ([]byte, error) {
	r, err := files.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(r)
	return content, errors.Join(err, r.Close())
}

// scratchName begins the names of the folders where copies of databases are made.
const scratchName = ".mouldworks-backup-"

// abandoned is the age from which nobody writes to such a folder any more.
const abandoned = 24 * time.Hour

// dropAbandoned removes the copies that backups have left which were killed: what can be caught leaves none.
func dropAbandoned(scratch string) error {
	left, err := filepath.Glob(filepath.Join(scratch, scratchName+"*"))
	if err != nil {
		return err
	}
	for _, dir := range left {
		about, err := os.Stat(dir)
		if err != nil || time.Since(about.ModTime()) < abandoned {
			continue // gone meanwhile, or of a backup that is being made
		}
		if err := os.RemoveAll(dir); err != nil {
			return fmt.Errorf("remove the copy that a killed backup has left: %w", err)
		}
	}
	return nil
}

// addDatabase adds a copy of the database. It takes the way over the disk, as an archive wants to know the size first.
func addDatabase(ctx context.Context, w *writer, from Source, scratch string, c *Contents) (err error) {
	if err := dropAbandoned(scratch); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(scratch, scratchName)
	if err != nil {
		return fmt.Errorf("make a folder for the copy of the database: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	name := sqliteName
	if c.Engine == Postgres {
		name = dumpName
	}
	path := filepath.Join(dir, name)
	if c.Engine == Postgres {
		err = dump(ctx, from.URL, path)
	} else {
		err = from.DB.CopyTo(ctx, path)
	}
	if err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	about, err := file.Stat()
	if err != nil {
		return err
	}
	c.Bytes += about.Size()
	return w.add(name, about.Size(), file)
}
