package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/logo"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
)

// SAPI-14, SAPI-19, SAPI-20, SAPI-21, CALL-13, CONST-02: what the layout asks for on entering.
func TestWhatTheLayoutAsksFor(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.options.Assistant = "https://assistant.example/chat"
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		ask := func(path string, body map[string]any, out any) (int, reply) {
			t.Helper()
			b, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, r, raw := send(t, http.MethodPost, server.URL+api.Prefix+path, header, "application/json", bytes.NewReader(b))
			if out != nil {
				if err := json.Unmarshal(r.Data, out); err != nil || r.Code != 1 {
					t.Fatalf("%s: %d %.300s", path, status, raw)
				}
			}
			return status, r
		}
		var anchor Anchor
		if ask("bms/sys/anchor/getCurrentAnchor", map[string]any{"appId": 1}, &anchor); anchor.AppID != 1 || anchor.Path != "/home" {
			t.Errorf("the anchor is %+v", anchor)
		}
		if status, _ := ask("bms/sys/anchor/getCurrentAnchor", map[string]any{"appId": 2}, nil); status != 404 {
			t.Errorf("the anchor of another application: %d", status)
		}
		var app ApplicationURL
		if ask("bms/sys/application/getUrl", map[string]any{"appName": "assistant"}, &app); app.URL != "https://assistant.example/chat" {
			t.Errorf("the assistant is at %+v", app)
		}
		if ask("bms/sys/application/getUrl", map[string]any{"appName": "other"}, &app); app.URL != "" {
			t.Errorf("another application is at %+v", app)
		}
		var bases map[string]string
		if ask("sys/basePath/getBasePathMap", map[string]any{}, &bases); len(bases) != 29 || bases["aps"] != "/front" || bases["finance"] != "/front" {
			t.Errorf("the base paths are %v", bases)
		}
		bases = nil
		if ask("sys/basePath/getBasePathMap", map[string]any{"moduleKeys": []string{"aps", "nothing"}}, &bases); len(bases) != 1 {
			t.Errorf("more than was asked for: %v", bases)
		}
		var shown logo.View
		if ask("bms/sys/getSysConfigureLogo", map[string]any{}, &shown); shown.LogoType != 1 || shown.ValidFlag {
			t.Errorf("without a logo of its own the company has %+v", shown)
		}
		gif := []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")
		if _, err := logo.Save(ctx, a.DB, logo.Header, resource.None, gif); err != nil {
			t.Fatal(err)
		}
		var all []logo.View
		ask("bms/sys/getSysConfigureLogo", map[string]any{}, &shown)
		if ask("bms/sys/getSysTenantLogoList.do", map[string]any{}, &all); len(all) != 1 || !shown.ValidFlag || all[0].Base64 != shown.Base64 || !strings.HasPrefix(shown.Base64, "data:image/gif") {
			t.Errorf("the logos are %+v, %+v", all, shown)
		}
		var names struct {
			CacheTime string
			Maps      map[string]map[string]string
		}
		ask("upms/user/changeLanguage", map[string]any{"language": "en"}, nil)
		ask("upms/user/getLanguageMapCache", map[string]any{"modules": "table, table_value,menu"}, &names)
		if names.Maps["table"]["machine.name"] != "Name" || names.Maps["table_value"]["machine.status.1"] == "" || names.Maps["menu"]["aps.schedule"] != "Schedules" {
			t.Errorf("the words are %v %v", names.Maps["table"]["machine.name"], names.Maps["menu"])
		}
		was := names.CacheTime
		names.Maps = nil
		if ask("upms/user/getLanguageMapCache", map[string]any{"modules": "table, table_value,menu", "cacheTime": was}, &names); names.Maps != nil || names.CacheTime != was {
			t.Errorf("a copy that is current is sent again")
		}
		if ask("upms/user/getLanguageMapCache", map[string]any{"modules": "menu", "cacheTime": "old"}, &names); len(names.Maps) != 1 || names.Maps["menu"] == nil {
			t.Errorf("more than was asked for: %d", len(names.Maps))
		}
		if status, r := ask("upms/user/changeLanguage", map[string]any{"language": "fr"}, nil); status != 422 {
			t.Errorf("a language that there is not: %d %+v", status, r)
		}
	})
}

// What is no https address is no assistant.
func TestTheAssistantHasAnHTTPSAddress(t *testing.T) {
	for _, wrong := range []string{"javascript:alert(1)", "http://assistant.example", "assistant", "//assistant.example"} {
		if _, err := Open(t.Context(), Options{Data: t.TempDir(), Assistant: wrong}); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}
