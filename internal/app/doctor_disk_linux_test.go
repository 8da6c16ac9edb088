package app

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// A folder that this user may not write to has room and takes nothing: the doctor says so.
func TestTheDoctorWritesToTheDisk(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	folder := filepath.Join(data, "files")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread() // as which user a thread reads and writes is its own
	defer runtime.UnlockOSThread()
	if os.Getuid() == 0 {
		for _, path := range []string{filepath.Dir(filepath.Dir(data)), filepath.Dir(data), data, folder} { // others find the folder
			if err := os.Chmod(path, 0o755); err != nil { //nolint:gosec // as said
				t.Fatal(err)
			}
		}
		if err := syscall.Setfsuid(65534); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := syscall.Setfsuid(0); err != nil {
				t.Error(err)
			}
		}()
	} else if err := os.Chmod(folder, 0o500); err != nil { //nolint:gosec // a folder is entered by this right
		t.Fatal(err)
	}
	if f := filesFinding(t.Context(), Options{Data: data}, nil); f.Grade != Fault || !strings.Contains(f.Text, "nothing can be written under "+folder) {
		t.Errorf("%+v", f)
	}
	if f := diskFinding(folder); f.Grade != Fault || !strings.Contains(f.Text, "nothing can be written under "+folder) {
		t.Errorf("%+v", f)
	}
}
