package rescue

import (
	"cmp"
	"slices"

	"mouldworks/solver"
	"mouldworks/solver/explain"
)

// mostOfKind bounds the candidates of one kind that one look at a plan proposes.
const mostOfKind = 10

// propose lists what may help, by kind, the most promising first.
func (v *view) propose(kind Kind) (all []Candidate) {
	if slices.Contains(v.Without, kind) {
		return nil
	}
	switch kind {
	case Ahead:
		all = v.ahead()
	case Machine:
		all = v.machines()
	case Overtime:
		all = v.overtime()
	case Outsource:
		all = v.outside()
	case Split:
		all = v.splits()
	}
	return all[:min(len(all), mostOfKind)]
}

// queued are the stretches in which the chain waits for others on a resource, or is held back, the longest first.
func (v *view) queued() (all []explain.Stretch) {
	for _, s := range v.chain {
		if (s.Kind == explain.Queue || s.Kind == explain.Held) && v.movable(s.Op) && v.p.Resources[v.plan.Resource[s.Op]].Cap != 0 {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b explain.Stretch) int { return cmp.Compare(b.To-b.From, a.To-a.From) })
	return all
}

// ahead puts what waits in a queue to where its wait begins, alone and with all that follows it on the chain, which is what a higher
// priority of the mould would do; once also before the task that holds the resource just then.
func (v *view) ahead() (all []Candidate) {
	queued := v.queued()
	for _, s := range queued {
		all = append(all, v.pulled(v.toward(s, s.From))...)
	}
	for _, s := range queued {
		if o := v.running(v.plan.Resource[s.Op], s.From, s.Op); o >= 0 && v.movable(o) && s.Kind == explain.Queue {
			all = append(all, v.pulled(v.toward(s, v.plan.Start[o]))...)
		}
	}
	return all
}

// pulled is a move alone, and with what follows the task on the chain.
func (v *view) pulled(s Step) []Candidate {
	all := []Candidate{{[]Step{s}}}
	lo, hi := v.p.ModesOf(s.Op)
	for m := lo; m < hi; m++ {
		if v.p.Modes[m].Resource == s.Resource {
			end := v.after(s.Resource, s.At, v.p.Modes[m].Setup+v.p.Modes[m].Run, v.p.Ops[s.Op].Overtime)
			if more := v.pull(s.Op, end); len(more) > 0 {
				all = append(all, all[0].and(more))
			}
			break
		}
	}
	return all
}

// toward puts the task of a stretch before what starts later than a moment on its resource.
func (v *view) toward(s explain.Stretch, at solver.Min) Step {
	return Step{Kind: Ahead, Op: s.Op, Resource: v.plan.Resource[s.Op], At: max(at, v.p.Start)}
}

// mostMachines bounds the other machines that are proposed for one operation.
const mostMachines = 3

// machines puts operations of the chain on other machines of theirs: into the first gap that is long enough, and to the head of the
// queue there. Nothing is proposed that would end later alone.
func (v *view) machines() (all []Candidate) {
	type place struct {
		step Step
		gain solver.Min
	}
	var places []place
	for _, s := range v.stays() {
		here := v.plan.Resource[s.op]
		if v.p.Resources[here].Cap == 0 || v.p.Ops[s.op].Fix.Kind == solver.FixResource {
			continue
		}
		var own []place
		lo, hi := v.p.ModesOf(s.op)
		for m := lo; m < hi; m++ {
			r := v.p.Modes[m].Resource
			if r == here || v.p.Resources[r].Cap == 0 {
				continue
			}
			work := v.p.Modes[m].Setup + v.p.Modes[m].Run
			at := v.gap(r, s.from, work, v.p.Ops[s.op].Overtime)
			if gain := v.plan.End[s.op] - v.after(r, at, work, v.p.Ops[s.op].Overtime); gain > 0 {
				own = append(own, place{Step{Kind: Machine, Op: s.op, Resource: r, At: at}, gain})
			}
			if gain := v.plan.End[s.op] - v.after(r, s.from, work, v.p.Ops[s.op].Overtime); at > s.from && gain > 0 {
				own = append(own, place{Step{Kind: Machine, Op: s.op, Resource: r, At: s.from}, gain / 2}) // it harms somebody
			}
		}
		slices.SortStableFunc(own, func(a, b place) int { return cmp.Compare(b.gain, a.gain) })
		places = append(places, own[:min(len(own), mostMachines)]...)
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.gain, a.gain) })
	for _, x := range places {
		all = append(all, v.pulled(x.step)...)
	}
	return all
}

