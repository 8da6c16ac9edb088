package identity_test

import (
	"encoding/json"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// places are the companies that the wanderer is told of, by name.
func (w *wandererWorld) places() (names []string, by map[string]identity.TenantInfo) {
	w.t.Helper()
	var list []identity.TenantInfo
	if r := w.call("upms/user/getGlobalUserOfTenantInfo.do", map[string]any{}); json.Unmarshal(r.Data, &list) != nil {
		w.t.Fatalf("%+v", r)
	}
	by = map[string]identity.TenantInfo{}
	for _, info := range list {
		names, by[info.TenantName] = append(names, info.TenantName), info
	}
	return names, by
}

// member changes the wanderer's membership of a company.
func (w *wandererWorld) member(t *tenancy.Tenant, set string, value any) {
	w.t.Helper()
	if err := w.db.System(w.t.Context(), "the test changes a member", func(tx store.Tx) error {
		_, err := tx.Change((*identity.Member)(nil)).Set(set+" = ?", value).Where("tenant_id = ?", t.ID).Exec(w.t.Context())
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

// A company tells its end, a factory its gateway, by the gateway's id and by its own; whose membership has ended is told of none.
func TestWhatACompanyTellsItsMember(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		server := tenancy.GatewayServer{Name: "GW", Factory: w.left.ID, InnerIP: "192.168.1.20", HTTPSPort: 443}
		server.TenantID = w.two.ID
		if err := w.db.System(t.Context(), "the test puts up a gateway", func(tx store.Tx) error { return tx.Insert(t.Context(), &server) }); err != nil {
			t.Fatal(err)
		}
		w.signIn()
		w.change(w.two, "hasp_expire_switch", tenancy.Watched)
		w.change(w.two, "expire_date", "2099-12-31")
		_, by := w.places()
		if two := by["Company two"]; two.ExpireTime != "2099-12-31" || two.ExpireRemainDays == nil || two.OverdueFlag != 0 || two.AllowLoginFlag != 1 || two.FactoryID != "" || two.FactoryName != "" || two.GatewayState != 1 {
			t.Errorf("two: %+v", two)
		}
		if one := by["Company one"]; one.ExpireTime != "" || one.ExpireRemainDays != nil || one.FactoryName != "one 1" || one.FactoryID != w.first.ID {
			t.Errorf("one: %+v", one)
		}
		for _, id := range []string{server.ID, w.left.ID} {
			w.lastFactory(w.two.ID, w.right.ID)
			if r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID, "factoryId": id}); r.Code != 1 {
				t.Errorf("to %s: %+v", id, r)
			}
			if _, factory := w.where(); factory != w.left.ID || w.lastFactory(w.two.ID) != w.left.ID {
				t.Errorf("by %s it stands in %s", id, factory)
			}
		}
		if _, by = w.places(); by["Company two"].FactoryID != w.left.ID || by["Company two"].FactoryName != "two 1" || by["Company two"].GatewayState != 0 {
			t.Errorf("with a gateway whose line is down: %+v", by["Company two"])
		}
		// A supplier's person is told neither where the gateways are nor when the licence ends.
		w.member(w.two, "supplier_id", "a supplier")
		_, by = w.places()
		if two := by["Company two"]; two.ExpireTime != "" || two.ExpireRemainDays != nil || two.MaxOverdueDays != 0 || two.FactoryID != w.left.ID || two.GatewayState != 1 {
			t.Errorf("two tells its guest %+v", two)
		}
		for _, g := range by["Company two"].GatewayList {
			if g.ServerAppUUID != g.FactoryID || g.InnerIP != "" || g.HTTPSPort != nil || !g.Live {
				t.Errorf("two tells its guest of the gateway %+v", g)
			}
		}
		if r := w.signIn(); r.TenantName != "Company two" || r.ExpireDate != nil || r.ExpireRemainDays != nil {
			t.Errorf("a guest signs in to %+v", r)
		}
		w.member(w.two, "supplier_id", "")
		if r := w.signIn(); r.TenantName != "Company two" || r.ExpireDate == nil || r.ExpireRemainDays == nil {
			t.Errorf("a member signs in to %+v", r)
		}
		w.member(w.private, "enabled", false)
		w.member(w.one, "expire_date", "2020-01-01")
		if names, _ := w.places(); len(names) != 1 || names[0] != "Company two" {
			t.Errorf("the companies are %q", names)
		}
		w.member(w.two, "factories", `["`+w.right.ID+`"]`)
		if _, by = w.places(); len(by["Company two"].GatewayList) != 1 || by["Company two"].FactoryID != w.right.ID {
			t.Errorf("with one factory left: %+v", by["Company two"])
		}
	})
}

