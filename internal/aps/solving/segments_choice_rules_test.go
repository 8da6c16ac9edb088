package solving

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// toCut plans o10 of five hours on M1, which never closes and is locked from 11:00 to 15:00, and gives the cutter of that plan:
// segments of two hours, a quarter of an hour between them.
func toCut(t *testing.T, set map[string]any, change func(s *model.Shop, p *model.Part)) *cutter {
	t.Helper()
	set = setting.Layered(map[string]any{"defaultFlowTime": 0.0, "minSegment": 2.0, "reSetup": 0.25}, set)
	translation := modeltest.Asked(set, func(s *model.Shop, p *model.Part) {
		s.Groups[0].Periods, s.Machines = nil, s.Machines[:1]
		p.Ops = []model.Operation{{ID: "o10", No: 10, GroupID: "g", Minutes: 300, Crew: 1, Pausable: true}}
		s.Moulds = append(s.Moulds, taken("B", "m1", 11, 240))
		change(s, &s.Moulds[0].Parts[0])
	})
	out := &Solution{Translation: translation}
	var err error
	if out.Loaded, err = translation.File.Build(); err != nil {
		t.Fatal(err)
	}
	if err = out.SolveFree(t.Context(), set, solver.Params{}, nil); err != nil {
		t.Fatal(err)
	}
	c := out.cutter(set)
	c.trials, c.again = 100, 15
	return c
}

// taken is a mould that keeps a machine occupied.
func taken(no, machine string, from float64, minutes quantity.Minutes) model.Mould {
	return model.Mould{ID: "id-" + no, No: no, Parts: []model.Part{{ID: "part-" + no, No: "P1", Qty: 1, Ops: []model.Operation{
		{ID: "busy-" + no, No: 10, GroupID: "g", Minutes: minutes, Crew: 1, Lock: model.LockTimes, LockMachine: machine, LockStart: hour(from)},
	}}}}
}

// index is an operation by its task.
func (c *cutter) index(id string) int32 {
	return int32(slices.IndexFunc(c.out.Translation.Tasks, func(x model.Task) bool { return x.ID == id }))
}

// told are the tasks of the first mould: when, on what, and the minutes and pieces that they say.
func (c *cutter) told() string {
	var all []string
	for i := range c.out.Translation.Tasks {
		if x := &c.out.Translation.Tasks[i]; x.Mould.No == "A" {
			id := strings.TrimSuffix(x.ID, fmt.Sprint("#", x.Segment))
			all = append(all, fmt.Sprintf("%s#%d %d-%d %s %d min %d pcs", id, x.Segment, c.plan.Start[i], c.plan.End[i], c.out.Translation.File.Resources[c.plan.Resource[i]].ID, x.Op.Minutes, x.Part.Qty))
		}
	}
	return strings.Join(all, ", ")
}

