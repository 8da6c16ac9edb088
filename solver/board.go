package solver

import (
	"math"
	"slices"

	"mouldworks/solver/calendar"
)

// Board holds a plan in memory as sequences and times changes to it exactly:
// what people drag, and what an explanation supposes away. A change is tried
// on a copy; Keep makes the copy the plan, Drop forgets it. One goroutine at a
// time.
//
// Every operation is as early as its sequence allows, with one exception: what
// the opened plan starts later than that stays where it stands.
type Board struct {
	shop         *Shop
	plan         *Plan // as it was opened: what is not placed, and the keys
	fixed        *dispatcher
	net          *net
	held         *state
	trial        *state
	open         bool    // a trial is going on
	rank         []int32 // place of an operation in Shop.Topo
	dispatch     *Params // rules of the plan, nil when nobody has named them
	asDispatched int     // see isDispatched; 0 not known yet
	was          []pin   // releases before the trial
	whole        *Board  // see CutFrom
	of           []int32
	alone        bool

	wave    []int32 // scratch of a move, see disturb
	touched []int32
	inWave  []bool
	before  []Min // starts before the move
}

// pin is the release of an operation.
type pin struct {
	op int32
	at Min
}

// Open puts plan, which must be valid, on a board. Errors are *ProblemError:
// the plan does not belong to the problem, or its sequences do not end within
// the horizon.
func (s *Shop) Open(plan *Plan) (*Board, error) { return s.openWith(plan, nil) }

// OpenEarly is Open with every operation as early as its sequence allows, those
// that the plan starts later as well. Of plan only the sequences count: its
// times may be those of other data.
func (s *Shop) OpenEarly(plan *Plan) (*Board, error) {
	return s.openWith(plan, make([]Min, len(s.Problem.Ops)))
}

// Holds reports whether plan, which must be valid, starts anything later than
// its sequence demands.
func (s *Shop) Holds(plan *Plan) bool {
	b, err := s.openWith(plan, nil)
	return err == nil && slices.ContainsFunc(b.pins(), func(at Min) bool { return at > 0 })
}

// openWith opens a plan whose operations are held back until moments, 0 for not
// at all; nil finds out from the plan what stands later than it must.
func (s *Shop) openWith(plan *Plan, held []Min) (*Board, error) {
	if err := s.belongs(plan); err != nil {
		return nil, err
	}
	b := &Board{shop: s, plan: plan.Clone(), fixed: newDispatcher(s, nil), rank: make([]int32, len(s.Topo)), inWave: make([]bool, len(s.Topo))}
	if len(b.plan.Keys) == 0 {
		b.plan.Keys = s.DefaultGoal()
	}
	for k, o := range s.Topo {
		b.rank[o] = int32(k)
	}
	b.net = newNet(s, b.fixed.fixed, b.plan, b.fixed.base)
	b.held, b.trial = newState(b.net, b.plan.Keys), newState(b.net, b.plan.Keys)
	for _, st := range [2]*state{b.held, b.trial} {
		st.limit, st.detour = math.MaxInt, len(s.Topo)+1
	}
	b.held.arrangeIn(b.plan, b.net.units(b.plan, b.rank))
	if held == nil {
		b.held.pinLate(b.plan)
	}
	for o, at := range held {
		b.net.release[o] = max(b.net.release[o], at)
	}
	if !b.held.retimeAll(len(b.plan.Unplaced)) {
		return nil, fail(ErrHorizon, "plan", "its sequences end beyond the horizon")
	}
	return b, nil
}

// belongs checks the shape of a plan and that every free operation is in a
// mode of its own.
func (s *Shop) belongs(plan *Plan) error {
	n := len(s.Problem.Ops)
	if len(plan.Mode) != n || len(plan.Resource) != n || len(plan.Start) != n || len(plan.End) != n {
		return fail(ErrUnknown, "plan", "%d operations, the problem has %d", len(plan.Mode), n)
	}
	for o := range n {
		if plan.Resource[o] < 0 || s.Problem.Ops[o].Fix.Timed() {
			continue
		}
		lo, hi := s.modes(int32(o))
		if m := plan.Mode[o]; m < lo || m >= hi || !s.allowed(int32(o), m) || s.Problem.Modes[m].Resource != plan.Resource[o] {
			return fail(ErrUnknown, itemName("operation", o, s.Problem.Ops[o].Name), "mode %d is not one of its own", m)
		}
	}
	return nil
}

