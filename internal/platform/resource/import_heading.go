package resource

import (
	"context"
	"net/http"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// listHeading is what somebody has said about a heading of files with one layout.
type listHeading struct {
	bun.BaseModel `bun:"table:list_heading"`
	store.Row
	Entity  string `bun:"entity"`
	Layout  string `bun:"layout"`  // fingerprint of all headings of the file
	Heading string `bun:"heading"` // as cell.Title gives it
	Meaning string `bun:"meaning"` // key of a field; "" leaves the column out
}

// ListLayout is what has been taught about the headings of files of one layout.
type ListLayout struct {
	ID        string            `json:"id" doc:"fingerprint of the headings"`
	Columns   map[string]string `json:"columns" doc:"key of a field by the heading that means it, empty for a column that is left out" nullable:"false"`
	UpdatedAt time.Time         `json:"updatedAt"`
}

// Layouts are what has been taught about headings of the list, the newest first.
func (r *Resource[P]) Layouts(ctx context.Context, tx store.Tx) ([]ListLayout, error) {
	var rows []listHeading
	if err := tx.Select(&rows).Where("entity = ?", r.Name()).Order("updated_at DESC", "heading").Scan(ctx); err != nil {
		return nil, err
	}
	all, at := []ListLayout{}, map[string]int{}
	for _, h := range rows {
		i, known := at[h.Layout]
		if !known {
			i, at[h.Layout] = len(all), len(all)
			all = append(all, ListLayout{h.Layout, map[string]string{}, h.UpdatedAt})
		}
		all[i].Columns[h.Heading] = h.Meaning
	}
	return all, nil
}

var msgLayout = problem.L("已记住的表头", "Remembered headings")

// Forget takes back what has been taught about a layout: the next file of it is asked about again.
func (r *Resource[P]) Forget(ctx context.Context, tx store.Tx, layout string) error {
	n, err := tx.Remove((*listHeading)(nil)).Where("entity = ?", r.Name()).Where("layout = ?", layout).Exec(ctx)
	if err == nil && n == 0 {
		err = problem.NotFound(msgLayout)
	}
	return err
}

// exampleLayout is the layout that the example of forgetting speaks of.
const exampleLayout = "01900000000070008000000000000471"

// ExampleHeading makes that layout where it is missing.
func (r *Resource[P]) ExampleHeading(ctx context.Context, tx store.Tx) error {
	if !r.imports() {
		return nil
	}
	there, err := tx.Select((*listHeading)(nil)).Where("entity = ?", r.Name()).Where("layout = ?", exampleLayout).Exists(ctx)
	if err != nil || there {
		return err
	}
	return tx.Insert(ctx, &listHeading{Entity: r.Name(), Layout: exampleLayout, Heading: "example"})
}

// mountLayouts registers the list of what has been taught, and how it is forgotten.
func (r *Resource[P]) mountLayouts(s *api.Server, op func(method, path, id, summary, operation string) api.Operation) {
	list := op(http.MethodGet, "/import/layout", "import-layouts", "What has been taught about headings, by layout of the file, of", "add")
	list.Example = &api.Example{}
	api.Read(s, list, func(ctx context.Context, tx store.Tx, _ *struct{}) ([]ListLayout, error) { return r.Layouts(ctx, tx) })
	forget := op(http.MethodDelete, "/import/layout/{id}", "import-layout-delete", "Forget what has been taught about a layout of", "add")
	forget.Example = &api.Example{Path: map[string]string{"id": exampleLayout}}
	api.Write(s, forget, func(ctx context.Context, tx store.Tx, in *idInput) (api.None, error) {
		return api.None{}, r.Forget(ctx, tx, in.ID)
	})
}

// remembered are the meanings of headings of files with one of the layouts.
func (r *Resource[P]) remembered(ctx context.Context, tx store.Tx, layouts map[string]bool) (map[string]string, error) {
	var rows []listHeading
	if err := tx.Select(&rows).Where("entity = ?", r.Name()).Scan(ctx); err != nil {
		return nil, err
	}
	taught := map[string]string{}
	for _, h := range rows {
		if layouts[h.Layout] {
			taught[h.Heading] = h.Meaning
		}
	}
	return taught, nil
}

// remember keeps what headings of a layout mean, in place of what was kept before; nil leaves that as it is.
func (r *Resource[P]) remember(ctx context.Context, tx store.Tx, layout string, headings map[string]string) error {
	if headings == nil {
		return nil
	}
	if _, err := tx.Remove((*listHeading)(nil)).Where("entity = ?", r.Name()).Where("layout = ?", layout).Exec(ctx); err != nil {
		return err
	}
	var rows []*listHeading
	seen := map[string]bool{}
	for heading, meaning := range headings {
		if title := cell.Title(heading); title != "" && !seen[title] {
			seen[title] = true
			rows = append(rows, &listHeading{Entity: r.Name(), Layout: layout, Heading: title, Meaning: meaning})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Insert(ctx, &rows)
}
