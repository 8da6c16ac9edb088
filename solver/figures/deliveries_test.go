package figures_test

import (
	"maps"
	"math"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/figures"
)

// near compares what is computed in another order here.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// laidOut is a plan made by hand, from minute 100 on, on machines that never close: a mould that is ready at its due minute,
// one that is 51 minutes late, one without a delivery that has begun before the plan, one that cannot be finished, and work for
// no mould.
func laidOut(t *testing.T) (*solver.Shop, *solver.Plan) {
	t.Helper()
	at := func(resource, start int32) solver.Place {
		return solver.Place{Set: true, Resource: resource, Start: start}
	}
	p := &solver.Problem{
		Start: 100, End: 10_000, Calendars: []solver.Calendar{{}},
		Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}},
		Jobs: []solver.Job{
			{Name: "due", Due: 500, Weight: 3},
			{Name: "late", Release: 250, Due: 600, Weight: 2},
			{Name: "free", Due: solver.None, Weight: 7},
			{Name: "never", Due: 5000, Weight: 5},
		},
		Ops: []solver.Op{
			{Name: "due/1", Job: 0, Seq: 1, Mode0: 0, Prev: at(0, 290)},
			{Name: "late/1", Job: 1, Seq: 1, Mode0: 1, Prev: at(1, 261)},
			{Name: "free/1", Job: 2, Seq: 1, Mode0: 2, Prev: at(0, 40), Fix: solver.Fix{Kind: solver.FixRunning, Resource: 0, Start: 40, End: 200}},
			{Name: "never/1", Job: 3, Seq: 1, Mode0: 3, Prev: at(0, 510)},
			{Name: "never/2", Job: 3, Seq: 2, Mode0: 4},
			{Name: "none/1", Job: -1, Seq: 1, Mode0: 5},
			{Name: "none/2", Job: -1, Seq: 2, Mode0: 6},
			{Name: "due/2", Job: 0, Seq: 2, Mode0: 7, Prev: at(1, 400), Fix: solver.Fix{Kind: solver.FixTimes, Resource: 0, Start: 400, End: 500}},
		},
		Modes: []solver.Mode{
			{Resource: 0, Run: 50},
			{Resource: 1, Run: 401},
			{Resource: 0, Run: 160},
			{Resource: 0, Run: 200},
			{Resource: 1, Run: 10},
			{Resource: 1, Run: 10},
			{Resource: 1, Run: 50},
			{Resource: 0, Run: 100},
		},
		Edges: []solver.Edge{{From: 0, To: 7, FromAt: solver.Million, ToAt: solver.SetupPoint}},
	}
	s, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	return s, &solver.Plan{
		Mode:     []int32{0, 1, 2, 3, -1, -1, 6, 7},
		Resource: []int32{0, 1, 0, 0, -1, -1, 1, 0},
		Start:    []int32{300, 250, 40, 500, 0, 0, 651, 400},
		End:      []int32{350, 651, 200, 700, 0, 0, 701, 500},
		Unplaced: []solver.Reason{{Op: 4, Code: solver.ReasonNoResource, Other: solver.None}, {Op: 5, Code: solver.ReasonNoHours, Other: solver.None}},
	}
}

