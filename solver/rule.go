package solver

import (
	"math"
	"slices"
)

// weightOf and dueOf include the targets of single operations.
func (s *Shop) weightOf(o int32) int64 {
	if j := s.Problem.Ops[o].Job; j >= 0 {
		return int64(s.Problem.Jobs[j].Weight)
	}
	return 0
}

func (s *Shop) dueOf(o int32) Min {
	if j := s.Problem.Ops[o].Job; j >= 0 && s.Problem.Jobs[j].Due != None {
		return s.Problem.Jobs[j].Due
	}
	return noLimit
}

// urgencies fills prio for a rule, smaller is more urgent. quickest holds the
// fewest minutes per operation. RuleRatio and RuleFIFO are completed when the
// operations get ready. RulePenetration is RuleSlack as long as no operation
// has a buffer.
func (s *Shop) urgencies(rule Rule, quickest []Min, prio []int64) {
	due, weight := make([]Min, len(prio)), make([]int64, len(prio))
	for o := range prio {
		due[o], weight[o] = s.dueOf(int32(o)), s.weightOf(int32(o))
	}
	s.feedersDue(due)
	for i := range s.Problem.Targets {
		t := &s.Problem.Targets[i]
		due[t.Op] = min(due[t.Op], t.Due)
		weight[t.Op] = max(weight[t.Op], int64(t.Weight))
	}
	for o := range prio {
		switch rule {
		case RuleEDD:
			prio[o] = int64(due[o])
		case RuleSlack:
			prio[o] = int64(s.latestS[o])
		case RuleRatio:
			prio[o] = s.ratio(int32(o), s.Problem.Start)
		case RuleSPT:
			prio[o] = int64(quickest[o])
		case RuleLPT:
			prio[o] = -int64(quickest[o])
		case RuleFIFO:
			prio[o] = 0
		case RulePenetration: // below, from the end of the routes
		default:
			prio[o] = -weight[o]<<32 + int64(due[o])
		}
	}
	if rule == RulePenetration {
		s.penetrations(prio)
	}
}

// feedersDue brings the due dates of what comes before a buffered operation
// forward to its latest start less the buffer.
func (s *Shop) feedersDue(due []Min) {
	ops := s.Problem.Ops
	var feeds []Min // due date as a feeder
	for k := len(s.Topo) - 1; k >= 0; k-- {
		o := s.Topo[k]
		for _, id := range s.out.of(o) {
			to := s.Problem.Edges[id].To
			at := noLimit
			if feeds != nil {
				at = feeds[to]
			}
			if b := &ops[to]; b.Buffer > 0 && s.latestS[to] != noLimit {
				at = min(at, s.cals[b.BufferCal].Sub(s.latestS[to], b.Buffer))
			}
			if at == noLimit {
				continue
			}
			if feeds == nil {
				feeds = make([]Min, len(ops))
				for i := range feeds {
					feeds[i] = noLimit
				}
			}
			feeds[o] = min(feeds[o], at)
		}
	}
	for o, at := range feeds {
		due[o] = min(due[o], at)
	}
}

// ratio is the critical ratio (due - now) / (due - latest start) in millionths.
func (s *Shop) ratio(o int32, now Min) int64 {
	due := s.dueOf(o)
	if due == noLimit || s.latestS[o] == noLimit {
		return math.MaxInt64
	}
	rest := max(1, int64(due)-int64(s.latestS[o]))
	return (int64(due) - int64(now)) * int64(Million) / rest
}

// penetrations orders what feeds a buffer, or is guarded by one, by how far
// the next buffer is eaten up: 1 - W(arrival, start) / buffer, the most first,
// then by latest start. The start is that of the plan in force, else the
// latest; the arrival is the earliest one without queues. What has no buffer
// ahead follows by latest start.
//
// Source: Schragenheim and Ronen, Drum-Buffer-Rope Shop Floor Control,
// Production and Inventory Management Journal 31 (1990).
func (s *Shop) penetrations(prio []int64) {
	const most, none = 1 << 29, math.MaxInt64 // of a buffer left, in millionths
	ops := s.Problem.Ops
	var arrival *Plan
	if slices.ContainsFunc(ops, func(o Op) bool { return o.Buffer > 0 }) {
		arrival = s.Alone()
	}
	left := make([]int64, len(ops))
	for k := len(s.Topo) - 1; k >= 0; k-- {
		o := s.Topo[k]
		op := &ops[o]
		left[o] = none
		start := s.latestS[o]
		if op.Prev.Set {
			start = op.Prev.Start
		}
		if op.Buffer > 0 && start != noLimit && arrival.Resource[o] >= 0 {
			cal := &s.cals[op.BufferCal]
			worked := int64(cal.Worked(start)) - int64(cal.Worked(arrival.Start[o]))
			left[o] = max(-most, min(most, worked*int64(Million)/int64(op.Buffer)))
		} else {
			for _, id := range s.out.of(o) {
				left[o] = min(left[o], left[s.Problem.Edges[id].To])
			}
		}
		prio[o] = int64(s.latestS[o])
		if left[o] != none {
			prio[o] += left[o]<<32 - 1<<62
		}
	}
}

// tails returns the minutes of the longest way from the start of each
// operation to the end of its work, on the fastest modes: most work remaining.
func (s *Shop) tails(quickest []Min) []int64 {
	tail := make([]int64, len(quickest))
	for k := len(s.Topo) - 1; k >= 0; k-- {
		o := s.Topo[k]
		for _, e := range s.out.of(o) {
			tail[o] = max(tail[o], tail[s.Problem.Edges[e].To])
		}
		tail[o] += int64(quickest[o])
	}
	return tail
}
