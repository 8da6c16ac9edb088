package identity_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

const (
	wanderer     = "13800001111"
	wandererCode = "4321"
	wandererPass = "Passw0rd1"
)

// wandererWorld is a person with three tenants: one factory, two factories, and a personal one.
type wandererWorld struct {
	t                 *testing.T
	db                *store.DB
	identity          *identity.Identity
	server            *httptest.Server
	now               time.Time
	one, two, private *tenancy.Tenant
	first, left       *tenancy.Factory
	right             *tenancy.Factory
	stranger          *tenancy.Tenant
	token, long       string
	codesChecked      int
}

func wandererWorlds(t *testing.T, fn func(w *wandererWorld)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &wandererWorld{t: t, db: db, now: store.Now()}
		s := api.New(db, "test")
		w.identity = identity.New(identity.Deps{
			DB: db, Permissions: s.Permissions, Now: func() time.Time { return w.now },
			Proven: func(_ context.Context, phone string, _ verify.Purpose, code string) error {
				w.codesChecked++
				if phone != wanderer || code != wandererCode {
					return problem.Invalid(problem.Field("phoneCode", "verification", problem.L("验证失败", "Verification failed")))
				}
				return nil
			},
		})
		s.Authenticate = w.identity.Authenticate
		w.identity.Mount(s)
		w.identity.MountSwitch(s)
		type None struct{}
		api.Write(s, api.Operation{Method: http.MethodPost, Path: "probe/write", ID: "probe-write", Access: api.SignedIn}, func(context.Context, store.Tx, *struct{}) (None, error) { return None{}, nil })
		api.Read(s, api.Operation{Method: http.MethodPost, Path: "probe/read", ID: "probe-read", Access: api.SignedIn}, func(context.Context, store.Tx, *struct{}) (None, error) { return None{}, nil })
		w.server = httptest.NewServer(s.Handler())
		t.Cleanup(func() { w.server.Close(); w.identity.Wait() })
		if err := db.System(t.Context(), "the test makes tenants", w.make); err != nil {
			t.Fatal(err)
		}
		fn(w)
	})
}

func (w *wandererWorld) make(tx store.Tx) (err error) {
	ctx := w.t.Context()
	create := func(code string, personal bool) (*tenancy.Tenant, *tenancy.Factory) {
		t, f, fault := tenancy.Create(ctx, tx, tenancy.New{Code: code, Name: "Company " + code, FactoryCode: "F1", FactoryName: code + " 1", Zone: "Asia/Shanghai", Personal: personal})
		if fault != nil {
			err = fault
		}
		return t, f
	}
	w.one, w.first = create("one", false)
	w.two, w.left = create("two", false)
	w.private, _ = create("private", true)
	w.stranger, _ = create("stranger", false)
	if err != nil {
		return err
	}
	w.right = &tenancy.Factory{Code: "F2", Name: "two 2", Zone: "Europe/Berlin"}
	w.right.TenantID = w.two.ID
	if err := tx.Insert(ctx, w.right); err != nil {
		return err
	}
	for _, m := range []identity.NewMember{
		{TenantID: w.one.ID, UserName: "w1", Factories: []string{w.first.ID}},
		{TenantID: w.two.ID, UserName: "w2", Factories: []string{w.left.ID, w.right.ID}},
		{TenantID: w.private.ID, UserName: "w3", Factories: []string{}},
	} {
		m.Phone, m.Password, m.RealName, m.Roles = wanderer, wandererPass, "Wanderer", []string{access.Administrator}
		if _, err := w.identity.Add(ctx, tx, m); err != nil {
			return err
		}
	}
	return nil
}

type wandererReply struct {
	Status  int
	Code    int
	Message string
	Data    json.RawMessage
}

func (w *wandererWorld) call(path string, body any) wandererReply {
	w.t.Helper()
	var text []byte
	contentType := "application/json"
	if form, ok := body.(string); ok {
		text, contentType = []byte(form), "application/x-www-form-urlencoded"
	} else {
		var err error
		if text, err = json.Marshal(body); err != nil {
			w.t.Fatal(err)
		}
	}
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.server.URL+api.Prefix+path, bytes.NewReader(text))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("mdbtk", w.token)
	r.Header.Set("Blade-Auth", "bearer "+w.long)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }() // read only
	reply := wandererReply{Status: res.StatusCode}
	if err := json.NewDecoder(res.Body).Decode(&reply); err != nil {
		w.t.Fatal(err)
	}
	return reply
}

// signIn begins a session as a fresh sign-in would.
func (w *wandererWorld) signIn() identity.LoginReply {
	w.t.Helper()
	w.token, w.long = "", ""
	key := w.keys()
	r := w.call("upms/user/login", map[string]any{"phoneNum": wanderer, "password": key(wandererPass)})
	var reply identity.LoginReply
	if err := json.Unmarshal(r.Data, &reply); err != nil {
		w.t.Fatalf("%+v: %v", r, err)
	}
	w.token, w.long = reply.Token, reply.LongToken
	return reply
}

