package sso_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/sso"
	"mouldworks/internal/tenancy"
)

// sessionProof is what the test changes of a session.
type sessionProof struct {
	bun.BaseModel `bun:"table:session"`
	ID            string `bun:"id,pk"`
}

// TENANT-16: single sign-on and tickets are no way around the proof by SMS that a company asks for on entering. A ticket of
// a session that has given it carries it, as long as it holds; a session that owes it gets no ticket, and is still somebody
// whose browser no ticket of another takes.
func TestSingleSignOnAndTicketsAskForTheProof(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.System(t, func(tx store.Tx) error {
			_, err := tx.Change((*tenancy.Tenant)(nil)).Set("verify_switch = ?", true).Where("id = ?", w.North.ID).Exec(t.Context())
			return err
		})
		inside := func(b *identitytest.Browser) bool {
			t.Helper()
			a := b.Call(t, http.MethodGet, "upms/user/profile", nil)
			if a.Code != 1 && a.Code != 800024 {
				t.Errorf("%+v", a)
			}
			return a.Code == 1
		}
		take := func(ticket string) *identitytest.Browser {
			b := w.Browser(t)
			var reply identity.LoginReply
			b.Call(t, http.MethodGet, "upms/user/sso/loginByTicket.do?ticket="+url.QueryEscape(ticket), nil).Into(t, &reply)
			b.Token, b.Long = reply.Token, reply.LongToken
			return b
		}
		b := w.Browser(t)
		reply := w.through(t, b, annas, "/home")
		if b.Token, b.Long = reply.Token, reply.LongToken; inside(b) {
			t.Error("single sign-on leads past the proof")
		}
		if a := b.Call(t, http.MethodPost, "sso/ticket", map[string]any{}); a.Code != 800024 {
			t.Errorf("a ticket for who owes the proof: %+v", a)
		}
		// The proof itself is given by a code, which identity's own tests do; here its mark is set.
		w.System(t, func(tx store.Tx) error {
			_, err := tx.Change((*sessionProof)(nil)).Set("verified_at = ?", w.Now()).Set("owes_proof = ?", false).Where("ended = ''").Exec(t.Context())
			return err
		})
		var given sso.TicketReply
		b.Call(t, http.MethodPost, "sso/ticket", map[string]any{}).Into(t, &given)
		there := take(given.Ticket)
		if !inside(there) {
			t.Error("a ticket loses the proof")
		}
		w.Wait(3 * time.Hour)
		there.Call(t, http.MethodGet, "checklogin", nil)
		w.Wait(3 * time.Hour)
		there.Call(t, http.MethodGet, "checklogin", nil)
		w.Wait(2*time.Hour + time.Minute)
		there.Call(t, http.MethodPost, "sso/ticket", map[string]any{}).Into(t, &given)
		if inside(take(given.Ticket)) {
			t.Error("a ticket carries a proof that holds no more")
		}
		// Ben owes the proof; Anna's ticket does not take his browser.
		ben := w.Browser(t)
		ben.SignIn(t, bens)
		there.Call(t, http.MethodPost, "sso/ticket", map[string]any{}).Into(t, &given)
		if a := ben.Call(t, http.MethodGet, "upms/user/sso/loginByTicket.do?ticket="+url.QueryEscape(given.Ticket), nil); a.Code != 20000 {
			t.Errorf("a ticket over somebody who owes the proof: %+v", a)
		}
	})
}

// TENANT-16: the work apps know the person, not who holds the phone now: entering by WeCom or DingTalk asks for the proof, in a
// new browser and in one that carries a session which has given it.
func TestWorkAppsAskForTheProof(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		apps := openWorkApps(t)
		w := open(t, db, sso.Options{Connectors: []sso.Connector{apps.wecom(), apps.dingtalk("dingcorp1")}})
		people := map[string]string{
			"wecom":    `{"errcode":0,"errmsg":"ok","userid":"anna"}`,
			"dingtalk": `{"nick":"Anna","unionId":"u-anna","openId":"o","mobile":"` + annas + `","stateCode":"86"}`,
		}
		stateOf := func(a identitytest.Answer) string {
			t.Helper()
			var reply sso.LoginURLReply
			a.Into(t, &reply)
			to, err := url.Parse(reply.URL)
			if err != nil {
				t.Fatal(err)
			}
			return to.Query().Get("state")
		}
		anna := w.Browser(t)
		anna.SignIn(t, annas)
		state := stateOf(anna.Call(t, http.MethodPost, "sso/connector/wecom/link", map[string]any{"password": anna.Secret(t, identitytest.Password)}))
		anna.Call(t, http.MethodPost, "sso/link", map[string]any{"code": apps.brings("link", people["wecom"]), "state": state}).Into(t, new(sso.LinkedReply))
		w.System(t, func(tx store.Tx) error {
			_, err := tx.Change((*tenancy.Tenant)(nil)).Set("verify_switch = ?", true).Where("id = ?", w.North.ID).Exec(t.Context())
			return err
		})
		for app, person := range people {
			for _, carries := range []bool{false, true} {
				b := w.Browser(t)
				if carries {
					b.SignIn(t, annas)
					w.System(t, func(tx store.Tx) error {
						_, err := tx.Change((*sessionProof)(nil)).Set("verified_at = ?", w.Now()).Set("owes_proof = ?", false).Where("ended = ''").Exec(t.Context())
						return err
					})
					if a := b.Call(t, http.MethodGet, "upms/user/profile", nil); a.Code != 1 {
						t.Fatalf("with the proof: %+v", a)
					}
				}
				state := stateOf(b.Call(t, http.MethodPost, "sso/connector/"+app, map[string]any{}))
				_, reply := byCode(t, b, &url.URL{RawQuery: url.Values{"code": {apps.brings(app, person)}, "state": {state}}.Encode()})
				if b.Token, b.Long = reply.Token, reply.LongToken; b.Token == "" {
					t.Fatalf("%s lets nobody in", app)
				}
				for _, path := range []string{"upms/user/profile", "upms/online-user"} {
					if a := b.Call(t, http.MethodGet, path, nil); a.Code != 800024 {
						t.Errorf("%s, in a browser with a session: %v: %s answers %+v", app, carries, path, a)
					}
				}
			}
		}
	})
}
