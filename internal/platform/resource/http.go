package resource

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// ListInput is the query of every list; f.field=value filters.
type ListInput struct {
	Page    int               `query:"page" default:"1" minimum:"1" maximum:"1000000"`
	Size    int               `query:"size" default:"50" minimum:"1" maximum:"500"`
	Sort    string            `query:"sort" doc:"key of a field, -key descending"`
	Search  string            `query:"q"`
	Valid   bool              `query:"valid" doc:"only rows that others may choose"`
	filters map[string]string `prefix:"f."`
}

// Resolve collects the filters; their prefix keeps a field called sort from swallowing ?sort=.
func (l *ListInput) Resolve(c huma.Context) []error {
	l.filters = map[string]string{}
	u := c.URL()
	for k, v := range u.Query() {
		if key, ok := strings.CutPrefix(k, "f."); ok {
			l.filters[key] = v[0]
		}
	}
	return nil
}

func (l *ListInput) query() Query { return Query{l.Page, l.Size, l.Sort, l.Search, l.filters, l.Valid} }

type exportInput struct {
	ListInput
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
}

type idInput struct {
	ID string `path:"id"`
}

// CreateInput is the body of a new row.
type CreateInput struct{ Body Body }

// PatchInput are fields of a row.
type PatchInput struct {
	ID   string `path:"id"`
	Body Body
}

type deleteInput struct {
	ID      string `path:"id"`
	Version int64  `query:"version" minimum:"1" doc:"that was shown; when somebody has changed the record since, nothing is deleted (20009)"`
}

type idsInput struct {
	Body struct {
		IDs      []string         `json:"ids" doc:"at most 500"`
		Versions map[string]int64 `json:"versions,omitempty" doc:"that were shown, by id; when somebody has changed one of the records since, none is deleted (20009)"`
	}
}

// Upload is a multipart body with a file.
type Upload struct {
	RawBody huma.MultipartFormFiles[struct {
		File   huma.FormFile `form:"file" required:"false"`
		DryRun bool          `form:"dryRun" required:"false"`
	}]
}

// Deleted says how many rows went.
type Deleted struct {
	Deleted int `json:"deleted"`
}

// Uses lists who refers to a row.
type Uses struct {
	Items []Use `json:"items" nullable:"false"`
}

// LogLine is one line of a row's history, worded for people.
type LogLine struct {
	At      time.Time   `json:"at"`
	By      string      `json:"by"`
	Through string      `json:"through"`
	Action  string      `json:"action"`
	Changes []LogChange `json:"changes" nullable:"false"`
}

// LogChange is one changed field.
type LogChange struct {
	Field  string       `json:"field"`
	Label  problem.Text `json:"label"`
	Before any          `json:"before"`
	After  any          `json:"after"`
}

// Log is a row's history, newest first.
type Log struct {
	Rows  []LogLine         `json:"rows" nullable:"false"`
	Names map[string]string `json:"names"`
}

// Mount registers the routes that every entity has.
func (r *Resource[P]) Mount(s *api.Server) {
	name, tag := r.Name(), strings.SplitN(r.spec.Path, "/", 2)[0]
	label := strings.ToLower(r.spec.Label.En)
	op := func(method, path, id, summary, operation string) api.Operation {
		return api.Operation{Method: method, Path: r.spec.Path + path, ID: name + "-" + id, Summary: summary + " " + label, Tag: tag, Permission: r.spec.Permission + "." + operation}
	}
	one := &api.Example{Path: map[string]string{"id": r.spec.ExampleID}}

	list := op(http.MethodGet, "", "list", "List", "check")
	list.Example = &api.Example{Query: map[string]string{"page": "1", "size": "20"}}
	api.Read(s, list, func(ctx context.Context, tx store.Tx, in *ListInput) (Page[P], error) {
		return r.List(ctx, tx, in.query())
	})

	get := op(http.MethodGet, "/{id}", "get", "Read one", "detail")
	get.Example = one
	api.Read(s, get, func(ctx context.Context, tx store.Tx, in *idInput) (One[P], error) {
		row, err := r.Get(ctx, tx, in.ID)
		if err != nil {
			return One[P]{}, err
		}
		return r.one(ctx, tx, row)
	})

	r.mountWrites(s, op, one)
	r.mountSheets(s, op)
	r.mountInsight(s, op, one)
}

// Creation is the operation that makes a row.
func (r *Resource[P]) Creation() api.Operation {
	return api.Operation{
		Method: http.MethodPost, Path: r.spec.Path, ID: r.Name() + "-create", Summary: "Create " + strings.ToLower(r.spec.Label.En), Tag: strings.SplitN(r.spec.Path, "/", 2)[0],
		Permission: r.spec.Permission + ".add", Example: r.spec.Example, RequestSchema: schema(r.fields, false),
	}
}

