package file

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/store"
)

// folder is the one row that says in which folder the servers of this database keep the bytes of files.
type folder struct {
	bun.BaseModel `bun:"table:file_folder"`
	Holds         string    `bun:"holds,pk"` // always theFolder
	Name          string    `bun:"name"`     // of the folder itself, see blob.Folder.ID
	Path          string    `bun:"path"`     // where the server that recorded it has the folder
	Host          string    `bun:"host"`
	RecordedAt    time.Time `bun:"recorded_at"`
}

const (
	theFolder    = "files"
	reasonFolder = "the folder of files is the servers', not a tenant's"
)

// ErrOtherFolder says that the servers of this database keep their files in another folder.
var ErrOtherFolder = errors.New("the files of this database lie in another folder")

// Claim records the folder where this server keeps bytes, by the folder's own name, or checks that it is the one that the
// database knows: ErrOtherFolder, with both paths and the remedy, when it is not. The first claim finds the folder empty only
// where no file is recorded yet. adopt takes the folder all the same, for when the other one is lost.
func (f *Files) Claim(ctx context.Context, name, path string, adopt bool) error {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	row := folder{Holds: theFolder, Name: name, Path: path, Host: host, RecordedAt: store.Now()}
	known, err := f.folder(ctx)
	if errors.Is(err, store.ErrNotFound) {
		if err := f.empty(ctx, path); err != nil && !adopt {
			return err
		}
		if err = f.db.System(ctx, reasonFolder, func(tx store.Tx) error { return tx.Insert(ctx, &row) }); err == nil {
			return nil
		}
		var again error
		if known, again = f.folder(ctx); again != nil { // no other server was faster: the insert has failed for another reason
			return errors.Join(err, again)
		}
		err = nil
	}
	switch {
	case err != nil:
		return err
	case known.Name == name:
		return nil
	case adopt:
		return f.db.System(ctx, reasonFolder, func(tx store.Tx) error {
			_, err := tx.Change((*folder)(nil)).Set("name = ?", name).Set("path = ?", path).Set("host = ?", host).Set("recorded_at = ?", row.RecordedAt).Where("holds = ?", theFolder).Exec(ctx)
			return err
		})
	case known.Path == path && known.Host == host:
		return fmt.Errorf("%w: %s was deleted or replaced since it was recorded (%s). Put the former folder back, or restore a backup of it with its file .folder; if it is lost for good, start once with --files-adopt: the files in it are lost then",
			ErrOtherFolder, known.Path, known.RecordedAt.UTC().Format(time.RFC3339))
	}
	return fmt.Errorf("%w: %s on %s (recorded %s), but this server has %s. Give all servers one folder on a shared disk (--files-folder) or a bucket (--files-endpoint); if that folder is lost for good, stop the other servers and start once with --files-adopt",
		ErrOtherFolder, known.Path, known.Host, known.RecordedAt.UTC().Format(time.RFC3339), path)
}

// folder is what the database knows; store.ErrNotFound before the first claim.
func (f *Files) folder(ctx context.Context) (known folder, err error) {
	err = f.db.SystemRead(ctx, reasonFolder, func(tx store.Tx) error {
		return tx.Select(&known).Where("holds = ?", theFolder).Scan(ctx)
	})
	return known, err
}

// empty refuses a folder without any file where the database has records of files.
func (f *Files) empty(ctx context.Context, path string) error {
	found := errors.New("there is one")
	if err := f.blobs.Walk(ctx, func(string, time.Time) error { return found }); err != nil {
		if errors.Is(err, found) {
			return nil
		}
		return err
	}
	var n int
	err := f.db.SystemRead(ctx, reasonFolder, func(tx store.Tx) (err error) {
		n, err = tx.Select((*File)(nil)).Where("gateway = ''").Count(ctx)
		return err
	})
	if err != nil || n == 0 {
		return err
	}
	return fmt.Errorf("%w: %d files of records are in the database, but %s is empty. Put the folder back, or restore a backup of it; if it is lost for good, start once with --files-adopt: the files in it are lost then", ErrOtherFolder, n, path)
}

// Claimed fails with blob.ErrGivenUp when another server has made the database know another folder than this one, by its name.
func (f *Files) Claimed(ctx context.Context, name string) error {
	known, err := f.folder(ctx)
	if err != nil || known.Name == name {
		return err
	}
	return errors.Join(blob.ErrGivenUp, fmt.Errorf("%s on %s took its place with --files-adopt at %s", known.Path, known.Host, known.RecordedAt.UTC().Format(time.RFC3339)))
}
