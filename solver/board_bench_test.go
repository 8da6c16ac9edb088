package solver_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mouldworks/solver"
)

// benchmarkDrags makes a thousand seeded drags, each up to three days either
// way and to any eligible machine, and drops it again. It reports how long one
// takes with all its effects: the 95th percentile and the worst.
func benchmarkDrags(b *testing.B, jobs, parts, machines int) {
	p := largeShop(jobs, parts, machines)
	shop, err := solver.Prepare(p)
	if err != nil {
		b.Fatal(err)
	}
	plan, err := shop.Solve(context.Background(), solver.Params{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	board, err := shop.Open(plan)
	if err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	changed := 0
	for b.Loop() {
		rng := rand.New(rand.NewPCG(11, 11))
		for range 1000 {
			o := rng.Int32N(int32(len(p.Ops)))
			hi := int32(len(p.Modes))
			if int(o)+1 < len(p.Ops) {
				hi = p.Ops[o+1].Mode0
			}
			mv := solver.Move{Op: o, Mode: p.Ops[o].Mode0 + rng.Int32N(hi-p.Ops[o].Mode0), At: max(0, plan.Start[o]+rng.Int32N(8640)-4320)}
			began := time.Now()
			if err := board.Try(mv); err == nil {
				changed += len(board.Changed())
				board.JobEnds()
			}
			board.Drop()
			took = append(took, time.Since(began))
		}
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(float64(len(p.Ops)), "ops")
	b.ReportMetric(float64(changed)/float64(len(took)), "changed/drag")
	b.ReportMetric(ms(took[len(took)*95/100]), "p95-ms")
	b.ReportMetric(ms(took[len(took)-1]), "worst-ms")
}

func BenchmarkDrag5000(b *testing.B)   { benchmarkDrags(b, 30, 21, 4) }
func BenchmarkDrag100000(b *testing.B) { benchmarkDrags(b, 600, 21, 12) }

func BenchmarkOpenBoard100000(b *testing.B) {
	p := largeShop(600, 21, 4)
	shop, err := solver.Prepare(p)
	if err != nil {
		b.Fatal(err)
	}
	plan, err := shop.Solve(context.Background(), solver.Params{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := shop.Open(plan); err != nil {
			b.Fatal(err)
		}
	}
}
