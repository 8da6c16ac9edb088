package cell_test

import (
	"strings"
	"testing"

	"mouldworks/internal/platform/cell"
)

func TestBrief(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"a\x00b":                 "a␀b",
		strings.Repeat("a", 200): strings.Repeat("a", 200),
		strings.Repeat("a", 201): strings.Repeat("a", 200) + "…",
		strings.Repeat("模", 200): strings.Repeat("模", 200),
		strings.Repeat("模", 201): strings.Repeat("模", 200) + "…",
	} {
		if got := cell.Brief(in); got != want {
			t.Errorf("%.20q is %q", in, got)
		}
	}
}
