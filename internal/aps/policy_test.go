package aps_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/platform/store"
)

// APS-SET-06, APS-SET-07, APS-SET-09: every goal, overtime choice and direction and every preset goes through a whole
// run, the independent check included. A drum without a bottleneck says so with the evaluation.
func TestEveryPolicyRuns(t *testing.T) {
	each(t, true, func(h *house) {
		policies := []map[string]any{{"optimisationGoal": 6.0, "timeLimitSeconds": 1.0}, {"overtimeChoice": 3.0, "timeLimitSeconds": 1.0}}
		for _, p := range aps.Presets() {
			set := map[string]any{}
			for key, value := range p.Values {
				set[key] = value
			}
			policies = append(policies, set)
		}
		for _, key := range []string{"optimisationGoal", "overtimeChoice", "productionDirection"} {
			for _, s := range aps.Settings() {
				for _, o := range s.Options {
					if s.Key == key {
						policies = append(policies, map[string]any{key: float64(o.Value)})
					}
				}
			}
		}
		for i, set := range policies {
			if set["timeLimitSeconds"] == nil {
				set["timeLimitSeconds"] = 0.0
			}
			start := time.Now().Add(time.Hour)
			s, err := h.save(aps.Config{Name: fmt.Sprintf("policy %d", i), StartTime: &start, Settings: set})
			if err != nil {
				h.Fatal(said(err))
			}
			h.start(s)
			got := h.settled(s)
			if got.RunStatus != aps.RunSuccess || got.Message != "" {
				h.Errorf("%v ended as %d %s", set, got.RunStatus, got.Message)
				continue
			}
			var e *aps.Evaluation
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { e, err = h.aps.EvaluationOf(h.ctx, tx, s.ID); return err }))
			if drum := set["productionDirection"] == 4.0; drum != (len(e.Notes) == 1 && strings.Contains(e.Notes[0].En, "planned forward")) {
				h.Errorf("%v says %v", set, e.Notes)
			}
		}
	})
}
