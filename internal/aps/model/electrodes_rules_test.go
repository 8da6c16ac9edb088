package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/quantity"
)

// burnt are the burns of the only EDM operation of a problem: minutes, and when the electrode comes.
func burnt(t *Translation) string {
	var all []string
	for i := range t.File.Electrodes {
		for _, b := range t.File.Electrodes[i].Burns {
			switch {
			case b.From != "":
				all = append(all, fmt.Sprintf("%d from %s", b.Run, b.From))
			case b.At != nil:
				all = append(all, fmt.Sprintf("%d at %d", b.Run, b.At.Minutes))
			default:
				all = append(all, fmt.Sprintf("%d there", b.Run))
			}
		}
	}
	return strings.Join(all, ", ")
}

// burning is the problem of a mould whose operation 20 burns with the electrodes e1 and e2, of a machine each, that lie in stock.
func burning(set map[string]any, change func(o *Operation, e1, e2 *Part)) *Translation {
	return asked(set, func(s *Shop, p *Part) {
		o := &p.Ops[1]
		o.EDM, o.Minutes, o.Setup, o.Burns = true, 130, 10, []Burn{{PartID: "e1"}, {PartID: "e2"}}
		m := &s.Moulds[0]
		m.Parts = append(m.Parts, Part{ID: "e1", No: "E1", Electrode: true, Stocked: true}, Part{ID: "e2", No: "E2", Electrode: true, Stocked: true})
		change(&m.Parts[0].Ops[1], &m.Parts[1], &m.Parts[2])
	})
}

// Electrodes share the minutes behind the set-up where they have none of their own, and come when they are made, brought or
// lie ready; what is known but neither is assumed.
func TestHowElectrodesCome(t *testing.T) {
	finished := func(end float64, lag quantity.Minutes) Operation {
		return Operation{ID: "f", No: 10, GroupID: "g", Lag: lag, Progress: Progress{Status: OpFinished, OnMachine: "m1", RealStart: hour(6), RealEnd: hour(end)}}
	}
	lead := map[string]any{"defaultFlowTime": 1.0, "edmLeadNotStocked": 2.0}
	for _, c := range []struct {
		what   string
		change func(o *Operation, e1, e2 *Part)
		want   string
	}{
		{"in stock", func(*Operation, *Part, *Part) {}, "60 there, 60 there"},
		{"with minutes of its own", func(o *Operation, _, _ *Part) { o.Burns[1].Minutes = 25 }, "60 there, 25 there"},
		{"with no minutes left", func(o *Operation, _, _ *Part) { o.Minutes = 11 }, "1 there, 1 there"},
		{"one is inspected", func(_ *Operation, _, e2 *Part) { e2.Inspected = true }, "60 there, 60 at 60"},
		{"one is known only", func(_ *Operation, _, e2 *Part) { e2.Stocked = false }, "60 there, 60 at 120"},
		{"one is made", func(_ *Operation, e1, _ *Part) { e1.Ops = []Operation{{ID: "e", No: 10, GroupID: "g", Minutes: 30}} }, "60 from A/E1/10/, 60 there"},
		{"one was finished just now", func(_ *Operation, _, e2 *Part) { e2.Stocked, e2.Ops = false, []Operation{finished(7.5, 60)} }, "60 there, 60 at 30"},
		{"one was finished and lies in stock", func(_ *Operation, _, e2 *Part) { e2.Ops = []Operation{finished(7.5, 60)} }, "60 there, 60 there"},
		{"one is there this minute", func(_ *Operation, _, e2 *Part) { e2.Stocked, e2.Ops = false, []Operation{finished(7, 60)} }, "60 there, 60 there"},
		{"the first was finished just now", func(_ *Operation, e1, _ *Part) { e1.Stocked, e1.Ops = false, []Operation{finished(7.5, 60)} }, "60 at 30, 60 there"},
		{"what burns already", func(o *Operation, _, _ *Part) { o.Status, o.OnMachine = OpRunning, "m1" }, ""},
	} {
		got := burning(lead, c.change)
		if text := burnt(got); text != c.want {
			t.Errorf("%s: %s, want %s", c.what, text, c.want)
		}
		for i := range got.Tasks {
			if assumed := got.Tasks[i].Assumed; assumed != (got.Tasks[i].ID == "o20" && c.what == "one is known only") {
				t.Errorf("%s: %s rests on a lead time: %v", c.what, got.Tasks[i].ID, assumed)
			}
		}
	}
}

