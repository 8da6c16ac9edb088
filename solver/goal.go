package solver

import (
	"cmp"
	"math"
	"slices"
)

// The goals that look at resources: how idle the bottlenecks are, how unevenly
// a group is loaded, how often a machine changes over to another job. All are
// counted on the finished plan and, move by move, on a state.

// window returns the moment until which load counts.
func (s *Shop) window() Min {
	if s.Problem.Window > 0 {
		return s.Problem.Window
	}
	return s.Problem.End
}

// occupied is the working minutes that o takes of its resource in the window.
func (s *Shop) occupied(o, m int32, start, end Min) int64 {
	p := s.Problem
	op := &p.Ops[o]
	if op.Fix.Kind == FixDone {
		return 0
	}
	tier := 0
	if op.Overtime {
		tier = 1
	}
	cal := int32(0)
	if m >= 0 {
		cal = s.run[m]
	} else {
		cal = p.Resources[op.Fix.Resource].Manned[tier]
	}
	from, to := max(start, p.Start), min(end, s.window())
	if to <= from {
		return 0
	}
	c := &s.cals[cal]
	return int64(c.Worked(to)-c.Worked(from)) * int64(max(1, op.Crew))
}

// room is the minutes of all bottlenecks in the window, with those of fixed
// tasks twice: locks may overlap, and nothing is less idle than that.
func (s *Shop) room() int64 {
	p := s.Problem
	var sum int64
	for r := range p.Resources {
		if s.scarce(int32(r)) {
			sum += int64(max(0, s.window()-p.Start)) * int64(p.Resources[r].Cap)
		}
	}
	for o := range p.Ops {
		if f := &p.Ops[o].Fix; f.Timed() && s.scarce(f.Resource) {
			sum += int64(max(0, f.End-f.Start)) * int64(max(1, p.Ops[o].Crew))
		}
	}
	return sum
}

// scarce reports whether a resource is a bottleneck.
func (s *Shop) scarce(r int32) bool {
	res := &s.Problem.Resources[r]
	return res.Bottleneck && res.Cap > 0
}

func (s *Shop) idle(p *Plan) int64 {
	sum := s.room()
	for o := range s.Problem.Ops {
		if r := p.Resource[o]; r >= 0 && s.scarce(r) {
			sum -= s.occupied(int32(o), p.Mode[o], p.Start[o], p.End[o])
		}
	}
	return sum
}

// imbalance is the mean over machine groups, weighted by their hours, of the
// deviation of the machines' load ratios over its mean, in millionths. A
// machine group has nothing but single resources.
func (s *Shop) imbalance(load []int64) int64 {
	p := s.Problem
	groups := int32(0)
	for r := range p.Resources {
		groups = max(groups, p.Resources[r].Group+1)
	}
	type sums struct {
		hours      int64
		n, x, xx   float64
		people, no bool
	}
	all := make([]sums, groups)
	for r := range p.Resources {
		res := &p.Resources[r]
		g := &all[res.Group]
		g.people = g.people || res.Cap != 1
		room := float64(s.cals[res.Run[0]].Worked(s.window()) - s.cals[res.Run[0]].Worked(p.Start))
		if room <= 0 {
			g.no = true
			continue
		}
		x := float64(load[r]) / room
		g.hours += load[r]
		g.n, g.x, g.xx = g.n+1, g.x+x, g.xx+x*x
	}
	sum, weight := 0.0, 0.0
	for i := range all {
		g := &all[i]
		if g.people || g.no || g.hours == 0 {
			continue
		}
		mean := g.x / g.n
		sum += float64(g.hours) * math.Sqrt(max(0, g.xx/g.n-mean*mean)) / mean
		weight += float64(g.hours)
	}
	if weight == 0 {
		return 0
	}
	return int64(math.Round(sum / weight * 1e6))
}

func (s *Shop) loads(p *Plan) []int64 {
	load := make([]int64, len(s.Problem.Resources))
	for o := range s.Problem.Ops {
		if r := p.Resource[o]; r >= 0 {
			load[r] += s.occupied(int32(o), p.Mode[o], p.Start[o], p.End[o])
		}
	}
	return load
}

// visit is a stay on a single resource.
type visit struct{ start, op int32 }

func byStart(a, b visit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.op, b.op)) }

// changeovers counts neighbours of different jobs on single resources.
func (s *Shop) changeovers(p *Plan) int64 {
	rows := make([][]visit, len(s.Problem.Resources))
	for o := range s.Problem.Ops {
		r := p.Resource[o]
		if r >= 0 && p.Start[o] < p.End[o] && s.Problem.Resources[r].Cap == 1 && s.Problem.Ops[o].Fix.Kind != FixDone {
			rows[r] = append(rows[r], visit{p.Start[o], int32(o)})
		}
	}
	var sum int64
	for _, row := range rows {
		slices.SortFunc(row, byStart)
		for i := 1; i < len(row); i++ {
			if s.Problem.Ops[row[i].op].Job != s.Problem.Ops[row[i-1].op].Job {
				sum++
			}
		}
	}
	return sum
}
