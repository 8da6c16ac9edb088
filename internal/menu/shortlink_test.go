package menu_test

import (
	"context"
	"strings"
	"testing"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// ROUTE-11: a page has one short link, which its company alone can follow, and which never leads out of the product.
func TestShortLinks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		as := func(actor store.Actor, fn func(ctx context.Context, tx store.Tx) (menu.ShortLinkView, error)) (v menu.ShortLinkView, err error) {
			ctx := store.WithActor(t.Context(), actor)
			err = db.Write(ctx, func(tx store.Tx) error { v, err = fn(ctx, tx); return err })
			return v, err
		}
		shorten := func(path string) func(context.Context, store.Tx) (menu.ShortLinkView, error) {
			return func(ctx context.Context, tx store.Tx) (menu.ShortLinkView, error) { return menu.Shorten(ctx, tx, path) }
		}
		resolve := func(code string) func(context.Context, store.Tx) (menu.ShortLinkView, error) {
			return func(ctx context.Context, tx store.Tx) (menu.ShortLinkView, error) { return menu.Resolve(ctx, tx, code) }
		}
		me, stranger := storetest.Tenant(t, db, "a"), storetest.Tenant(t, db, "b")
		one, err := as(me, shorten("/aps/schedule?q=钢"))
		if err != nil || len(one.Code) != 8 {
			t.Fatalf("%+v %v", one, err)
		}
		if two, err := as(me, shorten("/aps/schedule?q=钢")); err != nil || two.Code != one.Code {
			t.Errorf("the same page again: %+v %v", two, err)
		}
		if found, err := as(me, resolve(strings.ToUpper(one.Code))); err != nil || found.Path != "/aps/schedule?q=钢" {
			t.Errorf("followed: %+v %v", found, err)
		}
		if found, err := as(stranger, resolve(one.Code)); err == nil {
			t.Errorf("a stranger follows to %+v", found)
		}
		for _, bad := range []string{"", "aps", "//evil.example", `/\evil.example`, "https://evil.example", "/a b", "/a\nb", "/" + strings.Repeat("x", 500)} {
			if v, err := as(me, shorten(bad)); err == nil {
				t.Errorf("%q becomes %+v", bad, v)
			}
		}
		if v, err := as(me, shorten("/")); err != nil || v.Path != "/" {
			t.Errorf("the entrance: %+v %v", v, err)
		}
	})
}
