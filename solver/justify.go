package solver

import (
	"cmp"
	"slices"

	"mouldworks/solver/calendar"
)

// justifier puts operations off: the mirror of serial generation (Li and
// Willis 1992, Valls et al. 2005) on working calendars, but every operation
// keeps its resource and a feasible place, so that no step can fail.
type justifier struct {
	*dispatcher
	plan   *Plan
	target []Min // per operation the latest hand-over that nobody regrets
}

// justify applies a direction to a plan that is timed forward: operations by
// decreasing end, each to the latest free place on its own resource that
// leaves its successors, its buffers and the end of its job alone. It may jump
// over others. What is fixed in time never moves, nor what goes first on its
// resource; what is fixed on a resource alone does. No job and no target gets
// later than its due date or than it was. Late jobs then use what Both has left
// free, see pullLate.
func (d *dispatcher) justify(plan *Plan, direction Direction) *Plan {
	if direction <= Forward {
		return plan
	}
	j := &justifier{dispatcher: d, plan: plan.Clone()}
	moves := j.movable(direction)
	if len(moves) == 0 {
		return plan
	}
	j.setTargets()
	j.book()
	for _, o := range moves {
		j.putOff(o)
	}
	j.plan.Value = d.shop.Evaluate(j.plan, j.plan.Keys)
	if direction == Both {
		j.pullLate()
	}
	j.plan.Conflicts = d.conflicts(j.plan)
	return j.plan
}

// movable lists what the direction puts off, the latest end first and
// successors before their predecessors.
func (j *justifier) movable(direction Direction) []int32 {
	s := j.shop
	p := s.Problem
	wanted := make([]bool, len(p.Ops))
	switch direction {
	case Drum:
		for k := len(s.Topo) - 1; k >= 0; k-- {
			o := s.Topo[k]
			for _, id := range s.out.of(o) {
				to := p.Edges[id].To
				wanted[o] = wanted[o] || wanted[to] || j.onDrum(to)
			}
		}
		for o := range wanted {
			wanted[o] = wanted[o] && !j.onDrum(int32(o))
		}
	default:
		late := make([]bool, len(p.Jobs))
		if direction == Both {
			late = s.lateJobs(j.plan)
		}
		for o := range wanted {
			job := p.Ops[o].Job
			wanted[o] = job < 0 || !late[job]
		}
	}
	var out []int32
	rank := make([]int32, len(p.Ops))
	for k, o := range s.Topo {
		rank[o] = int32(k)
		if op := &p.Ops[o]; wanted[o] && j.plan.Mode[o] >= 0 && !op.Fix.Timed() && !op.First {
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b int32) int {
		return cmp.Or(cmp.Compare(j.plan.End[b], j.plan.End[a]), cmp.Compare(j.plan.Start[b], j.plan.Start[a]), cmp.Compare(rank[b], rank[a]))
	})
	return out
}

func (j *justifier) onDrum(o int32) bool {
	r := j.plan.Resource[o]
	return r >= 0 && j.shop.Problem.Resources[r].Bottleneck
}

// lateJobs marks the jobs that end after their due date or are not wholly
// placed.
func (s *Shop) lateJobs(p *Plan) []bool {
	late := make([]bool, len(s.Problem.Jobs))
	for i := range p.Unplaced {
		if j := s.Problem.Ops[p.Unplaced[i].Op].Job; j >= 0 {
			late[j] = true
		}
	}
	for j, end := range s.JobEnds(p) {
		if due := s.Problem.Jobs[j].Due; due != None && end > due {
			late[j] = true
		}
	}
	return late
}

// setTargets bounds every operation by the due date of its job, or the end of
// the job where that is later or nothing is due.
func (j *justifier) setTargets() {
	s := j.shop
	p := s.Problem
	ends := s.JobEnds(j.plan)
	j.target = make([]Min, len(p.Ops))
	for o := range j.target {
		j.target[o] = p.End
		if job := p.Ops[o].Job; job >= 0 && ends[job] != None {
			j.target[o] = max(ends[job], p.Jobs[job].Due)
		}
	}
	for i := range p.Targets {
		t := &p.Targets[i]
		if j.plan.Resource[t.Op] >= 0 {
			j.target[t.Op] = min(j.target[t.Op], max(t.Due, s.handEnd(j.plan, t.Op)))
		}
	}
}

// book fills the timelines with the whole plan.
func (j *justifier) book() {
	p := j.shop.Problem
	for r := range j.lines {
		j.lines[r].cap = j.base[r].cap
		j.lines[r].at = append(j.lines[r].at[:0], j.base[r].at...)
		j.lines[r].used = append(j.lines[r].used[:0], j.base[r].used...)
	}
	for o := range p.Ops {
		if r := j.plan.Resource[o]; r >= 0 && !p.Ops[o].Fix.Timed() {
			j.lines[r].take(j.plan.Start[o], j.plan.End[o], max(1, p.Ops[o].Crew))
		}
	}
}

