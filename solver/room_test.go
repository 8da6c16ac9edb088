package solver_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// Whatever the shop, what is not held back any longer breaks no rule, is nowhere later and leaves the rest where it is; and it is back
// before another one is asked about.
func TestUnholdBreaksNothing(t *testing.T) {
	moved := 0
	rapid.Check(t, func(t *rapid.T) {
		p := randomShop(t, true)
		direction := solver.Direction(rapid.IntRange(int(solver.Backward), int(solver.Drum)).Draw(t, "direction"))
		plan, err := solver.Solve(context.Background(), p, solver.Params{Direction: direction}, nil)
		if err != nil {
			t.Fatal(err)
		}
		shop, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		early := plan.Clone()
		rooms, before := shop.Rooms(early), make([]map[int32]bool, len(p.Ops))
		for _, o := range shop.Topo {
			before[o] = map[int32]bool{o: true}
			for _, id := range shop.In(o) {
				if from := p.Edges[id].From; from >= 0 {
					for x := range before[from] {
						before[o][x] = true
					}
				}
			}
		}
		for range 3 {
			o := int32(rapid.IntRange(0, len(p.Ops)-1).Draw(t, "op"))
			rooms.Unhold(o)
			for _, bad := range check.Plan(p, early) {
				// What comes earlier may be in time for a lock: then a conflict is gone.
				if bad.Kind != check.Conflict {
					t.Fatalf("operation %d: %v", o, bad)
				}
			}
			for x := range p.Ops {
				if early.Start[x] > plan.Start[x] || early.End[x] > plan.End[x] || early.Start[x] != plan.Start[x] && !before[o][int32(x)] {
					t.Fatalf("operation %d: %d moved from %d to %d", o, x, plan.Start[x], early.Start[x])
				}
			}
			if !slices.Equal(early.Start, plan.Start) {
				moved++
			}
		}
	})
	if moved < 20 {
		t.Errorf("only %d times something moved", moved)
	}
}
