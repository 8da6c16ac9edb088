package aps_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

func (h *house) keep(s *entity.Schedule, changes ...draft.PlanChange) (*entity.Schedule, error) {
	return h.aps.Commit(h.ctx, s.ID, s.PlanID, s.Version, changes)
}

// stands is what of a task a preview foretells.
type stands struct {
	resource   string
	start, end time.Time
}

func standing(rows map[string]aps.TaskView) map[string]stands {
	at := map[string]stands{}
	for id, r := range rows {
		if r.PlannedStart != nil {
			at[id] = stands{r.ResourceName, r.PlannedStart.UTC(), r.PlannedEnd.UTC()}
		}
	}
	return at
}

// foretold is where the tasks stand after a preview's effect.
func foretold(rows map[string]aps.TaskView, e *aps.PlanEffect) map[string]stands {
	at := standing(rows)
	for _, x := range e.Tasks {
		at[x.Task.TaskID] = stands{x.Resource, x.Start.UTC(), x.End.UTC()}
	}
	for _, x := range e.Segments {
		at[x.Task.TaskID+"#2"] = stands{x.Resource, x.Start.UTC(), x.End.UTC()}
	}
	return at
}

func (h *house) same(what string, got, want map[string]stands) {
	h.Helper()
	for id := range want {
		if got[id] != want[id] {
			h.Errorf("%s: %s stands at %v, foretold was %v", what, id, got[id], want[id])
		}
	}
	if len(got) != len(want) {
		h.Errorf("%s: %d tasks, foretold were %d", what, len(got), len(want))
	}
}

// APS-API-07, APS-API-08: every kind of change is kept exactly as it was previewed; what it means is written with it; the
// new plan is opened with it, and may be published without a question, for it knows what it has changed.
func TestEveryKindIsKeptAsPreviewed(t *testing.T) {
	at := func(day, hour int) *time.Time {
		x := nextMonday(time.Now()).AddDate(0, 0, day).Truncate(24 * time.Hour).Add(time.Duration(hour) * time.Hour)
		return &x
	}
	for _, row := range []struct {
		name   string
		change draft.PlanChange
		holds  func(h *house, now aps.TaskView) bool
	}{
		{"lock", draft.PlanChange{Kind: "lock", TaskID: "A001-10", Version: 1}, func(h *house, now aps.TaskView) bool {
			_, o := h.operation("A001-10")
			return o.Lock == 2 && o.LockMachine == now.ResourceID && o.LockStart.Equal(*now.PlannedStart) && now.LockStatus == 1
		}},
		{"hours", draft.PlanChange{Kind: "hours", TaskID: "A001-10", Minutes: 480, Version: 1}, func(h *house, now aps.TaskView) bool {
			_, o := h.operation("A001-10")
			return o.Minutes == 480 && o.Setup == 30 && now.Hours == 480 && now.PlannedHours == 480
		}},
		{"hours of a slow machine's line", draft.PlanChange{Kind: "hours", TaskID: "A003-10", Minutes: 100, Version: 1}, func(h *house, now aps.TaskView) bool {
			_, o := h.operation("A003-10")
			return o.Minutes == 240 && o.Machines[0].Minutes == 100 && now.PlannedHours == 100
		}},
		{"outsource", draft.PlanChange{Kind: "outsource", TaskID: "A002-20", ResourceID: "s1", Minutes: 3*1440 + 100, Version: 1}, func(h *house, now aps.TaskView) bool {
			_, o := h.operation("A002-20")
			return o.Outsource == 2 && o.SupplierID == "s1" && now.Outsourced && now.ResourceID == "s1" && now.PlannedEnd.Sub(*now.PlannedStart) == 3*24*time.Hour+100*time.Minute
		}},
		{"outsource for the supplier's days", draft.PlanChange{Kind: "outsource", TaskID: "A002-20", ResourceID: "s1", Version: 1}, func(h *house, now aps.TaskView) bool {
			_, o := h.operation("A002-20")
			return o.LeadDays == 0 && now.PlannedEnd.Sub(*now.PlannedStart) == 48*time.Hour
		}},
		{"overtime of a machine", draft.PlanChange{Kind: "overtime", ResourceID: "e1", From: at(1, 10), To: at(2, 1)}, func(h *house, _ aps.TaskView) bool {
			return len(h.shop.Machines[2].Exceptions) == 1
		}},
		{"overtime of people", draft.PlanChange{Kind: "overtime", ResourceID: "g-fit", From: at(1, 10), To: at(2, 10)}, func(h *house, _ aps.TaskView) bool {
			return len(h.shop.Groups[2].Exceptions) == 1
		}},
		{"split", draft.PlanChange{Kind: "split", TaskID: "A001-10", Minutes: 60}, func(h *house, now aps.TaskView) bool {
			return now.Segment == 1 && now.Hours == 90
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			each(t, true, func(h *house) {
				_, slow := h.operation("A003-10")
				slow.Machines = []model.Eligible{{MachineID: "m2", Minutes: 300, Setup: 20}}
				h.shop.Machines[0].WorkRate = quantity.Whole(1) * 3 / 4
				s := h.hasPlan()
				e, err := h.preview(s, row.change)
				h.must(err)
				want := foretold(h.rowsOf(s), e)
				if h.version("A001-10") != 1 {
					h.Fatal("the preview has written")
				}
				now, err := h.keep(s, row.change)
				h.must(err)
				rows := h.rowsOf(now)
				h.same("kept", standing(rows), want)
				if !row.holds(h, rows[row.change.TaskID]) {
					_, o := h.operation(row.change.TaskID)
					h.Errorf("the record %+v, the task %+v", o, rows[row.change.TaskID])
				}
				// Opened again, nothing moves.
				again, err := h.preview(now, draft.PlanChange{Kind: "move", TaskID: "A003-30"})
				h.must(err)
				if again.TaskCount != 0 {
					h.Errorf("opened again, %d tasks move: %+v", again.TaskCount, again.Tasks[0])
				}
				w, err := h.explain(now, "mould-A001", "")
				h.must(err)
				contiguous(h.T, w)
				h.must(h.publish(now))
				// The next run starts from the records.
				h.start(h.get(s.ID))
				next := h.rowsOf(h.settled(h.get(s.ID)))[row.change.TaskID]
				if !strings.HasPrefix(row.name, "overtime") && row.name != "split" && !row.holds(h, next) {
					h.Errorf("run again: %+v", next)
				}
				if row.name == "split" && next.Segment != 0 {
					h.Errorf("run again: %+v", next)
				}
			})
		})
	}
}

