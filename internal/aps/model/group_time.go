package model

import (
	"time"

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
	first, last := bounds[0], bounds[len(bounds)-1]
	a := newAdapter(Request{Shop: s, Start: first})
	a.File = &instance.File{
		Format: instance.Format, Start: first.UTC().Format(time.RFC3339), Zone: s.Zone, HorizonDays: int(last.Sub(first).Hours()/24) + 1,
	}
	a.Resources()
	loaded, err := a.File.Build()
	if err != nil {
		return nil, 0, err
	}
	p := loaded.Problem
	at := func(t time.Time) int32 { return p.Start + int32(t.Sub(first).Minutes()) }
	times = make([]GroupTime, len(bounds)-1)
	for r := range a.File.Resources {
		if a.File.Resources[r].Group != group {
			continue
		}
		units += int(p.Resources[r].Cap)
		for i := range times {
			from, to := at(bounds[i]), at(bounds[i+1])
			times[i].Staffed += figures.Staffed(p, int32(r), from, to)
			times[i].Available += figures.Available(p, int32(r), false, from, to)
		}
	}
	return times, units, nil
}