// where reads the place of the session.
func (w *wandererWorld) where() (tenant, factory string) {
	w.t.Helper()
	actor, err := w.identity.Authenticate(w.t.Context(), api.Caller{Token: w.token})
	if err != nil {
		w.t.Fatal(err)
	}
	return actor.TenantID, actor.FactoryID
}

func (w *wandererWorld) change(t *tenancy.Tenant, set string, value any) {
	w.t.Helper()
	if err := w.db.System(w.t.Context(), "the test is the operator", func(tx store.Tx) error {
		_, err := tx.Change((*tenancy.Tenant)(nil)).Set(set+" = ?", value).Where("id = ?", t.ID).Exec(w.t.Context())
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

// expire lets a tenant's licence end some days before today in its zone.
func (w *wandererWorld) expire(t *tenancy.Tenant, daysAgo int) {
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		w.t.Fatal(err)
	}
	w.change(t, "hasp_expire_switch", tenancy.Watched)
	w.change(t, "expire_date", string(quantity.DateOf(w.now.AddDate(0, 0, -daysAgo), zone)))
}

// SCOPE-03, SCOPE-05, TENANT-01, GATEWAY-01, SAPI-09, SAPI-18: one account, all its tenants and factories, and nobody else's.
func TestTheAccountSeesItsTenants(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		w.expire(w.two, -7)
		r := w.call("upms/user/getGlobalUserOfTenantInfo.do", map[string]any{})
		var list []map[string]any
		if err := json.Unmarshal(r.Data, &list); err != nil || len(list) != 3 {
			w.t.Fatalf("%d tenants, %v: %+v", len(list), err, r)
		}
		for _, field := range strings.Fields("tenantId tenantName tenantType factoryId factoryName gatewayState allowLoginFlag overdueFlag expireTime expireRemainDays loginDelaySeconds gatewayList realName") {
			if _, ok := list[0][field]; !ok {
				w.t.Errorf("a tenant lacks %s", field)
			}
		}
		if list[2]["tenantType"] != 1.0 || len(list[2]["gatewayList"].([]any)) != 0 || list[1]["tenantType"] == 1.0 {
			w.t.Errorf("the personal tenant is %v", list[2])
		}
		if list[1]["expireRemainDays"] != 7.0 || list[1]["factoryId"] != "" || list[0]["factoryId"] != w.first.ID || list[0]["expireTime"] != "" {
			w.t.Errorf("the tenants are %v", list[:2])
		}
		r = w.call("upms/user/getGatewayServerList.do", map[string]any{})
		var servers []map[string]any
		if err := json.Unmarshal(r.Data, &servers); err != nil || len(servers) != 3 {
			w.t.Fatalf("%d servers, %v", len(servers), err)
		}
		for _, field := range strings.Fields("serverAppUuid factoryId factoryName tenantType tenantName allowLoginFlag gatewayState innerIp outerIp httpPort httpsPort httpOuterPort httpsOuterPort") {
			if _, ok := servers[0][field]; !ok {
				w.t.Errorf("a server lacks %s", field)
			}
		}
		names := []string{}
		for _, s := range servers {
			names = append(names, s["factoryName"].(string))
		}
		if !slices.Equal(names, []string{"one 1", "two 1", "two 2"}) {
			w.t.Errorf("the factories are %v", names)
		}
	})
}

// TENANT-10, SCOPE-05: switching moves the session, its permissions and its zone; the next sign-in begins there.
func TestSwitchingMovesTheSession(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		if tenant, factory := w.where(); tenant != w.one.ID || factory != w.first.ID {
			w.t.Fatalf("the first sign-in is in %s, %s", tenant, factory)
		}
		r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID, "factoryId": w.right.ID, "serverAppUuid": w.right.ID})
		var data struct{ Gateway tenancy.Gateway }
		if err := json.Unmarshal(r.Data, &data); err != nil || r.Code != 1 || data.Gateway.FactoryName != "two 2" || data.Gateway.GatewayState != 1 {
			w.t.Fatalf("%+v %v", r, err)
		}
		if tenant, factory := w.where(); tenant != w.two.ID || factory != w.right.ID {
			w.t.Errorf("after switching it is in %s, %s", tenant, factory)
		}
		w.signIn()
		if tenant, factory := w.where(); tenant != w.two.ID || factory != w.right.ID {
			w.t.Errorf("the next sign-in is in %s, %s", tenant, factory)
		}
		// A factory says where without its gateway.
		if r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID, "factoryId": w.left.ID}); r.Code != 1 {
			w.t.Fatalf("by the factory alone: %+v", r)
		}
		if tenant, factory := w.where(); tenant != w.two.ID || factory != w.left.ID {
			w.t.Errorf("by the factory alone it is in %s, %s", tenant, factory)
		}
	})
}

