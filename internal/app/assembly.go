package app

import (
	"context"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// assemblyHours is what master data and finished moulds say of the hours of assembly.
type assemblyHours struct {
	orderTypes map[string]quantity.Minutes // by id
	partTypes  map[string]quantity.Minutes // by id
	means      map[string]quantity.Minutes // by id of the order type
}

// leastHistory is how many finished moulds make a mean.
const leastHistory = 3

func readAssemblyHours(ctx context.Context, tx store.Tx, orders []production.Order) (*assemblyHours, error) {
	h := &assemblyHours{orderTypes: map[string]quantity.Minutes{}, partTypes: map[string]quantity.Minutes{}, means: map[string]quantity.Minutes{}}
	kinds, err := readKinds(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, x := range kinds.orderTypes {
		h.orderTypes[x.ID] = x.AssemblyMinutes
	}
	for _, x := range kinds.partTypes {
		h.partTypes[x.ID] = quantity.Minutes(x.CAPPMinutes)
	}
	for i := range orders {
		kind := orders[i].Mould.OrderTypeID
		if _, known := h.means[kind]; known || kind == "" {
			continue
		}
		took, err := production.AssemblyHistory(ctx, tx, kind)
		if err != nil {
			return nil, err
		}
		h.means[kind] = 0
		if len(took) >= leastHistory {
			var sum quantity.Minutes
			for _, minutes := range took {
				sum += minutes
			}
			n := quantity.Minutes(len(took))
			h.means[kind] = (sum + n/2) / n
		}
	}
	return h, nil
}

// of are the hours of one order.
func (h *assemblyHours) of(o *production.Order) model.AssemblyHours {
	by := model.AssemblyHours{Fixed: h.orderTypes[o.Mould.OrderTypeID], Mean: h.means[o.Mould.OrderTypeID]}
	for i := range o.Parts {
		if p := &o.Parts[i]; p.Kind == production.Workpiece {
			by.Parts += quantity.Minutes(max(1, p.Qty)) * h.partTypes[p.PartTypeID]
		}
	}
	return by
}
