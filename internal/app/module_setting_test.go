package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// HEADER-09 to HEADER-11, HEADER-16, R15, ROUTE-14, SAPI-15, SCOPE-09: a module that is no page of ours stands where the company
// says, by https alone; it is in the menu once the operator has opened it, shown in a frame or beside by its flags, and
// its origin is allowed in frames of that company's pages and of nobody else's.
func TestModulesOfOthers(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		operator, administrator, scheduler := operatorIn(t.Context(), t, a, server), signedIn(t, server, "13800000001"), signedIn(t, server, "13800000003")

		// The operator finds every module of the catalogue, also the planned ones and those of partners.
		for lang, names := range map[string][]string{"zh": {"商务订单", "工程服务", "财务", "订单协同", "计划排程"}, "en": {"Business and orders", "Engineering services", "Finance", "Order collaboration", "Planning and scheduling"}} {
			operator["Accept-Language"] = lang
			_, r := ask(t, server, operator, http.MethodGet, "platform/module?size=500", nil)
			var found resource.Page[resource.Entry]
			if err := json.Unmarshal(r.Data, &found); err != nil || found.Total != 33 {
				t.Errorf("%d modules can be opened, %v", found.Total, err)
			}
			for _, name := range names {
				if !slices.ContainsFunc(found.Rows, func(e resource.Entry) bool { return e.Name == name }) {
					t.Errorf("the operator does not find %s", name)
				}
			}
		}
		_, r := ask(t, server, operator, http.MethodGet, "platform/tenant/"+actor.TenantID, nil)
		var tenant struct {
			Row struct {
				Version int
				Modules []string
			}
		}
		if err := json.Unmarshal(r.Data, &tenant); err != nil {
			t.Fatal(err)
		}
		if status, r := ask(t, server, operator, http.MethodPatch, "platform/tenant/"+actor.TenantID, map[string]any{"version": tenant.Row.Version, "modules": append(tenant.Row.Modules, "crm", "oms", "finance")}); status != http.StatusOK {
			t.Fatalf("the operator opens modules: %d %+v", status, r)
		}

		set := func(header map[string]string, body map[string]any) (int, reply) {
			return ask(t, server, header, http.MethodPost, "bms/module-setting", body)
		}
		for _, wrong := range []string{
			"http://crm.example.com", "javascript:alert(1)", "https://", "https://u:p@crm.example.com", "https://{tenantId}.example.com", "//crm.example.com", "/aps/schedule", "https://a b/x", "https://a;script-src",
			"http://8.8.8.8", "http://172.32.0.1", "http://192.169.0.1", "http://crm.example.com.", "http://evil.local.example", "http://u:p@10.0.0.5", "http://localhost", "http://127.0.0.1", "http://169.254.169.254/latest",
			"https://crm.example.com:65536", "https://crm.example.com:0", "http://10.0.0.5:65536",
		} {
			for lang, words := range map[string]string{"zh": "请输入以 https:// 开头的网址", "en": "Enter an address that begins with https://; only inside"} {
				administrator["Accept-Language"] = lang
				if status, r := set(administrator, map[string]any{"module": "crm", "address": wrong, "opens": menu.InFrame}); status != http.StatusUnprocessableEntity || rulesOf(r) != "address:https" || !strings.Contains(string(r.Data), words) {
					t.Errorf("%q in %s: %d %+v", wrong, lang, status, r)
				}
			}
		}
		administrator["Accept-Language"] = "en"
		for _, c := range []struct {
			body map[string]any
			rule string
		}{
			{map[string]any{"module": "aps", "address": "https://aps.example.com", "opens": 1}, "module:"},
			{map[string]any{"module": "nothing", "address": "https://aps.example.com", "opens": 1}, "module:"},
			{map[string]any{"module": "", "address": "", "opens": 1}, "required"},
			{map[string]any{"module": "crm", "address": "https://crm.example.com/" + strings.Repeat("x", 500), "opens": 1}, "address:maxLength"},
			{map[string]any{"module": "crm", "address": "https://crm.example.com", "opens": 3}, "opens:"},
		} {
			if status, r := set(administrator, c.body); status != http.StatusUnprocessableEntity || !strings.Contains(rulesOf(r), c.rule) {
				t.Errorf("%v: %d %+v", c.body, status, r)
			}
		}
		if status, r := set(scheduler, map[string]any{"module": "crm", "address": "https://crm.example.com", "opens": 1}); status != http.StatusForbidden || r.Code != 403 {
			t.Errorf("a scheduler sets an address: %d %+v", status, r)
		}

		// Inside the factory's network a machine rarely has a certificate: its page opens beside ours, and in no frame.
		for _, inside := range []string{"http://192.168.1.20:8080/mes?u={userId}", "http://10.0.0.5", "http://172.31.255.255/", "http://mes/", "http://mes.shop.local/home", "http://[fd00::5]:8080/"} {
			for lang, words := range map[string]string{"zh": "只能在新窗口中打开", "en": "opens in a new window only"} {
				administrator["Accept-Language"] = lang
				if status, r := set(administrator, map[string]any{"module": "finance", "address": inside, "opens": menu.InFrame}); status != http.StatusUnprocessableEntity || rulesOf(r) != "opens:https" || !strings.Contains(string(r.Data), words) {
					t.Errorf("%q in a frame, in %s: %d %+v", inside, lang, status, r)
				}
			}
			status, r := set(administrator, map[string]any{"module": "finance", "address": inside, "opens": menu.InWindow})
			var row struct{ Row struct{ ID string } }
			if err := json.Unmarshal(r.Data, &row); err != nil || status != http.StatusOK {
				t.Fatalf("%q in a window: %d %+v", inside, status, r)
			}
			if _, r := ask(t, server, administrator, http.MethodGet, "bms/sys/frame/getAllowedOrigins", nil); strings.Contains(string(r.Data), "http://") {
				t.Errorf("%q may stand in a frame: %s", inside, r.Data)
			}
			if status, r := ask(t, server, administrator, http.MethodPost, "bms/module-setting/delete", map[string]any{"ids": []string{row.Row.ID}}); status != http.StatusOK {
				t.Fatalf("%d %+v", status, r)
			}
		}
		administrator["Accept-Language"] = "en"

		address := "https://CRM.example.com:443/home?user={userId}&target=_top"
		for _, body := range []map[string]any{
			{"module": "crm", "address": address, "opens": menu.InFrame},
			{"module": "oms", "address": "https://oms.example.com:8443/", "opens": menu.InWindow},
			{"module": "es", "address": "https://es.example.com", "opens": menu.InFrame}, // not opened
		} {
			if status, r := set(administrator, body); status != http.StatusOK {
				t.Fatalf("%v: %d %+v", body, status, r)
			}
		}
		if status, r := set(administrator, map[string]any{"module": "crm", "address": address, "opens": 1}); status != http.StatusUnprocessableEntity || rulesOf(r) != "module:unique" {
			t.Errorf("a module stands in two places: %d %+v", status, r)
		}

		type wanted struct {
			kind, url string
			opened    bool
			flags     int // of its entrance; -1: it has none
		}
		want := map[string]wanted{
			"crm": {"external", address, true, 0}, "oms": {"external", "https://oms.example.com:8443/", true, 1}, "es": {"external", "https://es.example.com", false, -1},
			"finance": {"planned", "/finance/medium", false, -1}, "aps": {"internal", "/aps/medium", true, -1},
		}
		_, r = ask(t, server, administrator, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{"needMenu": 1, "language": "en"})
		var tree menu.Tree
		if err := json.Unmarshal(r.Data, &tree); err != nil {
			t.Fatal(err)
		}
		urls := map[int]string{}
		for _, m := range tree.ModuleData {
			if m.ModuleKey == "chain" || m.ModuleKey == "ai" {
				t.Errorf("%s is listed though nobody has said where it is", m.ModuleKey)
			}
			w, ok := want[m.ModuleKey]
			if !ok {
				continue
			}
			delete(want, m.ModuleKey)
			flags := -1
			for _, item := range m.MenuChildren {
				if item.MenuKey == m.ModuleKey+".entrance" {
					if flags = item.NewWindowFlag; item.ExternalURLFlag != flags || item.MenuURL != w.url || item.MenuName != m.ModuleName || item.Display != 1 {
						t.Errorf("the entrance of %s is %+v", m.ModuleKey, item)
					}
				}
			}
			if m.Kind != w.kind || m.ModuleURL != w.url || m.Opened != w.opened || flags != w.flags {
				t.Errorf("%s is %+v", m.ModuleKey, m)
			}
			urls[m.ModuleID] = m.ModuleURL
		}
		if len(want) > 0 {
			t.Errorf("not in the tree: %v", want)
		}
		_, r = ask(t, server, administrator, http.MethodPost, "bms/module/getConfigModuleAll.do", map[string]any{})
		if !strings.Contains(string(r.Data), `"moduleUrl":"https://oms.example.com:8443/"`) || strings.Contains(string(r.Data), "es.example.com") {
			t.Errorf("the addresses are %s", r.Data)
		}
		if _, r := ask(t, server, scheduler, http.MethodPost, "upms/userMenu/addUserMenu", map[string]any{"menuKey": "crm.entrance"}); !strings.Contains(string(r.Data), `"menuName"`) {
			t.Errorf("it cannot be a favourite: %+v", r)
		}

		origins := []string{"https://crm.example.com", "https://oms.example.com:8443"}
		_, r = ask(t, server, scheduler, http.MethodGet, "bms/sys/frame/getAllowedOrigins", nil)
		var allowed FrameOrigins
		if err := json.Unmarshal(r.Data, &allowed); err != nil || !slices.Equal(allowed.Origins, origins) {
			t.Errorf("the origins are %v, %v", allowed.Origins, err)
		}
		_, r = ask(t, server, operator, http.MethodGet, "bms/sys/frame/getAllowedOrigins", nil)
		if strings.Contains(string(r.Data), "example.com") {
			t.Errorf("another company may frame %s", r.Data)
		}
		for place, frames := range map[string]string{actor.FactoryID: strings.Join(origins, " "), "": "'none'", store.NewID(): "'none'"} {
			if policy := pagePolicyOf(t, server, place); !strings.Contains(policy, "frame-src "+frames+";") {
				t.Errorf("at %q the policy is %s", place, policy)
			}
		}

		var setting menu.ModuleSetting
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			if err := tx.Select(&setting).Where("module = ?", "crm").Scan(ctx); err != nil {
				return err
			}
			lines, err := tx.History(ctx, "module-setting", setting.ID, 10)
			if len(lines) != 1 || lines[0].Action != store.ActionCreate {
				t.Errorf("written down are %+v", lines)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// pagePolicyOf is the content policy of a page that is opened at a place.
func pagePolicyOf(t *testing.T, server *httptest.Server, place string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/home", nil)
	if err != nil {
		t.Fatal(err)
	}
	if place != "" {
		r.Header.Set("Cookie", placeCookie+"="+place)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return res.Header.Get("Content-Security-Policy")
}
