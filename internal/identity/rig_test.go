package identity_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// rig is a server of identity and verification with two companies. anna is administrator of the first, ben its viewer,
// and cleo belongs to both.
type rig struct {
	t        *testing.T
	db       *store.DB
	identity *identity.Identity
	server   *httptest.Server
	mu       sync.Mutex
	now      time.Time
	codes    map[string]string // by phone, the newest
	ended    []string          // reasons
	broken   error             // of the single sign-on provider
	first    *tenancy.Tenant
	second   *tenancy.Tenant
	factory  *tenancy.Factory
}

const (
	anna, ben, cleo = "13800000001", "13800000002", "13800000003"
	password        = "Mould-7519"
)

func (r *rig) clock() time.Time { r.mu.Lock(); defer r.mu.Unlock(); return r.now }

func (r *rig) later(by time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(by)
}

// Send keeps the code, as a phone does.
func (r *rig) Send(_ context.Context, m verify.Message) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.codes[m.Phone] = m.Code
	return "", nil
}

// Notify is not asked of this server.
func (r *rig) Notify(context.Context, verify.Notice) (string, error) { return "", verify.ErrNoTemplate }

func eachRig(t *testing.T, fn func(r *rig)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		r := &rig{t: t, db: db, now: store.Now(), codes: map[string]string{}}
		s := api.New(db, "test")
		var v *verify.Verify
		roles := access.New(access.Deps{
			Chart:       func(context.Context, store.Tx) (access.Chart, error) { return access.Chart{}, nil },
			Departments: &resource.Directory{Path: "upms/department", Of: problem.L("部门", "Department"), Permission: "system.role"},
			Permissions: func(string) []string { return s.Permissions() }, PermissionName: func(p string) problem.Text { return problem.L(p, p) },
			Sections: func(context.Context, store.Tx) ([]access.Named, error) { return nil, nil },
			Members: func(ctx context.Context, tx store.Tx) ([]access.Member, error) {
				return r.identity.RoleHolders(ctx, tx)
			},
		})
		r.identity = identity.New(identity.Deps{
			DB: db, Permissions: s.Permissions, Now: r.clock,
			Ended: func(_ context.Context, _, reason string) {
				r.mu.Lock()
				defer r.mu.Unlock()
				r.ended = append(r.ended, reason)
			},
			Proven: func(ctx context.Context, phone string, purpose verify.Purpose, code string) error {
				return v.Check(ctx, phone, purpose, code)
			},
			Judge: func(ctx context.Context, tx store.Tx) (func(string) (problem.Text, bool), error) {
				rights, err := roles.Rights(ctx, tx)
				if err != nil {
					return nil, err
				}
				return rights.AboveMember, nil
			},
			SignOn: identity.SignOn{Forget: func(context.Context, store.Tx, string) error { return r.broken }},
		})
		v = verify.New(verify.Deps{
			DB: db, Provider: r, Now: r.clock, Known: r.identity.Known,
			Person: func(ctx context.Context) (verify.Person, error) {
				own, err := r.identity.OwnOf(ctx)
				return verify.Person(own), err
			},
		})
		s.Authenticate = r.identity.Authenticate
		v.Mount(s)
		r.identity.Mount(s)
		r.identity.MountOwn(s)
		r.identity.MountSwitch(s)
		r.identity.MountInvitation(s)
		r.people()
		r.server = httptest.NewServer(s.Handler())
		t.Cleanup(func() { v.Wait(); r.server.Close(); r.identity.Wait() })
		fn(r)
	})
}

func (r *rig) people() {
	r.t.Helper()
	ctx := r.t.Context()
	if err := r.db.System(ctx, "the test makes two companies", func(tx store.Tx) (err error) {
		if r.first, r.factory, err = tenancy.Create(ctx, tx, tenancy.New{Code: "first", Name: "First", FactoryCode: "F1", FactoryName: "First 1", Zone: "Asia/Shanghai"}); err != nil {
			return err
		}
		var far *tenancy.Factory
		if r.second, far, err = tenancy.Create(ctx, tx, tenancy.New{Code: "second", Name: "Second", FactoryCode: "F1", FactoryName: "Second 1", Zone: "Europe/Berlin"}); err != nil {
			return err
		}
		for _, n := range []identity.NewMember{
			{TenantID: r.first.ID, Phone: anna, UserName: "anna.2026", RealName: "Anna", Roles: []string{access.Administrator}, Factories: []string{r.factory.ID}},
			{TenantID: r.first.ID, Phone: ben, UserName: "ben", RealName: "Ben", Roles: []string{access.Viewer}, Factories: []string{r.factory.ID}},
			{TenantID: r.first.ID, Phone: cleo, UserName: "cleo", RealName: "Cleo", Roles: []string{access.Viewer}, Factories: []string{r.factory.ID}},
			{TenantID: r.second.ID, Phone: cleo, UserName: "cleo.far7", RealName: "Cleo", Roles: []string{access.Administrator}, Factories: []string{far.ID}},
		} {
			n.Password = password
			if _, err := r.identity.Add(ctx, tx, n); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		r.t.Fatal(err)
	}
}

type answer struct {
	Status  int
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
	Raw     string
}

// rules are the fields that were refused and the rules that they broke.
func (a answer) rules() string {
	var fields []problem.FieldError
	_ = json.Unmarshal(a.Data, &fields) // anything else has none
	text := ""
	for _, f := range fields {
		text += f.Field + ":" + f.Rule + " "
	}
	return text
}

// request is a call with a session's token, or of a program when the token is one of theirs.
func (r *rig) request(method, path, token string, body any) *http.Request {
	r.t.Helper()
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			r.t.Fatal(err)
		}
	}
	q, err := http.NewRequestWithContext(r.t.Context(), method, r.server.URL+api.Prefix+path, &content)
	if err != nil {
		r.t.Fatal(err)
	}
	q.Header.Set("Accept-Language", "en")
	q.Header.Set("Content-Type", "application/json")
	if len(token) > 4 && token[:4] == "mwk_" {
		q.Header.Set("Blade-Auth", "bearer "+token)
	} else {
		q.Header.Set("mdbtk", token)
	}
	return q
}

