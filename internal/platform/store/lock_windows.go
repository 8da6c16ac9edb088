package store

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// hold locks a file until it is closed; errHeld while another process has it. Windows lets nobody read what is locked: the lock
// lies on a byte far behind the text, which others read. Folders it does not lock.
func hold(file *os.File) error {
	behind := &windows.Overlapped{Offset: math.MaxUint32, OffsetHigh: math.MaxInt32}
	err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, behind)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errHeld
	}
	return err
}
