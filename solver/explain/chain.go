package explain

import (
	"cmp"
	"slices"

	"mouldworks/solver"
)

// Explainer explains one plan, to one caller at a time.
type Explainer struct {
	shop   *solver.Shop
	plan   *solver.Plan
	p      *solver.Problem
	lanes  [][]int32    // operations per resource by start
	lastOf []int32      // the operation that ends each job, None without
	least  []solver.Min // see solver.Shop.LeastHanded
	rooms  *solver.Rooms
	room   solver.Min // since when the operation of the last step has had room
	// soon explains the plan with nothing of the present chain held back; nil
	// where the plan holds nothing back.
	soon *Explainer
}

// New makes an explainer of plan, which must be a valid plan of the shop.
func New(shop *solver.Shop, plan *solver.Plan) *Explainer {
	x := &Explainer{shop: shop, plan: plan, p: shop.Problem, lanes: make([][]int32, len(shop.Problem.Resources)), lastOf: make([]int32, len(shop.Problem.Jobs)), least: shop.LeastHanded(), rooms: shop.Rooms(plan)}
	for j := range x.lastOf {
		x.lastOf[j] = solver.None
	}
	for o := range x.p.Ops {
		r, id := plan.Resource[o], int32(o)
		if r < 0 {
			continue
		}
		x.lanes[r] = append(x.lanes[r], id)
		if j := x.p.Ops[o].Job; j >= 0 && (x.lastOf[j] < 0 || shop.Handed(plan, id) > shop.Handed(plan, x.lastOf[j])) {
			x.lastOf[j] = id
		}
	}
	for r := range x.lanes {
		slices.SortFunc(x.lanes[r], func(a, b int32) int {
			return cmp.Or(cmp.Compare(plan.Start[a], plan.Start[b]), cmp.Compare(plan.End[a], plan.End[b]), cmp.Compare(a, b))
		})
	}
	if shop.Holds(plan) {
		early := plan.Clone()
		x.soon = &Explainer{shop: shop, plan: early, p: x.p, lanes: x.lanes, rooms: shop.Rooms(early)}
	}
	return x
}

// Job explains when job j ends; nil when none of its operations is placed.
func (x *Explainer) Job(j int32) *Explanation {
	last := x.lastOf[j]
	if last < 0 {
		return nil
	}
	e := x.chain(last, x.p.Jobs[j].Due)
	for o := range x.p.Ops {
		if x.p.Ops[o].Job == j {
			e.Earliest = max(e.Earliest, x.least[o])
		}
	}
	return e
}

// Op explains when operation o ends; nil when it is not placed.
func (x *Explainer) Op(o int32) *Explanation {
	if x.plan.Resource[o] < 0 {
		return nil
	}
	due := solver.None
	if _, end, ok := x.shop.Latest(o); ok {
		due = end
	}
	for i := range x.p.Targets { // a due date of its own says more than the latest end
		if t := &x.p.Targets[i]; t.Op == o {
			due = t.Due
		}
	}
	e := x.chain(o, due)
	e.Earliest = x.least[o]
	return e
}

// chain walks back from the hand-over of o. In each operation it follows the
// edge that arrives last, or would if the plan held nothing back: what comes
// just in time for another one, and could come earlier, is no cause; and what
// is put off until it is just in time hides no wait of what follows, see
// uncover. An electrode is waited for, not followed, so that the chain stays with the part. The idea of a critical sequence under
// limited resources is Wiest's (Operations Research 12, 1964).
func (x *Explainer) chain(o int32, due solver.Min) *Explanation {
	e := &Explanation{Due: due, Earliest: solver.None, End: x.shop.Handed(x.plan, o)}
	until := x.plan.End[o]
	e.add(until, e.End, Closed, o, solver.None)
	if x.soon != nil {
		x.soon.rooms.Unhold(o)
	}
	var hidden []Stretch
	for o >= 0 {
		own, at := o, len(e.Stretches)
		o, until = x.step(e, o, until)
		hidden = x.uncover(e, at, own, hidden)
	}
	slices.Reverse(e.Stretches)
	e.Origin = e.End
	if len(e.Stretches) > 0 {
		e.Origin = e.Stretches[0].From
	}
	for _, s := range e.Stretches {
		if s.Kind == Work {
			e.Totals[Work] += s.Worked
			e.Totals[Closed] += s.To - s.From - s.Worked
			continue
		}
		e.Totals[s.Kind] += s.To - s.From
	}
	return e
}

