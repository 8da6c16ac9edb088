package production

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/platform/store"
)

// Finish is when and by whom an operation, or one batch of it, was finished.
type Finish struct {
	At       *time.Time // nil: it is not finished
	By       string     // account that has reported it; empty where an order came back
	Received bool       // an order at a supplier came back
	On       string     // machine that was reported, empty for none
}

// finishOf is what the newest report and the order at a supplier say, either of which may be missing. A report without an end was made
// when the work ended.
func finishOf(r *Progress, order *OutsourceOrder) Finish {
	switch {
	case r != nil && r.Status == Finished && r.RealEnd != nil:
		return Finish{At: r.RealEnd, By: r.CreatedBy, On: r.MachineID}
	case r != nil && r.Status == Finished:
		return Finish{At: &r.ReportedAt, By: r.CreatedBy, On: r.MachineID}
	case order != nil && order.Received != nil:
		return Finish{At: order.Received, Received: true}
	}
	return Finish{}
}

// Finish is how all of the operation was finished.
func (s *OperationStanding) Finish() Finish { return finishOf(s.Whole, s.Orders[""]) }

// FinishOf is how one batch of it was, "" for the pieces that are in none.
func (s *OperationStanding) FinishOf(batch string) Finish {
	return finishOf(s.Reports[batch], s.Orders[batch])
}

// Lots are the batches that something was reported or ordered of, "" among them for pieces that are in none.
func (s *OperationStanding) Lots() (batches []string) {
	for batch := range s.Reports {
		batches = append(batches, batch)
	}
	for batch := range s.Orders {
		if s.Reports[batch] == nil {
			batches = append(batches, batch)
		}
	}
	slices.Sort(batches)
	return batches
}

// MouldsFinishedIn are the moulds of which something was finished within a stretch, by whatever report: a later one may say otherwise.
func MouldsFinishedIn(ctx context.Context, tx store.Tx, from, to time.Time) (ids []string, err error) {
	if err := tx.Select((*Progress)(nil)).Distinct().Columns("mould_id").Where("status = ?", Finished).
		Where("COALESCE(real_end, reported_at) >= ? AND COALESCE(real_end, reported_at) < ?", from.UTC(), to.UTC()).ScanColumn(ctx, &ids); err != nil {
		return nil, err
	}
	var received []string
	err = tx.Select((*OutsourceOrder)(nil)).Distinct().Columns("mould_id").Where("received >= ? AND received < ?", from.UTC(), to.UTC()).ScanColumn(ctx, &received)
	ids = append(ids, received...)
	slices.Sort(ids)
	return slices.Compact(ids), err
}
