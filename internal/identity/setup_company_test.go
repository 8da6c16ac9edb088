package identity_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/tenancy"
)

// eachNewServer is a server without a company, and the code of its link.
func eachNewServer(t *testing.T, fn func(r *rig, code string)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		r := &rig{t: t, db: db, now: store.Now()}
		s := api.New(db, "test")
		r.identity = identity.New(identity.Deps{DB: db, Permissions: s.Permissions, Now: r.clock})
		s.Authenticate = r.identity.Authenticate
		r.identity.Mount(s)
		setup := &identity.Setup{}
		r.identity.MountSetup(s, setup)
		r.server = httptest.NewServer(s.Handler())
		t.Cleanup(func() { r.server.Close(); r.identity.Wait() })
		if a := r.post("upms/setup/link", "", map[string]any{"code": ""}); a.Status != http.StatusForbidden {
			t.Errorf("before the start an empty code is taken: %s", a.Raw)
		}
		code, err := r.identity.Begin(t.Context(), setup)
		if err != nil || len(code) < 20 {
			t.Fatalf("%q %v", code, err)
		}
		fn(r, code)
	})
}

// firstCompany is what the page of the link sends.
func (r *rig) firstCompany(code string, change map[string]any) map[string]any {
	body := map[string]any{"code": code, "companyName": " First ", "factoryName": " Hall 1 ", "zone": "Asia/Shanghai", "realName": " Anna ", "phoneNum": "138 0000-0001", "password": r.secret(password)}
	for k, v := range change {
		body[k] = v
	}
	return body
}

const (
	linkIsOver = "The link is invalid or has expired: use the link in the server's log, and restart the server for a new one after 30 minutes"
	setupDone  = "The first company is there already; please sign in"
)

// The link makes the first company, once: with its factory and its administrator, who comes in by the password of their own.
func TestTheFirstCompanyIsMadeByTheLink(t *testing.T) {
	eachNewServer(t, func(r *rig, code string) {
		waiting := func() bool { return must[identity.SetupState](r, r.get("upms/setup", "")).Waiting }
		if !waiting() {
			r.t.Error("a new server does not wait")
		}
		if a := r.login(anna, password); a.Code != 11015 || !strings.Contains(a.Message, "This server has no company yet") {
			r.t.Errorf("signing in before: %s", a.Raw)
		}
		must[any](r, r.post("upms/setup/link", "", map[string]any{"code": code}))
		must[any](r, r.post("upms/setup", "", r.firstCompany(code, nil)))
		if waiting() {
			r.t.Error("the server still waits")
		}
		in := must[identity.LoginReply](r, r.login(anna, password))
		if in.TenantName != "First" || in.AllowLoginFlag != 1 || in.ExpireDate != nil {
			r.t.Errorf("the administrator comes into %+v", in)
		}
		var c tenancy.Tenant
		var factories []tenancy.Factory
		var m identity.Member
		if err := r.db.SystemRead(r.t.Context(), "the test looks at the company", func(tx store.Tx) error {
			if err := tx.Select(&c).Scan(r.t.Context()); err != nil {
				return err
			}
			if err := tx.Select(&factories).Scan(r.t.Context()); err != nil {
				return err
			}
			return tx.Select(&m).Scan(r.t.Context())
		}); err != nil {
			r.t.Fatal(err)
		}
		if c.Code != "main" || c.Name != "First" || c.Zone != "Asia/Shanghai" || len(factories) != 1 || factories[0].Code != "F1" || factories[0].Name != "Hall 1" || factories[0].Zone != "Asia/Shanghai" {
			r.t.Errorf("%+v %+v", c, factories)
		}
		if m.UserName != "admin" || m.RealName != "Anna" || !slices.Equal(m.Roles, []string{"administrator"}) || !slices.Equal(m.Factories, []string{factories[0].ID}) {
			r.t.Errorf("%+v", m)
		}
		for _, a := range []answer{r.post("upms/setup/link", "", map[string]any{"code": code}), r.post("upms/setup/link", "", map[string]any{"code": ""}), r.post("upms/setup", "", r.firstCompany(code, nil))} {
			if a.Code != 11015 || a.Message != setupDone {
				r.t.Errorf("once more: %s", a.Raw)
			}
		}
		if again, err := r.identity.Begin(r.t.Context(), &identity.Setup{}); again != "" || err != nil {
			r.t.Errorf("a second start gives the link %q, %v", again, err)
		}
	})
}

