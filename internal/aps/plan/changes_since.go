package plan

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
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

// Moved counts moulds, tasks, and master records or settings that a plan's run has seen otherwise than they are now.
type Moved struct {
	Moulds, Tasks, Masters int

	things []string // each of them with what it is now, by which one move is told from every other
}

// Count is how much has moved.
func (m Moved) Count() int { return m.Moulds + m.Tasks + m.Masters }

// ChangesSince counts what has moved since the run of a plan.
func (g *Registry) ChangesSince(ctx context.Context, tx store.Tx, s *entity.Schedule, planID string) (m Moved, err error) {
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "run_id", "fingerprint").Where("id = ?", planID).Scan(ctx); err != nil {
		return m, err
	}
	if p.Fingerprint == "" { // an example's plan
		return m, nil
	}
	var was result.Fingerprint
	if err := result.Unpack(p.Fingerprint, &was); err != nil {
		return m, err
	}
	set, err := s.Effective(ctx, tx)
	if err != nil {
		return m, err
	}
	shop, err := g.deps.Shop(ctx, tx, s.MouldIDs)
	if err != nil {
		return m, err
	}
	now := result.FingerprintOf(shop, set)
	changed := result.Differing(was.Tasks, now.Tasks)
	off, err := g.offPlan(ctx, tx, planID)
	if err != nil {
		return m, err
	}
	for _, id := range off {
		changed[id] = true
	}
	count := func(ids map[string]bool, now map[string]uint64) int {
		for _, id := range slices.Sorted(maps.Keys(ids)) {
			m.things = append(m.things, id+" "+strconv.FormatUint(now[id], 16))
		}
		return len(ids)
	}
	m.Moulds, m.Tasks, m.Masters = count(result.Differing(was.Moulds, now.Moulds), now.Moulds), count(changed, now.Tasks), count(result.Differing(was.Masters, now.Masters), now.Masters)
	var run entity.Run
	if err := tx.Select(&run).Columns("id", "settings").Where("id = ?", p.RunID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return m, nil
	} else if err != nil {
		return m, err
	}
	for _, x := range setting.Table() {
		if !unplanned(x.Key) && setting.Number(run.Settings, x.Key) != setting.Number(set, x.Key) {
			m.Masters++
			m.things = append(m.things, x.Key+" "+strconv.FormatFloat(setting.Number(set, x.Key), 'g', -1, 64))
		}
	}
	return m, nil
}
