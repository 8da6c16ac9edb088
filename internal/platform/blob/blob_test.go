package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/blob/blobtest"
)

// each runs a test on a folder and on a server that speaks S3.
func each(t *testing.T, test func(t *testing.T, s blob.Store)) {
	t.Helper()
	t.Run("folder", func(t *testing.T) {
		s, err := blob.OpenFolder(filepath.Join(t.TempDir(), "files"))
		if err != nil {
			t.Fatal(err)
		}
		test(t, s)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Run("S3", func(t *testing.T) {
		s, err := blob.OpenS3(t.Context(), blobtest.New(t).Options)
		if err != nil {
			t.Fatal(err)
		}
		test(t, s)
	})
}

func content(t *testing.T, s blob.Store, key string) ([]byte, error) {
	t.Helper()
	r, err := s.Open(t.Context(), key)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(r)
	return data, errors.Join(err, r.Close())
}

func TestContentIsWrittenReadReplacedAndDeleted(t *testing.T) {
	each(t, func(t *testing.T, s blob.Store) {
		ctx := t.Context()
		if _, err := content(t, s, "t1/f1/a"); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("before it was written: %v", err)
		}
		for _, want := range [][]byte{[]byte("one"), {0}, bytes.Repeat([]byte("two"), 1<<20)} {
			if err := s.Put(ctx, "t1/f1/a", want); err != nil {
				t.Fatal(err)
			}
			if got, err := content(t, s, "t1/f1/a"); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes came back as %d: %v", len(want), len(got), err)
			}
		}
		for range 2 {
			if err := s.Delete(ctx, "t1/f1/a"); err != nil {
				t.Errorf("delete: %v", err)
			}
		}
		if _, err := content(t, s, "t1/f1/a"); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("after it was deleted: %v", err)
		}
	})
}

func TestKeysStayInsideTheStore(t *testing.T) {
	each(t, func(t *testing.T, s blob.Store) {
		for _, key := range []string{"", "/", "a/", "/a", "..", "a/../b", "../a", "a//b", "a\\b", "a.part", "a\x00", "ä"} {
			_, opened := s.Open(t.Context(), key)
			for verb, err := range map[string]error{"put": s.Put(t.Context(), key, nil), "open": opened, "delete": s.Delete(t.Context(), key)} {
				if err == nil || errors.Is(err, blob.ErrNotFound) {
					t.Errorf("%s %q: %v", verb, key, err)
				}
			}
		}
	})
}

