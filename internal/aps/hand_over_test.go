package aps_test

import (
	"fmt"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/store"
)

// A run that ends while nobody is there is handed over when somebody comes: moulds and parts end then, wherever their dates of
// today are asked about, and a plan made anew by these dates says the same.
func TestMouldsAndPartsEndWhenTheyAreHandedOver(t *testing.T) {
	each(t, true, func(h *house) {
		h.nightRun()
		s := h.hasPlan()
		h.must(h.publish(s))
		end, handed := h.endOf(s, "A001")
		if !handed.After(end.Add(time.Hour)) {
			h.Fatalf("the run ends at %v and is handed over at %v", end, handed)
		}
		between := end.Add(handed.Sub(end) / 2).Truncate(time.Minute)
		var inForce []plan.InForcePlace
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
			inForce, err = plan.InForce(h.ctx, tx, []string{"mould-A001"})
			return err
		}))
		if last := inForce[len(inForce)-1]; !last.End.Equal(end) || !last.Leaves.Equal(handed) {
			h.Errorf("in force it ends at %v and leaves at %v, want %v and %v", last.End, last.Leaves, end, handed)
		}

		far := between.AddDate(0, 1, 0)
		h.dueAt(0, between)
		if d := h.versionList(s)[0].Today; d == nil || d.Late != 1 || fmt.Sprint(d.Moulds) != "[A001]" {
			h.Errorf("its mould is due in the night: %+v", d)
		}
		again := h.planned(h.schedule("again", 0))
		if e := h.evaluation(again); e.Figures.Late != 1 {
			h.Errorf("planned anew %d moulds are late", e.Figures.Late)
		}
		if d := h.difference(again); len(d.Late) != 1 || d.Late[0].Cause != "newDate" || !d.Late[0].After.Equal(handed) || len(d.Rescued) != 0 {
			h.Errorf("the difference says %+v, rescued %+v", d.Late, d.Rescued)
		}

		h.dueAt(0, far)
		h.partDueAt(0, between)
		if d := h.versionList(s)[0].Today; d == nil || d.ForcedLate != 1 || fmt.Sprint(d.LateParts) != "[{A001 P1 }]" {
			h.Errorf("its part is due in the night: %+v", d)
		}
		again = h.planned(again)
		if e := h.evaluation(again); e.Figures.ForcedLate != 1 {
			h.Errorf("planned anew %d parts are late", e.Figures.ForcedLate)
		}
		_, handed = h.endOf(again, "A001")
		if d := h.difference(again); len(d.LateParts) != 1 || !d.LateParts[0].After.Equal(handed) || len(d.RescuedParts) != 0 {
			h.Errorf("the difference says of parts %+v, rescued %+v", d.LateParts, d.RescuedParts)
		}
	})
}

// nightRun lets the first mould end with a run that goes on into the night.
func (h *house) nightRun() {
	h.mu.Lock()
	defer h.mu.Unlock()
	part := &h.shop.Moulds[0].Parts[0]
	part.Ops = part.Ops[:2]
	part.Ops[1].Minutes = 14 * 60
}

// partDueAt gives the part of a mould a due date of its own.
func (h *house) partDueAt(mould int, at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shop.Moulds[mould].Parts[0].Due = &at
}

// endOf is when the last task of a mould ends, and when the Gantt says that the mould does.
func (h *house) endOf(s *entity.Schedule, mould string) (end, handed time.Time) {
	for _, r := range h.rowsOf(s) {
		if r.MouldNo == mould && r.PlannedEnd.After(end) {
			end = *r.PlannedEnd
		}
	}
	g := h.gantt(s)
	for _, m := range g.Moulds {
		if m.No == mould {
			handed = g.Epoch.Add(time.Duration(*m.End) * time.Minute)
		}
	}
	return end, handed
}
