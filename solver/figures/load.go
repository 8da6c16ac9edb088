package figures

import (
	"cmp"
	"math"
	"slices"

	"mouldworks/solver"
)

// open is the working minutes of a calendar within [from, to).
func open(p *solver.Problem, id int32, from, to solver.Min) int64 {
	if to <= from {
		return 0
	}
	if id == 0 {
		return int64(to - from)
	}
	c := &p.Calendars[id]
	sum := int64(0)
	for i := closing(c, from); i < len(c.Open) && c.Open[i] < to; i++ {
		sum += int64(min(to, c.Close[i]) - max(from, c.Open[i]))
	}
	return sum
}

// Occupied is the working minutes that operation o of a plan takes of its
// resource within [from, to): set-up on manned time, the run on its own.
func Occupied(p *solver.Problem, plan *solver.Plan, o int, from, to solver.Min) int64 {
	r := &p.Resources[plan.Resource[o]]
	over := 0
	if p.Ops[o].Overtime {
		over = 1
	}
	calendar := r.Manned[over]
	if m := plan.Mode[o]; m >= 0 && p.Modes[m].Unattended {
		// The set-up lies in manned time, which is open on the run calendar too.
		calendar = r.Run[over]
	}
	return open(p, calendar, max(from, plan.Start[o]), min(to, plan.End[o])) * int64(max(1, p.Ops[o].Crew))
}

// Available is the working minutes of a resource within [from, to), with
// overtime when asked for; a machine that may run unattended counts its run
// calendar.
func Available(p *solver.Problem, r int32, overtime bool, from, to solver.Min) int64 {
	over := 0
	if overtime {
		over = 1
	}
	res := &p.Resources[r]
	minutes := max(open(p, res.Run[over], from, to), open(p, res.Manned[over], from, to))
	return minutes * int64(res.Cap)
}

// Staffed is Available without overtime and without the time in which a machine runs
// with nobody there.
func Staffed(p *solver.Problem, r int32, from, to solver.Min) int64 {
	res := &p.Resources[r]
	return open(p, res.Manned[0], from, to) * int64(res.Cap)
}

// Blocked is the working minutes that block i takes of its resource within [from, to), and the calendars without overtime and
// with it where it works any; work is its own minutes where they are known, else 0. A plan does not know how the work of another
// one is done, nor whether it may use overtime: of the calendars of manned and run time, without overtime and with it, it is the
// first that fits its minutes best.
func Blocked(p *solver.Problem, i int, work, from, to solver.Min) (minutes int64, longer [2]int32) {
	b := &p.Blocks[i]
	r := &p.Resources[b.Resource]
	calendar := r.Manned[0]
	if work > 0 {
		least := int64(math.MaxInt64)
		for k, pair := range [...][2]int32{r.Manned, r.Run, r.Manned, r.Run} {
			c := pair[k/2]
			d := open(p, c, b.Start, b.End) - int64(work)
			if d = max(d, -d); d < least {
				least, calendar, longer = d, c, [2]int32{}
				if k > 1 {
					longer = pair
				}
			}
		}
	}
	return open(p, calendar, max(from, b.Start), min(to, b.End)) * int64(max(1, b.Units)), longer
}

