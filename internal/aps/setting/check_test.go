package setting_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/problem"
)

// Each preset is a set that can be saved, and all set the same settings.
func TestPresets(t *testing.T) {
	keys := func(p setting.Preset) string {
		var all []string
		for key := range p.Values {
			all = append(all, key)
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	first := keys(setting.Presets()[0])
	seen := map[string]bool{}
	for _, p := range setting.Presets() {
		set := setting.Fresh()
		for key, value := range p.Values {
			set[key] = value
		}
		if bad := setting.Check(set, true); len(bad) > 0 {
			t.Errorf("%s: %v", p.Key, bad)
		}
		if got := keys(p); got != first {
			t.Errorf("%s sets %s, the first %s", p.Key, got, first)
		}
		if text := fmt.Sprint(p.Values); seen[text] {
			t.Errorf("%s is another preset again", p.Key)
		} else {
			seen[text] = true
		}
	}
}

// What the table does not know, what is out of range and what the engine does not honour is refused.
func TestSettingsRefused(t *testing.T) {
	for _, row := range []struct {
		key   string
		value any
		rule  string
	}{
		{"colour", 1.0, "unknown"},
		{"taskSchedulingRule", 9.0, "choice"},
		{"taskSchedulingRule", 1.5, "choice"},
		{"taskSchedulingRule", "2", "type"},
		{"taskSchedulingRule", true, "type"},
		{"minElectrodeTransferQty", 0.0, "range"},
		{"minElectrodeTransferQty", 1.5, "whole"},
		{"timeoutSurplusCoefficient", 100.1, "range"},
		{"timeoutSurplusCoefficient", -0.1, "range"},
		{"defaultFlowTime", -1.0, "range"},
		{"timeLimitSeconds", 3601.0, "range"},
		{"timeoutSurplusCoefficient", 0.1234567, "decimals"},
	} {
		set := setting.Fresh()
		set[row.key] = row.value
		bad := setting.Check(set, true)
		if !slices.ContainsFunc(bad, func(f problem.FieldError) bool { return f.Field == "settings."+row.key && f.Rule == row.rule }) {
			t.Errorf("%s %v: %v, want %s", row.key, row.value, bad, row.rule)
		}
	}
	for _, s := range setting.Table() {
		for _, o := range s.Options {
			set := setting.Fresh()
			set[s.Key] = float64(o.Value)
			if bad := setting.Check(set, true); len(bad) > 0 {
				t.Errorf("%s %d is refused: %v", s.Key, o.Value, bad)
			}
		}
	}
	if bad := setting.Check(setting.Fresh(), true); len(bad) > 0 {
		t.Errorf("the set of a fresh tenant is refused: %v", bad)
	}
}
