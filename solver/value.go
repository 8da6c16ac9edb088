package solver

// DefaultGoal returns the keys used when Params.Goal is empty: weighted
// tardiness first, or the makespan when nothing in p can be late.
func (s *Shop) DefaultGoal() []Key {
	if s.weightless {
		return []Key{KeyMakespan, KeyMoved, KeyRegret, KeyEnds}
	}
	return []Key{KeyTardiness, KeyMoved, KeyRegret, KeyEnds}
}

// Evaluate returns the objective vector of p: unplaced operations, then keys.
func (s *Shop) Evaluate(p *Plan, keys []Key) []int64 {
	out := make([]int64, 1, len(keys)+1)
	out[0] = int64(len(p.Unplaced))
	var ends []Min
	for _, k := range keys {
		if ends == nil && (k == KeyTardiness || k == KeyCycle) {
			ends = s.JobEnds(p)
		}
		out = append(out, s.figure(p, k, ends))
	}
	return out
}

// JobEnds returns the hand-over end of each job's last placed operation, None
// for a job without one.
func (s *Shop) JobEnds(p *Plan) []Min {
	ends := make([]Min, len(s.Problem.Jobs))
	for j := range ends {
		ends[j] = None
	}
	for o := range s.Problem.Ops {
		if j := s.Problem.Ops[o].Job; j >= 0 && p.Resource[o] >= 0 {
			ends[j] = max(ends[j], s.handEnd(p, int32(o)))
		}
	}
	return ends
}

func (s *Shop) handEnd(p *Plan, o int32) Min {
	return max(p.End[o], s.leaves(p, o, p.End[o]))
}

// Late counts the jobs that end after their due date or are not wholly placed.
func (s *Shop) Late(p *Plan) int {
	late := make([]bool, len(s.Problem.Jobs))
	for i := range p.Unplaced {
		if j := s.Problem.Ops[p.Unplaced[i].Op].Job; j >= 0 {
			late[j] = true
		}
	}
	n := 0
	for j, end := range s.JobEnds(p) {
		if due := s.Problem.Jobs[j].Due; late[j] || (due != None && end > due) {
			n++
		}
	}
	return n
}

// Missed is the weighted tardiness of the targets of a plan: what KeyTardiness
// counts beside that of the jobs. What has no place counts nothing.
func (s *Shop) Missed(p *Plan) (sum int64) {
	for i := range s.Problem.Targets {
		if t := &s.Problem.Targets[i]; p.Resource[t.Op] >= 0 {
			sum += missed(t, s.handEnd(p, t.Op))
		}
	}
	return sum
}

func (s *Shop) figure(p *Plan, k Key, ends []Min) int64 {
	q := s.Problem
	var sum int64
	switch k {
	case KeyTardiness:
		for j, end := range ends {
			if due := q.Jobs[j].Due; due != None && end > due {
				sum += int64(q.Jobs[j].Weight) * int64(end-due)
			}
		}
		sum += s.Missed(p)
	case KeyCycle:
		for j, end := range ends {
			if end != None {
				sum += int64(end - max(q.Start, q.Jobs[j].Release))
			}
		}
	case KeyMakespan:
		for o := range q.Ops {
			if p.Resource[o] >= 0 {
				sum = max(sum, int64(p.End[o]-q.Start))
			}
		}
	case KeyEnds:
		for o := range q.Ops {
			if p.Resource[o] >= 0 {
				sum += int64(p.End[o] - q.Start)
			}
		}
	case KeyMoved:
		for o := range q.Ops {
			prev := &q.Ops[o].Prev
			if !prev.Set || p.Resource[o] < 0 {
				continue
			}
			if q.moved(prev, p.Resource[o], p.Start[o]) {
				sum++
			}
		}
	case KeyIdle:
		return s.idle(p)
	case KeyImbalance:
		return s.imbalance(s.loads(p))
	case KeyChangeovers:
		return s.changeovers(p)
	case KeyChanges:
		return s.changes(p)
	case KeyRegret:
		for o := range q.Ops {
			if m := p.Mode[o]; m >= 0 {
				sum += q.regret(m)
			}
		}
	}
	return sum
}

// less compares objective vectors.
func less(a, b []int64) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}
