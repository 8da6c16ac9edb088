package production

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// An import that is being written goes on when its caller leaves: a page that is reloaded has not asked to stop. It ends
// early only with the server, or when its owner stops it. Each piece notes its progress in the piece's own transaction, so
// that an import of which nothing was heard for a while is known to be dead, and finds out itself if it was not.

// The states of an import that is written.
const (
	runReading  = "reading" // and being planned
	runWriting  = "writing"
	runWritten  = "written"
	runStopping = "stopping" // its owner wants it to stop
	runBroken   = "brokenOff"
)

const (
	runQuietAfter = 15 * time.Second // without a piece: longer than one takes
	runDeadAfter  = 2 * time.Minute
	runLife       = 24 * time.Hour // how long its outcome can be read
)

// importRun is an import that is being written, or was. Its id is the row id of its lines in the operation log.
type importRun struct {
	bun.BaseModel `bun:"table:import_run"`
	store.FactoryRow
	Name    string    `bun:"name"`   // of the file
	Draft   string    `bun:"draft"`  // id of the checked file, empty for one that nobody has checked
	Person  string    `bun:"person"` // who imports
	State   string    `bun:"state"`
	Moulds  int       `bun:"moulds"` // to write
	Written int       `bun:"written"`
	Logged  bool      `bun:"logged"` // the first line of the log is there
	BeatAt  time.Time `bun:"beat_at"`
	Outcome string    `bun:"outcome"` // JSON of the result, gzip, base64; empty before its end

	// Rest is what the log does not say yet of each sheet, as it is to be told if nothing more is heard; nil before the plan.
	Rest map[string]Count `bun:"rest,type:text"`
}

// ImportRun says how far an import is, or how it ended.
type ImportRun struct {
	ID         string        `json:"id" doc:"empty where none was written within a day"`
	Name       string        `json:"name" doc:"of the file"`
	State      string        `json:"state" enum:"reading,writing,stopping,written,brokenOff" doc:"reading: nothing is written yet; stopping: it ends with the piece that is being written"`
	Moulds     int           `json:"moulds" doc:"to write; 0 before that is known"`
	Written    int           `json:"written" doc:"moulds that are in"`
	Result     *ImportResult `json:"result,omitempty" doc:"once it has ended; not of one that was cut off with its server"`
	NotWritten int           `json:"notWritten" doc:"moulds that an import which broke off has not written"`
	EndedAt    *time.Time    `json:"endedAt,omitempty" doc:"once it has ended; of one that was cut off with its server, when it was last heard of"`
	// SilentSince and RetryAt are nil unless it goes on and is quiet.
	SilentSince *time.Time `json:"silentSince,omitempty" doc:"since when nothing was heard of an import that goes on, where that is longer than a piece takes: its server may have died"`
	RetryAt     *time.Time `json:"retryAt,omitempty" doc:"with silentSince: from when on the same file can be sent again, if nothing more is heard"`
}

var errStopped = errors.New("the import was stopped")

var msgBeingWritten = L("此文件正在写入：请等它完成，在导入页面可查看进度和结果。如果服务器中断，最迟 %d 分钟后可以重新发送",
	"This file is being written: wait until it is done, the import page shows its progress and outcome. If its server has died, it can be sent again after %d minutes at the latest")

// begin notes that the import is being written. A checked file is written once at a time: whoever sends it again meanwhile would
// take what the first one writes for somebody else's.
func (in *importer) begin(db *store.DB) error {
	moulds := 0
	for scope, w := range in.writes {
		if scope.Mould != "" && w.size()+len(w.touched) > 0 {
			moulds++
		}
	}
	in.unwritten = in.countUnwritten()
	rest, err := json.Marshal(in.rest(nil))
	if err != nil {
		return err
	}
	return db.Write(in.ctx, func(tx store.Tx) error {
		if err := in.alone(tx); err != nil {
			return err
		}
		n, err := tx.Change((*importRun)(nil)).Set("state = ?", runWriting).Set("moulds = ?", moulds).Set("rest = ?", string(rest)).Set("beat_at = ?", in.p.deps.Now()).
			Where("id = ?", in.logID).Where("state = ?", runReading).Exec(in.ctx)
		if err == nil && n == 0 {
			err = errStopped
		}
		return err
	})
}

