package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// factoryGateway is a gateway's own process beside the cloud's.
type factoryGateway struct {
	t      *testing.T
	cloud  *process
	data   string
	origin string // https://host:port
	token  string // that its user shows it
	cmd    *exec.Cmd
}

// start runs the gateway until it says where it is ready.
func (g *factoryGateway) start(key string) {
	g.t.Helper()
	g.cmd = exec.Command(binary, "gateway", "--cloud", "http://"+g.cloud.listen, "--data", g.data, "--listen", "127.0.0.1:0")
	g.cmd.Env = append(os.Environ(), "MOULDWORKS_GATEWAY_KEY="+key)
	said, err := g.cmd.StdoutPipe()
	if err != nil {
		g.t.Fatal(err)
	}
	if err := g.cmd.Start(); err != nil {
		g.t.Fatal(err)
	}
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		g.t.Fatal(err)
	}
	_, after, _ := strings.Cut(line, "https://")
	host, _, _ := strings.Cut(after, "/")
	g.origin = "https://" + host
}

// kill ends the gateway as a power cut would.
func (g *factoryGateway) kill() {
	if g.cmd != nil {
		_ = g.cmd.Process.Kill()
		_ = g.cmd.Wait() // it was killed
		g.cmd = nil
	}
}

// client trusts the certificate that the gateway has made for itself, and nothing else.
func (g *factoryGateway) client() *http.Client {
	g.t.Helper()
	pem, err := os.ReadFile(filepath.Join(g.data, "certificate.pem"))
	pool := x509.NewCertPool()
	if err != nil || !pool.AppendCertsFromPEM(pem) {
		g.t.Fatalf("the gateway's certificate: %v", err)
	}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, DisableKeepAlives: true}}
}

// ask calls an origin as the cloud's user; the status is 0 where nobody answers.
func (g *factoryGateway) ask(client *http.Client, method, address, kind string, body io.Reader) (int, []byte) {
	g.t.Helper()
	r, err := http.NewRequest(method, address, body)
	if err != nil {
		g.t.Fatal(err)
	}
	if strings.HasPrefix(address, "https://") {
		r.Header.Set("mdbtk", g.token)
	} else {
		r.Header.Set("Blade-Auth", "bearer "+g.cloud.token)
	}
	r.Header.Set("Accept-Language", "en")
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	res, err := client.Do(r)
	if err != nil {
		return 0, nil
	}
	raw, err := io.ReadAll(res.Body)
	if err := res.Body.Close(); err != nil {
		g.t.Fatal(err)
	}
	if err != nil {
		return 0, nil
	}
	return res.StatusCode, raw
}

// eventually asks until it is so, for half a minute.
func (g *factoryGateway) eventually(what string, so func() bool) {
	g.t.Helper()
	for until := time.Now().Add(30 * time.Second); !so(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(until) {
			g.t.Fatalf("in vain: %s", what)
		}
	}
}

// GATEWAY-11: two processes, one line. What a browser brings to the gateway by https lies on the gateway's disk alone; it is
// read there, and in the cloud over the line; it outlives a kill of either, and while the gateway is away the cloud names it.
func TestAFactoryKeepsItsFilesAtItsGateway(t *testing.T) {
	eachProcess(t, func(t *testing.T, p *process) {
		_, password, _ := strings.Cut(p.admin("create-tenant", "--key", "gate", "--name", "Gate", "--phone", "13700000001"), "first password ")
		p.token = p.admin("token", "--tenant", "gate", "--user", "admin")
		p.start()
		var factories struct{ Rows []struct{ ID string } }
		p.call(http.MethodGet, "bms/factory", nil, &factories)
		var server, mould struct{ Row struct{ ID string } }
		p.call(http.MethodPost, "sys/gatewayServer", map[string]any{"name": "Hall 1", "factory": factories.Rows[0].ID, "innerIp": "127.0.0.1", "httpsPort": 8443}, &server)
		p.call(http.MethodPost, "pm/mould", map[string]any{"mouldNo": "M1", "delivery": "2030-03-20T09:00:00Z"}, &mould)
		var issued struct{ Key string }
		p.call(http.MethodPost, "sys/gateway/"+server.Row.ID+"/key", map[string]any{}, &issued)
		g := &factoryGateway{t: t, cloud: p, data: t.TempDir()}
		t.Cleanup(g.kill)
		g.start(issued.Key)
		client := g.client()
		linked := func() bool {
			_, ping := g.ask(client, http.MethodGet, g.origin+"/api/v1/gateway/ping", "", nil)
			return bytes.Contains(ping, []byte(`"linked":true`))
		}
		g.eventually("the gateway is linked", linked)
		session := p.signIn("13700000001", password)
		own := "Gate-7519"
		p.as(session, "upms/user/password", map[string]any{"oldPassword": p.secret(password), "password": p.secret(own), "confirmPassword": p.secret(own), "endTokens": false}, nil)
		// The gateway knows of its line a moment before the cloud has written that down.
		g.eventually("the cloud gives a token for the gateway", func() bool {
			var issued struct{ Token string }
			p.as(session, "sys/gateway/"+server.Row.ID+"/token", map[string]any{}, &issued)
			g.token = issued.Token
			return g.token != ""
		})

		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		part, err := w.CreateFormFile("file", "picture.png")
		if err == nil {
			err = png.Encode(part, image.NewGray(image.Rect(0, 0, 72, 72)))
		}
		if err == nil {
			err = w.WriteField("basedOn", "none")
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		status, raw := g.ask(client, http.MethodPost, g.origin+"/api/v1/bms/file/mould/"+mould.Row.ID, w.FormDataContentType(), &form)
		var given struct{ Data struct{ ID string } }
		if err := json.Unmarshal(raw, &given); err != nil || status != http.StatusOK {
			t.Fatalf("brought: %d %.300s", status, raw)
		}
		kept, err := os.ReadFile(filepath.Join(g.data, "files", server.Row.ID, given.Data.ID))
		if err != nil {
			t.Fatal(err)
		}
		inCloud, err := filepath.Glob(filepath.Join(p.args[1], "files", "*", "*", "*"))
		if err != nil || len(inCloud) != 0 {
			t.Errorf("in the cloud lie %v, %v", inCloud, err)
		}
		read := func(origin string) (int, []byte) {
			if origin == "" {
				return g.ask(http.DefaultClient, http.MethodGet, "http://"+p.listen+"/front/api/v1/bms/file/"+given.Data.ID, "", nil)
			}
			return g.ask(client, http.MethodGet, origin+"/api/v1/bms/file/"+given.Data.ID, "", nil)
		}
		both := func(when string) {
			t.Helper()
			// The gateway knows of its line a moment before the cloud has written that down.
			g.eventually("the cloud reads over the line "+when, func() bool { status, _ := read(""); return status == http.StatusOK })
			for _, origin := range []string{g.origin, ""} {
				if status, raw := read(origin); status != http.StatusOK || !bytes.Equal(raw, kept) {
					t.Errorf("%s, from %q: %d %.200s", when, origin, status, raw)
				}
			}
		}
		both("at once")

		g.kill()
		g.eventually("the cloud names the gateway that is away", func() bool {
			status, raw := read("")
			return status == http.StatusConflict && bytes.Contains(raw, []byte("kept at gateway Hall 1, which is not connected"))
		})
		g.start(issued.Key)
		g.eventually("the gateway is back", linked)
		both("after the gateway was killed")

		p.kill()
		if status, _ := read(g.origin); status != 0 {
			t.Errorf("without the cloud, which decides, the gateway answers %d", status)
		}
		p.start()
		both("after the cloud was killed")
	})
}
