package production

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// PictureSaved says what was kept of a picture.
type PictureSaved struct {
	ID     string `json:"id" doc:"of the file, see bms/file/{id}"`
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
)

// A mould's picture is what readPicture makes of the bytes that came: nothing but pixels, encoded anew by us.
type picture struct {
	kind          string // content type
	content       []byte
	width, height int
}

// readPicture checks a picture before its pixels are unpacked, and encodes it anew.
func readPicture(data []byte) (*picture, error) {
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
	if format == "png" {
		err = png.Encode(&packed, pixels)
	} else {
		err = jpeg.Encode(&packed, pixels, &jpeg.Options{Quality: pictureQuality})
	}
	return &picture{"image/" + format, packed.Bytes(), shape.Width, shape.Height}, err
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
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "pm/mould/{id}/picture", ID: "mould-picture-set", Summary: "Set the picture of a mould", Tag: "production",
		Permission: "pm.mould.modify", Upload: true, Example: &api.Example{Path: mould, File: "picture.png"},
	}, func(ctx context.Context, in *PictureInput) (*PictureSaved, error) {
		return p.setPicture(ctx, s.DB(), in)
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
		return api.None{}, p.deps.Files.Drop(ctx, tx, p.Moulds.Name(), in.ID)
	})
}

// setPicture puts a picture in the place of the one before. Pixels are unpacked and bytes are kept before the transaction
// begins: it has only rows to write.
func (p *Production) setPicture(ctx context.Context, db *store.DB, in *PictureInput) (*PictureSaved, error) {
	data, err := resource.ReadUpload(in.RawBody.Data().File)
	if err != nil {
		return nil, err
	}
	var mould *Mould
	if err := db.Read(ctx, func(tx store.Tx) (err error) { mould, err = p.Moulds.Get(ctx, tx, in.ID); return err }); err != nil {
		return nil, err
	}
	made, err := readPicture(data)
	if err != nil {
		return nil, err
	}
	row, err := p.deps.Files.Keep(ctx, "", made.kind, made.content)
	if err != nil {
		return nil, err
	}
	return &PictureSaved{row.ID, made.width, made.height}, db.Write(ctx, func(tx store.Tx) error {
		// It may have gone meanwhile.
		if _, err := p.Moulds.Get(ctx, tx, mould.ID); err != nil {
			return err
		}
		if err := p.deps.Files.Drop(ctx, tx, p.Moulds.Name(), mould.ID); err != nil {
			return err
		}
		if err := p.deps.Files.Attach(ctx, tx, row, p.Moulds.Name(), mould.ID); err != nil {
			return err
		}
		p.tellMould(ctx, tx, mould.ID)
		return tx.Log(ctx, p.Moulds.Name(), mould.ID, mould.MouldNo, store.ActionChange, store.FieldChange{Field: "picture", After: made.kind})
	})
}

// tellMould tells the pages of the factory that a mould looks otherwise.
func (p *Production) tellMould(ctx context.Context, tx store.Tx, id string) {
	if p.deps.Changed != nil {
		actor := tx.Actor()
		tx.AfterCommit(func() { p.deps.Changed(context.WithoutCancel(ctx), actor, p.Moulds.Name(), id) })
	}
}
