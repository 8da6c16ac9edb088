package result

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/solver"
	"mouldworks/solver/figures"
)

func shown(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%g", *x)
}

// Figures that divide by nothing are absent, minutes are told in hours, shares as they are.
func TestFiguresInTheWordsOfTheScreen(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 0.5: "0.5", 1: "1", -1: "-", -2: "-2", math.Inf(1): "-", math.Inf(-1): "-"} {
		if got := shown(defined(x)); got != want {
			t.Errorf("%v is %s", x, got)
		}
	}
	if got := shown(defined(math.NaN())); got != "-" {
		t.Errorf("no number is %s", got)
	}
	for x, want := range map[float64]string{0: "0", 90: "1.5", -1: "-"} {
		if got := shown(inHours(x)); got != want {
			t.Errorf("%v minutes are %s h", x, got)
		}
	}
	e := wordFigures(&figures.Figures{
		OnTimeRate: 0.25, MeanTardiness: 90, MaxTardiness: 120, WeightedTardiness: 600, Makespan: 1440, MeanFlow: 300, LeadRatio: 0.75, Utilisation: 0.8, Target: 0.85, Imbalance: 0.1,
		Changeovers: 3, OvertimeMinutes: 45, OutsideMinutes: 150, OutsideOps: 2, OpenJobs: 4.5, Red: 6, Common: 9, Unmoved: 5,
		Unscheduled: map[solver.ReasonCode]int{2: 4, 1: 7, 6: 1, 3: 0},
	})
	for name, c := range map[string][2]any{
		"on time": {shown(e.OnTimeRate), "0.25"}, "mean tardiness": {shown(e.MeanTardiness), "1.5"}, "most tardiness": {e.MaxTardiness, 2.0}, "weighted": {e.WeightedTardiness, 10.0},
		"makespan": {e.Makespan, 24.0}, "flow": {shown(e.MeanFlow), "5"}, "lead": {shown(e.LeadRatio), "0.75"}, "utilisation": {shown(e.Utilisation), "0.8"}, "target": {shown(e.Target), "0.85"},
		"imbalance": {shown(e.Imbalance), "0.1"}, "changeovers": {e.Changeovers, 3}, "overtime": {e.OvertimeHours, 0.75}, "avoidable hours": {e.AvoidableHours, 2.5}, "avoidable": {e.Avoidable, 2},
		"open": {shown(e.OpenMoulds), "4.5"}, "red": {e.BufferReds, 6}, "compared": {e.Compared, 9}, "moved": {e.Moved, 4},
		"unscheduled": {fmt.Sprint(e.Unscheduled), fmt.Sprint([]ReasonCount{{1, L("没有可用资源", "No resource"), 7}, {2, L("前工序未排", "Predecessor unscheduled"), 4}, {6, L("批次已暂停", "Batch paused"), 1}})},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %v, want %v", name, c[0], c[1])
		}
	}
	none := wordFigures(&figures.Figures{OnTimeRate: -1, MeanTardiness: -1, MeanFlow: -1, LeadRatio: -1, Utilisation: -1, Target: -1, Imbalance: -1, OpenJobs: -1})
	if got := shown(none.OnTimeRate) + shown(none.MeanTardiness) + shown(none.MeanFlow) + shown(none.LeadRatio) + shown(none.Utilisation) + shown(none.Imbalance); got != "------" || none.Unscheduled == nil {
		t.Errorf("of nothing: %s %v", got, none.Unscheduled)
	}
}

