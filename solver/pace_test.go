package solver_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"mouldworks/solver"
)

// A run by the clock, of one search or of several, is repeated from the iterations that it noted, by any number of threads.
func TestPaceRepeatsARun(t *testing.T) {
	for _, choice := range []solver.Overtime{0, solver.OvertimeAll, solver.OvertimeBottleneck, solver.OvertimeLate} {
		p := largeShop(12, 5, 3)
		for r := range p.Resources {
			p.Resources[r].Manned[1], p.Resources[r].Bottleneck = 2, r == 0
		}
		for j := range p.Jobs {
			p.Jobs[j].Due /= 40
		}
		made := &solver.Pace{}
		params := solver.Params{Seconds: 0.2, Workers: 2, Overtime: choice, Seed: 3, Pace: made}
		_, plan, err := solver.Run(context.Background(), p, params, nil)
		if err != nil {
			t.Fatal(err)
		}
		if searches := len(made.Made); searches == 0 || (searches == 1) != (choice == 0) {
			t.Errorf("overtime %d: %d searches", choice, searches)
		}
		params.Workers, params.Pace = 1, &solver.Pace{Again: made.Made}
		_, again, err := solver.Run(context.Background(), p, params, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(plan.Start, again.Start) || !slices.Equal(plan.Mode, again.Mode) || !slices.Equal(plan.Value, again.Value) {
			t.Errorf("overtime %d: %v becomes %v", choice, plan.Value, again.Value)
		}
		params.Pace = &solver.Pace{Again: made.Made[:0:0]}
		var unsound *solver.ProblemError
		if _, _, err := solver.Run(context.Background(), p, params, nil); !errors.As(err, &unsound) {
			t.Errorf("overtime %d: repeating less than there was gives %v", choice, err)
		}
	}
}
