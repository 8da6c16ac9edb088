package aps_test

import (
	"testing"
	"time"

	"mouldworks/internal/aps/draft"
)

// What is ready in the very minute that it is due is on time, in the evaluation, in the rows of the plan and in the effect of a
// change; a minute later it is late.
func TestTheDueMinuteIsOnTime(t *testing.T) {
	each(t, true, func(h *house) {
		var moved time.Time
		end := h.rowsOf(h.hasPlan())["A001-30"].PlannedEnd
		for _, c := range []struct {
			name string
			due  time.Duration
			late bool
		}{{"in that minute", 0, false}, {"a minute late", -time.Minute, true}} {
			due := end.Add(c.due)
			h.shop.Moulds[0].Delivery = &due
			s := h.schedule(c.name, 0)
			h.start(s)
			s = h.settled(s)
			row := h.rowsOf(s)["A001-30"]
			if !row.PlannedEnd.Equal(*end) || row.Late != c.late {
				h.Errorf("%s: ends %v, due %v, late %v", c.name, row.PlannedEnd, due, row.Late)
			}
			onTime := 3
			if c.late {
				onTime = 2
			}
			if f := h.evaluation(s).Figures; f.OnTime != onTime || f.Late != 3-onTime {
				h.Errorf("%s: %d on time, %d late", c.name, f.OnTime, f.Late)
			}
			// Who was on time to the minute is late after any move; who was late before is not late now.
			later := h.rowsOf(s)["A001-10"].PlannedStart.AddDate(0, 0, 1)
			e, err := h.preview(s, draft.PlanChange{Kind: "move", TaskID: "A001-10", Start: &later})
			h.must(err)
			if m := e.Moulds[0]; m.MouldNo != "A001" || m.NowLate == c.late || m.Late == 0 {
				h.Errorf("%s, and moved by a day: %+v", c.name, m)
			}
			moved = *e.Moulds[0].After
		}
		// Moved to the minute that it is due it stays on time.
		h.shop.Moulds[0].Delivery = &moved
		s := h.schedule("moved", 0)
		h.start(s)
		s = h.settled(s)
		later := h.rowsOf(s)["A001-10"].PlannedStart.AddDate(0, 0, 1)
		e, err := h.preview(s, draft.PlanChange{Kind: "move", TaskID: "A001-10", Start: &later})
		h.must(err)
		if m := e.Moulds[0]; !m.After.Equal(moved) || m.NowLate || m.Late != 0 {
			h.Errorf("moved to its due minute: %+v", m)
		}
	})
}
