package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/registration"
	"mouldworks/internal/tenancy"
)

// operatorIn makes the operator and signs its first person in.
func operatorIn(ctx context.Context, t *testing.T, a *App, server *httptest.Server) map[string]string {
	t.Helper()
	password, err := a.CreateOperator(ctx, "13600000001", "Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	_, r, data := login(t, server, "13600000001", password)
	token, _ := data["token"].(string)
	if token == "" {
		t.Fatalf("the operator signs in: %+v", r)
	}
	header := map[string]string{"mdbtk": token}
	ownPassword(t, server, header, password)
	return header
}

// chosen is the password that people set in place of a given one.
const chosen = "Chosen-7519"

// ownPassword settles the password that somebody else has made.
func ownPassword(t *testing.T, server *httptest.Server, header map[string]string, given string) {
	t.Helper()
	status, r := ask(t, server, header, http.MethodPost, "upms/user/password", map[string]any{
		"oldPassword": encrypted(t, server, given), "password": encrypted(t, server, chosen), "confirmPassword": encrypted(t, server, chosen),
	})
	if status != http.StatusOK {
		t.Fatalf("a password of one's own: %d %+v", status, r)
	}
}

func ask(t *testing.T, server *httptest.Server, header map[string]string, method, path string, body any) (int, reply) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	status, r, _ := send(t, method, server.URL+api.Prefix+path, header, "application/json", bytes.NewReader(text))
	return status, r
}

// Every call of the operator succeeds for the operator by its example, and for nobody else: not for a company's
// administrator, whose role grants everything.
func TestTheOperator(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		operator := operatorIn(t.Context(), t, a, server)
		administrator := signedIn(t, server, "13800000001")
		actor, err := a.Identity.Authenticate(t.Context(), api.Caller{Token: operator["mdbtk"]})
		if err != nil {
			t.Fatal(err)
		}
		probed := 0
		operations := slices.DeleteFunc(a.API.Operations(), func(op api.Operation) bool { return !operators(op) })
		slices.SortStableFunc(operations, func(x, y api.Operation) int { return turn(x) - turn(y) })
		for _, op := range operations {
			if err := a.DB.Write(store.WithActor(ctx, actor), func(tx store.Tx) error {
				if _, err := tx.Remove((*registration.Application)(nil)).Where("state <> ?", registration.Waiting).Exec(ctx); err != nil {
					return err
				}
				return errors.Join(a.Tenancy.Packages.Example(ctx, tx), a.Joining.All().Example(ctx, tx))
			}); err != nil {
				t.Fatal(err)
			}
			if err := a.DB.System(t.Context(), "the test chooses the password of the example", func(tx store.Tx) error {
				_, err := tx.Change((*appliedPassword)(nil)).Set("password_hash = ?", "$argon2id$").Where("password_hash = ''").Exec(t.Context())
				return err
			}); err != nil {
				t.Fatal(err)
			}
			probed++
			if status, r, raw := replay(t, server, op, administrator); status != http.StatusForbidden || r.Code != 403 {
				t.Errorf("%s %s as an administrator: %d %.200s", op.Method, op.Path, status, raw)
			}
			if status, r, raw := replay(t, server, op, map[string]string{}); status != http.StatusUnauthorized || r.Code != 401 {
				t.Errorf("%s %s as nobody: %d %.200s", op.Method, op.Path, status, raw)
			}
			status, r, raw := replay(t, server, op, operator)
			if status != http.StatusOK || r.Code > 1 {
				t.Errorf("%s %s as the operator: %d %.300s", op.Method, op.Path, status, raw)
			}
			for _, d := range a.drift(op, status, raw) {
				t.Errorf("%s %s answers otherwise than the document says: %s, in %.300s", op.Method, op.Path, d, raw)
			}
		}
		if probed < 15 {
			t.Errorf("only %d operations were probed", probed)
		}
	})
}

