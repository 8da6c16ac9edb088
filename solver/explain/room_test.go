package explain_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/explain"
)

// A task queues until its resource has room for it, with its calendar, its crew and its set-up; the plan holds it from then on. By
// hand: it takes 100 minutes and could begin at 0.
func TestAQueueEndsWhereThereIsRoom(t *testing.T) {
	const day = 1440
	type other struct{ start, end, crew solver.Min }
	for name, c := range map[string]struct {
		units, crew int32
		calendar    int32 // 1: 08:00 to 18:00
		setup       solver.Min
		unpausable  bool
		others      []other
		blocks      []solver.Block
		start, end  solver.Min
		queued      solver.Min
		last        int32
	}{
		"room behind the first":         {units: 1, others: []other{{0, 50, 1}, {900, 1000, 1}}, start: 1000, end: 1100, queued: 50, last: 1},
		"just enough":                   {units: 1, others: []other{{0, 50, 1}, {150, 1000, 1}}, start: 1000, end: 1100, queued: 50, last: 1},
		"a minute too little":           {units: 1, others: []other{{0, 50, 1}, {149, 1000, 1}}, start: 1000, end: 1100, queued: 1000, last: 2},
		"room at once":                  {units: 1, others: []other{{500, 1000, 1}}, start: 1000, end: 1100, queued: 0, last: solver.None},
		"another unit":                  {units: 2, others: []other{{0, 1000, 1}}, start: 1000, end: 1100, queued: 0, last: solver.None},
		"no other unit for two people":  {units: 2, crew: 2, others: []other{{0, 1000, 1}}, start: 1000, end: 1100, queued: 1000, last: 1},
		"both units taken for a while":  {units: 2, others: []other{{0, 1000, 1}, {0, 300, 1}}, start: 1000, end: 1100, queued: 300, last: 2},
		"work that the plan goes round": {units: 1, blocks: []solver.Block{{Start: 0, End: 400}}, start: 1000, end: 1100, queued: 400, last: solver.None},
		// Room from 17:30 on. A set-up of an hour waits for the next morning, a run of it pauses over night, unless it may not.
		"no room for the set-up":      {units: 1, calendar: 1, setup: 60, others: []other{{480, 1050, 1}}, start: day + 600, end: day + 700, queued: day + 480, last: 1},
		"room for the first of a run": {units: 1, calendar: 1, others: []other{{480, 1050, 1}}, start: day + 600, end: day + 700, queued: 1050, last: 1},
		"no room for a whole run":     {units: 1, calendar: 1, unpausable: true, others: []other{{480, 1050, 1}}, start: day + 600, end: day + 700, queued: day + 480, last: 1},
	} {
		p := &solver.Problem{
			End: 20_000, Calendars: []solver.Calendar{{}, shift(20)},
			Resources: []solver.Resource{{Name: "A", Cap: c.units, Manned: [2]int32{c.calendar, c.calendar}, Run: [2]int32{c.calendar, c.calendar}}},
			Jobs:      []solver.Job{{Name: "m", Due: 10_000}, {Name: "other", Due: solver.None}},
			Ops:       []solver.Op{{Name: "own", Crew: c.crew, Unpausable: c.unpausable}},
			Modes:     []solver.Mode{{Setup: c.setup, Run: 100 - c.setup}}, Blocks: c.blocks,
		}
		begin := solver.Min(0)
		if c.calendar == 1 {
			begin = 480
			p.Start = 480
		}
		plan := &solver.Plan{Mode: []int32{0}, Resource: []int32{0}, Start: []solver.Min{c.start}, End: []solver.Min{c.end}}
		for i, x := range c.others {
			p.Ops = append(p.Ops, solver.Op{Name: string(rune('a' + i)), Job: 1, Seq: int32(i), Mode0: int32(i) + 1, Crew: x.crew})
			p.Modes = append(p.Modes, solver.Mode{Run: x.end - x.start})
			plan.Mode, plan.Resource = append(plan.Mode, int32(i)+1), append(plan.Resource, 0)
			plan.Start, plan.End = append(plan.Start, x.start), append(plan.End, x.end)
		}
		if bad := check.Plan(p, plan); len(bad) > 0 {
			t.Fatalf("%s: %v", name, bad)
		}
		shop, plan, _ := opened(t, p, plan)
		e := explain.New(shop, plan).Job(0)
		whole(t, name, e)
		var want []explain.Stretch
		if c.queued > begin {
			want = append(want, explain.Stretch{From: begin, To: c.queued, Kind: explain.Queue, Other: c.last})
		}
		if c.queued < c.start {
			want = append(want, explain.Stretch{From: max(begin, c.queued), To: c.start, Kind: explain.Held, Other: solver.None})
		}
		want = append(want, explain.Stretch{From: c.start, To: c.end, Kind: explain.Work, Other: solver.None, Worked: 100})
		if !slices.Equal(e.Stretches, want) {
			t.Errorf("%s: %+v, want %+v", name, e.Stretches, want)
		}
	}
}

// In plans of every direction a task has no room while it queues: put at any minute of its queue it breaks the plan, put where the
// plan begins to hold it, it breaks nothing.
func TestQueuesHaveNoRoom(t *testing.T) {
	queued, held := 0, 0
	for seed := range uint64(8) {
		rnd := rand.New(rand.NewPCG(seed, 13))
		p := &solver.Problem{End: 100_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 2}, {Name: "C", Cap: 1, Bottleneck: true}}}
		for j := range int32(10) {
			p.Jobs = append(p.Jobs, solver.Job{Name: string(rune('a' + j)), Due: solver.Min(rnd.IntN(1500)), Weight: 1})
			for k := range int32(3) {
				o := int32(len(p.Ops))
				p.Ops = append(p.Ops, solver.Op{Name: string(rune('a'+j)) + string(rune('0'+k)), Job: j, Seq: k, Mode0: o})
				p.Modes = append(p.Modes, solver.Mode{Resource: int32(rnd.IntN(3)), Run: solver.Min(10 + rnd.IntN(100))})
				if k > 0 {
					p.Edges = append(p.Edges, solver.Edge{From: o - 1, To: o, FromAt: solver.Million, ToAt: solver.SetupPoint})
				}
			}
		}
		for _, direction := range []solver.Direction{solver.Forward, solver.Backward, solver.Both, solver.Drum} {
			shop, plan, _ := solved(t, p, solver.Params{Rule: solver.RuleEDD, Direction: direction})
			x := explain.New(shop, plan)
			fits := func(o int32, at solver.Min) bool {
				moved := plan.Clone()
				moved.Start[o], moved.End[o] = at, at+plan.End[o]-plan.Start[o]
				return len(check.Plan(p, moved)) == 0
			}
			for j := range p.Jobs {
				e := x.Job(int32(j))
				whole(t, p.Jobs[j].Name, e)
				for _, s := range e.Stretches {
					switch s.Kind {
					case explain.Queue:
						queued++
						for at := s.From; at < s.To; at++ {
							if fits(s.Op, at) {
								t.Fatalf("seed %d, direction %d: %+v, but there is room at %d", seed, direction, s, at)
							}
						}
					case explain.Held:
						held++
						if !fits(s.Op, s.From) {
							t.Fatalf("seed %d, direction %d: %+v, but there is no room", seed, direction, s)
						}
					}
				}
			}
		}
	}
	if queued < 20 || held < 20 {
		t.Errorf("%d queues, %d held tasks", queued, held)
	}
}
