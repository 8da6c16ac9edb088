package solver_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// A board shows the plan that it was opened with, also where resources have
// several units and operations need several of them.
func TestBoardShowsItsPlan(t *testing.T) {
	fiveTimes(t, func(t *rapid.T) {
		p, plan, b := boardOf(t, true)
		if b == nil {
			return
		}
		if err := b.Verify(); err != nil {
			t.Fatal(err)
		}
		if bad := check.Plan(p, b.Plan()); len(bad) > 0 {
			t.Fatal(bad)
		}
		for o := range p.Ops {
			if plan.Resource[o] >= 0 && (b.Start(int32(o)) != plan.Start[o] || b.End(int32(o)) != plan.End[o]) {
				t.Fatalf("operation %d at %d..%d instead of %d..%d", o, b.Start(int32(o)), b.End(int32(o)), plan.Start[o], plan.End[o])
			}
		}
	})
}

// Random drags keep every rule, are timed as from scratch, never begin before
// the moment that was asked for, and leave nothing behind when dropped.
func TestBoardMovesExactly(t *testing.T) {
	fiveTimes(t, func(t *rapid.T) {
		p, _, b := boardOf(t, true)
		if b == nil {
			return
		}
		for range 8 {
			before := b.Plan()
			mv := drawMove(t, p)
			err := b.Try(mv)
			var refused *solver.ProblemError
			if err != nil && !errors.As(err, &refused) {
				t.Fatal(err)
			}
			if err == nil {
				if err := b.Verify(); err != nil {
					t.Fatalf("%+v: %v", mv, err)
				}
				if bad := check.Plan(p, b.Plan()); len(bad) > 0 {
					t.Fatalf("%+v: %v", mv, bad)
				}
				if b.Start(mv.Op) < mv.At || b.Mode(mv.Op) != mv.Mode {
					t.Fatalf("%+v: starts at %d in mode %d", mv, b.Start(mv.Op), b.Mode(mv.Op))
				}
			}
			if rapid.Bool().Draw(t, "keep") {
				b.Keep()
				continue
			}
			b.Drop()
			after := b.Plan()
			if !slices.Equal(before.Start, after.Start) || !slices.Equal(before.End, after.End) || !slices.Equal(before.Mode, after.Mode) || !slices.Equal(before.Value, after.Value) {
				t.Fatalf("%+v left something behind", mv)
			}
			if err := b.Verify(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// What the changed list leaves out has not changed.
func TestBoardListsWhatChanges(t *testing.T) {
	p := largeShop(5, 3, 2)
	plan := solve(t, p, solver.Params{})
	shop, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	b, err := shop.Open(plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Try(solver.Move{Op: 0, Mode: p.Ops[0].Mode0 + 1, At: plan.Start[0] + 3000}); err != nil {
		t.Fatal(err)
	}
	changed := b.Changed()
	now := b.Plan()
	for o := range p.Ops {
		differs := now.Start[o] != plan.Start[o] || now.End[o] != plan.End[o] || now.Mode[o] != plan.Mode[o]
		if differs != slices.Contains(changed, int32(o)) {
			t.Errorf("operation %d", o)
		}
	}
	if len(changed) < 2 || now.Start[0] < plan.Start[0]+3000 {
		t.Errorf("%d changed, the moved one starts at %d", len(changed), now.Start[0])
	}
	ends := shop.JobEnds(now)
	if got := b.JobEnds(); !slices.Equal(got, ends) {
		t.Errorf("ends %v, want %v", got, ends)
	}
}

// A task put off goes last; strangers that would have waited behind what
// follows it keep their places.
func TestWhatFollowsAMovedTaskQueuesAnew(t *testing.T) {
	fs := solver.Edge{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint}
	p := &solver.Problem{
		End: 10_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}},
		Jobs:  []solver.Job{{Name: "x", Due: 500, Weight: 1}, {Name: "y", Due: 500, Weight: 1}},
		Ops:   []solver.Op{{Name: "x1", Mode0: 0}, {Name: "x2", Mode0: 1}, {Name: "y1", Job: 1, Mode0: 2}},
		Modes: []solver.Mode{{Resource: 0, Run: 100}, {Resource: 1, Run: 100}, {Resource: 1, Run: 100}},
		Edges: []solver.Edge{fs},
	}
	shop, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	// y1 behind x2 on B.
	plan := &solver.Plan{Mode: []int32{0, 1, 2}, Resource: []int32{0, 1, 1}, Start: []solver.Min{0, 100, 200}, End: []solver.Min{100, 200, 300}}
	b, err := shop.Open(plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Try(solver.Move{Op: 0, Mode: 0, At: 4000}); err != nil {
		t.Fatal(err)
	}
	if b.Start(0) != 4000 || b.Start(1) != 4100 || b.Start(2) != 0 {
		t.Errorf("x1 at %d, x2 at %d, y1 at %d", b.Start(0), b.Start(1), b.Start(2))
	}
}

func boardOf(t *rapid.T, fixes bool) (*solver.Problem, *solver.Plan, *solver.Board) {
	p := randomShop(t, fixes)
	shop, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := shop.Solve(context.Background(), solver.Params{Iterations: int64(rapid.IntRange(0, 8).Draw(t, "search")), Goal: everyKey, Direction: solver.Direction(rapid.IntRange(0, int(solver.Drum)).Draw(t, "direction"))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := shop.Open(plan)
	if err != nil {
		var refused *solver.ProblemError
		if !errors.As(err, &refused) || refused.Code != solver.ErrHorizon {
			t.Fatal(err)
		}
		return p, plan, nil
	}
	return p, plan, b
}

func drawMove(t *rapid.T, p *solver.Problem) solver.Move {
	o := int32(rapid.IntRange(0, len(p.Ops)-1).Draw(t, "op"))
	hi := int32(len(p.Modes))
	if int(o)+1 < len(p.Ops) {
		hi = p.Ops[o+1].Mode0
	}
	m := int32(rapid.IntRange(int(p.Ops[o].Mode0), int(hi)-1).Draw(t, "mode"))
	return solver.Move{Op: o, Mode: m, At: int32(rapid.IntRange(0, 2500).Draw(t, "moment"))}
}
