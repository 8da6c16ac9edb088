package favourite_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/favourite"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// deps know every menu that begins with "menu", unless the actor has lost it.
var deps = favourite.Deps{Opens: func(ctx context.Context, tx store.Tx) (func(string) (favourite.Menu, bool), error) {
	return func(key string) (favourite.Menu, bool) {
		return favourite.Menu{Name: problem.Language(ctx) + " " + key, URL: "/" + key, TreeKey: "tree." + key, ModuleKey: "aps"}, strings.HasPrefix(key, "menu") && !tx.Actor().May["lost."+key]
	}, nil
}}

type person struct {
	t     *testing.T
	db    *store.DB
	actor store.Actor
}

func (p person) do(fn func(ctx context.Context, tx store.Tx) error) error {
	ctx := problem.WithLanguage(store.WithActor(p.t.Context(), p.actor), "en")
	return p.db.Write(ctx, func(tx store.Tx) error { return fn(ctx, tx) })
}

func (p person) add(key string) error {
	return p.do(func(ctx context.Context, tx store.Tx) error { return deps.Add(ctx, tx, key) })
}

func (p person) tryEdit(wanted favourite.Arrangement) error {
	return p.do(func(ctx context.Context, tx store.Tx) error { return deps.Edit(ctx, tx, wanted) })
}

func (p person) edit(places []favourite.Place, removed ...string) {
	p.t.Helper()
	if err := p.tryEdit(favourite.Arrangement{UserMenus: places, DeleteUserMenuIDs: strings.Join(removed, ",")}); err != nil {
		p.t.Fatal(err)
	}
}

func (p person) folders() (list []favourite.FolderView) {
	p.t.Helper()
	if err := p.do(func(ctx context.Context, tx store.Tx) (err error) { list, err = favourite.Folders(ctx, tx); return err }); err != nil {
		p.t.Fatal(err)
	}
	return list
}

func (p person) list() (list []favourite.View) {
	p.t.Helper()
	if err := p.do(func(ctx context.Context, tx store.Tx) (err error) { list, err = deps.List(ctx, tx); return err }); err != nil {
		p.t.Fatal(err)
	}
	return list
}

func (p person) keys() string {
	var keys []string
	for i, f := range p.list() {
		if f.SortOrder != i {
			p.t.Errorf("%s has order %d at place %d", f.MenuKey, f.SortOrder, i)
		}
		keys = append(keys, f.MenuKey)
	}
	return strings.Join(keys, " ")
}

func at(id string, order int) favourite.Place {
	return favourite.Place{UserMenuID: id, SortOrder: order}
}

func in(folder, id string, order int) favourite.Place {
	return favourite.Place{UserMenuID: id, SortOrder: order, FolderID: &folder}
}

// FAV-01, FAV-02, FAV-04: stars are the person's own, twice is once, the eleventh is refused in words.
func TestStarring(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		me := person{t, db, storetest.Tenant(t, db, "a")}
		other := me
		other.actor.AccountID = store.NewID()
		for i := range favourite.Most {
			for range 2 {
				if err := me.add(fmt.Sprintf("menu%d", i)); err != nil {
					t.Fatal(err)
				}
			}
		}
		first := me.list()[0]
		if first.MenuName != "en menu0" || first.TreeKey != "tree.menu0" || first.ModuleKey != "aps" || first.MenuURL != "/menu0" || first.UserMenuID == "" {
			t.Errorf("the first is %+v", first)
		}
		err := me.add("menu10")
		var p *problem.Problem
		if !errors.As(err, &p) || p.Code != problem.Refused || p.Text.In("en") != "At most 10 menus can be favourites" || p.Text.In("zh") != "最多收藏 10 个菜单" {
			t.Errorf("the eleventh: %v", err)
		}
		if err := me.add("nobody"); !errors.As(err, &p) || p.Code != problem.Missing {
			t.Errorf("an unknown menu: %v", err)
		}
		if len(me.list()) != favourite.Most || len(other.list()) != 0 {
			t.Errorf("I have %d, the other %d", len(me.list()), len(other.list()))
		}
		other.edit(nil, first.UserMenuID)
		if len(me.list()) != favourite.Most {
			t.Error("somebody else took my star away")
		}
		// What is closed to me now is not shown, takes no room, and comes back.
		me.actor.May = map[string]bool{"lost.menu3": true}
		if err := me.add("menu10"); err != nil || len(me.list()) != favourite.Most {
			t.Errorf("with one menu lost: %v, %d", err, len(me.list()))
		}
		me.edit(nil, first.UserMenuID)
		me.actor.May = nil
		if got := me.keys(); got != "menu1 menu2 menu3 menu4 menu5 menu6 menu7 menu8 menu9 menu10" {
			t.Errorf("after removing the first: %s", got)
		}
	})
}

// FAV-05, FAV-07: a saved order counts from 0; what the list leaves out stays behind, what it removes is gone.
func TestSorting(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		me := person{t, db, storetest.Tenant(t, db, "a")}
		for i := range 5 {
			if err := me.add(fmt.Sprintf("menu%d", i)); err != nil {
				t.Fatal(err)
			}
		}
		id := map[string]string{}
		for _, f := range me.list() {
			id[f.MenuKey] = f.UserMenuID
		}
		me.edit([]favourite.Place{at(id["menu4"], 17), at(id["menu0"], 30), at(id["menu2"], 5), at("unknown", 1)}, id["menu1"])
		if got := me.keys(); got != "menu2 menu4 menu0 menu3" {
			t.Errorf("the order is %s", got)
		}
	})
}

