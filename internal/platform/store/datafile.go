package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"
)

// dataFile is the SQLite file that is open, together with its write-ahead log and the index of that. SQLite holds them by their
// descriptors: when they are renamed or deleted, it goes on and acknowledges what is gone with the process. So every write looks
// whether they still lie in their places.
type dataFile struct {
	path   string
	opened []part    // nil until the database is open
	anchor *sql.Conn // keeps the log from being deleted and made anew whenever the last connection of the pools closes

	mu   sync.Mutex
	size int64 // the largest that was seen, bytes
}

// part is one of the files, as it was opened.
type part struct {
	path string
	info os.FileInfo
}

// pool opens connections to the file, with further options of its address.
func (f *dataFile) pool(options string) (*sql.DB, error) {
	c, err := sqlite.NewConnector("file:" + uriPath.Replace(filepath.ToSlash(f.path)) + "?" + pragmas + options)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	return sql.OpenDB(connector{c, f}), nil
}

// connector opens no connection while the file is not in its place: it would take whatever lies there now, and apply to it the
// log of the other one.
type connector struct {
	driver.Connector
	file *dataFile
}

// Connect opens a connection, or gives ErrLost.
func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	if err := c.file.moved(); err != nil {
		return nil, err
	}
	return c.Connector.Connect(ctx)
}

// remember opens the connections of the readers and notes which files they have. These stay the same as long as one connection is
// open.
func (f *dataFile) remember(pool *sql.DB) (err error) {
	ctx := context.Background()
	var open []*sql.Conn
	defer func() {
		for _, c := range open {
			err = errors.Join(err, c.Close()) // into the pool
		}
	}()
	for range readers + 1 {
		c, err := pool.Conn(ctx)
		if err != nil {
			return fmt.Errorf("open the database: %w", err)
		}
		open = append(open, c)
		var tables int // the first question opens the log
		if err := c.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_master").Scan(&tables); err != nil {
			return fmt.Errorf("open the database: %w", err)
		}
	}
	f.anchor, open = open[0], open[1:]
	for _, path := range []string{f.path, f.path + "-wal", f.path + "-shm"} {
		info, err := os.Stat(path)
		if err != nil {
			return fmt.Errorf("open the database: %w", err)
		}
		f.opened = append(f.opened, part{path, info})
	}
	return nil
}

// release lets the files go before the pools close.
func (f *dataFile) release() error {
	if f.anchor == nil {
		return nil
	}
	anchor := f.anchor
	f.anchor = nil
	return anchor.Close()
}

// moved gives ErrLost when one of the files has been renamed, deleted or replaced.
func (f *dataFile) moved() error {
	for _, p := range f.opened {
		info, err := os.Stat(p.path)
		if err != nil {
			return errors.Join(ErrLost, fmt.Errorf("%s was renamed or deleted while the server has it open: %w", p.path, err))
		}
		if !os.SameFile(info, p.info) {
			return errors.Join(ErrLost, fmt.Errorf("%s was replaced by another file while the server has the former one open", p.path))
		}
	}
	return nil
}

// inPlace gives ErrLost where moved does, and ErrDamaged when the file has become shorter, which SQLite never makes it here.
// PostgreSQL has no file.
func (f *dataFile) inPlace() error {
	if f == nil {
		return nil
	}
	if err := f.moved(); err != nil {
		return err
	}
	f.mu.Lock() // before the look: a length that is older than another's would count as cut
	defer f.mu.Unlock()
	info, err := os.Stat(f.path)
	if err != nil {
		return errors.Join(ErrLost, err)
	}
	if info.Size() < f.size {
		return errors.Join(ErrDamaged, fmt.Errorf("%s was cut from %d to %d bytes while the server has it open", f.path, f.size, info.Size()))
	}
	f.size = info.Size()
	return nil
}

// accept takes the length that the file has now for right.
func (f *dataFile) accept() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.size = 0
}

