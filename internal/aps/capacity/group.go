package capacity

import "slices"

// Day is what a group can work on a day, or in several, and what it is given, in minutes.
type Day struct {
	Load
	Locked     int64 // of Planned, what is locked to its place
	Outsourced int64 // what suppliers make of its operations, by the hours of their routes: it needs none of Available
	Overload   int64 // by how much the group would have to work longer if no operation waited for another one
	Cumulative int64 // what is free from the first day on
}

// Group is a group day by day.
type Group struct {
	Units int
	Days  []Day
}

// NewGroup is a group that cannot work and is given nothing, over some days.
func NewGroup(days int) *Group { return &Group{Days: make([]Day, days)} }

// Give adds a resource with what it can work and what it is given on each day. What one machine has left is no help to another that
// is given too much: both stand in the sum.
func (g *Group) Give(units int, available, planned []int64) {
	g.Units += units
	for i := range g.Days {
		g.Days[i].Add(LoadOf(available[i], planned[i], 0))
	}
}

// Lock adds what is locked of that.
func (g *Group) Lock(minutes []int64) {
	for i := range g.Days {
		g.Days[i].Locked += minutes[i]
	}
}

// Demand says what the group would work on each day if no operation waited for another one, and sums what is left. It comes last.
func (g *Group) Demand(minutes []int64) {
	free := int64(0)
	for i := range g.Days {
		d := &g.Days[i]
		free += d.Free
		d.Cumulative, d.Overload = free, max(0, minutes[i]-d.Available)
	}
}

// Total is all days together.
func (g *Group) Total() (total Day) {
	for i := range g.Days {
		d := &g.Days[i]
		total.Add(d.Load)
		total.Locked += d.Locked
		total.Outsourced += d.Outsourced
		total.Overload += d.Overload
		total.Cumulative = d.Cumulative
	}
	return total
}

// Nothing tells that a group neither can work nor is given anything.
func (g *Group) Nothing() bool {
	return g.Units == 0 && !slices.ContainsFunc(g.Days, func(d Day) bool { return d.Planned > 0 || d.Outsourced > 0 })
}
