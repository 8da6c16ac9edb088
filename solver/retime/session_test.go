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
	"mouldworks/solver/instance"
	"mouldworks/solver/retime"
)

// shop is a plan on a board, with the problem that it solves.
type shop struct {
	file   *instance.File
	loaded *instance.Loaded
	board  *solver.Board
	plan   *solver.Plan // as it was solved
}

func (s *shop) open() *retime.Session { return retime.Open(s.board, s.file, s.loaded) }

func mouldShop(t *testing.T, moulds int) (*solver.Problem, *solver.Plan, *shop) {
	t.Helper()
	return mouldShopPlanned(t, moulds, solver.Forward)
}

func mouldShopPlanned(t *testing.T, moulds int, direction solver.Direction) (*solver.Problem, *solver.Plan, *shop) {
	t.Helper()
	generated := demo.Generate(demo.Options{Moulds: moulds, Seed: 5, Start: time.Date(2026, 3, 2, 0, 0, 0, 0, demo.Shanghai()), Zone: demo.Shanghai(), Masters: true})
	file := generated.Problem()
	file.Settings.ReSetup = 15
	board := solvedBy(t, file, solver.Params{Direction: direction})
	return board.loaded.Problem, board.board.Plan(), board
}

func solved(t *testing.T, file *instance.File) *shop {
	t.Helper()
	return solvedBy(t, file, solver.Params{})
}

