package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// start runs the built binary on a folder and waits until it answers.
func start(t *testing.T, binary, folder, listen string) *exec.Cmd {
	t.Helper()
	c := exec.Command(binary, "serve", "--data", folder, "--listen", listen, "--demo")
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 300 {
		if r, err := http.Get("http://" + listen + "/healthz"); err == nil {
			if err := r.Body.Close(); err != nil {
				t.Fatal(err)
			}
			return c
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the server does not answer")
	return nil
}

// A server killed in the middle of a run takes the run up again, or fails it, within 30 s of its restart; there is no
// half plan and exactly one default schedule.
func TestARunSurvivesKill(t *testing.T) {
	folder := t.TempDir()
	binary := filepath.Join(folder, "mouldworks")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listen := probe.Addr().String()
	if err := probe.Close(); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(folder, "data")
	server := start(t, binary, data, listen)
	token, err := exec.Command(binary, "admin", "token", "--data", data, "--tenant", "demo", "--user", "planner").Output()
	if err != nil {
		t.Fatal(err)
	}
	call := func(method, path string, body any, into any) {
		t.Helper()
		b, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(context.Background(), method, "http://"+listen+"/front/api/v1/"+path, bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Blade-Auth", "bearer "+strings.TrimSpace(string(token)))
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(res.Body)
		if err == nil {
			err = res.Body.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		envelope := struct{ Data any }{into}
		if err := json.Unmarshal(raw, &envelope); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %s", path, res.StatusCode, raw)
		}
	}
	var saved struct{ ID string }
	call(http.MethodPost, "aps/exe/job/configSave", map[string]any{"name": "killed", "startTime": time.Now().Add(time.Hour).UTC().Format(time.RFC3339), "settings": map[string]any{"timeLimitSeconds": 5}}, &saved)
	call(http.MethodPost, "aps/exe/job/startScheduling", map[string]string{"id": saved.ID}, &struct{}{})
	var run struct {
		Run struct {
			State   string
			Percent int
		}
	}
	for range 100 {
		call(http.MethodGet, "aps/run/"+saved.ID, nil, &run)
		if run.Run.State == "running" && run.Run.Percent > 0 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if run.Run.State != "running" {
		t.Fatalf("the run is %+v", run.Run)
	}
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait() // it was killed

	server = start(t, binary, data, listen)
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait() // the test is over
	}()
	taken := false
	for until := time.Now().Add(30 * time.Second); time.Now().Before(until) && !taken; time.Sleep(200 * time.Millisecond) {
		call(http.MethodGet, "aps/run/"+saved.ID, nil, &run)
		taken = run.Run.State == "queued" || run.Run.State == "failure" || run.Run.State == "success"
	}
	if !taken {
		t.Fatalf("30 s after the restart the run is %+v", run.Run)
	}
	for until := time.Now().Add(30 * time.Second); time.Now().Before(until) && run.Run.State != "success" && run.Run.State != "failure"; time.Sleep(200 * time.Millisecond) {
		call(http.MethodGet, "aps/run/"+saved.ID, nil, &run)
	}
	var list struct {
		Rows []struct {
			Name                       string
			DefaultFlag                bool
			Status, Tasks, Unscheduled int
		}
	}
	call(http.MethodPost, "aps/exe/job/query", map[string]any{}, &list)
	defaults := 0
	for _, r := range list.Rows {
		if r.DefaultFlag {
			defaults++
		}
		if r.Name == "killed" && run.Run.State == "success" && r.Tasks == 0 {
			t.Errorf("success without a plan: %+v", r)
		}
	}
	if defaults != 1 {
		t.Errorf("%d default schedules", defaults)
	}
}
