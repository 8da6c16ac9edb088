package figures_test

import (
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/figures"
)

// Two machines, open from 0 to 480 of each day; two jobs of two operations each, one after the other.
func shop(t *testing.T) (*solver.Shop, *solver.Plan) {
	t.Helper()
	day := solver.Calendar{Open: []int32{0, 1440, 2880}, Close: []int32{480, 1920, 3360}}
	p := &solver.Problem{
		End: 10_000, Calendars: []solver.Calendar{{}, day},
		Resources: []solver.Resource{{Name: "A", Cap: 1, Group: 0, Manned: [2]int32{1, 1}, Run: [2]int32{1, 1}}, {Name: "B", Cap: 1, Group: 0, Manned: [2]int32{1, 1}, Run: [2]int32{1, 1}}},
		Jobs:      []solver.Job{{Name: "J1", Due: 480, Weight: 2}, {Name: "J2", Due: 1700, Weight: 1}},
		Ops: []solver.Op{
			{Name: "J1/1", Job: 0, Seq: 1, Mode0: 0, Prev: solver.Place{Set: true, Resource: 0, Start: 10}},
			{Name: "J1/2", Job: 0, Seq: 2, Mode0: 1, Prev: solver.Place{Set: true, Resource: 1, Start: 0}},
			{Name: "J2/1", Job: 1, Seq: 1, Mode0: 2},
			{Name: "J2/2", Job: 1, Seq: 2, Mode0: 3},
		},
		Modes: []solver.Mode{{Resource: 0, Run: 300}, {Resource: 1, Run: 300}, {Resource: 0, Run: 240}, {Resource: 1, Run: 60}},
		Edges: []solver.Edge{{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint}, {From: 2, To: 3, FromAt: solver.Million, ToAt: solver.SetupPoint}},
	}
	s, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := s.Solve(t.Context(), solver.Params{Rule: solver.RuleEDD}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, plan
}

// By hand: J1 runs 0-300 and 300-1560 (paused over night), J2 300-1500 on A, then 1560-1620 on B.
func TestFiguresByHand(t *testing.T) {
	s, plan := shop(t)
	if got := plan.End; got[0] != 300 || got[1] != 1560 || got[2] != 1500 || got[3] != 1620 {
		t.Fatalf("ends %v", got)
	}
	f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 1440, Moved: 10, Target: 850_000, Machines: map[int32]bool{0: true}, Standard: []int32{300, 300, 240, 60}, Choice: map[int32]bool{3: true}})
	if err != nil {
		t.Fatal(err)
	}
	if f.Jobs != 2 || f.OnTime != 1 || f.Late != 1 || f.MaxTardiness != 1080 || f.WeightedTardiness != 2160 || f.Makespan != 1620 {
		t.Errorf("deliveries: %+v", f)
	}
	// Allowed: at least a day each: 2 x 1440 + 1700.
	if want := 1 - 2160.0/4580; f.Lateness != want {
		t.Errorf("lateness %v, want %v", f.Lateness, want)
	}
	// Alone J1 ends as it does; J2 from 300: 240 min to 1500, then at once to 1560 instead of 1620.
	if want := (1 + 1260.0/1320) / 2; f.LeadRatio != want {
		t.Errorf("lead ratio %v, want %v", f.LeadRatio, want)
	}
	// On the first day A works 480 of 480, B 180 of 480.
	if l := f.Groups[0]; l.Occupied != 660 || l.Available != 960 || l.Resources != 2 {
		t.Errorf("load %+v", l)
	}
	// Ratios 1 and 0.375: mean 0.6875, deviation 0.3125.
	if want := 0.3125 / 0.6875; f.Imbalance < want-1e-9 || f.Imbalance > want+1e-9 {
		t.Errorf("imbalance %v, want %v", f.Imbalance, want)
	}
	if f.Changeovers != 2 || f.Bottleneck != 0 || f.Utilisation != 660.0/960 || f.Target != 0.85 {
		t.Errorf("changeovers %d, bottleneck %d at %v of %v", f.Changeovers, f.Bottleneck, f.Utilisation, f.Target)
	}
	// J1/1 moved by 10, which is nothing yet; J1/2 by 300.
	if f.Common != 2 || f.Unmoved != 1 || f.OutsideMinutes != 60 || f.OutsideOps != 1 || f.StandardMinutes != 900 {
		t.Errorf("moved and outside: %+v", f)
	}
	axes := f.Axes()
	if axes[figures.AxisDelivery] != 50 || axes[figures.AxisStability] != 50 || axes[figures.AxisBuffer] != figures.Undefined {
		t.Errorf("axes %v", axes)
	}
	if got := figures.Score([figures.AxisCount]float64{50, figures.Undefined, 100}, [figures.AxisCount]float64{1, 5, 3}); got != 350.0/4 {
		t.Errorf("score %v", got)
	}
}