// add puts a stretch before what is there already.
func (e *Explanation) add(from, to solver.Min, kind Kind, op, other int32) {
	if from < to {
		e.Stretches = append(e.Stretches, Stretch{From: from, To: to, Kind: kind, Op: op, Other: other})
	}
}

// stay adds the time of o on its resource.
func (x *Explainer) stay(e *Explanation, o int32, from, until solver.Min) {
	if x.p.Ops[o].Class == solver.ClassOutsourced {
		e.add(from, until, Outside, o, solver.None)
		return
	}
	before := len(e.Stretches)
	e.add(from, until, Work, o, solver.None)
	if len(e.Stretches) > before {
		e.Stretches[before].Worked = x.shop.Worked(x.plan, o, from, until)
	}
}

// arrival is one edge into an operation.
type arrival struct {
	edge  *solver.Edge
	way   solver.Way
	bound solver.Min // of the start
	// The same with nothing held back.
	early, earlyBound solver.Min
}

// arrivals are the edges that bind an operation.
type arrivals struct {
	// route would bind it last with nothing held back, and last does; electrode
	// is the electrode edge that does. Their edges are nil without one.
	route, last, electrode arrival
	burnt                  solver.Min // bound by the electrodes with nothing held back
	all                    []solver.Arrival
}

// later compares by what binds.
func (a *arrival) later(b *arrival) int {
	return cmp.Or(cmp.Compare(a.bound, b.bound), cmp.Compare(a.way.Arrived, b.way.Arrived))
}

// arrivals returns the edges that bind o.
func (x *Explainer) arrivals(o int32) (in arrivals) {
	for _, id := range x.shop.In(o) {
		e := &x.p.Edges[id]
		if e.From >= 0 && x.plan.Resource[e.From] < 0 {
			continue
		}
		way, ok := x.shop.Way(x.plan, e)
		if !ok {
			continue
		}
		a := arrival{edge: e, way: way, bound: x.bound(o, e, way.Arrived)}
		a.early, a.earlyBound = way.Arrived, a.bound
		if x.soon != nil {
			if early, ok := x.shop.Way(x.soon.plan, e); ok {
				a.early, a.earlyBound = early.Arrived, x.bound(o, e, early.Arrived)
			}
		}
		in.all = append(in.all, solver.Arrival{At: e.ToAt, Moment: way.Arrived})
		best := &in.last
		if e.Kind == solver.EdgeElectrode {
			best, in.burnt = &in.electrode, max(in.burnt, a.earlyBound)
		} else if r := &in.route; r.edge == nil || cmp.Or(cmp.Compare(a.earlyBound, r.earlyBound), cmp.Compare(a.early, r.early), a.later(r)) > 0 {
			in.route = a
		}
		if best.edge == nil || a.later(best) > 0 {
			*best = a
		}
	}
	return in
}

// bound is the first start of o behind what an edge brings at a moment.
func (x *Explainer) bound(o int32, e *solver.Edge, arrived solver.Min) solver.Min {
	if e.ToAt == solver.SetupPoint {
		return arrived
	}
	return x.shop.Fit(x.plan, o, x.p.Start, []solver.Arrival{{At: e.ToAt, Moment: arrived}})
}

