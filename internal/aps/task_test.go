package aps_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// everyTask makes and runs a schedule over a shop with every kind of task: running, locked, outsourced by choice, of a
// part with a due date of its own, and one that no resource can take.
func everyTask(h *house) *entity.Schedule {
	h.mu.Lock()
	due := time.Now().Add(100 * time.Hour)
	first, second, third := h.shop.Moulds[0].Parts[0].Ops, h.shop.Moulds[1].Parts[0].Ops, h.shop.Moulds[2].Parts[0].Ops
	begun := time.Now().Add(-3 * time.Hour).UTC().Truncate(time.Minute)
	first[0].Status, first[0].OnMachine, first[0].Reported, first[0].RealStart = 1, "m1", 60, &begun
	second[0].Lock, second[0].LockMachine = 1, "m2"
	second[1].Outsource, second[1].SupplierID = 2, "s1"
	third[2].GroupID = "g-off"
	h.shop.Moulds[2].Parts[0].Due = &due
	h.mu.Unlock()
	s := h.schedule("tasks", 0)
	h.start(s)
	return h.settled(s)
}

func (h *house) tasks(q aps.TaskQuery) (rows []aps.TaskView) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
		list, err := h.aps.Tasks(h.ctx, tx, q)
		rows = list.Rows
		return err
	}))
	return rows
}

// APS-TASK-01: the table narrows by lock, state, status and place.
func TestTaskFilters(t *testing.T) {
	each(t, true, func(h *house) {
		s := everyTask(h)
		// One task in each of the states that the run has put none into.
		h.must(h.write(func(tx store.Tx) error {
			for task, state := range map[string]string{"A001-20": "conflict = 1", "A001-30": "assumed = TRUE", "A002-30": "marks = 1", "A002-10": "batch_no = 'B1'"} {
				if _, err := tx.Change((*result.Task)(nil)).Set(state).Where("task_id = ?", task).Exec(h.ctx); err != nil {
					return err
				}
			}
			return nil
		}))
		number := func(n int) *int { return &n }
		for name, row := range map[string]struct {
			q    aps.TaskQuery
			want string
		}{
			"locked":          {aps.TaskQuery{LockStatus: number(1)}, "A002-10"},
			"locked, running": {aps.TaskQuery{LockStatus: number(1), Status: number(1)}, ""},
			"unlocked":        {aps.TaskQuery{LockStatus: number(0), PartNo: "P1", MouldNo: "A002"}, "A002-20 A002-30"},
			"all":             {aps.TaskQuery{LockStatus: number(2), MouldNo: "A002"}, "A002-10 A002-20 A002-30"},
			"unscheduled":     {aps.TaskQuery{State: "unscheduled"}, "A003-30"},
			"outsourced":      {aps.TaskQuery{State: "outsourced"}, "A002-20"},
			"late":            {aps.TaskQuery{State: "late"}, "A003-10 A003-20 A003-30"},
			"conflict":        {aps.TaskQuery{State: "conflict"}, "A001-20"},
			"assumed":         {aps.TaskQuery{State: "assumed"}, "A001-30"},
			"marked":          {aps.TaskQuery{State: "marked"}, "A002-30"},
			"batched":         {aps.TaskQuery{State: "batched"}, "A002-10"},
			"unbatched":       {aps.TaskQuery{State: "unbatched"}, "A001-10 A001-20 A001-30 A002-20 A002-30 A003-10 A003-20 A003-30"},
			"running":         {aps.TaskQuery{Status: number(1)}, "A001-10"},
			"on a machine":    {aps.TaskQuery{ResourceID: "m1", MouldNo: "A001"}, "A001-10"},
			"of a group":      {aps.TaskQuery{Group: "钳工组"}, "A001-30 A002-30"},
			"of a section":    {aps.TaskQuery{Section: "装配"}, "A001-30 A002-30"},
			"words and lock":  {aps.TaskQuery{Q: "A00", LockStatus: number(1)}, "A002-10"},
		} {
			row.q.ScheduleID = s.ID
			var got []string
			for _, r := range h.tasks(row.q) {
				got = append(got, r.TaskID)
			}
			if slices.Sort(got); strings.Join(got, " ") != row.want {
				h.Errorf("%s: %v, want %s", name, got, row.want)
			}
		}
		err := h.db.Read(h.ctx, func(tx store.Tx) error {
			_, err := h.aps.Tasks(h.ctx, tx, aps.TaskQuery{ScheduleID: s.ID, State: "lost"})
			return err
		})
		if !strings.Contains(said(err), "state choice") {
			h.Errorf("an unknown state says %q", said(err))
		}
	})
}

