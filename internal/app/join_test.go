package app

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/message"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// last is the newest notice to a number.
func (p *phones) last(phone string) (last verify.Notice) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.notices {
		if n.Phone == phone {
			last = n
		}
	}
	return last
}

// office is a whole server with an administrator at it.
type office struct {
	*testing.T
	app    *App
	server *httptest.Server
	admin  map[string]string
	sms    *phones
}

func eachOffice(t *testing.T, fn func(o *office)) {
	factory.Each(t, func(t *testing.T, url string, _ store.Actor) {
		sms := &phones{codes: map[string]string{}}
		a := guarded(t, Options{SMS: sms}, url)
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		fn(&office{t, a, server, signedIn(t, server, "13800000001"), sms})
	})
}

func (o *office) call(header map[string]string, method, path string, body any, into any) (int, reply) {
	o.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		o.Fatal(err)
	}
	status, r, _ := send(o.T, method, o.server.URL+api.Prefix+path, header, "application/json", bytes.NewReader(raw))
	if into != nil && r.Code == 1 {
		if err := json.Unmarshal(r.Data, into); err != nil {
			o.Fatal(err)
		}
	}
	return status, r
}

type addedUser struct {
	Row struct {
		ID      string `json:"id"`
		Version int    `json:"version"`
		Joining int    `json:"joining"`
	} `json:"row"`
	Password   string `json:"password"`
	Invitation string `json:"invitation"`
	Known      bool   `json:"known"`
}

func (o *office) add(user, phone string, way int) (u addedUser) {
	o.Helper()
	body := map[string]any{"userName": user, "realName": strings.ToUpper(user), "phone": phone, "roles": []string{"planner"}, "joinWay": way}
	if _, r := o.call(o.admin, http.MethodPost, "upms/user", body, &u); r.Code != 1 {
		o.Fatalf("adding %s: %+v", user, r)
	}
	return u
}

// state is what the server says of a session: 1 while it lives.
func (o *office) state(token string) int {
	o.Helper()
	_, r := o.call(map[string]string{"mdbtk": token}, http.MethodGet, "upms/first-hour", nil, nil)
	return r.Code
}

// change sends a patch to a user as it stands.
func (o *office) change(id string, fields map[string]any) {
	o.Helper()
	var now addedUser
	o.call(o.admin, http.MethodGet, "upms/user/"+id, nil, &now)
	fields["version"] = now.Row.Version
	if _, r := o.call(o.admin, http.MethodPatch, "upms/user/"+id, fields, nil); r.Code != 1 {
		o.Fatalf("changing %v: %+v", fields, r)
	}
}

// USER-01, USER-07, USER-12: an initial password is told once, has to be changed, and its owner's page ends with them.
func TestAUserComesInByAnInitialPassword(t *testing.T) {
	eachOffice(t, func(o *office) {
		u := o.add("ling", "13700000101", 2)
		if len(u.Password) < 8 || u.Known || o.sms.last("13700000101").Phone != "" {
			o.Fatalf("%+v", u)
		}
		_, r, data := login(o.T, o.server, "13700000101", u.Password)
		token, _ := data["token"].(string)
		if r.Code != 1 || token == "" {
			o.Fatalf("signing in: %+v", r)
		}
		if code := o.state(token); code == 1 {
			o.Error("the initial password opens everything")
		}
		var reset struct{ Password string }
		if _, r := o.call(o.admin, http.MethodPost, "upms/user/"+u.Row.ID+"/reset", nil, &reset); r.Code != 1 || reset.Password == "" || reset.Password == u.Password {
			o.Fatalf("the reset: %+v", r)
		}
		if _, r, _ := login(o.T, o.server, "13700000101", u.Password); r.Code == 1 {
			o.Error("the password of before still opens")
		}
		_, _, data = login(o.T, o.server, "13700000101", reset.Password)
		token, _ = data["token"].(string)
		if token == "" {
			o.Fatal("the new password does not open")
		}
		o.change(u.Row.ID, map[string]any{"expireDate": "2020-01-01"})
		if code := o.state(token); code != 11009 {
			o.Errorf("who has expired: %d", code)
		}
		if _, r := o.call(o.admin, http.MethodPost, "upms/user/"+o.me()+"/reset", nil, nil); r.Code != 20000 {
			o.Errorf("resetting oneself: %+v", r)
		}
	})
}

