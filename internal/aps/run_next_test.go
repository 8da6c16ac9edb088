package aps_test

import (
	"testing"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// begins is the run that a node is given next, "" where none may begin.
func (h *house) begins() string {
	h.Helper()
	before := map[string]string{}
	for _, r := range h.allRuns() {
		before[r.ID] = r.State
	}
	work, err := h.aps.Next(h.Context())
	h.must(err)
	for _, r := range h.allRuns() {
		if r.State == "running" && before[r.ID] != "running" {
			if work == nil || r.StartedAt == nil || r.Phase != "snapshot" {
				h.Errorf("it began as %+v, work to do: %v", r, work != nil)
			}
			return r.ID
		}
	}
	if work != nil {
		h.Error("there is work, and nothing has begun")
	}
	return ""
}

// A factory that has a run keeps its other ones waiting, and nobody else's.
func TestARunKeepsItsOwnFactoryWaiting(t *testing.T) {
	each(t, false, func(h *house) {
		if got := h.begins(); got != "" {
			h.Errorf("nobody waits, and %s begins", got)
		}
		a, b := h.actor, storetest.Tenant(h.T, h.db, "b")
		turns := func(want, began int) {
			h.Helper()
			if n, b := h.lines("run_turn"), h.lines("(SELECT * FROM run_turn WHERE began_at IS NOT NULL)"); n != want || b != began {
				h.Errorf("%d turns, of which %d have begun, want %d and %d", n, b, want, began)
			}
		}
		first, second := h.start(h.schedule("first", 0)), h.start(h.schedule("second", 0))
		turns(1, 0)
		if got := h.begins(); got != first.ID {
			h.Errorf("%q begins, not the first", got)
		}
		turns(1, 1)
		h.start(h.schedule("third", 0)) // to wait takes no turn, and gives none back
		turns(1, 1)
		if got := h.begins(); got != "" {
			h.Errorf("%q begins beside the first", got)
		}
		h.enter(b)
		other := h.start(h.schedule("other", 0))
		if got := h.begins(); got != other.ID {
			h.Errorf("%q begins, not that of the other tenant", got)
		}
		h.enter(a)
		h.must(h.write(func(tx store.Tx) error {
			_, err := tx.Change((*entity.Run)(nil)).Set("state = ?", "success").Where("id = ?", first.ID).Exec(h.ctx)
			return err
		}))
		if got := h.begins(); got != second.ID {
			h.Errorf("%q begins, not the second", got)
		}
	})
}
