package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Lock is a data folder that one server has to itself; the zero Lock holds nothing. Its file has two lines: the process that has
// the folder, and whether a server has ever opened a database there.
type Lock struct {
	file   *os.File
	folder *os.File // nil where the disk locks no folders
	used   bool
}

// usedFolder is the second line of a lock's file.
const usedFolder = "database opened"

// lockFile lies in the data folder.
const lockFile = "mouldworks.lock"

// CheckFolder refuses what no data folder can be. The error names a file that stands in its way.
func CheckFolder(folder string) error {
	if folder == "" {
		return errors.New("the data folder is empty: --data names a folder, such as ./data")
	}
	for at := filepath.Clean(folder); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && !info.IsDir():
			return fmt.Errorf("the data folder %s cannot be used: %s is a file; --data names a folder", folder, at)
		case err == nil || at == filepath.Dir(at):
			return nil
		}
	}
}

// MakeFolder makes a data folder where there is none.
func MakeFolder(folder string) error {
	if err := CheckFolder(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	return nil
}

// LockFolder takes a data folder for this process, which must release it. A second server on the same folder would run the
// same jobs again and answer from what it remembers, so it is refused with the id of the process that has the folder.
// Administrative commands need no lock. It goes with the process, however that ends. The folder is locked beside the file in it,
// which somebody may remove; not every disk can do that.
func LockFolder(folder string) (l *Lock, err error) {
	l = &Lock{}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.close())
			l = nil
		}
	}()
	path := filepath.Join(folder, lockFile)
	if l.folder, err = os.Open(folder); err != nil {
		return l, notLocked(folder, err)
	}
	if err := hold(l.folder); errors.Is(err, errHeld) {
		return l, taken(folder, holderOf(path))
	} else if err != nil {
		_ = l.folder.Close() // only read
		l.folder = nil
	}
	if l.file, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return l, notLocked(folder, err)
	}
	if err := hold(l.file); errors.Is(err, errHeld) {
		return l, taken(folder, holderOf(path))
	} else if err != nil {
		return l, notLocked(folder, fmt.Errorf("%s: %w", path, err))
	}
	_, l.used = readLock(l.file)
	if err := l.write(strconv.Itoa(os.Getpid())); err != nil && !errors.Is(err, syscall.ENOSPC) { // the lock holds without its text
		return l, notLocked(folder, err)
	}
	return l, nil
}

// errHeld says that another process holds a lock.
var errHeld = errors.New("another process holds the lock")

func notLocked(folder string, err error) error {
	return fmt.Errorf("the data folder %s cannot be locked (%w): check that its disk is mounted for writing and not full, and the owner and rights of the folder and of %s in it", folder, err, lockFile)
}

// taken names the process that has the folder, as far as it is known.
func taken(folder, holder string) error {
	who := "another server"
	if holder != "" {
		who += " (process " + holder + ")"
	}
	return fmt.Errorf("%s works in the data folder %s: stop it first, or give this one another folder with --data", who, folder)
}

// Opened notes that the folder has a database from now on: where it is missing later, it is lost and the start refuses to make a
// new one.
func (l *Lock) Opened() error {
	if l.file == nil || l.used {
		return nil
	}
	l.used = true
	return l.write(strconv.Itoa(os.Getpid()))
}

func (l *Lock) write(holder string) error {
	text := holder + "\n"
	if l.used {
		text += usedFolder + "\n"
	}
	if _, err := l.file.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	return l.file.Truncate(int64(len(text))) // last: a full disk has room for what is written over
}

// readLock gives the lines of a lock's file. One that cannot be read says nothing.
func readLock(file io.ReaderAt) (holder string, used bool) {
	text := make([]byte, 100)
	n, _ := file.ReadAt(text, 0)
	holder, mark, _ := strings.Cut(string(text[:n]), "\n")
	return strings.TrimSpace(holder), strings.TrimSpace(mark) == usedFolder
}

// Release gives the folder back. The file stays: removing it would let two processes lock two files of one name.
func (l *Lock) Release() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.write(""), l.close())
}

func (l *Lock) close() (err error) {
	for _, file := range []*os.File{l.file, l.folder} {
		if file != nil {
			err = errors.Join(err, file.Close())
		}
	}
	return err
}

// holderOf is the process that a lock's file names, "" for none.
func holderOf(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	holder, _ := readLock(file)
	_ = file.Close() // only read
	return holder
}

// everOpened tells whether a server has opened a database in the folder before.
func everOpened(folder string) bool {
	file, err := os.Open(filepath.Join(folder, lockFile))
	if err != nil {
		return false
	}
	_, used := readLock(file)
	return file.Close() == nil && used
}
