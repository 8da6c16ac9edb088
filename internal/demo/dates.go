package demo

import (
	"math"
	"slices"
	"time"

	"mouldworks/internal/platform/quantity"
)

// startedShare of the moulds are in work when the plan starts.
const startedShare = 0.18

// dates sets releases over the span and deliveries by the critical path of each mould: due = release + F x path, F
// from 1.3 to 2.6 for new moulds and from 1.05 to 1.5 for repairs.
func (g *generator) dates() {
	s := g.shop
	span := int(math.Ceil(s.Span.Hours() / 24))
	for i, m := range s.moulds {
		m.started = i%8 == 3 || g.chance(startedShare-1.0/8)
		days := g.rand.IntN(span)
		if m.started {
			days = -g.between(24, 28)
		}
		release := s.Start.AddDate(0, 0, days)
		f := 1.3 + 1.3*g.rand.Float64()
		if m.repair {
			f = 1.05 + 0.45*g.rand.Float64()
		}
		due := release.Add(time.Duration(f * g.path(m) * float64(time.Minute)))
		if soonest := s.Start.AddDate(0, 0, 3); due.Before(soonest) {
			due = soonest
		}
		m.release, m.delivery = quantity.DateOf(release, s.Zone), quantity.DateOf(due, s.Zone)
		if !m.started {
			for _, p := range m.parts {
				if !p.assembly && g.chance(0.15) {
					p.ready = quantity.DateOf(release.AddDate(0, 0, g.between(1, 5)), s.Zone)
				}
				for _, o := range p.ops {
					if plan, ok := planOf(o.group); ok && plan.section == "CNC" && !p.assembly && g.chance(0.08) {
						o.program = quantity.DateOf(release.AddDate(0, 0, g.between(2, 6)), s.Zone)
					}
				}
			}
		}
	}
}

// path is the elapsed minutes of the longest way through the mould without waiting for resources.
func (g *generator) path(m *mould) float64 {
	longest, assembly := 0.0, 0.0
	for _, p := range m.parts {
		length := 0.0
		for _, o := range p.ops {
			length += g.elapsed(o)
		}
		if p.assembly {
			assembly = length
		} else {
			longest = max(longest, length)
		}
	}
	return longest + assembly
}

// elapsed is the wall time of an operation with the flow to the next one.
func (g *generator) elapsed(o *operation) float64 {
	if o.supplier != "" {
		return float64(o.leadDays)*24*60 + 24*60
	}
	group, _ := g.own.Group(o.group)
	const week = 7 * 24 * 60
	return float64(o.setup+o.run)*week/weekly(group, o.unattended) + 15
}

// narrow names the machines that can do an operation, for some operations: the large or accurate ones of the group.
func (g *generator) narrow() {
	for _, m := range g.shop.moulds {
		for _, p := range m.parts {
			for _, o := range p.ops {
				machines := g.machines(o)
				if len(machines) < 3 || o.group == press || !g.chance(0.05) {
					continue
				}
				n := g.between(2, min(4, len(machines)-1))
				for _, k := range g.rand.Perm(len(machines))[:n] {
					o.machines = append(o.machines, machines[k].Name)
				}
				slices.Sort(o.machines)
			}
		}
	}
}

// machines lists those of the basis that can do the operation.
func (g *generator) machines(o *operation) []Machine { return g.shop.machinesFor(o.group) }

// machinesFor lists the machines for a group of the shop; a group that the basis lacks is a second hall's and is taken
// by the first one's.
func (s *Shop) machinesFor(group string) []Machine { return s.Basis.MachinesOf(s.groupFor(group)) }

func (s *Shop) groupFor(group string) string {
	if _, ok := s.Basis.Group(group); ok {
		return group
	}
	if p, ok := planOf(group); ok {
		return p.code
	}
	return group
}
