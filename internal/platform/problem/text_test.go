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

// A label, or a sentence behind a colon, stands within an English sentence without its capital; names and abbreviations keep theirs.
func TestALabelInsideASentence(t *testing.T) {
	for label, want := range map[string]string{
		"Checkout tool": "No checkout tool was deleted", "NC program": "No NC program was deleted", "Chinese name": "No Chinese name was deleted",
		"PDM file type": "No PDM file type was deleted", "": "No  was deleted", "X": "No X was deleted",
	} {
		if got := problem.L("没有删除任何%s", "No %s was deleted").With(problem.L("借用工具", label).Inside()).In(problem.English); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := problem.L("只能填：%s", "Must be one of: %s").With("A").Inside().In(problem.English); got != "must be one of: A" {
		t.Error(got)
	}
}