// The axes stand in the order of the specification, each with its own raw figure and unit; an axis without a value has none.
func TestTheAxesAndTheirRawFigures(t *testing.T) {
	told := func(f *figures.Figures) string {
		var all []string
		for _, x := range wordAxes(f) {
			all = append(all, fmt.Sprintf("%s %s %s %s", x.Key, shown(x.Value), shown(x.Raw), x.Unit))
		}
		return strings.Join(all, ", ")
	}
	whole := &figures.Figures{
		OnTimeRate: 0.5, Lateness: 0.25, WeightedTardiness: 600, Utilisation: 0.4, Target: 0.8, Imbalance: 0.75, LeadRatio: 0.125, Unmoved: 3, Common: 4,
		OvertimeMinutes: 30, OutsideMinutes: 60, StandardMinutes: 360, Buffered: 4, Red: 1,
	}
	if got := told(whole); got != "delivery 50 0.5 %, tardiness 25 10 priorityHours, bottleneck 50 0.4 %, balance 25 0.75 , cycle 12.5 0.125 %, stability 75 1 tasks, extra 75 1.5 h, buffer 75 1 buffers" {
		t.Error(got)
	}
	none := &figures.Figures{OnTimeRate: -1, Lateness: -1, WeightedTardiness: 600, Utilisation: -1, Imbalance: -1, LeadRatio: -1, Common: 0, OvertimeMinutes: 30, Red: 1}
	if got := told(none); got != "delivery - - %, tardiness - - priorityHours, bottleneck - - %, balance - - , cycle - - %, stability - - tasks, extra - - h, buffer - - buffers" {
		t.Error(got)
	}
	for i, x := range wordAxes(whole) {
		if want := []string{"On time", "Tardiness", "Bottleneck use", "Balance", "Cycle time", "Stability", "Overtime and outsourcing", "Buffers"}[i]; x.Label.En != want || x.Help.En == "" || x.Help.Zh == "" {
			t.Errorf("%s: %+v", want, x)
		}
	}
}

// The score is the mean of the axes that are defined and weigh, by the weights of the settings in force; plans of older versions
// have fewer axes and other units.
func TestWhichAxesTheScoreCounts(t *testing.T) {
	at := func(x float64) *float64 { return &x }
	set := map[string]any{"weightDelivery": 3.0, "weightTardiness": 1.0, "weightBottleneck": 0.0, "weightBalance": 5.0, "weightCycle": 0.0, "weightStability": 0.0, "weightExtra": 0.0, "weightBuffer": 0.0}
	e := &Evaluation{Axes: []EvaluationAxis{{Value: at(80)}, {Value: at(40), Unit: "h"}, {Value: at(10)}, {}}}
	e.Weigh(set)
	if shown(e.Score) != "70" || e.Counting != 2 {
		t.Errorf("the score is %s of %d", shown(e.Score), e.Counting)
	}
	var all []string
	for _, x := range e.Axes {
		all = append(all, fmt.Sprintf("%g %v %s", x.Weight, x.Counts, x.Unit))
	}
	if got := strings.Join(all, ", "); got != "3 true %, 1 true priorityHours, 0 false %, 5 false " {
		t.Error(got)
	}
	nothing := &Evaluation{Axes: []EvaluationAxis{{}, {}, {Value: at(10)}}}
	if nothing.Weigh(set); nothing.Score != nil || nothing.Counting != 0 {
		t.Errorf("without an axis that counts: %s of %d", shown(nothing.Score), nothing.Counting)
	}
	zero := &Evaluation{Axes: []EvaluationAxis{{Value: at(0)}, {Value: at(100)}}}
	if zero.Weigh(set); shown(zero.Score) != "25" || zero.Counting != 2 {
		t.Errorf("an axis at nought counts: %s of %d", shown(zero.Score), zero.Counting)
	}
}

// Tasks are counted by section in the order in which sections come, a cut one once, what is carried over not.
func TestTasksBySection(t *testing.T) {
	tasks := []Task{
		{SectionName: "milling"},
		{SectionName: ""},
		{SectionName: "milling", Late: true},
		{SectionName: "milling", Late: true, Reason: 2},
		{SectionName: "", Reason: 1},
		{SectionName: "milling", Segment: 1},
		{SectionName: "milling", Segment: 2, Late: true},
		{SectionName: "edm", Carried: true},
		{SectionName: "milling", Carried: true, Late: true},
	}
	own := []float64{4, 7, 20} // of the occupied hours
	e := &Evaluation{Sections: sections(tasks), Load: []GroupLoad{
		{Section: "milling", OccupiedHours: 10, OwnHours: &own[0], AvailableHours: 40},
		{Section: "other", OccupiedHours: 7, OwnHours: &own[1], AvailableHours: 9},
		{Section: "milling", OccupiedHours: 20, OwnHours: &own[2], AvailableHours: 20},
	}}
	e.sumSections()
	var all []string
	for _, s := range e.Sections {
		all = append(all, fmt.Sprintf("%q %d %d late %d out %g (%g)/%g %s", s.Section, s.Tasks, s.LateTasks, s.Unscheduled, s.OccupiedHours, *s.OwnHours, s.AvailableHours, shown(s.Ratio)))
	}
	if got := strings.Join(all, ", "); got != `"milling" 4 2 late 1 out 30 (24)/60 0.5, "" 2 0 late 1 out 0 (0)/0 -` {
		t.Error(got)
	}
	if got := sections(nil); got == nil || len(got) != 0 {
		t.Errorf("of no tasks: %v", got)
	}
}

