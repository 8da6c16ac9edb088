package rescue

import (
	"cmp"
	"slices"

	"mouldworks/solver"
	"mouldworks/solver/explain"
)

const (
	dayMinutes = 24 * 60
	// evening is what people work on after a shift.
	evening = 4 * 60
	// mostOvertime bounds the stretches of one candidate, and so what a planner has to read.
	mostOvertime = 12
	// breakMinutes is the longest break within a shift: people have it, and overtime does not take it.
	breakMinutes = 90
	// onward: whoever is needed so soon after the shift stays on.
	onward = 60
	// quarter is what times of overtime are rounded to.
	quarter = 15
)

// overtime opens resources of the chain where it runs into hours in which they are closed: first after the shifts and on rest days at
// the usual hours, then around the clock.
func (v *view) overtime() (all []Candidate) {
	type load struct {
		resource int32
		minutes  solver.Min
		gaps     [][2]solver.Min
		shift    map[solver.Min]solver.Min // by the beginning of a gap: when the last shift before it began
	}
	var loads []*load
	for _, s := range v.chain {
		r := v.plan.Resource[s.Op]
		if s.Kind != explain.Work && s.Kind != explain.Closed && s.Kind != explain.Queue || r < 0 || v.p.Resources[r].Cap == 0 {
			continue
		}
		c := v.manned(r, v.p.Ops[s.Op].Overtime)
		if c == nil {
			continue
		}
		k := slices.IndexFunc(loads, func(l *load) bool { return l.resource == r })
		if k < 0 {
			k = len(loads)
			loads = append(loads, &load{resource: r, shift: map[solver.Min]solver.Min{}})
		}
		l := loads[k]
		for _, g := range closed(c, max(s.From, v.Now), s.To, v.Now) {
			l.minutes += g[1] - g[0]
			l.gaps = append(l.gaps, g)
			l.shift[g[0]] = shiftBefore(c, g[0])
		}
	}
	slices.SortStableFunc(loads, func(a, b *load) int { return cmp.Compare(b.minutes, a.minutes) })
	for _, around := range [2]bool{false, true} {
		for _, l := range loads {
			slices.SortFunc(l.gaps, func(a, b [2]solver.Min) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
			c := Candidate{}
			for _, g := range l.gaps {
				for _, w := range hours(g, l.shift[g[0]], around) {
					overlaps := slices.ContainsFunc(c.Steps, func(s Step) bool { return w[0] < s.To && s.From < w[1] })
					if !overlaps && w[1]-w[0] >= quarter && len(c.Steps) < mostOvertime {
						c.Steps = append(c.Steps, Step{Kind: Overtime, Op: solver.None, Resource: l.resource, From: w[0], To: w[1]})
					}
				}
			}
			if len(c.Steps) > 0 && !slices.ContainsFunc(all, func(x Candidate) bool { return slices.Equal(x.Steps, c.Steps) }) {
				all = append(all, c)
			}
		}
	}
	return all
}

// closed are the stretches within [from, to) in which a calendar is shut, but for breaks; one that has just begun by then counts
// from its beginning.
func closed(c *solver.Calendar, from, to, now solver.Min) (gaps [][2]solver.Min) {
	i, _ := slices.BinarySearchFunc(c.Close, from+1, cmp.Compare[solver.Min])
	for ; from < to && i < len(c.Open); i++ {
		shut := from
		if i > 0 {
			shut = c.Close[i-1]
		}
		if from < c.Open[i] && c.Open[i]-shut > breakMinutes {
			if from-shut <= onward {
				from = max(shut, now)
			}
			gaps = append(gaps, [2]solver.Min{from, min(to, c.Open[i])})
		}
		from = max(from, c.Close[i])
	}
	return gaps
}

// shiftBefore is when the work of the day before a moment began: its earliest opening within a day before the calendar shut.
func shiftBefore(c *solver.Calendar, at solver.Min) solver.Min {
	i, _ := slices.BinarySearchFunc(c.Open, at, cmp.Compare[solver.Min])
	if i == 0 {
		return at
	}
	end := c.Close[i-1]
	for i--; i > 0 && c.Open[i-1] > end-dayMinutes; i-- {
	}
	return c.Open[i]
}

// hours are what people would work of a gap: an evening after the shift and, on a rest day, the usual hours; or all of it, a day at a
// time. shift is when the last shift before the gap began.
func hours(gap [2]solver.Min, shift solver.Min, around bool) (all [][2]solver.Min) {
	from, to := gap[0], gap[1]
	switch {
	case around:
		for ; from < to; from += dayMinutes {
			all = append(all, [2]solver.Min{from, min(to, from+dayMinutes)})
		}
		return all
	case to-from <= dayMinutes:
		return [][2]solver.Min{{from, min(to, from+evening)}}
	}
	all = append(all, [2]solver.Min{from, from + evening})
	for day := shift + dayMinutes; day < to && shift < from; day += dayMinutes {
		if w := [2]solver.Min{max(from+evening, day), min(to, day+min(from-shift, dayMinutes))}; w[0] < w[1] {
			all = append(all, w)
		}
	}
	return all
}

// used cuts the overtime of a candidate to what is worked in it: who has gone home by then need not be asked.
func used(c *Candidate, t *Tried) Candidate {
	out := Candidate{}
	for _, s := range c.Steps {
		if s.Kind != Overtime {
			out.Steps = append(out.Steps, s)
			continue
		}
		from, to := s.To, s.From
		for o := range t.Plan.Resource {
			if t.Plan.Resource[o] == s.Resource && t.Plan.Start[o] < s.To && t.Plan.End[o] > s.From {
				from, to = min(from, max(s.From, t.Plan.Start[o])), max(to, min(s.To, t.Plan.End[o]))
			}
		}
		if from >= to {
			continue
		}
		from -= (from - s.From) % quarter
		s.From, s.To = from, min(s.To, to+(quarter-(to-from)%quarter)%quarter)
		out.Steps = append(out.Steps, s)
	}
	return out
}
