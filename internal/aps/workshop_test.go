package aps_test

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// Section 5 of the design: a fitting is ready when the parts that it takes up are, lot by lot, and when its drawing is
// there.
func TestDispatchReadiness(t *testing.T) {
	each(t, true, func(h *house) {
		// A day, so its midnight where the shop is, as production hands it over: the list of the next day has it at any hour of today.
		zone, _ := time.LoadLocation("Asia/Shanghai")
		next := time.Now().In(zone).AddDate(1, 0, 0)
		drawing := time.Date(next.Year(), next.Month(), next.Day(), 0, 0, 0, 0, zone)
		h.mu.Lock()
		m := &h.shop.Moulds[0]
		m.Delivery = nil
		m.Parts[0].Qty, m.Parts[0].Batches = 2, []model.Batch{{ID: "b1", No: "B1", Qty: 1, State: 1}}
		m.Parts = append(m.Parts,
			model.Part{ID: "part-2", No: "P2", Qty: 1, DrawingReady: &drawing, Ops: []model.Operation{{ID: "A001-P2", No: 10, Process: "数控", GroupID: "g-cnc", Minutes: 60, Crew: 1, Pausable: true}}},
			model.Part{ID: "asm", No: "ASM", Assembly: true, Qty: 1, Ops: []model.Operation{{ID: "A001-ASM", No: 10, Process: model.StepAssembly, GroupID: "g-fit", Minutes: 60, Crew: 1, Pausable: true}}},
		)
		h.shop.Moulds = h.shop.Moulds[:1]
		h.mu.Unlock()
		s := h.hasPlan()
		h.must(h.publish(s))
		line := func(day time.Time, id string) (found aps.DispatchTask) {
			h.clock(day.Add(12 * time.Hour)) // what is open by then stands there
			h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
				d, err := h.aps.Dispatch(h.ctx, tx, day.Format(time.DateOnly), "", "")
				for _, g := range d.Groups {
					for _, r := range g.Resources {
						for _, x := range r.Tasks {
							if x.TaskID == id {
								found = x
							}
						}
					}
				}
				return err
			}))
			return found
		}
		late := drawing.AddDate(0, 3, 0)
		if x := line(late, "A001-ASM"); x.Done != 0 || x.Before != 3 || x.ProcessName != "Assembly" && x.ProcessName != "装配" {
			h.Errorf("the fitting with nothing finished: %d of %d, %s", x.Done, x.Before, x.ProcessName)
		}
		if x := line(late, "A001-20/b1"); x.Before != 1 {
			h.Errorf("a lot follows its own operation: %d", x.Before)
		}
		// The drawing comes in a year: the part waits for it, and says so.
		before, after := line(drawing.AddDate(0, 0, 1), "A001-P2"), h.rowsOf(s)["A001-P2"]
		if after.PlannedStart == nil || after.PlannedStart.Before(drawing) || !before.Drawing {
			h.Errorf("with its drawing: %+v, planned %v", before.Drawing, after.PlannedStart)
		}
		h.mu.Lock()
		h.shop.Moulds[0].Parts[1].Ops[0].Status = 3
		for i := range h.shop.Moulds[0].Parts[0].Ops {
			h.shop.Moulds[0].Parts[0].Ops[i].ByBatch = map[string]model.Progress{"b1": {Status: 3}}
		}
		moved := drawing.AddDate(2, 0, 0)
		h.shop.Moulds[0].Parts[2].DrawingReady = &moved
		h.mu.Unlock()
		if x := line(late, "A001-ASM"); x.Done != 2 || x.Before != 3 || x.Drawing {
			h.Errorf("the fitting with two of three: %d of %d, drawing %v", x.Done, x.Before, x.Drawing)
		}
	})
}

