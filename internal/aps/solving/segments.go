package solving

import (
	"context"
	"maps"
	"slices"

	"mouldworks/internal/aps/setting"
	"mouldworks/solver"
	"mouldworks/solver/calendar"
	"mouldworks/solver/check"
)

// Setting 2: a plan is made without cuts first. Then, in the order of the plan, each operation that may be cut is tried with
// its first part in a gap that it does not fill alone, or with some of its pieces on another machine. The board times every
// trial exactly; what serves the objective, or lets tasks end earlier and no mould later, is kept. A segment is an operation of
// the problem like any other from then on, so that checker, storage, chart and previews need not tell it apart.
//
// Cuts that are chosen for a short set-up between segments can end later than those chosen for a longer one. So every run
// goes down the same ladder of set-ups, from one that no cut outweighs to the last that is not shorter than the one wanted,
// and only then takes that one. A step gives the segments there are the shorter set-up and adds cuts, or begins anew where
// that is better; none makes the objective worse, or the moulds end later all together. So neither does a shorter set-up,
// nor cutting at all. Goals that count load are pursued for the wanted set-up alone.

// mostSegments is how many segments an operation may have.
const mostSegments = 4

// Bounds of the trials of a run: a problem is built anew for each.
const (
	leastTrials = 20
	mostTrials  = 400
	trialOps    = 1_000_000 // operations in all trials together
)

// rung is a set-up between segments that cuts are chosen for.
type rung struct {
	again solver.Min
	anew  bool // cuts of the uncut plan are tried too
	left  int  // per cent of all trials that stay for the rungs below, whether they are wanted or not
}

// ladder begins above the longest set-up that can be wanted: only pieces side by side need none. The usual one, a quarter of an
// hour, has half of the trials; with more of the others, or more begun anew, plans hardly get better.
var ladder = []rung{
	{again: 1 << 16, left: 96},
	{again: 24 * 60, left: 93},
	{again: 8 * 60, left: 90},
	{again: 4 * 60, left: 87},
	{again: 3 * 60, left: 84},
	{again: 2 * 60, left: 81},
	{again: 90, left: 78},
	{again: 60, left: 70, anew: true},
	{again: 45, left: 67},
	{again: 30, left: 63},
	{again: 15, left: 15, anew: true},
	{again: 0, left: 0, anew: true},
}

// cutter tries cuts on the plan of a solution.
type cutter struct {
	out       *Solution
	board     *solver.Board
	plan      *solver.Plan // as the board shows it
	least     solver.Min   // work of a segment
	again     solver.Min   // set-up between segments that cuts are chosen for
	cuts      map[int32]*cut
	of        map[int32]int32 // segment -> operation that was cut
	calendars map[int32]*calendar.Calendar
	alone     map[int32]*solver.Plan // plan in which no other machine helps an operation
	occupied  [][][2]solver.Min      // of each resource by start, nil until it is asked for
	trials    int                    // left
	window    []int32                // its tasks, where only so many of them may change
	changes   int
}

// cut is an operation that has been cut.
type cut struct {
	ops    []int32
	run    solver.Min
	shares []int32 // nil: one after the other
	qty    int32
}

// Segment cuts what gains by it. On an error the uncut plan stays.
func (out *Solution) Segment(ctx context.Context, set map[string]any) error {
	best := out.cutter(set)
	if best == nil {
		return nil // sequences that end beyond the horizon: nothing to gain
	}
	again := setting.Minutes(set, "reSetup")
	all := max(leastTrials, min(mostTrials, trialOps/max(1, len(out.Plan.Start))))
	trials, steps := all, ladder
	if countsLoad(out.Plan.Keys) {
		steps = []rung{{again: again}}
	}
	for _, step := range steps {
		if step.again < again || ctx.Err() != nil {
			break
		}
		best.shorten(step.again, false)
		onTop := len(best.cuts) > 0
		trials = best.choose(ctx, trials, all*step.left/100)
		best.pullLate()
		if onTop && step.anew {
			anew := out.cutter(set)
			anew.shorten(step.again, false)
			trials = anew.choose(ctx, trials, all*step.left/100)
			if anew.pullLate(); best.outdone(anew) {
				best = anew
			}
		}
	}
	if !best.shorten(again, true) { // nothing but this set-up may lie between segments
		best = out.cutter(set)
		best.again = again
		best.choose(ctx, leastTrials, 0)
		best.pullLate()
	}
	if len(best.cuts) == 0 {
		return nil
	}
	out.Segmented = true
	out.Loaded, out.Shop, out.Plan, out.Translation = best.out.Loaded, best.out.Shop, best.out.Plan, best.out.Translation
	if broken := check.Cuts(out.Loaded.Problem, out.Plan, best.made(), best.least, again); len(broken) > 0 {
		return Failure{"check", broken[0].String()}
	}
	return nil
}

// countsLoad tells that set-ups are worth something to the objective, as work of bottlenecks or evenly spread: a shorter one
// then has another aim than a longer one.
func countsLoad(keys []solver.Key) bool {
	return slices.Contains(keys, solver.KeyIdle) || slices.Contains(keys, solver.KeyImbalance)
}

// cutter begins with the plan of a solution, which it leaves as it is; nil where that does not end within the horizon.
func (out *Solution) cutter(set map[string]any) *cutter {
	own, translation := *out, *out.Translation
	own.Translation = &translation
	board, err := out.Shop.Open(out.Plan)
	if err != nil {
		return nil
	}
	c := &cutter{
		out: &own, board: board, plan: out.Plan, least: setting.Minutes(set, "minSegment"),
		cuts: map[int32]*cut{}, of: map[int32]int32{}, calendars: map[int32]*calendar.Calendar{}, alone: map[int32]*solver.Plan{},
	}
	if limit := setting.Number(set, "maxChangesInWindow"); limit >= 0 {
		c.window, c.changes = publishedIn(out.Loaded.Problem, setting.Minutes(set, "frozenWindowHours")), int(limit)
	}
	return c
}

// made are the cuts as the checker wants them.
func (c *cutter) made() (cuts []check.Cut) {
	for _, whole := range slices.Sorted(maps.Keys(c.cuts)) {
		x := c.cuts[whole]
		cuts = append(cuts, check.Cut{Ops: x.ops, Run: x.run, Shares: x.shares, Qty: x.qty})
	}
	return cuts
}

// choose cuts what gains by it with some trials, until so many are left; it returns how many.
func (c *cutter) choose(ctx context.Context, trials, left int) int {
	c.trials = trials
	for cuts := true; cuts; {
		cuts = false
		c.refill(left)
		for _, o := range c.candidates() {
			if ctx.Err() != nil || c.trials <= left {
				return min(trials, max(left, c.trials))
			}
			if c.aside(o) || c.ahead(o) {
				cuts = true
			}
		}
	}
	return c.trials
}

// whole is the operation that o is a segment of, or o itself.
func (c *cutter) whole(o int32) int32 {
	if of, is := c.of[o]; is {
		return of
	}
	return o
}

func (c *cutter) segments(o int32) []int32 {
	if x := c.cuts[c.whole(o)]; x != nil {
		return x.ops
	}
	return nil
}
