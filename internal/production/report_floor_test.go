package production_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// station reports on one operation as people at its machine do.
type station struct {
	*shop
	*testing.T
	ctx     context.Context
	op      production.Operation
	machine string
}

func atStation(ctx context.Context, t *testing.T, s *shop) *station {
	t.Helper()
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	actor.Through, actor.May = store.ThroughUI, map[string]bool{"mf.progress.check": true, "mf.progress.modify": true}
	w := &station{shop: s, T: t, op: s.oneOperation(ctx, t, 3), ctx: store.WithActor(ctx, actor)}
	read(ctx, t, s, func(tx store.Tx) error {
		m, err := masters(ctx, tx)
		w.machine = m.Machines["CN01"].ID
		return err
	})
	return w
}

// as is the station with another person at it.
func (w *station) as(account, name string, may ...string) *station {
	w.Helper()
	actor, err := store.ActorFrom(w.ctx)
	if err != nil {
		w.Fatal(err)
	}
	actor.AccountID, actor.Name, actor.May = account, name, map[string]bool{"mf.progress.check": true, "mf.progress.modify": true}
	for _, permission := range may {
		actor.May[permission] = true
	}
	other := *w
	other.ctx = store.WithActor(w.ctx, actor)
	return &other
}

// report sends a report, and words what is wrong with it.
func (w *station) report(r production.Report) (*production.Progress, string) {
	r.OperationID = w.op.ID
	if r.MachineID == "" && r.Status == production.Running {
		r.MachineID = w.machine
	}
	var row *production.Progress
	err := w.db.Write(w.ctx, func(tx store.Tx) (err error) {
		row, err = w.production.Report(w.ctx, tx, r)
		return err
	})
	return row, worded(err)
}

// insist sends a report, and says that it is right where that is asked.
func (w *station) insist(r production.Report) (*production.Progress, string) {
	w.Helper()
	row, bad := w.report(r)
	if bad != "This report is unusual. Is it right?" {
		return row, bad
	}
	sure := *w
	sure.ctx = store.WithActor(w.ctx, w.agreeing(r))
	return sure.report(r)
}

// agreeing is the person after a yes to the question about a report.
func (w *station) agreeing(r production.Report) store.Actor {
	w.Helper()
	r.OperationID = w.op.ID
	if r.MachineID == "" && r.Status == production.Running {
		r.MachineID = w.machine
	}
	err := w.db.Write(w.ctx, func(tx store.Tx) error {
		_, err := w.production.Report(w.ctx, tx, r)
		return err
	})
	actor, _ := store.ActorFrom(w.ctx)
	actor.Confirmed = askedBy(w.T, err).Key
	return actor
}

func worded(err error) string {
	var p *problem.Problem
	switch {
	case err == nil:
		return ""
	case errors.As(err, &p) && len(p.Fields) > 0:
		return p.Fields[0].Field + " " + p.Fields[0].Rule
	case errors.As(err, &p):
		return p.Text.In(problem.English)
	}
	return err.Error()
}

func (w *station) withdraw(basedOn string) string {
	return worded(w.db.Write(w.ctx, func(tx store.Tx) error {
		_, err := w.production.Withdraw(w.ctx, tx, production.Withdrawal{OperationID: w.op.ID, BasedOn: basedOn})
		return err
	}))
}

func (w *station) history() (lines []production.ReportLine) {
	w.Helper()
	read(w.ctx, w.T, w.shop, func(tx store.Tx) (err error) {
		lines, err = w.production.History(w.ctx, tx, w.op.ID, "")
		return err
	})
	return lines
}

func after(text string) *string { return &text }

