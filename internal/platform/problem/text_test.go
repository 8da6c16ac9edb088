package problem_test

import (
	"testing"

	"mouldworks/internal/platform/problem"
)

// Names in a sentence stand as its language joins them, and are never read as a format.
func TestJoinedNames(t *testing.T) {
	text := problem.L("缺少：%s", "Missing: %s").With(problem.Joined([]string{"M1", "50%", "M3"}))
	for lang, want := range map[string]string{problem.Chinese: "缺少：M1、50%、M3", problem.English: "Missing: M1, 50%, M3"} {
		if got := text.In(lang); got != want {
			t.Errorf("in %s: %q", lang, got)
		}
	}
}
