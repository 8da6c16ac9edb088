package solver

import (
	"context"
	"slices"
	"sync/atomic"
)

// To plan one job, or one operation, anew several plans are looked at: the one
// that stands, timed as early as the data allow; the same with the job taken
// out and put back into the gaps of the others; and what the dispatcher makes
// of the data. The first alone is not enough: a part whose program came late
// stands at the end of every queue on its way, and no single change of place
// gains anything before the whole way has moved. For an operation it is also
// looked at with only what leads to it put back: the rest of its job, put back
// as well, may take the gaps that it needs. Each of them that is no worse by
// the goal than the first is repaired, and the one that ends the aim first is
// the answer.

// Aim is what planning anew brings forward: an operation where Op is not None,
// else a job.
type Aim struct{ Job, Op int32 }

// EndOf is when the board hands the aim over.
func (b *Board) EndOf(aim Aim) Min {
	if aim.Op >= 0 {
		return b.Handed(aim.Op)
	}
	return b.JobEnds()[aim.Job]
}

// DispatchBy says by which rule, selection and direction the plan of the board
// was made: Replan then looks at what the dispatcher makes of its data by them.
func (b *Board) DispatchBy(params Params) {
	b.asDispatched = 0
	b.dispatch = &Params{Rule: params.Rule, Select: params.Select, SameTolerance: params.SameTolerance, Direction: params.Direction}
}

// Replan puts the plan of the board on other data and plans aim anew there.
// plan is the plan in terms of p, whose modes it finds by the resources; was
// says which operation of the board each of p's is. What the board holds back
// stays held back, but for operations whose was is None and where the
// dispatcher begins anew. Aim is in terms of p. The board that comes back shows
// the result. Errors are those of Prepare and Open.
func (b *Board) Replan(p *Problem, plan *Plan, was []int32, aim Aim) (*Board, error) {
	b.Drop()
	shop, err := Prepare(p)
	if err != nil {
		return nil, err
	}
	plan, pins := plan.Clone(), b.pins()
	held := make([]Min, len(was))
	for o, from := range was {
		if from >= 0 {
			held[o] = pins[from]
		}
		shop.place(plan, int32(o))
	}
	best, err := shop.openWith(plan, held)
	if err != nil {
		return nil, err
	}
	worst := best.cost()
	rival, bound := b.rival(best, held, aim, worst)
	narrow := best.narrowly(held, aim, worst)
	best.repair(aim, worst)
	if rival != nil {
		if rival.repair(aim, bound); rival.EndOf(aim) < best.EndOf(aim) {
			best = rival
		}
	}
	if narrow != nil {
		if narrow.repair(aim, worst); narrow.EndOf(aim) < best.EndOf(aim) {
			best = narrow
		}
	}
	return best, nil
}

// narrowly is the plan of the board after only what leads to the aim's
// operation has been taken out and put back; nil without one, and where it
// costs more than worst or ends the aim no earlier.
func (b *Board) narrowly(held []Min, aim Aim, worst [2]int64) *Board {
	if aim.Op < 0 {
		return nil
	}
	x := b.reinserted(held, b.shop.leading(aim.Op))
	if x == nil || x.EndOf(aim) >= b.EndOf(aim) {
		return nil
	}
	if cost := x.cost(); slices.Compare(cost[:], worst[:]) > 0 {
		return nil
	}
	return x
}

// leading are o and the operations before it.
func (s *Shop) leading(o int32) []bool {
	own := make([]bool, len(s.Problem.Ops))
	own[o] = true
	for _, x := range slices.Backward(s.Topo) {
		for _, id := range s.in.of(x) {
			if from := s.Problem.Edges[id].From; from >= 0 && own[x] {
				own[from] = true
			}
		}
	}
	return own
}

// following are the operations of a job and what follows them, as far as
// nothing locks it to its time.
func (b *Board) following(job int32) []bool {
	s := b.shop
	own := make([]bool, len(s.Problem.Ops))
	for _, o := range s.Topo {
		op := &s.Problem.Ops[o]
		if own[o] = (own[o] || op.Job == job) && b.net.free[o] && !op.Fix.Timed(); !own[o] {
			continue
		}
		for _, id := range s.out.of(o) {
			own[s.Problem.Edges[id].To] = true
		}
	}
	return own
}

