package production

import (
	"cmp"
	"fmt"
	"strings"

	"mouldworks/internal/production/workbook"
)

// routes answers which operations stand before another one.
type routes struct {
	order  *Order
	partNo map[string]string
	byPart map[string][]*Operation // by part number, made when first asked for
}

// before are the operations that an operation follows: those it names, else all of the number before.
func (r *routes) before(part *Part, o *Operation) []*Operation {
	if r.byPart == nil {
		r.byPart = map[string][]*Operation{}
		for id, ops := range r.order.Operations {
			r.byPart[r.partNo[id]] = ops
		}
	}
	var found []*Operation
	if o.Pred != "" {
		for token := range strings.SplitSeq(o.Pred, ";") {
			p, _ := workbook.ParsePred(token)
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
	for _, x := range r.byPart[part.PartNo] {
		if x.OpNo == number {
			found = append(found, x)
		}
	}
	return found
}

// waits names the operations before this one that are not finished.
func (d *dispatcher) waits(r *routes, part *Part, o *Operation) []string {
	waits := []string{}
	for _, x := range r.before(part, o) {
		if p := r.order.Progress[x.ID]; p == nil || p.Status != Finished {
			waits = append(waits, fmt.Sprintf("%s/%d %s", r.partNo[x.PartID], x.OpNo, d.names.Processes[x.ProcessID]))
		}
	}
	return waits
}
