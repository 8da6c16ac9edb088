package aps_test

import (
	"testing"

	"mouldworks/internal/aps/model"
)

// Work of other moulds keeps its whole crew: a plan that goes around it has only the rest of the group.
func TestCarriedWorkKeepsItsCrew(t *testing.T) {
	each(t, true, func(h *house) {
		for i := range h.shop.Moulds {
			h.shop.Moulds[i].Parts[0].Ops = []model.Operation{{ID: h.shop.Moulds[i].No + "-30", No: 30, Process: "钳工", GroupID: "g-fit", Minutes: 240, Crew: 2, Pausable: true}}
		}
		one, two := h.schedule("one", 0, "mould-A001"), h.schedule("two", 0, "mould-A002")
		h.start(one)
		h.settled(one)
		h.must(h.publish(one))
		h.start(two)
		rows := h.rowsOf(h.settled(two))
		if first, second := rows["A001-30"], rows["A002-30"]; second.PlannedStart.Before(*first.PlannedEnd) {
			h.Errorf("both fitters work on A001 until %s, and on A002 from %s", first.PlannedEnd, second.PlannedStart)
		}
	})
}
