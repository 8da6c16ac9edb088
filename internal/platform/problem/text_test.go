package problem_test

import (
	"encoding/json"
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

// A form that stays open follows its person to the other language: each fault is told in both, names in it too.
func TestFaultsAreToldInBothLanguages(t *testing.T) {
	_, data := problem.Of(problem.Invalid(problem.Field("name", "unique", problem.L("%s已存在：%s", "There is a %s named %s"), problem.L("工段", "section"), "50%"))).Wire(problem.Chinese)
	got, err := json.Marshal(data)
	if want := `[{"field":"name","rule":"unique","message":"工段已存在：50%","texts":{"zh":"工段已存在：50%","en":"There is a section named 50%"}}]`; err != nil || string(got) != want {
		t.Errorf("%s %v, want %s", got, err, want)
	}
}
