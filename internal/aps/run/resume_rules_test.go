package run

import (
	"context"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/aps/solving"
	"mouldworks/solver"
	"mouldworks/solver/check"
)

// goneOn plans a shop with some iterations, hands the plan over, and gives what one iteration makes of a shop from there and
// from nothing.
func goneOn(ctx context.Context, shop, later *model.Shop, start, laterStart time.Time, set map[string]any, iterations int64) (first, resumed, anew *solver.Plan, of *solver.Problem, err error) {
	begin := func(shop *model.Shop, start time.Time) (*result.Outcome, error) {
		out := &result.Outcome{Start: start, Solution: solving.Solution{Translation: model.Translate(model.Request{Shop: shop, Start: start, Settings: setting.Layered(set)})}}
		var err error
		out.Loaded, err = out.Translation.File.Build()
		return out, err
	}
	out, err := begin(shop, start)
	if err == nil {
		err = out.Solve(ctx, setting.Layered(set), solver.Params{Seed: 1, Iterations: iterations}, nil)
	}
	if err != nil {
		return nil, nil, nil, nil, err
	}
	packed, err := packBest(out)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	next, err := begin(later, laterStart)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	params := solver.Params{Seed: 1, Iterations: 1}
	if err := takeBest(next, packed, &params); err != nil {
		return nil, nil, nil, nil, err
	}
	if err := next.Solve(ctx, setting.Layered(set), params, nil); err != nil {
		return nil, nil, nil, nil, err
	}
	fresh, err := begin(later, laterStart)
	if err == nil {
		err = fresh.Solve(ctx, setting.Layered(set), solver.Params{Seed: 1, Iterations: 1}, nil)
	}
	return out.Plan, next.Plan, fresh.Plan, next.Loaded.Problem, err
}

// The next node begins from the plan that it is given: no worse than it, though it has hardly searched. What the shop has
// lost or got meanwhile is planned like the rest.
func TestTheNextNodeBeginsFromThePlan(t *testing.T) {
	start := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC) // eight in Shanghai
	shop := func(n int) *model.Shop {
		s := modeltest.Factory(n)
		for i := range s.Moulds {
			due := start.AddDate(0, 0, 2+(i*7)%11)
			s.Moulds[i].Delivery, s.Moulds[i].Priority = &due, 10+(i*37)%90
		}
		return s
	}
	for _, goal := range []float64{1, 6} {
		set := map[string]any{
			"defaultFlowTime": 0.0, "electrodePreProcessTime": 0.0, "edmLeadNotSplit": 72.0, "edmLeadNotStocked": 24.0, "timeLimitSeconds": 0.0,
			"bottleneckBufferHours": 0.0, "resourceLevelAllocation": 1.0, "resourceSpecConstraints": 1.0, "reuseLastPlanResource": 0.0, "optimisationGoal": goal,
		}
		first, resumed, anew, _, err := goneOn(t.Context(), shop(16), shop(16), start, start, set, 120)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Compare(first.Value, anew.Value) >= 0 {
			t.Fatalf("goal %v: the search gains nothing: %v, %v", goal, first.Value, anew.Value)
		}
		if slices.Compare(resumed.Value, anew.Value) >= 0 || goal == 1 && slices.Compare(resumed.Value, first.Value) > 0 {
			t.Errorf("goal %v: from %v it went on with %v", goal, first.Value, resumed.Value)
		}
		other := shop(18)
		other.Moulds = other.Moulds[3:]
		other.Machines = other.Machines[1:]
		_, resumed, _, p, err := goneOn(t.Context(), shop(16), other, start, start.Add(26*time.Hour), set, 20)
		if err != nil {
			t.Fatal(err)
		}
		if broken := check.Plan(p, resumed); len(broken) > 0 || len(resumed.Unplaced) > 0 {
			t.Errorf("goal %v: in another shop %v, unplaced %v", goal, broken, resumed.Unplaced)
		}
	}
}
