package aps_test

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/store"
)

// APS-SET-01: a simulation plans with the mock settings before the others, a real schedule never does; nothing of it is
// ever published, and it is nobody's default.
func TestSimulations(t *testing.T) {
	each(t, true, func(h *house) {
		h.must(h.saveLayer(setting.LayerDefault, 0, map[string]any{"taskSchedulingRule": 5.0, "timeLimitSeconds": 0.0}))
		h.must(h.saveLayer(setting.LayerMockGlobal, 0, map[string]any{"taskSchedulingRule": 6.0, "defaultFlowTime": 2.0}))
		h.must(h.saveLayer(setting.LayerMockDefault, 0, map[string]any{"defaultFlowTime": 3.0}))
		start := time.Now().Add(time.Hour).Truncate(time.Minute)
		yes, no := true, false
		sim, err := h.save(entity.Config{Name: "what if", StartTime: &start, Simulation: &yes, Settings: map[string]any{"seed": 7.0}})
		h.must(err)
		if sim.Default {
			h.Error("a simulation is the factory's default")
		}
		real, err := h.save(entity.Config{Name: "real", StartTime: &start})
		h.must(err)
		if !real.Default {
			h.Error("the first real schedule is not the default")
		}
		for _, row := range []struct {
			schedule         *entity.Schedule
			rule, flow, seed float64
		}{{sim, 6, 3, 7}, {real, 5, 1, 1}} {
			run := h.start(row.schedule)
			h.settled(row.schedule)
			set := h.run(run.ID).Settings
			if set["taskSchedulingRule"] != row.rule || set["defaultFlowTime"] != row.flow || set["seed"] != row.seed {
				h.Errorf("%s ran with rule %v, flow %v, seed %v", row.schedule.Name, set["taskSchedulingRule"], set["defaultFlowTime"], set["seed"])
			}
		}
		if err := h.publish(h.get(sim.ID)); !strings.Contains(said(err), "is a simulation and cannot be published") {
			h.Errorf("publishing a simulation: %s", said(err))
		}
		if _, err := h.save(entity.Config{ID: sim.ID, Version: h.get(sim.ID).Version, Name: "what if", DefaultFlag: &yes}); !strings.Contains(said(err), "cannot be the default") && !strings.Contains(said(err), "defaultFlag simulation") {
			h.Errorf("a simulation as default: %s", said(err))
		}
		now := h.get(sim.ID)
		if _, err := h.save(entity.Config{ID: sim.ID, Version: now.Version, Name: "what if", StartTime: &start, Simulation: &no}); !strings.Contains(said(err), "simulation fixed") {
			h.Errorf("a simulation made real: %s", said(err))
		}
		if _, err := h.save(entity.Config{Name: "both", StartTime: &start, Simulation: &yes, DefaultFlag: &yes}); !strings.Contains(said(err), "defaultFlag simulation") {
			h.Errorf("a new simulation as default: %s", said(err))
		}
		if _, err := h.save(entity.Config{ID: sim.ID, DefaultFlag: &yes}); !strings.Contains(said(err), "A simulation cannot be the default schedule") {
			h.Errorf("a simulation made the default: %s", said(err))
		}
		h.must(h.publish(h.get(real.ID)))
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			places, err := plan.InForce(h.ctx, tx, nil)
			if err == nil && len(places) == 0 {
				h.Error("the real plan is not in force")
			}
			return err
		}))
	})
}