// after is about when so many working minutes on a resource are done.
func (v *view) after(r int32, at, minutes solver.Min, overtime bool) solver.Min {
	c := v.manned(r, overtime)
	if c == nil {
		return at + minutes
	}
	for i := range c.Open {
		if c.Close[i] <= at {
			continue
		}
		from := max(at, c.Open[i])
		if minutes <= c.Close[i]-from {
			return from + minutes
		}
		minutes -= c.Close[i] - from
	}
	return v.p.End
}

// gap is the first moment not before at from which a resource of one unit is free for so many working minutes.
func (v *view) gap(r int32, at, minutes solver.Min, overtime bool) solver.Min {
	for _, o := range v.lane(r) {
		if v.plan.End[o] <= at {
			continue
		}
		if v.after(r, at, minutes, overtime) <= v.plan.Start[o] {
			break
		}
		at = v.plan.End[o]
	}
	return at
}

// outside sends operations of the chain to suppliers who bring them back sooner than the shop does.
func (v *view) outside() (all []Candidate) {
	type trip struct {
		step Step
		gain solver.Min
	}
	var trips []trip
	for _, s := range v.stays() {
		if v.p.Ops[s.op].Class == solver.ClassOutsourced || !v.May(s.op, Outsource) {
			continue
		}
		var best *trip
		for _, supplier := range v.Suppliers(s.op) {
			if t := (trip{Step{Kind: Outsource, Op: s.op, Resource: supplier.Resource, Minutes: supplier.Lead}, s.to - s.from - supplier.Lead}); t.gain > 0 && (best == nil || t.gain > best.gain) {
				best = &t
			}
		}
		if best != nil {
			trips = append(trips, *best)
		}
	}
	slices.SortStableFunc(trips, func(a, b trip) int { return cmp.Compare(b.gain, a.gain) })
	for _, t := range trips {
		alone := Candidate{[]Step{t.step}}
		all = append(all, alone)
		if more := v.pull(t.step.Op, v.plan.End[t.step.Op]-t.gain); len(more) > 0 {
			all = append(all, alone.and(more))
		}
	}
	return all
}

// leastSegment is the shortest run that a split is worth.
const leastSegment = 30

// splits part a long run: that of the rival which holds the resource when the chain arrives, so that the chain's task comes between;
// or the chain's own, whose first segment fills a gap before the rivals.
func (v *view) splits() (all []Candidate) {
	for _, s := range v.queued() {
		if s.Kind != explain.Queue {
			continue
		}
		r := v.plan.Resource[s.Op]
		if o := v.running(r, s.From, s.Op); o >= 0 && v.movable(o) && v.May(o, Split) {
			m := &v.p.Modes[v.plan.Mode[o]]
			done := v.shop.Worked(v.plan, o, v.plan.Start[o], s.From) - m.Setup
			if done >= leastSegment && m.Run-done >= leastSegment {
				all = append(all, Candidate{[]Step{{Kind: Split, Op: o, Minutes: done}, v.toward(s, s.From)}})
			}
		}
		if c, fits := v.fills(s, r); fits {
			all = append(all, c)
		}
	}
	return all
}

// fills parts the task of a stretch: its first segment goes into the first gap within the stretch.
func (v *view) fills(s explain.Stretch, r int32) (Candidate, bool) {
	m := &v.p.Modes[v.plan.Mode[s.Op]]
	if v.p.Resources[r].Cap != 1 || !v.May(s.Op, Split) {
		return Candidate{}, false
	}
	at, overtime := s.From, v.p.Ops[s.Op].Overtime
	for _, o := range v.lane(r) {
		if v.plan.End[o] <= at || o == s.Op {
			continue
		}
		if v.plan.Start[o] >= s.To {
			break
		}
		if free := v.open(r, at, v.plan.Start[o], overtime) - m.Setup; free >= leastSegment && free < m.Run {
			return Candidate{[]Step{{Kind: Split, Op: s.Op, Minutes: free}, {Kind: Ahead, Op: s.Op, Resource: r, At: at}}}, true
		}
		at = max(at, v.plan.End[o])
	}
	return Candidate{}, false
}

// open is the working minutes of a resource in a stretch.
func (v *view) open(r int32, from, to solver.Min, overtime bool) (sum solver.Min) {
	c := v.manned(r, overtime)
	if c == nil {
		return max(0, to-from)
	}
	for i := range c.Open {
		sum += max(0, min(to, c.Close[i])-max(from, c.Open[i]))
	}
	return sum
}
