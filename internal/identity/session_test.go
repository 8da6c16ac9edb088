package identity_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

const (
	annas = "13900000001"
	bens  = "13900000002"
	carls = "13900000003"
)

// each opens a stage on each engine with Anna and Ben in North, and Carl, who administers South.
func each(t *testing.T, fn func(t *testing.T, w *identitytest.World)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := identitytest.New(t, db, nil)
		w.Person(t, w.North, annas, "anna")
		w.Person(t, w.North, bens, "ben", "planner")
		w.Person(t, w.South, carls, "carl")
		fn(t, w)
	})
}

// A session ends by idleness and by age, whichever comes first; the long token then makes a new one, for a day or, when
// the person asked to be remembered, for thirty.
func TestSessionsEndByIdlenessAndByAge(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := w.Browser(t)
		b.SignIn(t, annas)
		for range 6 {
			w.Wait(3*time.Hour + 59*time.Minute)
			if in, code := b.In(t); !in {
				t.Fatalf("a busy session ended at %s with %d", w.Now(), code)
			}
		}
		w.Wait(7 * time.Minute)
		if in, code := b.In(t); in || code != 401 {
			t.Errorf("after a day and a minute of work the session answers %d", code)
		}
		b = w.Browser(t)
		b.SignIn(t, annas)
		w.Wait(4*time.Hour + time.Minute)
		if in, code := b.In(t); in || code != 401 {
			t.Errorf("an idle session answers %d", code)
		}
		renewed := b.Call(t, http.MethodPost, "getTokenService", nil) // SSO-08
		var reply identity.LoginReply
		renewed.Into(t, &reply)
		if b.Token = reply.Token; reply.Token == "" {
			t.Fatalf("the long token did not renew: %+v", renewed)
		}
		if in, code := b.In(t); !in {
			t.Errorf("the renewed session answers %d", code)
		}
		w.Wait(20 * time.Hour)
		if a := b.Call(t, http.MethodPost, "getTokenService", nil); a.Code != 401 {
			t.Errorf("a day later the long token answers %d", a.Code)
		}
	})
}

// Signing out, a new password, a kick and a disabling end the session for the very next call: 401 for what the person
// did, 11009 for what others did. None of them leaves a long token that would bring the session back.
func TestEndingASessionEndsItsLongTokenToo(t *testing.T) {
	ends := map[string]struct {
		code int
		end  func(t *testing.T, w *identitytest.World, b *identitytest.Browser)
	}{
		"logout": {401, func(t *testing.T, _ *identitytest.World, b *identitytest.Browser) {
			b.Call(t, http.MethodPost, "logout", nil)
		}},
		"a new password": {11009, func(t *testing.T, w *identitytest.World, _ *identitytest.Browser) {
			m := member(t, w, "anna")
			if err := w.Identity.EndSessions(t.Context(), m.AccountID, identity.EndedPassword); err != nil {
				t.Error(err)
			}
		}},
		"a kick": {11009, func(t *testing.T, w *identitytest.World, _ *identitytest.Browser) {
			admin := w.Browser(t)
			admin.SignIn(t, annas)
			kickOthers(t, admin)
		}},
		"a disabling": {11009, func(t *testing.T, w *identitytest.World, _ *identitytest.Browser) {
			m := member(t, w, "anna")
			m.Enabled = false
			w.System(t, func(tx store.Tx) error { return tx.Update(t.Context(), &m, "enabled") })
			if err := w.Identity.EndSessions(t.Context(), m.AccountID, identity.EndedDisabled); err != nil {
				t.Error(err)
			}
		}},
	}
	each(t, func(t *testing.T, w *identitytest.World) {
		for _, name := range []string{"logout", "a new password", "a kick", "a disabling"} {
			b := w.Browser(t)
			b.SignIn(t, annas)
			ends[name].end(t, w, b)
			if in, code := b.In(t); in || code != ends[name].code {
				t.Errorf("after %s the session answers %d", name, code)
			}
			if a := b.Call(t, http.MethodPost, "getTokenService", nil); a.Code != ends[name].code {
				t.Errorf("after %s the long token answers %d", name, a.Code)
			}
		}
	})
}

