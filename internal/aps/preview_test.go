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
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

func (h *house) preview(s *entity.Schedule, changes ...draft.PlanChange) (e *aps.PlanEffect, err error) {
	err = h.db.Read(h.ctx, func(tx store.Tx) (err error) { e, err = h.aps.Preview(h.ctx, tx, s.ID, s.PlanID, changes); return err })
	return e, err
}

func (h *house) rowsOf(s *entity.Schedule) map[string]aps.TaskView {
	h.Helper()
	rows := map[string]aps.TaskView{}
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
		all := 2
		list, err := h.aps.Tasks(h.ctx, tx, aps.TaskQuery{ScheduleID: s.ID, LockStatus: &all, Scope: "all", Size: 500})
		for _, t := range list.Rows {
			rows[t.TaskID] = t
		}
		return err
	}))
	return rows
}

func (h *house) hasPlan() *entity.Schedule {
	h.Helper()
	s := h.schedule("s", 0)
	h.start(s)
	return h.settled(s)
}

// A preview says who moves, which moulds end when and who becomes late, and writes nothing.
func TestPreviewOfAMove(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		before := h.rowsOf(s)
		later := before["A001-10"].PlannedStart.Add(40 * 24 * time.Hour)
		e, err := h.preview(s, draft.PlanChange{Kind: "move", TaskID: "A001-10", Start: &later})
		h.must(err)
		if e.NowLate != 1 || e.Tardiness <= 0 || len(e.Moulds) == 0 || e.Moulds[0].MouldNo != "A001" || !e.Moulds[0].NowLate || e.Moulds[0].Late == 0 {
			h.Fatalf("%+v", e)
		}
		if e.TaskCount < 3 || e.Tasks[0].Task.MouldNo != "A001" || e.Tasks[0].Start.Before(later) {
			h.Errorf("%d tasks, the first %+v", e.TaskCount, e.Tasks[0])
		}
		after := h.rowsOf(s)
		for id := range before {
			if !before[id].PlannedStart.Equal(*after[id].PlannedStart) {
				h.Errorf("%s was written", id)
			}
		}
		// To the machine beside it, at the same time: nobody is late.
		other := map[string]string{"m1": "m2", "m2": "m1"}[before["A001-10"].ResourceID]
		e, err = h.preview(s, draft.PlanChange{Kind: "move", TaskID: "A001-10", ResourceID: other})
		h.must(err)
		if e.NowLate != 0 || e.TaskCount == 0 {
			h.Errorf("%+v", e)
		}
	})
}

// A move to the machine and the moment that a task has is no change, before and after others were kept.
func TestPreviewOfWhatAlreadyIs(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		for range 2 {
			tried := 0
			for id, row := range h.rowsOf(s) {
				if row.PlannedStart == nil || row.Outsourced {
					continue
				}
				tried++
				for _, change := range []draft.PlanChange{
					{Kind: "move", TaskID: id, Start: row.PlannedStart, ResourceID: row.ResourceID},
					{Kind: "move", TaskID: id, Start: row.PlannedStart},
					{Kind: "move", TaskID: id, ResourceID: row.ResourceID},
				} {
					e, err := h.preview(s, change)
					h.must(err)
					if e.TaskCount != 0 || len(e.Moulds) != 0 || len(e.Conflicts) != 0 {
						h.Errorf("%+v: %+v", change, e)
					}
				}
			}
			if tried < 4 {
				h.Fatalf("only %d tasks were tried", tried)
			}
			later := h.rowsOf(s)["A001-10"].PlannedStart.Add(3 * time.Hour)
			var err error
			s, err = h.keep(s, draft.PlanChange{Kind: "move", TaskID: "A001-10", Start: &later})
			h.must(err)
		}
	})
}

