// Package logo keeps the logos that a tenant shows in place of ours: one in the header, one on the start page.
//
// What lives here: what a logo may be, and its bytes. What never does: pictures of moulds and parts (production).
package logo

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/picture"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The types of logos.
const (
	Header = 1
	Index  = 3 // of the start page
)

// Max is the largest logo in bytes (R37); a height of 72 pixels is a suggestion.
const Max = 500 << 10

// Bounds of what the header of every page unpacks: a browser takes four bytes for each pixel.
const (
	mostSide   = 2000
	mostPixels = 16_000_000 // of all frames of an animation
)

// Logo is one of a tenant's logos.
type Logo struct {
	bun.BaseModel `bun:"table:logo"`
	store.Row
	Type    int    `bun:"logo_type"`
	Mime    string `bun:"mime"`
	Content string `bun:"content"` // base64
}

// View is a logo as the header reads it.
type View struct {
	LogoType  int    `json:"logoType" doc:"1 header, 3 start page"`
	ValidFlag bool   `json:"validFlag"`
	Base64    string `json:"base64" doc:"a data URL"`
	ID        string `json:"id" doc:"of this content; whoever replaces or removes it names it as basedOn"`
}

// List are the logos of a tenant; none of a type: ours stands there.
type List struct {
	Logos []View `json:"logos" nullable:"false"`
}

type logoUpload struct {
	RawBody huma.MultipartFormFiles[struct {
		File huma.FormFile `form:"file" required:"false"`
		Type int           `form:"logoType" required:"false" doc:"1 header, 3 start page"`
		// Not required by the document, so that its lack is told like that of any other field.
		BasedOn string `form:"basedOn" required:"false" doc:"required: id of the logo that was seen, none where there was none; refused when it has changed since"`
	}]
}

var (
	msgNoFile  = problem.L("请选择图片", "Please choose a picture")
	msgType    = problem.L("标志类型须为 1 或 3", "The type of a logo is 1 or 3")
	msgFormat  = problem.L("文件格式不支持或已损坏：请使用完好的 png、jpg 或 gif", "File format not supported, or the file is damaged: please use an intact png, jpg or gif")
	msgSide    = problem.L("标志最大 %d×%d 像素，此图片为 %d×%d：请缩小后再上传", "A logo has at most %d x %d pixels, this picture has %d x %d: make it smaller and upload it again")
	msgFrames  = problem.L("动画的帧数过多或画面过大：请减少帧数、缩小画面，或使用静态图片", "The animation has too many frames for its size: use fewer or smaller ones, or a still picture")
	msgTooBig  = problem.L("标志不能超过 500 KB", "A logo may have at most 500 KB")
	wordHeader = problem.L("页眉标志", "Logo of the header")
	wordStart  = problem.L("首页标志", "Logo of the start page")
)

// Mount registers the calls.
func Mount(s *api.Server, db *store.DB) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/logo", ID: "logos", Summary: "The company's logos", Tag: "session", Access: api.SignedIn, Example: &api.Example{},
	}, func(ctx context.Context, tx store.Tx, _ *struct{}) (List, error) { return read(ctx, tx) })
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/logo", ID: "logo-save", Summary: "Change a logo of the company", Tag: "session", Permission: "system.logo.modify",
		Upload: true, Example: &api.Example{File: "logo.png", Form: map[string]string{"logoType": "1", "basedOn": resource.None}},
	}, func(ctx context.Context, in *logoUpload) (View, error) {
		form := in.RawBody.Data()
		if !form.File.IsSet {
			return View{}, problem.Invalid(problem.Field("file", "required", msgNoFile))
		}
		defer func() { _ = form.File.Close() }() // read only
		data, err := io.ReadAll(io.LimitReader(form.File, Max+1))
		if err != nil {
			return View{}, err
		}
		return Save(ctx, db, form.Type, form.BasedOn, data)
	})
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "upms/logo/remove", ID: "logo-remove", Summary: "Show ours again in place of a logo of the company", Tag: "session", Permission: "system.logo.modify",
		Example: &api.Example{Body: map[string]any{"logoType": 3, "basedOn": resource.None}},
	}, func(ctx context.Context, tx store.Tx, in *logoRemoval) (api.None, error) {
		return api.None{}, Remove(ctx, tx, in.Body.Type, in.Body.BasedOn)
	})
}

type logoRemoval struct {
	Body struct {
		Type    int    `json:"logoType" doc:"1 header, 3 start page"`
		BasedOn string `json:"basedOn" doc:"id of the logo that was seen, none where there was none; refused when it has changed since"`
	}
}

