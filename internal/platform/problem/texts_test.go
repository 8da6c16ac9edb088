package problem_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"mouldworks/internal/platform/problem"
)

// Texts are read as they are written, and as outcomes of imports hold them that an earlier version has kept.
func TestTextsAreRead(t *testing.T) {
	written, err := json.Marshal(append(problem.SameInBoth([]string{"HT-1"}), problem.L("是", "Yes")))
	if err != nil || string(written) != `[{"zh":"HT-1","en":"HT-1"},{"zh":"是","en":"Yes"}]` {
		t.Fatal(string(written), err)
	}
	for text, want := range map[string]string{
		string(written): "HT-1 HT-1 是 Yes", `["HT-1","Yes"]`: "HT-1 HT-1 Yes Yes", `[]`: "", `null`: "",
	} {
		var read problem.Texts
		if err := json.Unmarshal([]byte(text), &read); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		got := ""
		for i, x := range read {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("%s %s", x.Zh, x.En)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	var none problem.Texts
	if err := json.Unmarshal([]byte(`[1]`), &none); err == nil {
		t.Error("a number is a text")
	}
}
