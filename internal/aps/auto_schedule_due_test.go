package aps_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// due looks once at what is due.
func (h *house) due() {
	h.Helper()
	h.must(h.aps.StartDue(h.Context()))
}

// autoEnds waits for the runs that auto-schedules have begun, and looks once at how they have ended.
func (h *house) autoEnds() {
	h.Helper()
	h.untilRunsEnd()
	h.must(h.aps.EndAutoRuns(h.Context()))
}

// runsOf tells what has become of the times of an auto-schedule, the newest first.
func (h *house) runsOf(name string) string {
	h.Helper()
	var said []string
	for _, r := range h.autos()[name].Runs {
		one := local(h, []time.Time{r.DueTime}) + " " + r.Outcome
		if r.CaughtUp {
			one += " late"
		}
		if r.Missed > 0 {
			one += fmt.Sprintf(" after %d", r.Missed)
		}
		if r.PlanNumber > 0 {
			one += fmt.Sprintf(" plan %d", r.PlanNumber)
		}
		if r.Published {
			one += " published"
		}
		if r.Reason != "" {
			one += ": " + r.Reason
		}
		said = append(said, one)
	}
	return strings.Join(said, "; ")
}

func (h *house) ranAs(name, want string) {
	h.Helper()
	if got := h.runsOf(name); got != want {
		h.Errorf("it became %q, want %q", got, want)
	}
}

// APS-AUTO-02: at its times an auto-schedule runs its schedule, in the name of who has saved it; the list tells what it has done.
func TestAnAutoScheduleRunsAtItsTimes(t *testing.T) {
	automatic(t, true, func(h *house, s *entity.Schedule) {
		x, err := h.saveAuto(weekdays("Early"))
		h.must(err)
		h.due()
		h.ranAs("Early", "")
		h.opens("2030-03-04 06:30")
		h.due()
		if run := h.run(h.get(s.ID).RunID); run.Actor.Account != h.actor.AccountID || run.Actor.Name != h.actor.Name {
			h.Errorf("it runs as %+v", run.Actor)
		}
		h.autoEnds()
		h.due()
		h.ranAs("Early", "03-04 06:30 succeeded plan 1")
		if got := h.get(s.ID); got.Status != entity.Completed || h.inForce() != "" {
			h.Errorf("it left %+v, in force is %q", got, h.inForce())
		}
		h.opens("2030-03-05 06:30")
		h.due()
		h.autoEnds()
		h.ranAs("Early", "03-05 06:30 succeeded plan 2; 03-04 06:30 succeeded plan 1")
		r := h.autos()["Early"].Runs[0]
		if r.ScheduleID != s.ID || r.ScheduleName != "daily" || r.EndTime == nil || r.Publish || r.OwnerName != h.actor.Name {
			h.Errorf("%+v", r)
		}
		// A form that was opened before is not out of date.
		f := weekdays("Late")
		f.ID, f.Version = x.ID, x.Version
		h.must(second(h.saveAuto(f)))
		h.must(h.write(func(tx store.Tx) error {
			_, err := h.aps.SwitchAutoSchedule(h.ctx, tx, x.ID, x.Version+1, false)
			return err
		}))
		h.opens("2030-03-06 06:30")
		h.due()
		h.ranAs("Late", "03-05 06:30 succeeded plan 2; 03-04 06:30 succeeded plan 1")
		for range 12 { // APS-AUTO-04: the last ten
			x = h.stored("Late")
			h.must(h.write(func(tx store.Tx) error {
				_, err := h.aps.SwitchAutoSchedule(h.ctx, tx, x.ID, x.Version, true)
				return err
			}))
			h.opens(minuteOf(h, *h.stored("Late").NextAt))
			h.due()
			h.autoEnds()
			x = h.stored("Late")
			h.must(h.write(func(tx store.Tx) error {
				_, err := h.aps.SwitchAutoSchedule(h.ctx, tx, x.ID, x.Version, false)
				return err
			}))
		}
		if runs := h.autos()["Late"].Runs; len(runs) != 10 || !runs[0].DueTime.After(runs[9].DueTime) {
			h.Errorf("%d runs are shown", len(runs))
		}
	})
}

