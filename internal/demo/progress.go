package demo

import (
	"time"

	"mouldworks/internal/platform/quantity"
)

// The states of a report.
const (
	running  = 1
	finished = 3
)

// progress reports the first operations of the moulds in work: finished ones, one a working day, then at most one
// running operation per machine. Their electrodes are in stock.
func (g *generator) progress() {
	s := g.shop
	busy := map[string]bool{}
	last := s.Start.AddDate(0, 0, -8) // nothing is reported later
	for _, m := range s.moulds {
		if !m.started {
			continue
		}
		for _, p := range m.parts {
			if p.assembly {
				continue
			}
			day := m.release.In(s.Zone)
			done := g.between(0, len(p.ops)*2/3)
			for k, o := range p.ops[:min(done+1, len(p.ops))] {
				day = g.workday(day)
				if o.expected > 0 || day.After(last.AddDate(0, 0, -2)) {
					break
				}
				if k < done {
					g.finish(o, day)
					continue
				}
				g.run(o, day, busy)
			}
		}
	}
}

func (g *generator) finish(o *operation, day time.Time) {
	o.state = finished
	o.start = day.Add(time.Duration(8*60+6*g.rand.IntN(20)) * time.Minute)
	o.end = o.start.Add(time.Duration(min(o.setup+o.run, 14*60)) * time.Minute)
	if machines := g.machines(o); len(machines) > 0 {
		o.on = pick(g, machines).Name
	}
	o.reported = o.setup + o.run
	stock(o)
}

// run starts an operation on a machine that is free, if it has one.
func (g *generator) run(o *operation, day time.Time, busy map[string]bool) {
	machines := g.machines(o)
	plan, ok := planOf(o.group)
	if !ok || plan.shift != twoShifts || o.machines != nil {
		return
	}
	for _, k := range g.rand.Perm(len(machines)) {
		if name := machines[k].Name; !busy[name] {
			busy[name] = true
			o.state, o.on = running, name
			o.start = day.Add(9 * time.Hour)
			o.remaining = min(o.run, quantity.Minutes(6*g.between(5, 60)))
			o.reported = o.setup + o.run - o.remaining
			stock(o)
			return
		}
	}
}

func stock(o *operation) {
	for _, b := range o.burns {
		b.electrode.stocked = true
	}
}

// workday is the next day that is no Sunday.
func (g *generator) workday(day time.Time) time.Time {
	day = day.AddDate(0, 0, 1)
	if day.Weekday() == time.Sunday {
		day = day.AddDate(0, 0, 1)
	}
	return day
}

// locks pins some waiting operations to a machine, and first operations on machines without running work to a time.
func (g *generator) locks() {
	s := g.shop
	taken := map[string]bool{}
	for _, m := range s.moulds {
		for _, p := range m.parts {
			for _, o := range p.ops {
				if o.state == running {
					taken[o.on] = true
				}
			}
		}
	}
	for _, m := range s.moulds {
		for _, p := range m.parts {
			for k, o := range p.ops {
				machines := g.machines(o)
				if o.state != 0 || len(machines) == 0 || o.machines != nil || o.expected > 0 {
					continue
				}
				switch {
				case k == 0 && p.ready == "" && o.program == "" && !p.assembly && m.release.In(s.Zone).Before(s.Start) && g.chance(0.5):
					g.lockTime(o, machines, taken)
				case g.chance(0.06):
					o.lock, o.on = 1, pick(g, machines).Name
				}
			}
		}
	}
}

// lockTime pins a short operation of two shifts to the morning of the first or second plan day.
func (g *generator) lockTime(o *operation, machines []Machine, taken map[string]bool) {
	plan, _ := planOf(o.group)
	name := pick(g, machines).Name
	if plan.shift != twoShifts || len(o.burns) > 0 || o.setup+o.run > 12*60 || taken[name] {
		return
	}
	taken[name] = true
	day := g.shop.Start.AddDate(0, 0, g.rand.IntN(2))
	if day.Weekday() == time.Sunday {
		day = day.AddDate(0, 0, 1)
	}
	o.lock, o.on, o.lockStart = 2, name, day
}
