package explaining

import (
	"slices"

	"mouldworks/internal/aps/result"
	"mouldworks/solver"
)

// OnTime is how many moulds end by their delivery: by a plan, and if the factory went on by another one with what is known today.
type OnTime struct {
	Moulds    int // of the plan
	Here      int // of these on time by it
	Otherwise int // of the same ones by the other plan
}

// OnTimeBeside holds the plan against the rows of another one, which was made of older data: its sequences are timed anew on the problem
// of this plan, from the same start, each task as early as they allow. A mould is on time when all of it is placed and ends by its
// delivery; so one that the other plan does not hold, or whose machine there is gone, is not on time by it.
func (h *Plan) OnTimeBeside(others []result.Task) (OnTime, error) {
	ended := h.Board.JobEnds()
	count := OnTime{Here: h.onTime(h.Plan, ended)}
	for j := range h.Loaded.Problem.Jobs {
		if ended[j] != solver.None || slices.ContainsFunc(h.Plan.Unplaced, func(r solver.Reason) bool { return h.Loaded.Problem.Ops[r.Op].Job == int32(j) }) {
			count.Moulds++
		}
	}
	other := h.sequenced(others)
	board, err := h.shop.OpenEarly(other)
	if err != nil { // its sequences do not end within the horizon: nobody can work by it
		return count, nil
	}
	count.Otherwise = h.onTime(other, board.JobEnds())
	return count, nil
}

// onTime counts the moulds that a plan of the same problem holds wholly and ends by their deliveries.
func (h *Plan) onTime(plan *solver.Plan, ended []solver.Min) (n int) {
	p := h.Loaded.Problem
	partial := make([]bool, len(p.Jobs))
	for o := range p.Ops {
		if j := p.Ops[o].Job; j >= 0 && plan.Resource[o] < 0 {
			partial[j] = true
		}
	}
	for j, end := range ended {
		if due := p.Jobs[j].Due; end != solver.None && !partial[j] && (due == solver.None || end <= due) {
			n++
		}
	}
	return n
}

// sequenced is the plan of other rows in terms of this problem: what is fixed stands where it is fixed, the rest on the machines and in
// the order of the rows. What has no place there has none, nor has what waits for it.
func (h *Plan) sequenced(rows []result.Task) *solver.Plan {
	p, n := h.Loaded.Problem, len(h.Loaded.Problem.Ops)
	type piece struct {
		whole   string
		segment int
	}
	at := map[piece]*result.Task{}
	for i := range rows {
		if r := &rows[i]; r.PlannedStart != nil && r.PlannedEnd != nil && r.ResourceID != "" {
			at[piece{r.Whole(), r.Segment}] = r
		}
	}
	on := map[string]int32{}
	for r := range p.Resources {
		on[p.Resources[r].Name] = int32(r)
	}
	plan := &solver.Plan{Mode: make([]int32, n), Resource: make([]int32, n), Start: make([]solver.Min, n), End: make([]solver.Min, n), Keys: h.Plan.Keys}
	for o := range n {
		plan.Mode[o], plan.Resource[o], plan.Start[o], plan.End[o] = solver.None, solver.None, solver.None, solver.None
	}
	before := make([][]int32, n)
	for i := range p.Edges {
		if e := &p.Edges[i]; e.From >= 0 {
			before[e.To] = append(before[e.To], e.From)
		}
	}
	for _, o := range h.shop.Topo {
		if p.Ops[o].Fix.Timed() {
			plan.Mode[o], plan.Resource[o], plan.Start[o], plan.End[o] = h.Plan.Mode[o], h.Plan.Resource[o], h.Plan.Start[o], h.Plan.End[o]
			continue
		}
		name := &h.Names[o]
		whole := (&result.Task{TaskID: name.Task, Segment: name.Segment}).Whole()
		row := at[piece{whole, name.Segment}]
		for _, segment := range []int{0, 1} { // cut since, or whole again
			if row == nil {
				row = at[piece{whole, segment}]
			}
		}
		waits := slices.ContainsFunc(before[o], func(x int32) bool { return plan.Resource[x] < 0 })
		if mode := h.modeOn(o, row, on); mode >= 0 && !waits {
			plan.Mode[o], plan.Resource[o], plan.Start[o], plan.End[o] = mode, p.Modes[mode].Resource, h.Minute(*row.PlannedStart), h.Minute(*row.PlannedEnd)
			continue
		}
		plan.Unplaced = append(plan.Unplaced, solver.Reason{Op: o, Code: solver.ReasonNoResource, Other: solver.None})
	}
	return plan
}

// modeOn is the mode of an operation on the resource of a row, or on the one that it is bound to since; None where it cannot be made
// there any more.
func (h *Plan) modeOn(o int32, row *result.Task, on map[string]int32) int32 {
	if row == nil {
		return solver.None
	}
	r, known := on[row.ResourceID]
	if fix := &h.Loaded.Problem.Ops[o].Fix; fix.Kind == solver.FixResource {
		r, known = fix.Resource, true
	}
	lo, hi := h.Loaded.Problem.ModesOf(o)
	if k := slices.IndexFunc(h.Loaded.Problem.Modes[lo:hi], func(m solver.Mode) bool { return known && m.Resource == r }); k >= 0 {
		return lo + int32(k)
	}
	return solver.None
}
