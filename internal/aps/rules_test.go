package aps

import (
	"testing"

	"mouldworks/internal/aps/result"
)

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
