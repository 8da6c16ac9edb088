package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
)

// SAPI-02, SAPI-03: the request of the module tree with every field that it has, and every field of the answer.
func TestTheModuleTreeHoldsWhatTheSpecificationNames(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000002")
		ask := func(changes map[string]any) map[string]json.RawMessage {
			body := map[string]any{"needMenu": 1, "needHideMenu": 0, "language": "en", "languageModules": "table,table_value,common,menu,system,aps", "languageCacheTime": ""}
			for k, v := range changes {
				body[k] = v
			}
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, r, answer := send(t, http.MethodPost, server.URL+api.Prefix+"upms/user/getModuleTree.do", header, "application/json", bytes.NewReader(raw))
			var data map[string]json.RawMessage
			if err := json.Unmarshal(r.Data, &data); err != nil || status != http.StatusOK {
				t.Fatalf("the tree: %d %.200s", status, answer)
			}
			return data
		}
		tree := ask(nil)
		for _, field := range []string{"userData", "moduleData", "menuData", "gatewayIp", "gatewayPort", "serverAppUuid", "wsConnectIp", "mdbId", "languageData", "serverTime"} {
			if _, ok := tree[field]; !ok {
				t.Errorf("the tree lacks %s", field)
			}
		}
		var user map[string]any
		if err := json.Unmarshal(tree["userData"], &user); err != nil || user["userName"] != "planner" || user["workplaceLogin"] != false || user["tenantId"] == "" || user["factoryId"] == "" {
			t.Errorf("the user is %s", tree["userData"])
		}
		var language struct{ CacheTime string }
		if err := json.Unmarshal(tree["languageData"], &language); err != nil || language.CacheTime == "" {
			t.Errorf("the language data are %s", tree["languageData"])
		}
		if !strings.Contains(string(tree["moduleData"]), "Planning and scheduling") || !strings.Contains(string(ask(map[string]any{"language": "zh"})["moduleData"]), "计划排程") {
			t.Error("the names do not follow the language that was asked for")
		}
		has := func(changes map[string]any, text string) bool {
			return strings.Contains(string(ask(changes)["moduleData"]), text)
		}
		if has(map[string]any{"needMenu": 0}, "/aps/schedule") || !has(nil, "/aps/schedule") {
			t.Error("needMenu does not decide about the menus")
		}
		if has(nil, "aps.execution") || !has(map[string]any{"needHideMenu": 1}, "aps.execution") {
			t.Error("needHideMenu does not decide about hidden entries")
		}
		// The pages of administrators stand in their menu alone.
		if has(nil, "/comm/online-user") || has(nil, "/settings/login-log") {
			t.Error("a planner's menu shows who signs in")
		}
		header = signedIn(t, server, "13800000001")
		if !has(nil, "/settings/login-log") || !has(nil, "/comm/online-user") {
			t.Error("the administrator's menu lacks the sign-in log or the online users")
		}
	})
}
