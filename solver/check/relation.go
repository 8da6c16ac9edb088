package check

import (
	"cmp"
	"slices"

	"mouldworks/solver"
)

const million = 1_000_000

// share returns the run minutes before a point, rounded up.
func share(run solver.Min, ppm int32) int64 { return (int64(run)*int64(ppm) + million - 1) / million }

// reached returns the moment of a point of a placed operation; begins asks for
// the moment at which the next run minute begins instead.
func (c *checker) reached(o, ppm int32, begins bool) int64 {
	start, end, m := int64(c.plan.Start[o]), int64(c.plan.End[o]), c.plan.Mode[o]
	if ppm < 0 {
		return start
	}
	if m < 0 {
		if ppm == million && !begins {
			return end
		}
		return start
	}
	mode := &c.p.Modes[m]
	k := share(mode.Run, ppm)
	if ppm == million || k == int64(mode.Run) && begins {
		return end
	}
	manned, run := c.calendars(o, m)
	at, _, ok := c.clocks[manned].after(start, int64(mode.Setup))
	if ok && mode.Run > 0 && (mode.Setup > 0 || begins) {
		at, ok = c.clocks[run].opens(at)
	}
	if ok && k > 0 {
		at, _, ok = c.clocks[run].after(at, k)
		if ok && begins {
			at, ok = c.clocks[run].opens(at)
		}
	}
	if !ok {
		return end
	}
	return min(at, end)
}

func (c *checker) edge(e *solver.Edge) {
	plan, to := c.plan, e.To
	if plan.Resource[to] < 0 {
		return
	}
	fix := c.p.Ops[to].Fix.Kind
	if fix == solver.FixDone || (fix == solver.FixRunning && (e.From < 0 || c.p.Ops[e.From].Fix.Kind == solver.FixDone)) {
		return
	}
	broken := func(format string, args ...any) {
		if c.p.Ops[to].Fix.Timed() {
			c.conflict(to, solver.ConflictPrecedence, e.From, Precedence, format, args...)
		} else {
			c.fail(to, Precedence, format, args...)
		}
	}
	at := int64(e.Lag)
	if e.From >= 0 {
		if plan.Resource[e.From] < 0 {
			broken("placed although %s is not", c.p.Ops[e.From].Name)
			return
		}
		from := &c.p.Resources[plan.Resource[e.From]]
		moment := c.reached(e.From, e.FromAt, false)
		if e.HandOver {
			tier := 0
			if c.p.Ops[e.From].Overtime {
				tier = 1
			}
			var ok bool
			if moment, ok = c.clocks[from.Manned[tier]].leaves(moment); !ok {
				broken("%s is never handed over", c.p.Ops[e.From].Name)
				return
			}
		}
		if at += moment; e.WithFlow && c.p.Classes > 0 {
			at += int64(c.p.Flow[from.Class*c.p.Classes+c.p.Resources[plan.Resource[to]].Class])
		}
	}
	if have := c.reached(to, e.ToAt, true); have < at {
		name := "the outside"
		if e.From >= 0 {
			name = c.p.Ops[e.From].Name
		}
		broken("at %d, but what comes from %s arrives at %d", have, name, at)
	}
}

// event is a change of use. Free operations come from the dispatcher, fixed
// ones and blocks from outside.
type event struct {
	at    int64
	units int64
	op    int32 // -1 for a block
}

func (c *checker) capacity() {
	events := make([][]event, len(c.p.Resources))
	book := func(r, start, end, units, op int32) {
		if c.p.Resources[r].Cap > 0 && end > start {
			u := int64(max(1, units))
			events[r] = append(events[r], event{int64(start), u, op}, event{int64(end), -u, op})
		}
	}
	for i := range c.p.Blocks {
		b := &c.p.Blocks[i]
		book(b.Resource, b.Start, b.End, b.Units, -1)
	}
	for o := range c.p.Ops {
		if c.plan.Resource[o] >= 0 && c.p.Ops[o].Fix.Kind != solver.FixDone {
			book(c.plan.Resource[o], c.plan.Start[o], c.plan.End[o], c.p.Ops[o].Crew, int32(o))
		}
	}
	for r := range events {
		c.sweep(int64(c.p.Resources[r].Cap), events[r])
	}
}

// sweep blames every operation in an overloaded moment, each once.
func (c *checker) sweep(limit int64, events []event) {
	slices.SortFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.units, b.units), cmp.Compare(a.op, b.op))
	})
	inside := map[int32]bool{}
	blamed := map[int32]bool{}
	var used int64
	for i, e := range events {
		used += e.units
		if e.op >= 0 {
			if e.units > 0 {
				inside[e.op] = true
			} else {
				delete(inside, e.op)
			}
		}
		if used <= limit || (i+1 < len(events) && events[i+1].at == e.at) {
			continue
		}
		for o := range inside {
			if blamed[o] {
				continue
			}
			blamed[o] = true
			if c.p.Ops[o].Fix.Timed() {
				c.conflict(o, solver.ConflictCapacity, -1, Capacity, "%d units of %d at %d", used, limit, e.at)
			} else {
				c.fail(o, Capacity, "%d units of %d at %d", used, limit, e.at)
			}
		}
	}
}
