package plan

import (
	"context"
	"maps"
	"slices"
	"time"

	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What holds today beside the tasks of two plans: dates, customers, moulds without tasks, and what people know already.

// readBesideMoulds reads what the tasks of a plan of a schedule and of the plan in force do not tell about their moulds.
func (g *Registry) readBesideMoulds(ctx context.Context, tx store.Tx, s *entity.Schedule, planID string, before, after []result.Task) (*compare.Beside, error) {
	b := &compare.Beside{Due: map[string]*time.Time{}, Customers: map[string]string{}, Gone: map[string]*problem.Text{}}
	var err error
	if b.Known, err = g.toldLate(ctx, tx, before); err != nil {
		return nil, err
	}
	if b.Now, b.Partly, _, err = g.unplanned(ctx, tx, planID); err != nil {
		return nil, err
	}
	if err := g.cleared(ctx, tx, b.Now, before, after); err != nil {
		return nil, err
	}
	numbers := map[string]string{} // by id
	for _, tasks := range [][]result.Task{before, after} {
		for i := range tasks {
			numbers[tasks[i].MouldID] = tasks[i].MouldNo
		}
	}
	for no, m := range b.Now {
		numbers[m.MouldID] = no
	}
	if len(numbers) == 0 {
		return b, nil
	}
	if err := g.readDue(ctx, tx, s, b, before, after); err != nil {
		return nil, err
	}
	if b.PartDue, err = g.readPartDue(ctx, tx, before, after); err != nil {
		return nil, err
	}
	if err := g.readGone(ctx, tx, b, before, after); err != nil {
		return nil, err
	}
	if g.deps.Customers == nil {
		return b, nil
	}
	ids := make([]string, 0, len(numbers))
	for id := range numbers {
		ids = append(ids, id)
	}
	names, err := g.deps.Customers(ctx, tx, ids)
	for id, name := range names {
		b.Customers[numbers[id]] = name
	}
	return b, err
}

var shutWords = map[string]problem.Text{
	model.MouldOnHold: result.ReasonWords(result.ReasonOnHold), model.MouldFinished: L("模具已完成", "The mould is finished"), model.MouldCancelled: L("模具已取消", "The mould is cancelled"),
}

// readGone reads why the moulds of the plan in force that have no task any more have none.
func (g *Registry) readGone(ctx context.Context, tx store.Tx, b *compare.Beside, before, after []result.Task) error {
	lost := compare.LostMoulds(before, after)
	if len(lost) == 0 {
		return nil
	}
	moulds, err := g.deps.Outline(ctx, tx, slices.Sorted(maps.Keys(lost)))
	if err != nil {
		return err
	}
	for i := range moulds.Moulds {
		m := &moulds.Moulds[i]
		delete(lost, m.ID)
		words, shut := shutWords[m.Shut]
		if empty := b.Now[m.No]; !shut && empty != nil {
			words, shut = empty.Words, true
		}
		if shut {
			b.Gone[m.No] = &words
		}
	}
	for _, no := range lost {
		words := L("模具已删除", "The mould was deleted")
		b.Gone[no] = &words
	}
	return nil
}

// toldLate are the moulds, by number, of which people were told that they are late once the plan in force, with these
// tasks, is published.
func (g *Registry) toldLate(ctx context.Context, tx store.Tx, tasks []result.Task) (map[string]bool, error) {
	told := map[string]bool{}
	inForce, err := entity.InForce(ctx, tx)
	if err != nil {
		return nil, err
	}
	empty, _, published, err := g.unplanned(ctx, tx, inForce.PlanID)
	if err != nil {
		return nil, err
	}
	if published != nil && published.LateAfter != nil {
		for _, no := range published.LateAfter {
			told[no] = true
		}
		return told, nil
	}
	// Published before a publication kept them: what the plan says, and what was named.
	for no, e := range result.Ends(tasks, result.OfMould) {
		told[no] = e.Late
	}
	for no := range empty {
		told[no] = true
	}
	if published != nil {
		for i := range published.Late {
			told[published.Late[i].MouldNo] = true
		}
	}
	return told, nil
}

// cleared adds to the moulds without tasks those that the plan in force still has and that lost every operation since: a
// plan of other moulds carries nothing of them on.
func (g *Registry) cleared(ctx context.Context, tx store.Tx, empty map[string]*result.UnplannedMould, before, after []result.Task) error {
	lost := compare.LostMoulds(before, after)
	for _, m := range empty {
		delete(lost, m.MouldID)
	}
	if len(lost) == 0 {
		return nil
	}
	open, err := g.deps.Outline(ctx, tx, nil)
	if err != nil {
		return err
	}
	operations, err := g.deps.Standings(ctx, tx, slices.Sorted(maps.Keys(lost)), nil)
	if err != nil {
		return err
	}
	alive := map[string]bool{}
	for i := range before {
		if _, is := operations[before[i].Operation()]; is {
			alive[before[i].MouldID] = true
		}
	}
	for i := range open.Moulds {
		if m := &open.Moulds[i]; lost[m.ID] != "" && !alive[m.ID] {
			empty[m.No] = &result.UnplannedMould{MouldID: m.ID, MouldNo: m.No, State: result.Nothing, Reason: result.ReasonNoOperations, Words: result.ReasonWords(result.ReasonNoOperations)}
		}
	}
	return nil
}

// readDue reads the deliveries of today: those that the schedule plans its moulds for, and of the others their own or the
// earlier ones to which the schedules that have planned them hold them.
func (g *Registry) readDue(ctx context.Context, tx store.Tx, s *entity.Schedule, b *compare.Beside, before, after []result.Task) error {
	open, err := g.deps.Outline(ctx, tx, nil)
	if err != nil {
		return err
	}
	held := *open
	if len(s.MouldIDs) > 0 {
		held.Moulds = slices.DeleteFunc(slices.Clone(open.Moulds), func(m model.Mould) bool { return !slices.Contains(s.MouldIDs, m.ID) })
	}
	for _, shop := range []*model.Shop{open, s.Due(&held)} {
		for i := range shop.Moulds {
			b.Due[shop.Moulds[i].No] = shop.Moulds[i].Delivery
		}
	}
	for _, tasks := range [][]result.Task{before, after} {
		for i := range tasks {
			t := &tasks[i]
			if own, open := b.Due[t.MouldNo]; open && t.HeldDue != nil && len(s.MouldIDs) > 0 && !slices.Contains(s.MouldIDs, t.MouldID) {
				b.Due[t.MouldNo] = entity.Earlier(own, t.HeldDue)
			}
		}
	}
	return nil
}

// readPartDue reads the dates that parts have today, of the moulds of which a part has one, or had one when it was planned.
func (g *Registry) readPartDue(ctx context.Context, tx store.Tx, before, after []result.Task) (map[model.Lot]*time.Time, error) {
	moulds := map[string]bool{} // whether one was planned with
	for _, tasks := range [][]result.Task{before, after} {
		for i := range tasks {
			moulds[tasks[i].MouldID] = moulds[tasks[i].MouldID] || tasks[i].PartDue != nil
		}
	}
	dated, err := g.deps.Dated(ctx, tx, slices.Sorted(maps.Keys(moulds)))
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(moulds, func(id string, planned bool) bool { return !planned && !slices.Contains(dated, id) })
	if len(moulds) == 0 {
		return nil, nil
	}
	operations, err := g.deps.Standings(ctx, tx, slices.Sorted(maps.Keys(moulds)), nil)
	due := map[model.Lot]*time.Time{}
	for _, tasks := range [][]result.Task{before, after} {
		for i := range tasks {
			if s, there := operations[tasks[i].Operation()]; there {
				due[tasks[i].Lot()] = s.PartDue
			}
		}
	}
	return due, err
}

// unplanned are the moulds of a plan, by number, of which it holds nothing, and those of which it holds tasks without a place;
// and what the plan changed when it was published.
func (g *Registry) unplanned(ctx context.Context, tx store.Tx, planID string) (empty, partly map[string]*result.UnplannedMould, published *compare.Difference, err error) {
	empty, partly = map[string]*result.UnplannedMould{}, map[string]*result.UnplannedMould{}
	if planID == "" {
		return empty, partly, nil, nil
	}
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "evaluation", "difference").Where("id = ?", planID).Scan(ctx); err != nil || p.Evaluation == nil {
		return empty, partly, p.Difference, err
	}
	for i := range p.Evaluation.Unplanned {
		m := &p.Evaluation.Unplanned[i]
		if m.Reason >= result.ReasonNoOperations { // of the others there are tasks
			empty[m.MouldNo] = m
		} else {
			partly[m.MouldNo] = m
		}
	}
	return empty, partly, p.Difference, nil
}