func (r *rig) send(q *http.Request) answer {
	r.t.Helper()
	res, err := http.DefaultClient.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	var raw bytes.Buffer
	_, err = raw.ReadFrom(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		r.t.Fatal(err)
	}
	a := answer{Status: res.StatusCode, Raw: raw.String()}
	if err := json.Unmarshal(raw.Bytes(), &a); err != nil {
		r.t.Fatalf("%s: %v in %.200s", q.URL.Path, err, a.Raw)
	}
	return a
}

func (r *rig) call(method, path, token string, body any) answer {
	r.t.Helper()
	return r.send(r.request(method, path, token, body))
}

func (r *rig) get(path, token string) answer {
	r.t.Helper()
	return r.call(http.MethodGet, path, token, nil)
}

func (r *rig) post(path, token string, body any) answer {
	r.t.Helper()
	return r.call(http.MethodPost, path, token, body)
}

// must fails the test unless the call succeeded, and reads its data.
func must[T any](r *rig, a answer) (out T) {
	r.t.Helper()
	if a.Status != http.StatusOK || a.Code != 1 {
		r.t.Fatalf("%d %.300s", a.Status, a.Raw)
	}
	if err := json.Unmarshal(a.Data, &out); err != nil {
		r.t.Fatal(err)
	}
	return out
}

// secret encrypts a text as the browser does.
func (r *rig) secret(text string) string {
	r.t.Helper()
	key := must[identity.KeyReply](r, r.get("getKeyAndIv", ""))
	return identitytest.Encrypted(r.t, key.PublicKey, text)
}

func (r *rig) login(phone, password string) answer {
	r.t.Helper()
	return r.post("upms/user/login", "", map[string]any{"phoneNum": phone, "password": r.secret(password)})
}

// signIn gives the token of a new session.
func (r *rig) signIn(phone, password string) string {
	r.t.Helper()
	return must[identity.LoginReply](r, r.login(phone, password)).Token
}

// code solves a puzzle, asks for a code and reads it off the phone.
func (r *rig) code(token, phone string, sendType int) string {
	r.t.Helper()
	body := map[string]any{"phoneNum": phone, "sendType": sendType}
	p := must[verify.Puzzle](r, r.post("upms/puzzle/captcha/refresh", token, body))
	var row struct {
		bun.BaseModel `bun:"table:puzzle"`
		Gap           int       `bun:"gap"`
		MadeAt        time.Time `bun:"made_at"`
	}
	if err := r.db.SystemRead(r.t.Context(), "the test looks behind the picture", func(tx store.Tx) error {
		return tx.Select(&row).Where("ticket_hash NOT LIKE 'spent%'").Order("made_at DESC").Limit(1, 0).Scan(r.t.Context())
	}); err != nil {
		r.t.Fatal(err)
	}
	if !must[bool](r, r.post("upms/puzzle/captcha/verify", token, map[string]any{"phoneNum": phone, "sendType": sendType, "puzzleCaptchaTicket": p.PuzzleCaptchaTicket, "offset": row.Gap, "width": 320})) {
		r.t.Fatal("the right answer to the puzzle was refused")
	}
	must[verify.SendReply](r, r.post("upms/tenant/sendSMS", token, body))
	for range 200 { // a recovery is sent in the background
		r.mu.Lock()
		code := r.codes[phone]
		r.mu.Unlock()
		if code != "" {
			r.mu.Lock()
			delete(r.codes, phone)
			r.mu.Unlock()
			return code
		}
		time.Sleep(10 * time.Millisecond)
	}
	r.t.Fatal("no code came to the phone")
	return ""
}
