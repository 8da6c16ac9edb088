package app

import (
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/uptrace/bun"

	"mouldworks/internal/gateway"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// serverEntry is what the list of servers says of a gateway.
type serverEntry struct {
	Live      bool
	PublicKey string
}

// entry is the gateway in the list of servers.
func (p *plant) entry() (e serverEntry) {
	p.Helper()
	var servers []struct {
		ServerAppUUID string
		Live          bool
		PublicKey     string
	}
	p.call(http.MethodPost, "upms/user/getGatewayServerList.do", map[string]any{}, &servers)
	for _, s := range servers {
		if s.ServerAppUUID == p.id {
			e.Live, e.PublicKey = s.Live, s.PublicKey
		}
	}
	return e
}

// ping asks the gateway with a nonce, as a page of an origin, and tells whether the answer is signed by a key of the list.
func (p *plant) ping(nonce, origin, publicKey string) (answer gateway.Ping, signed bool) {
	p.Helper()
	_, raw := p.at(http.MethodGet, "/api/v1/gateway/ping?nonce="+nonce, map[string]string{"Origin": origin})
	var envelope struct{ Data gateway.Ping }
	if err := json.Unmarshal([]byte(raw), &envelope); err != nil {
		p.Fatalf("%.200s: %v", raw, err)
	}
	der, err := base64.StdEncoding.DecodeString(publicKey)
	if err != nil {
		p.Fatal(err)
	}
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		p.Fatal(err)
	}
	both, err := base64.StdEncoding.DecodeString(envelope.Data.Signature)
	if err != nil || len(both) != 64 {
		return envelope.Data, false
	}
	sum := sha256.Sum256([]byte("mouldworks gateway ping 1\n" + nonce + "\n" + p.id + "\n" + p.cloud.URL))
	return envelope.Data, ecdsa.Verify(key.(*ecdsa.PublicKey), sum[:], new(big.Int).SetBytes(both[:32]), new(big.Int).SetBytes(both[32:]))
}

