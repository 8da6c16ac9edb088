package plan

import (
	"context"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Who does not see a single mould of a schedule changes nothing of it; who sees a part of them is asked before it goes.

var (
	msgOthers     = L("排程“%s”的模具都不在您的数据范围内", "The moulds of the schedule “%s” are all out of your reach")
	msgSomeOthers = L("下列排程还含有您无权查看的模具：%s。要删除吗？", "Moulds that you may not see are planned by: %s. Delete anyway?")
)

// Within refuses what changes a schedule whose moulds its caller does not see at all.
func (g *Registry) Within(ctx context.Context, tx store.Tx, s *entity.Schedule) error {
	seen, unseen, err := g.reached(ctx, tx, s)
	if err == nil && seen == 0 && unseen > 0 {
		err = problem.Refuse(msgOthers, s.Name)
	}
	return err
}

// MayGo asks once whoever deletes schedules and does not see all of their moulds.
func (g *Registry) MayGo(ctx context.Context, tx store.Tx, schedules []*entity.Schedule) error {
	var ids, names []string
	for _, s := range schedules {
		if err := g.Within(ctx, tx, s); err != nil {
			return err
		}
		_, unseen, err := g.reached(ctx, tx, s)
		if err != nil {
			return err
		}
		if unseen > 0 {
			ids, names = append(ids, s.ID), append(names, s.Name)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return resource.Confirm(tx.Actor(), resource.About("deleteOthers", ids...), msgSomeOthers.With(problem.Joined(names)))
}

// reached counts the moulds of a schedule that whoever asks sees and does not see; of one that plans all open moulds, the tasks of its
// plan, and the open moulds before there is one.
func (g *Registry) reached(ctx context.Context, tx store.Tx, s *entity.Schedule) (seen, unseen int, err error) {
	hidden := tx.Actor().Hidden
	if len(hidden.Moulds) == 0 {
		return 0, 0, nil
	}
	if len(s.MouldIDs) > 0 {
		seen = len(entity.SeenMoulds(s.MouldIDs, hidden))
		return seen, len(s.MouldIDs) - seen, nil
	}
	tasks := func() *store.Select {
		return tx.Select((*result.Task)(nil)).Where("plan_id = ?", s.PlanID).Where("carried = ?", false)
	}
	all, err := tasks().Count(ctx)
	if err != nil {
		return 0, 0, err
	}
	if all == 0 {
		open, err := g.deps.Outline(ctx, tx, nil)
		if err != nil {
			return 0, 0, err
		}
		for i := range open.Moulds {
			if hidden.Mould(open.Moulds[i].ID) {
				unseen++
			}
		}
		return len(open.Moulds) - unseen, unseen, nil
	}
	unseen, err = tasks().WhereIn("mould_id", hidden.Moulds).Count(ctx)
	return all - unseen, unseen, err
}
