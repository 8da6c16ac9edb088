// Package explaining says of a plan why a mould or a task ends when it does.
//
// What lives here: stored plans in memory on the engine's board, the chain of a mould or a task in words, what its causes give back. What
// never does: the search for causes itself (solver/explain), changes of a plan (draft).
package explaining

import (
	"time"

	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
)

// L is a short name for texts.
var L = problem.L

// Explainer says of plans why they are as they are. Those that it was asked for last stay in memory.
type Explainer struct {
	now     func() time.Time
	english result.EnglishNamesOf
	held    heldPlans
}

// New makes an explainer.
func New(now func() time.Time, english result.EnglishNamesOf) *Explainer {
	return &Explainer{now: now, english: english}
}
