package aps_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

func (h *house) rescuesOn(s *entity.Schedule, mould string, changes ...draft.PlanChange) (*aps.Rescues, error) {
	return h.aps.Rescues(h.ctx, s.ID, s.PlanID, mould, changes, time.Minute)
}

func (h *house) rescues(s *entity.Schedule, mould string, changes ...draft.PlanChange) *aps.Rescues {
	h.Helper()
	found, err := h.rescuesOn(s, mould, changes...)
	h.must(err)
	return found
}

// aroundTheClock lets everybody work always, so that overtime helps nobody; nobody works outside.
func (h *house) aroundTheClock() {
	for i := range h.shop.Groups {
		h.shop.Groups[i].Periods, h.shop.Groups[i].Rest = nil, nil
	}
	h.shop.Suppliers = nil
}

// deliver gives a mould a delivery so long after the shop opens next Monday.
func (h *house) deliver(mould int, after time.Duration) {
	at := nextMonday(time.Now()).Add(after)
	h.shop.Moulds[mould].Delivery = &at
}

// tight is a shop in which moulds queue for the EDM machine and several are late.
func (h *house) tight() {
	h.shop = smallShop(9)
	h.shop.Suppliers[0].LeadDays = quantity.Whole(1) / 2
	h.shop.Machines = append(h.shop.Machines, model.Machine{ID: "e2", Name: "E2", GroupID: "g-edm", WorkRate: quantity.Whole(1)})
	for i := range h.shop.Moulds {
		h.deliver(i, time.Duration(24+8*((4*i)%9))*time.Hour)
		ops := h.shop.Moulds[i].Parts[0].Ops
		ops[0].Minutes = quantity.Minutes(240 + 60*(i%3))
		if i%3 == 0 {
			ops[1].Machines = []model.Eligible{{MachineID: "e1"}}
		}
	}
}

// Whatever a rescue promises, the preview of its changes says and keeping them gives, to the minute.
func TestARescueEndsAsPromised(t *testing.T) {
	each(t, true, func(h *house) {
		h.tight()
		shop := h.shop
		first := h.hasPlan()
		tried, kinds := 0, map[string]bool{}
		for _, m := range h.whyList(first) {
			if m.Late == 0 {
				continue
			}
			for k := range len(h.rescues(first, m.MouldID).Rescues) {
				h.mu.Lock()
				h.shop, h.versions = shop, nil
				h.mu.Unlock()
				s := h.schedule(fmt.Sprint(m.MouldNo, k), 0)
				h.start(s)
				s = h.settled(s)
				found := h.rescues(s, m.MouldID)
				r := found.Rescues[k]
				tried++
				for _, kind := range r.Kinds {
					kinds[kind] = true
				}
				if !found.Complete || !r.End.Before(found.End) || r.Rescued != (r.Late == 0) || len(r.Steps) != len(r.Changes) || r.TaskCount == 0 {
					h.Errorf("%s: %+v", m.MouldNo, r)
				}
				e, err := h.preview(s, r.Changes...)
				h.must(err)
				own := slices.IndexFunc(e.Moulds, func(x aps.MouldEffect) bool { return x.MouldID == m.MouldID })
				if own < 0 || !e.Moulds[own].After.Equal(r.End) || e.Moulds[own].Late != r.Late || len(e.Conflicts) > 0 {
					h.Errorf("%s by %v ends %s, the preview says %+v", m.MouldNo, r.Kinds, r.End, e.Moulds)
				}
				for _, x := range e.Moulds {
					told := slices.ContainsFunc(r.Harmed, func(y aps.MouldEffect) bool {
						return y.MouldID == x.MouldID && y.Minutes == x.Minutes && y.NowLate == x.NowLate
					})
					if x.MouldID != m.MouldID && told != (x.Minutes > 0) {
						h.Errorf("%s by %v: %s ends %d minutes later, told are %+v", m.MouldNo, r.Kinds, x.MouldNo, x.Minutes, r.Harmed)
					}
				}
				now, err := h.keep(s, r.Changes...)
				h.must(err)
				for _, row := range h.whyList(now) {
					if row.MouldID == m.MouldID && (!row.End.Equal(r.End) || row.Late != r.Late) {
						h.Errorf("%s by %v ends %s, promised was %s", m.MouldNo, r.Kinds, row.End, r.End)
					}
				}
			}
		}
		if tried < 6 || len(kinds) < 3 {
			h.Errorf("%d rescues of the kinds %v", tried, kinds)
		}
	})
}

