package aps_test

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// What runs goes on where it stands, and what is locked stays there, whatever the settings let be made on that machine:
// facts and locks stand above eligibility.
func TestFactsAndLocksStandAboveEligibility(t *testing.T) {
	ten := time.Date(2026, 3, 2, 2, 0, 0, 0, time.UTC) // 10:00 in Shanghai
	for _, row := range []struct {
		name   string
		change func(s *model.Shop, o *model.Operation)
		times  string
	}{
		{"it runs", func(_ *model.Shop, o *model.Operation) { o.Status, o.OnMachine, o.Reported = 1, "m2", 120 }, "02T08:00-02T10:00"},
		{"it is paused", func(_ *model.Shop, o *model.Operation) { o.Status, o.OnMachine, o.Reported = 2, "m2", 120 }, "02T08:00-02T10:00"},
		{"its machine is locked", func(_ *model.Shop, o *model.Operation) { o.Lock, o.LockMachine = 1, "m2" }, "02T08:00-02T12:00"},
		{"machine and times are locked", func(_ *model.Shop, o *model.Operation) { o.Lock, o.LockMachine, o.LockStart = 2, "m2", &ten }, "02T10:00-02T15:00"},
	} {
		for why, forbid := range map[string]func(s *model.Shop, p *model.Part){
			"too coarse": func(s *model.Shop, p *model.Part) { p.Grade, s.Machines[1].Level = 1, 2 },
			"too small": func(s *model.Shop, p *model.Part) {
				p.Height, s.Machines[1].Limits.Height = quantity.Whole(9), quantity.Whole(8)
			},
			"all too small": func(s *model.Shop, p *model.Part) {
				p.Height, s.Machines[0].Limits.Height, s.Machines[1].Limits.Height = quantity.Whole(9), quantity.Whole(8), quantity.Whole(8)
			},
			"not in its row": func(_ *model.Shop, p *model.Part) { p.Ops[0].Machines = []model.Eligible{{MachineID: "m1"}} },
		} {
			shop, ops := oneMould()
			forbid(shop, &shop.Moulds[0].Parts[0])
			row.change(shop, &ops[0])
			times, on := solved(t, aps.TranslateWith(shop, at(t, shop.Zone, "2026-03-02 08:00"), map[string]any{"defaultFlowTime": 0.0}))
			if op := "A001/P1/10/"; times[op] != row.times || on[op] != "m2" {
				t.Errorf("%s, %s: %s on %s, want %s on m2", row.name, why, times[op], on[op], row.times)
			}
		}
	}
}

// A lock on a machine out of service lets go.
func TestLockOnMachineOutOfServiceLetsGo(t *testing.T) {
	shop, ops := oneMould()
	ops[0].Lock, ops[0].LockMachine = 1, "m9"
	if _, on := solved(t, aps.TranslateWith(shop, at(t, shop.Zone, "2026-03-02 08:00"), nil)); on["A001/P1/10/"] != "m1" {
		t.Errorf("it is on %s", on["A001/P1/10/"])
	}
}

// A lock on a machine that may not make the task is listed as a conflict.
func TestLockOnIneligibleMachineIsAConflict(t *testing.T) {
	each(t, true, func(h *house) {
		when := nextMonday(time.Now()).AddDate(0, 0, 1) // within the plan, whenever the test runs
		for i, lock := range []int{1, 2} {
			o := &h.shop.Moulds[i].Parts[0].Ops[0]
			o.Machines, o.Lock, o.LockMachine = []model.Eligible{{MachineID: "m1"}}, lock, "m2"
			if lock == 2 {
				o.LockStart = &when
			}
		}
		rows := h.rowsOf(h.hasPlan())
		for _, id := range []string{"A001-10", "A002-10"} {
			if x := rows[id]; x.ResourceID != "m2" || !strings.HasSuffix(broken(x), "3") || x.PlannedHours != 240 {
				h.Errorf("%s: on %s for %d minutes, conflicts %q", id, x.ResourceID, x.PlannedHours, broken(x))
			}
		}
	})
}

// A report about people names no resource: what they have begun goes on without another set-up.
func TestRunningWorkOfPeopleGoesOn(t *testing.T) {
	shop, ops := oneMould()
	ops[2].Status, ops[2].Reported = 1, 60
	if got := planned(t, shop)["A001/P1/30/"]; got != "02T08:00-02T09:00" {
		t.Errorf("an hour is left of two: %s", got)
	}
}

