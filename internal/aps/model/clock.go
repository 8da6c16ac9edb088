package model

import (
	"slices"
	"time"

	"mouldworks/solver"
	"mouldworks/solver/calendar"
	"mouldworks/solver/instance"
)

// clock counts working time of the resources of a run in minutes from S, and knows the ways between them. A run needs it
// before there is a problem to solve: for what counts working time from S, for the ends of what is fixed, and for what
// follows finished work.
type clock struct {
	problem   *solver.Problem
	resources map[string]*solver.Resource
	groups    map[string]*solver.Resource // one that works when the group does
	calendars map[int32]calendar.Calendar
}

// newClock makes the clock of a run from its resources and, for what counts working time of a group, the shift and the
// calendar of each group: without overtime, and without the maintenance of the group or of one of its machines.
func newClock(file *instance.File, groups []Group, moment func(time.Time) *instance.Moment) clock {
	c := clock{resources: map[string]*solver.Resource{}, groups: map[string]*solver.Resource{}, calendars: map[int32]calendar.Calendar{}}
	places := &instance.File{
		Format: file.Format, Start: file.Start, Zone: file.Zone, HorizonDays: file.HorizonDays, Flow: file.Flow,
		Calendars: slices.Clone(file.Calendars), Resources: slices.Clone(file.Resources),
	}
	for i := range groups {
		if g := &groups[i]; g.Scheduled {
			own := instance.Resource{ID: "manned:" + g.ID, Group: g.ID}
			if extra := slices.DeleteFunc(slices.Clone(g.Exceptions), func(e Exception) bool { return !e.Extra }); g.works(extra) {
				own.Manned = own.ID
				places.Calendars = append(places.Calendars, g.calendar(own.ID, extra, moment))
			}
			places.Resources = append(places.Resources, own)
		}
	}
	loaded, err := places.Build()
	if err != nil {
		return c // the whole problem will say it again
	}
	c.problem = loaded.Problem
	for i := range file.Resources {
		c.resources[file.Resources[i].ID] = &loaded.Problem.Resources[i]
	}
	for i := len(file.Resources); i < len(places.Resources); i++ {
		c.groups[places.Resources[i].Group] = &loaded.Problem.Resources[i]
	}
	return c
}

// people reports whether a resource takes more than one operation at a time.
func (c clock) people(resource string) bool {
	r := c.resources[resource]
	return r != nil && r.Cap != 1
}

// way is how long a part takes to a resource, in elapsed minutes, from a resource or, where that takes no part in the run,
// from a group.
func (c clock) way(from, group, to string) int32 {
	target := c.resources[to]
	if target == nil || c.problem.Classes == 0 {
		return 0
	}
	class := int32(0)
	if r := c.resources[from]; r != nil {
		class = r.Class
	} else if r := c.groups[group]; r != nil {
		class = r.Class
	} else {
		return 0
	}
	return c.problem.Flow[class*c.problem.Classes+target.Class]
}

// add is the moment when minutes of the group's manned time have passed since from; elapsed time without a calendar.
func (c clock) add(group string, from int64, minutes int32) int64 {
	r := c.groups[group]
	if r == nil || minutes == 0 {
		return from + int64(minutes)
	}
	return c.on(r.Manned[0], from, minutes)
}

// Worked is the end of a pinned operation: its set-up in manned time, its run on its own calendar.
func (c clock) Worked(resource string, start int64, x Pinned) int64 {
	r := c.resources[resource]
	if r == nil {
		return start + int64(x.Setup+x.Run)
	}
	run := r.Manned[0]
	if x.Unattended {
		run = r.Run[0]
	}
	return c.on(run, c.on(r.Manned[0], start, x.Setup), x.Run)
}

func (c clock) on(id int32, from int64, minutes int32) int64 {
	if id == 0 {
		return from + int64(minutes)
	}
	cal, known := c.calendars[id]
	if !known {
		var err error
		if cal, err = calendar.New(c.problem.Calendars[id].Open, c.problem.Calendars[id].Close); err != nil {
			return from + int64(minutes)
		}
		c.calendars[id] = cal
	}
	if end := cal.Add(int32(from), minutes); end != calendar.Never {
		return int64(end)
	}
	return from + int64(minutes)
}
