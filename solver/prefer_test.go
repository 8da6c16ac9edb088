package solver_test

import (
	"context"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// One operation of ten hours and six machines that are free from an hour on,
// work at a rate, are booked for some hours, stand at a rank and cost some. By
// hand the ends are 14, 20, 18, 19, 20 and 17 o'clock; each rule picks another
// machine. APS-SET-12
func TestSelectionRules(t *testing.T) {
	const hour = 60
	machines := []struct {
		free, booked solver.Min
		run          solver.Min
		rank         int16
		cost         int64
	}{
		{6, 30, 8, 5, 1200}, {0, 40, 20, 6, 3000}, {8, 8, 10, 4, 1500}, {9, 31, 10, 1, 1500}, {10, 32, 10, 3, 600}, {7, 33, 10, 2, 1500},
	}
	p := &solver.Problem{End: 200 * hour, Jobs: []solver.Job{{Name: "A", Due: solver.None}}}
	// The part was on M6 before.
	p.Ops = []solver.Op{
		{Name: "before", Seq: 1, Fix: solver.Fix{Kind: solver.FixDone, Resource: 5}},
		{Name: "op", Seq: 2},
	}
	p.Edges = []solver.Edge{{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint}}
	for i, m := range machines {
		p.Resources = append(p.Resources, solver.Resource{Name: "M", Cap: 1, Group: int32(i)})
		p.Modes = append(p.Modes, solver.Mode{Resource: int32(i), Run: m.run * hour, Rank: m.rank, Cost: m.cost})
		p.Blocks = append(p.Blocks,
			solver.Block{Resource: int32(i), Start: 0, End: m.free * hour},
			solver.Block{Resource: int32(i), Start: 100 * hour, End: (100 + m.booked - m.free) * hour})
	}
	for rule, want := range map[solver.Select]int32{
		solver.SelectFinish: 0, solver.SelectStart: 1, solver.SelectLoad: 2, solver.SelectRank: 3, solver.SelectCost: 4, solver.SelectSame: 5,
	} {
		plan, err := solver.Solve(context.Background(), p, solver.Params{Select: rule, SameTolerance: 4 * hour}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if bad := check.Plan(p, plan); len(bad) > 0 {
			t.Fatal(bad)
		}
		if plan.Resource[1] != want {
			t.Errorf("rule %d takes M%d, want M%d", rule, plan.Resource[1]+1, want+1)
		}
	}
	// M6 ends three hours after the best: within a tolerance of three, not of two.
	for tolerance, want := range map[solver.Min]int32{3: 5, 2: 0} {
		plan, err := solver.Solve(context.Background(), p, solver.Params{Select: solver.SelectSame, SameTolerance: tolerance * hour}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if plan.Resource[1] != want {
			t.Errorf("tolerance %d h takes M%d, want M%d", tolerance, plan.Resource[1]+1, want+1)
		}
	}
}

// APS-SET-12: of two operations before, the part stays where the one was that ended last, whichever is named first.
func TestAPartStaysWhereItWasLast(t *testing.T) {
	const hour = 60
	for _, turned := range []bool{false, true} {
		edges := []solver.Edge{{From: 0, To: 2, FromAt: solver.Million, ToAt: solver.SetupPoint}, {From: 1, To: 2, FromAt: solver.Million, ToAt: solver.SetupPoint}}
		if turned {
			edges[0], edges[1] = edges[1], edges[0]
		}
		p := &solver.Problem{
			Start: 10 * hour, End: 200 * hour, Jobs: []solver.Job{{Name: "A", Due: solver.None}}, Edges: edges,
			Ops: []solver.Op{
				{Name: "early", Seq: 1, Fix: solver.Fix{Kind: solver.FixDone, Resource: 1, Start: 1 * hour, End: 3 * hour}},
				{Name: "late", Seq: 2, Fix: solver.Fix{Kind: solver.FixDone, Resource: 2, Start: 1 * hour, End: 5 * hour}},
				{Name: "op", Seq: 3},
			},
		}
		for i := range int32(3) {
			p.Resources = append(p.Resources, solver.Resource{Name: "M", Cap: 1, Group: i})
			p.Modes = append(p.Modes, solver.Mode{Resource: i, Run: (2 + i) * hour})
		}
		plan, err := solver.Solve(context.Background(), p, solver.Params{Select: solver.SelectSame, SameTolerance: 4 * hour}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if plan.Resource[2] != 2 {
			t.Errorf("turned %v: on M%d", turned, plan.Resource[2]+1)
		}
	}
}

// APS-SET-12: the search takes the machine of a lower rank, though it ends
// later, where ranks are the rule; elsewhere they only break ties.
func TestRanksCountWhereTheyAreTheRule(t *testing.T) {
	for _, c := range []struct {
		rule solver.Select
		want int32
	}{{solver.SelectFinish, 0}, {solver.SelectRank, 1}} {
		p := &solver.Problem{
			End: 200 * 60, Ranked: c.rule == solver.SelectRank, Jobs: []solver.Job{{Name: "A", Due: 100 * 60, Weight: 1}},
			Resources: []solver.Resource{{Name: "fast", Cap: 1}, {Name: "preferred", Cap: 1}},
			Ops:       []solver.Op{{Name: "op"}}, Modes: []solver.Mode{{Resource: 0, Run: 100, Rank: 2}, {Resource: 1, Run: 120, Rank: 1}},
		}
		for _, iterations := range []int64{0, 200} {
			plan := solve(t, p, solver.Params{Select: c.rule, Iterations: iterations, Seed: 1})
			if plan.Resource[0] != c.want {
				t.Errorf("rule %d, %d iterations: on %s", c.rule, iterations, p.Resources[plan.Resource[0]].Name)
			}
		}
	}
}
