package aps_test

import (
	"errors"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// staleOf is what a refused save tells of the record that somebody else has changed.
func (h *house) staleOf(err error) problem.StaleData {
	h.Helper()
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.StaleVersion {
		h.Fatalf("a stale save says %v", err)
	}
	return p.Data.(problem.StaleData)
}

// ERR-03: a save that names no version or an old one changes nothing and tells what is stored now and whose work that is.
func TestStaleSavesTellWhatIsStored(t *testing.T) {
	each(t, false, func(h *house) {
		s := h.schedule("first", 0)
		start := s.StartTime.Add(time.Hour)
		rename := func(version int64, name string) error {
			return h.write(func(tx store.Tx) error { return h.aps.Rename(h.ctx, tx, s.ID, version, name) })
		}
		if err := rename(0, "unseen"); said(err) != "422 version required" {
			h.Errorf("a new name without a version: %v", said(err))
		}
		h.must(rename(1, "renamed"))
		stale := h.staleOf(rename(1, "unseen"))
		if now := stale.Current.(aps.Config); now.Name != "renamed" || now.Version != 2 || stale.ChangedBy != h.actor.Name || stale.ChangedBy == "" {
			h.Errorf("a late name tells %+v", stale)
		}
		if _, err := h.save(aps.Config{ID: s.ID, Name: "unseen", StartTime: &start}); said(err) != "422 version required" {
			h.Errorf("an edit without a version: %v", said(err))
		}
		_, err := h.save(aps.Config{ID: s.ID, Version: 1, Name: "unseen", StartTime: &start})
		if now := h.staleOf(err).Current.(aps.Config); now.Name != "renamed" || now.Version != 2 {
			h.Errorf("a late edit tells %+v", now)
		}
		if now := h.get(s.ID); now.Name != "renamed" || !now.StartTime.Equal(s.StartTime) {
			h.Errorf("stored: %q %v", now.Name, now.StartTime)
		}
		yes := true
		if _, err := h.save(aps.Config{ID: s.ID, DefaultFlag: &yes}); err != nil {
			h.Errorf("the flag alone needs no version: %v", said(err))
		}

		for _, layer := range []aps.Layer{aps.LayerGlobal, aps.LayerDefault, aps.LayerMockGlobal, aps.LayerMockDefault} {
			mine, theirs := fresh(), fresh()
			mine["timeLimitSeconds"], theirs["timeLimitSeconds"] = 7.0, 9.0
			h.must(h.saveLayer(layer, 0, theirs))
			stale := h.staleOf(h.saveLayer(layer, 0, mine))
			now := stale.Current.(*aps.LayerView)
			if now.Version != 1 || now.Values["timeLimitSeconds"] != 9.0 || len(now.Settings) == 0 || stale.ChangedBy != h.actor.Name {
				h.Errorf("%s: version %d, %v, by %q", layer, now.Version, now.Values["timeLimitSeconds"], stale.ChangedBy)
			}
		}
	})
}
