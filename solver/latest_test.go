package solver_test

import (
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
)

// A set-up pauses over two hours at most, at the latest start too. By hand: open from 08:00 to 18:00, but for 12:00 to 14:30 on the second
// day; due there at 18:00.
func TestTheSetUpOfALatestStartDoesNotPause(t *testing.T) {
	const day = 1440
	days := solver.Calendar{Open: []solver.Min{480, day + 480, day + 870}, Close: []solver.Min{1080, day + 720, day + 1080}}
	for name, c := range map[string]struct {
		setup, run             solver.Min
		unattended, unpausable bool
		start, before          solver.Min // before: the latest start of an hour of a task without set-up that goes first
	}{
		"a set-up that just fits":                   {setup: 60, run: 150, start: day + 870, before: day + 660},
		"it would begin before the break":           {setup: 60, run: 180, start: day + 660, before: day + 600},
		"and in the night before":                   {setup: 60, run: 420, start: 1020, before: 960},
		"the run alone may pause":                   {run: 240, start: day + 690, before: day + 630},
		"but for one that may not":                  {run: 211, unpausable: true, start: day + 509, before: 1049},
		"with a set-up right before it":             {setup: 60, run: 211, unpausable: true, start: 809, before: 749},
		"the set-up of a run by night":              {setup: 60, run: 600, unattended: true, start: 1020, before: 960},
		"before a run that begins before the break": {setup: 60, run: 211, start: day + 659, before: day + 599},
		"a set-up that is longer than any of them":  {setup: 601, run: 1, start: 928, before: 868},
	} {
		p := &solver.Problem{
			Start: 0, End: 3 * day, Calendars: []solver.Calendar{{}, days},
			Resources: []solver.Resource{{Name: "A", Manned: [2]int32{1, 1}}, {Name: "B", Manned: [2]int32{1, 1}, Run: [2]int32{1, 1}}},
			Jobs:      []solver.Job{{Name: "j", Due: day + 1080, Weight: 1}},
			Ops:       []solver.Op{{Name: "0"}, {Name: "1", Seq: 1, Mode0: 1, Unpausable: c.unpausable}},
			Modes:     []solver.Mode{{Resource: 1, Run: 60}, {Setup: c.setup, Run: c.run, Unattended: c.unattended}},
			Edges:     []solver.Edge{{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint, HandOver: true}},
		}
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		for o, want := range [...]solver.Min{c.before, c.start} {
			if start, _, ok := s.Latest(int32(o)); !ok || start != want {
				t.Errorf("%s: operation %d starts at %d at the latest, want %d", name, o, start, want)
			}
		}
	}
}

// A task that begins at its latest start ends its job in time, a minute later it does not.
func TestLatestStartsAreInTime(t *testing.T) {
	const days = 20
	tight := 0
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, lo, hi int) int32 { return int32(rapid.IntRange(lo, hi).Draw(t, name)) }
		flip := func(name string) bool { return rapid.IntRange(0, 2).Draw(t, name) == 0 }
		p := &solver.Problem{Start: 8 * 1440, End: days * 1440, Calendars: []solver.Calendar{{}}, Jobs: []solver.Job{{Name: "j", Due: draw("due", 9*1440, 15*1440), Weight: 1}}}
		for c := range int32(2) {
			var x solver.Calendar
			noon, rest, end := draw("noon", 600, 720), draw("rest", 30, 200), draw("end", 1000, 1300)
			for d := range solver.Min(days + 5) {
				x.Open, x.Close = append(x.Open, d*1440+480, d*1440+noon+rest), append(x.Close, d*1440+noon, d*1440+end)
			}
			p.Calendars = append(p.Calendars, x)
			r := solver.Resource{Name: string(rune('A' + c)), Manned: [2]int32{c + 1, c + 1}, Run: [2]int32{c + 1, c + 1}}
			if flip("by night") {
				r.Run = [2]int32{}
			}
			p.Resources = append(p.Resources, r)
		}
		for o := range draw("ops", 1, 4) {
			op := solver.Op{Name: string(rune('0' + o)), Seq: o, Mode0: o, Unpausable: flip("whole")}
			mode := solver.Mode{Resource: draw("on", 0, 1), Run: draw("run", 1, 600), Unattended: flip("unattended")}
			if op.Unpausable {
				mode.Run = min(mode.Run, 90)
			}
			if flip("set up") {
				mode.Setup = draw("setup", 1, 90)
			}
			p.Ops, p.Modes = append(p.Ops, op), append(p.Modes, mode)
			if o > 0 {
				e := solver.Edge{From: o - 1, To: o, FromAt: solver.Million, ToAt: solver.SetupPoint, HandOver: true, Lag: draw("lag", 0, 60)}
				if flip("within") {
					e.ToAt = draw("at", 0, 1_000_000)
				}
				p.Edges = append(p.Edges, e)
			}
		}
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		due := p.Jobs[0].Due
		earliest := s.Alone()
		for o := range p.Ops {
			start, _, ok := s.Latest(int32(o))
			if !ok || start < earliest.Start[o] || s.LeastEnds()[0] > due {
				continue
			}
			for _, later := range []solver.Min{0, 1} {
				q := *p
				q.Ops = append([]solver.Op(nil), p.Ops...)
				q.Ops[o].Release = start + later
				moved, err := solver.Prepare(&q)
				if err != nil {
					t.Fatal(err)
				}
				at, end := moved.Alone().Start[o], moved.LeastEnds()[0]
				if later == 0 && (at != start || end > due) {
					t.Fatalf("operation %d begins at its latest start %d at %d, and the job that is due at %d ends at %d", o, start, at, due, end)
				}
				if later == 1 && end <= due {
					t.Fatalf("operation %d begins at %d, behind its latest start %d, and the job still ends by %d at %d", o, at, start, due, end)
				}
				tight++
			}
		}
	})
	if tight < 50 {
		t.Errorf("only %d latest starts", tight)
	}
}
