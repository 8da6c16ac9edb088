package production

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// Report is what the shop floor says about an operation, or one batch of it. What it leaves out stays as the report
// before it said.
type Report struct {
	OperationID    string            `json:"operationId"`
	BatchID        string            `json:"batchId,omitempty"`
	Status         int               `json:"status" enum:"0,1,2,3" doc:"0 not started, 1 running, 2 paused, 3 finished"`
	MachineID      string            `json:"machineId,omitempty"`
	RealStart      *time.Time        `json:"realStart,omitempty"`
	RealEnd        *time.Time        `json:"realEnd,omitempty"`
	Now            bool              `json:"now,omitempty" doc:"a start or an end that is left out is the moment of the report"`
	At             *time.Time        `json:"at,omitempty" doc:"the moment of the report where it is sent later, as without a network: at most 7 days ago; left out: now"`
	ReportedHours  *quantity.Minutes `json:"reportedHours,omitempty" doc:"in all, not since the last report"`
	RemainingHours *quantity.Minutes `json:"remainingHours,omitempty"`
	QtyDone        *int              `json:"qtyDone,omitempty"`
	PauseReason    int               `json:"pauseReason,omitempty" minimum:"0" maximum:"8" doc:"why work is paused, as mf/place names the reasons. Pages must say it; programs may leave it out"`
	Key            string            `json:"key,omitempty" maxLength:"64" doc:"a name of the sender's own for this report: sent twice it counts once, whenever that is"`
	BasedOn        *string           `json:"basedOn,omitempty" doc:"id or key of the newest report that the sender knows, empty for none: refused when there is a newer one. Pages must send it; programs may leave it out"`
}

// Reported says which report was added.
type Reported struct {
	ID string `json:"id"`
}

var (
	msgReportStart    = L("已开工的工序需要实际开始时间", "An operation that has begun needs its actual start")
	msgReportEnd      = L("已完成的工序需要实际结束时间", "A finished operation needs its actual end")
	msgReportOrder    = L("实际结束不能早于实际开始", "The actual end must not lie before the actual start")
	msgReportFuture   = L("实际时间不能在将来", "An actual time cannot lie in the future")
	msgReportStatus   = L("状态只能是 0 到 3", "The status is 0 to 3")
	msgReportLess     = L("不能为负数", "It must not be negative")
	msgReportHours    = L("最多 5000 小时", "At most 5000 hours")
	msgReportMachine  = L("请选择设备", "Choose the machine")
	msgReportEligible = L("设备“%s”不能做这道工序", "Machine “%s” cannot do this operation")
	msgReportPause    = L("工序没有在进行，不能暂停", "The operation is not running, so it cannot be paused")
	msgReportDone     = L("工序已完成；如需继续，请先撤销报工", "The operation is finished; undo that first to go on")
	msgReportQty      = L("最多 %s", "At most %s")
	msgReportMould    = L("模具“%s”不是未完成状态，不能报工", "The mould “%s” is not open, so nothing can be reported on it")
	msgReportOld      = L("最多补报 %d 天前的情况", "At most %d days ago")
	msgReportKey      = L("此编号已用于另一次报工", "This key belongs to another report")
	msgReportWhyPause = L("请选择暂停原因", "Choose why it is paused")
	msgReportNoPause  = L("只有暂停才有原因", "Only a pause has a reason")
	msgReportNewer    = L("有人刚刚报过这道工序，已显示最新状态，请核对后再报", "Somebody has just reported on this operation; see how it stands now, then report again")
	msgReportBasis    = L("请带上读取时最新一次报工的编号，没有报工时留空", "Send the id of the newest report that was read, empty where there was none")
	msgReportBatch    = L("批次不属于此零件", "The batch belongs to another part")
	msgReportWhich    = L("零件已全部分批，请选择批次", "Every piece is in a batch: choose the batch")
	wordOperation     = L("工序", "Operation")
)

// reportSlack is how far a clock on the shop floor may run ahead.
const reportSlack = 2 * time.Minute

