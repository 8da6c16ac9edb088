package model

import (
	"time"

	"mouldworks/solver"
	"mouldworks/solver/figures"
	"mouldworks/solver/instance"
)

// What a group can work, before anything is planned: the time that the resources of a run have.

// GroupTime is the working time of a group in a stretch, in minutes of all its resources together and without overtime.
type GroupTime struct {
	Staffed   int64
	Available int64 // Staffed, and what machines may run with nobody there
}

// GroupTimes are the working times of a group of a shop between each bound and the next. units is how many of it work at once:
// its machines that are planned, or its people.
func (s *Shop) GroupTimes(group string, bounds []time.Time) (times []GroupTime, units int, err error) {
	a, p, at, err := s.opened(bounds)
	if err != nil {
		return nil, 0, err
	}
	times = make([]GroupTime, len(bounds)-1)
	for r := range a.File.Resources {
		if a.File.Resources[r].Group != group {
			continue
		}
		units += int(p.Resources[r].Cap)
		for i := range times {
			times[i].Staffed += figures.Staffed(p, int32(r), at[i], at[i+1])
			times[i].Available += figures.Available(p, int32(r), false, at[i], at[i+1])
		}
	}
	return times, units, nil
}

// ResourceTime is what a machine or the people of a group can work, in minutes between each bound and the next: without overtime,
// a machine that may run with nobody there around the clock.
type ResourceTime struct {
	ID, Group string // ids
	Units     int
	Minutes   []int64
}

// ResourceTimes are the working times of all that takes part in scheduling.
func (s *Shop) ResourceTimes(bounds []time.Time) (times []ResourceTime, err error) {
	a, p, at, err := s.opened(bounds)
	if err != nil {
		return nil, err
	}
	for r := range a.File.Resources {
		if p.Resources[r].Cap == 0 { // a supplier
			continue
		}
		t := ResourceTime{a.File.Resources[r].ID, a.File.Resources[r].Group, int(p.Resources[r].Cap), make([]int64, len(bounds)-1)}
		for i := range t.Minutes {
			t.Minutes[i] = figures.Available(p, int32(r), false, at[i], at[i+1])
		}
		times = append(times, t)
	}
	return times, nil
}

// opened are the resources of a shop as a problem of their own that reaches from the first bound to the last, and the bounds in it.
func (s *Shop) opened(bounds []time.Time) (*Adapter, *solver.Problem, []solver.Min, error) {
	first, last := bounds[0], bounds[len(bounds)-1]
	a := newAdapter(Request{Shop: s, Start: first})
	a.File = &instance.File{
		Format: instance.Format, Start: first.UTC().Format(time.RFC3339), Zone: s.Zone, HorizonDays: int(last.Sub(first).Hours()/24) + 1,
	}
	a.Resources()
	loaded, err := a.File.Build()
	if err != nil {
		return nil, nil, nil, err
	}
	at := make([]solver.Min, len(bounds))
	for i, t := range bounds {
		at[i] = loaded.Problem.Start + solver.Min(t.Sub(first).Minutes())
	}
	return a, loaded.Problem, at, nil
}
