package solver_test

import (
	"context"
	"slices"
	"testing"

	"mouldworks/solver"
)

// A buffer of 200 minutes before an operation at 300 whose part arrives at 100, 250 or 300. Where it stands in the plan in force
// changes nothing. APS-SET-03
func TestPenetrationByHand(t *testing.T) {
	for _, row := range []struct {
		first    solver.Min // minutes of the operation before
		inForce  solver.Min // start in the plan in force, 0 without
		millions int64
	}{
		{100, 0, 0}, {250, 0, 750_000}, {300, 0, 1_000_000}, {300, 350, 1_000_000}, {100, 250, 0},
	} {
		p := &solver.Problem{
			End:       10_000,
			Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1, Group: 1, Bottleneck: true}},
			Jobs:      []solver.Job{{Name: "J", Due: solver.None}},
			Ops:       []solver.Op{{Name: "before", Seq: 1}, {Name: "drum", Seq: 2, Mode0: 1, Buffer: 200, Release: 300}},
			Modes:     []solver.Mode{{Run: row.first}, {Resource: 1, Run: 60}},
			Edges:     []solver.Edge{{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint}},
		}
		if row.inForce > 0 {
			p.Ops[1].Prev = solver.Place{Set: true, Resource: 1, Start: row.inForce}
		}
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := s.Solve(context.Background(), solver.Params{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := s.Penetration(plan, 1); !ok || got != row.millions {
			t.Errorf("arrival %d, in force %d: %d %v, want %d", row.first, row.inForce, got, ok, row.millions)
		}
		if _, ok := s.Penetration(plan, 0); ok {
			t.Error("no buffer, and yet penetrated")
		}
		if guarded := p.Guarded(plan); guarded[0] || !guarded[1] {
			t.Errorf("arrival %d: guarded %v, want the second alone", row.first, guarded)
		}
	}
}

// Rule 8 takes first what feeds the buffer that is eaten up most, be the other in a greater hurry; what has no buffer
// ahead comes last. APS-SET-15
func TestPenetrationRanksTheFeeders(t *testing.T) {
	p := &solver.Problem{
		End:       10_000,
		Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1, Group: 1, Bottleneck: true}},
		Jobs:      []solver.Job{{Name: "1", Due: 1000}, {Name: "2", Due: 5000}, {Name: "3", Due: 500}},
		Ops: []solver.Op{
			{Name: "feeder", Job: 0, Seq: 1},
			{Name: "drum", Job: 0, Seq: 2, Mode0: 1, Buffer: 200, Prev: solver.Place{Set: true, Resource: 1, Start: 500}},
			{Name: "feeder", Job: 1, Seq: 1, Mode0: 2},
			{Name: "drum", Job: 1, Seq: 2, Mode0: 3, Buffer: 200, Prev: solver.Place{Set: true, Resource: 1, Start: 300}},
			{Name: "alone", Job: 2, Seq: 1, Mode0: 4},
		},
		Modes: []solver.Mode{{Run: 60}, {Resource: 1, Run: 60}, {Run: 60}, {Resource: 1, Run: 60}, {Run: 60}},
		Edges: []solver.Edge{{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint}, {From: 2, To: 3, FromAt: solver.Million, ToAt: solver.SetupPoint}},
	}
	for rule, want := range map[solver.Rule][]solver.Min{solver.RulePenetration: {60, 0, 120}, solver.RuleSlack: {60, 120, 0}} {
		plan := solve(t, p, solver.Params{Rule: rule})
		if got := []solver.Min{plan.Start[0], plan.Start[2], plan.Start[4]}; !slices.Equal(got, want) {
			t.Errorf("rule %d: feeders and the other start %v, want %v", rule, got, want)
		}
	}
}
