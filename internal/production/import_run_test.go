package production_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A page that is reloaded while its import is written has not asked to stop: everything goes in, and the page that comes
// back reads how far it is and how it ended.
func TestAnImportGoesOnWhenItsPageLeaves(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.planner(ctx, t) // whose import it is
		leaving, leave := context.WithCancel(ctx)
		deps := s.deps()
		var during []production.ImportRun
		deps.PieceWritten = func(context.Context) {
			leave()
			var run production.ImportRun
			in.get("production/import/run", &run)
			during = append(during, run)
		}
		result, err := production.New(deps).Import(leaving, s.db, production.Upload{Name: "x.xlsx", Data: book(t, manyMoulds(mill, 30))})
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
		s.importer(ctx, t).get("production/import/run", &others)
		after = others
		if after.ID != "" {
			t.Errorf("somebody else reads %+v", after)
		}
	})
}

// A page that waits beside the one that imports asks for nothing by itself: it is told when an import begins, before anything
// is read or written, and when it has ended.
func TestPagesAreToldOfAnImportThatBeginsAndEnds(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.planner(ctx, t) // whose import it is
		var states []string
		deps := s.deps()
		deps.Changed = func(_ context.Context, _ store.Actor, entity, _ string) {
			if entity == "import-run" {
				var run production.ImportRun
				in.get("production/import/run", &run)
				states = append(states, run.State)
			}
		}
		if _, err := production.New(deps).Import(ctx, s.db, production.Upload{Name: "x.xlsx", Data: book(t, manyMoulds(mill, 1))}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(states, []string{"reading", "written"}) {
			t.Errorf("told in the states %v", states)
		}
	})
}

// A checked file that is sent again while it is written, by a second tab or a call that is repeated, is refused with words or finds
// all in: nobody is told that somebody else has changed the moulds.
func TestAFileIsWrittenOnceAtATime(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
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
		if wrote.Load() != 1 || len(storedMoulds(ctx, t, s)) != 30 {
			t.Errorf("%d have written, %d were told, %d moulds", wrote.Load(), told.Load(), len(storedMoulds(ctx, t, s)))
		}
		// The page reads the run that began last: the one that wrote, or one that came after it and found all in.
		var runs []silentRun
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&runs).Where("written > 0").Scan(ctx) })
		if len(runs) != 1 || runs[0].State != "written" || runs[0].Written != 30 {
			t.Errorf("runs that wrote: %+v", runs)
		}
		var run production.ImportRun
		in.get("production/import/run", &run)
		if run.State != "written" || run.Result == nil || run.Result.Total.New+run.Result.Total.Same != checked.Total.New || (run.Written == 30) != (run.Result.Total.New > 0) {
			t.Errorf("the page reads %+v", run)
		}
	})
}

// silentRun is the row of an import, as a test reads it, or leaves it as one whose server was killed does.
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
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.planner(ctx, t) // whose import it is
		checked := in.run(book(t, manyMoulds(mill, 2)), map[string]string{"dryRun": "true"})
		again := map[string]string{"importId": checked.ImportID}
		row := &silentRun{Name: "book.xlsx", Draft: checked.ImportID, State: "writing", Moulds: 2, BeatAt: store.Now()}
		write(ctx, t, s, func(tx store.Tx) error { return tx.Insert(ctx, row) })
		silent := func(since time.Duration) time.Time {
			t.Helper()
			row.BeatAt = store.Now().Add(-since)
			write(ctx, t, s, func(tx store.Tx) error { return tx.Update(ctx, row, "beat_at") })
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
		for lang, want := range map[string]string{problem.English: "If its server has died, it can be sent again after 2 minutes at the latest", problem.Chinese: "如果服务器中断，最迟 2 分钟后可以重新发送"} {
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
