package aps_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/platform/store"
)

func (h *house) explain(s *entity.Schedule, mould, task string) (w *explaining.Why, err error) {
	err = h.db.Read(h.ctx, func(tx store.Tx) (err error) { w, err = h.aps.Explain(h.ctx, tx, s.ID, 0, mould, task); return err })
	return w, err
}

func (h *house) whyList(s *entity.Schedule) []explaining.WhyMould {
	h.Helper()
	var list explaining.WhyList
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { list, err = h.aps.WhyList(h.ctx, tx, s.ID, 0); return err }))
	return list.Rows
}

// contiguous checks that a chain runs from its origin to its end without a gap, and that the lateness identity holds.
func contiguous(t *testing.T, w *explaining.Why) {
	t.Helper()
	at := w.Origin
	for _, s := range w.Chain {
		if !s.From.Equal(at) || !s.To.After(s.From) {
			t.Fatalf("%s: a stretch from %s follows %s", w.MouldNo, s.From, at)
		}
		at = s.To
	}
	if !at.Equal(*w.End) || int(w.End.Sub(w.Origin).Minutes()) != w.Need+w.Waiting {
		t.Fatalf("%s: ends %s, chain %s; need %d, waiting %d", w.MouldNo, w.End, at, w.Need, w.Waiting)
	}
	sum := 0
	for _, a := range w.Totals {
		sum += a.Minutes
	}
	if sum != w.Need+w.Waiting {
		t.Fatalf("%s: the totals sum to %d of %d", w.MouldNo, sum, w.Need+w.Waiting)
	}
	if w.Allowed != nil && w.Late != max(0, w.Need+w.Waiting-*w.Allowed) {
		t.Fatalf("%s: late %d, need %d, waiting %d, allowed %d", w.MouldNo, w.Late, w.Need, w.Waiting, *w.Allowed)
	}
}

// Beside its figures a plan says of every mould why it ends when it does, and of every task.
func TestEveryMouldAndTaskIsExplained(t *testing.T) {
	each(t, true, func(h *house) {
		soon := time.Now().Add(3 * time.Hour).Truncate(time.Minute)
		h.shop.Moulds[1].Delivery = &soon
		s := h.schedule("s", 0)
		h.start(s)
		s = h.settled(s)
		rows := h.whyList(s)
		if len(rows) != 3 || rows[0].MouldNo != "A002" || rows[0].Late == 0 || rows[1].Late != 0 {
			h.Fatalf("%+v", rows)
		}
		for _, m := range rows {
			w, err := h.explain(s, m.MouldID, "")
			h.must(err)
			contiguous(h.T, w)
			for _, op := range []string{"-10", "-20", "-30"} {
				w, err := h.explain(s, "", m.MouldNo+op)
				h.must(err)
				contiguous(h.T, w)
				if w.Task == nil || w.Task.TaskID != m.MouldNo+op {
					h.Fatalf("%+v", w.Task)
				}
			}
		}
		late, err := h.explain(s, rows[0].MouldID, "")
		h.must(err)
		if late.Verdict != "impossible" || late.Earliest == nil || !late.Earliest.After(*late.Due) {
			h.Errorf("eleven hours of work within three: %s, earliest %v", late.Verdict, late.Earliest)
		}
		if _, err := h.explain(s, "", ""); !strings.Contains(said(err), "mould required") {
			h.Errorf("nothing asked: %v", said(err))
		}
		if _, err := h.explain(s, "mould-B", ""); !strings.HasPrefix(said(err), "404") {
			h.Errorf("a mould that is not there: %v", said(err))
		}
	})
}

// A backward plan holds the first operation back until the date of the second: what is told before it is only supposed.
func TestAWaitThatThePlanHidesIsSupposed(t *testing.T) {
	each(t, true, func(h *house) {
		start := nextMonday(time.Now())
		date := start.Add(5 * 24 * time.Hour)
		h.shop.Moulds = h.shop.Moulds[:1]
		h.shop.Moulds[0].Parts[0].Ops[1].Earliest = &date
		s, err := h.save(entity.Config{Name: "backward", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0, "productionDirection": 2.0}})
		h.must(err)
		h.start(s)
		w, err := h.explain(h.settled(s), "mould-A001", "")
		h.must(err)
		contiguous(h.T, w)
		supposed := map[string]bool{}
		for _, s := range w.Chain {
			if s.Supposed {
				supposed[s.Kind] = true
			}
		}
		if len(supposed) != 1 || !supposed["date"] {
			h.Errorf("supposed are %v in %+v", supposed, w.Chain)
		}
	})
}

