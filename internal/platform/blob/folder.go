package blob

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Folder keeps each content in a file of its own below a folder.
type Folder struct{ place }

// unfinished ends the names of files that are still being written; no key can end so.
const unfinished = ".part"

// OpenFolder uses a folder, which it makes when it is missing.
func OpenFolder(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of files: %w", err)
	}
	root, err := os.OpenRoot(path) // whatever a key says, nothing outside is reached
	if err != nil {
		return nil, fmt.Errorf("open the folder of files: %w", err)
	}
	return &Folder{place{path: path, root: root}}, nil
}

// nameFile holds the folder's own name: it tells one folder from another, whatever their paths on several machines.
const nameFile = ".folder"

// ID is the folder's own name, made once. Every machine that mounts the folder reads the same.
func (f *Folder) ID() (string, error) {
	name, err := f.nameIt()
	if err == nil {
		f.mu.Lock()
		f.name = name
		f.mu.Unlock()
	}
	return name, err
}

func (f *Folder) nameIt() (string, error) {
	file, err := f.open().OpenFile(nameFile, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return f.knownID()
	}
	if err != nil {
		return "", fmt.Errorf("blob: name the folder of files: %w", err)
	}
	name := rand.Text()
	_, err = file.WriteString(name)
	if err == nil {
		err = file.Sync()
	}
	return name, errors.Join(err, file.Close())
}

// knownID reads the name. Another machine may have made the file this very moment, and not have written it yet.
func (f *Folder) knownID() (string, error) {
	for range 20 {
		name, err := f.open().ReadFile(nameFile)
		if err != nil || len(name) > 0 {
			return string(name), err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", fmt.Errorf("blob: %s in the folder of files is empty: delete it and start again", nameFile)
}

// Rename gives the folder another name: that of the folder whose files are laid out in it. No server may use it meanwhile.
func (f *Folder) Rename(name string) error {
	if err := write(f.open(), nameFile, []byte(name)); err != nil {
		return fmt.Errorf("blob: name the folder of files: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.name = name
	return nil
}

// Put writes beside the place and renames, so that a crash leaves the old content or the new one.
// A folder that has gone in between has not kept it.
func (f *Folder) Put(ctx context.Context, key string, content []byte) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := f.usable(ctx); err != nil {
		return f.tell(ctx, err)
	}
	err := errors.Join(f.usable(ctx), refusal(f.put(key, content)))
	if err == nil && f.outage() != nil { // what was refused may have been larger, or elsewhere
		_ = f.Ready(ctx) // it tells the log
		return nil
	}
	f.refused(err, key, len(content))
	return f.tell(ctx, err)
}

func (f *Folder) put(key string, content []byte) error {
	root, name := f.open(), filepath.FromSlash(key)
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("blob: make the folder of %s: %w", key, err)
	}
	if err := write(root, name+unfinished, content); err != nil {
		return fmt.Errorf("blob: write %s: %w", key, errors.Join(err, root.Remove(name+unfinished)))
	}
	if err := root.Rename(name+unfinished, name); err != nil {
		return fmt.Errorf("blob: put %s in place: %w", key, err)
	}
	return flush(root, filepath.Dir(name))
}

func write(root *os.Root, name string, content []byte) error {
	file, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// flush makes a rename survive a loss of power. Windows writes names by itself, and refuses to be asked.
func flush(root *os.Root, dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Open reads a file.
func (f *Folder) Open(_ context.Context, key string) (io.ReadCloser, error) {
	if err := checkKey(key); err != nil {
		return nil, err
	}
	file, err := f.open().Open(filepath.FromSlash(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	return file, err
}

// Delete removes a file.
func (f *Folder) Delete(_ context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := f.open().Remove(filepath.FromSlash(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("blob: delete %s: %w", key, err)
	}
	return nil
}

// Walk visits the files; what a crash left unfinished is removed on the way once it is a day old.
func (f *Folder) Walk(ctx context.Context, visit func(key string, written time.Time) error) error {
	root := f.open()
	return fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path == nameFile {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		about, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // somebody was faster
		}
		if err != nil {
			return err
		}
		if strings.HasSuffix(path, unfinished) {
			if time.Since(about.ModTime()) > 24*time.Hour {
				return root.Remove(filepath.FromSlash(path))
			}
			return nil
		}
		return visit(path, about.ModTime())
	})
}

// Close gives the folder back.
func (f *Folder) Close() error { return f.open().Close() }