// A lock is taken back; several changes of one operation are one change of its record.
func TestLockIsTakenBack(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		s, err := h.keep(s, draft.PlanChange{Kind: "hours", TaskID: "A001-10", Minutes: 300, Version: 1}, draft.PlanChange{Kind: "lock", TaskID: "A001-10", Version: 1})
		h.must(err)
		if _, o := h.operation("A001-10"); o.Lock != 2 || o.Minutes != 300 || h.version("A001-10") != 2 {
			h.Fatalf("%+v, version %d", o, h.version("A001-10"))
		}
		before := h.rowsOf(s)["A001-10"]
		later := before.PlannedStart.AddDate(0, 0, 3)
		move := draft.PlanChange{Kind: "move", TaskID: "A001-10", Start: &later}
		if _, err := h.preview(s, move); !strings.Contains(said(err), "changes.0.taskId fixed") {
			h.Errorf("a locked task: %s", said(err))
		}
		s, err = h.keep(s, draft.PlanChange{Kind: "unlock", TaskID: "A001-10", Version: 2}, move)
		h.must(err)
		now := h.rowsOf(s)["A001-10"]
		if _, o := h.operation("A001-10"); o.Lock != 0 || o.LockMachine != "" || now.LockStatus != 0 || now.PlannedStart.Before(later) {
			h.Errorf("%+v, %+v", o, now)
		}
	})
}

// Who changed the record meanwhile is not overwritten, and nothing is kept when one record refuses.
func TestAllOfItIsKeptOrNothing(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		later := h.rowsOf(s)["A002-10"].PlannedStart.AddDate(0, 0, 2)
		move := draft.PlanChange{Kind: "move", TaskID: "A002-10", Start: &later}
		plans, tasks := h.lines("plan"), h.lines("plan_task")
		h.versions = map[string]int64{"A001-10": 2}
		if _, err := h.keep(s, move, draft.PlanChange{Kind: "lock", TaskID: "A001-10", Version: 1}); !strings.HasPrefix(said(err), "20009") {
			h.Errorf("an old version: %s", said(err))
		}
		if _, err := h.keep(s, move, draft.PlanChange{Kind: "lock", TaskID: "A001-10"}); !strings.Contains(said(err), "changes.1.version required") {
			h.Errorf("no version: %s", said(err))
		}
		h.refuse = problem.Invalid(problem.Field("hours", "reported", problem.L("工时", "hours")))
		if _, err := h.keep(s, move, draft.PlanChange{Kind: "hours", TaskID: "A001-10", Minutes: 60, Version: 2}); !strings.Contains(said(err), "422 changes.1.hours reported") {
			h.Errorf("a rule of the record: %s", said(err))
		}
		h.refuse = errors.New("the disk is full")
		if _, err := h.keep(s, move, draft.PlanChange{Kind: "overtime", ResourceID: "m1", From: &later, To: minutesOn(later, 60)}); err == nil {
			h.Error("a fault is kept")
		}
		h.refuse = nil
		if p, n := h.lines("plan"), h.lines("plan_task"); p != plans || n != tasks || h.get(s.ID).PlanID != s.PlanID {
			h.Errorf("%d plans and %d tasks, were %d and %d", p, n, plans, tasks)
		}
	})
}

