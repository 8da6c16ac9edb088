package sso_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/sso"
)

// SSO-01, SSO-04, SSO-05, SSO-06, SSO-07, LOGIN-01: the whole round trip, with the fixed tenant and client; the person
// lands where they wanted to go, is signed in once, and is written down once.
func TestTheRoundTripOfSingleSignOn(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.Browser(t)
		to := w.loginURL(t, b, "/pm/mould?q=M1")
		q := to.Query()
		if to.Path != "/sso/authorize" || q.Get("tenantId") != "000000" || q.Get("client_id") != "mouldworks-web" || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" ||
			q.Get("scope") != "openid profile phone" || q.Get("redirect_uri") != w.HTTP.URL+"/loginMedium" || len(q.Get("state")) < 43 || len(q.Get("nonce")) < 43 || len(q.Get("code_challenge")) != 43 {
			t.Fatalf("single sign-on begins at %s", to)
		}
		back := w.signIn(t, b, annas, w.toLogin(t, b, to))
		if back.Path != "/loginMedium" || back.Query().Get("state") != q.Get("state") {
			t.Fatalf("the code comes to %s", back)
		}
		first := b.Token
		_, reply := byCode(t, b, back)
		if reply.Token == "" || reply.Token == first || reply.LongToken == "" || reply.Path != "/pm/mould?q=M1" || reply.TenantName != "North" || reply.AllowLoginFlag != 1 {
			t.Fatalf("the code gives %+v", reply)
		}
		b.Token, b.Long = reply.Token, reply.LongToken
		if in, code := b.In(t); !in {
			t.Errorf("the session answers %d", code)
		}
		b.Token = first
		if in, _ := b.In(t); in {
			t.Error("the session of the first half lives on beside the second")
		}
		b.Token = reply.Token
		var attempts int
		w.System(t, func(tx store.Tx) (err error) {
			attempts, err = tx.Select((*identity.SignInRecord)(nil)).Where("tenant_id = ?", w.North.ID).Count(t.Context())
			return err
		})
		if attempts != 1 {
			t.Errorf("one sign-in stands in the log %d times", attempts)
		}

		// Where the provider's cookie lives, it answers at once.
		begin, _ := page(t, b, w.loginURL(t, b, "/home").String())
		callback, _ := page(t, b, begin.String())
		again, _ := page(t, b, callback.String())
		if _, reply := byCode(t, b, again); reply.Token == "" || reply.Path != "/home" {
			t.Errorf("the provider did not answer at once: %s, %s, %s", begin, callback, again)
		}
	})
}

// SSO-10: signing out ends the session and the provider's, and a kick does so from outside: the next page asks again.
func TestSigningOutEndsTheProvidersSessionToo(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.Browser(t)
		w.through(t, b, annas, "/home")
		if a := b.Call(t, http.MethodPost, "logout", nil); a.Code != 1 {
			t.Fatalf("signing out: %+v", a)
		}
		w.toLogin(t, b, w.loginURL(t, b, "/home")) // fails when the provider answers at once

		reply := w.through(t, b, annas, "/home")
		if err := w.Identity.EndSessions(t.Context(), reply.UserID, identity.EndedKick); err != nil {
			t.Fatal(err)
		}
		if in, code := b.In(t); in || code != 11009 {
			t.Errorf("after the kick the session answers %d", code)
		}
		w.toLogin(t, b, w.loginURL(t, b, "/home"))
	})
}

