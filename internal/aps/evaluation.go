package aps

import (
	"context"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// EvaluationOf reads what a plan of a schedule, 0 for the newest, is worth; the weights are those of the settings of today.
func (a *APS) EvaluationOf(ctx context.Context, tx store.Tx, id string, planNumber int) (*result.Evaluation, error) {
	s, planID, err := entity.PlanAt(ctx, tx, id, planNumber)
	if err != nil {
		return nil, err
	}
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "run_id", "evaluation").Where("id = ?", planID).Scan(ctx); err != nil {
		return nil, err
	}
	set, err := s.Effective(ctx, tx)
	if err != nil {
		return nil, err
	}
	if p.Evaluation == nil {
		return nil, problem.Refuse(entity.MsgNoPlan, s.Name)
	}
	if p.Evaluation.Figures.RunSeconds, err = a.runSecondsOf(ctx, tx, s, p.RunID); err != nil {
		return nil, err
	}
	p.Evaluation.Weigh(set)
	p.Evaluation.NeverNil()
	hidden, err := result.HiddenMouldsOf(ctx, tx, planID)
	if err != nil {
		return nil, err
	}
	p.Evaluation.Veil(hidden)
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	p.Evaluation.Call(words)
	return p.Evaluation, nil
}
