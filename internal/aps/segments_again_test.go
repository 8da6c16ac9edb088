package aps_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/instance"
)

// cutPlan is what a plan is worth where it is held against another one of the same shop.
type cutPlan struct {
	value []int64 // objective without its sum of ends, which counts segments one by one
	ends  int64   // of all moulds
	cuts  int
}

// worse says how a plan is worse than another one, if it is.
func (x cutPlan) worse(than cutPlan) string {
	switch {
	case slices.Compare(x.value, than.value) > 0:
		return fmt.Sprintf("the objective is %v, was %v", x.value, than.value)
	case x.ends > than.ends:
		return fmt.Sprintf("the moulds end %d minutes later, objective %v, was %v", x.ends-than.ends, x.value, than.value)
	}
	return ""
}

// cutWith plans a shop from Monday 08:00 and holds the plan and its segments against the checker.
func cutWith(t testing.TB, s *model.Shop, set with, iterations int64) (x cutPlan) {
	t.Helper()
	all := maps.Clone(cutting)
	maps.Copy(all, set)
	file, loaded, plan, err := aps.Planned(context.Background(), s, at(t, s.Zone, "2026-03-02 08:00"), all, nil, iterations)
	if err != nil {
		t.Fatal(err)
	}
	cuts := cutsOf(file, loaded.Problem, plan)
	least, again := solver.Min(all["minSegment"].(float64)*60), solver.Min(math.Round(all["reSetup"].(float64)*60))
	if broken := append(check.Plan(loaded.Problem, plan), check.Cuts(loaded.Problem, plan, cuts, least, again)...); len(broken) > 0 {
		t.Fatal(broken)
	}
	for i := range cuts {
		for _, o := range cuts[i].Ops[1:] {
			if setup := loaded.Problem.Modes[plan.Mode[o]].Setup; cuts[i].Shares == nil && setup != again {
				t.Errorf("%s is set up for %d minutes, want %d", file.Ops[o].ID, setup, again)
			}
		}
	}
	shop, err := solver.Prepare(loaded.Problem)
	if err != nil {
		t.Fatal(err)
	}
	x = cutPlan{value: plan.Value[:1+slices.Index(plan.Keys, solver.KeyEnds)], cuts: len(cuts)}
	for _, end := range shop.JobEnds(plan) {
		x.ends += int64(end)
	}
	return x
}

// cutsOf reads the cuts of a plan from the names of its operations. What the pieces of segments side by side are is not told
// there: one each.
func cutsOf(file *instance.File, p *solver.Problem, plan *solver.Plan) (cuts []check.Cut) {
	at, of := map[string]int32{}, map[string]int{}
	for o := range file.Ops {
		at[file.Ops[o].ID] = int32(o)
	}
	for o := range file.Ops {
		whole, _, is := strings.Cut(file.Ops[o].ID, "#")
		if !is {
			continue
		}
		k, known := of[whole]
		if !known {
			k = len(cuts)
			of[whole], cuts = k, append(cuts, check.Cut{Ops: []int32{at[whole]}})
		}
		x := &cuts[k]
		x.Ops = append(x.Ops, int32(o))
		if after := file.Ops[o].Pred; after == nil || !slices.Contains(*after, file.Ops[x.Ops[len(x.Ops)-2]].ID) {
			x.Shares = []int32{1}
		}
	}
	for k := range cuts {
		for _, o := range cuts[k].Ops {
			cuts[k].Run += p.Modes[plan.Mode[o]].Run
		}
		if n := len(cuts[k].Ops); cuts[k].Shares != nil {
			cuts[k].Shares, cuts[k].Qty = slices.Repeat([]int32{1}, n), int32(n)
		}
	}
	return cuts
}

// randomCutShop is a small shop with gaps: locked stretches, shifts or none, lots, people, machines of several speeds.
func randomCutShop(t *testing.T, seed uint64) *model.Shop {
	r := rand.New(rand.NewPCG(seed, 7))
	machines := []string{"M1", "M2", "M3"}[:1+r.IntN(3)]
	s := small(machines...)
	if r.IntN(2) == 0 {
		s.Groups[0].Periods = [][2]string{{"08:00", "12:00"}, {"13:00", "18:00"}}
	}
	s.Groups = append(s.Groups, model.Group{ID: "F", Code: "F", Name: "F", Scheduled: true, People: true, Members: 2, Periods: [][2]string{{"08:00", "17:00"}}})
	for i := range s.Machines {
		s.Machines[i].WorkRate = quantity.Decimal([]int64{800_000, 1_000_000, 1_250_000}[r.IntN(3)])
		s.Machines[i].Automation = r.IntN(3) == 0
		from := float64(r.IntN(6))
		for range 2 + r.IntN(3) {
			hours := float64(1 + r.IntN(4))
			busy(t, s, s.Machines[i].ID, from, hours)
			from += hours + 2 + float64(r.IntN(20))/2
		}
	}
	for k := range 2 + r.IntN(5) {
		var ops []model.Operation
		for range 1 + r.IntN(3) {
			o := hoursOf(1 + float64(r.IntN(36))/3)
			o.Setup, o.Unattended = quantity.Minutes(r.IntN(60)), r.IntN(3) == 0
			if r.IntN(5) == 0 {
				o.GroupID = "F"
			}
			ops = append(ops, o)
		}
		p := smallMould(t, s, fmt.Sprintf("X%d", k), float64(5+r.IntN(60)), 1+r.IntN(99), ops...)
		for i := range p.Ops {
			if p.Ops[i].GroupID == "F" {
				p.Ops[i].Crew = 1 + r.IntN(2)
			}
		}
		if r.IntN(3) == 0 {
			p.Qty = 1 + r.IntN(6)
		}
	}
	return s
}