// me is the administrator's own row.
func (o *office) me() string {
	o.Helper()
	var page struct {
		Rows []struct{ ID string }
	}
	o.call(o.admin, http.MethodGet, "upms/user?f.userName=admin", nil, &page)
	if len(page.Rows) != 1 {
		o.Fatalf("the administrator is %+v", page)
	}
	return page.Rows[0].ID
}

// USER-01, USER-07: the link of an invitation sets a password and signs in, once; a withdrawn one does nothing.
func TestAUserComesInByAnInvitation(t *testing.T) {
	eachOffice(t, func(o *office) {
		u := o.add("fang", "13700000102", 1)
		notice := o.sms.last("13700000102")
		if u.Row.Joining != 2 || u.Invitation != "sent" || u.Password != "" || notice.Kind != verify.NoticeInvited || notice.Code == "" || notice.Origin == "" {
			o.Fatalf("%+v, %+v", u, notice)
		}
		var view struct{ TenantName, RealName, PhoneNum string }
		if _, r := o.call(nil, http.MethodPost, "upms/invitation", map[string]any{"code": notice.Code}, &view); r.Code != 1 || view.RealName != "FANG" || view.TenantName == "" || strings.Contains(view.PhoneNum, "13700000102") {
			o.Fatalf("%+v, %+v", view, r)
		}
		if status, r := o.call(o.admin, http.MethodPost, "upms/user/"+u.Row.ID+"/invite", nil, nil); status != http.StatusTooManyRequests {
			o.Errorf("a second SMS within the minute: %d %+v", status, r)
		}
		accept := func(password string) (r reply, token string) {
			var in struct{ Token string }
			_, r = o.call(nil, http.MethodPost, "upms/invitation/accept", map[string]any{
				"code": notice.Code, "password": encrypted(o.T, o.server, password), "confirmPassword": encrypted(o.T, o.server, password),
			}, &in)
			return r, in.Token
		}
		if r, _ := accept("short"); r.Code != 422 {
			o.Errorf("a bad password: %+v", r)
		}
		r, token := accept("Guss&form9")
		if r.Code != 1 || o.state(token) != 1 {
			o.Fatalf("accepting: %+v", r)
		}
		if r, _ := accept("Guss&form8"); r.Code != 11015 {
			o.Errorf("a second time: %+v", r)
		}
		var now addedUser
		if o.call(o.admin, http.MethodGet, "upms/user/"+u.Row.ID, nil, &now); now.Row.Joining != 1 {
			o.Errorf("the list says %d", now.Row.Joining)
		}
		if _, r := o.call(o.admin, http.MethodPost, "upms/user/"+u.Row.ID+"/invite", nil, nil); r.Code != 20000 {
			o.Errorf("inviting who is in: %+v", r)
		}
		o.change(u.Row.ID, map[string]any{"enabled": false})
		if code := o.state(token); code != 11009 {
			o.Errorf("who was disabled: %d", code)
		}

		gone := o.add("gone", "13700000103", 1)
		if _, r := o.call(o.admin, http.MethodPost, "upms/user/"+gone.Row.ID+"/withdraw", nil, nil); r.Code != 1 {
			o.Errorf("withdrawing: %+v", r)
		}
		if _, r := o.call(nil, http.MethodPost, "upms/invitation", map[string]any{"code": o.sms.last("13700000103").Code}, nil); r.Code != 11015 {
			o.Errorf("a withdrawn link: %+v", r)
		}
		// Only another invitation enables who was withdrawn; it has a minute of its own.
		var gone2 addedUser
		o.call(o.admin, http.MethodGet, "upms/user/"+gone.Row.ID, nil, &gone2)
		if _, r := o.call(o.admin, http.MethodPatch, "upms/user/"+gone.Row.ID, map[string]any{"version": gone2.Row.Version, "enabled": true}, nil); rulesOf(r) != "enabled:withdrawn" || !strings.Contains(string(r.Data), "Send it again") {
			o.Errorf("enabling a withdrawn user: %+v", r)
		}
		if status, r := o.call(o.admin, http.MethodPost, "upms/user/"+gone.Row.ID+"/invite", nil, nil); status != http.StatusTooManyRequests || !strings.Contains(r.Message, "the invitation can be sent") {
			o.Errorf("inviting within the minute: %d %+v", status, r)
		}
		if _, r := o.call(nil, http.MethodPost, "upms/invitation", map[string]any{"code": "made-up"}, nil); r.Code != 11015 {
			o.Errorf("a made-up link: %+v", r)
		}
	})
}

