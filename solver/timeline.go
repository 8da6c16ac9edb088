package solver

import (
	"math"
	"slices"
	"sort"
)

const farFuture Min = math.MaxInt32

// timeline is the use of one resource as a step function: from at[i] to
// at[i+1] used[i] units are taken. Neighbouring steps differ, so tasks that
// touch cost nothing. at[0] is the beginning of time.
type timeline struct {
	cap  int32 // 0 unlimited
	at   []Min
	used []int32
}

func (t *timeline) reset(capacity int32) {
	t.cap = capacity
	t.at = append(t.at[:0], math.MinInt32)
	t.used = append(t.used[:0], 0)
}

// step returns the step that contains moment m.
func (t *timeline) step(m Min) int {
	n := len(t.at)
	if t.at[n-1] <= m { // most questions are about the end of the queue
		return n - 1
	}
	return sort.Search(n, func(i int) bool { return t.at[i] > m }) - 1
}

// free returns the first moment at or after from with crew units free and the
// end of that free stretch.
func (t *timeline) free(from Min, crew int32) (start, until Min) {
	if t.cap == 0 {
		return from, farFuture
	}
	limit := t.cap - crew
	i := t.step(from)
	for t.used[i] > limit {
		i++
		if i == len(t.at) {
			return farFuture, farFuture
		}
		from = t.at[i]
	}
	for i++; i < len(t.at); i++ {
		if t.used[i] > limit {
			return from, t.at[i]
		}
	}
	return from, farFuture
}

// take books crew units in [start, end).
func (t *timeline) take(start, end Min, crew int32) {
	if t.cap == 0 || start >= end {
		return
	}
	lo := t.split(start)
	hi := t.split(end)
	for i := lo; i < hi; i++ {
		t.used[i] += crew
	}
	// A step equal to its left neighbour is no step.
	if t.used[hi] == t.used[hi-1] {
		t.drop(hi)
	}
	if lo > 0 && t.used[lo] == t.used[lo-1] {
		t.drop(lo)
	}
}

// split makes m the beginning of a step and returns its index.
func (t *timeline) split(m Min) int {
	i := t.step(m)
	if t.at[i] == m {
		return i
	}
	t.at = slices.Insert(t.at, i+1, m)
	t.used = slices.Insert(t.used, i+1, t.used[i])
	return i + 1
}

func (t *timeline) drop(i int) {
	t.at = slices.Delete(t.at, i, i+1)
	t.used = slices.Delete(t.used, i, i+1)
}

// overload returns for how many minutes of [start, end) more than the
// capacity is used.
func (t *timeline) overload(start, end Min) Min {
	if t.cap == 0 || start >= end {
		return 0
	}
	var sum Min
	for i := t.step(start); i < len(t.at) && t.at[i] < end; i++ {
		if t.used[i] > t.cap {
			until := end
			if i+1 < len(t.at) {
				until = min(end, t.at[i+1])
			}
			sum += until - max(start, t.at[i])
		}
	}
	return sum
}