// What a dispatch list says is left follows setting 14 and counts from the whole of the operation, also when it had begun
// when it was planned.
func TestSurplusCountsFromTheWhole(t *testing.T) {
	each(t, true, func(h *house) {
		o := &h.shop.Moulds[0].Parts[0].Ops[0]
		o.Minutes, o.Setup, o.Status, o.OnMachine, o.Reported = 600, 0, 1, "m1", 300
		h.shop.Moulds[1].Parts[0].Qty = 4
		h.actor.Zone = h.shop.Zone
		h.enter(h.actor)
		s := h.hasPlan()
		h.must(h.publish(s))
		h.clock(time.Now().AddDate(0, 1, 0))
		line := func(id string) (x aps.DispatchTask) {
			h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
				d, err := h.aps.Dispatch(h.ctx, tx, time.Now().AddDate(0, 1, 0).Format(time.DateOnly), "", "")
				if err != nil {
					return err
				}
				for _, g := range d.Groups {
					for _, r := range g.Resources {
						for _, t := range r.Tasks {
							if t.TaskID == id {
								x = t
							}
						}
					}
				}
				return nil
			}))
			return x
		}
		// APS-CAP-08: a ratio has six decimals.
		for reported, want := range map[quantity.Minutes]struct {
			left quantity.Minutes
			rate float64
		}{400: {200, 66.666667}, 700: {120, 85.365854}} {
			h.mu.Lock()
			o.Reported = reported
			h.mu.Unlock()
			if x := line("A001-10"); x.SurplusHours != want.left || x.ReachRate == nil || *x.ReachRate != want.rate {
				h.Errorf("%d of 600 reported: %d left, reached %v", reported, x.SurplusHours, x.ReachRate)
			}
		}
		h.mu.Lock()
		pieces := &h.shop.Moulds[1].Parts[0].Ops[0]
		pieces.Status, pieces.OnMachine, pieces.Reported, pieces.QtyDone = 1, "m2", 10, 3
		h.mu.Unlock()
		if x := line("A002-10"); x.ReachRate == nil || *x.ReachRate != 75 {
			h.Errorf("three of four pieces: %v", x.ReachRate)
		}
	})
}

// Material, and parts that are built in, hold all branches of the first operation back.
func TestFirstOperationsWaitTogether(t *testing.T) {
	shop, ops := oneMould()
	arrives := at(t, shop.Zone, "2026-03-03 08:00")
	part := &shop.Moulds[0].Parts[0]
	ops[0].Branch, ops[1].No, ops[1].Branch = "a", 10, "b"
	part.MaterialReady = &arrives
	got := planned(t, shop)
	if got["A001/P1/10/a"] != "03T08:00-03T12:00" || got["A001/P1/10/b"] != "03T08:00-03T13:00" {
		t.Errorf("before the material: %v", got)
	}
	part.MaterialReady = nil
	shop.Moulds[0].Parts = append(shop.Moulds[0].Parts, model.Part{ID: "p2", No: "P2", Parent: "P1", Ops: []model.Operation{{ID: "p2-10", No: 10, GroupID: "g-fit", Minutes: 240, Crew: 1, Pausable: true}}})
	got = planned(t, shop)
	if got["A001/P1/10/a"] != "02T13:00-02T17:00" || got["A001/P1/10/b"] != "02T13:00-02T18:00" {
		t.Errorf("before what is built in: %v", got)
	}
}

// A supplier's lead for a process beats its own; a way without hours takes the default flow time.
func TestSupplierLeadsAndWays(t *testing.T) {
	shop, ops := oneMould()
	ops[1].Outsource, ops[1].SupplierID, ops[1].ProcessID = 2, "s1", "heat"
	shop.Suppliers[0].Out = 240
	shop.Suppliers[0].Processes = map[string]quantity.Decimal{"heat": quantity.Whole(1)}
	got := plannedWith(t, shop, map[string]any{"defaultFlowTime": 2.0})
	// Milled until noon, four hours out, a day there, two hours back: until after the shift.
	if got["A001/P1/20/"] != "02T16:00-03T16:00" || got["A001/P1/30/"] != "04T08:00-04T10:00" {
		t.Errorf("%v", got)
	}
}

// The wait after a finished predecessor holds for what names it, and only for that.
func TestWaitAfterFinishedFollowsPred(t *testing.T) {
	for pred, want := range map[string]string{"": "02T08:00-02T10:00", "10": "02T13:00-02T15:00", "P1/10": "02T13:00-02T15:00", "20": "02T08:00-02T10:00"} {
		shop, ops := oneMould()
		ended := at(t, shop.Zone, "2026-03-02 07:00")
		for i := range 2 {
			ops[i].Status, ops[i].OnMachine, ops[i].RealStart, ops[i].RealEnd = 3, "m1", &ended, &ended
		}
		ops[0].Lag, ops[2].Pred = 360, pred
		if got := planned(t, shop)["A001/P1/30/"]; got != want {
			t.Errorf("pred %q: %s, want %s", pred, got, want)
		}
	}
}

