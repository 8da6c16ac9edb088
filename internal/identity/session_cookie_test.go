package identity_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

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
		kept := func() bool {
			at := &url.URL{Scheme: "https", Host: strings.TrimPrefix(w.HTTP.URL, "http://"), Path: "/"}
			return slices.ContainsFunc(b.Jar.Cookies(at), func(k *http.Cookie) bool { return k.Name == "__Host-mw" })
		}
		if !kept() {
			t.Error("signing in gives no cookie: the test shows nothing")
		}
		asked := func(method, path, site, mode string, body any) identitytest.Answer {
			b.Header = map[string]string{"Cookie": cookie, "Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}
			return b.Call(t, method, path, body)
		}
		attack := func(method, path, site string, body any) identitytest.Answer {
			return asked(method, path, site, "cors", body)
		}
		// A link of another host, also of one that shares our site, a script of somebody else, a picture on our own page, a program that knows the cookie alone.
		for _, from := range [][2]string{{"cross-site", "navigate"}, {"same-site", "navigate"}, {"cross-site", "cors"}, {"same-site", "cors"}, {"same-origin", "no-cors"}, {"same-site", "no-cors"}, {"none", "no-cors"}, {"", ""}} {
			if a := asked(http.MethodGet, "logout", from[0], from[1], nil); a.Code != 11015 {
				t.Errorf("GET logout by %q answers %+v", from, a)
			}
		}
		// A form or a script of another host, and of one that shares our site; a program that knows the cookie alone.
		for _, from := range [][2]string{{"cross-site", "navigate"}, {"cross-site", "no-cors"}, {"same-site", "navigate"}, {"same-site", "no-cors"}, {"same-site", "cors"}, {"none", "navigate"}, {"", ""}} {
			if a := asked(http.MethodPost, "logout", from[0], from[1], nil); a.Code != 11015 {
				t.Errorf("POST logout by %q answers %+v", from, a)
			}
		}
		// A browser that fetches ahead what its owner has not opened yet.
		b.Header = map[string]string{"Cookie": cookie, "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Purpose": "prefetch;prerender"}
		if a := b.Call(t, http.MethodGet, "logout", nil); a.Code != 11015 {
			t.Errorf("GET logout, ahead of the person, answers %+v", a)
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
		if a := asked(http.MethodGet, "upms/user/logout.do", "same-origin", "navigate", nil); a.Code != 1 {
			t.Errorf("our own page signs out by a link: %+v", a)
		}
		if kept() {
			t.Error("the browser keeps the cookie of the session that it has left")
		}
		if a := attack(http.MethodGet, "checklogin", "same-origin", nil); a.Code != 401 {
			t.Errorf("the cookie lives on after signing out: %+v", a)
		}
	})
}

// A person signs out by a GET of their own: a link of our page, a typed address, a script of ours, a program that shows
// the session's token.
func TestSigningOutByAStepOfOnesOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := identitytest.New(t, db, nil)
		w.API.Origin = "https://mouldworks.example"
		w.Person(t, w.North, annas, "anna")
		for _, path := range []string{"logout", "upms/user/logout.do"} {
			for _, c := range []struct {
				name, site, mode string
				token            bool
			}{
				{"a typed address", "none", "navigate", false},
				{"a link of our own page", "same-origin", "navigate", false},
				{"a script of our own page", "same-origin", "cors", false},
				{"a program with the token", "", "", true},
			} {
				b := w.Browser(t)
				token := b.SignIn(t, annas).Token
				b.Token, b.Long = "", ""
				b.Header = map[string]string{"Cookie": "__Host-mw=" + token, "Sec-Fetch-Site": c.site, "Sec-Fetch-Mode": c.mode}
				if c.token {
					b.Token, b.Header = token, map[string]string{}
				}
				if a := b.Call(t, http.MethodGet, path, nil); a.Code != 1 {
					t.Errorf("%s by %s answers %+v", path, c.name, a)
				}
				b.Token, b.Header = token, map[string]string{}
				if in, code := b.In(t); in || code != 401 {
					t.Errorf("after %s by %s the session answers %d", path, c.name, code)
				}
			}
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
		if got := set(); strings.Contains(got, "mw=") {
			t.Errorf("plain http got the session as a cookie: %s", got)
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
