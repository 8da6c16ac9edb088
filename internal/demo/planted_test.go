package demo_test

import (
	"testing"

	"mouldworks/internal/demo"
	"mouldworks/solver"
	"mouldworks/solver/check"
)

func TestPlantedPlanKeepsEveryDelivery(t *testing.T) {
	for _, moulds := range []int{5, 60} {
		s := demo.Generate(demo.Options{Moulds: moulds, Seed: 2, Start: monday, Masters: true, Planted: true})
		loaded, err := s.Problem().Build()
		if err != nil {
			t.Fatal(err)
		}
		shop, err := solver.Prepare(loaded.Problem)
		if err != nil {
			t.Fatal(err)
		}
		plan := s.Planted.Plan
		if bad := check.Plan(loaded.Problem, plan); len(bad) > 0 {
			t.Fatalf("%d moulds: %s", moulds, bad[0])
		}
		value := shop.Evaluate(plan, []solver.Key{solver.KeyTardiness, solver.KeyMakespan})
		if value[0] != 0 || value[1] != 0 || value[2] != int64(s.Planted.Makespan()) || value[2] <= 0 {
			t.Errorf("%d moulds: unplaced, tardiness and makespan %v, planted %d", moulds, value, s.Planted.Makespan())
		}
		if got := s.Planted.Result(); len(got.Ops) != len(loaded.Problem.Ops) {
			t.Errorf("%d moulds: the file holds %d of %d operations", moulds, len(got.Ops), len(loaded.Problem.Ops))
		}
	}
}
