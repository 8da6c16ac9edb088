package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// manyMoulds are sheets whose writing takes several pieces: moulds M00, M01, ... of eight parts with one operation each, all
// called "old".
func manyMoulds(mill string, moulds int) map[string][]string {
	sheets := map[string][]string{"moulds": {"mouldNo|name|delivery"}, "parts": {"mouldNo|partNo|name"}, "operations": {"mouldNo|partNo|opNo|process|hours"}}
	for i := range moulds {
		no := fmt.Sprintf("M%02d", i)
		sheets["moulds"] = append(sheets["moulds"], no+"|old|2030-03-20")
		for p := range 8 {
			sheets["parts"] = append(sheets["parts"], fmt.Sprintf("%s|P%d|old", no, p))
			sheets["operations"] = append(sheets["operations"], fmt.Sprintf("%s|P%d|10|%s|1", no, p, mill))
		}
	}
	return sheets
}

// importLine is the summary of the one line that the log has of a file.
func importLine(t *testing.T, a *App) string {
	t.Helper()
	in := a.importer(t)
	var page struct{ Rows []struct{ Summary string } }
	in.get("upms/operation-log?action=import&entity=production", &page)
	if len(page.Rows) != 1 {
		t.Fatalf("%d lines: %+v", len(page.Rows), page)
	}
	return page.Rows[0].Summary
}

// A page that is reloaded while its import is written has not asked to stop: everything goes in, and the page that comes
// back reads how far it is and how it ended.
func TestAnImportGoesOnWhenItsPageLeaves(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.planner(t) // whose import it is
		leaving, leave := context.WithCancel(ctx)
		deps := a.productionDeps()
		var during []production.ImportRun
		deps.PieceWritten = func(context.Context) {
			leave()
			var run production.ImportRun
			in.get("production/import/run", &run)
			during = append(during, run)
		}
		result, err := production.New(deps).Import(leaving, a.DB, production.Upload{Name: "x.xlsx", Data: book(t, manyMoulds(mill, 30))})
		if err != nil || result.BrokeOff || len(result.NotWritten) != 0 || len(during) < 3 {
			t.Fatalf("%v, %+v after %d pieces", err, result.Total, len(during))
		}
		if first := during[0]; first.State != "writing" || first.Moulds != 30 || first.Written == 0 || first.Written == 30 || first.Name != "x.xlsx" {
			t.Errorf("while it was written: %+v", first)
		}
		var after production.ImportRun
		in.get("production/import/run", &after)
		if after.State != "written" || after.Written != 30 || after.Result == nil || after.Result.Counts["parts"].New != 240 || after.ID != result.RunID {
			t.Errorf("after it: %+v", after)
		}
		var others production.ImportRun
		a.importer(t).get("production/import/run", &others)
		after = others
		if after.ID != "" {
			t.Errorf("somebody else reads %+v", after)
		}
	})
}

// A page that waits beside the one that imports asks for nothing by itself: it is told when an import begins, before anything
// is read or written, and when it has ended.
func TestPagesAreToldOfAnImportThatBeginsAndEnds(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.planner(t) // whose import it is
		var states []string
		deps := a.productionDeps()
		deps.Changed = func(_ context.Context, _ store.Actor, entity, _ string) {
			if entity == "import-run" {
				var run production.ImportRun
				in.get("production/import/run", &run)
				states = append(states, run.State)
			}
		}
		if _, err := production.New(deps).Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Data: book(t, manyMoulds(mill, 1))}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(states, []string{"reading", "written"}) {
			t.Errorf("told in the states %v", states)
		}
	})
}

