package production

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// An import can be stopped from its call on: its row is there before the file is read. Until it writes, a watch asks the row
// whether its owner wants it to end, which may have been said at another node; from then on each piece asks.

const stopAskedEvery = time.Second

// startedRun is an import whose row is there.
type startedRun struct {
	id, name, draft, mode string
	// bound ends with its caller, as an import that a command starts does; what a person has sent goes on when they leave.
	bound bool
	// wanted ends when the import is to stop before it has written anything.
	wanted context.Context
}

// ImportStop says what a stop has reached.
type ImportStop struct {
	Stopped int `json:"stopped" doc:"imports that end now; 0 where none was going on"`
}

// StopInput names the import that is to stop.
type StopInput struct {
	RunID    string `query:"runId" doc:"of production/import/run; without it and importId every import that one has begun in the factory"`
	ImportID string `query:"importId" doc:"of the checked file that is being imported"`
}

// stop asks imports of the caller to end, and tells how many.
func stop(ctx context.Context, tx store.Tx, in *StopInput) (ImportStop, error) {
	change := tx.Change((*importRun)(nil)).Set("state = ?", runStopping).Where("created_by = ?", tx.Actor().AccountID).WhereIn("state", []string{runReading, runWriting})
	if in.RunID != "" {
		change = change.Where("id = ?", in.RunID)
	}
	if in.ImportID != "" {
		change = change.Where("draft = ?", in.ImportID)
	}
	n, err := change.Exec(ctx)
	return ImportStop{n}, err
}

// mountStop registers how an import is stopped.
func mountStop(s *api.Server) {
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "production/import/stop", ID: "production-import-stop", Summary: "Stop the import that one has begun: what is written stays", Tag: "production",
		Permission: "pm.import.add", Example: &api.Example{},
	}, stop)
}

// stoppable does the work of an import under a row by which its owner sees and stops it. The row stays where something was
// about to be written or the import was stopped, and goes where it was refused.
func (p *Production) stoppable(ctx context.Context, db *store.DB, run startedRun, work func(context.Context, *startedRun) (*ImportResult, error)) (*ImportResult, error) {
	if !run.bound {
		going, end := api.Outlive(ctx)
		defer end()
		ctx = going
	}
	whole := context.WithoutCancel(ctx)
	if err := p.start(ctx, db, &run); err != nil {
		return nil, err
	}
	wanted, want := context.WithCancelCause(whole)
	run.wanted = wanted
	over, done := context.WithCancel(whole)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		p.watch(over, db, run.id, want)
	}()
	defer func() { // also where it panics
		done()
		<-watched
		want(nil)
	}()
	bound, end := run.until(ctx)
	defer end()
	result, err := work(bound, &run)
	switch {
	case err == nil:
		return result, nil
	case errors.Is(err, errStopped) || run.isStopped():
		return p.stoppedUnread(whole, db, &run)
	}
	insist(whole, "the row of a refused import stays", func() error {
		return db.WriteAside(whole, func(tx store.Tx) error {
			_, err := tx.Remove((*importRun)(nil)).Where("id = ?", run.id).WhereIn("state", []string{runReading, runStopping}).Where("logged = ?", false).Exec(whole)
			return err
		})
	})
	return nil, err
}

// start writes the row of an import.
func (p *Production) start(ctx context.Context, db *store.DB, run *startedRun) error {
	run.id = store.NewID()
	return db.WriteAside(ctx, func(tx store.Tx) error {
		if tx.Actor().FactoryID == "" {
			return store.ErrNoFactory
		}
		if _, err := tx.Remove((*importRun)(nil)).Where("created_at < ?", p.deps.Now().Add(-runLife)).Exec(ctx); err != nil {
			return err
		}
		if run.draft != "" {
			var d draft
			if err := ownDraft(ctx, tx, &d, run.draft, p.deps.Now(), "name", "mode"); err != nil {
				return err
			}
			run.name, run.mode = d.Name, cmp.Or(run.mode, d.Mode)
		}
		row := &importRun{Name: run.name, Draft: run.draft, Person: tx.Actor().Name, State: runReading, BeatAt: p.deps.Now()}
		row.ID = run.id
		p.tellRun(ctx, tx)
		return tx.Insert(ctx, row)
	})
}

// watch keeps the row of an import that reads alive, and tells when its owner wants it to stop.
func (p *Production) watch(ctx context.Context, db *store.DB, id string, stop context.CancelCauseFunc) {
	tick := time.NewTicker(stopAskedEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		var state []string
		err := db.WriteAside(ctx, func(tx store.Tx) error {
			state = nil
			if _, err := tx.Change((*importRun)(nil)).Set("beat_at = ?", p.deps.Now()).Where("id = ?", id).Where("state = ?", runReading).Exec(ctx); err != nil {
				return err
			}
			return tx.Select((*importRun)(nil)).Columns("state").Where("id = ?", id).Limit(1, 0).ScanColumn(ctx, &state)
		})
		switch {
		case err != nil:
			if ctx.Err() == nil {
				slog.WarnContext(ctx, "an import cannot see whether it is to stop", "run", id, "error", err)
			}
		case len(state) == 0 || state[0] == runStopping || state[0] == runBroken:
			stop(errStopped)
			return
		case state[0] != runReading: // the pieces ask from here on
			return
		}
	}
}

// until gives a context that ends with the wish to stop, too.
func (r *startedRun) until(ctx context.Context) (context.Context, context.CancelFunc) {
	if r == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	unhook := context.AfterFunc(r.wanted, func() { cancel(context.Cause(r.wanted)) })
	return ctx, func() { unhook(); cancel(nil) }
}

// isStopped tells whether the import was stopped before it wrote.
func (r *startedRun) isStopped() bool {
	return r != nil && errors.Is(context.Cause(r.wanted), errStopped)
}

// stoppedUnread is the outcome of an import that was stopped before its file was read.
func (p *Production) stoppedUnread(ctx context.Context, db *store.DB, run *startedRun) (*ImportResult, error) {
	in := &importer{p: p, ctx: ctx, logID: run.id, upload: Upload{Name: run.name, draft: run.draft, Mode: cmp.Or(run.mode, ModeMould)}, lang: problem.Language(ctx), parsed: &workbook.Result{}}
	in.result = newResult(in.upload, in.parsed)
	in.halted(db)
	return in.result, nil
}

// halted is the outcome of an import that was stopped before its first piece: of the rows that were read, none was reached.
func (in *importer) halted(db *store.DB) {
	in.found, in.pass = findings{}, findings{}
	for _, at := range in.parsed.Read {
		in.found.rows = append(in.found.rows, in.newRow(at, in.index[at].scope, in.index[at].key, ActionNotReached))
	}
	in.count()
	in.result.RunID, in.result.BrokeOff, in.result.Stopped = in.logID, true, true
	in.logOutcome(db)
}
