package program

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// ListInput says which operations to list.
type ListInput struct {
	Page    int    `query:"page" default:"1" minimum:"1" maximum:"1000000"`
	Size    int    `query:"size" default:"50" minimum:"1" maximum:"500"`
	Search  string `query:"q" doc:"part of the mould's, the part's or the process's name"`
	Missing bool   `query:"missing" doc:"only those that wait for their program"`
}

// List is a page of operations with their files.
type List struct {
	Rows  []View `json:"rows" nullable:"false"`
	Total int    `json:"total"`
	Page  int    `json:"page"`
	Size  int    `json:"size"`
}

const mostRows = 500

var msgPage = L("页码从 1 开始，每页最多 %d 行", "Pages count from 1 and hold at most %d rows")

const example = "01900000-0000-7000-8000-000000000303"

// Mount registers the calls.
func (p *Programs) Mount(s *api.Server) {
	op := func(method, path, id, summary, operation string, e *api.Example) api.Operation {
		return api.Operation{Method: method, Path: path, ID: id, Summary: summary, Tag: "production", Permission: "mf.program." + operation, Example: e}
	}
	one := map[string]string{"id": example}
	api.Read(s, op(http.MethodGet, "mf/program", "programs", "Operations that need a CAM program, with their files", "check", &api.Example{Query: map[string]string{"missing": "true"}}),
		func(ctx context.Context, tx store.Tx, in *ListInput) (List, error) {
			list, err := p.List(ctx, tx, in)
			for i := range list.Rows {
				seen(tx.Actor(), &list.Rows[i])
			}
			return list, err
		})
	api.Read(s, op(http.MethodGet, "mf/program/{id}", "program", "The files of one operation", "check", &api.Example{Path: one}),
		func(ctx context.Context, tx store.Tx, in *struct {
			ID string `path:"id" doc:"of the operation"`
		},
		) (*View, error) {
			v, err := p.View(ctx, tx, in.ID)
			return seen(tx.Actor(), v), err
		})
	upload := op(http.MethodPost, "mf/program/{id}/upload", "program-upload", "Upload programs and program sheets for an operation", "add", &api.Example{Path: one, File: "sheet.csv"})
	upload.Upload = true
	api.Call(s, upload, func(ctx context.Context, in *UploadInput) (*View, error) { return p.Upload(ctx, in) })
	api.Write(s, op(http.MethodPost, "mf/program/{id}/remove", "program-delete", "Remove a file of an operation", "delete", &api.Example{Path: one, Body: map[string]any{"fileId": example}}),
		func(ctx context.Context, tx store.Tx, in *struct {
			ID   string `path:"id" doc:"of the operation"`
			Body struct {
				FileID string `json:"fileId"`
			}
		},
		) (*View, error) {
			if err := file.Require(tx.Actor(), entity, file.See, file.Replace); err != nil {
				return nil, err
			}
			return p.Remove(ctx, tx, in.ID, in.Body.FileID)
		})
	api.Read(s, op(http.MethodGet, "mf/machine-transfer", "machine-transfer", "Whether the machine-transfer service is open", "check", &api.Example{}),
		func(ctx context.Context, tx store.Tx, _ *struct{}) (TransferView, error) { return TransferOf(ctx, tx) })
	api.Write(s, op(http.MethodPost, "mf/machine-transfer", "machine-transfer-set", "Open or close the machine-transfer service of the factory", "modify", &api.Example{Body: map[string]any{"open": true, "version": 0}}),
		func(ctx context.Context, tx store.Tx, in *struct {
			Body struct {
				Open    bool  `json:"open"`
				Version int64 `json:"version" doc:"that was read; refused when somebody has changed it since"`
			}
		},
		) (TransferView, error) {
			return SetTransfer(ctx, tx, in.Body.Open, in.Body.Version)
		})
}

// seen leaves out the files where the roles of whoever asks do not show them. Whether the operation waits for some its status tells.
func seen(actor store.Actor, v *View) *View {
	if v != nil && file.Require(actor, entity, file.See) != nil {
		v.Files = []FileView{}
	}
	return v
}

// List finds operations; files are read for those of the page only.
func (p *Programs) List(ctx context.Context, tx store.Tx, in *ListInput) (List, error) {
	if in.Page < 1 || in.Size < 1 || in.Size > mostRows {
		return List{}, problem.Invalid(problem.Field("page", "range", msgPage, mostRows))
	}
	below := 0
	if in.Missing {
		below = camDone
	}
	all, err := p.deps.Waiting(ctx, tx, below)
	if err != nil {
		return List{}, err
	}
	found := []Operation{}
	for _, o := range all {
		if resource.Fits(in.Search, o.MouldNo+" "+o.PartNo+" "+o.Process+" "+o.Otherwise) {
			found = append(found, o)
		}
	}
	from := min(len(found), resource.Before(in.Page, in.Size))
	page := found[from:min(len(found), from+in.Size)]
	ids := make([]string, len(page))
	for i, o := range page {
		ids[i] = o.ID
	}
	files, err := p.deps.Files.OfMany(ctx, tx, entity, ids)
	rows := make([]View, len(page))
	for i, o := range page {
		rows[i] = View{o, views(files[o.ID])}
	}
	return List{rows, len(found), in.Page, in.Size}, err
}
