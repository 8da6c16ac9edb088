package plan

import (
	"context"
	"errors"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// UpdateSchedule writes a schedule as it was read; whoever was faster is named with what they stored.
func (g *Registry) UpdateSchedule(ctx context.Context, tx store.Tx, s *entity.Schedule) error {
	err := tx.Update(ctx, s)
	if !errors.Is(err, store.ErrStale) {
		g.Changed(ctx, tx, s.ID)
		return err
	}
	now, err := entity.FindSchedule(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	return entity.StaleSchedule(ctx, tx, now)
}

// Changed tells open pages of the factory, once the transaction has committed, that a schedule is not what they show: it was
// made, changed or removed, or another of its plans is in force.
func (g *Registry) Changed(ctx context.Context, tx store.Tx, id string) {
	if g.deps.Signal == nil {
		return
	}
	actor := tx.Actor()
	to := store.Actor{TenantID: actor.TenantID, FactoryID: actor.FactoryID}
	tx.AfterCommit(func() {
		g.deps.Signal(context.WithoutCancel(ctx), to, "changed", map[string]string{"entity": "schedule", "id": id})
	})
}
