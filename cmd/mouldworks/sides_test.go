package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Profiles are given at loopback addresses alone; a server that is told another one does not start.
func TestProfilesAreForThisMachineAlone(t *testing.T) {
	for _, address := range []string{":6060", "0.0.0.0:6060", "[::]:6060", "192.168.1.20:6060", "example.com:6060", "127.0.0.1"} {
		out, err := exec.Command(binary, "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--debug-listen", address).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "--debug-listen: ") || !strings.Contains(string(out), "only loopback addresses") {
			t.Errorf("%s: %v, %s", address, err, out)
		}
	}
	for _, address := range []string{"127.0.0.1:6060", "127.8.8.8:1", "[::1]:6060", "localhost:6060"} {
		if !isLoopback(address) {
			t.Errorf("%s is refused", address)
		}
	}
}

// asked gets an address as a host.
func asked(t *testing.T, address, host string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, "http://"+address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }() // read to its end
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

// figure reads a figure of a scrape; -1 when it is not there.
func figure(t *testing.T, text, name string) (value float64) {
	t.Helper()
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			if err := json.Unmarshal([]byte(rest), &value); err != nil {
				t.Fatal(err)
			}
			return value
		}
	}
	return -1
}

// Figures are given at the addresses for them and nowhere else, and follow what people do: calls by their route, open pages,
// runs, the pools of the database. The dashboard asks for nothing that is not there.
func TestFiguresFollowWhatPeopleDo(t *testing.T) {
	eachProcess(t, func(t *testing.T, p *process) {
		debug, scrapes := freeAddress(t), freeAddress(t)
		p.start("--demo", "--debug-listen", debug, "--metrics-listen", scrapes)
		p.token = p.admin("token", "--tenant", "demo", "--user", "planner")
		for range 3 {
			p.call(http.MethodGet, "bms/section", nil, nil)
		}
		if status, err := p.try(http.MethodGet, "bms/section/0", nil, nil); err != nil || status != http.StatusNotFound {
			t.Fatalf("%d, %v", status, err)
		}
		var saved struct{ ID string }
		p.call(http.MethodPost, "aps/exe/job/configSave", map[string]any{"name": "counted", "startTime": time.Now().Add(time.Hour).UTC().Format(time.RFC3339), "settings": map[string]any{"timeLimitSeconds": 2}}, &saved)
		p.call(http.MethodPost, "aps/exe/job/startScheduling", map[string]string{"id": saved.ID}, nil)
		var text string
		until := func(name string, wanted float64) {
			t.Helper()
			for limit := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
				if _, text = asked(t, scrapes+"/metrics", ""); figure(t, text, name) == wanted {
					return
				}
				if time.Now().After(limit) {
					t.Fatalf("%s is not %v:\n%s", name, wanted, text)
				}
			}
		}
		until(`mouldworks_runs{state="running"}`, 1)
		until(`mouldworks_run_duration_seconds_count{outcome="success"}`, 1)
		until(`mouldworks_runs{state="running"}`, 0)
		pool := "write"
		if strings.Contains(strings.Join(p.args, " "), "postgres") {
			pool = "all"
		}
		for name, least := range map[string]float64{
			`mouldworks_http_request_duration_seconds_count{method="GET",route="/front/api/v1/bms/section",status="2xx"}`:      3,
			`mouldworks_http_request_duration_seconds_count{method="GET",route="/front/api/v1/bms/section/{id}",status="4xx"}`: 1,
			`mouldworks_run_duration_seconds_sum{outcome="success"}`:                                                           0.01,
			`mouldworks_database_connections_open{pool="` + pool + `"}`:                                                        1,
			"mouldworks_database_outages_total":                                                                                0,
			"mouldworks_websocket_clients":                                                                                     0,
			"mouldworks_gateway_lines":                                                                                         0,
			"go_goroutines":                                                                                                    1,
		} {
			if got := figure(t, text, name); got < least {
				t.Errorf("%s is %v, not %v", name, got, least)
			}
		}
		if strings.Contains(text, saved.ID) {
			t.Error("an id is a label: each would be a series of its own")
		}
		dashboardIsTrue(t, text)

		if status, _ := asked(t, debug+"/metrics", ""); status != http.StatusOK {
			t.Errorf("figures beside the profiles: %d", status)
		}
		if status, body := asked(t, debug+"/debug/pprof/goroutine?debug=1", ""); status != http.StatusOK || !strings.Contains(body, "goroutine profile") {
			t.Errorf("profile: %d %.100s", status, body)
		}
		for place, want := range map[string]int{debug + "/debug/pprof/cmdline": http.StatusNotFound, scrapes + "/debug/pprof/": http.StatusNotFound, scrapes + "/healthz": http.StatusNotFound} {
			if status, _ := asked(t, place, ""); status != want {
				t.Errorf("%s: %d", place, status)
			}
		}
		if status, _ := asked(t, debug+"/debug/pprof/", "evil.example.com"); status != http.StatusForbidden {
			t.Errorf("a page of elsewhere reads profiles: %d", status)
		}
		for _, place := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap"} {
			if _, body := asked(t, p.listen+place, ""); strings.Contains(body, "go_goroutines") || strings.Contains(body, "goroutine") {
				t.Errorf("%s is public: %.200s", place, body)
			}
		}
	})
}

var metricName = regexp.MustCompile(`\b(mouldworks|go|process)_[a-z_]+\b`)

// dashboardIsTrue holds the dashboard against a scrape: every figure that it asks for is there.
func dashboardIsTrue(t *testing.T, scrape string) {
	t.Helper()
	b, err := os.ReadFile("../../docs/operate/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Title  string
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(b, &board); err != nil {
		t.Fatal(err)
	}
	asks := map[string]bool{}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			names := metricName.FindAllString(target.Expr, -1)
			if len(names) == 0 {
				t.Errorf("%s asks for no figure: %s", panel.Title, target.Expr)
			}
			for _, name := range names {
				asks[name] = true
				if !strings.Contains(scrape, "\n"+name+"{") && !strings.Contains(scrape, "\n"+name+" ") {
					t.Errorf("%s asks for %s, which is not given", panel.Title, name)
				}
			}
		}
	}
	if len(asks) < 12 {
		t.Errorf("the dashboard asks for %d figures", len(asks))
	}
}
