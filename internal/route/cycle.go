package route

import (
	"slices"
	"strings"
)

// Cycles are operations that wait for one another, whatever is gone of them, each in the order of work: cycles without a common wait
// until none is left, so that each has to be mended by itself. Whatever has nothing open before it is peeled off; in what stays, a walk
// back must come round.
func (m *Mould) Cycles() (cycles [][]int) {
	after := make([][]int, len(m.ops))
	waits := make([][]int, len(m.ops)) // the operations that each waits for, once each
	open := make([]int, len(m.ops))    // of these, what has not been peeled off
	for o, links := range m.before {
		for _, l := range links {
			if !slices.Contains(waits[o], l.Op) {
				waits[o], after[l.Op] = append(waits[o], l.Op), append(after[l.Op], o)
			}
		}
		open[o] = len(waits[o])
	}
	off := make([]bool, len(m.ops))
	var ready []int
	peel := func() {
		for len(ready) > 0 {
			o := ready[len(ready)-1]
			ready = ready[:len(ready)-1]
			if off[o] {
				continue
			}
			off[o] = true
			for _, next := range after[o] {
				if !slices.Contains(waits[next], o) { // told with an earlier cycle
					continue
				}
				if open[next]--; open[next] == 0 {
					ready = append(ready, next)
				}
			}
		}
	}
	for o := range m.ops {
		if open[o] == 0 {
			ready = append(ready, o)
		}
	}
	peel()
	for start := range m.ops {
		for !off[start] {
			cycle := round(start, func(o int) int {
				return waits[o][slices.IndexFunc(waits[o], func(before int) bool { return !off[before] })]
			})
			for k, o := range cycle {
				before := cycle[(k+1)%len(cycle)]
				waits[o] = slices.DeleteFunc(waits[o], func(x int) bool { return x == before })
				if open[o]--; open[o] == 0 {
					ready = append(ready, o)
				}
			}
			slices.Reverse(cycle)
			cycles = append(cycles, cycle)
			peel()
		}
	}
	return cycles
}

// ParentCycles are parts that are built into one another: each cycle once, from its first part up.
func ParentCycles(parts []Part) (cycles [][]int) {
	at := map[string]int{}
	for i := range parts {
		at[parts[i].No] = i
	}
	up := func(i int) int {
		if parent, known := at[parts[i].Parent]; known && parts[i].Parent != "" {
			return parent
		}
		return -1
	}
	done := make([]bool, len(parts))
	for start := range parts {
		if cycle := round(start, func(i int) int {
			if done[i] {
				return -1
			}
			return up(i)
		}); len(cycle) > 0 {
			first := slices.Index(cycle, slices.Min(cycle))
			cycles = append(cycles, slices.Concat(cycle[first:], cycle[:first]))
		}
		for i := start; i >= 0 && !done[i]; i = up(i) {
			done[i] = true
		}
	}
	return cycles
}

// round walks until it comes round, and gives the cycle in the order of the walk; nil where the walk ends at -1.
func round(start int, next func(int) int) []int {
	var walk []int
	at := map[int]int{}
	for i := start; i >= 0; i = next(i) {
		if from, seen := at[i]; seen {
			return walk[from:]
		}
		at[i] = len(walk)
		walk = append(walk, i)
	}
	return nil
}

// Path words a cycle from one of its names round to the same again: P1/10 → P1/20 → P1/10.
func Path(names []string, from int) string {
	path := make([]string, 0, len(names)+1)
	for k := range len(names) + 1 {
		path = append(path, names[(from+k)%len(names)])
	}
	return strings.Join(path, " → ")
}