// A sign-in begins in the last company, in another where the licence of that one has run out, else in the oldest membership;
// who may enter none today is told why.
func TestWhereASignInBegins(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		begins := func() string { return w.signIn().TenantName }
		last := func(id string) {
			t.Helper()
			if err := w.db.System(t.Context(), "the test has somebody work elsewhere", func(tx store.Tx) error {
				_, err := tx.Change((*identity.Account)(nil)).Set("last_tenant = ?", id).Where("phone = ?", wanderer).Exec(t.Context())
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		if got := begins(); got != "Company one" {
			t.Errorf("at first: %s", got)
		}
		last(w.private.ID)
		if got := begins(); got != "Company private" {
			t.Errorf("in the last one: %s", got)
		}
		w.expire(w.private, 400)
		if got := begins(); got != "Company one" {
			t.Errorf("with its licence over: %s", got)
		}
		w.expire(w.one, 400)
		if got := begins(); got != "Company two" {
			t.Errorf("with two licences over: %s", got)
		}
		w.expire(w.two, 400)
		if reply := w.signIn(); reply.TenantName != "Company private" || reply.AllowLoginFlag != 0 || reply.Token != "" {
			t.Errorf("with all of them over: %+v", reply)
		}
		last(w.stranger.ID)
		if reply := w.signIn(); reply.TenantName != "Company one" || reply.Token != "" {
			t.Errorf("with all of them over, the last one a stranger's: %+v", reply)
		}
		for _, c := range []*tenancy.Tenant{w.one, w.two, w.private} {
			w.member(c, "enabled", false)
		}
		w.token, w.long = "", ""
		if r := w.call("upms/user/login", map[string]any{"phoneNum": wanderer, "password": w.keys()(wandererPass)}); r.Code != 11015 || r.Message != "The account is disabled or has expired, please contact the administrator" {
			t.Errorf("disabled everywhere: %+v", r)
		}
	})
}

// A session that ran out goes on in its own place; when that is closed to its person it begins anew at home.
func TestARenewedSessionLeavesAClosedPlace(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		if r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID, "factoryId": w.right.ID}); r.Code != 1 {
			t.Fatalf("%+v", r)
		}
		renew := func() (reply identity.LoginReply) {
			t.Helper()
			w.now = w.now.Add(5 * time.Hour)
			r := w.call("getTokenService", map[string]any{})
			if err := json.Unmarshal(r.Data, &reply); err != nil || reply.Token == "" {
				t.Fatalf("%+v: %v", r, err)
			}
			w.token = reply.Token
			return reply
		}
		if reply := renew(); reply.TenantID != w.two.ID {
			t.Errorf("it goes on in %s", reply.TenantName)
		}
		if _, factory := w.where(); factory != w.right.ID {
			t.Errorf("it goes on in %s", factory)
		}
		w.member(w.two, "expire_date", "2020-01-01")
		if reply := renew(); reply.TenantID != w.one.ID {
			t.Errorf("out of a closed place it goes to %s", reply.TenantName)
		}
		w.token = "unknown"
		if reply := renew(); reply.TenantID != w.one.ID {
			t.Errorf("from a session that is not known: %s", reply.TenantName)
		}
	})
}
