package aps_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

func (h *house) versionList(s *entity.Schedule) (rows []plan.Version) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
		list, err := h.aps.Versions(h.ctx, tx, s.ID)
		rows = list.Rows
		return err
	}))
	return rows
}

func (h *house) differenceOf(s *entity.Schedule, number int) (d *compare.Difference) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { d, err = h.aps.DifferenceOf(h.ctx, tx, s.ID, number); return err }))
	return d
}

// The figures of a plan rest on the dates of its run. Where those of today make other moulds late, list, versions and the
// question say so, with the same moulds; and what a later date has put right is told with that cause.
func TestLateByTheDatesOfToday(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		if v := h.versionList(s)[0]; v.Late != 0 || v.Today != nil {
			h.Errorf("before any date moves: %d late, today %+v", v.Late, v.Today)
		}
		h.dueSoon(2)
		s = h.planned(s)
		h.must(h.publish(s))
		if d := h.differenceOf(s, 1); fmt.Sprint(d.LateToday, d.OnTimeToday, d.LateAfter) != "[A003] [] [A003]" {
			h.Errorf("the question before the old plan comes back says %v, %v of %v", d.LateToday, d.OnTimeToday, d.LateAfter)
		}
		h.ctx = store.WithActor(h.ctx, func() store.Actor { a := h.actor; a.Confirmed = "changed"; return a }())
		h.must(h.publishVersion(s, 1))
		if v := h.versionList(s)[1]; !v.InForce || v.Late != 0 || v.Today == nil || v.Today.Late != 1 || v.Today.CarriedLate != 0 || fmt.Sprint(v.Today.Moulds) != "[A003]" {
			h.Errorf("the old plan in force says %d late, today %+v", v.Late, v.Today)
		}
		if v := h.versionList(s)[0]; v.Late != 1 || v.Today != nil {
			h.Errorf("one that is not in force says %d late, today %+v", v.Late, v.Today)
		}
		// A plan of another schedule carries A003 over, late; a later date puts it right where it stands.
		one := h.planned(h.schedule("one", 0, "mould-A002"))
		h.must(h.publish(one))
		h.dueAt(2, time.Now().AddDate(0, 2, 0))
		var list aps.ScheduleList
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
			list, err = h.aps.List(h.ctx, tx, aps.ListQuery{ID: one.ID})
			return err
		}))
		if v := list.Rows[0]; v.CarriedLate != 1 || v.Today == nil || v.Today.Late != 0 || v.Today.CarriedLate != 0 || fmt.Sprint(v.Today.Moulds) != "[A003]" {
			h.Errorf("the list says %d carried late, today %+v", v.CarriedLate, v.Today)
		}
		file := h.linesOf(h.aps.Export(h.ctx, aps.ListQuery{Sort: "-planNumber"}, []string{"name", "late", "lateToday", "carriedLate", "carriedLateToday"}, "csv"))
		if got := fmt.Sprintf("%q", file); !strings.Contains(got, `"one | 0 | 0 | 1 | 0"`) || strings.Count(got, " |  | ") != 1 {
			h.Errorf("the file of the list says %s", got)
		}
		if d := h.difference(h.planned(one)); len(d.Rescued) != 1 || d.Rescued[0].MouldNo != "A003" || d.Rescued[0].Cause != "newDate" || d.CarriedMoulds != 2 || d.CarriedLate != 0 {
			h.Errorf("no longer late: %+v; %d carried over, %d late", d.Rescued, d.CarriedMoulds, d.CarriedLate)
		}
	})
}

// Load, what follows from it, and changeovers count all work of the plan; of the load the schedule's own share is told beside.
func TestLoadCountsWhatIsCarriedOver(t *testing.T) {
	each(t, true, func(h *house) {
		all := h.hasPlan()
		h.must(h.publish(all))
		one := h.planned(h.schedule("one", 0, "mould-A002"))
		whole, part := h.evaluation(all), h.evaluation(one)
		if len(part.Load) == 0 || len(part.Load) != len(whole.Load) {
			h.Fatalf("%d groups of %d", len(part.Load), len(whole.Load))
		}
		of := map[string]result.GroupLoad{}
		for _, l := range whole.Load {
			if of[l.Group] = l; l.OwnHours == nil || *l.OwnHours != l.OccupiedHours {
				h.Errorf("%s of the whole: %+v", l.Group, l)
			}
		}
		for _, l := range part.Load {
			if want := of[l.Group].OccupiedHours; math.Abs(l.OccupiedHours-want) > 0.05 || *l.OwnHours <= 0 || *l.OwnHours >= l.OccupiedHours {
				h.Errorf("%s is occupied %v h, %v of its own, want %v", l.Group, l.OccupiedHours, *l.OwnHours, want)
			}
		}
		if p, w := part.Figures, whole.Figures; p.Bottleneck != w.Bottleneck || math.Abs(*p.Utilisation-*w.Utilisation) > 0.001 {
			h.Errorf("the bottleneck is %s at %v, want %s at %v", p.Bottleneck, *p.Utilisation, w.Bottleneck, *w.Utilisation)
		}
		if p, w := part.Figures.Changeovers, whole.Figures.Changeovers; p != w || w < 1 {
			h.Errorf("%d changeovers, in the whole %d", p, w)
		}
	})
}

