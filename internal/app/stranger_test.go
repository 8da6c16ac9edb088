package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/sso"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// A stranger has a company of their own and makes an account for somebody's number, before or after the person works elsewhere. The
// tests are what they would try, so that an invitation or an addition to another company opens that company to them.

// theirApp is a work app in which the stranger is "them", and in which nobody has shown a phone.
type theirApp struct{ asked func() } // called while the app is asked who came

func (*theirApp) Key() string        { return "their" }
func (*theirApp) Name() problem.Text { return problem.L("应用", "App") }
func (*theirApp) Address(state, _, _ string) string {
	return "https://app.example/?state=" + url.QueryEscape(state)
}

func (a *theirApp) Person(_ context.Context, code, _ string) (sso.Stranger, error) {
	if a.asked != nil {
		a.asked()
	}
	if code != "them" {
		return sso.Stranger{}, errors.New("unknown code")
	}
	return sso.Stranger{Subject: "them"}, nil
}

// stranger is the administrator of another company.
type stranger struct {
	*office
	admin   map[string]string
	tenant  string
	program *theirApp
}

const (
	victim      = "13700000105"
	theirChoice = "Guss&form9"  // by the stranger, in place of the initial one
	ownChoice   = "Eigen&wahl7" // by the victim
)

func eachTakeover(t *testing.T, fn func(o *office, s *stranger)) {
	factory.Each(t, func(t *testing.T, address string, _ store.Actor) {
		sms := &phones{codes: map[string]string{}}
		program := &theirApp{}
		a := guarded(t, Options{SMS: sms, SignOn: sso.Options{Connectors: []sso.Connector{program}}}, address)
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		o := &office{t, a, server, signedIn(t, server, "13800000001"), sms}
		s := &stranger{office: o, program: program}
		if err := a.DB.System(t.Context(), "the test makes another company", func(tx store.Tx) error {
			other, f, err := tenancy.Create(t.Context(), tx, tenancy.New{Code: "other", Name: "Other", FactoryCode: "F1", FactoryName: "F", Zone: "Asia/Shanghai"})
			if err != nil {
				return err
			}
			s.tenant = other.ID
			_, err = a.Identity.Add(t.Context(), tx, identity.NewMember{TenantID: other.ID, Phone: "13700000901", Password: theirChoice, UserName: "them", RealName: "Them", Roles: []string{"administrator"}, Factories: []string{f.ID}})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		s.admin = signedInWith(t, server, "13700000901", theirChoice)
		fn(o, s)
	})
}

// take makes the victim a user of the stranger's company.
func (s *stranger) take(way int) (u addedUser) {
	s.Helper()
	body := map[string]any{"userName": "claimed", "realName": "Claimed", "phone": victim, "roles": []string{"administrator"}, "joinWay": way}
	if _, r := s.call(s.admin, http.MethodPost, "upms/user", body, &u); r.Code != 1 {
		s.Fatalf("the stranger adds a user: %+v", r)
	}
	return u
}

// doors are everything that the stranger has left open on the victim's account.
type doors struct {
	session, long, token map[string]string
	random               string // of a code that was confirmed and not fetched
	ticket               string
}

// open signs in as the victim by an initial password, changes it, and leaves open whatever can be left open.
func (s *stranger) open(initial string) (d doors) {
	s.Helper()
	first := signedInWith(s.T, s.server, victim, initial)
	s.must(first, http.MethodPost, "upms/user/password", map[string]any{"oldPassword": s.secret(initial), "password": s.secret(theirChoice), "confirmPassword": s.secret(theirChoice)}, nil)
	_, r, in := login(s.T, s.server, victim, theirChoice)
	session, _ := in["token"].(string)
	long, _ := in["longToken"].(string)
	if session == "" || long == "" {
		s.Fatalf("signing in as the victim: %+v", r)
	}
	d.session, d.long = map[string]string{"mdbtk": session}, map[string]string{"Blade-Auth": "bearer " + long}
	var made struct{ Token string }
	s.must(d.session, http.MethodPost, "upms/user/token", map[string]any{"password": s.secret(theirChoice), "name": "report", "scopes": []string{"*"}, "days": 30}, &made)
	d.token = map[string]string{"Blade-Auth": "bearer " + made.Token}
	if _, r := s.call(d.token, http.MethodGet, "upms/user", nil, nil); r.Code != 1 {
		s.Fatalf("the token: %+v", r)
	}
	var qr struct{ QRCode, RandomCode string }
	s.must(nil, http.MethodGet, "upms/user/qrcode", nil, &qr)
	at, err := url.Parse(qr.QRCode)
	if err != nil {
		s.Fatal(err)
	}
	for _, body := range []map[string]any{{"code": at.Query().Get("code")}, {"code": at.Query().Get("code"), "confirm": true}} {
		s.must(d.session, http.MethodPost, "bms/sys/qrcode/identifyAndForward", body, nil)
	}
	d.random = qr.RandomCode
	var ticket struct{ Ticket string }
	s.must(d.session, http.MethodPost, "sso/ticket", map[string]any{"path": "/home"}, &ticket)
	d.ticket = ticket.Ticket
	browser := s.browser()
	state := s.stateOf(browser, d.session, "sso/connector/their/link", map[string]any{"password": s.secret(theirChoice), "redirect": "/home"})
	if r := s.ask(browser, d.session, http.MethodPost, "sso/link", map[string]any{"code": "them", "state": state}); r.Code != 1 {
		s.Fatalf("linking an app: %+v", r)
	}
	return d
}

// tried says which of the doors still open.
func (s *stranger) tried(d doors) (open []string) {
	s.Helper()
	for _, door := range []struct {
		name, method, path string
		header             map[string]string
		body               any
	}{
		{"session", http.MethodGet, "upms/first-hour", d.session, nil},
		{"long token", http.MethodPost, "getTokenService", d.long, map[string]any{}},
		{"API token", http.MethodGet, "upms/user", d.token, nil},
		{"ticket", http.MethodGet, "upms/user/sso/loginByTicket.do?ticket=" + d.ticket, nil, nil},
	} {
		if _, r := s.call(door.header, door.method, door.path, door.body, nil); r.Code == 1 {
			open = append(open, door.name)
		}
	}
	var poll struct{ Login *struct{ Token string } }
	if s.call(nil, http.MethodPost, "bms/sys/qrcode/getQrcodeInfo", map[string]any{"randomCode": d.random}, &poll); poll.Login != nil {
		open = append(open, "QR code")
	}
	browser := s.browser()
	state := s.stateOf(browser, nil, "sso/connector/their", map[string]any{"redirect": "/home"})
	if r := s.ask(browser, nil, http.MethodGet, "upms/user/sso/loginByCode.do?"+url.Values{"code": {"them"}, "state": {state}}.Encode(), nil); r.Code == 1 {
		open = append(open, "work app")
	}
	if _, r, _ := login(s.T, s.server, victim, theirChoice); r.Code == 1 {
		open = append(open, "password")
	}
	return open
}

func (o *office) must(header map[string]string, method, path string, body, into any) {
	o.Helper()
	if _, r := o.call(header, method, path, body, into); r.Code != 1 {
		o.Fatalf("%s: %+v", path, r)
	}
}

func (o *office) secret(text string) string { o.Helper(); return encrypted(o.T, o.server, text) }

func (o *office) browser() *http.Client {
	o.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		o.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// ask is a call of a browser that keeps cookies.
func (o *office) ask(by *http.Client, header map[string]string, method, path string, body any) (r reply) {
	o.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		o.Fatal(err)
	}
	q, err := http.NewRequestWithContext(o.Context(), method, o.server.URL+api.Prefix+path, bytes.NewReader(raw))
	if err != nil {
		o.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	for k, v := range header {
		q.Header.Set(k, v)
	}
	res, err := by.Do(q)
	if err != nil {
		o.Fatal(err)
	}
	if err := errors.Join(json.NewDecoder(res.Body).Decode(&r), res.Body.Close()); err != nil {
		o.Fatal(err)
	}
	return r
}

// stateOf begins something with a work app, and gives what the app must bring back.
func (o *office) stateOf(by *http.Client, header map[string]string, path string, body any) string {
	o.Helper()
	r := o.ask(by, header, http.MethodPost, path, body)
	var to struct{ URL string }
	if err := json.Unmarshal(r.Data, &to); err != nil {
		o.Fatalf("%s: %+v", path, r)
	}
	at, err := url.Parse(to.URL)
	if err != nil {
		o.Fatal(err)
	}
	return at.Query().Get("state")
}

// town is the same server with what it takes to get codes.
func (o *office) town() *town {
	return &town{t: o.T, app: o.app, server: o.server, phones: o.sms}
}

// ticketFor is what a right code of "forgot password" gives.
func (o *office) ticketFor(phone string) string {
	o.Helper()
	code := o.town().code(phone, int(verify.Recovery))
	var proof struct{ Ticket string }
	o.must(nil, http.MethodPost, "upms/user/recovery/verify", map[string]any{"phoneNum": phone, "phoneCode": code}, &proof)
	return proof.Ticket
}

// proveOwn sets the victim's own password by a code.
func (o *office) proveOwn(password string) {
	o.Helper()
	o.must(nil, http.MethodPost, "upms/user/recovery/reset", map[string]any{"ticket": o.ticketFor(victim), "password": o.secret(password), "confirmPassword": o.secret(password)}, nil)
}

// accept is what the victim does with the newest link that came to the phone.
func (o *office) accept(password string) (token string) {
	o.Helper()
	var in struct{ Token string }
	o.must(nil, http.MethodPost, "upms/invitation/accept", map[string]any{"code": o.sms.last(victim).Code, "password": o.secret(password), "confirmPassword": o.secret(password)}, &in)
	return in.Token
}

// minute lets the minute pass that has to be between two messages to the victim.
func (o *office) minute() {
	o.Helper()
	if err := o.app.DB.System(o.Context(), "the test lets a minute pass", func(tx store.Tx) error {
		_, err := tx.Change((*smsNumber)(nil)).Set("last_at = ?", store.Now().Add(-time.Minute)).Where("phone = ?", victim).Exec(o.Context())
		return err
	}); err != nil {
		o.Fatal(err)
	}
}

// addVictim takes the victim in here, and says whether they are in at once.
func (o *office) addVictim(joined bool) addedUser {
	o.Helper()
	o.minute()
	u := o.add("claimed", victim, 2)
	kind, joining := verify.NoticeInvited, 2
	if joined {
		kind, joining = verify.NoticeAdded, 1
	}
	if last := o.sms.last(victim); u.Known != joined || u.Password != "" || u.Row.Joining != joining || last.Kind != kind {
		o.Errorf("taken in: %+v, %+v; in at once should be %t", u, last, joined)
	}
	return u
}