// oldestReport is how long a report may wait on its device for the network, in days.
const oldestReport = 7

// mostReported bounds the hours of an operation.
const mostReported = quantity.Minutes(5000 * 60)

func (p *Production) mountProgress(s *api.Server) {
	p.mountDispatch(s)
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "mf/progress", ID: "progress-report", Summary: "Report the progress of an operation", Tag: "production", Permission: "mf.progress.modify",
		Example: &api.Example{Body: map[string]any{"operationId": "01900000-0000-7000-8000-000000000403", "status": 0, "basedOn": "", "key": "example-report"}},
	},
		func(ctx context.Context, tx store.Tx, in *struct{ Body Report }) (Reported, error) {
			row, err := p.Report(ctx, tx, in.Body)
			if err != nil {
				return Reported{}, err
			}
			return Reported{row.ID}, nil
		})
	p.mountHistory(s)
}

// Report adds a report; it never changes an earlier one, nor a published plan. What is hard to believe is asked about.
func (p *Production) Report(ctx context.Context, tx store.Tx, r Report) (*Progress, error) {
	var o Operation
	if err := tx.Seen(&o).Where("id = ?", r.OperationID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil, problem.NotFound(wordOperation)
	} else if err != nil {
		return nil, err
	}
	if again, err := sentBefore(ctx, tx, r); again != nil || err != nil {
		return again, err
	}
	qty, batch, err := p.reportable(ctx, tx, &o, r)
	if err != nil {
		return nil, err
	}
	last, err := lastReport(ctx, tx, o.ID, r.BatchID)
	if err != nil {
		return nil, err
	}
	// A machine reports what it has done; a person reports on what a page has shown.
	byPage := tx.Actor().Through == store.ThroughUI
	if r.BasedOn == nil && byPage {
		return nil, problem.Invalid(problem.Field("basedOn", "required", msgReportBasis))
	}
	if r.BasedOn != nil && !last.called(*r.BasedOn) {
		return nil, problem.Refuse(msgReportNewer)
	}
	now := p.deps.Now()
	if err := mayCorrect(tx, last, r.Status, now); err != nil {
		return nil, err
	}
	row := r.after(&o, last, now)
	row.ReporterName = tx.Actor().Name
	bad := slices.Concat(checkReport(row, last, now, qty), r.checkPause(row, byPage && last.Status != Paused), r.checkMoment(now))
	machine, err := p.checkMachine(ctx, tx, &o, row)
	if err != nil {
		return nil, err
	}
	if bad = append(bad, machine...); len(bad) > 0 {
		return nil, problem.Invalid(bad...)
	}
	if row.repeats(last) {
		return last, nil
	}
	if err := p.believe(ctx, tx, &told{Report: r, of: &o, batch: batch, qty: qty, row: row, last: last, byPage: byPage}); err != nil {
		return nil, err
	}
	if err := tx.Insert(ctx, row); errors.Is(err, store.ErrDuplicate) {
		return nil, problem.Received() // twice at the same moment
	} else if err != nil {
		return nil, err
	}
	if err := endBlocked(ctx, tx, row, now); err != nil {
		return nil, err
	}
	return row, p.reported(ctx, tx, &o, r)
}

// reported tells open pages and the operation log of a report.
func (p *Production) reported(ctx context.Context, tx store.Tx, o *Operation, r Report) error {
	if p.deps.Changed != nil {
		actor := tx.Actor()
		tx.AfterCommit(func() { p.deps.Changed(context.WithoutCancel(ctx), actor, "progress", o.ID) })
	}
	title, err := titleOfOperation(ctx, tx, o)
	if err != nil {
		return err
	}
	return tx.Log(ctx, "operation", o.ID, title, store.ActionChange, store.FieldChange{Field: "progress", After: r})
}

// openMould refuses reports on an operation whose mould is not open.
func openMould(ctx context.Context, tx store.Tx, o *Operation) error {
	var mould Mould
	if err := tx.Select(&mould).Where("id = ?", o.MouldID).Scan(ctx); err != nil {
		return err
	}
	if mould.Status != MouldOpen {
		return problem.Refuse(msgReportMould, mould.MouldNo)
	}
	return nil
}