// What may be cut is placed and free, on a machine, of a workpiece, long enough for two segments, and may pause.
func TestWhatMayBeCut(t *testing.T) {
	first := func(change func(o *model.Operation)) func(*model.Shop, *model.Part) {
		return func(_ *model.Shop, p *model.Part) { change(&p.Ops[0]) }
	}
	for _, c := range []struct {
		what   string
		set    map[string]any
		change func(*model.Shop, *model.Part)
		want   bool
	}{
		{"it may", nil, func(*model.Shop, *model.Part) {}, true},
		{"two segments", nil, first(func(o *model.Operation) { o.Minutes = 240 }), true},
		{"a minute less", nil, first(func(o *model.Operation) { o.Minutes = 239 }), false},
		{"two segments behind a set-up", nil, first(func(o *model.Operation) { o.Minutes, o.Setup = 250, 10 }), true},
		{"less behind a set-up", nil, first(func(o *model.Operation) { o.Minutes, o.Setup = 250, 11 }), false},
		{"it may not pause", nil, first(func(o *model.Operation) { o.Pausable = false }), false},
		{"it is locked", nil, first(func(o *model.Operation) { o.Lock, o.LockMachine = model.LockResource, "m1" }), false},
		{"it was locked to what is gone", nil, first(func(o *model.Operation) { o.Lock, o.LockMachine = model.LockResource, "gone" }), false},
		{"it runs", map[string]any{"resourceLocking": 0.0}, first(func(o *model.Operation) { o.Status, o.OnMachine = model.OpRunning, "m1" }), false},
		{"it burns", nil, func(s *model.Shop, p *model.Part) {
			p.Ops[0].EDM, p.Ops[0].Burns = true, []model.Burn{{PartID: "e"}}
			s.Moulds[0].Parts = append(s.Moulds[0].Parts, model.Part{ID: "e", No: "E1", Electrode: true, Stocked: true})
		}, false},
		{"an electrode", nil, func(_ *model.Shop, p *model.Part) { p.Electrode = true }, false},
		{"it goes outside", nil, first(func(o *model.Operation) { o.Outsource, o.LeadDays = model.Outside, quantity.Whole(1) }), false},
		{"people make it", nil, func(s *model.Shop, p *model.Part) {
			s.Groups = append(s.Groups, model.Group{ID: "fit", People: true, Scheduled: true, Members: 2})
			p.Ops[0].GroupID = "fit"
		}, false},
		{"nobody can make it", nil, first(func(o *model.Operation) { o.GroupID = "gone" }), false},
		{"published in the window", map[string]any{"resourceLocking": 2.0}, func(*model.Shop, *model.Part) {}, true},
	} {
		c1 := toCut(t, c.set, c.change)
		if may := slices.Contains(c1.candidates(), c1.index("o10")); may != c.want {
			t.Errorf("%s: %v", c.what, may)
		}
	}
	c := toCut(t, nil, func(*model.Shop, *model.Part) {})
	o := c.index("o10")
	for n, want := range map[int]bool{3: true, 4: false} {
		c.cuts[o] = &cut{ops: slices.Repeat([]int32{o}, n)}
		if may := slices.Contains(c.candidates(), o); may != want {
			t.Errorf("with %d segments: %v", n, may)
		}
	}
}

// Those whose lateness weighs most come first: minutes by weight; without a due date nothing is late.
func TestWhatIsCutFirst(t *testing.T) {
	c := toCut(t, nil, func(s *model.Shop, _ *model.Part) {
		for k := range 3 {
			id := fmt.Sprint("x", k)
			s.Machines = append(s.Machines, model.Machine{ID: id, GroupID: "g", WorkRate: quantity.Whole(1)})
			s.Moulds = append(s.Moulds, model.Mould{ID: "id-" + id, No: "X" + id, Parts: []model.Part{{ID: "p-" + id, No: "P1", Qty: 1, Ops: []model.Operation{{ID: id, No: 10, GroupID: "g", Minutes: 300, Crew: 1, Pausable: true, Machines: []model.Eligible{{MachineID: id}}}}}}})
		}
		s.Moulds = s.Moulds[1:]
	})
	order := func() string {
		var all []string
		for _, o := range c.candidates() {
			all = append(all, c.out.Translation.Tasks[o].ID)
		}
		return strings.Join(all, " ")
	}
	job := func(id string) *solver.Job {
		p := c.out.Loaded.Problem
		return &p.Jobs[p.Ops[c.index(id)].Job]
	}
	job("x0").Weight, job("x1").Weight, job("x2").Weight = 5, 1, 100 // each ends after 300 minutes
	if got := order(); got != "x0 x1 x2" {
		t.Errorf("none is due: %s", got)
	}
	job("x0").Due, job("x1").Due = 290, 200
	if got := order(); got != "x1 x0 x2" {
		t.Errorf("100 minutes late and 5 x 10: %s", got)
	}
	job("x2").Due = 301
	if got := order(); got != "x1 x0 x2" {
		t.Errorf("one ends before it is due: %s", got)
	}
	job("x2").Due = 298
	if got := order(); got != "x2 x1 x0" {
		t.Errorf("100 x 2: %s", got)
	}
}

