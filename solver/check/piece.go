package check

import "mouldworks/solver"

// Pieces is the rule that the segments of a cut operation break.
const Pieces Kind = "pieces"

// Cut is an operation that was cut: the operations that are its segments, in their order.
type Cut struct {
	Ops []int32
	// Run is the work of the whole, on the resource of the first segment.
	Run solver.Min
	// Shares, of segments that are made side by side, are the pieces of each; nil for segments one after the other.
	Shares []int32
	Qty    int32
}

// mostPieces bounds the segments of an operation.
const mostPieces = 4

// Cuts returns every violation of the rules for segments: two to four of them, each of least minutes of work or more;
// one after the other they stay on one resource, in order, each but the first with again minutes of set-up, no more, and make the
// work of the whole; side by side they share out the pieces on resources of their own.
func Cuts(p *solver.Problem, plan *solver.Plan, cuts []Cut, least, again solver.Min) []Violation {
	c := &checker{p: p, plan: plan}
	for i := range cuts {
		x := &cuts[i]
		if n := len(x.Ops); n < 2 || n > mostPieces {
			c.fail(-1, Pieces, "%d segments", n)
			continue
		}
		var work solver.Min
		var pieces int32
		for k, o := range x.Ops {
			if plan.Resource[o] < 0 {
				c.fail(o, Pieces, "not placed while it is cut")
				continue
			}
			mode := &p.Modes[plan.Mode[o]]
			work += mode.Run
			if mode.Run < least {
				c.fail(o, Pieces, "a segment of %d minutes, %d at least", mode.Run, least)
			}
			if x.Shares != nil {
				pieces += x.Shares[k]
				for _, other := range x.Ops[:k] {
					if plan.Resource[other] == plan.Resource[o] {
						c.fail(o, Pieces, "side by side on one resource")
					}
				}
				continue
			}
			if k == 0 {
				continue
			}
			before := x.Ops[k-1]
			switch {
			case plan.Resource[o] != plan.Resource[before]:
				c.fail(o, Pieces, "on another resource than the segment before")
			case plan.Start[o] < plan.End[before]:
				c.fail(o, Pieces, "begins before the segment before it ends")
			case mode.Setup != again:
				c.fail(o, Pieces, "%d minutes of set-up instead of %d", mode.Setup, again)
			}
		}
		switch {
		case x.Shares == nil && work != x.Run:
			c.fail(x.Ops[0], Pieces, "segments work %d minutes of %d", work, x.Run)
		case x.Shares != nil && pieces != x.Qty:
			c.fail(x.Ops[0], Pieces, "segments make %d pieces of %d", pieces, x.Qty)
		}
	}
	return c.bad
}