func minuteOf(h *house, t time.Time) string {
	return t.In(zoneOf(h, "Asia/Shanghai")).Format("2006-01-02 15:04")
}

func (h *house) stored(name string) *entity.AutoSchedule {
	h.Helper()
	x := &entity.AutoSchedule{}
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error { return tx.Select(x).Where("name = ?", name).Scan(h.ctx) }))
	return x
}

// A run of the schedule that still goes on is not disturbed: the time is skipped, and the list says so. Other schedules wait their turn.
func TestATimeIsSkippedWhileARunGoesOn(t *testing.T) {
	automatic(t, false, func(h *house, s *entity.Schedule) {
		h.must(second(h.saveAuto(weekdays("Early"))))
		nightly := h.schedule("nightly", 0)
		f := weekdays("Nightly")
		f.ScheduleID = nightly.ID
		h.must(second(h.saveAuto(f)))
		h.start(s) // nobody works it off
		h.opens("2030-03-04 06:30")
		h.due()
		h.ranAs("Early", "03-04 06:30 skipped")
		h.ranAs("Nightly", "03-04 06:30 running")
		h.due()
		if runs := h.allRuns(); len(runs) != 2 {
			h.Errorf("%d runs", len(runs))
		}
		h.must(h.aps.EndAutoRuns(h.Context()))
		h.ranAs("Nightly", "03-04 06:30 running")
		h.must(h.write(func(tx store.Tx) error { return h.aps.Cancel(h.ctx, tx, nightly.ID, false) }))
		h.must(h.aps.EndAutoRuns(h.Context()))
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		h.ranAs("Nightly", "03-04 06:30 failed: The run was cancelled")
	})
}

// What was missed within the hour is caught up by one run; what is older is noted as missed.
func TestMissedTimesAreCaughtUpOnce(t *testing.T) {
	automatic(t, false, func(h *house, s *entity.Schedule) {
		for _, c := range []struct{ wakes, want string }{
			{"2030-03-04 06:30", "03-04 06:30 running"},
			{"2030-03-04 06:31", "03-04 06:30 running late"},
			{"2030-03-04 07:29", "03-04 06:30 running late"},
			{"2030-03-04 07:30", "03-04 06:30 missed"},
			{"2030-03-06 07:00", "03-06 06:30 running late after 2"},
			{"2030-03-11 06:30", "03-11 06:30 running after 5"},
			{"2030-03-10 12:00", "03-08 06:30 missed after 4"},
		} {
			h.opens("2030-03-04 06:00")
			x, err := h.saveAuto(weekdays("Early"))
			h.must(err)
			h.opens(c.wakes)
			h.due()
			h.due()
			h.ranAs("Early", c.want)
			if next := h.stored("Early").NextAt; !next.After(at(h.T, "Asia/Shanghai", c.wakes)) {
				h.Errorf("at %s the next time is %s", c.wakes, next)
			}
			if h.get(s.ID).Status == entity.InProgress {
				h.must(h.write(func(tx store.Tx) error { return h.aps.Cancel(h.ctx, tx, s.ID, false) }))
			}
			h.must(h.write(func(tx store.Tx) error { return h.aps.DeleteAutoSchedule(h.ctx, tx, x.ID, x.Version) }))
		}
	})
}

