package aps_test

import (
	"strings"
	"testing"

	"mouldworks/internal/aps/model"
)

// APS-SET-21: lead times count the shift and the calendar of the group: no maintenance of it or of one of its machines, no
// overtime, but working time that it has on top. By hand: Monday 08:00 to 12:00 and 13:00 to 17:00.
func TestLeadsCountTheTimeOfTheGroup(t *testing.T) {
	monday := func(s *model.Shop, from, to string, extra bool) []model.Exception {
		return []model.Exception{{From: at(t, s.Zone, "2026-03-02 "+from), To: at(t, s.Zone, "2026-03-02 "+to), Extra: extra}}
	}
	for _, row := range []struct {
		name   string
		lead   float64
		change func(s *model.Shop)
		want   string
	}{
		{"a day", 8, func(*model.Shop) {}, "03T08:00"},
		{"maintenance of a machine", 8, func(s *model.Shop) { s.Machines[2].Exceptions = monday(s, "08:00", "17:00", false) }, "03T08:00"},
		{"maintenance of the group", 8, func(s *model.Shop) { s.Groups[1].Exceptions = monday(s, "08:00", "17:00", false) }, "03T08:00"},
		{"extra time of the group", 10, func(s *model.Shop) { s.Groups[1].Exceptions = monday(s, "17:00", "20:00", true) }, "02T19:00"},
		{"extra time of a machine", 10, func(s *model.Shop) { s.Machines[2].Exceptions = monday(s, "17:00", "20:00", true) }, "03T10:00"},
		{"overtime of the shift", 10, func(s *model.Shop) { s.Groups[1].Overtime = [][2]string{{"17:00", "20:00"}} }, "03T10:00"},
	} {
		shop, ops := oneMould()
		ops[1].No, ops[1].Expected = 5, 3 // electrodes that nobody has designed
		row.change(shop)
		if got := plannedWith(t, shop, map[string]any{"edmLeadNotSplit": row.lead})["A001/P1/5/"]; got[:8] != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

// APS-SET-21, APS-SET-22: without electrodes the later counts of their lead time from now and that of known ones from the day on which
// they are planned to be designed.
func TestElectrodesAreAwaitedFromTheirPlannedDesign(t *testing.T) {
	for design, want := range map[string]string{"": "02T10:00", "2026-03-01 08:00": "02T10:00", "2026-03-03 08:00": "03T11:00"} {
		shop, ops := oneMould()
		ops[1].No, ops[1].Expected = 5, 3
		if design != "" {
			due := at(t, shop.Zone, design)
			ops[1].DesignDue = &due
		}
		if got := plannedWith(t, shop, map[string]any{"edmLeadNotSplit": 2.0, "edmLeadNotStocked": 3.0})["A001/P1/5/"]; got[:8] != want {
			t.Errorf("designed by %q: %s, want %s", design, got, want)
		}
	}
}

// Every branch of an electrode's first number waits for its preparation.
func TestEveryFirstBranchOfAnElectrodeIsPrepared(t *testing.T) {
	shop, _ := oneMould()
	step := model.Operation{ID: "el-a", No: 10, Branch: "a", GroupID: "g-fit", Minutes: 60, Crew: 1, Pausable: true}
	other := step
	other.ID, other.Branch = "el-b", "b"
	shop.Moulds[0].Parts = append(shop.Moulds[0].Parts, model.Part{ID: "el", No: "E1", Electrode: true, Ops: []model.Operation{step, other}})
	got := plannedWith(t, shop, map[string]any{"electrodePreProcessTime": 2.0})
	if got["A001/E1/10/a"] != "02T10:00-02T11:00" || got["A001/E1/10/b"] != "02T10:00-02T11:00" {
		t.Errorf("%v", got)
	}
}

// APS-SET-20: an electrode whose blank is there needs no preparation, only its design; one whose blank is still to come
// is prepared from now on.
func TestABlankThatIsReadyIsNotPrepared(t *testing.T) {
	for blank, want := range map[string]string{"": "02T10:00", "2026-03-01 12:00": "02T08:00", "2026-03-02 09:00": "02T10:00"} {
		shop, _ := oneMould()
		el := model.Part{ID: "el", No: "E1", Electrode: true, Ops: []model.Operation{{ID: "el-a", No: 10, GroupID: "g-fit", Minutes: 60, Crew: 1, Pausable: true}}}
		if blank != "" {
			ready := at(t, shop.Zone, blank)
			el.MaterialReady = &ready
		}
		shop.Moulds[0].Parts = append(shop.Moulds[0].Parts, el)
		if got := plannedWith(t, shop, map[string]any{"electrodePreProcessTime": 2.0})["A001/E1/10/"]; !strings.HasPrefix(got, want) {
			t.Errorf("blank %q: %s, want %s", blank, got, want)
		}
	}
}

// A part waits for all branches of what is built into it.
func TestAJoinWaitsForEveryBranch(t *testing.T) {
	shop, ops := oneMould()
	short := model.Operation{ID: "p2-a", No: 10, Branch: "a", GroupID: "g-fit", Minutes: 60, Crew: 1, Pausable: true}
	long := short
	long.ID, long.Branch, long.Minutes = "p2-b", "b", 180
	shop.Moulds[0].Parts = append(shop.Moulds[0].Parts, model.Part{ID: "p2", No: "P2", Parent: "P1", NeededAtOp: 10, Ops: []model.Operation{short, long}})
	ops[0].Setup = 0
	if got := planned(t, shop); got["A001/P1/10/"] != "02T11:00-02T16:00" {
		t.Errorf("%v", got)
	}
}
