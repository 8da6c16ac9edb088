package app

import "golang.org/x/sys/windows"

// freeUnder is how many bytes the user of this process may still write under a folder.
func freeUnder(folder string) (int64, error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	return int64(free), err
}
