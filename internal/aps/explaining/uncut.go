package explaining

import (
	"context"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// What a cause gives back, in a plan with segments. Those one after the other stand on one machine each; planned anew, operations
// are whole first and go to any of theirs.

// uncut tells the board of the plan that its segments were cut from, as the dispatch rule makes it. Old plans do not say what that
// was: there only the segments are asked.
func (h *Plan) uncut(ctx context.Context) error {
	file, of := h.File.Uncut()
	if file == nil {
		return nil
	}
	loaded, err := file.Build()
	if err != nil {
		return err
	}
	p := loaded.Problem
	for o, k := range of {
		p.Ops[k].Barred = h.Loaded.Problem.Ops[o].Barred
	}
	shop, err := solver.Prepare(p)
	if err != nil {
		return err
	}
	rules := loaded.Params
	plan, err := shop.Solve(ctx, solver.Params{Rule: rules.Rule, Select: rules.Select, SameTolerance: rules.SameTolerance, Direction: rules.Direction}, nil)
	if err != nil {
		return err
	}
	whole, err := shop.Open(plan)
	if err != nil {
		return err
	}
	whole.DispatchBy(rules)
	h.Board.CutFrom(whole, of, h.alone)
	return nil
}

// byRule tells that a run has planned by the dispatch rule and cut operations, and did nothing else: whatever its goal, without time
// to search.
func byRule(ctx context.Context, tx store.Tx, p *entity.Plan) (bool, error) {
	var runs []entity.Run
	if err := tx.Select(&runs).Columns("id", "settings").Where("id = ?", p.RunID).Scan(ctx); err != nil || len(runs) == 0 || p.Origin != entity.OriginRun {
		return false, err
	}
	set := runs[0].Settings
	return setting.Number(set, "timeLimitSeconds") == 0 && setting.Number(set, "maxChangesInWindow") < 0, nil
}
