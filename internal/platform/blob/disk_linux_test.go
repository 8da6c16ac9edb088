package blob_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"mouldworks/internal/platform/blob"
)

// A folder on a full disk, and one that cannot be written, keep nothing and say so: to who saves, to who asks whether it is ready,
// and once in the log, with the remedy. They go on by themselves.
func TestAFolderThatTakesNothing(t *testing.T) {
	for name, x := range map[string]struct {
		begin func(t *testing.T, folder string) (end func())
		want  error
		words string
	}{
		"full":      {full, blob.ErrFull, "free space"},
		"read only": {foreign, blob.ErrReadOnly, "the owner of the folder"},
	} {
		t.Run(name, func(t *testing.T) {
			runtime.LockOSThread() // as which user a thread reads and writes is its own
			defer runtime.UnlockOSThread()
			var log bytes.Buffer
			former := slog.Default()
			slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
			defer slog.SetDefault(former)
			folder := filepath.Join(t.TempDir(), "files")
			s, err := blob.OpenFolder(folder)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = s.Close() }()
			if err := errors.Join(s.Put(t.Context(), "t/f/old", []byte("old")), s.Ready(t.Context())); err != nil {
				t.Fatal(err)
			}
			end := x.begin(t, folder)
			put, ready := s.Put(t.Context(), "t/f/new", []byte("new")), s.Ready(t.Context())
			end()
			if !errors.Is(put, x.want) || !errors.Is(ready, x.want) || !blob.IsOutage(put) {
				t.Errorf("put: %v; ready: %v", put, ready)
			}
			if got, err := content(t, s, "t/f/old"); string(got) != "old" {
				t.Errorf("what was kept before: %q %v", got, err)
			}
			if err := errors.Join(s.Ready(t.Context()), s.Put(t.Context(), "t/f/new", []byte("new"))); err != nil {
				t.Errorf("afterwards: %v", err)
			}
			said := log.String()
			if strings.Count(said, "no file can be saved") != 1 || !strings.Contains(said, x.words) || strings.Count(said, "files can be saved again") != 1 {
				t.Errorf("the log says %s", said)
			}
			left, err := filepath.Glob(filepath.Join(folder, "*/*/.ready*"))
			if err != nil || len(left) > 0 {
				t.Errorf("left behind: %v %v", left, err)
			}
		})
	}
}

// full lays the device that is always full where the next files are written. The device of a name goes with its first failure.
func full(t *testing.T, folder string) (end func()) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"t/f/new.part", fmt.Sprintf("t/f/.ready-%s-%d.part", host, os.Getpid())} {
		if err := syscall.Mknod(filepath.Join(folder, name), syscall.S_IFCHR|0o600, 1<<8|7); err != nil {
			t.Skip("no device can be made here: ", err)
		}
	}
	return func() {}
}

// foreign takes the right to write from whoever runs the test: from root, the rights of root over files.
func foreign(t *testing.T, folder string) (end func()) {
	if os.Getuid() == 0 {
		for _, path := range []string{filepath.Dir(filepath.Dir(folder)), filepath.Dir(folder), folder} { // others find the folder, and change nothing
			if err := os.Chmod(path, 0o755); err != nil { //nolint:gosec // as said
				t.Fatal(err)
			}
		}
		if err := syscall.Setfsuid(65534); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := syscall.Setfsuid(0); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, path := range []string{folder, filepath.Join(folder, "t/f")} {
		if err := os.Chmod(path, 0o500); err != nil { //nolint:gosec // a folder is entered by this right
			t.Fatal(err)
		}
	}
	return func() {
		for _, path := range []string{folder, filepath.Join(folder, "t/f")} {
			if err := os.Chmod(path, 0o700); err != nil { //nolint:gosec // as above
				t.Fatal(err)
			}
		}
	}
}

// What is left of a disk takes small files and refuses large ones: it is full until as much can be written as was refused, and the log
// says so once.
func TestADiskWithTooLittleSpace(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=512k"); err != nil {
		t.Skip("nothing can be mounted here: ", err)
	}
	defer func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	}()
	var log bytes.Buffer
	former := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(former)
	s, err := blob.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	put := func(key string, size int) error { return s.Put(t.Context(), "t/f/"+key, make([]byte, size)) }
	if err := put("filler", 300<<10); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := put("large", 400<<10); !errors.Is(err, blob.ErrFull) {
			t.Errorf("a large one: %v", err)
		}
		if err := s.Ready(t.Context()); !errors.Is(err, blob.ErrFull) {
			t.Errorf("ready: %v", err)
		}
		if err := put("small", 1<<10); err != nil {
			t.Errorf("a small one: %v", err)
		}
	}
	if said := log.String(); strings.Count(said, "no file can be saved") != 1 || strings.Contains(said, "again") {
		t.Errorf("the log says %s", said)
	}
	if err := errors.Join(s.Delete(t.Context(), "t/f/filler"), s.Ready(t.Context()), put("large", 400<<10)); err != nil {
		t.Errorf("with space: %v", err)
	}
	if said := log.String(); strings.Count(said, "files can be saved again") != 1 {
		t.Errorf("afterwards the log says %s", said)
	}
}
