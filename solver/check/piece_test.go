package check_test

import (
	"strings"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// Between segments lies the set-up that is wanted there: a minute less is refused, and so is a minute more.
func TestSetUpsBetweenSegments(t *testing.T) {
	for _, row := range []struct {
		setup solver.Min
		want  string
	}{
		{14, "X#2: pieces: 14 minutes of set-up instead of 15"},
		{15, ""},
		{16, "X#2: pieces: 16 minutes of set-up instead of 15"},
		{480, "X#2: pieces: 480 minutes of set-up instead of 15"},
	} {
		p := &solver.Problem{
			End:       5000,
			Resources: []solver.Resource{{Name: "M1", Cap: 1}},
			Jobs:      []solver.Job{{Name: "X", Due: solver.None}},
			Ops:       []solver.Op{{Name: "X"}, {Name: "X#2", Mode0: 1}},
			Modes:     []solver.Mode{{Setup: 480, Run: 180}, {Setup: row.setup, Run: 120}},
			Edges:     []solver.Edge{{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint}},
		}
		var told []string
		for _, bad := range check.Cuts(p, planOf(t, p), []check.Cut{{Ops: []int32{0, 1}, Run: 300, Qty: 1}}, 120, 15) {
			told = append(told, bad.String())
		}
		if got := strings.Join(told, "; "); got != row.want {
			t.Errorf("%d minutes: %q, want %q", row.setup, got, row.want)
		}
	}
}
