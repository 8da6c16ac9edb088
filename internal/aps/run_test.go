package aps_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// APS-RUN-02, APS-RUN-04, APS-RUN-05, APS-RUN-07, APS-SCHED-07: a run ends in success; publishing another plan takes
// the state from the one before.
func TestRunAndPublish(t *testing.T) {
	each(t, true, func(h *house) {
		first, second := h.schedule("first", 0), h.schedule("second", 0)
		for _, s := range []*entity.Schedule{first, second} {
			h.start(s)
			if got := h.settled(s); got.Status != entity.Completed || got.RunStatus != entity.RunSuccess || got.PlanID == "" || got.Message != "" || got.RunMillis <= 0 {
				h.Fatalf("%s ended as %+v", s.Name, got)
			}
		}
		h.must(h.publish(first))
		if got := h.get(first.ID); got.Status != entity.Published || got.PublisherName != "Test A" || got.PublishTime == nil {
			h.Errorf("published as %+v", got)
		}
		h.must(h.publish(second))
		if a, b := h.get(first.ID), h.get(second.ID); a.Status != entity.Completed || b.Status != entity.Published {
			h.Errorf("first is %d, second %d", a.Status, b.Status)
		}
		if err := h.publish(second); !strings.HasPrefix(said(err), "20") {
			h.Errorf("published twice: %v", err)
		}
	})
}

// A published schedule that runs again and is cancelled goes back to published, unless another took its place meanwhile:
// never are two published.
func TestRerunOfThePublished(t *testing.T) {
	each(t, true, func(h *house) {
		first, second := h.schedule("first", 0), h.schedule("second", 0)
		for _, s := range []*entity.Schedule{first, second} {
			h.start(s)
			h.settled(s)
		}
		h.must(h.publish(first))
		h.must(h.write(func(tx store.Tx) error {
			_, err := tx.Change((*entity.Schedule)(nil)).Set("settings = ?", `{"timeLimitSeconds":3600}`).Where("id = ?", first.ID).Exec(h.ctx)
			return err
		}))
		for _, replaced := range []bool{false, true} {
			run := h.start(first)
			h.until("the search", func() bool { return h.run(run.ID).Phase == "solve" })
			if replaced {
				h.must(h.publish(second))
			}
			h.must(h.write(func(tx store.Tx) error { return h.aps.Cancel(h.ctx, tx, first.ID, false) }))
			want := entity.Published
			if replaced {
				want = entity.Completed
			}
			if got := h.settled(first); got.Status != want || got.PlanID == "" || got.RunStatus != entity.RunSuccess {
				h.Errorf("replaced %v: ended as %+v", replaced, got)
			}
		}
	})
}