// A dispatch list holds what is planned on the day and what is overdue, by group, machine and planned start, with the
// progress of this moment.
func TestDispatchList(t *testing.T) {
	each(t, true, func(h *house) {
		// From Monday 8:00 in a year whose days are all in the future.
		start := at(h.T, "Asia/Shanghai", "2030-03-04 08:00")
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		for i := range h.shop.Moulds {
			h.shop.Moulds[i].Delivery = nil
		}
		s, err := h.save(entity.Config{Name: "s", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0, "defaultFlowTime": 0.0}})
		h.must(err)
		h.start(s)
		h.settled(s)
		h.must(h.publish(s))
		list := func(day, group string) (d *aps.DispatchList) {
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { d, err = h.aps.Dispatch(h.ctx, tx, day, group, ""); return err }))
			return d
		}
		lines := func(d *aps.DispatchList) string {
			var out []string
			for _, g := range d.Groups {
				for _, r := range g.Resources {
					for _, x := range r.Tasks {
						out = append(out, r.Resource+" "+x.TaskID)
					}
				}
			}
			return strings.Join(out, ", ")
		}
		// A newer plan that nobody has published is not what the floor works by.
		h.moved(s, "A003-10", 30)
		if by := list("2030-03-04", "").InForce; by == nil || by.ScheduleID != s.ID || by.Name != "s" || by.PlanNumber != 1 || by.PublisherName != "Test A" {
			h.Errorf("the list follows %+v", by)
		}
		// Monday: both milling machines take a mould at 8, one of them the third at 13; EDM begins after the first.
		monday := list("2030-03-04", "")
		if got := lines(monday); !strings.Contains(got, "M1 A001-10") || !strings.Contains(got, "M2 A002-10") || !strings.Contains(got, "E1 A001-20") || strings.Contains(got, "A003-30") {
			h.Errorf("Monday: %s", got)
		}
		if got := lines(list("2030-03-04", "电火花组")); !strings.HasPrefix(got, "E1 A001-20") || strings.Contains(got, "M1") {
			h.Errorf("EDM alone: %s", got)
		}
		h.mu.Lock()
		left := quantity.Minutes(60)
		op := &h.shop.Moulds[0].Parts[0].Ops[0]
		op.Status, op.OnMachine, op.Reported, op.Remaining = 1, "m1", 180, &left
		h.shop.Moulds[1].Parts[0].Ops[0].Status = 3
		h.mu.Unlock()
		for _, g := range list("2030-03-04", "").Groups {
			for _, r := range g.Resources {
				for _, x := range r.Tasks {
					switch x.TaskID {
					case "A001-10":
						if x.Status != 1 || x.SurplusHours != 60 || x.TotalHours != 240 || x.ReachRate == nil || *x.ReachRate != 75 || x.Slack != nil {
							h.Errorf("the running one: %+v", x)
						}
					case "A002-10":
						h.Error("a finished one is still to do")
					case "A001-20":
						if x.Done != 0 || x.Before != 1 {
							h.Errorf("before it: %d of %d", x.Done, x.Before)
						}
					}
				}
			}
		}
		// The list of a day to come holds what is worked then: nothing of Monday, of which nobody knows yet that it will be left.
		if got := lines(list("2030-03-05", "")); strings.Contains(got, "-10") || !strings.Contains(got, "E1 A003-20") {
			h.Errorf("Tuesday, seen from today: %s", got)
		}
		if got := lines(list("2030-03-20", "")); got != "" {
			h.Errorf("a day without work, seen from today: %s", got)
		}
		// When it has come and nothing has been done, everything is overdue.
		h.clock(at(h.T, "Asia/Shanghai", "2030-03-20 12:00"))
		late := list("2030-03-20", "")
		for _, g := range late.Groups {
			for _, r := range g.Resources {
				for _, x := range r.Tasks {
					if !x.Planned {
						h.Errorf("%s is of the plan in force and called out of plan", x.TaskID)
					}
					if x.Overdue != (x.Status == 0) {
						h.Errorf("%s overdue: %v", x.TaskID, x.Overdue)
					}
				}
			}
		}
		if lines(late) == "" {
			h.Error("overdue tasks are not listed")
		}
		for _, bad := range []string{"", "2030-13-01", "tomorrow"} {
			err := h.db.Read(h.ctx, func(tx store.Tx) error { _, err := h.aps.Dispatch(h.ctx, tx, bad, "", ""); return err })
			if !strings.Contains(said(err), "planDate required") {
				h.Errorf("%q says %q", bad, said(err))
			}
		}
	})
}

// APS-CAP-06: a plan date must be chosen.
func TestAPlanDateMustBeChosen(t *testing.T) {
	each(t, false, func(h *house) {
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		for _, date := range []string{"", "today", "2030-02-30"} {
			err := h.db.Read(h.ctx, func(tx store.Tx) error { _, err := h.aps.Dispatch(h.ctx, tx, date, "", ""); return err })
			if !strings.HasSuffix(said(err), "planDate required") {
				t.Errorf("%q: %s", date, said(err))
			}
		}
		if err := h.db.Read(h.ctx, func(tx store.Tx) error { _, err := h.aps.Dispatch(h.ctx, tx, "2030-03-04", "", ""); return err }); err != nil {
			t.Error(err)
		}
	})
}