// PERM-05: the operator opens a tenant, gives it a package, and the tenant's calls follow at once; the operator itself
// sees no row of any tenant's business.
func TestTheOperatorOpensModulesByPackage(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		operator := operatorIn(t.Context(), t, a, server)
		_, r := ask(t, server, operator, http.MethodPost, "platform/tenant/open", map[string]any{
			"code": "north", "name": "北方模具", "factoryName": "一厂", "zone": "Asia/Shanghai", "realName": "张三", "phoneNum": "13655550001",
		})
		var opened struct{ TenantID, Password string }
		if err := json.Unmarshal(r.Data, &opened); err != nil || opened.Password == "" {
			t.Fatalf("%+v %v", r, err)
		}
		_, r, data := login(t, server, "13655550001", opened.Password)
		token, _ := data["token"].(string)
		if token == "" {
			t.Fatalf("its administrator signs in: %+v", r)
		}
		boss := map[string]string{"mdbtk": token}
		ownPassword(t, server, boss, opened.Password)
		if status, r := ask(t, server, boss, http.MethodGet, "bms/machine", nil); status != http.StatusOK {
			t.Fatalf("machines at first: %d %+v", status, r)
		}
		_, r = ask(t, server, operator, http.MethodPost, "platform/package", map[string]any{"name": "Planning", "modules": []string{"aps", "system", "common"}})
		var made struct{ Row struct{ ID string } }
		if err := json.Unmarshal(r.Data, &made); err != nil || made.Row.ID == "" {
			t.Fatalf("%+v %v", r, err)
		}
		if status, r := ask(t, server, operator, http.MethodPatch, "platform/tenant/"+opened.TenantID, map[string]any{"version": 1, "packageId": made.Row.ID}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		if status, r := ask(t, server, boss, http.MethodGet, "bms/machine", nil); status != http.StatusConflict || r.Message != "Module Assets and machines is not opened" {
			t.Errorf("machines without their module: %d %+v", status, r)
		}
		if status, r := ask(t, server, boss, http.MethodGet, "bms/section", nil); status != http.StatusOK {
			t.Errorf("sections: %d %+v", status, r)
		}
		// The package grows, and its tenants with it.
		if status, r := ask(t, server, operator, http.MethodPatch, "platform/package/"+made.Row.ID, map[string]any{"version": 1, "modules": []string{"aps", "ems", "system", "common"}}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		if status, r := ask(t, server, boss, http.MethodGet, "bms/machine", nil); status != http.StatusOK {
			t.Errorf("machines with the larger package: %d %+v", status, r)
		}
		// SCOPE-09: without the shared services nobody sees who is online; signing in, menus and one's own things go on.
		if status, r := ask(t, server, operator, http.MethodPatch, "platform/package/"+made.Row.ID, map[string]any{"version": 2, "modules": []string{"aps", "system"}}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		for path, want := range map[string]int{"upms/online-user": http.StatusConflict, "upms/user/session": http.StatusOK, "checklogin": http.StatusOK} {
			if status, r := ask(t, server, boss, http.MethodGet, path, nil); status != want {
				t.Errorf("%s without the shared services: %d %+v", path, status, r)
			}
		}
		if status, r := ask(t, server, boss, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{"needMenu": 1}); status != http.StatusOK {
			t.Errorf("the menus without the shared services: %d %+v", status, r)
		}
		// SCOPE-09: the operator locks nobody out of its own pages, by itself or by its package.
		for _, way := range []struct {
			path string
			body map[string]any
		}{
			{"platform/tenant/" + tenancy.Operator, map[string]any{"version": 1, "modules": []string{"common"}}},
			{"platform/tenant/" + tenancy.Operator, map[string]any{"version": 1, "packageId": made.Row.ID}},
			{"platform/package/" + made.Row.ID, map[string]any{"version": 3, "modules": []string{"aps"}}},
		} {
			status, r := ask(t, server, operator, http.MethodPatch, way.path, way.body)
			if way.body["packageId"] != nil {
				if status != http.StatusOK { // this package has the module still
					t.Errorf("%s: %d %+v", way.path, status, r)
				}
			} else if status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), `"modules"`) {
				t.Errorf("%s with %v: %d %+v", way.path, way.body, status, r)
			}
		}
		for _, path := range []string{"bms/section", "pm/mould", "bms/customer"} {
			_, r := ask(t, server, operator, http.MethodGet, path, nil)
			var page struct{ Total int }
			if err := json.Unmarshal(r.Data, &page); err != nil || page.Total != 0 {
				t.Errorf("the operator sees %d rows of %s, %v", page.Total, path, err)
			}
		}
	})
}

