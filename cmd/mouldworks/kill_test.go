package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// A server killed in the middle of a run takes the run up again, or fails it, within 30 s of its restart; there is no
// half plan and exactly one default schedule.
func TestARunSurvivesKill(t *testing.T) {
	eachProcess(t, func(t *testing.T, p *process) {
		p.start("--demo")
		p.token = p.admin("token", "--tenant", "demo", "--user", "planner")
		var saved struct{ ID string }
		p.call(http.MethodPost, "aps/exe/job/configSave", map[string]any{"name": "killed", "startTime": time.Now().Add(time.Hour).UTC().Format(time.RFC3339), "settings": map[string]any{"timeLimitSeconds": 5}}, &saved)
		p.call(http.MethodPost, "aps/exe/job/startScheduling", map[string]string{"id": saved.ID}, nil)
		var run struct {
			Run struct {
				State   string
				Percent int
			}
		}
		// wait reads the run until it is as the test wants it, or for half a minute.
		wait := func(wanted func() bool) bool {
			for until := time.Now().Add(30 * time.Second); time.Now().Before(until); time.Sleep(100 * time.Millisecond) {
				p.call(http.MethodGet, "aps/run/"+saved.ID, nil, &run)
				if wanted() {
					return true
				}
			}
			return false
		}
		if !wait(func() bool { return run.Run.State == "running" && run.Run.Percent > 0 }) {
			t.Fatalf("the run is %+v", run.Run)
		}
		p.kill()
		p.start()
		ended := func() bool { return run.Run.State == "failure" || run.Run.State == "success" }
		if !wait(func() bool { return run.Run.State == "queued" || ended() }) {
			t.Fatalf("30 s after the restart the run is %+v", run.Run)
		}
		if !wait(ended) {
			t.Fatalf("taken up again, the run does not end: %+v", run.Run)
		}
		var list struct {
			Rows []struct {
				Name        string
				DefaultFlag bool
				Tasks       int
			}
		}
		p.call(http.MethodPost, "aps/exe/job/query", map[string]any{}, &list)
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
	})
}

// searchBegins is where the bar of a run stands before there is a first plan; beyond it there is one to hand over.
const searchBegins = 5

// A server that is told to stop in the middle of a run gives the run back to the queue before it ends, with its best plan and
// the time spent. That is no attempt; the next server goes on at once and needs only the rest of the limit.
func TestARunIsHandedOverAtStop(t *testing.T) {
	eachProcess(t, func(t *testing.T, p *process) {
		p.start("--demo")
		p.token = p.admin("token", "--tenant", "demo", "--user", "planner")
		var saved struct{ ID string }
		p.call(http.MethodPost, "aps/exe/job/configSave", map[string]any{"name": "stopped", "startTime": time.Now().Add(time.Hour).UTC().Format(time.RFC3339), "settings": map[string]any{"timeLimitSeconds": 6}}, &saved)
		p.call(http.MethodPost, "aps/exe/job/startScheduling", map[string]string{"id": saved.ID}, nil)
		var run struct {
			Run struct {
				RunID, State string
				Percent      int
			}
		}
		until := func(what string, wanted func() bool) {
			t.Helper()
			for limit := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
				if p.call(http.MethodGet, "aps/run/"+saved.ID, nil, &run); wanted() {
					return
				}
				if time.Now().After(limit) {
					t.Fatalf("%s: the run is %+v", what, run.Run)
				}
			}
		}
		until("before the stop", func() bool { return run.Run.Percent > searchBegins })
		p.terminate()
		row := p.run(run.Run.RunID)
		if row.State != "queued" || row.Attempt != 1 || row.SpentMillis <= 0 {
			t.Fatalf("after the stop the run is %s, attempt %d, %d ms spent", row.State, row.Attempt, row.SpentMillis)
		}
		p.start()
		until("after the restart", func() bool { return run.Run.State == "success" })
		if row := p.run(run.Run.RunID); row.Attempt != 1 {
			t.Errorf("it counts as attempt %d", row.Attempt)
		}
	})
}

// run reads the row of a run from the database.
func (p *process) run(id string) (row entity.Run) {
	p.t.Helper()
	db, err := store.Open(p.args[len(p.args)-1])
	if err != nil {
		p.t.Fatal(err)
	}
	err = db.SystemRead(p.t.Context(), "the test looks at a run", func(tx store.Tx) error { return tx.Select(&row).Where("id = ?", id).Scan(p.t.Context()) })
	if err := errors.Join(err, db.Close()); err != nil {
		p.t.Fatal(err)
	}
	return row
}

