package aps_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// The kept problem of a run makes the same plan again, whatever the clock allowed the run; APS-RUN: each run can be
// replayed.
func TestARunIsMadeAgainFromItsProblem(t *testing.T) {
	each(t, true, func(h *house) {
		h.shop.Moulds[1].Parts[0].Ops[0].GroupID = "g-off" // not every operation finds a place
		start := time.Now().Add(time.Hour).Truncate(time.Minute)
		for name, set := range map[string]map[string]any{
			"plain": {"timeLimitSeconds": 1.0}, "overtime": {"timeLimitSeconds": 1.0, "overtimeChoice": 3.0}, "dispatcher": {"timeLimitSeconds": 0.0},
		} {
			s, err := h.save(entity.Config{Name: name, StartTime: &start, Settings: set})
			h.must(err)
			h.start(s)
			s = h.settled(s)
			var plan entity.Plan
			h.must(h.db.Read(h.ctx, func(tx store.Tx) error { return tx.Select(&plan).Where("id = ?", s.PlanID).Scan(h.ctx) }))
			loaded := h.problem(plan.Snapshot)
			if loaded.Replay == nil {
				h.Fatalf("%s: nothing says how it went", name)
			}
			params := loaded.Params
			params.Seed, params.Seconds, params.Pace = loaded.Replay.Seed, loaded.Replay.Seconds, &solver.Pace{Again: loaded.Replay.Iterations}
			_, again, err := solver.Run(h.ctx, loaded.Problem, params, nil)
			h.must(err)
			var want, got []string
			for _, r := range h.tasks(aps.TaskQuery{ScheduleID: s.ID, LockStatus: new(2), Size: 500}) {
				if r.PlannedStart != nil {
					want = append(want, r.PlannedStart.UTC().Format(time.RFC3339))
				}
			}
			for o, at := range again.Start {
				if again.Resource[o] >= 0 {
					got = append(got, loaded.Instant(at).UTC().Format(time.RFC3339))
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if len(want) == 0 || !slices.Equal(want, got) {
				h.Errorf("%s: starts %v, made again %v", name, want, got)
			}
		}
	})
}

func (h *house) problem(packed string) *instance.Loaded {
	h.Helper()
	text, err := base64.StdEncoding.DecodeString(packed)
	h.must(err)
	z, err := gzip.NewReader(bytes.NewReader(text))
	h.must(err)
	loaded, err := instance.Read(z)
	h.must(err)
	return loaded
}