// A plan that rests on old data is published only when the user says so; progress as planned, names and what the schedule
// does not hold are no reason to ask, what is gone and progress of another kind are.
func TestPublishAsksWhenDataHasChanged(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("s", 0, "mould-A001", "mould-A002")
		h.start(s)
		h.settled(s)
		need := func() (n aps.Need) {
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { n, err = h.aps.NeedOf(h.ctx, tx, s.ID); return err }))
			return n
		}
		now := time.Now()
		rows := h.rowsOf(s)
		fit, on, begins, ends := rows["A001-30"], rows["A001-10"].ResourceID, rows["A001-10"].PlannedStart, rows["A001-10"].PlannedEnd
		report := func(op int, p model.Progress) func(*model.Shop) {
			return func(s *model.Shop) { s.Moulds[0].Parts[0].Ops[op].Progress = p }
		}
		for _, row := range []struct {
			name   string
			change func(s *model.Shop)
			want   aps.Need
		}{
			{"nothing", func(*model.Shop) {}, aps.Need{}},
			{"names", func(s *model.Shop) {
				s.Moulds[0].Name, s.Groups[0].Name, s.Machines[0].Name, s.Moulds[0].Parts[0].Name = "x", "x", "x", "x"
			}, aps.Need{}},
			{"a start as planned", report(0, model.Progress{Status: 1, OnMachine: on, RealStart: minutesOn(*begins, 59), Reported: 60}), aps.Need{}},
			{"an end as planned", report(0, model.Progress{Status: 3, OnMachine: on, RealStart: minutesOn(*begins, -300), RealEnd: minutesOn(*ends, 60)}), aps.Need{}},
			{"an end of what is done by hand", report(2, model.Progress{Status: 3, RealStart: fit.PlannedStart, RealEnd: minutesOn(*fit.PlannedEnd, -60)}), aps.Need{}},
			{"a late start", report(0, model.Progress{Status: 1, OnMachine: on, RealStart: minutesOn(*begins, 61)}), aps.Need{Needed: true, Tasks: 1}},
			{"an early end", report(0, model.Progress{Status: 3, OnMachine: on, RealStart: begins, RealEnd: minutesOn(*ends, -61)}), aps.Need{Needed: true, Tasks: 1}},
			{"a start elsewhere", report(0, model.Progress{Status: 1, OnMachine: "m9", RealStart: begins}), aps.Need{Needed: true, Tasks: 1}},
			{"an end elsewhere", report(0, model.Progress{Status: 3, OnMachine: "m9", RealEnd: ends}), aps.Need{Needed: true, Tasks: 1}},
			{"a pause", report(0, model.Progress{Status: 2, OnMachine: on, RealStart: begins}), aps.Need{Needed: true, Tasks: 1}},
			{"late, and of other hours: one task", func(s *model.Shop) {
				report(0, model.Progress{Status: 1, OnMachine: on, RealStart: minutesOn(*begins, 61)})(s)
				s.Moulds[0].Parts[0].Ops[0].Minutes++
			}, aps.Need{Needed: true, Tasks: 1}},
			{"another mould", func(s *model.Shop) { s.Moulds[2].Priority = 99 }, aps.Need{}},
			{"hours", func(s *model.Shop) { s.Moulds[1].Parts[0].Ops[1].Minutes++ }, aps.Need{Needed: true, Tasks: 1}},
			{"an operation gone", func(s *model.Shop) { s.Moulds[1].Parts[0].Ops = s.Moulds[1].Parts[0].Ops[:2] }, aps.Need{Needed: true, Tasks: 1}},
			{"eligible machines", func(s *model.Shop) {
				s.Moulds[1].Parts[0].Ops[0].Machines = []model.Eligible{{MachineID: "m1"}}
			}, aps.Need{Needed: true, Tasks: 1}},
			{"a promise", func(s *model.Shop) { s.Moulds[1].Parts[0].Ops[0].Promised = &now }, aps.Need{Needed: true, Tasks: 1}},
			{"rests of a section and its need of programs", func(s *model.Shop) { s.Groups[0].Periods, s.Groups[1].NeedCAM = s.Groups[0].Periods[:1], true }, aps.Need{Needed: true, Masters: 2}},
			{"a machine gone", func(s *model.Shop) { s.Machines = s.Machines[1:] }, aps.Need{Needed: true, Masters: 1}},
			{"a supplier's lead", func(s *model.Shop) { s.Suppliers[0].LeadDays++ }, aps.Need{Needed: true, Masters: 1}},
			{"priority", func(s *model.Shop) { s.Moulds[0].Priority = 99 }, aps.Need{Needed: true, Moulds: 1}},
			{"a mould closed", func(s *model.Shop) { s.Moulds = s.Moulds[1:] }, aps.Need{Needed: true, Moulds: 1, Tasks: 4}},
		} {
			h.mu.Lock()
			kept := h.shop
			h.shop = smallShop(3)
			for i := range h.shop.Moulds {
				h.shop.Moulds[i].Delivery = kept.Moulds[i].Delivery
			}
			row.change(h.shop)
			h.mu.Unlock()
			if got := need(); got != row.want {
				h.Errorf("%s: %+v, want %+v", row.name, got, row.want)
			}
			h.mu.Lock()
			h.shop = kept
			h.mu.Unlock()
		}
		h.must(h.write(func(tx store.Tx) error {
			_, err := tx.Change((*entity.Schedule)(nil)).Set("settings = ?", `{"timeLimitSeconds":7,"overtimeChoice":1}`).Where("id = ?", s.ID).Exec(h.ctx)
			return err
		}))
		h.shop.Moulds[0].Parts[0].Ops[0].Minutes++
		if got := said(h.publish(s)); got != "20010 Changed since the run: 0 moulds, 1 part or operation and 1 master record or setting (mould A001, overtime choice). Put the plan in force all the same?" {
			h.Errorf("it said %q", got)
		}
		a := h.actor
		a.Confirmed = "replaceDefault" // the answer to another question is none to this one
		h.enter(a)
		if got := said(h.publish(s)); !strings.HasPrefix(got, "20010 ") {
			h.Errorf("another answer publishes: %q", got)
		}
		a.Confirmed = ""
		h.enter(a)
		_, asked := problem.Of(h.publish(s)).Wire("en")
		about, _ := asked.(map[string]any)
		a.Confirmed, _ = about["key"].(string)
		h.enter(a)
		h.shop.Moulds[0].Parts[0].Ops[0].Minutes--
		h.shop.Moulds[1].Parts[0].Ops[0].Minutes++
		if got := said(h.publish(s)); !strings.HasPrefix(got, "20010 ") || !strings.HasPrefix(a.Confirmed, "changed:") {
			h.Errorf("a yes to %s publishes over as many other changes: %q", a.Confirmed, got)
		}
		h.shop.Moulds[1].Parts[0].Ops[0].Minutes--
		h.shop.Moulds[0].Parts[0].Ops[0].Minutes++
		h.must(h.publish(s))
	})
}

