package aps_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
)

// broken are the rules that a task breaks, in the order of its row: their codes, with what, by how many minutes.
func broken(x aps.TaskView) string {
	said := make([]string, len(x.Conflicts))
	for i, r := range x.Conflicts {
		said[i] = strings.TrimSuffix(fmt.Sprintf("%d %s by %d", r.Code, r.With, r.Hours), " by 0")
		said[i] = strings.Join(strings.Fields(said[i]), " ")
	}
	return strings.Join(said, ", ")
}

// A task that breaks several rules is one task and names them all, in one order everywhere: row, file, question before
// publishing and Gantt.
func TestATaskNamesEveryRuleThatItBreaks(t *testing.T) {
	each(t, true, func(h *house) {
		night := sundayNight()
		h.mu.Lock()
		for i := range 2 { // both at once, on a machine that neither may be made on
			o := &h.shop.Moulds[i].Parts[0].Ops[0]
			o.Machines, o.Lock, o.LockMachine, o.LockStart = []model.Eligible{{MachineID: "m1"}}, 2, "m2", &night
		}
		h.mu.Unlock()
		s := h.hasPlan()
		row := h.rowsOf(s)["A002-10"]
		if got, want := broken(row), "1 A001/P1/10 by 2040, 2 by 1800, 3"; got != want {
			h.Errorf("A002-10 breaks %q, not %q", got, want)
		}
		asked := h.difference(s).Conflicts
		if len(asked) != 2 || len(asked[1].Rules) != 3 || asked[1].Rules[0].Words.Zh != "资源被占用" || asked[1].Rules[1].Words.Zh != "不在工作时间" || asked[1].Rules[2].Words.Zh != "资源不适用" {
			h.Errorf("the question names %+v", asked)
		}
		call := h.client()
		export := map[string]any{"scheduleId": s.ID, "columns": []string{"opNo", "reason", "conflict"}, "sort": "mouldNo", "state": "conflict"}
		_, file := call(http.MethodPost, "task/plan/export?format=csv", "zh", export)
		if line := "10,,资源被占用（A001/P1/10），34 小时 · 不在工作时间，30 小时 · 资源不适用"; strings.Count(file, line) != 1 || !strings.Contains(file, "工序号,未排原因,冲突") {
			h.Errorf("the file says %q", file)
		}
		g := h.gantt(s)
		kinds := map[string]int{}
		for _, c := range g.Conflicts {
			kinds[g.Bars.ID[c.Bar]+" "+c.Kind]++
		}
		for _, kind := range []string{"capacity", "calendar", "eligibility"} {
			if kinds["A002-10 "+kind] != 1 {
				h.Errorf("the bar says %v", kinds)
			}
		}
	})
}

// Plans and differences of older versions keep one rule of each task: it is shown, and publishing has it.
func TestOneRuleOfOlderPlans(t *testing.T) {
	each(t, true, func(h *house) {
		night := sundayNight()
		h.mu.Lock()
		o := &h.shop.Moulds[0].Parts[0].Ops[0]
		o.Lock, o.LockMachine, o.LockStart = 2, "m1", &night
		h.mu.Unlock()
		s := h.hasPlan()
		h.sql("UPDATE plan_task SET broken = NULL")
		if got := broken(h.rowsOf(s)["A001-10"]); got != "2 by 1800" {
			h.Errorf("the row says %q", got)
		}
		var c result.PlanConflict
		h.must(json.Unmarshal([]byte(`{"taskId":"A001-10","mouldNo":"A001","opNo":10,"words":{"zh":"不在工作时间","en":"Calendar"},"with":"","hours":30}`), &c))
		if len(c.Rules) != 1 || c.Rules[0].Code != 2 || c.Rules[0].Hours != 1800 || c.MouldNo != "A001" {
			h.Errorf("the stored difference says %+v", c)
		}
	})
}

