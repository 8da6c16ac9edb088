package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mouldworks/internal/gateway"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/store"
)

// plant is a cloud with the demo tenant, and a gateway of its factory.
type plant struct {
	*testing.T
	cloud   *httptest.Server
	admin   map[string]string
	id      string // serverAppUuid
	data    string // of the gateway
	gateway *httptest.Server
	process *gateway.Process
	files   blob.Store // of the gateway; nil = a folder in data
	stop    func()
	ctx     context.Context // of a planner of the factory
	bytes   atomic.Int64    // that came to the cloud in bodies and left it in answers
	secret  string          // the newest key
}

// counted counts what goes through the cloud.
func (p *plant) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = &countedBody{r.Body, &p.bytes}
		next.ServeHTTP(&countedAnswer{w, &p.bytes}, r)
	})
}

type countedBody struct {
	io.ReadCloser
	n *atomic.Int64
}

func (b *countedBody) Read(to []byte) (int, error) {
	n, err := b.ReadCloser.Read(to)
	b.n.Add(int64(n))
	return n, err
}

type countedAnswer struct {
	http.ResponseWriter
	n *atomic.Int64
}

func (a *countedAnswer) Write(b []byte) (int, error) {
	a.n.Add(int64(len(b)))
	return a.ResponseWriter.Write(b)
}

func (a *countedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// answers decodes the data of a successful call to the cloud.
func (p *plant) call(method, path string, body, out any) (int, reply) {
	p.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		p.Fatal(err)
	}
	status, r, raw := send(p.T, method, p.cloud.URL+api.Prefix+path, p.admin, "application/json", bytes.NewReader(b))
	if out != nil {
		if err := json.Unmarshal(r.Data, out); err != nil || r.Code != 1 {
			p.Fatalf("%s: %d %.300s %v", path, status, raw, err)
		}
	}
	return status, r
}

// listed is the state of the gateway in the list of servers.
func (p *plant) listed() int {
	p.Helper()
	var servers []struct {
		ServerAppUUID string `json:"serverAppUuid"`
		GatewayState  int    `json:"gatewayState"`
	}
	p.call(http.MethodPost, "upms/user/getGatewayServerList.do", map[string]any{}, &servers)
	for _, s := range servers {
		if s.ServerAppUUID == p.id {
			return s.GatewayState
		}
	}
	p.Fatalf("the list lacks the gateway: %+v", servers)
	return 0
}

// eventually asks until it is so; a test that waits in vain ends with its deadline.
func (p *plant) eventually(what string, so func() bool) {
	p.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.Fatalf("in vain: %s", what)
		}
	}
}

// run starts the gateway's process with a key.
func (p *plant) run(key string) {
	p.Helper()
	process, err := gateway.Open(gateway.Options{Cloud: p.cloud.URL, Key: key, Data: p.data, Version: "0.0.1", Files: p.files})
	if err != nil {
		p.Fatal(err)
	}
	ctx, cancel := context.WithCancel(p.Context())
	done := make(chan struct{})
	go func() { defer close(done); process.Run(ctx) }()
	p.gateway = httptest.NewTLSServer(process.Handler())
	p.process = process
	p.stop = func() {
		cancel()
		<-done
		p.gateway.Close()
		if err := process.Close(); err != nil {
			p.Error(err)
		}
	}
}

func (p *plant) key() string {
	p.Helper()
	var issued struct{ Key string }
	p.call(http.MethodPost, "sys/gateway/"+p.id+"/key", map[string]any{}, &issued)
	if !strings.HasPrefix(issued.Key, "mwg_") {
		p.Fatalf("the key is %q", issued.Key)
	}
	p.secret = issued.Key
	return issued.Key
}

// token has the cloud make a token for a session to show the gateway.
func (p *plant) token(session map[string]string) string {
	p.Helper()
	_, r, raw := send(p.T, http.MethodPost, p.cloud.URL+api.Prefix+"sys/gateway/"+p.id+"/token", session, "application/json", strings.NewReader("{}"))
	var issued gateway.TokenReply
	if err := json.Unmarshal(r.Data, &issued); err != nil || !strings.HasPrefix(issued.Token, "mwt_") {
		p.Fatalf("a token for the gateway: %.300s %v", raw, err)
	}
	return issued.Token
}

// browser is what a page of the cloud sends the gateway for the administrator.
func (p *plant) browser() map[string]string {
	p.Helper()
	return map[string]string{"Origin": p.cloud.URL, "mdbtk": p.token(p.admin), "Accept-Language": "en"}
}

// at asks the gateway.
func (p *plant) at(method, path string, header map[string]string) (seen, string) {
	p.Helper()
	return p.bring(method, path, nil, header)
}

// bring asks the gateway with a body.
func (p *plant) bring(method, path string, body io.Reader, header map[string]string) (seen, string) {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), method, p.gateway.URL+path, body)
	if err != nil {
		p.Fatal(err)
	}
	for k, v := range header {
		r.Header.Set(k, v)
	}
	client := p.gateway.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := client.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	b, err := io.ReadAll(res.Body)
	if err := res.Body.Close(); err != nil {
		p.Fatal(err)
	}
	if err != nil {
		p.Fatal(err)
	}
	return seen{res.StatusCode, res.Header}, string(b)
}

