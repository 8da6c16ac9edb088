package aps

import (
	"cmp"
	"math"
	"time"

	"mouldworks/solver/instance"
)

// outside is the value of Operation.Outsource for work that goes to a supplier.
const outside = 2

// away tells that an operation is made by a supplier: its route says so, or it lies there.
func (o *Operation) away() bool { return o.Outsource == outside || o.Ordered != nil }

// atSupplier plans an operation that a supplier makes: the lead days of the operation, else of the
// supplier for its process, else of the supplier, elapsed. The
// date of an order beats them: what is promised comes back then if it leaves in time, and does not come back sooner.
func (a *adapter) atSupplier(o *Operation, op *instance.Op) {
	op.Class, op.Crew = "outsourced", 1
	mode := a.lead(o)
	if o.Promised != nil && o.Ordered == nil {
		back := int32(max(1, a.minute(*o.Promised).Minutes))
		mode.Run = min(mode.Run, back)
		op.NotBefore(instance.At(int64(back-mode.Run)), "mould")
	}
	op.Modes = []instance.Mode{mode}
}

func (a *adapter) lead(o *Operation) instance.Mode {
	days, on := o.LeadDays, anySupplier
	if s := a.suppliers[cmp.Or(o.Supplier, o.SupplierID)]; s != nil {
		on = s.ID
		if days == 0 {
			days = cmp.Or(s.Processes[o.ProcessID], s.LeadDays)
		}
	}
	return instance.Mode{On: on, Run: int32(math.Ceil(days.Float() * 24 * 60))}
}

// ordered keeps what lies at a supplier there until the day that is promised, else for the lead days since the order.
func (a *adapter) ordered(o *Operation, op *instance.Op) {
	mode := op.Modes[0]
	back := o.Ordered.Add(time.Duration(mode.Run) * time.Minute)
	if o.Promised != nil {
		back = *o.Promised
	}
	op.Pred = &[]string{}
	op.AnyTime()
	end := max(1, a.minute(back).Minutes) // overdue: any minute now
	a.file.Fixed = append(a.file.Fixed, instance.Fixed{Op: op.ID, Kind: "running", On: mode.On, Start: instance.At(0), End: instance.At(end)})
}
