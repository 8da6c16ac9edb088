package aps_test

import (
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/platform/quantity"
)

// What runs goes on where it stands, and what is locked stays there, whatever the settings let be made on that machine:
// facts and locks stand above eligibility.
func TestFactsAndLocksStandAboveEligibility(t *testing.T) {
	ten := time.Date(2026, 3, 2, 2, 0, 0, 0, time.UTC) // 10:00 in Shanghai
	for _, row := range []struct {
		name   string
		change func(s *aps.Shop, o *aps.Operation)
		times  string
	}{
		{"it runs", func(_ *aps.Shop, o *aps.Operation) { o.Status, o.OnMachine, o.Reported = 1, "m2", 120 }, "02T08:00-02T10:00"},
		{"it is paused", func(_ *aps.Shop, o *aps.Operation) { o.Status, o.OnMachine, o.Reported = 2, "m2", 120 }, "02T08:00-02T10:00"},
		{"its machine is locked", func(_ *aps.Shop, o *aps.Operation) { o.Lock, o.LockMachine = 1, "m2" }, "02T08:00-02T12:00"},
		{"machine and times are locked", func(_ *aps.Shop, o *aps.Operation) { o.Lock, o.LockMachine, o.LockStart = 2, "m2", &ten }, "02T10:00-02T15:00"},
	} {
		for why, forbid := range map[string]func(s *aps.Shop, p *aps.Part){
			"too coarse": func(s *aps.Shop, p *aps.Part) { p.Grade, s.Machines[1].Level = 1, 2 },
			"too small": func(s *aps.Shop, p *aps.Part) {
				p.Height, s.Machines[1].Limits.Height = quantity.Whole(9), quantity.Whole(8)
			},
			"all too small": func(s *aps.Shop, p *aps.Part) {
				p.Height, s.Machines[0].Limits.Height, s.Machines[1].Limits.Height = quantity.Whole(9), quantity.Whole(8), quantity.Whole(8)
			},
			"not in its row": func(_ *aps.Shop, p *aps.Part) { p.Ops[0].Machines = []aps.Eligible{{MachineID: "m1"}} },
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
		when := time.Now().AddDate(0, 0, 3).Truncate(time.Hour)
		for i, lock := range []int{1, 2} {
			o := &h.shop.Moulds[i].Parts[0].Ops[0]
			o.Machines, o.Lock, o.LockMachine = []aps.Eligible{{MachineID: "m1"}}, lock, "m2"
			if lock == 2 {
				o.LockStart = &when
			}
		}
		rows := h.rowsOf(h.hasPlan())
		for _, id := range []string{"A001-10", "A002-10"} {
			if x := rows[id]; x.ResourceID != "m2" || x.Conflict == "" || x.PlannedHours != 240 {
				h.Errorf("%s: on %s for %d minutes, conflict %q", id, x.ResourceID, x.PlannedHours, x.Conflict)
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
