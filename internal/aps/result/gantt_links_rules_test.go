package result

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/solving"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// sketch is a chart of operations a, b, c ... of the engine's problem, each with a bar of its number.
func sketch(p *solver.Problem, file *instance.File) *ganttDraft {
	made := &model.Translation{Shop: &model.Shop{}, File: file, Tasks: make([]model.Task, len(p.Ops))}
	g := &ganttDraft{Gantt: &Gantt{}, bars: map[int]int{}, out: &Outcome{Solution: solving.Solution{Translation: made, Loaded: &instance.Loaded{Problem: p}, Plan: &solver.Plan{Start: make([]solver.Min, len(p.Ops)), End: make([]solver.Min, len(p.Ops)), Resource: make([]int32, len(p.Ops))}}}}
	for i := range p.Ops {
		g.bars[i] = i
	}
	return g
}

// arrows are the links of a chart.
func (g *ganttDraft) arrows() string {
	var all []string
	for i := range g.Links.From {
		all = append(all, fmt.Sprintf("%d>%d:%d", g.Links.From[i], g.Links.To[i], g.Links.Kind[i]))
	}
	return strings.Join(all, " ")
}

// What an edge of the engine stands for: 0 route, 1 join, 2 electrode, 3 named predecessor, 4 the same piece.
func TestKindsOfArrows(t *testing.T) {
	normal, electrode, edm := solver.Op{}, solver.Op{Class: solver.ClassElectrode}, solver.Op{Class: solver.ClassEDM}
	beside := func(op solver.Op) solver.Op { op.Part = 1; return op }
	for _, c := range []struct {
		what     string
		kind     solver.EdgeKind
		from, to solver.Op
		want     int
	}{
		{"next in the route", solver.EdgeRoute, normal, normal, 0},
		{"next in the route, of another part", solver.EdgeRoute, normal, beside(normal), 0},
		{"named", solver.EdgePred, normal, beside(normal), 3},
		{"named inside the part", solver.EdgePred, normal, normal, 3},
		{"burnt", solver.EdgeElectrode, electrode, beside(edm), 2},
		{"a join", solver.EdgeJoin, normal, beside(normal), 1},
		{"a wait inside the part", solver.EdgeJoin, normal, normal, 0},
		{"another end of an electrode", solver.EdgeJoin, electrode, beside(edm), 2},
		{"an electrode that joins something", solver.EdgeJoin, electrode, beside(normal), 1},
		{"a workpiece that joins what burns", solver.EdgeJoin, normal, beside(edm), 1},
		{"a piece of an electrode goes on", solver.EdgeJoin, edm, beside(edm), 4},
		{"in the part itself", solver.EdgeJoin, edm, edm, 4},
		{"what burns joins something", solver.EdgeJoin, edm, beside(normal), 1},
	} {
		g := sketch(&solver.Problem{Ops: []solver.Op{c.from, c.to}}, nil)
		if got := g.linkKind(&solver.Edge{From: 0, To: 1, Kind: c.kind}); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

// Two bars have one arrow, that of the electrode where there is one; what has no bar or no beginning has none.
func TestOneArrowBetweenTwoBars(t *testing.T) {
	edges := func(all ...solver.Edge) []solver.Edge { return all }
	join, burnt := solver.Edge{From: 0, To: 1, Kind: solver.EdgeJoin}, solver.Edge{From: 0, To: 1, Kind: solver.EdgeElectrode}
	for _, c := range []struct {
		what  string
		edges []solver.Edge
		gone  int
		want  string
	}{
		{"one", edges(join), -1, "0>1:1"},
		{"one twice", edges(join, join), -1, "0>1:1"},
		{"the electrode first", edges(join, burnt), -1, "0>1:2"},
		{"of two pairs", edges(join, solver.Edge{From: 1, To: 2, Kind: solver.EdgePred}, solver.Edge{From: 0, To: 2, Kind: solver.EdgePred}), -1, "0>1:1 1>2:3 0>2:3"},
		{"from the beginning of all", edges(solver.Edge{From: solver.None, To: 1, Kind: solver.EdgeJoin}, join), -1, "0>1:1"},
		{"the first has no bar", edges(join, solver.Edge{From: 1, To: 2, Kind: solver.EdgePred}), 0, "1>2:3"},
		{"the second has none", edges(join, solver.Edge{From: 0, To: 2, Kind: solver.EdgePred}), 1, "0>2:3"},
	} {
		g := sketch(&solver.Problem{Ops: []solver.Op{{}, {Part: 1}, {Part: 2}}, Edges: c.edges}, nil)
		delete(g.bars, c.gone)
		g.drawLinks(nil)
		if got := g.arrows(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// What is finished is tied to what follows it by its route, in each of its segments; nothing is tied to what is not finished,
// of another mould or carried over.
func TestArrowsFromFinishedWork(t *testing.T) {
	const done = model.OpFinished
	route := func(pred string) *model.Shop {
		part := func(mould string) model.Part {
			return model.Part{ID: "part-" + mould, No: "P1", Qty: 1, Ops: []model.Operation{{ID: mould + "10", No: 10, Progress: model.Progress{Status: done}}, {ID: mould + "20", No: 20}, {ID: mould + "30", No: 30, Pred: pred}}}
		}
		return &model.Shop{Moulds: []model.Mould{{ID: "id-A", No: "A", Parts: []model.Part{part("a")}}, {ID: "id-B", No: "B", Parts: []model.Part{part("b")}}}}
	}
	one := func(id string, change ...func(*Task)) Task {
		x := Task{TaskID: id, MouldID: "id-" + strings.ToUpper(id[:1])}
		for _, c := range change {
			c(&x)
		}
		return x
	}
	finished, carried := func(x *Task) { x.Status = done }, func(x *Task) { x.Carried = true }
	for _, c := range []struct {
		what  string
		shop  *model.Shop
		tasks []Task
		want  string
	}{
		{"it goes on by number", route(""), []Task{one("a10", finished), one("a20"), one("a30")}, "0>1:0"},
		{"it goes on by name", route("10;20"), []Task{one("a10", finished), one("a20"), one("a30")}, "0>1:0 0>2:3"},
		{"in two segments", route(""), []Task{one("a10", finished), one("a20"), one("a20")}, "0>1:0 0>2:0"},
		{"the first is not finished", route(""), []Task{one("a10"), one("a20", finished), one("a30")}, "1>2:0"},
		{"nothing is finished", route(""), []Task{one("a10"), one("a20")}, ""},
		{"of the second mould alone", route(""), []Task{one("a10"), one("a20"), one("b10", finished), one("b20")}, "2>3:0"},
		{"carried over", route(""), []Task{one("a10", finished, carried), one("a20")}, ""},
		{"what follows is carried over", route(""), []Task{one("a10", finished), one("a20", carried)}, ""},
	} {
		g := sketch(&solver.Problem{Ops: make([]solver.Op, len(c.tasks))}, nil)
		g.out.Translation.Shop = c.shop
		g.drawLinks(c.tasks)
		if got := g.arrows(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	// The other reasons to follow: a part that is built in, an electrode that is burnt.
	g := sketch(&solver.Problem{Ops: make([]solver.Op, 3)}, nil)
	g.out.Translation.Shop = &model.Shop{Moulds: []model.Mould{{ID: "id-A", No: "A", Parts: []model.Part{
		{ID: "core", No: "P1", Qty: 1, Ops: []model.Operation{{ID: "a30", No: 30, EDM: true, Burns: []model.Burn{{PartID: "el", Minutes: 10}}}}},
		{ID: "slide", No: "P2", Parent: "P1", NeededAtOp: 30, Qty: 1, Ops: []model.Operation{{ID: "a10", No: 10, Progress: model.Progress{Status: done}}}},
		{ID: "el", No: "E1", Electrode: true, Qty: 1, Ops: []model.Operation{{ID: "a20", No: 10, Progress: model.Progress{Status: done}}}},
	}}}}
	g.drawLinks([]Task{one("a10", finished), one("a20", finished), one("a30")})
	if all := strings.Fields(g.arrows()); len(all) != 2 || !slices.Contains(all, "0>2:1") || !slices.Contains(all, "1>2:2") {
		t.Errorf("built in and burnt: %v", all)
	}
}

// What is carried over is tied to the next number of its part and batch, to each that has it.
func TestArrowsOfCarriedWork(t *testing.T) {
	one := func(no int, carried bool, change ...func(*Task)) Task {
		x := Task{TaskID: fmt.Sprint(no), MouldID: "z", PartNo: "P1", OpNo: no, Carried: carried}
		for _, c := range change {
			c(&x)
		}
		return x
	}
	mould, part, batch := func(x *Task) { x.MouldID = "y" }, func(x *Task) { x.PartNo = "P2" }, func(x *Task) { x.BatchID = "b" }
	for _, c := range []struct {
		what    string
		planned int // of the tasks that are operations of the engine
		tasks   []Task
		want    string
	}{
		{"in a row", 0, []Task{one(10, true), one(20, true), one(30, true)}, "0>1:0 1>2:0"},
		{"in any order", 0, []Task{one(30, true), one(10, true), one(20, true)}, "1>2:0 2>0:0"},
		{"the nearest one last", 0, []Task{one(10, true), one(40, true), one(30, true), one(20, true)}, "0>3:0 2>1:0 3>2:0"},
		{"two of one number", 0, []Task{one(10, true), one(20, true), one(20, true)}, "0>1:0 0>2:0"},
		{"of other moulds, parts and batches", 0, []Task{one(10, true), one(20, true, mould), one(30, true, part), one(40, true, batch), one(50, true)}, "0>4:0"},
		{"what is not carried over", 0, []Task{one(10, false), one(20, true), one(30, false)}, "1>2:0"},
		{"what the engine plans", 1, []Task{one(10, true), one(20, true), one(30, true)}, "1>2:0"},
		{"alone", 0, []Task{one(10, true)}, ""},
		{"of number 0 to the next", 0, []Task{one(0, true), one(10, true)}, "0>1:0"},
	} {
		g := sketch(&solver.Problem{Ops: make([]solver.Op, len(c.tasks))}, nil)
		g.out.Translation.Tasks = g.out.Translation.Tasks[:c.planned]
		g.drawLinks(c.tasks)
		if got := g.arrows(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// Conflicts name their bars and the other one where it is drawn; a task on a machine that may not make it is one too.
func TestConflictsOfAChart(t *testing.T) {
	for _, c := range []struct {
		what      string
		conflicts []solver.Conflict
		misplaced int
		gone      int
		want      string
	}{
		{"none", nil, -1, -1, "[]"},
		{"with another", []solver.Conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: 0, Minutes: 30}}, -1, -1, "[{1 capacity 0 0 30}]"},
		{"with none", []solver.Conflict{{Op: 0, Kind: solver.ConflictRelease, Other: solver.None, Minutes: 5}}, -1, -1, "[{0 release -1 0 5}]"},
		{"the other is not drawn", []solver.Conflict{{Op: 1, Kind: solver.ConflictPrecedence, Other: 0, Minutes: 30}}, -1, 0, "[{1 precedence -1 0 30}]"},
		{"itself is not drawn", []solver.Conflict{{Op: 0, Kind: solver.ConflictCapacity, Other: 1, Minutes: 30}, {Op: 1, Kind: solver.ConflictCalendar, Other: -1, Minutes: 1}}, -1, 0, "[{1 calendar -1 0 1}]"},
		{"misplaced", nil, 0, -1, "[{0 eligibility -1 0 0}]"},
		{"misplaced, not drawn", nil, 0, 0, "[]"},
	} {
		g := sketch(&solver.Problem{Ops: make([]solver.Op, 2), Resources: make([]solver.Resource, 1)}, &instance.File{})
		delete(g.bars, c.gone)
		g.out.Plan.Conflicts = c.conflicts
		if c.misplaced >= 0 {
			g.out.Translation.Tasks[c.misplaced].Misplaced = true
		}
		g.drawMarks()
		if got := fmt.Sprint(g.Conflicts); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// A task that collides with several names the one that takes most and how many more there are: fixed ones of this plan and carried
// ones, on the same resource, in the same time.
func TestHowManyTasksOneCollidesWith(t *testing.T) {
	hour := func(h int) *time.Time { return new(time.Date(2026, 3, 2, h, 0, 0, 0, time.UTC)) }
	fix := func(kind solver.FixKind, resource, from, to int32) solver.Fix {
		return solver.Fix{Kind: kind, Resource: resource, Start: from * 60, End: to * 60}
	}
	carried := func(no int, on string, from, to int) Task {
		return Task{MouldNo: "Z", PartNo: "P", OpNo: no, ResourceID: on, PlannedStart: hour(from), PlannedEnd: hour(to)}
	}
	for _, c := range []struct {
		what    string
		fixed   []solver.Fix
		carried []Task
		other   int32
		want    string
	}{
		{"nobody", nil, nil, -1, "资源被占用"},
		{"one carried", nil, []Task{carried(1, "M1", 8, 9)}, -1, "资源被占用（Z/P/1）"},
		{"the longer of two carried", nil, []Task{carried(1, "M1", 8, 9), carried(2, "M1", 9, 12)}, -1, "资源被占用（Z/P/2 等 2 个任务）"},
		{"elsewhere, before and after", nil, []Task{carried(1, "M1", 8, 9), carried(2, "M2", 8, 12), carried(3, "M1", 7, 8), carried(4, "M1", 12, 13)}, -1, "资源被占用（Z/P/1）"},
		{"one of this plan", []solver.Fix{fix(solver.FixTimes, 0, 9, 10)}, nil, 1, "资源被占用（A/P/1）"},
		{"of this plan and carried", []solver.Fix{fix(solver.FixTimes, 0, 9, 10)}, []Task{carried(1, "M1", 8, 9)}, 1, "资源被占用（A/P/1 等 2 个任务）"},
		{"finished, elsewhere, not fixed, later", []solver.Fix{fix(solver.FixTimes, 0, 9, 10), fix(solver.FixDone, 0, 9, 10), fix(solver.FixTimes, 1, 9, 10), fix(solver.FixResource, 0, 9, 10), fix(solver.FixTimes, 0, 12, 13)}, nil, 1, "资源被占用（A/P/1）"},
	} {
		p := &solver.Problem{Ops: make([]solver.Op, 1+len(c.fixed)), Resources: []solver.Resource{{Name: "M1"}, {Name: "M2"}}}
		for i, f := range c.fixed {
			p.Ops[1+i].Fix = f
		}
		out := sketch(p, &instance.File{}).out
		out.Loaded.Epoch, out.Carried = hour(0).UTC(), c.carried
		for i := range out.Translation.Tasks {
			x := &out.Translation.Tasks[i]
			x.Mould, x.Part, x.Op = &model.Mould{No: "A"}, &model.Part{No: "P"}, &model.Operation{No: i}
		}
		out.Plan.Start[0], out.Plan.End[0] = 8*60, 12*60
		out.Plan.Conflicts = []solver.Conflict{{Op: 0, Kind: solver.ConflictCapacity, Other: c.other}}
		x := Task{}
		x.Breaks(out.Broken()[0])
		if got := x.Rules()[0].Text().In("zh"); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// A bar with a buffer says where that begins, on its calendar, if there is something to wait for, as the evaluation counts them; one
// that waits says for what.
func TestBuffersAndReleasesOfAChart(t *testing.T) {
	for _, c := range []struct {
		what              string
		op                solver.Op
		buffers, releases string
	}{
		{"nothing", solver.Op{}, "[]", "[]"},
		{"a buffer of an hour", solver.Op{Buffer: 60}, "[{1 540}]", "[]"},
		{"over a night", solver.Op{Buffer: 160, BufferCal: 1}, "[{1 40}]", "[]"},
		{"on a calendar that is none", solver.Op{Buffer: 60, BufferCal: 2}, "[{1 540}]", "[]"},
		{"begun", solver.Op{Buffer: 60, Fix: solver.Fix{Kind: solver.FixRunning}}, "[]", "[]"},
		{"released at the start", solver.Op{Release: 100, Cause: solver.CauseMaterial}, "[]", "[]"},
		{"a minute later", solver.Op{Release: 101, Cause: solver.CauseMaterial}, "[]", "[{1 101 material}]"},
		{"its mould", solver.Op{Release: 200, Cause: solver.CauseMould}, "[]", "[{1 200 mould}]"},
		{"its program", solver.Op{Release: 200, Cause: solver.CauseProgram}, "[]", "[{1 200 program}]"},
		{"its design", solver.Op{Release: 200, Cause: solver.CauseDesign}, "[]", "[{1 200 design}]"},
		{"assumed", solver.Op{Release: 200, Cause: solver.CauseAssumed}, "[]", "[{1 200 assumed}]"},
		{"something new", solver.Op{Release: 200, Cause: solver.CauseAssumed + 1}, "[]", "[{1 200 assumed}]"},
	} {
		p := &solver.Problem{Start: 100, Calendars: []solver.Calendar{{}, *opened(0, 100, 500, 700), *opened(50, 40)}, Ops: []solver.Op{{Buffer: 30, Release: 500}, c.op}, Edges: []solver.Edge{{From: 0, To: 1, ToAt: solver.SetupPoint}}}
		g := sketch(p, &instance.File{})
		delete(g.bars, 0)
		g.out.Plan.Start[1] = 600
		g.drawMarks()
		if b, r := fmt.Sprint(g.Buffers), fmt.Sprint(g.Releases); b != c.buffers || r != c.releases {
			t.Errorf("%s: %s %s, want %s %s", c.what, b, r, c.buffers, c.releases)
		}
	}
	for want, edges := range map[string][]solver.Edge{
		"[]":       nil,
		"[{0 40}]": {{From: -1, To: 0, ToAt: solver.SetupPoint}},
	} {
		p := &solver.Problem{Ops: []solver.Op{{Buffer: 10}}, Edges: edges}
		g := sketch(p, &instance.File{})
		g.out.Plan.Start[0] = 50
		if g.drawMarks(); fmt.Sprint(g.Buffers) != want {
			t.Errorf("the first bar, fed by %d: %v, want %s", len(edges), g.Buffers, want)
		}
	}
}

// Of the electrodes of a bar those are ready that need no task, and whose arrival is no assumption.
func TestElectrodesOfAChart(t *testing.T) {
	made, there, coming := instance.Burn{From: "e"}, instance.Burn{}, instance.Burn{At: instance.At(30)}
	for _, c := range []struct {
		what    string
		burns   []instance.Burn
		assumed bool
		gone    int
		want    string
	}{
		{"of each", []instance.Burn{made, there, coming}, false, -1, "[{1 3 2}]"},
		{"what comes is assumed", []instance.Burn{made, there, there, coming}, true, -1, "[{1 4 2}]"},
		{"all are made", []instance.Burn{made, made}, false, -1, "[{1 2 0}]"},
		{"made, there at a time", []instance.Burn{{From: "e", At: instance.At(30)}}, false, -1, "[{1 1 0}]"},
		{"not drawn", []instance.Burn{there}, false, 1, "[]"},
	} {
		file := &instance.File{Ops: []instance.Op{{ID: "e"}, {ID: "o"}}, Electrodes: []instance.Electrode{{Op: "x", Burns: []instance.Burn{there}}, {Op: "o", Burns: c.burns}}}
		g := sketch(&solver.Problem{Ops: make([]solver.Op, 2)}, file)
		delete(g.bars, c.gone)
		g.out.Translation.Tasks[1].Assumed = c.assumed
		g.drawMarks()
		if got := fmt.Sprint(g.Electrodes); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	g := sketch(&solver.Problem{Ops: make([]solver.Op, 1)}, &instance.File{Ops: []instance.Op{{ID: "o"}}, Electrodes: []instance.Electrode{{Op: "o", Burns: []instance.Burn{there}}}})
	if g.drawMarks(); fmt.Sprint(g.Electrodes) != "[{0 1 1}]" {
		t.Errorf("the first bar: %v", g.Electrodes)
	}
}
