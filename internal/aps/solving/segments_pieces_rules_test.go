package solving

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
)

// The first part of an operation goes into the first gap before it that holds its set-up and a segment; the rest begins with
// the set-up between segments. Its tasks have the minutes of their segments.
func TestTheFirstPartGoesAhead(t *testing.T) {
	const uncut = "o10#0 420-720 m1 300 min 1 pcs"
	for _, x := range []struct {
		what   string
		set    map[string]any
		change func(s *model.Shop, p *model.Part)
		want   string
	}{
		{"three hours before", nil, func(*model.Shop, *model.Part) {}, "o10#1 0-180 m1 180 min 1 pcs, o10#2 420-555 m1 135 min 1 pcs"},
		{"behind its set-up", nil, func(_ *model.Shop, p *model.Part) { p.Ops[0].Minutes, p.Ops[0].Setup = 330, 30 }, "o10#1 0-180 m1 180 min 1 pcs, o10#2 420-585 m1 165 min 1 pcs"},
		{"the gap holds a segment exactly", nil, func(_ *model.Shop, p *model.Part) { p.Ops[0].Minutes, p.Ops[0].Setup = 360, 60 }, "o10#1 0-180 m1 180 min 1 pcs, o10#2 420-615 m1 195 min 1 pcs"},
		{"a minute less", nil, func(_ *model.Shop, p *model.Part) { p.Ops[0].Minutes, p.Ops[0].Setup = 361, 61 }, "o10#0 420-781 m1 361 min 1 pcs"},
		{"what stays is a segment at least", nil, func(_ *model.Shop, p *model.Part) { p.Ops[0].Minutes = 250 }, "o10#1 0-130 m1 130 min 1 pcs, o10#2 420-555 m1 135 min 1 pcs"},
		{"behind a gap that does not hold its set-up", nil, func(s *model.Shop, p *model.Part) {
			p.Ops[0].Minutes, p.Ops[0].Setup = 330, 30
			s.Moulds = append(s.Moulds[:1], taken("B", "m1", 8.5, 60), taken("C", "m1", 12.5, 120))
		}, "o10#1 90-270 m1 180 min 1 pcs, o10#2 390-555 m1 165 min 1 pcs"},
		{"when it arrives", nil, func(s *model.Shop, _ *model.Part) { s.Moulds[0].Release = hour(9) }, "o10#1 60-180 m1 120 min 1 pcs, o10#2 420-615 m1 195 min 1 pcs"},
		{"too late for a segment", nil, func(s *model.Shop, _ *model.Part) { s.Moulds[0].Release = hour(9 + 1.0/60) }, uncut},
	} {
		c := toCut(t, x.set, x.change)
		c.ahead(c.index("o10"))
		if got := c.told(); got != x.want {
			t.Errorf("%s: %s, want %s", x.what, got, x.want)
		}
	}
}

// A cut takes a trial, of which one must be left; an operation of four segments is not cut again, nor one that is shared out.
func TestWhenNoPartGoesAhead(t *testing.T) {
	for _, x := range []struct {
		what   string
		change func(c *cutter, o int32)
		cut    bool
		left   int
	}{
		{"a trial is left", func(c *cutter, _ int32) { c.trials = 1 }, true, 0},
		{"none is left", func(c *cutter, _ int32) { c.trials = 0 }, false, -1},
		{"a segment is left", func(c *cutter, o int32) { c.cuts[o] = &cut{ops: []int32{o, o, o}} }, true, 99},
		{"no segment is left", func(c *cutter, o int32) { c.cuts[o] = &cut{ops: []int32{o, o, o, o}} }, false, 100},
		{"it is not the last segment", func(c *cutter, o int32) { c.cuts[o] = &cut{ops: []int32{o, o + 1}} }, false, 100},
		{"its pieces are shared out", func(c *cutter, o int32) { c.cuts[o] = &cut{ops: []int32{o}, shares: []int32{1}} }, false, 100},
	} {
		c := toCut(t, nil, func(*model.Shop, *model.Part) {})
		o := c.index("o10")
		x.change(c, o)
		if was := c.ahead(o); was != x.cut || c.trials != x.left {
			t.Errorf("%s: %v, %d trials left", x.what, was, c.trials)
		}
	}
}