// The idle stretches of a resource before a moment: what lies right before it is none, and what has no length neither.
func TestIdleStretches(t *testing.T) {
	type spans = [][2]solver.Min
	c := &cutter{
		occupied: [][][2]solver.Min{{{100, 200}, {200, 250}, {220, 300}, {400, 500}}, {}},
		out:      &Solution{Loaded: &instance.Loaded{Problem: &solver.Problem{Start: 50, End: 1000}}},
	}
	for _, x := range []struct {
		on          int32
		from, until solver.Min
		gaps, idle  spans
	}{
		{0, 0, 1000, spans{{50, 100}, {300, 400}}, spans{{50, 100}, {300, 400}, {500, 1000}}},
		{0, 99, 400, spans{{99, 100}}, spans{{99, 100}, {300, 400}}},
		{0, 100, 400, nil, spans{{300, 400}}},
		{0, 0, 100, nil, spans{{50, 100}}},
		{0, 0, 101, spans{{50, 100}}, spans{{50, 100}}},
		{0, 0, 301, spans{{50, 100}}, spans{{50, 100}, {300, 400}}},
		{0, 0, 300, spans{{50, 100}}, spans{{50, 100}}},
		{0, 350, 500, spans{{350, 400}}, spans{{350, 400}}},
		{0, 350, 501, spans{{350, 400}}, spans{{350, 400}, {500, 1000}}},
		{1, 0, 400, nil, spans{{50, 1000}}},
		{1, 400, 400, nil, nil},
	} {
		if got := c.gaps(x.on, x.from, x.until); !slices.Equal(got, x.gaps) {
			t.Errorf("gaps of %d from %d until %d: %v, want %v", x.on, x.from, x.until, got, x.gaps)
		}
		if got := c.idle(x.on, x.from, x.until); !slices.Equal(got, x.idle) {
			t.Errorf("idle on %d from %d until %d: %v, want %v", x.on, x.from, x.until, got, x.idle)
		}
	}
}

// The modes of a plan are the first ones of each operation on its resource; what cannot be made there may only stand in time.
func TestModesOfAPlan(t *testing.T) {
	const none = solver.None
	for _, c := range []struct {
		on    [3]int32
		timed bool // the second
		want  []int32
		fit   bool
	}{
		{[3]int32{0, 1, 0}, false, []int32{0, 2, 4}, true},
		{[3]int32{1, 1, 0}, false, []int32{1, 2, 4}, true},
		{[3]int32{none, 1, 0}, false, []int32{9, 2, 4}, true},
		{[3]int32{0, 0, 0}, false, nil, false},
		{[3]int32{0, 0, 0}, true, []int32{0, none, 4}, true},
		{[3]int32{0, 1, 1}, false, nil, false},
		{[3]int32{2, 1, 0}, false, nil, false},
	} {
		p := &solver.Problem{
			Ops:   []solver.Op{{Mode0: 0}, {Mode0: 2}, {Mode0: 4}},
			Modes: []solver.Mode{{Resource: 0}, {Resource: 1}, {Resource: 1}, {Resource: 1}, {Resource: 0}},
		}
		if c.timed {
			p.Ops[1].Fix.Kind = solver.FixTimes
		}
		plan := &solver.Plan{Resource: c.on[:], Mode: []int32{9, 9, 9}}
		if fit := inModes(p, plan); fit != c.fit || fit && !slices.Equal(plan.Mode, c.want) {
			t.Errorf("on %v: %v, %v, want %v", c.on, plan.Mode, fit, c.want)
		}
	}
}

