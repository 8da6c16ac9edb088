package run

import (
	"testing"

	"mouldworks/solver"
)

// The gain is counted on the first key that can be gained; it lies between nothing and all, and without a bound it is not known.
func TestHowMuchIsGained(t *testing.T) {
	for _, c := range []struct {
		what                string
		first, value, bound []int64
		want                float64
		known               bool
	}{
		{"without a bound", []int64{9}, []int64{5}, nil, 1, false},
		{"nothing yet", []int64{9}, []int64{9}, []int64{1}, 0, true},
		{"a quarter", []int64{9}, []int64{7}, []int64{1}, 0.25, true},
		{"all", []int64{9}, []int64{1}, []int64{1}, 1, true},
		{"more than the bound", []int64{9}, []int64{0}, []int64{1}, 1, true},
		{"worse than the first", []int64{9}, []int64{11}, []int64{1}, 0, true},
		{"nothing to gain", []int64{1}, []int64{1}, []int64{1}, 1, true},
		{"a bound above the first", []int64{1}, []int64{1}, []int64{2}, 1, true},
		{"the second key", []int64{0, 40}, []int64{0, 30}, []int64{0, 20}, 0.5, true},
		{"the first key before the second", []int64{4, 40}, []int64{3, 20}, []int64{0, 20}, 0.25, true},
		{"a second key without a bound", []int64{0, 40}, []int64{0, 30}, []int64{0}, 1, true},
		{"a first plan of one key", []int64{0}, []int64{0, 30}, []int64{0, 20}, 1, true},
		{"a value of one key", []int64{0, 40}, []int64{0}, []int64{0, 20}, 1, true},
	} {
		if got, known := gained(solver.Progress{Value: c.value, Bound: c.bound}, c.first); got != c.want || known != c.known {
			t.Errorf("%s: %v, %v", c.what, got, known)
		}
	}
}

// The search has the bar from 5 to 90 per cent, whatever the clock says.
func TestTheSearchKeepsWithinItsPartOfTheBar(t *testing.T) {
	for percent, want := range map[float64]float64{-10: 5, 0: 5, 20: 22, 50: 47.5, 100: 90, 120: 90} {
		if got := searched(solver.Progress{Percent: percent}, nil); got != want {
			t.Errorf("%v: %v, want %v", percent, got, want)
		}
	}
	if got := searched(solver.Progress{Percent: 20, Value: []int64{5}, Bound: []int64{0}}, []int64{10}); got != 34.75 {
		t.Errorf("with half of the gain: %v", got)
	}
}
