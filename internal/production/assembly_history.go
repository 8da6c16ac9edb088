package production

import (
	"context"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// mostHistory is how many finished moulds are looked at.
const mostHistory = 10

// AssemblyHistory is what assembly took in the moulds of an order type that were finished last, at most ten: the minutes
// reported on the first operation of their assembly. Moulds without such a report say nothing.
func AssemblyHistory(ctx context.Context, tx store.Tx, orderTypeID string) ([]quantity.Minutes, error) {
	var moulds []Mould
	if err := tx.Select(&moulds).Where("status = ?", MouldFinished).Where("order_type_id = ?", orderTypeID).Order("updated_at DESC", "id").Limit(mostHistory, 0).Scan(ctx); err != nil || len(moulds) == 0 {
		return nil, err
	}
	orders, err := readOrders(ctx, tx, moulds)
	if err != nil {
		return nil, err
	}
	var took []quantity.Minutes
	for i := range orders {
		if minutes := orders[i].assemblyTook(); minutes > 0 {
			took = append(took, minutes)
		}
	}
	return took, nil
}

func (o *Order) assemblyTook() (minutes quantity.Minutes) {
	for i := range o.Parts {
		p := &o.Parts[i]
		if p.Kind != Assembly || p.ParentPartNo != "" {
			continue
		}
		var first *Operation
		for _, op := range o.Operations[p.ID] {
			if op.OrderStep == ImpliedTryout { // no assembly, also where it stands alone
				continue
			}
			if first == nil || op.OpNo < first.OpNo {
				first = op
			}
		}
		if first != nil && o.Progress[first.ID] != nil {
			minutes += o.Progress[first.ID].ReportedMinutes
		}
	}
	return minutes
}
