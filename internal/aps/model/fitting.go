package model

import (
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// The values of setting 12.
const (
	specHard = 1
	specSoft = 2
)

// The values of setting 8 that look at levels; a smaller rank is finer.
const (
	levelFiner   = 1 // the part's own grade, or a finer machine that is clearly faster
	levelExact   = 2 // the part's own grade alone
	levelCoarser = 3 // its own grade or finer, or a coarser machine that is clearly faster, marked
)

// fitting narrows the resources of an operation to those that the settings on specification and level allow for a
// part. What is unknown of a part or a machine fits. When nothing fits, a hard specification leaves no resource, a soft
// one marks those that it breaks.
func (a *Adapter) fitting(p *Part, modes []instance.Mode) []instance.Mode {
	modes = a.levels(p, modes)
	spec := a.number("resourceSpecConstraints")
	if spec != specHard && spec != specSoft {
		return modes
	}
	fit := a.keep(modes, func(m *Machine) bool { return m.takes(p) })
	if len(fit) > 0 || spec == specHard {
		return fit
	}
	for i := range modes {
		modes[i].Flags = append(modes[i].Flags, "breaks-spec")
	}
	return modes
}

// levels is setting 8: which machines are fine enough for a part, and which of them are taken only when they end
// earlier by more than the tolerance.
func (a *Adapter) levels(p *Part, modes []instance.Mode) []instance.Mode {
	choice := a.number("resourceLevelAllocation")
	if choice != levelFiner && choice != levelExact && choice != levelCoarser {
		return modes
	}
	known := func(m *Machine) bool { return p.Grade != 0 && m.Level != 0 }
	if choice != levelCoarser {
		modes = a.keep(modes, func(m *Machine) bool {
			return !known(m) || m.Level == p.Grade || (choice == levelFiner && m.Level < p.Grade)
		})
	}
	for i := range modes {
		m := a.Machine[modes[i].On]
		switch {
		case m == nil || !known(m):
		case choice == levelFiner && m.Level < p.Grade:
			modes[i].Reluctance += a.minutes("levelTolerance")
		case choice == levelCoarser && m.Level > p.Grade:
			modes[i].Reluctance += a.minutes("levelTolerance")
			modes[i].Flags = append(modes[i].Flags, "coarse")
		}
	}
	return modes
}

// keep filters modes by their machine; people and suppliers stay.
func (a *Adapter) keep(modes []instance.Mode, fits func(*Machine) bool) []instance.Mode {
	var kept []instance.Mode
	for _, mode := range modes {
		if m := a.Machine[mode.On]; m == nil || fits(m) {
			kept = append(kept, mode)
		}
	}
	return kept
}

// takes reports whether a part fits a machine: its longer side along the longer travel, since it may be turned, its
// height, weight and hardness.
func (m *Machine) takes(p *Part) bool {
	within := func(size, limit quantity.Decimal) bool { return size == 0 || limit == 0 || size <= limit }
	l := m.Limits
	return within(max(p.Length, p.Width), max(l.Length, l.Width)) &&
		within(min(p.Length, p.Width), min(l.Length, l.Width)) &&
		within(p.Height, l.Height) && within(p.Weight, l.Weight) && within(p.Hardness, l.Hardest) &&
		(p.Hardness == 0 || l.Softest == 0 || p.Hardness >= l.Softest)
}