func solvedBy(t *testing.T, file *instance.File, params solver.Params) *shop {
	t.Helper()
	loaded, err := file.Build()
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := solver.Prepare(loaded.Problem)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := prepared.Solve(context.Background(), params, nil)
	if err != nil {
		t.Fatal(err)
	}
	board, err := prepared.Open(plan)
	if err != nil {
		t.Fatal(err)
	}
	return &shop{file, loaded, board, plan}
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
		s := board.open()
		for range 1 + round%3 {
			now := s.Board().Plan()
			q := s.Board().Shop().Problem
			o := free(q, now, rng)
			m := now.Mode[o]
			c := retime.Change{Kind: retime.Kind(1 + rng.IntN(7)), Op: o, Mode: m, At: now.Start[o] + rng.Int32N(6000) - 2000, Resource: now.Resource[o]}
			switch c.Kind {
			case retime.Hours:
				c.Modes = slices.Clone(s.File().Ops[o].Modes)
				for i := range c.Modes {
					c.Modes[i].Run = 1 + rng.Int32N(1000)
				}
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
		if after := board.board.Plan(); !slices.Equal(after.Start, plan.Start) || !slices.Equal(after.End, plan.End) {
			t.Fatal("a closed session has left something behind")
		}
	}
}

// The effect lists what differs, and nothing else.
func TestEffectIsTheDifference(t *testing.T) {
	_, plan, board := mouldShop(t, 12)
	s := board.open()
	if e := s.Effect(plan); len(e.Shifts)+len(e.Jobs)+len(e.Conflicts) > 0 {
		t.Fatalf("without a change: %+v", e)
	}
	p := board.loaded.Problem
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
	ends := board.board.Shop().JobEnds(now)
	if len(e.Jobs) == 0 {
		t.Error("two weeks' delay moves no mould")
	}
	for _, j := range e.Jobs {
		if j.Ends != ends[j.Job] || j.Was == j.Ends {
			t.Errorf("%+v", j)
		}
	}
}

// Stretches of overtime that are made in one go come to what they come to one by one; a refused one leaves the session without any.
func TestStretchesOfOvertimeInOneGo(t *testing.T) {
	p, plan, shop := mouldShop(t, 20)
	rng := rand.New(rand.NewPCG(7, 1))
	for range 8 {
		r := plan.Resource[free(p, plan, rng)]
		var stretches []retime.Change
		for day := range solver.Min(3) {
			from := 1440*(day+rng.Int32N(3)*3) + 600
			stretches = append(stretches, retime.Change{Kind: retime.Overtime, Resource: r, From: from, To: from + 240})
		}
		one, all := shop.open(), []solver.Min(nil)
		for _, c := range stretches {
			if err := one.Try(c); err != nil {
				t.Fatal(err)
			}
		}
		all = one.Board().JobEnds()
		one.Close()
		s := shop.open()
		if err := s.Lengthen(stretches...); err != nil {
			t.Fatal(err)
		}
		if p.Resources[r].Cap == 1 && !slices.Equal(s.Board().JobEnds(), all) {
			t.Errorf("resource %d: other ends than one by one", r)
		}
		if bad := check.Plan(s.Loaded().Problem, s.Board().Plan()); len(bad) > 0 {
			t.Error(bad[0])
		}
		if err := s.Lengthen(retime.Change{Kind: retime.Overtime, Resource: r, From: 9, To: 9}); err == nil || s.Board() != shop.board {
			t.Error("an empty stretch is taken, or leaves something")
		}
		s.Close()
	}
}

// More hours on a day bring a task forward, fewer minutes too; by hand. A machine that is shut for a repair stays shut.
func TestOvertimeAndHoursByHand(t *testing.T) {
	suppliers := int32(0)
	board := solved(t, &instance.File{
		Format: instance.Format, Start: "2026-03-02T08:00:00Z", HorizonDays: 3,
		Calendars: []instance.Calendar{{ID: "day", Periods: [][2]string{{"08:00", "17:00"}}, Shut: []instance.Stretch{{From: instance.At(600), To: instance.At(660)}}}},
		Resources: []instance.Resource{{ID: "A", Manned: "day"}, {ID: "S", Cap: &suppliers}},
		Jobs:      []instance.Job{{ID: "m", Due: instance.At(720), Weight: 1}},
		Ops:       []instance.Op{{ID: "a", Job: "m", Modes: []instance.Mode{{On: "A", Run: 600}}}},
	})
	for _, row := range []struct {
		name   string
		change retime.Change
		end    solver.Min // from eight o'clock of the first day
	}{
		{"as it is", retime.Change{Kind: retime.Move}, 1440 + 60},
		{"two hours more today", retime.Change{Kind: retime.Overtime, From: 540, To: 660}, 600},
		{"an hour of the repair", retime.Change{Kind: retime.Overtime, From: 600, To: 660}, 1440 + 60},
		{"five hours instead of ten", retime.Change{Kind: retime.Hours, Modes: []instance.Mode{{On: "A", Run: 300}}}, 300},
		{"at a supplier for a day", retime.Change{Kind: retime.Outsource, Resource: 1, Minutes: 1440}, 1440},
		{"at noon", retime.Change{Kind: retime.Move, At: 240}, 1440 + 300},
	} {
		s := board.open()
		if err := s.Try(row.change); err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		if end := s.Board().End(0); end != row.end {
			t.Errorf("%s: ends at %d, want %d", row.name, end, row.end)
		}
		s.Close()
	}
}

// What is put off by longer work or a supplier queues anew where it arrives: strangers keep their places.
func TestLaterWorkMakesNoStrangerWait(t *testing.T) {
	suppliers := int32(0)
	board := solved(t, &instance.File{
		Format: instance.Format, Start: "2026-03-02T08:00:00Z", HorizonDays: 9,
		Resources: []instance.Resource{{ID: "A"}, {ID: "B"}, {ID: "C"}, {ID: "S", Cap: &suppliers}},
		Jobs:      []instance.Job{{ID: "m", Due: instance.At(100), Weight: 9}, {ID: "n", Due: instance.At(900), Weight: 1}},
		Ops: []instance.Op{
			{ID: "a", Job: "m", Part: "p", Seq: 10, Modes: []instance.Mode{{On: "A", Run: 60}}},
			{ID: "b", Job: "m", Part: "p", Seq: 20, Modes: []instance.Mode{{On: "B", Run: 60}}},
			{ID: "c", Job: "n", Part: "q", Seq: 10, Modes: []instance.Mode{{On: "C", Run: 60}}},
			{ID: "d", Job: "n", Part: "q", Seq: 20, Modes: []instance.Mode{{On: "B", Run: 600}}},
		},
	})
	for _, row := range []struct {
		change retime.Change
		b      solver.Min
	}{
		{retime.Change{Kind: retime.Outsource, Resource: 3, Minutes: 1440}, 1440},
		{retime.Change{Kind: retime.Hours, Modes: []instance.Mode{{On: "A", Run: 1000}}}, 1000},
		{retime.Change{Kind: retime.Hours, Modes: []instance.Mode{{On: "A", Run: 90}}}, 660}, // d is there first
	} {
		s := board.open()
		if b, d := s.Board().Start(1), s.Board().Start(3); b != 60 || d != 120 {
			t.Fatalf("b starts at %d, d at %d", b, d)
		}
		if err := s.Try(row.change); err != nil {
			t.Fatal(err)
		}
		b := s.Board()
		if b.Start(1) != row.b || b.Start(3) > 120 {
			t.Errorf("%+v: b starts at %d, want %d, d at %d", row.change, b.Start(1), row.b, b.Start(3))
		}
		if bad := check.Plan(b.Shop().Problem, b.Plan()); len(bad) > 0 {
			t.Error(bad[0])
		}
		s.Close()
	}
}

// A split operation is two of the problem: the second follows at once, also where nobody attends the run, and what waits
// for the operation waits for both.
func TestSplitByHand(t *testing.T) {
	board := solved(t, &instance.File{
		Format: instance.Format, Start: "2026-03-02T08:00:00Z", HorizonDays: 9,
		Calendars: []instance.Calendar{{ID: "day", Periods: [][2]string{{"08:00", "17:00"}}}, {ID: "night"}},
		Resources: []instance.Resource{{ID: "A", Manned: "day", Run: "night"}, {ID: "B", Manned: "day"}},
		Jobs:      []instance.Job{{ID: "m", Due: instance.At(720), Weight: 1}},
		Ops: []instance.Op{
			{ID: "a", Job: "m", Part: "p", Seq: 10, Modes: []instance.Mode{{On: "A", Setup: 30, Run: 810, Unattended: true}, {On: "B", Setup: 40, Run: 1621}}},
			{ID: "b", Job: "m", Part: "p", Seq: 20, Modes: []instance.Mode{{On: "B", Run: 60}}},
		},
	})
	s := board.open()
	before := s.Board().Start(1)
	if err := s.Try(retime.Change{Kind: retime.Split, Op: 0, Minutes: 600}); err != nil {
		t.Fatal(err)
	}
	b := s.Board()
	if b.End(0) != 630 || b.Start(2) != 630 || b.End(2) != 840 || b.Start(1) != before {
		t.Errorf("until %d, the second from %d until %d, what follows from %d, before %d", b.End(0), b.Start(2), b.End(2), b.Start(1), before)
	}
	first, second := s.File().Ops[0].Modes[1], s.File().Ops[2].Modes[1]
	if first.Run+second.Run != 1621 || second.Setup != 40 {
		t.Errorf("elsewhere %+v and %+v", first, second)
	}
	if err := s.Try(retime.Change{Kind: retime.Move, Op: 2, Mode: b.Mode(2), At: 5000}); err != nil {
		t.Fatal(err)
	}
	if b := s.Board(); b.Start(2) < 5000 || b.Start(1) < b.End(2) {
		t.Errorf("the second from %d until %d, what follows from %d", b.Start(2), b.End(2), b.Start(1))
	}
}

// What cannot be is refused with a reason, and the session is as if nothing
// had been tried.
func TestRefusals(t *testing.T) {
	p, plan, board := mouldShop(t, 5)
	rng := rand.New(rand.NewPCG(2, 2))
	o := free(p, plan, rng)
	locked := int32(slices.IndexFunc(p.Ops, func(op solver.Op) bool { return op.Fix.Timed() }))
	idle := slices.Clone(board.file.Ops[o].Modes)
	idle[0].Run = 0
	for _, row := range []struct {
		code   solver.ErrorCode
		change retime.Change
	}{
		{solver.ErrUnknown, retime.Change{Kind: retime.Move, Op: -1}},
		{solver.ErrNoModes, retime.Change{Kind: retime.Move, Op: o, Mode: int32(len(p.Modes))}},
		{solver.ErrHorizon, retime.Change{Kind: retime.Move, Op: o, Mode: plan.Mode[o], At: p.End + 1}},
		{solver.ErrFix, retime.Change{Kind: retime.Move, Op: locked}},
		{solver.ErrFix, retime.Change{Kind: retime.Hours, Op: locked}},
		{solver.ErrNoModes, retime.Change{Kind: retime.Hours, Op: o}},
		{solver.ErrNegative, retime.Change{Kind: retime.Hours, Op: o, Modes: idle}},
		{solver.ErrUnknown, retime.Change{Kind: retime.Outsource, Op: o, Resource: plan.Resource[o], Minutes: 5}},
		{solver.ErrNegative, retime.Change{Kind: retime.Split, Op: o, Minutes: 1 << 20}},
		{solver.ErrCalendar, retime.Change{Kind: retime.Overtime, Resource: plan.Resource[o], From: 10, To: 10}},
		{solver.ErrUnknown, retime.Change{Op: o}},
	} {
		s := board.open()
		var refused *solver.ProblemError
		if err := s.Try(row.change); !errors.As(err, &refused) || refused.Code != row.code {
			t.Errorf("%+v: %v", row.change, err)
		}
		if e := s.Effect(plan); len(e.Shifts) > 0 {
			t.Errorf("%+v has an effect", row.change)
		}
	}
}

// The second piece of a split sets up again as soon as it does not go on directly where the first ends: 15 minutes that somebody
// attends, on the same machine; on another one as long as the whole would. So the pieces together are the whole and the set-up
// again. A night in which nobody works does not come between, but other work does.
func TestTheSecondPieceSetsUpAgain(t *testing.T) {
	file := func(again int32, unattended bool) *instance.File {
		return &instance.File{
			Format: instance.Format, Start: "2026-03-02T08:00:00Z", HorizonDays: 30,
			Calendars: []instance.Calendar{{ID: "day", Periods: [][2]string{{"08:00", "16:00"}}}, {ID: "night"}},
			Resources: []instance.Resource{{ID: "A", Manned: "day", Run: "night"}, {ID: "B", Manned: "day"}, {ID: "C", Manned: "day"}},
			Jobs:      []instance.Job{{ID: "m", Due: instance.At(9000), Weight: 2}, {ID: "other", Due: instance.At(20_000), Weight: 1}},
			Ops: []instance.Op{
				{ID: "a", Job: "m", Part: "p", Seq: 10, Modes: []instance.Mode{{On: "A", Setup: 29, Run: 471, Unattended: unattended}, {On: "B", Setup: 40, Run: 943}}},
				{ID: "b", Job: "other", Part: "q", Seq: 10, Modes: []instance.Mode{{On: "A", Run: 120, Unattended: unattended}, {On: "C", Run: 120}}},
			},
			Settings: instance.Settings{ReSetup: again},
		}
	}
	const day, a, b, second = 1440, 0, 1, 2
	move := func(o, mode int32, at solver.Min) retime.Change { // mode counts those of the operation
		return retime.Change{Kind: retime.Move, Op: o, Mode: mode, At: at}
	}
	for name, c := range map[string]struct {
		again      int32
		unattended bool
		cut        solver.Min
		moves      []retime.Change
		setup      int32 // on A
		from, to   solver.Min
	}{
		"it goes on at once":                     {again: 15, cut: 180, setup: 0, from: 209, to: day + 20},
		"in the next shift":                      {again: 15, cut: 451, setup: 0, from: day, to: day + 20},
		"in the night":                           {again: 15, unattended: true, cut: 460, setup: 0, from: 489, to: 500},
		"moved on":                               {again: 15, cut: 180, moves: []retime.Change{move(second, 0, 240)}, setup: 15, from: 240, to: day + 66},
		"by a minute":                            {again: 15, cut: 180, moves: []retime.Change{move(second, 0, 210)}, setup: 15, from: 210, to: day + 36},
		"moved on into the evening":              {again: 15, unattended: true, cut: 180, moves: []retime.Change{move(second, 0, 500)}, setup: 15, from: day, to: day + 306},
		"other work comes between":               {again: 15, cut: 180, moves: []retime.Change{move(b, 0, 100)}, setup: 15, from: 329, to: day + 155},
		"and has gone again":                     {again: 15, cut: 180, moves: []retime.Change{move(b, 0, 100), move(b, 1, 100)}, setup: 0, from: 209, to: day + 20},
		"in the night in between":                {again: 15, unattended: true, cut: 460, moves: []retime.Change{move(b, 0, 480)}, setup: 15, from: day, to: day + 26},
		"it is not to set up again":              {again: 0, cut: 180, moves: []retime.Change{move(second, 0, 240)}, setup: 0, from: 240, to: day + 51},
		"longer than the set-up of the whole":    {again: 30, cut: 180, moves: []retime.Change{move(second, 0, 240)}, setup: 30, from: 240, to: day + 81},
		"both on another machine":                {again: 15, cut: 180, moves: []retime.Change{move(a, 1, 0), move(second, 1, 0)}, setup: 29, from: 400, to: 2*day + 23},
		"it goes to another machine by itself":   {again: 15, cut: 180, moves: []retime.Change{move(second, 1, 0)}, setup: 15, from: 209, to: day + 352},
		"it comes back from there to its place":  {again: 15, cut: 180, moves: []retime.Change{move(second, 1, 0), move(second, 0, 0)}, setup: 0, from: 209, to: day + 20},
		"the first comes back from there, too":   {again: 15, cut: 180, moves: []retime.Change{move(a, 1, 0), move(a, 0, 0)}, setup: 0, from: 209, to: day + 20},
		"the first goes to another machine only": {again: 15, cut: 180, moves: []retime.Change{move(a, 1, 0)}, setup: 29, from: 400, to: day + 240},
	} {
		s := solved(t, file(c.again, c.unattended)).open()
		for _, change := range append([]retime.Change{{Kind: retime.Split, Op: a, Minutes: c.cut}}, c.moves...) {
			lo, _ := s.Loaded().Problem.ModesOf(change.Op)
			change.Mode += lo
			if err := s.Try(change); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		board, op := s.Board(), s.File().Ops[second]
		if op.Modes[0].Setup != c.setup || board.Start(second) != c.from || board.End(second) != c.to {
			t.Errorf("%s: set-up %d from %d to %d, want %d from %d to %d", name, op.Modes[0].Setup, board.Start(second), board.End(second), c.setup, c.from, c.to)
		}
		if run := s.File().Ops[a].Modes[0].Run + op.Modes[0].Run; run != 471 {
			t.Errorf("%s: %d minutes of run", name, run)
		}
		if bad := check.Plan(board.Shop().Problem, board.Plan()); len(bad) > 0 {
			t.Errorf("%s: %v", name, bad)
		}
	}
}
