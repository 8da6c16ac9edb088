package menu

import (
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// View says how much of the catalogue is asked for, and in which language.
type View struct {
	Language string
	NoMenus  bool                     // modules only
	Hidden   bool                     // also entries with display 0: for the pages that grant them
	Modules  map[string]ModuleSetting // where modules of others are entered, by key
}

// For is the catalogue as one caller sees it: what has no page, is not permitted or belongs to a module that is not
// opened has display 0 (MENU-32) and is left out unless asked for.
func For(actor store.Actor, v View) []ModuleData {
	list := []ModuleData{}
	for i, m := range everything() {
		setting, elsewhere := v.Modules[m.Key]
		if m.Partner && !elsewhere {
			continue
		}
		data := ModuleData{
			ModuleID: i + 1, ModuleKey: m.Key, ModuleName: m.Name.In(v.Language), ModuleURL: "/" + m.Prefix + "/medium", IconName: m.Icon,
			TreeKey: m.Key, MenuKey: m.Key, Name: m.Name.Zh, FName: m.Name.En, Kind: "planned", MenuChildren: []Item{},
		}
		if m.planned() && !elsewhere {
			for _, a := range m.Areas {
				data.PlannedAreas = append(data.PlannedAreas, a.Name.In(v.Language))
			}
		}
		switch {
		case !m.planned():
			data.Kind, data.Opened = "internal", actor.Modules[m.Key]
		case elsewhere:
			data.Kind, data.Opened, data.ModuleURL = "external", actor.Modules[m.Key], setting.Address
		}
		if !v.NoMenus {
			data.MenuChildren = items(actor, v, m, data.Opened, m.Areas)
		}
		if entry := setting.entrance(m, v.Language, data.Opened); data.Kind == "external" && !v.NoMenus && (data.Opened || v.Hidden) {
			data.MenuChildren = append([]Item{entry}, data.MenuChildren...)
		}
		list = append(list, data)
	}
	return list
}

// NameOf is a module's name for people; a key that stands in no catalogue names itself.
func NameOf(module string) problem.Text {
	for _, m := range everything() {
		if m.Key == module {
			return m.Name
		}
	}
	return problem.L(module, module)
}

func items(actor store.Actor, v View, m Module, opened bool, areas []Area) []Item {
	list := []Item{}
	for _, a := range areas {
		item := Item{
			MenuName: a.Name.In(v.Language), MenuURL: a.url(m), MenuKey: m.Key + "." + a.Key, HTTPMenuKey: a.Key, ModuleKey: m.Key,
			TreeKey: a.tree(m), IconName: m.Icon, Children: items(actor, v, m, opened, a.Children), OptChildren: map[string][]string{},
			NewWindowFlag: flag(a.NewWindow), ExternalURLFlag: flag(a.External),
		}
		if !a.External {
			item.RouterURL = item.MenuURL
		}
		if a.Need != "" {
			item.Need = a.Tree + "." + a.Need
		}
		if a.Tree != "" {
			item.OptChildren[a.Tree] = operations(actor, a.Tree)
		}
		item.Display = flag(opened && a.Path != "" && (item.Need == "" || actor.Allowed(item.Need)) ||
			slices.ContainsFunc(item.Children, func(c Item) bool { return c.Display == 1 }))
		if item.Display == 1 || v.Hidden {
			list = append(list, item)
		}
	}
	return list
}

// operations are what the caller may do on a page (MENU-31), sorted.
func operations(actor store.Actor, tree string) []string {
	list := []string{}
	for permission := range actor.May {
		if operation, ok := strings.CutPrefix(permission, tree+"."); ok && actor.May[permission] {
			list = append(list, operation)
		}
	}
	slices.Sort(list)
	return list
}

func (a Area) url(m Module) string {
	if a.Path == "" || strings.HasPrefix(a.Path, "/") {
		return a.Path
	}
	return "/" + m.Prefix + "/" + a.Path
}

func (a Area) tree(m Module) string {
	if a.Tree != "" {
		return a.Tree
	}
	return m.Key + "." + a.Key
}

func flag(on bool) int {
	if on {
		return 1
	}
	return 0
}

// Has tells whether the catalogue has a module or a menu of that key.
func Has(key string) bool {
	return slices.ContainsFunc(Names(), func(e Entry) bool { return e.Word == key })
}

// Entry is what the product calls something by a key, and what that belongs to.
type Entry struct {
	Word     string
	Of, Name problem.Text
}

// Names are the names of all modules and menus, whoever may see them. A menu belongs to its module.
func Names() (all []Entry) {
	for _, m := range everything() {
		all = append(all, Entry{Word: m.Key, Name: m.Name})
		for _, a := range m.Areas {
			for _, one := range append([]Area{a}, a.Children...) {
				all = append(all, Entry{m.Key + "." + one.Key, m.Name, one.Name})
			}
		}
	}
	return all
}

// IsKanban tells whether a menu key names a kanban: a board that is shown in a frame and needs a right of its own.
func IsKanban(key string) bool {
	return Has(key) && (strings.HasSuffix(key, ".kanban") || strings.HasSuffix(key, "-kanban"))
}

// Named is what a menu is called; a key that stands in no catalogue names itself.
func Named(key string) problem.Text {
	for _, m := range Catalogue() {
		for _, a := range m.Areas {
			for _, one := range append([]Area{a}, a.Children...) {
				if m.Key+"."+one.Key == key {
					return one.Name
				}
			}
		}
	}
	return problem.L(key, key)
}
