package sso_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/sso"
)

// SSO-05, SSO-09, LOGIN-01: a ticket carries a person to another address, where they are who and where they were: once,
// within a minute, to addresses on the list, and never over somebody else's session.
func TestATicketCarriesAPersonOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := open(t, db, sso.Options{JumpOrigins: []string{"https://gateway.example"}})
		anna := w.Browser(t)
		anna.SignIn(t, annas)
		issue := func(body map[string]any) (identitytest.Answer, sso.TicketReply) {
			a := anna.Call(t, http.MethodPost, "sso/ticket", body)
			var reply sso.TicketReply
			if a.Code == 1 {
				a.Into(t, &reply)
			}
			return a, reply
		}
		take := func(b *identitytest.Browser, ticket string) (identitytest.Answer, identity.LoginReply) {
			a := b.Call(t, http.MethodGet, "upms/user/sso/loginByTicket.do?ticket="+url.QueryEscape(ticket), nil)
			var reply identity.LoginReply
			if a.Code == 1 {
				a.Into(t, &reply)
			}
			return a, reply
		}
		a, given := issue(map[string]any{"origin": "https://gateway.example", "path": "/mf/progress"})
		if len(given.Ticket) != 43 || !strings.HasPrefix(given.URL, "https://gateway.example/jumping?ticket=") || given.ExpireSeconds != 60 {
			t.Fatalf("the ticket is %+v", a)
		}
		there := w.Browser(t)
		if a, reply := take(there, given.Ticket); reply.Token == "" || reply.Path != "/mf/progress" || reply.TenantID != w.North.ID {
			t.Errorf("the ticket gives %+v", a)
		}
		if a, _ := take(w.Browser(t), given.Ticket); a.Code != 11050 {
			t.Errorf("a second time: %+v", a)
		}
		for _, bad := range []string{"", "guessed", given.Ticket + "x"} {
			if a, _ := take(w.Browser(t), bad); a.Code != 11050 {
				t.Errorf("%q: %+v", bad, a)
			}
		}
		_, old := issue(map[string]any{})
		w.Wait(61 * time.Second)
		if a, _ := take(w.Browser(t), old.Ticket); a.Code != 11050 {
			t.Errorf("a minute later: %+v", a)
		}
		for _, origin := range []string{"https://evil.example", "https://gateway.example.evil.example", "javascript:alert(1)", "//gateway.example"} {
			if a, _ := issue(map[string]any{"origin": origin}); a.Code != 422 || !strings.Contains(string(a.Data), `"origin"`) {
				t.Errorf("a ticket to %s: %+v", origin, a)
			}
		}
		if _, given := issue(map[string]any{"path": "https://evil.example"}); given.Ticket != "" {
			if _, reply := take(w.Browser(t), given.Ticket); reply.Path != "/home" {
				t.Errorf("the page is %q", reply.Path)
			}
		}
		// The attacker's ticket in a link that Ben opens: he stays who he is.
		_, luring := issue(map[string]any{})
		ben := w.Browser(t)
		ben.SignIn(t, bens)
		if a, _ := take(ben, luring.Ticket); a.Code != 20000 {
			t.Errorf("Ben became Anna: %+v", a)
		}
		if in, _ := ben.In(t); !in {
			t.Error("Ben was signed out by a link")
		}
		// A kick ends tickets on their way.
		_, last := issue(map[string]any{})
		if err := w.Identity.EndSessions(t.Context(), anna.SignInID(t), identity.EndedKick); err != nil {
			t.Fatal(err)
		}
		if a, _ := take(w.Browser(t), last.Ticket); a.Code != 11050 {
			t.Errorf("after the kick: %+v", a)
		}
	})
}

// A page of an attacker sends Ben to the call itself, with a ticket of Anna's: on https, where the session is a cookie,
// nothing of his changes. Neither does it where only the provider knows him.
func TestAForeignPageCannotSignAnybodyInByTicket(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.API.Origin = "https://mouldworks.example"
		anna, ben := w.Browser(t), w.Browser(t)
		anna.SignIn(t, annas)
		cookies := map[string]string{}
		ben.Transport = spy(func(res *http.Response) {
			for _, c := range res.Cookies() {
				cookies[c.Name] = c.Value
			}
		})
		bens := ben.SignIn(t, bens)
		session, provider := "__Host-mw="+bens.Token, "__Host-mw-sso="+cookies["__Host-mw-sso"]
		ben.Token, ben.Long = "", ""
		for _, row := range []struct {
			name, site, cookies string
			code                int
		}{
			{"a foreign page", "cross-site", session + "; " + provider, 11015},
			{"a foreign page, to nobody", "cross-site", "", 11015},
			{"a link of our own", "same-origin", session + "; " + provider, 20000},
			{"only the provider knows Ben", "same-origin", provider, 20000},
			{"only the provider knows Ben, typed", "none", provider, 20000},
		} {
			var given sso.TicketReply
			anna.Call(t, http.MethodPost, "sso/ticket", map[string]any{}).Into(t, &given)
			clear(cookies)
			ben.Header = map[string]string{"Sec-Fetch-Site": row.site, "Cookie": row.cookies}
			if a := ben.Call(t, http.MethodGet, "upms/user/sso/loginByTicket.do?ticket="+url.QueryEscape(given.Ticket), nil); a.Code != row.code || len(cookies) > 0 {
				t.Errorf("%s: %+v with the cookies %v", row.name, a, cookies)
			}
		}
		ben.Header = map[string]string{"Sec-Fetch-Site": "same-origin", "Cookie": session + "; " + provider}
		if id := ben.SignInID(t); id != bens.UserID {
			t.Errorf("Ben is %s now", id)
		}
	})
}

// spy looks at every answer.
type spy func(res *http.Response)

// RoundTrip sends the request.
func (s spy) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		s(res)
	}
	return res, err
}

// Eight browsers with one ticket: one gets in.
func TestATicketServesOneOfManyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		anna := w.Browser(t)
		anna.SignIn(t, annas)
		var given sso.TicketReply
		anna.Call(t, http.MethodPost, "sso/ticket", map[string]any{}).Into(t, &given)
		codes := make(chan int, 8)
		var wait sync.WaitGroup
		for range cap(codes) {
			wait.Add(1)
			go func() {
				defer wait.Done()
				codes <- w.Browser(t).Call(t, http.MethodGet, "upms/user/sso/loginByTicket.do?ticket="+given.Ticket, nil).Code
			}()
		}
		wait.Wait()
		close(codes)
		in := 0
		for code := range codes {
			if code == 1 {
				in++
			} else if code != 11050 {
				t.Errorf("a late browser got %d", code)
			}
		}
		if in != 1 {
			t.Errorf("%d browsers got in", in)
		}
	})
}