// What cannot be placed is listed with its reason, in the plan and in its numbers.
func TestUnscheduledHasReasons(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop.Moulds[0].Parts[0].Ops[1].GroupID = "g-off"
		s := h.schedule("s", 0)
		h.start(s)
		s = h.settled(s)
		if s.Status != entity.Completed {
			h.Fatalf("ended as %+v", s)
		}
		type row struct {
			TaskID string
			Reason int
		}
		var rows []row
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			return tx.Query(h.ctx, &rows, "SELECT t.task_id, t.reason FROM plan_task t WHERE {t} AND t.plan_id = ? AND t.reason <> 0 ORDER BY t.task_id", s.PlanID)
		}))
		if got := fmt.Sprint(rows); got != "[{A001-20 1} {A001-30 2}]" {
			h.Errorf("unscheduled: %s", got)
		}
	})
}

// APS-RUN-02, R25: a run that cannot end well says why and leaves the schedule as it was.
func TestRunFails(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("s", 0)
		h.shop = &model.Shop{Zone: "Asia/Shanghai"}
		run := h.start(s)
		if got := h.settled(s); got.Status != entity.NotStarted || got.RunStatus != entity.RunFailure || !strings.HasPrefix(got.Message, "empty") {
			h.Errorf("ended as %+v", got)
		}
		if got := h.run(run.ID); got.State != "failure" || got.EndedAt == nil {
			h.Errorf("the run ended as %+v", got)
		}
	})
}

// A cancelled run gives the schedule its state back, or its best plan when the user wants to keep it.
func TestCancel(t *testing.T) {
	for _, keep := range []bool{false, true} {
		t.Run(fmt.Sprintf("keep %v", keep), func(t *testing.T) {
			each(t, true, func(h *house) {
				h.shop = smallShop(40)
				s := h.schedule("s", 3600)
				run := h.start(s)
				h.until("the search", func() bool { return h.run(run.ID).Phase == "solve" })
				h.must(h.write(func(tx store.Tx) error { return h.aps.Cancel(h.ctx, tx, s.ID, keep) }))
				got := h.settled(s)
				switch {
				case keep && (got.Status != entity.Completed || got.PlanID == "" || !strings.HasPrefix(got.Message, "stopped early")):
					h.Errorf("kept as %+v", got)
				case !keep && (got.Status != entity.NotStarted || got.PlanID != "" || got.RunStatus != entity.RunNone || h.run(run.ID).State != "cancelled"):
					h.Errorf("discarded as %+v", got)
				}
			})
		})
	}
}