// seen is the head of an answer.
type seen struct {
	StatusCode int
	Header     http.Header
}

func eachPlant(t *testing.T, fn func(p *plant, a *App)) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.Hub.Start(t.Context())
		p := &plant{T: t, ctx: ctx, data: t.TempDir()}
		p.cloud = httptest.NewServer(p.counted(a.Handler()))
		defer p.cloud.Close()
		defer a.Hub.Stop() // sockets would keep the server waiting
		p.admin = signedIn(t, p.cloud, "13800000001")
		p.admin["Accept-Language"] = "en"
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var made struct{ Row struct{ ID string } }
		p.call(http.MethodPost, "sys/gatewayServer", map[string]any{"name": "Hall 1", "factory": actor.FactoryID, "innerIp": "192.168.1.20", "httpsPort": 8443}, &made)
		p.id = made.Row.ID
		p.run(p.key())
		defer func() { p.stop() }()
		p.eventually("the gateway is linked", func() bool { return p.listed() == 1 })
		fn(p, a)
	})
}

// The end of a line is noted late, after the gateway has come back, perhaps to another node: it stays reachable.
func TestALineThatEndsLateLeavesTheNextOne(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		former := push.Presence{Scope: push.Scope{Session: "gateway:" + p.id}, Until: store.Now()}
		a.Hub.Present(p.ctx, former)
		if p.listed() != 1 {
			t.Error("the end of the former line has taken the gateway away")
		}
		former.Until = store.Now().Add(time.Hour) // the end of the line that is there
		a.Hub.Present(p.ctx, former)
		if p.listed() != 0 {
			t.Error("the gateway is there without a line")
		}
	})
}

// GATEWAY-11, GATEWAY-03, ROUTE-20: a gateway shows that it is there, passes the calls of modules on with the browser's own session
// and nothing else, and only for pages of the cloud.
func TestAGatewayPassesCallsOn(t *testing.T) {
	eachPlant(t, func(p *plant, _ *App) {
		res, page := p.at("GET", "/page/welcome?lang=en", nil)
		if res.StatusCode != 200 || !strings.Contains(page, "The gateway can be reached") || !strings.Contains(page, p.id) || strings.Contains(page, "mwg_") {
			t.Errorf("the welcome page: %d %.400s", res.StatusCode, page)
		}
		if !strings.Contains(page, `<dt>Line to the cloud</dt><dd class="up">up</dd>`) {
			t.Errorf("the line on the welcome page: %.1500s", page)
		}
		if policy := res.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("the page's policy is %q", policy)
		}
		if _, page := p.at("GET", "/page/welcome", nil); !strings.Contains(page, "网关可以访问") {
			t.Errorf("the page in Chinese: %.300s", page)
		}
		browser := p.browser()
		browser["Cookie"] = "other=1"
		res, ping := p.at("GET", "/api/v1/gateway/ping", browser)
		if !strings.Contains(ping, `"serverAppUuid":"`+p.id+`"`) || !strings.Contains(ping, `"linked":true`) || res.Header.Get("Access-Control-Allow-Origin") != p.cloud.URL {
			t.Errorf("ping: %s %v", ping, res.Header)
		}
		res, list := p.at("GET", "/api/v1/bms/section?size=5&_t=1", browser)
		if res.StatusCode != 200 || !strings.Contains(list, `"code":1`) || !strings.Contains(list, `"total"`) || len(res.Header.Values("Set-Cookie")) > 0 {
			t.Errorf("a list through the gateway: %d %.200s", res.StatusCode, list)
		}
		if res, nobody := p.at("GET", "/api/v1/bms/section", map[string]string{"Origin": p.cloud.URL}); res.StatusCode != 401 {
			t.Errorf("without a session: %d %.200s", res.StatusCode, nobody)
		}
		for _, path := range []string{"upms/user/login", "switchTenant", "getKeyAndIv", "push", "gateway/binary", "bms/../upms/user/getModuleTree.do", "bms/%2e%2e/upms/user/getModuleTree.do", "..%2fbms"} {
			if res, body := p.at("POST", "/api/v1/"+path, browser); res.StatusCode != 404 && res.StatusCode/100 != 3 {
				t.Errorf("%s goes through the gateway: %d %.200s", path, res.StatusCode, body)
			}
		}
		for _, origin := range []string{"https://evil.example", "null", p.cloud.URL + ".evil.example"} {
			for _, path := range []string{"bms/section", "gateway/ping"} {
				res, body := p.at("GET", "/api/v1/"+path, map[string]string{"Origin": origin, "mdbtk": browser["mdbtk"]})
				if res.StatusCode != 403 || res.Header.Get("Access-Control-Allow-Origin") != "" || strings.Contains(body, p.id) {
					t.Errorf("%s for a page of %s: %d %.200s", path, origin, res.StatusCode, body)
				}
			}
		}
		res, _ = p.at("OPTIONS", "/api/v1/aps/exe/job/query", map[string]string{"Origin": p.cloud.URL, "Access-Control-Request-Method": "POST", "Access-Control-Request-Private-Network": "true"})
		if h := res.Header; res.StatusCode != 204 || h.Get("Access-Control-Allow-Private-Network") != "true" || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "mdbtk") || h.Get("Access-Control-Allow-Origin") != p.cloud.URL {
			t.Errorf("the preflight: %d %v", res.StatusCode, h)
		}
		// A cloud out of reach breaks the connection, so that the browser asks there itself.
		p.cloud.CloseClientConnections()
		p.cloud.Listener.Close()
		if res, err := p.gateway.Client().Get(p.gateway.URL + "/api/v1/bms/section"); err == nil {
			t.Errorf("the gateway answers for a cloud that is out of reach: %d, %v", res.StatusCode, res.Body.Close())
		}
	})
}

