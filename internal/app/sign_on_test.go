package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// SAPI-02, SAPI-03: the request of the module tree with every field that it has, and every field of the answer.
func TestTheModuleTreeHoldsWhatTheSpecificationNames(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000002")
		whole := ask // any call
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
		// STORE-01: what the browser keeps of the user, each field the user's own.
		planner, err := store.ActorFrom(ctx)
		var account identity.Account
		if err := errors.Join(err, a.DB.SystemRead(ctx, "the test reads its account", func(tx store.Tx) error {
			return tx.Select(&account).Where("phone = ?", "13800000002").Scan(ctx)
		})); err != nil {
			t.Fatal(err)
		}
		const face = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==" // one pixel
		var saved struct{ HeadImg string }
		if status, r := whole(t, server, header, http.MethodPost, "upms/user/profile", map[string]any{"headImg": face}); status != http.StatusOK || json.Unmarshal(r.Data, &saved) != nil || saved.HeadImg == "" {
			t.Fatalf("the picture: %d %+v", status, r)
		}
		if err := json.Unmarshal(ask(nil)["userData"], &user); err != nil {
			t.Fatal(err)
		}
		for field, want := range map[string]any{
			"userId": account.ID, "userName": "planner", "realName": "李伟", "tenantId": planner.TenantID, "factoryId": planner.FactoryID, "headImg": saved.HeadImg, "workplaceLogin": false,
		} {
			if user[field] != want {
				t.Errorf("%s is %v, want %v", field, user[field], want)
			}
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
