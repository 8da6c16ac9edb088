package solver

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// WalkAtRandom makes n random moves, keeps about half of them and compares the
// state after each with one that is timed and valued from scratch. It returns
// the plan at the end, nil when the sequences of plan cannot be loaded.
func WalkAtRandom(s *Shop, plan *Plan, seed uint64, n int) (*Plan, error) {
	d := newDispatcher(s, nil)
	g := newNet(s, d.fixed, plan, d.base)
	st, fresh := newState(g, plan.Keys), newState(g, plan.Keys)
	if !st.load(plan, len(plan.Unplaced)) {
		return nil, nil
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	w := &walker{st: st, rng: rng, heat: 100}
	for range n {
		mv, ok := randomMove(st, rng)
		if rng.IntN(2) == 0 {
			mv, ok = w.propose()
		}
		if !ok {
			continue
		}
		before := slices.Clone(st.value)
		if st.try(mv) {
			if rng.IntN(2) == 0 {
				st.undo()
			}
		}
		if err := verify(st, fresh, before); err != nil {
			return nil, fmt.Errorf("%+v: %w", mv, err)
		}
	}
	return st.store(plan, d), nil
}

func randomMove(st *state, rng *rand.Rand) (move, bool) {
	g := st.net
	o := rng.Int32N(int32(len(g.free)))
	if !g.free[o] {
		return move{}, false
	}
	lo, hi := g.shop.modes(o)
	m := lo + rng.Int32N(hi-lo)
	if !g.shop.allowed(o, m) {
		return move{}, false
	}
	mv := move{o, m, None, None}
	if g.laneless[m] {
		return mv, true
	}
	l0, l1 := g.lanes(m)
	mv.lane = l0 + rng.Int32N(l1-l0)
	if k := rng.IntN(len(st.seq[mv.lane]) + 1); k > 0 {
		mv.after = g.owner[st.seq[mv.lane][k-1]]
	}
	return mv, mv.after != o
}

func verify(st, fresh *state, before []int64) error {
	g := st.net
	for l, seq := range st.seq {
		for k, s := range seq {
			if st.lane[s] != int32(l) || st.pos[s] != int32(k) {
				return fmt.Errorf("slot %d is not where it says", s)
			}
		}
	}
	for o := range g.free {
		if st.at[st.ord[o]] != int32(o) {
			return fmt.Errorf("order of %d", o)
		}
		bad := int32(None)
		if g.free[o] {
			st.each(int32(o), func(x int32) {
				if st.ord[x] <= st.ord[o] {
					bad = x
				}
			})
		}
		if bad >= 0 {
			return fmt.Errorf("%d stands before its predecessor %d", bad, o)
		}
	}
	fresh.copyFrom(st)
	if !fresh.retimeAll(int(st.value[0])) {
		return fmt.Errorf("beyond the horizon")
	}
	if !slices.Equal(fresh.start, st.start) || !slices.Equal(fresh.end, st.end) || !slices.Equal(fresh.hand, st.hand) {
		return fmt.Errorf("moments differ")
	}
	if !slices.Equal(fresh.value, st.value) || !slices.Equal(fresh.jobEnd, st.jobEnd) {
		return fmt.Errorf("value %v, from scratch %v, before %v", st.value, fresh.value, before)
	}
	return nil
}

// TabuWalk makes steps of tabu search from plan and compares heads, tails and
// the order after each with those computed from scratch.
func TabuWalk(s *Shop, plan *Plan, seed uint64, steps int) error {
	c := newClassic(s, plan.Keys)
	if c == nil {
		return fmt.Errorf("not a classic shop")
	}
	t, fresh := newTabu(c), newSequence(c)
	t.rng = rand.New(rand.NewPCG(seed, 1))
	c.load(t.now, plan)
	t.start()
	for range steps {
		if !t.advance() {
			return nil
		}
		fresh.copyFrom(t.now)
		c.time(fresh, 0, int(c.n)-1)
		if !slices.Equal(fresh.end, t.now.end) || !slices.Equal(fresh.tail, t.now.tail) || fresh.span != t.now.span {
			return fmt.Errorf("heads or tails differ from scratch")
		}
		for o := range c.n {
			for _, x := range [2]int32{c.behind[o], fresh.next[o]} {
				if x != c.n && fresh.ord[x] <= fresh.ord[o] {
					return fmt.Errorf("%d stands before its predecessor %d", x, o)
				}
			}
		}
	}
	return nil
}

// TabuOffers counts the moves that the tabu search has for a plan.
func TabuOffers(s *Shop, plan *Plan) int64 {
	c := newClassic(s, plan.Keys)
	t := newTabu(c)
	t.rng = rand.New(rand.NewPCG(1, 1))
	c.load(t.now, plan)
	t.start()
	t.advance()
	return t.scored
}

// Verify compares what the board shows with the same sequences timed and
// valued from scratch.
func (b *Board) Verify() error {
	st := b.now()
	st.evaluateAll(len(b.plan.Unplaced))
	return verify(st, newState(b.net, b.plan.Keys), nil)
}
