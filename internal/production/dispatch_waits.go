package production

import (
	"cmp"
	"fmt"
	"slices"

	"mouldworks/internal/route"
)

// floorRoutes are the routes of a mould as the shop floor has left them.
type floorRoutes struct {
	*route.Mould
	ops    []*Operation
	at     map[string]int    // operation -> its index
	partNo map[string]string // by id
}

// routesOnFloor resolves the routes of a mould. What is reported as finished is gone, as is what its supplier has brought
// back and what an electrode that is made has left in its route.
func routesOnFloor(order *Order) *floorRoutes { return routesWithout(order, order.finished) }

// routesForLot are those routes as one batch of a part finds them: what is done for that batch is gone.
func routesForLot(order *Order, part, batch string) *floorRoutes {
	return routesWithout(order, func(x *Operation) bool {
		return order.finished(x) || x.PartID == part && order.lotFinished(x, batch)
	})
}

func routesWithout(order *Order, gone func(*Operation) bool) *floorRoutes {
	r := &floorRoutes{at: map[string]int{}, partNo: map[string]string{}}
	parts := make([]route.Part, len(order.Parts))
	var ops []route.Operation
	for i := range order.Parts {
		p := &order.Parts[i]
		parts[i], r.partNo[p.ID] = p.inRoute(), p.PartNo
		for _, o := range order.Operations[p.ID] {
			x := o.inRoute(i)
			x.Gone = p.made() || gone(o)
			r.at[o.ID] = len(ops)
			r.ops, ops = append(r.ops, o), append(ops, x)
		}
	}
	r.Mould = route.Of(parts, ops)
	return r
}

// inRoute is a part as routes see it.
func (x *Part) inRoute() route.Part {
	part := route.Part{No: x.PartNo, Parent: x.ParentPartNo, NeededAt: x.NeededAtOp}
	switch x.Kind {
	case Electrode:
		part.Kind = route.Electrode
	case Assembly:
		part.Kind = route.Assembly
	}
	return part
}

// inRoute is an operation of a part as routes see it, without what it burns.
func (o *Operation) inRoute(part int) route.Operation {
	pred, _ := route.Parse(o.Pred)
	return route.Operation{Part: part, No: o.OpNo, Branch: o.Branch, Pred: pred}
}

// made tells that nothing is left to make of an electrode.
func (x *Part) made() bool { return x.Kind == Electrode && x.State >= ElectrodeInspected }

// finished tells that an operation is done, by a report or since it came back from its supplier.
func (o *Order) finished(x *Operation) bool {
	p, order := o.Progress[x.ID], o.Outsourced[x.ID]
	return p != nil && p.Status == Finished || order != nil && order.Received != nil
}

// lotFinished tells that an operation is done for a batch, or for the pieces that are in none.
func (o *Order) lotFinished(x *Operation, batch string) bool {
	r, order := o.Reports[LotKey(x.ID, batch)], o.Outsourced[LotKey(x.ID, batch)]
	return r != nil && r.Status == Finished || order != nil && order.Received != nil
}

// waits names the operations that have to be done before this one. Its electrodes are counted beside.
func (d *dispatcher) waits(r *floorRoutes, o *Operation) []string {
	waits := []string{}
	for _, l := range r.Waits(r.at[o.ID]) {
		if l.Why == route.Burnt {
			continue
		}
		x := r.ops[l.Op]
		if slices.Contains(d.hidden, x.GroupID) {
			waits = append(waits, wordHidden.In(d.lang))
			continue
		}
		waits = append(waits, fmt.Sprintf("%s/%d %s", r.partNo[x.PartID], x.OpNo, cmp.Or(d.names.Processes[x.ProcessID], x.StepName().In(d.lang))))
	}
	return waits
}
