package aps_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

func (h *house) saveLayer(l setting.Layer, version int64, values map[string]any) error {
	return h.write(func(tx store.Tx) error { return setting.Save(h.ctx, tx, l, version, values) })
}

// fresh is the whole set that a new tenant has.
func fresh() map[string]any {
	set := map[string]any{}
	for _, s := range setting.Table() {
		set[s.Key] = s.Default
	}
	return set
}

// The fifteen settings that must not be empty, by the row that demands each.
var requiredRows = map[string]string{
	"APS-SET-03": "bottleneckBufferHours", "APS-SET-04": "dynamicWorkSegmentation", "APS-SET-05": "minElectrodeTransferQty",
	"APS-SET-06": "optimisationGoal", "APS-SET-07": "overtimeChoice", "APS-SET-08": "pauseResourcePriority",
	"APS-SET-09": "productionDirection", "APS-SET-10": "resourceLevelAllocation", "APS-SET-11": "resourceLocking",
	"APS-SET-12": "resourceSelectionRule", "APS-SET-13": "reuseLastPlanResource", "APS-SET-14": "resourceSpecConstraints",
	"APS-SET-15": "taskSchedulingRule", "APS-SET-16": "timeoutSurplusCoefficient", "APS-SET-17": "assemblyHourMethod",
}

// APS-SET-03 to APS-SET-17, APS-SET-23: each empty required setting blocks saving with a message of its own, in both
// languages, at every layer.
func TestRequiredSettings(t *testing.T) {
	each(t, false, func(h *house) {
		zh, en := map[string]bool{}, map[string]bool{}
		for row, key := range requiredRows {
			for _, layer := range []setting.Layer{setting.LayerGlobal, setting.LayerDefault, setting.LayerMockGlobal, setting.LayerMockDefault} {
				for _, empty := range []any{nil, ""} {
					set := fresh()
					set[key] = empty
					err := h.saveLayer(layer, 0, set)
					if want := "settings." + key + " required"; !strings.Contains(said(err), want) {
						h.Errorf("%s at %s: %q, want %q", row, layer, said(err), want)
					}
					var p *problem.Problem
					if errors.As(err, &p) {
						zh[firstMessage(p, "zh")], en[firstMessage(p, "en")] = true, true
					}
				}
			}
			set := fresh()
			delete(set, key)
			if err := h.saveLayer(setting.LayerGlobal, 0, set); !strings.Contains(said(err), key+" required") {
				h.Errorf("%s: left out of the global layer: %q", row, said(err))
			}
		}
		if len(zh) != 15 || len(en) != 15 {
			h.Errorf("%d messages in zh and %d in en, want 15 of each", len(zh), len(en))
		}
	})
}

func firstMessage(p *problem.Problem, language string) string {
	_, data := p.Wire(language)
	return data.([]problem.FieldError)[0].Message
}

// APS-SET-18, APS-SET-20, APS-SET-21, APS-SET-22: these may be saved empty, which means 0, and may be left out. APS-SET-19,
// resourceGroupFlowTime, is no number of a layer: its pairs are the flow times of the factory, see the golden rows of resourceGroupFlowTime.
func TestOptionalSettings(t *testing.T) {
	each(t, false, func(h *house) {
		set := fresh()
		for _, key := range []string{"defaultFlowTime", "electrodePreProcessTime", "edmLeadNotSplit", "edmLeadNotStocked"} {
			set[key] = ""
		}
		h.must(h.saveLayer(setting.LayerGlobal, 0, set))
		s := h.schedule("s", 0)
		set["resourceGroupFlowTime"] = 1.0
		if err := h.saveLayer(setting.LayerGlobal, 1, set); !strings.Contains(said(err), "resourceGroupFlowTime unknown") {
			h.Errorf("a pair's flow time as a number: %s", said(err))
		}
		if run := h.start(s); run.Settings["edmLeadNotSplit"] != 0.0 {
			h.Errorf("an empty lead is frozen into the run as %v", run.Settings["edmLeadNotSplit"])
		}
	})
}

