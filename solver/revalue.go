package solver

// evaluateAll computes job ends and the objective vector from the moments.
func (st *state) evaluateAll(unplaced int) {
	g := st.net
	p := g.shop.Problem
	for j := range st.jobEnd {
		st.jobEnd[j] = st.endOf(int32(j))
	}
	st.value[0] = int64(unplaced)
	counted := false
	for i, k := range st.keys {
		var sum int64
		switch k {
		case KeyTardiness:
			for j := range p.Jobs {
				sum += st.tardy(int32(j), st.jobEnd[j])
			}
			for t := range p.Targets {
				if g.placed[p.Targets[t].Op] {
					sum += missed(&p.Targets[t], st.handEnd(p.Targets[t].Op))
				}
			}
		case KeyCycle:
			for j := range p.Jobs {
				sum += st.cycle(int32(j), st.jobEnd[j])
			}
		case KeyMakespan:
			sum = st.makespan()
		case KeyImbalance, KeyChangeovers:
			if !counted {
				st.ledger.reload(st)
				counted = true
			}
			sum = st.ledger.figure(st, k)
		case KeyChanges:
			sum = st.changes()
		default:
			if k == KeyIdle {
				sum = g.shop.room()
			}
			for o := range p.Ops {
				if g.placed[o] {
					sum += st.share(k, int32(o), st.mode[o], st.start[o], st.end[o])
				}
			}
		}
		st.value[1+i] = sum
	}
}

// share is what one operation adds to a key that sums over operations.
func (st *state) share(k Key, o, m int32, start, end Min) int64 {
	p := st.net.shop.Problem
	switch k {
	case KeyEnds:
		return int64(end - p.Start)
	case KeyMoved:
		prev := &p.Ops[o].Prev
		if !prev.Set {
			return 0
		}
		r := p.Ops[o].Fix.Resource
		if st.net.free[o] {
			r = p.Modes[m].Resource
		}
		if p.moved(prev, r, start) {
			return 1
		}
	case KeyIdle:
		if st.net.shop.scarce(st.resourceOf(o, m)) {
			return -st.net.shop.occupied(o, m, start, end)
		}
	case KeyRegret:
		if m >= 0 {
			return p.regret(m)
		}
	}
	return 0
}

// moved reports whether a place on r at start deviates from the one before.
func (p *Problem) moved(prev *Place, r int32, start Min) bool {
	shift := start - prev.Start
	return r != prev.Resource || max(shift, -shift) > p.MovedAfter
}

// regret is what a mode costs against the preferences of setting 10.
func (p *Problem) regret(mode int32) int64 {
	m := &p.Modes[mode]
	sum := m.Cost
	if p.Ranked {
		sum += int64(m.Rank)
	}
	for f := m.Flags; f != 0; f &= f - 1 {
		sum++
	}
	if m.Reluctance > 0 {
		sum++
	}
	return sum
}

func missed(t *Target, hand Min) int64 { return int64(t.Weight) * int64(max(0, hand-t.Due)) }

func (st *state) handEnd(o int32) Min { return max(st.end[o], st.hand[o]) }

// endOf returns the hand-over end of job j, None without operations.
func (st *state) endOf(j int32) Min {
	end := None
	for _, o := range st.net.last.of(j) {
		end = max(end, st.handEnd(o))
	}
	return end
}

func (st *state) tardy(j int32, end Min) int64 {
	job := &st.net.shop.Problem.Jobs[j]
	if job.Due == None || end <= job.Due {
		return 0
	}
	return int64(job.Weight) * int64(end-job.Due)
}

func (st *state) cycle(j int32, end Min) int64 {
	if end == None {
		return 0
	}
	p := st.net.shop.Problem
	return int64(end - max(p.Start, p.Jobs[j].Release))
}

func (st *state) makespan() int64 {
	var last int64
	for _, o := range st.net.sinks {
		last = max(last, int64(st.end[o]-st.net.shop.Problem.Start))
	}
	return last
}

// revalue updates job ends and the vector after a move.
func (st *state) revalue() {
	g := st.net
	p := g.shop.Problem
	t := &st.trail
	st.jobs = st.jobs[:0]
	sink := false
	for i := range t.times {
		o := t.times[i].op
		sink = sink || g.isSink[o]
		if j := p.Ops[o].Job; g.isLast[o] && !st.seen[j] {
			st.seen[j] = true
			st.jobs = append(st.jobs, j)
		}
	}
	if st.ledger != nil {
		st.ledger.update(st)
	}
	for i, k := range st.keys {
		v := &st.value[1+i]
		switch k {
		case KeyTardiness, KeyCycle:
		case KeyImbalance, KeyChangeovers:
			*v = st.ledger.figure(st, k)
		case KeyChanges: // only the moved operation has another mode
			*v += st.changesOf(t.op, st.mode[t.op]) - st.changesOf(t.op, t.mode)
		case KeyMakespan:
			if sink {
				*v = st.makespan()
			}
		default:
			for i := range t.times {
				x := &t.times[i]
				was := st.mode[x.op]
				if x.op == t.op {
					was = t.mode
				}
				*v += st.share(k, x.op, st.mode[x.op], st.start[x.op], st.end[x.op]) - st.share(k, x.op, was, x.start, x.end)
			}
		}
	}
	for _, j := range st.jobs {
		st.seen[j] = false
		was, now := st.jobEnd[j], st.endOf(j)
		if was == now {
			continue
		}
		t.ends = append(t.ends, oldEnd{j, was})
		st.jobEnd[j] = now
		for i, k := range st.keys {
			switch k {
			case KeyTardiness:
				st.value[1+i] += st.tardy(j, now) - st.tardy(j, was)
			case KeyCycle:
				st.value[1+i] += st.cycle(j, now) - st.cycle(j, was)
			}
		}
	}
	if len(p.Targets) > 0 {
		st.revalueTargets()
	}
}

func (st *state) revalueTargets() {
	p := st.net.shop.Problem
	for i, k := range st.keys {
		if k != KeyTardiness {
			continue
		}
		for n := range st.trail.times {
			x := &st.trail.times[n]
			for _, id := range st.net.aims.of(x.op) {
				a := &p.Targets[id]
				st.value[1+i] += missed(a, st.handEnd(x.op)) - missed(a, max(x.end, x.hand))
			}
		}
	}
}