// skip ends the reading of an import that has nothing to write, unless it was stopped: its outcome is told as of any other.
func (in *importer) skip(db *store.DB) error {
	return db.Write(in.ctx, func(tx store.Tx) error {
		n, err := tx.Change((*importRun)(nil)).Set("state = ?", runWriting).Where("id = ?", in.logID).Where("state = ?", runReading).Exec(in.ctx)
		if err == nil && n == 0 {
			err = errStopped
		}
		return err
	})
}

// alone refuses a checked file that another import writes, or has written since this one was planned.
func (in *importer) alone(tx store.Tx) error {
	if in.upload.draft == "" {
		return nil
	}
	busy, err := tx.Select((*importRun)(nil)).Where("draft = ?", in.upload.draft).Where("id <> ?", in.logID).
		Where("state <> ?", runReading).
		Where("(state IN (?, ?) AND beat_at >= ? OR beat_at >= ?)", runWriting, runStopping, in.p.deps.Now().Add(-runDeadAfter), in.began).Exists(in.ctx)
	if err == nil && busy {
		err = problem.Refuse(msgBeingWritten.With(int(runDeadAfter.Minutes())))
	}
	return err
}

// beat notes what a piece has written. It fails where the import was stopped, or held to be dead.
func (in *importer) beat(tx store.Tx, moulds int, counts map[string]*Count) error {
	rest, err := json.Marshal(in.rest(counts))
	if err != nil {
		return err
	}
	n, err := tx.Change((*importRun)(nil)).Set("written = written + ?", moulds).Set("logged = ?", true).Set("rest = ?", string(rest)).Set("beat_at = ?", in.p.deps.Now()).
		Where("id = ?", in.logID).Where("state = ?", runWriting).Exec(in.ctx)
	if err == nil && n == 0 {
		return errStopped
	}
	return err
}

// end keeps how the import has ended, also when the server is about to. told says that it was held to be dead meanwhile, and that the
// log has its end.
func (in *importer) end(ctx context.Context, tx store.Tx, brokeOff bool) (told bool, err error) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if err := errors.Join(json.NewEncoder(w).Encode(in.result.kept()), w.Close()); err != nil {
		return false, err
	}
	state := runWritten
	if brokeOff {
		state = runBroken
	}
	in.p.tellRun(ctx, tx)
	outcome := base64.StdEncoding.EncodeToString(packed.Bytes())
	n, err := tx.Change((*importRun)(nil)).Set("state = ?", state).Set("logged = ?", true).Set("beat_at = ?", in.p.deps.Now()).Set("outcome = ?", outcome).
		Where("id = ?", in.logID).Where("state <> ?", runBroken).Exec(ctx)
	if err != nil || n > 0 {
		return false, err
	}
	n, err = tx.Change((*importRun)(nil)).Set("outcome = ?", outcome).Where("id = ?", in.logID).Exec(ctx)
	return n > 0, err
}

// tellRun makes the import pages read their run again, once the transaction is in: a page that waits beside the one that imports
// asks for nothing by itself.
func (p *Production) tellRun(ctx context.Context, tx store.Tx) {
	if p.deps.Changed != nil {
		ctx, actor := context.WithoutCancel(ctx), tx.Actor()
		tx.AfterCommit(func() { p.deps.Changed(ctx, actor, "import-run", "") })
	}
}

