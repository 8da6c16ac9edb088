package resource

import (
	"context"
	"maps"
	"net/http"
	"path"
	"slices"
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
	// Search gives the first entries that may be chosen and whose names contain a text, in the order of their names.
	Search func(ctx context.Context, tx store.Tx, text string, most int) ([]Entry, error)
	// All gives every entry to a sheet, those too that may not be chosen now; nil where Search knows all.
	All func(ctx context.Context, tx store.Tx) ([]Entry, error)

	usedBy []usage
}

// Entry is one row of a directory.
type Entry struct {
	ID   string `json:"id"`
	Name string `json:"name"`

	// Code tells the entry from every other one, and Also are further names of it, such as those of other languages: sheets may
	// have them in place of the name.
	Code string   `json:"-"`
	Also []string `json:"-"`
	// Out is the state, such as disabled, in which nobody may choose the entry; empty where it may be chosen.
	Out problem.Text `json:"-"`
}

// Name is the directory's name: the last part of its path.
func (d *Directory) Name() string { return path.Base(d.Path) }

// Label is its name for people.
func (d *Directory) Label() problem.Text { return d.Of }

// Meta describes it as an entity that may only be looked through.
func (d *Directory) Meta(may func(permission string) bool) Meta {
	m := Meta{
		Entity: d.Name(), Path: d.Path, Label: d.Of, Permission: d.Permission, Level: "tenant", Sort: "name", Title: "name", May: []string{}, Groups: []Group{},
		Without: []string{}, Narrowed: []string{},
		Fields: []*Field{{Key: "name", Kind: KindText, Label: problem.L("名称", "Name"), ReadOnly: true}},
	}
	if may(d.Permission + ".check") {
		m.May = append(m.May, "check")
	}
	return m
}

// Narrowed is nothing: what Search gives is all that is told.
func (d *Directory) Narrowed(store.Actor) []string { return []string{} }

// Mount registers the list that references choose from.
func (d *Directory) Mount(s *api.Server) {
	op := api.Operation{
		Method: http.MethodGet, Path: d.Path, ID: d.Name() + "-list", Summary: "List " + strings.ToLower(d.Of.En), Tag: strings.SplitN(d.Path, "/", 2)[0],
		Permission: d.Permission + ".check", Example: &api.Example{Query: map[string]string{"q": "a", "size": "20"}},
	}
	api.Read(s, op, func(ctx context.Context, tx store.Tx, in *ListInput) (Page[Entry], error) {
		page := Page[Entry]{Rows: []Entry{}, Page: in.Page, Size: in.Size, Names: map[string]string{}}
		if err := d.refuse(in); err != nil {
			return page, err
		}
		rows, err := d.Search(ctx, tx, CleanSearch(in.Search), page.Size)
		page.Total = len(rows)
		if in.Page == 1 { // whoever chooses among more searches: there is no second page
			page.Rows = append(page.Rows, rows...)
		}
		return page, err
	})
}

// refuse turns away what a directory cannot answer: it is sorted by name, and narrowed by a search alone.
func (d *Directory) refuse(in *ListInput) error {
	var bad []problem.FieldError
	if in.Sort != "" && in.Sort != "name" {
		bad = append(bad, UnknownSort(in.Sort))
	}
	for _, key := range slices.Sorted(maps.Keys(in.filters)) {
		bad = append(bad, problem.Field("f."+key, "unknown", msgUnknown, key))
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}

// Logs are none: nothing of a directory is changed here.
func (d *Directory) Logs() []LogField { return nil }

// Example is nothing: a directory's rows belong to others.
func (d *Directory) Example(context.Context, store.Tx) error { return nil }

func (d *Directory) screen() string { return d.Permission }

func (d *Directory) titlesOf(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error) {
	entries, err := d.Find(ctx, tx, ids)
	names := make(map[string]string, len(entries))
	for _, e := range entries {
		names[e.ID] = e.Name
	}
	return names, err
}

func (d *Directory) placesOf(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error) {
	return d.titlesOf(ctx, tx, ids)
}

func (d *Directory) every(ctx context.Context, tx store.Tx) ([]Entry, error) {
	if d.All != nil {
		return d.All(ctx, tx)
	}
	return d.Search(ctx, tx, "", 100_000)
}

// lookup reads every code and name, for a sheet. A code wins over a name; a name that several entries have finds none.
func (d *Directory) lookup(ctx context.Context, tx store.Tx) (names *cell.Names, offered []string, err error) {
	entries, err := d.every(ctx, tx)
	names = cell.NewNames()
	codes, bearers := cell.NewNames(), map[string]map[string]bool{} // ids by name
	each := func(visit func(name, id string)) {
		for _, e := range entries {
			for _, name := range append([]string{e.Name}, e.Also...) {
				if name != "" {
					visit(name, e.ID)
				}
			}
		}
	}
	for _, e := range entries {
		names.Add(e.Code, e.ID)
		codes.Add(e.Code, e.ID)
	}
	each(func(name, id string) {
		if bearers[name] == nil {
			bearers[name] = map[string]bool{}
		}
		bearers[name][id] = true
	})
	each(func(name, id string) {
		switch _, isCode := codes.Find(name); {
		case isCode:
		case len(bearers[name]) > 1:
			names.Share(name)
		default:
			names.Add(name, id)
		}
	})
	for _, e := range entries {
		if e.Name != "" && e.Out.En == "" && !slices.Contains(offered, e.Name) {
			offered = append(offered, e.Name)
		}
	}
	slices.Sort(offered)
	return names, offered, err
}

func (d *Directory) referringTo(context.Context, store.Tx, usage, string) (referrers, error) {
	return referrers{}, nil
}

func (d *Directory) use(u usage) { d.usedBy = append(d.usedBy, u) }
