package sso_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/uptrace/bun"

	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/sso"
)

const here = "http://localhost:9" // where the server under test believes to be

// Another provider, a second instance of our own: it signs people in whose phone it has verified, links them from then
// on, refuses strangers with 11015, and is told when they sign out (SSO-01, SSO-10).
func TestAnotherProviderSignsPeopleIn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		far := open(t, storetest.Open(t, t.TempDir()), sso.Options{})
		id, secret, err := far.sso.AddClient(t.Context(), sso.NewClient{Name: "Near", Redirects: []string{here + "/loginMedium"}, LogoutRedirects: []string{here + "/login"}})
		if err != nil {
			t.Fatal(err)
		}
		near := open(t, db, sso.Options{Issuer: far.HTTP.URL + "/sso", ClientID: id, ClientSecret: secret})
		near.API.Origin = here
		b, fars := near.Browser(t), far.Browser(t)
		round := func() (identitytest.Answer, identity.LoginReply) {
			to := near.loginURL(t, b, "/aps/schedule")
			if !strings.HasPrefix(to.String(), far.HTTP.URL+"/sso/authorize?") || to.Query().Get("tenantId") != "" {
				t.Fatalf("going to login leads to %s", to)
			}
			begin, _ := page(t, fars, to.String())
			next, _ := page(t, fars, begin.String())
			if next.Path == "/login" {
				return byCode(t, b, far.signIn(t, fars, annas, next.Query().Get("authRequestId")))
			}
			back, _ := page(t, fars, next.String())
			return byCode(t, b, back)
		}
		if a, _ := round(); a.Code != 11015 {
			t.Errorf("a phone that nobody has verified: %+v", a)
		}
		var anna identity.Member
		far.System(t, func(tx store.Tx) error {
			if err := tx.Select(&anna).Where("user_name = ?", "anna").Scan(t.Context()); err != nil {
				return err
			}
			return identitytest.Proved(t.Context(), tx, annas)
		})
		a, reply := round()
		if reply.Token == "" || reply.Path != "/aps/schedule" || reply.UserID == anna.AccountID {
			t.Fatalf("the verified phone: %+v", a)
		}
		// Linked: the phone may change there, the person stays the same.
		far.System(t, func(tx store.Tx) error {
			_, err := tx.Change((*identity.Account)(nil)).Set("phone = ?", "13977777777").Where("id = ?", anna.AccountID).Exec(t.Context())
			return err
		})
		if _, again := round(); again.UserID != reply.UserID {
			t.Errorf("after the phone changed the person is %s, was %s", again.UserID, reply.UserID)
		}
		var out identity.LogoutReply
		b.Header["Sec-Fetch-Site"] = "same-origin"
		b.Call(t, http.MethodPost, "logout", nil).Into(t, &out)
		if !strings.HasPrefix(out.Next, far.HTTP.URL+"/sso/end_session?") {
			t.Fatalf("signing out goes on at %q", out.Next)
		}
		if to, _ := page(t, fars, out.Next); to.String() != here+"/login" {
			t.Errorf("the other provider sends to %s", to)
		}
		begin, _ := page(t, fars, near.loginURL(t, b, "/home").String())
		if to, _ := page(t, fars, begin.String()); to.Path != "/login" {
			t.Errorf("after signing out the other provider answers at once: %s", to)
		}
		var mode sso.ConstantReply
		b.Call(t, http.MethodPost, "sys/constant/getConstantValue", map[string]any{"constantName": "SYSTEM_INTEGRATION_MODE"}).Into(t, &mode)
		if mode.ConstantValue != sso.ModeExternal {
			t.Errorf("the mode is %q", mode.ConstantValue)
		}
	})
}

// forger is a provider that lies.
type forger struct {
	*httptest.Server
	key    *rsa.PrivateKey
	token  string         // the next identity token
	info   map[string]any // the next userinfo
	broken bool
	asked  atomic.Int32  // how often it was asked who it is
	hold   chan struct{} // says who it is only when this is closed
}

