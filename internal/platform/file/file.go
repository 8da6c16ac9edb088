// Package file keeps the files of records: pictures, drawings, whatever people attach.
//
// What lives here: name, kind, size, place and owner of a file, who may read and who may give it, the rules of what a
// file may be, and the sweep of bytes that no row names any more. What never does: the bytes themselves (platform/blob,
// or a factory's gateway), an entity by name, and which rule holds for it: the domain that owns the record says so.
package file

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// File is a file of a record. It never changes: another content is another file.
type File struct {
	bun.BaseModel `bun:"table:file"`
	store.FactoryRow
	Entity  string `bun:"entity"`   // of the record that owns it
	OwnerID string `bun:"owner_id"` // of that record
	Name    string `bun:"name"`     // shown when it is saved; empty = shown in place
	Kind    string `bun:"kind"`     // content type
	Size    int64  `bun:"size"`     // bytes
	Sum     string `bun:"sum"`      // SHA-256 of the content, hexadecimal
	Gateway string `bun:"gateway"`  // serverAppUuid of the gateway whose disk holds the bytes; "" = our own store
}

func (f *File) key() string { return f.TenantID + "/" + f.FactoryID + "/" + f.ID }

// Owner is an entity whose records have files.
type Owner struct {
	Entity     string
	Permission string // who may read its files
	Kind       string // under which roles bind rights in its files, see Right
	Read       string // right that reading a file takes
	Export     bool   // reading one is an export: its bytes are the company's work, and leave it
	// Seen fails with store.ErrNotFound or a problem when the actor cannot see the record.
	Seen func(ctx context.Context, tx store.Tx, id string) error

	Change    string // who may give its records a file; "" = the domain takes them in by a call of its own
	Rule      Rule   // what such a file may be
	Single    bool   // a file takes the place of the one before, which whoever gives it names
	Field     string // under which the history of a record names its single file
	ExampleID string // of the record to which the example gives a file
	// Given runs in the transaction that gives a record a file: for the log, and for the pages that show it.
	Given func(ctx context.Context, tx store.Tx, owner string, row *File) error
}

// Files is the domain.
type Files struct {
	db     *store.DB
	blobs  blob.Store
	owners map[string]Owner

	// Exported hears of files that are read where that is an export, by the entity and the id of the record and the file's name.
	Exported func(ctx context.Context, entity, rowID, name string)

	// Far opens the bytes of a file that lies at a gateway, or says in words why it cannot.
	Far func(ctx context.Context, row *File) (io.ReadCloser, error)
}

// New keeps the bytes in blobs.
func New(db *store.DB, blobs blob.Store) *Files {
	return &Files{db: db, blobs: blobs, owners: map[string]Owner{}}
}

// Own lets the records of an entity have files.
func (f *Files) Own(o Owner) { f.owners[o.Entity] = o }

var (
	word            = problem.L("文件", "File")
	msgBytesMissing = problem.L("文件内容不在服务器的存储中，请重新上传，或请管理员从备份恢复", "The content of this file is missing from the server's storage; please upload it again, or ask an administrator to restore it from a backup")
)

// Mount registers the call that reads a file, and for entities that say who may the one that gives a record a file. All stand below
// bms/file, so that the browsers of a factory with a gateway bring the bytes there.
func (f *Files) Mount(s *api.Server) {
	for _, o := range f.owners {
		s.Declare(Right(o.Kind, See), Right(o.Kind, o.Read), Right(o.Kind, Replace))
	}
	api.Download(s, api.Operation{
		Method: http.MethodGet, Path: "bms/file/{id}", ID: "file", Summary: "The content of a file, to whoever may see the record that owns it", Tag: "file", Access: api.SignedIn, Programs: true,
	}, func(ctx context.Context, in *struct {
		ID    string `path:"id"`
		Known string `header:"If-None-Match" doc:"ETag of the content that the client has"`
	},
	) (*api.File, error) {
		return f.read(ctx, in.ID, strings.Trim(in.Known, `"`))
	})
	for _, entity := range slices.Sorted(maps.Keys(f.owners)) {
		o := f.owners[entity]
		if o.Change == "" {
			continue
		}
		api.Call(s, api.Operation{
			Method: http.MethodPost, Path: "bms/file/" + entity + "/{id}", ID: "file-" + entity, Summary: "Give a record of " + entity + " a file", Tag: "file",
			Permission: o.Change, Upload: true, Example: &api.Example{Path: map[string]string{"id": o.ExampleID}, File: "picture.png", Form: map[string]string{"basedOn": resource.None}},
		}, func(ctx context.Context, in *GiveInput) (*Given, error) {
			return f.upload(ctx, entity, in)
		})
	}
}

// Keep writes the bytes of a new file; Attach then gives it to a record. It runs outside a transaction, so that nobody
// waits for a disk or a network; a file that is never attached is swept after a day.
func (f *Files) Keep(ctx context.Context, name, kind string, content []byte) (*File, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return nil, err
	}
	if actor.FactoryID == "" {
		return nil, store.ErrNoFactory
	}
	sum := sha256.Sum256(content)
	row := &File{Name: name, Kind: kind, Size: int64(len(content)), Sum: hex.EncodeToString(sum[:])}
	row.ID, row.TenantID, row.FactoryID = store.NewID(), actor.TenantID, actor.FactoryID
	return row, f.blobs.Put(ctx, row.key(), content)
}

