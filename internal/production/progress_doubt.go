package production

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// A report that is hard to believe is asked about, not refused: whoever sends it may know better than the plan.

// implausibleKey is the key of the question.
const implausibleKey = "implausible"

// doubtedFrom is how many times the planned hours a report may name before it is asked about.
const doubtedFrom = 3

var (
	msgDoubt          = L("这次报工与计划相差很大，确认无误？", "This report is far from what was planned. Is it right?")
	msgDoubtReported  = L("已做 %s 小时，计划 %s 小时", "%s h worked, %s h planned")
	msgDoubtRemaining = L("还剩 %s 小时，计划 %s 小时", "%s h left, %s h planned")
	msgDoubtPaused    = L("批次 %s 已暂停", "Batch %s is paused")
	msgDoubtClosed    = L("批次 %s 已关闭", "Batch %s is closed")
	msgDoubtFinished  = L("批次 %s 已完工", "Batch %s is finished")
	msgDoubtNone      = L("已完成，但已做 0 小时；计划 %s 小时", "Finished with 0 h worked; %s h planned")
)

// doubts are what a report says that is hard to believe, nil when it is plausible. planned is the time of the operation, or
// of its batch, 0 where nobody has planned any.
func (r Report) doubts(planned quantity.Minutes) (doubts []problem.Text) {
	if planned <= 0 {
		return nil
	}
	if r.ReportedHours != nil && *r.ReportedHours > doubtedFrom*planned {
		doubts = append(doubts, msgDoubtReported.With(*r.ReportedHours, planned))
	}
	if r.ReportedHours != nil && *r.ReportedHours == 0 && r.Status == Finished {
		doubts = append(doubts, msgDoubtNone.With(planned))
	}
	if r.RemainingHours != nil && r.Status != Finished && *r.RemainingHours > doubtedFrom*planned {
		doubts = append(doubts, msgDoubtRemaining.With(*r.RemainingHours, planned))
	}
	return doubts
}

// heldBack is said of a report by which work begins, or goes on, on a batch that planners hold back; nil of any other one.
func (r Report) heldBack(b *Batch, last *Progress) []problem.Text {
	begins := (r.Status == Running || r.Status == Finished) && (last.Status == NotStarted || last.Status == Paused)
	if b == nil || !begins {
		return nil
	}
	switch b.State {
	case BatchPaused:
		return []problem.Text{msgDoubtPaused.With(b.BatchNo)}
	case BatchClosed:
		return []problem.Text{msgDoubtClosed.With(b.BatchNo)}
	case BatchFinished:
		return []problem.Text{msgDoubtFinished.With(b.BatchNo)}
	}
	return nil
}

// believe asks whether a report is right that is hard to believe; qty is the number of pieces that it speaks of, doubts are what is odd
// about it already.
func believe(ctx context.Context, tx store.Tx, o *Operation, r Report, qty int, doubts []problem.Text) error {
	if r.Status == NotStarted || tx.Actor().Confirmed == implausibleKey {
		return nil
	}
	if r.ReportedHours != nil || r.RemainingHours != nil {
		planned, err := plannedFor(ctx, tx, o, qty)
		if err != nil {
			return err
		}
		doubts = append(doubts, r.doubts(planned)...)
	}
	if len(doubts) == 0 {
		return nil
	}
	items := make([]string, len(doubts))
	for i := range doubts {
		items[i] = doubts[i].In(problem.Language(ctx))
	}
	return problem.Confirm(implausibleKey, msgDoubt, items...)
}

// plannedFor is the longest time that an operation is planned to take on one of its machines, for some of its pieces.
func plannedFor(ctx context.Context, tx store.Tx, o *Operation, qty int) (quantity.Minutes, error) {
	var part Part
	if err := tx.Select(&part).Where("id = ?", o.PartID).Scan(ctx); err != nil {
		return 0, err
	}
	narrowed, err := NarrowedTo(ctx, tx, []Operation{*o})
	if err != nil {
		return 0, err
	}
	whole := max(1, quantity.Minutes(part.Made()))
	share := func(minutes, setup quantity.Minutes) quantity.Minutes {
		return setup + (max(0, minutes-setup)*quantity.Minutes(max(1, qty))+whole-1)/whole
	}
	planned := share(o.Minutes, o.SetupMinutes)
	for _, e := range narrowed[o.ID] {
		planned = max(planned, share(e.Minutes, e.SetupMinutes))
	}
	return planned, nil
}