// Material that comes late is named, and gives back exactly what planning without that date gives: all, or what another
// date leaves.
func TestRecoverableHoursAreThoseOfASimulation(t *testing.T) {
	each(t, true, func(h *house) {
		begins := nextMonday(time.Now())
		arrives := begins.Add(9 * 24 * time.Hour)
		before := arrives.Add(-3 * 24 * time.Hour) // a working day earlier, whatever the day of the week is
		due := begins.Add(24 * time.Hour)
		h.shop.Moulds = h.shop.Moulds[:1]
		m := &h.shop.Moulds[0]
		m.Delivery = &due
		recovered := map[*time.Time]int{}
		for name, other := range map[string]*time.Time{"alone": nil, "with another date": &before} {
			m.Parts[0].MaterialReady, m.Parts[0].Ops[0].Earliest = &arrives, other
			s := h.schedule(name, 0)
			h.start(s)
			w, err := h.explain(h.settled(s), "mould-A001", "")
			h.must(err)
			contiguous(h.T, w)
			if len(w.Causes) != 1 || w.Causes[0].Kind != "material" || w.Causes[0].Recoverable == 0 {
				h.Fatalf("%s: %+v", name, w.Causes)
			}
			m.Parts[0].MaterialReady = nil
			s = h.schedule(name+", without", 0)
			h.start(s)
			without, err := h.explain(h.settled(s), "mould-A001", "")
			h.must(err)
			if fell := w.Late - without.Late; fell != w.Causes[0].Recoverable {
				h.Errorf("%s: it says %d minutes, planning without the date gives %d", name, w.Causes[0].Recoverable, fell)
			}
			recovered[other] = w.Causes[0].Recoverable
		}
		if recovered[&before] >= recovered[nil] {
			h.Errorf("another date leaves %d of %d minutes", recovered[&before], recovered[nil])
		}
	})
}

// A mould without any place is refused with its reason; one that is not wholly scheduled says how many tasks lack one.
func TestWhatIsNotScheduledSaysSo(t *testing.T) {
	each(t, true, func(h *house) {
		ops := h.shop.Moulds[0].Parts[0].Ops
		ops[0].GroupID = "g-off"
		h.shop.Moulds[1].Parts[0].Ops[2].GroupID = "g-off"
		s := h.schedule("s", 0)
		h.start(s)
		s = h.settled(s)
		if _, err := h.explain(s, "mould-A001", ""); !strings.Contains(said(err), "is unscheduled: ") {
			h.Error(said(err))
		}
		if _, err := h.explain(s, "", "A001-20"); !strings.Contains(said(err), "is unscheduled: ") {
			h.Error(said(err))
		}
		w, err := h.explain(s, "mould-A002", "")
		h.must(err)
		contiguous(h.T, w)
		// The list and the Gantt say the same of every mould: what has a task without a place has no end and is late.
		ends, whys := map[string]string{}, map[string]string{}
		for _, m := range h.gantt(s).Moulds {
			ends[m.No] = fmt.Sprint(m.End != nil, m.Late)
		}
		for _, m := range h.whyList(s) {
			whys[m.MouldNo] = fmt.Sprint(m.End != nil, m.IsLate)
		}
		if !maps.Equal(ends, whys) || whys["A002"] != "false true" || whys["A003"] != "true false" {
			h.Errorf("ends and lateness: %v, in the Gantt %v", whys, ends)
		}
		if w.Unscheduled != 1 || w.Verdict != "incomplete" {
			h.Errorf("%d tasks without a place, verdict %s", w.Unscheduled, w.Verdict)
		}
		if w, err = h.explain(s, "", "A002-20"); err != nil || w.Verdict != "onTime" {
			h.Errorf("a task that is placed: %s %v", w.Verdict, err)
		}
	})
}

// A task that the table shows and the problem does not hold answers with words: it was finished, or another schedule plans it.
func TestWhatHasNothingToExplainSaysSo(t *testing.T) {
	each(t, true, func(h *house) {
		first := h.hasPlan()
		h.must(h.publish(first))
		h.mu.Lock()
		done, ended := &h.shop.Moulds[0].Parts[0].Ops[0], time.Now().Add(-time.Hour)
		done.Status, done.OnMachine, done.RealStart, done.RealEnd = 3, "m1", &ended, &ended
		h.mu.Unlock()
		s := h.schedule("second", 0, "mould-A001")
		h.start(s)
		s = h.settled(s)
		for id, want := range map[string]string{"A001-10": "was finished", "A002-10": "does not plan", "nobody": "404"} {
			if _, err := h.explain(s, "", id); !strings.Contains(said(err), want) {
				h.Errorf("%s says %q", id, said(err))
			}
		}
		// Of a mould out of reach they are not there.
		narrow := h.actor
		narrow.Hidden = store.Hidden{Moulds: []string{"mould-A002"}, MouldNumbers: []string{"A002"}}
		ctx := store.WithActor(h.ctx, narrow)
		for _, id := range []string{"A002-10", "nobody"} {
			for _, kind := range []string{"move", "nothing"} {
				change := draft.PlanChange{Kind: kind, TaskID: id}
				if _, err := h.aps.Commit(ctx, s.ID, s.PlanID, 0, []draft.PlanChange{change}); !strings.Contains(said(err), "taskId reference") {
					h.Errorf("%s, out of reach, changes by %s with %q", id, kind, said(err))
				}
			}
			h.must(h.db.Read(ctx, func(tx store.Tx) error {
				if _, err := h.aps.Explain(ctx, tx, s.ID, 0, "", id); !strings.HasPrefix(said(err), "404") {
					h.Errorf("%s, out of reach, says %q", id, said(err))
				}
				return nil
			}))
		}
	})
}

// Another tenant learns nothing.
func TestExplanationsStayInTheirTenant(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("s", 0)
		h.start(s)
		s = h.settled(s)
		_, err := h.explain(s, "mould-A001", "")
		h.must(err) // it is in memory now
		other := h.actor
		other.TenantID = store.NewID()
		err = h.db.Read(store.WithActor(context.Background(), other), func(tx store.Tx) error {
			_, err := h.aps.Explain(h.ctx, tx, s.ID, 0, "mould-A001", "")
			return err
		})
		if !strings.HasPrefix(said(err), "404") {
			h.Error(said(err))
		}
	})
}
