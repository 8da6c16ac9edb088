package aps_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/jobs"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// worksOff starts a node with slots that stops with the test.
func (h *house) worksOff(slots int) *jobs.Background {
	h.Helper()
	node := &jobs.Background{}
	node.From(h.source(slots))
	node.Start(h.Context())
	h.Cleanup(func() { h.stop(node) })
	return node
}

// allRuns reads the runs of every tenant.
func (h *house) allRuns() (runs []entity.Run) {
	h.Helper()
	h.must(h.db.System(h.Context(), "the test looks at every tenant", func(tx store.Tx) error { return tx.Select(&runs).Scan(h.Context()) }))
	return runs
}

// began waits until n runs have ended and gives their schedules' names in the order in which they began.
func (h *house) began(n int, names map[string]string) (order []string) {
	h.Helper()
	h.until("the end of all runs", func() bool {
		return len(slices.DeleteFunc(h.allRuns(), func(r entity.Run) bool { return r.EndedAt == nil })) == n
	})
	runs := h.allRuns()
	slices.SortFunc(runs, func(x, y entity.Run) int { return cmp.Compare(x.StartedAt.UnixMicro(), y.StartedAt.UnixMicro()) })
	for _, r := range runs {
		order = append(order, names[r.ScheduleID])
	}
	return order
}

// Six runs of one factory delay another tenant's by one of them, not by six.
func TestTenantsTakeTurns(t *testing.T) {
	each(t, false, func(h *house) {
		names := map[string]string{}
		add := func(name string) {
			s := h.schedule(name, 0)
			names[s.ID] = name
			h.start(s)
		}
		for i := range 6 {
			add(fmt.Sprintf("a%d", i+1))
		}
		h.enter(storetest.Tenant(h.T, h.db, "b"))
		add("b1")
		h.worksOff(1)
		if got := h.began(7, names); got[1] != "b1" {
			t.Errorf("began in the order %v", got)
		}
	})
}

// Tenants take turns, then the factories of each, then the runs of each by age; who was served before waits longest.
func TestFactoriesOfATenantTakeTurns(t *testing.T) {
	each(t, false, func(h *house) {
		names := map[string]string{}
		a := h.actor
		a2 := a
		a2.FactoryID = storetest.Factory(h.T, h.db, a.TenantID, "second")
		b, c := storetest.Tenant(h.T, h.db, "b"), storetest.Tenant(h.T, h.db, "c")
		add := func(at store.Actor, list ...string) {
			h.enter(at)
			for _, name := range list {
				s := h.schedule(name, 0)
				names[s.ID] = name
				h.start(s)
			}
		}
		add(c, "c1")
		node := h.worksOff(1)
		h.began(1, names)
		h.stop(node)
		add(a, "a1", "a2", "a3")
		add(a2, "second1", "second2")
		add(c, "c2")
		add(b, "b1", "b2")
		h.worksOff(1)
		want := "c1 a1 b1 c2 second1 b2 a2 second2 a3"
		if got := strings.Join(h.began(9, names), " "); got != want {
			t.Errorf("began in the order %s, want %s", got, want)
		}
	})
}

// Of a factory ten runs may wait beside the one that runs; the eleventh is refused by name, and other factories are free.
func TestAtMostTenRunsOfAFactoryWait(t *testing.T) {
	each(t, false, func(h *house) {
		var schedules []*entity.Schedule
		for i := range 12 {
			schedules = append(schedules, h.schedule(fmt.Sprint("s", i), 0))
		}
		h.start(schedules[0])
		_, err := h.aps.Next(h.Context()) // it runs from now on
		h.must(err)
		var all sync.WaitGroup
		var started atomic.Int32
		refusals := make(chan string, 11)
		for _, s := range schedules[1:] { // at the same moment: the last two must not both find nine
			all.Go(func() {
				err := h.write(func(tx store.Tx) error { _, err := h.aps.Start(h.ctx, tx, s.ID); return err })
				if err == nil {
					started.Add(1)
					return
				}
				refusals <- said(err)
			})
		}
		all.Wait()
		close(refusals)
		if n := started.Load(); n != 10 {
			t.Errorf("%d runs wait", n)
		}
		for got := range refusals {
			if want := "20000 10 runs of this factory are waiting already: wait until one of them begins, or cancel one first"; got != want {
				t.Errorf("it said %q", got)
			}
		}
		other := h.actor
		other.FactoryID = storetest.Factory(h.T, h.db, other.TenantID, "other")
		h.enter(other)
		h.start(h.schedule("free", 0))
	})
}

