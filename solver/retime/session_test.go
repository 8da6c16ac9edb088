package retime_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/demo"
	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/retime"
)

func mouldShop(t *testing.T, moulds int) (*solver.Problem, *solver.Plan, *solver.Board) {
	t.Helper()
	generated := demo.Generate(demo.Options{Moulds: moulds, Seed: 5, Start: time.Date(2026, 3, 2, 0, 0, 0, 0, demo.Shanghai()), Zone: demo.Shanghai(), Masters: true})
	loaded, err := generated.Problem().Build()
	if err != nil {
		t.Fatal(err)
	}
	shop, err := solver.Prepare(loaded.Problem)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := shop.Solve(context.Background(), solver.Params{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	board, err := shop.Open(plan)
	if err != nil {
		t.Fatal(err)
	}
	return loaded.Problem, board.Plan(), board
}

// free picks an operation that may change, with a run long enough to split.
func free(p *solver.Problem, plan *solver.Plan, rng *rand.Rand) int32 {
	for {
		o := rng.Int32N(int32(len(p.Ops)))
		if m := plan.Mode[o]; m >= 0 && !p.Ops[o].Fix.Timed() && p.Modes[m].Run > 30 && p.Ops[o].Class != solver.ClassOutsourced {
			return o
		}
	}
}

// Whatever is changed, alone or on top of other changes, the plan that follows
// keeps every rule of the changed problem.
func TestEveryChangeKeepsTheRules(t *testing.T) {
	p, plan, board := mouldShop(t, 12)
	supplier := int32(slices.IndexFunc(p.Resources, func(r solver.Resource) bool { return r.Cap == 0 }))
	rng := rand.New(rand.NewPCG(3, 3))
	for round := range 60 {
		s := retime.Open(board)
		for range 1 + round%3 {
			now := s.Board().Plan()
			q := s.Board().Shop().Problem
			o := free(q, now, rng)
			m := now.Mode[o]
			c := retime.Change{Kind: retime.Kind(1 + rng.IntN(7)), Op: o, Mode: m, At: now.Start[o] + rng.Int32N(6000) - 2000, Resource: now.Resource[o]}
			switch c.Kind {
			case retime.Hours:
				c.Minutes = q.Modes[m].Setup + 1 + rng.Int32N(1000)
			case retime.Outsource:
				c.Resource, c.Minutes = supplier, 1440*(1+rng.Int32N(5))
			case retime.Split:
				c.Minutes = 1 + rng.Int32N(q.Modes[m].Run-1)
			case retime.Overtime:
				c.From = max(0, now.Start[o]-rng.Int32N(1000))
				c.To = c.From + 60 + rng.Int32N(600)
			}
			if err := s.Try(c); err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
			changed := s.Board().Plan()
			if bad := check.Plan(s.Board().Shop().Problem, changed); len(bad) > 0 {
				t.Fatalf("%+v: %v", c, bad[0])
			}
			switch c.Kind {
			case retime.Lock:
				if changed.Start[o] != now.Start[o] || changed.End[o] != now.End[o] {
					t.Fatalf("the lock moved from %d to %d", now.Start[o], changed.Start[o])
				}
			case retime.Move:
				if changed.Start[o] < c.At {
					t.Fatalf("starts at %d, before %d", changed.Start[o], c.At)
				}
			}
		}
		s.Close()
		if after := board.Plan(); !slices.Equal(after.Start, plan.Start) || !slices.Equal(after.End, plan.End) {
			t.Fatal("a closed session has left something behind")
		}
	}
}

// The effect lists what differs, and nothing else.
func TestEffectIsTheDifference(t *testing.T) {
	_, plan, board := mouldShop(t, 12)
	s := retime.Open(board)
	if e := s.Effect(plan); len(e.Shifts)+len(e.Jobs)+len(e.Conflicts) > 0 {
		t.Fatalf("without a change: %+v", e)
	}
	p := board.Shop().Problem
	o := free(p, plan, rand.New(rand.NewPCG(1, 1)))
	if err := s.Try(retime.Change{Kind: retime.Move, Op: o, Mode: plan.Mode[o], At: plan.Start[o] + 20_000}); err != nil {
		t.Fatal(err)
	}
	e, now := s.Effect(plan), s.Board().Plan()
	listed := 0
	for i := range p.Ops {
		if plan.Start[i] != now.Start[i] || plan.End[i] != now.End[i] || plan.Resource[i] != now.Resource[i] {
			listed++
		}
	}
	if listed == 0 || len(e.Shifts) != listed {
		t.Errorf("%d shifts, %d differ", len(e.Shifts), listed)
	}
	ends := board.Shop().JobEnds(now)
	if len(e.Jobs) == 0 {
		t.Error("two weeks' delay moves no mould")
	}
	for _, j := range e.Jobs {
		if j.Ends != ends[j.Job] || j.Was == j.Ends {
			t.Errorf("%+v", j)
		}
	}
}

// More hours on a day bring a task forward, fewer minutes too; by hand.
func TestOvertimeAndHoursByHand(t *testing.T) {
	day := solver.Calendar{Open: []solver.Min{480, 1440 + 480}, Close: []solver.Min{1020, 1440 + 1020}}
	p := &solver.Problem{
		Start: 480, End: 3000, Calendars: []solver.Calendar{{}, day},
		Resources: []solver.Resource{{Name: "A", Cap: 1, Manned: [2]int32{1, 1}, Run: [2]int32{1, 1}}, {Name: "S"}},
		Jobs:      []solver.Job{{Name: "m", Due: 1200, Weight: 1}},
		Ops:       []solver.Op{{Name: "a", Mode0: 0}},
		Modes:     []solver.Mode{{Resource: 0, Run: 600}},
	}
	shop, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := shop.Solve(context.Background(), solver.Params{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	board, err := shop.Open(plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name   string
		change retime.Change
		end    solver.Min
	}{
		{"as it is", retime.Change{Kind: retime.Move, At: 480}, 1440 + 540},
		{"two hours more today", retime.Change{Kind: retime.Overtime, Resource: 0, From: 1020, To: 1140}, 1080},
		{"five hours instead of ten", retime.Change{Kind: retime.Hours, Minutes: 300}, 780},
		{"at a supplier for a day", retime.Change{Kind: retime.Outsource, Resource: 1, Minutes: 1440}, 1920},
		{"at noon", retime.Change{Kind: retime.Move, At: 720}, 1440 + 780},
	} {
		s := retime.Open(board)
		if err := s.Try(row.change); err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		if end := s.Board().End(0); end != row.end {
			t.Errorf("%s: ends at %d, want %d", row.name, end, row.end)
		}
		s.Close()
	}
}

// What cannot be is refused with a reason, and the session is as if nothing
// had been tried.
func TestRefusals(t *testing.T) {
	p, plan, board := mouldShop(t, 5)
	rng := rand.New(rand.NewPCG(2, 2))
	o := free(p, plan, rng)
	locked := int32(slices.IndexFunc(p.Ops, func(op solver.Op) bool { return op.Fix.Timed() }))
	for _, row := range []struct {
		code   solver.ErrorCode
		change retime.Change
	}{
		{solver.ErrUnknown, retime.Change{Kind: retime.Move, Op: -1}},
		{solver.ErrNoModes, retime.Change{Kind: retime.Move, Op: o, Mode: int32(len(p.Modes))}},
		{solver.ErrHorizon, retime.Change{Kind: retime.Move, Op: o, Mode: plan.Mode[o], At: p.End + 1}},
		{solver.ErrFix, retime.Change{Kind: retime.Move, Op: locked}},
		{solver.ErrFix, retime.Change{Kind: retime.Hours, Op: locked, Minutes: 5}},
		{solver.ErrNegative, retime.Change{Kind: retime.Hours, Op: o}},
		{solver.ErrUnknown, retime.Change{Kind: retime.Outsource, Op: o, Resource: plan.Resource[o], Minutes: 5}},
		{solver.ErrNegative, retime.Change{Kind: retime.Split, Op: o, Minutes: 1 << 20}},
		{solver.ErrCalendar, retime.Change{Kind: retime.Overtime, Resource: plan.Resource[o], From: 10, To: 10}},
		{solver.ErrUnknown, retime.Change{Op: o}},
	} {
		s := retime.Open(board)
		var refused *solver.ProblemError
		if err := s.Try(row.change); !errors.As(err, &refused) || refused.Code != row.code {
			t.Errorf("%+v: %v", row.change, err)
		}
		if e := s.Effect(plan); len(e.Shifts) > 0 {
			t.Errorf("%+v has an effect", row.change)
		}
	}
}
