package demo

import (
	"maps"
	"math"
	"slices"
	"time"

	"mouldworks/internal/platform/quantity"
)

// weekly is how many minutes a resource of the group can work in a week.
func weekly(g Group, automated bool) float64 {
	switch {
	case automated: // set-ups are manned, runs go on
		return 6.5 * 24 * 60
	case g.Shift == dayShift:
		return 6 * 8 * 60
	}
	return 6 * 16 * 60
}

// capacities are the minutes a week of the shop's own groups; outside ones have no limit and are left out.
func (g *generator) capacities() map[string]float64 {
	caps := map[string]float64{}
	for _, group := range g.own.Groups {
		machines := g.own.MachinesOf(group.Code)
		switch group.Kind {
		case Machinery:
			rate := 0.0
			for _, m := range machines {
				rate += m.WorkRate.Float()
			}
			caps[group.Code] = rate * weekly(group, machines[0].Automation)
		case People:
			caps[group.Code] = float64(group.Members) * weekly(group, false)
		}
	}
	return caps
}

// work adds up what each group has still to do.
func (g *generator) work() map[string]float64 {
	sum := map[string]float64{}
	for _, m := range g.shop.moulds {
		for _, p := range m.parts {
			for _, o := range p.ops {
				if o.state != finished {
					sum[o.group] += float64((o.setup + o.run) * quantity.Minutes(o.crew))
				}
			}
		}
		for _, e := range m.electrodes {
			if e.stocked {
				continue
			}
			sum[elecMill] += float64(e.mill)
			sum[cmm] += float64(e.inspect)
		}
	}
	return sum
}

// balance makes the sinker EDM (of some seeds the finishing machines) the bottleneck, loaded to nine tenths over the
// span, and the other groups loaded to a half or two thirds: hours are stretched or shrunk per group
// around the span that needs the least of it.
func (g *generator) balance() {
	caps, work := g.capacities(), g.work()
	bottleneck := edm
	if g.chance(0.25) {
		bottleneck = finish
	}
	target := map[string]float64{}
	weight, logs := 0.0, 0.0
	for _, code := range slices.Sorted(maps.Keys(caps)) {
		target[code] = 0.56 + 0.15*g.rand.Float64() // what started moulds have made is taken off later
		if code == bottleneck || code == twinOf(g.own, bottleneck) {
			target[code] = 0.91 + 0.03*g.rand.Float64()
		}
		if work[code] > 0 {
			weight += work[code]
			logs += work[code] * math.Log(work[code]/caps[code]/target[code])
		}
	}
	weeks := max(1, math.Exp(logs/weight))
	g.shop.Span = time.Duration(weeks * 7 * 24 * float64(time.Hour)).Truncate(time.Hour)
	factor := map[string]float64{}
	for code := range caps {
		if work[code] > 0 {
			factor[code] = target[code] * weeks * caps[code] / work[code]
		}
	}
	scale := func(m *quantity.Minutes, group string, least quantity.Minutes) {
		if f, ok := factor[group]; ok && *m > 0 {
			*m = max(least, 6*quantity.Minutes(math.Round(float64(*m)*f/6)))
		}
	}
	for _, m := range g.shop.moulds {
		for _, p := range m.parts {
			for _, o := range p.ops {
				scale(&o.run, o.group, 6)
				o.share()
			}
		}
		for _, e := range m.electrodes {
			scale(&e.mill, elecMill, 12)
			scale(&e.inspect, cmm, 6)
		}
	}
}

// share turns the burns' shares of a million into minutes that sum to the run.
func (o *operation) share() {
	o.run = max(o.run, quantity.Minutes(len(o.burns))) // a minute each at least
	left := o.run
	for i := range o.burns {
		b := &o.burns[i]
		rest := quantity.Minutes(len(o.burns) - i - 1)
		b.minutes = min(max(1, o.run*b.minutes/1_000_000), left-rest)
		if rest == 0 {
			b.minutes = left
		}
		left -= b.minutes
	}
}

// Load is how busy each group is over Span with the work that is left, 1 = all its working time.
func (s *Shop) Load() map[string]float64 {
	own := factory(s.Moulds)
	g := &generator{shop: s, own: &own}
	caps, load := g.capacities(), map[string]float64{}
	weeks := s.Span.Hours() / (7 * 24)
	for group, minutes := range g.work() {
		if c := caps[group]; c > 0 {
			load[group] = minutes / (c * weeks)
		}
	}
	return load
}
