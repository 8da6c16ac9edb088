package model

import (
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// On what an operation can be made, and in how many minutes.

// Modes are the resources that may take an operation, with its minutes there.
func (a *Adapter) Modes(o *Operation) []instance.Mode {
	g := a.Groups[o.GroupID]
	if g == nil || !g.Scheduled {
		return nil
	}
	run := max(0, o.Minutes-o.Setup)
	if g.People {
		return []instance.Mode{{On: g.ID, Setup: int32(o.Setup), Run: int32(run)}}
	}
	var modes []instance.Mode
	mode := func(m *Machine, setup, run quantity.Minutes, rate quantity.Decimal, rank int) {
		modes = append(modes, instance.Mode{On: m.ID, Setup: Rated(setup, rate), Run: Rated(run, rate), Unattended: o.Unattended && m.Automation, Rank: int16(rank)})
	}
	one := quantity.Whole(1)
	if len(o.Machines) == 0 {
		for i := range a.Machines[g.ID] {
			m := &a.Machines[g.ID][i]
			mode(m, o.Setup, run, m.WorkRate, 0)
		}
		return modes
	}
	for _, e := range o.Machines {
		m := a.Machine[e.MachineID]
		if m == nil || a.Groups[m.GroupID] == nil || !a.Groups[m.GroupID].Scheduled {
			continue
		}
		setup, own, rate := o.Setup, run, m.WorkRate
		if e.Minutes > 0 { // hours of the pair beat the work rate
			setup, own, rate = e.Setup, e.Minutes-e.Setup, one
		}
		mode(m, setup, max(0, own), rate, e.Rank)
	}
	return modes
}

// Rated is the time on a resource, rounded up to the minute; more than nothing stays at least a minute.
func Rated(m quantity.Minutes, rate quantity.Decimal) int32 {
	if rate <= 0 {
		rate = quantity.Whole(1)
	}
	one := int64(quantity.Whole(1))
	return int32((int64(m)*one + int64(rate) - 1) / int64(rate))
}
