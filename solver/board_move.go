package solver

import (
	"slices"

	"mouldworks/solver/calendar"
)

// Move asks for an operation in a mode, not before a moment.
type Move struct {
	Op, Mode int32
	At       Min
}

// Try makes a move in the trial, which it begins when none is open. The
// operation goes behind what starts before At on the lane of its new resource
// that suits it best, and is not started before At. What follows it in the
// routes and can no longer keep its start queues anew at the moment it
// arrives, so a task put off does not make strangers wait; everything else
// keeps its sequence and is timed as early as that allows. Errors are
// *ProblemError and leave the board without a trial. A move to where the
// operation is changes nothing.
func (b *Board) Try(mv Move) error {
	if err := b.movable(mv); err != nil {
		b.Drop()
		return err
	}
	st := b.begin()
	if st.mode[mv.Op] == mv.Mode && st.start[mv.Op] == mv.At {
		return nil // taken out and put back it might get another lane, and so might what follows
	}
	b.before = append(b.before[:0], st.start...)
	b.release(mv.Op, max(b.shop.release(mv.Op), mv.At))
	b.disturb(mv)
	return b.rejoin(mv.Op)
}

// Requeue lets what follows o in the routes, and can no longer keep the start
// that it had, queue anew as after a move; o keeps its place. had are the
// starts of all operations before o was changed: see Reopen.
func (b *Board) Requeue(o int32, had []Min) error {
	st := b.begin()
	b.before = append(b.before[:0], had...)
	b.wave, b.touched = b.wave[:0], b.touched[:0]
	b.follow(st, o)
	b.spread()
	return b.rejoin(o)
}

// rejoin queues the wave anew, in route order.
func (b *Board) rejoin(o int32) error {
	st := b.trial
	if !b.settle() {
		b.clearWave()
		b.Drop()
		return fail(ErrHorizon, b.name(o), "it would end beyond the horizon")
	}
	for i := 0; i < len(b.wave); i++ {
		x := b.wave[i]
		if !b.queue(x) || !b.settle() {
			b.clearWave()
			b.Drop()
			return fail(ErrHorizon, b.name(x), "there is no place for it within the horizon")
		}
		b.follow(st, x)
	}
	b.clearWave()
	return nil
}

func (b *Board) name(o int32) string {
	return itemName("operation", int(o), b.shop.Problem.Ops[o].Name)
}

func (b *Board) movable(mv Move) error {
	p := b.shop.Problem
	if mv.Op < 0 || int(mv.Op) >= len(p.Ops) {
		return fail(ErrUnknown, "move", "operation %d", mv.Op)
	}
	if !b.net.free[mv.Op] {
		return fail(ErrFix, b.name(mv.Op), "it is not placed, or fixed")
	}
	if lo, hi := b.shop.modes(mv.Op); mv.Mode < lo || mv.Mode >= hi || !b.shop.allowed(mv.Op, mv.Mode) {
		return fail(ErrNoModes, b.name(mv.Op), "mode %d is not one of its own", mv.Mode)
	}
	if mv.At > b.shop.horizon {
		return fail(ErrHorizon, b.name(mv.Op), "%d", mv.At)
	}
	return nil
}

// disturb takes the operation of mv out of its lanes, and in route order all
// that it makes late. Arcs only go, so the topological order stays good.
func (b *Board) disturb(mv Move) {
	st := b.trial
	b.wave, b.touched = b.wave[:0], b.touched[:0]
	st.mode[mv.Op] = mv.Mode
	b.pull(mv.Op)
	b.spread()
}

// spread times the wave as if nothing else were on the resources, and pulls
// what that makes late.
func (b *Board) spread() {
	st := b.trial
	for i := 0; i < len(b.wave); i++ {
		x := b.wave[i]
		if start, end := st.earliest(x, st.mode[x]); end >= 0 {
			st.start[x], st.end[x], st.hand[x] = start, end, st.handOver(x, end)
		}
		b.follow(st, x)
	}
}

