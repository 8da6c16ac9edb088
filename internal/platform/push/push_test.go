package push_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("database/sql.(*DB).connectionOpener"), goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"))
}

// auth takes tokens of the form tenant/factory/account. Accounts that begin with "planner" may see plans.
func auth(_ context.Context, token string) (store.Actor, string, error) {
	p := strings.Split(token, "/")
	if len(p) != 3 {
		return store.Actor{}, "", errors.New("no session")
	}
	may := map[string]bool{"plan.check": strings.HasPrefix(p[2], "planner")}
	return store.Actor{TenantID: p[0], FactoryID: p[1], AccountID: p[2], May: may}, "session-" + token, nil
}

func hub(t *testing.T, bus push.Bus) (*push.Hub, string) {
	t.Helper()
	h := push.New(bus, auth)
	h.Start(t.Context())
	s := httptest.NewServer(h)
	t.Cleanup(func() { h.Stop(); s.Close() })
	return h, strings.Replace(s.URL, "http", "ws", 1)
}

type page struct {
	*testing.T
	c *websocket.Conn
}

func (p page) say(kind string, data any) {
	p.Helper()
	b, err := json.Marshal(map[string]any{"type": kind, "data": data})
	if err == nil {
		err = p.c.Write(p.Context(), websocket.MessageText, b)
	}
	if err != nil {
		p.Fatal(err)
	}
}

func (p page) expect(kind string) map[string]any {
	p.Helper()
	got, data, err := p.heard()
	if err != nil || got != kind {
		p.Fatalf("heard %q, %v, want %q", got, err, kind)
	}
	return data
}

func (p page) heard() (string, map[string]any, error) {
	ctx, cancel := context.WithTimeout(p.Context(), 10*time.Second)
	defer cancel()
	_, b, err := p.c.Read(ctx)
	if err != nil {
		return "", nil, err
	}
	var f struct {
		Type string         `json:"type"`
		Data map[string]any `json:"data"`
	}
	err = json.Unmarshal(b, &f)
	return f.Type, f.Data, err
}

func open(t *testing.T, url, token string, tags ...string) page {
	t.Helper()
	c, _, err := websocket.Dial(t.Context(), url, nil) //nolint:bodyclose // the socket owns it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	p := page{t, c}
	p.say("handshake", map[string]string{"deviceId": "d"})
	if data := p.expect("handshake"); data["connectionId"] == "" {
		t.Error("no connection id")
	}
	p.say("bind", map[string]any{"userId": "x", "tags": tags, "auth": map[string]string{"token": token}})
	return p
}

// buses gives the in-process bus and PostgreSQL's.
func buses(t *testing.T, fn func(t *testing.T, one, two push.Bus)) {
	t.Run("local", func(t *testing.T) { b := &push.Local{}; fn(t, b, b) })
	t.Run("postgres", func(t *testing.T) {
		url := storetest.Postgres(t)
		db := storetest.Open(t, url)
		fn(t, &push.Postgres{URL: url, DB: db}, &push.Postgres{URL: url, DB: db})
	})
}

// PUSH-01, PUSH-02, PUSH-03: handshake, bind, signals inside the own tenant, factory and account only, on any node.
func TestASignalReachesItsScopeOnEveryNodeAndNobodyElse(t *testing.T) {
	buses(t, func(t *testing.T, one, two push.Bus) {
		h, url1 := hub(t, one)
		_, url2 := hub(t, two)
		mine, far := open(t, url1, "t1/f1/a"), open(t, url2, "t1/f1/b")
		strangers := []page{open(t, url1, "t2/f1/a"), open(t, url2, "t1/f2/a"), open(t, url1, "t1/f1/c", "unread")}
		for _, p := range append(strangers, mine, far) {
			p.expect("bound")
		}
		scope := push.Scope{Tenant: "t1", Factory: "f1"}
		// A listening connection may be a moment late, that of the sending node too: signal until each page has heard.
		for _, p := range []page{far, mine} {
			heard := make(chan map[string]any, 1)
			go func() { heard <- p.expect("signal") }()
			for sent := false; !sent; {
				h.Signal(t.Context(), scope, "aps.run", map[string]any{"scheduleId": "s", "percent": 10})
				select {
				case data := <-heard:
					sent = true
					if data["topic"] != "aps.run" {
						t.Errorf("heard %v", data)
					}
				case <-time.After(50 * time.Millisecond):
				}
			}
		}
		for i, scope := range []push.Scope{{Tenant: "t2"}, {Tenant: "t1", Factory: "f2"}, {Tenant: "t1", Account: "c"}} {
			topic := []string{"mark", "mark", "unread"}[i]
			h.Signal(t.Context(), scope, topic, map[string]any{"id": i})
			if data := strangers[i].expect("signal"); data["topic"] != topic { // the first thing it hears
				t.Errorf("stranger %d heard %v", i, data)
			}
		}
	})
}

