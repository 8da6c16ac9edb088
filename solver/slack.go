package solver

import "mouldworks/solver/calendar"

// slack holds for every operation the latest end that costs nothing, for the
// plan it was computed from, and what a later end costs per minute. Trials use
// it to give up early; it may be stale, so it never decides what is accepted.
type slack struct {
	end  []Min
	cost []int64
}

func newSlack(n int) *slack { return &slack{make([]Min, n), make([]int64, n)} }

// latest computes the slack of st by one backward pass: from the due dates of
// jobs in time and the ends of late ones.
func (st *state) latest(sl *slack) {
	g := st.net
	p := g.shop.Problem
	key := st.keys[0]
	for o := range sl.end {
		sl.end[o], sl.cost[o] = noLimit, 0
	}
	switch key {
	case KeyTardiness, KeyCycle:
		for j := range p.Jobs {
			job := &p.Jobs[j]
			limit, cost := st.jobEnd[j], int64(1)
			if key == KeyTardiness {
				limit, cost = max(limit, job.Due), int64(job.Weight)
				if job.Due == None {
					continue
				}
			}
			for _, o := range g.last.of(int32(j)) {
				st.tighten(sl, o, st.lastHand(o, limit), cost)
			}
		}
		for t := range p.Targets {
			if a := &p.Targets[t]; key == KeyTardiness && g.free[a.Op] {
				st.tighten(sl, a.Op, st.lastHand(a.Op, max(a.Due, st.handEnd(a.Op))), int64(a.Weight))
			}
		}
	case KeyMakespan:
		last := Min(st.makespan()) + p.Start
		for _, o := range g.sinks {
			st.tighten(sl, o, last, 1)
		}
	default:
		return
	}
	for k := len(st.at) - 1; k >= 0; k-- {
		if y := st.at[k]; g.free[y] && sl.end[y] != noLimit {
			sl.end[y] = max(sl.end[y], st.end[y])
			st.pullBack(sl, y)
		}
	}
}

func (st *state) tighten(sl *slack, o int32, end Min, cost int64) {
	if end < sl.end[o] {
		sl.end[o], sl.cost[o] = end, cost
	}
}

// pullBack tightens what precedes y.
func (st *state) pullBack(sl *slack, y int32) {
	g := st.net
	m := st.mode[y]
	mode := &g.shop.Problem.Modes[m]
	run, manned := &g.shop.cals[g.shop.run[m]], &g.shop.cals[g.shop.manned[m]]
	end, cost := sl.end[y], sl.cost[y]
	begin := run.Sub(end, mode.Run)
	if mode.Setup > 0 {
		begin = manned.Sub(begin, mode.Setup)
	}
	begin = max(begin, st.start[y])
	for i := g.inFirst[y]; i < g.inFirst[y+1]; i++ {
		e := &g.in[i]
		x := e.from
		if x < 0 || !g.free[x] || e.fromAt != Million {
			continue
		}
		at := begin
		if e.toAt != SetupPoint {
			at = run.Sub(end, mode.Run-minutesAt(mode.Run, e.toAt))
		}
		at -= e.lag
		if e.flow {
			at -= g.shop.flow(st.classOf(x), g.class[m])
		}
		if e.hand {
			at = st.lastHand(x, at)
		}
		st.tighten(sl, x, at, cost)
	}
	for s := g.slot0[y]; s < g.slot0[y+1]; s++ {
		if st.lane[s] >= 0 {
			if x := st.prev(s); x >= 0 {
				st.tighten(sl, x, begin, cost)
			}
		}
	}
}

// lastHand returns the latest end of o that is handed over by t.
func (st *state) lastHand(o int32, t Min) Min {
	if g := st.net; g.free[o] {
		return max(g.shop.cals[g.handCal[st.mode[o]]].LastHandOver(t), calendar.Before)
	}
	return t
}

// hopeless estimates, before anything is touched, whether mv costs more than
// the budget: by the new end of the operation and of the one behind it.
func (st *state) hopeless(mv move) bool {
	g, sl := st.net, st.slack
	o := mv.op
	s := g.slot0[o]
	if sl == nil || mv.lane < 0 || g.slot0[o+1]-s > 1 {
		return false
	}
	from, runFrom, ok := st.arrival(o, mv.mode)
	if !ok {
		return true
	}
	k := 0
	if mv.after >= 0 {
		a := st.slotIn(mv.after, mv.lane)
		if a < 0 || (st.lane[s] == mv.lane && st.pos[a] > st.pos[s]) {
			return false // what is between moves up first
		}
		k = int(st.pos[a]) + 1
		from = max(from, st.end[mv.after])
	}
	_, end := g.fit(o, mv.mode, mv.lane, from, runFrom)
	if end < 0 || st.tooLate(o, end) {
		return true
	}
	if seq := st.seq[mv.lane]; k < len(seq) {
		if q := g.owner[seq[k]]; q != o && end > st.start[q] {
			_, end = g.fit(q, st.mode[q], mv.lane, end, calendar.Before)
			return end < 0 || st.tooLate(q, end)
		}
	}
	return false
}

// tooLate reports whether the new end of o alone costs more than the budget.
func (st *state) tooLate(o int32, end Min) bool {
	late := int64(end) - int64(st.slack.end[o])
	return late > 0 && late*st.slack.cost[o] > st.budget
}
