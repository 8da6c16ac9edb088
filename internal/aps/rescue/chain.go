package rescue

import (
	"cmp"
	"slices"

	"mouldworks/solver"
	"mouldworks/solver/explain"
)

// view is a plan with the chain that makes the mould late in it, and the order on its resources.
type view struct {
	*Situation
	shop  *solver.Shop
	plan  *solver.Plan
	p     *solver.Problem
	chain []explain.Stretch
	main  int               // the stretches of the mould itself; the others are of electrodes
	lanes map[int32][]int32 // operations of the resources of the chain, by start
}

// look explains a plan of the situation.
func (s *Situation) look(shop *solver.Shop, plan *solver.Plan) *view {
	v := &view{Situation: s, shop: shop, plan: plan, p: shop.Problem, lanes: map[int32][]int32{}}
	x := explain.New(shop, plan)
	e := x.Job(s.Job)
	if e == nil {
		return v
	}
	v.chain, v.main = slices.Clone(e.Stretches), len(e.Stretches)
	// The chain waits for an electrode without following it; what keeps the electrode is looked at, too, and what keeps one of that.
	for i := 0; i < len(v.chain) && len(v.chain) < mostStretches; i++ {
		if w := v.chain[i]; w.Kind == explain.Electrode && w.Other >= 0 {
			if e := x.Op(w.Other); e != nil {
				v.chain = append(v.chain, e.Stretches...)
			}
		}
	}
	return v
}

// mostStretches bounds the chains that are looked at together.
const mostStretches = 200

// lane lists the operations of a resource by their starts.
func (v *view) lane(r int32) []int32 {
	ops, known := v.lanes[r]
	if known {
		return ops
	}
	for o := range v.plan.Resource {
		if v.plan.Resource[o] == r {
			ops = append(ops, int32(o))
		}
	}
	slices.SortFunc(ops, func(a, b int32) int {
		return cmp.Or(cmp.Compare(v.plan.Start[a], v.plan.Start[b]), cmp.Compare(a, b))
	})
	v.lanes[r] = ops
	return ops
}

// running is the operation that holds the resource of another one at a moment and has begun before it; None where nothing does.
func (v *view) running(r int32, at solver.Min, but int32) int32 {
	for _, o := range v.lane(r) {
		if o != but && v.plan.Start[o] < at && at < v.plan.End[o] {
			return o
		}
	}
	return solver.None
}

// stay is the time that an operation spends on the chain, from when it could begin.
type stay struct {
	op             int32
	from, to       solver.Min
	queued, worked solver.Min
}

// stays are the operations of the chain that changes can name and that nothing fixes, the longest stay first.
func (v *view) stays() (all []stay) {
	at := map[int32]int{}
	for _, s := range v.chain {
		if !v.movable(s.Op) {
			continue
		}
		k, known := at[s.Op]
		if !known {
			k = len(all)
			at[s.Op] = k
			all = append(all, stay{op: s.Op, from: v.plan.Start[s.Op], to: v.plan.End[s.Op]})
		}
		switch s.Kind {
		case explain.Queue, explain.Held:
			all[k].from = min(all[k].from, s.From)
			all[k].queued += s.To - s.From
		case explain.Closed:
			if s.To <= v.plan.Start[s.Op] { // nobody is there to begin
				all[k].from = min(all[k].from, s.From)
			}
		case explain.Work:
			all[k].worked += s.To - s.From
		}
	}
	slices.SortStableFunc(all, func(a, b stay) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	return all
}

// movable reports whether an operation has a name, a place and no fixed times.
func (v *view) movable(o int32) bool {
	return o >= 0 && o < v.Named && v.plan.Resource[o] >= 0 && v.plan.Mode[o] >= 0 && !v.p.Ops[o].Fix.Timed()
}

// manned is the calendar of a resource, nil where it is always open.
func (v *view) manned(r int32, overtime bool) *solver.Calendar {
	tier := 0
	if overtime {
		tier = 1
	}
	if id := v.p.Resources[r].Manned[tier]; id > 0 {
		return &v.p.Calendars[id]
	}
	return nil
}

// pull moves what follows an operation on the chain before its rivals, to when it would arrive if the operation ended at a moment:
// about, for the moments lie on the calendars of the resources alone. What would not be earlier stays.
func (v *view) pull(o int32, end solver.Min) (steps []Step) {
	at := solver.None
	for _, s := range v.chain[:v.main] {
		if at == solver.None {
			if s.Op == o && s.To >= v.plan.End[o] && (s.Kind == explain.Work || s.Kind == explain.Outside) {
				at = end
			}
			continue
		}
		r := v.plan.Resource[s.Op]
		switch s.Kind {
		case explain.Queue, explain.Held:
			if !v.movable(s.Op) {
				at = max(at, s.To)
			}
		case explain.Work:
			if v.movable(s.Op) && at < v.plan.Start[s.Op] && v.p.Resources[r].Cap != 0 && !slices.ContainsFunc(steps, func(x Step) bool { return x.Op == s.Op }) {
				steps = append(steps, Step{Kind: Ahead, Op: s.Op, Resource: r, At: max(at, v.p.Start)})
			}
			at = v.after(r, at, s.Worked, v.p.Ops[s.Op].Overtime)
		case explain.Outside, explain.Flow, explain.Lag:
			at += s.To - s.From
		case explain.Closed: // the calendars say
		default:
			at = max(at, s.To)
		}
	}
	return steps
}
