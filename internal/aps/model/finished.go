package model

import (
	"time"

	"mouldworks/internal/route"
	"mouldworks/solver/instance"
)

// What is finished is not in the problem. What it leaves behind is a moment before which nothing that follows it can
// begin: its real end, the wait after it, and the way to where it goes on.

// afterFinished is the moment that what is finished before an operation leaves; nil when none of it has a real end. What
// it burns comes by itself.
func (a *Adapter) afterFinished(o *Operation, op *instance.Op) (latest *time.Time) {
	for _, l := range a.routes.Before(a.routes.at[o.ID]) {
		if l.Why != route.Burnt {
			latest = a.after(latest, a.routes.Ops[l.Op], op)
		}
	}
	return latest
}

// brought is when an electrode whose operations are all finished is at the operation that burns with it; nil when it is
// there already, or lies in stock.
func (a *Adapter) brought(m *Mould, electrode string, o *Operation) *instance.Moment {
	var latest *time.Time
	op := &a.File.Ops[a.at[o.ID]]
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.ID != electrode || p.Stocked {
			continue
		}
		for k := range p.Ops {
			latest = a.after(latest, &p.Ops[k], op)
		}
	}
	if latest == nil || !latest.After(a.Start) {
		return nil
	}
	return a.minute(*latest)
}

// after is the later of a moment and the arrival of what a finished operation has made.
func (a *Adapter) after(latest *time.Time, x *Operation, op *instance.Op) *time.Time {
	if x.Status != OpFinished || x.RealEnd == nil {
		return latest
	}
	there := x.RealEnd.Add(time.Duration(int32(x.Lag)+a.shortest(x, op)) * time.Minute)
	if latest != nil && !there.After(*latest) {
		return latest
	}
	return &there
}

// shortest is the way from where an operation was finished to the nearest place where another may be made: which it will
// be is not decided yet, and latest starts are counted so too.
func (a *Adapter) shortest(x *Operation, op *instance.Op) int32 {
	least := int32(-1)
	for i := range op.Modes {
		if way := a.clock.way(x.OnMachine, x.GroupID, op.Modes[i].On); least < 0 || way < least {
			least = way
		}
	}
	return max(0, least)
}