// M1 is free for three times one hour, from 8:00, 10:00 and 12:00, and for three times five, from 14:00, 20:00 and 2:00; X needs
// twenty. An hour is enough for a segment after a quarter of an hour of set-up and too little after an hour and a half. But
// whoever fills the short gaps has no segment left for the long ones: with a quarter of an hour X would be done at 1:45 of the
// third day instead of 13:45 of the second.
func TestAShorterSetUpDoesNotFillTheWrongGaps(t *testing.T) {
	s := small("M1")
	for _, from := range []float64{1, 3, 5, 11, 17, 23} {
		busy(t, s, "M1", from, 1)
	}
	smallMould(t, s, "X", 20, 50, hoursOf(20))
	for _, row := range []struct {
		hours float64
		want  []string // segments
	}{
		{0, []string{"02T14:00-02T19:00", "02T20:00-03T01:00", "03T02:00-03T07:00", "03T08:00-03T13:00"}},
		{0.25, []string{"02T14:00-02T19:00", "02T20:00-03T01:00", "03T02:00-03T07:00", "03T08:00-03T13:45"}},
		{1, []string{"02T14:00-02T19:00", "02T20:00-03T01:00", "03T02:00-03T07:00", "03T08:00-03T16:00"}},
		{1.25, []string{"02T14:00-02T19:00", "02T20:00-03T00:45", "03T02:00-03T06:45", "03T08:00-03T17:15"}}, // chosen for an hour and a half
		{1.5, []string{"02T14:00-02T19:00", "02T20:00-03T01:00", "03T02:00-03T07:00", "03T08:00-03T17:30"}},
		{5, []string{"03T08:00-04T04:00", "", "", ""}},
	} {
		set := maps.Clone(cutting)
		set["minSegment"], set["reSetup"] = 0.5, row.hours
		times := cutTimes(t, s, set)
		if got := []string{times["X/X/10/"], times["X/X/10/#2"], times["X/X/10/#3"], times["X/X/10/#4"]}; !slices.Equal(got, row.want) {
			t.Errorf("%v h: %v, want %v", row.hours, got, row.want)
		}
	}
}

// P is published for 19:00 behind X, which is cut for two hours of set-up. A shorter one lets both end sooner, which nobody needs;
// below an hour P would count as moved. So X has its quarter of an hour, and P waits, unless X is late.
func TestAShorterSetUpMovesNoPublishedTaskForNothing(t *testing.T) {
	for due, want := range map[float64]string{12: "02T15:00-02T17:15 02T18:00-02T22:00", 8: "02T15:00-02T17:15 02T17:15-02T21:15"} {
		s := small("M1")
		busy(t, s, "M1", 3, 4)
		smallMould(t, s, "X", due, 90, hoursOf(5))
		smallMould(t, s, "P", 100, 10, hoursOf(4)).Ops[0].Pausable = false
		c := goldenCase{shop: s, inForce: map[string]aps.Standing{"P-1": {Resource: "M1", Start: *after(t, 11), End: *after(t, 15)}}}
		set := maps.Clone(cutting)
		set["reuseLastPlanResource"], set["movedThreshold"] = 1.0, 1.0
		times := goldenTimes(t, c, set)
		if got := times["X/X/10/#2"] + " " + times["P/P/10/"]; got != want {
			t.Errorf("X due after %v hours: %s, want %s", due, got, want)
		}
	}
}

