package aps

import (
	"math"
	"slices"
	"time"

	"mouldworks/internal/aps/setting"
	"mouldworks/solver/instance"
)

// remaining is setting 14: the newest report, else what is left of d minutes, else a share of them.
func (a *adapter) remaining(o *Operation, d int32) int32 { return o.left(d, a.settings) }

// left is setting 14 for what has begun, under a set of settings.
func (p *Progress) left(d int32, set map[string]any) int32 {
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
	opRunning  = 1
	opPaused   = 2
	opFinished = 3
)

// The scopes of a lock.
const (
	lockResource = 1
	lockTimes    = 2
)

// begun tells that nothing before an operation can hold it back any more: it has started, or lies at its supplier.
func (o *Operation) begun() bool { return o.Status != 0 || o.Ordered != nil }

// fix keeps what has started on its machine, what people have locked where they want it, and what is published and
// near where it is. Facts beat locks, locks beat the frozen window.
func (a *adapter) fix(p *Part, o *Operation, op *instance.Op) {
	if at, known := a.inForce[o.ID]; known && a.scheduled(at.resource) {
		op.Prev = &instance.Place{On: at.resource, Start: a.minute(at.start)}
	}
	begun := o.Status == opRunning || o.Status == opPaused
	switch {
	case a.noHours[o.ID] || p.rests() && o.Status != opRunning:
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
		if o.Lock == lockTimes && o.LockStart != nil {
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
func (a *adapter) whereabouts(o *Operation, op *instance.Op) string {
	if o.OnMachine == "" && len(op.Modes) == 1 && a.clock.people(op.Modes[0].On) {
		return op.Modes[0].On
	}
	return o.OnMachine
}

// admit opens a machine to an operation that may not be made there, since facts and locks stand above that. It reports
// whether it had to; a machine that is out of service stays closed.
func (a *adapter) admit(o *Operation, op *instance.Op, machine string) bool {
	m := a.machine[machine]
	if m == nil || !a.scheduled(machine) || o.away() || a.on(op, machine) >= 0 {
		return false
	}
	setup, run := min(o.Setup, o.Minutes), max(0, o.Minutes-o.Setup)
	op.Modes = append(op.Modes, instance.Mode{On: machine, Setup: rated(setup, m.WorkRate), Run: rated(run, m.WorkRate), Unattended: o.Unattended && m.Automation, Flags: []string{"breaks-spec"}})
	return true
}

// hold keeps an operation on a resource, and at a start when one is given.
func (a *adapter) hold(op *instance.Op, resource string, start *instance.Moment) {
	fixed := instance.Fixed{Op: op.ID, Kind: "resource", On: resource}
	if start != nil {
		mode := op.Modes[a.on(op, resource)]
		fixed.Kind, fixed.Start = "times", start
		a.pinned = append(a.pinned, pinned{fixed: len(a.file.Fixed), setup: mode.Setup, run: mode.Run, unattended: mode.Unattended})
	}
	a.file.Fixed = append(a.file.Fixed, fixed)
}

// freeze is setting 9 for what has not started: published tasks inside the frozen window keep their resource, or their
// times too. One that should have started already keeps its resource and goes first there. It reports whether the
// operation is held.
func (a *adapter) freeze(o *Operation, op *instance.Op) bool {
	at, known := a.inForce[o.ID]
	locking := a.number("resourceLocking")
	if !known || locking < 2 || a.on(op, at.resource) < 0 || !at.start.Before(a.start.Add(time.Duration(a.minutes("frozenWindowHours"))*time.Minute)) {
		return false
	}
	if locking == 3 && !at.start.Before(a.start) && !at.cut {
		a.hold(op, at.resource, a.minute(at.start))
		return true
	}
	op.First = at.start.Before(a.start)
	a.hold(op, at.resource, nil)
	return true
}

// resume plans what is left of an operation that has started. A running one goes on at once where it stands; for a
// paused one setting 6 decides. Both may go elsewhere when their machine is out of service, or the settings say so.
func (a *adapter) resume(o *Operation, op *instance.Op) {
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
	case o.Status == opRunning && a.number("resourceLocking") == 0, o.Status == opPaused && pause == 3: // wherever it is done first
	case o.Status == opPaused && pause == 2: // it queues on its machine
		a.hold(op, where, nil)
	default:
		a.pinned = append(a.pinned, pinned{fixed: len(a.file.Fixed), run: left, unattended: op.Modes[here].Unattended, resumes: o.Status == opPaused})
		a.file.Fixed = append(a.file.Fixed, instance.Fixed{Op: op.ID, Kind: "running", On: where, Start: instance.At(0)})
	}
}

// scheduled reports whether a resource takes part in the run.
func (a *adapter) scheduled(resource string) bool { return a.clock.resources[resource] != nil }

func (a *adapter) on(op *instance.Op, resource string) int {
	return slices.IndexFunc(op.Modes, func(m instance.Mode) bool { return m.On == resource })
}

// pinned is a fixed operation whose end follows from the working time of its resource.
type pinned struct {
	fixed      int // in file.Fixed
	setup, run int32
	unattended bool
	resumes    bool // after pauses: behind what is running on its machine
}

// pin fills the ends of what runs or is locked in time: its minutes, worked on the calendars of its resource. What
// resumes begins when its machine has done what runs there.
func (a *adapter) pin() {
	free := map[string]int64{}
	for _, resumes := range []bool{false, true} {
		for _, x := range a.pinned {
			f := &a.file.Fixed[x.fixed]
			if x.resumes != resumes {
				continue
			}
			if resumes && !a.clock.people(f.On) {
				f.Start = instance.At(max(f.Start.Minutes, free[f.On]))
			}
			end := a.clock.worked(f.On, f.Start.Minutes, x)
			f.End = instance.At(end)
			if f.Kind == "running" {
				free[f.On] = max(free[f.On], end)
			}
		}
	}
}
