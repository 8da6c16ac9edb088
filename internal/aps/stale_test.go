package aps_test

import (
	"errors"
	"testing"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/setting"
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
		if now := stale.Current.(entity.Config); now.Name != "renamed" || now.Version != 2 || stale.ChangedBy != h.actor.Name || stale.ChangedBy == "" {
			h.Errorf("a late name tells %+v", stale)
		}
		if _, err := h.save(entity.Config{ID: s.ID, Name: "unseen", StartTime: &start}); said(err) != "422 version required" {
			h.Errorf("an edit without a version: %v", said(err))
		}
		_, err := h.save(entity.Config{ID: s.ID, Version: 1, Name: "unseen", StartTime: &start})
		if now := h.staleOf(err).Current.(entity.Config); now.Name != "renamed" || now.Version != 2 {
			h.Errorf("a late edit tells %+v", now)
		}
		if now := h.get(s.ID); now.Name != "renamed" || !now.StartTime.Equal(s.StartTime) {
			h.Errorf("stored: %q %v", now.Name, now.StartTime)
		}
		yes := true
		if _, err := h.save(entity.Config{ID: s.ID, DefaultFlag: &yes}); err != nil {
			h.Errorf("the flag alone needs no version: %v", said(err))
		}

		for _, layer := range []setting.Layer{setting.LayerGlobal, setting.LayerDefault, setting.LayerMockGlobal, setting.LayerMockDefault} {
			mine, theirs := fresh(), fresh()
			mine["timeLimitSeconds"], theirs["timeLimitSeconds"] = 7.0, 9.0
			h.must(h.saveLayer(layer, 0, theirs))
			stale := h.staleOf(h.saveLayer(layer, 0, mine))
			now := stale.Current.(*setting.LayerView)
			if now.Version != 1 || now.Values["timeLimitSeconds"] != 9.0 || len(now.Settings) == 0 || stale.ChangedBy != h.actor.Name {
				h.Errorf("%s: version %d, %v, by %q", layer, now.Version, now.Values["timeLimitSeconds"], stale.ChangedBy)
			}
		}
	})
}

// Whoever publishes has looked at one plan: another one, made meanwhile, never comes in force unseen.
func TestAPlanThatNobodyLookedAtIsNotPublished(t *testing.T) {
	each(t, true, func(h *house) {
		seen := h.get(h.hasPlan().ID)
		publish := func(version int64) error {
			inForce := h.inForce()
			return h.write(func(tx store.Tx) error {
				return h.aps.Publish(h.ctx, tx, seen.ID, plan.Publication{Version: version, InForce: inForce})
			})
		}
		if err := publish(0); said(err) != "422 version required" {
			h.Errorf("without a version: %s", said(err))
		}
		h.start(seen)
		again := h.settled(seen)
		stale := h.staleOf(publish(seen.Version))
		if stale.Name != seen.Name || stale.ChangedBy != h.actor.Name || h.get(seen.ID).Status != entity.Completed {
			h.Errorf("a plan that was made anew is published, or tells %+v", stale)
		}
		h.must(publish(again.Version))
	})
}

// Two people compare with the same plan in force; the first publishes. The second has looked at figures that are not what
// would happen: refused, told who published what, and published only against the plan that is in force by now. Whose plan
// another person replaces is told; whoever replaces their own is not.
func TestAPublicationIsComparedWithThePlanInForce(t *testing.T) {
	each(t, true, func(h *house) {
		first, second := h.schedule("first", 0), h.schedule("second", 0)
		for _, s := range []*entity.Schedule{first, second} {
			h.start(s)
			*s = *h.settled(s)
		}
		publish := func(s *entity.Schedule, inForce string) error {
			return h.write(func(tx store.Tx) error {
				return h.aps.Publish(h.ctx, tx, s.ID, plan.Publication{Version: h.get(s.ID).Version, InForce: inForce})
			})
		}
		against := func(s *entity.Schedule) string { return h.difference(s).Against }
		none := against(second)
		if none != "" {
			h.Errorf("against %q before any is published", none)
		}
		planner := h.actor
		h.must(publish(first, none))
		colleague := planner
		colleague.AccountID, colleague.Name = "colleague", "Li Na"
		h.enter(colleague)
		stale := h.staleOf(publish(second, none))
		if now, ok := stale.Current.(plan.InForceNow); !ok || now.InForce != first.PlanID || stale.Name != "first" || stale.ChangedBy != planner.Name || stale.ChangedAt == "" {
			h.Errorf("the second is told %+v", stale)
		}
		if h.get(first.ID).Status != entity.Published || len(h.replaced) != 0 {
			h.Errorf("a refused publication replaces: %v", h.replaced)
		}
		now := against(second)
		h.must(publish(second, now))
		if want := (plan.Replaced{By: planner.AccountID, Was: "first", Now: "second", ScheduleID: second.ID, PlanID: second.PlanID, PlanNumber: 1}); len(h.replaced) != 1 || h.replaced[0] != want {
			h.Errorf("told: %+v, not %+v", h.replaced, want)
		}
		h.start(second)
		*second = *h.settled(second)
		h.must(publish(second, against(second)))
		if len(h.replaced) != 1 {
			h.Errorf("whoever replaces their own plan is told of it: %+v", h.replaced)
		}
	})
}