// On an English screen the tasks are sorted by the names that it shows, whether the plan or the present answers.
func TestTasksAreSortedByWhatTheScreenShows(t *testing.T) {
	each(t, true, func(h *house) {
		s := everyTask(h)
		groups := func(q aps.TaskQuery) string {
			q.ScheduleID, q.Size = s.ID, 100
			var got []string
			for _, r := range h.tasks(q) {
				got = append(got, r.GroupName)
			}
			return strings.Join(slices.Compact(got), " ")
		}
		unlocked := 0
		if got := groups(aps.TaskQuery{Sort: "groupName"}); got != "停用组 数控组 电火花组 钳工组" {
			h.Errorf("by the names that people type: %s", got)
		}
		chinese := h.ctx
		h.ctx, h.english = problem.WithLanguage(h.ctx, problem.English), &model.EnglishNames{Groups: map[string]string{"数控组": "Milling", "钳工组": "Bench"}}
		for _, q := range []aps.TaskQuery{{Sort: "groupName"}, {Sort: "groupName", LockStatus: &unlocked}} {
			if got := groups(q); got != "Bench Milling 停用组 电火花组" {
				h.Errorf("by English names: %s", got)
			}
			q.Sort = "-groupName"
			if got := groups(q); got != "电火花组 停用组 Milling Bench" {
				h.Errorf("down by English names: %s", got)
			}
		}
		h.ctx, h.english = chinese, nil
	})
}

// APS-TASK-04, APS-TASK-05: what is reported, locked and programmed after the run stands in the table, and its
// filters and orders follow it.
func TestTasksStandAsTheyAre(t *testing.T) {
	each(t, true, func(h *house) {
		s := everyTask(h)
		number := func(n int) *int { return &n }
		ids := func(q aps.TaskQuery) string {
			q.ScheduleID = s.ID
			var got []string
			for _, r := range h.tasks(q) {
				got = append(got, r.TaskID)
			}
			return strings.Join(got, " ")
		}
		h.mu.Lock()
		began, ended, left := time.Now().Add(-2*time.Hour).UTC().Truncate(time.Minute), time.Now().Add(-time.Hour).UTC().Truncate(time.Minute), quantity.Minutes(90)
		first, second, third := h.shop.Moulds[0].Parts[0].Ops, h.shop.Moulds[1].Parts[0].Ops, h.shop.Moulds[2].Parts[0].Ops
		first[0].Status, first[0].RealEnd, first[0].Reported = 3, &ended, 0 // finished, and nobody has counted the hours
		second[0].Lock, third[0].Lock, third[0].LockMachine = 0, 2, "m1"
		third[0].Status, third[0].RealStart, third[0].Reported, third[0].Remaining, third[0].CAMStatus = 1, &began, 30, &left, 2
		h.mu.Unlock()
		by := map[string]aps.TaskView{}
		for _, r := range h.tasks(aps.TaskQuery{ScheduleID: s.ID, Size: 100}) {
			by[r.TaskID] = r
		}
		if r := by["A001-10"]; r.Status != 3 || r.RealEnd == nil || !r.RealEnd.Equal(ended) || r.SurplusHours != 0 || r.ReachRate == nil || *r.ReachRate != 100 {
			h.Errorf("finished after the run: %+v", r)
		}
		if r := by["A003-10"]; r.Status != 1 || r.RealStart == nil || !r.RealStart.Equal(began) || r.SurplusHours != 90 || r.ReachRate == nil || *r.ReachRate != 25 || r.CAMStatus != 2 || r.LockStatus != 1 || r.Slack != nil {
			h.Errorf("begun after the run: %+v", r)
		}
		if r := by["A002-10"]; r.LockStatus != 0 {
			h.Errorf("unlocked after the run: %+v", r)
		}
		for name, row := range map[string][2]string{
			"locked":   {ids(aps.TaskQuery{LockStatus: number(1)}), "A003-10"},
			"unlocked": {ids(aps.TaskQuery{LockStatus: number(0), MouldNo: "A003", Sort: "opNo"}), "A003-20 A003-30"},
			"finished": {ids(aps.TaskQuery{Status: number(3)}), "A001-10"},
			"running":  {ids(aps.TaskQuery{Status: number(1)}), "A003-10"},
		} {
			if row[0] != row[1] {
				h.Errorf("%s: %s, want %s", name, row[0], row[1])
			}
		}
		var page aps.TaskList
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
			page, err = h.aps.Tasks(h.ctx, tx, aps.TaskQuery{ScheduleID: s.ID, Status: number(0), Size: 3, Page: 3})
			return err
		}))
		if page.Total != 7 || len(page.Rows) != 1 {
			h.Errorf("the third page of those not begun: %d of %d", len(page.Rows), page.Total)
		}
		// A report that is taken back gives the whole task to do again.
		h.mu.Lock()
		third[0].Progress = model.Progress{}
		h.mu.Unlock()
		if r := h.tasks(aps.TaskQuery{ScheduleID: s.ID, TaskIDs: []string{"A003-10"}})[0]; r.Status != 0 || r.SurplusHours != r.PlannedHours || r.ReachRate != nil {
			h.Errorf("taken back: %+v", r)
		}
	})
}