// Whatever else is changed has its exact effect: fewer hours, more hours on a day, a supplier, a lock.
func TestPreviewOfOtherChanges(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop.Moulds = h.shop.Moulds[:1]
		for i := range h.shop.Groups { // at any hour of the day: the schedule begins in an hour
			h.shop.Groups[i].Periods, h.shop.Groups[i].Rest = nil, nil
		}
		s := h.hasPlan()
		rows := h.rowsOf(s)
		fit := rows["A001-30"]
		evening := fit.PlannedEnd.Add(-30 * time.Minute)
		for _, row := range []struct {
			name   string
			change draft.PlanChange
			end    time.Time
		}{
			{"an hour instead of two", draft.PlanChange{Kind: "hours", TaskID: "A001-30", Minutes: 60}, fit.PlannedStart.Add(time.Hour)},
			{"outside for a day", draft.PlanChange{Kind: "outsource", TaskID: "A001-30", ResourceID: "s1", Minutes: 1440}, time.Time{}},
			{"where it is", draft.PlanChange{Kind: "lock", TaskID: "A001-10"}, *fit.PlannedEnd},
			{"longer hours that nobody needs", draft.PlanChange{Kind: "overtime", ResourceID: "g-fit", From: &evening, To: fit.PlannedEnd}, *fit.PlannedEnd},
		} {
			e, err := h.preview(s, row.change)
			h.must(err)
			end := *fit.PlannedEnd
			if len(e.Moulds) == 1 {
				end = *e.Moulds[0].After
			}
			switch {
			case row.end.IsZero() && !end.After(*fit.PlannedEnd):
				h.Errorf("%s: ends %s, not after %s", row.name, end, fit.PlannedEnd)
			case !row.end.IsZero() && !end.Equal(row.end):
				h.Errorf("%s: ends %s, want %s", row.name, end, row.end)
			}
		}
	})
}

// A split shows its second segment: it follows at once, without a set-up, as long as nothing comes between; moved on, the
// rest of the route waits for it.
func TestPreviewOfASplit(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop.Moulds = h.shop.Moulds[:1]
		for i := range h.shop.Groups {
			h.shop.Groups[i].Periods, h.shop.Groups[i].Rest = nil, nil
		}
		s := h.hasPlan()
		first := h.rowsOf(s)["A001-10"] // 30 minutes of set-up, 210 of run
		split := draft.PlanChange{Kind: "split", TaskID: "A001-10", Minutes: 90}
		e, err := h.preview(s, split)
		h.must(err)
		cut := first.PlannedStart.Add(2 * time.Hour)
		if len(e.Segments) != 1 || e.Segments[0].Task.Segment != 2 || e.Segments[0].Task.TaskID != "A001-10" || !e.Segments[0].Start.Equal(cut) || !e.Segments[0].End.Equal(*first.PlannedEnd) {
			h.Errorf("the second segment: %+v, want from %s to %s", e.Segments, cut, first.PlannedEnd)
		}
		if e.TaskCount != 1 || !e.Tasks[0].End.Equal(cut) || len(e.Moulds) != 0 {
			h.Errorf("the first segment: %+v, moulds %+v", e.Tasks, e.Moulds)
		}
		for minutes, want := range map[int]string{0: "changes.0.minutes range", 210: "changes.0.minutes range"} {
			if _, err := h.preview(s, draft.PlanChange{Kind: "split", TaskID: "A001-10", Minutes: minutes}); !strings.Contains(said(err), want) {
				h.Errorf("%d minutes: %s", minutes, said(err))
			}
		}
	})
}

