// Package setting holds the settings of scheduling: what each may be, the layers that keep them, and the whole set of a run.
//
// What lives here: the table of settings, presets, the axes of the evaluation with their weights, the layers and their calls.
// What never does: what a setting changes in a plan (each is read where it does that), schedules, runs.
package setting

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"mouldworks/internal/platform/problem"
)

// L is a short name for texts.
var L = problem.L

// Setting is one scheduling setting: what it is called, what it may be, and which of its values the engine honours.
type Setting struct {
	Key   string
	Label problem.Text
	Help  problem.Text // what it changes in a plan, in the planner's words
	Unit  problem.Text
	// Required settings must stand in every saved set of the global layer and may not be empty in any.
	Required bool
	// Empty, when set, is what the setting is when it is saved empty; others may not be empty.
	Empty     *float64
	EmptyWord problem.Text // what empty means, where that is no number of its range
	Advanced  bool         // shown apart: few tenants touch it
	Options   []Option     // the choices; none: a number between Low and High
	Default   float64      // of a fresh tenant
	Low, High float64
	Whole     bool
}

// Option is one choice.
type Option struct {
	Value int
	Label problem.Text
	Help  problem.Text
}

var (
	msgNoSetting = L("没有排程参数%s", "There is no setting %s")
	msgSetEmpty  = L("%s不能为空", "%s cannot be empty")
	msgSetNumber = L("%s必须是数字", "%s must be a number")
	msgSetWhole  = L("%s必须是整数", "%s must be a whole number")
	msgSetPlaces = L("%s最多 6 位小数", "%s has at most 6 decimals")
	msgSetChoice = L("%s没有选项%v", "%s has no option %v")
	msgSetRange  = L("%s必须在 %v 到 %v 之间", "%s must lie between %v and %v")
)

// find finds a declaration.
func find(key string) (Setting, bool) {
	all := Table()
	i := slices.IndexFunc(all, func(s Setting) bool { return s.Key == key })
	if i < 0 {
		return Setting{}, false
	}
	return all[i], true
}

// Check holds values against the table. nil and "" are empty. Whole sets must hold every required setting;
// overrides may leave settings out, which then come from the layer below.
func Check(values map[string]any, whole bool) (bad []problem.FieldError) {
	for key, value := range values {
		s, known := find(key)
		if !known {
			bad = append(bad, problem.Field("settings."+key, "unknown", msgNoSetting, key))
			continue
		}
		bad = append(bad, s.check(value)...)
	}
	for _, s := range Table() {
		if _, there := values[s.Key]; whole && s.Required && !there {
			bad = append(bad, s.fault("required", msgSetEmpty))
		}
	}
	slices.SortFunc(bad, func(a, b problem.FieldError) int { return slices.Compare([]byte(a.Field), []byte(b.Field)) })
	return bad
}

func (s Setting) fault(rule string, text problem.Text, args ...any) problem.FieldError {
	return problem.Field("settings."+s.Key, rule, text, append([]any{s.Label}, args...)...)
}

func (s Setting) check(value any) []problem.FieldError {
	if value == nil || value == "" {
		if s.Empty != nil {
			return nil
		}
		return []problem.FieldError{s.fault("required", msgSetEmpty)}
	}
	n, ok := value.(float64)
	switch {
	case !ok || math.IsNaN(n) || math.IsInf(n, 0):
		return []problem.FieldError{s.fault("type", msgSetNumber)}
	case len(s.Options) > 0:
		if !slices.ContainsFunc(s.Options, func(o Option) bool { return float64(o.Value) == n }) {
			return []problem.FieldError{s.fault("choice", msgSetChoice, value)}
		}
	case s.Whole && n != math.Trunc(n):
		return []problem.FieldError{s.fault("whole", msgSetWhole)}
	case math.Round(n*1e6)/1e6 != n:
		return []problem.FieldError{s.fault("decimals", msgSetPlaces)}
	case (n < s.Low || n > s.High) && !s.isEmpty(n):
		return []problem.FieldError{s.fault("range", msgSetRange, s.Low, s.High)}
	}
	return nil
}

// isEmpty tells that a number only stands for an empty value.
func (s Setting) isEmpty(n float64) bool { return s.Empty != nil && n == *s.Empty && n < s.Low }

// Fresh is the whole set of a tenant that has saved nothing.
func Fresh() map[string]any {
	set := map[string]any{}
	for _, s := range Table() {
		set[s.Key] = s.Default
	}
	return set
}

// Layered is the whole set that layers give, the strongest last. An empty value is what its setting says of it.
func Layered(layers ...map[string]any) map[string]any {
	set := Fresh()
	for _, layer := range layers {
		for key, value := range layer {
			if value == nil || value == "" {
				value = 0.0
				if s, known := find(key); known && s.Empty != nil {
					value = *s.Empty
				}
			}
			set[key] = value
		}
	}
	return set
}

// Number reads a setting of a whole set; a set stored before the setting existed gives its default.
func Number(set map[string]any, key string) float64 {
	switch v := set[key].(type) {
	case float64:
		return v
	case json.Number:
		f, _ := v.Float64()
		return f
	}
	s, known := find(key)
	if !known {
		panic(fmt.Sprintf("aps: there is no setting %s", key)) // a slip in our own code
	}
	return s.Default
}

// Minutes reads a setting in hours of a whole set.
func Minutes(set map[string]any, key string) int32 { return int32(math.Round(Number(set, key) * 60)) }