// So does one whose page leaves as soon as it has sent it, while the file still waits to be read.
func TestAnImportGoesOnWhenItsPageLeavesAtOnce(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		checked := in.run(book(t, manyMoulds(mill, 3)), map[string]string{"dryRun": "true"})
		release, err := budget.TakeAll(ctx, 0)
		if err != nil {
			t.Fatal(err)
		}
		leaving, leave := context.WithCancel(ctx)
		kind, body := formBody(t, nil, map[string]string{"importId": checked.ImportID})
		r, err := http.NewRequestWithContext(leaving, http.MethodPost, in.server.URL+api.Prefix+"production/import", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range in.header {
			r.Header.Set(name, value)
		}
		r.Header.Set("Content-Type", kind)
		broken := make(chan error)
		go func() {
			res, err := http.DefaultClient.Do(r)
			if err == nil {
				err = errors.Join(fmt.Errorf("answered %d", res.StatusCode), res.Body.Close())
			}
			broken <- err
		}()
		for budget.Waiting() != 1 {
			runtime.Gosched()
		}
		leave()
		if err := <-broken; !errors.Is(err, context.Canceled) {
			t.Errorf("the page heard %v", err)
		}
		var run production.ImportRun
		if in.get("production/import/run", &run); run.State != "reading" || run.Name != "book.xlsx" {
			t.Errorf("the page that comes back reads %+v", run)
		}
		release()
		for run.State == "reading" || run.State == "writing" {
			in.get("production/import/run", &run)
		}
		if run.State != "written" || run.Result == nil || run.Result.Total.New != checked.Total.New || len(storedMoulds(ctx, t, a)) != 3 {
			t.Errorf("in the end %+v", run)
		}
	})
}

// A checked file that is sent again while it is written, by a second tab or a call that is repeated, is refused with words or finds
// all in: nobody is told that somebody else has changed the moulds.
func TestAFileIsWrittenOnceAtATime(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		checked := in.run(book(t, manyMoulds(mill, 30)), map[string]string{"dryRun": "true"})
		var all sync.WaitGroup
		var wrote, told atomic.Int32
		for range 6 {
			all.Go(func() {
				status, r, raw := in.form("production/import", nil, map[string]string{"importId": checked.ImportID})
				var result production.ImportResult
				err := json.Unmarshal(r.Data, &result)
				switch {
				case status == http.StatusConflict && strings.Contains(r.Message, "is being written"):
					told.Add(1)
				case err == nil && result.Committed && result.Total.New == checked.Total.New:
					wrote.Add(1)
				case err != nil || result.Total.Same != checked.Total.New || result.Errors != 0:
					t.Errorf("%d %.300s", status, raw)
				}
			})
		}
		all.Wait()
		if wrote.Load() != 1 || len(storedMoulds(ctx, t, a)) != 30 {
			t.Errorf("%d have written, %d were told, %d moulds", wrote.Load(), told.Load(), len(storedMoulds(ctx, t, a)))
		}
		var run production.ImportRun
		in.get("production/import/run", &run)
		if run.State != "written" || run.Written != 30 || run.Result == nil || run.Result.Total.New != checked.Total.New {
			t.Errorf("the page reads %+v", run)
		}
	})
}

// Whoever stops an import keeps what is in; the answer and the line of the log say that it broke off and how much is missing,
// and call nothing refused.
func TestAnImportThatIsStoppedSaysSo(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.planner(t) // whose import it is
		deps, pieces := a.productionDeps(), 0
		deps.PieceWritten = func(context.Context) {
			if pieces++; pieces == 1 {
				if status, _, raw := in.form("production/import/stop", nil, nil); status != 200 {
					t.Errorf("stop: %d %s", status, raw)
				}
			}
		}
		result, err := production.New(deps).Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Data: book(t, manyMoulds(mill, 30))})
		in30 := len(storedMoulds(ctx, t, a))
		if err != nil || !result.BrokeOff || pieces != 1 || in30 == 0 || in30 == 30 || len(result.NotWritten) != 30-in30 {
			t.Fatalf("%v, %+v; %d moulds after %d pieces", err, result.NotWritten, in30, pieces)
		}
		line := importLine(t, a)
		if !strings.Contains(line, fmt.Sprintf("Broke off; moulds not written: %d", 30-in30)) || strings.Contains(line, "refused") {
			t.Errorf("the log says %q", line)
		}
		if want := fmt.Sprintf("Parts: read 240, new %d, not reached %d", 8*in30, 240-8*in30); !strings.Contains(line, want) {
			t.Errorf("the log says %q, want %q", line, want)
		}
		if c := result.Total; !result.Stopped || c.Refused != 0 || c.Read != c.New+c.NotReached || c.NotReached != 17*(30-in30) {
			t.Errorf("the outcome: %+v", c)
		}
		var run production.ImportRun
		in.get("production/import/run", &run)
		if run.State != "brokenOff" || run.NotWritten != 30-in30 || run.Result == nil || !slices.Equal(run.Result.NotWritten, result.NotWritten) {
			t.Errorf("the page reads %+v", run)
		}
	})
}