// APS-SET-01, APS-SET-02: four layers. A key absent at a level falls through; a schedule beats its factory, a factory
// its tenant; a simulation asks the mock layers first and a run never does.
func TestSettingLayers(t *testing.T) {
	each(t, false, func(h *house) {
		global := fresh()
		global["taskSchedulingRule"], global["minElectrodeTransferQty"] = 3.0, 2.0
		h.must(h.saveLayer(setting.LayerGlobal, 0, global))
		h.must(h.saveLayer(setting.LayerDefault, 0, map[string]any{"taskSchedulingRule": 5.0}))
		h.must(h.saveLayer(setting.LayerMockGlobal, 0, map[string]any{"taskSchedulingRule": 7.0}))
		h.must(h.saveLayer(setting.LayerMockDefault, 0, map[string]any{"minElectrodeTransferQty": 6.0}))
		start := time.Now().Add(time.Hour)
		s, err := h.save(entity.Config{Name: "s", StartTime: &start, Settings: map[string]any{"timeoutSurplusCoefficient": 0.5}})
		h.must(err)
		run := h.start(s)
		for key, want := range map[string]any{"taskSchedulingRule": 5.0, "minElectrodeTransferQty": 2.0, "timeoutSurplusCoefficient": 0.5, "edmLeadNotSplit": 72.0} {
			if run.Settings[key] != want {
				h.Errorf("%s is %v in the run, want %v", key, run.Settings[key], want)
			}
		}
		view := func(l setting.Layer) (v *setting.LayerView) {
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { v, err = setting.LayerOf(h.ctx, tx, l); return err }))
			return v
		}
		if v := view(setting.LayerMockDefault); v.Values["minElectrodeTransferQty"] != 6.0 || v.Inherited["taskSchedulingRule"] != 7.0 || v.Version != 1 {
			h.Errorf("mock default: %v over %v, version %d", v.Values, v.Inherited["taskSchedulingRule"], v.Version)
		}
		if v := view(setting.LayerMockGlobal); v.Inherited["taskSchedulingRule"] != 5.0 || v.Inherited["minElectrodeTransferQty"] != 2.0 {
			h.Errorf("mock global: over %v and %v", v.Inherited["taskSchedulingRule"], v.Inherited["minElectrodeTransferQty"])
		}
		if got, there := view(setting.LayerGlobal).Values["maxChangesInWindow"]; got != nil || !there {
			h.Errorf("no limit of changes is told as %v", got)
		}
		// APS-SET-02: the choices of a setting, and their names.
		choices := map[string][]string{}
		for _, s := range view(setting.LayerGlobal).Settings {
			for _, o := range s.Options {
				choices[s.Key] = append(choices[s.Key], fmt.Sprint(o.Value, " ", o.Label.In("zh"), "/", o.Label.In("en")))
			}
		}
		if got := strings.Join(choices["overtimeChoice"], ", "); got != "0 不加班/None, 1 允许加班/Use freely, 2 仅瓶颈/Bottleneck only, 3 仅延期任务/Late moulds only" {
			h.Errorf("the choices of overtime are %s", got)
		}
		// Somebody else was faster: the newer row comes back, nothing is overwritten.
		h.must(h.saveLayer(setting.LayerDefault, 1, map[string]any{"taskSchedulingRule": 6.0}))
		if err := h.saveLayer(setting.LayerDefault, 1, map[string]any{"taskSchedulingRule": 1.0}); !strings.HasPrefix(said(err), "20009") {
			h.Errorf("a stale save says %q", said(err))
		}
		if v := view(setting.LayerDefault); v.Values["taskSchedulingRule"] != 6.0 || v.Version != 2 {
			h.Errorf("default: %v, version %d", v.Values, v.Version)
		}
		if err := h.saveLayer("other", 0, global); !strings.Contains(said(err), "layer choice") {
			h.Errorf("an unknown layer says %q", said(err))
		}
	})
}

// pauseResourcePriority: a paused operation with four hours left on M2, an urgent one of two hours for M2 alone, M1 free.
func TestPausedOperations(t *testing.T) {
	for value, want := range map[float64][2]string{
		1: {"02T08:00-02T12:00", "02T13:00-02T15:00"}, // first on its machine
		2: {"02T10:00-02T15:00", "02T08:00-02T10:00"}, // behind the urgent one
		3: {"02T08:00-02T13:15", "02T08:00-02T10:00"}, // on M1, with a quarter of an hour of set-up
	} {
		shop := smallShop(2)
		paused, urgent := &shop.Moulds[0].Parts[0], &shop.Moulds[1].Parts[0]
		paused.Ops, urgent.Ops = paused.Ops[:1], urgent.Ops[:1]
		remaining := paused.Ops[0].Minutes
		paused.Ops[0].Status, paused.Ops[0].OnMachine, paused.Ops[0].Remaining = 2, "m2", &remaining
		shop.Moulds[1].Priority = 100
		urgent.Ops[0].Minutes, urgent.Ops[0].Setup, urgent.Ops[0].Machines = 120, 0, []model.Eligible{{MachineID: "m2"}}
		got := plannedWith(t, shop, map[string]any{"pauseResourcePriority": value})
		if got["A001/P1/10/"] != want[0] || got["A002/P1/10/"] != want[1] {
			t.Errorf("%v: paused %s, urgent %s, want %v", value, got["A001/P1/10/"], got["A002/P1/10/"], want)
		}
	}
}

