package solver

import (
	"cmp"
	"slices"

	"mouldworks/solver/calendar"
)

// Bounds of pulling late jobs forward: how often all of them are looked at, and
// how many by themselves where all together cost too much elsewhere.
const (
	mostPulls  = 3
	mostPulled = 100
)

// PullLate is plan with the operations of late jobs moved to the earliest free
// places on their resources, as the direction Both leaves a plan that it makes:
// for plans whose operations were changed since. plan, which must be valid, is
// not changed; where nothing gains, the answer equals it.
func (s *Shop) PullLate(plan *Plan) *Plan {
	j := &justifier{dispatcher: newDispatcher(s, nil), plan: plan.Clone()}
	j.book()
	j.pullLate()
	j.plan.Conflicts = j.conflicts(j.plan)
	return j.plan
}

// pullLate moves operations of late jobs to the earliest free places on their
// resources, where the others have left room by going later. It may jump over
// them; nothing gets later. What makes the objective worse, by published tasks
// that move for nothing say, is taken back.
func (j *justifier) pullLate() {
	s := j.shop
	late, rank := s.lateJobs(j.plan), make([]int32, len(s.Topo))
	for k, o := range s.Topo {
		rank[o] = int32(k)
	}
	var ops []int32
	for _, o := range s.Topo {
		if op := &s.Problem.Ops[o]; op.Job >= 0 && late[op.Job] && j.plan.Mode[o] >= 0 && !op.Fix.Timed() {
			ops = append(ops, o)
		}
	}
	inTurn := func() {
		slices.SortFunc(ops, func(a, b int32) int {
			return cmp.Or(cmp.Compare(j.plan.Start[a], j.plan.Start[b]), cmp.Compare(rank[a], rank[b]))
		})
	}
	for range mostPulls {
		inTurn()
		moved, kept := j.pullAll(ops)
		if kept {
			continue
		}
		if moved {
			j.pullEach(ops)
		}
		return
	}
}

// pullEach is pullAll for one job after the other.
func (j *justifier) pullEach(ops []int32) {
	of := map[int32][]int32{}
	var jobs []int32
	for _, o := range ops {
		job := j.shop.Problem.Ops[o].Job
		if of[job] == nil {
			jobs = append(jobs, job)
		}
		of[job] = append(of[job], o)
	}
	for _, job := range jobs[:min(len(jobs), mostPulled)] {
		j.pullAll(of[job])
	}
}

// pullAll pulls operations in their turn; kept tells whether that stays.
func (j *justifier) pullAll(ops []int32) (moved, kept bool) {
	start, end := slices.Clone(j.plan.Start), slices.Clone(j.plan.End)
	for _, o := range ops {
		moved = j.pull(o) || moved
	}
	if !moved {
		return false, false
	}
	value := j.shop.Evaluate(j.plan, j.plan.Keys)
	if less(j.plan.Value, value) {
		j.plan.Start, j.plan.End = start, end
		j.book()
		return true, false
	}
	j.plan.Value = value
	return true, true
}

// pull moves o to its earliest place.
func (j *justifier) pull(o int32) bool {
	s, plan := j.shop, j.plan
	m, r, crew := plan.Mode[o], plan.Resource[o], max(1, s.Problem.Ops[o].Crew)
	from, runFrom := max(s.release(o), s.queued(plan, o, r)), calendar.Before
	for _, id := range s.in.of(o) {
		e := &s.Problem.Edges[id]
		at := s.arrival(plan, e, s.Problem.Resources[r].Class)
		if at == calendar.Never || at > s.horizon {
			return false
		}
		s.bind(m, e.ToAt, at, &from, &runFrom)
	}
	line, start, end := &j.lines[r], plan.Start[o], plan.End[o]
	line.take(start, end, -crew)
	j.from[m], j.runFrom[m] = from, runFrom
	if begin, until := j.place(o, m, crew); until >= 0 && begin < start && until <= end {
		plan.Start[o], plan.End[o] = begin, until
	}
	line.take(plan.Start[o], plan.End[o], crew)
	return plan.Start[o] < start
}
