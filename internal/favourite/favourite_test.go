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
var deps = favourite.Deps{Opens: func(actor store.Actor, lang, key string) (favourite.Menu, bool) {
	return favourite.Menu{Name: lang + " " + key, URL: "/" + key, TreeKey: "tree." + key, ModuleKey: "aps"}, strings.HasPrefix(key, "menu") && !actor.May["lost."+key]
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

func (p person) edit(places []favourite.Place, removed ...string) {
	p.t.Helper()
	if err := p.do(func(ctx context.Context, tx store.Tx) error { return deps.Edit(ctx, tx, places, removed) }); err != nil {
		p.t.Fatal(err)
	}
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
		if !errors.As(err, &p) || p.Code != problem.Refused || p.Text.In("en") != "At most 10 menus can be favourites" || p.Text.In("zh") != "最多收藏10个菜单" {
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
		me.edit([]favourite.Place{{id["menu4"], 17}, {id["menu0"], 30}, {id["menu2"], 5}, {"unknown", 1}}, id["menu1"])
		if got := me.keys(); got != "menu2 menu4 menu0 menu3" {
			t.Errorf("the order is %s", got)
		}
	})
}
