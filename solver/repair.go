package solver

import (
	"math"
	"slices"
)

// A repair plans one job, or one operation, anew within a plan that stands: it
// walks back along what makes the aim late and lets the tasks of that chain
// change places, one at a time, as a steepest descent with exact times. What
// no move touches keeps its machine and its place. A move is taken when the aim
// ends earlier, or as early with its job's tasks done sooner, and the plan gets
// no worse by its goal: others give way as far as that costs less than it
// gains. There is no randomness and nothing depends on how operations are
// numbered beyond their order, so equal shops give equal answers. A trial costs
// what it makes others change, 0.1 ms with 5 000 operations.

// repairTrials is the number of places that one repair tries.
const repairTrials = 1000

// Bounds of one step: operations that a trial may delay, places that are tried
// for an operation along its lane, and lanes elsewhere.
const (
	repairCone   = 300
	repairPlaces = 6
	repairLanes  = 8
)

// repair makes aim end earlier on the plan of the board, which gets no worse
// than worst.
func (b *Board) repair(aim Aim, worst [2]int64) {
	st := b.held
	st.limit, st.detour = repairCone, longestDetour
	defer func() { st.limit, st.detour = math.MaxInt, len(b.shop.Topo)+1 }()
	r := repair{st: st, aim: aim, worst: worst, left: repairTrials}
	if job := aim.Job; job >= 0 {
		for o, free := range b.net.free {
			if free && b.shop.Problem.Ops[o].Job == job {
				r.own = append(r.own, int32(o))
			}
		}
	}
	for r.left > 0 && r.step() {
	}
}

// repair is one descent.
type repair struct {
	st    *state
	aim   Aim
	own   []int32  // free operations of the job
	worst [2]int64 // what the plan may cost: unplaced operations and the goal
	left  int      // trials
	links []link
	now   gain // of the plan as it stands
	best  gain
	move  move
	tried []move
}

// gain is what a repair looks at: the end of its aim, then the ends of the job's
// operations together.
type gain struct{ end, sum int64 }

func (a gain) less(b gain) bool { return a.end < b.end || a.end == b.end && a.sum < b.sum }

// last is the operation that ends the aim.
func (r *repair) last() int32 {
	if r.aim.Op >= 0 {
		return r.aim.Op
	}
	return r.st.lastOf(r.aim.Job)
}

func (r *repair) gained() gain {
	g := gain{end: int64(r.st.handEnd(r.last()))}
	for _, o := range r.own {
		g.sum += int64(r.st.end[o])
	}
	return g
}

// step makes the best move along the chain; false when none helps.
func (r *repair) step() bool {
	st := r.st
	last := r.last()
	if last < 0 {
		return false
	}
	r.now = r.gained()
	r.best, r.move, r.tried = r.now, move{op: None}, r.tried[:0]
	r.links = st.chain(last, r.links)
	for i := 0; i < len(r.links) && r.left > 0; i++ {
		l := r.links[i]
		if l.by >= 0 {
			r.earlier(l)
			r.elsewhere(st.prev(l.by))
		}
		r.elsewhere(l.op)
	}
	return r.move.op >= 0 && st.try(r.move)
}

// earlier offers the places before those that an operation waits behind.
func (r *repair) earlier(l link) {
	st := r.st
	from, _, ok := st.arrival(l.op, st.mode[l.op])
	if !ok {
		return
	}
	seq := st.seq[st.lane[l.by]]
	for to, n := st.pos[l.by]-1, 0; to >= 0 && n < repairPlaces; to, n = to-1, n+1 {
		if st.end[st.net.owner[seq[to]]] <= from {
			break
		}
		r.offer(st.moveInLane(l.op, l.by, to))
	}
}

// elsewhere offers the other lanes and modes of an operation, at about the
// moment when it arrives there.
func (r *repair) elsewhere(o int32) {
	st, g := r.st, r.st.net
	if o < 0 || !g.free[o] {
		return
	}
	here, looked := st.lane[g.slot0[o]], 0
	lo, hi := g.shop.modes(o)
	for m := lo; m < hi && looked < repairLanes; m++ {
		if !g.shop.allowed(o, m) {
			continue
		}
		if g.laneless[m] {
			if m != st.mode[o] {
				looked++
				r.offer(move{o, m, None, None})
			}
			continue
		}
		from, _, ok := st.arrival(o, m)
		if !ok {
			continue
		}
		l0, l1 := g.lanes(m)
		for l := l0; l < l1 && looked < repairLanes; l++ {
			if l == here && m == st.mode[o] {
				continue
			}
			looked++
			// Before what is to begin after it arrives, and one place on.
			at, n := st.position(l, from), int32(len(st.seq[l]))
			for k := at; k <= min(at+1, n); k++ {
				mv := move{o, m, l, None}
				if k > 0 {
					mv.after = g.owner[st.seq[l][k-1]]
				}
				if mv.after != o {
					r.offer(mv)
				}
			}
		}
	}
}

// offer tries a move, takes it back, and remembers the best one.
func (r *repair) offer(mv move) {
	if r.left <= 0 || slices.Contains(r.tried, mv) {
		return
	}
	r.left--
	r.tried = append(r.tried, mv)
	st := r.st
	if !st.try(mv) {
		return
	}
	g := r.gained()
	worse := slices.Compare(st.value[:2], r.worst[:]) > 0
	st.undo()
	if !worse && g.less(r.best) {
		r.best, r.move = g, mv
	}
}
