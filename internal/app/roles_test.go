package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/menu"
	"mouldworks/internal/message"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// PERM-06: whoever lacks a permission asks for it with one click; those who can grant it have one message that opens the person's rights.
func TestAskingForAPermission(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		admin, floor := signedIn(t, server, "13800000001"), signedIn(t, server, "13800000004")
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		post := func(who map[string]string, path string, body, into any) (status int) {
			t.Helper()
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, r, answer := send(t, "POST", server.URL+api.Prefix+path, who, "application/json", bytes.NewReader(raw))
			if err := json.Unmarshal(r.Data, into); err != nil && status == http.StatusOK {
				t.Fatalf("%s: %d %s", path, status, answer)
			}
			return status
		}
		unread := func() []message.View {
			t.Helper()
			var page message.Page
			post(admin, "bms/msg/getUserMsgList.do", map[string]any{"unread": true, "size": 500}, &page)
			return page.Rows
		}
		before := len(unread())
		var asked access.Asked
		for range 2 {
			if status := post(floor, "upms/permission/ask", map[string]any{"permission": "ems.machine.check"}, &asked); status != http.StatusOK || !asked.Sent || len(asked.People) != 1 {
				t.Fatalf("asking: %d %+v", status, asked)
			}
		}
		rows := unread()
		if len(rows) != before+1 {
			t.Fatalf("asked twice, %d messages", len(rows)-before)
		}
		if r := rows[0]; !strings.HasSuffix(r.Title, " asks for the permission “Machines: view”") || !strings.HasPrefix(r.Path, "/settings/user/") || !strings.HasSuffix(r.Path, "/rights") {
			t.Errorf("the message is %+v", r)
		}
		if post(admin, "upms/permission/ask", map[string]any{"permission": "ems.machine.check"}, &asked); asked.Sent || asked.Reason.Reason != access.ReasonHeld {
			t.Errorf("who has it asks: %+v", asked)
		}
		var all sync.WaitGroup
		statuses := make([]int, 8)
		for i := range statuses {
			all.Go(func() {
				raw := []byte(`{"permission":"ems.machine.modify"}`)
				statuses[i], _, _ = send(t, "POST", server.URL+api.Prefix+"upms/permission/ask", floor, "application/json", bytes.NewReader(raw))
			})
		}
		if all.Wait(); slices.Max(statuses) != http.StatusOK || len(unread()) != before+2 {
			t.Errorf("asked at the same moment: %v, %d messages", statuses, len(unread())-before)
		}
		permissions := a.permissionsOf(actor.TenantID)
		refused := 0
		for _, p := range permissions[:40] {
			if post(floor, "upms/permission/ask", map[string]any{"permission": p}, &asked) == http.StatusConflict {
				refused++
			}
		}
		if got := len(unread()) - before; got != 20 || refused == 0 {
			t.Errorf("%d messages of one person in a day, %d refused", got, refused)
		}
	})
}

