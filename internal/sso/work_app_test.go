package sso_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/sso"
)

// workApp is a work app that runs inside the test.
type workApp struct{ people map[string]sso.Stranger }

func (workApp) Key() string { return "local" }

func (workApp) Name() problem.Text { return problem.L("本地应用", "Local app") }

func (workApp) Address(state, callback, _ string) string {
	return "https://app.example/agree?" + url.Values{"state": {state}, "callback": {callback}}.Encode()
}

func (w workApp) Person(_ context.Context, code, callback string) (sso.Stranger, error) {
	who, ok := w.people[code]
	if !ok || !strings.HasSuffix(callback, "/third/open") {
		return sso.Stranger{}, errors.New("unknown code")
	}
	return who, nil
}

// HEADER-24 (server): a work app signs people in by its own interface; the session says so, also after it was renewed.
func TestAWorkAppSignsPeopleIn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		app := workApp{map[string]sso.Stranger{"a": {Subject: "their-anna", Phone: annas, PhoneVerified: true}, "x": {Subject: "their-x", Phone: annas}}}
		w := open(t, db, sso.Options{Connectors: []sso.Connector{app}})
		api.Call(w.API, api.Operation{Method: http.MethodGet, Path: "test/profile", ID: "profile", Access: api.SignedIn}, func(ctx context.Context, _ *struct{}) (identity.Profile, error) {
			actor, err := store.ActorFrom(ctx)
			if err != nil {
				return identity.Profile{}, err
			}
			return w.Identity.ProfileOf(ctx, actor)
		})
		b := w.Browser(t)
		var ways sso.WaysReply
		if b.Call(t, http.MethodGet, "sso/ways", nil).Into(t, &ways); len(ways.Connectors) != 1 || ways.Connectors[0].Key != "local" || ways.External || ways.Address != "127.0.0.1" {
			t.Errorf("the ways are %+v", ways)
		}
		if a := b.Call(t, http.MethodPost, "sso/connector/unknown", map[string]any{}); a.Code != 404 {
			t.Errorf("an unknown app: %+v", a)
		}
		try := func(code string) (identitytest.Answer, identity.LoginReply) {
			var reply sso.LoginURLReply
			b.Call(t, http.MethodPost, "sso/connector/local", map[string]any{"redirect": "/mf/progress"}).Into(t, &reply)
			to, err := url.Parse(reply.URL)
			if err != nil || to.Query().Get("callback") != w.HTTP.URL+"/third/open" {
				t.Fatalf("the app is asked at %s", reply.URL)
			}
			return byCode(t, b, &url.URL{RawQuery: url.Values{"code": {code}, "state": {to.Query().Get("state")}}.Encode()})
		}
		if a, _ := try("unknown"); a.Code != 11050 {
			t.Errorf("a code that the app does not know: %+v", a)
		}
		if a, _ := try("x"); a.Code != 11015 {
			t.Errorf("a person with an unverified phone: %+v", a)
		}
		a, reply := try("a")
		if reply.Token == "" || reply.Path != "/mf/progress" {
			t.Fatalf("Anna: %+v", a)
		}
		workplace := func(token string) bool {
			b.Token = token
			var who struct{ WorkApp bool }
			b.Call(t, http.MethodGet, "test/profile", nil).Into(t, &who)
			return who.WorkApp
		}
		if !workplace(reply.Token) {
			t.Error("the session does not say that a work app made it")
		}
		b.Long = reply.LongToken
		var renewed identity.LoginReply
		b.Call(t, http.MethodPost, "getTokenService", nil).Into(t, &renewed)
		if !workplace(renewed.Token) {
			t.Error("the renewed session has forgotten the work app")
		}
		plain := w.Browser(t).SignIn(t, bens)
		if workplace(plain.Token) {
			t.Error("a password is taken for a work app")
		}
	})
}