// beside is a plan of ten pieces of half an hour each, on machines that never close.
func beside(t *testing.T, machines int, change func(s *model.Shop, p *model.Part)) *cutter {
	t.Helper()
	return toCut(t, map[string]any{"minSegment": 1.0}, func(s *model.Shop, p *model.Part) {
		for k := 2; k <= machines; k++ {
			s.Machines = append(s.Machines, model.Machine{ID: fmt.Sprint("m", k), GroupID: "g", WorkRate: quantity.Whole(1)})
		}
		s.Moulds = s.Moulds[:1]
		p.Qty = 10
		change(s, p)
	})
}

// Some pieces go to another machine, as many as let the later half end first; each has the set-up, and a segment's work at least.
func TestPiecesGoBeside(t *testing.T) {
	busy := func(machine string, from float64, minutes quantity.Minutes) func(s *model.Shop, p *model.Part) {
		return func(s *model.Shop, _ *model.Part) { s.Moulds = append(s.Moulds, taken("B", machine, from, minutes)) }
	}
	for _, x := range []struct {
		what     string
		machines int
		change   func(s *model.Shop, p *model.Part)
		want     string
	}{
		{"half of them", 2, func(*model.Shop, *model.Part) {}, "o10#1 0-150 m1 150 min 5 pcs, o10#2 0-150 m2 150 min 5 pcs"},
		{"with a set-up", 2, func(_ *model.Shop, p *model.Part) { p.Ops[0].Minutes, p.Ops[0].Setup = 320, 20 }, "o10#1 0-170 m1 170 min 5 pcs, o10#2 0-170 m2 170 min 5 pcs"},
		{"two of two", 2, func(_ *model.Shop, p *model.Part) { p.Qty = 2 }, "o10#1 0-150 m1 150 min 1 pcs, o10#2 0-150 m2 150 min 1 pcs"},
		{"of three, rounded up", 2, func(_ *model.Shop, p *model.Part) { p.Qty, p.Ops[0].Minutes = 3, 301 }, "o10#1 0-201 m1 201 min 2 pcs, o10#2 0-101 m2 101 min 1 pcs"},
		{"one cannot be shared", 2, func(_ *model.Shop, p *model.Part) { p.Qty = 1 }, "o10#0 0-300 m1 300 min 1 pcs"},
		{"no machine is there", 1, func(*model.Shop, *model.Part) {}, "o10#0 0-300 m1 300 min 10 pcs"},
		{"those that fit exactly", 2, busy("m2", 10, 600), "o10#1 0-180 m1 180 min 6 pcs, o10#2 0-120 m2 120 min 4 pcs"},
		{"those that fit, a minute less", 2, busy("m2", 10-1.0/60, 600), "o10#1 0-210 m1 210 min 7 pcs, o10#2 0-90 m2 90 min 3 pcs"},
		{"a segment exactly", 2, busy("m2", 9, 600), "o10#1 0-240 m1 240 min 8 pcs, o10#2 0-60 m2 60 min 2 pcs"},
		{"less than a segment", 2, busy("m2", 9-1.0/60, 600), "o10#0 0-300 m1 300 min 10 pcs"},
		{"behind what is done there", 2, busy("m2", 8, 100), "o10#1 0-210 m1 210 min 7 pcs, o10#2 100-190 m2 90 min 3 pcs"},
		{"nothing is gained", 2, busy("m2", 8, 250), "o10#0 0-300 m1 300 min 10 pcs"},
		{"what stays is a segment exactly", 2, func(_ *model.Shop, p *model.Part) {
			p.Ops[0].Machines = []model.Eligible{{MachineID: "m1", Minutes: 120}, {MachineID: "m2", Minutes: 120}}
			p.Ops[0].Minutes, p.Qty = 120, 2
		}, "o10#1 0-60 m1 60 min 1 pcs, o10#2 0-60 m2 60 min 1 pcs"},
		{"what stays is less", 2, func(_ *model.Shop, p *model.Part) { p.Ops[0].Minutes, p.Qty = 118, 2 }, "o10#0 0-118 m1 118 min 2 pcs"},
	} {
		c := beside(t, x.machines, x.change)
		c.aside(c.index("o10"))
		if got := c.told(); got != x.want {
			t.Errorf("%s: %s, want %s", x.what, got, x.want)
		}
	}
}

// A third machine takes pieces of one that shares already; a machine that has a segment takes no other.
func TestPiecesOnThreeMachines(t *testing.T) {
	c := beside(t, 3, func(_ *model.Shop, p *model.Part) { p.Qty = 3 })
	o := c.index("o10")
	if first, second := c.aside(o), c.aside(o); !first || !second || c.aside(o) || c.aside(c.cuts[o].ops[1]) {
		t.Errorf("cut into %v", c.cuts[o])
	}
	if got, want := c.told(), "o10#1 0-100 m1 100 min 1 pcs, o10#2 0-100 m2 100 min 1 pcs, o10#3 0-100 m3 100 min 1 pcs"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if x := c.cuts[o]; x.qty != 3 || !slices.Equal(x.shares, []int32{1, 1, 1}) {
		t.Errorf("%+v", x)
	}
}