// SSO-10, PWD-02: whoever sits in another browser with the provider's cookie, or holds a ticket, does not come back in
// after the owner of the account has set a new password.
func TestANewPasswordEndsSingleSignOnElsewhere(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner, thief := w.Browser(t), w.Browser(t)
		w.through(t, thief, annas, "/home")
		owner.SignIn(t, annas)
		var given sso.TicketReply
		thief.Call(t, http.MethodPost, "sso/ticket", map[string]any{}).Into(t, &given)
		const fresh = "Fresh-8642"
		if a := owner.Call(t, http.MethodPost, "upms/user/password", map[string]any{
			"oldPassword": owner.Secret(t, identitytest.Password), "password": owner.Secret(t, fresh), "confirmPassword": owner.Secret(t, fresh),
		}); a.Code != 1 {
			t.Fatalf("the new password: %+v", a)
		}
		if in, code := owner.In(t); !in {
			t.Errorf("the owner's own session answers %d", code)
		}
		if in, code := thief.In(t); in || code != 11009 {
			t.Errorf("the thief's session answers %d", code)
		}
		w.toLogin(t, thief, w.loginURL(t, thief, "/home")) // fails when the provider answers at once
		if a := w.Browser(t).Call(t, http.MethodGet, "upms/user/sso/loginByTicket.do?ticket="+url.QueryEscape(given.Ticket), nil); a.Code != 11050 {
			t.Errorf("the thief's ticket: %+v", a)
		}
	})
}

// Attack: an old token makes no second half. Whoever comes back later by the provider's cookie stands in the sign-in log
// as that, and the provider does not take its own word for a new proof.
func TestAnOldSessionIsNoFirstHalf(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.Browser(t)
		w.through(t, b, annas, "/home")
		provider := func() (row providerSession) {
			w.System(t, func(tx store.Tx) error { return tx.Select(&row).Scan(t.Context()) })
			return row
		}
		first := provider()
		for i, pause := range []time.Duration{11 * time.Minute, 5 * time.Hour} {
			w.Wait(pause)
			begin, _ := page(t, b, w.loginURL(t, b, "/home").String())
			callback, _ := page(t, b, begin.String())
			back, _ := page(t, b, callback.String())
			a, reply := byCode(t, b, back)
			if reply.Token == "" {
				t.Fatalf("after %s: %+v", pause, a)
			}
			b.Token, b.Long = reply.Token, reply.LongToken
			var log []identity.SignInRecord
			w.System(t, func(tx store.Tx) error { return tx.Select(&log).Order("id").Scan(t.Context()) })
			if len(log) != i+2 || log[i+1].Way != 3 {
				t.Errorf("after %s the log holds %+v", pause, log)
			}
			if now := provider(); now != first {
				t.Errorf("after %s the provider says that Anna came in at %s, it was %s", pause, now.CreatedAt, first.CreatedAt)
			}
		}
	})
}

type providerSession struct {
	bun.BaseModel `bun:"table:sso_session"`
	ID            string    `bun:"id,pk"`
	CreatedAt     time.Time `bun:"created_at"`
}

// A long session at the provider keeps its length through the round trip, and ends by the clock.
func TestBeingRememberedSurvivesTheRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.Browser(t)
		request := w.toLogin(t, b, w.loginURL(t, b, "/home"))
		var first identity.LoginReply
		b.Login(t, annas, identitytest.Password, map[string]any{"authRequestId": request, "remember": true}).Into(t, &first)
		b.Token, b.Long = first.Token, first.LongToken
		back, _ := page(t, b, w.HTTP.URL+first.Next)
		_, reply := byCode(t, b, back)
		b.Token, b.Long = reply.Token, reply.LongToken
		w.Wait(29 * 24 * time.Hour)
		if a := b.Call(t, http.MethodPost, "getTokenService", nil); a.Code != 1 {
			t.Errorf("after 29 days: %+v", a)
		}
		w.Wait(2 * 24 * time.Hour)
		if a := b.Call(t, http.MethodPost, "getTokenService", nil); a.Code != 401 {
			t.Errorf("after 31 days: %+v", a)
		}
		w.toLogin(t, b, w.loginURL(t, b, "/home"))
	})
}

