package aps

import (
	"testing"
	"time"

	"mouldworks/internal/aps/result"
)

// Two moments that may be missing are near where both are, or neither; the limit itself is near.
func TestMomentsThatAreNear(t *testing.T) {
	at := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	later := func(d time.Duration) *time.Time { m := at.Add(d); return &m }
	for name, c := range map[string]struct {
		a, b *time.Time
		want bool
	}{
		"neither": {nil, nil, true}, "one": {&at, nil, false}, "the other": {nil, &at, false}, "both": {&at, later(0), true},
		"as late as it may be": {later(time.Hour), &at, true}, "too late": {later(time.Hour + time.Second), &at, false},
		"as early as it may be": {&at, later(time.Hour), true}, "too early": {&at, later(time.Hour + time.Second), false},
	} {
		if near(c.a, c.b) != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}

// Every reason has its words; a number that no reason has takes those of the last one.
func TestEveryReasonHasItsWords(t *testing.T) {
	for code, want := range map[int]string{101: "No operations", 102: "All batches closed", 103: "The mould is on hold"} {
		if got := result.ReasonWords(code).En; got != want {
			t.Errorf("%d: %s", code, got)
		}
	}
	for code := range result.Reasons {
		if got := result.ReasonWords(code); got.En != result.Reasons[code].En {
			t.Errorf("%d: %s", code, got.En)
		}
	}
	if last := result.Reasons[len(result.Reasons)-1].En; result.ReasonWords(len(result.Reasons)).En != last || result.ReasonWords(99).En != last || result.ReasonWords(-1).En != result.Reasons[0].En {
		t.Errorf("beyond: %s, before: %s", result.ReasonWords(len(result.Reasons)).En, result.ReasonWords(-1).En)
	}
}