// load sums occupied and available minutes per group. What the plan goes around fills its resource like its own work.
func (m *measure) load() {
	from, to := m.p.Start, m.p.Start+m.params.Window
	own := make([]int64, len(m.p.Resources))
	occupied := make([]int64, len(m.p.Resources))
	overtime := newExtended(m.p, m.params.Day)
	for o := range m.p.Ops {
		if !m.placed(o) || m.p.Ops[o].Fix.Kind == solver.FixDone {
			continue
		}
		r := m.plan.Resource[o]
		own[r] += Occupied(m.p, m.plan, o, from, to)
		overtime.byOp(m.plan, o)
		Overtime(m.p, m.plan, o, func(_, from, to solver.Min) {
			m.f.OvertimeMinutes += int64(to-from) * int64(max(1, m.p.Ops[o].Crew))
		})
	}
	copy(occupied, own)
	for i := range m.p.Blocks {
		r := m.p.Blocks[i].Resource
		work := solver.Min(0)
		if i < len(m.params.BlockWork) {
			work = m.params.BlockWork[i]
		}
		minutes, longer := Blocked(m.p, i, work, from, to)
		occupied[r] += minutes
		overtime.by(r, longer, m.p.Blocks[i].Start, m.p.Blocks[i].End)
	}
	byGroup := map[int32]*Load{}
	m.ratios = map[int32][]float64{}
	for r := range m.p.Resources {
		res := &m.p.Resources[r]
		if res.Cap == 0 {
			continue
		}
		l := byGroup[res.Group]
		if l == nil {
			l = &Load{Group: res.Group}
			byGroup[res.Group] = l
		}
		available := overtime.available(int32(r), from, to)
		l.Resources += int(res.Cap)
		l.Own += own[r]
		l.Occupied += occupied[r]
		l.Available += available
		m.ratios[res.Group] = append(m.ratios[res.Group], ratio(float64(occupied[r]), float64(available)))
	}
	for _, l := range byGroup {
		m.f.Groups = append(m.f.Groups, *l)
	}
	slices.SortFunc(m.f.Groups, func(a, b Load) int { return cmp.Compare(a.Group, b.Group) })
}

// bottleneck is the group with the highest load ratio among those whose
// resources are marked as bottlenecks; without any, among the groups of
// machines.
func (m *measure) bottleneck() {
	m.f.Utilisation, m.f.Target = Undefined, Undefined
	marked := map[int32]bool{}
	for r := range m.p.Resources {
		if m.p.Resources[r].Bottleneck {
			marked[m.p.Resources[r].Group] = true
		}
	}
	for _, l := range m.f.Groups {
		candidate := marked[l.Group]
		if len(marked) == 0 {
			candidate = m.params.Machines[l.Group] && l.Occupied > 0
		}
		if candidate && l.Ratio() > m.f.Utilisation {
			m.f.Bottleneck, m.f.Utilisation = l.Group, l.Ratio()
		}
	}
	if m.f.Bottleneck == solver.None {
		return
	}
	sum, n := 0.0, 0
	for r := range m.p.Resources {
		if res := &m.p.Resources[r]; res.Group == m.f.Bottleneck {
			target := res.Target
			if target == 0 {
				target = m.params.Target
			}
			sum += float64(target) / 1e6
			n++
		}
	}
	m.f.Target = ratio(sum, float64(n))
}

// imbalance is the mean over machine groups, weighted by their hours, of the
// deviation of their machines' load ratios over its mean.
func (m *measure) imbalance() {
	sum, weight := 0.0, 0.0
	for _, l := range m.f.Groups {
		ratios := m.ratios[l.Group]
		if !m.params.Machines[l.Group] || l.Occupied == 0 || slices.Contains(ratios, Undefined) {
			continue
		}
		mean := 0.0
		for _, x := range ratios {
			mean += x / float64(len(ratios))
		}
		variance := 0.0
		for _, x := range ratios {
			variance += (x - mean) * (x - mean) / float64(len(ratios))
		}
		sum += float64(l.Occupied) * math.Sqrt(variance) / mean
		weight += float64(l.Occupied)
	}
	m.f.Imbalance = ratio(sum, weight)
}

// changeovers counts neighbours of different jobs on single machines, what the
// plan goes around too.
func (m *measure) changeovers() {
	type at struct{ start, job int32 }
	rows := make([][]at, len(m.p.Resources))
	for o := range m.p.Ops {
		if m.placed(o) && m.plan.Start[o] < m.plan.End[o] && m.p.Resources[m.plan.Resource[o]].Cap == 1 {
			r := m.plan.Resource[o]
			rows[r] = append(rows[r], at{m.plan.Start[o], m.p.Ops[o].Job})
		}
	}
	for i, job := range m.params.BlockJob {
		if b := &m.p.Blocks[i]; b.Start < b.End && m.p.Resources[b.Resource].Cap == 1 {
			rows[b.Resource] = append(rows[b.Resource], at{b.Start, job})
		}
	}
	for _, row := range rows {
		slices.SortFunc(row, func(a, b at) int { return cmp.Compare(a.start, b.start) })
		for i := 1; i < len(row); i++ {
			if row[i].job != row[i-1].job {
				m.f.Changeovers++
			}
		}
	}
}
