package workbook_test

import (
	"strings"
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

func TestCyclesNameTheirPath(t *testing.T) {
	header := []any{"mouldNo", "partNo", "opNo", "branch", "process", "pred"}
	for name, c := range map[string]struct {
		rows  [][]any
		extra []any
		want  []string // row: path
	}{
		"none": {[][]any{header, {"M1", "P1", 10, "", "A", ""}, {"M1", "P1", 20, "", "A", "10;P2/10"}, {"M1", "P2", 10, "", "A", "P9/10"}}, nil, nil},
		"default order": {
			[][]any{header, {"M1", "P1", 10, "", "A", "20"}, {"M1", "P1", 20, "", "A", ""}},
			nil,
			[]string{"2 20 P1/10 → P1/20 → P1/10"},
		},
		"itself": {[][]any{header, {"M1", "P1", 10, "", "A", "10"}}, nil, []string{"2 10 P1/10 → P1/10"}},
		"three parts": {
			[][]any{header, {"M1", "P1", 10, "", "A", "P3/10"}, {"M1", "P2", 10, "", "A", "P1/10"}, {"M1", "P3", 10, "", "A", "P2/10"}},
			nil,
			[]string{"2 P3/10 P1/10 → P2/10 → P3/10 → P1/10"},
		},
		"two moulds": {
			[][]any{header, {"M1", "P1", 10, "", "A", "20"}, {"M2", "P1", 20, "", "A", ""}, {"M1", "P1", 20, "", "A", ""}, {"M2", "P1", 10, "", "A", "20"}},
			nil,
			[]string{"2 20 P1/10 → P1/20 → P1/10", "5 20 P1/10 → P1/20 → P1/10"},
		},
		"branches": {[][]any{header, {"M1", "P1", 10, "a", "A", "10#b"}, {"M1", "P1", 10, "b", "A", ""}, {"M1", "P1", 20, "", "A", ""}}, nil, nil},
		"electrode": {
			[][]any{header, {"M1", "P1", 10, "", "A", ""}, {"M1", "P1", 20, "", "EDM", ""}, {"M1", "E1", 10, "", "A", "P1/20"}},
			[]any{"edmLinks", [][]any{{"mouldNo", "partNo", "opNo", "electrodeNo"}, {"M1", "P1", 20, "E1"}}},
			[]string{"4 P1/20 E1/10 → P1/20 → E1/10"},
		},
		"assembly": {
			[][]any{header, {"M1", "P1", 10, "", "A", "ASM/20"}, {"M1", "ASM", 10, "", "A", ""}, {"M1", "ASM", 20, "", "A", ""}},
			[]any{"parts", [][]any{{"mouldNo", "partNo", "parentPart"}, {"M1", "P1", "ASM"}, {"M1", "ASM", ""}}},
			[]string{"2 ASM/20 P1/10 → ASM/10 → ASM/20 → P1/10"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range check(t, time.Time{}, append([]any{"operations", c.rows}, c.extra...)...) {
				_, path, _ := strings.Cut(f.Text.En, "cycle: ")
				got = append(got, strings.Join([]string{string(rune('0' + f.Row)), f.Value, path}, " "))
				if f.Sheet != "operations" || f.Column != "pred" || f.Rule != "cycle" || f.Scope.Mould == "" {
					t.Errorf("%+v", f)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStructuralRules(t *testing.T) {
	now := time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)
	report := []any{"mouldNo", "partNo", "opNo", "status", "resource", "realStart", "realEnd"}
	for name, c := range map[string]struct {
		sheets []any
		want   []string
	}{
		"parents": {
			[]any{"parts", [][]any{{"mouldNo", "partNo", "parentPart"}, {"M1", "A", "B"}, {"M1", "B", "C"}, {"M1", "C", "B"}, {"M2", "B", "C"}, {"M2", "C", ""}, {"M3", "X", "X"}}},
			[]string{"parts 3 parentPart cycle", "parts 7 parentPart cycle"},
		},
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