// Two planners change one plan: what does not touch stays, both times; of one task the second is told.
func TestChangesOfDifferentTasksBothStay(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.get(h.hasPlan().ID)
		rows := h.rowsOf(s)
		move := func(task string, days int) []draft.PlanChange {
			later := rows[task].PlannedStart.AddDate(0, 0, days)
			return []draft.PlanChange{{Kind: "move", TaskID: task, Start: &later}}
		}
		keep := func(changes []draft.PlanChange) (*entity.Schedule, error) {
			return h.aps.Commit(h.ctx, s.ID, s.PlanID, 0, changes)
		}
		if _, err := h.aps.Commit(h.ctx, s.ID, "", 0, move("A001-30", 3)); said(err) != "422 planId required" {
			h.Errorf("changes of no plan: %s", said(err))
		}
		first, second := move("A001-30", 3), move("A003-30", 3)
		if _, err := keep(first); err != nil {
			h.Fatal(err)
		}
		stale := h.staleOf(func() error { _, err := keep(move("A001-30", 5)); return err }())
		if stale.Name != s.Name || stale.ChangedBy != h.actor.Name {
			h.Errorf("the second of one task is told %+v", stale)
		}
		if _, err := h.preview(s, second...); err != nil {
			h.Errorf("the preview of another task: %s", said(err))
		}
		now, err := keep(second)
		h.must(err)
		kept := h.rowsOf(now)
		for task, change := range map[string][]draft.PlanChange{"A001-30": first, "A003-30": second} {
			if kept[task].PlannedStart.Before(*change[0].Start) {
				h.Errorf("%s starts at %v, moved to %v", task, kept[task].PlannedStart, change[0].Start)
			}
		}
		// A run plans anew: nothing that was thought out for the plan before goes on top of it.
		h.start(now)
		h.settled(now)
		h.staleOf(func() error { _, err := keep(move("A002-30", 2)); return err }())
	})
}

// Both press the button at the same moment: neither is lost, whichever is written first.
func TestSimultaneousChangesOfDifferentTasks(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.get(h.hasPlan().ID)
		rows := h.rowsOf(s)
		tasks := []string{"A001-30", "A003-30"}
		starts, failed := map[string]time.Time{}, make(chan error, len(tasks))
		for _, task := range tasks {
			later := rows[task].PlannedStart.AddDate(0, 0, 3)
			starts[task] = later
			go func() {
				_, err := h.aps.Commit(h.ctx, s.ID, s.PlanID, 0, []draft.PlanChange{{Kind: "move", TaskID: task, Start: &later}})
				failed <- err
			}()
		}
		for range tasks {
			h.must(<-failed)
		}
		kept := h.rowsOf(h.get(s.ID))
		for task, start := range starts {
			if kept[task].PlannedStart.Before(start) {
				h.Errorf("%s starts at %v, moved to %v", task, kept[task].PlannedStart, start)
			}
		}
	})
}

// A child that is named beside a parent that it does not belong to is refused by that field: nobody has changed anything,
// and reading again would not help.
func TestWhatBelongsToAnotherParentSaysSo(t *testing.T) {
	each(t, true, func(h *house) {
		first, second := h.schedule("first", 0), h.schedule("second", 0)
		for _, s := range []*entity.Schedule{first, second} {
			h.start(s)
			*s = *h.settled(s)
		}
		later := h.rowsOf(second)["A001-30"].PlannedStart.AddDate(0, 0, 3)
		move := draft.PlanChange{Kind: "move", TaskID: "A001-30", Start: &later}
		for _, version := range []int64{0, second.Version, second.Version - 1} {
			_, err := h.aps.Commit(h.ctx, second.ID, first.PlanID, version, []draft.PlanChange{move})
			if said(err) != "422 planId reference" {
				h.Errorf("changes for the plan of another schedule, version %d: %s", version, said(err))
			}
		}
		mixed := *second
		mixed.PlanID = first.PlanID
		if _, err := h.preview(&mixed, move); said(err) != "422 planId reference" {
			h.Errorf("a preview on the plan of another schedule: %s", said(err))
		}
		if _, err := h.explain(second, "mould-A002", "A001-30"); said(err) != "422 task reference" {
			h.Errorf("a task beside another mould: %s", said(err))
		}
		if w, err := h.explain(second, "mould-A001", "A001-30"); err != nil || w.Task == nil {
			h.Errorf("a task beside its mould: %s", said(err))
		}
		publish := func(inForce string) error {
			return h.write(func(tx store.Tx) error {
				return h.aps.Publish(h.ctx, tx, second.ID, plan.Publication{Version: second.Version, InForce: inForce})
			})
		}
		if err := publish(first.PlanID); said(err) != "422 inForce reference" {
			h.Errorf("compared with a plan that was never in force: %s", said(err))
		}
		h.must(publish(""))
	})
}