// reportable refuses reports on moulds that are not open and on batches of other parts; it gives how many pieces there
// are to report on, and their batch, nil for none.
func (p *Production) reportable(ctx context.Context, tx store.Tx, o *Operation, r Report) (qty int, of *Batch, err error) {
	if err := openMould(ctx, tx, o); err != nil {
		return 0, nil, err
	}
	if r.BatchID != "" {
		var b Batch
		err := tx.Select(&b).Where("id = ?", r.BatchID).Where("part_id = ?", o.PartID).Scan(ctx)
		if errors.Is(err, store.ErrNotFound) {
			err = problem.Invalid(problem.Field("batchId", "reference", msgReportBatch))
		}
		return b.Qty, &b, err
	}
	qty, err = unbatched(ctx, tx, o, r.Status)
	return qty, nil, err
}

// unbatched counts the pieces that a report without a batch speaks of. Where every piece is in a batch there are none,
// and all that such a report can still say is that an earlier one is undone.
func unbatched(ctx context.Context, tx store.Tx, o *Operation, status int) (int, error) {
	var part Part
	if err := tx.Select(&part).Where("id = ?", o.PartID).Scan(ctx); err != nil {
		return 0, err
	}
	var batches []Batch
	if err := tx.Select(&batches).Columns("id", "qty").Where("part_id = ?", o.PartID).Scan(ctx); err != nil {
		return 0, err
	}
	left := part.Made()
	for i := range batches {
		left -= batches[i].Qty
	}
	if left <= 0 && status != NotStarted {
		return 0, problem.Invalid(problem.Field("batchId", "required", msgReportWhich))
	}
	return max(left, 0), nil
}

// lastReport is the newest report about an operation or a batch of it; an empty one where there is none.
func lastReport(ctx context.Context, tx store.Tx, operation, batch string) (*Progress, error) {
	var rows []Progress
	err := tx.Select(&rows).Where("operation_id = ?", operation).Where("COALESCE(batch_id, '') = ?", batch).Order("reported_at DESC", "id DESC").Limit(1, 0).Scan(ctx)
	if err != nil || len(rows) == 0 {
		return &Progress{}, err
	}
	return &rows[0], nil
}

// after is the row that a report makes on top of the last one.
func (r Report) after(o *Operation, last *Progress, now time.Time) *Progress {
	at := now
	if r.At != nil {
		at = r.At.UTC()
	}
	row := &Progress{
		MouldID: o.MouldID, OperationID: o.ID, BatchID: r.BatchID, Status: r.Status, ReportedAt: now, ReportKey: r.Key,
		MachineID: r.MachineID, RealStart: r.RealStart, RealEnd: r.RealEnd,
		ReportedMinutes: last.ReportedMinutes, RemainingMinutes: last.RemainingMinutes, HasRemaining: last.HasRemaining, QtyDone: last.QtyDone,
	}
	if r.Status == NotStarted { // undone: only what the report itself says
		row.ReportedMinutes, row.RemainingMinutes, row.HasRemaining, row.QtyDone = 0, 0, false, 0
	} else {
		if row.MachineID == "" {
			row.MachineID = last.MachineID
		}
		if row.RealStart == nil {
			row.RealStart = last.RealStart
		}
		if row.RealStart == nil && r.Now {
			row.RealStart = &at
		}
	}
	if r.Status == Paused {
		if row.PauseReason = r.PauseReason; row.PauseReason == 0 && last.Status == Paused {
			row.PauseReason = last.PauseReason
		}
	}
	if r.Status == Finished {
		row.RemainingMinutes, row.HasRemaining = 0, true
		if row.RealEnd == nil && last.Status == Finished { // it is told once more, and does not end later by that
			row.RealEnd = last.RealEnd
		}
		if row.RealEnd == nil && r.Now {
			row.RealEnd = &at
		}
	}
	if r.ReportedHours != nil {
		row.ReportedMinutes = *r.ReportedHours
	}
	if row.ReportedMinutes != last.ReportedMinutes && r.Status != Finished { // what was left then is not what is left now
		row.RemainingMinutes, row.HasRemaining = 0, false
	}
	if r.RemainingHours != nil && r.Status != Finished {
		row.RemainingMinutes, row.HasRemaining = *r.RemainingHours, true
	}
	if r.QtyDone != nil {
		row.QtyDone = *r.QtyDone
	}
	return row
}