// What needs a permission is told to those who hold it when it is told, and to nobody else.
func TestASignalNeedsAPermission(t *testing.T) {
	h, url := hub(t, &push.Local{})
	dismissed := make(chan struct{})
	h.Again = func(ctx context.Context, token string) (store.Actor, string, error) {
		actor, session, err := auth(ctx, token)
		select {
		case <-dismissed:
			actor.May = nil
		default:
		}
		return actor, session, err
	}
	planner, worker := open(t, url, "t1/f1/planner"), open(t, url, "t1/f1/worker")
	planner.expect("bound")
	worker.expect("bound")
	tell := func(what string) {
		h.Signal(t.Context(), push.Scope{Tenant: "t1", Factory: "f1", Permission: "plan.check"}, "aps.run", map[string]any{"scheduleId": what})
		h.Signal(t.Context(), push.Scope{Tenant: "t1", Factory: "f1"}, "mark", map[string]any{"id": what})
	}
	expect := func(p page, topics ...string) {
		t.Helper()
		for _, topic := range topics {
			if data := p.expect("signal"); data["topic"] != topic {
				t.Errorf("heard %v, want %s", data, topic)
			}
		}
	}
	tell("a")
	expect(planner, "aps.run", "mark")
	expect(worker, "mark")
	close(dismissed)
	time.Sleep(push.JudgedFor) // what is known of a person is this old at most
	tell("b")
	expect(planner, "mark")
	expect(worker, "mark")
}

// PUSH-03, PUSH-11: without a session, or before the handshake, nobody is bound.
func TestWithoutASessionTheSocketCloses(t *testing.T) {
	_, url := hub(t, &push.Local{})
	p := open(t, url, "nobody")
	if _, _, err := p.heard(); websocket.CloseStatus(err) != 4401 {
		t.Errorf("got %v", err)
	}
}

// PUSH-05: a kick says why and closes, every page of the session and no other.
func TestAKickCloses(t *testing.T) {
	h, url := hub(t, &push.Local{})
	p, second, other := open(t, url, "t1/f1/a"), open(t, url, "t1/f1/a"), open(t, url, "t1/f1/b")
	for _, page := range []page{p, second, other} {
		page.expect("bound")
	}
	h.Kick(t.Context(), push.Scope{Tenant: "t1", Session: "session-t1/f1/a"}, "password", problem.WhyEnded("password"))
	data := p.expect("kick")
	if texts, _ := data["texts"].(map[string]any); data["reason"] != "password" || texts["zh"] != "密码已修改，请重新登录" || texts["en"] != "The password was changed. Please sign in again." {
		t.Errorf("heard %v", data)
	}
	if _, _, err := p.heard(); websocket.CloseStatus(err) != 4403 {
		t.Errorf("got %v", err)
	}
	second.expect("kick")
	if _, _, err := second.heard(); websocket.CloseStatus(err) != 4403 {
		t.Errorf("the second page got %v", err)
	}
	h.Signal(t.Context(), push.Scope{Tenant: "t1"}, "mark", nil)
	other.expect("signal")
}

// PUSH-01: what comes out of turn closes the socket, and a frame's claims about who somebody is are not believed.
func TestFramesOutOfTurn(t *testing.T) {
	h, url := hub(t, &push.Local{})
	dial := func() page {
		c, _, err := websocket.Dial(t.Context(), url, nil) //nolint:bodyclose // the socket owns it
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.CloseNow() })
		return page{t, c}
	}
	early := dial()
	early.say("bind", map[string]any{"auth": map[string]string{"token": "t1/f1/a"}})
	if _, _, err := early.heard(); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("bind before the handshake: %v", err)
	}
	twice := dial()
	twice.say("handshake", map[string]any{})
	twice.expect("handshake")
	twice.say("handshake", map[string]any{})
	if _, _, err := twice.heard(); websocket.CloseStatus(err) != 4401 {
		t.Errorf("two handshakes: %v", err)
	}
	liar := dial()
	liar.say("handshake", map[string]any{})
	liar.expect("handshake")
	liar.say("bind", map[string]any{"userId": "b", "auth": map[string]string{"token": "t1/f1/a", "tenantId": "t2"}})
	liar.expect("bound")
	h.Signal(t.Context(), push.Scope{Tenant: "t2"}, "mark", "theirs")
	h.Signal(t.Context(), push.Scope{Tenant: "t1", Account: "b"}, "mark", "of b")
	h.Signal(t.Context(), push.Scope{Tenant: "t1", Account: "a"}, "mark", "mine")
	if data := liar.expect("signal"); data["data"] != "mine" {
		t.Errorf("heard %v", data)
	}
	huge := dial()
	huge.say("handshake", map[string]any{"deviceId": strings.Repeat("x", 20<<10)})
	if _, _, err := huge.heard(); websocket.CloseStatus(err) != websocket.StatusMessageTooBig {
		t.Errorf("a frame of 20 KiB: %v", err)
	}
}

