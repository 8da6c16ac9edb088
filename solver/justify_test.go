package solver_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// Whatever the shop, a direction breaks no rule, starts nothing earlier but what
// Both has left late, keeps every resource and all that is fixed in time, and makes
// nobody later.
func TestDirectionsBreakNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomShop(t, true)
		for r := range p.Resources {
			p.Resources[r].Bottleneck = rapid.Bool().Draw(t, "bottleneck")
		}
		for o := range p.Ops {
			p.Ops[o].Buffer = int32(rapid.IntRange(0, 120).Draw(t, "buffer"))
			p.Ops[o].BufferCal = int32(rapid.IntRange(0, len(p.Calendars)-1).Draw(t, "bufferCal"))
		}
		forward, err := solver.Solve(context.Background(), p, solver.Params{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, direction := range []solver.Direction{solver.Backward, solver.Both, solver.Drum} {
			plan, err := solver.Solve(context.Background(), p, solver.Params{Direction: direction}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if bad := check.Plan(p, plan); len(bad) > 0 {
				t.Fatalf("direction %d: %v", direction, bad)
			}
			if plan.Value[0] != forward.Value[0] || (plan.Keys[0] == solver.KeyTardiness && plan.Value[1] > forward.Value[1]) {
				t.Fatalf("direction %d: %v, forward %v", direction, plan.Value, forward.Value)
			}
			shop, err := solver.Prepare(p)
			if err != nil {
				t.Fatal(err)
			}
			was, ends := shop.JobEnds(forward), shop.JobEnds(plan)
			for o := range p.Ops {
				job := &p.Jobs[p.Ops[o].Job]
				late := job.Due != solver.None && was[p.Ops[o].Job] > job.Due
				for i := range forward.Unplaced {
					late = late || p.Ops[forward.Unplaced[i].Op].Job == p.Ops[o].Job
				}
				if late = late && direction == solver.Both; late && (plan.Start[o] > forward.Start[o] || ends[p.Ops[o].Job] > was[p.Ops[o].Job]) {
					t.Fatalf("late operation %d moved from %d to %d", o, forward.Start[o], plan.Start[o])
				}
				if plan.Resource[o] != forward.Resource[o] || plan.Start[o] < forward.Start[o] && !late || (p.Ops[o].Fix.Timed() && plan.Start[o] != forward.Start[o]) {
					t.Fatalf("direction %d: operation %d moved from %d to %d", direction, o, forward.Start[o], plan.Start[o])
				}
			}
		}
	})
}

// Two jobs, two machines, always open. By hand: J1 is due at 1000 and needs 100
// minutes on A, then 200 on B, the drum; J2 is due at 150 and needs 300 on A.
// Forward A makes J1 from 0, J2 from 100; B makes J1 from 100. APS-SET-09
func TestDirectionsByHand(t *testing.T) {
	shop := func(buffer solver.Min) *solver.Problem {
		return &solver.Problem{
			End:       10_000,
			Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1, Group: 1, Bottleneck: true}},
			Jobs:      []solver.Job{{Name: "J1", Due: 1000, Weight: 9}, {Name: "J2", Due: 150, Weight: 1}},
			Ops:       []solver.Op{{Name: "1a", Seq: 1}, {Name: "1b", Seq: 2, Mode0: 1, Buffer: buffer}, {Name: "2a", Job: 1, Mode0: 2}},
			Modes:     []solver.Mode{{Run: 100}, {Resource: 1, Run: 200}, {Run: 300}},
			Edges:     []solver.Edge{{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint}},
		}
	}
	for _, row := range []struct {
		direction solver.Direction
		buffer    solver.Min
		want      [3]solver.Min
	}{
		{solver.Forward, 50, [3]solver.Min{0, 100, 100}},
		// J2 is late already and ends at 400 whatever happens: its end stays.
		{solver.Backward, 0, [3]solver.Min{700, 800, 100}},
		{solver.Backward, 50, [3]solver.Min{650, 800, 100}},
		// A buffer that J1 cannot have shrinks: J1 still starts no earlier than forward.
		{solver.Backward, 5000, [3]solver.Min{0, 800, 100}},
		// Of both it uses the time that J1 has left free.
		{solver.Both, 50, [3]solver.Min{650, 800, 0}},
		{solver.Drum, 0, [3]solver.Min{0, 100, 100}},
	} {
		plan, err := solver.Solve(context.Background(), shop(row.buffer), solver.Params{Direction: row.direction}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := [3]solver.Min(plan.Start); got != row.want {
			t.Errorf("direction %d, buffer %d: %v, want %v", row.direction, row.buffer, got, row.want)
		}
	}
	// The drum opens at 500: what feeds it waits for that, in a gap of A. A buffer of 50 leaves no such gap behind J2.
	for buffer, want := range map[solver.Min]solver.Min{0: 400, 50: 0} {
		p := shop(buffer)
		p.Ops[1].Release = 500
		plan, err := solver.Solve(context.Background(), p, solver.Params{Direction: solver.Drum}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if plan.Start[0] != want || plan.Start[1] != 500 {
			t.Errorf("drum, buffer %d: %v, want %d", buffer, plan.Start, want)
		}
	}
}
