package run

import (
	"slices"
	"testing"

	"mouldworks/solver"
)

// The bar of a run moves with what is gained and with its phases, not with the clock alone, and never goes back.
func TestTheBarOfARunMovesByItsGain(t *testing.T) {
	at := func(percent float64, late, value int64) solver.Progress {
		return solver.Progress{Percent: percent, Value: []int64{late, value, 7}, Bound: []int64{0, 200}}
	}
	for _, row := range []struct {
		name    string
		reports []solver.Progress
		want    []float64
	}{
		// Half of the time is over. Nothing, half and all of what could be gained: 5 + 85 x the mean of both.
		{"the clock alone", []solver.Progress{at(0, 0, 1000), at(50, 0, 1000)}, []float64{5, 5, 26.25, 90}},
		{"half of the gain", []solver.Progress{at(0, 0, 1000), at(50, 0, 600)}, []float64{5, 5, 47.5, 90}},
		{"all of it", []solver.Progress{at(0, 0, 1000), at(50, 0, 200)}, []float64{5, 5, 68.75, 90}},
		// The first key that can be gained counts: one of four tasks without a place has found its own.
		{"unscheduled first", []solver.Progress{at(0, 4, 1000), at(50, 3, 200)}, []float64{5, 5, 36.875, 90}},
		{"nothing to gain", []solver.Progress{at(0, 0, 200), at(50, 0, 200)}, []float64{5, 47.5, 68.75, 90}},
		{"it never goes back", []solver.Progress{at(0, 0, 1000), at(80, 0, 600), at(10, 0, 600)}, []float64{5, 5, 60.25, 60.25, 90}},
		{"without a bound", []solver.Progress{{Percent: 0, Value: []int64{0, 9}}, {Percent: 50, Value: []int64{0, 5}}}, []float64{5, 5, 47.5, 90}},
	} {
		if got := barAfter(row.reports...); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

// barAfter is the bar of a run after each of some reports of its search, from the beginning of the search to the check.
func barAfter(reports ...solver.Progress) (at []float64) {
	w := &worker{}
	w.enter("solve")
	at = append(at, w.progress.Percent)
	for _, p := range reports {
		w.goes(p)
		at = append(at, w.progress.Percent)
	}
	w.enter("check")
	return append(at, w.progress.Percent)
}
