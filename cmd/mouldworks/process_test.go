package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"mouldworks/internal/platform/store/storetest"
)

// binary is the product, built once for every test that starts it.
var binary string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "mouldworks")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(folder, "mouldworks")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v: %s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	if err := os.RemoveAll(folder); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// process is a server that a test starts, kills and starts again.
type process struct {
	t      *testing.T
	args   []string // where the database is
	serve  []string // further options of the server alone
	listen string
	token  string
	cmd    *exec.Cmd
	log    io.Writer // of the server; nil = standard error
}

// eachProcess runs fn on a server of each engine that does not run yet; one after the other, since some are timed.
func eachProcess(t *testing.T, fn func(t *testing.T, p *process)) {
	t.Helper()
	storetest.EachURLInTurn(t, func(t *testing.T, url string) {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		p := &process{t: t, args: []string{"--data", t.TempDir()}, listen: free.Addr().String()}
		if strings.HasPrefix(url, "postgres") {
			p.args = append(p.args, "--database", url)
		}
		if err := free.Close(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.kill)
		fn(t, p)
	})
}

// start runs the server and tells how long it took until it answered.
func (p *process) start(args ...string) time.Duration {
	p.t.Helper()
	p.cmd = exec.Command(binary, slices.Concat([]string{"serve", "--listen", p.listen}, p.args, p.serve, args)...)
	p.cmd.Stderr = os.Stderr
	if p.log != nil {
		p.cmd.Stderr = p.log
	}
	began := time.Now()
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	for time.Since(began) < 30*time.Second {
		if r, err := http.Get("http://" + p.listen + "/healthz"); err == nil {
			if err := r.Body.Close(); err != nil {
				p.t.Fatal(err)
			}
			return time.Since(began)
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Fatal("the server does not answer")
	return 0
}

// kill ends the server as a power cut would.
func (p *process) kill() {
	if p.cmd != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait() // it was killed
		p.cmd = nil
	}
}

// terminate asks the server to stop, as an operator does, and waits until it has.
func (p *process) terminate() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		p.t.Fatalf("the server stopped with %v", err)
	}
	p.cmd = nil
}

// admin runs an administrative command and gives what it prints.
func (p *process) admin(args ...string) string {
	p.t.Helper()
	out, err := exec.Command(binary, append(append([]string{"admin"}, args...), p.args...)...).Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			p.t.Fatalf("admin %v: %s", args, exit.Stderr)
		}
		p.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// try calls the API; the error is that of a connection that broke.
func (p *process) try(method, path string, body, into any) (status int, err error) {
	b, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	r, err := http.NewRequest(method, "http://"+p.listen+"/front/api/v1/"+path, bytes.NewReader(b))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Blade-Auth", "bearer "+p.token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	raw, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return 0, err
	}
	if into == nil || res.StatusCode != http.StatusOK {
		into = new(any)
	}
	envelope := struct{ Data any }{into}
	return res.StatusCode, json.Unmarshal(raw, &envelope)
}

// call calls the API and insists on success.
func (p *process) call(method, path string, body, into any) {
	p.t.Helper()
	status, err := p.try(method, path, body, into)
	if err != nil || status != http.StatusOK {
		p.t.Fatalf("%s: %d, %v", path, status, err)
	}
}
