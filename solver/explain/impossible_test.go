package explain_test

import (
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/explain"
)

// Whatever is called impossible is late in every plan that another rule, seed, goal or limit finds. That the need of a chain
// exceeds what is allowed is no such proof: other plans hold some of these dates.
func TestImpossibleIsNeverHeldByAnotherPlan(t *testing.T) {
	shop, _, _ := mouldShop(t, 60, 1)
	p := shop.Problem
	for j, least := range shop.LeastEnds() { // some due just before they can end, some just after
		switch j % 6 {
		case 0:
			p.Jobs[j].Due = least - 1
		case 1:
			p.Jobs[j].Due = least + 60
		}
	}
	shop, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	others := []solver.Params{
		{Iterations: 40, Seed: 7}, {Iterations: 20, Seed: 8, Goal: []solver.Key{solver.KeyCycle}}, {Iterations: 20, Seed: 9, Goal: []solver.Key{solver.KeyMakespan}},
	}
	for rule := solver.RuleEDD; rule <= solver.RulePenetration; rule++ {
		others = append(others, solver.Params{Rule: rule})
	}
	var plans []*solver.Plan
	best := make([]solver.Min, len(p.Jobs)) // first end over all plans
	for i, params := range others {
		_, plan, _ := solved(t, p, params)
		plans = append(plans, plan)
		for j, end := range shop.JobEnds(plan) {
			if i == 0 || end < best[j] {
				best[j] = end
			}
		}
	}
	proved, mistaken := 0, 0
	for _, plan := range plans {
		x := explain.New(shop, plan)
		for j := range p.Jobs {
			e := x.Job(int32(j))
			if e.Late() == 0 {
				continue
			}
			if e.Impossible() {
				proved++
				if best[j] <= e.Due {
					t.Errorf("%s: due at %d, called impossible, and a plan ends it at %d", p.Jobs[j].Name, e.Due, best[j])
				}
			} else if e.Need() > e.Allowed() && best[j] <= e.Due {
				mistaken++
			}
		}
		for o := range p.Ops {
			if e := x.Op(int32(o)); e != nil && e.End < e.Earliest {
				t.Fatalf("%s ends at %d, its bound is %d", p.Ops[o].Name, e.End, e.Earliest)
			}
		}
	}
	if proved == 0 || mistaken == 0 {
		t.Errorf("%d are proved, %d chains are too long where another plan holds the date; want some of each", proved, mistaken)
	}
}
