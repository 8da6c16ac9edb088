package menu

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Company is what a company has made of the catalogue: its own words, and where it enters the modules of others.
type Company struct {
	Words   Both
	Modules map[string]ModuleSetting
}

// CompanyOf reads that of the caller.
func CompanyOf(ctx context.Context, tx store.Tx) (Company, error) {
	words, err := Own(ctx, tx)
	if err != nil {
		return Company{}, err
	}
	var rows []ModuleSetting
	if err := tx.Select(&rows).Scan(ctx); err != nil {
		return Company{}, err
	}
	modules := map[string]ModuleSetting{}
	for _, s := range rows {
		modules[s.Module] = s
	}
	return Company{Words: words, Modules: modules}, nil
}

// Menu is the catalogue as one caller of the company sees it.
func (c Company) Menu(actor store.Actor, v View) []ModuleData {
	v.Modules = c.Modules
	list := For(actor, v)
	c.Words.rename(list, v.Language)
	return list
}

// Leaves are the menus that a caller finds in the menu, by key and without children: what can be a favourite.
func (c Company) Leaves(actor store.Actor, lang string) map[string]Item {
	leaves := map[string]Item{}
	for _, m := range c.Menu(actor, View{Language: lang}) {
		for _, item := range m.MenuChildren {
			for _, leaf := range append([]Item{item}, item.Children...) {
				if leaf.MenuURL != "" {
					leaf.Children = []Item{}
					leaves[leaf.MenuKey] = leaf
				}
			}
		}
	}
	return leaves
}

// NameOf is a module's name for people of the company; a key that stands in no catalogue names itself.
func (c Company) NameOf(module string) problem.Text {
	return c.Words.Of("menu", module, NameOf(module))
}

// Named is what the company calls a menu; a key that stands in no catalogue names itself.
func (c Company) Named(key string) problem.Text {
	return c.Words.Of("menu", key, Named(key))
}