// Change is the operation that changes fields of a row.
func (r *Resource[P]) Change() api.Operation {
	return api.Operation{
		Method: http.MethodPatch, Path: r.spec.Path + "/{id}", ID: r.Name() + "-change", Summary: "Change " + strings.ToLower(r.spec.Label.En), Tag: strings.SplitN(r.spec.Path, "/", 2)[0],
		Permission: r.spec.Permission + ".modify", Example: &api.Example{Path: map[string]string{"id": r.spec.ExampleID}, Body: map[string]any{"version": 1}},
		RequestSchema: schema(r.fields, true),
	}
}

// mountWrites registers the ways to change rows that the entity offers.
func (r *Resource[P]) mountWrites(s *api.Server, op func(method, path, id, summary, operation string) api.Operation, one *api.Example) {
	if r.offers("add") && !r.spec.OwnCreate {
		api.Write(s, r.Creation(), func(ctx context.Context, tx store.Tx, in *CreateInput) (One[P], error) {
			row, err := r.Create(ctx, tx, in.Body)
			if err != nil {
				return One[P]{}, err
			}
			return r.Saved(ctx, tx, row)
		})
	}
	if r.offers("modify") && !r.spec.OwnChange {
		api.Write(s, r.Change(), func(ctx context.Context, tx store.Tx, in *PatchInput) (One[P], error) {
			row, err := r.Patch(ctx, tx, in.ID, in.Body)
			if err != nil {
				return One[P]{}, err
			}
			return r.Saved(ctx, tx, row)
		})
	}
	if r.offers("delete") {
		r.mountDelete(s, op, one)
	}
}

// mountDelete registers the ways to delete.
func (r *Resource[P]) mountDelete(s *api.Server, op func(method, path, id, summary, operation string) api.Operation, one *api.Example) {
	remove := op(http.MethodDelete, "/{id}", "delete", "Delete", "delete")
	remove.Example = one
	api.Write(s, remove, func(ctx context.Context, tx store.Tx, in *deleteInput) (Deleted, error) {
		if err := r.IsAsShown(ctx, tx, in.ID, in.Version); err != nil {
			return Deleted{}, err
		}
		return Deleted{1}, r.Delete(ctx, tx, in.ID)
	})

	removeAll := op(http.MethodPost, "/delete", "delete-many", "Delete several of", "delete")
	removeAll.Example = &api.Example{Body: map[string]any{"ids": []string{r.spec.ExampleID}}}
	api.Call(s, removeAll, func(ctx context.Context, in *idsInput) (Deleted, error) {
		slices.Sort(in.Body.IDs)
		ids := slices.Compact(in.Body.IDs)
		if n := len(ids); n == 0 || n > MaxPage {
			return Deleted{}, problem.Invalid(problem.Field("ids", "required", msgSelect, MaxPage))
		}
		if err := VersionsOfIDs(ids, in.Body.Versions); err != nil {
			return Deleted{}, err
		}
		var kept []string
		err := s.DB().Write(ctx, func(tx store.Tx) (err error) { kept, err = r.deleteAll(ctx, tx, ids, in.Body.Versions); return err })
		done := len(ids) - len(kept)
		if err == nil && len(kept) > 0 {
			err = problem.Partly(msgSomeUsed.With(done, r.spec.Label.Inside()), kept)
		}
		return Deleted{done}, err
	})
}

var (
	msgSelect = problem.L("请选择 1 到 %d 条记录", "Please select 1 to %d records")
	msgNoFile = problem.L("请选择文件", "Please choose a file")
)

func (r *Resource[P]) mountSheets(s *api.Server, op func(method, path, id, summary, operation string) api.Operation) {
	export := op(http.MethodGet, "/export", "export", "Export", "export")
	export.Example, export.Exports = &api.Example{Query: map[string]string{"format": "csv"}}, r.Name()
	api.Download(s, export, func(ctx context.Context, in *exportInput) (*api.File, error) {
		return r.Export(ctx, s.DB(), in.query(), in.Format)
	})

	if !r.imports() {
		return
	}
	template := op(http.MethodGet, "/template", "template", "Template for the import of", "add")
	template.Example = &api.Example{}
	api.Download(s, template, func(ctx context.Context, _ *struct{}) (*api.File, error) {
		return r.file(ctx, "xlsx", r.Template(problem.Language(ctx))), nil
	})

	r.mountImport(s, op)
}

// ReadUpload reads an uploaded file whole, within the limits of an import.
func ReadUpload(file huma.FormFile) ([]byte, error) {
	if !file.IsSet {
		return nil, problem.Invalid(problem.Field("file", "required", msgNoFile))
	}
	defer func() { _ = file.Close() }() // read only
	data, err := sheet.Slurp(file, sheet.Limits{})
	if err != nil {
		return nil, SheetProblem(err, ListFormats)
	}
	return data, nil
}

