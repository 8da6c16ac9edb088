package identity_test

import (
	"net/http"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// signedIn is a new browser of Anna's, whose session nothing renews.
func signedIn(t *testing.T, w *identitytest.World) *identitytest.Browser {
	t.Helper()
	b := w.Browser(t)
	b.SignIn(t, annas)
	b.Long = ""
	return b
}

// seenAt is when the newest session, and the newest token, were last used.
func seenAt(t *testing.T, w *identitytest.World) (session, token time.Time) {
	t.Helper()
	w.System(t, func(tx store.Tx) error {
		var s identity.Session
		if err := tx.Select(&s).Order("created_at DESC", "id DESC").Limit(1, 0).Scan(t.Context()); err != nil {
			return err
		}
		var tokens []identity.APIToken
		err := tx.Select(&tokens).Scan(t.Context())
		session = s.SeenAt
		for _, one := range tokens {
			token = one.UsedAt
		}
		return err
	})
	return session, token
}

// Four hours of idleness are borne, and a day of work; a second more of either is the end.
func TestASessionEndsInTheSecondAfterItsTime(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		idle := signedIn(t, w)
		w.Wait(4 * time.Hour)
		if in, code := idle.In(t); !in {
			t.Errorf("after four hours: %d", code)
		}
		w.Wait(4*time.Hour + time.Second)
		if in, code := idle.In(t); in || code != 401 {
			t.Errorf("after four hours and a second: %d", code)
		}
		busy := signedIn(t, w)
		for range 6 {
			w.Wait(4 * time.Hour)
			if in, code := busy.In(t); !in {
				t.Fatalf("within a day: %d", code)
			}
		}
		w.Wait(time.Second)
		if in, code := busy.In(t); in || code != 401 {
			t.Errorf("a second after a day: %d", code)
		}
	})
}

// The use of a session, and of a token, is noted once a minute.
func TestUseIsNotedOnceAMinute(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		b := signedIn(t, w)
		anna := member(t, w, "anna")
		program := w.Browser(t)
		w.System(t, func(tx store.Tx) (err error) {
			program.Long, err = w.Identity.IssueToken(t.Context(), tx, &anna, "program")
			return err
		})
		use := func() {
			t.Helper()
			for who, browser := range map[string]*identitytest.Browser{"the session": b, "the token": program} {
				if in, code := browser.In(t); !in {
					t.Fatalf("%s: %d", who, code)
				}
			}
		}
		use()
		first := w.Now()
		for _, c := range []struct {
			wait  time.Duration
			after time.Duration // since the first use
		}{{59 * time.Second, 0}, {time.Second, time.Minute}, {59 * time.Second, time.Minute}, {2 * time.Second, 2*time.Minute + time.Second}} {
			w.Wait(c.wait)
			use()
			session, token := seenAt(t, w)
			if !session.Equal(first.Add(c.after)) || !token.Equal(first.Add(c.after)) {
				t.Errorf("%s after the first use: the session %s, the token %s, want %s", w.Now().Sub(first), session.Sub(first), token.Sub(first), c.after)
			}
		}
	})
}

// Whoever guesses tokens is told to sign in, whatever the guess looks like.
func TestWhatIsNoTokenOpensNothing(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		for _, c := range [][2]string{{"", ""}, {"x", ""}, {"", "mwk_x"}, {"", "x"}, {"mwk_x", ""}, {"mwt_x", ""}} {
			b := w.Browser(t)
			b.Token, b.Long = c[0], c[1]
			if in, code := b.In(t); in || code != 401 {
				t.Errorf("%q: %d", c, code)
			}
		}
	})
}

// With the cookie alone a browser may look, by GET and by HEAD, on https and from a page of ours; a token in the header wins.
func TestWhatTheCookieAloneMayDo(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		w.API.Origin = "https://mouldworks.example"
		b := w.Browser(t)
		cookie := b.SignIn(t, annas).Token
		ask := func(method string, header map[string]string) int {
			t.Helper()
			r, err := http.NewRequestWithContext(t.Context(), method, w.HTTP.URL+api.Prefix+"checklogin", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Cookie", "__Host-mw="+cookie+"; mw="+cookie)
			for k, v := range header {
				r.Header.Set(k, v)
			}
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			if err := res.Body.Close(); err != nil {
				t.Fatal(err)
			}
			return res.StatusCode
		}
		for what, c := range map[string]struct {
			method string
			header map[string]string
			origin string
			want   int
		}{
			"a look of ours":            {http.MethodGet, map[string]string{"Sec-Fetch-Site": "same-origin"}, "https://mouldworks.example", 200},
			"a look of an old browser":  {http.MethodGet, nil, "https://mouldworks.example", 200},
			"a head":                    {http.MethodHead, nil, "https://mouldworks.example", 200},
			"a look of another's":       {http.MethodGet, map[string]string{"Sec-Fetch-Site": "cross-site"}, "https://mouldworks.example", 401},
			"a look without https":      {http.MethodGet, nil, "http://mouldworks.example", 401},
			"a wrong token beside it":   {http.MethodGet, map[string]string{"mdbtk": "x"}, "https://mouldworks.example", 401},
			"its own token beside it":   {http.MethodGet, map[string]string{"mdbtk": cookie}, "https://mouldworks.example", 200},
			"a token of another's page": {http.MethodGet, map[string]string{"mdbtk": cookie, "Sec-Fetch-Site": "cross-site"}, "https://mouldworks.example", 200},
		} {
			w.API.Origin = c.origin
			if got := ask(c.method, c.header); got != c.want {
				t.Errorf("%s: %d, want %d", what, got, c.want)
			}
		}
	})
}
