package aps_test

import (
	"strings"
	"testing"

	"mouldworks/internal/aps"
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

// An attempt that another has taken over writes nothing more, and leaves the run to it.
func TestStaleAttemptStoresNothing(t *testing.T) {
	each(t, false, func(h *house) {
		run := h.start(h.schedule("s", 0))
		h.must(h.aps.WorkAndWait(h.ctx, func() {
			h.must(h.write(func(tx store.Tx) error {
				_, err := tx.Change((*entity.Run)(nil)).Set("attempt = ?", 2).Where("id = ?", run.ID).Exec(h.ctx)
				return err
			}))
		}))
		if plans, tasks := h.lines("plan"), h.lines("plan_task"); plans+tasks != 0 {
			h.Errorf("%d plans and %d tasks are left", plans, tasks)
		}
		if got := h.run(run.ID); got.State != "running" || got.Attempt != 2 {
			h.Errorf("the run is %s %d", got.State, got.Attempt)
		}
	})
}

// A run that is cancelled while it reads the shop was cancelled and has not failed; one that another attempt has taken over
// stays that attempt's.
func TestStoppedWhileItReadsTheShop(t *testing.T) {
	for stale, want := range map[bool]string{false: "cancelled", true: "running"} {
		each(t, false, func(h *house) {
			run := h.start(h.schedule("s", 0))
			h.must(h.aps.WorkStopped(h.ctx, stale))
			if got := h.run(run.ID); got.State != want || got.Message != "" {
				h.Errorf("the run is %s %q, want %s", got.State, got.Message, want)
			}
		})
	}
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
		if _, err := h.aps.Commit(h.ctx, s.ID, s.PlanID, s.Version, []aps.PlanChange{{Kind: "move", TaskID: "A001-10", Start: &later}}); err == nil || strings.HasPrefix(said(err), "2") {
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