func TestDeliveriesByHand(t *testing.T) {
	s, plan := laidOut(t)
	f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 1440, Moved: 10, Standard: []int32{1, 2, 4, 8, 16, 32, 64}, Choice: map[int32]bool{1: true, 4: true, 7: true}})
	if err != nil {
		t.Fatal(err)
	}
	// Ready at its due minute is on time, and so is what has no delivery; what is never ready is late.
	if f.Jobs != 4 || f.OnTime != 2 || f.Late != 2 || f.OnTimeRate != 0.5 {
		t.Errorf("deliveries: %+v", f)
	}
	// Tardiness of the three that end: 0, 51 and 0.
	if f.MeanTardiness != 17 || f.MaxTardiness != 51 || f.WeightedTardiness != 102 {
		t.Errorf("tardiness: %+v", f)
	}
	// Allowed is a day at least, and the mould that never ends had its time too.
	if want := 1 - 102.0/(3*1440+2*1440+5*4900); !near(f.Lateness, want) {
		t.Errorf("lateness %v, want %v", f.Lateness, want)
	}
	// To 701, by work for no mould.
	if f.Makespan != 601 {
		t.Errorf("makespan %d", f.Makespan)
	}
	// From the plan's start or the release: 100 to 500, 250 to 651, 100 to 200.
	if want := (400 + 401 + 100) / 3.0; !near(f.MeanFlow, want) {
		t.Errorf("flow %v, want %v", f.MeanFlow, want)
	}
	// In work 300 to 500, 250 to 651, from 100, where the plan begins, to 200, and 500 to the end of the plan at 701.
	if want := (200 + 401 + 100 + 201) / 601.0; !near(f.OpenJobs, want) {
		t.Errorf("open moulds %v, want %v", f.OpenJobs, want)
	}
	// Alone the first takes 150 of its 200 minutes, though its last operation is locked; the others lose nothing.
	if want := (0.75 + 1 + 1) / 3; !near(f.LeadRatio, want) {
		t.Errorf("lead ratio %v, want %v", f.LeadRatio, want)
	}
	if !maps.Equal(f.Unscheduled, map[solver.ReasonCode]int{solver.ReasonNoResource: 1, solver.ReasonNoHours: 1}) {
		t.Errorf("not scheduled: %v", f.Unscheduled)
	}
	// Moved by 10 minutes either way is nothing yet; by 11, or to another machine, is. What runs is not asked.
	if f.Common != 4 || f.Unmoved != 2 {
		t.Errorf("%d of %d unmoved", f.Unmoved, f.Common)
	}
	// Of what is placed and has a standard: 1, 2, 4, 8 and 64.
	if f.StandardMinutes != 79 || f.OutsideMinutes != 2 || f.OutsideOps != 1 {
		t.Errorf("outside %d of %d in %d", f.OutsideMinutes, f.StandardMinutes, f.OutsideOps)
	}
}

// A mould that is late by more than all the time that it had is worth nothing, not less.
func TestLatenessIsNeverBelowNothing(t *testing.T) {
	s, plan := laidOut(t)
	s.Problem.Jobs[0].Weight, s.Problem.Jobs[3].Weight, s.Problem.Jobs[1].Due = 0, 0, 101
	plan.Start[1], plan.End[1] = 4000, 4401
	f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 1440})
	if err != nil {
		t.Fatal(err)
	}
	if f.Lateness != 0 || f.MaxTardiness != 4300 || f.OnTime != 2 {
		t.Errorf("%+v", f)
	}
	s.Problem.Jobs[1].Weight = 0
	if f, err = figures.Of(t.Context(), s, plan, figures.Params{Window: 1440}); err != nil || f.Lateness != figures.Undefined {
		t.Errorf("without any weight: %+v, %v", f, err)
	}
}

// A buffer is red from 670 000 millionths of its length on.
func TestRedBuffersByHand(t *testing.T) {
	p := &solver.Problem{
		End: 10_000, Calendars: []solver.Calendar{{}}, Resources: []solver.Resource{{Name: "A"}},
	}
	plan := &solver.Plan{}
	place := func(start, end int32) {
		plan.Mode, plan.Resource = append(plan.Mode, 0), append(plan.Resource, 0)
		plan.Start, plan.End = append(plan.Start, start), append(plan.End, end)
	}
	for i, left := range []int32{33, 34, 0, 100, 150} { // minutes between the arrival at 50 and the start
		p.Jobs = append(p.Jobs, solver.Job{Name: string(rune('a' + i)), Due: solver.None, Weight: 1})
		from := int32(len(p.Ops))
		p.Ops = append(p.Ops, solver.Op{Name: p.Jobs[i].Name + "1", Job: int32(i), Seq: 1, Mode0: from}, solver.Op{Name: p.Jobs[i].Name + "2", Job: int32(i), Seq: 2, Mode0: from + 1, Buffer: 100})
		p.Modes = append(p.Modes, solver.Mode{Resource: 0, Run: 50}, solver.Mode{Resource: 0, Run: 10})
		p.Edges = append(p.Edges, solver.Edge{From: from, To: from + 1, FromAt: solver.Million, ToAt: solver.SetupPoint})
		place(0, 50)
		place(50+left, 60+left)
	}
	s, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 1440})
	if err != nil {
		t.Fatal(err)
	}
	if f.Buffered != 5 || f.Red != 2 {
		t.Errorf("%d of %d red", f.Red, f.Buffered)
	}
}

