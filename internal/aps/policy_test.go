package aps_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// APS-SET-06: goal 6 that starts from the plans of the other five has no lower score than any of them.
func TestWeightedGoalIsNoWorseThanTheOthers(t *testing.T) {
	shop := goldenShop(t)
	start := at(t, shop.Zone, "2026-03-02 08:00")
	var best *solver.Plan
	highest := -1.0
	for goal := 1.0; goal <= 5; goal++ {
		set := maps.Clone(goldenBase)
		set["optimisationGoal"] = goal
		plan, score, err := aps.ScoreFrom(t.Context(), shop, start, set, 100, nil)
		if err != nil {
			t.Fatal(err)
		}
		if score > highest {
			best, highest = plan, score
		}
	}
	set := maps.Clone(goldenBase)
	set["optimisationGoal"] = 6.0
	if _, score, err := aps.ScoreFrom(t.Context(), shop, start, set, 100, best); err != nil || score < highest {
		t.Errorf("goal 6 scores %v, another goal %v: %v", score, highest, err)
	}
}

// APS-SET-13: with an empty tolerance unchanged data keep every task on its resource; one machine out of service moves only
// what was there.
func TestReuseKeepsEveryResource(t *testing.T) {
	shop := smallShop(4)
	start := at(t, shop.Zone, "2026-03-02 08:00")
	inForce := map[string]aps.Standing{}
	for i, machine := range []string{"m2", "m2", "m1", "m1"} {
		inForce[fmt.Sprintf("A%03d-10", i+1)] = aps.Standing{Resource: machine, Start: start, End: start.Add(4 * time.Hour)}
	}
	elsewhere := func(shop *model.Shop, reuse float64) (moved []string) {
		set := map[string]any{"timeLimitSeconds": 0.0, "reuseLastPlanResource": reuse, "reuseTolerance": nil}
		file, loaded, plan, err := aps.Planned(t.Context(), shop, start, set, inForce, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range file.Ops {
			mould, _, _ := strings.Cut(file.Ops[i].ID, "/")
			if was := inForce[mould+"-10"].Resource; file.Ops[i].Seq == 10 && loaded.Problem.Resources[plan.Resource[i]].Name != was {
				moved = append(moved, mould)
			}
		}
		return moved
	}
	if moved := elsewhere(shop, 1); len(moved) > 0 {
		t.Errorf("unchanged data move %v", moved)
	}
	if moved := elsewhere(shop, 0); len(moved) == 0 {
		t.Error("without reuse nothing moves either: the test shows nothing")
	}
	shop.Machines = slices.Delete(shop.Machines, 1, 2)
	if moved := elsewhere(shop, 1); !slices.Equal(moved, []string{"A001", "A002"}) {
		t.Errorf("M2 is out of service: %v move", moved)
	}
}

// APS-SET-06, APS-SET-07, APS-SET-09: every goal, overtime choice and direction and every preset goes through a whole
// run, the independent check included. A drum without a bottleneck says so with the evaluation.
func TestEveryPolicyRuns(t *testing.T) {
	each(t, true, func(h *house) {
		policies := []map[string]any{{"optimisationGoal": 6.0, "timeLimitSeconds": 1.0}, {"overtimeChoice": 3.0, "timeLimitSeconds": 1.0}}
		for _, p := range setting.Presets() {
			set := map[string]any{}
			for key, value := range p.Values {
				set[key] = value
			}
			policies = append(policies, set)
		}
		for _, key := range []string{"optimisationGoal", "overtimeChoice", "productionDirection"} {
			for _, s := range setting.Table() {
				for _, o := range s.Options {
					if s.Key == key {
						policies = append(policies, map[string]any{key: float64(o.Value)})
					}
				}
			}
		}
		for i, set := range policies {
			if set["timeLimitSeconds"] == nil {
				set["timeLimitSeconds"] = 0.0
			}
			start := time.Now().Add(time.Hour)
			s, err := h.save(entity.Config{Name: fmt.Sprintf("policy %d", i), StartTime: &start, Settings: set})
			if err != nil {
				h.Fatal(said(err))
			}
			h.start(s)
			got := h.settled(s)
			if got.RunStatus != entity.RunSuccess || got.Message != "" {
				h.Errorf("%v ended as %d %s", set, got.RunStatus, got.Message)
				continue
			}
			var e *result.Evaluation
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { e, err = h.aps.EvaluationOf(h.ctx, tx, s.ID, 0); return err }))
			if drum := set["productionDirection"] == 4.0; drum != strings.Contains(fmt.Sprint(e.Notes), "planned forward") {
				h.Errorf("%v says %v", set, e.Notes)
			}
		}
	})
}
