package instance_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/instance"
)

// The golden shop: three moulds computed by hand. One row of the table changes
// one setting, here the way the settings reach the engine.
type golden struct {
	transfer   int32 // setting 3, minElectrodeTransferQty
	preProcess int64 // setting 18, minutes
	flow       int32 // setting 16, minutes
	notStocked int64 // when B2's electrodes arrive (setting 20), minutes from S
	anyLevel   bool  // setting 8 = 0
	anySize    bool  // setting 12 = 0
	overtime   bool  // setting 5 = 1
	remaining  int64 // remaining minutes of the running task (setting 14)
	fitters    int32
}

var goldenBase = golden{transfer: 1, notStocked: 32 * 60, remaining: 120, fitters: 2}

const day = 24 * 60

func (g golden) file() *instance.File {
	f := &instance.File{
		Format: instance.Format, Start: "2026-03-02T08:00:00+08:00", Zone: "Asia/Shanghai",
		Flow: instance.Flow{Default: g.flow},
		Calendars: []instance.Calendar{
			{ID: "D", Rest: []int{0}, Closed: []string{"2026-03-05"}, Periods: [][2]string{{"08:00", "12:00"}, {"13:00", "17:00"}}, Overtime: 3},
			{ID: "T", Rest: []int{0}, Closed: []string{"2026-03-05"}, Periods: [][2]string{{"08:00", "24:00"}}},
			{ID: "open"},
		},
		Jobs: []instance.Job{
			{ID: "A", Due: instance.At(18*day + 9*60), Weight: 50},
			{ID: "B", Due: instance.At(11*day + 9*60), Weight: 50},
			{ID: "C", Due: instance.At(2*day + 4*60), Weight: 50},
		},
	}
	group := func(name, shift string, machines ...string) {
		for _, m := range machines {
			r := instance.Resource{ID: m, Group: name, Manned: shift}
			if shift == "U" {
				r.Manned, r.Run = "T", "open"
			}
			f.Resources = append(f.Resources, r)
		}
	}
	group("CNC", "T", "C1", "C2", "C3")
	group("MILL", "T", "M1", "M2")
	group("EDM", "U", "D1", "D2", "D3")
	group("WEDM", "U", "W1", "W2")
	group("GRIND", "D", "R1", "R2")
	group("CMM", "T", "Q1")
	group("TRY", "D", "T1")
	f.Resources = append(f.Resources,
		instance.Resource{ID: "FIT", Group: "FIT", Manned: "D", Cap: &g.fitters},
		instance.Resource{ID: "HT", Cap: new(int32(0))})

	op := func(part string, seq, hours int32, on ...string) *instance.Op {
		o := instance.Op{
			ID: fmt.Sprintf("%s/%d", part, seq), Job: part[:1], Part: part, Seq: seq, Overtime: g.overtime,
		}
		for _, m := range on {
			o.Modes = append(o.Modes, instance.Mode{On: m, Run: hours * 60, Unattended: m[0] == 'D' || m[0] == 'W'})
		}
		f.Ops = append(f.Ops, o)
		return &f.Ops[len(f.Ops)-1]
	}
	electrodes := func(edm string, on string, release int64, burn int32) {
		e := instance.Electrode{Op: edm, Transfer: g.transfer}
		for k := range 6 {
			o := op(fmt.Sprintf("%s-E%d", edm[:2], k+1), 10, 2, on)
			o.Class, o.Release = "electrode", instance.At(release+g.preProcess)
			e.Burns = append(e.Burns, instance.Burn{From: o.ID, Run: burn})
		}
		f.Electrodes = append(f.Electrodes, e)
	}
	level := []string{"C1"}
	if g.anyLevel {
		level = []string{"C1", "C2", "C3"}
	}
	size := []string{"C1"}
	if g.anySize {
		size = []string{"C1", "C2"}
	}
	op("A1", 20, 12, "D1")
	op("A2", 5, 10, "W2")
	op("A2", 20, 3, "D2")
	op("A3", 10, 10, "C1")
	op("A4", 10, 10, "R1")
	op("A4", 20, 1, "Q1")
	op("B1", 10, 4, "C3")
	op("B1", 20, 4, "D3")
	op("B2", 5, 4, "W1")
	op("B2", 20, 4, "D1")
	op("B3", 10, 10, level...)
	op("B4", 10, 4, size...)
	op("C1", 10, 48, "HT").Class = "outsourced"
	op("C1", 20, 6, "D2")
	op("C2", 10, 4, "W2")
	lead := op("C2", 20, 4, "D3")
	lead.Release, lead.Cause = instance.At(5*day+8*60), "assumed" // 72 h of the shift: Sat 16:00
	op("C3", 10, 12, "R2")
	op("C3", 20, 1, "Q1")
	op("C4", 10, 5, "W1")
	electrodes("A1/20", "M1", 0, 120)
	electrodes("A2/20", "M2", 0, 30)
	electrodes("C1/20", "M1", day, 60)
	known := instance.Electrode{Op: "B2/20"}
	for range 6 {
		known.Burns = append(known.Burns, instance.Burn{At: instance.At(g.notStocked), Run: 40})
	}
	f.Electrodes = append(f.Electrodes, known)
	for mould, lasts := range map[string][]string{
		"A": {"A1/20", "A2/20", "A3/10", "A4/20"}, "B": {"B1/20", "B2/20", "B3/10", "B4/10"}, "C": {"C1/20", "C2/20", "C3/20", "C4/10"},
	} {
		op(mould+"0", 10, 8, "FIT").Class = "assembly"
		op(mould+"0", 20, 4, "T1")
		for _, last := range lasts {
			f.Edges = append(f.Edges, instance.Edge{From: last, To: mould + "0/10"})
		}
	}
	f.Fixed = []instance.Fixed{
		{Op: "A2/5", Kind: "running", On: "W2", Start: instance.At(-12 * 60), End: instance.At(g.remaining)},
		{Op: "A3/10", Kind: "times", On: "C1", Start: instance.At(0), End: instance.At(600)},
		{Op: "B2/5", Kind: "times", On: "W1", Start: instance.At(180), End: instance.At(420)},
	}
	return f
}