// Conflicts and what suppliers make are the plan's own; a cut task is one at its supplier, with the minutes of its standard.
func TestWhatCountsOfAPlansOwnTasks(t *testing.T) {
	tasks := []Task{{Conflict: 1}, {Conflict: 3, Carried: true}, {}, {Conflict: 5}}
	if n := conflicting(tasks); n != 2 {
		t.Errorf("%d conflicts", n)
	}
	e := &Evaluation{}
	e.countOutsourced([]Task{
		{Outsourced: true, Minutes: 90}, {Minutes: 60}, {Outsourced: true, Carried: true, Minutes: 60}, {Outsourced: true, Segment: 1, Minutes: 30, Status: model.OpFinished}, {Outsourced: true, Segment: 2, Minutes: 30},
	})
	if e.Figures.Outsourced != 2 || e.Figures.OutsourcedHours != 2 {
		t.Errorf("%d at suppliers, %g h", e.Figures.Outsourced, e.Figures.OutsourcedHours)
	}
	old := &Evaluation{}
	if old.NeverNil(); old.Unplanned == nil || old.Forced == nil {
		t.Errorf("%+v", old)
	}
	kept := &Evaluation{Unplanned: []UnplannedMould{{}}, Forced: []ForcedDelivery{{}}}
	if kept.NeverNil(); len(kept.Unplanned) != 1 || len(kept.Forced) != 1 {
		t.Errorf("%+v", kept)
	}
}

// Every mould is planned, partly or not planned, on time or late, and stands in the list of those that are not wholly planned.
func TestEveryMouldStandsSomewhere(t *testing.T) {
	moulds := []Mould{
		{ID: "1", No: "A", Tasks: 3, Finished: 3},
		{ID: "2", No: "B", Tasks: 3, Finished: 1, Late: true},
		{ID: "3", No: "C", Tasks: 3, Unscheduled: 1, Reason: 2, Late: true},
		{ID: "4", No: "D", Tasks: 2, Unscheduled: 2, Reason: 1, Late: true},
		{ID: "5", No: "E", Reason: 101, Late: true},
		{ID: "6", No: "F", Tasks: 3, Unscheduled: 2, Reason: 6, Late: true},
	}
	e := &Evaluation{}
	e.Figures.Tasks, e.Figures.OnTime, e.Figures.Finished = 99, 99, 99 // of an engine that does not know all of them
	e.count(moulds)
	f := e.Figures
	if got := fmt.Sprint(f.Moulds, f.Planned, f.PartlyPlanned, f.NotPlanned, f.OnTime, f.Late, f.Tasks, f.Finished, f.UnscheduledTasks); got != "6 2 2 2 1 5 14 4 5" {
		t.Error(got)
	}
	var all []string
	for _, u := range e.Unplanned {
		all = append(all, fmt.Sprintf("%s %s %s %d %s %d", u.MouldID, u.MouldNo, u.State, u.Reason, u.Words.En, u.Unscheduled))
	}
	if got := strings.Join(all, ", "); got != "3 C partly 2 Predecessor unscheduled 1, 4 D notPlanned 1 No resource 2, 5 E notPlanned 101 No operations 0, 6 F partly 6 Batch paused 2" {
		t.Error(got)
	}
	if e.count(nil); e.Unplanned == nil || len(e.Unplanned) != 0 {
		t.Errorf("of none: %v", e.Unplanned)
	}
}

