package aps_test

import (
	"strings"
	"testing"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// lines counts the rows of a table.
func (h *house) lines(table string) (n int) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
		var counts []int
		err := tx.Query(h.ctx, &counts, "SELECT COUNT(*) FROM "+table+" t WHERE {t}")
		if err == nil {
			n = counts[0]
		}
		return err
	}))
	return n
}

func (h *house) sql(statement string) {
	h.Helper()
	_, err := h.db.Pool().ExecContext(h.ctx, statement)
	h.must(err)
}

// The heart of a run beats until its plan is stored: a large plan may take longer than the reaper waits.
func TestHeartBeatsWhileThePlanIsStored(t *testing.T) {
	each(t, true, func(h *house) {
		if !h.db.Postgres() {
			h.Skip("SQLite has one writer: nothing can hold the plan up and let the heart beat")
		}
		s := h.schedule("s", 0)
		block, err := h.db.Pool().BeginTx(h.ctx, nil)
		h.must(err)
		defer func() { _ = block.Rollback() }()
		_, err = block.ExecContext(h.ctx, "LOCK TABLE plan_task IN SHARE MODE")
		h.must(err)
		run := h.start(s)
		h.until("the store phase", func() bool { return h.run(run.ID).Phase == "store" })
		seen := h.run(run.ID).HeartbeatAt
		h.until("another beat", func() bool { return h.run(run.ID).HeartbeatAt.After(seen) })
		h.must(block.Rollback())
		if got := h.settled(s); got.Status != entity.Completed {
			h.Errorf("ended as %+v", got)
		}
	})
}

// Of a plan that cannot be stored whole nothing stays, whether a run has made it or moves.
func TestHalfStoredPlanGoes(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		rows := h.rowsOf(s)
		later := rows["A001-10"].PlannedStart.AddDate(0, 0, 5)
		plans, tasks := h.lines("plan"), h.lines("plan_task")
		if h.db.Postgres() {
			h.sql("ALTER TABLE plan_task ADD CONSTRAINT full_disk CHECK (op_no <> 30) NOT VALID")
		} else {
			h.sql("CREATE TRIGGER full_disk BEFORE INSERT ON plan_task WHEN NEW.op_no = 30 BEGIN SELECT RAISE(ABORT, 'disk full'); END")
		}
		if _, err := h.aps.Commit(h.ctx, s.ID, s.PlanID, s.Version, []draft.PlanChange{{Kind: "move", TaskID: "A001-10", Start: &later}}); err == nil || strings.HasPrefix(said(err), "2") {
			h.Errorf("the commit says %s", said(err))
		}
		if p, n := h.lines("plan"), h.lines("plan_task"); p != plans || n != tasks {
			h.Errorf("after a commit %d plans and %d tasks, were %d and %d", p, n, plans, tasks)
		}
		h.start(s)
		if got := h.settled(s); got.RunStatus != entity.RunFailure || got.PlanID != s.PlanID {
			h.Errorf("the run ended as %+v", got)
		}
		if p, n := h.lines("plan"), h.lines("plan_task"); p != plans || n != tasks {
			h.Errorf("after a run %d plans and %d tasks, were %d and %d", p, n, plans, tasks)
		}
	})
}
