package identity_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// TENANT-16, FACTORY-08, ERR-08: a tenant that asks for a code gets one, once in eight hours of a session; what the browser
// says of itself is never believed, and remembering the tenant for the next session is no way around.
func TestSwitchingAsksForACode(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.change(w.two, "verify_switch", true)
		w.signIn()
		to := map[string]any{"tenantId": w.two.ID, "factoryId": w.left.ID, "verifiedViaSMS": 1}
		r := w.call("switchTenant", to)
		if r.Code != 800024 || r.Status != http.StatusForbidden || string(r.Data) != `{"param":["138******11"]}` {
			w.t.Fatalf("without a code: %+v %s", r, r.Data)
		}
		if r := w.call("upms/user/rememberLastTenant.do", map[string]any{"tenantId": w.two.ID, "factoryId": w.left.ID}); r.Code != 800024 {
			w.t.Errorf("remembering goes around the code: %+v", r)
		}
		to["phoneCode"] = "0000"
		if r := w.call("switchTenant", to); r.Code != 422 {
			w.t.Errorf("a wrong code: %+v", r)
		}
		if tenant, _ := w.where(); tenant != w.one.ID {
			w.t.Fatalf("a wrong code moved the session to %s", tenant)
		}
		to["phoneCode"] = wandererCode
		if r := w.call("switchTenant", to); r.Code != 1 {
			w.t.Fatalf("the right code: %+v", r)
		}
		checked := w.codesChecked
		delete(to, "phoneCode")
		back := map[string]any{"tenantId": w.one.ID}
		w.now = w.now.Add(3 * time.Hour)
		w.call("switchTenant", back)
		if r := w.call("switchTenant", to); r.Code != 1 || w.codesChecked != checked {
			w.t.Errorf("three hours later: %+v", r)
		}
		w.now = w.now.Add(3 * time.Hour)
		w.call("switchTenant", back)
		w.now = w.now.Add(3 * time.Hour)
		if r := w.call("switchTenant", to); r.Code != 800024 {
			w.t.Errorf("nine hours later: %+v", r)
		}
	})
}

// EXPIRY-05, LOGIN-10, TENANT-17: beyond its days of grace a tenant is not entered, keeps its data and writes nothing;
// another tenant of the account takes its place at the sign-in.
func TestABlockedTenant(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		var token string
		if err := w.db.System(t.Context(), "the test wants a program", func(tx store.Tx) error {
			var m identity.Member
			if err := tx.Select(&m).Where("tenant_id = ?", w.one.ID).Scan(t.Context()); err != nil {
				return err
			}
			var err error
			token, err = w.identity.IssueToken(t.Context(), tx, &m, "program")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		program := func() error {
			_, err := w.identity.Authenticate(t.Context(), api.Caller{Bearer: token})
			return err
		}
		flags := func() string {
			var list []struct{ AllowLoginFlag, OverdueFlag int }
			if r := w.call("upms/user/getGlobalUserOfTenantInfo.do", map[string]any{}); json.Unmarshal(r.Data, &list) != nil {
				w.t.Fatalf("the tenants: %+v", r)
			}
			return fmt.Sprint(list)
		}
		w.expire(w.one, 15)
		if got := flags(); got != "[{1 1} {1 0} {1 0}]" {
			w.t.Errorf("on the last day of grace the flags are %s", got)
		}
		if r := w.call("probe/write", map[string]any{}); r.Code != 1 {
			w.t.Errorf("on the last day of grace: %+v", r)
		}
		if err := program(); err != nil {
			w.t.Errorf("a program on the last day of grace: %v", err)
		}
		w.expire(w.one, 16)
		if got := flags(); got != "[{0 1} {1 0} {1 0}]" {
			w.t.Errorf("beyond the grace the flags are %s", got)
		}
		if r := w.call("probe/write", map[string]any{}); r.Code != 20000 || !strings.Contains(r.Message, "licence has expired") {
			w.t.Errorf("a write: %+v", r)
		}
		if r := w.call("probe/read", map[string]any{}); r.Code != 1 {
			w.t.Errorf("a read: %+v", r)
		}
		if err := program(); err == nil || problem.Of(err).Code != 11015 {
			w.t.Errorf("a program: %v", err)
		}
		if reply := w.signIn(); reply.AllowLoginFlag != 1 || reply.TenantID != w.two.ID {
			w.t.Errorf("the sign-in goes to %+v", reply)
		}
		if r := w.call("switchTenant", map[string]any{"tenantId": w.one.ID}); r.Code != 11015 || !strings.Contains(r.Message, "licence") {
			w.t.Errorf("switching to it: %+v", r)
		}
		w.expire(w.two, 400)
		w.expire(w.private, 400)
		if reply := w.signIn(); reply.AllowLoginFlag != 0 || reply.Token != "" || reply.LongToken != "" || *reply.ExpireRemainDays != -16 || reply.MaxOverdueDays != 15 || reply.ExpireDate == nil {
			w.t.Errorf("with every licence ended: %+v", reply)
		}
	})
}

// TENANT-16, FACTORY-04: what remembering asks for can be given, so that its dialog ends; the proof counts for the switch too.
func TestRememberingTakesTheCode(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.change(w.two, "verify_switch", true)
		w.signIn()
		to := map[string]any{"tenantId": w.two.ID, "factoryId": w.left.ID}
		for code, want := range map[string]int{"": 800024, "0000": 422} {
			to["phoneCode"] = code
			if r := w.call("upms/user/rememberLastTenant.do", to); r.Code != want {
				w.t.Errorf("with the code %q: %+v", code, r)
			}
		}
		to["phoneCode"] = wandererCode
		if r := w.call("upms/user/rememberLastTenant.do", to); r.Code != 1 {
			w.t.Fatalf("with the right code: %+v", r)
		}
		checked := w.codesChecked
		delete(to, "phoneCode")
		if r := w.call("switchTenant", to); r.Code != 1 || w.codesChecked != checked {
			w.t.Errorf("after the proof the switch answers %+v", r)
		}
		if reply := w.signIn(); reply.TenantID != w.two.ID {
			w.t.Errorf("the next sign-in is in %s", reply.TenantName)
		}
	})
}

// A session that ran out goes on in its own place, also when another one of the account has moved since.
func TestARenewedSessionStaysWhereItWas(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		old, long := w.token, w.long
		w.signIn()
		w.call("switchTenant", map[string]any{"tenantId": w.two.ID, "factoryId": w.right.ID})
		w.token, w.long = old, long
		w.now = w.now.Add(5 * time.Hour)
		r := w.call("getTokenService", map[string]any{})
		var reply identity.LoginReply
		if err := json.Unmarshal(r.Data, &reply); err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		w.token = reply.Token
		if tenant, factory := w.where(); tenant != w.one.ID || factory != w.first.ID {
			t.Errorf("it went on in %s, %s", tenant, factory)
		}
	})
}
