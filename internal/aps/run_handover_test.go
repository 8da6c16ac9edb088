package aps_test

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// handedOver starts a run of an hour and stops its node once it has a plan.
func (h *house) handedOver() (*entity.Schedule, *entity.Run) {
	h.Helper()
	h.shop = smallShop(40)
	s := h.schedule("long", 3600)
	soon := time.Now().Add(90 * time.Minute)
	for i := range h.shop.Moulds { // late, so that a plan shows in the figures of the run
		h.shop.Moulds[i].Delivery = &soon
	}
	run := h.start(s)
	h.node.Start(h.Context())
	h.until("a plan", func() bool { return h.run(run.ID).Late > 0 })
	h.stop(h.node)
	return s, h.run(run.ID)
}

// A node that stops gives its run back at once, which is no attempt; the next node goes on with the time that is left.
func TestAStoppingNodeHandsItsRunOver(t *testing.T) {
	each(t, false, func(h *house) {
		s, run := h.handedOver()
		if run.State != "queued" || run.Attempt != 1 || run.SpentMillis <= 0 {
			t.Fatalf("handed over as %s, attempt %d, after %d ms", run.State, run.Attempt, run.SpentMillis)
		}
		if best, plans := h.lines("run_best"), h.lines("plan"); best != 1 || plans != 0 {
			t.Errorf("%d plans are handed over, %d stored", best, plans)
		}
		h.worksOff(1)
		h.until("the search", func() bool {
			now := h.run(run.ID)
			if now.Percent < run.Percent || now.Late == 0 {
				t.Fatalf("from %d %% with %d late it runs back to %d %% with %d", run.Percent, run.Late, now.Percent, now.Late)
			}
			return now.Phase == "solve"
		})
		h.must(h.write(func(tx store.Tx) error { return h.aps.Cancel(h.ctx, tx, s.ID, true) }))
		s = h.settled(s)
		if s.Status != entity.Completed || s.PlanID == "" || s.RunMillis < run.SpentMillis {
			t.Errorf("ended as %+v after %d ms before", s, run.SpentMillis)
		}
		if got := h.run(run.ID); got.State != "success" || got.Attempt != 1 {
			t.Errorf("the run ended as %s, attempt %d", got.State, got.Attempt)
		}
		if n := h.lines("run_best"); n != 0 {
			t.Errorf("%d plans handed over are left", n)
		}
	})
}

// What a run has spent of its limit before it was handed over is not spent again.
func TestAHandedOverRunHasOnlyItsRest(t *testing.T) {
	each(t, false, func(h *house) {
		s, run := h.handedOver()
		h.must(h.write(func(tx store.Tx) error {
			_, err := tx.Change((*entity.Run)(nil)).Set("spent_millis = ?", 3600*1000).Where("id = ?", run.ID).Exec(h.ctx)
			return err
		}))
		h.worksOff(1)
		if got := h.settled(s); got.RunStatus != entity.RunSuccess || got.Message != "" {
			t.Errorf("ended as %+v", got)
		}
	})
}

// Who cancels a run that waits with a plan keeps the plan or throws it away, as he says.
func TestCancelBetweenTwoNodes(t *testing.T) {
	for _, keep := range []bool{true, false} {
		each(t, false, func(h *house) {
			s, run := h.handedOver()
			h.must(h.write(func(tx store.Tx) error { return h.aps.Cancel(h.ctx, tx, s.ID, keep) }))
			h.worksOff(1)
			s = h.settled(s)
			switch {
			case keep && (s.Status != entity.Completed || s.PlanID == "" || !strings.HasPrefix(s.Message, "stopped early")):
				t.Errorf("kept as %+v", s)
			case !keep && (s.Status != entity.NotStarted || s.PlanID != "" || h.run(run.ID).State != "cancelled"):
				t.Errorf("thrown away as %+v", s)
			}
			if n := h.lines("run_best"); n != 0 {
				t.Errorf("%d plans handed over are left", n)
			}
		})
	}
}

// Whoever counts hears of each piece of work on a run how it ended: handed over by a node that stops, then with the outcome.
func TestWorkOnARunIsTold(t *testing.T) {
	each(t, false, func(h *house) {
		s, run := h.handedOver()
		h.worksOff(1)
		h.until("the search", func() bool { return h.run(run.ID).Phase == "solve" })
		h.must(h.write(func(tx store.Tx) error { return h.aps.Cancel(h.ctx, tx, s.ID, false) }))
		h.settled(s)
		told := func() string {
			h.mu.Lock()
			defer h.mu.Unlock()
			return strings.Join(h.worked, "; ")
		}
		want := run.ID + " of " + run.TenantID + ": handed_over; " + run.ID + " of " + run.TenantID + ": cancelled"
		h.until("the end is told", func() bool { return strings.HasSuffix(told(), ": cancelled") })
		if got := told(); got != want {
			h.Errorf("told %q instead of %q", got, want)
		}
	})
}