// One run a factory at a time; another factory does not wait for it.
func TestFactoriesRunAtOnceAndOneFactoryQueues(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop = smallShop(40)
		a := h.actor
		long := h.schedule("long", 3600)
		running := h.start(long)
		h.until("the long run", func() bool { return h.run(running.ID).State == "running" })
		next := h.schedule("next", 0)
		queued := h.start(next)
		b := a
		b.FactoryID = storetest.Factory(h.T, h.db, a.TenantID, "b")
		h.enter(b)
		other := h.schedule("other", 0)
		h.start(other)
		if got := h.settled(other); got.Status != entity.Completed {
			h.Errorf("the other factory's ended as %+v", got)
		}
		h.enter(a)
		if got := h.run(queued.ID); got.State != "queued" {
			h.Errorf("the second run is %s", got.State)
		}
		h.must(h.write(func(tx store.Tx) error { return h.aps.Cancel(h.ctx, tx, long.ID, false) }))
		if got := h.settled(next); got.Status != entity.Completed {
			h.Errorf("the second ended as %+v", got)
		}
	})
}

// A run whose worker has died is taken up again, and after three attempts it fails.
func TestReaperTakesUpDeadRuns(t *testing.T) {
	each(t, false, func(h *house) {
		s := h.schedule("s", 0)
		run := h.start(s)
		for attempt := 1; attempt <= 3; attempt++ {
			h.must(h.write(func(tx store.Tx) error {
				_, err := tx.Change((*entity.Run)(nil)).Set("state = ?", "running").Set("heartbeat_at = ?", time.Now().UTC().Add(-time.Minute)).Where("id = ?", run.ID).Exec(h.ctx)
				return err
			}))
			h.must(h.aps.Reap(h.Context()))
			if attempt < 3 {
				if got := h.run(run.ID); got.State != "queued" || got.Attempt != attempt+1 {
					h.Fatalf("after attempt %d it is %s %d", attempt, got.State, got.Attempt)
				}
			}
		}
		if got := h.get(s.ID); got.Status != entity.NotStarted || got.RunStatus != entity.RunFailure || !strings.HasPrefix(got.Message, "lost") {
			h.Errorf("the schedule ended as %+v", got)
		}
		if got := h.run(run.ID); got.State != "failure" || got.EndedAt == nil {
			h.Errorf("the run ended as %+v", got)
		}
	})
}

// A run taken up again ends in success.
func TestRunSurvivesItsWorker(t *testing.T) {
	each(t, false, func(h *house) {
		s := h.schedule("s", 0)
		run := h.start(s)
		h.must(h.write(func(tx store.Tx) error {
			_, err := tx.Change((*entity.Run)(nil)).Set("state = ?", "running").Set("heartbeat_at = ?", time.Now().UTC().Add(-time.Minute)).Where("id = ?", run.ID).Exec(h.ctx)
			return err
		}))
		h.must(h.aps.Reap(h.Context()))
		h.node.Start(h.Context())
		if got := h.settled(s); got.Status != entity.Completed {
			h.Errorf("ended as %+v", got)
		}
		if got := h.run(run.ID); got.State != "success" || got.Attempt != 2 {
			h.Errorf("the run ended as %s %d", got.State, got.Attempt)
		}
	})
}

// Moulds that the schedule does not hold keep their plan in force; the new plan goes around it.
func TestPublishedWorkOfOtherMouldsStays(t *testing.T) {
	each(t, true, func(h *house) {
		all := h.schedule("all", 0)
		h.start(all)
		h.settled(all)
		h.must(h.publish(all))
		one := h.schedule("one", 0, "mould-A002")
		h.start(one)
		if one = h.settled(one); one.Status != entity.Completed {
			h.Fatalf("ended as %+v", one)
		}
		var moulds []string
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			return tx.Query(h.ctx, &moulds, "SELECT DISTINCT t.mould_no FROM plan_task t WHERE {t} AND t.plan_id = ? AND t.planned_start IS NOT NULL ORDER BY t.mould_no", one.PlanID)
		}))
		if got := fmt.Sprint(moulds); got != "[A001 A002 A003]" {
			h.Errorf("the plan holds %s", got)
		}
	})
}

