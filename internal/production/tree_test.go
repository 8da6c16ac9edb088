package production

import (
	"testing"
	"time"
)

// The tree of a mould spans its operations in the plan in force: from the earliest start to the latest end, whichever comes
// first in the list. What is ready in the very minute that it is due is not late.
func TestTheTreeSpansThePlanInForce(t *testing.T) {
	day := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	at := func(hour int) time.Time { return day.Add(time.Duration(hour) * time.Hour) }
	due := func(hour int) *time.Time { d := at(hour); return &d }
	plan := map[string]Planned{
		"o1": {MachineName: "CNC01", Start: at(20), End: at(24)}, "o2": {MachineName: "CNC02", Start: at(8), End: at(12)}, "o3": {MachineName: "EDM01", Start: at(14), End: at(30)},
		"o4": {MachineName: "CNC01", Start: at(4), End: at(6), Late: true},
	}
	for _, c := range []struct {
		name           string
		part, mould    *time.Time
		more           map[string]Planned // tasks without an operation
		partLate, late bool
		start, end     int
	}{
		{"ready in the minute that they are due", due(30), due(30), nil, false, false, 4, 30},
		{"the part a minute late", due(29), due(31), nil, true, false, 4, 30},
		{"the mould late, the part not", due(30), due(29), nil, false, true, 4, 30},
		{"no date", nil, nil, nil, false, false, 4, 30},
		{"try-out ends on time", due(30), due(40), map[string]Planned{"try-out": {Start: at(32), End: at(40)}}, false, false, 4, 40},
		{"try-out ends late", due(30), due(39), map[string]Planned{"try-out": {Start: at(32), End: at(40)}}, false, true, 4, 40},
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
		if !second.PlannedStart.Equal(at(4)) || !second.PlannedEnd.Equal(at(6)) || !second.Late {
			t.Errorf("%s: the part of a late task: %+v", c.name, second.Span)
		}
		if third.PlannedStart != nil || third.PlannedEnd != nil || third.Late {
			t.Errorf("%s: the part without a plan: %+v", c.name, third.Span)
		}
		if !tree.Planned || !tree.PlannedStart.Equal(at(c.start)) || !tree.PlannedEnd.Equal(at(c.end)) || tree.Late != c.late || tree.Operations != 5 {
			t.Errorf("%s: the mould is made %v to %v, late %v", c.name, tree.PlannedStart, tree.PlannedEnd, tree.Late)
		}
		if machine := first.Operations[1].Machine; machine != "CNC02" {
			t.Errorf("%s: the second operation is on %s", c.name, machine)
		}
	}
}