// Remove takes the logo away that the caller has seen; where there is none, nothing happens.
func Remove(ctx context.Context, tx store.Tx, logoType int, basedOn string) error {
	if logoType != Header && logoType != Index {
		return problem.Invalid(problem.Field("logoType", "choice", msgType))
	}
	now, err := unchanged(ctx, tx, logoType, basedOn)
	if err != nil || now == nil {
		return err
	}
	if _, err := tx.Remove((*Logo)(nil)).Where("logo_type = ?", logoType).Exec(ctx); err != nil {
		return err
	}
	return tx.Log(ctx, "logo", now.ID, wordOf(ctx, logoType), store.ActionDelete, store.FieldChange{Field: "logoType", Before: logoType})
}

// unchanged gives the logo of a type, nil for none, to a caller who has seen it.
func unchanged(ctx context.Context, tx store.Tx, logoType int, basedOn string) (*Logo, error) {
	var rows []Logo
	if err := tx.Select(&rows).Where("logo_type = ?", logoType).Scan(ctx); err != nil {
		return nil, err
	}
	basis := resource.Basis{BasedOn: basedOn, Name: wordOf(ctx, logoType), Entity: "logo", RowID: basedOn}
	if len(rows) == 0 {
		return nil, basis.Holds(ctx, tx, View{LogoType: logoType})
	}
	basis.Now, basis.RowID = rows[0].ID, rows[0].ID
	return &rows[0], basis.Holds(ctx, tx, rows[0].view())
}

// wordOf is what people call the logo of a type.
func wordOf(ctx context.Context, logoType int) string {
	if logoType == Index {
		return wordStart.In(problem.Language(ctx))
	}
	return wordHeader.In(problem.Language(ctx))
}

// Save puts a logo in the place of the one that the caller has seen. What a file is, its bytes say, never its name; it must unpack to its end,
// all frames of an animation. That is tried before the transaction, which nobody then waits for.
func Save(ctx context.Context, db *store.DB, logoType int, basedOn string, data []byte) (v View, err error) {
	if logoType != Header && logoType != Index {
		return View{}, problem.Invalid(problem.Field("logoType", "choice", msgType))
	}
	if len(data) > Max {
		return View{}, problem.Invalid(problem.Field("file", "maxSize", msgTooBig))
	}
	if err := resource.EmptyFile(data); err != nil {
		return View{}, err
	}
	head, err := picture.Look(data, picture.PNG, picture.JPEG, picture.GIF)
	switch {
	case max(head.Width, head.Height) > mostSide:
		return View{}, problem.Invalid(problem.Field("file", "pixels", msgSide, mostSide, mostSide, head.Width, head.Height))
	case head.Pixels > mostPixels:
		return View{}, problem.Invalid(problem.Field("file", "frames", msgFrames))
	case err == nil: // who may not replace the logo learns it before any pixel is looked at
		if err := db.Read(ctx, func(tx store.Tx) error { _, err := unchanged(ctx, tx, logoType, basedOn); return err }); err != nil {
			return View{}, err
		}
		head, err = picture.Check(ctx, data, head.Kind)
	}
	if bad, wrong := picture.Field("file", err, msgFormat); wrong {
		return View{}, problem.Invalid(bad)
	} else if err != nil {
		return View{}, err
	}
	err = db.Write(ctx, func(tx store.Tx) error {
		if _, err := unchanged(ctx, tx, logoType, basedOn); err != nil {
			return err
		}
		if _, err := tx.Remove((*Logo)(nil)).Where("logo_type = ?", logoType).Exec(ctx); err != nil {
			return err
		}
		l := &Logo{Type: logoType, Mime: head.Kind, Content: base64.StdEncoding.EncodeToString(data)}
		if err := tx.Insert(ctx, l); err != nil {
			return err
		}
		v = l.view()
		return tx.Log(ctx, "logo", l.ID, wordOf(ctx, logoType), store.ActionCreate)
	})
	return v, err
}

func (l *Logo) view() View {
	return View{LogoType: l.Type, ValidFlag: true, Base64: "data:" + l.Mime + ";base64," + l.Content, ID: l.ID}
}

func read(ctx context.Context, tx store.Tx) (List, error) {
	var rows []Logo
	if err := tx.Select(&rows).Order("logo_type").Scan(ctx); err != nil {
		return List{}, err
	}
	out := List{Logos: []View{}}
	for i := range rows {
		out.Logos = append(out.Logos, rows[i].view())
	}
	return out, nil
}