// Publishing never takes work from the plan in force that the plan does not know: it has to be run again, and so does one
// with moves.
func TestPublishKeepsWhatWasPublishedMeanwhile(t *testing.T) {
	each(t, true, func(h *house) {
		one, two := h.schedule("one", 0, "mould-A001"), h.schedule("two", 0, "mould-A002")
		soon := time.Now().Add(time.Hour).Truncate(time.Minute)
		h.mu.Lock()
		h.shop.Moulds[0].Delivery = &soon
		h.mu.Unlock()
		for _, s := range []*entity.Schedule{one, two} {
			h.start(s)
			h.settled(s)
		}
		h.must(h.publish(two))
		refused := "20000 Another plan was published after “one” was run: publishing it would drop or move the work on mould A002. Run it again first."
		if got := said(h.publish(one)); got != refused {
			h.Errorf("it said %q", got)
		}
		if d := h.difference(one); fmt.Sprint(d.Overtaken) != "[A002]" || len(d.Gone) != 1 || len(d.New) != 1 || d.New[0].MouldNo != "A001" || !d.New[0].Late || d.New[0].After == nil {
			h.Errorf("the question says: overtaken %v, gone %v, new %v", d.Overtaken, d.Gone, d.New)
		}
		one = h.get(one.ID)
		later := h.rowsOf(one)["A001-10"].PlannedStart.AddDate(0, 0, 2)
		moved, err := h.aps.Commit(h.ctx, one.ID, one.PlanID, one.Version, []draft.PlanChange{{Kind: "move", TaskID: "A001-10", Start: &later}})
		h.must(err)
		if got := said(h.publish(moved)); got != refused {
			h.Errorf("with moves it said %q", got)
		}
		h.start(one)
		h.settled(one)
		if d := h.difference(one); len(d.Overtaken)+len(d.Gone) != 0 {
			h.Errorf("after another run: overtaken %v, gone %v", d.Overtaken, d.Gone)
		}
		h.must(h.publish(one))
		var moulds []string
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			return tx.Query(h.ctx, &moulds, "SELECT DISTINCT t.mould_no FROM plan_task t JOIN factory_plan f ON f.plan_id = t.plan_id WHERE {t} AND {f} ORDER BY t.mould_no")
		}))
		if got := fmt.Sprint(moulds); got != "[A001 A002]" {
			h.Errorf("in force: %s", got)
		}
		// Its own moulds and closed ones keep no plan from being published.
		h.start(two)
		h.settled(two)
		h.start(one)
		h.settled(one)
		h.must(h.publish(one))
		h.mu.Lock()
		h.shop.Moulds = h.shop.Moulds[1:]
		h.mu.Unlock()
		h.must(h.publish(two))
	})
}

// A mould with a task that has no place is not on time, wherever it shows: in the table, on the Gantt, in what publishing
// changes.
func TestMouldWithUnscheduledTaskIsNotOnTime(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		h.shop.Moulds[1].Parts[0].Ops[2].GroupID = "g-off"
		h.start(s)
		s = h.settled(s)
		for id, row := range h.rowsOf(s) {
			if want := strings.HasPrefix(id, "A002"); row.Late != want {
				h.Errorf("%s late: %v", id, row.Late)
			}
		}
		for _, m := range h.gantt(s).Moulds {
			if m.No == "A002" && (m.End != nil || m.LateMinutes != nil || !m.Late) {
				h.Errorf("on the Gantt: %+v", m)
			}
		}
		d := h.difference(s)
		if len(d.Late) != 1 || d.Late[0].MouldNo != "A002" || d.Late[0].After != nil {
			h.Errorf("publishing changes %+v", d.Late)
		}
	})
}
