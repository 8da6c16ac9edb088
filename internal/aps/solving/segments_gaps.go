package solving

import (
	"cmp"
	"slices"

	"mouldworks/solver"
	"mouldworks/solver/calendar"
)

// Where segments can go: what the resources leave free, in the calendars of set-up and run.

// gaps are the idle stretches of a resource between a moment and another, in their order; what lies right before the
// second moment is none.
func (c *cutter) gaps(resource int32, from, until solver.Min) (gaps [][2]solver.Min) {
	at := max(from, c.out.Loaded.Problem.Start)
	for _, busy := range c.busy(resource) {
		if busy[0] >= until {
			break
		}
		if at < busy[0] {
			gaps = append(gaps, [2]solver.Min{at, busy[0]})
		}
		at = max(at, busy[1])
	}
	return gaps
}

// idle are the idle stretches of a resource that begin between two moments, whole.
func (c *cutter) idle(resource int32, from, until solver.Min) (stretches [][2]solver.Min) {
	at := max(from, c.out.Loaded.Problem.Start)
	for _, busy := range c.busy(resource) {
		if at < min(busy[0], until) {
			stretches = append(stretches, [2]solver.Min{at, busy[0]})
		}
		at = max(at, busy[1])
	}
	if at < until {
		stretches = append(stretches, [2]solver.Min{at, c.out.Loaded.Problem.End})
	}
	return stretches
}

// busy is what a resource does, and when it is closed, by start.
func (c *cutter) busy(resource int32) [][2]solver.Min {
	if c.occupied != nil {
		return c.occupied[resource]
	}
	p := c.out.Loaded.Problem
	c.occupied = make([][][2]solver.Min, len(p.Resources))
	for o, r := range c.plan.Resource {
		if r >= 0 {
			c.occupied[r] = append(c.occupied[r], [2]solver.Min{c.plan.Start[o], c.plan.End[o]})
		}
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		c.occupied[b.Resource] = append(c.occupied[b.Resource], [2]solver.Min{b.Start, b.End})
	}
	for _, spans := range c.occupied {
		slices.SortFunc(spans, func(x, y [2]solver.Min) int { return cmp.Compare(x[0], y[0]) })
	}
	return c.occupied[resource]
}

// clocks are the calendars of the set-up and of the run of an operation in a mode.
func (c *cutter) clocks(o int32, mode *solver.Mode) (manned, run *calendar.Calendar) {
	p := c.out.Loaded.Problem
	overtime := 0
	if p.Ops[o].Overtime {
		overtime = 1
	}
	r := &p.Resources[mode.Resource]
	manned = c.calendar(r.Manned[overtime])
	if mode.Unattended {
		return manned, c.calendar(r.Run[overtime])
	}
	return manned, manned
}

func (c *cutter) calendar(id int32) *calendar.Calendar {
	cal := c.calendars[id]
	if cal == nil {
		cal = &calendar.Calendar{} // always open
		if id != 0 {
			if built, err := calendar.New(c.out.Loaded.Problem.Calendars[id].Open, c.out.Loaded.Problem.Calendars[id].Close); err == nil {
				cal = &built
			}
		}
		c.calendars[id] = cal
	}
	return cal
}
