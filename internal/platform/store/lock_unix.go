//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// hold locks a file or a folder until it is closed; errHeld while another process has it.
func hold(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errHeld
	}
	return err
}