// GATEWAY-02: the state of a gateway is that of its line; a key that was replaced is worth nothing, and none is a session.
func TestTheStateOfAGatewayIsThatOfItsLine(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		p.stop()
		p.eventually("the gateway is gone", func() bool { return p.listed() == 0 })
		old := p.key()
		p.run(old)
		p.eventually("the gateway is back", func() bool { return p.listed() == 1 })
		fresh := p.key()
		p.eventually("the old key is shown out", func() bool { return p.listed() == 0 })
		for name, header := range map[string]map[string]string{"session": {"mdbtk": fresh}, "API token": {"Blade-Auth": "bearer " + fresh}} {
			if status, r, _ := send(t, "GET", p.cloud.URL+api.Prefix+"bms/section", header, "", nil); status != 401 {
				t.Errorf("the key as %s: %d %+v", name, status, r)
			}
		}
		if actor, _, err := a.Gateways.Authenticate(t.Context(), fresh); err != nil || len(actor.May) != 0 || actor.MemberID != "" {
			t.Errorf("a gateway is %+v, %v", actor, err)
		}
		for _, wrong := range []string{old, "mwg_", "mwg_x", ""} {
			if _, _, err := a.Gateways.Authenticate(t.Context(), wrong); err == nil {
				t.Errorf("the key %q is taken", wrong)
			}
			res, err := http.NewRequestWithContext(t.Context(), "GET", p.cloud.URL+api.Prefix+"gateway/binary", nil)
			if err != nil {
				t.Fatal(err)
			}
			if status, r, _ := send(t, "GET", res.URL.String(), map[string]string{"Gateway-Key": wrong}, "", nil); status != 401 || r.Code != 401 {
				t.Errorf("the program for the key %q: %d %+v", wrong, status, r)
			}
		}
		// The key is the tenant's own matter, and an administrator's.
		planner := signedIn(t, p.cloud, "13800000002")
		if status, r, _ := send(t, "POST", p.cloud.URL+api.Prefix+"sys/gateway/"+p.id+"/key", planner, "application/json", strings.NewReader("{}")); status != 403 {
			t.Errorf("a planner makes a key: %d %+v", status, r)
		}
		if status, r := p.call(http.MethodPost, "sys/gateway/"+store.NewID()+"/key", map[string]any{}, nil); status != 404 {
			t.Errorf("a key for nobody's gateway: %d %+v", status, r)
		}
	})
}

// A gateway that is deleted has no key any more, and one that stands at another factory hears that factory and no other:
// both at once, whatever line is open.
func TestADeletedOrMovedGatewayHearsNothingOfBefore(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		key := p.key()
		p.eventually("the old key is shown out", func() bool { return p.listed() == 0 })
		p.stop()
		p.run(key)
		p.eventually("the gateway is back", func() bool { return p.listed() == 1 })
		var other struct{ Row struct{ ID string } }
		p.call(http.MethodPost, "bms/factory", map[string]any{"code": "F2", "name": "Hall 2", "zone": "Asia/Shanghai"}, &other)
		var server struct{ Row struct{ Version int } }
		p.call(http.MethodGet, "sys/gatewayServer/"+p.id, nil, &server)
		p.call(http.MethodPatch, "sys/gatewayServer/"+p.id, map[string]any{"version": server.Row.Version, "factory": other.Row.ID}, &server)
		if actor, _, err := a.Gateways.Authenticate(t.Context(), key); err != nil || actor.FactoryID != other.Row.ID {
			t.Errorf("after the move the gateway is %+v, %v", actor, err)
		}
		p.call(http.MethodDelete, "sys/gatewayServer/"+p.id, nil, nil)
		p.eventually("the line ends with the gateway", func() bool {
			_, ping := p.at("GET", "/api/v1/gateway/ping", nil)
			return strings.Contains(ping, `"linked":false`)
		})
		for what, find := range map[string]func(context.Context, string) (store.Actor, string, error){"binds": a.Gateways.Authenticate, "still hears": a.Gateways.Again} {
			if _, _, err := find(t.Context(), key); problem.Of(err).Status != http.StatusUnauthorized {
				t.Errorf("after its deletion the gateway %s: %v", what, err)
			}
		}
	})
}