// An electrode that ends in two branches is there when both are done.
func TestAnElectrodeOfTwoBranches(t *testing.T) {
	got := burning(nil, func(_ *Operation, _, e2 *Part) {
		e2.Ops = []Operation{{ID: "a", No: 10, Branch: "a", GroupID: "g", Minutes: 30}, {ID: "b", No: 10, Branch: "b", GroupID: "g", Minutes: 30}}
	})
	if text := burnt(got); text != "60 there, 60 from A/E2/10/b" || len(got.File.Edges) != 1 || got.File.Edges[0].From != "A/E2/10/a" || got.File.Edges[0].To != "A/P1/20/" {
		t.Errorf("%s, %+v", text, got.File.Edges)
	}
}

// Electrodes are not split where EDM that has not begun expects some and none is known.
func TestWhatIsNotSplit(t *testing.T) {
	for _, c := range []struct {
		what string
		o    Operation
		want bool
	}{
		{"EDM that expects one", Operation{EDM: true, Expected: 1}, true},
		{"that expects none", Operation{EDM: true}, false},
		{"that has begun", Operation{EDM: true, Expected: 1, Progress: Progress{Status: OpRunning}}, false},
		{"of which one is known", Operation{EDM: true, Expected: 1, Burns: []Burn{{}}}, false},
		{"milling", Operation{Expected: 1}, false},
		{"nothing of it", Operation{Progress: Progress{Status: OpRunning}, Burns: []Burn{{}}}, false},
	} {
		if got := new(Adapter).notSplit(&c.o); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	for expected, want := range map[int]bool{0: false, 1: true} {
		got := asked(nil, func(_ *Shop, p *Part) { p.Ops[0].EDM, p.Ops[0].Expected = true, expected })
		if got.Tasks[0].Assumed != want || got.Tasks[1].Assumed {
			t.Errorf("%d expected: %v, %v", expected, got.Tasks[0].Assumed, got.Tasks[1].Assumed)
		}
	}
}

// An operation that is not planned any more ties nothing: what its batch has given up burns nothing.
func TestWhatIsGivenUpBurnsNothing(t *testing.T) {
	got := asked(nil, func(s *Shop, p *Part) {
		p.Ops[1].EDM, p.Ops[1].Burns, p.Qty, p.Batches = true, []Burn{{PartID: "e1"}}, 1, []Batch{{ID: "b", No: "B1", Qty: 1, State: BatchClosed}}
		s.Moulds[0].Parts = append(s.Moulds[0].Parts, Part{ID: "e1", No: "E1", Electrode: true, Stocked: true})
	})
	if len(got.File.Electrodes) != 0 || len(got.Tasks) != 0 {
		t.Errorf("%+v", got.File.Electrodes)
	}
}

// Who hands pieces on is decided by what the routes that are left say: those of what has begun, or is finished, say nothing.
func TestRoutesAndPieces(t *testing.T) {
	edges := func(change func(x, y *Operation)) string {
		got := asked(nil, func(s *Shop, p *Part) {
			p.Ops[0].Status = OpFinished
			m := &s.Moulds[0]
			q := Part{ID: "q", No: "P2", Qty: 1, Ops: []Operation{{ID: "q10", No: 10, GroupID: "g", Minutes: 60, Progress: Progress{Status: OpFinished}}, {ID: "q20", No: 20, GroupID: "g", Minutes: 60, Crew: 1}}}
			e := Part{ID: "e1", No: "E1", Electrode: true, Stocked: true}
			m.Parts = append(m.Parts, q, e)
			x, y := &m.Parts[0].Ops[1], &m.Parts[1].Ops[1]
			for seq, o := range []*Operation{x, y} {
				o.EDM, o.Burns = true, []Burn{{PartID: "e1", Seq: seq + 1}}
			}
			change(x, y)
			slices.Reverse(m.Parts)
		})
		var all []string
		for _, e := range got.File.Edges {
			all = append(all, e.From+">"+e.To)
		}
		return strings.Join(all, " ")
	}
	const x, y = "A/P1/20/", "A/P2/20/"
	for _, c := range []struct {
		what   string
		change func(x, y *Operation)
		want   string
	}{
		{"by burn order", func(*Operation, *Operation) {}, x + ">" + y},
		{"the other burn order", func(x, y *Operation) { x.Burns[0].Seq, y.Burns[0].Seq = 2, 1 }, y + ">" + x},
		{"the route has it the other way round", func(x, _ *Operation) { x.Pred = "P2/20" }, ""},
		{"the route of what has begun", func(x, _ *Operation) { x.Pred, x.Status, x.OnMachine = "P2/20", OpRunning, "m1" }, x + ">" + y},
		{"the second has begun", func(_, y *Operation) { y.Status, y.OnMachine = OpRunning, "m1" }, y + ">" + x},
		{"the second is finished", func(_, y *Operation) { y.Status = OpFinished }, ""},
	} {
		if got := edges(c.change); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
