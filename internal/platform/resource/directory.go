package resource

import (
	"context"
	"net/http"
	"path"
	"strings"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Directory is something that rows may refer to but that is kept elsewhere, such as the people of the tenant. It can
// be listed and searched by name; it is changed where it lives.
type Directory struct {
	Path       string // below the API prefix; its last part is the name
	Of         problem.Text
	Permission string // {module}.{page} of the screen that refers to it

	// Find gives the entries with these ids.
	Find func(ctx context.Context, tx store.Tx, ids []string) ([]Entry, error)
	// Search gives the first entries whose names contain a text, in the order of their names.
	Search func(ctx context.Context, tx store.Tx, text string, most int) ([]Entry, error)
}

// Entry is one row of a directory.
type Entry struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Name is the directory's name: the last part of its path.
func (d *Directory) Name() string { return path.Base(d.Path) }

// Label is its name for people.
func (d *Directory) Label() problem.Text { return d.Of }

// Meta describes it as an entity that may only be looked through.
func (d *Directory) Meta(may func(permission string) bool) Meta {
	m := Meta{
		Entity: d.Name(), Path: d.Path, Label: d.Of, Permission: d.Permission, Level: "tenant", Sort: "name", Title: "name", May: []string{}, Groups: []Group{},
		Fields: []*Field{{Key: "name", Kind: KindText, Label: problem.L("名称", "Name"), ReadOnly: true}},
	}
	if may(d.Permission + ".check") {
		m.May = append(m.May, "check")
	}
	return m
}

// Mount registers the list that references choose from.
func (d *Directory) Mount(s *api.Server) {
	op := api.Operation{
		Method: http.MethodGet, Path: d.Path, ID: d.Name() + "-list", Summary: "List " + strings.ToLower(d.Of.En), Tag: strings.SplitN(d.Path, "/", 2)[0],
		Permission: d.Permission + ".check", Example: &api.Example{Query: map[string]string{"q": "a", "size": "20"}},
	}
	api.Read(s, op, func(ctx context.Context, tx store.Tx, in *ListInput) (Page[Entry], error) {
		page := Page[Entry]{Page: 1, Size: min(max(1, in.Size), MaxPage), Names: map[string]string{}}
		rows, err := d.Search(ctx, tx, CleanSearch(in.Search), page.Size)
		page.Rows, page.Total = append([]Entry{}, rows...), len(rows)
		return page, err
	})
}

// Example is nothing: a directory's rows belong to others.
func (d *Directory) Example(context.Context, store.Tx) error { return nil }

func (d *Directory) titlesOf(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error) {
	entries, err := d.Find(ctx, tx, ids)
	names := make(map[string]string, len(entries))
	for _, e := range entries {
		names[e.ID] = e.Name
	}
	return names, err
}

// lookup reads every name, for a sheet; of two people with one name the first is meant.
func (d *Directory) lookup(ctx context.Context, tx store.Tx) (*cell.Names, error) {
	entries, err := d.Search(ctx, tx, "", 100_000)
	names := cell.NewNames()
	for _, e := range entries {
		names.Add(e.Name, e.ID)
	}
	return names, err
}

func (d *Directory) referringTo(context.Context, store.Tx, usage, string) (int, []string, error) {
	return 0, nil, nil
}

func (d *Directory) use(usage) {}
