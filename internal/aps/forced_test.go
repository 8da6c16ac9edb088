package aps_test

import (
	"fmt"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// A part with a due date of its own that is late counts, shows and explains, though its mould is on time; one that is on time
// counts as well.
func TestLateForcedDeliveriesCountShowAndExplain(t *testing.T) {
	each(t, true, func(h *house) {
		soon, later := time.Now().Add(2*time.Hour).Truncate(time.Minute), time.Now().AddDate(0, 0, 15).Truncate(time.Minute)
		h.mu.Lock()
		h.shop.Moulds[0].Parts[0].Due, h.shop.Moulds[1].Parts[0].Due = &soon, &later
		h.mu.Unlock()
		s := h.hasPlan()
		var e *result.Evaluation
		var list explaining.WhyList
		var why *explaining.Why
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
			if e, err = h.aps.EvaluationOf(h.ctx, tx, s.ID, 0); err != nil {
				return err
			}
			if list, err = h.aps.WhyList(h.ctx, tx, s.ID, 0); err != nil {
				return err
			}
			why, err = h.aps.Explain(h.ctx, tx, s.ID, 0, "", "A001-30")
			return err
		}))
		rows := h.rowsOf(s)
		end := rows["A001-30"].PlannedEnd
		if e.Figures.Moulds != 3 || e.Figures.Late != 0 || e.Figures.Forced != 2 || e.Figures.ForcedLate != 1 {
			h.Errorf("it counts: %d of %d moulds, %d of %d forced deliveries are late", e.Figures.Late, e.Figures.Moulds, e.Figures.ForcedLate, e.Figures.Forced)
		}
		late := int(end.Sub(soon).Minutes())
		if len(e.Forced) != 1 {
			h.Fatalf("%+v", e.Forced)
		}
		if d := e.Forced[0]; d.MouldNo != "A001" || d.PartNo != "P1" || d.TaskID != "A001-30" || !d.Due.Equal(soon) || d.End == nil || !d.End.Equal(*end) || d.Late != late {
			h.Errorf("it is named: %+v, should be %d minutes late", d, late)
		}
		for id, want := range map[string]bool{"A001-10": true, "A001-30": true, "A002-30": false, "A003-30": false} {
			if x := rows[id]; x.Late != want || x.Late && *x.Slack > 0 {
				h.Errorf("it shows: %s late %v, %v h to spare", id, x.Late, x.Slack)
			}
		}
		if x := rows["A001-10"]; x.SourceFlag != model.SourceForced || x.Priority != 100 {
			h.Errorf("its source is %d, its priority %d", x.SourceFlag, x.Priority)
		}
		// What hurts most stands first: it is the only one late.
		if first := list.Rows[0]; first.MouldNo != "A001" || first.Late != 0 || len(first.Forced) != 1 || first.Forced[0].Late != late || len(list.Rows[1].Forced) != 0 {
			h.Errorf("why late: %+v", list.Rows)
		}
		if why.Late != late || why.Due == nil || !why.Due.Equal(soon) || why.Verdict == "onTime" {
			h.Errorf("it is explained: %d minutes late, due %v, %s", why.Late, why.Due, why.Verdict)
		}
	})
}

// What publishing would change names forced deliveries as parts: a mould that is on time does not become late with one of
// them. Conflicts of the new plan are named too.
func TestDifferenceNamesForcedDeliveriesAndConflicts(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(h.get(s.ID)))
		soon := time.Now().Add(2 * time.Hour).Truncate(time.Minute)
		later := time.Now().AddDate(0, 0, 15).Truncate(time.Minute)
		difference := func() *compare.Difference { return h.difference(s) }
		again := func(due *time.Time) {
			h.mu.Lock()
			h.shop.Moulds[0].Parts[0].Due = due
			h.mu.Unlock()
			h.start(h.get(s.ID))
			h.settled(s)
		}
		again(&soon)
		d := difference()
		if len(d.Late) != 0 || len(d.LateParts) != 1 || len(d.RescuedParts) != 0 || len(d.Conflicts) != 0 {
			h.Fatalf("late moulds %+v, late parts %+v", d.Late, d.LateParts)
		}
		if x := d.LateParts[0]; x.MouldNo != "A001" || x.PartNo != "P1" || x.BatchNo != "" || x.After == nil || !x.After.After(soon) {
			h.Errorf("the late part: %+v", x)
		}
		h.must(h.publish(h.get(s.ID)))
		again(&later)
		if d := difference(); len(d.RescuedParts) != 1 || len(d.LateParts) != 0 || len(d.Rescued) != 0 {
			h.Errorf("on time again: %+v, %+v", d.RescuedParts, d.Rescued)
		}
		h.must(h.publish(h.get(s.ID)))
		night := sundayNight()
		h.mu.Lock()
		for i := range 2 {
			op := &h.shop.Moulds[i].Parts[0].Ops[0]
			op.Lock, op.LockMachine, op.LockStart = 2, "m1", &night
		}
		h.mu.Unlock()
		h.start(h.get(s.ID))
		h.settled(s)
		// Two tasks, though each breaks two rules: the calendar, and that the machine has the other. One count everywhere.
		if e, rows := h.evaluation(s), h.tasks(aps.TaskQuery{ScheduleID: s.ID, State: "conflict"}); e.Figures.Conflicts != 2 || len(rows) != 2 {
			h.Errorf("the evaluation counts %d conflicts, the task table %d", e.Figures.Conflicts, len(rows))
		}
		if d := difference(); len(d.Conflicts) != 2 || d.Conflicts[0].TaskID != "A001-10" || d.Conflicts[0].OpNo != 10 || d.Conflicts[0].Rules[0].Words.En != "Resource occupied" || d.Conflicts[0].Rules[0].With != "A002/P1/10" || d.Conflicts[0].Rules[0].Hours <= 0 {
			h.Errorf("conflicts: %+v", d.Conflicts)
		}
	})
}