// A page says why work is paused, a program need not; a report of hours while it is paused keeps the reason, and nothing else has one.
func TestWhyWorkIsPaused(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		w := atStation(ctx, t, s)
		began, bad := w.report(production.Report{Status: production.Running, Now: true, BasedOn: after("")})
		if bad != "" {
			t.Fatal(bad)
		}
		if _, bad := w.report(production.Report{Status: production.Paused, BasedOn: &began.ID}); bad != "pauseReason required" {
			t.Errorf("a pause without a reason: %q", bad)
		}
		if _, bad := w.report(production.Report{Status: production.Running, PauseReason: 1, BasedOn: &began.ID}); bad != "pauseReason onlyPaused" {
			t.Errorf("a start with a reason: %q", bad)
		}
		paused, bad := w.report(production.Report{Status: production.Paused, PauseReason: 8, BasedOn: &began.ID})
		if bad != "" || paused.PauseReason != 8 {
			t.Fatalf("%q %+v", bad, paused)
		}
		hours := quantity.Minutes(60)
		more, bad := w.report(production.Report{Status: production.Paused, ReportedHours: &hours, BasedOn: &paused.ID})
		if bad != "" || more.PauseReason != 8 {
			t.Errorf("hours while it is paused: %q %+v", bad, more)
		}
		again, bad := w.report(production.Report{Status: production.Running, BasedOn: &more.ID})
		if bad != "" || again.PauseReason != 0 {
			t.Errorf("it goes on: %q %+v", bad, again)
		}
		// A program says what its machine tells.
		program := w.as("machine", "Machine")
		actor, _ := store.ActorFrom(program.ctx)
		actor.Through = store.ThroughAPI
		program.ctx = store.WithActor(program.ctx, actor)
		if row, bad := program.report(production.Report{Status: production.Paused}); bad != "" || row.PauseReason != 0 {
			t.Errorf("a program's pause: %q %+v", bad, row)
		}
	})
}

// A device without a network keeps its reports and sends them in order: each rests on the key of the one before, has the moment at which it
// was typed, and counts once however often it comes.
func TestReportsThatWaitedForTheNetwork(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		w := atStation(ctx, t, s)
		now := time.Now().UTC().Truncate(time.Second)
		ago := func(d time.Duration) *time.Time { at := now.Add(-d); return &at }
		start := production.Report{Status: production.Running, Now: true, At: ago(90 * time.Minute), Key: "device-1", BasedOn: after("")}
		end := production.Report{Status: production.Finished, Now: true, At: ago(30 * time.Minute), Key: "device-2", BasedOn: after("device-1")}
		began, bad := w.report(start)
		if bad != "" || !began.RealStart.Equal(*start.At) || began.ReportedAt.Before(now) {
			t.Fatalf("%q %+v", bad, began)
		}
		if _, bad := w.report(production.Report{Status: production.Finished, Now: true, Key: "device-1", BasedOn: after("")}); bad != "key unique" {
			t.Errorf("the key of another report: %q", bad)
		}
		if _, bad := w.report(production.Report{Status: production.Running, Now: true, Key: strings.Repeat("k", 65), BasedOn: &began.ID}); bad != "key length" {
			t.Errorf("a key that is too long: %q", bad)
		}
		if _, bad := w.as("other", "Other").report(start); bad != "key unique" {
			t.Errorf("the key of somebody else's report: %q", bad)
		}
		ended, bad := w.insist(end)
		if bad != "" || !ended.RealStart.Equal(*start.At) || !ended.RealEnd.Equal(*end.At) {
			t.Fatalf("%q %+v", bad, ended)
		}
		for _, again := range []production.Report{start, end} { // answers that were lost on their way
			if row, bad := w.report(again); bad != "" || row.ReportKey != again.Key {
				t.Errorf("%s again: %q %+v", again.Key, bad, row)
			}
		}
		if n := len(w.history()); n != 2 {
			t.Errorf("%d reports are stored", n)
		}
		if _, bad := w.report(production.Report{Status: production.Finished, Key: "device-3", BasedOn: after("device-1")}); bad == "" {
			t.Error("a report that rests on an older one is taken")
		}
		for what, c := range map[string]struct {
			at   time.Duration
			want string
		}{
			"seven days ago": {7*24*time.Hour - time.Minute, ""}, "longer ago": {7*24*time.Hour + time.Minute, "at range"},
			"a clock that runs ahead": {-time.Minute, ""}, "further ahead": {-3 * time.Minute, "at future"},
		} {
			r := production.Report{Status: production.Finished, RealStart: ago(8 * 24 * time.Hour), RealEnd: ago(time.Hour), At: ago(c.at), BasedOn: nil}
			r.BasedOn = &w.history()[0].ID
			if _, got := w.insist(r); got != c.want {
				t.Errorf("%s: %q, want %q", what, got, c.want)
			}
		}
	})
}

