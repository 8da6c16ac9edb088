package app

import (
	"context"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/batching"
)

func (a *App) batchingDeps() batching.Deps {
	return batching.Deps{Production: a.Production, Names: productionNames, Leads: validLeads}
}

// validLeads are how long the suppliers that may be chosen take.
func validLeads(ctx context.Context, tx store.Tx) (map[string]production.SupplierLead, error) {
	var suppliers []basedata.Supplier
	if err := tx.Select(&suppliers).Where("valid = ?", true).Scan(ctx); err != nil {
		return nil, err
	}
	leads := map[string]production.SupplierLead{}
	for i := range suppliers {
		leads[suppliers[i].ID] = production.SupplierLead{Days: suppliers[i].LeadDays, Processes: leadsOf(&suppliers[i])}
	}
	return leads, nil
}
