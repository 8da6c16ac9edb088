package aps_test

import (
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/result"
)

// A preview names the forced deliveries that it moves, counts their tardiness, and is kept so: a mould without a late end can have
// a part that becomes late.
func TestAPreviewNamesForcedDeliveries(t *testing.T) {
	each(t, true, func(h *house) {
		h.mu.Lock()
		h.shop.Moulds[1].Parts[0].Due = new(time.Now().AddDate(0, 0, 15).Truncate(time.Minute))
		h.mu.Unlock()
		s := h.hasPlan()
		was := h.rowsOf(s)["A002-30"]
		forced := func() result.ForcedDelivery {
			e := h.evaluation(s)
			if e.Figures.Forced != 1 {
				h.Fatalf("%d forced deliveries", e.Figures.Forced)
			}
			if len(e.Forced) == 0 {
				return result.ForcedDelivery{}
			}
			return e.Forced[0]
		}
		due := time.Now().AddDate(0, 0, 15).Truncate(time.Minute)
		away := func(days int) draft.PlanChange {
			at := due.AddDate(0, 0, days)
			return draft.PlanChange{Kind: "move", TaskID: "A002-30", Start: &at}
		}
		soon, err := h.preview(s, away(-5))
		h.must(err)
		if len(soon.Parts) != 1 || soon.Parts[0].NowLate || soon.Parts[0].Late != 0 || soon.Parts[0].Minutes <= 0 || !soon.Parts[0].Before.Equal(*was.PlannedEnd) {
			h.Errorf("on time all the same: %+v", soon.Parts)
		}
		late, err := h.preview(s, away(3))
		h.must(err)
		if len(late.Parts) != 1 {
			h.Fatalf("parts that move: %+v", late.Parts)
		}
		x := late.Parts[0]
		if x.MouldNo != "A002" || x.PartNo != "P1" || x.BatchNo != "" || !x.NowLate || x.Rescued || x.Late < 3*24*60 || x.Late != int(x.After.Sub(x.Due)/time.Minute) || late.NowLate != 0 {
			h.Errorf("the part that becomes late: %+v, moulds %d", x, late.NowLate)
		}
		// The priority of a forced delivery is 100; its mould has no delivery that it could miss by then.
		if want := 100 * x.Late; late.Tardiness-moulds(late) != want || soon.Tardiness-moulds(soon) != 0 {
			h.Errorf("tardiness %d and %d, want %d", late.Tardiness-moulds(late), soon.Tardiness-moulds(soon), want)
		}
		s, err = h.keep(h.get(s.ID), away(3))
		h.must(err)
		if kept := forced(); kept.Late != x.Late || !kept.End.Equal(x.After) {
			h.Errorf("kept: %+v, foretold %+v", kept, x)
		}
		back, err := h.preview(s, away(-5))
		h.must(err)
		if len(back.Parts) != 1 || !back.Parts[0].Rescued || back.Parts[0].NowLate || back.Parts[0].Minutes >= 0 {
			h.Errorf("back on time: %+v", back.Parts)
		}
	})
}

// moulds is the tardiness that a preview's moulds bring.
func moulds(e *aps.PlanEffect) (sum int) {
	for _, m := range e.Moulds {
		if m.Due != nil && m.Late > 0 {
			sum += 50 * m.Late
		}
	}
	return sum
}