// A page of another host may not open the channel with the visitor's browser.
func TestOtherOriginsAreRefused(t *testing.T) {
	_, url := hub(t, &push.Local{})
	_, res, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://evil.example"}}}) //nolint:bodyclose // the socket owns it
	if err == nil || res == nil || res.StatusCode != http.StatusForbidden {
		t.Errorf("got %v, %v", res, err)
	}
}

// PUSH-04: a message asks to be acknowledged, a signal does not; the acknowledgement ends nothing.
func TestAMessageIsAcknowledged(t *testing.T) {
	h, url := hub(t, &push.Local{})
	p := open(t, url, "t1/f1/a")
	p.expect("bound")
	h.Message(t.Context(), push.Scope{Tenant: "t1", Account: "a"}, "m1", map[string]string{"title": "done"})
	_, raw, err := p.c.Read(t.Context())
	var f struct {
		Type, ID string
		Ack      bool
	}
	if err == nil {
		err = json.Unmarshal(raw, &f)
	}
	if err != nil || f.Type != "push" || f.ID != "m1" || !f.Ack {
		t.Errorf("heard %s, %v", raw, err)
	}
	if err := p.c.Write(t.Context(), websocket.MessageText, []byte(`{"type":"ack","id":"m1"}`)); err != nil {
		t.Fatal(err)
	}
	h.Signal(t.Context(), push.Scope{Tenant: "t1"}, "unread", nil)
	if _, raw, err = p.c.Read(t.Context()); err != nil || strings.Contains(string(raw), `"ack"`) {
		t.Errorf("heard %s, %v", raw, err)
	}
}

func TestASlowPageDelaysNobody(t *testing.T) {
	h, url := hub(t, &push.Local{})
	slow, quick := open(t, url, "t1/f1/a"), open(t, url, "t1/f1/b")
	slow.expect("bound")
	quick.expect("bound")
	for i := range 5000 { // slow never reads; Signal returns all the same
		h.Signal(t.Context(), push.Scope{Tenant: "t1"}, "changed", map[string]any{"entity": "e", "id": string(rune('a' + i%26)), "fill": strings.Repeat("x", 1000)})
	}
	h.Message(t.Context(), push.Scope{Tenant: "t1", Account: "b"}, "m1", map[string]string{"title": "done"})
	for {
		kind, _, err := quick.heard()
		if err != nil {
			t.Fatal(err)
		}
		if kind == "push" {
			break
		}
	}
}

// A page hears nothing more once its session is over or works in another place, by whatever way: within a ping its line
// ends, and the page binds anew. A database that is away ends nobody's line.
func TestALineEndsWithItsSession(t *testing.T) {
	for name, c := range map[string]struct {
		again func(token string) (store.Actor, string, error)
		ends  bool
	}{
		"the same session":    {func(token string) (store.Actor, string, error) { return auth(t.Context(), token) }, false},
		"no session any more": {func(string) (store.Actor, string, error) { return store.Actor{}, "", problem.SignIn() }, true},
		"an ended one":        {func(string) (store.Actor, string, error) { return store.Actor{}, "", problem.Ended("kick") }, true},
		"another factory": {func(token string) (store.Actor, string, error) {
			actor, session, err := auth(t.Context(), token)
			actor.FactoryID = "f2"
			return actor, session, err
		}, true},
		"a database that is away": {func(string) (store.Actor, string, error) { return store.Actor{}, "", errors.New("no connection") }, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := push.New(&push.Local{}, auth)
			h.PingEvery(5 * time.Millisecond)
			asked := make(chan string, 100)
			h.Again = func(_ context.Context, token string) (store.Actor, string, error) {
				select {
				case asked <- token:
				default:
				}
				return c.again(token)
			}
			h.Start(t.Context())
			s := httptest.NewServer(h)
			defer s.Close()
			defer h.Stop()
			p := open(t, strings.Replace(s.URL, "http", "ws", 1), "t1/f1/a")
			p.expect("bound")
			heard := make(chan error, 1)
			go func() {
				_, _, err := p.heard()
				heard <- err
			}()
			for range 3 { // pings
				if token := <-asked; token != "t1/f1/a" {
					t.Errorf("asked about %q", token)
				}
				if c.ends {
					break
				}
			}
			if !c.ends {
				h.Signal(t.Context(), push.Scope{Tenant: "t1"}, "unread", map[string]int{"count": 1})
			}
			err := <-heard
			if c.ends && websocket.CloseStatus(err) != 4401 || !c.ends && err != nil {
				t.Errorf("the page hears %v", err)
			}
		})
	}
}

