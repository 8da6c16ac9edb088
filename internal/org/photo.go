package org

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"image/jpeg"
	"io"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
	"golang.org/x/image/draw"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/picture"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Limits of the photo of a person. A larger picture is kept in the size that screens show, whatever a phone has taken.
const (
	mostPhotoBytes = 2 << 20
	mostPhotoSide  = 8192
	photoWidth     = 400
	photoHeight    = 500
	photoQuality   = 88
)

// Photo is how a person looks, to whoever keeps the company's users. The picture beside a name in the header is the person's own.
type Photo struct {
	bun.BaseModel `bun:"table:user_photo"`
	store.Row
	UserID  string `bun:"user_id"`
	Content string `bun:"content"` // a JPEG in base64
}

// PhotoView is the photo of a user; both empty where there is none.
type PhotoView struct {
	ID     string `json:"id" doc:"of this photo; whoever replaces or removes it names it as basedOn"`
	Base64 string `json:"base64" doc:"a data URL"`
}

type photoUpload struct {
	ID      string `path:"id"`
	RawBody huma.MultipartFormFiles[struct {
		File    huma.FormFile `form:"file" required:"false" doc:"a png or jpg of up to 2 MB; it is kept in at most 400 x 500 pixels"`
		BasedOn string        `form:"basedOn" required:"false" doc:"required: id of the photo that was seen, none where there was none; refused when it has changed since"`
	}]
}

type photoRemoval struct {
	ID   string `path:"id"`
	Body struct {
		BasedOn string `json:"basedOn" doc:"id of the photo that was seen, none where there was none; refused when it has changed since"`
	}
}

var (
	msgNoPhoto     = L("请选择照片", "Please choose a photo")
	msgPhotoSize   = L("照片不能超过 2MB", "A photo has at most 2 MB")
	msgPhotoFormat = L("照片格式不支持或已损坏：请使用完好的 png 或 jpg", "Photo format not supported, or the file is damaged: please use an intact png or jpg")
	msgPhotoSide   = L("照片每边最多 %d 像素，此照片为 %d×%d：请缩小后再上传", "A photo has at most %d pixels on each side, this one has %d x %d: make it smaller and upload it again")
)

func (d *Org) mountPhoto(s *api.Server) {
	user := map[string]string{"id": ExampleUser}
	api.Read(s, api.Operation{
		Method: "GET", Path: "upms/user/{id}/photo", ID: "user-photo", Summary: "The photo of a user", Tag: "upms", Permission: "system.user.detail", Example: &api.Example{Path: user},
	}, func(ctx context.Context, tx store.Tx, in *UserInput) (PhotoView, error) {
		if _, err := d.Users.Get(ctx, tx, in.ID); err != nil {
			return PhotoView{}, err
		}
		p, err := photoOf(ctx, tx, in.ID)
		return p.view(), err
	})
	api.Call(s, api.Operation{
		Method: "POST", Path: "upms/user/{id}/photo", ID: "user-photo-save", Summary: "Give a user a photo", Tag: "upms", Permission: "system.user.modify",
		Upload: true, Example: &api.Example{Path: user, File: "picture.png", Form: map[string]string{"basedOn": resource.None}},
	}, func(ctx context.Context, in *photoUpload) (PhotoView, error) {
		form := in.RawBody.Data()
		if !form.File.IsSet {
			return PhotoView{}, problem.Invalid(problem.Field("file", "required", msgNoPhoto))
		}
		defer func() { _ = form.File.Close() }() // read only
		data, err := io.ReadAll(io.LimitReader(form.File, mostPhotoBytes+1))
		if err != nil {
			return PhotoView{}, err
		}
		return d.SavePhoto(ctx, in.ID, form.BasedOn, data)
	})
	api.Write(s, api.Operation{
		Method: "POST", Path: "upms/user/{id}/photo/remove", ID: "user-photo-remove", Summary: "Remove the photo of a user", Tag: "upms", Permission: "system.user.modify",
		Example: &api.Example{Path: map[string]string{"id": exampleJoined}, Body: map[string]any{"basedOn": resource.None}}, // who has none yet
	}, func(ctx context.Context, tx store.Tx, in *photoRemoval) (api.None, error) {
		return api.None{}, d.RemovePhoto(ctx, tx, in.ID, in.Body.BasedOn)
	})
}

