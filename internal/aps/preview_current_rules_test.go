package aps_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// Changes are made for a plan, or for a version of its schedule. They are kept as long as their tasks stand in the newest plan as
// they stood in that one, and no run has come between.
func TestForWhichPlanChangesAreKept(t *testing.T) {
	each(t, true, func(h *house) {
		none, other := h.schedule("never run", 0), h.schedule("other", 0)
		h.start(other)
		other = h.settled(other)
		s := h.hasPlan()
		first := s.PlanID
		move := func(task string, days int) draft.PlanChange {
			later := h.rowsOf(h.get(s.ID))[task].PlannedStart.AddDate(0, 0, days)
			return draft.PlanChange{Kind: "move", TaskID: task, Start: &later}
		}
		keep := func(what, planID string, version int64, want string, changes ...draft.PlanChange) {
			h.Helper()
			before := h.get(s.ID).PlanID
			_, err := h.aps.Commit(h.ctx, s.ID, planID, version, changes)
			if got := said(err); want == "" && err != nil || want != "" && !strings.HasPrefix(got, want) {
				h.Errorf("%s: %s, want %s", what, got, want)
			}
			if kept := h.get(s.ID).PlanID != before; kept != (want == "") {
				h.Errorf("%s: another plan %v", what, kept)
			}
		}
		away := move("A001-30", 5)
		keep("for no plan", "", 0, "422 planId required", away)
		keep("for an older version", first, s.Version-1, "20009", away)
		keep("for a plan of another schedule", other.PlanID, 0, "422 planId reference", away)
		keep("for a plan that is gone", "gone", 0, "20009", away)
		if _, err := h.aps.Commit(h.ctx, none.ID, first, 0, []draft.PlanChange{away}); !strings.Contains(said(err), "never run") {
			h.Errorf("without a plan: %s", said(err))
		}
		before := h.rowsOf(s)
		keep("for the newest plan", first, 0, "", away)
		still := "" // a task that has stayed
		for id, row := range h.rowsOf(h.get(s.ID)) {
			if was := before[id]; strings.HasSuffix(id, "-30") && row.PlannedStart.Equal(*was.PlannedStart) && row.PlannedEnd.Equal(*was.PlannedEnd) && id != "A001-30" {
				still = id
			}
		}
		if still == "" {
			h.Fatal("all tasks have moved")
		}
		keep("for the plan before, of a task that has moved since", first, 0, "20009", move("A001-30", 1))
		keep("of one that has and one that has not", first, 0, "20009", move(still, 9), move("A001-30", 1))
		keep("of one that has not", first, 0, "", move(still, 9))
		keep("of no task", first, 0, "", lateEvening())
		keep("for the version alone", "", h.get(s.ID).Version, "", move("A001-30", 1))
		second := h.get(s.ID).PlanID
		h.start(h.get(s.ID))
		h.settled(h.get(s.ID))
		keep("for a plan of the run before", second, 0, "20009", move(still, 1))
	})
}

// lateEvening is an hour of overtime of m1 that no task needs.
func lateEvening() draft.PlanChange {
	from := nextMonday(time.Now()).AddDate(0, 0, 30).Truncate(24 * time.Hour).Add(14 * time.Hour)
	to := from.Add(time.Hour)
	return draft.PlanChange{Kind: "overtime", ResourceID: "m1", From: &from, To: &to}
}

// Changes of records are kept though they move no task: one of each, too.
func TestWhatMovesNothingIsKeptAsARecord(t *testing.T) {
	each(t, true, func(h *house) {
		_, err := h.keep(h.hasPlan(), draft.PlanChange{Kind: "lock", TaskID: "A001-10", Version: 1}, lateEvening())
		h.must(err)
		if _, o := h.operation("A001-10"); o.Lock != 2 || len(h.shop.Machines[0].Exceptions) != 1 {
			h.Errorf("%+v, %+v", o, h.shop.Machines[0].Exceptions)
		}
	})
}

