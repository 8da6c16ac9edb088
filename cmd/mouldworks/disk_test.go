package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// saves makes a section and gives the status of the answer.
func (p *process) saves(name string) int {
	p.t.Helper()
	status, err := p.try(http.MethodPost, "bms/section", map[string]any{"name": name, "chineseName": name}, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	return status
}

// readiness is what /readyz answers.
func (p *process) readiness() (status int, text string) {
	p.t.Helper()
	res, err := http.Get("http://" + p.listen + "/readyz")
	if err != nil {
		p.t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		p.t.Fatal(err)
	}
	if again := res.Header.Get("Retry-After"); (res.StatusCode == http.StatusOK) != (again == "") {
		p.t.Errorf("readyz says %d and to ask again after %q", res.StatusCode, again)
	}
	return res.StatusCode, strings.TrimSpace(string(body))
}

// untilReady waits until /readyz answers a status: it asks the database once a second at most.
func (p *process) untilReady(want int) (text string) {
	p.t.Helper()
	for limit := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		status, text := p.readiness()
		if status == want {
			return text
		}
		if time.Now().After(limit) {
			p.t.Fatalf("readyz: %d %s", status, text)
		}
	}
}

// sectionNames are the sections that the server gives.
func (p *process) sectionNames() map[string]bool {
	p.t.Helper()
	var list struct{ Rows []sectionRow }
	p.call(http.MethodGet, "bms/section?size=500", nil, &list)
	names := map[string]bool{}
	for _, r := range list.Rows {
		names[r.Name] = true
	}
	return names
}

// serverLog collects what a server writes into its log.
type serverLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *serverLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *serverLog) lines(words ...string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		has := true
		for _, w := range words {
			has = has && strings.Contains(line, w)
		}
		if has {
			n++
		}
	}
	return n
}

// company makes a company on a folder and starts its server, with the log at hand.
func (p *process) company(log io.Writer) {
	p.t.Helper()
	p.admin("create-tenant", "--key", "disk", "--name", "Disk", "--phone", "13700000001")
	p.token = p.admin("token", "--tenant", "disk", "--user", "admin")
	p.log = log
	p.start()
}

// The file of a running server is renamed: the server is not ready and saves nothing, but reads; a start without the file is
// refused; with the file back everything is there that was acknowledged, and nothing else.
func TestTheFileOfARunningServerIsRenamed(t *testing.T) {
	p, folder := sqlite(t)
	log := &serverLog{}
	p.company(log)
	file := filepath.Join(folder, "mouldworks.db")
	if s := p.saves("FIRST"); s != http.StatusOK {
		t.Fatalf("saving: %d", s)
	}
	if err := os.Rename(file, file+".old"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"A", "B", "C"} {
		if s := p.saves(name); s != http.StatusInsufficientStorage {
			t.Errorf("saving into a file that is gone: %d", s)
		}
	}
	if text := p.untilReady(http.StatusServiceUnavailable); text != "the file of the database is not in its place" {
		t.Errorf("readyz says %q", text)
	}
	if names := p.sectionNames(); !names["FIRST"] || names["A"] {
		t.Errorf("sections: %v", names)
	}
	if log.lines("ERROR") != 1 || log.lines("ERROR", file, "renamed or deleted", "remedy") != 1 {
		t.Errorf("the log: %s", &log.text)
	}
	p.kill()
	if text := refusal(t, nil, "--data", folder); !strings.Contains(text, file+" is missing") || !strings.Contains(text, "restore a backup") {
		t.Errorf("a start without the file: %q", text)
	}
	if err := os.Rename(file+".old", file); err != nil {
		t.Fatal(err)
	}
	p.start()
	if names := p.sectionNames(); !names["FIRST"] || names["A"] || p.saves("LAST") != http.StatusOK {
		t.Errorf("sections: %v", names)
	}
}

// The disk of a running server is full: reading goes on, saving is refused, and works again by itself once there is room.
// Nothing that was acknowledged is lost.
func TestTheDiskOfARunningServerIsFull(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=24m"); err != nil {
		t.Skipf("only who may mount a disk can fill it: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	log := &serverLog{}
	p := &process{t: t, args: []string{"--data", filepath.Join(disk, "data")}, listen: freeAddress(t)}
	t.Cleanup(p.kill)
	p.company(log)
	filler, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 20; size >= 1<<12; {
		if _, err := filler.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	acknowledged := []string{}
	status := http.StatusOK
	for n := 0; n < 5000; n++ { // the log has room of its own
		name := fmt.Sprintf("N%d", n)
		if status = p.saves(name); status != http.StatusOK {
			break
		}
		acknowledged = append(acknowledged, name)
	}
	if status != http.StatusInsufficientStorage {
		t.Fatalf("saving on a full disk: %d", status)
	}
	for range 3 {
		if s, err := p.try(http.MethodGet, "bms/section?size=10", nil, nil); err != nil || s != http.StatusOK {
			t.Errorf("reading on a full disk: %d, %v", s, err)
		}
	}
	if text := p.untilReady(http.StatusServiceUnavailable); text != "the disk of the database is full" {
		t.Errorf("readyz says %q", text)
	}
	if log.lines("ERROR", filepath.Join(disk, "data", "mouldworks.db"), "full", "remedy") != 1 {
		t.Errorf("the log: %s", &log.text)
	}
	if err := errors.Join(filler.Close(), os.Remove(filler.Name())); err != nil {
		t.Fatal(err)
	}
	p.untilReady(http.StatusOK)
	if s := p.saves("LAST"); s != http.StatusOK {
		t.Errorf("saving after room was made: %d", s)
	}
	var list struct{ Total int }
	p.call(http.MethodGet, "bms/section?q=N", nil, &list)
	if list.Total != len(acknowledged) {
		t.Errorf("%d of %d acknowledged sections are there", list.Total, len(acknowledged))
	}
}
