package production

import (
	"testing"
	"time"
)

// The tree of a mould spans its operations in the plan in force: from the earliest start to the latest end, whichever comes
// first in the list. It is handed over when its work leaves its last machine: what is ready in the very minute that it is due is not
// late. Late is told by the dates of today, whatever the plan thought: of a part by its own, and of all with their mould.
func TestTheTreeSpansThePlanInForce(t *testing.T) {
	day := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	at := func(hour int) time.Time { return day.Add(time.Duration(hour) * time.Hour) }
	due := func(hour int) *time.Time { d := at(hour); return &d }
	made := func(on string, start, end, leaves int) Planned {
		return Planned{MachineName: on, Start: at(start), End: at(end), Leaves: at(leaves)}
	}
	plan := map[string]Planned{"o1": made("CNC01", 20, 24, 24), "o2": made("CNC02", 8, 12, 12), "o3": made("EDM01", 14, 28, 30), "o4": made("CNC01", 4, 6, 6)}
	old := plan["o4"]
	old.Late = true // by the dates of its run
	plan["o4"] = old
	for _, c := range []struct {
		name           string
		part, mould    *time.Time
		more           map[string]Planned // tasks without an operation
		partLate, late bool
		start, end     int
	}{
		{"ready in the minute that they are due", due(30), due(30), nil, false, false, 4, 30},
		{"the part a minute late", due(29), due(31), nil, true, false, 4, 30},
		{"the mould a minute late", due(30), due(29), nil, true, true, 4, 30},
		{"no date", nil, nil, nil, false, false, 4, 30},
		{"try-out ends on time", due(30), due(40), map[string]Planned{"try-out": made("", 32, 38, 40)}, false, false, 4, 40},
		{"try-out ends late", due(30), due(39), map[string]Planned{"try-out": made("", 32, 38, 40)}, true, true, 4, 40},
	} {
		g := &grower{
			names: &Names{}, planned: map[string]Planned{}, electrodes: map[string]*Part{}, lang: "en",
			order: &Order{Mould: Mould{MouldNo: "M1", Delivery: c.mould}, Parts: []Part{{PartNo: "P1", Due: c.part}, {PartNo: "P2"}, {PartNo: "P3"}}, Operations: map[string][]*Operation{}},
		}
		for _, from := range []map[string]Planned{plan, c.more} {
			for id, p := range from {
				g.planned[id] = p
			}
		}
		g.order.Parts[0].ID, g.order.Parts[1].ID, g.order.Parts[2].ID = "p1", "p2", "p3"
		for i, id := range []string{"o1", "o2", "o3", "o4", "o5"} {
			o := &Operation{OpNo: 10 * (i + 1), Minutes: 60}
			o.ID = id
			part := []string{"p1", "p1", "p1", "p2", "p3"}[i]
			g.order.Operations[part] = append(g.order.Operations[part], o)
		}
		tree := g.grow()
		first, second, third := tree.Parts[0], tree.Parts[1], tree.Parts[2]
		if !first.PlannedStart.Equal(at(8)) || !first.PlannedEnd.Equal(at(30)) || first.Late != c.partLate || first.Hours != 180 {
			t.Errorf("%s: the part is made %v to %v, late %v", c.name, first.PlannedStart, first.PlannedEnd, first.Late)
		}
		if !second.PlannedStart.Equal(at(4)) || !second.PlannedEnd.Equal(at(6)) || second.Late != c.late || second.Operations[0].Late != c.late {
			t.Errorf("%s: the part without a date of its own: %+v", c.name, second.Span)
		}
		if third.PlannedStart != nil || third.PlannedEnd != nil || third.Late {
			t.Errorf("%s: the part without a plan: %+v", c.name, third.Span)
		}
		if !tree.Planned || !tree.PlannedStart.Equal(at(c.start)) || !tree.PlannedEnd.Equal(at(c.end)) || tree.Late != c.late || tree.Operations != 5 {
			t.Errorf("%s: the mould is made %v to %v, late %v", c.name, tree.PlannedStart, tree.PlannedEnd, tree.Late)
		}
		if o := first.Operations[2]; !o.PlannedEnd.Equal(at(28)) || o.Late != c.partLate {
			t.Errorf("%s: the last operation: %+v", c.name, o.Span)
		}
		if machine := first.Operations[1].Machine; machine != "CNC02" {
			t.Errorf("%s: the second operation is on %s", c.name, machine)
		}
	}
}

// Work on an electrode that is inspected or stocked is no task of any plan: it counts in no sum.
func TestWhatAnElectrodeInStockLeavesToMake(t *testing.T) {
	for state, want := range map[int][4]int{0: {3, 1, 180, 60}, 2: {3, 1, 180, 60}, ElectrodeInspected: {}, ElectrodeStocked: {}} {
		electrode := Part{PartNo: "E1", Kind: Electrode, State: state}
		electrode.ID = "e1"
		g := &grower{
			names: &Names{}, planned: map[string]Planned{}, electrodes: map[string]*Part{}, lang: "en",
			order: &Order{Parts: []Part{electrode}, Operations: map[string][]*Operation{}, Progress: map[string]*Progress{"o2": {Status: Finished}}},
		}
		for i, id := range []string{"o1", "o2", "o3"} {
			o := &Operation{OpNo: 10 * (i + 1), Minutes: 60}
			o.ID = id
			g.order.Operations["e1"] = append(g.order.Operations["e1"], o)
		}
		tree := g.grow()
		if got := [4]int{tree.Operations, tree.Finished, int(tree.Hours), int(tree.DoneHours)}; got != want {
			t.Errorf("state %d: %v, want %v", state, got, want)
		}
		for _, o := range tree.Parts[0].Operations {
			if o.Settled != (state >= ElectrodeInspected) {
				t.Errorf("state %d: operation %d is settled: %v", state, o.OpNo, o.Settled)
			}
		}
	}
}