// schedule returns the reference plan as "Mon 2 08:00" starts and ends and the
// resource of each operation.
func (g golden) schedule(t *testing.T) (starts, ends, on map[string]string) {
	t.Helper()
	loaded, err := g.file().Build()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := solver.Solve(context.Background(), loaded.Problem, loaded.Params, nil)
	if err != nil {
		t.Fatal(err)
	}
	if bad := check.Plan(loaded.Problem, plan); len(bad) > 0 || len(plan.Unplaced) > 0 || len(plan.Conflicts) > 0 {
		t.Fatalf("violations %v, unplaced %v, conflicts %v", bad, plan.Unplaced, plan.Conflicts)
	}
	starts, ends, on = map[string]string{}, map[string]string{}, map[string]string{}
	for o := range loaded.Problem.Ops {
		id := loaded.Problem.Ops[o].Name
		starts[id] = loaded.Instant(plan.Start[o]).Format("Mon 2 15:04")
		ends[id] = loaded.Instant(plan.End[o]).Format("Mon 2 15:04")
		on[id] = loaded.Problem.Resources[plan.Resource[o]].Name
	}
	return starts, ends, on
}

func TestGoldenShopBase(t *testing.T) {
	starts, ends, on := goldenBase.schedule(t)
	for id, want := range map[string]string{
		"A0/20": "Wed 4 16:00", "B0/20": "Fri 6 12:00", "C0/20": "Tue 10 12:00", "C4/10": "Mon 2 20:00", "B0/10": "Wed 4 17:00",
	} {
		if ends[id] != want {
			t.Errorf("%s ends %s, want %s", id, ends[id], want)
		}
	}
	if on["B3/10"] != "C1" || on["B4/10"] != "C1" {
		t.Errorf("B3 on %s, B4 on %s, want C1", on["B3/10"], on["B4/10"])
	}
	for id, want := range map[string]string{
		"B1/20": "Mon 2 12:00", "C2/20": "Sat 7 16:00", "B4/10": "Tue 3 12:00", "A0/10": "Tue 3 11:00", "C4/10": "Mon 2 15:00",
	} {
		if starts[id] != want {
			t.Errorf("%s starts %s, want %s", id, starts[id], want)
		}
	}
}

