package production

import (
	"context"
	"time"

	"mouldworks/internal/platform/store"
)

// MouldOutlook is what a mould's customer is told of it: figures of its tree, and nothing of what lies below.
type MouldOutlook struct {
	MouldNo    string
	Name       string
	Delivery   *time.Time
	PlannedEnd *time.Time
	Share      float64 // of the work that is done, 0 to 1
	Finished   bool
	Planned    bool // the plan in force holds it
	Late       bool
}

// Share is how far work is, from 0 to 1.
func (s *Span) Share() float64 {
	if s.Hours <= 0 {
		return 0
	}
	return min(1, float64(s.DoneHours)/float64(s.Hours))
}

// MouldsOfCustomer are the moulds of a customer in the factory by their deliveries: open ones and those on hold, or the finished
// ones that were due, or changed, since a moment. A mould on hold is in no plan, whatever the one in force still says of it.
func (p *Production) MouldsOfCustomer(ctx context.Context, tx store.Tx, customerID string, finishedSince *time.Time) ([]MouldOutlook, error) {
	outlooks := []MouldOutlook{}
	if customerID == "" {
		return outlooks, nil
	}
	var moulds []Mould
	q := tx.Select(&moulds).Where("customer_id = ?", customerID).Order("delivery", "mould_no")
	if finishedSince == nil {
		q = q.Where("status IN (?, ?)", MouldOpen, MouldHold)
	} else {
		q = q.Where("status = ?", MouldFinished).Where("(delivery >= ? OR updated_at >= ?)", *finishedSince, *finishedSince)
	}
	if err := q.Scan(ctx); err != nil || len(moulds) == 0 {
		return outlooks, err
	}
	orders, err := readOrders(ctx, tx, moulds)
	if err != nil {
		return nil, err
	}
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i := range orders {
		m := &orders[i].Mould
		planned, err := p.deps.Planned(ctx, tx, []string{m.ID})
		if err != nil {
			return nil, err
		}
		tree := grown(ctx, tx, &orders[i], names, planned)
		o := MouldOutlook{MouldNo: m.MouldNo, Name: m.Name, Delivery: m.Delivery, Share: tree.Share(), Finished: m.Status == MouldFinished}
		if m.Status == MouldOpen && tree.Planned {
			o.Planned, o.PlannedEnd, o.Late = true, tree.PlannedEnd, tree.Late
		}
		outlooks = append(outlooks, o)
	}
	return outlooks, nil
}