// Where only longer hours help, overtime names the machine, the day and its hours, and costs just these.
func TestOvertimeRescues(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop.Moulds, h.shop.Suppliers = h.shop.Moulds[:1], nil
		h.shop.Machines[2].Automation = false
		h.deliver(0, 26*time.Hour) // 11 hours of work are two days of eight
		s := h.hasPlan()
		found := h.rescues(s, "mould-A001")
		if len(found.Rescues) == 0 {
			h.Fatalf("%+v", found)
		}
		r := found.Rescues[0]
		sum := 0
		for i, step := range r.Steps {
			sum += step.Minutes
			if step.Kind != "overtime" || step.Task != nil || step.Resource == "" || int(step.To.Sub(*step.From).Minutes()) != step.Minutes || step.Minutes > 24*60 || !step.From.Equal(*r.Changes[i].From) {
				h.Errorf("%+v", step)
			}
		}
		if !r.Rescued || !slices.Equal(r.Kinds, []string{"overtime"}) || r.OvertimeMinutes != sum || sum == 0 || len(r.Harmed) != 0 || r.OutsourcedMinutes != 0 {
			h.Errorf("%+v", r)
		}
	})
}

// Where nobody can work longer and nothing stands in the way, a supplier helps; the change says which version of the operation it is for.
func TestOutsourcingRescues(t *testing.T) {
	each(t, true, func(h *house) {
		suppliers := h.shop.Suppliers
		h.aroundTheClock()
		h.shop.Suppliers = append(suppliers, model.Supplier{ID: "s2", Code: "S2", Name: "S2", Processes: map[string]quantity.Decimal{"coating": quantity.Whole(1)}})
		h.shop.Moulds = h.shop.Moulds[:1]
		h.shop.Moulds[0].Parts[0].Ops[0].Minutes = 6 * 24 * 60
		h.deliver(0, 4*24*time.Hour)
		s := h.hasPlan()
		found := h.rescues(s, "mould-A001")
		if len(found.Rescues) == 0 {
			h.Fatalf("%+v", found)
		}
		r := found.Rescues[0]
		if !r.Rescued || len(r.Steps) != 1 || r.Steps[0].Kind != "outsource" || r.Steps[0].Supplier != "热处理厂" || r.Steps[0].Minutes != 2*24*60 || r.Steps[0].Task.OpNo != 10 || r.OutsourcedMinutes != 6*24*60 {
			h.Errorf("%+v", r)
		}
		if c := r.Changes[0]; c.Kind != "outsource" || c.Version != 1 || c.ResourceID != "s1" {
			h.Errorf("%+v", c)
		}
		// An ordered operation stays where it is.
		h.mu.Lock()
		h.fresh()
		_, o := h.operation("A001-10")
		promised := time.Now().AddDate(0, 0, 9)
		o.Promised = &promised
		h.mu.Unlock()
		if found = h.rescues(s, "mould-A001"); len(found.Rescues) != 0 {
			h.Errorf("ordered: %+v", found.Rescues)
		}
	})
}

// A mould that somebody has put behind another one goes to the machine beside, where nobody waits for it.
func TestAnotherMachineRescues(t *testing.T) {
	each(t, true, func(h *house) {
		h.aroundTheClock()
		h.shop.Moulds = h.shop.Moulds[:2]
		h.shop.Moulds[0].Parts[0].Ops[0].Minutes = 3000
		h.deliver(1, 30*time.Hour)
		s := h.hasPlan()
		rows := h.rowsOf(s)
		behind, err := h.keep(s, draft.PlanChange{Kind: "move", TaskID: "A002-10", ResourceID: rows["A001-10"].ResourceID, Start: rows["A001-10"].PlannedEnd})
		h.must(err)
		r := h.rescues(behind, "mould-A002").Rescues[0]
		if !r.Rescued || r.Steps[0].Kind != "machine" || r.Steps[0].Resource != rows["A002-10"].ResourceName || r.Steps[0].Task.TaskID != "A002-10" || len(r.Harmed) != 0 || r.OvertimeMinutes+r.OutsourcedMinutes != 0 {
			h.Errorf("%+v", r)
		}
	})
}

