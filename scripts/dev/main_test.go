//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// tree makes the sources of a server in an empty folder.
func tree(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{"cmd/main.go", "internal/a/a.go", "internal/a/a_test.go", "internal/a/testdata/x.json", "solver/s.go", "web/dist/placeholder.html", "go.mod"} {
		put(t, filepath.Join(root, name), "one")
	}
	return root
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What the server is built of is a change; tests, their files and the front end are none.
func TestWhatRestartsTheServer(t *testing.T) {
	root := tree(t)
	state := func() string {
		s, err := sources(root)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for name, want := range map[string]bool{
		"internal/a/a.go": true, "internal/a/new.sql": true, "solver/s.go": true, "go.mod": true,
		"internal/a/a_test.go": false, "internal/a/testdata/x.json": false, "web/src/app.tsx": false, "docs/x.md": false,
	} {
		before := state()
		put(t, filepath.Join(root, name), "another "+name)
		if got := state() != before; got != want {
			t.Errorf("%s changes it: %v", name, got)
		}
	}
	before := state()
	if err := os.Remove(filepath.Join(root, "cmd/main.go")); err != nil {
		t.Fatal(err)
	}
	if state() == before {
		t.Error("a file that is removed is no change")
	}
}

// A change stops the server and starts the new one; one that cannot be built leaves it running; the end stops it.
func TestAChangeRestartsTheServer(t *testing.T) {
	t.Chdir(tree(t))
	ctx, stop := context.WithCancel(t.Context())
	shell := func(script string) func() *exec.Cmd {
		return func() *exec.Cmd { return exec.Command("sh", "-c", script) }
	}
	server := &restarted{
		build: shell("echo build >>log; ! grep -q broken cmd/main.go"),
		serve: shell("trap 'echo end >>log; exit 0' TERM; echo begin >>log; while :; do sleep 0.02; done"),
	}
	ended := make(chan error)
	go func() { ended <- watch(ctx, server, nil) }()
	log := func(want string) {
		t.Helper()
		var text []byte
		for limit := time.Now().Add(30 * time.Second); time.Now().Before(limit); time.Sleep(10 * time.Millisecond) {
			if text, _ = os.ReadFile("log"); strings.Join(strings.Fields(string(text)), " ") == want {
				return
			}
		}
		t.Fatalf("the log is %s instead of %s", text, want)
	}
	log("build begin")
	put(t, "cmd/main.go", "another one")
	log("build begin build end begin")
	put(t, "cmd/main.go", "broken")
	log("build begin build end begin build")
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	server.end()
	log("build begin build end begin build end")
}

// Vite that ends is the end of it all, and is said.
func TestTheEndOfVite(t *testing.T) {
	t.Chdir(tree(t))
	front, err := begin(exec.Command("true"))
	if err != nil {
		t.Fatal(err)
	}
	never := func() *exec.Cmd { return exec.Command("false") }
	if err := watch(t.Context(), &restarted{build: never, serve: never}, front.gone); err == nil || !strings.Contains(err.Error(), "the front end") {
		t.Errorf("%v", err)
	}
}
