package aps

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// What can work in a run, when, and how far apart it is.

// resources lists machines, people and suppliers with their calendars; equal calendars are shared.
func (a *adapter) resources() {
	a.file.Calendars = append(a.file.Calendars, instance.Calendar{ID: "open"})
	for i := range a.shop.Groups {
		g := &a.shop.Groups[i]
		a.groups[g.ID] = g
	}
	for i := range a.shop.Machines {
		m := &a.shop.Machines[i]
		a.machine[m.ID] = m
		g := a.groups[m.GroupID]
		if g == nil || !g.Scheduled {
			continue
		}
		a.machines[g.ID] = append(a.machines[g.ID], *m)
		exceptions := slices.Concat(g.Exceptions, m.Exceptions)
		r := instance.Resource{ID: m.ID, Group: g.ID, Manned: a.calendar(g, exceptions), Target: int32(m.Target.Float() * 10_000)}
		if m.Automation {
			r.Run = a.calendar(&Group{}, slices.DeleteFunc(exceptions, func(e Exception) bool { return e.Extra }))
		}
		a.file.Resources = append(a.file.Resources, r)
	}
	for i := range a.shop.Groups {
		if g := &a.shop.Groups[i]; g.People && g.Scheduled {
			members := int32(max(1, g.Members))
			a.file.Resources = append(a.file.Resources, instance.Resource{ID: g.ID, Group: g.ID, Cap: &members, Manned: a.calendar(g, g.Exceptions)})
		}
	}
	unlimited := int32(0)
	for i := range a.shop.Suppliers {
		s := &a.shop.Suppliers[i]
		a.suppliers[s.ID] = s
		a.file.Resources = append(a.file.Resources, instance.Resource{ID: s.ID, Cap: &unlimited})
	}
	// Work that goes outside without a named supplier.
	a.file.Resources = append(a.file.Resources, instance.Resource{ID: anySupplier, Cap: &unlimited})
}

const anySupplier = "outside"

// calendar gives the id of a group's working time with exceptions; without periods it is always open but for them.
func (a *adapter) calendar(g *Group, exceptions []Exception) string {
	if !g.works(exceptions) {
		return "open"
	}
	content := fmt.Sprint(g.Periods, g.Overtime, g.Rest, g.Closed, g.Workdays, exceptions)
	if id, known := a.calendars[content]; known {
		return id
	}
	id := "c" + strconv.Itoa(len(a.calendars)+1)
	a.calendars[content] = id
	a.file.Calendars = append(a.file.Calendars, g.calendar(id, exceptions, a.minute))
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
func (a *adapter) flow() {
	a.file.Flow.Default = a.minutes("defaultFlowTime")
	known := map[string]bool{}
	for i := range a.file.Resources {
		known[a.file.Resources[i].ID], known[a.file.Resources[i].Group] = true, true
	}
	pair := func(from, to string, minutes quantity.Minutes) {
		if known[from] && known[to] {
			a.file.Flow.Pairs = append(a.file.Flow.Pairs, instance.FlowPair{From: from, To: to, Minutes: int32(minutes)})
		}
	}
	for _, f := range a.shop.Flows {
		pair(f.From, f.To, f.Minutes)
	}
	for i := range a.shop.Suppliers {
		s := &a.shop.Suppliers[i]
		for k := range a.shop.Groups {
			g := &a.shop.Groups[k]
			if s.Out > 0 {
				pair(g.ID, s.ID, s.Out)
			}
			if s.Back > 0 {
				pair(s.ID, g.ID, s.Back)
			}
		}
	}
}
