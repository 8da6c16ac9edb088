package production

import (
	"cmp"
	"context"
	"errors"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What devices on the shop floor need of reports: why work is paused, a name for each report, and the moment of one that was sent later.

// Reason is one of a few causes that people choose from.
type Reason struct {
	Value int          `json:"value"`
	Text  problem.Text `json:"text"`
}

// PauseReasons are why work is paused.
var PauseReasons = []Reason{
	{1, L("下班或休息", "End of shift or break")},
	{2, L("设备故障", "Machine down")},
	{3, L("缺料", "No material")},
	{4, L("刀具或电极磨损", "Tool or electrode worn")},
	{5, L("等待检验", "Waiting for inspection")},
	{6, L("质量问题", "Quality problem")},
	{7, L("插入更急的任务", "More urgent work")},
	{8, L("其他", "Other")},
}

// LongestKey is how many bytes the key of a report has at most.
const LongestKey = 64

var msgReportLongKey = L("最多 %d 个字符", "At most %d characters")

// sentBefore finds the report that has the key of this one. A key that another report has is refused.
func sentBefore(ctx context.Context, tx store.Tx, r Report) (*Progress, error) {
	if r.Key == "" {
		return nil, nil
	}
	if len(r.Key) > LongestKey {
		return nil, problem.Invalid(problem.Field("key", "length", msgReportLongKey, LongestKey))
	}
	row := &Progress{}
	err := tx.Select(row).Where("report_key = ?", r.Key).Scan(ctx)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case row.OperationID != r.OperationID || row.BatchID != r.BatchID || row.Status != r.Status || row.CreatedBy != tx.Actor().AccountID:
		return nil, problem.Invalid(problem.Field("key", "unique", msgReportKey))
	}
	return row, nil
}

// called tells whether a report has this id or key; empty means that there is none.
func (x *Progress) called(name string) bool {
	return name == x.ID || name != "" && name == x.ReportKey
}

// checkPause: a pause has one of the reasons, asked says that it must; nothing else has one.
func (r Report) checkPause(row *Progress, asked bool) (bad []problem.FieldError) {
	switch {
	case row.Status == Paused && row.PauseReason == 0 && asked:
		bad = append(bad, problem.Field("pauseReason", "required", msgReportWhyPause))
	case row.Status != Paused && r.PauseReason != 0:
		bad = append(bad, problem.Field("pauseReason", "onlyPaused", msgReportNoPause))
	}
	return bad
}

// checkMoment: a report that was sent later is of the last days, and not of the future.
func (r Report) checkMoment(now time.Time) (bad []problem.FieldError) {
	switch {
	case r.At == nil:
	case r.At.After(now.Add(reportSlack)):
		bad = append(bad, problem.Field("at", "future", msgReportFuture))
	case r.At.Before(now.AddDate(0, 0, -oldestReport)):
		bad = append(bad, problem.Field("at", "range", msgReportOld, oldestReport))
	}
	return bad
}

// StatusOf is how far an operation, or a batch of it, is by its newest report.
func StatusOf(ctx context.Context, tx store.Tx, operation, batch string) (int, error) {
	last, err := lastReport(ctx, tx, operation, batch)
	if err != nil {
		return 0, err
	}
	return last.Status, nil
}

// ProcessText is what the process of an operation is called in both languages.
func (p *Production) ProcessText(ctx context.Context, tx store.Tx, o *Operation) (problem.Text, error) {
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return problem.Text{}, err
	}
	name := names.Processes[o.ProcessID]
	if name == "" {
		return o.StepName(), nil
	}
	other := cmp.Or(names.Otherwise[o.ProcessID], name)
	if problem.Language(ctx) == problem.English {
		return problem.L(other, name), nil
	}
	return problem.L(name, other), nil
}