// step adds what happened to o until a moment, and what came before; it
// returns the operation to go on with, None at the origin.
func (x *Explainer) step(e *Explanation, o int32, until solver.Min) (next int32, at solver.Min) {
	op, start := &x.p.Ops[o], min(x.plan.Start[o], until)
	origin := min(x.shop.Released(o), start)
	if op.Fix.Kind == solver.FixDone || op.Fix.Kind == solver.FixRunning {
		x.stay(e, o, start, until)
		e.add(origin, start, Queue, o, x.ahead(o, origin, start))
		return solver.None, 0
	}
	in := x.arrivals(o)
	route := &in.route
	begin := origin // when it could begin by the route alone
	if route.edge != nil {
		begin = max(begin, route.way.Arrived)
	}
	switch {
	case begin > start && route.edge.From >= 0 && route.edge.ToAt != solver.SetupPoint && op.Fix.Kind != solver.FixTimes:
		// It has begun while something that it needs was still to come.
		x.stay(e, o, route.way.Arrived, until)
		return x.way(e, o, route, min(until, route.way.Arrived))
	case begin > start: // a lock before its predecessors
		x.stay(e, o, start, until)
		e.add(origin, start, Lock, o, solver.None)
		return solver.None, 0
	}
	x.stay(e, o, start, until)
	x.waits(e, o, begin, &in)
	if begin == origin {
		return solver.None, 0
	}
	if route.edge.From < 0 {
		e.add(origin, begin, Date, o, solver.None)
		return solver.None, 0
	}
	return x.way(e, o, route, begin)
}

// way adds the way of a part along an edge that arrives at a moment.
func (x *Explainer) way(e *Explanation, o int32, a *arrival, arrived solver.Min) (next int32, at solver.Min) {
	w := a.way
	from := a.edge.From
	e.add(min(w.Waited, arrived), arrived, Flow, from, o)
	e.add(min(w.Left, arrived), min(w.Waited, arrived), Lag, from, o)
	e.add(min(w.Ready, arrived), min(w.Left, arrived), Closed, from, o)
	return from, min(w.Ready, arrived)
}

var causeKinds = [...]Kind{solver.CauseMould: Date, solver.CauseMaterial: Material, solver.CauseProgram: Program, solver.CauseDesign: Design, solver.CauseAssumed: Assumed}

// waits adds what lies between the moment when o could begin by its route and
// its start: dates, what else comes later than it must, electrodes, closed time, the queue until its resource has room for
// it, and what is left then.
func (x *Explainer) waits(e *Explanation, o int32, begin solver.Min, in *arrivals) {
	op, start := &x.p.Ops[o], x.plan.Start[o]
	x.room = start
	dated := min(start, max(begin, op.Release))
	came := dated
	if in.last.edge != in.route.edge {
		came = min(start, max(dated, in.last.bound))
	}
	burnt, other := came, solver.None
	if in.electrode.edge != nil {
		burnt, other = min(start, max(came, in.electrode.bound)), in.electrode.edge.From
	}
	open := x.shop.Fit(x.plan, o, burnt, in.all)
	if open < 0 || open > start {
		open = start
	}
	if op.Fix.Kind == solver.FixTimes {
		e.add(open, start, Lock, o, solver.None)
	} else {
		room := x.rooms.First(o, open, in.all)
		if room < 0 || room > start {
			room = start
		}
		x.room = room
		e.add(room, start, Held, o, solver.None)
		e.add(open, room, Queue, o, x.last(o, open, room))
	}
	e.add(burnt, open, Closed, o, solver.None)
	late := min(burnt, max(came, in.burnt)) // from then on the plan holds an electrode back
	e.add(late, burnt, Held, o, solver.None)
	e.add(came, late, Electrode, o, other)
	e.add(dated, came, Held, o, solver.None)
	e.add(begin, dated, causeKinds[min(op.Cause, solver.CauseAssumed)], o, solver.None)
}

// ahead returns the operation that leaves the resource of o last within
// (from, to], None when nobody does.
func (x *Explainer) ahead(o int32, from, to solver.Min) int32 {
	r := x.plan.Resource[o]
	best := solver.None
	if x.p.Resources[r].Cap == 0 {
		return best
	}
	for _, y := range x.lanes[r] {
		end := x.plan.End[y]
		if y != o && end > from && end <= to && x.plan.Start[y] < end && (best < 0 || end >= x.plan.End[best]) {
			best = y
		}
	}
	return best
}

// last is ahead where no work of others than the plan's leaves later: then it is None.
func (x *Explainer) last(o int32, from, to solver.Min) int32 {
	ahead := x.ahead(o, from, to)
	if ahead >= 0 {
		from = x.plan.End[ahead]
	}
	for i := range x.p.Blocks {
		if b := &x.p.Blocks[i]; b.Resource == x.plan.Resource[o] && b.End > from && b.End <= to && b.Start < b.End {
			return solver.None
		}
	}
	return ahead
}
