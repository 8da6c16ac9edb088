package production

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// layout is what a tenant has taught the import about the sheets of one layout; see workbook.Page.Layout. It holds for
// files of that layout alone: the same heading may mean something else in another export.
type layout struct {
	bun.BaseModel `bun:"table:import_layout"`
	store.Row
	Layout  string            `bun:"layout"`
	Name    string            `bun:"name"`
	Sheet   string            `bun:"sheet"`
	LeftOut bool              `bun:"left_out"`
	Columns map[string]string `bun:"columns,type:text"`
}

// Layout is what has been taught about one layout, for the person who looks it through.
type Layout struct {
	ID      string            `json:"id"`
	Name    string            `json:"name" doc:"of the sheet in the file"`
	Sheet   string            `json:"sheet" doc:"code of the sheet that it means; empty where it is left out or its name tells"`
	LeftOut bool              `json:"leftOut"`
	Columns map[string]string `json:"columns" nullable:"false" doc:"heading in the file: code of the column; an empty code leaves the column out"`
	At      time.Time         `json:"at" doc:"when it was taught"`
}

var msgLayout = L("表格格式", "Layout")

// readTaught reads what the tenant has taught the import.
func readTaught(ctx context.Context, tx store.Tx) (func(string) (workbook.Taught, bool), error) {
	var rows []layout
	if err := tx.Select(&rows).Scan(ctx); err != nil {
		return nil, err
	}
	known := map[string]workbook.Taught{}
	for _, r := range rows {
		known[r.Layout] = workbook.Taught{Sheet: r.Sheet, LeftOut: r.LeftOut, Columns: r.Columns}
	}
	return func(at string) (workbook.Taught, bool) { t, ok := known[at]; return t, ok }, nil
}

// teach keeps what a file's headings mean for the next files of the same layout; a later meaning replaces an earlier one.
func teach(ctx context.Context, tx store.Tx, h Headings, pages []workbook.Page) error {
	for i := range pages {
		page := &pages[i]
		code, named := h.Sheets[page.Name]
		columns := h.Columns[page.Sheet]
		if page.Layout == "" || !named && len(columns) == 0 {
			continue
		}
		var row layout
		err := tx.Select(&row).Where("layout = ?", page.Layout).Scan(ctx)
		fresh := errors.Is(err, store.ErrNotFound)
		if err != nil && !fresh {
			return err
		}
		row.Layout, row.Name = page.Layout, page.Name
		if named {
			row.Sheet, row.LeftOut = code, code == ""
		}
		if row.Columns == nil {
			row.Columns = map[string]string{}
		}
		for heading, column := range columns {
			row.Columns[heading] = column
		}
		if fresh {
			err = tx.Insert(ctx, &row)
		} else {
			err = tx.Update(ctx, &row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mountTaught registers the list of what has been taught, and how it is forgotten.
func mountTaught(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "production/import/layout", ID: "production-import-layouts", Summary: "What the import has been taught about headings, by layout of the file", Tag: "production",
		Permission: "pm.import.add", Example: &api.Example{},
	}, func(ctx context.Context, tx store.Tx, _ *struct{}) ([]Layout, error) { return layouts(ctx, tx) })
	api.Write(s, api.Operation{
		Method: http.MethodDelete, Path: "production/import/layout/{id}", ID: "production-import-layout-delete", Summary: "Forget what the import has been taught about a layout", Tag: "production",
		Permission: "pm.import.add", Example: &api.Example{Path: map[string]string{"id": layoutExample}},
	}, func(ctx context.Context, tx store.Tx, in *struct {
		ID string `path:"id"`
	},
	) (api.None, error) {
		return api.None{}, forget(ctx, tx, in.ID)
	})
}

const layoutExample = "01900000-0000-7000-8000-000000000471"

func layouts(ctx context.Context, tx store.Tx) ([]Layout, error) {
	var rows []layout
	if err := tx.Select(&rows).Order("name", "id").Scan(ctx); err != nil {
		return nil, err
	}
	views := make([]Layout, 0, len(rows))
	for _, r := range rows {
		if r.Columns == nil {
			r.Columns = map[string]string{}
		}
		views = append(views, Layout{r.ID, r.Name, r.Sheet, r.LeftOut, r.Columns, r.UpdatedAt})
	}
	return slices.Clip(views), nil
}

func forget(ctx context.Context, tx store.Tx, id string) error {
	n, err := tx.Remove((*layout)(nil)).Where("id = ?", id).Exec(ctx)
	if err == nil && n == 0 {
		err = problem.NotFound(msgLayout)
	}
	return err
}

// ExampleLayout makes the row that the example of forgetting speaks of, where it is missing.
func (p *Production) ExampleLayout(ctx context.Context, tx store.Tx) error {
	there, err := tx.Select((*layout)(nil)).Where("id = ?", layoutExample).Exists(ctx)
	if err != nil || there {
		return err
	}
	row := &layout{Layout: "example", Name: "example", Sheet: "moulds", Columns: map[string]string{}}
	row.ID = layoutExample
	return tx.Insert(ctx, row)
}