func (r *Resource[P]) file(ctx context.Context, format string, write func(io.Writer) error) *api.File {
	return sheetFile(r.spec.Label.In(problem.Language(ctx)), format, write)
}

// sheetFile is a sheet as a file, xlsx or csv.
func sheetFile(title, format string, write func(io.Writer) error) *api.File {
	f := &api.File{Name: title + "." + format, Type: XLSXType, Write: write}
	if format == "csv" {
		f.Type = "text/csv; charset=utf-8"
	}
	return f
}

// XLSXType is the content type of a workbook.
const XLSXType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

func (r *Resource[P]) mountInsight(s *api.Server, op func(method, path, id, summary, operation string) api.Operation, one *api.Example) {
	used := op(http.MethodGet, "/{id}/used-by", "used-by", "Who refers to a", "detail")
	used.Example = one
	api.Read(s, used, func(ctx context.Context, tx store.Tx, in *idInput) (Uses, error) {
		if _, err := r.Get(ctx, tx, in.ID); err != nil {
			return Uses{}, err
		}
		items, err := r.uses(ctx, tx, in.ID, false)
		return Uses{items}, err
	})

	log := op(http.MethodGet, "/{id}/log", "log", "History of a", "detail")
	log.Example = one
	api.Read(s, log, func(ctx context.Context, tx store.Tx, in *idInput) (Log, error) {
		row, err := r.Get(ctx, tx, in.ID)
		if err != nil {
			return Log{}, err
		}
		return r.History(ctx, tx, row)
	})
}

func (r *Resource[P]) one(ctx context.Context, tx store.Tx, saved P) (One[P], error) {
	row := copyOf(saved)
	r.veiled(tx, row)
	if err := r.call(ctx, tx, []P{row}); err != nil {
		return One[P]{}, err
	}
	w := r.wantedBy(row)
	names, err := w.shown(ctx, tx)
	if err != nil {
		return One[P]{}, err
	}
	w.veil(ctx, tx, names)
	why, err := w.unusable(ctx, tx)
	var invalid []string
	for x := range why {
		invalid = append(invalid, x.id)
	}
	slices.Sort(invalid)
	return One[P]{Row: row, Names: names, Invalid: slices.Compact(invalid)}, err
}

// Saved is a saved row as the answer to its save tells it, with what is odd about it.
func (r *Resource[P]) Saved(ctx context.Context, tx store.Tx, row P) (One[P], error) {
	one, err := r.one(ctx, tx, row)
	if err != nil || r.spec.Warn == nil {
		return one, err
	}
	warnings, err := r.spec.Warn(ctx, tx, row)
	for _, w := range warnings {
		one.Warnings = append(one.Warnings, w.In(problem.Language(ctx)))
	}
	return one, err
}

// Catalogue is every entity, for the metadata route.
type Catalogue []Any

// Find gives the entity of a name, nil where there is none.
func (c Catalogue) Find(name string) Any {
	for _, r := range c {
		if r.Name() == name {
			return r
		}
	}
	return nil
}

// Titles reads what people call rows of an entity in their language, by their ids. Rows that are gone or out of scope have no title.
func (c Catalogue) Titles(ctx context.Context, tx store.Tx, entity string, ids []string) (map[string]string, error) {
	r := c.Find(entity)
	if r == nil || len(ids) == 0 {
		return map[string]string{}, nil
	}
	return r.shownTitles(ctx, tx, ids)
}

// MetaInput names an entity.
type MetaInput struct {
	Entity string `path:"entity"`
}

// Mount registers the routes of all entities and their metadata. reword, where given, puts the caller's own words into
// the metadata; it must not change what the fields point to.
func (c Catalogue) Mount(s *api.Server, reword ...func(ctx context.Context, m *Meta) error) {
	for _, r := range c {
		r.Mount(s)
	}
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "meta/{entity}", ID: "meta", Summary: "Fields, limits and operations of an entity", Tag: "meta",
		Access: api.SignedIn, Programs: true, Example: &api.Example{Path: map[string]string{"entity": "machine"}},
	},
		func(ctx context.Context, in *MetaInput) (Meta, error) {
			actor, err := store.ActorFrom(ctx)
			if err != nil {
				return Meta{}, err
			}
			i := slices.IndexFunc(c, func(r Any) bool { return r.Name() == in.Entity })
			if i < 0 {
				return Meta{}, problem.NotFound(problem.L("数据类型", "Kind of record"))
			}
			m := c[i].Meta(actor.Allowed)
			m.Narrowed = c[i].Narrowed(actor)
			if len(m.May) == 0 {
				return Meta{}, problem.Forbidden(m.Permission + ".check")
			}
			for _, change := range reword {
				if err := change(ctx, &m); err != nil {
					return Meta{}, err
				}
			}
			return m, nil
		})
}