// pinLate holds back what the plan starts later than its sequence demands.
func (st *state) pinLate(plan *Plan) {
	g := st.net
	for o := range g.free {
		if g.placed[o] {
			st.start[o], st.end[o] = plan.Start[o], plan.End[o]
			st.hand[o] = st.handOver(int32(o), st.end[o])
		}
	}
	for _, o := range st.at {
		if !g.free[o] {
			continue
		}
		if start, end := st.time(o); end >= 0 && start < plan.Start[o] {
			g.release[o] = max(g.release[o], plan.Start[o])
		}
	}
}

// pins are the moments until which the board holds operations back.
func (b *Board) pins() []Min {
	held := make([]Min, len(b.net.release))
	for o, at := range b.net.release {
		if at > b.shop.release(int32(o)) {
			held[o] = at
		}
	}
	return held
}

// now is the state that questions are answered from.
func (b *Board) now() *state {
	if b.open {
		return b.trial
	}
	return b.held
}

// begin opens a trial where none is open.
func (b *Board) begin() *state {
	if !b.open {
		b.trial.copyFrom(b.held)
		b.open = true
	}
	b.trial.trail.times, b.trial.trail.orders = b.trial.trail.times[:0], b.trial.trail.orders[:0]
	b.trial.trail.op = None
	return b.trial
}

// Drop forgets the trial.
func (b *Board) Drop() {
	for i := len(b.was) - 1; i >= 0; i-- {
		b.net.release[b.was[i].op] = b.was[i].at
	}
	b.was = b.was[:0]
	b.trial.dirty.clear()
	b.open = false
}

// Keep makes the trial the plan of the board.
func (b *Board) Keep() {
	if b.open {
		b.held, b.trial = b.trial, b.held
		b.was, b.open, b.asDispatched = b.was[:0], false, 0
	}
}

// Shop returns the problem that the board works on.
func (b *Board) Shop() *Shop { return b.shop }

// Start and End are the moments of a placed operation in the trial, or in the
// plan when none is open.
func (b *Board) Start(o int32) Min { return b.now().start[o] }

// End is the end of a placed operation; see Start.
func (b *Board) End(o int32) Min { return b.now().end[o] }

// Mode is the mode of a placed operation; see Start.
func (b *Board) Mode(o int32) int32 { return b.now().mode[o] }

// Changed lists the operations that the trial times or places otherwise.
func (b *Board) Changed() (ops []int32) {
	if !b.open {
		return nil
	}
	x, y := b.held, b.trial
	for o := range x.start {
		if x.start[o] != y.start[o] || x.end[o] != y.end[o] || x.mode[o] != y.mode[o] {
			ops = append(ops, int32(o))
		}
	}
	return ops
}

// JobEnds returns the hand-over end of every job, None for one without
// operations.
func (b *Board) JobEnds() []Min {
	st, p := b.now(), b.shop.Problem
	ends := make([]Min, len(p.Jobs))
	for j := range ends {
		ends[j] = None
	}
	for o, placed := range b.net.placed {
		if j := p.Ops[o].Job; placed && j >= 0 {
			ends[j] = max(ends[j], st.handEnd(int32(o)))
		}
	}
	return ends
}

// Plan returns the trial, or the plan when none is open, as a plan of its own.
func (b *Board) Plan() *Plan {
	st := b.now()
	st.evaluateAll(len(b.plan.Unplaced))
	p := st.store(b.plan, b.fixed)
	p.Bound, p.Iterations = slices.Clone(b.plan.Bound), b.plan.Iterations
	return p
}

// release holds o back until at, for the trial alone until it is kept.
func (b *Board) release(o int32, at Min) {
	b.was = append(b.was, pin{o, b.net.release[o]})
	b.net.release[o] = at
}

// earliest returns the first start of o in mode m when nothing else were on
// the resource; Never beyond the calendars.
func (st *state) earliest(o, m int32) (start, end Min) {
	from, runFrom, ok := st.arrival(o, m)
	if !ok {
		return calendar.Never, calendar.Never
	}
	return st.net.shop.fit(o, m, from, runFrom)
}

// Handed returns when the part leaves the resource of o; see Start.
func (b *Board) Handed(o int32) Min { return b.now().handEnd(o) }

// Reopen puts what the board shows on another problem, in the same sequences:
// plan is what Plan has returned, fitted to p. Operations that p adds stand at
// the end of its list. What the board holds back stays held back, and what hold
// names does not start before plan has it. Errors are those of Prepare and Open.
func (b *Board) Reopen(p *Problem, plan *Plan, hold ...int32) (*Board, error) {
	shop, err := Prepare(p)
	if err != nil {
		return nil, err
	}
	held := b.pins()
	for _, o := range hold {
		held[o] = plan.Start[o]
	}
	return shop.openWith(plan, held)
}
