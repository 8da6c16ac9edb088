package result

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/aps/solving"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// charted is the chart of one mould of two operations in a row on the machines m1 and m2, an hour each, and the rows of its plan.
func charted(t *testing.T, change func(out *Outcome, tasks []Task) []Task) *Gantt {
	t.Helper()
	return chartOf(t, nil, func(*model.Shop, *model.Part) {}, change)
}

func chartOf(t *testing.T, set map[string]any, shop func(s *model.Shop, p *model.Part), change func(out *Outcome, tasks []Task) []Task) *Gantt {
	t.Helper()
	out := &Outcome{Start: ruleStart, At: ruleStart.Add(5 * time.Minute), Solution: solving.Solution{Translation: modeltest.Asked(set, func(s *model.Shop, p *model.Part) {
		p.Name = "Core"
		s.Moulds[0].Name, s.Moulds[0].Priority = "Cover", 3
		shop(s, p)
	})}}
	var err error
	if out.Loaded, err = out.Translation.File.Build(); err != nil {
		t.Fatal(err)
	}
	if err = out.SolveFree(t.Context(), setting.Layered(set), solver.Params{}, nil); err != nil {
		t.Fatal(err)
	}
	tasks := change(out, out.Tasks(""))
	return DrawGantt(out, "schedule", "Week 10", "plan", tasks)
}

// asPlannedHere leaves the rows as they are.
func asPlannedHere(_ *Outcome, tasks []Task) []Task { return tasks }

// place of a bar: where, from when and until when.
func (g *Gantt) places() string {
	var all []string
	for i, id := range g.Bars.ID {
		all = append(all, fmt.Sprintf("%s %s %d-%d", id, g.Resources[g.Bars.Resource[i]].ID, g.Bars.Start[i], g.Bars.End[i]))
	}
	return strings.Join(all, ", ")
}

// A chart tells its plan, the moment it was read, where it begins and ends, and every bar of it.
func TestWhatAChartTells(t *testing.T) {
	g := charted(t, func(_ *Outcome, tasks []Task) []Task {
		tasks[0].Branch, tasks[0].ProcessName, tasks[1].ProcessName, tasks[1].BatchNo = "a", "Mill", "Mill", "B1"
		return tasks
	})
	if g.PlanID != "plan" || g.ScheduleID != "schedule" || g.Name != "Week 10" || g.Zone != "UTC" || !g.Epoch.Equal(ruleStart) {
		t.Errorf("%+v", g)
	}
	if got := fmt.Sprint(g.From, g.To, g.Now, g.Start); got != "0 120 5 0" {
		t.Errorf("from, to, now, start: %s", got)
	}
	if got := g.places(); got != "o10 m1 0-60, o20 m1 60-120" {
		t.Error(got)
	}
	b := &g.Bars
	if got := fmt.Sprint(b.Mould, b.Process, b.Part, b.Batch, b.Op, b.Segment, b.Status, b.Flags, b.Lock, b.Minutes, b.Qty); got != "[0 0] [0 0] [0 0] [-1 0] [10 20] [0 0] [0 0] [0 0] [0 0] [60 60] [1 1]" {
		t.Errorf("columns: %s", got)
	}
	if b.LatestStart[0] != nil || b.LatestEnd[0] != nil || b.RealStart[0] != nil || b.RealEnd[0] != nil {
		t.Errorf("moments that are not there: %v %v %v %v", b.LatestStart[0], b.LatestEnd[0], b.RealStart[0], b.RealEnd[0])
	}
	if got := fmt.Sprint(g.Processes, g.Parts, g.Batches); got != "[{Mill Mill}] [{P1 Core 1 0}] [B1]" {
		t.Error(got)
	}
	if m := g.Moulds[0]; len(g.Moulds) != 1 || m.ID != "id-A" || m.No != "A" || m.Name != "Cover" || m.Priority != 3 || m.Due != nil || m.End == nil || *m.End != 120 || m.Late || m.LateMinutes != nil || m.Unscheduled != 0 || m.State != "planned" || m.Reason != nil {
		t.Errorf("%+v", g.Moulds)
	}
}