// SAPI-10: a gateway alone says where to go.
func TestChangingTheGateway(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		if r := w.call("upms/user/changeGateway.do", map[string]any{"serverAppUuid": w.left.ID}); r.Code != 1 {
			w.t.Fatalf("%+v", r)
		}
		if tenant, factory := w.where(); tenant != w.two.ID || factory != w.left.ID {
			w.t.Errorf("it is in %s, %s", tenant, factory)
		}
		if r := w.call("upms/user/changeGateway.do", map[string]any{"serverAppUuid": "nobody's"}); r.Code != 11015 {
			w.t.Errorf("a gateway of nobody's: %+v", r)
		}
	})
}

// Nobody gets into a tenant or a factory that is not theirs, whatever they write; a tenant that does not exist answers
// the same.
func TestSwitchingElsewhereIsRefused(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		other := w.call("switchTenant", map[string]any{"tenantId": w.stranger.ID})
		none := w.call("switchTenant", map[string]any{"tenantId": "no such tenant"})
		if other.Code != 11015 || other.Message != none.Message {
			w.t.Errorf("a stranger's tenant says %+v, none %+v", other, none)
		}
		for _, id := range []string{w.first.ID, "no such factory"} {
			if r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID, "factoryId": id}); r.Code != 11015 {
				w.t.Errorf("factory %s in tenant two: %+v", id, r)
			}
		}
		if r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID}); r.Code != 422 || !strings.Contains(string(r.Data), "Please select factory") {
			w.t.Errorf("without a factory among two: %+v", r)
		}
		if tenant, _ := w.where(); tenant != w.one.ID {
			w.t.Errorf("the session moved to %s", tenant)
		}
	})
}

// SAPI-16, FACTORY-04: the next sign-in begins where the person chose, and what is not theirs cannot be remembered.
func TestRememberingTheLastTenant(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		w.signIn()
		if r := w.call("upms/user/rememberLastTenant.do", map[string]any{"tenantId": w.private.ID, "factoryId": ""}); r.Code != 1 {
			w.t.Fatalf("%+v", r)
		}
		if tenant, _ := w.where(); tenant != w.one.ID {
			w.t.Errorf("remembering moved the session")
		}
		if reply := w.signIn(); reply.TenantID != w.private.ID {
			w.t.Errorf("the next sign-in is in %s", reply.TenantName)
		}
		if r := w.call("upms/user/rememberLastTenant.do", map[string]any{"tenantId": w.stranger.ID}); r.Code != 11015 {
			w.t.Errorf("a stranger's tenant was remembered: %+v", r)
		}
	})
}

// GATEWAY-02, GATEWAY-08, GATEWAY-09: the check says whether the gateway's own line to the cloud is up; it believes no address
// and tells nothing of other tenants' gateways.
func TestGatewayCheck(t *testing.T) {
	wandererWorlds(t, func(w *wandererWorld) {
		server := tenancy.GatewayServer{Name: "GW", Factory: w.left.ID, InnerIP: "192.168.1.20", HTTPSPort: 443}
		server.TenantID = w.two.ID
		if err := w.db.System(t.Context(), "the test puts up a gateway", func(tx store.Tx) error { return tx.Insert(t.Context(), &server) }); err != nil {
			t.Fatal(err)
		}
		w.signIn()
		check := func(id string) wandererReply {
			return w.call("sys/gateway/connect", "serverAppUuid="+id+"&gatewayIp=127.0.0.1&gatewayPort=22")
		}
		linked := func(until time.Time) {
			if err := w.db.System(t.Context(), "the gateway reports", func(tx store.Tx) error { return tenancy.Linked(t.Context(), tx, server.ID, until) }); err != nil {
				t.Fatal(err)
			}
		}
		if r := check(server.ID); r.Code != 20000 || r.Message != "Gateway check fail" {
			t.Errorf("without a line: %+v", r)
		}
		linked(w.now.Add(time.Minute))
		if r := check(server.ID); r.Code != 1 || string(r.Data) != `{"connected":true}` {
			t.Errorf("with a line: %+v", r)
		}
		r := w.call("switchTenant", map[string]any{"tenantId": w.two.ID, "serverAppUuid": server.ID})
		var data struct{ Gateway tenancy.Gateway }
		if err := json.Unmarshal(r.Data, &data); err != nil || data.Gateway.GatewayState != 1 || *data.Gateway.HTTPSPort != 443 || data.Gateway.HTTPPort != nil {
			t.Errorf("its entry is %s", r.Data)
		}
		linked(w.now)
		if r := check(server.ID); r.Code != 20000 {
			t.Errorf("with a line that is down: %+v", r)
		}
		if r := check(w.first.ID); r.Code != 1 {
			t.Errorf("a factory in the cloud: %+v", r)
		}
		if r := check("another's"); r.Code != 20000 {
			t.Errorf("another's gateway: %+v", r)
		}
	})
}
