package aps

import (
	"context"
	"errors"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// RebaseDraft brings one's draft to the newest plan of its schedule. Steps that this plan takes stay; the others are left out, each with
// its reason, until they are dismissed.
func (a *APS) RebaseDraft(ctx context.Context, scheduleID string, version int64) (*DraftView, error) {
	return a.refit(ctx, scheduleID, version, a.mustExist)
}

// RemoveFromDraft takes one step out of one's draft. Later ones that do not go without it are left out, each with its reason.
func (a *APS) RemoveFromDraft(ctx context.Context, scheduleID string, version int64, step int) (*DraftView, error) {
	return a.refit(ctx, scheduleID, version, func(tx store.Tx, s *entity.Schedule, d *draft.Draft) error {
		if err := a.mustExist(tx, s, d); err != nil {
			return err
		}
		if step < 1 || step > len(d.Steps) {
			return problem.Invalid(problem.Field("step", "range", msgDraftStep, len(d.Steps)))
		}
		if d.PlanID != s.PlanID {
			return a.draftBehind(ctx, tx, s, d)
		}
		d.Remove(step - 1)
		return nil
	})
}

// refit changes one's draft and tries what remains on the newest plan.
func (a *APS) refit(ctx context.Context, scheduleID string, version int64, change func(store.Tx, *entity.Schedule, *draft.Draft) error) (*DraftView, error) {
	return a.changeDraft(ctx, scheduleID, version, func(tx store.Tx, s *entity.Schedule, d *draft.Draft) error {
		if err := change(tx, s, d); err != nil {
			return err
		}
		d.PlanID = s.PlanID
		if len(d.Steps) == 0 {
			return nil
		}
		h, err := a.Hold(ctx, tx, s, s.PlanID)
		if err != nil {
			return err
		}
		defer h.Release()
		return a.fit(ctx, tx, s, h, d)
	}, func(*draft.Draft) {})
}

// fit leaves those steps out of a draft that a plan does not take, from the first on: what is left out is not there for the next ones.
func (a *APS) fit(ctx context.Context, tx store.Tx, s *entity.Schedule, h *explaining.Plan, d *draft.Draft) error {
	for len(d.Steps) > 0 {
		t, err := a.try(ctx, tx, s, h, d.All())
		if err == nil {
			at := t.outdated()
			t.session.Close()
			if at < 0 {
				return nil
			}
			d.Leave(at, msgOtherRecord)
			continue
		}
		var p *problem.Problem
		if !errors.As(err, &p) || len(p.Fields) == 0 {
			return err
		}
		at, _, ok := refusedChange(p.Fields[0].Field)
		if !ok {
			return err
		}
		d.Leave(at, p.Fields[0].Text().Worded())
	}
	return nil
}
