package demo

import (
	"context"
	"fmt"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// Planted is a plan of a shop that keeps every delivery: what a search has to find again.
type Planted struct {
	Plan   *solver.Plan
	loaded *instance.Loaded
}

// plantIterations is how long the planted plan is improved before the deliveries follow it: so long that no dispatch
// rule comes upon it.
const plantIterations = 200

// plant makes a good plan for the deliveries that the shop has and promises every mould anew for the day on which it
// ends in that plan.
func (g *generator) plant() {
	s := g.shop
	shop, loaded := s.compile()
	params := loaded.Params
	params.Rule, params.Seed, params.Iterations, params.Workers = solver.RuleSlack, s.Seed, plantIterations, 1
	plan, err := shop.Solve(context.Background(), params, nil)
	if err != nil || len(plan.Unplaced) > 0 {
		panic(fmt.Sprintf("demo: no plan to plant: %v", err))
	}
	for j, end := range shop.JobEnds(plan) {
		// A delivery reaches to the end of its day, so a mould that ends at midnight is promised for the day before.
		s.moulds[j].delivery = quantity.DateOf(loaded.Instant(end).Add(-time.Minute), s.Zone)
	}
	shop, loaded = s.compile()
	plan.Value, plan.Bound = shop.Evaluate(plan, plan.Keys), shop.Bound(plan.Keys[0])
	s.Planted = &Planted{Plan: plan, loaded: loaded}
}

// Makespan is the minutes from the start of the shop to the end of the planted plan.
func (p *Planted) Makespan() int {
	last := p.loaded.Problem.Start
	for _, end := range p.Plan.End {
		last = max(last, end)
	}
	return int(last - p.loaded.Problem.Start)
}

// Result is the planted plan as a file, see instance.Result.
func (p *Planted) Result() *instance.Result { return p.loaded.Result(p.Plan, true) }