// What the frozen window holds is no lock of its task, before and after changes are kept.
func TestWhatIsFrozenIsNotLocked(t *testing.T) {
	each(t, true, func(h *house) {
		start := nextMonday(time.Now())
		s, err := h.save(entity.Config{Name: "frozen", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0, "resourceLocking": 3.0, "frozenWindowHours": 240.0}})
		h.must(err)
		h.start(s)
		h.must(h.publish(h.settled(s)))
		h.start(h.get(s.ID))
		s = h.settled(s)
		if _, err := h.preview(s, draft.PlanChange{Kind: "move", TaskID: "A001-10"}); said(err) != "422 changes.0.taskId fixed" {
			h.Fatalf("it is not frozen: %s", said(err))
		}
		now, err := h.keep(s, lateEvening())
		h.must(err)
		for id, row := range h.rowsOf(now) {
			if row.LockStatus != 0 {
				h.Errorf("%s is locked", id)
			}
		}
		if g := h.gantt(now); slices.Max(g.Bars.Lock) != 0 {
			h.Errorf("locks: %v", g.Bars.Lock)
		}
	})
}

// The log of overtime alone names no tasks.
func TestTheLogOfOvertime(t *testing.T) {
	each(t, true, func(h *house) {
		_, err := h.keep(h.hasPlan(), lateEvening())
		h.must(err)
		var log []store.Operation
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			return tx.Select(&log).Where("entity = ?", "schedule").Where("action = ?", store.ActionChange).Scan(h.ctx)
		}))
		if len(log) != 1 || string(log[0].Changes) != `[{"field":"planNumber","before":1,"after":2}]` {
			h.Errorf("%+v", log)
		}
	})
}

// A plan that changes have made keeps what it was made from: locks as they were, what is finished and carried over, and what
// its run has said of the data; it is made whether or not its run is still known.
func TestWhatAKeptPlanKeeps(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop.Groups[1].NeedCAM = true // nobody says when its programs are ready
		_, timed := h.operation("A002-20")
		_, held := h.operation("A003-10")
		_, over := h.operation("A001-10")
		_, placed := h.operation("A002-10")
		when := nextMonday(time.Now()).AddDate(0, 0, 2)
		timed.Lock, timed.LockMachine, timed.LockStart = 2, "e1", &when
		held.Lock, held.LockMachine = 1, "m2"
		placed.Lock, placed.LockMachine = 1, "m1"
		ended := time.Now().Add(-time.Hour).UTC().Truncate(time.Minute)
		over.Status, over.OnMachine, over.RealEnd = 3, "m1", &ended
		one := h.schedule("one", 0, "mould-A003")
		h.start(one)
		h.must(h.publish(h.settled(one)))
		two := h.schedule("two", 0, "mould-A001", "mould-A002")
		h.start(two)
		s := h.settled(two)
		told := func(s *entity.Schedule) string {
			g := h.gantt(s)
			var all []string
			for i, id := range g.Bars.ID {
				all = append(all, fmt.Sprint(id, " lock ", g.Bars.Lock[i], " status ", g.Bars.Status[i], " flags ", g.Bars.Flags[i]&(64+2)))
			}
			slices.Sort(all)
			var worth *result.Evaluation
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { worth, err = h.aps.EvaluationOf(h.ctx, tx, s.ID, 0); return err }))
			if len(worth.Hints) == 0 {
				h.Error("the run has said nothing of its data")
			}
			return strings.Join(all, ", ") + fmt.Sprint(worth.Hints, worth.HintCounts)
		}
		want := told(s)
		for _, part := range []string{"A001-10 lock 0 status 3 flags 0", "A002-10 lock 1 status 0 flags 2", "A002-20 lock 2 status 0 flags 2", "A003-10 lock 1 status 0 flags 66"} {
			if !strings.Contains(want, part) {
				h.Fatalf("the plan says %s, not %s", want, part)
			}
		}
		for days := range 2 {
			later := when.AddDate(0, 0, -days-1)
			now, err := h.keep(s, draft.PlanChange{Kind: "move", TaskID: "A002-10", Start: &later})
			h.must(err)
			if got := told(now); got != want {
				h.Errorf("%s\nwas %s", got, want)
			}
			s = now
			if err := h.write(func(tx store.Tx) error {
				_, err := tx.Remove((*entity.Run)(nil)).Where("schedule_id = ?", s.ID).Exec(h.ctx)
				return err
			}); err != nil {
				h.Fatal(err)
			}
		}
	})
}