// GATEWAY-03: the process behind a line proves to a browser that it is the one that the cloud means, by a nonce; a key that
// was replaced takes its process along at once.
func TestAPingIsSignedByTheKeyOfTheLine(t *testing.T) {
	eachPlant(t, func(p *plant, _ *App) {
		const nonce = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
		known := p.entry()
		if !known.Live || known.PublicKey == "" {
			t.Fatalf("the list says %+v", known)
		}
		if answer, signed := p.ping(nonce, p.cloud.URL, known.PublicKey); !signed || !answer.Linked || answer.ServerAppUUID != p.id {
			t.Errorf("the ping: %+v", answer)
		}
		for _, none := range []string{"", "short", strings.Repeat("a", 87), nonce + "%0Aother"} {
			if answer, _ := p.ping(none, p.cloud.URL, known.PublicKey); answer.Signature != "" {
				t.Errorf("the nonce %q is signed: %+v", none, answer)
			}
		}
		about, err := os.Stat(filepath.Join(p.data, "signing.key"))
		if err != nil || about.Mode().Perm() != 0o600 {
			t.Errorf("the key's file: %v, %v", about, err)
		}
		var server struct{ Row struct{ Version int } }
		if p.call(http.MethodGet, "sys/gatewayServer/"+p.id, nil, &server); server.Row.Version != 1 {
			t.Errorf("its line alone has made version %d of the gateway", server.Row.Version)
		}
		p.stop()
		p.eventually("the gateway is gone", func() bool { return !p.entry().Live })
		p.run(p.secret)
		p.eventually("the gateway is back", func() bool { return p.entry().Live })
		if again := p.entry(); again.PublicKey != known.PublicKey {
			t.Errorf("after a restart the key is %s", again.PublicKey)
		}
		p.key()
		if replaced := p.entry(); replaced.Live || replaced.PublicKey != "" {
			t.Errorf("once its key was replaced the list says %+v", replaced)
		}
		p.stop()
		if err := os.WriteFile(filepath.Join(p.data, "signing.key"), []byte("damaged"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := gateway.Open(gateway.Options{Cloud: p.cloud.URL, Data: p.data}); err == nil || !strings.Contains(err.Error(), "signing.key is damaged: delete it") {
			t.Errorf("a damaged key: %v", err)
		}
		p.stop = func() {}
	})
}

// CALL-05, CALL-06: what a gateway sees of a person is good for the calls of its own factory's modules through itself. Taken
// from there it opens nothing: not without the gateway's key, not with another's, not elsewhere.
func TestATokenOfAGatewayIsGoodThereAlone(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		a.examples(p.ctx, t)
		if err := a.DB.Write(p.ctx, func(tx store.Tx) error { return a.APS.Example(p.ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		token := p.token(p.admin)
		at := func(key string) map[string]string { return map[string]string{"mdbtk": token, "Gateway-Key": key} }
		refused := func(what string, header map[string]string, op api.Operation) {
			t.Helper()
			if op.Example == nil {
				op.Example = &api.Example{}
			}
			if status, r, raw := replay(t, p.cloud, op, header); status != 401 || r.Code != 401 {
				t.Errorf("%s: %s %s: %d %.200s", what, op.Method, op.Path, status, raw)
			}
		}
		// Another company runs a gateway, and so does another factory of this one.
		var far, second string
		strangers := a.strangers(p.ctx, t)
		for who, key := range map[string]*string{"another tenant": &far, "another factory": &second} {
			_, r, raw := send(t, http.MethodGet, p.cloud.URL+api.Prefix+"bms/factory", strangers[who], "", nil)
			var factories struct{ Rows []struct{ ID, Name string } }
			if err := json.Unmarshal(r.Data, &factories); err != nil {
				t.Fatalf("%.200s %v", raw, err)
			}
			for _, f := range factories.Rows {
				if f.Name != "Far 1" && f.Name != "Second" {
					continue
				}
				body := `{"name":"Theirs","factory":"` + f.ID + `","innerIp":"192.168.9.9","httpsPort":8443}`
				_, r, raw := send(t, http.MethodPost, p.cloud.URL+api.Prefix+"sys/gatewayServer", strangers[who], "application/json", strings.NewReader(body))
				var made struct{ Row struct{ ID string } }
				if err := json.Unmarshal(r.Data, &made); err != nil {
					t.Fatalf("%.200s %v", raw, err)
				}
				_, r, raw = send(t, http.MethodPost, p.cloud.URL+api.Prefix+"sys/gateway/"+made.Row.ID+"/key", strangers[who], "application/json", strings.NewReader("{}"))
				var issued struct{ Key string }
				if err := json.Unmarshal(r.Data, &issued); err != nil {
					t.Fatalf("%.200s %v", raw, err)
				}
				*key = issued.Key
			}
		}
		if far == "" || second == "" {
			t.Fatal("the strangers have no gateways")
		}
		carried, kept := 0, 0
		for _, op := range a.API.Operations() {
			if op.Access == api.Public || strings.HasPrefix(op.Path, "/") {
				continue
			}
			refused("from a browser", map[string]string{"mdbtk": token}, op)
			refused("with an unknown key", at("mwg_x"), op)
			refused("through another company's gateway", at(far), op)
			refused("through another factory's gateway", at(second), op)
			refused("the session through the gateway", map[string]string{"mdbtk": p.admin["mdbtk"], "Gateway-Key": p.secret}, op)
			refused("a program through the gateway", joined(strangers["no role"], map[string]string{"Gateway-Key": p.secret}), op)
			refused("both tokens through the gateway", joined(strangers["no role"], at(p.secret)), op)
			if gateway.Carries(op.Path) {
				carried++
				continue
			}
			kept++
			refused("past what gateways carry", at(p.secret), op)
			path := strings.NewReplacer("{", "", "}", "").Replace(op.Path)
			if res, body := p.at(op.Method, "/api/v1/"+path, map[string]string{"mdbtk": token}); res.StatusCode != http.StatusNotFound {
				t.Errorf("the gateway passes on %s %s: %d %.200s", op.Method, op.Path, res.StatusCode, body)
			}
		}
		if carried < 100 || kept < 100 {
			t.Errorf("%d operations are carried, %d are not", carried, kept)
		}
		for path, carries := range map[string]bool{
			"bms/section": true, "bms/section/{id}": true, "mf/progress": true, "aps": true, "bms/sections": false, "bms": false, "": false, "upms/user/login": false,
			"bms/sys/qrcode/identifyAndForward": false, "bms/msg/getUserMsgList.do": false, "bms/factory": false, "sys/gateway/{serverAppUuid}/token": false,
		} {
			if gateway.Carries(path) != carries {
				t.Errorf("whether gateways carry %q: not %v", path, carries)
			}
		}
		// What signs in by tokens of other kinds takes it for none.
		for _, header := range []map[string]string{{"Blade-Auth": "bearer " + token}, {"mdbtk": token}} {
			if status, r, raw := send(t, http.MethodPost, p.cloud.URL+api.Prefix+"getTokenService", header, "application/json", strings.NewReader("{}")); status != 401 {
				t.Errorf("it is renewed: %d %+v %.200s", status, r, raw)
			}
		}
		if _, _, err := a.Gateways.Authenticate(t.Context(), token); err == nil {
			t.Error("a page binds by it")
		}
		send(t, http.MethodPost, p.cloud.URL+api.Prefix+"logout", map[string]string{"mdbtk": token}, "application/json", strings.NewReader("{}"))

		// At its gateway it is the person, and the log says which way the change came.
		section := api.Operation{Method: http.MethodPost, Path: "bms/section", Example: &api.Example{Body: map[string]any{"name": "THRU", "chineseName": "经网关"}}}
		status, r, raw := replay(t, p.cloud, section, at(p.secret))
		var made struct{ Row struct{ ID string } }
		if err := json.Unmarshal(r.Data, &made); err != nil || status != http.StatusOK {
			t.Fatalf("through its gateway: %d %.200s", status, raw)
		}
		var log struct{ Rows []struct{ Through string } }
		p.call(http.MethodGet, "bms/section/"+made.Row.ID+"/log", nil, &log)
		if len(log.Rows) != 1 || log.Rows[0].Through != "gateway" {
			t.Errorf("the log says %+v", log)
		}

		// It ends with its minutes, with the stay in the factory, and with the session.
		read := api.Operation{Method: http.MethodGet, Path: "bms/section", Example: &api.Example{}}
		works := func(when string) {
			t.Helper()
			if status, _, raw := replay(t, p.cloud, read, at(p.secret)); status != http.StatusOK {
				t.Errorf("%s: %d %.200s", when, status, raw)
			}
		}
		works("at once")
		if err := a.DB.System(t.Context(), "the test lets minutes pass", func(tx store.Tx) error {
			_, err := tx.Change((*gatewayTokenRow)(nil)).Set("expires_at = ?", store.Now()).Where("gateway = ?", p.id).Exec(t.Context())
			return err
		}); err != nil {
			t.Fatal(err)
		}
		refused("after its minutes", at(p.secret), read)
		token = p.token(p.admin)
		works("the next one")
		var hall struct{ Row struct{ ID string } }
		p.call(http.MethodPost, "bms/factory", map[string]any{"code": "F3", "name": "Hall 3", "zone": "Asia/Shanghai"}, &hall)
		p.call(http.MethodPost, "upms/user/changeGateway.do", map[string]any{"serverAppUuid": hall.Row.ID}, nil)
		refused("from another factory", at(p.secret), read)
		if status, r := p.call(http.MethodPost, "sys/gateway/"+p.id+"/token", map[string]any{}, nil); status != http.StatusConflict || r.Message != "You do not work in the factory of this gateway, please switch to it first" {
			t.Errorf("a token from another factory: %d %+v", status, r)
		}
		p.call(http.MethodPost, "upms/user/changeGateway.do", map[string]any{"serverAppUuid": p.id}, nil)
		works("back in the factory")
		if status, r, _ := send(t, http.MethodPost, p.cloud.URL+api.Prefix+"sys/gateway/"+p.id+"/token", strangers["no role"], "application/json", strings.NewReader("{}")); status != http.StatusConflict || r.Message != "An API token cannot do this, please sign in" {
			t.Errorf("a token for a program: %d %+v", status, r)
		}
		if status, r, _ := send(t, http.MethodPost, p.cloud.URL+api.Prefix+"sys/gateway/"+p.id+"/token", strangers["another tenant"], "application/json", strings.NewReader("{}")); status != http.StatusConflict {
			t.Errorf("a token for a program of another company: %d %+v", status, r)
		}
		send(t, http.MethodPost, p.cloud.URL+api.Prefix+"logout", p.admin, "application/json", strings.NewReader("{}"))
		refused("after signing out", at(p.secret), read)
	})
}

// gatewayTokenRow is the row behind a token for a gateway.
type gatewayTokenRow struct {
	bun.BaseModel `bun:"table:gateway_token"`
}

func joined(a, b map[string]string) map[string]string {
	both := maps.Clone(a)
	maps.Copy(both, b)
	return both
}

// CALL-06: whatever a browser sends a gateway by mistake, what is good at the cloud is not passed on.
func TestAGatewayPassesNothingOnThatIsGoodAtTheCloud(t *testing.T) {
	seen := make(chan http.Header, 1)
	cloud := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Header
		http.NotFound(w, r)
	}))
	defer cloud.Close()
	process, err := gateway.Open(gateway.Options{Cloud: cloud.URL, Key: "mwg_own", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := process.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, c := range []struct{ method, path string }{{"GET", "bms/section"}, {"POST", "aps/exe/job/query"}, {"GET", "bms/file/x"}, {"POST", "bms/file/mould/x"}} {
		r := httptest.NewRequest(c.method, "/api/v1/"+c.path, strings.NewReader("{}"))
		for name, value := range map[string]string{
			"Blade-Auth": "bearer account", "Cookie": "__Host-mw=session", "thirdToken": "partner", "from": "partner", "Gateway-Key": "mwg_forged", "mdbtk": "mwt_mine", "Connection": "mdbtk, Gateway-Key",
		} {
			r.Header.Set(name, value)
		}
		process.Handler().ServeHTTP(httptest.NewRecorder(), r)
		got := <-seen
		for _, name := range []string{"Blade-Auth", "Cookie", "thirdToken", "from"} {
			if v := got.Get(name); v != "" {
				t.Errorf("%s: the cloud gets %s: %s", c.path, name, v)
			}
		}
		if got.Get("Gateway-Key") != "mwg_own" {
			t.Errorf("%s: the cloud gets the key %q", c.path, got.Get("Gateway-Key"))
		}
	}
}

// A page says of itself what it likes; only of a gateway is a public key kept.
func TestAPageTellsNoKeyOfAGateway(t *testing.T) {
	eachPlant(t, func(p *plant, _ *App) {
		before := p.entry()
		c, _, err := websocket.Dial(p.Context(), strings.Replace(p.cloud.URL, "http", "ws", 1)+api.Prefix+"push", nil) //nolint:bodyclose // the socket owns it
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.CloseNow() }()
		for _, frame := range []string{`{"type":"handshake","data":{"deviceId":"` + p.id + `","publicKey":"AAAA"}}`, `{"type":"bind","data":{"auth":{"token":"` + p.admin["mdbtk"] + `"}}}`} {
			if err := c.Write(p.Context(), websocket.MessageText, []byte(frame)); err != nil {
				t.Fatal(err)
			}
			if _, _, err := c.Read(context.WithoutCancel(p.Context())); err != nil {
				t.Fatal(err)
			}
		}
		if after := p.entry(); after != before {
			t.Errorf("the list says %+v", after)
		}
	})
}
