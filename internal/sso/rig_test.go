package sso_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/sso"
)

const (
	annas = "13900000001"
	bens  = "13900000002"
)

type world struct {
	*identitytest.World
	sso  *sso.SSO
	anna *identitytest.Browser // in which Anna is signed in at the provider
}

// open makes a server whose people Anna and Ben work in North.
func open(t *testing.T, db *store.DB, o sso.Options) *world {
	t.Helper()
	w := &world{}
	w.World = identitytest.New(t, db, func(stage *identitytest.World, d *identity.Deps) func() {
		made, err := sso.New(t.Context(), sso.Deps{
			DB: db, Now: stage.Now, Options: o,
			Enter: func(ctx context.Context, e identity.Entry) (identity.LoginReply, error) {
				return stage.Identity.Enter(ctx, e)
			},
			May: func(ctx context.Context, tx store.Tx, id string) (bool, error) {
				return stage.Identity.May(ctx, tx, id)
			},
			Person: func(ctx context.Context, tx store.Tx, id string) (sso.Person, error) {
				who, err := stage.Identity.PersonOf(ctx, tx, id)
				return sso.Person(who), err
			},
			ByPhone: func(ctx context.Context, tx store.Tx, phone string) (string, error) {
				return stage.Identity.AccountOf(ctx, tx, phone)
			},
			VerifiedAt: func(ctx context.Context, tx store.Tx, id string) (time.Time, error) {
				return stage.Identity.VerifiedAt(ctx, tx, id)
			},
			Authenticate: func(ctx context.Context, c api.Caller) (store.Actor, error) {
				return stage.Identity.Authenticate(ctx, c)
			},
			Reprove: func(ctx context.Context, actor store.Actor, field, secret string) error {
				return stage.Identity.Reprove(ctx, actor, field, secret)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		w.sso = made
		d.SignOn = made.SignOn()
		return func() { made.Mount(stage.API); stage.Identity.MountOwn(stage.API) }
	})
	w.Person(t, w.North, annas, "anna")
	w.Person(t, w.North, bens, "ben", "planner")
	return w
}

func each(t *testing.T, fn func(t *testing.T, w *world)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) { fn(t, open(t, db, sso.Options{})) })
}

// page follows one address as a browser does and gives where it is sent, or the status.
func page(t *testing.T, b *identitytest.Browser, address string) (*url.URL, int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range b.Header {
		r.Header.Set(k, v)
	}
	res, err := b.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Body.Close(); err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusFound {
		return &url.URL{}, res.StatusCode
	}
	to, err := r.URL.Parse(res.Header.Get("Location"))
	if err != nil {
		t.Fatal(err)
	}
	return to, res.StatusCode
}

// loginURL asks where single sign-on begins; the address is whole.
func (w *world) loginURL(t *testing.T, b *identitytest.Browser, redirect string) *url.URL {
	t.Helper()
	var reply sso.LoginURLReply
	b.Call(t, http.MethodPost, "/mcfront/basic-api/blade-auth/oauth/getLoginUrl", map[string]any{"redirect": redirect}).Into(t, &reply)
	if strings.HasPrefix(reply.URL, "/") {
		reply.URL = w.HTTP.URL + reply.URL
	}
	to, err := url.Parse(reply.URL)
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// toLogin follows an authorization until the sign-in page and gives the id of the request.
func (w *world) toLogin(t *testing.T, b *identitytest.Browser, from *url.URL) string {
	t.Helper()
	begin, status := page(t, b, from.String())
	if begin.Path != "/sso/begin" {
		t.Fatalf("authorize leads to %s (%d)", begin, status)
	}
	login, _ := page(t, b, begin.String())
	if login.Path != "/login" || login.Query().Get("authRequestId") == "" {
		t.Fatalf("begin leads to %s", login)
	}
	return login.Query().Get("authRequestId")
}

// signIn posts phone and password for a waiting authorization and follows it to the code.
func (w *world) signIn(t *testing.T, b *identitytest.Browser, phone, request string) *url.URL {
	t.Helper()
	var reply identity.LoginReply
	b.Login(t, phone, identitytest.Password, map[string]any{"authRequestId": request}).Into(t, &reply)
	if reply.Token == "" || !strings.HasPrefix(reply.Next, "/sso/authorize/callback?id=") {
		t.Fatalf("the sign-in goes on at %+v", reply)
	}
	b.Token, b.Long = reply.Token, reply.LongToken
	back, status := page(t, b, w.HTTP.URL+reply.Next)
	if back.Query().Get("code") == "" {
		t.Fatalf("the provider answers %s (%d)", back, status)
	}
	return back
}

// byCode hands in what stands in the address of /loginMedium.
func byCode(t *testing.T, b *identitytest.Browser, back *url.URL) (identitytest.Answer, identity.LoginReply) {
	t.Helper()
	q := url.Values{"code": {back.Query().Get("code")}, "state": {back.Query().Get("state")}}
	a := b.Call(t, http.MethodGet, "upms/user/sso/loginByCode.do?"+q.Encode(), nil)
	var reply identity.LoginReply
	if a.Code == 1 {
		a.Into(t, &reply)
	}
	return a, reply
}

// through signs somebody in by the whole round trip.
func (w *world) through(t *testing.T, b *identitytest.Browser, phone, redirect string) identity.LoginReply {
	t.Helper()
	back := w.signIn(t, b, phone, w.toLogin(t, b, w.loginURL(t, b, redirect)))
	a, reply := byCode(t, b, back)
	if reply.Token == "" {
		t.Fatalf("the code gave %+v", a)
	}
	b.Token, b.Long = reply.Token, reply.LongToken
	return reply
}
