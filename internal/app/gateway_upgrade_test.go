package app

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mouldworks/internal/gateway"
	"mouldworks/internal/platform/api"
)

// GATEWAY-12: an upgrade is sent, fetched and verified, and whoever asked is told that it is ready; without a line the push
// fails in words.
func TestAGatewayIsUpgraded(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		var sent struct{ State, Message string }
		p.call(http.MethodPost, "sys/gateway/"+p.id+"/upgrade", map[string]any{}, &sent)
		if sent.State != gateway.UpgradeSent || !strings.Contains(sent.Message, "Hall 1") {
			t.Fatalf("the reply is %+v", sent)
		}
		var page struct {
			Rows []struct{ Title, Content, Path string }
		}
		p.eventually("the administrator is told", func() bool {
			p.call(http.MethodPost, "bms/msg/getUserMsgList.do", map[string]any{}, &page)
			return len(page.Rows) == 1
		})
		if row := page.Rows[0]; row.Title != "Gateway Hall 1 is ready to upgrade" || !strings.Contains(row.Content, Version) || row.Path != "/settings/server" {
			t.Errorf("the message is %+v", row)
		}
		kept, err := os.Stat(filepath.Join(p.data, "upgrade", "mouldworks-"+Version))
		if err != nil {
			t.Fatal(err)
		}
		own, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		if mine, err := os.Stat(own); err != nil || mine.Size() != kept.Size() || kept.Mode().Perm() != 0o700 {
			t.Errorf("kept %d bytes, %v: %v", kept.Size(), kept.Mode(), err)
		}
		p.stop()
		p.eventually("the gateway is gone", func() bool { return p.listed() == 0 })
		p.call(http.MethodPost, "sys/gateway/"+p.id+"/upgrade", map[string]any{}, &sent)
		if sent.State != gateway.UpgradeFailed || sent.Message != "Upgrade push failed: gateway Hall 1 is not connected" {
			t.Errorf("without a line: %+v", sent)
		}
		p.admin["Accept-Language"] = "zh"
		p.call(http.MethodPost, "sys/gateway/"+p.id+"/upgrade", map[string]any{}, &sent)
		if sent.Message != "升级推送失败：网关“Hall 1”未连接" {
			t.Errorf("in Chinese: %+v", sent)
		}
		p.run(p.key())
	})
}

// GATEWAY-12: a program that is not the one that was offered is thrown away, and said so.
func TestAWrongProgramIsNoUpgrade(t *testing.T) {
	eachPlant(t, func(p *plant, a *App) {
		said := make(chan string, 1)
		lying := http.NewServeMux()
		lying.HandleFunc("GET "+api.Prefix+"gateway/binary", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "something else") })
		lying.HandleFunc("POST "+api.Prefix+"gateway/upgraded", func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			said <- string(b)
			_, _ = io.WriteString(w, "{}")
		})
		lying.Handle("/", a.Handler())
		server := httptest.NewServer(lying)
		defer server.Close()
		p.stop()
		p.eventually("the gateway is gone", func() bool { return p.listed() == 0 })
		honest := p.cloud.URL
		key := p.secret // a new one would show the gateway out once more
		p.cloud.URL = server.URL
		p.run(key)
		p.cloud.URL = honest
		p.eventually("the gateway is back", func() bool { return p.listed() == 1 })
		p.call(http.MethodPost, "sys/gateway/"+p.id+"/upgrade", map[string]any{}, nil)
		if got := <-said; !strings.Contains(got, "hash") {
			t.Errorf("the gateway said %s", got)
		}
		left, err := filepath.Glob(filepath.Join(p.data, "upgrade", "*"))
		if err != nil || len(left) != 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
		p.stop() // before its cloud goes
		a.Hub.Stop()
		p.stop = func() {}
	})
}

// The gateway's own certificate holds for the names it was given, is kept, and is made anew when they change.
func TestAGatewayMakesItsOwnCertificate(t *testing.T) {
	p, err := gateway.Open(gateway.Options{Cloud: "https://cloud.example", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	serial := func(hosts ...string) string {
		t.Helper()
		c, err := p.Certificate("", "", hosts)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hosts {
			if err := c.Leaf.VerifyHostname(h); err != nil {
				t.Error(err)
			}
		}
		return c.Leaf.SerialNumber.String()
	}
	first := serial("192.168.1.20", "gw.local")
	if serial("192.168.1.20") != first {
		t.Error("a certificate that fits is made anew")
	}
	if serial("192.168.1.21") == first {
		t.Error("the certificate does not follow the names")
	}
	for _, wrong := range []string{"", "cloud", "ftp://cloud", "https://"} {
		if _, err := gateway.Open(gateway.Options{Cloud: wrong, Data: t.TempDir()}); err == nil {
			t.Errorf("the cloud %q is taken", wrong)
		}
	}
}
