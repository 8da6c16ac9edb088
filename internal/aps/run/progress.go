package run

import "mouldworks/solver"

// How far a run is. Its phases share the bar: the search has most of it, and within the search the plan moves it as much as
// the clock does, by how much of what could be gained is gained.

// phaseAt is where each phase of a run begins on the bar, in per cent.
var phaseAt = map[string]float64{"snapshot": 0, "solve": searchFrom, "check": searchTo, "store": 95}

const (
	searchFrom = 5.0
	searchTo   = 90.0
)

// searched tells how far the search is, in per cent of the whole bar: the mean of the time that has passed and of the gain,
// where a bound says how much could be gained. first is the value of its first plan.
func searched(p solver.Progress, first []int64) float64 {
	share := p.Percent / 100
	if gain, known := gained(p, first); known {
		share = (share + gain) / 2
	}
	return searchFrom + (searchTo-searchFrom)*min(1, max(0, share))
}

// gained is the part of the way from the first plan to the bound that the best plan has gone, 1 where nothing is left to
// gain; unknown without a bound.
func gained(p solver.Progress, first []int64) (float64, bool) {
	for i := 0; i < len(p.Bound) && i < len(first) && i < len(p.Value); i++ {
		if first[i] > p.Bound[i] { // the first key that can be gained
			return min(1, max(0, float64(first[i]-p.Value[i])/float64(first[i]-p.Bound[i]))), true
		}
	}
	return 1, len(p.Bound) > 0
}