// The chart reaches over every task that has a place, its start included, whatever is first; what has no place has no bar.
func TestHowFarAChartReaches(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(x *Task)
		want   string
	}{
		{"as planned", func(*Task) {}, "0 120 o10 o20"},
		{"made before", func(x *Task) { x.PlannedStart, x.PlannedEnd = hour(6), hour(7) }, "-120 60 o10 o20"},
		{"it ends later", func(x *Task) { x.PlannedEnd = hour(20) }, "0 720 o10 o20"},
		{"without an end", func(x *Task) { x.PlannedStart, x.PlannedEnd = hour(6), nil }, "0 60 o10"},
		{"without a start", func(x *Task) { x.PlannedStart, x.PlannedEnd = nil, hour(20) }, "0 60 o10"},
		{"in no row", func(x *Task) { x.ResourceID, x.PlannedEnd = "nowhere", hour(20) }, "0 720 o10 o20"},
	} {
		g := charted(t, func(_ *Outcome, tasks []Task) []Task {
			c.change(&tasks[1])
			return tasks
		})
		if got := fmt.Sprint(g.From, g.To, " ", strings.Join(g.Bars.ID, " ")); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		if len(g.Bars.RealEnd) != len(g.Bars.ID) || len(g.Bars.Qty) != len(g.Bars.ID) {
			t.Errorf("%s: columns of different lengths", c.what)
		}
	}
}

// What has no place hides none of what comes behind it.
func TestBarsBehindATaskWithoutAPlace(t *testing.T) {
	g := charted(t, func(_ *Outcome, tasks []Task) []Task {
		tasks[0].PlannedStart = nil
		return tasks
	})
	if got := g.places(); got != "o20 m1 60-120" {
		t.Error(got)
	}
}

// A plan without a bar has columns all the same, and its mould says why it is not planned.
func TestAChartWithoutBars(t *testing.T) {
	g := chartOf(t, nil, func(s *model.Shop, _ *model.Part) { s.Machines = nil }, asPlannedHere)
	sent, err := json.Marshal(map[string]any{"bars": g.Bars, "links": g.Links, "parts": g.Parts, "processes": g.Processes, "batches": g.Batches, "conflicts": g.Conflicts})
	if err != nil {
		t.Fatal(err)
	}
	if g.From != 0 || g.To != 0 || strings.Contains(string(sent), "null") {
		t.Errorf("%d to %d, %s", g.From, g.To, sent)
	}
	if m := g.Moulds[0]; len(g.Moulds) != 1 || m.ID != "id-A" || m.No != "A" || m.Name != "Cover" || m.Priority != 3 || m.State != "notPlanned" || m.Unscheduled != 2 || m.End != nil || !m.Late || m.LateMinutes != nil || m.Reason == nil || m.Reason.En != "No resource" {
		t.Errorf("%+v", g.Moulds)
	}
}

