package workbook_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mouldworks/internal/production/workbook"
)

func check(t *testing.T, now time.Time, sheets ...any) []workbook.Fault {
	t.Helper()
	res := parse(t, "", file(t, sheets...))
	if len(res.Faults.List()) > 0 {
		t.Fatal(brief(res.Faults.List()))
	}
	found := res.Book.Check(now, res.Pages)
	return found.List()
}

func TestStructuralRules(t *testing.T) {
	now := time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)
	report := []any{"mouldNo", "partNo", "opNo", "status", "resource", "realStart", "realEnd"}
	for name, c := range map[string]struct {
		sheets []any
		want   []string
	}{
		"electrode named like a part": {[]any{
			"parts",
			[][]any{{"mouldNo", "partNo", "kind"}, {"M1", "P1", 1}, {"M1", "E2", 2}},
			"electrodes",
			[][]any{{"mouldNo", "electrodeNo"}, {"M1", "P1"}, {"M1", "E2"}, {"M2", "P1"}},
		}, []string{"electrodes 2 electrodeNo duplicateKey"}},
		"burn hours": {
			[]any{"edmLinks", [][]any{{"mouldNo", "partNo", "opNo", "electrodeNo", "burnHours"}, {"M1", "P1", 10, "E1", 1}, {"M1", "P1", 10, "E2", ""}, {"M1", "P1", 10, "E3", ""}, {"M1", "P2", 10, "E4", ""}}},
			[]string{"edmLinks 3 burnHours burnHours warning"},
		},
		"burn hours that sum to something else": {[]any{
			"operations",
			[][]any{{"mouldNo", "partNo", "opNo", "process", "hours", "setupHours"}, {"M1", "P1", 10, "EDM", 3.5, 0.5}, {"M1", "P2", 10, "EDM", 2.5, 0.5}, {"M1", "P3", 10, "EDM", 9, ""}},
			"edmLinks",
			[][]any{{"mouldNo", "partNo", "opNo", "electrodeNo", "burnHours"}, {"M1", "P1", 10, "E1", 1}, {"M1", "P1", 10, "E2", 1}, {"M1", "P2", 10, "E1", 1}, {"M1", "P2", 10, "E2", 1}, {"M1", "P3", 10, "E1", ""}},
		}, []string{"edmLinks 2 burnHours burnSum warning"}},
		"reports": {
			[]any{"progress", [][]any{report, {"M1", "P1", 10, 1, "C1", "2026-03-09 08:00", ""}, {"M1", "P1", 20, 1, "", "", ""}, {"M1", "P1", 30, 3, "C1", "2026-03-09", "2026-03-08"}, {"M1", "P1", 40, 1, "C1", "2026-03-11", ""}, {"M1", "P1", 50, 3, "C1", "", ""}}},
			[]string{"progress 3 realStart required onlyNew", "progress 3 resource required onlyNew", "progress 4 realEnd dateOrder", "progress 5 realStart future", "progress 6 realStart required onlyNew", "progress 6 realEnd required onlyNew"},
		},
		"flow":       {[]any{"flowTimes", [][]any{{"up", "down", "hours"}, {"A", "B", 1}, {"B", "B", 1}}}, []string{"flowTimes 3 down disjoint"}},
		"exceptions": {[]any{"exceptions", [][]any{{"resource", "from", "to", "kind"}, {"C1", "2026-03-05 08:00", "2026-03-05 07:00", 1}}}, []string{"exceptions 2 to dateOrder"}},
	} {
		if diff := cmp.Diff(c.want, brief(check(t, now, c.sheets...))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