// What cannot be is refused, with the change and its field.
func TestPreviewRefusesWhatCannotBe(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop.Moulds[2].Parts[0].Ops[0].Status = 1
		h.shop.Moulds[2].Parts[0].Ops[0].OnMachine = "m1"
		s := h.hasPlan()
		early := time.Now().Add(-100 * time.Hour)
		far := time.Now().AddDate(5, 0, 0)
		for want, c := range map[string]draft.PlanChange{
			"changes.0.kind enum":            {Kind: "hide", TaskID: "A001-10"},
			"changes.0.taskId reference":     {Kind: "move", TaskID: "nobody"},
			"changes.0.taskId fixed":         {Kind: "move", TaskID: "A003-10"},
			"changes.0.resourceId eligible":  {Kind: "move", TaskID: "A001-10", ResourceID: "e1"},
			"changes.0.start before":         {Kind: "move", TaskID: "A001-10", Start: &early},
			"changes.0.start horizon":        {Kind: "move", TaskID: "A001-10", Start: &far},
			"changes.0.minutes range":        {Kind: "hours", TaskID: "A001-10"},
			"changes.0.resourceId supplier":  {Kind: "outsource", TaskID: "A001-10", ResourceID: "m1", Minutes: 60},
			"changes.0.resourceId reference": {Kind: "overtime", ResourceID: "m9"},
			"changes.0.to order":             {Kind: "overtime", ResourceID: "m1", From: &far, To: &early},
		} {
			if _, err := h.preview(s, c); !strings.Contains(said(err), want) {
				h.Errorf("%+v: %s, want %s", c, said(err), want)
			}
		}
		if _, err := h.preview(s); !strings.Contains(said(err), "changes count") {
			h.Error(said(err))
		}
		s.PlanID = "another"
		if _, err := h.preview(s, draft.PlanChange{Kind: "lock", TaskID: "A001-10"}); !strings.HasPrefix(said(err), "20009") {
			h.Error(said(err))
		}
	})
}

// Overtime is a stretch of one day: from today on, 24 hours at most, within the horizon, and once.
func TestOvertimeHasTheBoundsOfADay(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		shanghai, err := time.LoadLocation("Asia/Shanghai")
		h.must(err)
		y, m, d := s.StartTime.In(shanghai).Date()
		monday := time.Date(y, m, d, 18, 0, 0, 0, shanghai)
		overtime := func(from time.Time, hours time.Duration) draft.PlanChange {
			to := from.Add(hours)
			return draft.PlanChange{Kind: "overtime", ResourceID: "m1", From: &from, To: &to}
		}
		evening := overtime(monday, 4*time.Hour)
		// Entered since the plan was made.
		h.fresh()
		h.shop.Machines[0].Exceptions = []model.Exception{{From: monday.AddDate(0, 0, 5), To: monday.AddDate(0, 0, 5).Add(4 * time.Hour), Extra: true}}
		people := evening
		people.ResourceID = "g-fit"
		for _, row := range []struct {
			name    string
			changes []draft.PlanChange
			want    string // empty: taken
		}{
			{"an evening of a machine and of people", []draft.PlanChange{evening, people}, ""},
			{"a whole day", []draft.PlanChange{overtime(monday, 24*time.Hour)}, ""},
			{"two days in a row", []draft.PlanChange{overtime(monday, 24*time.Hour), overtime(monday.AddDate(0, 0, 1), 24*time.Hour)}, ""},
			{"more hours than a day has", []draft.PlanChange{overtime(monday, 24*time.Hour+time.Minute)}, "422 changes.0.to atMost"},
			{"until next year", []draft.PlanChange{overtime(monday, 365*24*time.Hour)}, "422 changes.0.to atMost"},
			{"yesterday", []draft.PlanChange{overtime(time.Now().AddDate(0, 0, -1), time.Hour)}, "422 changes.0.from past"},
			{"beyond the horizon", []draft.PlanChange{overtime(monday.AddDate(0, 0, 731), time.Hour)}, "422 changes.0.from horizon"},
			{"its end before its start", []draft.PlanChange{overtime(monday, -time.Hour)}, "422 changes.0.to order"},
			{"stored hours", []draft.PlanChange{evening, overtime(monday.AddDate(0, 0, 5).Add(time.Hour), time.Hour)}, "422 changes.1.from overlap"},
			{"the same hours twice", []draft.PlanChange{evening, overtime(monday.Add(3*time.Hour), 4*time.Hour)}, "422 changes.1.from overlap"},
		} {
			if _, err := h.preview(s, row.changes...); err == nil && row.want != "" || err != nil && said(err) != row.want {
				h.Errorf("%s: the preview says %s, want %s", row.name, said(err), row.want)
			}
			if row.want == "" {
				continue
			}
			if _, err := h.keep(s, row.changes...); said(err) != row.want {
				h.Errorf("%s: keeping says %s, want %s", row.name, said(err), row.want)
			}
		}
		if machine := h.shop.Machines[0]; len(machine.Exceptions) != 1 {
			h.Errorf("a refused change is written: %+v", machine.Exceptions)
		}
	})
}