// What is carried over counts by moulds, one of them late with any of its tasks.
func TestCarriedMouldsAreCountedOnce(t *testing.T) {
	moulds, late := CarriedMoulds([]Task{{MouldID: "A", MouldLate: true}, {MouldID: "A"}, {MouldID: "B"}, {MouldID: "C"}, {MouldID: "C", MouldLate: true}, {MouldID: "B"}})
	if moulds != 3 || late != 2 {
		t.Errorf("%d moulds, %d late", moulds, late)
	}
}

// The rule that a task breaks is told with what it collides, and by how much; plans of older versions keep one of each task.
func TestABrokenRuleInWords(t *testing.T) {
	for _, c := range []struct {
		task   Task
		zh, en string
	}{
		{Task{}, "", ""},
		{Task{Conflict: 1, ConflictWith: "B/P/10"}, "资源被占用（B/P/10）", "Resource occupied (B/P/10)"},
		{Task{Conflict: 4, ConflictWith: "B/P/10", ConflictMinutes: 150}, "早于前工序（B/P/10），2.5 小时", "Before its predecessor (B/P/10), 2.5 h"},
		{Task{Conflict: 2, ConflictMinutes: 60}, "不在工作时间，1 小时", "Outside working time, 1 h"},
		{Task{Conflict: 1, Broken: []KeptRule{{Kind: 1, With: "B/P/10", More: 2, Minutes: 90}}}, "资源被占用（B/P/10 等 3 个任务），1.5 小时", "Resource occupied (B/P/10 and 2 more), 1.5 h"},
		{Task{Conflict: 3}, "资源不适用", "Resource not eligible"},
		{Task{Conflict: 5, Broken: []KeptRule{{Kind: 1}, {Kind: 5}}}, "资源被占用", "Resource occupied"},
	} {
		rules, zh, en := c.task.Rules(), "", ""
		if len(rules) > 0 {
			zh, en = rules[0].Text().In("zh"), rules[0].Text().In("en")
		}
		if zh != c.zh || en != c.en {
			t.Errorf("%s, %s; want %s, %s", zh, en, c.zh, c.en)
		}
	}
	for lock, want := range map[int]bool{0: false, 1: true, 2: true} {
		if got := (&Task{LockStatus: lock, Broken: []KeptRule{{Kind: 1}, {Kind: 3}}}).Misplaced(); got != want {
			t.Errorf("lock %d: %v", lock, got)
		}
	}
	if (&Task{LockStatus: 1, Broken: []KeptRule{{Kind: 1}, {Kind: 4}}}).Misplaced() {
		t.Error("a task that collides is not on the wrong machine")
	}
	x := Task{}
	if x.Breaks(nil); x.Conflict != 0 {
		t.Errorf("%+v", x)
	}
	if x.Breaks([]KeptRule{{Kind: 2, With: "C/P/20", Minutes: 30}, {Kind: 5, Minutes: 7}}); x.Conflict != 2 || x.ConflictWith != "C/P/20" || x.ConflictMinutes != 30 || len(x.Broken) != 2 {
		t.Errorf("%+v", x)
	}
}

// The group with the highest load stands first, whatever order the engine has them in; what has no hours stands last. A target
// is what the setting holds, not what dividing by a million leaves of it.
func TestLoadStandsHighestFirst(t *testing.T) {
	share := func(x float64) *float64 { return &x }
	e := &Evaluation{Load: []GroupLoad{{Group: "none"}, {Group: "low", Ratio: share(0.1)}, {Group: "high", Ratio: share(1.2)}, {Group: "idle", Ratio: share(0)}, {Group: "mid", Ratio: share(0.7)}}}
	e.NeverNil()
	var order []string
	for _, l := range e.Load {
		order = append(order, l.Group)
	}
	if got := strings.Join(order, " "); got != "high mid low idle none" {
		t.Errorf("in the order %s", got)
	}
	if got := wordFigures(&figures.Figures{Target: 0.7999999999999999}).Target; *got != 0.8 {
		t.Errorf("the target is %v", *got)
	}
}