// APS-TASK-05: of several pieces the reach rate counts pieces.
func TestReachRateOfPieces(t *testing.T) {
	each(t, true, func(h *house) {
		h.mu.Lock()
		h.shop.Moulds[0].Parts[0].Qty = 4
		h.mu.Unlock()
		s := h.hasPlan()
		h.mu.Lock()
		op := &h.shop.Moulds[0].Parts[0].Ops[0]
		op.Status, op.Reported, op.QtyDone = 1, 10, 3
		h.mu.Unlock()
		if r := h.tasks(aps.TaskQuery{ScheduleID: s.ID, TaskIDs: []string{"A001-10"}})[0]; r.ReachRate == nil || *r.ReachRate != 75 {
			h.Errorf("three of four pieces: %+v", r)
		}
		// Without a finished piece the hours count.
		h.mu.Lock()
		left := quantity.Minutes(90)
		op.Reported, op.Remaining, op.QtyDone = 30, &left, 0
		h.mu.Unlock()
		if r := h.tasks(aps.TaskQuery{ScheduleID: s.ID, TaskIDs: []string{"A001-10"}})[0]; r.ReachRate == nil || *r.ReachRate != 25 {
			h.Errorf("30 of 120 minutes and no piece: %+v", r)
		}
	})
}

// APS-TASK-03, APS-TASK-04, APS-TASK-05, APS-TASK-06, APS-TASK-07: what a row says.
func TestTaskFields(t *testing.T) {
	each(t, true, func(h *house) {
		s := everyTask(h)
		by := map[string]aps.TaskView{}
		for _, r := range h.tasks(aps.TaskQuery{ScheduleID: s.ID, Size: 100}) {
			by[r.TaskID] = r
		}
		running := by["A001-10"]
		raw, err := json.Marshal(running)
		h.must(err)
		for _, field := range []string{
			"mouldNo", "partNo", "partName", "workpieceName", "processName", "resourceName", "sectionName", "plannedStart", "plannedEnd", "realStart", "realEnd", "latestStart", "latestEnd",
			"hours", "plannedHours", "surplusHours", "priority", "batchNo", "batchQty", "status", "camStatus", "lockStatus", "outsourced", "reachRate", "sourceFlag", "planned", "batched", "scheduled",
		} {
			if !strings.Contains(string(raw), `"`+field+`":`) {
				h.Errorf("a row lacks %s", field)
			}
		}
		// Four hours, one of them reported: three are left, a quarter is reached.
		if running.MouldNo != "A001" || running.PartNo != "P1" || running.WorkpieceName != "型芯" || running.ProcessName != "数控" || running.ResourceName != "M1" || running.SectionName != "加工" {
			h.Errorf("who it is: %+v", running)
		}
		if running.Hours != 240 || running.SurplusHours != 180 || running.ReachRate == nil || *running.ReachRate != 25 || running.RealStart == nil || running.Status != 1 || running.Slack != nil {
			h.Errorf("how far it is: %+v", running)
		}
		if open := by["A001-30"]; open.Hours != quantity.Minutes(120) || open.LatestStart == nil || open.LatestEnd == nil || open.ReachRate != nil || open.Slack == nil || !open.Scheduled {
			h.Errorf("an open one: %+v", open)
		}
		if lost := by["A003-30"]; lost.Scheduled || lost.Reason == "" || lost.PlannedStart != nil {
			h.Errorf("an unscheduled one: %+v", lost)
		}
		// Forced delivery makes a part urgent; what could be made inside is outsourced by choice.
		for id, want := range map[string][2]int{"A001-10": {model.SourceNormal, 50}, "A002-20": {model.SourceOutsource, 50}, "A003-10": {model.SourceForced, 100}} {
			if got := by[id]; got.SourceFlag != want[0] || got.Priority != want[1] {
				h.Errorf("%s: source %d, priority %d, want %v", id, got.SourceFlag, got.Priority, want)
			}
			if got := by[id]; got.Outsourced != (id == "A002-20") {
				h.Errorf("%s is outsourced: %t", id, got.Outsourced)
			}
		}
		// Out of plan until the plan is in force.
		if by["A001-10"].Planned {
			h.Error("planned before anything is published")
		}
		h.must(h.publish(s))
		for _, r := range h.tasks(aps.TaskQuery{ScheduleID: s.ID, Size: 100}) {
			if r.Planned != r.Scheduled || r.Batched {
				h.Errorf("%s in force: planned %v, scheduled %v", r.TaskID, r.Planned, r.Scheduled)
			}
		}
	})
}