// kills is how often a server is killed: twenty times, or as the long tests ask.
func kills(t *testing.T) int {
	text := os.Getenv("MOULDWORKS_KILLS")
	if text == "" {
		return 20
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Again and again the server is killed while clients create, change and delete. What it had acknowledged is there after
// the restart, and no row is half: a row and its line of the operation log come and go together.
func TestNoAcknowledgedWriteIsLost(t *testing.T) {
	eachProcess(t, func(t *testing.T, p *process) {
		p.admin("create-tenant", "--key", "kill", "--name", "Kill", "--phone", "13700000001")
		p.token = p.admin("token", "--tenant", "kill", "--user", "admin")
		random := rand.New(rand.NewPCG(1, 2))
		clients := make([]*writer, 4)
		for i := range clients {
			clients[i] = &writer{p: p, name: fmt.Sprintf("W%d", i), rows: map[string]written{}}
		}
		for range kills(t) {
			if took := p.start(); took > 3*time.Second {
				t.Logf("ready after %s", took) // a busy machine may be slow; only a benchmark says so
			}
			for _, c := range clients {
				c.verify(t)
			}
			var all sync.WaitGroup
			for _, c := range clients {
				all.Go(c.write)
			}
			time.Sleep(time.Duration(50+random.IntN(300)) * time.Millisecond) // the random moment is the test
			p.kill()
			all.Wait()
		}
		p.start()
		acknowledged := 0
		for _, c := range clients {
			c.verify(t)
			acknowledged += c.acknowledged
			if c.refused != 0 {
				t.Errorf("a writer was refused with status %d", c.refused)
			}
		}
		if acknowledged < 100 {
			t.Errorf("only %d writes were acknowledged: the kills came too early to prove anything", acknowledged)
		}
		t.Logf("%d acknowledged writes", acknowledged)
	})
}

// written is what a writer knows of a row of its own.
type written struct {
	name    string
	order   int
	version int
}

// writer creates, changes and deletes sections of its own until the server is gone. A call that broke may have been
// done or not: its row is doubtful until it is read again.
type writer struct {
	p            *process
	name         string
	count        int
	acknowledged int
	rows         map[string]written // by id
	doubtful     string             // id of the row whose last call broke
	refused      int                // status of a call that was answered, but not with success
}

type sectionRow struct {
	ID        string
	Version   int
	Name      string
	SortOrder int
}

func (w *writer) write() {
	var one struct{ Row sectionRow }
	call := func(method, path string, body any) bool {
		status, err := w.p.try(method, path, body, &one)
		if err == nil && status != http.StatusOK {
			w.refused = status
		}
		if err != nil || status != http.StatusOK {
			return false
		}
		w.acknowledged++
		return true
	}
	for {
		w.count++
		name := fmt.Sprintf("%s_%d", w.name, w.count)
		if !call(http.MethodPost, "bms/section", map[string]any{"name": name, "chineseName": name, "sortOrder": 1}) {
			return
		}
		id := one.Row.ID
		w.rows[id] = written{name, 1, one.Row.Version}
		w.doubtful = id
		if !call(http.MethodPatch, "bms/section/"+id, map[string]any{"version": one.Row.Version, "sortOrder": 2}) {
			return
		}
		w.rows[id] = written{name, 2, one.Row.Version}
		if w.count%3 == 0 {
			if !call(http.MethodDelete, "bms/section/"+id, nil) {
				return
			}
			delete(w.rows, id)
		}
		w.doubtful = ""
	}
}

// verify reads every row that this writer knows, and the log of each.
func (w *writer) verify(t *testing.T) {
	t.Helper()
	stored := map[string]sectionRow{}
	for page := 1; ; page++ {
		var list struct{ Rows []sectionRow }
		w.p.call(http.MethodGet, fmt.Sprintf("bms/section?size=500&page=%d&q=%s_", page, w.name), nil, &list)
		for _, r := range list.Rows {
			stored[r.ID] = r
		}
		if len(list.Rows) < 500 {
			break
		}
	}
	for id, known := range w.rows {
		got, found := stored[id]
		switch {
		case id == w.doubtful && !found: // the broken call was its deletion
			delete(w.rows, id)
			continue
		case !found:
			t.Errorf("%s was acknowledged and is gone", known.name)
			continue
		case id == w.doubtful && got.Version == known.version+1: // the broken call was its change
		case got.SortOrder != known.order || got.Version != known.version:
			t.Errorf("%s was acknowledged as %+v and is %+v", known.name, known, got)
		}
		w.rows[id] = written{got.Name, got.SortOrder, got.Version}
		if id == w.doubtful {
			var log struct{ Rows []struct{ Action string } }
			w.p.call(http.MethodGet, "bms/section/"+id+"/log", nil, &log)
			if len(log.Rows) != got.Version {
				t.Errorf("%s has version %d and %d lines of log", got.Name, got.Version, len(log.Rows))
			}
		}
	}
	w.doubtful = ""
}
