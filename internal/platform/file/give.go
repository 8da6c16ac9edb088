package file

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"regexp"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// GiveInput is a file and the record that gets it.
type GiveInput struct {
	ID      string `path:"id"`
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"file" required:"false"`
		// Not required by the document, so that its lack is told like that of any other field.
		BasedOn string `form:"basedOn" required:"false" doc:"required where a record has one file: id of the one that was seen, none where there was none; refused when it has changed since"`
	}]
}

// Given says what was kept.
type Given struct {
	ID   string `json:"id" doc:"of the file, see bms/file/{id}"`
	Kind string `json:"kind" doc:"content type of what was kept"`
	Size int64  `json:"size" doc:"bytes"`
}

// upload keeps a file in our own store. Bytes are made and kept before the transaction begins: it has only rows to write.
func (f *Files) upload(ctx context.Context, entity string, in *GiveInput) (*Given, error) {
	form := in.RawBody.Data()
	data, err := resource.ReadUpload(form.File)
	if err != nil {
		return nil, err
	}
	rule, err := f.Takes(ctx, entity, in.ID, &form.BasedOn) // before any pixel is looked at
	if err != nil {
		return nil, err
	}
	kind, content, err := rule.Make(ctx, data)
	if err != nil {
		return nil, err
	}
	row, err := f.Keep(ctx, "", kind, content)
	if err != nil {
		return nil, err
	}
	return f.Give(ctx, row, entity, in.ID, &form.BasedOn)
}

// Takes tells whether the actor may give a record a file, and by which rule. It refuses, too, who has not seen the single file
// that a record has; basedOn is nil where that is not told yet.
func (f *Files) Takes(ctx context.Context, entity, owner string, basedOn *string) (Rule, error) {
	o, known := f.owners[entity]
	if !known || o.Change == "" {
		return "", problem.NotFound(word)
	}
	return o.Rule, f.db.Read(ctx, func(tx store.Tx) error {
		if !tx.Actor().Allowed(o.Change) {
			return problem.Forbidden(o.Change)
		}
		if err := o.Seen(ctx, tx, owner); err != nil || !o.Single {
			return err
		}
		if err := f.mayReplace(ctx, tx, &o, owner); err != nil || basedOn == nil {
			return err
		}
		return f.Unchanged(ctx, tx, entity, owner, *basedOn)
	})
}

// mayReplace refuses to let a single file go, where there is one, to whoever may not replace files of its kind.
func (f *Files) mayReplace(ctx context.Context, tx store.Tx, o *Owner, owner string) error {
	rows, err := f.Of(ctx, tx, o.Entity, owner)
	if err != nil || len(rows) == 0 {
		return err
	}
	return Require(tx.Actor(), o.Kind, See, Replace)
}

// Who kept the bytes may be a gateway, and says of them what cannot be.
var (
	msgNoID   = problem.L("文件编号不正确", "The id of the file is none")
	msgNoKind = problem.L("此处不接受这种格式的文件", "Files of this format are not taken here")
	msgNoSize = problem.L("文件大小须在 1 到 %d 字节之间", "The size of a file is 1 to %d bytes")
	msgNoSum  = problem.L("文件的校验值（SHA-256）不正确", "The checksum of the file is no SHA-256")
)

// misdescribed names what cannot be about kept bytes.
func misdescribed(row *File, rule Rule) error {
	var bad []problem.FieldError
	if !goodID.MatchString(row.ID) {
		bad = append(bad, problem.Field("id", "format", msgNoID))
	}
	if !rule.allows(row.Kind) {
		bad = append(bad, problem.Field("kind", "choice", msgNoKind))
	}
	if row.Size <= 0 || row.Size > api.MaxUpload {
		bad = append(bad, problem.Field("size", "range", msgNoSize, api.MaxUpload))
	}
	if sum, err := hex.DecodeString(row.Sum); err != nil || len(sum) != sha256.Size {
		bad = append(bad, problem.Field("sum", "format", msgNoSum))
	}
	if len(bad) == 0 {
		return nil
	}
	return problem.Invalid(bad...)
}

var goodID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// Give attaches a file, whose bytes are kept here or at a gateway, to a record. It asks again whether the actor may: the
// record may have gone since Takes, and a gateway's word is not enough. basedOn is the single file that was seen, nil where
// a gateway of an earlier version does not tell.
func (f *Files) Give(ctx context.Context, row *File, entity, owner string, basedOn *string) (*Given, error) {
	if _, err := f.Takes(ctx, entity, owner, nil); err != nil {
		return nil, err
	}
	o := f.owners[entity]
	if err := misdescribed(row, o.Rule); err != nil {
		return nil, err
	}
	return &Given{row.ID, row.Kind, row.Size}, f.db.Write(ctx, func(tx store.Tx) error {
		if err := o.Seen(ctx, tx, owner); err != nil {
			return err
		}
		if o.Single {
			if err := f.mayReplace(ctx, tx, &o, owner); err != nil {
				return err
			}
			if basedOn != nil {
				if err := f.Unchanged(ctx, tx, entity, owner, *basedOn); err != nil {
					return err
				}
			}
			if err := f.Drop(ctx, tx, entity, owner); err != nil {
				return err
			}
		}
		if err := f.Attach(ctx, tx, row, entity, owner); err != nil {
			return err
		}
		return o.Given(ctx, tx, owner, row)
	})
}

// Unchanged refuses to replace another single file of a record than the one that was seen; it tells who has changed it.
func (f *Files) Unchanged(ctx context.Context, tx store.Tx, entity, owner, basedOn string) error {
	rows, err := f.Of(ctx, tx, entity, owner)
	if err != nil {
		return err
	}
	basis := resource.Basis{BasedOn: basedOn, Entity: entity, RowID: owner, Field: f.owners[entity].Field}
	var now Given
	if len(rows) > 0 {
		last := &rows[len(rows)-1]
		now, basis.Now = Given{last.ID, last.Kind, last.Size}, last.ID
	}
	return basis.Holds(ctx, tx, now)
}

// At are those of some files that lie at a gateway. It asks above tenants: the gateway's key says which it is.
func (f *Files) At(ctx context.Context, gateway string, ids []string) ([]string, error) {
	var rows []File
	err := f.db.SystemRead(ctx, "a gateway asks which of its files have a row", func(tx store.Tx) error {
		return tx.Select(&rows).Columns("id").Where("gateway = ?", gateway).WhereIn("id", ids).Scan(ctx)
	})
	at := make([]string, len(rows))
	for i := range rows {
		at[i] = rows[i].ID
	}
	return at, err
}

// KeptAt are the files of the tenant that lie at a gateway, by id. Those of factories that the actor is not in count too.
func KeptAt(ctx context.Context, tx store.Tx, gateway string) (ids []string, err error) {
	err = tx.AcrossFactories(ctx, func(tx store.Tx) error {
		return tx.Select((*File)(nil)).Columns("id").Where("gateway = ?", gateway).Order("id").ScanColumn(ctx, &ids)
	})
	return ids, err
}
