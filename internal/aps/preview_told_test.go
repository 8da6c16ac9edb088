package aps_test

import (
	"errors"
	"strings"
	"testing"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The log says which version a kept change made of which, and the tasks that somebody moved.
func TestTheLogNamesWhatWasChangedByHand(t *testing.T) {
	each(t, true, func(h *house) {
		h.moved(h.hasPlan(), "A001-10", 2)
		var log []store.Operation
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			return tx.Select(&log).Where("entity = ?", "schedule").Where("action = ?", store.ActionChange).Scan(h.ctx)
		}))
		if len(log) != 1 {
			h.Fatalf("%d lines", len(log))
		}
		want := `[{"field":"planNumber","before":1,"after":2},{"field":"tasks","before":null,"after":["A001/P1/10"]}]`
		if got := string(log[0].Changes); got != want {
			h.Errorf("the log says %s", got)
		}
	})
}

// A move to where a task is makes no version: nobody could tell the two apart.
func TestAMoveToWhereATaskIsIsNotKept(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		tried := 0
		for id, row := range h.rowsOf(s) {
			if row.PlannedStart == nil || row.Outsourced {
				continue
			}
			tried++
			_, err := h.keep(s, draft.PlanChange{Kind: "move", TaskID: id, ResourceID: row.ResourceID, Start: row.PlannedStart})
			if refused, is := errors.AsType[*problem.Problem](err); !is || !strings.Contains(refused.Text.En, "there is nothing to keep") {
				h.Errorf("%s stays at %v: %v", id, row.PlannedStart, err)
			}
		}
		if tried < 6 {
			h.Errorf("%d tasks", tried)
		}
	})
}

// A plan that is kept by hand is compared with the plan that is in force then; its run knew none.
func TestAKeptPlanIsComparedWithThePlanInForce(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		if e := h.evaluation(s); e.Figures.Compared != 0 {
			h.Errorf("the run compared %d tasks with nothing", e.Figures.Compared)
		}
		kept := h.moved(s, "A001-10", 3)
		if e, tasks := h.evaluation(kept), len(h.rowsOf(kept)); e.Figures.Compared != tasks || e.Figures.Moved == 0 || e.Figures.Moved == tasks {
			h.Errorf("%d of %d tasks are compared, %d have moved", e.Figures.Compared, tasks, e.Figures.Moved)
		}
	})
}
