package production

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// draft is a checked file that waits for its commit, with what was mended in the preview.
type draft struct {
	bun.BaseModel `bun:"table:import_draft"`
	store.FactoryRow
	Name    string          `bun:"name"`
	Size    int64           `bun:"size"`    // bytes of the file
	Content string          `bun:"content"` // gzip, base64
	Edits   []workbook.Edit `bun:"edits,type:text"`
	Mode    string          `bun:"mode"`
	// Replaced and Made are Upload.Replaced and Upload.Create.
	Replaced []workbook.Replacement `bun:"replaced,type:text"`
	Made     []Missing              `bun:"made,type:text"`
	Headings Headings               `bun:"headings,type:text"`
	Seen     string                 `bun:"seen"` // JSON of seen, see there
}

// draftLife is how long a checked file waits.
const draftLife = time.Hour

var msgDraftGone = L("检查结果已过期，请重新上传文件", "The check has expired, please upload the file again")

// keepDraft keeps a new file, and clears away the ones that have waited too long.
func keepDraft(ctx context.Context, tx store.Tx, u Upload, sight *seen, now time.Time) (string, error) {
	if _, err := tx.Remove((*draft)(nil)).Where("created_at < ?", now.Add(-draftLife)).Exec(ctx); err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(u.Data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	d := &draft{Name: u.Name, Size: int64(len(u.Data)), Content: base64.StdEncoding.EncodeToString(packed.Bytes()), Mode: u.Mode}
	if err := d.fill(u, sight); err != nil {
		return "", err
	}
	err := tx.Insert(ctx, d)
	return d.ID, err
}

// sizeOfDraft is how many bytes a checked file has, for whoever has checked it.
func sizeOfDraft(ctx context.Context, tx store.Tx, id string, now time.Time) (int64, error) {
	var d draft
	err := ownDraft(ctx, tx, &d, id, now, "size")
	return d.Size, err
}

// ownDraft reads some columns of a checked file for whoever has checked it.
func ownDraft(ctx context.Context, tx store.Tx, d *draft, id string, now time.Time, columns ...string) error {
	err := tx.Select(d).Columns(columns...).Where("id = ?", id).Where("created_by = ?", tx.Actor().AccountID).Where("created_at >= ?", now.Add(-draftLife)).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return problem.Refuse(msgDraftGone)
	}
	return err
}

// takeDraft gives a checked file back to the person who has checked it.
func takeDraft(ctx context.Context, tx store.Tx, id string, now time.Time) (Upload, error) {
	var d draft
	err := tx.Select(&d).Where("id = ?", id).Where("created_by = ?", tx.Actor().AccountID).Where("created_at >= ?", now.Add(-draftLife)).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return Upload{}, problem.Refuse(msgDraftGone)
	}
	if err != nil {
		return Upload{}, err
	}
	packed, err := base64.StdEncoding.DecodeString(d.Content)
	if err != nil {
		return Upload{}, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return Upload{}, err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return Upload{}, err
	}
	u := Upload{Name: d.Name, Data: data, Edits: d.Edits, Replaced: d.Replaced, Create: d.Made, Mode: d.Mode, Headings: d.Headings, seen: &seen{}}
	if d.Seen == "" { // what an earlier version has checked is to be checked again: everything counts as changed
		return u, nil
	}
	return u, json.Unmarshal([]byte(d.Seen), u.seen)
}

// mend keeps what was changed in the preview of a draft.
func mend(ctx context.Context, tx store.Tx, id string, u Upload, sight *seen) error {
	var d draft
	if err := tx.Select(&d).Where("id = ?", id).Where("created_by = ?", tx.Actor().AccountID).Scan(ctx); err != nil {
		return err
	}
	d.Mode = u.Mode
	if err := d.fill(u, sight); err != nil {
		return err
	}
	return tx.Update(ctx, &d, "edits", "replaced", "made", "mode", "headings", "seen")
}

// fill takes over what the preview has changed about the file, and what it says.
func (d *draft) fill(u Upload, sight *seen) error {
	d.Edits, d.Replaced, d.Made, d.Headings = u.Edits, u.Replaced, u.Create, u.Headings
	filled(&d.Edits)
	filled(&d.Replaced)
	filled(&d.Made)
	said, err := json.Marshal(sight)
	d.Seen = string(said)
	return err
}
