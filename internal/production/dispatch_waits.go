package production

import (
	"cmp"
	"fmt"
	"slices"

	"mouldworks/internal/route"
)

// Routes answers which operations of a mould stand directly before others.
type Routes struct {
	order  *Order
	partNo map[string]string
	byPart map[string][]*Operation // by part number
	joins  map[string][]*Operation // by operation: the last ones of the parts that it takes up
}

// RoutesOf reads the routes of a mould.
func RoutesOf(order *Order) *Routes {
	r := &Routes{order: order, partNo: map[string]string{}, byPart: map[string][]*Operation{}, joins: map[string][]*Operation{}}
	for i := range order.Parts {
		r.partNo[order.Parts[i].ID] = order.Parts[i].PartNo
	}
	for id, ops := range order.Operations {
		r.byPart[r.partNo[id]] = ops
	}
	assembly := r.assembly()
	for i := range order.Parts {
		p := &order.Parts[i]
		into := assembly
		switch {
		case p.Kind == Electrode:
			continue
		case p.ParentPartNo != "":
			into = r.entry(p.ParentPartNo, p.NeededAtOp)
		case p.Kind == Assembly:
			continue
		}
		for _, o := range into {
			r.joins[o.ID] = append(r.joins[o.ID], r.last(p.PartNo)...)
		}
	}
	return r
}

// Before are the operations that an operation follows: those it names, else all of the number before, and the last ones
// of the parts that are built in with it.
func (r *Routes) Before(part *Part, o *Operation) []*Operation {
	return slices.Concat(r.inRoute(part, o), r.joins[o.ID])
}

func (r *Routes) inRoute(part *Part, o *Operation) (found []*Operation) {
	if o.Pred != "" {
		preds, _ := route.Parse(o.Pred)
		for _, p := range preds {
			for _, x := range r.byPart[cmp.Or(p.PartNo, part.PartNo)] {
				if x.OpNo == p.OpNo && (p.Branch == "" || p.Branch == x.Branch) {
					found = append(found, x)
				}
			}
		}
		return found
	}
	number := 0
	for _, x := range r.byPart[part.PartNo] {
		if x.OpNo < o.OpNo {
			number = max(number, x.OpNo)
		}
	}
	return r.numbered(part.PartNo, number)
}

// numbered are all branches of an operation.
func (r *Routes) numbered(part string, number int) (found []*Operation) {
	for _, x := range r.byPart[part] {
		if x.OpNo == number {
			found = append(found, x)
		}
	}
	return found
}

func (r *Routes) last(part string) []*Operation {
	number := 0
	for _, x := range r.byPart[part] {
		number = max(number, x.OpNo)
	}
	return r.numbered(part, number)
}

// entry are all branches of the operation in which a part takes up what is built into it: the named one, else the first
// that is not finished.
func (r *Routes) entry(part string, number int) []*Operation {
	if number == 0 {
		for _, x := range r.byPart[part] {
			if !r.finished(x) && (number == 0 || x.OpNo < number) {
				number = x.OpNo
			}
		}
	}
	return r.numbered(part, number)
}

// assembly is where parts without a parent meet: the first assembly that has something left to do.
func (r *Routes) assembly() []*Operation {
	var numbers []string
	for i := range r.order.Parts {
		if p := &r.order.Parts[i]; p.Kind == Assembly && p.ParentPartNo == "" {
			numbers = append(numbers, p.PartNo)
		}
	}
	slices.Sort(numbers)
	for _, no := range numbers {
		if entry := r.entry(no, 0); len(entry) > 0 {
			return entry
		}
	}
	return nil
}

// finished tells that an operation is done, by a report or since it came back from its supplier.
func (r *Routes) finished(o *Operation) bool {
	p, order := r.order.Progress[o.ID], r.order.Outsourced[o.ID]
	return p != nil && p.Status == Finished || order != nil && order.Received != nil
}

// waits names the operations before this one that are not finished.
func (d *dispatcher) waits(r *Routes, part *Part, o *Operation) []string {
	waits := []string{}
	for _, x := range r.Before(part, o) {
		if !r.finished(x) {
			waits = append(waits, fmt.Sprintf("%s/%d %s", r.partNo[x.PartID], x.OpNo, cmp.Or(d.names.Processes[x.ProcessID], x.StepName().In(d.lang))))
		}
	}
	return waits
}