// sundayNight is two o'clock on a Sunday more than a week ahead, when nobody works.
func sundayNight() time.Time {
	zone, _ := time.LoadLocation("Asia/Shanghai")
	day := time.Now().In(zone).AddDate(0, 0, 7)
	for day.Weekday() != time.Sunday {
		day = day.AddDate(0, 0, 1)
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 2, 0, 0, 0, zone)
}

// A lock that begins when nobody works stays where it is and is a conflict, though its end allows for the closed time; one
// that begins with the shift is none.
func TestLocksOutsideWorkingTimeAreConflicts(t *testing.T) {
	each(t, true, func(h *house) {
		night := sundayNight()
		monday := night.Add(30 * time.Hour)
		h.mu.Lock()
		for i, start := range []time.Time{night, monday} {
			o := &h.shop.Moulds[i].Parts[0].Ops[0]
			o.Lock, o.LockMachine, o.LockStart = 2, []string{"m1", "m2"}[i], &start
		}
		h.mu.Unlock()
		s := h.hasPlan()
		rows := h.rowsOf(s)
		if x := rows["A001-10"]; broken(x) != "2 by 1800" || x.PlannedStart == nil || !x.PlannedStart.Equal(night) {
			h.Errorf("a lock on Sunday at 2: conflicts %s, planned %v", broken(x), x.PlannedStart)
		}
		if x := rows["A002-10"]; broken(x) != "" || !x.PlannedStart.Equal(monday) {
			h.Errorf("a lock on Monday at 8: conflicts %s", broken(x))
		}
	})
}

// A lock that collides with what a part schedule carries over names it, as it does in the plan of both, and so does its bar in the
// chart.
func TestALockNamesTheCarriedTaskThatItCollidesWith(t *testing.T) {
	each(t, true, func(h *house) {
		all := h.hasPlan()
		h.must(h.publish(all))
		carried := h.rowsOf(all)["A001-10"]
		h.mu.Lock()
		o := &h.shop.Moulds[1].Parts[0].Ops[0]
		o.Lock, o.LockMachine, o.LockStart = 2, carried.ResourceID, carried.PlannedStart
		h.mu.Unlock()
		one := h.planned(h.schedule("one", 0, "mould-A002"))
		if got := broken(h.rowsOf(one)["A002-10"]); !strings.HasPrefix(got, "1 A001/P1/10 by ") {
			h.Errorf("A002-10 breaks %q", got)
		}
		var collide []string
		g := h.gantt(one)
		for _, c := range g.Conflicts {
			if c.Kind == "capacity" && c.Other >= 0 {
				collide = append(collide, g.Bars.ID[c.Bar]+" "+g.Bars.ID[c.Other])
			}
		}
		if !slices.Equal(collide, []string{"A002-10 A001-10"}) {
			h.Errorf("in the chart collide %v", collide)
		}
	})
}

// A lock whose time has passed stays where it is and is a conflict: nobody finds the task somewhere else in silence.
func TestALockInThePastStaysAndIsAConflict(t *testing.T) {
	each(t, true, func(h *house) {
		past := nextMonday(time.Now()).AddDate(0, 0, -3)
		h.mu.Lock()
		o := &h.shop.Moulds[0].Parts[0].Ops[0]
		o.Lock, o.LockMachine, o.LockStart = 2, "m1", &past
		h.mu.Unlock()
		s := h.hasPlan()
		rows := h.rowsOf(s)
		x := rows["A001-10"]
		if x.PlannedStart == nil || !x.PlannedStart.Equal(past) || !strings.HasSuffix(broken(x), "5 by 4320") {
			h.Errorf("planned %v, locked at %v; conflicts %q", x.PlannedStart, past, broken(x))
		}
		if next := rows["A001-20"]; next.PlannedStart == nil || next.PlannedStart.Before(s.StartTime) {
			h.Errorf("what follows begins at %v", next.PlannedStart)
		}
	})
}
