package aps_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// Material of X comes after ten hours, when M2 has just been taken. On M1 it is cut in two around a lock, and late by eleven hours and a
// quarter. Without the date X is whole on M2 in time, as another run says; its segments stand on M1 and would gain nothing.
func TestACauseGivesBackInACutPlanWhatPlanningWithoutItDoes(t *testing.T) {
	each(t, true, func(h *house) {
		start := time.Now().Add(2 * time.Hour).Truncate(time.Hour)
		hour := func(n int) *time.Time { x := start.Add(time.Duration(n) * time.Hour); return &x }
		lock := func(id, machine string, from, hours int) model.Operation {
			return model.Operation{ID: id, No: 10, GroupID: "M", Minutes: quantity.Minutes(60 * hours), Crew: 1, Pausable: true, Lock: 2, LockMachine: machine, LockStart: hour(from)}
		}
		s := small("M1", "M2")
		s.Moulds = []model.Mould{{ID: "X", No: "X", Priority: 50, Delivery: hour(11), Parts: []model.Part{
			{ID: "X", No: "X", Qty: 1, MaterialReady: hour(10), Ops: []model.Operation{{ID: "X-1", No: 10, GroupID: "M", Minutes: quantity.Minutes(60 * 10), Crew: 1, Pausable: true}}},
		}}}
		for _, op := range []model.Operation{lock("L1", "M1", 1, 8), lock("L2", "M1", 12, 2), lock("L3", "M2", 10, 30)} {
			s.Moulds = append(s.Moulds, model.Mould{ID: op.ID, No: op.ID, Priority: 1, Parts: []model.Part{{ID: op.ID, No: op.ID, Ops: []model.Operation{op}}}})
		}
		h.mu.Lock()
		h.shop = s
		h.mu.Unlock()
		why := func(name string) *explaining.Why {
			x, err := h.save(entity.Config{Name: name, StartTime: &start, Settings: with{"timeLimitSeconds": 0.0, "dynamicWorkSegmentation": 1.0, "defaultFlowTime": 0.0}})
			h.must(err)
			h.start(x)
			w, err := h.explain(h.settled(x), "X", "")
			h.must(err)
			if name == "with" { // a segment asks for the whole
				task, err := h.explain(h.get(x.ID), "", "X-1#2")
				h.must(err)
				if len(task.Causes) != 2 || task.Causes[0].Kind != "material" || task.Causes[0].Recoverable != 675 {
					h.Errorf("the second segment: late %d, %+v", task.Late, task.Causes)
				}
			}
			return w
		}
		w := why("with")
		if w.Late != 675 || len(w.Causes) != 2 || w.Causes[0].Kind != "material" || w.Causes[0].Recoverable != 675 || w.Causes[1].Recoverable != 135 || w.Replanned != 0 {
			h.Errorf("late %d, planned anew %d, causes %+v", w.Late, w.Replanned, w.Causes)
		}
		h.mu.Lock()
		s.Moulds[0].Parts[0].MaterialReady = nil
		h.mu.Unlock()
		if w := why("without"); w.Late != 0 {
			h.Errorf("without the date it is late by %d", w.Late)
		}
	})
}

// From a plan with segments the problem comes back as it was before them.
func TestTheProblemBeforeItsCuts(t *testing.T) {
	cuts, beside := 0, 0
	for seed := range uint64(30) {
		s := randomCutShop(t, seed)
		set := maps.Clone(cutting)
		set["minSegment"] = 0.5
		start := at(t, s.Zone, "2026-03-02 08:00")
		file, loaded, plan, err := aps.Planned(t.Context(), s, start, set, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range cutsOf(file, loaded.Problem, plan) {
			cuts++
			if x.Shares != nil {
				beside++
			}
		}
		stored := parsed(t, file)
		was, of := stored.Uncut()
		if was == nil {
			if slices.ContainsFunc(stored.Ops, func(o instance.Op) bool { return o.Of != "" }) {
				t.Errorf("seed %d: it does not come back", seed)
			}
			continue
		}
		if got, want := text(t, was), text(t, aps.TranslateWith(s, start, set)); got != want {
			t.Errorf("seed %d:\n%s\nwant\n%s", seed, got, want)
		}
		for o, k := range of {
			whole := stored.Ops[o].Of
			if whole == "" {
				whole = stored.Ops[o].ID
			}
			if was.Ops[k].ID != whole {
				t.Errorf("seed %d: %s is %s", seed, stored.Ops[o].ID, was.Ops[k].ID)
			}
		}
		for i := range stored.Ops { // as old versions stored it
			stored.Ops[i].Whole = nil
		}
		if was, _ := stored.Uncut(); was != nil {
			t.Errorf("seed %d: it comes back out of nothing", seed)
		}
	}
	if cuts < 50 || beside < 5 {
		t.Errorf("only %d cuts, %d of them side by side", cuts, beside)
	}
}

func text(t *testing.T, f *instance.File) string {
	t.Helper()
	b, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func parsed(t *testing.T, f *instance.File) *instance.File {
	t.Helper()
	var q instance.File
	if err := json.Unmarshal([]byte(text(t, f)), &q); err != nil {
		t.Fatal(err)
	}
	return &q
}