// PUSH-11: pages of a named origin may open a line that stands under another host; nobody else may.
func TestANamedOriginMayOpenALine(t *testing.T) {
	h, url := hub(t, &push.Local{})
	h.Origins = []string{"https://cloud.example"}
	for origin, may := range map[string]bool{"https://cloud.example": true, "http://cloud.example": false, "https://cloud.example.evil": false, "https://evil.example": false} {
		c, res, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}}) //nolint:bodyclose // the socket owns it
		if may && err != nil || !may && (err == nil || res == nil || res.StatusCode != http.StatusForbidden) {
			t.Errorf("%s: %v, %v", origin, res, err)
		}
		if err == nil {
			_ = c.CloseNow()
		}
	}
}

// What is said between nodes while the line to PostgreSQL is broken is lost: once it stands again the node's pages are
// sent to start over, and hear again after that.
func TestPagesStartOverAfterTheBusWasAway(t *testing.T) {
	url := storetest.Postgres(t)
	db := storetest.Open(t, url)
	h, node := hub(t, &push.Postgres{URL: url, DB: db})
	p := open(t, node, "t1/f1/a")
	p.expect("bound")
	listeners := func() (n int) {
		if err := db.Pool().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND (query LIKE 'LISTEN%' OR query = '-- ping')").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for listeners() == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(2500 * time.Millisecond) // polls go by and close nothing
	h.Signal(t.Context(), push.Scope{Tenant: "t1"}, "mark", nil)
	p.expect("signal")
	// waited for: a backend that is still ending hears the next signal
	if _, err := db.Pool().ExecContext(t.Context(), "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND (query LIKE 'LISTEN%' OR query = '-- ping')"); err != nil {
		t.Fatal(err)
	}
	h.Signal(t.Context(), push.Scope{Tenant: "t1"}, "mark", nil) // nobody hears it
	if kind, _, err := p.heard(); websocket.CloseStatus(err) != 4409 {
		t.Fatalf("the page hears %q, %v", kind, err)
	}
	again := open(t, node, "t1/f1/a")
	again.expect("bound")
	h.Signal(t.Context(), push.Scope{Tenant: "t1"}, "mark", nil)
	again.expect("signal")
}

// lines are a log that is written and read at once.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *lines) count(word string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), word)
}

// Where the bus alone cannot connect the log says so once, not at each try, and not at the first: an outage of the database has a line of
// its own.
func TestABusThatCannotConnectIsInTheLogOnce(t *testing.T) {
	db := storetest.Open(t, storetest.Postgres(t))
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer nobody.Close()
	var log lines
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		bus := &push.Postgres{URL: "postgres://x@" + nobody.Addr().String() + "/x?sslmode=disable", DB: db}
		ended <- bus.Listen(ctx, func([]byte) {}, func() { t.Error("heard nothing and missed something") })
	}()
	refuse := func() { // a try may dial twice
		c, err := nobody.Accept()
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
	}
	if refuse(); log.count("push bus") != 0 {
		t.Error("the log has a line of the first try")
	}
	for try := 0; log.count("push bus") == 0; try++ {
		if refuse(); try > 20 {
			t.Fatal("the log says nothing")
		}
	}
	for range 4 {
		refuse()
	}
	if got := log.count("push bus"); got != 1 {
		t.Errorf("the log has %d lines", got)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Pages that are bound are counted, by what fits their scope, until they are gone.
func TestOpenPagesAreCounted(t *testing.T) {
	h, url := hub(t, &push.Local{})
	all := func(push.Scope) bool { return true }
	ofOne := func(s push.Scope) bool { return s.Tenant == "t1" }
	open(t, url, "t1/f1/a").expect("bound")
	leaver := open(t, url, "t2/f1/b")
	leaver.expect("bound")
	if n, one := h.Count(all), h.Count(ofOne); n != 2 || one != 1 {
		t.Errorf("%d open, %d of t1", n, one)
	}
	if err := leaver.c.CloseNow(); err != nil {
		t.Fatal(err)
	}
	for h.Count(all) != 1 && t.Context().Err() == nil {
		time.Sleep(5 * time.Millisecond)
	}
	if n := h.Count(ofOne); n != 1 {
		t.Errorf("%d of t1", n)
	}
}
