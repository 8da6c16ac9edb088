package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// logged collects the log of one test from a level on.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func logFrom(t *testing.T, level slog.Level) *logged {
	t.Helper()
	l, before := &logged{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: level})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return l
}

// requests are the lines about requests.
func (l *logged) requests(t *testing.T) (lines []map[string]any) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for row := range strings.Lines(l.text.String()) {
		var line map[string]any
		if err := json.Unmarshal([]byte(row), &line); err != nil {
			t.Fatal(err)
		}
		if line["msg"] == "request" {
			lines = append(lines, line)
		}
	}
	return lines
}

type linkInput struct {
	Code string `path:"code"`
	Q    string `query:"q"`
}

type linkChange struct {
	linkInput
	Body struct {
		Password string `json:"password,omitempty"`
	}
}

// links is a server whose paths, queries and bodies hold secrets.
func links() *api.Server {
	s := api.New(nil, "test")
	s.Authenticate = func(_ context.Context, c api.Caller) (store.Actor, error) {
		return store.Actor{TenantID: "tenant-7", AccountID: "a"}, nil
	}
	api.Call(s, api.Operation{Method: http.MethodGet, Path: "link/{code}", ID: "link", Access: api.SignedIn}, func(_ context.Context, in *linkInput) (string, error) {
		switch in.Q {
		case "fault":
			return "", errors.New("the disk is on fire")
		case "panic":
			panic("out of order")
		case "outage":
			return "", store.ErrUnavailable
		case "read":
			return "", fmt.Errorf("read: %w", context.Canceled)
		}
		return "done", nil
	})
	api.Call(s, api.Operation{Method: http.MethodPost, Path: "link/{code}", ID: "link-change", Access: api.SignedIn}, func(context.Context, *linkChange) (string, error) {
		return "done", nil
	})
	s.Handle("/", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("a page")) }))
	s.Handle("GET /cut", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	return s
}

func serveOne(s *api.Server, method, target, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// A request is one line at debug: by its route, not by its path, with tenant and the id that the reply carries.
func TestARequestIsOneLineOfTheLog(t *testing.T) {
	log := logFrom(t, slog.LevelDebug)
	w := serveOne(links(), http.MethodGet, "/front/api/v1/link/abc", "")
	lines := log.requests(t)
	if len(lines) != 1 {
		t.Fatalf("%d lines", len(lines))
	}
	line := lines[0]
	delete(line, "time")
	if ms, ok := line["ms"].(float64); !ok || ms < 0 {
		t.Errorf("it took %v", line["ms"])
	}
	delete(line, "ms")
	want := map[string]any{
		"level": "DEBUG", "msg": "request", "request": w.Header().Get("X-Request-Id"), "tenant": "tenant-7", "method": "GET",
		"route": "/front/api/v1/link/{code}", "status": 200., "bytes": float64(w.Body.Len()),
	}
	for name, value := range want {
		if line[name] != value {
			t.Errorf("%s is %v instead of %v", name, line[name], value)
		}
	}
	if len(line) != len(want) {
		t.Errorf("the line is %v", line)
	}
}

// At info the log tells of requests that failed or were slow, and of no others.
func TestFailedAndSlowRequestsAreTold(t *testing.T) {
	log := logFrom(t, slog.LevelInfo)
	s := links()
	serveOne(s, http.MethodGet, "/front/api/v1/link/1", "")
	serveOne(s, http.MethodGet, "/front/api/v1/link/2?q=fault", "")
	serveOne(s, http.MethodGet, "/front/api/v1/link/3?q=panic", "")
	serveOne(s, http.MethodGet, "/front/api/v1/nothing", "")
	api.RequestsAreSlowFrom(t, 0)
	serveOne(s, http.MethodGet, "/page", "")
	serveOne(s, http.MethodGet, "/front/api/v1/link/4?q=outage", "") // waits, and the store tells of it once for all
	var got []any
	for _, line := range log.requests(t) {
		got = append(got, line["level"], line["route"], line["status"])
	}
	want := []any{"INFO", "/front/api/v1/link/{code}", 500., "INFO", "/front/api/v1/link/{code}", 500., "INFO", "/", 200.}
	if len(got) != len(want) {
		t.Fatalf("told: %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("told: %v", got)
		}
	}
}

// A page that moves on ends its calls: that is no failure of the server, which would raise an alarm. A server that stops has failed
// those that still wait.
func TestAClientThatMovesOnIsNoFailure(t *testing.T) {
	for _, gone := range []bool{true, false} {
		s := links()
		var status int
		s.Observe(func(ctx context.Context, _ *http.Request) (context.Context, func(api.Served)) {
			return ctx, func(done api.Served) { status = done.Status }
		})
		ctx, leave := context.WithCancel(t.Context())
		if gone {
			leave()
		}
		s.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "/front/api/v1/link/x?q=read", nil))
		if want := map[bool]int{true: 499, false: 503}[gone]; status != want {
			t.Errorf("gone %v: %d, want %d", gone, status, want)
		}
		leave()
	}
}