// prepareFile makes the database's files readable to their owner alone; SQLite gives what it makes beside the database the
// same rights. It makes the file of a first start. It refuses one that has lost its content, which SQLite would take for a new
// database, and to make one where files of an earlier database are left.
func prepareFile(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if left := remains(path); left != "" {
			return fmt.Errorf("%s is missing, but %s is left of an earlier database: put the file back, or restore a backup of it; for a new start give an empty folder (%w)", path, left, ErrLost)
		}
		return makeFile(path)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", path, err)
	}
	if info.Size() == 0 {
		return fmt.Errorf("%s is empty, its content is lost: restore a backup of it; if nothing was ever stored in this folder, remove the empty file (%w)", path, ErrDamaged)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if info, err := os.Stat(name); err == nil && info.Mode().Perm()&0o077 != 0 {
			if err := os.Chmod(name, 0o600); err != nil {
				return fmt.Errorf("%s is open to others and cannot be closed to them (%w): let it belong to the user of the server", name, err)
			}
		}
	}
	probe, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("%s cannot be written (%w): check the disk, its mount, and the owner and rights of the file", path, err)
	}
	return probe.Close()
}

// remains names what an earlier database has left in the folder of its file, "" for nothing.
func remains(path string) string {
	folder := filepath.Dir(path)
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return path + "-wal"
	}
	if files, err := os.ReadDir(filepath.Join(folder, "files")); err == nil && len(files) > 0 { // of records, see blob.Folder
		return filepath.Join(folder, "files")
	}
	if everOpened(folder) {
		return filepath.Join(folder, lockFile)
	}
	return ""
}

// makeFile makes an empty database. It gets its name when it is whole, so that a file without content is never a beginning.
func makeFile(path string) (err error) {
	fresh, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-") // readable to its owner alone
	if err != nil {
		return fmt.Errorf("%s cannot be made (%w): check the disk, and the owner and the rights of its folder", path, err)
	}
	defer func() {
		for _, end := range []string{"", "-journal", "-wal", "-shm"} {
			if removed := os.Remove(fresh.Name() + end); !errors.Is(removed, fs.ErrNotExist) {
				err = errors.Join(err, removed)
			}
		}
	}()
	if err := fresh.Close(); err != nil {
		return err
	}
	pool, err := sql.Open("sqlite", "file:"+uriPath.Replace(filepath.ToSlash(fresh.Name()))+"?"+pragmas)
	if err != nil {
		return err
	}
	var mode string
	err = pool.QueryRow("PRAGMA journal_mode").Scan(&mode) // its connection has written the head
	if err = errors.Join(err, pool.Close()); err != nil {
		return fmt.Errorf("%s cannot be made (%w): check the disk, and the owner and the rights of its folder", path, err)
	}
	err = os.Link(fresh.Name(), path) // two programs may begin at once: the first one's file stays
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil { // a disk without links
		err = os.Rename(fresh.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be made (%w): check the disk, and the owner and the rights of its folder", path, err)
	}
	return nil
}

// writable says why nothing can be written at the moment, before anything is tried.
func (d *DB) writable() error {
	if d.file == nil {
		return nil
	}
	if err := d.file.inPlace(); err != nil {
		return err
	}
	if d.Outage() == ErrDamaged {
		return ErrDamaged
	}
	return nil
}

// LookForDamage reads the whole file, which shows damage that nobody has met yet; what it finds is an outage. It takes a second
// for about a gigabyte, and a minute at most. PostgreSQL looks for itself.
func (d *DB) LookForDamage(ctx context.Context) error {
	if d.file == nil || d.file.moved() != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := d.examine(ctx)
	if err != nil && ctx.Err() == nil {
		d.note(ctx, errors.Join(ErrDamaged, err))
	}
	return nil // the outage has told it
}

// examine looks for faults in the file by a connection that has nothing in its memory. nil says that the file is whole.
func (d *DB) examine(ctx context.Context) error {
	pool, err := d.file.pool("")
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }() // it has only read
	found, err := d.quickCheck(ctx, pool)
	if err == nil && !strings.EqualFold(found, "ok") {
		err = errors.New(found)
	}
	return err
}
