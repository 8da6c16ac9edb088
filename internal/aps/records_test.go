package aps_test

import (
	"context"
	"slices"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The records of a house are its shop in memory; what the real ones do is shown where app joins the domains.

func (h *house) version(id string) int64 { return max(1, h.versions[id]) }

// operation finds an operation of the shop with its part.
func (h *house) operation(id string) (*model.Part, *model.Operation) {
	for m := range h.shop.Moulds {
		for p := range h.shop.Moulds[m].Parts {
			part := &h.shop.Moulds[m].Parts[p]
			for o := range part.Ops {
				if part.Ops[o].ID == id {
					return part, &part.Ops[o]
				}
			}
		}
	}
	return nil, nil
}

func (h *house) operations(_ context.Context, _ store.Tx, ids []string) (map[string]aps.OperationRecord, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := map[string]aps.OperationRecord{}
	for _, id := range ids {
		part, o := h.operation(id)
		if o == nil {
			continue
		}
		r := aps.OperationRecord{Version: h.version(id), Minutes: o.Minutes, Setup: o.Setup, Lines: map[string]aps.OperationLine{}, Lock: o.Lock, Outsource: o.Outsource, SupplierID: o.SupplierID, LeadDays: o.LeadDays, Batched: len(part.Batches) > 0, Ordered: o.Supplier != "" || o.Promised != nil}
		for _, e := range o.Machines {
			if e.Minutes > 0 {
				r.Lines[e.MachineID] = aps.OperationLine{Minutes: e.Minutes, Setup: e.Setup}
			}
		}
		out[id] = r
	}
	return out, nil
}

// fresh copies what a change of a record touches, so that whoever has read the shop keeps what he has read.
func (h *house) fresh() {
	s := *h.shop
	s.Groups, s.Machines, s.Moulds = slices.Clone(s.Groups), slices.Clone(s.Machines), slices.Clone(s.Moulds)
	for m := range s.Moulds {
		s.Moulds[m].Parts = slices.Clone(s.Moulds[m].Parts)
		for p := range s.Moulds[m].Parts {
			s.Moulds[m].Parts[p].Ops = slices.Clone(s.Moulds[m].Parts[p].Ops)
		}
	}
	h.shop = &s
}

func (h *house) changeOperation(_ context.Context, _ store.Tx, c aps.OperationChange) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.refuse != nil {
		return h.refuse
	}
	if c.Version != h.version(c.ID) {
		return problem.Stale(problem.StaleData{Current: c.ID})
	}
	h.fresh()
	_, o := h.operation(c.ID)
	if c.Lock != nil {
		o.Lock, o.LockMachine, o.LockStart = 0, "", nil
		if c.Lock.Machine != "" {
			o.Lock, o.LockMachine, o.LockStart = 2, c.Lock.Machine, &c.Lock.Start
		}
	}
	if c.Minutes != nil && c.Machine == "" {
		o.Minutes = *c.Minutes
	}
	if c.Minutes != nil && c.Machine != "" {
		o.Machines = slices.Clone(o.Machines)
		k := slices.IndexFunc(o.Machines, func(e model.Eligible) bool { return e.MachineID == c.Machine })
		o.Machines[k].Minutes = *c.Minutes
	}
	if c.Outside != nil {
		o.Outsource, o.SupplierID, o.LeadDays = 2, c.Outside.Supplier, c.Outside.LeadDays
	}
	if h.versions == nil {
		h.versions = map[string]int64{}
	}
	h.versions[c.ID] = h.version(c.ID) + 1
	return nil
}

// checkExtraTime knows the exceptions of machines, as the shop has them by now.
func (h *house) checkExtraTime(_ context.Context, _ store.Tx, x aps.ExtraTime) error {
	for _, m := range h.shop.Machines {
		for _, e := range m.Exceptions {
			if m.ID == x.Machine && e.Extra && x.From.Before(e.To) && e.From.Before(x.To) {
				return problem.Invalid(problem.Field("from", "overlap", problem.L("重叠", "It overlaps")))
			}
		}
	}
	return nil
}

func (h *house) addExtraTime(_ context.Context, _ store.Tx, x aps.ExtraTime) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.refuse != nil {
		return h.refuse
	}
	h.fresh()
	e := model.Exception{From: x.From, To: x.To, Extra: true}
	for i := range h.shop.Machines {
		if m := &h.shop.Machines[i]; m.ID == x.Machine {
			m.Exceptions = append(slices.Clone(m.Exceptions), e)
		}
	}
	for i := range h.shop.Groups {
		if g := &h.shop.Groups[i]; g.ID == x.Group {
			g.Exceptions = append(slices.Clone(g.Exceptions), e)
		}
	}
	return nil
}