// Attacks on the way back: no state, a guessed one, one of another browser, an old one, a code that was used, and one
// that is too old. All get 11050 (LOGIN-13, ERR-02) and nobody is signed in.
func TestTheCodeIsTakenOnceInTimeInItsBrowser(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		spent := func(what string, b *identitytest.Browser, back *url.URL) {
			t.Helper()
			if a, reply := byCode(t, b, back); a.Code != 11050 || a.Status != http.StatusUnauthorized || reply.Token != "" {
				t.Errorf("%s: %+v", what, a)
			}
		}
		with := func(back *url.URL, key, value string) *url.URL {
			q := back.Query()
			q.Set(key, value)
			changed := *back
			changed.RawQuery = q.Encode()
			return &changed
		}
		b := w.Browser(t)
		back := w.signIn(t, b, annas, w.toLogin(t, b, w.loginURL(t, b, "/home")))
		spent("without a state", b, with(back, "state", ""))
		spent("with a guessed state", b, with(back, "state", "guessed"))
		// The attacker's own code and state, opened by Ben: he would work in Anna's account.
		spent("in another browser", w.Browser(t), back)
		if a, reply := byCode(t, b, back); reply.Token == "" {
			t.Errorf("the failed attempts have used the code up: %+v", a)
		}
		spent("a second time", b, back)

		// A stolen code under a state of the thief's own: the verifier does not fit.
		victim, thief := w.Browser(t), w.Browser(t)
		stolen := w.signIn(t, victim, annas, w.toLogin(t, victim, w.loginURL(t, victim, "/home")))
		thiefs := w.loginURL(t, thief, "/home")
		spent("a stolen code", thief, with(stolen, "state", thiefs.Query().Get("state")))

		late := w.Browser(t)
		code := w.signIn(t, late, annas, w.toLogin(t, late, w.loginURL(t, late, "/home")))
		w.Wait(61 * time.Second)
		spent("a code older than a minute", late, code)

		slow := w.Browser(t)
		to := w.loginURL(t, slow, "/home")
		w.Wait(9 * time.Minute)
		code = w.signIn(t, slow, annas, w.toLogin(t, slow, to))
		w.Wait(61 * time.Second)
		spent("a state older than ten minutes", slow, code)
	})
}

// After a kick several pages of one browser go to the sign-in at the same time, before any of them has its mark: each of
// them comes back to where it was.
func TestDeparturesSideBySideLeaveEachOtherAlone(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.Browser(t)
		jar := b.Jar
		// Sent before any answer came: no request brings a mark, and the answers come in this order.
		var begun []*url.URL
		var given []*http.Cookie
		at, err := url.Parse(w.HTTP.URL)
		if err != nil {
			t.Fatal(err)
		}
		for _, redirect := range []string{"/pm/mould", "/aps/schedule", "/home"} {
			fresh := w.Browser(t)
			begun = append(begun, w.loginURL(t, fresh, redirect))
			given = append(given, fresh.Jar.Cookies(at)...)
		}
		jar.SetCookies(at, given)
		marks := func() (n int) {
			for _, c := range jar.Cookies(at) {
				if strings.HasPrefix(c.Name, "mw-browser-") {
					n++
				}
			}
			return n
		}
		if marks() != 3 {
			t.Fatalf("%d marks", marks())
		}

		for i, want := range []string{"/pm/mould", "/aps/schedule", "/home"} {
			request := ""
			if i == 0 {
				request = w.toLogin(t, b, begun[i])
				if a, reply := byCode(t, b, w.signIn(t, b, annas, request)); reply.Token == "" || reply.Path != want {
					t.Errorf("the page of %s: %+v", want, a)
				}
				continue
			}
			// The provider knows Anna by now, and answers at once.
			begin, _ := page(t, b, begun[i].String())
			callback, _ := page(t, b, begin.String())
			back, _ := page(t, b, callback.String())
			if a, reply := byCode(t, b, back); reply.Token == "" || reply.Path != want {
				t.Errorf("the page of %s: %+v", want, a)
			}
		}
		// A browser that has a mark gets no further one.
		w.loginURL(t, b, "/home")
		if marks() != 3 {
			t.Errorf("the browser has %d marks", marks())
		}
	})
}

