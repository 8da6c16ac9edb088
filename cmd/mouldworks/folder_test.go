package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"mouldworks/internal/platform/store/storetest"
)

// sqlite is a server on a new folder that does not run yet.
func sqlite(t *testing.T) (p *process, folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "data")
	p = &process{t: t, args: []string{"--data", folder}, listen: freeAddress(t)}
	t.Cleanup(p.kill)
	return p, folder
}

// freeAddress is one that nobody listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	return free.Addr().String()
}

// refusal starts a server that must not start, and gives what it says.
func refusal(t *testing.T, as *syscall.Credential, args ...string) string {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"serve", "--listen", freeAddress(t)}, args...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("it started: %s", out)
	}
	return string(out)
}

// One server has a folder of SQLite to itself: the second names the folder and the process, changes nothing and goes. Commands of
// the administrator work beside the server, and after a kill the next server starts at once.
func TestASecondServerOnAFolderIsRefused(t *testing.T) {
	p, folder := sqlite(t)
	p.start("--demo")
	text := refusal(t, nil, "--data", folder)
	if !strings.Contains(text, folder) || !strings.Contains(text, "process "+strconv.Itoa(p.cmd.Process.Pid)) {
		t.Errorf("the second says %q", text)
	}
	p.token = p.admin("token", "--tenant", "demo", "--user", "planner")
	p.call(http.MethodGet, "bms/section", nil, nil)
	for _, name := range []string{"", "mouldworks.db", "mouldworks.db-wal", "mouldworks.db-shm", "mouldworks.lock"} {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is open to others: %v, %v", name, info, err)
		}
	}
	res, err := http.Get("http://" + p.listen + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body) // compared below
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK || string(body) != "ok\n" {
		t.Errorf("readyz: %d %s", res.StatusCode, body)
	}
	p.kill()
	p.start()
	p.call(http.MethodGet, "bms/section", nil, nil)
}

// A server that may not write its folder or its file says so, with the path and what to check.
func TestAReadOnlyFolderIsRefused(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can start a server as somebody else")
	}
	nobody := &syscall.Credential{Uid: 65534, Gid: 65534}
	open := func(path string) { // for whom the folders of the test are closed
		for ; path != os.TempDir() && path != "/"; path = filepath.Dir(path) {
			if err := os.Chmod(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	folder := storetest.SQLite(t)
	open(folder)
	open(filepath.Dir(binary))
	if text := refusal(t, nobody, "--data", folder); !strings.Contains(text, folder+" cannot be locked") || !strings.Contains(text, "mounted for writing") {
		t.Errorf("without a lock it says %q", text)
	}
	if err := os.WriteFile(filepath.Join(folder, "mouldworks.lock"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(folder, "mouldworks.lock"), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "mouldworks.db")
	if text := refusal(t, nobody, "--data", folder); !strings.Contains(text, file) || !strings.Contains(text, "owner") {
		t.Errorf("it says %q", text)
	}
	if text := refusal(t, nobody, "--data", filepath.Join(folder, "new")); !strings.Contains(text, "permission denied") || !strings.Contains(text, folder) {
		t.Errorf("it says %q", text)
	}
}