// putOff moves o to its latest place.
func (j *justifier) putOff(o int32) {
	plan, crew := j.plan, max(1, j.shop.Problem.Ops[o].Crew)
	line := &j.lines[plan.Resource[o]]
	start, end := plan.Start[o], plan.End[o]
	line.take(start, end, -crew)
	if from, until, ok := j.latestPlace(o, j.latestEnd(o)); ok {
		plan.Start[o], plan.End[o] = from, until
		if !j.inOrder(o) {
			plan.Start[o], plan.End[o] = start, end
		}
	}
	line.take(plan.Start[o], plan.End[o], crew)
}

// latestEnd is the latest end of o that its target, its buffers and its
// successors, where they are now, allow.
func (j *justifier) latestEnd(o int32) Min {
	s := j.shop
	p := s.Problem
	m := j.plan.Mode[o]
	class := p.Resources[j.plan.Resource[o]].Class
	end := min(s.latestHand(o, m, j.target[o]), s.horizon)
	for _, id := range s.out.of(o) {
		e := &p.Edges[id]
		if j.plan.Resource[e.To] < 0 {
			continue
		}
		x := s.needed(j.plan, e)
		if b := &p.Ops[e.To]; b.Buffer > 0 {
			x = s.cals[b.BufferCal].Sub(x, b.Buffer)
		}
		x -= e.Lag
		if e.WithFlow {
			x -= s.flow(class, p.Resources[j.plan.Resource[e.To]].Class)
		}
		if e.HandOver {
			x = s.latestHand(o, m, x)
		}
		end = min(end, s.latestEndFor(o, m, e.FromAt, x))
	}
	return end
}

// latestPlace returns the latest start and end of o after its present start
// that end by until and find its resource free.
func (j *justifier) latestPlace(o int32, until Min) (start, end Min, ok bool) {
	s := j.shop
	m, now := j.plan.Mode[o], j.plan.Start[o]
	line := &j.lines[j.plan.Resource[o]]
	if line.cap == 0 {
		start, end = s.fitBefore(o, m, until)
		return start, end, start > now
	}
	limit := line.cap - max(1, s.Problem.Ops[o].Crew)
	for until > now {
		i := line.step(until - 1)
		if line.used[i] > limit {
			until = line.at[i]
			continue
		}
		for i > 0 && line.used[i-1] <= limit {
			i--
		}
		start, end = s.fitBefore(o, m, until)
		if start <= now {
			return start, end, false
		}
		if start >= line.at[i] {
			return start, end, true
		}
		until = line.at[i]
	}
	return start, end, false
}

// inOrder reports whether what o hands on is there in time, and whether o still goes before what must not overtake it.
func (j *justifier) inOrder(o int32) bool {
	p := j.shop.Problem
	if j.shop.overtaken(j.plan, o) {
		return false
	}
	for _, id := range j.shop.out.of(o) {
		e := &p.Edges[id]
		if to := j.plan.Resource[e.To]; to >= 0 {
			at := j.shop.arrival(j.plan, e, p.Resources[to].Class)
			if at == calendar.Never || at > j.shop.needed(j.plan, e) {
				return false
			}
		}
	}
	return true
}

// mostPauses bounds how many closed stretches fitBefore steps over.
const mostPauses = 200

// fitBefore is the mirror of fit: the latest start of mode m of operation o
// that ends by until on its calendars, and its end; calendar.Before when there
// is none near. Capacity is not looked at.
func (s *Shop) fitBefore(o, m int32, until Min) (start, end Min) {
	return s.fitWithin(o, m, s.Problem.Start, until)
}

// fitWithin is fitBefore for a start that is not before a moment.
func (s *Shop) fitWithin(o, m int32, from, until Min) (start, end Min) {
	mode := &s.Problem.Modes[m]
	run, manned := &s.cals[s.run[m]], &s.cals[s.manned[m]]
	if mode.Setup+mode.Run == 0 {
		return until, until
	}
	for range mostPauses {
		ready := run.Sub(until, mode.Run)
		if s.Problem.Ops[o].Unpausable && mode.Run > 0 {
			if ready = run.LastWhole(until, mode.Run); ready == calendar.Before {
				return ready, ready
			}
		}
		start = ready
		if mode.Setup > 0 {
			start = manned.Sub(ready, mode.Setup)
			for range mostPauses {
				next := manned.Unbroken(start, mode.Setup)
				if next == start || next == calendar.Never {
					break
				}
				earlier := manned.LastHandOver(next - 1)
				if earlier <= from {
					return calendar.Before, calendar.Before
				}
				start = manned.Sub(earlier, mode.Setup)
			}
		}
		if start < from {
			return calendar.Before, calendar.Before
		}
		at, end := s.fit(o, m, start, calendar.Before)
		if at == start && end >= 0 && end <= until {
			return start, end
		}
		// The run may not pause, or only a pause lies behind the set-up.
		earlier := run.LastHandOver(until - 1)
		if s.Problem.Ops[o].Unpausable && mode.Run > 0 {
			if mode.Setup > 0 {
				ready = manned.Add(start, mode.Setup)
			}
			if whole := run.Whole(ready, mode.Run); whole > ready {
				earlier = min(earlier, run.LastHandOver(whole-1))
			}
		}
		if earlier <= from {
			break
		}
		until = earlier
	}
	return calendar.Before, calendar.Before
}