// An import whose server was killed is told of by the next one.
func TestAnImportThatDiedWithItsServerIsToldOf(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.planner(t) // whose import it is
		deps, killed := a.productionDeps(), false
		deps.PieceWritten = func(context.Context) {
			killed = true
			panic("killed")
		}
		func() {
			defer func() { _ = recover() }()
			_, err := production.New(deps).Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Data: book(t, manyMoulds(mill, 30))})
			t.Errorf("it ended: %v", err)
		}()
		if n := budget.Used(); n != 0 {
			t.Errorf("%d bytes were not given back", n)
		}
		left := 30 - len(storedMoulds(ctx, t, a))
		reap := func(since time.Time) production.ImportRun {
			if err := a.Production.Reap(ctx, a.DB, since); err != nil {
				t.Fatal(err)
			}
			var run production.ImportRun
			in.get("production/import/run", &run)
			return run
		}
		if run := reap(time.Time{}); !killed || run.State != "writing" {
			t.Errorf("another node may be writing it: %+v", run)
		}
		for range 2 { // it is told once
			if run := reap(store.Now().Add(time.Second)); run.State != "brokenOff" || run.NotWritten != left || left == 0 || left == 30 {
				t.Errorf("%d moulds are missing: %+v", left, run)
			}
		}
		if line := importLine(t, a); !strings.Contains(line, fmt.Sprintf("Broke off; moulds not written: %d", left)) || strings.Contains(line, "refused") {
			t.Errorf("the log says %q", line)
		}
	})
}

// silentRun is the row of an import, as one leaves it whose server was killed.
type silentRun struct {
	bun.BaseModel `bun:"table:import_run"`
	store.FactoryRow
	Name    string    `bun:"name"`
	Draft   string    `bun:"draft"`
	Person  string    `bun:"person"`
	State   string    `bun:"state"`
	Moulds  int       `bun:"moulds"`
	Written int       `bun:"written"`
	Logged  bool      `bun:"logged"`
	BeatAt  time.Time `bun:"beat_at"`
	Outcome string    `bun:"outcome"`
}

// An import whose server was killed counts as being written for two minutes. Whoever sends its file again is told so in both
// languages, the page reads since when nothing was heard of it, and after the two minutes the file goes in.
func TestAnImportWhoseServerWasKilledSaysWhenItCanBeSentAgain(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.planner(t) // whose import it is
		checked := in.run(book(t, manyMoulds(mill, 2)), map[string]string{"dryRun": "true"})
		again := map[string]string{"importId": checked.ImportID}
		row := &silentRun{Name: "book.xlsx", Draft: checked.ImportID, State: "writing", Moulds: 2, BeatAt: store.Now()}
		write(ctx, t, a, func(tx store.Tx) error { return tx.Insert(ctx, row) })
		silent := func(since time.Duration) time.Time {
			t.Helper()
			row.BeatAt = store.Now().Add(-since)
			write(ctx, t, a, func(tx store.Tx) error { return tx.Update(ctx, row, "beat_at") })
			return row.BeatAt
		}
		var run production.ImportRun
		if in.get("production/import/run", &run); run.State != "writing" || run.SilentSince != nil || run.RetryAt != nil {
			t.Errorf("just heard of: %+v", run)
		}
		heard := silent(time.Minute)
		if in.get("production/import/run", &run); run.SilentSince == nil || !run.SilentSince.Equal(heard) || !run.RetryAt.Equal(heard.Add(2*time.Minute)) {
			t.Errorf("silent for a minute: %+v", run)
		}
		for lang, want := range map[string]string{problem.English: "If its server has died, it can be sent again after 2 minutes at the latest", problem.Chinese: "如果服务器中断，最迟2分钟后可以重新发送"} {
			in.header["Accept-Language"] = lang
			if status, r, raw := in.form("production/import", nil, again); status != http.StatusConflict || !strings.HasSuffix(r.Message, want) {
				t.Errorf("sent again after a minute: %d %.300s", status, raw)
			}
		}
		silent(2*time.Minute + time.Second)
		if status, _, raw := in.form("production/import", nil, again); status != http.StatusOK {
			t.Errorf("sent again after two minutes: %d %.300s", status, raw)
		}
	})
}
