package model

import (
	"cmp"
	"math"
	"time"

	"mouldworks/solver/instance"
)

// Outside is the value of Operation.Outsource for work that goes to a supplier.
const Outside = 2

// Away tells that an operation is made by a supplier: its route says so, somebody has applied for it, or it lies there.
func (o *Operation) Away() bool { return o.Outsource == Outside || o.Applied || o.Ordered != nil }

// atSupplier plans an operation that a supplier makes: the lead days of the operation, else of the
// supplier for its process, else of the supplier, elapsed. The
// date of an order beats them: what is promised comes back then if it leaves in time, and does not come back sooner.
func (a *Adapter) atSupplier(o *Operation, op *instance.Op) {
	op.Class, op.Crew = "outsourced", 1
	mode := a.Lead(o)
	if o.Promised != nil && o.Ordered == nil {
		back := int32(max(1, a.minute(*o.Promised).Minutes))
		mode.Run = min(mode.Run, back)
		op.NotBefore(instance.At(int64(back-mode.Run)), "mould")
	}
	op.Modes = []instance.Mode{mode}
}

// Lead is how an operation is made at its supplier: in its lead time.
func (a *Adapter) Lead(o *Operation) instance.Mode {
	days, on := o.LeadDays, AnySupplier
	if s := a.Suppliers[cmp.Or(o.Supplier, o.SupplierID)]; s != nil {
		on = s.ID
		if days == 0 {
			days = cmp.Or(s.Processes[o.ProcessID], s.LeadDays)
		}
	}
	return instance.Mode{On: on, Run: int32(math.Ceil(days.Float() * 24 * 60))}
}

// ordered keeps what lies at a supplier there until the day that is promised, else for the lead days since the order.
func (a *Adapter) ordered(o *Operation, op *instance.Op) {
	mode := op.Modes[0]
	back := o.Ordered.Add(time.Duration(mode.Run) * time.Minute)
	if o.Promised != nil {
		back = *o.Promised
	}
	op.Pred = &[]string{}
	op.AnyTime()
	end := max(1, a.minute(back).Minutes) // overdue: any minute now
	a.File.Fixed = append(a.File.Fixed, instance.Fixed{Op: op.ID, Kind: "running", On: mode.On, Start: instance.At(0), End: instance.At(end)})
}

// DoneOn is where something finished was made. Reports about people and suppliers name no machine: their group or
// supplier stands for it.
func (t *Task) DoneOn() string {
	switch {
	case t.Op.OnMachine != "":
		return t.Op.OnMachine
	case t.Op.Away() || t.Group != nil && t.Group.Outside:
		return cmp.Or(t.Op.Supplier, t.Op.SupplierID, AnySupplier)
	case t.Group != nil && t.Group.People:
		return t.Group.ID
	}
	return ""
}
