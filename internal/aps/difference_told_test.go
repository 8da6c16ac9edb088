package aps_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/store"
)

// dueAt moves the delivery of a mould.
func (h *house) dueAt(mould int, at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	at = at.Truncate(time.Minute)
	h.shop.Moulds[mould].Delivery = &at
}

// planned runs a schedule anew.
func (h *house) planned(s *entity.Schedule) *entity.Schedule {
	h.Helper()
	h.start(s)
	return h.settled(s)
}

// A later date puts a late mould right where it stands in force. A new version that ends it after that date makes it late
// again, and says so.
func TestAMouldThatADateHasPutRightBecomesLateAgain(t *testing.T) {
	each(t, true, func(h *house) {
		h.dueSoon(0)
		s := h.hasPlan()
		h.must(h.publish(s))
		end := h.rowsOf(s)["A001-30"].PlannedEnd
		h.dueAt(0, end.AddDate(0, 0, 3))
		s = h.planned(s)
		if d := h.difference(s); lateIn(d) != "" || len(d.Rescued) != 1 || d.Rescued[0].MouldNo != "A001" {
			t := lateIn(d)
			h.Errorf("with a later date: late %q, rescued %+v", t, d.Rescued)
		}
		s = h.moved(s, "A001-30", 12)
		if got := lateIn(h.difference(s)); got != "A001 ACME newPlan" {
			h.Errorf("moved beyond the later date: %q", got)
		}
		h.must(h.publish(s))
		if d := h.difference(s); !slices.Equal(d.LateAfter, []string{"A001"}) {
			h.Errorf("late once it is in force: %q", d.LateAfter)
		}
	})
}

// What people were told stays told while schedules of other moulds come in force in between: by a new date, and without
// any operation.
func TestNobodyIsToldTwiceAcrossSchedules(t *testing.T) {
	each(t, true, func(h *house) {
		h.mu.Lock()
		h.shop.Moulds[2].Parts = nil
		h.mu.Unlock()
		all := h.hasPlan()
		h.must(h.publish(all)) // A003 has no operations
		h.dueSoon(0)
		for i, want := range []string{"A001 ACME newDate", "", "", ""} {
			one := h.planned(h.schedule("part "+string(rune('a'+i)), 0, "mould-A002"))
			if got := lateIn(h.difference(one)); got != want {
				h.Errorf("publication %d makes late: %q, not %q", i+1, got, want)
			}
			h.must(h.publish(one))
		}
		all = h.planned(all)
		d := h.difference(all)
		if got := lateIn(d); got != "" || !slices.Equal(d.LateAfter, []string{"A001", "A003"}) {
			h.Errorf("the first schedule anew makes late: %q; late then: %q", got, d.LateAfter)
		}
	})
}

// A mould that is carried over is late by the date of today, on every screen of the plan that carries it.
func TestCarriedMouldsAreHeldToTheDateOfToday(t *testing.T) {
	each(t, true, func(h *house) {
		h.dueSoon(2)
		all := h.hasPlan()
		h.must(h.publish(all))
		h.dueSoon(0)
		h.dueAt(2, time.Now().AddDate(0, 2, 0))
		one := h.planned(h.schedule("one", 0, "mould-A002"))
		rows := h.rowsOf(one)
		for id, late := range map[string]bool{"A001-10": true, "A001-30": true, "A002-30": false, "A003-30": false} {
			if rows[id].Late != late {
				h.Errorf("%s is late: %v", id, rows[id].Late)
			}
		}
		// States count the schedule's own tasks, as its evaluation does.
		for state, want := range map[string]int{"late": 0, "scheduled": 3, "carried": 6} {
			if got := len(h.tasks(aps.TaskQuery{ScheduleID: one.ID, State: state})); got != want {
				h.Errorf("%d tasks are %s, not %d", got, state, want)
			}
		}
		// Its figures count its own mould; list, versions and file say beside them what it carries over.
		var list aps.ScheduleList
		var versions plan.Versions
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
			if list, err = h.aps.List(h.ctx, tx, aps.ListQuery{ID: one.ID}); err == nil {
				versions, err = h.aps.Versions(h.ctx, tx, one.ID)
			}
			return err
		}))
		if v := list.Rows[0]; v.Moulds != 1 || v.Late != 0 || v.CarriedMoulds != 2 || v.CarriedLate != 1 {
			h.Errorf("the list says %d moulds, %d late, %d carried over, %d of them late", v.Moulds, v.Late, v.CarriedMoulds, v.CarriedLate)
		}
		if v := versions.Rows[0]; v.Moulds != 1 || v.CarriedMoulds != 2 || v.CarriedLate != 1 {
			h.Errorf("the version says %d moulds, %d carried over, %d of them late", v.Moulds, v.CarriedMoulds, v.CarriedLate)
		}
		columns := []string{"name", "moulds", "late", "carriedMoulds", "carriedLate"}
		if got := h.linesOf(h.aps.Export(h.ctx, aps.ListQuery{Sort: "-carriedLate"}, columns, "csv")); len(got) != 3 || got[1] != "one | 1 | 0 | 2 | 1" || !strings.HasSuffix(got[2], " | 0 | 0") {
			h.Errorf("the file says %q", got)
		}
		h.must(h.publish(one))
		if got := len(h.tasks(aps.TaskQuery{MouldNo: "A001", State: "late"})); got != 3 {
			h.Errorf("asked by its number, %d tasks of A001 are late", got)
		}
		for _, m := range h.gantt(one).Moulds {
			if m.Late != (m.No == "A001") {
				h.Errorf("the Gantt says of %s late: %v", m.No, m.Late)
			}
		}
	})
}

