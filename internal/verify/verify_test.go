package verify_test

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

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/verify"
)

// outbox is a provider that keeps what it is given.
type outbox struct {
	mu      sync.Mutex
	sent    []verify.Message
	notices []verify.Notice
	fail    error
}

func (o *outbox) Notify(_ context.Context, n verify.Notice) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fail != nil {
		return "", o.fail
	}
	o.notices = append(o.notices, n)
	return "receipt", nil
}

func (o *outbox) Send(_ context.Context, m verify.Message) (string, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fail != nil {
		return "", o.fail
	}
	o.sent = append(o.sent, m)
	return "receipt", nil
}

func (o *outbox) last(t *testing.T) verify.Message {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.sent) == 0 {
		t.Fatal("nothing was sent")
	}
	return o.sent[len(o.sent)-1]
}

func (o *outbox) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.sent)
}

// desk is a server with nothing but verification, a clock that the test turns, and two people: session "one" has the
// phone 13800000001, session "two" 13800000002.
type desk struct {
	t      *testing.T
	db     *store.DB
	server *httptest.Server
	verify *verify.Verify
	box    *outbox
	mu     sync.Mutex
	now    time.Time
}

func (d *desk) later(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.now = d.now.Add(by)
}

const (
	first    = "13800000001"
	second   = "13800000002"
	stranger = "13899999999"
)

func eachDesk(t *testing.T, fn func(d *desk)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d := &desk{t: t, db: db, box: &outbox{}, now: store.Now()}
		people := map[string]verify.Person{
			"one": {AccountID: "a1", TenantID: "t1", SessionID: "one", Phone: first},
			"two": {AccountID: "a2", TenantID: "t1", SessionID: "two", Phone: second},
		}
		d.verify = verify.New(verify.Deps{
			DB: db, Provider: d.box,
			Now: func() time.Time { d.mu.Lock(); defer d.mu.Unlock(); return d.now },
			Person: func(ctx context.Context) (verify.Person, error) {
				return people[api.CallerFrom(ctx).Token], nil
			},
			Known: func(_ context.Context, phone string) (bool, error) { return phone == first || phone == second, nil },
		})
		s := api.New(db, "test")
		d.verify.Mount(s)
		d.server = httptest.NewServer(s.Handler())
		defer d.server.Close()
		fn(d)
	})
}

type answer struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// post calls the desk as the holder of a session, "" being nobody.
func (d *desk) post(session, path string, body any) (int, answer, string) {
	d.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		d.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(d.t.Context(), http.MethodPost, d.server.URL+api.Prefix+path, bytes.NewReader(raw))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("mdbtk", session)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	var text bytes.Buffer
	_, err = text.ReadFrom(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		d.t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(text.Bytes(), &a); err != nil {
		d.t.Fatalf("%s: %v in %.200s", path, err, text.String())
	}
	return res.StatusCode, a, text.String()
}

type puzzle struct{ BigImage, SmallImage, PuzzleCaptchaTicket string }

func (d *desk) refresh(session, phone string, sendType int) puzzle {
	d.t.Helper()
	status, a, raw := d.post(session, "upms/puzzle/captcha/refresh", map[string]any{"phoneNum": phone, "sendType": sendType})
	var p puzzle
	if err := json.Unmarshal(a.Data, &p); err != nil || status != http.StatusOK {
		d.t.Fatalf("a puzzle for %s: %d %.300s", phone, status, raw)
	}
	return p
}

// gap reads where the newest puzzle's gap lies: only the server knows.
func (d *desk) gap() float64 {
	d.t.Helper()
	var row struct {
		bun.BaseModel `bun:"table:puzzle"`
		Gap           int       `bun:"gap"`
		MadeAt        time.Time `bun:"made_at"`
	}
	if err := d.db.SystemRead(d.t.Context(), "the test looks behind the picture", func(tx store.Tx) error {
		return tx.Select(&row).Where("ticket_hash NOT LIKE 'spent%'").Order("made_at DESC").Limit(1, 0).Scan(d.t.Context())
	}); err != nil {
		d.t.Fatal(err)
	}
	return float64(row.Gap)
}

func (d *desk) answer(session, phone string, sendType int, ticket string, offset, width float64) bool {
	d.t.Helper()
	status, a, raw := d.post(session, "upms/puzzle/captcha/verify", map[string]any{
		"phoneNum": phone, "sendType": sendType, "puzzleCaptchaTicket": ticket, "offset": offset, "width": width,
	})
	var solved bool
	if err := json.Unmarshal(a.Data, &solved); err != nil || status != http.StatusOK {
		d.t.Fatalf("an answer for %s: %d %.300s", phone, status, raw)
	}
	return solved
}

// solve earns a pass.
func (d *desk) solve(session, phone string, sendType int) {
	d.t.Helper()
	p := d.refresh(session, phone, sendType)
	if !d.answer(session, phone, sendType, p.PuzzleCaptchaTicket, d.gap(), 320) {
		d.t.Fatalf("the right answer for %s was refused", phone)
	}
}

func (d *desk) send(session, phone string, sendType int) (int, answer) {
	d.t.Helper()
	status, a, raw := d.post(session, "upms/tenant/sendSMS", map[string]any{"phoneNum": phone, "sendType": sendType})
	d.verify.Wait()
	if bytes.Contains([]byte(raw), []byte(`"code":"`)) || d.box.count() > 0 && bytes.Contains([]byte(raw), []byte(d.box.last(d.t).Code)) {
		d.t.Fatalf("the answer holds the code: %s", raw)
	}
	return status, a
}

// fresh solves, sends and gives the code.
func (d *desk) fresh(session, phone string, sendType int) string {
	d.t.Helper()
	d.solve(session, phone, sendType)
	if status, a := d.send(session, phone, sendType); status != http.StatusOK {
		d.t.Fatalf("sending to %s: %d %+v", phone, status, a)
	}
	return d.box.last(d.t).Code
}

func (d *desk) check(phone string, purpose verify.Purpose, code string) error {
	return d.verify.Check(problem.WithLanguage(d.t.Context(), problem.English), phone, purpose, code)
}

// ruleOf names the rule that the code broke, "" when it was right.
func ruleOf(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var p *problem.Problem
	if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Field != verify.CodeField {
		t.Fatalf("the check failed with %v", err)
	}
	return p.Fields[0].Rule
}