// The first mould of the list, too, is late when one of its operations has no place.
func TestTheFirstMouldWithoutAPlaceIsLate(t *testing.T) {
	s, plan := laidOut(t)
	plan.Mode[7], plan.Resource[7] = -1, -1
	plan.Unplaced = append(plan.Unplaced, solver.Reason{Op: 7, Code: solver.ReasonNoResource, Other: solver.None})
	f := measured(t, s, plan, figures.Params{Window: 1440})
	if f.OnTime != 1 || f.Late != 3 || f.MeanTardiness != 51.0/2 || f.LeadRatio != 1 || f.Unscheduled[solver.ReasonNoResource] != 2 {
		t.Errorf("%+v", f)
	}
}

// A mould that has nothing left to do keeps nobody behind it out of the figures.
func TestMouldsBehindOneWithoutWorkCount(t *testing.T) {
	p := &solver.Problem{
		End: 1000, Calendars: []solver.Calendar{{}}, Resources: []solver.Resource{{Name: "A", Cap: 1}}, Modes: []solver.Mode{{Resource: 0, Run: 50}},
		Jobs: []solver.Job{{Name: "done", Due: 10, Weight: 1}, {Name: "open", Due: 20, Weight: 1}}, Ops: []solver.Op{{Name: "op", Job: 1}},
	}
	s, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	f := measured(t, s, &solver.Plan{Mode: []int32{0}, Resource: []int32{0}, Start: []int32{0}, End: []int32{50}}, figures.Params{Window: 1440})
	if f.Jobs != 1 || f.Late != 1 || f.MaxTardiness != 30 || f.MeanFlow != 50 || f.OpenJobs != 1 {
		t.Errorf("%+v", f)
	}
}

// Moulds on which work was done before the plan begins are in work while they wait, also those that never end.
func TestMouldsThatHaveBegunAndWaitAreInWork(t *testing.T) {
	s, plan := laidOut(t)
	f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 1440, Begun: map[int32]bool{0: true, 3: true}})
	if err != nil {
		t.Fatal(err)
	}
	// From 100 to 500 and to 701; as before 250 to 651 and 100 to 200.
	if want := (400 + 601 + 401 + 100) / 601.0; !near(f.OpenJobs, want) {
		t.Errorf("open moulds %v, want %v", f.OpenJobs, want)
	}
}

// A plan that was kept after another one had come into force is compared with that.
func TestThePlanInForceMayBeAnotherThanTheProblemKnows(t *testing.T) {
	s, plan := laidOut(t)
	before := make([]solver.Place, len(s.Problem.Ops))
	before[0] = solver.Place{Set: true, Resource: plan.Resource[0], Start: plan.Start[0]}
	f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 1440, Moved: 10, Before: before})
	if err != nil {
		t.Fatal(err)
	}
	if f.Common != 1 || f.Unmoved != 1 {
		t.Errorf("%d of %d unmoved", f.Unmoved, f.Common)
	}
}

// A task that has begun and rests is not compared with the plan in force, like one that runs.
func TestPausedTasksAreNotCompared(t *testing.T) {
	s, plan := laidOut(t)
	f, err := figures.Of(t.Context(), s, plan, figures.Params{Window: 1440, Moved: 10, Paused: map[int32]bool{1: true}})
	if err != nil {
		t.Fatal(err)
	}
	if f.Common != 3 || f.Unmoved != 2 {
		t.Errorf("%d of %d unmoved", f.Unmoved, f.Common)
	}
}
