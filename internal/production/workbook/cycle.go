package workbook

import (
	"cmp"
	"slices"
	"strings"

	"mouldworks/internal/route"
)

// routes looks for operations that wait for one another: through predecessors, the order of a route, electrodes and
// the assembly of parts. Predecessors outside the file are left to the domain.
func (c *checker) routes() {
	byMould := map[string][]int{}
	for i := range c.book.Operations {
		o := &c.book.Operations[i]
		byMould[o.MouldNo] = append(byMould[o.MouldNo], i)
	}
	links, parents := map[string][]*EDMLink{}, map[string][]*Part{}
	for i := range c.book.EDMLinks {
		l := &c.book.EDMLinks[i]
		links[l.MouldNo] = append(links[l.MouldNo], l)
	}
	for i := range c.book.Parts {
		if p := &c.book.Parts[i]; p.ParentPart.Or("") != "" && !p.Faulty { // a cycle of parts is a fault of its own
			parents[p.MouldNo] = append(parents[p.MouldNo], p)
		}
	}
	for mould, ops := range byMould {
		g := newGraph(c.book.Operations, ops)
		for _, l := range links[mould] {
			g.join(l.ElectrodeNo, g.find(l.PartNo, l.OpNo, l.Branch))
		}
		for _, p := range parents[mould] {
			g.join(p.PartNo, g.entry(p.ParentPart.Value, p.NeededAtOp.Or(0)))
		}
		for _, ring := range g.rings() {
			o, names := g.blame(ring)
			c.add("operations", &o.Line, "pred", route.Format(o.Pred.Value), RuleCycle, msgCycle.With(names), OfMould(mould), o.Key())
		}
	}
}

// Ring finds operations of one mould that wait for one another: their indices in the order of work and the path in words;
// nil without any. Parts say where they are built in, links which electrodes an operation burns.
func Ring(operations []Operation, parts []Part, links []EDMLink) (ring []int, path string) {
	all := make([]int, len(operations))
	for i := range all {
		all[i] = i
	}
	g := newGraph(operations, all)
	for i := range links {
		l := &links[i]
		g.join(l.ElectrodeNo, g.find(l.PartNo, l.OpNo, l.Branch))
	}
	for i := range parts {
		if p := &parts[i]; p.ParentPart.Or("") != "" {
			g.join(p.PartNo, g.entry(p.ParentPart.Value, p.NeededAtOp.Or(0)))
		}
	}
	rings := g.rings()
	if len(rings) == 0 {
		return nil, ""
	}
	_, path = g.blame(rings[0])
	return rings[0], path
}

// graph is the precedence graph of one mould; a node is an index into ops.
type graph struct {
	ops    []*Operation
	byPart map[string][]int // ascending opNo
	before [][]int
}

func newGraph(all []Operation, ops []int) *graph {
	g := &graph{byPart: map[string][]int{}, before: make([][]int, len(ops))}
	for n, i := range ops {
		o := &all[i]
		g.ops = append(g.ops, o)
		g.byPart[o.PartNo] = append(g.byPart[o.PartNo], n)
	}
	for _, nodes := range g.byPart {
		slices.SortStableFunc(nodes, func(a, b int) int { return cmp.Compare(g.ops[a].OpNo, g.ops[b].OpNo) })
		var previous, same []int // the operations with the next lower number, those with the same number
		for k, n := range nodes {
			if k > 0 && g.ops[n].OpNo != g.ops[nodes[k-1]].OpNo {
				previous, same = same, nil
			}
			same = append(same, n)
			if g.ops[n].Pred.IsGiven() {
				continue
			}
			g.before[n] = append(g.before[n], previous...)
		}
	}
	for n, o := range g.ops {
		for _, p := range o.Pred.Value {
			part := p.PartNo
			if part == "" {
				part = o.PartNo
			}
			g.before[n] = append(g.before[n], g.find(part, p.OpNo, p.Branch)...)
		}
	}
	return g
}

// find lists the operations that a number means; an empty branch means all of them.
func (g *graph) find(part string, op int, branch string) []int {
	var found []int
	for _, n := range g.byPart[part] {
		if o := g.ops[n]; o.OpNo == op && (branch == "" || branch == o.Branch) {
			found = append(found, n)
		}
	}
	return found
}

// entry is where parts join an assembly: at a given operation, else at its first.
func (g *graph) entry(part string, op int) []int {
	nodes := g.byPart[part]
	if op == 0 && len(nodes) > 0 {
		op = g.ops[nodes[0]].OpNo
	}
	return g.find(part, op, "")
}

// join lets operations wait for the last ones of a part.
func (g *graph) join(part string, to []int) {
	nodes := g.byPart[part]
	if len(nodes) == 0 {
		return
	}
	last := g.find(part, g.ops[nodes[len(nodes)-1]].OpNo, "")
	for _, n := range to {
		g.before[n] = append(g.before[n], last...)
	}
}

// rings finds disjoint cycles until none is left, each in the order of work. Peeling: what has no open predecessor
// goes; in what stays, walking back must come round.
func (g *graph) rings() [][]int {
	after := make([][]int, len(g.ops))
	open := make([]int, len(g.ops)) // predecessors that have not gone
	for n, before := range g.before {
		open[n] = len(before)
		for _, p := range before {
			after[p] = append(after[p], n)
		}
	}
	gone := make([]bool, len(g.ops))
	peel := func(ready []int) {
		for len(ready) > 0 {
			n := ready[len(ready)-1]
			ready = ready[:len(ready)-1]
			if gone[n] {
				continue
			}
			gone[n] = true
			for _, next := range after[n] {
				if open[next]--; open[next] == 0 {
					ready = append(ready, next)
				}
			}
		}
	}
	var ready []int
	for n := range g.ops {
		if open[n] == 0 {
			ready = append(ready, n)
		}
	}
	peel(ready)
	var rings [][]int
	seen := make([]int, len(g.ops)) // 1 + position in the walk
	for start := range g.ops {
		for !gone[start] {
			clear(seen)
			var walk []int
			n := start
			for seen[n] == 0 {
				walk = append(walk, n)
				seen[n] = len(walk)
				n = g.before[n][slices.IndexFunc(g.before[n], func(p int) bool { return !gone[p] })]
			}
			ring := walk[seen[n]-1:]
			slices.Reverse(ring)
			rings = append(rings, ring)
			peel(slices.Clone(ring))
		}
	}
	return rings
}

// blame picks the operation to report, the first one of the ring with predecessors of its own, and words the path.
func (g *graph) blame(ring []int) (*Operation, string) {
	worst := -1
	for k, n := range ring {
		o := g.ops[n]
		if worst < 0 {
			worst = k
			continue
		}
		was := g.ops[ring[worst]]
		if o.Pred.IsGiven() != was.Pred.IsGiven() {
			if o.Pred.IsGiven() {
				worst = k
			}
		} else if o.Row < was.Row {
			worst = k
		}
	}
	names := make([]string, 0, len(ring)+1)
	for k := range len(ring) + 1 {
		o := g.ops[ring[(worst+k)%len(ring)]]
		names = append(names, Pred{PartNo: o.PartNo, OpNo: o.OpNo, Branch: o.Branch}.String())
	}
	return g.ops[ring[worst]], strings.Join(names, " → ")
}