// A mould of the schedule says what the plan makes of it; one that is carried over says what its rows do.
func TestWhatAChartTellsOfMoulds(t *testing.T) {
	carried := func(id, part string, end *time.Time) Task {
		return Task{TaskID: id, MouldID: "id-Z", MouldNo: "Z", PartNo: part, OpNo: 10, Priority: 7, Carried: true, MouldLate: true, Due: hour(10), ResourceID: "m2", PlannedStart: hour(9), PlannedEnd: end, Minutes: 60, Qty: 1}
	}
	late := func(m *GanttMould) string {
		text := fmt.Sprint(m.No, " ", m.Priority, " ", m.State, " ", m.Late)
		for _, x := range []*int{m.Due, m.End, m.LateMinutes} {
			if x == nil {
				text += " -"
			} else {
				text += fmt.Sprint(" ", *x)
			}
		}
		return text
	}
	for _, c := range []struct {
		what string
		due  *time.Time
		rows []Task
		want string
	}{
		{"on time", hour(10), nil, "A 3 planned false 120 120 0"},
		{"a minute late", hour(10 - 1.0/60), nil, "A 3 planned true 119 120 1"},
		{"early", hour(12), nil, "A 3 planned false 240 120 0"},
		{"carried over, late", hour(10), []Task{carried("z1", "P1", hour(12)), carried("z2", "P2", hour(11))}, "A 3 planned false 120 120 0, Z 7 carried true 120 240 120"},
		{"carried over, on time", hour(10), []Task{carried("z1", "P1", hour(9.5))}, "A 3 planned false 120 120 0, Z 7 carried true 120 90 0"},
		{"carried over without a place", hour(10), []Task{carried("z1", "P1", hour(12)), carried("z2", "P2", nil)}, "A 3 planned false 120 120 0, Z 7 carried true 120 - -"},
	} {
		g := chartOf(t, nil, func(s *model.Shop, _ *model.Part) { s.Moulds[0].Delivery = c.due }, func(out *Outcome, tasks []Task) []Task {
			out.Carried = c.rows
			return append(tasks, c.rows...)
		})
		var all []string
		for i := range g.Moulds {
			all = append(all, late(&g.Moulds[i]))
			if g.Moulds[i].Reason != nil {
				t.Errorf("%s: %s gives a reason", c.what, g.Moulds[i].No)
			}
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// A mould of which a task has no place is planned in part, and says why.
func TestAMouldThatIsPlannedInPart(t *testing.T) {
	g := chartOf(t, nil, func(_ *model.Shop, p *model.Part) { p.Ops[1].GroupID = "x" }, asPlannedHere)
	if m := g.Moulds[0]; g.places() != "o10 m1 0-60" || m.State != "partly" || m.Unscheduled != 1 || m.Reason == nil || m.Reason.En != "No resource" {
		t.Errorf("%s %+v", g.places(), m)
	}
}

// Each flag stands for what the rows say; there are no others.
func TestFlagsOfABar(t *testing.T) {
	for _, c := range []struct {
		what string
		task Task
		want int
	}{
		{"nothing", Task{Kind: 1}, 0},
		{"late", Task{Late: true}, 1},
		{"its mould is late, not its part", Task{MouldLate: true}, 0},
		{"locked", Task{LockStatus: 1}, 2},
		{"outside", Task{Outsourced: true}, 4},
		{"assumed", Task{Assumed: true}, 8},
		{"an electrode", Task{Kind: 2}, 16},
		{"an assembly", Task{Kind: 3}, 0},
		{"coarse", Task{Marks: 1}, 512},
		{"against a specification", Task{Marks: 2}, 1024},
		{"goes on elsewhere", Task{Marks: 4}, 2048},
		{"all of it", Task{Late: true, LockStatus: 1, Outsourced: true, Assumed: true, Kind: 2, Marks: 7}, 3615},
	} {
		if got := flags(&c.task); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

// What only the engine knows: conflicts, burns, and dates that were assumed, of the operation or of its mould.
func TestFlagsThatTheEngineKnows(t *testing.T) {
	for _, c := range []struct {
		what     string
		op       solver.Op
		assumed  bool // the mould's delivery
		conflict bool
		want     int
	}{
		{"nothing", solver.Op{Release: 200}, false, false, 0},
		{"a conflict", solver.Op{}, false, true, 32},
		{"it burns", solver.Op{Class: solver.ClassEDM}, false, false, 128},
		{"of an electrode", solver.Op{Class: solver.ClassElectrode}, false, false, 0},
		{"an assumed date", solver.Op{Cause: solver.CauseAssumed, Release: 101}, false, false, 8},
		{"that has come", solver.Op{Cause: solver.CauseAssumed, Release: 100}, false, false, 0},
		{"a date of its material", solver.Op{Cause: solver.CauseMaterial, Release: 101}, false, false, 0},
		{"a mould whose release is assumed", solver.Op{Cause: solver.CauseMaterial, Release: 101}, true, false, 8},
		{"of no mould", solver.Op{Job: -1, Cause: solver.CauseAssumed, Release: 101}, true, false, 8},
		{"of no mould, known", solver.Op{Job: -1}, true, false, 0},
		{"it may work overtime", solver.Op{Overtime: true}, false, false, 8192},
		{"all of it", solver.Op{Class: solver.ClassEDM, Overtime: true}, true, true, 8360},
	} {
		p := &solver.Problem{Start: 100, Ops: []solver.Op{c.op}, Jobs: []solver.Job{{Assumed: c.assumed}}}
		g := &ganttDraft{out: &Outcome{Solution: solving.Solution{Loaded: &instance.Loaded{Problem: p}}}}
		if got := g.engineFlags(0, c.conflict); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

// Latest times beyond two years before the start stand at the start, and the bar says that they have passed.
func TestLatestTimesThatHavePassed(t *testing.T) {
	g := blank()
	g.Start = 50
	for _, c := range []struct {
		what   string
		minute int
		at     int
		passed bool
	}{{"later", 5000, 5000, false}, {"passed", -5000, -5000, false}, {"two years", 50 - 730*1440, 50 - 730*1440, false}, {"a minute more", 49 - 730*1440, 50, true}} {
		moment := g.Epoch.Add(time.Duration(c.minute) * time.Minute)
		if at, passed := g.latest(&moment); at == nil || *at != c.at || passed != c.passed {
			t.Errorf("%s: %v %v", c.what, *at, passed)
		}
	}
	if at, passed := g.latest(nil); at != nil || passed {
		t.Errorf("none: %v %v", at, passed)
	}
	ages := ruleStart.AddDate(-3, 0, 0)
	for name, c := range map[string]struct {
		start, end *time.Time
		want       string
	}{"both": {&ages, &ages, "256 0 0"}, "its start": {&ages, hour(9), "256 0 60"}, "its end": {hour(9), &ages, "256 60 0"}, "neither": {hour(9), hour(10), "0 60 120"}} {
		got := charted(t, func(_ *Outcome, tasks []Task) []Task {
			tasks[0].LatestStart, tasks[0].LatestEnd, tasks[1].RealStart, tasks[1].RealEnd = c.start, c.end, hour(9.5), hour(10.5)
			return tasks
		})
		if text := fmt.Sprint(got.Bars.Flags[0], *got.Bars.LatestStart[0], *got.Bars.LatestEnd[0]); text != c.want || *got.Bars.RealStart[1] != 90 || *got.Bars.RealEnd[1] != 150 {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
	}
}

// The lock of a bar is that of its operation, as it was read; of what is carried over that of its row.
func TestLocksOfBars(t *testing.T) {
	g := chartOf(t, nil, func(_ *model.Shop, p *model.Part) {
		p.Ops[0].Lock, p.Ops[0].LockMachine, p.Ops[0].LockStart = 2, "m2", hour(9)
		p.Ops[1].Lock, p.Ops[1].LockMachine = 1, "m1"
	}, func(_ *Outcome, tasks []Task) []Task {
		return append(tasks, Task{TaskID: "z", MouldNo: "Z", MouldID: "id-Z", Kind: 1, LockStatus: 1, Carried: true, ResourceID: "m1", PlannedStart: hour(8), PlannedEnd: hour(9)})
	})
	if got := fmt.Sprint(g.Bars.Lock, g.Bars.Flags); got != "[2 1 1] [2 2 66]" {
		t.Error(got)
	}
}

// A lock outside the hours of its machine is a conflict, and its bar says so.
func TestBarsInConflict(t *testing.T) {
	g := chartOf(t, nil, func(_ *model.Shop, p *model.Part) {
		p.Ops[0].Lock, p.Ops[0].LockMachine, p.Ops[0].LockStart = 2, "m2", hour(17)
	}, asPlannedHere)
	if got := fmt.Sprint(g.Bars.Flags, g.Conflicts); got != "[34 0] [{0 calendar -1 0 900}]" {
		t.Error(got)
	}
}

// The chart shows of a moment the minute in which it lies, as tables do, before its start too.
func TestMomentsOfAChartAreCutToTheMinute(t *testing.T) {
	for seconds, want := range map[int]int{0: 0, 59: 0, 60: 1, 119: 1, -1: -1, -60: -1, -61: -2, -78: -2, -120: -2} {
		at := ruleStart.Add(time.Duration(seconds) * time.Second)
		g := &ganttDraft{Gantt: &Gantt{Epoch: ruleStart}}
		if got := g.minute(at); got != want {
			t.Errorf("%d seconds from the start is minute %d, not %d", seconds, got, want)
		}
	}
}