// follow pulls the successors of x that arrive after the start that they have.
func (b *Board) follow(st *state, x int32) {
	g := b.net
	for _, y := range g.out[g.outFirst[x]:g.outFirst[x+1]] {
		if b.inWave[y] {
			continue
		}
		if start, _ := st.earliest(y, st.mode[y]); start > b.before[y] && start > calendar.Never {
			b.pull(y)
		} else {
			b.touched = append(b.touched, y)
		}
	}
}

// pull takes o out of its lanes and puts it into the wave in route order.
func (b *Board) pull(o int32) {
	st, g := b.trial, b.net
	at, _ := slices.BinarySearchFunc(b.wave, b.rank[o], func(x, rank int32) int { return int(b.rank[x] - rank) })
	b.wave, b.inWave[o] = slices.Insert(b.wave, at, o), true
	for s := g.slot0[o]; s < g.slot0[o+1]; s++ {
		if st.lane[s] >= 0 {
			if x := st.next(s); x >= 0 {
				b.touched = append(b.touched, x)
			}
			st.takeOut(s)
		}
	}
	b.touched = append(b.touched, o)
	b.touched = append(b.touched, g.out[g.outFirst[o]:g.outFirst[o+1]]...)
}

func (b *Board) clearWave() {
	for _, x := range b.wave {
		b.inWave[x] = false
	}
	b.wave, b.touched = b.wave[:0], b.touched[:0]
}

// settle times what was touched and all that changes with it.
func (b *Board) settle() bool {
	st := b.trial
	for _, x := range b.touched {
		st.dirty.add(st.ord[x])
	}
	b.touched = b.touched[:0]
	ok := st.propagate()
	st.trail.times = st.trail.times[:0]
	return ok
}

// queue puts a pulled operation into lanes at the moment that it is timed for.
func (b *Board) queue(x int32) bool {
	st, g := b.trial, b.net
	m := st.mode[x]
	if g.laneless[m] {
		return true
	}
	lane, at := b.spot(x, m)
	if lane < 0 {
		return false
	}
	for ; int(at) <= len(st.seq[lane]); at++ {
		if b.insert(x, lane, at) {
			for s := g.slot0[x]; s < g.slot0[x+1]; s++ {
				b.touched = append(b.touched, x)
				if y := st.next(s); y >= 0 {
					b.touched = append(b.touched, y)
				}
			}
			return true
		}
		// It would precede what it depends on: one place further back.
		for s := g.slot0[x]; s < g.slot0[x+1]; s++ {
			if st.lane[s] >= 0 {
				st.takeOut(s)
			}
		}
	}
	return false
}

// spot chooses the lane on which x starts first, of those the one where it
// delays what is behind it least.
func (b *Board) spot(x, m int32) (lane, at int32) {
	st, g := b.trial, b.net
	from, runFrom, ok := st.arrival(x, m)
	if !ok {
		return None, 0
	}
	lane = None
	var first, least Min
	lo, hi := g.lanes(m)
	for l := lo; l < hi; l++ {
		k, begin := st.position(l, max(from, st.start[x])), from
		if k > 0 {
			begin = max(begin, st.end[g.owner[st.seq[l][k-1]]])
		}
		start, end := g.fit(x, m, l, begin, runFrom)
		if end < 0 {
			continue
		}
		delay := Min(0)
		if int(k) < len(st.seq[l]) {
			delay = max(0, end-st.start[g.owner[st.seq[l][k]]])
		}
		if lane < 0 || start < first || (start == first && delay < least) {
			lane, at, first, least = l, k, start, delay
		}
	}
	return lane, at
}

// insert puts the slots of x into lanes, the first at position at of lane, and
// makes the topological order follow them; false when x would precede what it
// depends on.
func (b *Board) insert(x, lane, at int32) bool {
	st, g := b.trial, b.net
	s0, s1 := g.slot0[x], g.slot0[x+1]
	when := farFuture
	if int(at) < len(st.seq[lane]) {
		when = st.start[g.owner[st.seq[lane][at]]]
	}
	st.putIn(s0, lane, at)
	if !st.align(s0) {
		return false
	}
	for s := s0 + 1; s < s1; s++ {
		l, k := st.besideLane(x, move{x, st.mode[x], lane, None}, s, when)
		st.putIn(s, l, k)
		if !st.align(s) {
			return false
		}
	}
	return true
}
