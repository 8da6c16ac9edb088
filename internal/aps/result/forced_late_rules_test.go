package result

import (
	"testing"
	"time"
)

// A forced delivery is late by a minute, or where it has no end; all are counted and the late ones kept in their order.
func TestWhichForcedDeliveriesAreLate(t *testing.T) {
	end := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	all := []ForcedDelivery{{PartNo: "none"}, {PartNo: "in time", End: &end}, {PartNo: "a minute", End: &end, Late: 1}, {PartNo: "none, and late", Late: 5}}
	e := &Evaluation{}
	e.countForced(all)
	if e.Figures.Forced != 4 || e.Figures.ForcedLate != 3 || len(e.Forced) != 3 || e.Forced[0].PartNo != "none" || e.Forced[1].PartNo != "a minute" || e.Forced[2].PartNo != "none, and late" {
		t.Errorf("%d of %d: %+v", e.Figures.ForcedLate, e.Figures.Forced, e.Forced)
	}
	e = &Evaluation{}
	if e.countForced(nil); e.Forced == nil || len(e.Forced) != 0 || e.Figures.Forced != 0 {
		t.Errorf("of none: %+v", e.Forced)
	}
}