func newForger(t *testing.T) *forger {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	f := &forger{key: key}
	answer := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(v); err != nil {
			t.Error(err)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		f.asked.Add(1)
		if f.hold != nil {
			<-f.hold
		}
		if f.broken {
			http.Error(w, "no", http.StatusBadGateway)
			return
		}
		answer(w, map[string]any{"issuer": f.URL, "authorization_endpoint": f.URL + "/authorize", "token_endpoint": f.URL + "/token", "jwks_uri": f.URL + "/keys", "userinfo_endpoint": f.URL + "/userinfo", "end_session_endpoint": f.URL + "/end"})
	})
	mux.HandleFunc("/token", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]any{"access_token": "a", "token_type": "Bearer", "expires_in": 60, "id_token": f.token})
	})
	mux.HandleFunc("/userinfo", func(w http.ResponseWriter, _ *http.Request) { answer(w, f.info) })
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &f.key.PublicKey, KeyID: "k", Algorithm: "RS256", Use: "sig"}}})
	})
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

func (f *forger) sign(t *testing.T, alg jose.SignatureAlgorithm, key any, claims map[string]any) string {
	t.Helper()
	raw, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: jose.JSONWebKey{Key: key, KeyID: "k"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(raw)
	if err != nil {
		t.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Attacks by or through a provider: each forged identity token is refused, the honest one is taken.
func TestForgedIdentityTokensAreRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newForger(t)
		w := open(t, db, sso.Options{Issuer: f.URL, ClientID: "near", ClientSecret: "a secret of more than thirty-two bytes"})
		stranger, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		type change func(claims map[string]any)
		for name, c := range map[string]struct {
			code   int
			change change
			forge  func(claims map[string]any) string
		}{
			"honest":                  {1, nil, nil},
			"with a linked +86 phone": {1, func(map[string]any) { f.info["phone_number"] = "+86 139 0000 0001" }, nil},
			"another nonce":           {11050, func(c map[string]any) { c["nonce"] = "other" }, nil},
			"no nonce":                {11050, func(c map[string]any) { delete(c, "nonce") }, nil},
			"another audience":        {11050, func(c map[string]any) { c["aud"] = "far" }, nil},
			"another issuer":          {11050, func(c map[string]any) { c["iss"] = "https://evil.example" }, nil},
			"expired":                 {11050, func(c map[string]any) { c["exp"] = time.Now().Add(-time.Hour).Unix() }, nil},
			"a stranger's key":        {11050, nil, func(c map[string]any) string { return f.sign(t, jose.RS256, stranger, c) }},
			"a shared secret": {11050, nil, func(c map[string]any) string {
				return f.sign(t, jose.HS256, []byte("a secret of more than thirty-two bytes"), c)
			}},
			"no signature": {11050, nil, func(c map[string]any) string {
				raw, err := json.Marshal(c)
				if err != nil {
					t.Fatal(err)
				}
				e := base64.RawURLEncoding
				return e.EncodeToString([]byte(`{"alg":"none"}`)) + "." + e.EncodeToString(raw) + "."
			}},
			"no token":                     {11050, nil, func(map[string]any) string { return "" }},
			"userinfo of somebody else":    {20000, func(map[string]any) { f.info["sub"] = "other" }, nil},
			"a phone that is not verified": {11015, func(c map[string]any) { c["sub"], f.info["sub"], f.info["phone_number_verified"] = "new", "new", false }, nil},
			"a phone that nobody has": {11015, func(c map[string]any) {
				c["sub"], f.info["sub"], f.info["phone_number"] = "newer", "newer", "13900009999"
			}, nil},
		} {
			b := w.Browser(t)
			to := w.loginURL(t, b, "/home")
			claims := map[string]any{"iss": f.URL, "sub": "their-anna", "aud": "near", "exp": time.Now().Add(time.Minute).Unix(), "iat": time.Now().Unix(), "nonce": to.Query().Get("nonce")}
			f.info = map[string]any{"sub": "their-anna", "phone_number": annas, "phone_number_verified": true}
			if c.change != nil {
				c.change(claims)
			}
			if f.token = f.sign(t, jose.RS256, f.key, claims); c.forge != nil {
				f.token = c.forge(claims)
			}
			back := &url.URL{RawQuery: url.Values{"code": {"c"}, "state": {to.Query().Get("state")}}.Encode()}
			if a, reply := byCode(t, b, back); a.Code != c.code || (reply.Token != "") != (c.code == 1) {
				t.Errorf("%s: %+v", name, a)
			}
		}
	})
}

