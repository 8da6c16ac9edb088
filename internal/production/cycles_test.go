package production_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// No form and no file makes operations that wait for one another, whatever is stored beside: one cycle would keep every
// run with its mould from a plan.
func TestOperationsNeverWaitInACycle(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		head := "mouldNo|partNo|opNo|process|hours|pred"
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|parentPart", "M1|P1|", "M1|P2|P1", "M1|P3|"},
			"operations": {head, "M1|P1|10|" + mill + "|4|", "M1|P1|20|" + mill + "|4|", "M1|P2|10|" + mill + "|4|", "M1|P3|10|" + mill + "|4|"},
		}))
		try := func(change func(tx store.Tx) error) string {
			var p *problem.Problem
			if err := s.db.Write(ctx, change); err == nil || !errors.As(err, &p) || len(p.Fields) != 1 {
				t.Fatalf("it says %v", err)
			}
			return p.Fields[0].Field + " " + p.Fields[0].Rule + " " + p.Fields[0].Text().In(problem.English)
		}
		var parts []production.Part
		var operations []production.Operation
		if err := s.db.Read(ctx, func(tx store.Tx) error {
			return errors.Join(tx.Select(&parts).Order("part_no").Scan(ctx), tx.Select(&operations).Order("op_no", "id").Scan(ctx))
		}); err != nil {
			t.Fatal(err)
		}
		for i := range operations {
			if o := &operations[i]; o.PartID == parts[0].ID && o.OpNo == 10 { // 20 follows it by default
				o.Pred = "20"
				if got := try(func(tx store.Tx) error { return s.production.Operations.Save(ctx, tx, o) }); !strings.HasPrefix(got, "pred cycle") || !strings.Contains(got, "P1/10 → P1/20 → P1/10") && !strings.Contains(got, "P1/20 → P1/10 → P1/20") {
					t.Errorf("the form of an operation: %s", got)
				}
			}
		}
		parts[0].ParentPartNo = "P2"
		if got := try(func(tx store.Tx) error { return s.production.Parts.Save(ctx, tx, &parts[0]) }); got != "parentPart cycle Parts are built into one another in a cycle: P1 → P2 → P1" {
			t.Errorf("the form of a part: %s", got)
		}
		own := s.importBook(ctx, t, book(t, map[string][]string{"parts": {"mouldNo|partNo|parentPart", "M1|P4|P4"}}))
		if own.FaultCount != 1 || own.Faults[0].Texts.En != "A part cannot be its own parent" {
			t.Errorf("a file with a part of itself: %+v", own.Faults)
		}
		for name, file := range map[string]map[string][]string{
			"a predecessor":                 {"operations": {head, "M1|P1|10|" + mill + "|4|20"}},
			"by way of a part":              {"operations": {head, "M1|P2|10|" + mill + "|4|P1/20"}},
			"a parent":                      {"parts": {"mouldNo|partNo|parentPart", "M1|P1|P3", "M1|P3|P2"}},
			"a predecessor it does not see": {"operations": {head, "M1|P3|10|" + mill + "|4|P1/10", "M1|P2|10|" + mill + "|4|P3/10"}, "parts": {"mouldNo|partNo|parentPart|neededAtOp", "M1|P2|P1|10"}},
		} {
			result := s.importBook(ctx, t, book(t, file))
			if result.Errors != 1 || result.Faults[0].Rule != "cycle" {
				t.Errorf("a file with %s: %+v", name, result.Faults)
			}
		}
		if result := s.importBook(ctx, t, book(t, map[string][]string{"operations": {head, "M1|P3|10|" + mill + "|4|P1/20"}})); result.FaultCount != 0 {
			t.Errorf("a file without a cycle: %+v", result.Faults)
		}
	})
}