func member(t *testing.T, w *identitytest.World, name string) (m identity.Member) {
	t.Helper()
	w.System(t, func(tx store.Tx) error { return tx.Select(&m).Where("user_name = ?", name).Scan(t.Context()) })
	return m
}

func kickOthers(t *testing.T, admin *identitytest.Browser) int {
	t.Helper()
	var list struct{ Rows []identity.OnlineUser }
	admin.Call(t, http.MethodGet, "upms/online-user", nil).Into(t, &list)
	var ids []string
	for _, u := range list.Rows {
		if !u.Current {
			ids = append(ids, u.ID)
		}
	}
	var reply identity.EndedReply
	admin.Call(t, http.MethodPost, "upms/online-user/kick", map[string]any{"ids": ids}).Into(t, &reply)
	return reply.Ended
}

// A page of another site cannot sign anybody out, and the session's cookie alone cannot write: attacks from a foreign
// page, on https, where the cookie exists.
func TestForeignPagesNeitherSignOutNorWrite(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := identitytest.New(t, db, nil)
		w.API.Origin = "https://mouldworks.example"
		w.Person(t, w.North, annas, "anna")
		b := w.Browser(t)
		reply := b.SignIn(t, annas)
		cookie := "__Host-mw=" + reply.Token
		b.Token, b.Long = "", ""
		attack := func(method, path, site string, body any) identitytest.Answer {
			b.Header = map[string]string{"Cookie": cookie, "Sec-Fetch-Site": site}
			return b.Call(t, method, path, body)
		}
		if a := attack(http.MethodGet, "logout", "cross-site", nil); a.Code != 11015 {
			t.Errorf("a foreign GET logout answers %+v", a)
		}
		if a := attack(http.MethodGet, "checklogin", "same-origin", nil); a.Code != 1 {
			t.Errorf("our own page may read with the cookie, it got %+v", a)
		}
		if a := attack(http.MethodGet, "checklogin", "cross-site", nil); a.Code != 401 {
			t.Errorf("a foreign page reads with the cookie: %+v", a)
		}
		for _, site := range []string{"cross-site", "same-origin", ""} {
			if a := attack(http.MethodPost, "upms/user/changeLanguage", site, map[string]string{"language": "en"}); a.Code != 401 {
				t.Errorf("the cookie alone wrote from %q: %+v", site, a)
			}
		}
		if a := attack(http.MethodGet, "upms/user/logout.do", "same-origin", nil); a.Code != 1 {
			t.Errorf("our own page signs out by GET: %+v", a)
		}
		if a := attack(http.MethodGet, "checklogin", "same-origin", nil); a.Code != 401 {
			t.Errorf("the cookie lives on after signing out: %+v", a)
		}
	})
}

// On https the cookie is bound to the host, unreadable for scripts and not sent by foreign pages' writes.
func TestTheSessionCookieIsLocked(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := identitytest.New(t, db, nil)
		w.Person(t, w.North, annas, "anna")
		set := func() string {
			b := w.Browser(t)
			var got string
			b.Transport = spy(func(res *http.Response) { got = strings.Join(append(res.Header.Values("Set-Cookie"), got), "") })
			b.SignIn(t, annas)
			return got
		}
		if got := set(); got != "" {
			t.Errorf("plain http got a cookie: %s", got)
		}
		w.API.Origin = "https://mouldworks.example"
		got := set()
		for _, want := range []string{"__Host-mw=", "HttpOnly", "Secure", "SameSite=Lax", "Path=/"} {
			if !strings.Contains(got, want) {
				t.Errorf("the cookie %q lacks %s", got, want)
			}
		}
	})
}

type spy func(*http.Response)

func (s spy) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		s(res)
	}
	return res, err
}