// Pieces that a third machine would make sooner do not go there while the second still has as long for its own, whatever else
// the plan holds.
func TestPiecesThatGainNothing(t *testing.T) {
	c := beside(t, 3, func(s *model.Shop, _ *model.Part) { s.Moulds = append(s.Moulds, taken("B", "m2", 20, 60)) })
	o := c.index("o10")
	if first, second := c.aside(o), c.aside(o); !first || second {
		t.Errorf("%v, %v: %s", first, second, c.told())
	}
}

// To share out takes a trial too, of which one must be left; what has four segments, or was cut one after the other, is not shared.
func TestWhenNothingGoesBeside(t *testing.T) {
	for _, x := range []struct {
		what   string
		change func(c *cutter, o int32)
		cut    bool
		left   int
	}{
		{"a trial is left", func(c *cutter, _ int32) { c.trials = 1 }, true, 0},
		{"none is left", func(c *cutter, _ int32) { c.trials = 0 }, false, -1},
		{"a segment is left", func(c *cutter, o int32) { c.cuts[o] = &cut{ops: []int32{o, o, o}, shares: []int32{10, 0, 0}} }, true, 99},
		{"no segment is left", func(c *cutter, o int32) { c.cuts[o] = &cut{ops: []int32{o, o, o, o}, shares: []int32{10, 0, 0, 0}} }, false, 100},
		{"it was cut one after the other", func(c *cutter, o int32) { c.cuts[o] = &cut{ops: []int32{o}} }, false, 100},
		{"asked before, of the same plan", func(c *cutter, o int32) { c.alone[o] = c.plan }, false, 100},
		{"asked before, of another plan", func(c *cutter, o int32) { c.alone[o] = c.plan.Clone() }, true, 99},
	} {
		c := beside(t, 2, func(*model.Shop, *model.Part) {})
		o := c.index("o10")
		x.change(c, o)
		if was := c.aside(o); was != x.cut || c.trials != x.left {
			t.Errorf("%s: %v, %d trials left", x.what, was, c.trials)
		}
	}
}

