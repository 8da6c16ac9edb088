package plan

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// difference compares a plan with the one in force.
func (g *Registry) difference(ctx context.Context, tx store.Tx, s *entity.Schedule, planID string, set map[string]any) (*compare.Difference, error) {
	before, err := entity.TasksInForce(ctx, tx, nil)
	if err != nil {
		return nil, err
	}
	var after []result.Task
	if err := tx.Select(&after).Where("plan_id = ?", planID).Order("mould_no", "part_no", "op_no").Scan(ctx); err != nil {
		return nil, err
	}
	far := time.Duration(setting.Number(set, "movedThreshold") * float64(time.Hour))
	beside, err := g.readBesideMoulds(ctx, tx, s, planID, before, after)
	if err != nil {
		return nil, err
	}
	return compare.Plans(before, after, far, beside), nil
}

// DifferenceOf answers what publishing a plan of a schedule, 0 for the newest, would change, or what the plan in force has
// changed when it was published.
func (g *Registry) DifferenceOf(ctx context.Context, tx store.Tx, id string, planNumber int) (*compare.Difference, error) {
	s, planID, err := entity.PlanAt(ctx, tx, id, planNumber)
	if err != nil {
		return nil, err
	}
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "published", "difference").Where("id = ?", planID).Scan(ctx); err != nil {
		return nil, err
	}
	inForce, err := entity.InForce(ctx, tx)
	if err != nil {
		return nil, err
	}
	words, err := g.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	if inForce.PlanID == p.ID && p.Difference != nil {
		p.Difference.Own = true
		if err := hide(ctx, tx, p.Difference, p.ID); err != nil {
			return nil, err
		}
		return p.Difference.Worded(words), nil
	}
	set, err := s.Effective(ctx, tx)
	if err != nil {
		return nil, err
	}
	d, err := g.difference(ctx, tx, s, p.ID, set)
	if err != nil {
		return nil, err
	}
	d.Against = inForce.PlanID
	if d.Overtaken, err = g.overtaken(ctx, tx, p.ID); err != nil {
		return nil, err
	}
	if err := hide(ctx, tx, d, p.ID, inForce.PlanID); err != nil {
		return nil, err
	}
	return d.Worded(words), nil
}

// hide makes one line of the resources in sections that the reader may not see, and names no moulds out of reach. plans are those that
// have been compared.
func hide(ctx context.Context, tx store.Tx, d *compare.Difference, plans ...string) error {
	moulds, err := result.HiddenMouldsOf(ctx, tx, plans...)
	if err != nil {
		return err
	}
	d.Veil(moulds)
	h := tx.Actor().Hidden
	if h.AllSections() {
		return nil
	}
	var tasks []result.Task
	if err := tx.Select(&tasks).Columns("resource_id", "resource_name", "section_name").WhereIn("plan_id", plans).Scan(ctx); err != nil {
		return err
	}
	hidden := map[string]bool{}
	for i := range tasks {
		if t := &tasks[i]; slices.Contains(h.SectionNames, t.SectionName) || slices.Contains(h.Machines, t.ResourceID) || slices.Contains(h.Groups, t.ResourceID) {
			hidden[t.ResourceName] = true
		}
	}
	other := compare.ResourceChange{Resource: result.WordHidden.In(problem.Language(ctx))}
	d.Resources = slices.DeleteFunc(slices.Clone(d.Resources), func(c compare.ResourceChange) bool {
		if hidden[c.Resource] {
			other.Gained, other.Lost, other.Moved = other.Gained+c.Gained, other.Lost+c.Lost, other.Moved+c.Moved
		}
		return hidden[c.Resource]
	})
	if other.Gained+other.Lost+other.Moved > 0 {
		d.Resources = append(d.Resources, other)
	}
	return nil
}