// Work that has been deleted is not carried on: a mould that lost all of it is named with the reason, one that lost some
// keeps the rest.
func TestDeletedOperationsAreNotCarriedOver(t *testing.T) {
	each(t, true, func(h *house) {
		h.must(h.publish(h.hasPlan()))
		h.mu.Lock()
		h.shop.Moulds[0].Parts = nil
		h.shop.Moulds[2].Parts[0].Ops = slices.Clone(h.shop.Moulds[2].Parts[0].Ops[:2])
		h.mu.Unlock()
		one := h.planned(h.schedule("one", 0, "mould-A002"))
		carried := []string{}
		for id, r := range h.rowsOf(one) {
			if r.Carried {
				carried = append(carried, id)
			}
		}
		slices.Sort(carried)
		if !slices.Equal(carried, []string{"A003-10", "A003-20"}) {
			h.Errorf("carried over: %q", carried)
		}
		if got := lateIn(h.difference(one)); got != "A001 ACME notPlanned No operations" {
			h.Errorf("publishing makes late: %q", got)
		}
		h.must(h.publish(one))
		one = h.planned(one)
		if got := lateIn(h.difference(one)); got != "" {
			h.Errorf("told again: %q", got)
		}
	})
}

// An earlier date that a schedule holds a mould to stays with its work in force: while other moulds are published beside it,
// nobody is told that the mould is on time, and nobody that it is late once more.
func TestTheDateOfAScheduleStaysWithItsMould(t *testing.T) {
	each(t, true, func(h *house) {
		start := nextMonday(time.Now())
		early := start.Add(2 * time.Hour)
		held, err := h.save(entity.Config{Name: "held", StartTime: &start, MouldIDs: []string{"mould-A001"}, Moulds: []entity.MouldRow{{MouldID: "mould-A001", Delivery: &early}}, Settings: map[string]any{"timeLimitSeconds": 0.0}})
		h.must(err)
		held = h.planned(held)
		if d := h.difference(held); !slices.Equal(d.LateAfter, []string{"A001"}) {
			h.Fatalf("held to an early date: late %q", d.LateAfter)
		}
		h.must(h.publish(held))
		for i := range 2 {
			one := h.planned(h.schedule("part "+string(rune('a'+i)), 0, "mould-A002"))
			if d := h.difference(one); lateIn(d) != "" || len(d.Rescued) != 0 || !slices.Equal(d.LateAfter, []string{"A001"}) {
				h.Errorf("publication %d: late %q, rescued %+v, late after %q", i+1, lateIn(d), d.Rescued, d.LateAfter)
			}
			for id, row := range h.rowsOf(one) {
				if row.MouldNo == "A001" && !row.Late {
					h.Errorf("publication %d carries %s as on time", i+1, id)
				}
			}
			h.must(h.publish(one))
		}
		held = h.planned(held)
		if d := h.difference(held); lateIn(d) != "" || len(d.Rescued) != 0 {
			h.Errorf("planned anew: late %q, rescued %+v", lateIn(d), d.Rescued)
		}
		// Without the early date it is on time by its own.
		held, err = h.save(entity.Config{ID: held.ID, Version: held.Version, Name: "held", StartTime: &start, MouldIDs: []string{"mould-A001"}, Settings: map[string]any{"timeLimitSeconds": 0.0}})
		h.must(err)
		if d := h.difference(h.planned(held)); len(d.Rescued) != 1 || len(d.LateAfter) != 0 {
			h.Errorf("without the early date: rescued %+v, late after %q", d.Rescued, d.LateAfter)
		}
	})
}

// A part that is carried over is held to the date that it has today, earlier or later.
func TestACarriedPartIsHeldToTheDateOfToday(t *testing.T) {
	each(t, true, func(h *house) {
		due := func(at time.Time) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.shop.Moulds[0].Parts[0].Due = &at
		}
		all := h.hasPlan()
		end := *h.rowsOf(all)["A001-30"].PlannedEnd
		due(end.AddDate(0, 0, 2))
		all = h.planned(all)
		h.must(h.publish(all))
		end = *h.rowsOf(all)["A001-30"].PlannedEnd
		due(end.Add(-time.Hour))
		one := h.planned(h.schedule("beside", 0, "mould-A002"))
		if d := h.difference(one); len(d.LateParts) != 1 || d.LateParts[0].MouldNo != "A001" || len(d.RescuedParts) != 0 {
			h.Errorf("an earlier date: late parts %+v, no longer late %+v", d.LateParts, d.RescuedParts)
		}
		h.must(h.publish(one))
		due(end.AddDate(0, 0, 2))
		two := h.planned(h.schedule("beside again", 0, "mould-A002"))
		if d := h.difference(two); len(d.LateParts) != 0 || len(d.RescuedParts) != 1 || d.RescuedParts[0].MouldNo != "A001" {
			h.Errorf("a later date: late parts %+v, no longer late %+v", d.LateParts, d.RescuedParts)
		}
	})
}
