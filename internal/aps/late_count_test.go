package aps_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/store"
)

// A mould is late after its date or without an end: on hold, without operations, with a task that has no place, finished too
// late. Every screen counts these alike, and so does a run while it goes on and when it has ended.
func TestEveryScreenCountsLateMouldsAlike(t *testing.T) {
	each(t, true, func(h *house) {
		h.mu.Lock()
		h.shop = smallShop(6)
		h.shop.Moulds[1].Parts, h.shop.Moulds[1].Shut = nil, model.MouldOnHold
		h.shop.Moulds[2].Parts = nil
		h.shop.Moulds[3].Parts[0].Ops[2].GroupID = "g-off"
		for i, days := range []int{-3, -1} { // A005 was finished after its date, A006 before it
			ended := time.Now().AddDate(0, 0, -2).Truncate(time.Minute)
			due := time.Now().AddDate(0, 0, days).Truncate(time.Minute)
			m := &h.shop.Moulds[4+i]
			m.Delivery = &due
			for k := range m.Parts[0].Ops {
				o := &m.Parts[0].Ops[k]
				o.Status, o.RealStart, o.RealEnd = 3, &ended, &ended
			}
		}
		h.mu.Unlock()
		s := h.schedule("late", 3)
		run := h.start(s)
		s = h.settled(s)
		said := map[string]string{"the run": fmt.Sprint(h.run(run.ID).Late), "the evaluation": fmt.Sprint(h.evaluation(s).Figures.Late), "the version": fmt.Sprint(h.plans(s)[0].Late)}
		onTime := h.evaluation(s).Figures.OnTime
		count := func(screen string, late int) { said[screen] = fmt.Sprint(late) }
		late := 0
		for _, m := range h.gantt(s).Moulds {
			if m.Late {
				late++
			}
		}
		count("the Gantt", late)
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			list, err := h.aps.List(h.ctx, tx, aps.ListQuery{})
			h.must(err)
			count("the list", list.Rows[0].Late)
			why, err := h.aps.WhyList(h.ctx, tx, s.ID, 0)
			h.must(err)
			late := 0
			for _, m := range why.Rows {
				if m.Late > 0 || m.State != "planned" {
					late++
				}
			}
			count("why late", late)
			return nil
		}))
		moulds := map[string]bool{}
		for _, task := range h.tasks(aps.TaskQuery{ScheduleID: s.ID, State: "late"}) {
			moulds[task.MouldNo] = true
		}
		for _, m := range h.evaluation(s).Unplanned {
			moulds[m.MouldNo] = true
		}
		count("the task table with what has no task", len(moulds))
		d := h.difference(s)
		late = len(d.Late)
		for _, m := range d.New {
			if m.Late {
				late++
			}
		}
		count("the question", late)
		h.mu.Lock()
		for _, signal := range h.signals {
			if strings.Contains(signal, `"state":"running"`) && strings.Contains(signal, `"late":4`) {
				said["the run as it goes"] = "4"
			}
		}
		h.mu.Unlock()
		for _, screen := range []string{"the run", "the run as it goes", "the evaluation", "the version", "the Gantt", "the list", "why late", "the task table with what has no task", "the question"} {
			if said[screen] != "4" {
				h.Errorf("%s counts %q late moulds, not 4", screen, said[screen])
			}
		}
		if onTime != 2 {
			h.Errorf("%d on time, not 2", onTime)
		}
	})
}