// Whatever the shop, a shorter set-up between segments makes no plan worse, nor does cutting at all, with and without search;
// also set-ups between those that cuts are chosen for, and the longest one. To goals that count load a set-up is load: there
// every plan is held against the uncut one.
func TestAShorterSetUpNeverMakesAPlanWorse(t *testing.T) {
	cuts, beside := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 8))
		s := randomCutShop(t, seed)
		set := with{"minSegment": []float64{0.5, 1, 2}[r.IntN(3)], "optimisationGoal": float64([]int{1, 1, 2, 2, 3, 4, 5}[r.IntN(7)]), "reSetup": 0.0}
		iterations := int64(0)
		if seed%6 == 0 {
			iterations = 40
		}
		if seed%4 == 1 {
			set["productionDirection"] = 3.0
		}
		off := maps.Clone(set)
		off["dynamicWorkSegmentation"] = 0.0
		load := set["optimisationGoal"] == 3.0 || set["optimisationGoal"] == 4.0
		than, of := cutWith(t, s, off, iterations), "no cuts"
		for _, minutes := range []float64{60_000, 300, float64(61 + r.IntN(180)), float64(31 + r.IntN(30)), float64(16 + r.IntN(15)), 15, float64(r.IntN(15))} {
			set["reSetup"] = minutes / 60
			x := cutWith(t, s, set, iterations)
			if worse := x.worse(than); worse != "" {
				t.Errorf("seed %d, %v minutes after %s: %s", seed, minutes, of, worse)
			}
			if cuts += x.cuts; minutes == 60_000 {
				beside += x.cuts
			}
			if !load {
				than, of = x, fmt.Sprintf("%v minutes", minutes)
			}
		}
	}
	if cuts < 500 || beside < 10 {
		t.Errorf("only %d cuts in all, %d of them side by side", cuts, beside)
	}
}

// In the direction Both late moulds leave no time idle that they could use, with segments as well: the timing of cuts leaves some,
// since it keeps the sequences of the plan.
func TestSegmentsOfLateMouldsWaitForNothing(t *testing.T) {
	cuts := 0
	for seed := range uint64(30) {
		all := maps.Clone(cutting)
		maps.Copy(all, with{"productionDirection": 3.0, "minSegment": 0.5, "reSetup": 0.25})
		file, loaded, plan, err := aps.Planned(t.Context(), randomCutShop(t, seed), at(t, "Asia/Shanghai", "2026-03-02 08:00"), all, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		cuts += len(cutsOf(file, loaded.Problem, plan))
		shop, err := solver.Prepare(loaded.Problem)
		if err != nil {
			t.Fatal(err)
		}
		if pulled := shop.PullLate(plan); !slices.Equal(pulled.Value, plan.Value) {
			t.Errorf("seed %d: %v could be %v", seed, plan.Value, pulled.Value)
		}
	}
	if cuts < 30 {
		t.Errorf("only %d cuts in all", cuts)
	}
}

// wideCutShop has some moulds of ten operations on ten machines in two groups, with shifts, and locked in between.
func wideCutShop(tb testing.TB, moulds int) *model.Shop {
	r := rand.New(rand.NewPCG(1, 9))
	s := small("M1", "M2", "M3", "M4", "M5", "M6")
	s.Groups[0].Periods = [][2]string{{"08:00", "12:00"}, {"13:00", "18:00"}}
	s.Groups = append(s.Groups, model.Group{ID: "E", Code: "E", Name: "E", Scheduled: true})
	for _, name := range []string{"E1", "E2", "E3", "E4"} {
		s.Machines = append(s.Machines, model.Machine{ID: name, Name: name, GroupID: "E", WorkRate: quantity.Whole(1)})
	}
	for k := range moulds {
		for q := range 3 {
			n := 3*k + q
			busy(tb, s, s.Machines[n%10].ID, float64(18*(n/10))+float64(n%10)/8, float64(2+r.IntN(4)))
		}
		ops := make([]model.Operation, 10)
		for i := range ops {
			ops[i] = hoursOf(1 + float64(r.IntN(24))/3)
			ops[i].Setup = quantity.Minutes(r.IntN(45))
			if r.IntN(3) == 0 {
				ops[i].GroupID = "E"
			}
		}
		p := smallMould(tb, s, fmt.Sprintf("X%d", k), float64(50+r.IntN(20*moulds)), 1+r.IntN(99), ops...)
		if r.IntN(3) == 0 {
			p.Qty = 1 + r.IntN(4)
		}
	}
	return s
}

// BenchmarkSegments is setting 2 on the plan of the dispatch rule.
func BenchmarkSegments(b *testing.B) {
	for _, moulds := range []int{30, 300} {
		for _, choice := range []float64{0, 1} {
			b.Run(fmt.Sprintf("%d operations, setting 2 at %v", 13*moulds, choice), func(b *testing.B) {
				s := wideCutShop(b, moulds)
				var x cutPlan
				for b.Loop() {
					x = cutWith(b, s, with{"dynamicWorkSegmentation": choice, "minSegment": 2.0, "reSetup": 0.25}, 0)
				}
				b.ReportMetric(float64(x.cuts), "cuts")
				b.ReportMetric(float64(x.value[1]), "late")
				b.ReportMetric(float64(x.ends), "ends")
			})
		}
	}
}
