package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
)

// Errors of a folder where nothing can be kept at the moment. What was kept before stays readable as far as it is there.
var (
	// ErrLost says that the folder was renamed, deleted or replaced, or that its disk is no longer mounted.
	ErrLost = errors.New("blob: the folder of files is not in its place")
	// ErrGivenUp says that the servers of the database keep their files in another folder now.
	ErrGivenUp = errors.New("blob: the folder of files was given up for another one")
	// ErrFull says that the disk of the folder is full, or its quota is used up.
	ErrFull = errors.New("blob: the disk of the folder of files is full")
	// ErrReadOnly says that the folder cannot be written: its disk is mounted to be read only, or belongs to somebody else.
	ErrReadOnly = errors.New("blob: the folder of files cannot be written")
)

// ErrUnavailable says that the bucket does not answer, or that it answers with a fault of its own. What was asked may be tried
// again.
var ErrUnavailable = errors.New("blob: the bucket of files does not answer")

// IsOutage tells whether an error is one of those, and is in the log already, once for all calls.
func IsOutage(err error) bool {
	for cause := range remedies {
		if errors.Is(err, cause) {
			return true
		}
	}
	return errors.Is(err, ErrUnavailable)
}

// refusal tells why the disk has refused a write, where that is the disk's fault and not the content's.
func refusal(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return errors.Join(ErrFull, err)
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return errors.Join(ErrReadOnly, err)
	}
	return err
}

// remedies are what whoever is on call does about a folder where nothing can be kept.
var remedies = map[error]string{
	ErrFull:     "free space on its disk, and the server goes on by itself. No file can be saved meanwhile",
	ErrReadOnly: "check its disk, the mount and the owner of the folder; the server goes on by itself. No file can be saved meanwhile",
	ErrLost:     "mount its disk, put the folder back or restore a backup of it with its file " + nameFile + ", and the server goes on by itself. No file can be saved meanwhile",
	ErrGivenUp:  "stop this server and start it with the folder that the others use (--files-folder). No file is saved here meanwhile",
}

// place is where the folder is. The open one is reached by its descriptor, wherever it has gone, so each write looks whether it
// still lies at its path.
type place struct {
	path  string
	check func(context.Context) error

	mu   sync.Mutex
	root *os.Root
	name string // the folder's own, see ID; "" until it was asked for
	told error  // that the log has told

	dir  string // below which the disk has refused content; the top where it has refused none
	size int    // how much it was
}

// open is the folder as it was last found.
func (p *place) open() *os.Root {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.root
}

// Check has fn run before content is written, before that is acknowledged, and by Ready. It fails with ErrGivenUp, or with an
// error of its own, when nothing may be kept here. Call it before the folder is used.
func (f *Folder) Check(fn func(context.Context) error) { f.check = fn }

// probeSize is how much Ready writes at least: more than what a disk keeps back in its last block.
const probeSize = 64 << 10

// Ready writes to find out whether content can be kept: ErrLost, ErrGivenUp, ErrFull, ErrReadOnly, or what Check has found. The log
// tells each once, with the remedy.
func (f *Folder) Ready(ctx context.Context) error {
	err := f.usable(ctx)
	if err == nil {
		err = refusal(f.probe())
	}
	return f.tell(ctx, err)
}

// usable tells whether the folder is in its place, and whether Check lets it be used.
func (f *Folder) usable(ctx context.Context) error {
	err := f.inPlace()
	if err == nil && f.check != nil {
		err = f.check(ctx)
	}
	return err
}

// probe writes a file where content goes, as large as what was refused last, and removes it.
func (f *Folder) probe() error {
	f.mu.Lock()
	root, name, size := f.root, filepath.Join(f.dir, probeName()), max(f.size, probeSize)
	f.mu.Unlock()
	err := write(root, name, make([]byte, size))
	if gone := root.Remove(name); !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	if err == nil {
		f.mu.Lock()
		f.dir, f.size = "", 0
		f.mu.Unlock()
	}
	return err
}

// probeName is the name of this process's probe: other servers may probe the same folder.
func probeName() string {
	host, _ := os.Hostname() // without one the process tells them apart
	return ".ready-" + host + "-" + strconv.Itoa(os.Getpid()) + unfinished
}

// refused notes where and how much content the disk has refused: the outage lasts until as much can be written there.
func (f *Folder) refused(err error, key string, size int) {
	if !errors.Is(err, ErrFull) && !errors.Is(err, ErrReadOnly) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.size = max(f.size, size)
	if dir := filepath.Dir(filepath.FromSlash(key)); isFolder(f.root, dir) {
		f.dir = dir
	}
}

func isFolder(root *os.Root, name string) bool {
	about, err := root.Stat(name)
	return err == nil && about.IsDir()
}

// outage is what the log has told and not told the end of, nil where all is well.
func (f *Folder) outage() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.told
}

// inPlace gives ErrLost when the open folder does not lie at its path. A folder of the same name, mounted again or restored
// from a backup, takes its place.
func (f *Folder) inPlace() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	now, err := os.Stat(f.path)
	if err != nil {
		return errors.Join(ErrLost, fmt.Errorf("%s was renamed or deleted while the server has it open: %w", f.path, err))
	}
	if then, err := f.root.Stat("."); err == nil && os.SameFile(now, then) {
		return nil
	}
	other, err := os.OpenRoot(f.path)
	if err != nil {
		return errors.Join(ErrLost, err)
	}
	if name, err := other.ReadFile(nameFile); err != nil || f.name == "" || string(name) != f.name {
		return errors.Join(ErrLost, fmt.Errorf("%s was replaced by another folder while the server has the former one open", f.path), other.Close())
	}
	f.root = other // the former one goes with its last user
	return nil
}

// tell writes a line of the log when an outage begins and one when it is over. It gives the error back.
func (f *Folder) tell(ctx context.Context, err error) error {
	if err != nil && !IsOutage(err) {
		return err // of whoever was asked
	}
	f.mu.Lock()
	told := f.told
	f.told = nil
	for cause := range remedies {
		if errors.Is(err, cause) {
			f.told = cause
		}
	}
	begins, ends := f.told != nil && told == nil, f.told == nil && told != nil
	cause := f.told
	f.mu.Unlock()
	switch {
	case begins:
		slog.ErrorContext(ctx, "no file can be saved", "folder", f.path, "error", err, "remedy", remedies[cause])
	case ends:
		slog.InfoContext(ctx, "files can be saved again", "folder", f.path)
	}
	return err
}
