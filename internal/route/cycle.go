package route

import (
	"slices"
	"strings"
)

// Cycles are operations that wait for one another, whatever is gone of them: disjoint cycles until none is left, each in
// the order of work. Whatever has nothing open before it is peeled off; in what stays, a walk back must come round.
func (m *Mould) Cycles() (cycles [][]int) {
	after := make([][]int, len(m.ops))
	open := make([]int, len(m.ops)) // predecessors that have not been peeled off
	for o, links := range m.before {
		open[o] = len(links)
		for _, l := range links {
			after[l.Op] = append(after[l.Op], o)
		}
	}
	off := make([]bool, len(m.ops))
	peel := func(ready []int) {
		for len(ready) > 0 {
			o := ready[len(ready)-1]
			ready = ready[:len(ready)-1]
			if off[o] {
				continue
			}
			off[o] = true
			for _, next := range after[o] {
				if open[next]--; open[next] == 0 {
					ready = append(ready, next)
				}
			}
		}
	}
	var ready []int
	for o := range m.ops {
		if open[o] == 0 {
			ready = append(ready, o)
		}
	}
	peel(ready)
	for start := range m.ops {
		for !off[start] {
			cycle := round(start, func(o int) int {
				links := m.before[o]
				return links[slices.IndexFunc(links, func(l Link) bool { return !off[l.Op] })].Op
			})
			slices.Reverse(cycle)
			cycles = append(cycles, cycle)
			peel(slices.Clone(cycle))
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