// SAPI-12, EXPIRY-01, EXPIRY-03, EXPIRY-04: the operator dates a licence; sign-in, tenant list and licence tell it, and a blocked
// tenant starts no run. Wrong input names field and rule.
func TestTheOperatorDatesALicence(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		operator := operatorIn(t.Context(), t, a, server)
		administrator := signedIn(t, server, "13800000001")
		id, err := a.TenantID(t.Context(), demoCode)
		if err != nil {
			t.Fatal(err)
		}
		version := 1
		set := func(fields map[string]any) (int, reply) {
			fields["version"] = version
			status, r := ask(t, server, operator, http.MethodPatch, "platform/tenant/"+id, fields)
			if status == http.StatusOK {
				version++
			}
			return status, r
		}
		if status, r := set(map[string]any{"haspExpireSwitch": tenancy.Watched, "expireDate": nil}); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), `"expireDate"`) {
			t.Errorf("a watched licence without a date: %d %+v", status, r)
		}
		if status, r := set(map[string]any{"zone": "Mars/Crater"}); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), `"zone"`) {
			t.Errorf("an unknown zone: %d %+v", status, r)
		}
		if status, _ := ask(t, server, operator, http.MethodPatch, "platform/tenant/"+tenancy.Operator, map[string]any{"version": 1, "haspExpireSwitch": tenancy.Watched, "expireDate": "2001-01-01"}); status != http.StatusUnprocessableEntity {
			t.Errorf("the operator ended its own licence: %d", status)
		}
		if status, r := set(map[string]any{"haspExpireSwitch": tenancy.Watched, "expireDate": "2001-01-01"}); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		_, r := ask(t, server, administrator, http.MethodPost, "fds/hasp/expireTime", map[string]any{})
		var licence tenancy.LicenceView
		if err := json.Unmarshal(r.Data, &licence); err != nil || licence.AllowLoginFlag != 0 || licence.OverdueFlag != 1 || licence.ExpireTime != "2001-01-01" || *licence.ExpireRemainDays > -9000 {
			t.Errorf("the licence is %+v, %v", licence, err)
		}
		if status, r := ask(t, server, administrator, http.MethodPost, "bms/section", map[string]any{"name": "NEW", "chineseName": "新"}); status != http.StatusConflict || r.Code != 20000 {
			t.Errorf("a write: %d %+v", status, r)
		}
		if status, r := ask(t, server, administrator, http.MethodGet, "bms/section", nil); status != http.StatusOK {
			t.Errorf("a read: %d %+v", status, r)
		}
		if _, r, data := login(t, server, "13800000001", "Passw0rd1"); r.Code != 1 || data["token"] != "" || data["allowLoginFlag"] != 0.0 {
			t.Errorf("a sign-in: %+v %v", r, data)
		}
	})
}

