package solving

import (
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/solver"
)

// APS-SET-06: of the goals whose plans have equal scores the weighted one keeps the first.
func TestOfEqualGoalsTheFirstWins(t *testing.T) {
	c := toCut(t, nil, func(*model.Shop, *model.Part) {})
	out := &Solution{Translation: c.out.Translation, Loaded: c.out.Loaded}
	if err := out.SolveFree(t.Context(), map[string]any{"optimisationGoal": 6.0}, solver.Params{}, nil); err != nil {
		t.Fatal(err)
	}
	if out.Plan.Keys[0] != solver.KeyTardiness {
		t.Errorf("the plan of goal %d won among equals", out.Plan.Keys[0])
	}
}
