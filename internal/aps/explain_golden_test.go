package aps_test

import (
	"maps"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/solver"
	"mouldworks/solver/explain"
)

// The electrodes of C come late; with them in stock C is done two days sooner, but only when it goes to the try-out before A.
func TestAnElectrodeGivesBackWhatAnotherTurnAllows(t *testing.T) {
	set := maps.Clone(goldenBase)
	set["defaultFlowTime"], set["electrodePreProcessTime"] = 12.0, 60.0
	start := at(t, "Asia/Shanghai", "2026-03-02 08:00")
	planned := func(shop *model.Shop) (explained, *explain.Explanation) {
		_, loaded, plan, err := aps.Planned(t.Context(), shop, start, set, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		x := explainPlan(t, loaded.Problem, loaded.Problem, plan)
		return x, x.Job(2)
	}
	x, e := planned(goldenShop(t))
	if err := x.JobCauses(x.board, e, 2); err != nil {
		t.Fatal(err)
	}
	if len(e.Causes) != 1 || e.Causes[0].Kind != explain.Electrode || e.Late() != 11520 || e.Causes[0].Recoverable != 2880 || e.Replanned != 0 {
		t.Errorf("late by %d, planned anew %d, %+v; want 2880 of 11520 by the electrodes", e.Late(), e.Replanned, e.Causes)
	}
	stocked := goldenShop(t)
	without(t, stocked, nil, &stocked.Moulds[2], explain.Cause{Kind: explain.Electrode}, "")
	if _, e := planned(stocked); e.Late() != 11520-2880 {
		t.Errorf("with the electrodes in stock it is late by %d", e.Late())
	}
}

// What is called impossible in the golden shop is late in every other plan of the same data, and no plan of it beats the bound.
func TestImpossibleIsNeverHeldInTheGoldenShop(t *testing.T) {
	start := at(t, "Asia/Shanghai", "2026-03-02 08:00")
	proved, mistaken := 0, 0
	for i := range goldenRows {
		row := &goldenRows[i]
		for _, of := range []fixture{row.of, pressed(row.of)} {
			c := of.build(t)
			_, loaded, plan, err := aps.Planned(t.Context(), c.shop, start, row.settings(), c.inForce, 0)
			if err != nil {
				t.Fatal(err)
			}
			shop, err := solver.Prepare(loaded.Problem)
			if err != nil {
				t.Fatal(err)
			}
			x := explain.New(shop, plan)
			for _, other := range []solver.Params{{Rule: solver.RuleEDD}, {Rule: solver.RuleSPT}, {Rule: solver.RuleLPT}, {Seed: 5, Iterations: 5}, {Seed: 6, Iterations: 5, Goal: []solver.Key{solver.KeyCycle}}} {
				plan, err := shop.Solve(t.Context(), other, nil)
				if err != nil {
					t.Fatal(err)
				}
				for j, end := range shop.JobEnds(plan) {
					e := x.Job(int32(j))
					if e == nil || e.Late() == 0 || len(plan.Unplaced) > 0 {
						continue
					}
					switch {
					case e.Impossible():
						if proved++; end <= e.Due || end < e.Earliest {
							t.Errorf("row %d, %s %v: %s is due at %d, its bound is %d, %+v ends it at %d", i, row.key, row.value, shop.Problem.Jobs[j].Name, e.Due, e.Earliest, other, end)
						}
					case e.Need() > e.Allowed() && end <= e.Due:
						mistaken++
					}
				}
			}
		}
	}
	if proved == 0 {
		t.Error("nothing is proved")
	}
	t.Logf("%d proved; %d times another plan holds the date of a chain that is too long", proved, mistaken)
}
