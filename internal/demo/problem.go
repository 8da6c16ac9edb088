package demo

import (
	"fmt"
	"io"
	"slices"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// mostModes bounds the machines offered to one operation of the problem: a planner's choice, and a file of bearable size.
const mostModes = 4

// WriteProblem writes the shop as a mould/1 problem.
func (s *Shop) WriteProblem(w io.Writer) error { return instance.Write(w, s.Problem()) }

// Problem is the shop as a scheduling problem: what is finished is left out, what is in stock is there at the start.
// Electrodes that are not designed yet stand for a late earliest start.
func (s *Shop) Problem() *instance.File {
	f := &instance.File{
		Format: instance.Format, Start: s.Start.Format(time.RFC3339), Zone: s.Zone.String(),
		Flow: instance.Flow{Default: 60}, Settings: instance.Settings{Goal: 1, Rule: 2, Direction: 1},
	}
	s.problemBasis(f)
	for _, m := range s.moulds {
		j := instance.Job{ID: m.no, Weight: int32(m.priority)}
		if m.delivery != "" { // while the shop is being made there is none
			j.Due = instance.At(s.minutes(m.delivery.End(s.Zone)))
		}
		if release := s.minutes(m.release.In(s.Zone)); release > 0 {
			j.Release = instance.At(release)
		}
		f.Jobs = append(f.Jobs, j)
		s.problemMould(f, m)
	}
	return f
}

func (s *Shop) minutes(t time.Time) int64 { return int64(t.Sub(s.Start) / time.Minute) }

// calendarID names the calendar of a group in the problem.
func calendarID(g Group) string {
	return map[string]string{dayShift: "day", twoShifts: "two", allDay: "all"}[g.Shift] + map[string]string{sixDays: "6", everyDay: "7"}[g.Calendar]
}

func (s *Shop) problemBasis(f *instance.File) {
	seen := map[string]bool{}
	for _, g := range s.Basis.Groups {
		id := calendarID(g)
		if !seen[id] {
			seen[id] = true
			f.Calendars = append(f.Calendars, s.problemCalendar(id, g))
		}
		if g.Kind == People {
			members := int32(g.Members)
			f.Resources = append(f.Resources, instance.Resource{ID: g.Code, Group: g.Code, Cap: &members, Manned: id})
		}
		for _, m := range s.Basis.MachinesOf(g.Code) {
			r := instance.Resource{ID: m.Name, Group: g.Code, Manned: id}
			if m.Automation {
				r.Run = "open"
			}
			f.Resources = append(f.Resources, r)
		}
	}
	f.Calendars = append(f.Calendars, instance.Calendar{ID: "open"})
	for _, x := range s.Basis.Suppliers {
		unlimited := int32(0)
		f.Resources = append(f.Resources, instance.Resource{ID: x.Code, Group: outside, Cap: &unlimited})
	}
	for _, t := range s.Basis.FlowTimes {
		f.Flow.Pairs = append(f.Flow.Pairs, instance.FlowPair{From: t.Up, To: t.Down, Minutes: int32(t.Minutes)})
	}
}

func (s *Shop) problemCalendar(id string, g Group) instance.Calendar {
	c := instance.Calendar{ID: id}
	for _, shift := range s.Basis.Shifts {
		if shift.Name != g.Shift {
			continue
		}
		for _, p := range shift.Periods {
			c.Periods = append(c.Periods, [2]string{p.Start, p.End})
			c.Overtime = max(c.Overtime, p.Overtime.Hours().Float())
		}
	}
	for _, own := range s.Basis.Calendars {
		if own.Name == g.Calendar {
			for _, d := range own.Rest {
				c.Rest = append(c.Rest, int(d))
			}
			c.Closed = own.closed()
		}
	}
	return c
}

func (s *Shop) problemMould(f *instance.File, m *mould) {
	last := map[*electrode]string{} // its last operation in the problem
	for i, e := range m.electrodes {
		if e.stocked {
			continue
		}
		for k, minutes := range e.route() {
			group, class := elecMill, "electrode"
			if k > 0 {
				group = cmm
			}
			id := fmt.Sprintf("%s/%s/%d", m.no, e.no, (k+1)*10)
			f.Ops = append(f.Ops, instance.Op{
				ID: id, Job: m.no, Part: e.no, Seq: int32(k+1) * 10, Class: class,
				Modes: s.modes(s.machinesFor(group), i, 0, minutes, false),
			})
			last[e] = id
		}
	}
	var joins []string
	assembled := ""
	for i, p := range m.parts {
		final := ""
		for k, o := range p.ops {
			if o.state == finished {
				continue
			}
			op := s.problemOp(f, m, o, i*7+k)
			if p.assembly && assembled == "" {
				assembled = op.ID
			}
			final = op.ID
			f.Ops = append(f.Ops, op)
			if len(o.burns) > 0 {
				burns := make([]instance.Burn, len(o.burns))
				for i, b := range o.burns {
					burns[i] = instance.Burn{From: last[b.electrode], Run: int32(b.minutes)}
				}
				f.Electrodes = append(f.Electrodes, instance.Electrode{Op: op.ID, Transfer: 1, Burns: burns})
			}
		}
		if final != "" && !p.assembly {
			joins = append(joins, final)
		}
	}
	for _, from := range joins {
		f.Edges = append(f.Edges, instance.Edge{From: from, To: assembled})
	}
}

func (s *Shop) problemOp(f *instance.File, m *mould, o *operation, turn int) instance.Op {
	op := instance.Op{ID: fmt.Sprintf("%s/%s/%d", m.no, o.part.no, o.no), Job: m.no, Part: o.part.no, Seq: int32(o.no), Crew: int32(o.crew)}
	release := func(at int64, cause string) { op.NotBefore(instance.At(at), cause) }
	if o == o.part.ops[0] && o.part.ready != "" {
		release(s.minutes(o.part.ready.In(s.Zone)), "material")
	}
	if o.program != "" {
		release(s.minutes(o.program.In(s.Zone)), "program")
	}
	if o.expected > 0 { // three working days of two shifts and a night each, without an electrode in sight
		release(5*24*60, "assumed")
	}
	switch group, _ := s.Basis.Group(s.groupFor(o.group)); {
	case o.supplier != "":
		op.Class = "outsourced"
		op.Modes = []instance.Mode{{On: o.supplier, Run: int32(o.leadDays) * 24 * 60}}
		return op
	case group.Kind == People:
		op.Class = map[bool]string{true: "assembly"}[o.part.assembly]
		op.Crew = min(op.Crew, int32(group.Members))
		op.Modes = []instance.Mode{{On: group.Code, Setup: int32(o.setup), Run: int32(o.run)}}
		return op
	}
	op.Class = map[string]string{"EDM": "edm"}[o.process]
	machines := s.machinesFor(o.group)
	switch {
	case o.on != "":
		machines = s.named(machines, []string{o.on})
	case o.machines != nil:
		machines = s.named(machines, o.machines)
	}
	op.Modes = s.modes(machines, turn, o.setup, o.run, o.unattended)
	s.fix(f, o, &op)
	return op
}

// fix writes locks and running work.
func (s *Shop) fix(f *instance.File, o *operation, op *instance.Op) {
	fixed := instance.Fixed{Op: op.ID, On: o.on}
	mode := op.Modes[0]
	switch {
	case o.state == running:
		fixed.Kind, fixed.Start, fixed.End = "running", instance.At(s.minutes(o.start)), instance.At(int64(o.remaining))
	case o.lock == 1:
		fixed.Kind = "resource"
	case o.lock == 2:
		start := s.minutes(o.lockStart)
		fixed.Kind, fixed.Start, fixed.End = "times", instance.At(start), instance.At(start+int64(mode.Setup+mode.Run))
	default:
		return
	}
	f.Fixed = append(f.Fixed, fixed)
}

func (s *Shop) named(machines []Machine, names []string) []Machine {
	var list []Machine
	for _, m := range machines {
		if slices.Contains(names, m.Name) {
			list = append(list, m)
		}
	}
	return list
}

// modes offers up to mostModes of the machines, starting at another one each turn.
func (s *Shop) modes(machines []Machine, turn int, setup, run quantity.Minutes, unattended bool) []instance.Mode {
	n := min(len(machines), mostModes)
	modes := make([]instance.Mode, n)
	for k := range n {
		m := machines[(turn*n+k)%len(machines)]
		modes[k] = instance.Mode{On: m.Name, Setup: rated(setup, m.WorkRate), Run: rated(run, m.WorkRate), Unattended: unattended && m.Automation}
	}
	return modes
}

// rated is the time on a machine, rounded up to the minute.
func rated(m quantity.Minutes, rate quantity.Decimal) int32 {
	one := quantity.Whole(1)
	return int32((int64(m)*int64(one) + int64(rate) - 1) / int64(rate))
}