// Every condition of the task table keeps to one scope: the schedule's own tasks, unless another one is asked for.
func TestTheTaskTableHasOneScope(t *testing.T) {
	each(t, true, func(h *house) {
		h.must(h.publish(h.hasPlan()))
		one := h.planned(h.schedule("one", 0, "mould-A002"))
		zero, both := 0, 2
		for name, c := range map[string]struct {
			q    aps.TaskQuery
			want int
		}{
			"nothing":                   {aps.TaskQuery{}, 3},
			"any lock":                  {aps.TaskQuery{LockStatus: &both}, 3},
			"unlocked":                  {aps.TaskQuery{LockStatus: &zero}, 3},
			"not started":               {aps.TaskQuery{Status: &zero}, 3},
			"scheduled":                 {aps.TaskQuery{State: "scheduled"}, 3},
			"own":                       {aps.TaskQuery{State: "own"}, 3},
			"carried":                   {aps.TaskQuery{State: "carried"}, 6},
			"both":                      {aps.TaskQuery{Scope: "all"}, 9},
			"both, not started":         {aps.TaskQuery{Scope: "all", Status: &zero}, 9},
			"both, unlocked, scheduled": {aps.TaskQuery{Scope: "all", LockStatus: &zero, State: "scheduled"}, 9},
			"carried, scheduled":        {aps.TaskQuery{Scope: "carried", State: "scheduled"}, 6},
			"carried, not started":      {aps.TaskQuery{Scope: "carried", Status: &zero}, 6},
			"named":                     {aps.TaskQuery{TaskIDs: []string{"A001-10", "A002-10"}}, 2},
		} {
			c.q.ScheduleID = one.ID
			if got := len(h.tasks(c.q)); got != c.want {
				h.Errorf("%s: %d tasks, not %d", name, got, c.want)
			}
		}
		if err := h.db.Read(h.ctx, func(tx store.Tx) error {
			_, err := h.aps.Tasks(h.ctx, tx, aps.TaskQuery{ScheduleID: one.ID, Scope: "some"})
			return err
		}); !strings.Contains(said(err), "scope choice") {
			h.Errorf("an unknown scope says %q", said(err))
		}
	})
}

// Moved means the same in the question before publishing as in the evaluation, of the schedule's own tasks; what is carried
// over is told apart.
func TestMovedMeansOneThing(t *testing.T) {
	each(t, true, func(h *house) {
		h.must(h.publish(h.hasPlan()))
		one := h.schedule("one", 0, "mould-A002")
		h.mu.Lock()
		for i := range h.shop.Machines {
			h.shop.Machines[i].WorkRate = h.shop.Machines[i].WorkRate * 9 / 10
		}
		h.mu.Unlock()
		one = h.planned(one)
		d, f := h.difference(one), h.evaluation(one).Figures
		if d.Compared != 3 || d.Compared != f.Compared || d.Moved != f.Moved || d.Shifted < d.Moved || d.Shifted == 0 || d.CarriedMoulds != 2 || d.AllTasks {
			h.Errorf("the question: %d moved and %d shifted of %d, %d moulds carried; the evaluation: %d of %d", d.Moved, d.Shifted, d.Compared, d.CarriedMoulds, f.Moved, f.Compared)
		}
		one = h.moved(one, "A002-30", 30)
		if d, f := h.difference(one), h.evaluation(one).Figures; d.Moved != f.Moved || d.Moved == 0 || d.Compared != 3 || d.Added != 0 {
			h.Errorf("after a move: %d of %d, %d added; the evaluation: %d", d.Moved, d.Compared, d.Added, f.Moved)
		}
	})
}

// Nothing of a late mould may start later than planned: its latest times and its slack say the same. The Gantt says by how
// much a mould that is carried over is late.
func TestLatestTimesOfLateMouldsAgreeWithTheirSlack(t *testing.T) {
	each(t, true, func(h *house) {
		h.dueAt(2, nextMonday(time.Now()).AddDate(0, 0, 1))
		h.must(h.publish(h.hasPlan()))
		one := h.planned(h.schedule("one", 0, "mould-A002"))
		late := 0
		for _, r := range h.rowsOf(one) {
			if !r.Late || r.Slack == nil {
				continue
			}
			late++
			if got := r.LatestStart.Sub(*r.PlannedStart).Hours(); got != *r.Slack || got > 0 || r.LatestEnd.After(*r.PlannedEnd) {
				h.Errorf("%s: planned %v to %v, latest %v to %v, slack %v", r.TaskID, r.PlannedStart, r.PlannedEnd, r.LatestStart, r.LatestEnd, *r.Slack)
			}
		}
		if late == 0 {
			h.Error("no task is late")
		}
		for _, m := range h.gantt(one).Moulds {
			if m.State == "carried" && (m.Due == nil || m.End == nil || m.LateMinutes == nil || (*m.LateMinutes > 0) != m.Late) {
				h.Errorf("the Gantt says of %s: due %v, end %v, late by %v", m.No, m.Due, m.End, m.LateMinutes)
			}
		}
	})
}

// The list of versions tells which of them cannot come back, and the refusal counts the moulds.
func TestVersionsTellThatTheyWereOvertaken(t *testing.T) {
	each(t, true, func(h *house) {
		h.must(h.publish(h.hasPlan()))
		one := h.planned(h.schedule("one", 0, "mould-A002"))
		if v := h.versionList(one)[0]; fmt.Sprint(v.Overtaken) != "[]" {
			h.Errorf("nothing was published since, and %v are overtaken", v.Overtaken)
		}
		two := h.planned(h.schedule("two", 0, "mould-A001"))
		two = h.moved(two, "A001-30", 5)
		h.must(h.publish(two))
		if v := h.versionList(one)[0]; fmt.Sprint(v.Overtaken) != "[A001]" {
			h.Errorf("overtaken: %v", v.Overtaken)
		}
		if err := h.publish(one); !strings.Contains(fmt.Sprint(err)+said(err), "A001") {
			h.Errorf("publishing says %v", err)
		}
		if v := h.versionList(two)[0]; len(v.Overtaken) != 0 {
			h.Errorf("the plan in force is overtaken by itself: %v", v.Overtaken)
		}
	})
}
