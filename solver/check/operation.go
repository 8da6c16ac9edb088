package check

import "mouldworks/solver"

func (c *checker) modes(o int32) (lo, hi int32) {
	lo, hi = c.p.Ops[o].Mode0, int32(len(c.p.Modes))
	if int(o)+1 < len(c.p.Ops) {
		hi = c.p.Ops[o+1].Mode0
	}
	return lo, hi
}

// calendars returns the manned and the run clock id of o in mode m.
func (c *checker) calendars(o, m int32) (manned, run int32) {
	tier := 0
	if c.p.Ops[o].Overtime {
		tier = 1
	}
	r := &c.p.Resources[c.p.Modes[m].Resource]
	if c.p.Modes[m].Unattended {
		return r.Manned[tier], r.Run[tier]
	}
	return r.Manned[tier], r.Manned[tier]
}

func (c *checker) released(o int32) int64 {
	at := max(c.p.Start, c.p.Ops[o].Release)
	if j := c.p.Ops[o].Job; j >= 0 {
		at = max(at, c.p.Jobs[j].Release)
	}
	return int64(at)
}

// operation checks what concerns one placed operation alone.
func (c *checker) operation(o int32) {
	op := &c.p.Ops[o]
	m, r := c.plan.Mode[o], c.plan.Resource[o]
	start, end := c.plan.Start[o], c.plan.End[o]
	lo, hi := c.modes(o)
	eligible := m >= lo && m < hi && c.p.Modes[m].Resource == r
	if op.Fix.Kind != solver.FixNone && r != op.Fix.Resource {
		c.fail(o, Lock, "on %s instead of %s", c.p.Resources[r].Name, c.p.Resources[op.Fix.Resource].Name)
		return
	}
	if op.Fix.Timed() {
		if start != op.Fix.Start || end != op.Fix.End {
			c.fail(o, Lock, "[%d,%d) instead of [%d,%d)", start, end, op.Fix.Start, op.Fix.End)
		}
		if op.Fix.Kind == solver.FixTimes {
			c.locked(o, eligible)
		}
		return
	}
	if !eligible {
		c.fail(o, Eligibility, "mode %d on %s is not one of its own", m, c.p.Resources[r].Name)
		return
	}
	if int64(start) < c.released(o) {
		c.fail(o, Release, "starts at %d, released at %d", start, c.released(o))
	}
	if end > c.p.End {
		c.fail(o, Horizon, "ends at %d, horizon %d", end, c.p.End)
	}
	c.times(o, m)
}

// times checks start and end against the calendars of the operation.
func (c *checker) times(o, m int32) {
	mode := &c.p.Modes[m]
	start, end := int64(c.plan.Start[o]), int64(c.plan.End[o])
	mannedID, runID := c.calendars(o, m)
	manned, run := &c.clocks[mannedID], &c.clocks[runID]
	ready := start
	if mode.Setup > 0 {
		if at, ok := manned.opens(start); !ok || at != start {
			c.fail(o, Calendar, "set-up starts at %d outside the shift", start)
			return
		}
		at, gap, ok := manned.after(start, int64(mode.Setup))
		if !ok || (gap > setupGap && int64(mode.Setup) <= c.longest[mannedID]) {
			c.fail(o, Calendar, "set-up pauses for %d minutes", gap)
			return
		}
		ready = at
	} else if mode.Run > 0 {
		if at, ok := run.opens(start); !ok || at != start {
			c.fail(o, Calendar, "starts at %d in closed time", start)
			return
		}
	}
	want, _, ok := run.after(ready, int64(mode.Run))
	if !ok || want != end {
		c.fail(o, Calendar, "ends at %d instead of %d", end, want)
		return
	}
	if c.p.Ops[o].Unpausable && end-ready != int64(mode.Run) {
		c.fail(o, Calendar, "pauses although it may not")
	}
}

// locked compares a user lock with the rules that it may break openly.
func (c *checker) locked(o int32, eligible bool) {
	start, end := int64(c.plan.Start[o]), int64(c.plan.End[o])
	if at := c.released(o); start < at {
		c.conflict(o, solver.ConflictRelease, -1, Release, "starts at %d, released at %d", start, at)
	}
	if !eligible {
		c.conflict(o, solver.ConflictEligibility, -1, Eligibility, "locked on a resource that cannot make it")
		return
	}
	mode := &c.p.Modes[c.plan.Mode[o]]
	manned, run := c.calendars(o, c.plan.Mode[o])
	ready, _, ok := c.clocks[manned].after(start, int64(mode.Setup))
	if ok {
		ready, _, ok = c.clocks[run].after(ready, int64(mode.Run))
	}
	begins := true // in working time
	if calendar := manned; mode.Setup+mode.Run > 0 {
		if mode.Setup == 0 {
			calendar = run
		}
		at, open := c.clocks[calendar].opens(start)
		begins = open && at == start
	}
	if !ok || ready > end || !begins {
		c.conflict(o, solver.ConflictCalendar, -1, Calendar, "the work ends at %d, the lock at %d", ready, end)
	}
}