// With one machine alone the late mould goes ahead of the one that it waits for, which is named with what it loses. Changes of a
// draft count: with the move already made there is nothing to rescue, and one that puts the mould off further is rescued, too.
func TestGoingAheadRescuesAndNamesWhomItDelays(t *testing.T) {
	each(t, true, func(h *house) {
		h.aroundTheClock()
		h.shop.Moulds, h.shop.Machines = h.shop.Moulds[:2], slices.Delete(h.shop.Machines, 1, 2)
		h.shop.Moulds[0].Parts[0].Ops[0].Minutes = 3000
		h.deliver(1, 30*time.Hour)
		s := h.hasPlan()
		rows := h.rowsOf(s)
		s, err := h.keep(s, draft.PlanChange{Kind: "move", TaskID: "A001-10", Start: rows["A001-10"].PlannedStart}, draft.PlanChange{Kind: "move", TaskID: "A002-10", Start: ptr(nextMonday(time.Now()).Add(51 * time.Hour))}, draft.PlanChange{Kind: "move", TaskID: "A001-10", Start: ptr(nextMonday(time.Now()))})
		h.must(err)
		found := h.rescues(s, "mould-A002")
		if len(found.Rescues) == 0 {
			h.Fatalf("%+v", found)
		}
		at := slices.IndexFunc(found.Rescues, func(r aps.Rescue) bool { return slices.Equal(r.Kinds, []string{"ahead"}) })
		if at < 0 {
			h.Fatalf("%+v", found.Rescues)
		}
		r := found.Rescues[at]
		if !r.Rescued || r.Steps[0].Task.TaskID != "A002-10" || r.Steps[0].Other == nil || r.Steps[0].Other.TaskID != "A001-10" || len(r.Harmed) != 1 || r.Harmed[0].MouldNo != "A001" || r.Harmed[0].Minutes <= 0 || r.Harmed[0].NowLate {
			h.Errorf("%+v", r)
		}
		if _, err := h.rescuesOn(s, "mould-A002", r.Changes...); !strings.Contains(said(err), "With the changes of the draft") {
			h.Errorf("rescued by the draft: %v", err)
		}
		later := nextMonday(time.Now()).Add(100 * time.Hour)
		off := draft.PlanChange{Kind: "move", TaskID: "A002-20", Start: &later}
		on := h.rescues(s, "mould-A002", off)
		if len(on.Rescues) == 0 || !on.End.After(found.End) {
			h.Fatalf("put off further: %+v", on)
		}
		e, err := h.preview(s, append([]draft.PlanChange{off}, on.Rescues[0].Changes...)...)
		h.must(err)
		end := found.End // without an effect it ends as the plan has it
		for _, x := range e.Moulds {
			if x.MouldNo == "A002" {
				end = *x.After
			}
		}
		if !end.Equal(on.Rescues[0].End) {
			h.Errorf("on top of a draft it ends %s, promised is %s", end, on.Rescues[0].End)
		}
	})
}

func ptr[T any](x T) *T { return &x }

// A mould that no change makes earlier has no rescue, and the bound says since when no plan could.
func TestNoneHelps(t *testing.T) {
	each(t, true, func(h *house) {
		h.aroundTheClock()
		h.shop.Moulds = h.shop.Moulds[:1]
		h.deliver(0, time.Hour)
		s := h.hasPlan()
		found := h.rescues(s, "mould-A001")
		if len(found.Rescues) != 0 || found.Earliest == nil || !found.Earliest.Equal(found.End) || !found.Complete || found.Late != int(found.End.Sub(found.Due).Minutes()) || found.MouldNo != "A001" {
			h.Errorf("%+v", found)
		}
	})
}

