package aps_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// everyTask makes and runs a schedule over a shop with every kind of task: running, locked, outsourced by choice, of a
// part with a due date of its own, and one that no resource can take.
func everyTask(h *house) *aps.Schedule {
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

// APS-TASK-01, APS-TASK-02: the table narrows by lock (0 unlocked, 1 locked, 2 all), state, status and place.
func TestTaskFilters(t *testing.T) {
	each(t, true, func(h *house) {
		s := everyTask(h)
		number := func(n int) *int { return &n }
		for name, row := range map[string]struct {
			q    aps.TaskQuery
			want string
		}{
			"locked":         {aps.TaskQuery{LockStatus: number(1)}, "A002-10"},
			"unlocked":       {aps.TaskQuery{LockStatus: number(0), PartNo: "P1", MouldNo: "A002"}, "A002-20 A002-30"},
			"all":            {aps.TaskQuery{LockStatus: number(2), MouldNo: "A002"}, "A002-10 A002-20 A002-30"},
			"unscheduled":    {aps.TaskQuery{State: "unscheduled"}, "A003-30"},
			"outsourced":     {aps.TaskQuery{State: "outsourced"}, "A002-20"},
			"running":        {aps.TaskQuery{Status: number(1)}, "A001-10"},
			"on a machine":   {aps.TaskQuery{ResourceID: "m1", MouldNo: "A001"}, "A001-10"},
			"of a group":     {aps.TaskQuery{Group: "钳工组"}, "A001-30 A002-30"},
			"of a section":   {aps.TaskQuery{Section: "装配"}, "A001-30 A002-30"},
			"words and lock": {aps.TaskQuery{Q: "A00", LockStatus: number(1)}, "A002-10"},
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
		for id, want := range map[string][2]int{"A001-10": {aps.SourceNormal, 50}, "A002-20": {aps.SourceOutsource, 50}, "A003-10": {aps.SourceForced, 100}} {
			if got := by[id]; got.SourceFlag != want[0] || got.Priority != want[1] {
				h.Errorf("%s: source %d, priority %d, want %v", id, got.SourceFlag, got.Priority, want)
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
