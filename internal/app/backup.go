package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mouldworks/internal/platform/backup"
	"mouldworks/internal/platform/store"
)

// Backup writes database and files of a server into a new file, for its owner alone; the server may be at work. The schema is
// left as it is: an upgrade begins with a backup.
func Backup(ctx context.Context, o Options, path string, told backup.Told) (c backup.Contents, err error) {
	if err := store.Present(ctx, o.url()); err != nil {
		return c, err
	}
	if _, err := os.Stat(path); err == nil {
		return c, fmt.Errorf("%s exists already: name another file", path)
	}
	db, err := store.Open(o.url())
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	files, err := o.openBlobs(ctx)
	if err != nil {
		return c, err
	}
	part := path + ".part"
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return c, err
	}
	c, err = backup.Write(ctx, file, backup.Source{DB: db, URL: o.Database, Files: files, Product: Version}, filepath.Dir(path), told)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return c, errors.Join(err, os.Remove(part))
	}
	return c, os.Rename(part, path)
}

// Restore lays a backup out where a server of these options will find it. Whoever calls it holds the lock of the data folder.
func Restore(ctx context.Context, o Options, path string, told backup.Told) (c backup.Contents, err error) {
	if err := store.MakeFolder(o.Data); err != nil {
		return c, err
	}
	_, missing := os.Stat(o.filesFolder())
	files, err := o.openBlobs(ctx)
	if err != nil {
		return c, err
	}
	defer func() {
		if err != nil && errors.Is(missing, fs.ErrNotExist) { // opening has made it; with a file in it, it stays
			_ = os.Remove(o.filesFolder())
		}
	}()
	return backup.Restore(ctx, path, backup.Target{Data: o.Data, URL: o.Database, Files: files}, told)
}