// Overtime of today that begins before the plan does is told the plan's beginning, at the field of its start; its end is right.
func TestOvertimeBeforeThePlanIsToldSo(t *testing.T) {
	each(t, true, func(h *house) {
		start := nextMonday(time.Now()).AddDate(0, 0, 14)
		s, err := h.save(entity.Config{Name: "s", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0}})
		h.must(err)
		h.start(s)
		s = h.settled(s)
		from := time.Now().Add(24 * time.Hour)
		to := from.Add(2 * time.Hour)
		_, err = h.preview(s, draft.PlanChange{Kind: "overtime", ResourceID: "m1", From: &from, To: &to})
		if said(err) != "422 changes.0.from before" || !strings.Contains(err.Error(), "before the plan does") {
			h.Errorf("%s: %v", said(err), err)
		}
	})
}

// APS-API-08: moves that are kept become a new plan of the schedule; the plan in force stays, its schedule stays published,
// the rest of every row stays too, and whoever worked on the old plan is refused.
func TestCommitOfMoves(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		s = h.get(s.ID)
		before := h.rowsOf(s)
		later := before["A001-10"].PlannedStart.Add(5 * 24 * time.Hour)
		move := draft.PlanChange{Kind: "move", TaskID: "A001-10", Start: &later}
		e, err := h.preview(s, move)
		h.must(err)
		now, err := h.aps.Commit(h.ctx, s.ID, s.PlanID, s.Version, []draft.PlanChange{move})
		h.must(err)
		if now.PlanID == s.PlanID || now.Status != entity.Published || h.inForce() != s.PlanID || h.get(s.ID).PlanID != now.PlanID {
			h.Fatalf("%+v", now)
		}
		after := h.rowsOf(now)
		moved := 0
		for id, was := range before {
			is := after[id]
			if !is.PlannedStart.Equal(*was.PlannedStart) || !is.PlannedEnd.Equal(*was.PlannedEnd) || is.ResourceID != was.ResourceID {
				moved++
			}
			is.PlannedStart, is.PlannedEnd, is.ResourceID, is.ResourceName, is.Slack, is.Late = was.PlannedStart, was.PlannedEnd, was.ResourceID, was.ResourceName, was.Slack, was.Late
			if is.Hours != was.Hours || is.GroupName != was.GroupName || is.SectionName != was.SectionName || is.Priority != was.Priority || is.Status != was.Status || is.SourceFlag != was.SourceFlag || is.LockStatus != was.LockStatus || is.PartName != was.PartName || is.ProcessName != was.ProcessName {
				h.Errorf("%s: %+v, was %+v", id, is, was)
			}
		}
		if moved != e.TaskCount || after["A001-10"].PlannedStart.Before(later) {
			h.Errorf("%d tasks moved, the preview said %d; it starts %s", moved, e.TaskCount, after["A001-10"].PlannedStart)
		}
		if _, err := h.aps.Commit(h.ctx, s.ID, s.PlanID, s.Version, []draft.PlanChange{move}); !strings.HasPrefix(said(err), "20009") {
			h.Errorf("twice: %s", said(err))
		}
		w, err := h.explain(now, "mould-A001", "")
		h.must(err)
		contiguous(h.T, w)
		if len(w.Causes) == 0 || w.Causes[0].Kind != "held" {
			h.Errorf("what was dragged is not named: %+v", w.Causes)
		}
		h.must(h.publish(now))
	})
}