// The attack on a waiting authorization: somebody sends Anna a link to sign in for a request of theirs. She is signed
// in herself; they get nothing.
func TestASignInServesOnlyTheBrowserThatAskedForIt(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		thief, anna := w.Browser(t), w.Browser(t)
		request := w.toLogin(t, thief, w.loginURL(t, thief, "/home"))
		var reply identity.LoginReply
		anna.Login(t, annas, identitytest.Password, map[string]any{"authRequestId": request}).Into(t, &reply)
		if reply.Token == "" || reply.Next != "" {
			t.Fatalf("Anna's sign-in goes on for the thief: %+v", reply)
		}
		for _, b := range []*identitytest.Browser{thief, anna} {
			if to, _ := page(t, b, w.HTTP.URL+"/sso/authorize/callback?id="+request); to.Path != "/login" {
				t.Errorf("the request answers %s", to)
			}
		}
		// Also not where Anna's own cookie is known to the provider.
		if to, _ := page(t, anna, w.HTTP.URL+"/sso/begin?id="+request); to.RequestURI() != "/login" {
			t.Errorf("the request goes on in Anna's browser: %s", to)
		}
	})
}

// The page to land on is one of ours, whatever was asked for (SSO-05).
func TestThePathAfterSigningInIsOurs(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for asked, want := range map[string]string{
			"/aps/schedule": "/aps/schedule", "": "/home", "//evil.example": "/home",
		} {
			if got := w.through(t, w.Browser(t), annas, asked).Path; got != want {
				t.Errorf("%q leads to %q", asked, got)
			}
		}
	})
}

// SSO-03, SSO-11, SAPI-08: the customised address replaces authorize unless it is empty or 0; the constants tell how
// this installation signs people in, and nobody hears of other companies.
func TestConstantsAndTheCustomisedLoginPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		o := sso.Options{LoginPage: "https://portal.example/login", PushAddress: "push.example", SpecialTenants: []string{"x"}}
		w := open(t, db, o)
		b := w.Browser(t)
		if to := w.loginURL(t, b, "/home"); to.String() != "https://portal.example/login" {
			t.Errorf("going to login leads to %s", to)
		}
		value := func(b *identitytest.Browser, name string) string {
			var reply sso.ConstantReply
			b.Call(t, http.MethodPost, "sys/constant/getConstantValue", map[string]any{"constantName": name}).Into(t, &reply)
			return reply.ConstantValue
		}
		for name, want := range map[string]string{
			"SYSTEM_INTEGRATION_MODE": "0", "CAS_SERVER_LOGIN_URL": w.HTTP.URL + "/sso/authorize", "WS_CONNECT_IP": "push.example",
			"HOMEPAGE_AUTO_REDIRECT_TO_LOGINPAGE": "https://portal.example/login", "SYNC_DAJIANG_TENANT_ID": "",
		} {
			if got := value(b, name); got != want {
				t.Errorf("%s is %q", name, got)
			}
		}
		if a := b.Call(t, http.MethodPost, "sys/constant/getConstantValue", map[string]any{"constantName": "PATH"}); a.Code != 422 || !strings.Contains(string(a.Data), "constantName") {
			t.Errorf("an unknown constant: %+v", a)
		}
	})
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := open(t, db, sso.Options{LoginPage: "0"})
		if to := w.loginURL(t, w.Browser(t), "/home"); to.Path != "/sso/authorize" {
			t.Errorf("0 leads to %s", to)
		}
	})
}

// SAPI-17: the account, with its phone masked.
func TestUserInfoMasksThePhone(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.Browser(t)
		path := "/account/basic-api/blade-auth/user-client/getUserInfo"
		if a := b.Call(t, http.MethodPost, path, nil); a.Code != 401 {
			t.Errorf("nobody hears %+v", a)
		}
		b.SignIn(t, annas)
		var who sso.UserInfo
		if b.Call(t, http.MethodPost, path, nil).Into(t, &who); who.UserName != "anna" || who.Phone != "139******01" || who.TenantID != w.North.ID || who.UserID == "" {
			t.Errorf("Anna is %+v", who)
		}
	})
}