// Nothing to divide by gives Undefined, never 0 or NaN.
func TestFiguresOfNothing(t *testing.T) {
	s, err := solver.Prepare(&solver.Problem{End: 100, Calendars: []solver.Calendar{{}}})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := s.Solve(t.Context(), solver.Params{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 10})
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range f.Axes() {
		if x != figures.Undefined {
			t.Errorf("axis %d is %v", i, x)
		}
	}
	if figures.Score(f.Axes(), [figures.AxisCount]float64{1, 1, 1, 1, 1, 1, 1, 1}) != figures.Undefined {
		t.Error("a score of nothing")
	}
}

// A job without operations is neither on time nor late: what it had is done.
func TestJobsWithoutWorkDoNotCount(t *testing.T) {
	s, plan := shop(t)
	of := func() *figures.Figures {
		f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 1440, Machines: map[int32]bool{0: true}})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	want := of()
	s.Problem.Jobs = append(s.Problem.Jobs, solver.Job{Name: "done", Due: 100, Weight: 100})
	if got := of(); got.Jobs != 2 || got.OnTime != want.OnTime || got.Late != want.Late || got.OnTimeRate != 0.5 || got.Lateness != want.Lateness {
		t.Errorf("%+v, without it %+v", got, want)
	}
}

// What people have named as the bottleneck is it, though another group has more to do.
func TestNamedBottleneck(t *testing.T) {
	s, plan := shop(t)
	s.Problem.Resources[1].Group, s.Problem.Resources[1].Bottleneck = 1, true
	f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 1440, Machines: map[int32]bool{0: true, 1: true}})
	if err != nil {
		t.Fatal(err)
	}
	if f.Bottleneck != 1 || f.Utilisation != 180.0/480 {
		t.Errorf("group %d at %v", f.Bottleneck, f.Utilisation)
	}
}

// Without a queue the job would take its 100 minutes on A. The plan has it on B for 150, whatever the plan before had, and however
// reluctantly it would leave the machine of that plan.
func TestTheLeadRatioKnowsNoPlanBefore(t *testing.T) {
	for name, change := range map[string]func(op *solver.Op, a *solver.Mode){
		"no plan before":         func(*solver.Op, *solver.Mode) {},
		"it was on B":            func(op *solver.Op, _ *solver.Mode) { op.Prev = solver.Place{Set: true, Resource: 1} },
		"it would rather stay":   func(_ *solver.Op, a *solver.Mode) { a.Reluctance = 240 },
		"it was, and would stay": func(op *solver.Op, a *solver.Mode) { op.Prev, a.Reluctance = solver.Place{Set: true, Resource: 1}, 240 },
	} {
		p := &solver.Problem{
			End: 10_000, Calendars: []solver.Calendar{{}}, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}},
			Jobs: []solver.Job{{Name: "J", Due: 1000, Weight: 1}}, Ops: []solver.Op{{Name: "1"}}, Modes: []solver.Mode{{Run: 100}, {Resource: 1, Run: 150}},
		}
		change(&p.Ops[0], &p.Modes[0])
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		plan := &solver.Plan{Mode: []int32{1}, Resource: []int32{1}, Start: []solver.Min{0}, End: []solver.Min{150}}
		if f := measured(t, s, plan, figures.Params{Window: 1440}); f.LeadRatio != 100.0/150 {
			t.Errorf("%s: lead ratio %v, want 2/3", name, f.LeadRatio)
		}
	}
}