// What waits for an operation waits for all of its segments, and what it waits for comes before each that stands beside: by
// names, by joins and by a due date of its own.
func TestWhatSegmentsAreTiedTo(t *testing.T) {
	shop := func(s *model.Shop, p *model.Part) {
		m := &s.Moulds[0]
		due := hour(20)
		m.Parts[0].Due, m.Parts[0].Parent = due, "ASM"
		m.Parts = append(m.Parts,
			model.Part{ID: "q", No: "P2", Qty: 1, Due: hour(30), Ops: []model.Operation{{ID: "q10", No: 10, GroupID: "g", Minutes: 10, Crew: 1, Pred: "P1/10"}}},
			model.Part{ID: "r", No: "R", Qty: 1, Parent: "P1", Ops: []model.Operation{{ID: "r10", No: 10, GroupID: "g", Minutes: 0, Crew: 1}}},
			model.Part{ID: "asm", No: "ASM", Qty: 1, Assembly: true, Ops: []model.Operation{{ID: "asm10", No: 10, GroupID: "g", Minutes: 10, Crew: 1}}},
		)
	}
	tied := func(c *cutter) string {
		var all []string
		for _, e := range c.out.Translation.File.Edges {
			all = append(all, e.From+">"+e.To)
		}
		for i := range c.out.Translation.File.Ops {
			if op := &c.out.Translation.File.Ops[i]; op.Pred != nil {
				all = append(all, strings.Join(*op.Pred, "+")+":"+op.ID)
			}
		}
		for _, x := range c.out.Translation.File.Targets {
			all = append(all, x.Op+fmt.Sprint("@", x.Due.Minutes))
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	const o, o2 = "A/P1/10/", "A/P1/10/#2"
	c := beside(t, 2, shop)
	if !c.aside(c.index("o10")) {
		t.Fatal(c.told())
	}
	want := []string{o + ">A/ASM/10/", o2 + ">A/ASM/10/", "A/P2/10/>A/ASM/10/", "A/R/10/>" + o, "A/R/10/>" + o2, o + "+" + o2 + ":A/P2/10/", o + "@720", o2 + "@720", "A/P2/10/@1320"}
	slices.Sort(want)
	if got := tied(c); got != strings.Join(want, " ") {
		t.Errorf("beside: %s\nwant %s", got, strings.Join(want, " "))
	}
	c = toCut(t, nil, shop)
	if !c.ahead(c.index("o10")) {
		t.Fatal(c.told())
	}
	want = []string{o + ">A/ASM/10/", o2 + ">A/ASM/10/", "A/P2/10/>A/ASM/10/", "A/R/10/>" + o, o + ":" + o2, o + "+" + o2 + ":A/P2/10/", o2 + "@720", "A/P2/10/@1320"}
	slices.Sort(want)
	if got := tied(c); got != strings.Join(want, " ") {
		t.Errorf("ahead: %s\nwant %s", got, strings.Join(want, " "))
	}
}

// A shorter set-up between segments shortens those that have a longer one, in their plan and in what their tasks say; pieces
// side by side keep theirs. The time that it leaves is worked on, as long as a trial and a segment's work are left.
func TestAShorterSetUpBetweenSegments(t *testing.T) {
	cutFor := func(again solver.Min) *cutter {
		c := toCut(t, nil, func(*model.Shop, *model.Part) {})
		c.again = again
		if !c.ahead(c.index("o10")) {
			t.Fatal(c.told())
		}
		return c
	}
	c := cutFor(60)
	c.shorten(15, false)
	if got, want := c.told(), "o10#1 0-180 m1 180 min 1 pcs, o10#2 420-555 m1 135 min 1 pcs"; got != want || c.again != 15 {
		t.Errorf("%s, want %s", got, want)
	}
	before := c.plan
	c.shorten(15, false)
	if c.plan != before || c.again != 15 {
		t.Error("what is short enough is made anew")
	}
	c.shorten(60, false)
	if got := c.told(); c.plan != before || !strings.Contains(got, "420-555") {
		t.Errorf("a longer one lengthens: %s", got)
	}
}

// Time that lies idle behind a segment is worked on, for the last one of its operation, while trials are left; pieces that stand
// side by side are none of it.
func TestIdleTimeBehindASegment(t *testing.T) {
	for _, x := range []struct {
		what         string
		minutes      quantity.Minutes // of the whole
		back         solver.Min       // given back to the last segment before
		trials, left int
		want         string
		stay         int
	}{
		{"an hour", 300, 60, 5, 0, "o10#1 0-180 m1 180 min 1 pcs, o10#2 420-555 m1 135 min 1 pcs", 4},
		{"of the last trial", 300, 60, 1, 0, "o10#1 0-180 m1 180 min 1 pcs, o10#2 420-555 m1 135 min 1 pcs", 0},
		{"a trial more than stay", 300, 60, 4, 3, "o10#1 0-180 m1 180 min 1 pcs, o10#2 420-555 m1 135 min 1 pcs", 3},
		{"as many as stay", 300, 60, 3, 3, "o10#1 0-120 m1 120 min 1 pcs, o10#2 420-615 m1 195 min 1 pcs", 3},
		{"nothing is idle", 300, 0, 5, 0, "o10#1 0-180 m1 180 min 1 pcs, o10#2 420-555 m1 135 min 1 pcs", 5},
		{"but for what the last one needs", 260, 15, 5, 0, "o10#1 0-140 m1 140 min 1 pcs, o10#2 420-555 m1 135 min 1 pcs", 4},
		{"the last one has nothing to give", 260, 0, 5, 0, "o10#1 0-140 m1 140 min 1 pcs, o10#2 420-555 m1 135 min 1 pcs", 5},
	} {
		c := toCut(t, nil, func(_ *model.Shop, p *model.Part) { p.Ops[0].Minutes = x.minutes })
		o := c.index("o10")
		if !c.ahead(o) {
			t.Fatal(c.told())
		}
		if last := c.cuts[o].ops[1]; x.back > 0 {
			modes, r := c.out.Loaded.Problem.Modes, c.resize()
			r.set(o, 0, modes[c.plan.Mode[o]].Run-x.back)
			r.set(last, 15, modes[c.plan.Mode[last]].Run+x.back)
			r.keep(func(*solver.Board, *solver.Plan) bool { return true })
		}
		c.cuts[-1] = &cut{ops: []int32{o}, shares: []int32{1}}
		c.trials = x.trials
		c.refill(x.left)
		if got := c.told(); got != x.want || c.trials != x.stay {
			t.Errorf("%s: %s, %d trials left; want %s, %d", x.what, got, c.trials, x.want, x.stay)
		}
	}
}