// place is where the list of schedules says that a run waits.
func (h *house) place(s *entity.Schedule) string {
	h.Helper()
	var list aps.ScheduleList
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
		list, err = h.aps.List(h.ctx, tx, aps.ListQuery{ID: s.ID})
		return err
	}))
	run := list.Rows[0].Run
	return fmt.Sprintf("%s %d %d", run.State, run.Place, run.OwnBefore)
}

// told counts the signals to the pages of the actor's factory that hold all texts.
func (h *house) told(texts ...string) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.signals {
		if strings.HasPrefix(s, h.actor.FactoryID) && !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(s, text) }) {
			n++
		}
	}
	return n
}

// A waiting run knows its place among all and how many of its factory come before; open pages hear when it changes, also by
// what another tenant does.
func TestWaitingRunsKnowTheirPlace(t *testing.T) {
	each(t, false, func(h *house) {
		a, b := h.actor, storetest.Tenant(h.T, h.db, "b")
		first, second := h.schedule("first", 0), h.schedule("second", 0)
		h.start(first)
		run := h.start(second)
		if one, two := h.place(first), h.place(second); one != "queued 1 0" || two != "queued 2 1" {
			t.Errorf("places %q and %q", one, two)
		}
		h.enter(b)
		other := h.schedule("other", 0)
		h.start(other)
		if got := h.place(other); got != "queued 2 0" {
			t.Errorf("the other tenant's place is %q", got)
		}
		h.enter(a)
		if got := h.place(second); got != "queued 3 1" || h.told(run.ID, `"place":3,"ownBefore":1`) != 1 {
			t.Errorf("then the second is %q; told %v", got, h.signals)
		}
		h.must(h.write(func(tx store.Tx) error { return h.aps.Cancel(h.ctx, tx, first.ID, false) }))
		if got := h.place(second); got != "queued 1 0" || h.told(run.ID, `"place":1,"ownBefore":0`) != 1 {
			t.Errorf("after the first was cancelled it is %q; told %v", got, h.signals)
		}
		h.must(h.aps.ShowPlaces(h.Context()))
		if n := h.told(run.ID, `"place":1`); n != 1 {
			t.Errorf("told %d times without a change", n)
		}
	})
}

// Several nodes work one queue: each run is worked once.
func TestNodesNeverShareARun(t *testing.T) {
	each(t, false, func(h *house) {
		a := h.actor
		n := 0
		for _, factory := range []string{"", "p", "q", "r"} {
			at := a
			if factory != "" {
				at.FactoryID = storetest.Factory(h.T, h.db, a.TenantID, factory)
			}
			h.enter(at)
			for i := range 3 {
				h.start(h.schedule(fmt.Sprint(factory, i), 0))
				n++
			}
		}
		for range 4 {
			h.worksOff(2)
		}
		h.began(n, map[string]string{})
		var plans []entity.Plan
		h.must(h.db.System(h.Context(), "the test looks at every factory", func(tx store.Tx) error { return tx.Select(&plans).Columns("id", "run_id").Scan(h.Context()) }))
		made := map[string]int{}
		for _, p := range plans {
			made[p.RunID]++
		}
		for _, r := range h.allRuns() {
			if r.State != "success" || r.Attempt != 1 || made[r.ID] != 1 {
				t.Errorf("a run ended as %s %d with %d plans", r.State, r.Attempt, made[r.ID])
			}
		}
	})
}
