package production

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// A report that is hard to believe is asked about, not refused: whoever sends it may know better than the plan.

// implausibleKey is the key of the question; that of a page says behind it which facts were shown.
const implausibleKey = "implausible"

// doubtedFrom is how many times the planned hours a report may name before it is asked about.
const doubtedFrom = 3

// soonest is how long work takes at least: what ends sooner is asked about.
const soonest = time.Minute

var (
	msgDoubt          = L("这次报工有疑问，确认无误？", "This report is unusual. Is it right?")
	msgDoubtReported  = L("已做 %s 小时，计划 %s 小时", "%s h worked, %s h planned")
	msgDoubtRemaining = L("还剩 %s 小时，计划 %s 小时", "%s h left, %s h planned")
	msgDoubtPaused    = L("批次 %s 已暂停", "Batch %s is paused")
	msgDoubtClosed    = L("批次 %s 已关闭", "Batch %s is closed")
	msgDoubtFinished  = L("批次 %s 已完工", "Batch %s is finished")
	msgDoubtNone      = L("已完成，但已做 0 小时；计划 %s 小时", "Finished with 0 h worked; %s h planned")
	msgDoubtSoon      = L("开工 %d 秒就完工", "Finished %d s after the start")
	msgDoubtPieces    = L("已完成，但只做了 %d / %d 件", "Finished, and pieces done: %d of %d")
	msgDoubtLower     = L("已报 %s 小时，改为 %s 小时", "%s h reported already, now %s h")
	msgDoubtFewer     = L("已报 %d 件，改为 %d 件", "Pieces done: %d reported already, now %d")
	msgDoubtBefore    = L("前序未完成：%s", "Not finished before it: %s")
	msgDoubtBusy      = L("设备 %s 正在加工 %s %s", "Machine %s is working on %s %s")
	msgDoubtBusyBatch = L("设备 %s 正在加工 %s %s（批次 %s）", "Machine %s is working on %s %s (batch %s)")
	msgDoubtBusyElse  = L("设备 %s 正在加工其他任务", "Machine %s is working on another task")
)

// told is a report with what it is held against.
type told struct {
	Report
	of        *Operation
	batch     *Batch // nil for none
	qty       int    // pieces that it speaks of
	row, last *Progress
	byPage    bool // a person sees the question; a program is asked about the figures alone that it names itself
}

// begins tells that work begins by the report, or is done with nobody having told that it began.
func (r *told) begins() bool {
	return r.last.Status == NotStarted && (r.Status == Running || r.Status == Finished)
}

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

// amiss is what a person has shown by a report and may not have meant.
func (r *told) amiss(planned quantity.Minutes) (doubts []problem.Text) {
	row, last := r.row, r.last
	if row.Status == Finished {
		if row.ReportedMinutes == 0 && planned > 0 && r.ReportedHours == nil {
			doubts = append(doubts, msgDoubtNone.With(planned))
		}
		if row.RealStart != nil && row.RealEnd != nil && last.Status != Finished && row.RealEnd.Sub(*row.RealStart) < soonest {
			doubts = append(doubts, msgDoubtSoon.With(int(row.RealEnd.Sub(*row.RealStart).Seconds())))
		}
		if row.QtyDone < r.qty {
			doubts = append(doubts, msgDoubtPieces.With(row.QtyDone, r.qty))
		}
	}
	if row.ReportedMinutes < last.ReportedMinutes {
		doubts = append(doubts, msgDoubtLower.With(last.ReportedMinutes, row.ReportedMinutes))
	}
	if row.QtyDone < last.QtyDone {
		doubts = append(doubts, msgDoubtFewer.With(last.QtyDone, row.QtyDone))
	}
	return doubts
}

// believe asks whether a report is right that is hard to believe. All that is odd about it makes one question.
func (p *Production) believe(ctx context.Context, tx store.Tx, r *told) error {
	if r.Status == NotStarted {
		return nil
	}
	var planned quantity.Minutes
	if r.Status == Finished || r.ReportedHours != nil || r.RemainingHours != nil {
		var err error
		if planned, err = plannedFor(ctx, tx, r.of, r.qty); err != nil {
			return err
		}
	}
	doubts := append(r.heldBack(r.batch, r.last), r.doubts(planned)...)
	if r.byPage {
		doubts = append(doubts, r.amiss(planned)...)
		around, err := p.around(ctx, tx, r)
		if err != nil {
			return err
		}
		doubts = append(doubts, around...)
	}
	if len(doubts) == 0 || r.agreed(tx.Actor().Confirmed, doubts) {
		return nil
	}
	items := make([]string, len(doubts))
	for i := range doubts {
		items[i] = doubts[i].In(problem.Language(ctx))
	}
	return problem.Confirm(r.keyOf(doubts), msgDoubt, items...)
}

// keyOf is the key of the question about some facts: it names each, so that a yes is none to any other fact.
func (r *told) keyOf(doubts []problem.Text) string {
	if !r.byPage {
		return implausibleKey
	}
	key := implausibleKey
	for i := range doubts {
		key += "-" + r.mark(doubts[i])
	}
	return key
}

// mark tells a fact from others. How long work took is told by when it began, for the time goes on while the person reads.
func (r *told) mark(doubt problem.Text) string {
	about := doubt.In(problem.English)
	if doubt.En == msgDoubtSoon.En {
		about = "soon " + r.row.RealStart.UTC().Format(time.RFC3339)
	}
	sum := sha256.Sum256([]byte(about))
	return hex.EncodeToString(sum[:6])
}

// agreed tells that every fact was among those that were shown. One that is gone since does not matter.
func (r *told) agreed(confirmed string, doubts []problem.Text) bool {
	if !r.byPage {
		return confirmed == implausibleKey
	}
	shown := strings.Split(confirmed, "-")
	if shown[0] != implausibleKey {
		return false
	}
	for i := range doubts {
		if !slices.Contains(shown[1:], r.mark(doubts[i])) {
			return false
		}
	}
	return true
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