// The search ends when its time is up, says so, and ends at once when nobody waits for it. Nothing is written by it, ever.
func TestRescuesEndInTime(t *testing.T) {
	each(t, true, func(h *house) {
		h.tight()
		s := h.hasPlan()
		late := h.whyList(s)[0].MouldID
		before := standing(h.rowsOf(s))
		found, err := h.aps.Rescues(h.ctx, s.ID, s.PlanID, late, nil, time.Nanosecond)
		h.must(err)
		if found.Complete || found.Tried != 0 || len(found.Rescues) != 0 {
			h.Errorf("without time: %+v", found)
		}
		if found = h.rescues(s, late); !found.Complete || found.Tried == 0 || len(found.Rescues) == 0 {
			h.Errorf("with time: %+v", found)
		}
		gone, leave := context.WithCancel(h.ctx)
		leave()
		if _, err := h.aps.Rescues(gone, s.ID, s.PlanID, late, nil, time.Minute); !errors.Is(err, context.Canceled) {
			h.Errorf("whoever asked has gone: %v", err)
		}
		h.same("after the search", standing(h.rowsOf(s)), before)
		if now := h.get(s.ID); now.Version != s.Version || now.PlanID != s.PlanID || len(h.versions) != 0 {
			h.Errorf("%+v, versions %v", now, h.versions)
		}
	})
}

// What cannot be rescued is refused with words: a mould on time, one of another plan, an older plan, a part of the moulds.
func TestWhatHasNoRescueSaysSo(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop.Moulds[2].Parts[0].Ops[2].GroupID = "g-off"
		h.deliver(1, time.Hour)
		s := h.hasPlan()
		for mould, want := range map[string]string{"mould-A001": "is not late", "mould-A003": "is unscheduled", "nobody": "404"} {
			if _, err := h.rescuesOn(s, mould); !strings.Contains(said(err), want) {
				h.Errorf("%s: %s", mould, said(err))
			}
		}
		if _, err := h.rescuesOn(s, "mould-A002", draft.PlanChange{Kind: "move", TaskID: "nobody"}); said(err) != "422 changes.0.taskId reference" {
			h.Errorf("a draft that does not apply: %s", said(err))
		}
		narrow := h.actor
		narrow.Hidden = store.Hidden{Moulds: []string{"mould-A001"}, MouldNumbers: []string{"A001"}}
		if _, err := h.aps.Rescues(store.WithActor(h.ctx, narrow), s.ID, s.PlanID, "mould-A002", nil, time.Minute); said(err) == said(nil) {
			h.Error("told to whoever sees a part of the moulds")
		}
		if _, err := h.aps.Rescues(h.ctx, s.ID, "another", "mould-A002", nil, time.Minute); !strings.HasPrefix(said(err), "20009") {
			h.Errorf("an older plan: %s", said(err))
		}
	})
}

// What somebody may not keep is not searched, and named with the permission.
func TestRescuesAreSuchAsOneMayKeep(t *testing.T) {
	each(t, true, func(h *house) {
		h.tight()
		h.deps.Lacks = func(_ store.Actor, kind string) string {
			return map[string]string{"overtime": "may.add", "outsource": ""}[kind]
		}
		h.aps = aps.New(h.deps)
		s := h.hasPlan()
		n := 0
		for _, m := range h.whyList(s) {
			if m.Late == 0 {
				continue
			}
			found := h.rescues(s, m.MouldID)
			n += len(found.Rescues)
			if !slices.Equal(found.Barred, []aps.BarredRescue{{Kind: "overtime", Permission: "may.add"}}) {
				h.Errorf("%s: barred are %+v", m.MouldNo, found.Barred)
			}
			for _, r := range found.Rescues {
				if slices.Contains(r.Kinds, "overtime") {
					h.Errorf("%s: %v", m.MouldNo, r.Kinds)
				}
			}
		}
		if n == 0 {
			h.Error("no rescue at all")
		}
	})
}

// A simulation changes no records, so nobody works longer or outside for it.
func TestRescuesOfASimulationAreMovesAndSplits(t *testing.T) {
	each(t, true, func(h *house) {
		h.tight()
		start, yes := nextMonday(time.Now()), true
		s, err := h.save(entity.Config{Name: "what if", StartTime: &start, Simulation: &yes, Settings: map[string]any{"timeLimitSeconds": 0.0}})
		h.must(err)
		h.start(s)
		s = h.settled(s)
		n := 0
		for _, m := range h.whyList(s) {
			if m.Late == 0 {
				continue
			}
			for _, r := range h.rescues(s, m.MouldID).Rescues {
				n++
				if slices.Contains(r.Kinds, "overtime") || slices.Contains(r.Kinds, "outsource") {
					h.Errorf("%s: %v", m.MouldNo, r.Kinds)
				}
				_, err := h.preview(s, r.Changes...)
				h.must(err)
			}
		}
		if n == 0 {
			h.Error("no rescue at all")
		}
	})
}
