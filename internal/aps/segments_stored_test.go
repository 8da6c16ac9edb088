package aps_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// cuts gives the house a machine of a work rate, locked for four hours from three hours behind start, and a task of five hours that
// fits before the lock in part.
func (h *house) cuts(start time.Time, rate int64, due *time.Time) {
	lock := start.Add(3 * time.Hour)
	s := small("M1")
	s.Machines[0].WorkRate = quantity.Whole(rate)
	op := func(id string, hours int64) model.Operation {
		return model.Operation{ID: id, No: 10, GroupID: "M", Minutes: quantity.Minutes(60 * hours * rate), Crew: 1, Pausable: true}
	}
	locked, cut := op("L-1", 4), op("X-1", 5)
	locked.Lock, locked.LockMachine, locked.LockStart = 2, "M1", &lock
	cut.Process = "铣"
	s.Moulds = []model.Mould{
		{ID: "lock", No: "L", Priority: 1, Parts: []model.Part{{ID: "L", No: "L", Ops: []model.Operation{locked}}}},
		{ID: "cut", No: "X", Priority: 50, Delivery: due, Parts: []model.Part{{ID: "X", No: "X", Qty: 1, Ops: []model.Operation{cut}}}},
	}
	h.mu.Lock()
	h.shop = s
	h.mu.Unlock()
}

// planCut runs a schedule that cuts tasks, or as set says.
func (h *house) planCut(start time.Time, name string, set with) *entity.Schedule {
	h.Helper()
	all := with{"timeLimitSeconds": 0.0, "dynamicWorkSegmentation": 1.0, "defaultFlowTime": 0.0}
	maps.Copy(all, set)
	x, err := h.save(entity.Config{Name: name, StartTime: &start, Settings: all})
	h.must(err)
	h.start(x)
	return h.settled(x)
}

// Where the plan in force has a task whole, each segment of it in another plan is in the plan in force, too: it is the same task.
func TestSegmentsOfATaskInThePlanInForce(t *testing.T) {
	each(t, true, func(h *house) {
		start := time.Now().Add(2 * time.Hour).Truncate(time.Hour)
		h.cuts(start, 1, new(start.Add(400*time.Hour)))
		planned := func(name string, cuts float64) *entity.Schedule {
			return h.planCut(start, name, with{"dynamicWorkSegmentation": cuts})
		}
		whole := planned("whole", 0)
		cut := planned("cut", 1)
		for _, x := range []bool{false, true} {
			for id, row := range h.rowsOf(cut) {
				if row.Planned != x {
					h.Errorf("%s, published %v: in the plan in force %v", id, x, row.Planned)
				}
			}
			if !x {
				h.must(h.publish(h.get(whole.ID)))
			}
		}
		if rows := h.rowsOf(cut); rows["X-1#2"].Segment != 2 {
			h.Errorf("the task was not cut: %+v", rows)
		}
	})
}

