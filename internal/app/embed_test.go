package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// ROUTE-09: what a page may show and call beside us is what the server knows, whatever the browser sends.
func TestThePolicyOfAPageNamesOnlyWhatIsKnown(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.options.Frames, a.options.FramedBy = []string{"https://partner.example"}, []string{"https://host.example"}
		g := &tenancy.GatewayServer{Name: "Hall 1", InnerIP: "192.168.1.20", HTTPSPort: 8443, OuterIP: "gw.example.com", HTTPSOuterPort: 443}
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		g.Factory = actor.FactoryID
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return tx.Insert(ctx, g) }); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		policy := func(cookie string) string {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), "GET", server.URL+"/home", nil)
			if err != nil {
				t.Fatal(err)
			}
			if cookie != "" {
				r.Header.Set("Cookie", "mw-place="+cookie)
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
		part := func(policy, name string) string {
			for p := range strings.SplitSeq(policy, ";") {
				if p = strings.TrimSpace(p); strings.HasPrefix(p, name+" ") {
					return strings.TrimPrefix(p, name+" ")
				}
			}
			return ""
		}
		known := policy(g.ID)
		if got := part(known, "connect-src"); got != "'self' https://192.168.1.20:8443 https://gw.example.com:443" {
			t.Errorf("with the gateway one may call %q", got)
		}
		if got := part(known, "frame-src"); got != "https://partner.example" {
			t.Errorf("one may frame %q", got)
		}
		for _, part := range []string{"object-src 'none'", "base-uri 'none'", "frame-ancestors 'self' https://host.example", "script-src 'self'"} {
			if !strings.Contains(known, part) {
				t.Errorf("the policy lacks %s: %s", part, known)
			}
		}
		// GATEWAY-04: people may see the gateways of every factory that they may enter; of a long list as many as are named.
		second := &tenancy.Factory{Code: "F2", Name: "Second", Zone: "Asia/Shanghai"}
		far := &tenancy.GatewayServer{Name: "Hall 2", InnerIP: "192.168.2.20", HTTPSPort: 8443}
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Insert(ctx, second); err != nil {
				return err
			}
			far.Factory = second.ID
			return tx.Insert(ctx, far)
		}); err != nil {
			t.Fatal(err)
		}
		both := "'self' https://192.168.1.20:8443 https://gw.example.com:443 https://192.168.2.20:8443"
		for cookie, want := range map[string]string{
			g.ID + "." + far.ID: both, "." + far.ID + "..x." + g.ID: both, strings.Repeat("x.", mostPlaces) + g.ID: "'self'",
		} {
			if got := part(policy(cookie), "connect-src"); got != want {
				t.Errorf("with the cookie %q one may call %q", cookie, got)
			}
		}
		for _, cookie := range []string{"", store.NewID(), "https://evil.example", "x https://evil.example", strings.Repeat("a", 100)} {
			if got := part(policy(cookie), "connect-src"); got != "'self'" {
				t.Errorf("with the cookie %q one may call %q", cookie, got)
			}
		}
		a.options.Frames = nil
		if got := part(policy(""), "frame-src"); got != "'none'" {
			t.Errorf("without partners one may frame %q", got)
		}
		a.options.Frames = []string{"https://partner.example"}
		_, r, _ := send(t, "GET", server.URL+api.Prefix+"bms/sys/frame/getAllowedOrigins", signedIn(t, server, "13800000002"), "", nil)
		var allowed FrameOrigins
		if err := json.Unmarshal(r.Data, &allowed); err != nil || len(allowed.Origins) != 1 || allowed.Origins[0] != "https://partner.example" {
			t.Errorf("the allowed origins are %+v, %v", r, err)
		}
	})
}

// What is no https origin never becomes part of the policy: the server does not even start with it.
func TestWhatIsNoOriginIsNotEmbedded(t *testing.T) {
	for _, wrong := range []string{"http://partner.example", "https://partner.example/", "https://partner.example/x", "https://u@partner.example", "https://a;script-src", "https://*", "*", "https:", "https://a b", "javascript:alert(1)", "https://模具.example"} {
		for _, options := range []Options{{Frames: []string{wrong}}, {FramedBy: []string{wrong}}} {
			options.Data = t.TempDir()
			if _, err := Open(t.Context(), options); err == nil {
				t.Errorf("%q is taken", wrong)
			}
		}
	}
}

// PERM-07, ERR-15: a kanban is somebody else's page; whether a person may see it is asked here, and who may not is told so.
func TestAKanbanAsksForItsRight(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		address := server.URL + api.Prefix + "bms/sys/frame/kanban?menuKey="
		admin := signedIn(t, server, "13800000001")
		for key, want := range map[string]int{"oee.kanban": 200, "ems.fixture-kanban": 200, "aps.schedule": 404, "oee.nothing-kanban": 404, "": 404} {
			if status, _, raw := send(t, http.MethodGet, address+key, admin, "", nil); status != want || status == 200 && !strings.Contains(string(raw), "kanban") {
				t.Errorf("%q: %d %s", key, status, raw)
			}
		}
		for lang, name := range map[string]string{"en": "Fixture kanban", "zh": "夹具看板"} {
			admin["Accept-Language"] = lang
			if _, r, _ := send(t, http.MethodGet, address+"ems.fixture-kanban", admin, "", nil); string(r.Data) != `{"menuKey":"ems.fixture-kanban","menuName":"`+name+`"}` {
				t.Errorf("its name in %s: %+v", lang, r)
			}
		}
		planner := signedIn(t, server, "13800000002")
		names := map[string]string{"en": "Kanban: view", "zh": "看板：查看"}
		for lang, words := range map[string]string{"en": "You do not have permission right now", "zh": "您暂无权限"} {
			planner["Accept-Language"] = lang
			if status, r, _ := send(t, http.MethodGet, address+"oee.kanban", planner, "", nil); status != http.StatusForbidden || r.Code != 403 || r.Message != words || string(r.Data) != `{"permission":"common.kanban.check","name":"`+names[lang]+`"}` {
				t.Errorf("without the right in %s: %d %+v", lang, status, r)
			}
		}
	})
}
