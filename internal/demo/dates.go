package demo

import (
	"slices"

	"mouldworks/internal/platform/quantity"
)

// startedShare of the moulds are in work when the plan starts.
const startedShare = 0.18

// starts chooses which moulds are in work when the plan starts.
func (g *generator) starts() {
	s := g.shop
	for i, m := range s.moulds {
		release := s.Start
		if m.started = i%8 == 3 || g.chance(startedShare-1.0/8); m.started {
			release = release.AddDate(0, 0, -g.between(24, 28))
		}
		m.release = quantity.DateOf(release, s.Zone)
	}
}

// dates spreads the releases over the span, each mould such that it would be done within it if it were alone, and sets
// what comes later than them: material and programs.
func (g *generator) dates() {
	s := g.shop
	for i, path := range s.paths() {
		m := s.moulds[i]
		m.path = path
		if m.started {
			continue
		}
		release := s.Start.AddDate(0, 0, g.rand.IntN(1+max(0, int((s.Span-path).Hours()/24))))
		m.release = quantity.DateOf(release, s.Zone)
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
