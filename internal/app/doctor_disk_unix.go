//go:build unix

package app

import "syscall"

// freeUnder is how many bytes the user of this process may still write under a folder.
func freeUnder(folder string) (int64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, err
	}
	return int64(disk.Bavail) * int64(disk.Bsize), nil
}
