package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Lock is a data folder that one server has to itself; the zero Lock holds nothing.
type Lock struct{ file *os.File }

// LockFolder takes a data folder for this process, which must release it. A second server on the same folder would run the
// same jobs again and answer from what it remembers, so it is refused with the id of the process that has the folder.
// Administrative commands need no lock. It goes with the process, however that ends.
func LockFolder(folder string) (*Lock, error) {
	path := filepath.Join(folder, "mouldworks.lock")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder, _ := io.ReadAll(io.LimitReader(file, 20)) // for the message alone
		_ = file.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock the data folder: %s: %w", path, err)
		}
		who := "another server"
		if pid := strings.TrimSpace(string(holder)); pid != "" {
			who += " (process " + pid + ")"
		}
		return nil, fmt.Errorf("%s works in the data folder %s: stop it first, or give this one another folder with --data", who, folder)
	}
	err = file.Truncate(0)
	if err == nil {
		_, err = fmt.Fprintln(file, os.Getpid())
	}
	if err != nil && !errors.Is(err, syscall.ENOSPC) { // the lock holds without its text
		return nil, errors.Join(fmt.Errorf("lock the data folder: %w", err), file.Close())
	}
	return &Lock{file}, nil
}

// Release gives the folder back. The file stays: removing it would let two processes lock two files of one name.
func (l *Lock) Release() error {
	if l.file == nil {
		return nil
	}
	return errors.Join(l.file.Truncate(0), l.file.Close())
}
