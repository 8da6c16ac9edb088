package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/budget"
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

// So does one whose page leaves as soon as it has sent it, while the file still waits to be read.
func TestAnImportGoesOnWhenItsPageLeavesAtOnce(t *testing.T) {
	mill, _ := codes(t)
	eachFactoryInTurn(t, func(ctx context.Context, t *testing.T, a *App) {
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

// Whoever stops an import keeps what is in; the answer and the line of the log say that it was stopped and how much is missing,
// and call nothing refused or broken off.
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
		if !strings.HasPrefix(line, fmt.Sprintf("Stopped by its user; Moulds: read 30, new %d, not reached %d; ", in30, 30-in30)) || strings.Contains(line, "refused") || strings.Contains(line, "Broke off") {
			t.Errorf("the log says %q", line)
		}
		for lang, want := range map[string]string{"zh": "由本人停止；模具：读取 30，新增 %d，未写入 %d", "en": "Stopped by its user; Moulds: read 30, new %d, not reached %d"} {
			want = fmt.Sprintf(want, in30, 30-in30)
			_, _, raw := send(t, http.MethodGet, in.server.URL+api.Prefix+"upms/operation-log/export?format=csv&entity=production&lang="+lang, a.importer(t).header, "", nil)
			if !strings.Contains(string(raw), want) {
				t.Errorf("the file of the log does not say %q: %s", want, raw)
			}
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

// IMPORT: an import that wrote nothing stands in the log as one, whether its rows are refused or the same as stored; a list's as well.
func TestAnImportThatWroteNothingSaysSo(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		good := []byte("mouldNo,delivery\nM1,2030-03-20\n")
		in.run(good, nil)
		in.run(good, nil)
		in.run([]byte("mouldNo,delivery\nM2,someday\nM3,\n"), nil)
		for path, want := range map[string][]string{
			"production": {"Moulds: read 1, new 1", "Nothing was written; Moulds: read 1, unchanged 1", "Nothing was written; Moulds: read 2, refused 2"},
			"section":    {"Read: 1; New: 1; Changed: 0; Unchanged: 0", "Nothing was written; Read: 1; Unchanged: 1", "Nothing was written; Read: 1; Unchanged: 0; Refused: 1"},
		} {
			if path == "section" {
				for _, file := range []string{"name,chineseName\nS9,九段\n", "name,chineseName\nS9,九段\n", "name,chineseName\nS10,\n"} {
					if status, _, raw := in.form("bms/section/import", []byte(file), nil); status != http.StatusOK {
						t.Fatalf("%s: %d %s", file, status, raw)
					}
				}
			}
			var page struct{ Rows []struct{ Summary string } }
			in.get("upms/operation-log?action=import&sort=at&entity="+path, &page)
			if len(page.Rows) != len(want) {
				t.Fatalf("%s: %+v", path, page.Rows)
			}
			for _, begin := range want {
				if !slices.ContainsFunc(page.Rows, func(row struct{ Summary string }) bool { return strings.HasPrefix(row.Summary, begin) }) {
					t.Errorf("%s: the log says %q, want %q", path, page.Rows, begin)
				}
			}
			_, _, raw := send(t, http.MethodGet, in.server.URL+api.Prefix+"upms/operation-log/export?format=csv&lang=zh&entity="+path, in.header, "", nil)
			if !strings.Contains(string(raw), "未写入任何数据") || strings.Contains(string(raw), "未写入任何数据：") {
				t.Errorf("%s: the file of the log says %s", path, raw)
			}
		}
	})
}

// An import whose server was killed is told of by the next one.
func TestAnImportThatDiedWithItsServerIsToldOf(t *testing.T) {
	mill, _ := codes(t)
	eachFactoryInTurn(t, func(ctx context.Context, t *testing.T, a *App) {
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
		line := importLine(t, a)
		if !strings.Contains(line, fmt.Sprintf("Broke off; Moulds: read 30, new %d, not reached %d; ", 30-left, left)) || strings.Contains(line, "refused") {
			t.Errorf("the log says %q", line)
		}
		if want := fmt.Sprintf("Parts: read 240, new %d, not reached %d", 240-8*left, 8*left); !strings.Contains(line, want) {
			t.Errorf("the log says %q, want %q", line, want)
		}
	})
}
