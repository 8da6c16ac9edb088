package production

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Picture is the picture of a mould. What is stored was encoded anew by us, so that nothing but pixels travels with it.
type Picture struct {
	bun.BaseModel `bun:"table:mould_picture"`
	store.FactoryRow
	MouldID string `bun:"mould_id"`
	Kind    string `bun:"kind"` // content type
	Content string `bun:"content"`
	Width   int    `bun:"width"`
	Height  int    `bun:"height"`
}

// PictureSaved says what was kept of a picture.
type PictureSaved struct {
	ID     string `json:"id"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Limits of a picture. 400 x 500 is what the screens show well, not a rule; the size in bytes is one.
const (
	mostPictureBytes  = 2 << 20
	mostPictureSide   = 8000
	pictureQuality    = 88
	suggestedPictureW = 400
	suggestedPictureH = 500
)

var (
	msgPictureSize   = L("图片不能超过2MB（建议%d×%d）", "A picture has at most 2 MB (%d x %d is shown best)")
	msgPictureFormat = L("图片格式不支持：请使用 png 或 jpg", "Picture format not supported: please use png or jpg")
	msgPictureSide   = L("图片边长不能超过%d像素", "A picture has at most %d pixels to a side")
	wordPicture      = L("图片", "Picture")
)

// readPicture checks a picture before its pixels are unpacked, and encodes it anew.
func readPicture(data []byte) (*Picture, error) {
	bad := func(rule string, text problem.Text, args ...any) error {
		return problem.Invalid(problem.Field("file", rule, text, args...))
	}
	if len(data) > mostPictureBytes {
		return nil, bad("tooLarge", msgPictureSize, suggestedPictureW, suggestedPictureH)
	}
	shape, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, bad("format", msgPictureFormat)
	}
	if shape.Width > mostPictureSide || shape.Height > mostPictureSide {
		return nil, bad("side", msgPictureSide, mostPictureSide)
	}
	pixels, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, bad("format", msgPictureFormat)
	}
	var packed bytes.Buffer
	p := &Picture{Kind: "image/" + format, Width: shape.Width, Height: shape.Height}
	if format == "png" {
		err = png.Encode(&packed, pixels)
	} else {
		err = jpeg.Encode(&packed, pixels, &jpeg.Options{Quality: pictureQuality})
	}
	p.Content = base64.StdEncoding.EncodeToString(packed.Bytes())
	return p, err
}

// PictureInput is a picture and the mould that it shows.
type PictureInput struct {
	ID      string `path:"id"`
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"file" required:"false"`
	}]
}

func (p *Production) mountPicture(s *api.Server) {
	mould := map[string]string{"id": "01900000-0000-7000-8000-000000000401"}
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "pm/mould/{id}/picture", ID: "mould-picture-set", Summary: "Set the picture of a mould", Tag: "production",
		Permission: "pm.mould.modify", Upload: true, Example: &api.Example{Path: mould, File: "picture.png"},
	}, p.setPicture)
	api.Download(s, api.Operation{
		Method: http.MethodGet, Path: "pm/mould/{id}/picture", ID: "mould-picture", Summary: "The picture of a mould", Tag: "production",
		Permission: "pm.mould.detail", Example: &api.Example{Path: mould},
	}, func(ctx context.Context, in *struct {
		ID string `path:"id"`
	},
	) (*api.File, error) {
		return p.picture(ctx, s.DB(), in.ID)
	})
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "pm/mould/{id}/picture/remove", ID: "mould-picture-delete", Summary: "Remove the picture of a mould", Tag: "production",
		Permission: "pm.mould.modify", Example: &api.Example{Path: mould},
	}, func(ctx context.Context, tx store.Tx, in *struct {
		ID string `path:"id"`
	},
	) (api.None, error) {
		if _, err := p.Moulds.Get(ctx, tx, in.ID); err != nil {
			return api.None{}, err
		}
		return api.None{}, p.dropPicture(ctx, tx, in.ID)
	})
}

func (p *Production) setPicture(ctx context.Context, tx store.Tx, in *PictureInput) (*PictureSaved, error) {
	mould, err := p.Moulds.Get(ctx, tx, in.ID)
	if err != nil {
		return nil, err
	}
	data, err := resource.ReadUpload(in.RawBody.Data().File)
	if err != nil {
		return nil, err
	}
	row, err := readPicture(data)
	if err != nil {
		return nil, err
	}
	if err := p.dropPicture(ctx, tx, mould.ID); err != nil {
		return nil, err
	}
	row.MouldID = mould.ID
	if err := tx.Insert(ctx, row); err != nil {
		return nil, err
	}
	p.tellMould(ctx, tx, mould.ID)
	return &PictureSaved{row.ID, row.Width, row.Height}, tx.Log(ctx, p.Moulds.Name(), mould.ID, mould.MouldNo, store.ActionChange, store.FieldChange{Field: "picture", After: row.Kind})
}

func (p *Production) dropPicture(ctx context.Context, tx store.Tx, mould string) error {
	_, err := tx.Remove((*Picture)(nil)).Where("mould_id = ?", mould).Exec(ctx)
	return err
}

func (p *Production) picture(ctx context.Context, db *store.DB, mould string) (*api.File, error) {
	var row Picture
	err := db.Read(ctx, func(tx store.Tx) error {
		if _, err := p.Moulds.Get(ctx, tx, mould); err != nil {
			return err
		}
		return tx.Select(&row).Where("mould_id = ?", mould).Scan(ctx)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil, problem.NotFound(wordPicture)
	}
	if err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(row.Content)
	return &api.File{Type: row.Kind, Write: func(w io.Writer) error { _, err := w.Write(data); return err }}, err
}

// tellMould tells the pages of the factory that a mould looks otherwise.
func (p *Production) tellMould(ctx context.Context, tx store.Tx, id string) {
	if p.deps.Changed != nil {
		actor := tx.Actor()
		tx.AfterCommit(func() { p.deps.Changed(context.WithoutCancel(ctx), actor, p.Moulds.Name(), id) })
	}
}
