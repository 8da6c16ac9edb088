package model

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// What can work in a run, when, and how far apart it is.

// Resources lists machines, people and suppliers with their calendars; equal calendars are shared.
func (a *Adapter) Resources() {
	a.File.Calendars = append(a.File.Calendars, instance.Calendar{ID: "open"})
	for i := range a.Shop.Groups {
		g := &a.Shop.Groups[i]
		a.Groups[g.ID] = g
	}
	for i := range a.Shop.Machines {
		m := &a.Shop.Machines[i]
		a.Machine[m.ID] = m
		g := a.Groups[m.GroupID]
		if g == nil || !g.Scheduled {
			continue
		}
		a.Machines[g.ID] = append(a.Machines[g.ID], *m)
		exceptions := slices.Concat(g.Exceptions, m.Exceptions)
		r := instance.Resource{ID: m.ID, Group: g.ID, Manned: a.calendar(g, exceptions), Target: int32(m.Target.Float() * 10_000)}
		if m.Automation {
			r.Run = a.calendar(&Group{}, slices.DeleteFunc(exceptions, func(e Exception) bool { return e.Extra }))
		}
		a.File.Resources = append(a.File.Resources, r)
	}
	for i := range a.Shop.Groups {
		if g := &a.Shop.Groups[i]; g.People && g.Scheduled {
			members := int32(max(1, g.Members))
			a.File.Resources = append(a.File.Resources, instance.Resource{ID: g.ID, Group: g.ID, Cap: &members, Manned: a.calendar(g, g.Exceptions)})
		}
	}
	unlimited := int32(0)
	for i := range a.Shop.Suppliers {
		s := &a.Shop.Suppliers[i]
		a.Suppliers[s.ID] = s
		a.File.Resources = append(a.File.Resources, instance.Resource{ID: s.ID, Cap: &unlimited})
	}
	// Work that goes outside without a named supplier.
	a.File.Resources = append(a.File.Resources, instance.Resource{ID: AnySupplier, Cap: &unlimited})
}

// AnySupplier stands for the supplier of work that goes outside without a named one.
const AnySupplier = "outside"

// calendar gives the id of a group's working time with exceptions; without periods it is always open but for them.
func (a *Adapter) calendar(g *Group, exceptions []Exception) string {
	if !g.works(exceptions) {
		return "open"
	}
	content := fmt.Sprint(g.Periods, g.Overtime, g.Rest, g.Closed, g.Workdays, exceptions)
	if id, known := a.Calendars[content]; known {
		return id
	}
	id := "c" + strconv.Itoa(len(a.Calendars)+1)
	a.Calendars[content] = id
	a.File.Calendars = append(a.File.Calendars, g.calendar(id, exceptions, a.minute))
	return id
}

// works tells whether a group has times at all; else it is always open.
func (g *Group) works(exceptions []Exception) bool {
	return len(g.Periods)+len(g.Rest)+len(g.Closed)+len(exceptions) > 0
}

// calendar is the working time of a group with exceptions.
func (g *Group) calendar(id string, exceptions []Exception, moment func(time.Time) *instance.Moment) instance.Calendar {
	c := instance.Calendar{ID: id, Rest: g.Rest, Closed: g.Closed, Workdays: g.Workdays, Periods: g.Periods, OvertimePeriods: g.Overtime}
	for _, e := range exceptions {
		s := instance.Stretch{From: moment(e.From), To: moment(e.To)}
		if e.Extra {
			c.Extra = append(c.Extra, s)
		} else {
			c.Shut = append(c.Shut, s)
		}
	}
	return c
}

// flow is setting 16 with the flow times of pairs; what goes to a supplier and comes back has times of its own.
func (a *Adapter) flow() {
	a.File.Flow.Default = a.minutes("defaultFlowTime")
	known := map[string]bool{}
	for i := range a.File.Resources {
		known[a.File.Resources[i].ID], known[a.File.Resources[i].Group] = true, true
	}
	pair := func(from, to string, minutes quantity.Minutes) {
		if known[from] && known[to] {
			a.File.Flow.Pairs = append(a.File.Flow.Pairs, instance.FlowPair{From: from, To: to, Minutes: int32(minutes)})
		}
	}
	for _, f := range a.Shop.Flows {
		pair(f.From, f.To, f.Minutes)
	}
	for i := range a.Shop.Suppliers {
		s := &a.Shop.Suppliers[i]
		for k := range a.Shop.Groups {
			g := &a.Shop.Groups[k]
			if s.Out > 0 {
				pair(g.ID, s.ID, s.Out)
			}
			if s.Back > 0 {
				pair(s.ID, g.ID, s.Back)
			}
		}
	}
}
