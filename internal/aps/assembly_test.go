package aps_test

import (
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
)

// implied is the assembly part that an order makes, with its steps.
func implied(assembly, tryout quantity.Minutes) model.Part {
	part := model.Part{ID: "asm", No: "ASM", Assembly: true, Ops: []model.Operation{{ID: "asm-10", No: 10, Process: "装配", GroupID: "g-fit", Minutes: assembly, Crew: 1, Pausable: true, Implied: true}}}
	if tryout > 0 {
		part.Ops = append(part.Ops, model.Operation{ID: "asm-20", No: 20, Process: "试模", GroupID: "g-fit", Minutes: tryout, Crew: 1, Pausable: true, Implied: true})
	}
	return part
}

// The steps of an order are planned alike, whether they are rows yet or not, and by setting 15 too; without hours there is
// none. What is finished is not planned again.
func TestImpliedStepsArePlannedAsTheOrderSays(t *testing.T) {
	for _, set := range []map[string]any{{}, {"assemblyHourMethod": 2.0}, {"assemblyHourMethod": 3.0}} {
		for _, hours := range [][2]quantity.Minutes{{60, 60}, {0, 60}, {60, 0}, {0, 0}} {
			var plans [2]map[string]string
			for k := range plans {
				shop, _ := oneMould()
				m := &shop.Moulds[0]
				m.AssemblyGroup, m.Assembly, m.Tryout = "g-fit", hours[0], hours[1]
				m.AssemblyBy = model.AssemblyHours{Fixed: 120, Parts: 90}
				if hours[1] > 0 {
					m.TryoutGroup = "g-fit"
				}
				if k == 1 {
					m.Parts = append(m.Parts, implied(hours[0], hours[1]))
				}
				plans[k] = plannedWith(t, shop, set)
			}
			for op, want := range plans[0] {
				if plans[1][op] != want {
					t.Errorf("%v, hours %v, %s: %s as a row, %s without", set, hours, op, plans[1][op], want)
				}
			}
			if len(plans[0]) != len(plans[1]) {
				t.Errorf("%v, hours %v: %v as rows, %v without", set, hours, plans[1], plans[0])
			}
		}
	}
	shop, ops := oneMould()
	m := &shop.Moulds[0]
	m.AssemblyGroup, m.Assembly, m.TryoutGroup, m.Tryout = "g-fit", 60, "g-fit", 60
	ended := at(t, shop.Zone, "2026-03-01 10:00")
	done := model.Part{ID: "top", No: "TOP", Assembly: true, Ops: []model.Operation{{ID: "top-10", No: 10, GroupID: "g-fit", Minutes: 60, Crew: 1, Progress: model.Progress{Status: 3, RealStart: &ended, RealEnd: &ended}}}}
	m.Parts = append(m.Parts, done)
	if got := planned(t, shop); len(got) != len(ops) {
		t.Errorf("a mould that is assembled is planned to be assembled again: %v", got)
	}
}