// APS-TASK-04: the planned hours of what was finished when the plan was made are those that were reported, else its
// standard hours.
func TestPlannedHoursOfFinished(t *testing.T) {
	each(t, true, func(h *house) {
		begun, ended := time.Now().Add(-30*time.Hour).Truncate(time.Minute), time.Now().Add(-20*time.Hour).Truncate(time.Minute)
		h.mu.Lock()
		for i := range 2 {
			h.shop.Moulds[i].Parts[0].Ops[0].Progress = model.Progress{Status: 3, OnMachine: "m1", RealStart: &begun, RealEnd: &ended}
		}
		h.shop.Moulds[0].Parts[0].Ops[0].Reported = 90
		h.mu.Unlock()
		s := h.hasPlan()
		by := h.rowsOf(s)
		for id, want := range map[string]int{"A001-10": 90, "A002-10": 240, "A003-10": 240} {
			if r := by[id]; int(r.PlannedHours) != want {
				h.Errorf("%s has %d planned minutes, want %d", id, r.PlannedHours, want)
			}
		}
		if r := by["A001-10"]; r.SurplusHours != 0 || r.Hours != 240 {
			h.Errorf("finished: %d left of %d", r.SurplusHours, r.Hours)
		}
	})
}

// APS-TASK-04: the lead time of a supplier elapses and is nobody's hours. Table and file name it by itself, and count what goes
// outside with its standard hours, planned and left.
func TestLeadTimeIsNoPlannedHours(t *testing.T) {
	each(t, true, func(h *house) {
		s := everyTask(h)
		rows, planned := h.rowsOf(s), quantity.Minutes(0)
		for _, r := range rows {
			planned += r.PlannedHours
			if !r.Outsourced && r.LeadDays != nil {
				h.Errorf("%s is made inside and has a lead time of %v days", r.TaskID, *r.LeadDays)
			}
		}
		if r := rows["A002-20"]; r.PlannedHours != 300 || r.SurplusHours != 300 || r.LeadDays == nil || *r.LeadDays != 2 || planned != 1800 {
			h.Errorf("%+v; %d minutes in all", r, planned)
		}
		got := h.linesOf(h.aps.ExportTasks(h.ctx, aps.TaskQuery{ScheduleID: s.ID, TaskIDs: []string{"A002-20"}}, []string{"hours", "plannedHours", "surplusHours", "leadDays"}, "csv"))
		if want := []string{"工时 | 计划工时 | 剩余工时 | 外协周期（天）", "5 | 5 | 5 | 2"}; !slices.Equal(got, want) {
			h.Errorf("the file: %q, want %q", got, want)
		}
		h.must(h.publish(s))
		h.mu.Lock()
		h.shop.Moulds[1].Parts[0].Ops[1].Progress = model.Progress{Status: 1, Reported: 60}
		h.mu.Unlock()
		if r := h.rowsOf(s)["A002-20"]; r.PlannedHours != 300 || r.SurplusHours != 240 || r.ReachRate == nil || *r.ReachRate != 20 {
			h.Errorf("begun: %+v", r)
		}
	})
}