// The way from finished work counts as that from planned work does: along a route, by what an operation names, into an
// assembly and from an electrode to its burn. Nearer places have shorter ways.
func TestTheWayFromFinishedWorkCounts(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(s *model.Shop, ops []model.Operation, done func(o *model.Operation, on string))
		op     string
		want   string
	}{
		{"along the route", func(_ *model.Shop, ops []model.Operation, done func(*model.Operation, string)) {
			done(&ops[0], "m1")
			done(&ops[1], "e1")
		}, "A001/P1/30/", "02T10:00-02T12:00"}, // ended at 07:00, three hours on the way
		{"with the wait", func(_ *model.Shop, ops []model.Operation, done func(*model.Operation, string)) {
			done(&ops[0], "m1")
			done(&ops[1], "e1")
			ops[1].Lag = 60
		}, "A001/P1/30/", "02T11:00-02T14:00"},
		{"in one group", func(_ *model.Shop, ops []model.Operation, done func(*model.Operation, string)) {
			done(&ops[0], "m1")
			ops[1].GroupID, ops[1].Unattended = ops[0].GroupID, false
		}, "A001/P1/20/", "02T08:00-02T14:00"},
		{"a pair of its own", func(s *model.Shop, ops []model.Operation, done func(*model.Operation, string)) {
			s.Flows = []model.Flow{{From: "m1", To: "g-fit", Minutes: 90}}
			done(&ops[0], "m1")
			ops[1].GroupID, ops[1].Unattended, ops[1].Setup, ops[1].Minutes = "g-fit", false, 0, 60
		}, "A001/P1/20/", "02T08:30-02T09:30"},
		{"named in another part", func(s *model.Shop, ops []model.Operation, done func(*model.Operation, string)) {
			other := model.Part{ID: "p2", No: "P2", Ops: []model.Operation{{ID: "p2-10", No: 10, GroupID: "g-fit", Minutes: 60, Crew: 1}}}
			done(&other.Ops[0], "g-fit")
			s.Moulds[0].Parts = append(s.Moulds[0].Parts, other)
			ops[0].Pred = "P2/10"
		}, "A001/P1/10/", "02T10:00-02T15:00"},
		{"into an assembly", func(s *model.Shop, ops []model.Operation, done func(*model.Operation, string)) {
			other := model.Part{ID: "p2", No: "P2", Parent: "P1", Ops: []model.Operation{{ID: "p2-10", No: 10, GroupID: "g-fit", Minutes: 60, Crew: 1}}}
			done(&other.Ops[0], "g-fit")
			s.Moulds[0].Parts = append(s.Moulds[0].Parts, other)
			ops[0].Pred = ""
		}, "A001/P1/10/", "02T10:00-02T15:00"},
		{"an electrode to its burn", func(s *model.Shop, ops []model.Operation, done func(*model.Operation, string)) {
			made := model.Part{ID: "el", No: "E1", Electrode: true, Ops: []model.Operation{{ID: "el-10", No: 10, GroupID: "g-fit", Minutes: 60, Crew: 1}}}
			done(&made.Ops[0], "g-fit")
			s.Moulds[0].Parts = append(s.Moulds[0].Parts, made)
			ops[1].EDM, ops[1].Burns, ops[1].No, ops[0].No = true, []model.Burn{{PartID: "el", Minutes: 270}}, 10, 20
		}, "A001/P1/10/", "02T10:00-02T15:00"},
		{"not when work has begun", func(_ *model.Shop, ops []model.Operation, done func(*model.Operation, string)) {
			done(&ops[0], "m1")
			ops[1].Status, ops[1].OnMachine, ops[1].Reported = 1, "e1", 240
		}, "A001/P1/20/", "02T08:00-02T09:00"},
	} {
		shop, ops := oneMould()
		ended := at(t, shop.Zone, "2026-03-02 07:00")
		row.change(shop, ops, func(o *model.Operation, on string) {
			o.Status, o.OnMachine, o.RealStart, o.RealEnd = 3, on, &ended, &ended
		})
		if got := plannedWith(t, shop, map[string]any{"defaultFlowTime": 3.0, "electrodePreProcessTime": 0.0})[row.op]; got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}