func minutesOn(t time.Time, minutes int) *time.Time {
	x := t.Add(time.Duration(minutes) * time.Minute)
	return &x
}

// What somebody else has changed since the run stays unseen by a plan that changes the same operation.
func TestKeepingHidesNobodysChange(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.fresh()
		_, o := h.operation("A001-10")
		o.Minutes = 600
		s, err := h.keep(s, draft.PlanChange{Kind: "lock", TaskID: "A001-10", Version: 1})
		h.must(err)
		if err := h.publish(s); !strings.HasPrefix(said(err), "20010") {
			h.Errorf("published: %s", said(err))
		}
	})
}

// A kept split is two segments of the plan, which move by themselves; it is not split again.
func TestSegmentsOfAKeptSplit(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		s, err := h.keep(s, draft.PlanChange{Kind: "split", TaskID: "A001-10", Minutes: 60})
		h.must(err)
		rows := h.rowsOf(s)
		first, second := rows["A001-10"], rows["A001-10#2"]
		if second.Segment != 2 || second.Hours != 150 || second.PlannedStart.Before(*first.PlannedEnd) || second.ResourceID != first.ResourceID {
			h.Fatalf("%+v, %+v", first, second)
		}
		later := second.PlannedStart.AddDate(0, 0, 2)
		s, err = h.keep(s, draft.PlanChange{Kind: "move", TaskID: "A001-10#2", Start: &later})
		h.must(err)
		after := h.rowsOf(s)
		if !after["A001-10"].PlannedStart.Equal(*first.PlannedStart) || after["A001-10#2"].PlannedStart.Before(later) || after["A001-20"].PlannedStart.Before(*after["A001-10#2"].PlannedEnd) {
			h.Errorf("%+v", after["A001-10#2"])
		}
		for _, kind := range []string{"split", "hours"} {
			if _, err := h.preview(s, draft.PlanChange{Kind: kind, TaskID: "A001-10", Minutes: 40}); !strings.Contains(said(err), "changes.0.taskId") {
				h.Errorf("%s: %s", kind, said(err))
			}
		}
		h.must(h.publish(s))
	})
}

// What cannot be kept honestly is refused before anybody keeps it.
func TestPreviewRefusesWhatHasNoRecord(t *testing.T) {
	each(t, true, func(h *house) {
		part := &h.shop.Moulds[1].Parts[0]
		part.Qty, part.Batches = 4, []model.Batch{{ID: "b1", No: "B1", Qty: 2, State: 1}}
		h.shop.Moulds[0].AssemblyGroup, h.shop.Moulds[0].Assembly = "g-fit", 120
		_, away := h.operation("A003-20")
		away.Outsource, away.SupplierID = 2, "s1"
		s := h.hasPlan()
		for want, c := range map[string]draft.PlanChange{
			"taskId record":        {Kind: "hours", TaskID: "assembly:mould-A001", Minutes: 60},
			"taskId batched":       {Kind: "lock", TaskID: "A002-10/b1"},
			"taskId machine":       {Kind: "lock", TaskID: "A001-30"},
			"taskId unlocked":      {Kind: "unlock", TaskID: "A001-10"},
			"taskId outside":       {Kind: "hours", TaskID: "A003-20", Minutes: 60},
			"taskId whole":         {Kind: "split", TaskID: "A001-30", Minutes: 60},
			"minutes range":        {Kind: "outsource", TaskID: "A001-10", ResourceID: "s1", Minutes: 366 * 1440},
			"resourceId supplier":  {Kind: "outsource", TaskID: "A001-10", ResourceID: "outside", Minutes: 60},
			"resourceId reference": {Kind: "overtime", ResourceID: "s1"},
		} {
			if _, err := h.preview(s, c); !strings.HasPrefix(said(err), "422 changes.0."+want) {
				h.Errorf("%+v: %s, want %s", c, said(err), want)
			}
		}
		split := draft.PlanChange{Kind: "split", TaskID: "A001-10", Minutes: 60}
		if _, err := h.preview(s, split, split); !strings.HasPrefix(said(err), "422 changes.1.taskId whole") {
			h.Errorf("split twice: %s", said(err))
		}
		h.must(h.write(func(tx store.Tx) error {
			_, err := tx.Change((*entity.Schedule)(nil)).Set("simulation = ?", true).Where("id = ?", s.ID).Exec(h.ctx)
			return err
		}))
		if _, err := h.preview(s, draft.PlanChange{Kind: "lock", TaskID: "A001-10"}); !strings.HasPrefix(said(err), "422 changes.0.kind simulation") {
			h.Errorf("a simulation: %s", said(err))
		}
	})
}

