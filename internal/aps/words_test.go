package aps

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/problem"
)

// A state has one word: files and refusals say it as the pages do, and the state of a program as the form of its operation.
func TestStatesAreCalledAsOnTheScreen(t *testing.T) {
	source, err := os.ReadFile("../../web/src/features/aps/plan/texts.ts")
	if err != nil {
		t.Fatal(err)
	}
	zh, en, both := strings.Cut(string(source), "\n  },\n  {\n")
	if !both {
		t.Fatal("the texts of the pages have no two languages")
	}
	for key, words := range map[string][]problem.Text{"status": scheduleStatusWords, "task": taskStatusWords, "lock": lockWords, "cam": camWords, "source": sourceWords} {
		for i, word := range words {
			for text, says := range map[string]string{zh: word.Zh, en: word.En} {
				if line := fmt.Sprintf("%s%d: %q,", key, i, says); !strings.Contains(text, line) {
					t.Errorf("the pages lack %s", line)
				}
			}
		}
	}
	for i, name := range entity.StatusNames {
		if says := scheduleStatusWords[i]; name.Zh != says.Zh || !strings.EqualFold(name.En, says.En) {
			t.Errorf("state %d is %v in a refusal, %v in the list", i, name, says)
		}
	}
	workshop, err := os.ReadFile("../../web/src/features/aps/workshop/workshop-texts.ts")
	if err != nil {
		t.Fatal(err)
	}
	for i, word := range taskStatusWords {
		for _, says := range []string{word.Zh, word.En} {
			if line := fmt.Sprintf("status%d: %q,", i, says); !strings.Contains(string(workshop), line) {
				t.Errorf("the dispatch lists lack %s", line)
			}
		}
	}
}