// USER-01: who has an account keeps its password, is told, and nobody here resets it.
func TestAUserWithAnAccountIsAdded(t *testing.T) {
	eachOffice(t, func(o *office) {
		if err := o.app.DB.System(o.Context(), "the test makes another company", func(tx store.Tx) error {
			other, f, err := tenancy.Create(o.Context(), tx, tenancy.New{Code: "other", Name: "Other", FactoryCode: "F1", FactoryName: "F", Zone: "Asia/Shanghai"})
			if err != nil {
				return err
			}
			if _, err = o.app.Identity.Add(o.Context(), tx, identity.NewMember{TenantID: other.ID, Phone: "13700000104", Password: "Guss&form9", UserName: "kim", RealName: "Kim", Roles: []string{"administrator"}, Factories: []string{f.ID}}); err != nil {
				return err
			}
			return identitytest.Proved(o.Context(), tx, "13700000104")
		}); err != nil {
			o.Fatal(err)
		}
		u := o.add("kim", "13700000104", 2)
		if !u.Known || u.Password != "" || u.Row.Joining != 1 || o.sms.last("13700000104").Kind != verify.NoticeAdded {
			o.Errorf("%+v, %+v", u, o.sms.last("13700000104"))
		}
		if _, r, _ := login(o.T, o.server, "13700000104", "Guss&form9"); r.Code != 1 {
			o.Errorf("the account's own password: %+v", r)
		}
		if _, r := o.call(o.admin, http.MethodPost, "upms/user/"+u.Row.ID+"/reset", nil, nil); r.Code != 20000 {
			o.Errorf("resetting a shared account: %+v", r)
		}
		var messages int
		if err := o.app.DB.SystemRead(problem.WithLanguage(o.Context(), problem.English), "the test reads messages", func(tx store.Tx) (err error) {
			messages, err = tx.Select((*message.Message)(nil)).Where("cause LIKE 'added:%'").Count(o.Context())
			return err
		}); err != nil || messages != 1 {
			o.Errorf("%d messages, %v", messages, err)
		}
		// A refused user leaves no account behind.
		if _, r := o.call(o.admin, http.MethodPost, "upms/user", map[string]any{"userName": "lee", "realName": "Lee", "phone": "13700000105", "roles": []string{}}, nil); r.Code != 422 {
			o.Errorf("no roles: %+v", r)
		}
		if err := o.app.DB.SystemRead(o.Context(), "the test looks for the account", func(tx store.Tx) error {
			there, err := tx.Select((*identity.Account)(nil)).Where("phone = ?", "13700000105").Exists(o.Context())
			if there {
				o.Error("the account of a refused user stays")
			}
			return err
		}); err != nil {
			o.Fatal(err)
		}
	})
}
