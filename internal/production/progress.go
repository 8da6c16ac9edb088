package production

import (
	"context"
	"errors"
	"net/http"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// Report is what the shop floor says about an operation.
type Report struct {
	OperationID    string            `json:"operationId"`
	Status         int               `json:"status" doc:"0 not started, 1 running, 2 paused, 3 finished"`
	MachineID      string            `json:"machineId,omitempty"`
	RealStart      *time.Time        `json:"realStart,omitempty"`
	RealEnd        *time.Time        `json:"realEnd,omitempty"`
	ReportedHours  quantity.Minutes  `json:"reportedHours,omitempty"`
	RemainingHours *quantity.Minutes `json:"remainingHours,omitempty"`
	QtyDone        int               `json:"qtyDone,omitempty"`
}

// Reported says which report was added.
type Reported struct {
	ID string `json:"id"`
}

var (
	msgReportStart  = L("已开工的工序需要实际开始时间", "An operation that has begun needs its real start")
	msgReportEnd    = L("已完成的工序需要实际结束时间", "A finished operation needs its real end")
	msgReportOrder  = L("实际结束不能早于实际开始", "The real end must not lie before the real start")
	msgReportFuture = L("实际时间不能在将来", "Real times cannot lie in the future")
	msgReportStatus = L("状态只能是0到3", "The status is 0 to 3")
	msgReportLess   = L("不能为负数", "It must not be negative")
)

// reportSlack is how far a clock on the shop floor may run ahead.
const reportSlack = 2 * time.Minute

func (p *Production) mountProgress(s *api.Server) {
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "mf/progress", ID: "progress-report", Summary: "Report the progress of an operation", Tag: "production", Permission: "mf.progress.modify",
		Example: &api.Example{Body: map[string]any{"operationId": "01900000-0000-7000-8000-000000000403", "status": 1, "realStart": "2026-01-05T00:00:00Z"}},
	},
		func(ctx context.Context, tx store.Tx, in *struct{ Body Report }) (Reported, error) {
			row, err := p.Report(ctx, tx, in.Body)
			if err != nil {
				return Reported{}, err
			}
			return Reported{row.ID}, nil
		})
}

// Report adds a report; it never changes an earlier one, nor a published plan.
func (p *Production) Report(ctx context.Context, tx store.Tx, r Report) (*Progress, error) {
	var o Operation
	if err := tx.Select(&o).Where("id = ?", r.OperationID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil, problem.NotFound(L("工序", "Operation"))
	} else if err != nil {
		return nil, err
	}
	bad := r.check(p.deps.Now())
	if r.MachineID != "" {
		machine := false
		masters, err := p.deps.Masters(ctx, tx)
		if err != nil {
			return nil, err
		}
		for _, m := range masters.Machines {
			machine = machine || m.ID == r.MachineID
		}
		if !machine {
			bad = append(bad, problem.Field("machineId", "reference", msgUnknown, nameMachine, r.MachineID))
		}
	}
	if len(bad) > 0 {
		return nil, problem.Invalid(bad...)
	}
	row := &Progress{MouldID: o.MouldID, OperationID: o.ID, Status: r.Status, MachineID: r.MachineID, RealStart: r.RealStart, RealEnd: r.RealEnd, ReportedMinutes: r.ReportedHours, QtyDone: r.QtyDone, ReportedAt: p.deps.Now()}
	if r.RemainingHours != nil {
		row.RemainingMinutes, row.HasRemaining = *r.RemainingHours, true
	}
	if err := tx.Insert(ctx, row); err != nil {
		return nil, err
	}
	return row, tx.Log(ctx, "operation", o.ID, o.ID, store.ActionChange, store.FieldChange{Field: "progress", After: r})
}

func (r Report) check(now time.Time) (bad []problem.FieldError) {
	fail := func(field, rule string, text problem.Text) { bad = append(bad, problem.Field(field, rule, text)) }
	if r.Status < NotStarted || r.Status > Finished {
		fail("status", "choice", msgReportStatus)
	}
	if r.Status != NotStarted && r.RealStart == nil {
		fail("realStart", "required", msgReportStart)
	}
	if r.Status == Finished && r.RealEnd == nil {
		fail("realEnd", "required", msgReportEnd)
	}
	if r.RealStart != nil && r.RealStart.After(now.Add(reportSlack)) {
		fail("realStart", "future", msgReportFuture)
	}
	if r.RealEnd != nil && r.RealEnd.After(now.Add(reportSlack)) {
		fail("realEnd", "future", msgReportFuture)
	}
	if r.RealStart != nil && r.RealEnd != nil && r.RealEnd.Before(*r.RealStart) {
		fail("realEnd", "dateOrder", msgReportOrder)
	}
	if r.ReportedHours < 0 {
		fail("reportedHours", "negative", msgReportLess)
	}
	if r.RemainingHours != nil && *r.RemainingHours < 0 {
		fail("remainingHours", "negative", msgReportLess)
	}
	return bad
}