// A task that cannot change says its true reason: its operation is gone since the run, or another schedule has planned it.
func TestPreviewSaysWhoseATaskIs(t *testing.T) {
	each(t, true, func(h *house) {
		one, two := h.schedule("one", 0, "mould-A001"), h.schedule("two", 0, "mould-A002")
		h.start(one)
		h.settled(one)
		h.must(h.publish(one))
		h.start(two)
		s := h.settled(two)
		later := h.rowsOf(s)["A002-10"].PlannedStart.AddDate(0, 0, 3)
		for _, kind := range []string{"lock", "move"} {
			if _, err := h.preview(s, draft.PlanChange{Kind: kind, TaskID: "A001-10", Start: &later}); !strings.HasPrefix(said(err), "422 changes.0.taskId carried") {
				h.Errorf("%s of a task of another schedule: %s", kind, said(err))
			}
		}
		h.fresh()
		part, _ := h.operation("A002-10")
		part.Ops = slices.DeleteFunc(part.Ops, func(o model.Operation) bool { return o.ID == "A002-10" })
		for _, kind := range []string{"lock", "move", "hours", "split"} {
			if _, err := h.preview(s, draft.PlanChange{Kind: kind, TaskID: "A002-10", Start: &later, Minutes: 60}); !strings.HasPrefix(said(err), "422 changes.0.taskId deleted") {
				h.Errorf("%s of a task whose operation is gone: %s", kind, said(err))
			}
		}
	})
}

// APS-API-07: the tasks of a schedule come with the version and hours that an edit needs, those without a place with
// their reason.
func TestTasksOfAScheduleForAnEdit(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop.Moulds[2].Parts[0].Ops[1].GroupID = "g-off"
		_, o := h.operation("A001-10")
		o.Machines = []model.Eligible{{MachineID: "m2", Minutes: 300, Setup: 20}}
		h.versions = map[string]int64{"A001-10": 7}
		s := h.hasPlan()
		list := func(q aps.TaskQuery) (out aps.ScheduleTaskList, err error) {
			err = h.db.Read(h.ctx, func(tx store.Tx) (err error) { out, err = h.aps.ScheduleTasks(h.ctx, tx, q); return err })
			return out, err
		}
		all, err := list(aps.TaskQuery{ScheduleID: s.ID})
		h.must(err)
		if all.Total != 9 || len(all.Rows) != 9 {
			h.Fatalf("%d of %d", len(all.Rows), all.Total)
		}
		reasons := 0
		for _, x := range all.Rows {
			if !x.Scheduled {
				reasons++
				if x.Reason == "" {
					h.Errorf("%s is not scheduled and nobody knows why", x.TaskID)
				}
			}
		}
		if reasons != 2 { // and what follows it
			h.Errorf("%d tasks are not scheduled", reasons)
		}
		one, err := list(aps.TaskQuery{ScheduleID: s.ID, TaskIDs: []string{"A001-10"}, Size: 1})
		h.must(err)
		if x := one.Rows[0]; one.Total != 1 || x.Version != 7 || x.OperationID != "A001-10" || x.RecordHours != 300 || x.SetupHours != 20 {
			h.Errorf("%+v", x)
		}
		if _, err := list(aps.TaskQuery{MouldNo: "A001"}); !strings.Contains(said(err), "scheduleId required") {
			h.Error(said(err))
		}
		if _, err := list(aps.TaskQuery{ScheduleID: s.ID, TaskIDs: make([]string, 501)}); !strings.Contains(said(err), "taskIds atMost") {
			h.Error(said(err))
		}
	})
}