// Replacing a mould leaves no operation that waits for one that is gone.
func TestReplacingKeepsWhatIsWaitedFor(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		head := "mouldNo|partNo|opNo|process|hours|pred"
		mould, part := []string{"mouldNo|delivery", "M1|2030-03-20"}, []string{"mouldNo|partNo", "M1|P1"}
		in.run(book(t, map[string][]string{
			"moulds": mould, "parts": part, "operations": {head, "M1|P1|10|" + mill + "|4|", "M1|P1|20|" + mill + "|4|", "M1|P1|30|" + mill + "|4|20"},
		}), nil)
		for _, row := range []struct {
			last string
			rule string
		}{{"M1|P1|30|" + mill + "|4|", "pred reference"}, {"M1|P1|30|" + mill + "|4|20", "pred reference"}, {"M1|P1|30|" + mill + "|4|10", ""}} {
			checked := in.run(book(t, map[string][]string{"moulds": mould, "parts": part, "operations": {head, "M1|P1|10|" + mill + "|4|", row.last}}), map[string]string{"dryRun": "true", "mode": "replace"})
			var got string
			for _, f := range checked.Faults {
				got = f.Column + " " + f.Rule
			}
			if got != row.rule {
				t.Errorf("%s: %+v, want %q", row.last, checked.Faults, row.rule)
			}
		}
	})
}

// Every cycle of a file is named with its path at the row to blame: one that names a predecessor, or the first.
func TestAFileNamesItsCycles(t *testing.T) {
	header := "mouldNo|partNo|opNo|branch|process|hours|pred"
	moulds, line := []string{"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, func(text string) string {
		part, rest, _ := strings.Cut(text, " ")
		no, pred, _ := strings.Cut(rest, " ")
		no, branch, _ := strings.Cut(no, "#")
		mould := "M1"
		if name, of, other := strings.Cut(part, ":"); other {
			mould, part = name, of
		}
		return strings.Join([]string{mould, part, no, branch, mill, "4", pred}, "|")
	}
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		for name, c := range map[string]struct {
			parts string // with what they are built into
			ops   string
			links string
			want  []string
		}{
			"none":                            {"P1, P2", "P1 10, P1 20 10;P2/10, P2 10", "", nil},
			"the route":                       {"P1", "P1 10 20, P1 20", "", []string{"operations 2 pred 20: P1/10 → P1/20 → P1/10"}},
			"itself":                          {"P1", "P1 10 10", "", []string{"operations 2 pred 10: P1/10 → P1/10"}},
			"over three parts":                {"P1, P2, P3", "P1 10 P3/10, P2 10 P1/10, P3 10 P2/10", "", []string{"operations 2 pred P3/10: P1/10 → P2/10 → P3/10 → P1/10"}},
			"two moulds":                      {"P1, M2:P1", "P1 10 20, M2:P1 20, P1 20, M2:P1 10 20", "", []string{"operations 2 pred 20: P1/10 → P1/20 → P1/10", "operations 5 pred 20: P1/10 → P1/20 → P1/10"}},
			"two in a mould":                  {"P1, P2", "P1 10 20, P1 20, P2 10 20, P2 20", "", []string{"operations 2 pred 20: P1/10 → P1/20 → P1/10", "operations 4 pred 20: P2/10 → P2/20 → P2/10"}},
			"branches":                        {"P1", "P1 10#a 10#b, P1 10#b, P1 20", "", nil},
			"a semicolon alone names nothing": {"P1", "P1 10 20, P1 20 ;", "", []string{"operations 2 pred 20: P1/10 → P1/20 → P1/10"}},
			"an assembly":                     {"P1 ASM, ASM", "P1 10 ASM/20, ASM 10, ASM 20", "", []string{"operations 2 pred ASM/20: P1/10 → ASM/10 → ASM/20 → P1/10"}},
			"parts":                           {"A C, B D, C B, D C, F", "A 10, B 10, C 10, D 10", "", []string{"parts 3 parentPart D: B → D → C → B"}},
			"two without a common wait":       {"P1", "P1 10 10;20, P1 20", "", []string{"operations 2 pred 10;20: P1/10 → P1/10", "operations 2 pred 10;20: P1/10 → P1/20 → P1/10"}},
			"parts beside operations":         {"A B, B A, P1", "A 10, B 10, P1 10 20, P1 20", "", []string{"operations 4 pred 20: P1/10 → P1/20 → P1/10", "parts 2 parentPart B: A → B → A"}},
			"operations of such parts":        {"A B, B A", "A 10 20, A 20, B 10", "", []string{"operations 2 pred 20: A/10 → A/20 → A/10", "parts 2 parentPart B: A → B → A"}},
			"parts without operations":        {"A B, B C, C B, M2:B C, M2:C", "A 10", "", []string{"parts 3 parentPart C: B → C → B"}},
		} {
			parts, operations := []string{"mouldNo|partNo|parentPart"}, []string{header}
			for text := range strings.SplitSeq(c.parts, ", ") {
				part, parent, _ := strings.Cut(text, " ")
				mould := "M1"
				if of, no, other := strings.Cut(part, ":"); other {
					mould, part = of, no
				}
				parts = append(parts, mould+"|"+part+"|"+parent)
			}
			for text := range strings.SplitSeq(c.ops, ", ") {
				operations = append(operations, line(text))
			}
			checked := in.run(book(t, map[string][]string{"moulds": moulds, "parts": parts, "operations": operations}), map[string]string{"dryRun": "true"})
			var got []string
			for _, f := range checked.Faults {
				if f.Rule == "cycle" {
					_, path, _ := strings.Cut(f.Texts.En, "cycle: ")
					got = append(got, fmt.Sprintf("%s %d %s %s: %s", f.Sheet, f.Row, f.Column, f.Value, path))
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q, of %+v", name, got, c.want, checked.Faults)
			}
		}
	})
}

