package aps_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/check"
)

var cutting = with{"dynamicWorkSegmentation": 1.0, "defaultFlowTime": 0.0, "electrodePreProcessTime": 0.0, "reuseLastPlanResource": 0.0}

// cutTimes plans a shop with setting 2 from Monday 08:00.
func cutTimes(t *testing.T, s *model.Shop, set map[string]any) map[string]string {
	t.Helper()
	return goldenTimes(t, goldenCase{shop: s}, set)
}

// APS-SET-04. The example of the design: M1 is locked from 11:00 to 15:00, five hours are there from 8:00. Three hours before, then a
// quarter of an hour of set-up and two hours: done at 17:15 instead of 20:00.
func TestAnOperationIsCutIntoAGap(t *testing.T) {
	shop := func(change func(o *model.Operation, p *model.Part)) *model.Shop {
		s := small("M1")
		busy(t, s, "M1", 3, 4)
		p := smallMould(t, s, "X", 100, 50, hoursOf(5))
		change(&p.Ops[0], p)
		return s
	}
	for _, row := range []struct {
		name   string
		change func(o *model.Operation, p *model.Part)
		set    with
		want   string // first segment and last
	}{
		{"off", func(*model.Operation, *model.Part) {}, with{"dynamicWorkSegmentation": 0.0}, "02T15:00-02T20:00 "},
		{"on", func(*model.Operation, *model.Part) {}, nil, "02T08:00-02T11:00 02T15:00-02T17:15"},
		{"with set-up", func(o *model.Operation, _ *model.Part) { o.Setup = 30 }, nil, "02T08:00-02T11:00 02T15:00-02T17:15"},
		{"half an hour between", func(*model.Operation, *model.Part) {}, with{"reSetup": 0.5}, "02T08:00-02T11:00 02T15:00-02T17:30"},
		{"segments of three hours do not fit", func(*model.Operation, *model.Part) {}, with{"minSegment": 3.0}, "02T15:00-02T20:00 "},
		{"segments of two and a half", func(*model.Operation, *model.Part) {}, with{"minSegment": 2.5}, "02T08:00-02T10:30 02T15:00-02T17:45"},
		{"locked to its machine", func(o *model.Operation, _ *model.Part) { o.Lock, o.LockMachine = 1, "M1" }, nil, "02T15:00-02T20:00 "},
		{"may not pause", func(o *model.Operation, _ *model.Part) { o.Pausable = false }, nil, "02T15:00-02T20:00 "},
		{"an electrode", func(_ *model.Operation, p *model.Part) { p.Electrode = true }, nil, "02T15:00-02T20:00 "},
		{"an assembly", func(_ *model.Operation, p *model.Part) { p.Assembly = true }, nil, "02T15:00-02T20:00 "},
	} {
		set := maps.Clone(cutting)
		maps.Copy(set, row.set)
		times := cutTimes(t, shop(row.change), set)
		if got := times["X/X/10/"] + " " + times["X/X/10/#2"]; got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

// APS-SET-04, APS-SET-07. Overtime of the bottlenecks alone stays theirs when operations are cut. Both machines are locked from 11:00 to
// 15:00; what is left of each task behind a quarter of an hour of set-up are two hours from 15:15. The bottleneck ends them in overtime,
// the other machine does a quarter of an hour of them next morning.
func TestOvertimeOfBottlenecksStaysTheirsBehindACut(t *testing.T) {
	s := small("M1", "B1")
	s.Groups[0].Periods, s.Groups[0].Overtime = [][2]string{{"08:00", "17:00"}}, [][2]string{{"17:00", "20:00"}}
	drum := s.Groups[0]
	drum.ID, drum.Code, drum.Name, drum.Bottleneck = "B", "B", "B", true
	s.Groups, s.Machines[1].GroupID = append(s.Groups, drum), "B"
	for i, no := range []string{"X", "Y"} {
		busy(t, s, s.Machines[i].ID, 3, 4)
		op := hoursOf(5, s.Machines[i].ID)
		op.GroupID = s.Machines[i].GroupID
		smallMould(t, s, no, 100, 50, op)
	}
	set := maps.Clone(cutting)
	set["overtimeChoice"] = 2.0
	times := cutTimes(t, s, set)
	for task, want := range map[string]string{
		"X/X/10/": "02T08:00-02T11:00", "X/X/10/#2": "02T15:00-03T08:15", "Y/Y/10/": "02T08:00-02T11:00", "Y/Y/10/#2": "02T15:00-02T17:15",
	} {
		if times[task] != want {
			t.Errorf("%s: %s, want %s", task, times[task], want)
		}
	}
}

// At most four segments, however many gaps there are.
func TestAtMostFourSegments(t *testing.T) {
	s := small("M1")
	for k := range 6 {
		busy(t, s, "M1", float64(2+3*k), 1)
	}
	smallMould(t, s, "X", 100, 50, hoursOf(12))
	times := cutTimes(t, s, cutting)
	var segments []string
	for _, name := range []string{"X/X/10/", "X/X/10/#2", "X/X/10/#3", "X/X/10/#4", "X/X/10/#5"} {
		segments = append(segments, times[name])
	}
	// Two hours at eight; then three gaps of two hours hold a quarter and 1.75 each, too short; nothing else can be cut.
	if want := []string{"02T08:00-02T10:00", "03T02:00-03T12:15", "", "", ""}; !slices.Equal(segments, want) {
		t.Errorf("gaps of two hours: %v, want %v", segments, want)
	}
	s = small("M1")
	for k := range 6 {
		busy(t, s, "M1", float64(4+5*k), 1)
	}
	smallMould(t, s, "X", 100, 50, hoursOf(20))
	times = cutTimes(t, s, cutting)
	want := map[string]string{"X/X/10/": "02T08:00-02T12:00", "X/X/10/#2": "02T13:00-02T17:00", "X/X/10/#3": "02T18:00-02T22:00", "X/X/10/#4": "03T14:00-03T22:45"}
	for name, at := range want {
		if times[name] != at {
			t.Errorf("%s is %s, want %s", name, times[name], at)
		}
	}
	if times["X/X/10/#5"] != "" {
		t.Error("five segments")
	}
}

// Where few published tasks may change, cuts keep to that too. P could begin earlier, and does: that is the one change. To cut
// X, which is late, would be the second.
func TestCutsKeepTheLimitOfChanges(t *testing.T) {
	s := small("M1", "M2")
	busy(t, s, "M1", 3, 4)
	smallMould(t, s, "X", 8, 50, hoursOf(5, "M1"))
	smallMould(t, s, "P", 3, 50, hoursOf(2, "M2"))
	c := goldenCase{shop: s, inForce: map[string]aps.Standing{
		"X-1": {Resource: "M1", Start: *after(t, 7), End: *after(t, 12)}, "P-1": {Resource: "M2", Start: *after(t, 4), End: *after(t, 6)},
	}}
	for limit, want := range map[float64]string{1: "02T15:00-02T20:00 ", 2: "02T08:00-02T11:00 02T15:00-02T17:15"} {
		set := maps.Clone(cutting)
		set["maxChangesInWindow"] = limit
		times := goldenTimes(t, c, set)
		if p := times["P/P/10/"]; p != "02T08:00-02T10:00" {
			t.Errorf("limit %v: P is made %s", limit, p)
		}
		if got := times["X/X/10/"] + " " + times["X/X/10/#2"]; got != want {
			t.Errorf("limit %v: %s, want %s", limit, got, want)
		}
	}
}

// A run that is stopped cuts nothing more.
func TestAStoppedRunCutsNothing(t *testing.T) {
	s := small("M1")
	busy(t, s, "M1", 3, 4)
	smallMould(t, s, "X", 100, 50, hoursOf(5))
	plan, err := aps.CutWhenStopped(t.Context(), s, at(t, s.Zone, "2026-03-02 08:00"), cutting)
	if err != nil || len(plan.Start) != 2 {
		t.Errorf("%d tasks, %v", len(plan.Start), err)
	}
}

// Several pieces are made whole by whole on two machines, each with its own set-up: ten of an hour, five and five.
func TestPiecesAreMadeSideBySide(t *testing.T) {
	s := small("M1", "M2")
	o := hoursOf(10.5)
	o.Setup = 30
	p := smallMould(t, s, "X", 100, 50, o, hoursOf(1))
	p.Qty = 10
	times := cutTimes(t, s, cutting)
	if a, b, next := times["X/X/10/"], times["X/X/10/#2"], times["X/X/20/"]; a != "02T08:00-02T13:30" || b != "02T08:00-02T13:30" || next != "02T13:30-02T14:30" {
		t.Errorf("%s beside %s, then %s", a, b, next)
	}
	// M1 is free from nine until X goes on there: four pieces are made in between. Each machine has the set-up of the whole, which
	// is longer than the one between segments.
	busy(t, s, "M1", 0, 1)
	if times = cutTimes(t, s, cutting); times["X/X/10/"] != "02T08:00-02T14:30" || times["X/X/10/#2"] != "02T09:00-02T13:30" {
		t.Errorf("M1 free from nine: %s beside %s", times["X/X/10/"], times["X/X/10/#2"])
	}
	s.Moulds = s.Moulds[:1]
	p = &s.Moulds[0].Parts[0]
	// One piece cannot be shared out.
	p.Qty = 1
	if times = cutTimes(t, s, cutting); times["X/X/10/"] != "02T08:00-02T18:30" || times["X/X/10/#2"] != "" {
		t.Errorf("one piece: %v", times)
	}
}

// Whatever the shop, a plan with segments is valid, is no worse by its objective, and the same shop gives the same plan.
func TestSegmentsProperty(t *testing.T) {
	cuts := 0
	for seed := range uint64(25) {
		build := func() *model.Shop {
			r := rand.New(rand.NewPCG(seed, 3))
			s := small("M1", "M2")
			if seed%2 == 0 {
				s.Groups[0].Periods = [][2]string{{"08:00", "12:00"}, {"13:00", "18:00"}}
			}
			for k := range 4 {
				busy(t, s, fmt.Sprintf("M%d", 1+k%2), float64(3+9*k)+float64(r.IntN(3)), float64(1+r.IntN(4)))
			}
			for k := range 4 {
				a, b := hoursOf(float64(2+r.IntN(9))), hoursOf(float64(1+r.IntN(9)))
				a.Setup, b.Setup = quantity.Minutes(r.IntN(45)), quantity.Minutes(r.IntN(45))
				smallMould(t, s, fmt.Sprintf("X%d", k), float64(20+r.IntN(30)), 50, a, b).Qty = 1 + r.IntN(4)
			}
			return s
		}
		start := at(t, "Asia/Shanghai", "2026-03-02 08:00")
		solved := func(choice float64) ([]int64, string, int) {
			set := maps.Clone(cutting)
			set["dynamicWorkSegmentation"] = choice
			_, loaded, plan, err := aps.Planned(t.Context(), build(), start, set, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			if broken := check.Plan(loaded.Problem, plan); len(broken) > 0 {
				t.Fatalf("seed %d: %v", seed, broken)
			}
			return plan.Value[:2], fmt.Sprint(plan.Start, plan.End, plan.Resource), len(plan.Start)
		}
		before, _, whole := solved(0)
		after, bytes, pieces := solved(1)
		cuts += pieces - whole
		if slices.Compare(after, before) > 0 {
			t.Errorf("seed %d: tardiness %v, without cuts %v", seed, after, before)
		}
		if _, again, _ := solved(1); again != bytes {
			t.Errorf("seed %d: two plans", seed)
		}
	}
	if cuts < 10 {
		t.Errorf("only %d cuts in all", cuts)
	}
}