// BASE-ALL-05, ROLE-05, PERM-02: what a role gives and takes acts on the next call of an open session, in calls and in the menu.
func TestARoleActsAtOnce(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		admin, floor := signedIn(t, server, "13800000001"), signedIn(t, server, "13800000004")
		as := func(who map[string]string, method, path string, body any, into any) (status, code int) {
			t.Helper()
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, r, answer := send(t, method, server.URL+api.Prefix+path, who, "application/json", bytes.NewReader(raw))
			if into != nil {
				if err := json.Unmarshal(r.Data, into); err != nil {
					t.Fatalf("%s %s: %d %s", method, path, status, answer)
				}
			}
			return status, r.Code
		}
		may := func(want int, what string) {
			t.Helper()
			status, _ := as(floor, "GET", "bms/machine?size=1", nil, nil)
			if status != want {
				t.Errorf("%s: the machines answer %d, want %d", what, status, want)
			}
			var tree menu.Tree
			as(floor, "POST", "upms/user/getModuleTree.do", map[string]any{"needMenu": 1}, &tree)
			if got := tree.MenuData.PermittedOperations["ems.machine.check"]; got != (want == http.StatusOK) {
				t.Errorf("%s: the menu says %v", what, got)
			}
		}
		may(http.StatusForbidden, "before")
		var made struct{ Row access.Role }
		as(admin, "POST", "upms/role", map[string]any{"code": "eye", "nameZh": "看设备"}, &made)
		role := "upms/role/" + made.Row.ID
		for path, body := range map[string]map[string]any{
			"permission": {"grants": []string{"ems.machine.check"}}, "app-menu": {"held": []string{}}, "section": {"held": []string{}}, "file": {"held": []string{}}, "qa": {"held": []string{}},
		} {
			if status, _ := as(admin, "POST", role+"/"+path, body, nil); status != http.StatusUnprocessableEntity {
				t.Errorf("%s without the version that was read: %d", path, status)
			}
		}
		if status, _ := as(admin, "POST", role+"/permission", map[string]any{"grants": []string{"ems.machine.check"}, "version": made.Row.Version}, nil); status != http.StatusOK {
			t.Fatalf("granting: %d", status)
		}
		var found access.Users
		as(admin, "GET", role+"/candidate?q=floor", nil, &found)
		if len(found.Rows) != 1 {
			t.Fatalf("found %+v", found)
		}
		as(admin, "POST", role+"/users", map[string]any{"add": []string{found.Rows[0].ID}}, nil)
		may(http.StatusOK, "given")
		if _, code := as(admin, "DELETE", role, nil, nil); code != 20010 {
			t.Errorf("deleting a role with a user: %d", code)
		}
		as(admin, "PATCH", role, map[string]any{"version": 2, "valid": false}, nil)
		may(http.StatusForbidden, "invalid")
		as(admin, "PATCH", role, map[string]any{"version": 3, "valid": true}, nil)
		may(http.StatusOK, "valid again")
		var effective access.Effective
		as(admin, "GET", "upms/member/"+found.Rows[0].ID+"/permission", nil, &effective)
		var held []string
		for _, m := range effective.Modules {
			for _, area := range m.Areas {
				for _, page := range area.Pages {
					for _, o := range page.Operations {
						if o.Key == "ems.machine.check" {
							held = append(held, m.Name.Zh, page.Name.Zh, o.Name.Zh, strings.Join(o.By, " "))
						}
					}
				}
			}
		}
		if want := []string{"设备资产", "设备", "查看", made.Row.ID}; !slices.Equal(held, want) {
			t.Errorf("held is %q, want %q", held, want)
		}
		// PERM-02: to take somebody out of a role takes the permission to remove, beside the one to change it.
		var clerk struct{ Row access.Role }
		as(admin, "POST", "upms/role", map[string]any{"code": "clerk", "nameZh": "文员"}, &clerk)
		clerks := "upms/role/" + clerk.Row.ID
		grants := []string{"system.role.check", "system.role.detail", "system.role.modify", "ems.machine.check"}
		as(admin, "POST", clerks+"/permission", map[string]any{"grants": grants, "version": 1}, nil)
		planner := signedIn(t, server, "13800000002")
		var planners access.Users
		as(admin, "GET", clerks+"/candidate?q=李伟", nil, &planners)
		as(admin, "POST", clerks+"/users", map[string]any{"add": []string{planners.Rows[0].ID}}, nil)
		take := map[string]any{"remove": []string{found.Rows[0].ID}}
		if status, _ := as(planner, "POST", role+"/users", take, nil); status != http.StatusForbidden {
			t.Errorf("taken away by whoever may change roles alone: %d", status)
		}
		may(http.StatusOK, "not taken away")
		as(admin, "POST", clerks+"/permission", map[string]any{"grants": append(grants, "system.role.remove"), "version": 2}, nil)
		if status, code := as(planner, "POST", role+"/users", take, nil); status != http.StatusOK {
			t.Errorf("taken away by whoever may remove: %d %d", status, code)
		}
		as(admin, "POST", clerks+"/users", map[string]any{"remove": []string{planners.Rows[0].ID}}, nil)
		may(http.StatusForbidden, "taken away")
		var why access.Reason
		as(floor, "GET", "upms/permission/why?permission=ems.machine.check", nil, &why)
		if why.Reason != access.ReasonGrant || why.Module.Zh != "设备资产" || why.Page.En != "Machines" || why.Operation.Zh != "查看" || len(why.People) != 1 {
			t.Errorf("why: %+v", why)
		}
		if status, code := as(admin, "POST", "upms/role/"+made.Row.ID+"/users", map[string]any{"remove": []string{effective.Member.ID}}, nil); status != 200 || code != 1 {
			t.Errorf("taken away twice: %d %d", status, code)
		}
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			var m identity.Member
			if err := tx.Select(&m).Where("id = ?", effective.Member.ID).Scan(ctx); err != nil || !slices.Equal(m.Roles, []string{"floor"}) {
				t.Errorf("the member keeps %v, %v", m.Roles, err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}