// What a file leaves as it is counts as it is stored: the same rows make a cycle or none by what stands beside them.
func TestWhatAFileKeepsCountsForCycles(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		head := "mouldNo|partNo|opNo|process|hours|pred"
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|parentPart", "M1|P1|", "M1|P2|", "M1|P3|", "M1|Q1|", "M1|Q2|Q1"},
			"operations": {head, "M1|P1|10|" + mill + "|4|", "M1|P1|20|" + mill + "|4|P3/10", "M1|P2|10|" + mill + "|4|", "M1|P2|20|" + mill + "|4|P3/10", "M1|P2|30|" + mill + "|4|", "M1|P3|10|" + mill + "|4|"},
		}), nil)
		for name, c := range map[string]struct {
			sheet string
			rows  []string
			want  string
		}{
			"the stored predecessor stays":           {"operations", []string{head, "M1|P1|10|" + mill + "|4|20", "M1|P1|20|" + mill + "|4|"}, ""},
			"it is cleared":                          {"operations", []string{head, "M1|P1|10|" + mill + "|4|20", "M1|P1|20|" + mill + "|4|-"}, "operations 2 cycle"},
			"a stored operation stands between":      {"operations", []string{head, "M1|P2|10|" + mill + "|4|30", "M1|P2|30|" + mill + "|4|"}, ""},
			"a part round over what is stored alone": {"parts", []string{"mouldNo|partNo|parentPart", "M1|Q1|Q2"}, "parts 2 cycle"},
		} {
			checked := in.run(book(t, map[string][]string{c.sheet: c.rows}), map[string]string{"dryRun": "true"})
			got := ""
			for _, f := range checked.Faults {
				got = fmt.Sprintf("%s %d %s", f.Sheet, f.Row, f.Rule)
			}
			if got != c.want {
				t.Errorf("%s: %q, want %q, of %+v", name, got, c.want, checked.Faults)
			}
		}
	})
}

// A report is held against all that stands before it: the parts that are built in too, but neither what its supplier has
// brought back nor the route of an electrode that is made.
func TestReportsAheadOfWhatStandsBefore(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		finished := "|3|CN01|2026-01-05 08:00|2026-01-05 14:00"
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|kind", "M1|P1|1", "M1|P2|1", "M1|P3|1", "M1|Z|3"},
			"electrodes": {"mouldNo|electrodeNo|state", "M1|E1|3"},
			"operations": {
				"mouldNo|partNo|opNo|process|hours|pred|outsource", "M1|P1|10|" + mill + "|4||", "M1|P2|10|" + mill + "|4||1", "M1|P2|20|" + mill + "|4||",
				"M1|P3|10|" + mill + "|4|E1/10|", "M1|E1|10|" + mill + "|4||", "M1|Z|10|" + mill + "|4||",
			},
			"outsourcing": {"mouldNo|partNo|opNo|orderedAt|received", "M1|P2|10|2026-01-02|2026-01-04"},
			"progress":    {"mouldNo|partNo|opNo|status|resource|realStart|realEnd", "M1|P2|20" + finished, "M1|P3|10" + finished, "M1|Z|10" + finished},
		}))
		var got []string
		for _, f := range result.Faults {
			if f.Rule == "predecessor" {
				got = append(got, fmt.Sprintf("%d %s", f.Row, f.Texts.En))
			}
		}
		if len(got) != 1 || !strings.HasPrefix(got[0], "4 ") || !strings.Contains(got[0], "M1 · P1 · 10") {
			t.Errorf("%q, of %+v", got, result.Faults)
		}
	})
}