// Plans with segments are held against each other by the objective without the sum of ends, then by the ends of tasks.
func TestWhichCutsAreBetter(t *testing.T) {
	c := toCut(t, nil, func(*model.Shop, *model.Part) {})
	at := func(keys []solver.Key, value ...int64) *solver.Plan {
		plan := c.plan.Clone()
		plan.Keys, plan.Value = keys, value
		return plan
	}
	tardy, ends := []solver.Key{solver.KeyTardiness, solver.KeyEnds}, []solver.Key{solver.KeyEnds, solver.KeyTardiness}
	sooner := func(plan *solver.Plan, by solver.Min) *solver.Plan {
		plan.End[c.index("o10")] -= by
		return plan
	}
	for _, x := range []struct {
		what      string
		own, than *solver.Plan
		want      int
		outdone   bool // own by than
		serves    bool // own is kept instead of than
	}{
		{"the same", at(tardy, 0, 5, 9), at(tardy, 0, 5, 9), 0, false, false},
		{"ends alone", at(tardy, 0, 5, 9), at(tardy, 0, 5, 8), 0, false, false},
		{"more late", at(tardy, 0, 6, 1), at(tardy, 0, 5, 9), 1, true, false},
		{"less late", at(tardy, 0, 4, 9), at(tardy, 0, 5, 1), -1, false, true},
		{"less placed", at(tardy, 1, 4, 9), at(tardy, 0, 5, 1), 1, true, false},
		{"ends stand first", at(ends, 0, 9, 5), at(ends, 0, 8, 5), 0, false, false},
		{"ends stand first, less placed", at(ends, 1, 9, 5), at(ends, 0, 8, 9), 1, true, false},
		{"no ends", at(tardy[:1], 0, 5), at(tardy[:1], 0, 4), 1, true, false},
		{"its tasks end sooner", sooner(at(tardy, 0, 5, 9), 10), at(tardy, 0, 5, 9), 0, false, true},
		{"its tasks end later", at(tardy, 0, 5, 9), sooner(at(tardy, 0, 5, 9), 10), 0, true, false},
		{"less late, its tasks end later", at(tardy, 0, 4, 9), sooner(at(tardy, 0, 5, 9), 10), -1, false, true},
	} {
		other := *c
		other.plan = x.than
		if got := other.compare(c.board, x.own); got != x.want {
			t.Errorf("%s: %d, want %d", x.what, got, x.want)
		}
		if got := other.serves(c.board, x.own, c.whole); got != x.serves {
			t.Errorf("%s: it serves: %v", x.what, got)
		}
		mine := *c
		mine.plan = x.own
		if got := mine.outdone(&other); got != x.outdone {
			t.Errorf("%s: outdone %v", x.what, got)
		}
	}
}

// Goals that count load are pursued for the wanted set-up alone; a limit of changes is kept from none on.
func TestHowCutsAreChosen(t *testing.T) {
	for key, want := range map[solver.Key]bool{solver.KeyIdle: true, solver.KeyImbalance: true, solver.KeyTardiness: false, solver.KeyEnds: false} {
		if got := countsLoad([]solver.Key{solver.KeyTardiness, key}); got != want {
			t.Errorf("key %v: %v", key, got)
		}
	}
	for limit, want := range map[float64]int{-1: 0, 0: 1, 2: 1} {
		c := toCut(t, map[string]any{"maxChangesInWindow": limit, "frozenWindowHours": 24.0, "reuseLastPlanResource": 0.0}, func(*model.Shop, *model.Part) {})
		o := c.index("o10")
		c.out.Loaded.Problem.Ops[o].Prev = solver.Place{Set: true, Start: c.plan.Start[o], Resource: c.plan.Resource[o]}
		c = c.out.cutter(setting.Layered(map[string]any{"maxChangesInWindow": limit, "frozenWindowHours": 24.0}))
		if len(c.window) != want || c.changes != max(0, int(limit)) {
			t.Errorf("at most %v changes: %d tasks of the window, %d may change", limit, len(c.window), c.changes)
		}
	}
}

// Cuts are chosen until no trial is left, but for those that stay for later.
func TestTrialsThatStay(t *testing.T) {
	for _, x := range []struct{ trials, left, want, cuts int }{{1, 0, 0, 1}, {0, 0, 0, 0}, {5, 5, 5, 0}, {5, 4, 4, 1}, {5, 6, 5, 0}} {
		c := toCut(t, nil, func(*model.Shop, *model.Part) {})
		if got := c.choose(t.Context(), x.trials, x.left); got != x.want || len(c.cuts) != x.cuts {
			t.Errorf("%d trials of which %d stay: %d stay, %d cuts", x.trials, x.left, got, len(c.cuts))
		}
	}
}
