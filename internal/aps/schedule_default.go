package aps

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// A factory has one default schedule, whoever saves at the same time.

// defaultLock is the part of a schedule that changes of the default flag wait for.
type defaultLock struct {
	bun.BaseModel `bun:"table:schedule"`
	TenantID      string `bun:"tenant_id"`
	FactoryID     string `bun:"factory_id"`
	Default       bool   `bun:"is_default"`
}

// lockDefault lets changes of the default flag of a factory happen one after the other: they all write its oldest
// schedule first. No version rises by that.
func lockDefault(ctx context.Context, tx store.Tx) error {
	var oldest entity.Schedule
	if err := tx.Select(&oldest).Columns("id").Order("id").Limit(1, 0).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	_, err := tx.Change((*defaultLock)(nil)).Set("is_default = is_default").Where("id = ?", oldest.ID).Exec(ctx)
	return err
}

// setDefault moves the default flag; clearing it is refused: there is always exactly one (R27).
func (a *APS) setDefault(ctx context.Context, tx store.Tx, s *entity.Schedule, on bool) error {
	if on == s.Default {
		return nil
	}
	switch {
	case !on:
		return problem.Refuse(msgOneDefault)
	case s.Simulation:
		return problem.Refuse(msgSimDefault)
	}
	if _, err := tx.Change((*entity.Schedule)(nil)).Set("is_default = ?", false).Where("is_default = ?", true).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.Change((*entity.Schedule)(nil)).Set("is_default = ?", true).Where("id = ?", s.ID).Exec(ctx); err != nil {
		return err
	}
	s.Default = true
	s.Version++
	return tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionChange, store.FieldChange{Field: "defaultFlag", Before: false, After: true})
}