// repeats tells that a report finishes what is finished already, and says nothing new of it.
func (x *Progress) repeats(last *Progress) bool {
	same := func(a, b *time.Time) bool { return a == nil && b == nil || a != nil && b != nil && a.Equal(*b) }
	return x.Status == Finished && last.Status == Finished && x.MachineID == last.MachineID && same(x.RealStart, last.RealStart) && same(x.RealEnd, last.RealEnd) &&
		x.ReportedMinutes == last.ReportedMinutes && x.QtyDone == last.QtyDone
}

func checkReport(r, last *Progress, now time.Time, qty int) (bad []problem.FieldError) {
	fail := func(field, rule string, text problem.Text, args ...any) {
		bad = append(bad, problem.Field(field, rule, text, args...))
	}
	switch {
	case r.Status < NotStarted || r.Status > Finished:
		fail("status", "choice", msgReportStatus)
	case r.Status == Paused && last.Status != Running && last.Status != Paused:
		fail("status", "notRunning", msgReportPause)
	case last.Status == Finished && (r.Status == Running || r.Status == Paused):
		fail("status", "finished", msgReportDone)
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
	for field, minutes := range map[string]quantity.Minutes{"reportedHours": r.ReportedMinutes, "remainingHours": r.RemainingMinutes} {
		if minutes < 0 {
			fail(field, "negative", msgReportLess)
		}
		if minutes > mostReported {
			fail(field, "range", msgReportHours)
		}
	}
	if r.QtyDone < 0 {
		fail("qtyDone", "negative", msgReportLess)
	}
	if r.QtyDone > qty {
		fail("qtyDone", "range", msgReportQty, problem.Count(qty, "%d 件", "%d piece", "%d pieces"))
	}
	return bad
}

// checkMachine: the machine exists and may do the operation, and a running operation of a group with machines has one.
// An operation that begins without one where only one is eligible takes that.
func (p *Production) checkMachine(ctx context.Context, tx store.Tx, o *Operation, row *Progress) ([]problem.FieldError, error) {
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	narrowed, err := NarrowedTo(ctx, tx, []Operation{*o})
	if err != nil {
		return nil, err
	}
	may := eligible(o, narrowed[o.ID], names)
	if row.MachineID == "" {
		if row.Status != Running || len(may) == 0 || o.Outsource == 2 {
			return nil, nil
		}
		if len(may) > 1 {
			return []problem.FieldError{problem.Field("machineId", "required", msgReportMachine)}, nil
		}
		row.MachineID = may[0]
		return nil, nil
	}
	machine, known := names.Machines[row.MachineID]
	if !known {
		return []problem.FieldError{problem.Field("machineId", "reference", msgUnknown, nameMachine, row.MachineID)}, nil
	}
	for _, id := range may {
		if id == row.MachineID {
			return nil, nil
		}
	}
	return []problem.FieldError{problem.Field("machineId", "eligible", msgReportEligible, machine.Name)}, nil
}

// eligible are the machines that may do an operation, in a fixed order: those that it is narrowed to, else all of its
// group.
func eligible(o *Operation, narrowed []Eligible, names *Names) []string {
	var may []string
	for _, n := range narrowed {
		may = append(may, n.MachineID)
	}
	if len(may) > 0 {
		return may
	}
	for id, m := range names.Machines {
		if m.GroupID == o.GroupID && o.GroupID != "" {
			may = append(may, id)
		}
	}
	return sortedByName(may, names)
}
