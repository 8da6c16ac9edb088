package production

import (
	"context"
	"errors"
	"net/http"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// A report is never rewritten. One that takes it back is added: it says again what was said before.

// mayRemove lets somebody correct and withdraw what others have reported, at any time.
const mayRemove = "mf.progress.remove"

// ownFor is how long people correct and withdraw their own reports.
const ownFor = 24 * time.Hour

var (
	msgNotOwn    = L("这是%s的报工，请本人或计划员更正", "%s has reported this: they or a planner can correct it")
	msgOwnOver   = L("报工已超过 24 小时，请计划员更正", "This was reported more than 24 hours ago: a planner can correct it")
	msgNoReport  = L("没有可撤回的报工", "There is no report to withdraw")
	wordSomebody = L("他人", "Somebody else")
)

// mayCorrect refuses to undo or to correct a report that is neither one's own of the last day nor somebody's who may always: going on from
// a report is no correction of it.
func mayCorrect(tx store.Tx, last *Progress, status int, now time.Time) error {
	undoes := last.Status != NotStarted && status == NotStarted
	corrects := last.Status == Finished && status == Finished
	if !undoes && !corrects {
		return nil
	}
	return last.correctableBy(tx, now)
}

// correctableBy tells why somebody may not correct or withdraw a report, nil where they may.
func (x *Progress) correctableBy(tx store.Tx, now time.Time) error {
	switch {
	case tx.Actor().Allowed(mayRemove):
		return nil
	case x.CreatedBy != tx.Actor().AccountID:
		by := wordSomebody
		if x.ReporterName != "" {
			by = problem.L(x.ReporterName, x.ReporterName)
		}
		return problem.Refuse(msgNotOwn, by)
	case now.Sub(x.ReportedAt) > ownFor:
		return problem.Refuse(msgOwnOver)
	}
	return nil
}

// reportsOf are the reports on an operation or a batch of it, the oldest first.
func reportsOf(ctx context.Context, tx store.Tx, operation, batch string) (rows []Progress, err error) {
	err = tx.Select(&rows).Where("operation_id = ?", operation).Where("COALESCE(batch_id, '') = ?", batch).Order("reported_at", "id").Scan(ctx)
	return rows, err
}

// standingReports are those of some reports that stand: neither taken back nor one that takes another back. They come oldest first.
func standingReports(rows []Progress) (stand []*Progress) {
	gone := map[string]bool{}
	for i := range rows {
		gone[rows[i].Withdraws] = true
	}
	for i := range rows {
		if r := &rows[i]; r.Withdraws == "" && !gone[r.ID] {
			stand = append(stand, r)
		}
	}
	return stand
}

// Withdrawal says which report is taken back, and what its sender has seen.
type Withdrawal struct {
	OperationID string `json:"operationId"`
	BatchID     string `json:"batchId,omitempty"`
	BasedOn     string `json:"basedOn" doc:"id of the newest report that the sender knows: refused when there is a newer one"`
}

// Withdraw takes the newest report that stands back: the one before says again how the work stands.
func (p *Production) Withdraw(ctx context.Context, tx store.Tx, w Withdrawal) (*Progress, error) {
	var o Operation
	if err := tx.Seen(&o).Where("id = ?", w.OperationID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil, problem.NotFound(wordOperation)
	} else if err != nil {
		return nil, err
	}
	if err := openMould(ctx, tx, &o); err != nil {
		return nil, err
	}
	rows, err := reportsOf(ctx, tx, o.ID, w.BatchID)
	if err != nil {
		return nil, err
	}
	stand := standingReports(rows)
	if len(stand) == 0 {
		return nil, problem.Refuse(msgNoReport)
	}
	if !rows[len(rows)-1].called(w.BasedOn) {
		return nil, problem.Refuse(msgReportNewer)
	}
	now, last := p.deps.Now(), stand[len(stand)-1]
	if err := last.correctableBy(tx, now); err != nil {
		return nil, err
	}
	row := &Progress{MouldID: o.MouldID, OperationID: o.ID, BatchID: w.BatchID}
	if len(stand) > 1 {
		*row = *stand[len(stand)-2]
	}
	row.FactoryRow, row.ReportKey = store.FactoryRow{}, ""
	row.Withdraws, row.ReportedAt, row.ReporterName = last.ID, now, tx.Actor().Name
	if err := tx.Insert(ctx, row); err != nil {
		return nil, err
	}
	return row, p.reported(ctx, tx, &o, row.report())
}

// ReportLine is a report as people read it later.
type ReportLine struct {
	ID         string     `json:"id"`
	ReportedAt *time.Time `json:"reportedAt"`
	Reporter   string     `json:"reporter"`
	Standing
	Withdrawn bool   `json:"withdrawn"`
	Withdraws string `json:"withdraws" doc:"id of the report that this one takes back"`
	MayRecall bool   `json:"mayRecall" doc:"the newest that stands, and the caller may withdraw it"`
	WhyNot    string `json:"whyNot" doc:"why the caller may not withdraw the newest that stands"`
	Machine   string `json:"machine" doc:"name"`
}

// History lists the reports on an operation or a batch of it, the newest first.
func (p *Production) History(ctx context.Context, tx store.Tx, operation, batch string) ([]ReportLine, error) {
	var o Operation
	if err := tx.Seen(&o).Where("id = ?", operation).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil, problem.NotFound(wordOperation)
	} else if err != nil {
		return nil, err
	}
	rows, err := reportsOf(ctx, tx, operation, batch)
	if err != nil {
		return nil, err
	}
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	stand, newest := map[string]bool{}, ""
	for _, r := range standingReports(rows) {
		stand[r.ID], newest = true, r.ID
	}
	lines, now := []ReportLine{}, p.deps.Now()
	for i := len(rows) - 1; i >= 0; i-- {
		r := &rows[i]
		line := ReportLine{
			ID: r.ID, ReportedAt: &r.ReportedAt, Reporter: r.ReporterName, Standing: standingAt(r), Withdrawn: r.Withdraws == "" && !stand[r.ID], Withdraws: r.Withdraws,
			Machine: names.Machines[r.MachineID].Name,
		}
		if r.ID == newest && tx.Actor().Allowed("mf.progress.modify") {
			if why := r.correctableBy(tx, now); why == nil {
				line.MayRecall = true
			} else if refused := (*problem.Problem)(nil); errors.As(why, &refused) {
				line.WhyNot = refused.Text.In(problem.Language(ctx))
			}
		}
		lines = append(lines, line)
	}
	return lines, nil
}

type historyInput struct {
	OperationID string `query:"operationId" required:"true"`
	BatchID     string `query:"batchId"`
}

func (p *Production) mountHistory(s *api.Server) {
	const example = "01900000-0000-7000-8000-000000000403"
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "mf/progress", ID: "progress-history", Summary: "The reports on an operation or a batch of it, the newest first", Tag: "production", Permission: "mf.progress.check",
		Example: &api.Example{Query: map[string]string{"operationId": example}},
	}, func(ctx context.Context, tx store.Tx, in *historyInput) ([]ReportLine, error) {
		return p.History(ctx, tx, in.OperationID, in.BatchID)
	})
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "mf/progress/withdraw", ID: "progress-withdraw", Summary: "Withdraw the newest report on an operation or a batch of it", Tag: "production", Permission: "mf.progress.modify",
		Example: &api.Example{Body: map[string]any{"operationId": example, "basedOn": "example-report"}},
	}, func(ctx context.Context, tx store.Tx, in *struct{ Body Withdrawal }) (Reported, error) {
		row, err := p.Withdraw(ctx, tx, in.Body)
		if err != nil {
			return Reported{}, err
		}
		return Reported{row.ID}, nil
	})
}
