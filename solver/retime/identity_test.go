package retime_test

import (
	"slices"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/retime"
)

// A session shows the plan of the demo shop, crews and all, to the minute; whichever task is moved to where it is, on top of
// other changes too, nothing changes.
func TestAMoveToItsOwnPlaceChangesNothing(t *testing.T) {
	p, shown, shop := mouldShop(t, 60)
	plan := shop.plan
	if !slices.Equal(shown.Start, plan.Start) || !slices.Equal(shown.End, plan.End) || !slices.Equal(shown.Resource, plan.Resource) {
		t.Fatal("the board shows another plan")
	}
	s := shop.open()
	tried := 0
	for range 2 {
		was, before := s.Board().Plan(), s.Board().Changed()
		for o := range p.Ops {
			if was.Mode[o] < 0 || p.Ops[o].Fix.Timed() {
				continue
			}
			if err := s.Try(retime.Change{Kind: retime.Move, Op: int32(o), Mode: was.Mode[o], At: was.Start[o]}); err != nil {
				t.Fatal(err)
			}
			if tried++; !slices.Equal(s.Board().Changed(), before) {
				t.Fatalf("operation %d on %s: %d operations change, %d did", o, p.Resources[was.Resource[o]].Name, len(s.Board().Changed()), len(before))
			}
		}
		if now := s.Board().Plan(); !slices.Equal(now.Start, was.Start) || !slices.Equal(now.End, was.End) {
			t.Fatal("the moves together have changed times")
		}
		// Once more beside a task that is put off by a day.
		o := int32(slices.IndexFunc(p.Ops, func(x solver.Op) bool { return !x.Fix.Timed() }))
		if err := s.Try(retime.Change{Kind: retime.Move, Op: o, Mode: was.Mode[o], At: was.Start[o] + 1440}); err != nil {
			t.Fatal(err)
		}
	}
	if tried < 10_000 {
		t.Fatalf("only %d moves were tried", tried)
	}
}

// So are the hours that a task has, and a lock where it stands; also where the plan holds tasks back until their deliveries.
func TestAChangeThatStatesWhatIsChangesNothing(t *testing.T) {
	for name, direction := range map[string]solver.Direction{"forward": solver.Forward, "backward": solver.Backward} {
		t.Run(name, func(t *testing.T) { statesWhatIs(t, direction) })
	}
}

func statesWhatIs(t *testing.T, direction solver.Direction) {
	t.Helper()
	p, plan, shop := mouldShopPlanned(t, 60, direction)
	crews := 0
	for o := 0; o < len(p.Ops); o += 61 {
		if plan.Mode[o] < 0 || p.Ops[o].Fix.Timed() || p.Ops[o].Class == solver.ClassOutsourced {
			continue
		}
		if p.Resources[plan.Resource[o]].Cap > 1 {
			crews++
		}
		for _, c := range []retime.Change{
			{Kind: retime.Hours, Op: int32(o), Modes: shop.file.Ops[o].Modes},
			{Kind: retime.Lock, Op: int32(o)},
		} {
			s := shop.open()
			if err := s.Try(c); err != nil {
				t.Fatalf("operation %d, kind %d: %v", o, c.Kind, err)
			}
			if e := s.Effect(plan); len(e.Shifts)+len(e.Jobs)+len(e.Conflicts) > 0 {
				t.Errorf("operation %d, kind %d: %d operations change, %d ends, %d conflicts", o, c.Kind, len(e.Shifts), len(e.Jobs), len(e.Conflicts))
			}
			s.Close()
		}
	}
	if crews == 0 {
		t.Error("none of them is on a resource of several units")
	}
}
