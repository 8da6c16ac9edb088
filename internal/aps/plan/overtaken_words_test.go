package plan

import (
	"testing"

	"mouldworks/internal/platform/problem"
)

// The refusal counts many moulds, and names the first few.
func TestOvertakenMouldsAreCounted(t *testing.T) {
	for want, numbers := range map[[2]string][]string{
		{"模具 M-1", "mould M-1"}:                                  {"M-1"},
		{"模具 M-1、M-2", "moulds M-1, M-2"}:                        {"M-1", "M-2"},
		{"模具 M-1、M-2、M-3 等 4 副", "4 moulds (M-1, M-2, M-3 ...)"}: {"M-1", "M-2", "M-3", "M-4"},
	} {
		if got := mouldsNamed(numbers, 0); got.In(problem.Chinese) != want[0] || got.In(problem.English) != want[1] {
			t.Errorf("%s / %s", got.In(problem.Chinese), got.In(problem.English))
		}
	}
}
