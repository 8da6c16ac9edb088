package model

import (
	"math"
	"slices"
	"time"

	"mouldworks/internal/aps/setting"
	"mouldworks/solver/instance"
)

// remaining is setting 14: the newest report, else what is left of d minutes, else a share of them.
func (a *Adapter) remaining(o *Operation, d int32) int32 { return o.Left(d, a.Settings) }

// Left is setting 14 for what has begun, under a set of settings.
func (p *Progress) Left(d int32, set map[string]any) int32 {
	switch reported := int32(p.Reported); {
	case p.Remaining != nil:
		return max(1, int32(*p.Remaining))
	case reported < d:
		return d - reported
	default:
		return max(int32(math.Round(setting.Number(set, "minRemaining")*60)), int32(math.Round(float64(d)*setting.Number(set, "timeoutSurplusCoefficient"))))
	}
}

// The states of an operation that has started.
const (
	OpRunning  = 1
	OpPaused   = 2
	OpFinished = 3
)

// The scopes of a lock.
const (
	LockResource = 1
	LockTimes    = 2
)

// begun tells that nothing before an operation can hold it back any more: it has started, or lies at its supplier.
func (o *Operation) begun() bool { return o.Status != 0 || o.Ordered != nil }

// fix keeps what has started on its machine, what people have locked where they want it, and what is published and
// near where it is. Facts beat locks, locks beat the frozen window.
func (a *Adapter) fix(p *Part, o *Operation, op *instance.Op) {
	if at, known := a.InForce[o.ID]; known && a.scheduled(at.Resource) {
		op.Prev = &instance.Place{On: at.Resource, Start: a.minute(at.Start)}
	}
	begun := o.Status == OpRunning || o.Status == OpPaused
	switch {
	case a.noHours[o.ID] || p.Rests() && o.Status != OpRunning:
		return
	case begun: // a fact, whatever may be made there
		a.admit(o, op, a.whereabouts(o, op))
	case o.Lock != 0:
		a.misplaced[o.ID] = a.admit(o, op, o.LockMachine)
	}
	switch {
	case len(op.Modes) == 0:
	case begun:
		a.resume(o, op)
	case o.Ordered != nil:
		a.ordered(o, op)
	case o.Lock != 0 && a.on(op, o.LockMachine) >= 0:
		if o.Lock == LockTimes && o.LockStart != nil {
			a.hold(op, o.LockMachine, a.minute(*o.LockStart))
		} else {
			a.hold(op, o.LockMachine, nil)
		}
	case a.freeze(o, op), a.reuse(o, op):
	default:
		a.stay(o, op)
	}
}

// whereabouts is where an operation stands that has begun. Reports about people name no resource: their group does.
func (a *Adapter) whereabouts(o *Operation, op *instance.Op) string {
	if o.OnMachine == "" && len(op.Modes) == 1 && a.clock.people(op.Modes[0].On) {
		return op.Modes[0].On
	}
	return o.OnMachine
}

// admit opens a machine to an operation that may not be made there, since facts and locks stand above that. It reports
// whether it had to; a machine that is out of service stays closed.
func (a *Adapter) admit(o *Operation, op *instance.Op, machine string) bool {
	m := a.Machine[machine]
	if m == nil || !a.scheduled(machine) || o.Away() || a.on(op, machine) >= 0 {
		return false
	}
	setup, run := min(o.Setup, o.Minutes), max(0, o.Minutes-o.Setup)
	op.Modes = append(op.Modes, instance.Mode{On: machine, Setup: Rated(setup, m.WorkRate), Run: Rated(run, m.WorkRate), Unattended: o.Unattended && m.Automation, Flags: []string{"breaks-spec"}})
	return true
}

// hold keeps an operation on a resource, and at a start when one is given.
func (a *Adapter) hold(op *instance.Op, resource string, start *instance.Moment) {
	fixed := instance.Fixed{Op: op.ID, Kind: "resource", On: resource}
	if start != nil {
		mode := op.Modes[a.on(op, resource)]
		fixed.Kind, fixed.Start = "times", start
		a.pinned = append(a.pinned, Pinned{fixed: len(a.File.Fixed), Setup: mode.Setup, Run: mode.Run, Unattended: mode.Unattended})
	}
	a.File.Fixed = append(a.File.Fixed, fixed)
}

