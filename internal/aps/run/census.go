package run

import (
	"context"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// Census is how the runs of every tenant stand.
type Census struct {
	Waiting int
	Running int
	Oldest  time.Time // since when the longest of the waiting ones waits; zero without one
	Silent  int       // of the running ones, without a sign of life for so long that a node should have taken them up
}

// TakeCensus counts the runs that wait and work. It works on a database without a server too.
func TakeCensus(ctx context.Context, db *store.DB, now time.Time) (c Census, err error) {
	var open []entity.Run
	err = db.SystemRead(ctx, "count the runs of every tenant", func(tx store.Tx) error {
		return tx.Select(&open).Columns("id", "state", "created_at", "heartbeat_at").WhereIn("state", []string{entity.StateQueued, entity.StateRunning}).Order("created_at").Scan(ctx)
	})
	for i := range open {
		run := &open[i]
		if run.State == entity.StateRunning {
			c.Running++
			if run.HeartbeatAt.Before(now.Add(-2 * deadAfter)) {
				c.Silent++
			}
			continue
		}
		if c.Waiting++; c.Oldest.IsZero() {
			c.Oldest = run.CreatedAt
		}
	}
	return c, err
}
