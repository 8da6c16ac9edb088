// Package identitytest gives tests a server with two companies, a clock that they turn, and browsers with cookies.
//
// What lives here: the stage on which signing in is tested over HTTP. What never does: a fake of identity itself.
package identitytest

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// Password of every person on the stage.
const Password = "Passw0rd1"

// World is a server with the companies North and South, each with one factory.
type World struct {
	DB           *store.DB
	API          *api.Server
	Identity     *identity.Identity
	HTTP         *httptest.Server
	North, South *tenancy.Tenant
	factories    map[string]string

	mu    sync.Mutex
	now   time.Time
	ended []string
}

// New opens the stage. more may mount further domains before the server starts; deps may change what identity gets.
func New(t *testing.T, db *store.DB, more func(w *World, d *identity.Deps) func()) *World {
	t.Helper()
	w := &World{DB: db, now: store.Now(), factories: map[string]string{}}
	w.API = api.New(db, "test")
	deps := identity.Deps{DB: db, Permissions: w.API.Permissions, Now: w.Now, Ended: func(_ context.Context, session, reason string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.ended = append(w.ended, reason+" "+session)
	}}
	mount := func() {}
	if more != nil {
		mount = more(w, &deps)
	}
	w.Identity = identity.New(deps)
	w.API.Authenticate = w.Identity.Authenticate
	w.Identity.Mount(w.API)
	w.Identity.SignInLog().Mount(w.API)
	mount()
	w.HTTP = httptest.NewServer(w.API.Handler())
	t.Cleanup(func() { w.HTTP.Close(); w.Identity.Wait() })
	err := db.System(t.Context(), "the test makes companies", func(tx store.Tx) error {
		for _, c := range []struct {
			name string
			to   **tenancy.Tenant
		}{{"North", &w.North}, {"South", &w.South}} {
			made, f, err := tenancy.Create(t.Context(), tx, tenancy.New{Code: c.name, Name: c.name, FactoryCode: "F1", FactoryName: c.name + " 1", Zone: "Asia/Shanghai"})
			if err != nil {
				return err
			}
			*c.to = made
			w.factories[made.ID] = f.ID
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Now is the world's clock.
func (w *World) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// Wait turns the clock on.
func (w *World) Wait(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// Ended lists the sessions that pages were told of, as "reason id".
func (w *World) Ended() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string{}, w.ended...)
}

// Person adds a member to a company; without roles an administrator.
func (w *World) Person(t *testing.T, at *tenancy.Tenant, phone, name string, roles ...string) *identity.Member {
	t.Helper()
	if len(roles) == 0 {
		roles = []string{access.Administrator}
	}
	var m *identity.Member
	w.System(t, func(tx store.Tx) (err error) {
		m, err = w.Identity.Add(t.Context(), tx, identity.NewMember{
			TenantID: at.ID, Phone: phone, Password: Password, UserName: name, RealName: name, Roles: roles, Factories: []string{w.factories[at.ID]},
		})
		return err
	})
	return m
}

// Proved makes the account of a number that of the person who holds it, as a password does that they set by a code or a link.
func Proved(ctx context.Context, tx store.Tx, phone string) error {
	_, err := tx.Change((*identity.Account)(nil)).Set("phone_proved_at = ?", store.Now()).Set("password_given = ?", false).Where("phone = ?", phone).Exec(ctx)
	return err
}

// System writes above tenants.
func (w *World) System(t *testing.T, fn func(tx store.Tx) error) {
	t.Helper()
	if err := w.DB.System(t.Context(), "the test looks at everything", fn); err != nil {
		t.Fatal(err)
	}
}

// Browser keeps cookies, and the token that it was last told to send.
type Browser struct {
	*http.Client
	Token  string
	Long   string
	Header map[string]string // sent with every request
	base   string
}

// Browser opens a browser that follows no redirect by itself.
func (w *World) Browser(t *testing.T) *Browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Browser{
		Client: &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		base:   w.HTTP.URL, Header: map[string]string{},
	}
}

// At gives the same browser for another server.
func (b *Browser) At(url string) *Browser {
	there := *b
	there.base = url
	return &there
}

// Answer is an envelope with its status.
type Answer struct {
	Status  int
	Code    int
	Message string
	Data    json.RawMessage
}

// Into reads the answer's data.
func (a Answer) Into(t *testing.T, to any) {
	t.Helper()
	if err := json.Unmarshal(a.Data, to); err != nil {
		t.Fatalf("%d %d %s: %v in %s", a.Status, a.Code, a.Message, err, a.Data)
	}
}

// Call makes a call of the API; a path with a leading slash stands at the origin.
func (b *Browser) Call(t *testing.T, method, path string, body any) Answer {
	t.Helper()
	if path[0] != '/' {
		path = api.Prefix + path
	}
	var reader io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		reader = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, b.base+path, reader)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("User-Agent", "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36")
	r.Header.Set("Content-Type", "application/json")
	if b.Token != "" {
		r.Header.Set("mdbtk", b.Token)
	}
	if b.Long != "" {
		r.Header.Set("Blade-Auth", "bearer "+b.Long)
	}
	for k, v := range b.Header {
		r.Header.Set(k, v)
	}
	res, err := b.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(res.Body)
	if closed := res.Body.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
	answer := Answer{Status: res.StatusCode}
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatalf("%s %s: %d %.300s", method, path, res.StatusCode, raw)
	}
	answer.Status = res.StatusCode
	return answer
}

// Secret encrypts a password as the page does.
func (b *Browser) Secret(t *testing.T, password string) string {
	t.Helper()
	var key identity.KeyReply
	b.Call(t, http.MethodGet, "getKeyAndIv", nil).Into(t, &key)
	return Encrypted(t, key.PublicKey, password)
}

// Encrypted is a text under the key of passwords, in base64 both, as a page sends it.
func Encrypted(t testing.TB, publicKey, text string) string {
	t.Helper()
	der, err := base64.StdEncoding.DecodeString(publicKey)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		t.Fatal(err)
	}
	cipher, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, public.(*rsa.PublicKey), []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(cipher)
}

// Login posts phone and password, with further fields of the body.
func (b *Browser) Login(t *testing.T, phone, password string, more map[string]any) Answer {
	t.Helper()
	body := map[string]any{"phoneNum": phone, "password": b.Secret(t, password)}
	for k, v := range more {
		body[k] = v
	}
	return b.Call(t, http.MethodPost, "upms/user/login", body)
}

// SignIn signs in and keeps the tokens, as the page does.
func (b *Browser) SignIn(t *testing.T, phone string) identity.LoginReply {
	t.Helper()
	var reply identity.LoginReply
	answer := b.Login(t, phone, Password, nil)
	answer.Into(t, &reply)
	if answer.Code != 1 || reply.Token == "" {
		t.Fatalf("signing in as %s: %+v", phone, answer)
	}
	b.Token, b.Long = reply.Token, reply.LongToken
	return reply
}

// In tells whether the browser is signed in, and the code that says so.
func (b *Browser) In(t *testing.T) (bool, int) {
	t.Helper()
	a := b.Call(t, http.MethodGet, "checklogin", nil)
	return a.Code == 1, a.Code
}

// SignInID is the account that the browser is signed in as.
func (b *Browser) SignInID(t *testing.T) string {
	t.Helper()
	var who identity.CheckReply
	b.Call(t, http.MethodGet, "checklogin", nil).Into(t, &who)
	return who.UserID
}
