package plan

import (
	"context"
	"errors"
	"strings"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/store"
)

// unplanned are the settings that a plan does not depend on, beside the weights of its evaluation.
func unplanned(key string) bool {
	return key == "timeLimitSeconds" || key == "seed" || strings.HasPrefix(key, "weight")
}

// ChangesSince counts moulds, tasks, and master records or settings that the run of a plan has seen otherwise.
func (g *Registry) ChangesSince(ctx context.Context, tx store.Tx, s *entity.Schedule, planID string) (moulds, tasks, masters int, err error) {
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "run_id", "fingerprint").Where("id = ?", planID).Scan(ctx); err != nil {
		return 0, 0, 0, err
	}
	if p.Fingerprint == "" { // an example's plan
		return 0, 0, 0, nil
	}
	var was result.Fingerprint
	if err := result.Unpack(p.Fingerprint, &was); err != nil {
		return 0, 0, 0, err
	}
	set, err := s.Effective(ctx, tx)
	if err != nil {
		return 0, 0, 0, err
	}
	shop, err := g.deps.Shop(ctx, tx, s.MouldIDs)
	if err != nil {
		return 0, 0, 0, err
	}
	now := result.FingerprintOf(shop, set)
	changed := result.Differing(was.Tasks, now.Tasks)
	off, err := g.offPlan(ctx, tx, planID)
	if err != nil {
		return 0, 0, 0, err
	}
	for _, id := range off {
		changed[id] = true
	}
	moulds, tasks, masters = len(result.Differing(was.Moulds, now.Moulds)), len(changed), len(result.Differing(was.Masters, now.Masters))
	var run entity.Run
	if err := tx.Select(&run).Columns("id", "settings").Where("id = ?", p.RunID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return moulds, tasks, masters, nil
	} else if err != nil {
		return 0, 0, 0, err
	}
	for _, x := range setting.Table() {
		if !unplanned(x.Key) && setting.Number(run.Settings, x.Key) != setting.Number(set, x.Key) {
			masters++
		}
	}
	return moulds, tasks, masters, nil
}
