package app

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// stopping sends a stop and tells how many imports it has reached.
func (i importer) stopping(which string) int {
	i.t.Helper()
	status, r, raw := i.form("production/import/stop"+which, nil, nil)
	var answer production.ImportStop
	if err := json.Unmarshal(r.Data, &answer); status != http.StatusOK || err != nil {
		i.t.Errorf("stop: %d %v %s", status, err, raw)
	}
	return answer.Stopped
}

// An import that has not read its file yet is stopped as any other: by its file, by its owner alone, and beside another one of
// the same person, which goes in.
func TestAnImportIsStoppedBeforeItHasRead(t *testing.T) {
	mill, _ := codes(t)
	eachFactoryInTurn(t, func(ctx context.Context, t *testing.T, a *App) {
		in, other := a.importer(t), a.planner(t)
		if n := in.stopping(""); n != 0 {
			t.Errorf("nothing goes on: %d", n)
		}
		checked := in.run(book(t, manyMoulds(mill, 3)), map[string]string{"dryRun": "true"})
		sheets := map[string][]string{"moulds": {"mouldNo|delivery", "BESIDE|2030-03-20"}}
		beside := in.run(book(t, sheets), map[string]string{"dryRun": "true"})
		release, err := budget.TakeAll(ctx, 0)
		if err != nil {
			t.Fatal(err)
		}
		waiting := func(want int) {
			for budget.Waiting() != want { // the queue is all that can be seen of who waits
				runtime.Gosched()
			}
		}
		var stopped, written production.ImportResult
		var first, second sync.WaitGroup
		first.Go(func() { stopped = in.run(nil, map[string]string{"importId": checked.ImportID}) })
		waiting(1)
		second.Go(func() { written = in.run(nil, map[string]string{"importId": beside.ImportID}) })
		waiting(2)
		if n := other.stopping("?importId=" + checked.ImportID); n != 0 {
			t.Errorf("somebody else has stopped %d", n)
		}
		if n := in.stopping("?importId=" + checked.ImportID); n != 1 {
			t.Errorf("stopped %d", n)
		}
		first.Wait() // while there is no memory
		release()
		second.Wait()
		if !stopped.Stopped || !stopped.BrokeOff || stopped.Committed || stopped.Total != (production.Count{}) {
			t.Errorf("the one that was stopped: %+v", stopped)
		}
		if written.Stopped || !written.Committed || written.Total.New != 1 {
			t.Errorf("the other one: %+v", written)
		}
		if moulds := storedMoulds(ctx, t, a); len(moulds) != 1 {
			t.Errorf("stored: %v", moulds)
		}
		var run production.ImportRun
		if in.get("production/import/run", &run); run.State != "written" || run.ID != written.RunID {
			t.Errorf("the page reads %+v", run)
		}
		var page struct{ Rows []struct{ Summary string } }
		in.get("upms/operation-log?action=import&entity=production&sort=at", &page)
		if len(page.Rows) != 2 || !strings.Contains(page.Rows[0].Summary+page.Rows[1].Summary, "Stopped by its user before anything was written") {
			t.Errorf("the log says %+v", page.Rows)
		}
	})
}

// A stop that comes while the file is held against what is stored ends that work, and every row that was read is counted.
func TestAnImportIsStoppedWhileItIsPlanned(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.planner(t) // whose import it is
		for name, waits := range map[string]bool{"the work ends": true, "the plan is just done": false} {
			deps := a.productionDeps()
			masters := deps.Masters
			deps.Masters = func(planning context.Context, tx store.Tx) (*production.Masters, error) {
				var run production.ImportRun
				if in.get("production/import/run", &run); run.State != "reading" {
					t.Errorf("%s: while it is planned: %+v", name, run)
				}
				if n := in.stopping("?runId=" + run.ID); n != 1 {
					t.Errorf("%s: stopped %d", name, n)
				}
				if waits {
					<-planning.Done()
				}
				return masters(planning, tx)
			}
			result, err := production.New(deps).Import(ctx, a.DB, production.Upload{Name: name, Data: book(t, manyMoulds(mill, 30))})
			if err != nil || !result.Stopped || result.Committed || result.Total.Read != 510 || result.Total.NotReached != 510 {
				t.Fatalf("%s: %v %+v", name, err, result)
			}
			if moulds := storedMoulds(ctx, t, a); len(moulds) != 0 {
				t.Errorf("%s: stored: %v", name, moulds)
			}
			var run production.ImportRun
			if in.get("production/import/run", &run); run.ID != result.RunID || run.State != "brokenOff" || run.Result == nil || !run.Result.Stopped || run.Result.Total != result.Total {
				t.Errorf("%s: the page reads %+v", name, run)
			}
		}
		var page struct {
			Rows []struct{ Title, Summary string }
		}
		a.importer(t).get("upms/operation-log?action=import&entity=production", &page)
		for _, row := range page.Rows {
			if !strings.Contains(row.Summary, "Parts: read 240, not reached 240") || !strings.HasPrefix(row.Summary, "Stopped by its user before anything was written; ") || strings.Contains(row.Summary, "refused") {
				t.Errorf("the log says of %s %q", row.Title, row.Summary)
			}
		}
	})
}

// An import whose server dies before it has written is told of as one that has written nothing.
func TestAnImportThatDiedWhileItReadIsToldOf(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		deps := a.productionDeps()
		deps.Masters = func(context.Context, store.Tx) (*production.Masters, error) { panic("killed") }
		func() {
			defer func() { _ = recover() }()
			_, err := production.New(deps).Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Data: book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}})})
			t.Errorf("it ended: %v", err)
		}()
		if err := a.Production.Reap(ctx, a.DB, store.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		var run production.ImportRun
		if a.planner(t).get("production/import/run", &run); run.State != "brokenOff" || run.Moulds != 0 || run.NotWritten != 0 {
			t.Errorf("the page reads %+v", run)
		}
		if line := importLine(t, a); line != "Ended before anything was written" {
			t.Errorf("the log says %q", line)
		}
	})
}
