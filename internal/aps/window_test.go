package aps_test

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
)

// maxChangesInWindow bounds what may change of what is published, whatever comes in between.
func TestChangesInTheWindowAreBounded(t *testing.T) {
	each(t, true, func(h *house) {
		h.mu.Lock()
		h.shop = smallShop(6)
		for i := range h.shop.Groups {
			h.shop.Groups[i].Periods, h.shop.Groups[i].Rest = nil, nil
		}
		h.mu.Unlock()
		first := h.hasPlan()
		before := h.rowsOf(first)
		h.must(h.publish(first))
		h.mu.Lock()
		rush := smallShop(1).Moulds[0]
		rush.ID, rush.No, rush.Priority = "rush", "A000", 100
		due := time.Now().Add(13 * time.Hour)
		rush.Delivery = &due
		for i := range rush.Parts[0].Ops {
			rush.Parts[0].Ops[i].ID = "rush" + rush.Parts[0].Ops[i].ID
		}
		h.shop.Moulds = append(h.shop.Moulds, rush)
		h.mu.Unlock()
		changes := func(name string, limit any) (n int) {
			x, err := h.save(entity.Config{Name: name, StartTime: &first.StartTime, Settings: with{"timeLimitSeconds": 0.0, "maxChangesInWindow": limit, "reuseLastPlanResource": 0.0}})
			h.must(err)
			h.start(x)
			x = h.settled(x)
			if x.RunStatus != entity.RunSuccess {
				h.Fatalf("%s: %s", name, x.Message)
			}
			for id, now := range h.rowsOf(x) {
				was, published := before[id]
				if !published || !was.PlannedStart.Before(first.StartTime.Add(24*time.Hour)) {
					continue
				}
				if by := now.PlannedStart.Sub(*was.PlannedStart).Abs(); by > 15*time.Minute || now.ResourceID != was.ResourceID {
					n++
				}
			}
			return n
		}
		free := changes("free", nil)
		if free < 3 {
			h.Fatalf("only %d tasks change without a limit: the rush order does not disturb", free)
		}
		for limit, name := range map[int]string{0: "none", 1: "one", 2: "two"} {
			if n := changes(name, float64(limit)); n > limit {
				h.Errorf("%d changes with a limit of %d", n, limit)
			}
		}
	})
}

// P has become two hours longer, so that Q cannot start when it was published: that does not count, and the evaluation
// names it. P stays.
func TestChangesThatCannotBeAvoided(t *testing.T) {
	c := smallPublishedCase(t)
	c.shop.Moulds[0].Parts[0].Ops[0].Minutes = 360
	set := with{"maxChangesInWindow": 0.0, "timeLimitSeconds": 0.0, "defaultFlowTime": 0.0, "reuseLastPlanResource": 0.0}
	times := goldenTimes(t, c, set)
	if times["P/P/10/"] != "02T08:00-02T14:00" || times["Q/Q/10/"] != "02T14:00-02T16:00" {
		t.Errorf("%v", times)
	}
	e, err := aps.Evaluate(t.Context(), c.shop, at(t, c.shop.Zone, "2026-03-02 08:00"), set, c.inForce)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(e.Notes); n != 2 || !strings.Contains(e.Notes[0].En, "0 tasks change; the limit is 0") || !strings.Contains(e.Notes[1].En, "1 tasks had to change and do not count: Q/Q/10") {
		t.Errorf("the notes: %v", e.Notes)
	}
}
