package solver_test

import (
	"testing"

	"mouldworks/solver"
)

// Tasks of the plan in force stay where they are when nothing is gained by
// moving them: planning again on top of a good plan moves hardly any.
func TestKeepsThePlanInForce(t *testing.T) {
	p := largeShop(6, 4, 2)
	earlier := solve(t, p, solver.Params{Iterations: 200})
	for o := range p.Ops {
		p.Ops[o].Prev = solver.Place{Set: true, Resource: earlier.Resource[o], Start: earlier.Start[o]}
	}
	again := solve(t, p, solver.Params{Iterations: 60, Seed: 5})
	if again.Value[1] > earlier.Value[1] {
		t.Errorf("value %v on top of %v", again.Value, earlier.Value)
	}
	if again.Value[1] == earlier.Value[1] && again.Value[2] > 0 {
		t.Errorf("%d tasks moved for nothing", again.Value[2])
	}
}