// A schedule that runs takes no moves.
func TestCommitWaitsForTheRun(t *testing.T) {
	each(t, false, func(h *house) {
		s := h.schedule("s", 0)
		h.start(s)
		if _, err := h.aps.Commit(h.ctx, s.ID, "x", 0, []draft.PlanChange{{Kind: "move", TaskID: "A001-10"}}); err == nil {
			h.Error("accepted")
		}
	})
}

// A plan made with overtime is opened with it: what it changes, why it is late and what moves make of it count from the
// same times.
func TestPlanWithOvertimeIsOpenedWithIt(t *testing.T) {
	each(t, true, func(h *house) {
		for i := range h.shop.Groups {
			h.shop.Groups[i].Overtime = [][2]string{{"17:00", "21:00"}}
		}
		h.shop.Groups[0].Bottleneck = true
		soon := time.Now().AddDate(0, 0, 1).Truncate(time.Minute)
		for i := range h.shop.Moulds {
			h.shop.Moulds[i].Delivery = &soon
			h.shop.Moulds[i].Parts[0].Ops[0].Minutes = 720
		}
		for choice := 0.0; choice <= 3; choice++ {
			start := time.Now().Add(time.Hour).Truncate(time.Minute)
			s, err := h.save(entity.Config{Name: fmt.Sprint("overtime ", choice), StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0, "overtimeChoice": choice}})
			h.must(err)
			h.start(s)
			s = h.settled(s)
			var worth *result.Evaluation
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { worth, err = h.aps.EvaluationOf(h.ctx, tx, s.ID, 0); return err }))
			if worked := worth.Figures.OvertimeHours > 0; worked != (choice > 0) {
				h.Fatalf("choice %v: %v hours of overtime", choice, worth.Figures.OvertimeHours)
			}
			e, err := h.preview(s, draft.PlanChange{Kind: "lock", TaskID: "A001-10"})
			h.must(err)
			if e.TaskCount != 0 {
				h.Errorf("choice %v: locking a task where it is moves %d tasks, as %+v", choice, e.TaskCount, e.Tasks[0])
			}
			row := h.rowsOf(s)["A003-30"]
			w, err := h.explain(s, "mould-A003", "")
			h.must(err)
			contiguous(h.T, w)
			if w.End == nil || !w.End.Equal(*row.PlannedEnd) {
				h.Errorf("choice %v: it ends %s, the explanation says %s", choice, row.PlannedEnd, w.End)
			}
			later := row.PlannedStart.AddDate(0, 0, 1)
			now, err := h.aps.Commit(h.ctx, s.ID, s.PlanID, s.Version, []draft.PlanChange{{Kind: "move", TaskID: "A003-30", Start: &later}})
			h.must(err)
			before := worth.Figures.OvertimeHours
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { worth, err = h.aps.EvaluationOf(h.ctx, tx, now.ID, 0); return err }))
			if after := worth.Figures.OvertimeHours; (after > 0) != (before > 0) {
				h.Errorf("choice %v: %v hours of overtime, %v after a move", choice, before, after)
			}
		}
	})
}

// A preview names only the conflicts that the changes make, not those that the plan has already.
func TestPreviewNamesNewConflictsOnly(t *testing.T) {
	each(t, true, func(h *house) {
		when := time.Now().AddDate(0, 0, 3).Truncate(time.Hour)
		for i := range 2 {
			o := &h.shop.Moulds[i].Parts[0].Ops[0]
			o.Lock, o.LockMachine, o.LockStart = 2, "m2", &when
		}
		s := h.hasPlan()
		clash := 0
		for _, row := range h.rowsOf(s) {
			if len(row.Conflicts) > 0 {
				clash++
			}
		}
		e, err := h.preview(s, draft.PlanChange{Kind: "lock", TaskID: "A003-10"})
		h.must(err)
		if clash == 0 || len(e.Conflicts) != 0 {
			h.Errorf("%d tasks in conflict, a lock that moves nothing adds %+v", clash, e.Conflicts)
		}
	})
}
