package aps

import (
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/solver/instance"
)

// Translate lets tests look at the problem that a shop becomes.
func Translate(shop *Shop, start time.Time) *instance.File {
	return TranslateWith(shop, start, map[string]any{"defaultFlowTime": 0.0, "electrodePreProcessTime": 0.0})
}

// TranslateWith is Translate under settings.
func TranslateWith(shop *Shop, start time.Time, set map[string]any) *instance.File {
	return translate(request{shop: shop, start: start, settings: layered(set)}).file
}

// InForce is where the plan in force has a task.
type InForce struct {
	Resource   string
	Start, End time.Time
}

// TranslateAfter is TranslateWith while a plan is in force.
func TranslateAfter(shop *Shop, start time.Time, set map[string]any, inForce map[string]InForce) *instance.File {
	at := map[string]place{}
	for id, p := range inForce {
		at[id] = place{p.Resource, p.Start, p.End}
	}
	return translate(request{shop: shop, start: start, settings: layered(set), inForce: at}).file
}

// CheckSettings is the check of a whole set.
var CheckSettings = func(set map[string]any) []problem.FieldError { return checkSettings(set, true) }
