// Package picture keeps the pictures of a tenant: the company's logos and small pictures of people and things.
//
// What lives here: what a picture may be, its bytes and who may read them. What never does: drawings and programs, which
// are files of production.
package picture

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	_ "image/gif"  // pictures that are accepted
	_ "image/jpeg" // pictures that are accepted
	_ "image/png"  // pictures that are accepted
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What a picture is for. A tenant has one logo of each kind.
const (
	KindLogo      = 1
	KindOther     = 2
	KindIndexLogo = 3
)

// The largest files, in bytes. Sizes in pixels are suggestions: a logo 72 high, other pictures 400 x 500.
const (
	MaxLogo  = 500 << 10
	MaxOther = 2 << 20
)

// Picture is one picture.
type Picture struct {
	bun.BaseModel `bun:"table:picture"`
	store.Row
	Kind    int    `bun:"kind"`
	Mime    string `bun:"mime"`
	Width   int    `bun:"width"`
	Height  int    `bun:"height"`
	Content string `bun:"content"` // base64
}

// Logo is a logo as the header reads it.
type Logo struct {
	LogoType  int    `json:"logoType" doc:"1 logo, 3 logo of the start page"`
	ValidFlag bool   `json:"validFlag"`
	Base64    string `json:"base64" doc:"a data URL"`
}

// Kept says under which id a picture is kept.
type Kept struct {
	ID     string `json:"id"`
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Logos are those of a tenant.
type Logos struct {
	Logos []Logo `json:"logos" nullable:"false"`
}

type pictureUpload struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"file" required:"false"`
		Kind int           `form:"kind" required:"false" doc:"1 logo, 2 other, 3 logo of the start page"`
	}]
}

var (
	msgNoFile = problem.L("请选择图片", "Please choose a picture")
	msgKind   = problem.L("图片类型须为1、2或3", "The kind of picture is 1, 2 or 3")
	msgFormat = problem.L("文件格式不支持：请使用 png、jpg 或 gif", "File format not supported: please use png, jpg or gif")
	msgTooBig = problem.L("图片不能超过%s", "The picture may have at most %s")
)

// Mount registers the calls.
func Mount(s *api.Server) {
	op := func(method, path, id, summary, permission string, ex *api.Example) api.Operation {
		return api.Operation{Method: method, Path: path, ID: id, Summary: summary, Tag: "session", Permission: permission, Example: ex}
	}
	signedIn := op(http.MethodGet, "upms/logo", "logos", "The company's logos", "", &api.Example{})
	signedIn.Access = api.SignedIn
	api.Read(s, signedIn, func(ctx context.Context, tx store.Tx, _ *struct{}) (Logos, error) { return logos(ctx, tx) })

	logo := op(http.MethodPost, "upms/logo", "logo-save", "Change a logo of the company", "system.logo.modify", &api.Example{File: "logo.png", Form: map[string]string{"kind": "1"}})
	logo.Upload = true
	api.Write(s, logo, func(ctx context.Context, tx store.Tx, in *pictureUpload) (Kept, error) {
		form := in.RawBody.Data()
		return save(ctx, tx, form.File, form.Kind, false)
	})
	other := op(http.MethodPost, "upms/picture", "picture-save", "Keep a picture", "", &api.Example{File: "picture.png", Form: map[string]string{"kind": "2"}})
	other.Access, other.Upload = api.SignedIn, true
	api.Write(s, other, func(ctx context.Context, tx store.Tx, in *pictureUpload) (Kept, error) {
		form := in.RawBody.Data()
		return save(ctx, tx, form.File, KindOther, true)
	})
}

func save(ctx context.Context, tx store.Tx, file huma.FormFile, kind int, other bool) (Kept, error) {
	if !file.IsSet {
		return Kept{}, problem.Invalid(problem.Field("file", "required", msgNoFile))
	}
	defer func() { _ = file.Close() }() // read only
	data, err := io.ReadAll(io.LimitReader(file, MaxOther+1))
	if err != nil {
		return Kept{}, err
	}
	if !other && kind != KindLogo && kind != KindIndexLogo {
		return Kept{}, problem.Invalid(problem.Field("kind", "choice", msgKind))
	}
	return Save(ctx, tx, kind, data)
}

// Save keeps a picture. A new logo takes the place of the one before. What a file is, its bytes say, never its name.
func Save(ctx context.Context, tx store.Tx, kind int, data []byte) (Kept, error) {
	limit, words := MaxOther, "2 MB"
	if kind != KindOther {
		limit, words = MaxLogo, "500 KB"
	}
	if len(data) > limit {
		return Kept{}, problem.Invalid(problem.Field("file", "maxSize", msgTooBig, words))
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return Kept{}, problem.Invalid(problem.Field("file", "format", msgFormat))
	}
	p := &Picture{Kind: kind, Mime: "image/" + format, Width: config.Width, Height: config.Height, Content: base64.StdEncoding.EncodeToString(data)}
	if kind != KindOther {
		if _, err := tx.Remove((*Picture)(nil)).Where("kind = ?", kind).Exec(ctx); err != nil {
			return Kept{}, err
		}
	}
	if err := tx.Insert(ctx, p); err != nil {
		return Kept{}, err
	}
	return Kept{ID: p.ID, URL: p.dataURL(), Width: p.Width, Height: p.Height}, tx.Log(ctx, "picture", p.ID, p.Mime, store.ActionCreate)
}

func (p *Picture) dataURL() string { return "data:" + p.Mime + ";base64," + p.Content }

func logos(ctx context.Context, tx store.Tx) (Logos, error) {
	var rows []Picture
	if err := tx.Select(&rows).Where("kind <> ?", KindOther).Order("kind").Scan(ctx); err != nil {
		return Logos{}, err
	}
	out := Logos{Logos: []Logo{}}
	for i := range rows {
		out.Logos = append(out.Logos, Logo{LogoType: rows[i].Kind, ValidFlag: true, Base64: rows[i].dataURL()})
	}
	return out, nil
}