// APS-SET-11: two operations are published on M2, today at ten and in three days; M1 is free. An empty machine at eight
// is what each would choose if it could.
func TestResourceLocking(t *testing.T) {
	for value, want := range map[float64][2]string{
		0: {"02T08:00", "m1"}, 1: {"02T08:00", "m1"}, 2: {"02T08:00", "m2"}, 3: {"02T10:00", "m2"},
	} {
		shop := smallShop(2)
		shop.Moulds[0].Parts[0].Ops = shop.Moulds[0].Parts[0].Ops[:1]
		shop.Moulds[1].Parts[0].Ops = shop.Moulds[1].Parts[0].Ops[:1]
		begin := at(t, shop.Zone, "2026-03-02 08:00")
		file := aps.TranslateAfter(shop, begin, map[string]any{"resourceLocking": value, "reuseLastPlanResource": 0.0}, map[string]aps.Standing{
			"A001-10": {Resource: "m2", Start: begin.Add(2 * time.Hour), End: begin.Add(7 * time.Hour)},
			"A002-10": {Resource: "m2", Start: begin.Add(72 * time.Hour), End: begin.Add(77 * time.Hour)},
		})
		got, on := solved(t, file)
		if g := got["A001/P1/10/"]; !strings.HasPrefix(g, want[0]) || on["A001/P1/10/"] != want[1] {
			t.Errorf("%v: %s on %s, want %v", value, g, on["A001/P1/10/"], want)
		}
		// Beyond the window nothing is held: the second one starts at once, on the machine that is left.
		if g := got["A002/P1/10/"]; !strings.HasPrefix(g, "02T08:00") {
			t.Errorf("%v: the later one starts %s", value, g)
		}
	}
}

// The engine and the screens call a task moved by the same threshold.
func TestTheEngineKnowsTheMovedThreshold(t *testing.T) {
	for hours, want := range map[float64]solver.Min{0: 0, 1: 60, 4: 240} {
		loaded, err := aps.TranslateWith(smallShop(1), time.Now(), map[string]any{"movedThreshold": hours}).Build()
		if err != nil {
			t.Fatal(err)
		}
		if loaded.Problem.MovedAfter != want {
			t.Errorf("%v h: moved after %d minutes", hours, loaded.Problem.MovedAfter)
		}
	}
}

// APS-SET-11: what should have started already goes first on its machine, whatever the dispatch rule says.
func TestLateStartersGoFirst(t *testing.T) {
	for value, want := range map[float64][2]string{1: {"02T08:00", "02T13:00"}, 2: {"02T13:00", "02T08:00"}, 3: {"02T13:00", "02T08:00"}} {
		shop := smallShop(2)
		shop.Machines = slices.Delete(shop.Machines, 0, 1) // all on M2
		for m := range shop.Moulds {
			shop.Moulds[m].Parts[0].Ops = shop.Moulds[m].Parts[0].Ops[:1]
		}
		begin := at(t, shop.Zone, "2026-03-02 08:00")
		file := aps.TranslateAfter(shop, begin, map[string]any{"resourceLocking": value, "reuseLastPlanResource": 0.0}, map[string]aps.Standing{
			"A002-10": {Resource: "m2", Start: begin.Add(-3 * time.Hour), End: begin.Add(2 * time.Hour)},
		})
		got, _ := solved(t, file)
		for i, op := range []string{"A001/P1/10/", "A002/P1/10/"} {
			if !strings.HasPrefix(got[op], want[i]) {
				t.Errorf("%v: %s starts %s, want %s", value, op, got[op], want[i])
			}
		}
	}
}

// Migration 00021, APS-SET-03 and APS-SET-13: what nobody could have chosen takes its default, everything else stays.
func TestOldSetsTakeTheDefaults(t *testing.T) {
	each(t, false, func(h *house) {
		set := fresh()
		set["bottleneckBufferHours"], set["reuseLastPlanResource"], set["minElectrodeTransferQty"] = 0.0, 0.0, 3.0
		h.must(h.saveLayer(setting.LayerGlobal, 0, set))
		raw, err := os.ReadFile("../platform/store/migrations/00021_setting_defaults.sql")
		h.must(err)
		for statement := range strings.SplitSeq(string(raw), ";") {
			if at := strings.Index(statement, "UPDATE"); at >= 0 {
				h.sql(statement[at:])
			}
		}
		var v *setting.LayerView
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { v, err = setting.LayerOf(h.ctx, tx, setting.LayerGlobal); return err }))
		if v.Values["bottleneckBufferHours"] != 8.0 || v.Values["reuseLastPlanResource"] != 1.0 || v.Values["minElectrodeTransferQty"] != 3.0 {
			h.Errorf("the set is %v", v.Values)
		}
	})
}

// APS-SET-04: yes or no, and nothing else.
func TestDynamicWorkSegmentationIsYesOrNo(t *testing.T) {
	for value, want := range map[float64]int{0: 0, 1: 0, -1: 1, 2: 1} {
		set := fresh()
		set["dynamicWorkSegmentation"] = value
		if bad := setting.Check(set, true); len(bad) != want {
			t.Errorf("%v: %v", value, bad)
		}
	}
}