// The link lives thirty minutes to the second; another code is none.
func TestTheLinkOfTheFirstCompanyEnds(t *testing.T) {
	eachNewServer(t, func(r *rig, code string) {
		link := func(code string) answer { return r.post("upms/setup/link", "", map[string]any{"code": code}) }
		for _, wrong := range []string{"", "x", code + "x", code[1:], strings.ToUpper(code) + "-"} {
			if a := link(wrong); a.Code != 11015 || a.Message != linkIsOver {
				r.t.Errorf("%q: %s", wrong, a.Raw)
			}
			if a := r.post("upms/setup", "", r.firstCompany(wrong, nil)); a.Code != 11015 || a.Message != linkIsOver {
				r.t.Errorf("%q makes a company: %s", wrong, a.Raw)
			}
		}
		r.later(30 * time.Minute)
		must[any](r, link(code))
		r.later(time.Second)
		if a := link(code); a.Code != 11015 || a.Message != linkIsOver {
			r.t.Errorf("a second later: %s", a.Raw)
		}
		if a := r.post("upms/setup", "", r.firstCompany(code, nil)); a.Code != 11015 || a.Message != linkIsOver {
			r.t.Errorf("a second later it makes a company: %s", a.Raw)
		}
	})
}

// What is wrong with the first company is said at its fields, all at once, and the link goes on.
func TestWhatTheFirstCompanyIs(t *testing.T) {
	eachNewServer(t, func(r *rig, code string) {
		for _, c := range []struct {
			change map[string]any
			want   []string
		}{
			{map[string]any{"companyName": " "}, []string{"companyName:length"}},
			{map[string]any{"companyName": strings.Repeat("模", 51)}, []string{"companyName:length"}},
			{map[string]any{"factoryName": ""}, []string{"factoryName:length"}},
			{map[string]any{"factoryName": strings.Repeat("f", 51)}, []string{"factoryName:length"}},
			{map[string]any{"realName": ""}, []string{"realName:length"}},
			{map[string]any{"realName": strings.Repeat("安", 51)}, []string{"realName:length"}},
			{map[string]any{"phoneNum": "1234"}, []string{"phoneNum:digits"}},
			{map[string]any{"zone": ""}, []string{"zone:zone"}},
			{map[string]any{"zone": "Asia/Nowhere"}, []string{"zone:zone"}},
			{map[string]any{"password": "plain"}, []string{"password:encryption"}},
			{map[string]any{"password": r.secret("Password1")}, []string{"password:common"}},
			{map[string]any{"password": r.secret("anna-2026"), "realName": "Anna-2026"}, []string{"password:name"}},
			{
				map[string]any{"companyName": "", "factoryName": "", "realName": "", "phoneNum": "", "zone": "", "password": r.secret("short")},
				[]string{"companyName:length", "factoryName:length", "realName:length", "phoneNum:digits", "zone:zone", "password:format"},
			},
		} {
			a := r.post("upms/setup", "", r.firstCompany(code, c.change))
			if got := strings.Fields(a.rules()); !slices.Equal(got, c.want) {
				r.t.Errorf("%v: %q, want %q", c.change, got, c.want)
			}
		}
		must[any](r, r.post("upms/setup", "", r.firstCompany(code, map[string]any{"companyName": strings.Repeat("模", 50), "factoryName": "F", "realName": strings.Repeat("安", 50)})))
	})
}

// A new server whose passwords are wrong says that nobody can sign in; one with a company says what it says to anybody.
func TestOnlyAVacantServerTellsThatItIs(t *testing.T) {
	eachNewServer(t, func(r *rig, code string) {
		must[any](r, r.post("upms/setup", "", r.firstCompany(code, nil)))
		for _, phone := range []string{anna, ben} {
			if a := r.login(phone, "Wrong-751"); a.Code != 11015 || a.Message != "The phone number or the password is wrong, or signing in is locked for a while after wrong attempts" {
				r.t.Errorf("%s: %s", phone, a.Raw)
			}
		}
	})
}