// Attach gives a kept file to a record.
func (f *Files) Attach(ctx context.Context, tx store.Tx, row *File, entity, owner string) error {
	if _, known := f.owners[entity]; !known {
		return fmt.Errorf("file: records of %s have no files", entity)
	}
	row.Entity, row.OwnerID = entity, owner
	return tx.Insert(ctx, row)
}

// Of lists the files of a record, the oldest first.
func (f *Files) Of(ctx context.Context, tx store.Tx, entity, owner string) ([]File, error) {
	var rows []File
	err := tx.Select(&rows).Where("entity = ? AND owner_id = ?", entity, owner).Order("id").Scan(ctx)
	return rows, err
}

// OfMany lists the files of several records of an entity, by record.
func (f *Files) OfMany(ctx context.Context, tx store.Tx, entity string, owners []string) (map[string][]File, error) {
	var rows []File
	err := tx.Select(&rows).Where("entity = ?", entity).WhereIn("owner_id", owners).Order("id").Scan(ctx)
	by := map[string][]File{}
	for i := range rows {
		by[rows[i].OwnerID] = append(by[rows[i].OwnerID], rows[i])
	}
	return by, err
}

// Drop removes the files of records; their bytes go once the transaction has committed.
func (f *Files) Drop(ctx context.Context, tx store.Tx, entity string, owners ...string) error {
	by, err := f.OfMany(ctx, tx, entity, owners)
	if err != nil || len(by) == 0 {
		return err
	}
	if _, err := tx.Remove((*File)(nil)).Where("entity = ?", entity).WhereIn("owner_id", owners).Exec(ctx); err != nil {
		return err
	}
	for _, rows := range by {
		f.forget(ctx, tx, rows...)
	}
	return nil
}

// DropOne removes one file that Of has listed; its bytes go once the transaction has committed.
func (f *Files) DropOne(ctx context.Context, tx store.Tx, row *File) error {
	if _, err := tx.Remove((*File)(nil)).Where("id = ?", row.ID).Exec(ctx); err != nil {
		return err
	}
	f.forget(ctx, tx, *row)
	return nil
}

func (f *Files) forget(ctx context.Context, tx store.Tx, rows ...File) {
	tx.AfterCommit(func() {
		for i := range rows {
			if rows[i].Gateway != "" {
				continue // its own sweep finds it
			}
			_ = f.blobs.Delete(context.WithoutCancel(ctx), rows[i].key()) // the sweep finds what stays
		}
	})
}

// Find gives the row of a file to whoever may see its owner. It answers "not found" to all others: that a file exists is
// nobody else's business.
func (f *Files) Find(ctx context.Context, id string) (*File, error) {
	var row File
	var lacks error // which whoever may see the record is told
	err := f.db.Read(ctx, func(tx store.Tx) error {
		if err := tx.Select(&row).Where("id = ?", id).Scan(ctx); err != nil {
			return err
		}
		owner, known := f.owners[row.Entity]
		if !known || !tx.Actor().Allowed(owner.Permission) {
			return store.ErrNotFound
		}
		if err := owner.Seen(ctx, tx, row.OwnerID); err != nil {
			return err
		}
		lacks = Require(tx.Actor(), owner.Kind, See, owner.Read)
		return nil
	})
	var refused *problem.Problem
	if err == nil && lacks != nil {
		return nil, lacks
	}
	if errors.Is(err, store.ErrNotFound) || errors.As(err, &refused) {
		return nil, problem.NotFound(word)
	}
	return &row, err
}

// Leaves tells whoever listens that somebody takes a file, where that is an export.
func (f *Files) Leaves(ctx context.Context, row *File) {
	if f.owners[row.Entity].Export && f.Exported != nil {
		f.Exported(ctx, row.Entity, row.OwnerID, row.Name)
	}
}

func (f *Files) read(ctx context.Context, id, known string) (*api.File, error) {
	row, err := f.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	if row.Sum == known {
		return &api.File{Type: row.Kind, Tag: row.Sum}, nil
	}
	var content io.ReadCloser
	if row.Gateway != "" {
		content, err = f.Far(ctx, row)
	} else {
		content, err = f.blobs.Open(ctx, row.key())
	}
	if errors.Is(err, blob.ErrNotFound) {
		slog.ErrorContext(ctx, "the bytes of a file are missing: restore them from a backup", "file", id, "key", row.key())
		return nil, &problem.Problem{Status: http.StatusNotFound, Code: problem.Missing, Text: msgBytesMissing, Cause: err}
	}
	if err != nil {
		return nil, fmt.Errorf("open the bytes of file %s: %w", id, err)
	}
	f.Leaves(ctx, row)
	return &api.File{Name: row.Name, Type: row.Kind, Tag: row.Sum, Write: func(w io.Writer) error {
		_, err := io.Copy(w, content)
		return errors.Join(err, content.Close())
	}}, nil
}
