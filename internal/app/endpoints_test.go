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

// BASE-ALL-05: each kind of record is listed, read, made, changed and deleted under its address.
func TestEachKindOfRecordHasItsCalls(t *testing.T) {
	a := bareApp(t)
	declared := map[string]bool{}
	for _, op := range a.API.Operations() {
		declared[op.Method+" "+op.Path] = true
	}
	for _, path := range []string{
		"bms/machine", "bms/section", "bms/shift", "bms/calendar", "bms/group", "bms/material", "bms/process", "sys/gatewayServer", "upms/user", "upms/role", "upms/department", "upms/title",
	} {
		for _, call := range []string{"GET " + path, "POST " + path, "GET " + path + "/{id}", "PATCH " + path + "/{id}", "DELETE " + path + "/{id}"} {
			if !declared[call] {
				t.Errorf("there is no %s", call)
			}
		}
	}
	for _, call := range []string{"GET platform/tenant", "GET platform/tenant/{id}", "POST platform/tenant/open", "PATCH platform/tenant/{id}"} {
		if !declared[call] {
			t.Errorf("there is no %s", call)
		}
	}
}

// BASE-SECTION-01, BASE-TEAM-01, BASE-MACHINE-01, BASE-SHIFT-01, BASE-CALENDAR-01: whoever may check a record finds its screen in
// the menu; the list has its columns and the form its fields.
func TestEachKindOfRecordHasItsScreen(t *testing.T) {
	a := bareApp(t)
	fields := declared(a)
	for key, want := range map[string]struct{ entity, tree, path, columns string }{
		"system.section":  {"section", "system.section", "/settings/section", "name chineseName sectionType unitPrice sortOrder valid"},
		"system.group":    {"group", "system.group", "/settings/group", "code name calendarId shiftId capacity scheduled valid"},
		"ems.machine":     {"machine", "ems.machine", "/ems/machine", "name groupId status"},
		"system.shift":    {"shift", "system.shift", "/settings/shift", "name englishName shiftType effective"},
		"system.calendar": {"calendar", "system.calendar", "/settings/calendar", "name default valid sortOrder remark"},
	} {
		module, _, _ := strings.Cut(key, ".")
		who := store.Actor{May: map[string]bool{want.tree + ".check": true, want.tree + ".modify": true}, Modules: map[string]bool{module: true}}
		item, ok := menu.Company{}.Leaves(who, "en")[key]
		if !ok || item.MenuURL != want.path || !slices.Equal(item.OptChildren[want.tree], []string{"check", "modify"}) {
			t.Errorf("%s stands in the menu as %+v", key, item)
		}
		if _, ok := (menu.Company{}).Leaves(store.Actor{Modules: who.Modules}, "en")[key]; ok {
			t.Errorf("%s is shown to who may not check it", key)
		}
		for _, column := range strings.Fields(want.columns) {
			if f := fields[want.entity+"."+column]; f == nil || f.Hidden {
				t.Errorf("the list of %s has no %s", want.entity, column)
			}
		}
	}
	for _, lines := range []string{"shift.periods.start", "calendar.holidays.kind"} {
		path := strings.Split(lines, ".")
		if f := fields[path[0]+"."+path[1]]; f == nil || !slices.ContainsFunc(f.Fields, func(f *resource.Field) bool { return f.Key == path[2] }) {
			t.Errorf("the form has no lines %s", lines)
		}
	}
	if f := fields["group.userIds"]; f == nil || f.Target != "member" {
		t.Errorf("a group chooses its members by %+v", f)
	}
	if f := fields["machine.groupId"]; f == nil || f.Target != "group" {
		t.Errorf("a machine names its group by %+v", f)
	}
}

// SAPI-05: both addresses end the session, without anything sent along.
func TestBothWaysToSignOut(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		for _, path := range []string{"logout", "upms/user/logout.do"} {
			header := signedIn(t, server, "13800000002")
			if status, r := ask(t, server, header, http.MethodGet, "checklogin", nil); status != http.StatusOK || r.Code != 1 {
				t.Fatalf("signed in: %d %+v", status, r)
			}
			if status, r := ask(t, server, header, http.MethodGet, path, nil); status != http.StatusOK || r.Code != 1 {
				t.Errorf("%s: %d %+v", path, status, r)
			}
			if status, r := ask(t, server, header, http.MethodGet, "checklogin", nil); status != http.StatusUnauthorized || r.Code != 401 {
				t.Errorf("after %s: %d %+v", path, status, r)
			}
		}
	})
}

// SCOPE-01: one server signs in two companies that the operator has opened: both see every module of the product, each works in
// its own, and each is told of itself alone.
func TestOnePlatformServesManyCompanies(t *testing.T) {
	eachTown(t, func(n *town) {
		seen := map[string][]string{}
		for i, c := range []struct{ code, phone, opened string }{{"north", "13655550001", "aps common pm system"}, {"south", "13655550002", "aps common system"}} {
			_, r := n.ask(n.operator, http.MethodPost, "platform/tenant/open", map[string]any{
				"code": c.code, "name": "Company " + c.code, "factoryName": "Plant " + c.code, "zone": "Asia/Shanghai", "realName": "张三", "phoneNum": c.phone,
			})
			var made struct{ TenantID, Password string }
			if err := json.Unmarshal(r.Data, &made); err != nil || made.TenantID == "" {
				t.Fatalf("%+v %v", r, err)
			}
			if status, r := n.ask(n.operator, http.MethodPatch, "platform/tenant/"+made.TenantID, map[string]any{"version": 1, "modules": strings.Fields(c.opened)}); status != http.StatusOK {
				t.Fatalf("the modules of %s: %+v", c.code, r)
			}
			boss := signedInWith(t, n.server, c.phone, made.Password)
			ownPassword(t, n.server, boss, made.Password)
			_, r = n.ask(boss, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{"needMenu": 1})
			var tree menu.Tree
			if err := json.Unmarshal(r.Data, &tree); err != nil {
				t.Fatalf("%+v %v", r, err)
			}
			if u := tree.UserData; u.TenantID != made.TenantID || u.TenantName != "Company "+c.code || u.FactoryName != "Plant "+c.code {
				t.Errorf("%s works in %+v", c.code, u)
			}
			var opened []string
			for _, m := range tree.ModuleData {
				seen[c.code] = append(seen[c.code], m.ModuleKey)
				if m.Opened {
					opened = append(opened, m.ModuleKey)
				}
			}
			if slices.Sort(opened); strings.Join(opened, " ") != c.opened {
				t.Errorf("%s has %q opened, want %q", c.code, opened, c.opened)
			}
			status, _ := n.ask(boss, http.MethodGet, "pm/mould", nil)
			if want := []int{http.StatusOK, http.StatusConflict}[i]; status != want {
				t.Errorf("%s asks for moulds: %d, want %d", c.code, status, want)
			}
		}
		if len(seen["north"]) != 31 || !slices.Equal(seen["north"], seen["south"]) {
			t.Errorf("the companies see %v and %v", seen["north"], seen["south"])
		}
	})
}