// SavePhoto puts a photo in the place of the one that the caller has seen. Never inside a transaction: unpacking waits for memory.
func (d *Org) SavePhoto(ctx context.Context, userID, basedOn string, data []byte) (v PhotoView, err error) {
	if len(data) > mostPhotoBytes {
		return PhotoView{}, problem.Invalid(problem.Field("file", "maxSize", msgPhotoSize))
	}
	if err := resource.EmptyFile(data); err != nil {
		return PhotoView{}, err
	}
	// Who may not replace it learns so before any pixel is looked at.
	if err := d.deps.DB.Read(ctx, func(tx store.Tx) error { _, _, err := d.unchangedPhoto(ctx, tx, userID, basedOn); return err }); err != nil {
		return PhotoView{}, err
	}
	content, err := asPhoto(ctx, data)
	if err != nil {
		return PhotoView{}, err
	}
	err = d.deps.DB.Write(ctx, func(tx store.Tx) error {
		user, old, err := d.unchangedPhoto(ctx, tx, userID, basedOn)
		if err != nil {
			return err
		}
		if old != nil {
			if err := dropPhoto(ctx, tx, userID); err != nil {
				return err
			}
		}
		p := &Photo{UserID: userID, Content: content}
		if err := tx.Insert(ctx, p); err != nil {
			return err
		}
		v = p.view()
		return d.photoChanged(ctx, tx, user, old, p)
	})
	return v, err
}

// RemovePhoto takes away the photo that the caller has seen; where there is none, nothing happens.
func (d *Org) RemovePhoto(ctx context.Context, tx store.Tx, userID, basedOn string) error {
	user, old, err := d.unchangedPhoto(ctx, tx, userID, basedOn)
	if err != nil || old == nil {
		return err
	}
	if err := dropPhoto(ctx, tx, userID); err != nil {
		return err
	}
	return d.photoChanged(ctx, tx, user, old, nil)
}

// photoChanged writes into the log of a user that the photo is another one, and tells the pages that show it.
func (d *Org) photoChanged(ctx context.Context, tx store.Tx, user *User, before, after *Photo) error {
	actor, entity := tx.Actor(), d.Users.Name()
	if d.deps.Changed != nil {
		tx.AfterCommit(func() { d.deps.Changed(context.WithoutCancel(ctx), actor, entity, user.ID) })
	}
	c := store.FieldChange{Field: "photo"}
	if before != nil {
		c.Before = picture.JPEG
	}
	if after != nil {
		c.After = picture.JPEG
	}
	return tx.Log(ctx, entity, user.ID, user.called(), store.ActionChange, c)
}

// unchangedPhoto gives a user and their photo, nil for none, to a caller who has seen it.
func (d *Org) unchangedPhoto(ctx context.Context, tx store.Tx, userID, basedOn string) (*User, *Photo, error) {
	user, err := d.Users.Get(ctx, tx, userID)
	if err != nil {
		return nil, nil, err
	}
	p, err := photoOf(ctx, tx, userID)
	if err != nil {
		return nil, nil, err
	}
	basis := resource.Basis{BasedOn: basedOn, Entity: d.Users.Name(), RowID: userID, Field: "photo"}
	if p != nil {
		basis.Now = p.ID
	}
	return user, p, basis.Holds(ctx, tx, p.view())
}

// photoOf is the photo of a user, nil for none.
func photoOf(ctx context.Context, tx store.Tx, userID string) (*Photo, error) {
	var rows []Photo
	if err := tx.Select(&rows).Where("user_id = ?", userID).Scan(ctx); err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

func dropPhoto(ctx context.Context, tx store.Tx, userID string) error {
	_, err := tx.Remove((*Photo)(nil)).Where("user_id = ?", userID).Exec(ctx)
	return err
}

func (p *Photo) view() PhotoView {
	if p == nil {
		return PhotoView{}
	}
	return PhotoView{p.ID, "data:" + picture.JPEG + ";base64," + p.Content}
}

// asPhoto checks a picture before its pixels are unpacked, and makes a JPEG of it that screens show as it is, in base64. What stands
// behind a transparent picture is white.
func asPhoto(ctx context.Context, data []byte) (string, error) {
	var packed bytes.Buffer
	head, err := picture.Look(data, picture.PNG, picture.JPEG)
	switch {
	case max(head.Width, head.Height) > mostPhotoSide:
		return "", problem.Invalid(problem.Field("file", "side", msgPhotoSide, mostPhotoSide, head.Width, head.Height))
	case err == nil:
		err = picture.Open(ctx, data, func(_ picture.Head, pixels image.Image) error {
			to := image.NewRGBA(fitted(pixels.Bounds().Size()))
			draw.Draw(to, to.Bounds(), image.White, image.Point{}, draw.Src)
			draw.CatmullRom.Scale(to, to.Bounds(), pixels, pixels.Bounds(), draw.Over, nil)
			return jpeg.Encode(&packed, to, &jpeg.Options{Quality: photoQuality})
		}, head.Kind)
	}
	if bad, wrong := picture.Field("file", err, msgPhotoFormat); wrong {
		err = problem.Invalid(bad)
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes()), err
}

// fitted is the size of a picture within that of a photo, in its own proportions; a smaller one keeps its size.
func fitted(of image.Point) image.Rectangle {
	switch {
	case of.X <= photoWidth && of.Y <= photoHeight:
	case of.X*photoHeight > of.Y*photoWidth:
		of = image.Pt(photoWidth, max(1, of.Y*photoWidth/of.X))
	default:
		of = image.Pt(max(1, of.X*photoHeight/of.Y), photoHeight)
	}
	return image.Rectangle{Max: of}
}
