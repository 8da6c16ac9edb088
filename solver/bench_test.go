package solver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// largeShop builds jobs x parts x 8 operations on twelve groups of machines
// with shifts, nights without people, different speeds and set-ups.
func largeShop(jobs, parts, machines int) *solver.Problem {
	rng := rand.New(rand.NewPCG(7, 7))
	const days = 730
	p := &solver.Problem{End: days * 1440, Classes: 12, Flow: make([]solver.Min, 144)}
	shift := func(open, shut solver.Min) (c solver.Calendar) {
		for d := range solver.Min(days + 20) {
			if d%7 != 6 {
				c.Open, c.Close = append(c.Open, d*1440+open), append(c.Close, d*1440+shut)
			}
		}
		return c
	}
	p.Calendars = []solver.Calendar{{}, shift(480, 1020), shift(480, 1440)}
	for i := range p.Flow {
		if i/12 != i%12 {
			p.Flow[i] = 60
		}
	}
	for g := range int32(12) {
		for m := range machines {
			r := solver.Resource{Name: fmt.Sprintf("G%d-%d", g, m), Cap: 1, Class: g, Group: g}
			r.Manned = [2]int32{1 + g%2, 1 + g%2}
			r.Run = r.Manned
			if g%3 == 0 {
				r.Run = [2]int32{}
			}
			p.Resources = append(p.Resources, r)
		}
	}
	for j := range int32(jobs) {
		p.Jobs = append(p.Jobs, solver.Job{Name: fmt.Sprintf("J%04d", j), Due: 1440 * solver.Min(20+rng.IntN(120)), Weight: 10 + rng.Int32N(90)})
		for part := range int32(parts) {
			for k := range int32(8) {
				id := int32(len(p.Ops))
				p.Ops = append(p.Ops, solver.Op{Name: fmt.Sprint(id), Job: j, Part: part, Seq: k, Mode0: int32(len(p.Modes))})
				g, minutes, setup := rng.IntN(12), 20+rng.Int32N(400), rng.Int32N(2)*30
				for m := range machines {
					rate := int32(80 + (m*17)%50)
					p.Modes = append(p.Modes, solver.Mode{
						Resource: int32(g*machines + m), Setup: setup * 100 / rate, Run: minutes * 100 / rate, Unattended: g%3 == 0,
					})
				}
				if k > 0 {
					p.Edges = append(p.Edges, solver.Edge{
						From: id - 1, To: id, FromAt: solver.Million, ToAt: solver.SetupPoint, WithFlow: true, HandOver: true,
					})
				}
			}
		}
	}
	return p
}

// The large shop is planned validly; how fast is the benchmark's matter.
func TestLargeShop(t *testing.T) {
	if testing.Short() {
		t.Skip("builds twenty thousand operations")
	}
	p := largeShop(200, 13, 6)
	plan, err := solver.Solve(context.Background(), p, solver.Params{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if bad := check.Plan(p, plan); len(bad) > 0 {
		t.Fatal(bad[0])
	}
	if len(plan.Unplaced) > 0 {
		t.Fatal("unplaced operations in a shop with two years of time")
	}
}

func benchmarkDispatch(b *testing.B, machines int) {
	p := largeShop(600, 21, machines)
	shop, err := solver.Prepare(p)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(p.Ops)), "ops")
	for b.Loop() {
		if _, err := shop.Solve(context.Background(), solver.Params{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDispatch100000x4(b *testing.B)  { benchmarkDispatch(b, 4) }
func BenchmarkDispatch100000x12(b *testing.B) { benchmarkDispatch(b, 12) }

func BenchmarkPrepare100000(b *testing.B) {
	p := largeShop(600, 21, 4)
	for b.Loop() {
		if _, err := solver.Prepare(p); err != nil {
			b.Fatal(err)
		}
	}
}