// lastRun is the last import of whoever asks.
func (p *Production) lastRun(ctx context.Context, tx store.Tx) (*ImportRun, error) {
	if tx.Actor().FactoryID == "" {
		return &ImportRun{State: runWritten}, nil
	}
	var runs []importRun
	for _, states := range [][]string{{runReading, runWriting, runStopping}, {runWritten, runBroken}} { // what goes on comes before what is over
		if err := tx.Select(&runs).Where("created_by = ?", tx.Actor().AccountID).Where("created_at >= ?", p.deps.Now().Add(-runLife)).WhereIn("state", states).Order("created_at DESC").Limit(1, 0).Scan(ctx); err != nil {
			return nil, err
		}
		if len(runs) > 0 {
			break
		}
	}
	if len(runs) == 0 {
		return &ImportRun{State: runWritten}, nil
	}
	run := &runs[0]
	out := &ImportRun{ID: run.ID, Name: run.Name, State: run.State, Moulds: run.Moulds, Written: run.Written}
	switch run.State {
	case runWritten:
		out.EndedAt = &run.BeatAt
	case runBroken:
		out.NotWritten, out.EndedAt = run.Moulds-run.Written, &run.BeatAt
	case runReading, runWriting, runStopping:
		if p.deps.Now().Sub(run.BeatAt) >= runQuietAfter {
			silent, retry := run.BeatAt, run.BeatAt.Add(runDeadAfter)
			out.SilentSince, out.RetryAt = &silent, &retry
		}
	}
	if run.Outcome == "" {
		return out, nil
	}
	packed, err := base64.StdEncoding.DecodeString(run.Outcome)
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	var whole ImportResult
	err = json.NewDecoder(r).Decode(&whole)
	out.Result = whole.kept() // earlier versions have stored all
	return out, err
}

// mountRuns registers how far an import is and how it is stopped.
func (p *Production) mountRuns(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "production/import/run", ID: "production-import-run", Summary: "The last import of a workbook that one has begun: how far it is, or how it ended", Tag: "production",
		Permission: "pm.import.add", Example: &api.Example{},
	}, func(ctx context.Context, tx store.Tx, _ *struct{}) (*ImportRun, error) { return p.lastRun(ctx, tx) })
	mountStop(s)
}

// Reap tells of the imports that their server has taken with it: that they broke off and how many moulds are not in.
// since is when this process began, where no other can be writing; the zero time where others may.
func (p *Production) Reap(ctx context.Context, db *store.DB, since time.Time) error {
	return db.System(ctx, "an import whose server has died may be any tenant's", func(tx store.Tx) error {
		var dead []importRun
		silent := p.deps.Now().Add(-runDeadAfter)
		if since.After(silent) {
			silent = since
		}
		if err := tx.Select(&dead).WhereIn("state", []string{runReading, runWriting, runStopping}).Where("beat_at < ?", silent).Scan(ctx); err != nil {
			return err
		}
		for i := range dead {
			run := &dead[i]
			action := store.ActionImport
			if run.Logged {
				action = store.ActionImportPart
			}
			actor := store.Actor{TenantID: run.TenantID, FactoryID: run.FactoryID, AccountID: run.CreatedBy, Name: run.Person, Through: store.ThroughImport}
			why := notWritten(run.Moulds - run.Written)
			if run.Moulds == 0 && !run.Logged {
				why = beforeWriting()
			}
			if err := tx.LogFor(ctx, actor, "production", run.ID, run.Name, action, slices.Concat([]store.FieldChange{why}, countsTold(run.Rest))...); err != nil {
				return err
			}
			run.State, run.Logged = runBroken, true
			if err := tx.Update(ctx, run, "state", "logged"); err != nil {
				return err
			}
		}
		return nil
	})
}

// notWritten says in the line of an import that it broke off and how many moulds are not in.
func notWritten(moulds int) store.FieldChange {
	return store.FieldChange{Field: "notWritten", After: moulds}
}

// beforeWriting says in the line of an import that it ended before it had anything to write.
func beforeWriting() store.FieldChange {
	return store.FieldChange{Field: "beforeWriting", After: true}
}
