package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// importReply is the answer to an import; status is 0 where the line broke.
type importReply struct {
	status  int
	Message string
	Data    struct {
		Total struct{ Read, New, Changed, Same, Refused int }
	}
}

// send imports a workbook, or checks it.
func (p *process) send(file []byte, dryRun bool) (reply importReply, err error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", "moulds.xlsx")
	if err == nil {
		_, err = part.Write(file)
	}
	if err := errors.Join(err, w.WriteField("dryRun", fmt.Sprint(dryRun)), w.Close()); err != nil {
		return reply, err
	}
	r, err := http.NewRequest(http.MethodPost, "http://"+p.listen+"/front/api/v1/production/import", &form)
	if err != nil {
		return reply, err
	}
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Blade-Auth", "bearer "+p.token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return reply, nil
	}
	text, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return reply, nil
	}
	reply.status = res.StatusCode
	return reply, json.Unmarshal(text, &reply)
}

// A server that is told to stop while it checks or takes in workbooks ends within its limit: what it still computes is given up,
// each client gets an answer or loses its connection, and neither a part of a mould nor a file stays behind.
func TestAStopEndsTheCheckOfAWorkbook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "moulds.xlsx")
	if out, err := exec.Command(binary, "generate", "--moulds", "120", "--seed", "9", "--out", path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	eachProcess(t, func(t *testing.T, p *process) {
		uploads := t.TempDir()
		t.Setenv("TMPDIR", uploads) // where files lie while their requests are in work
		p.start("--demo")
		p.token = p.admin("token", "--tenant", "demo", "--user", "planner")
		const clients = 8 // more than one after the other are done with in the time that a stop gives them
		for _, dryRun := range []bool{true, false} {
			replies := make(chan importReply, clients)
			for range clients {
				go func() {
					reply, err := p.send(file, dryRun)
					if err != nil {
						t.Error(err)
					}
					replies <- reply
				}()
			}
			for files := 0; files < clients/2; {
				entries, err := os.ReadDir(uploads)
				if err != nil {
					t.Fatal(err)
				}
				files = len(entries)
			}
			began := time.Now()
			if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if err := p.cmd.Wait(); err != nil {
				t.Errorf("dryRun=%v: the stop ended with %v", dryRun, err)
			}
			if took := time.Since(began); took > stopWithin {
				t.Errorf("dryRun=%v: the stop took %s", dryRun, took)
			} else {
				t.Logf("dryRun=%v: %s", dryRun, took)
			}
			p.cmd = nil
			statuses := map[int]int{}
			for range clients {
				reply := <-replies
				statuses[reply.status]++
				if reply.status != 0 && reply.status != http.StatusOK && reply.status != http.StatusServiceUnavailable {
					t.Errorf("dryRun=%v: answered %d %s", dryRun, reply.status, reply.Message)
				}
			}
			t.Logf("dryRun=%v: answers %v", dryRun, statuses)
			if entries, err := os.ReadDir(uploads); err != nil || len(entries) > 0 {
				t.Errorf("dryRun=%v: uploads stay on the disk: %v %v", dryRun, entries, err)
			}
			p.start()
			whole, err := p.send(file, true)
			if got := whole.Data.Total; err != nil || whole.status != http.StatusOK || got.Changed > 0 || got.New+got.Same != got.Read || dryRun && got.New == 0 {
				t.Errorf("dryRun=%v: afterwards the file says %d %+v %v", dryRun, whole.status, got, err)
			} else {
				t.Logf("dryRun=%v: afterwards %+v", dryRun, got)
			}
		}
	})
}
