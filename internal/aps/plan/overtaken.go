package plan

import (
	"context"
	"slices"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// Plans that go around work in force that is another one by now: publishing them would drop or move it, and is refused.

// workInForce is the work in force of all moulds as a run of this moment would carry it over.
type workInForce struct {
	kept []result.Task // of moulds that are still open
	at   map[string]model.Place
}

func (g *Registry) readWorkInForce(ctx context.Context, tx store.Tx) (w workInForce, err error) {
	inForce, err := entity.TasksInForce(ctx, tx, nil)
	if err != nil {
		return w, err
	}
	w.kept, err = g.CarriedOver(ctx, tx, nil, inForce)
	w.at = result.Places(w.kept)
	return w, err
}

// overtaken are the moulds, by number, whose work in force a plan would drop or move if it were published: another plan
// has been published since its run, and it goes around the old one.
func (g *Registry) overtaken(ctx context.Context, tx store.Tx, planID string) ([]string, error) {
	w, err := g.readWorkInForce(ctx, tx)
	if err != nil {
		return nil, err
	}
	return g.droppedBy(ctx, tx, planID, w)
}

// droppedBy are the moulds of which a plan would drop or move work in force.
func (g *Registry) droppedBy(ctx context.Context, tx store.Tx, planID string, w workInForce) (moulds []string, err error) {
	if len(w.kept) == 0 {
		return nil, nil
	}
	var own []string
	if err := tx.Select((*result.Task)(nil)).Columns("mould_id").Where("plan_id = ? AND carried = ?", planID, false).ScanColumn(ctx, &own); err != nil {
		return nil, err
	}
	planned := map[string]bool{}
	for _, id := range own {
		planned[id] = true
	}
	foreign := func(t result.Task) bool { return !planned[t.MouldID] }
	if !slices.ContainsFunc(w.kept, foreign) {
		return nil, nil
	}
	empty, _, _, err := g.unplanned(ctx, tx, planID)
	if err != nil {
		return nil, err
	}
	for _, m := range empty { // the run knew of them and had nothing to plan
		planned[m.MouldID] = true
	}
	var rows []result.Task
	columns := []string{"id", "task_id", "resource_id", "planned_start", "planned_end"}
	if err := tx.Select(&rows).Columns(columns...).Where("plan_id = ? AND carried = ?", planID, true).Scan(ctx); err != nil {
		return nil, err
	}
	at := result.Places(rows)
	for i := range w.kept {
		t := &w.kept[i]
		want, placed := w.at[t.TaskID]
		if placed && foreign(*t) && !at[t.TaskID].Equal(want) && !slices.Contains(moulds, t.MouldNo) {
			moulds = append(moulds, t.MouldNo)
		}
	}
	return moulds, nil
}

// markOvertaken tells of the versions of a schedule which ones cannot come in force any more. One whose run began after the
// plan in force was published goes around that; only the others are looked at.
func (g *Registry) markOvertaken(ctx context.Context, tx store.Tx, s *entity.Schedule, plans []entity.Plan, rows []Version) error {
	if s.Simulation {
		return nil
	}
	inForce, err := entity.InForce(ctx, tx)
	if err != nil {
		return err
	}
	var w *workInForce
	for i := range plans {
		if inForce.PlanID == "" || plans[i].ID == inForce.PlanID || !plans[i].SnapshotAt.Before(inForce.Since) {
			continue
		}
		if w == nil {
			read, err := g.readWorkInForce(ctx, tx)
			if err != nil {
				return err
			}
			w = &read
		}
		dropped, err := g.droppedBy(ctx, tx, plans[i].ID, *w)
		if err != nil {
			return err
		}
		hidden, err := result.HiddenMouldsOf(ctx, tx, plans[i].ID, inForce.PlanID)
		if err != nil {
			return err
		}
		rows[i].Overtaken = append(rows[i].Overtaken, hidden.Told(dropped)...)
	}
	return nil
}
