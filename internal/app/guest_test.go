package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/menu"
	"mouldworks/internal/platform/store"
)

// SCOPE-04: people of suppliers and customers sign in too, as guests: whatever their roles say, no call that asks for a
// permission answers them, their menu opens nothing but their own account and messages, and no row of the company is
// shown but those of partner_test.go. Administrators, planners, schedulers and the shop floor have theirs in every other test.
func TestGuestsOfSuppliersAndCustomers(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		owner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		crm := map[string]any{"module": "crm", "address": "https://crm.example.com/", "opens": menu.InFrame}
		if status, r := ask(t, server, signedIn(t, server, "13800000001"), http.MethodPost, "bms/module-setting", crm); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		for phone, n := range map[string]identity.NewMember{
			"13844440001": {UserName: "supplier", SupplierID: "s"},
			"13844440002": {UserName: "customer", CustomerID: "c"},
		} {
			n.TenantID, n.Phone, n.Password, n.RealName = owner.TenantID, phone, "Passw0rd1", "Guest"
			n.Roles, n.Factories = []string{access.Administrator}, []string{owner.FactoryID}
			if err := a.DB.System(t.Context(), "the test makes a guest", func(tx store.Tx) error {
				_, err := a.Identity.Add(t.Context(), tx, n)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			guest := signedIn(t, server, phone)
			if status, r := ask(t, server, signedIn(t, server, "13800000001"), http.MethodPost, "bms/sys/news/publish", map[string]any{"title": "Stocktaking", "content": "Only for us."}); status != http.StatusOK {
				t.Fatalf("%d %+v", status, r)
			}
			for _, path := range []string{"bms/sys/news/getPlatformNews.do", "bms/msg/getUserMsgList.do"} {
				if _, r := ask(t, server, guest, http.MethodPost, path, map[string]any{}); bytes.Contains(r.Data, []byte("Only for us")) {
					t.Errorf("%s reads the company's news at %s: %s", n.UserName, path, r.Data)
				}
			}
			if _, r := ask(t, server, guest, http.MethodGet, "upms/first-hour", nil); bytes.Contains(r.Data, []byte(`"count"`)) {
				t.Errorf("%s counts what the company has: %s", n.UserName, r.Data)
			}
			if _, r := ask(t, server, guest, http.MethodGet, "bms/sys/frame/getAllowedOrigins", nil); bytes.Contains(r.Data, []byte("http")) {
				t.Errorf("%s is told where the company's modules stand: %s", n.UserName, r.Data)
			}
			probed := 0
			for _, op := range a.API.Operations() {
				if op.Example == nil || op.Permission == "" && op.Method != http.MethodGet {
					continue
				}
				probed++
				status, r, raw := replay(t, server, op, guest)
				if op.Permission != "" && (status != http.StatusForbidden || r.Code != 403) {
					t.Errorf("%s: %s %s: %d %.200s", n.UserName, op.Method, op.Path, status, raw)
				}
				if bytes.Contains(raw, []byte("01900000-0000-7000-8000-")) {
					t.Errorf("%s: %s gives an example row: %.200s", n.UserName, op.Path, raw)
				}
			}
			if probed < 60 {
				t.Errorf("only %d operations were probed", probed)
			}
			_, r := ask(t, server, guest, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{"needMenu": 1})
			var tree menu.Tree
			if err := json.Unmarshal(r.Data, &tree); err != nil {
				t.Fatal(err)
			}
			for _, m := range tree.ModuleData {
				if m.Opened || len(m.MenuChildren) > 0 {
					t.Errorf("%s: the module %s is open", n.UserName, m.ModuleKey)
				}
			}
			if tree.UserData.Guest != n.UserName { // by which their home is another one
				t.Errorf("%s is told to be a guest of %q", n.UserName, tree.UserData.Guest)
			}
			if tree.UserData.RealName != "Guest" || len(tree.MenuData.PermittedOperations) != 0 {
				t.Errorf("%s: %+v", n.UserName, tree.UserData)
			}
			if status, _ := ask(t, server, guest, http.MethodGet, "upms/user/profile", nil); status != http.StatusOK {
				t.Errorf("%s: the own account: %d", n.UserName, status)
			}
		}
	})
}

// I18N-07: an account keeps its language until it is changed in the personal centre. Whoever signs in, in whatever
// language, is told the account's, by every way that answers like a login.
func TestTheLanguageOfAnAccount(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		for _, c := range []struct{ chosen, want, foreign string }{{"", "zh", "en"}, {"en", "en", "zh"}, {"cn", "zh", "en"}} {
			header := signedIn(t, server, "13800000001") // in English
			if c.chosen != "" {
				if status, r := ask(t, server, header, http.MethodPost, "upms/user/changeLanguage", map[string]any{"language": c.chosen}); status != http.StatusOK {
					t.Fatalf("%d %+v", status, r)
				}
			}
			header["Accept-Language"] = c.foreign
			var in identity.LoginReply
			_, r := ask(t, server, header, http.MethodPost, "upms/user/login", map[string]any{"phoneNum": "13800000001", "password": encrypted(t, server, "Passw0rd1")})
			if err := json.Unmarshal(r.Data, &in); err != nil || in.Language != c.want {
				t.Errorf("after %q the sign-in tells %q, %+v", c.chosen, in.Language, r)
			}
			header["mdbtk"] = in.Token
			_, r = ask(t, server, header, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{})
			var tree menu.Tree
			if err := json.Unmarshal(r.Data, &tree); err != nil || tree.UserData.Language != c.want {
				t.Errorf("after %q and a sign-in in %s the account speaks %q", c.chosen, c.foreign, tree.UserData.Language)
			}
		}
	})
}