// A report is withdrawn by whoever made it for a day, and by planners always; the one before stands again, and nothing is rewritten.
func TestReportsAreWithdrawnOneByOne(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		w := atStation(ctx, t, s)
		hours, pieces := quantity.Minutes(90), 2
		if bad := w.withdraw(""); bad != "There is no report to withdraw" {
			t.Errorf("without any report: %q", bad)
		}
		began, _ := w.report(production.Report{Status: production.Running, Now: true, BasedOn: after("")})
		paused, _ := w.report(production.Report{Status: production.Paused, PauseReason: 3, ReportedHours: &hours, QtyDone: &pieces, BasedOn: &began.ID})
		ended, bad := w.insist(production.Report{Status: production.Finished, Now: true, BasedOn: &paused.ID})
		if bad != "" {
			t.Fatal(bad)
		}
		if bad := w.withdraw(paused.ID); bad != "Somebody has just reported on this operation; see how it stands now, then report again" {
			t.Errorf("not the newest: %q", bad)
		}
		other, planner := w.as("other", "Other"), w.as("planner", "Planner", "mf.progress.remove")
		if bad := other.withdraw(ended.ID); bad != "Test A has reported this: they or a planner can correct it" {
			t.Errorf("somebody else: %q", bad)
		}
		for what, r := range map[string]production.Report{"undoes": {Status: production.NotStarted}, "corrects": {Status: production.Finished}} {
			r.BasedOn = &ended.ID
			if _, bad := other.report(r); bad != "Test A has reported this: they or a planner can correct it" {
				t.Errorf("somebody else %s: %q", what, bad)
			}
		}
		if line := other.history()[0]; line.MayRecall || line.WhyNot == "" || w.history()[0].WhyNot != "" || !w.history()[0].MayRecall {
			t.Errorf("who may: %+v", line)
		}
		if bad := w.withdraw(ended.ID); bad != "" {
			t.Fatal(bad)
		}
		line := w.history()[0]
		if line.Status != production.Paused || line.PauseReason != 3 || line.ReportedHours != 90 || line.QtyDone != 2 || line.RealEnd != nil || !line.RealStart.Equal(*began.RealStart) || line.Withdraws != ended.ID {
			t.Errorf("the pause stands again: %+v", line)
		}
		if bad := planner.withdraw(line.ID); bad != "" {
			t.Fatal(bad)
		}
		if bad := w.withdraw(w.history()[0].ID); bad != "" {
			t.Fatal(bad)
		}
		if line := w.history()[0]; line.Status != production.NotStarted || line.RealStart != nil || line.MayRecall {
			t.Errorf("nothing has been reported: %+v", line)
		}
		if bad := w.withdraw(w.history()[0].ID); bad != "There is no report to withdraw" {
			t.Errorf("once more: %q", bad)
		}
		var told []string
		for _, l := range w.history() {
			told = append(told, fmt.Sprint(l.Reporter, " ", l.Status, " ", l.Withdrawn))
		}
		if want := []string{"Test A 0 false", "Planner 1 false", "Test A 2 false", "Test A 3 true", "Test A 2 true", "Test A 1 true"}; !slices.Equal(told, want) {
			t.Errorf("the history: %q", told)
		}

		// A day later only planners may.
		fresh, bad := w.report(production.Report{Status: production.Running, Now: true, BasedOn: &w.history()[0].ID})
		if bad != "" {
			t.Fatal(bad)
		}
		if err := s.db.Write(ctx, func(tx store.Tx) error {
			_, err := tx.Change((*production.Progress)(nil)).Set("reported_at = ?", time.Now().UTC().Add(-25*time.Hour)).Exec(ctx)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if bad := w.withdraw(fresh.ID); bad != "This was reported more than 24 hours ago: a planner can correct it" {
			t.Errorf("a day later: %q", bad)
		}
		if bad := planner.withdraw(fresh.ID); bad != "" {
			t.Errorf("a planner, a day later: %q", bad)
		}
	})
}