// Segments of a run are tasks of their own wherever a plan is shown, kept, published and planned anew.
func TestSegmentsInAStoredPlan(t *testing.T) {
	each(t, true, func(h *house) {
		start := time.Now().Add(2 * time.Hour).Truncate(time.Hour)
		hour := func(n int) *time.Time { x := start.Add(time.Duration(n) * time.Hour); return &x }
		s := small("M1")
		due := hour(400)
		s.Moulds = []model.Mould{
			{ID: "lock", No: "L", Priority: 1, Parts: []model.Part{{ID: "L", No: "L", Ops: []model.Operation{{ID: "L-1", No: 10, GroupID: "M", Minutes: 240, Crew: 1, Pausable: true, Lock: 2, LockMachine: "M1", LockStart: hour(3)}}}}},
			{ID: "cut", No: "X", Priority: 50, Delivery: due, Parts: []model.Part{{ID: "X", No: "X", Qty: 1, Ops: []model.Operation{{ID: "X-1", No: 10, Process: "铣", GroupID: "M", Minutes: 300, Crew: 1, Pausable: true}}}}},
		}
		h.mu.Lock()
		h.shop = s
		h.mu.Unlock()
		planned := func(name string, set with) *entity.Schedule { return h.planCut(start, name, set) }
		sch := planned("cut", nil)
		rows := h.rowsOf(sch)
		first, second := rows["X-1"], rows["X-1#2"]
		if first.Segment != 1 || second.Segment != 2 || !first.PlannedEnd.Equal(*hour(3)) || !second.PlannedStart.Equal(*hour(7)) || second.PlannedEnd.Sub(*second.PlannedStart) != 135*time.Minute {
			h.Fatalf("the segments: %+v %+v", first, second)
		}
		if first.Hours != 180 || second.Hours != 135 {
			h.Errorf("their hours: %v and %v minutes", first.Hours, second.Hours)
		}
		// The task table has a row for each segment, and counts tasks as the evaluation does.
		zero := 0
		for what, c := range map[string]struct {
			q           aps.TaskQuery
			rows, tasks int
		}{
			"all of them":            {aps.TaskQuery{}, 3, 2},
			"as they stand":          {aps.TaskQuery{Status: &zero}, 3, 2},
			"the cut one":            {aps.TaskQuery{MouldNo: "X"}, 2, 1},
			"its second segment":     {aps.TaskQuery{TaskIDs: []string{"X-1#2"}}, 1, 1},
			"what is late, and none": {aps.TaskQuery{State: "late"}, 0, 0},
		} {
			c.q.ScheduleID = sch.ID
			h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
				list, err := h.aps.Tasks(h.ctx, tx, c.q)
				if list.Total != c.rows || list.Tasks != c.tasks {
					h.Errorf("%s: %d tasks in %d rows, not %d in %d", what, list.Tasks, list.Total, c.tasks, c.rows)
				}
				return err
			}))
		}
		if e := h.evaluation(sch); e.Figures.Tasks != 2 || e.Sections[0].Tasks != 2 {
			h.Errorf("the evaluation: %d tasks, %+v", e.Figures.Tasks, e.Sections)
		}
		g := h.gantt(sch)
		if bar := slices.Index(g.Bars.ID, "X-1#2"); bar < 0 || g.Bars.Segment[bar] != 2 || g.Bars.Op[bar] != 10 {
			h.Errorf("the Gantt: %v %v", g.Bars.ID, g.Bars.Segment)
		}
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			why, err := h.aps.Explain(h.ctx, tx, sch.ID, 0, "", "X-1#2")
			if err == nil && why.Task.Segment != 2 {
				h.Errorf("the explanation: %+v", why.Task)
			}
			return err
		}))
		// The second segment is moved by hand; the first stays.
		later := second.PlannedStart.Add(5 * time.Hour)
		move := draft.PlanChange{Kind: "move", TaskID: "X-1#2", Start: &later}
		e, err := h.preview(sch, move)
		h.must(err)
		if e.TaskCount != 1 || e.Tasks[0].Task.Segment != 2 {
			h.Errorf("the preview: %+v", e.Tasks)
		}
		kept, err := h.aps.Commit(h.ctx, sch.ID, sch.PlanID, 0, []draft.PlanChange{move})
		h.must(err)
		if got := h.rowsOf(kept)["X-1#2"]; got.Segment != 2 || !got.PlannedStart.Equal(later) {
			h.Errorf("the kept plan: %+v", got)
		}
		h.must(h.publish(kept))
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			places, err := plan.InForce(h.ctx, tx, nil)
			for _, p := range places {
				if p.Operation != "X-1" && p.Operation != "L-1" {
					h.Errorf("in force stands %q", p.Operation)
				}
			}
			return err
		}))
		// Held in the frozen window, the task keeps its machine; it may be cut where it is best now.
		again := h.rowsOf(planned("again", with{"resourceLocking": 3.0}))
		if x := again["X-1"]; x.PlannedStart == nil || x.ResourceID != "M1" || !x.Planned {
			h.Errorf("planned anew: %+v", x)
		}
	})
}

// On a machine that is twice as fast the segments of a task share its standard hours as they share those of the machine, cut by a
// run or by hand.
func TestSegmentsShareTheStandardHours(t *testing.T) {
	each(t, true, func(h *house) {
		start := time.Now().Add(2 * time.Hour).Truncate(time.Hour)
		h.cuts(start, 2, nil)
		plan := func(name string, cut float64) *entity.Schedule {
			return h.planCut(start, name, with{"dynamicWorkSegmentation": cut})
		}
		rows := h.rowsOf(plan("cut", 1))
		if first, second := rows["X-1"], rows["X-1#2"]; first.Hours != 360 || second.Hours != 240+15 || second.PlannedEnd.Sub(*second.PlannedStart) != 135*time.Minute {
			h.Errorf("cut by the run: %v and %v minutes", first.Hours, second.Hours)
		}
		whole := plan("whole", 0)
		kept, err := h.keep(whole, draft.PlanChange{Kind: "split", TaskID: "X-1", Minutes: 60})
		h.must(err)
		if first := h.rowsOf(kept)["X-1"]; first.Hours != 120 {
			h.Errorf("cut by hand: %v minutes", first.Hours)
		}
	})
}
