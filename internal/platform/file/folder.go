package file

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/uptrace/bun"

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
// other servers use: ErrOtherFolder, with both paths and the remedy, when it is not. adopt takes the folder all the same,
// for when the other one is lost.
func (f *Files) Claim(ctx context.Context, name, path string, adopt bool) error {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	row := folder{Holds: theFolder, Name: name, Path: path, Host: host, RecordedAt: store.Now()}
	known := folder{}
	look := func() error {
		return f.db.SystemRead(ctx, reasonFolder, func(tx store.Tx) error {
			return tx.Select(&known).Where("holds = ?", theFolder).Scan(ctx)
		})
	}
	err = look()
	if errors.Is(err, store.ErrNotFound) {
		if err = f.db.System(ctx, reasonFolder, func(tx store.Tx) error { return tx.Insert(ctx, &row) }); err == nil {
			return nil
		}
		if again := look(); again != nil { // no other server was faster: the insert has failed for another reason
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
	}
	return fmt.Errorf("%w: %s on %s (recorded %s), but this server has %s. Give all servers one folder on a shared disk (--files-folder) or a bucket (--files-endpoint); if that folder is lost for good, start once with --files-adopt",
		ErrOtherFolder, known.Path, known.Host, known.RecordedAt.UTC().Format(time.RFC3339), path)
}