// APS-TASK-12: without a schedule a mould number is answered by the plan in force, in every version of the question; with
// neither the call says which two would do.
func TestTasksOfAMouldOrASchedule(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		if got := h.tasks(aps.TaskQuery{MouldNo: "A001"}); len(got) != 0 {
			h.Errorf("before any plan is in force: %d tasks", len(got))
		}
		h.must(h.publish(s))
		if got := h.tasks(aps.TaskQuery{MouldNo: "A001"}); len(got) != 3 || got[0].MouldNo != "A001" {
			h.Errorf("of the plan in force: %+v", got)
		}
		err := h.db.Read(h.ctx, func(tx store.Tx) error {
			_, err := h.aps.Tasks(h.ctx, tx, aps.TaskQuery{Q: "A001"})
			return err
		})
		var p *problem.Problem
		if !errors.As(err, &p) {
			h.Fatalf("with neither: %v", err)
		}
		zh, _ := p.Wire(problem.Chinese)
		en, _ := p.Wire(problem.English)
		if zh != "请选择排程名称或模具编号" || en != "Please give a schedule name or a mould number" {
			h.Errorf("with neither: %q, %q", zh, en)
		}
	})
}

// APS-TASK-13: work that goes outside names its supplier, when it is tried and when it is kept; nothing is written without.
func TestOutsourcingNamesASupplier(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		nobody := draft.PlanChange{Kind: "outsource", TaskID: "A001-20", Minutes: 1440, Version: 1}
		if _, err := h.preview(s, nobody); said(err) != "422 changes.0.resourceId supplier" {
			h.Errorf("tried: %s", said(err))
		}
		if _, err := h.keep(s, nobody); said(err) != "422 changes.0.resourceId supplier" {
			h.Errorf("kept: %s", said(err))
		}
		if _, o := h.operation("A001-20"); o.SupplierID != "" || h.get(s.ID).PlanID != s.PlanID {
			h.Errorf("something is written: %+v", o)
		}
	})
}

// APS-TASK-09: what the table needs to edit its rows: the plan that changes name, the suppliers that it knows, how each task
// is locked and whether a machine does it.
func TestTasksToldForTheTable(t *testing.T) {
	each(t, true, func(h *house) {
		h.mu.Lock()
		h.shop.Moulds[1].Parts[0].Ops[0].Lock, h.shop.Moulds[1].Parts[0].Ops[0].LockMachine = 1, "m2"
		h.mu.Unlock()
		s := h.hasPlan()
		h.english = &model.EnglishNames{Resources: map[string]string{"热处理厂": "Heat treatment"}}
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		var list aps.ScheduleTaskList
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
			list, err = h.aps.ScheduleTasks(h.ctx, tx, aps.TaskQuery{ScheduleID: s.ID})
			return err
		}))
		if list.PlanID != s.PlanID || list.Tasks != 9 || list.Total != 9 {
			h.Errorf("plan %s of %s, %d tasks in %d rows", list.PlanID, s.PlanID, list.Tasks, list.Total)
		}
		if !slices.Equal(list.Suppliers, []aps.TaskSupplier{{ID: "s1", Name: "Heat treatment"}}) {
			h.Errorf("suppliers %+v", list.Suppliers)
		}
		by := map[string]aps.ScheduleTask{}
		for _, row := range list.Rows {
			by[row.TaskID] = row
		}
		if r := by["A002-10"]; r.Lock != 1 || !r.OnMachine {
			h.Errorf("locked to a machine: %+v", r)
		}
		if r := by["A001-30"]; r.Lock != 0 || r.OnMachine { // what people do
			h.Errorf("done by people: %+v", r)
		}
	})
}
