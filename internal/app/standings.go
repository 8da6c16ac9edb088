package app

import (
	"context"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// standingsOf reads how operations stand at this moment, as a run would see them.
func standingsOf(ctx context.Context, tx store.Tx, mouldIDs, ids []string) (map[string]plan.OperationStanding, error) {
	rows, err := production.Standings(ctx, tx, mouldIDs, ids)
	if err != nil {
		return nil, err
	}
	standings := make(map[string]plan.OperationStanding, len(rows))
	for id, r := range rows {
		s := plan.OperationStanding{Lock: r.Operation.Lock, CAMStatus: r.Operation.CAMStatus, Qty: r.Qty, PartDue: r.PartDue, Whole: progressOf(r.Whole, r.Orders[""]), Lots: map[string]model.Progress{}}
		for batch, report := range r.Reports {
			s.Lots[batch] = progressOf(report, r.Orders[batch])
		}
		for batch, order := range r.Orders {
			if r.Reports[batch] == nil {
				s.Lots[batch] = progressOf(nil, order)
			}
		}
		standings[id] = s
	}
	return standings, nil
}
