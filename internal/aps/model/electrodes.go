package model

import (
	"maps"
	"slices"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// leads holds an operation back by the lead times of settings 18 and 19, which count manned time of its group from S.
func (a *Adapter) leads(p *Part, o *Operation, op *instance.Op, first bool) {
	if o.Status != 0 {
		return
	}
	wait := func(at int64, cause string) { op.NotBefore(instance.At(at), cause) }
	if first && p.Electrode {
		from := int64(0)
		if p.DesignReady != nil {
			from = max(0, a.minute(*p.DesignReady).Minutes)
		}
		preparation := a.minutes("electrodePreProcessTime")
		if p.MaterialReady != nil && !p.MaterialReady.After(a.Start) {
			preparation = 0 // its blank lies ready
		}
		wait(a.clock.add(o.GroupID, from, preparation), "design")
	}
	if a.notSplit(o) {
		wait(a.clock.add(o.GroupID, 0, a.minutes("edmLeadNotSplit")), "assumed")
		if o.DesignDue != nil && o.DesignDue.After(a.Start) {
			wait(a.clock.add(o.GroupID, a.minute(*o.DesignDue).Minutes, a.minutes("edmLeadNotStocked")), "assumed")
		}
	}
}

// notSplit is an EDM operation that needs electrodes of which none is known.
func (a *Adapter) notSplit(o *Operation) bool {
	return o.EDM && o.Status == 0 && o.Expected > 0 && len(o.Burns) == 0
}

// electrodes ties the EDM operations of a mould to what they burn.
func (a *Adapter) electrodes(m *Mould) {
	assumed := map[string]bool{}
	for i := range m.Parts {
		for k := range m.Parts[i].Ops {
			o := &m.Parts[i].Ops[k]
			switch {
			case !a.has(o.ID) || o.Status != 0:
			case len(o.Burns) > 0:
				assumed[o.ID] = a.burns(m, o)
			default:
				assumed[o.ID] = a.notSplit(o)
			}
		}
	}
	for i := range a.out.Tasks {
		if t := &a.out.Tasks[i]; assumed[t.ID] {
			t.Assumed = true
		}
	}
}

// burns ties an EDM operation to its electrodes, each in one of three states: it lies ready; it is made in the run; it
// is known but neither, and then arrives after the lead time of setting 20. It reports whether it had to assume that.
func (a *Adapter) burns(m *Mould, o *Operation) (assumed bool) {
	share := (o.Minutes - o.Setup) / quantity.Minutes(len(o.Burns))
	e := instance.Electrode{Op: o.ID, Transfer: int32(a.number("minElectrodeTransferQty"))}
	beside := map[string]int{} // further operations that end an electrode: which burn they hold back
	for _, b := range o.Burns {
		burn := instance.Burn{Run: int32(b.Minutes)}
		if burn.Run == 0 {
			burn.Run = int32(max(1, share))
		}
		switch made := a.routes.lastLeft(b.PartID); {
		case len(made) > 0:
			burn.From = made[len(made)-1]
			for _, from := range made[:len(made)-1] { // parallel branches: it is there when all are done
				beside[from] = len(e.Burns)
			}
		case onTheWay(m, b.PartID):
			burn.At = instance.At(int64(a.minutes("defaultFlowTime")))
		case !Lies(m, b.PartID):
			assumed = true
			burn.At = instance.At(a.clock.add(o.GroupID, 0, a.minutes("edmLeadNotStocked")))
		default:
			burn.At = a.brought(m, b.PartID, o)
		}
		e.Burns = append(e.Burns, burn)
	}
	a.File.Electrodes = append(a.File.Electrodes, e)
	for _, from := range slices.Sorted(maps.Keys(beside)) {
		a.File.Edges = append(a.File.Edges, instance.Edge{From: from, To: o.ID, ToAt: new(e.Point(beside[from]))})
	}
	return assumed
}

// Lies reports whether an electrode of the mould is in stock, or has all its operations behind it.
func Lies(m *Mould, id string) bool {
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.ID != id {
			continue
		}
		for k := range p.Ops {
			if p.Ops[k].Status != 3 {
				return false
			}
		}
		return p.Stocked || len(p.Ops) > 0
	}
	return false
}

// onTheWay reports whether an electrode is inspected and only has to reach the EDM machine.
func onTheWay(m *Mould, id string) bool {
	for i := range m.Parts {
		if m.Parts[i].ID == id {
			return m.Parts[i].Inspected
		}
	}
	return false
}