// A number of another system is read as one that is typed here; what is no number is nobody's.
func TestAVouchedPhoneIsReadAsOneThatIsTyped(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newForger(t)
		w := open(t, db, sso.Options{Issuer: f.URL, ClientID: "near", ClientSecret: "s"})
		for phone, code := range map[string]int{
			"+86 139-0000-0001":  1,
			"0086 139 0000 0001": 1,
			"１３９００００ ０００１":       1,
			"＋８６（１３９）００００－０００１":  1,
			"139000000 ext. 01":  11015,
			"tel 13900000001":    11015,
		} {
			b := w.Browser(t)
			to := w.loginURL(t, b, "/home")
			f.token = f.sign(t, jose.RS256, f.key, map[string]any{"iss": f.URL, "sub": phone, "aud": "near", "exp": time.Now().Add(time.Minute).Unix(), "iat": time.Now().Unix(), "nonce": to.Query().Get("nonce")})
			f.info = map[string]any{"sub": phone, "phone_number": phone, "phone_number_verified": true}
			back := &url.URL{RawQuery: url.Values{"code": {"c"}, "state": {to.Query().Get("state")}}.Encode()}
			if a, reply := byCode(t, b, back); a.Code != code || (reply.Token != "") != (code == 1) {
				t.Errorf("%s: %+v", phone, a)
			}
		}
	})
}

// A provider that does not answer is said so, and the sign-in page still serves.
func TestAProviderThatIsDownIsSaidSo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newForger(t)
		f.broken = true
		w := open(t, db, sso.Options{Issuer: f.URL, ClientID: "near", ClientSecret: "s"})
		b := w.Browser(t)
		a := b.Call(t, http.MethodPost, "/mcfront/basic-api/blade-auth/oauth/getLoginUrl", map[string]any{})
		if a.Code != 20000 || !strings.Contains(a.Message, "cannot be reached") {
			t.Errorf("the answer is %+v", a)
		}
		b.SignIn(t, annas)
	})
}

// honest lets the forger tell the truth about Anna, to the sign-in that b begins.
func (f *forger) honest(t *testing.T, w *world, b *identitytest.Browser) *url.URL {
	t.Helper()
	to := w.loginURL(t, b, "/home")
	f.token = f.sign(t, jose.RS256, f.key, map[string]any{"iss": f.URL, "sub": "their-anna", "aud": "near", "exp": time.Now().Add(time.Minute).Unix(), "iat": time.Now().Unix(), "nonce": to.Query().Get("nonce")})
	f.info = map[string]any{"sub": "their-anna", "phone_number": annas, "phone_number_verified": true}
	return &url.URL{RawQuery: url.Values{"code": {"c"}, "state": {to.Query().Get("state")}}.Encode()}
}