func TestWalkVisitsEveryKeyOnce(t *testing.T) {
	each(t, func(t *testing.T, s blob.Store) {
		var want, got []string
		var wait sync.WaitGroup
		for i := range 20 {
			key := fmt.Sprintf("t%d/f/x%d", i%3, i)
			want = append(want, key)
			wait.Go(func() {
				if err := s.Put(t.Context(), key, []byte(key)); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		before := time.Now().Add(-time.Minute)
		err := s.Walk(t.Context(), func(key string, written time.Time) error {
			if written.Before(before) {
				t.Errorf("%s was written %s", key, written)
			}
			got = append(got, key)
			return nil
		})
		slices.Sort(want)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: %v", got, err)
		}
		stop := errors.New("enough")
		if err := s.Walk(t.Context(), func(string, time.Time) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("a visit that fails: %v", err)
		}
	})
}

// What a crash left half written is no content, and does not stay for ever.
func TestFolderForgetsUnfinishedFiles(t *testing.T) {
	dir := t.TempDir()
	s, err := blob.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"old.part": 25 * time.Hour, "young.part": time.Hour} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Walk(t.Context(), func(key string, _ time.Time) error { t.Errorf("visited %s", key); return nil }); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != "young.part" {
		t.Errorf("left: %v %v", left, err)
	}
}

func TestAMissingBucketIsNamed(t *testing.T) {
	others := blobtest.New(t).Options
	others.Bucket = "others"
	if _, err := blob.OpenS3(context.Background(), others); err == nil || !strings.Contains(err.Error(), `"others"`) {
		t.Errorf("%v", err)
	}
}

// A folder has a name of its own, whichever machine asks; it is no content.
func TestAFolderIsKnownByItsName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "files")
	open := func(path string) *blob.Folder {
		t.Helper()
		f, err := blob.OpenFolder(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	names := make([]string, 8)
	var all sync.WaitGroup
	for i := range names {
		f := open(path)
		all.Go(func() {
			name, err := f.ID()
			if err != nil {
				t.Error(err)
			}
			names[i] = name
		})
	}
	all.Wait()
	slices.Sort(names)
	if names = slices.Compact(names); len(names) != 1 || len(names[0]) < 20 {
		t.Errorf("the folder is called %q", names)
	}
	if other, err := open(filepath.Join(t.TempDir(), "files")).ID(); err != nil || other == names[0] {
		t.Errorf("another folder is called %q, %v", other, err)
	}
	if err := open(path).Walk(t.Context(), func(key string, _ time.Time) error { return fmt.Errorf("%s is walked", key) }); err != nil {
		t.Error(err)
	}
}

// Nothing is kept in a folder that was renamed, deleted or replaced under the server, which could be found nowhere afterwards. The
// folder itself, or a backup of it, takes the place again.
func TestAFolderThatIsTakenAway(t *testing.T) {
	for name, take := range map[string]func(path string) (back func() error, err error){
		"renamed": func(path string) (func() error, error) {
			return func() error { return os.Rename(path+".old", path) }, os.Rename(path, path+".old")
		},
		"deleted, and restored from a backup": func(path string) (func() error, error) {
			backup := path + ".backup"
			err := errors.Join(os.CopyFS(backup, os.DirFS(path)), os.RemoveAll(path))
			return func() error { return os.CopyFS(path, os.DirFS(backup)) }, err
		},
		"replaced": func(path string) (func() error, error) {
			back := func() error { return errors.Join(os.Remove(path), os.Rename(path+".old", path)) }
			return back, errors.Join(os.Rename(path, path+".old"), os.Mkdir(path, 0o750))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "files")
			s, err := blob.OpenFolder(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = s.ID(); err == nil {
				err = errors.Join(s.Put(t.Context(), "t/f/first", []byte("first")), s.Ready(t.Context()))
			}
			if err != nil {
				t.Fatal(err)
			}
			back, err := take(path)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := s.Put(t.Context(), "t/f/during", []byte("x")); !errors.Is(err, blob.ErrLost) || !strings.Contains(err.Error(), path) {
					t.Errorf("put: %v", err)
				}
			}
			if err := s.Ready(t.Context()); !errors.Is(err, blob.ErrLost) {
				t.Errorf("ready: %v", err)
			}
			if err := back(); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(s.Ready(t.Context()), s.Put(t.Context(), "t/f/after", []byte("after"))); err != nil {
				t.Errorf("when it is back: %v", err)
			}
			for _, key := range []string{"first", "after"} {
				if got, err := content(t, s, "t/f/"+key); err != nil || string(got) != key {
					t.Errorf("%s: %q, %v", key, got, err)
				}
			}
			if _, err := os.Stat(filepath.Join(path, "t", "f", "during")); err == nil {
				t.Error("what was refused is there")
			}
		})
	}
}

// Whoever may no longer keep content in a folder keeps none, also when that turns out while it is written.
func TestAFolderThatWasGivenUp(t *testing.T) {
	s, err := blob.OpenFolder(filepath.Join(t.TempDir(), "files"))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	s.Check(func(context.Context) error {
		if asked++; asked > 1 {
			return blob.ErrGivenUp
		}
		return nil
	})
	if err := s.Put(t.Context(), "t/f/a", nil); !errors.Is(err, blob.ErrGivenUp) {
		t.Errorf("put: %v", err)
	}
	if err := s.Ready(t.Context()); !errors.Is(err, blob.ErrGivenUp) {
		t.Errorf("ready: %v", err)
	}
}
