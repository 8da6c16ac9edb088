package problem_test

import (
	"encoding/json"
	"testing"

	"mouldworks/internal/platform/problem"
)

// Words are read as they are written, and as outcomes of imports hold them that an earlier version has kept.
func TestWordsAreRead(t *testing.T) {
	written, err := json.Marshal(append(problem.Named([]string{"HT-1"}), problem.WordOf(problem.L("是", "Yes"))))
	if err != nil || string(written) != `[{"zh":"HT-1","en":"HT-1"},{"zh":"是","en":"Yes"}]` {
		t.Fatal(string(written), err)
	}
	for text, want := range map[string][2]string{string(written): {"是", "Yes"}, `["HT-1","Yes"]`: {"Yes", "Yes"}} {
		var read problem.Words
		if err := json.Unmarshal([]byte(text), &read); err != nil || len(read) != 2 || read.In("zh")[1] != want[0] || read.In("en")[1] != want[1] || read[0] != (problem.Word{Zh: "HT-1", En: "HT-1"}) {
			t.Errorf("%s: %+v %v", text, read, err)
		}
	}
	var none problem.Words
	if err := json.Unmarshal([]byte(`[1]`), &none); err == nil {
		t.Error("a number is a word")
	}
}
