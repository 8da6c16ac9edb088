package aps

import (
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// The values of setting 12.
const (
	specHard = 1
	specSoft = 2
)

// levelExact is the value of setting 8 that takes machines of the part's own grade alone.
const levelExact = 2

// fitting narrows the resources of an operation to those that the settings on specification and level allow for a
// part. What is unknown of a part or a machine fits. When nothing fits, a hard specification leaves no resource, a soft
// one marks those that it breaks.
func (a *adapter) fitting(p *Part, modes []instance.Mode) []instance.Mode {
	if a.number("resourceLevelAllocation") == levelExact {
		modes = a.keep(modes, func(m *Machine) bool { return p.Grade == 0 || m.Level == 0 || m.Level == p.Grade })
	}
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

// keep filters modes by their machine; people and suppliers stay.
func (a *adapter) keep(modes []instance.Mode, fits func(*Machine) bool) []instance.Mode {
	var kept []instance.Mode
	for _, mode := range modes {
		if m := a.machine[mode.On]; m == nil || fits(m) {
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
		(p.Length == 0 || p.Width == 0 || l.Length == 0 || l.Width == 0 || min(p.Length, p.Width) <= min(l.Length, l.Width)) &&
		within(p.Height, l.Height) && within(p.Weight, l.Weight) && within(p.Hardness, l.Hardest) &&
		(p.Hardness == 0 || l.Softest == 0 || p.Hardness >= l.Softest)
}
