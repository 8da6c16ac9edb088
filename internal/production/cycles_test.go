package production_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// No form and no file makes operations that wait for one another, whatever is stored beside: one ring would keep every
// run with its mould from a plan.
func TestOperationsNeverWaitInARing(t *testing.T) {
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
			t.Errorf("a file without a ring: %+v", result.Faults)
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