func TestGoldenShopRows(t *testing.T) {
	with := func(change func(*golden)) golden {
		g := goldenBase
		change(&g)
		return g
	}
	same := func(*golden) {}
	for _, row := range []struct {
		name   string
		change func(*golden)
		op     string
		start  string
	}{
		{"1 q=1", same, "A1/20", "Mon 2 10:00"},
		{"1 q=3", func(g *golden) { g.transfer = 3 }, "A1/20", "Mon 2 14:00"},
		{"1 q=6", func(g *golden) { g.transfer = 6 }, "A1/20", "Mon 2 20:00"},
		{"2 q=1", same, "A2/20", "Mon 2 17:30"},
		{"2 q=3", func(g *golden) { g.transfer = 3 }, "A2/20", "Mon 2 17:30"},
		{"2 q=6", func(g *golden) { g.transfer = 6 }, "A2/20", "Mon 2 20:00"},
		{"3 pre-process 4 h", func(g *golden) { g.preProcess = 240 }, "A1/20", "Mon 2 14:00"},
		{"4 flow 1 h", func(g *golden) { g.flow = 60 }, "A1/20", "Mon 2 11:00"},
		{"4 both defaults", func(g *golden) { g.flow, g.preProcess = 60, 240 }, "A1/20", "Mon 2 15:00"},
		{"6 lead 24 h", same, "B2/20", "Tue 3 16:00"},
		{"6 lead 0", func(g *golden) { g.notStocked = 0 }, "B2/20", "Mon 2 15:00"},
		{"7 same level", same, "B3/10", "Mon 2 18:00"},
		{"7 any level", func(g *golden) { g.anyLevel = true }, "B3/10", "Mon 2 08:00"},
		{"8 any size", func(g *golden) { g.anySize = true }, "B4/10", "Mon 2 08:00"},
		{"9 no overtime", same, "A4/20", "Tue 3 10:00"},
		{"9 overtime", func(g *golden) { g.overtime = true }, "A4/20", "Mon 2 19:00"},
		{"10 no overtime", same, "C0/20", "Tue 10 08:00"},
		{"10 overtime", func(g *golden) { g.overtime = true }, "C0/20", "Mon 9 17:00"},
		{"11 no overtime", same, "C3/20", "Tue 3 12:00"},
		{"11 overtime", func(g *golden) { g.overtime = true }, "C3/20", "Tue 3 09:00"},
		{"13 k=0", func(g *golden) { g.remaining = 30 }, "C2/10", "Mon 2 08:30"},
		{"13 k=0.2", same, "C2/10", "Mon 2 10:00"},
		{"13 k=0.6", func(g *golden) { g.remaining = 360 }, "C2/10", "Mon 2 14:00"},
		{"14 two fitters", same, "B0/10", "Wed 4 08:00"},
		{"14 one fitter", func(g *golden) { g.fitters = 1 }, "B0/10", "Wed 4 11:00"},
	} {
		t.Run(row.name, func(t *testing.T) {
			starts, ends, _ := with(row.change).schedule(t)
			if starts[row.op] != row.start {
				t.Errorf("%s starts %s, by hand %s", row.op, starts[row.op], row.start)
			}
			if row.name == "14 one fitter" && ends[row.op] != "Fri 6 11:00" {
				t.Errorf("ends %s, by hand Fri 6 11:00", ends[row.op])
			}
		})
	}
}

// C is 144 hours late, each hour weighing 50: the figure of the evaluation page.
func TestGoldenShopTardiness(t *testing.T) {
	loaded, err := goldenBase.file().Build()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := solver.Solve(context.Background(), loaded.Problem, loaded.Params, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(144 * 60 * 50); plan.Value[1] != want {
		t.Errorf("weighted tardiness %d, want %d", plan.Value[1], want)
	}
	if loaded.Instant(loaded.Problem.Start).UTC() != time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC) {
		t.Errorf("S is %s", loaded.Instant(loaded.Problem.Start))
	}
}