// freeze is setting 9 for what has not started: published tasks inside the frozen window keep their resource, or their
// times too. One that should have started already keeps its resource and goes first there. It reports whether the
// operation is held.
func (a *Adapter) freeze(o *Operation, op *instance.Op) bool {
	at, known := a.InForce[o.ID]
	locking := a.number("resourceLocking")
	if !known || locking < 2 || a.on(op, at.Resource) < 0 || !at.Start.Before(a.Start.Add(time.Duration(a.minutes("frozenWindowHours"))*time.Minute)) {
		return false
	}
	if locking == 3 && !at.Start.Before(a.Start) && !at.Cut {
		a.hold(op, at.Resource, a.minute(at.Start))
		return true
	}
	op.First = at.Start.Before(a.Start)
	a.hold(op, at.Resource, nil)
	return true
}

// resume plans what is left of an operation that has started. A running one goes on at once where it stands; for a
// paused one setting 6 decides. Both may go elsewhere when their machine is out of service, or the settings say so.
func (a *Adapter) resume(o *Operation, op *instance.Op) {
	where := a.whereabouts(o, op)
	here := a.on(op, where)
	planned := int32(o.Minutes)
	if here >= 0 {
		planned = op.Modes[here].Setup + op.Modes[here].Run
	}
	left := a.remaining(o, planned)
	for i := range op.Modes {
		m := &op.Modes[i]
		if i == here {
			m.Setup, m.Run = 0, left
			continue
		}
		m.Run = int32((int64(left)*int64(m.Setup+m.Run) + int64(planned) - 1) / int64(max(1, planned)))
		m.Setup = a.minutes("reSetup")
		m.Flags = append(m.Flags, "changes-machine")
	}
	op.Pred = &[]string{}
	op.AnyTime()
	pause := a.number("pauseResourcePriority")
	switch {
	case here < 0:
	case o.Status == OpRunning && a.number("resourceLocking") == 0, o.Status == OpPaused && pause == 3: // wherever it is done first
	case o.Status == OpPaused && pause == 2: // it queues on its machine
		a.hold(op, where, nil)
	default:
		a.pinned = append(a.pinned, Pinned{fixed: len(a.File.Fixed), Run: left, Unattended: op.Modes[here].Unattended, resumes: o.Status == OpPaused})
		a.File.Fixed = append(a.File.Fixed, instance.Fixed{Op: op.ID, Kind: "running", On: where, Start: instance.At(0)})
	}
}

// scheduled reports whether a resource takes part in the run.
func (a *Adapter) scheduled(resource string) bool { return a.clock.resources[resource] != nil }

func (a *Adapter) on(op *instance.Op, resource string) int {
	return slices.IndexFunc(op.Modes, func(m instance.Mode) bool { return m.On == resource })
}

// Pinned is a fixed operation whose end follows from the working time of its resource.
type Pinned struct {
	fixed      int // in file.Fixed
	Setup, Run int32
	Unattended bool
	resumes    bool // after pauses: behind what is running on its machine
}

// pin fills the ends of what runs or is locked in time: its minutes, worked on the calendars of its resource. What
// resumes begins when its machine has done what runs there.
func (a *Adapter) pin() {
	free := map[string]int64{}
	for _, resumes := range []bool{false, true} {
		for _, x := range a.pinned {
			f := &a.File.Fixed[x.fixed]
			if x.resumes != resumes {
				continue
			}
			if resumes && !a.clock.people(f.On) {
				f.Start = instance.At(max(f.Start.Minutes, free[f.On]))
			}
			end := a.clock.Worked(f.On, f.Start.Minutes, x)
			f.End = instance.At(end)
			if f.Kind == "running" {
				free[f.On] = max(free[f.On], end)
			}
		}
	}
}