// rival is the plan of the other two that ends aim first, with what it may
// cost; nil where neither may stand or ends aim before next does. What the
// dispatcher makes of the data stands at any cost where the plan of the board
// is the dispatcher's too: it is what another run gives.
func (b *Board) rival(next *Board, held []Min, aim Aim, worst [2]int64) (best *Board, bound [2]int64) {
	dispatched := next.shop.dispatched(b.dispatch, b.plan.Keys)
	var reinserted *Board
	if aim.Job >= 0 {
		reinserted = next.reinserted(held, next.following(aim.Job))
	}
	for _, x := range []*Board{dispatched, reinserted} {
		if x == nil || x.EndOf(aim) >= next.EndOf(aim) {
			continue // repaired, it would be much the same
		}
		cost := x.cost()
		more := slices.Compare(cost[:], worst[:]) > 0
		if more && !(x == dispatched && cost[0] <= worst[0] && b.isDispatched()) {
			continue
		}
		if best == nil || x.EndOf(aim) < best.EndOf(aim) {
			if best, bound = x, worst; more {
				bound = cost
			}
		}
	}
	return best, bound
}

// isDispatched reports whether the board holds what the dispatcher makes of
// its problem.
func (b *Board) isDispatched() bool {
	if b.asDispatched == 0 {
		b.asDispatched = -1
		if x := b.shop.dispatched(b.dispatch, b.plan.Keys); x != nil && slices.Equal(x.held.start, b.held.start) && slices.Equal(x.held.mode, b.held.mode) {
			b.asDispatched = 1
		}
	}
	return b.asDispatched > 0
}

// cost is what no repair may add to: the unplaced operations and the goal.
func (b *Board) cost() [2]int64 {
	b.held.evaluateAll(len(b.plan.Unplaced))
	return [2]int64{b.held.value[0], b.held.value[1]}
}

// dispatched is the dispatcher's plan on a board; nil without rules, or where
// it has none.
func (s *Shop) dispatched(rules *Params, keys []Key) *Board {
	if rules == nil {
		return nil
	}
	params := *rules
	params.Goal = keys
	plan, err := s.Solve(context.Background(), params, nil)
	if err != nil {
		return nil
	}
	board, err := s.openWith(plan, nil)
	if err != nil {
		return nil
	}
	return board
}

// reinserted is the plan of the board after some operations have been taken out
// and put back, in the order of their starts, each where it ends first while
// all others keep their times. It is nil where one finds no place.
func (b *Board) reinserted(held []Min, own []bool) *Board {
	s, st := b.shop, b.held
	p := s.Problem
	d := newDispatcher(s, &atomic.Bool{})
	for o := range d.prio {
		d.prio[o] = int64(st.start[o])
	}
	d.reset()
	d.listing = true
	d.plan.Unplaced = slices.Clone(b.plan.Unplaced)
	clear(d.pending)
	for _, o := range s.Topo {
		switch {
		case p.Ops[o].Fix.Timed():
		case !b.net.free[o]:
			d.plan.Mode[o] = barred
		case own[o]:
			for _, id := range s.out.of(o) {
				if to := p.Edges[id].To; own[to] {
					d.pending[to]++
				}
			}
		default:
			m := st.mode[o]
			r := p.Modes[m].Resource
			d.plan.Mode[o], d.plan.Resource[o], d.plan.Start[o], d.plan.End[o] = m, r, st.start[o], st.end[o]
			d.lines[r].take(st.start[o], st.end[o], max(1, p.Ops[o].Crew))
		}
	}
	for _, o := range s.Topo {
		if !own[o] || !b.net.free[o] {
			continue
		}
		for _, id := range s.in.of(o) {
			if from := p.Edges[id].From; from >= 0 && !b.net.placed[from] {
				return nil // a lock stood before what has no place
			}
		}
		if d.pending[o] == 0 {
			d.ready(o)
		}
	}
	for len(d.list.arrived) > 0 {
		o := d.pop(&d.list)
		c, ok := d.evaluate(o, held[o])
		if !ok {
			return nil
		}
		d.commit(c)
	}
	if len(d.plan.Unplaced) > len(b.plan.Unplaced) {
		return nil
	}
	d.finish()
	d.plan.Keys = b.plan.Keys
	next, err := s.openWith(d.plan, held)
	if err != nil {
		return nil
	}
	return next
}

// place finds the mode of o on the resource where plan has it; what may not be
// made there goes where it may.
func (s *Shop) place(plan *Plan, o int32) {
	plan.Mode[o] = None
	lo, hi := s.modes(o)
	if plan.Resource[o] < 0 || s.Problem.Ops[o].Fix.Timed() {
		return
	}
	for m := lo; m < hi; m++ {
		if !s.allowed(o, m) {
			continue
		}
		if here := s.Problem.Modes[m].Resource == plan.Resource[o]; here || plan.Mode[o] < 0 {
			if plan.Mode[o] = m; here {
				break
			}
		}
	}
	if m := plan.Mode[o]; m >= 0 {
		plan.Resource[o] = s.Problem.Modes[m].Resource
	}
}