// A forced delivery that the dates of today make late, or bring back, is told beside the plan in force wherever its moulds are,
// one that got its date after the run too; so does the question of a plan that was made before the date.
func TestForcedDeliveriesLateByTheDatesOfToday(t *testing.T) {
	each(t, true, func(h *house) {
		due := func(mould int, at *time.Time) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.shop.Moulds[mould].Parts[0].Due = at
		}
		today := func(s *entity.Schedule) *plan.LateToday {
			var list aps.ScheduleList
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
				list, err = h.aps.List(h.ctx, tx, aps.ListQuery{ID: s.ID})
				return err
			}))
			for _, v := range h.versionList(s) {
				if v.InForce && fmt.Sprintf("%+v", v.Today) != fmt.Sprintf("%+v", list.Rows[0].Today) {
					h.Errorf("the versions say %+v, the list %+v", v.Today, list.Rows[0].Today)
				}
			}
			return list.Rows[0].Today
		}
		soon, later := time.Now().Add(2*time.Hour).Truncate(time.Minute), time.Now().AddDate(0, 0, 15).Truncate(time.Minute)
		s := h.hasPlan()
		h.must(h.publish(s))
		again := h.planned(h.schedule("again", 0))
		due(1, &later)
		if got := today(s); got != nil {
			h.Errorf("a date that holds: %+v", got)
		}
		due(0, &soon)
		if got := today(s); got == nil || got.Late != 0 || len(got.Moulds) != 0 || got.ForcedLate != 1 || fmt.Sprint(got.LateParts, got.OnTimeParts) != "[{A001 P1 }] []" {
			h.Errorf("a date that is missed: %+v", got)
		}
		if d := h.difference(again); len(d.LateParts) != 1 || d.LateParts[0].MouldNo != "A001" || d.LateParts[0].Cause != "newDate" || len(d.Late) != 0 {
			h.Errorf("the question says %+v of parts, %+v of moulds", d.LateParts, d.Late)
		}
		file := h.linesOf(h.aps.Export(h.ctx, aps.ListQuery{Sort: "createTime"}, []string{"late", "lateToday", "partsLateToday"}, "csv"))
		if len(file) != 3 || file[1] != "0 | 0 | 1" {
			h.Errorf("the file of the list says %q", file)
		}
		s = h.planned(s)
		h.must(h.publish(s))
		if got := today(s); got != nil {
			h.Errorf("planned with its date: %+v", got)
		}
		due(0, &later)
		if got := today(s); got == nil || got.ForcedLate != 0 || fmt.Sprint(got.LateParts, got.OnTimeParts) != "[] [{A001 P1 }]" {
			h.Errorf("put right by a later date: %+v", got)
		}
		// Carried over by another schedule it is told there.
		one := h.planned(h.schedule("one", 0, "mould-A002"))
		h.must(h.publish(one))
		due(0, &soon)
		if got := today(one); got == nil || got.ForcedLate != 1 || fmt.Sprint(got.LateParts, got.OnTimeParts) != "[{A001 P1 }] []" {
			h.Errorf("carried over: %+v", got)
		}
		due(0, nil)
		if got := today(one); got != nil {
			h.Errorf("without a date: %+v", got)
		}
	})
}
