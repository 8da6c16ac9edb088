package solving

import (
	"cmp"
	"slices"

	"mouldworks/internal/aps/model"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// What a change of the problem makes of the plan, and whether it may stay.

// timed builds a changed problem and times what placed makes of the plan in it, no earlier what hold names; the board is nil where
// that cannot be.
func (c *cutter) timed(file *instance.File, placed func(*solver.Problem) *solver.Plan, hold ...int32) (*solver.Board, *solver.Plan, *instance.Loaded) {
	loaded, err := file.Build()
	if err != nil {
		return nil, nil, nil
	}
	c.inherit(loaded.Problem)
	plan := placed(loaded.Problem)
	if !inModes(loaded.Problem, plan) {
		return nil, nil, nil
	}
	board, err := c.board.Reopen(loaded.Problem, plan, hold...)
	if err != nil {
		return nil, nil, nil
	}
	return board, board.Plan(), loaded
}

// inherit takes over what the run has found out since the problem was built: about the operations, and which resources its choice
// of overtime has closed to it.
func (c *cutter) inherit(p *solver.Problem) {
	was := c.out.Loaded.Problem
	for i := range was.Ops {
		p.Ops[i].Barred, p.Ops[i].Overtime, p.Ops[i].Fix = was.Ops[i].Barred, was.Ops[i].Overtime, was.Ops[i].Fix
		p.Ops[i].Buffer = was.Ops[i].Buffer
	}
	for i := range was.Resources {
		if x, r := &was.Resources[i], &p.Resources[i]; x.Manned[0] == x.Manned[1] && x.Run[0] == x.Run[1] {
			r.Manned[1], r.Run[1] = r.Manned[0], r.Run[0]
		}
	}
}

// inModes finds the modes of a plan anew; false where a resource cannot make what it has.
func inModes(p *solver.Problem, plan *solver.Plan) bool {
	for o := range plan.Resource {
		if plan.Resource[o] < 0 {
			continue
		}
		plan.Mode[o] = solver.None
		lo, hi := p.ModesOf(int32(o))
		for m := lo; m < hi; m++ {
			if p.Modes[m].Resource == plan.Resource[o] {
				plan.Mode[o] = m
				break
			}
		}
		if plan.Mode[o] < 0 && !p.Ops[o].Fix.Timed() {
			return false
		}
	}
	return true
}

// keep makes a changed problem and its plan those of the outcome.
func (c *cutter) keep(file *instance.File, tasks []model.Task, loaded *instance.Loaded, board *solver.Board, plan *solver.Plan) {
	out := c.out
	loaded.Params = out.Loaded.Params
	out.Loaded, out.Shop, out.Plan = loaded, board.Shop(), plan
	out.Translation.File, out.Translation.Tasks = file, tasks
	c.board, c.plan, c.occupied = board, plan, nil
}

// pullLate lets late moulds use the idle time that their segments stand behind, in the direction that promises it: each cut is timed
// in the sequences of the plan, which leave such time.
func (c *cutter) pullLate() {
	if c.out.Loaded.Params.Direction != solver.Both || len(c.cuts) == 0 {
		return
	}
	board, err := c.out.Shop.Open(c.out.Shop.PullLate(c.plan))
	if err != nil {
		return
	}
	if plan := board.Plan(); c.compare(board, plan) <= 0 && slices.Compare(plan.Value, c.plan.Value) < 0 {
		c.board, c.plan, c.out.Plan, c.occupied = board, plan, plan, nil
	}
}

// compare holds a plan against the one there is: -1 better by the objective, 0 equal, 1 worse, or the moulds end later all
// together, or more tasks of the frozen window change than may. The sum of ends is left out, which a segment more always raises.
func (c *cutter) compare(board *solver.Board, plan *solver.Plan) int {
	last := len(plan.Value)
	if k := slices.Index(plan.Keys, solver.KeyEnds); k >= 0 {
		last = k + 1 // Value[0] are the unplaced operations
	}
	p := c.out.Loaded.Problem
	if sumOf(board.JobEnds()) > sumOf(c.board.JobEnds()) || len(changed(p, plan, c.window)) > max(c.changes, len(changed(p, c.plan, c.window))) {
		return 1
	}
	return slices.Compare(plan.Value[:last], c.plan.Value[:last])
}

// outdone tells that other cuts of the same plan are better, and no worse by anything that compare looks at.
func (c *cutter) outdone(x *cutter) bool {
	worth := c.compare(x.board, x.plan)
	return worth < 0 || worth == 0 && cmp.Or(
		cmp.Compare(sumOf(x.board.JobEnds()), sumOf(c.board.JobEnds())),
		cmp.Compare(taskEnds(x.plan, x.whole), taskEnds(c.plan, c.whole)),
	) < 0
}

// sumOf adds up ends.
func sumOf(ends []solver.Min) (sum int64) {
	for _, end := range ends {
		sum += int64(end)
	}
	return sum
}

// serves tells whether a plan with other segments is better: by the objective; else when no mould ends later, and the tasks end
// sooner all together. whole is the operation that each is a segment of.
func (c *cutter) serves(board *solver.Board, plan *solver.Plan, whole func(int32) int32) bool {
	switch c.compare(board, plan) {
	case -1:
		return true
	case 1:
		return false
	}
	was, now := c.board.JobEnds(), board.JobEnds()
	for j := range was {
		if now[j] > was[j] {
			return false
		}
	}
	return taskEnds(plan, whole) < taskEnds(c.plan, c.whole)
}

// taskEnds sums the ends of tasks, each that of its last segment.
func taskEnds(plan *solver.Plan, whole func(int32) int32) (sum int64) {
	last := map[int32]solver.Min{}
	for o, r := range plan.Resource {
		if r >= 0 {
			w := whole(int32(o))
			last[w] = max(last[w], plan.End[o])
		}
	}
	for _, end := range last {
		sum += int64(end)
	}
	return sum
}
