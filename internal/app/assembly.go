package app

import (
	"context"

	"mouldworks/internal/aps"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// assemblyHours is what master data and finished moulds say of the hours of assembly.
type assemblyHours struct {
	orderTypes map[string]quantity.Minutes // by name
	partTypes  map[string]quantity.Minutes // by name and code
	means      map[string]quantity.Minutes // by order type
}

// leastHistory is how many finished moulds make a mean.
const leastHistory = 3

func readAssemblyHours(ctx context.Context, tx store.Tx, orders []production.Order) (*assemblyHours, error) {
	h := &assemblyHours{orderTypes: map[string]quantity.Minutes{}, partTypes: map[string]quantity.Minutes{}, means: map[string]quantity.Minutes{}}
	var orderTypes []basedata.OrderType
	if err := tx.Select(&orderTypes).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range orderTypes {
		h.orderTypes[orderTypes[i].Name] = orderTypes[i].AssemblyMinutes
	}
	var partTypes []basedata.PartType
	if err := tx.Select(&partTypes).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range partTypes { // names first: a code that equals another one's name wins
		h.partTypes[partTypes[i].Name] = quantity.Minutes(partTypes[i].CAPPMinutes)
	}
	for i := range partTypes {
		if code := partTypes[i].Code; code != "" {
			h.partTypes[code] = quantity.Minutes(partTypes[i].CAPPMinutes)
		}
	}
	for i := range orders {
		kind := orders[i].Mould.OrderType
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
func (h *assemblyHours) of(o *production.Order) aps.AssemblyHours {
	by := aps.AssemblyHours{Fixed: h.orderTypes[o.Mould.OrderType], Mean: h.means[o.Mould.OrderType]}
	for i := range o.Parts {
		if p := &o.Parts[i]; p.Kind == production.Workpiece {
			by.Parts += quantity.Minutes(max(1, p.Qty)) * h.partTypes[p.PartType]
		}
	}
	return by
}
