package aps

import (
	"context"
	"errors"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

var (
	labelVersion = L("版本", "Version")
	msgVersion   = L("缺少版本号：请带上读取这条记录时的%s", "The %s is missing: send the one that the record had when it was read")
)

// versionGiven refuses a change of a stored record that does not say which version it was made on; 0 stands for none.
func versionGiven(version int64) error {
	if version == 0 {
		return problem.Invalid(problem.Field("version", "required", msgVersion, labelVersion))
	}
	return nil
}

// staleSchedule tells a form that somebody saved before it: what is stored now, who changed it last and when.
func staleSchedule(ctx context.Context, tx store.Tx, s *Schedule) error {
	d := problem.StaleData{Name: s.Name, Current: config(s), ChangedAt: s.UpdatedAt.Format(time.RFC3339)}
	if lines, err := tx.History(ctx, "schedule", s.ID, 1); err == nil && len(lines) > 0 {
		d.ChangedBy = lines[0].By
	}
	return problem.Stale(d)
}

// updateSchedule writes a schedule as it was read; whoever was faster is named with what they stored.
func (a *APS) updateSchedule(ctx context.Context, tx store.Tx, s *Schedule) error {
	err := tx.Update(ctx, s)
	if !errors.Is(err, store.ErrStale) {
		a.changed(ctx, tx, s.ID)
		return err
	}
	now, err := a.find(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	return staleSchedule(ctx, tx, now)
}

// changed tells open pages of the factory, once the transaction has committed, that a schedule is not what they show: it was
// made, changed or removed, or another of its plans is in force.
func (a *APS) changed(ctx context.Context, tx store.Tx, id string) {
	if a.deps.Signal == nil {
		return
	}
	actor := tx.Actor()
	to := store.Actor{TenantID: actor.TenantID, FactoryID: actor.FactoryID}
	tx.AfterCommit(func() {
		a.deps.Signal(context.WithoutCancel(ctx), to, "changed", map[string]string{"entity": "schedule", "id": id})
	})
}
