package main

import (
	"math/rand/v2"
	"slices"
	"time"

	"mouldworks/solver"
)

// drags previews a thousand seeded moves, one after the other, and drops each
// again: any operation that can be moved, onto any of its machines, up to three
// days either way. It returns the 95th percentile of how long one takes with
// all its effects and the new ends of the moulds.
func drags(shop *solver.Shop, plan *solver.Plan, seed uint64) (time.Duration, error) {
	const count, days = 1000, 3 * 24 * 60
	board, err := shop.Open(plan)
	if err != nil {
		return 0, err
	}
	p, rng := shop.Problem, rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // the same drags every time
	took := make([]time.Duration, 0, count)
	for tries := 0; len(took) < count && tries < 10*count; tries++ {
		o := rng.Int32N(int32(len(p.Ops))) //nolint:gosec // a problem counts its operations in 32 bits
		lo, hi := p.ModesOf(o)
		if lo == hi {
			continue
		}
		at := max(0, plan.Start[o]+rng.Int32N(2*days)-days)
		move := solver.Move{Op: o, Mode: lo + rng.Int32N(hi-lo), At: at}
		began := time.Now()
		err := board.Try(move)
		if err == nil {
			board.Changed()
			board.JobEnds()
		}
		board.Drop()
		if err == nil { // what is fixed, or has no place, is refused at once
			took = append(took, time.Since(began))
		}
	}
	if len(took) == 0 {
		return 0, nil
	}
	slices.Sort(took)
	return took[len(took)*95/100], nil
}