// SAPI-12: which way to sign in stands first is the server's choice.
func TestScanLoginValue(t *testing.T) {
	for first, want := range map[bool]string{false: `{"scanLoginValue":1}`, true: `{"scanLoginValue":2}`} {
		a, err := Open(t.Context(), Options{Data: t.TempDir(), QRFirst: first})
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		if _, r := ask(t, server, nil, http.MethodPost, "fds/hasp/getScanLoginValue", map[string]any{}); string(r.Data) != want {
			t.Errorf("with the QR code first %t: %s", first, r.Data)
		}
		server.Close()
		if err := a.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// SAPI-15, FACTORY-04: the addresses of the opened modules, and under id 70 that of a personal user's modules.
func TestModuleAddresses(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		_, r := ask(t, server, signedIn(t, server, "13800000001"), http.MethodPost, "bms/module/getConfigModuleAll.do", map[string]any{})
		var list []struct {
			ModuleID  int
			ModuleURL string
		}
		if err := json.Unmarshal(r.Data, &list); err != nil || len(list) != len(tenancy.Starter())+1 {
			t.Fatalf("%d modules, %v", len(list), err)
		}
		if list[0].ModuleURL != "/aps/medium" || list[len(list)-1].ModuleID != 70 || list[len(list)-1].ModuleURL != "/account/?from=mouldworks" {
			t.Errorf("the addresses are %+v", list)
		}
	})
}

// PERM-04: the flags of what somebody may do hold what their roles grant, and nothing of the operator's.
func TestPermittedOperations(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		flags := func(phone string) map[string]bool {
			_, r := ask(t, server, signedIn(t, server, phone), http.MethodPost, "upms/user/getModuleTree.do", map[string]any{"needMenu": 1})
			var tree struct {
				MenuData struct{ PermittedOperations map[string]bool }
			}
			if err := json.Unmarshal(r.Data, &tree); err != nil {
				t.Fatal(err)
			}
			return tree.MenuData.PermittedOperations
		}
		administrator, scheduler := flags("13800000001"), flags("13800000003")
		if !administrator["aps.schedule.release"] || !scheduler["aps.schedule.run"] || scheduler["aps.schedule.release"] {
			t.Errorf("the administrator may release: %t, the scheduler: %t", administrator["aps.schedule.release"], scheduler["aps.schedule.release"])
		}
		for permission := range administrator {
			if strings.HasPrefix(permission, "platform.") {
				t.Errorf("an administrator is granted %s", permission)
			}
		}
		// The key of the assistant's link opens its address too.
		for phone, want := range map[string]int{"13800000001": http.StatusOK, "13800000003": http.StatusForbidden} {
			if got := flags(phone)["common.assistant.check"]; got != (want == http.StatusOK) {
				t.Errorf("%s has the flag of the assistant: %t", phone, got)
			}
			if status, r := ask(t, server, signedIn(t, server, phone), http.MethodPost, "bms/sys/application/getUrl", map[string]any{"appName": "assistant"}); status != want {
				t.Errorf("%s asks for the assistant: %d %+v", phone, status, r)
			}
		}
	})
}

type appliedPassword struct {
	bun.BaseModel `bun:"table:registration"`
	PasswordHash  string `bun:"password_hash"`
}

// A phone that has an account keeps its password: none is shown that would not work.
func TestNoPasswordIsShownForAKnownPhone(t *testing.T) {
	eachApp(t, func(t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		first, err := a.CreateTenant(t.Context(), "north", "North", "N1", "Asia/Shanghai", "13600000001")
		if err != nil || first == "" {
			t.Fatalf("%q, %v", first, err)
		}
		if again, err := a.CreateTenant(t.Context(), "south", "South", "S1", "Asia/Shanghai", "13600000001"); err != nil || again != "" {
			t.Errorf("a second company shows %q, %v", again, err)
		}
		if again, err := a.CreateOperator(t.Context(), "13600000001", "Asia/Shanghai"); err != nil || again != "" {
			t.Errorf("the operator shows %q, %v", again, err)
		}
		if _, r, data := login(t, server, "13600000001", first); data["token"] == nil {
			t.Errorf("the first password: %+v", r)
		}
	})
}