// Whatever a request carries, and whoever refuses it, nothing of it stands in the log at its most talkative.
func TestSecretsNeverReachTheLog(t *testing.T) {
	const secret = "s3cr3t0fMine"
	log := logFrom(t, slog.LevelDebug)
	s := links()
	for _, c := range []struct{ method, target, body string }{
		{http.MethodGet, "/front/api/v1/link/" + secret, ""},
		{http.MethodGet, "/front/api/v1/link/" + secret + "/", ""},
		{http.MethodGet, "/front/api/v1//link/" + secret, ""},
		{http.MethodGet, "/front/api/v1/link/" + secret + "?q=fault", ""},
		{http.MethodGet, "/front/api/v1/link/" + secret + "?q=panic", ""},
		{http.MethodGet, "/front/api/v1/link/" + secret + "%00", ""},
		{http.MethodGet, "/front/api/v1/link/x?token=" + secret, ""},
		{http.MethodGet, "/front/api/v1/link/x?" + secret + "=1", ""},
		{http.MethodGet, "/front/api/v1/" + secret, ""},
		{http.MethodGet, "/setup?code=" + secret, ""},
		{http.MethodGet, "/" + secret, ""},
		{http.MethodPost, "/front/api/v1/link/x", `{"password":"` + secret + `"}`},
		{http.MethodPost, "/front/api/v1/link/x", `{"` + secret + `":1}`},
		{http.MethodPost, "/front/api/v1/link/x", `{"password":` + secret + `}`},
		{http.MethodPost, "/front/api/v1/link/x", secret},
		{secret, "/front/api/v1/link/x", ""},
	} {
		r := httptest.NewRequest(c.method, c.target, strings.NewReader(c.body))
		for _, name := range []string{"mdbtk", "Blade-Auth", "Authorization", "Cookie", "Gateway-Key", "Idempotency-Key", "User-Agent", "Origin", "Referer", "X-Request-Id", "Accept-Language", "X-Forwarded-For"} {
			r.Header.Set(name, "bearer "+secret)
		}
		r.Header.Del("Idempotency-Key") // counted in a database
		r.Header.Set("Content-Type", "application/json")
		s.Handler().ServeHTTP(httptest.NewRecorder(), r)
	}
	func() {
		defer func() { _ = recover() }() // net/http would
		s.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/cut?code="+secret, nil))
	}()
	lines := log.requests(t)
	if len(lines) != 17 {
		t.Errorf("%d requests in the log", len(lines))
	}
	if last := lines[len(lines)-1]; last["route"] != "/cut" || last["status"] != 499. {
		t.Errorf("a client that has gone: %v", last)
	}
	if text := log.text.String(); strings.Contains(text, secret) {
		for row := range strings.Lines(text) {
			if strings.Contains(row, secret) {
				t.Errorf("in the log: %s", row)
			}
		}
	}
}

// Observers hear of the same, in turn, and the request is served with what they put into its context.
func TestObserversHearOfRequests(t *testing.T) {
	s := links()
	type key struct{}
	var heard []string
	var found any
	s.Observe(func(ctx context.Context, _ *http.Request) (context.Context, func(api.Served)) {
		return context.WithValue(ctx, key{}, "outer"), func(done api.Served) {
			if done.Took < 0 || done.Took > time.Minute {
				t.Errorf("it took %s", done.Took)
			}
			heard = append(heard, "outer "+done.Method+" "+done.Route)
		}
	})
	s.Observe(func(ctx context.Context, _ *http.Request) (context.Context, func(api.Served)) {
		found = ctx.Value(key{})
		return ctx, func(api.Served) { heard = append(heard, "inner") }
	})
	serveOne(s, "BREW", "/front/api/v1/link/5", "")
	if found != "outer" || strings.Join(heard, ", ") != "inner, outer OTHER /front/api/v1/" {
		t.Errorf("found %v, heard %v", found, heard)
	}
}