// A provider that does not say who it is holds up whoever needs it, and nobody else: it is asked once for all, outside of
// every transaction, and after a failure left alone for some seconds.
func TestASlowProviderHoldsUpNobodyElse(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newForger(t)
		w := open(t, db, sso.Options{Issuer: f.URL, ClientID: "near", ClientSecret: "s"})
		b := w.Browser(t)
		_, reply := byCode(t, b, f.honest(t, w, b))
		if b.Token = reply.Token; reply.Token == "" || f.asked.Load() != 1 {
			t.Fatalf("Anna is not in: %+v, the provider was asked %d times", reply, f.asked.Load())
		}
		w.API.Origin = here // known to nobody yet: the provider is asked again
		f.hold = make(chan struct{})
		var out identity.LogoutReply
		var wait sync.WaitGroup
		wait.Go(func() { b.Call(t, http.MethodPost, "logout", nil).Into(t, &out) })
		for f.asked.Load() < 2 {
			time.Sleep(time.Millisecond)
		}
		for range 4 {
			other := w.Browser(t)
			wait.Go(func() {
				other.Call(t, http.MethodPost, "/mcfront/basic-api/blade-auth/oauth/getLoginUrl", map[string]any{})
			})
		}
		w.Browser(t).SignIn(t, bens) // writes while the others wait
		if in, code := b.In(t); in || code != 401 {
			t.Errorf("Anna's session waits for the other provider to end: %d", code)
		}
		if n := f.asked.Load(); n != 2 {
			t.Errorf("while it thinks the provider was asked %d times more", n-2)
		}
		close(f.hold)
		wait.Wait()
		if !strings.HasPrefix(out.Next, f.URL+"/end?") || f.asked.Load() != 2 {
			t.Errorf("signing out goes on at %q, the provider was asked %d times", out.Next, f.asked.Load())
		}

		w.API.Origin, f.broken = "http://localhost:10", true
		for range 3 {
			b.Call(t, http.MethodPost, "/mcfront/basic-api/blade-auth/oauth/getLoginUrl", map[string]any{})
		}
		if n := f.asked.Load(); n != 3 {
			t.Errorf("a broken provider was asked %d times", n-2)
		}
		f.broken = false
		w.Wait(5 * time.Second)
		if to := w.loginURL(t, b, "/home"); !strings.HasPrefix(to.String(), f.URL) {
			t.Errorf("the provider is back, and one is sent to %s", to)
		}
	})
}

// linkRow is a link as it is stored.
type linkRow struct {
	bun.BaseModel `bun:"table:sso_link"`
	Source        string    `bun:"source,pk"`
	Subject       string    `bun:"subject,pk"`
	AccountID     string    `bun:"account_id"`
	CreatedAt     time.Time `bun:"created_at"`
}

// A link names its issuer: another provider that knows somebody else by the same name does not let them in as the
// linked person. Links of older days become those of the configured issuer.
func TestALinkHoldsForItsIssuer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		f := newForger(t)
		o := sso.Options{Issuer: f.URL, ClientID: "near", ClientSecret: "s"}
		w := open(t, db, o)
		b := w.Browser(t)
		_, reply := byCode(t, b, f.honest(t, w, b))
		links := func() (rows []linkRow) {
			w.System(t, func(tx store.Tx) error { return tx.Select(&rows).Order("source", "subject").Scan(t.Context()) })
			return rows
		}
		if rows := links(); len(rows) != 1 || rows[0].Source != f.URL || rows[0].Subject != "their-anna" || rows[0].AccountID != reply.UserID {
			t.Errorf("the links are %+v", rows)
		}
		w.System(t, func(tx store.Tx) error {
			if _, err := tx.Change((*linkRow)(nil)).Set("source = ?", "https://former.example").Where("subject = ?", "their-anna").Exec(t.Context()); err != nil {
				return err
			}
			return tx.Insert(t.Context(), &linkRow{Source: "external", Subject: "their-ben", AccountID: reply.UserID, CreatedAt: w.Now()})
		})
		stranger := w.Browser(t)
		back := f.honest(t, w, stranger)
		f.info["phone_number_verified"] = false
		if a, _ := byCode(t, stranger, back); a.Code != 11015 {
			t.Errorf("a person of the same name at the new issuer: %+v", a)
		}
		for range 2 { // starts
			if _, err := sso.New(t.Context(), sso.Deps{DB: db, Options: o}); err != nil {
				t.Fatal(err)
			}
		}
		if rows := links(); len(rows) != 2 || rows[0].Source != f.URL || rows[0].Subject != "their-ben" || rows[1].Source != "https://former.example" {
			t.Errorf("after a start the links are %+v", rows)
		}
	})
}