// Two servers on one database look at the same moment: one run begins, and one of them publishes its plan.
func TestTwoServersServeATimeOnce(t *testing.T) {
	automatic(t, true, func(h *house, s *entity.Schedule) {
		f := weekdays("Early")
		f.Publish = true
		h.must(second(h.saveAuto(f)))
		deps := h.deps
		if strings.HasPrefix(h.url, "postgres") { // SQLite has one server
			deps.DB = storetest.Open(h.T, h.url)
		}
		servers := []*aps.APS{h.aps, aps.New(deps)}
		atOnce := func(look func(*aps.APS) error) {
			h.Helper()
			failed := make([]error, 8)
			var looking sync.WaitGroup
			for i := range failed {
				looking.Go(func() { failed[i] = look(servers[i%2]) })
			}
			looking.Wait()
			h.must(errors.Join(failed...))
		}
		h.opens("2030-03-04 06:30")
		atOnce(func(a *aps.APS) error { return a.StartDue(h.Context()) })
		if runs := h.allRuns(); len(runs) != 1 {
			h.Fatalf("%d runs", len(runs))
		}
		h.until("the run", func() bool { return h.allRuns()[0].EndedAt != nil })
		atOnce(func(a *aps.APS) error { return a.EndAutoRuns(h.Context()) })
		h.ranAs("Early", "03-04 06:30 succeeded plan 1 published")
		var lines []store.Operation
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { lines, err = tx.History(h.ctx, "schedule", s.ID, 20); return err }))
		published := slices.DeleteFunc(lines, func(l store.Operation) bool { return l.Action != store.ActionPublish })
		if len(published) != 1 || published[0].Through != store.ThroughJob || published[0].By != h.actor.Name {
			h.Errorf("published %+v", published)
		}
	})
}

// Whoever has left, or may do less by now, lends their name no more; the list tells why nothing happens.
func TestAnAutoScheduleMayDoWhatItsOwnerMay(t *testing.T) {
	automatic(t, true, func(h *house, _ *entity.Schedule) {
		f := weekdays("Early")
		f.Publish = true
		h.must(second(h.saveAuto(f)))
		all := h.actor.May
		may := func(without string) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.actor.May = map[string]bool{}
			for p := range all {
				h.actor.May[p] = p != without
			}
		}
		h.left = problem.NoAccess(problem.L("走了", "gone"))
		h.opens("2030-03-04 06:30")
		h.due()
		h.ranAs("Early", "03-04 06:30 failed: "+h.actor.Name+" 已不能使用本工厂，请由他人重新启用该自动排程")
		h.left = nil
		h.opens("2030-03-05 06:30")
		may("aps.schedule.run")
		h.due()
		h.opens("2030-03-06 06:30")
		may("aps.schedule.release")
		h.due()
		h.autoEnds()
		runs := h.autos()["Early"].Runs
		if len(runs) != 3 || runs[0].Published || runs[0].Outcome != "succeeded" || runs[0].Reason != h.actor.Name+" 没有发布计划的权限" || runs[1].Outcome != "failed" || runs[1].Reason != h.actor.Name+" 没有运行排程的权限" {
			h.Errorf("%+v", runs)
		}
		h.left = fmt.Errorf("the database is away")
		h.opens("2030-03-07 06:30")
		if err := h.aps.StartDue(h.Context()); err == nil || len(h.autos()["Early"].Runs) != 3 {
			h.Errorf("a fault says %v and leaves %+v", err, h.autos()["Early"].Runs)
		}
		h.left = nil
		h.due() // and is made good by the next look
		h.autoEnds()
		if runs := h.autos()["Early"].Runs; len(runs) != 4 || runs[0].Outcome != "succeeded" {
			h.Errorf("%+v", runs)
		}
	})
}

// A run that fails is told with its reason; so is a factory without a default schedule.
func TestAnAutoScheduleTellsWhyItFailed(t *testing.T) {
	automatic(t, true, func(h *house, s *entity.Schedule) {
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		h.must(second(h.saveAuto(weekdays("Early"))))
		moulds := h.shop.Moulds
		h.mu.Lock()
		h.shop.Moulds = nil
		h.mu.Unlock()
		h.opens("2030-03-04 06:30")
		h.due()
		h.autoEnds()
		h.mu.Lock()
		h.shop.Moulds = moulds
		h.mu.Unlock()
		h.must(h.write(func(tx store.Tx) error {
			_, err := tx.Change((*entity.Schedule)(nil)).Set("is_default = ?", false).Where("id = ?", s.ID).Exec(h.ctx)
			return err
		}))
		h.opens("2030-03-05 06:30")
		h.due()
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		h.ranAs("Early", "03-05 06:30 failed: The factory has no default schedule yet: make a schedule first; 03-04 06:30 failed: There is no mould to schedule")
	})
}