// FAV-03: one saving makes folders, names them anew, fills them and removes them; the folder made last says so.
func TestFolders(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		me := person{t, db, storetest.Tenant(t, db, "a")}
		other := me
		other.actor.AccountID = store.NewID()
		id := map[string]string{}
		for i := range 4 {
			if err := me.add(fmt.Sprintf("menu%d", i)); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range me.list() {
			id[f.MenuKey] = f.UserMenuID
		}
		save := func(p person, wanted favourite.Arrangement) {
			t.Helper()
			if err := p.tryEdit(wanted); err != nil {
				t.Fatal(err)
			}
		}
		// contents is "name: menus" of each folder, then the menus of the bar.
		contents := func() string {
			t.Helper()
			of := map[string][]string{}
			for _, f := range me.list() {
				of[f.FolderID] = append(of[f.FolderID], f.MenuKey)
			}
			var parts []string
			for _, f := range me.folders() {
				parts = append(parts, f.FolderName+":"+strings.Join(of[f.FolderID], ","))
				delete(of, f.FolderID)
			}
			bar := strings.Join(of[""], ",")
			if delete(of, ""); len(of) > 0 {
				t.Errorf("favourites in folders that are not there: %v", of)
			}
			return strings.Join(append(parts, bar), " | ")
		}
		save(me, favourite.Arrangement{
			Folders:   []favourite.FolderWanted{{"a", " Daily "}, {"b", "每周"}},
			UserMenus: []favourite.Place{in("b", id["menu3"], 0), in("a", id["menu1"], 1), in("nowhere", id["menu2"], 2), at(id["menu0"], 3)},
		})
		if got := contents(); got != "Daily:menu1 | 每周:menu3 | menu2,menu0" {
			t.Fatalf("after making two: %s", got)
		}
		list := me.folders()
		if list[0].NewestFolder != 0 || list[1].NewestFolder != 1 || list[0].FolderID == "a" {
			t.Errorf("the folders are %+v", list)
		}
		daily, weekly := list[0].FolderID, list[1].FolderID

		// What is left out of a saving stays as it is, and a saving without folders moves among those that there are.
		save(me, favourite.Arrangement{UserMenus: []favourite.Place{in(daily, id["menu0"], 0), at(id["menu3"], 1)}})
		if got := contents(); got != "Daily:menu0,menu1 | 每周:menu3 | menu2" {
			t.Errorf("after moving one: %s", got)
		}
		// Somebody else's folder is no place to put anything, and nobody else's business.
		if err := other.add("menu0"); err != nil {
			t.Fatal(err)
		}
		save(other, favourite.Arrangement{UserMenus: []favourite.Place{in(daily, other.list()[0].UserMenuID, 0)}})
		save(other, favourite.Arrangement{Folders: []favourite.FolderWanted{}})
		if got := other.list()[0].FolderID; got != "" || len(other.folders()) != 0 {
			t.Errorf("the other's favourite lies in %q", got)
		}
		// One renamed, one removed: what was in it returns to the bar; a menu closed just now comes along.
		me.actor.May = map[string]bool{"lost.menu3": true}
		save(me, favourite.Arrangement{Folders: []favourite.FolderWanted{{daily, " Morning "}}, UserMenus: []favourite.Place{in("", id["menu1"], 0)}})
		me.actor.May = nil
		if got := contents(); got != "Morning:menu0 | menu1,menu3,menu2" {
			t.Errorf("after removing one: %s", got)
		}
		if left := me.folders(); left[0].FolderID != daily || left[0].NewestFolder != 1 || weekly == daily {
			t.Errorf("left is %+v", left)
		}
	})
}

// FAV-03: the names of folders have limits, each said beside its field, and a refused saving changes nothing.
func TestLimitsOfFolders(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		me := person{t, db, storetest.Tenant(t, db, "a")}
		long := strings.Repeat("模", 20)
		err := me.tryEdit(favourite.Arrangement{Folders: []favourite.FolderWanted{{"1", long}, {"2", " "}, {"3", long + "x"}, {"4", "Daily"}, {"5", "daily"}}})
		var p *problem.Problem
		if !errors.As(err, &p) || p.Code != problem.InvalidInput {
			t.Fatalf("faulty names: %v", err)
		}
		var got []string
		for _, f := range p.Fields {
			got = append(got, f.Field+" "+f.Rule)
		}
		if want := "folders.1.folderName required, folders.2.folderName max, folders.4.folderName unique"; strings.Join(got, ", ") != want {
			t.Errorf("the faults are %v", got)
		}
		many := make([]favourite.FolderWanted, favourite.Most+1)
		for i := range many {
			many[i].FolderName = fmt.Sprint("Folder ", i)
		}
		if err := me.tryEdit(favourite.Arrangement{Folders: many}); !errors.As(err, &p) || p.Code != problem.Refused || p.Text.In("en") != "At most 10 folders can be made" {
			t.Errorf("one folder too many: %v", err)
		}
		if list := me.folders(); len(list) != 0 {
			t.Errorf("a refused saving left %+v", list)
		}
		if err := me.tryEdit(favourite.Arrangement{Folders: many[1:]}); err != nil || len(me.folders()) != favourite.Most {
			t.Errorf("as many as there may be: %v, %d", err, len(me.folders()))
		}
	})
}
