package production_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What a file that replaces its moulds takes away: rows of the sheets that it has and that it does not hold, with what hangs
// on them; never what has begun, what is ordered, or what an order implies.
func TestWhatReplacingTakesAway(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		op := "mouldNo|partNo|opNo|process|hours"
		full := map[string][]string{
			"moulds": {"mouldNo|delivery|assemblyGroup|assemblyHours", "M1|2030-03-20|FIT|4", "M2|2030-03-20||"}, "parts": {"mouldNo|partNo|qty", "M1|P1|4", "M1|P2|4", "M2|P1|1"},
			"electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|CNC|1", "M1|E2||"},
			"operations": {op, "M1|P1|10|CNC|4", "M1|P1|20|EDM|4", "M1|P1|30|HT|4", "M1|P2|10|CNC|4", "M2|P1|10|CNC|4"},
			"edmLinks":   {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P1|20|E2"}, "operationResources": {"mouldNo|partNo|opNo|resource", "M1|P1|10|CN01", "M1|P1|10|CN02"},
			"batches":     {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|2", "M1|P1|B2|2"},
			"progress":    {"mouldNo|partNo|opNo|batchNo|status|resource|realStart", "M1|P1|10|B1|1|CN01|2026-01-05 08:00", "M1|P2|10||0||"},
			"outsourcing": {"mouldNo|partNo|opNo|batchNo|promised|orderedAt", "M1|P1|30|B1|2030-01-05|", "M1|P1|30|B2|2030-01-05|2026-01-05"},
		}
		s.take(ctx, t, full)
		lines := func(name string, keep ...int) []string {
			rows := []string{full[name][0]}
			for _, i := range keep {
				rows = append(rows, full[name][i])
			}
			return rows
		}
		moulds := lines("moulds", 1)
		for what, c := range map[string]struct {
			sheets       map[string][]string
			want, faults []string
		}{
			"the mould alone": {map[string][]string{"moulds": moulds}, nil, nil},
			"a part of two": {
				map[string][]string{"moulds": moulds, "parts": lines("parts", 1)},
				[]string{"parts M1 · P2", "operations M1 · P2 · 10", "progress M1 · P2 · 10"},
				nil,
			},
			"the other part, which has begun": {
				map[string][]string{"moulds": moulds, "parts": lines("parts", 2)},
				nil,
				[]string{"operations begun M1 · P1 · 10"},
			},
			"a batch of two, the other has begun": {
				map[string][]string{"moulds": moulds, "batches": lines("batches", 2)}, nil, []string{"batches begun M1 · P1 · B1"},
			},
			"the step that burns": {
				map[string][]string{"moulds": moulds, "operations": lines("operations", 1, 3, 4)},
				[]string{"operations M1 · P1 · 20", "edmLinks M1 · P1 · 20 · E1", "edmLinks M1 · P1 · 20 · E2"},
				nil,
			},
			"the steps of an electrode, which has a row": {
				map[string][]string{"moulds": moulds, "operations": append(lines("operations", 1, 2, 3, 4), "M1|E2|10|CNC|1")}, nil, nil,
			},
			"an electrode of two": {
				map[string][]string{"moulds": moulds, "electrodes": {"mouldNo|electrodeNo", "M1|E2"}},
				[]string{"operations M1 · E1 · 10", "electrodes M1 · E1", "edmLinks M1 · P1 · 20 · E1"},
				nil,
			},
			"a burn of two":                {map[string][]string{"moulds": moulds, "edmLinks": lines("edmLinks", 2)}, []string{"edmLinks M1 · P1 · 20 · E1"}, nil},
			"a machine of two":             {map[string][]string{"moulds": moulds, "operationResources": lines("operationResources", 1)}, []string{"operationResources M1 · P1 · 10 · CN02"}, nil},
			"a batch that has begun":       {map[string][]string{"moulds": moulds, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B9|1"}}, nil, []string{"batches begun M1 · P1 · B1", "batches begun M1 · P1 · B2", "batches batchSum 1"}},
			"an order of two":              {map[string][]string{"moulds": moulds, "outsourcing": lines("outsourcing", 2)}, []string{"outsourcing M1 · P1 · 30 · B1"}, nil},
			"the order that is placed":     {map[string][]string{"moulds": moulds, "outsourcing": lines("outsourcing", 1)}, nil, []string{"outsourcing begun M1 · P1 · 30 · B2"}},
			"a report about what goes":     {map[string][]string{"moulds": moulds, "operations": lines("operations", 1, 2, 3), "progress": {"mouldNo|partNo|opNo|status|resource|realStart", "M1|P2|10|1|CN01|2026-01-05 08:00"}}, nil, []string{"progress reference 10"}},
			"a machine of what goes":       {map[string][]string{"moulds": moulds, "operations": lines("operations", 1, 2, 3), "operationResources": append(lines("operationResources", 1, 2), "M1|P2|10|CN01")}, nil, []string{"operationResources reference 10"}},
			"an order of what goes":        {map[string][]string{"moulds": moulds, "operations": lines("operations", 1, 2, 3), "outsourcing": append(lines("outsourcing", 1, 2), "M1|P2|10||2030-01-05|")}, nil, []string{"outsourcing reference 10"}},
			"a batch of a part that goes":  {map[string][]string{"moulds": moulds, "parts": lines("parts", 1), "batches": append(lines("batches", 1, 2), "M1|P2|B1|1")}, nil, []string{"batches reference P2"}},
			"a row of nobody knows whose":  {map[string][]string{"moulds": moulds, "parts": append(lines("parts", 1), "|P3|1")}, nil, []string{"parts keptAll ", "parts required "}},
			"a sheet that nobody knows":    {map[string][]string{"moulds": moulds, "parts": lines("parts", 1), "零件 (2)": lines("parts", 2)}, nil, []string{"moulds keptAll 零件 (2)"}},
			"a row that nobody knows":      {map[string][]string{"moulds": moulds, "parts": lines("parts", 1), "续页": {"M1|P2"}}, nil, []string{"moulds keptAll 续页"}},
			"headings alone":               {map[string][]string{"moulds": moulds, "edmLinks": lines("edmLinks", 2), "Notes": {"mouldNo|partNo|opNo|process"}}, []string{"edmLinks M1 · P1 · 20 · E1"}, nil},
			"an empty sheet says nothing":  {map[string][]string{"moulds": moulds, "electrodes": {"mouldNo|electrodeNo"}}, nil, nil},
			"whole, nothing goes":          {full, nil, nil},
			"another mould is not touched": {map[string][]string{"moulds": lines("moulds", 2), "parts": lines("parts", 3), "operations": lines("operations", 5)}, nil, nil},
		} {
			u := production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, DryRun: true, Trusted: true, Data: book(t, c.sheets)}
			result, err := s.production.Import(ctx, s.db, u)
			if err != nil {
				t.Fatal(err)
			}
			var got, faults []string
			for _, r := range result.Rows {
				if r.Action == production.ActionRemoved {
					got = append(got, r.Sheet+" "+r.Key)
				}
			}
			for _, f := range result.Faults {
				faults = append(faults, f.Sheet+" "+f.Rule+" "+f.Value)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", what, got, c.want)
			}
			if !slices.Equal(faults, c.faults) {
				t.Errorf("%s: faults %q, want %q", what, faults, c.faults)
			}
		}
	})
}

// The steps that an order implies: in a part of their own beside one that is called the same, in the planner's assembly
// where it has nothing to do, not beside one that has; gone with the order's word, and with them the part that was made.
func TestStepsThatAnOrderImplies(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		head := "mouldNo|delivery|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours"
		holds := func(mould string) string {
			var parts []production.Part
			var operations []production.Operation
			read(ctx, t, s, func(tx store.Tx) error {
				if err := tx.Select(&parts).Where("mould_id IN (SELECT id FROM mould_order WHERE mould_no = ?)", mould).Order("part_no").Scan(ctx); err != nil {
					return err
				}
				return tx.Select(&operations).Where("mould_id IN (SELECT id FROM mould_order WHERE mould_no = ?)", mould).Order("op_no").Scan(ctx)
			})
			var text []string
			for _, p := range parts {
				line := p.PartNo
				for _, o := range operations {
					if o.PartID == p.ID {
						line += " " + o.StepName().En + " " + o.Minutes.Hours().String()
					}
				}
				text = append(text, line)
			}
			return strings.Join(text, "; ")
		}
		for _, c := range []struct {
			what, mould string
			parts       []string
			want        string
		}{
			{"a part is called ASM", "M1|2030-03-20|FIT|4|TRY|2", []string{"M1|ASM|1|"}, "ASM; ASM-2 Assembly 4 Try-out 2"},
			{"two are", "M2|2030-03-20|FIT|4||", []string{"M2|ASM|1|", "M2|ASM-2|1|"}, "ASM; ASM-2; ASM-3 Assembly 4"},
			{"the planner has an assembly", "M3|2030-03-20|FIT|4|TRY|2", []string{"M3|TOP|3|"}, "TOP Assembly 4 Try-out 2"},
			{"one with a parent is none", "M4|2030-03-20|FIT|4||", []string{"M4|TOP|1|", "M4|SUB|3|TOP"}, "ASM Assembly 4; SUB; TOP"},
			{"a try-out without hours", "M5|2030-03-20|FIT||TRY|", nil, "ASM Assembly 0"},
			{"a try-out alone", "M6|2030-03-20|||TRY|3", nil, "ASM Try-out 3"},
			{"nothing", "M7|2030-03-20||||", nil, ""},
		} {
			sheets := map[string][]string{"moulds": {head, c.mould}}
			if c.parts != nil {
				sheets["parts"] = append([]string{"mouldNo|partNo|kind|parentPart"}, c.parts...)
			}
			s.importBook(ctx, t, book(t, sheets))
			if got := holds(c.mould[:2]); got != c.want {
				t.Errorf("%s: %q, want %q", c.what, got, c.want)
			}
		}
		for _, c := range []struct{ change, want string }{
			{"M6|||||4", "ASM Try-out 4"},
			{"M6||QC|1|TRY|4", "ASM Assembly 1 Try-out 4"},
			{"M6||-|||", "ASM Try-out 4"},
			{"M6||||-|", ""},
			{"M6||FIT|2|TRY|", "ASM Assembly 2 Try-out 4"},
			{"M6|||||0", "ASM Assembly 2"},
		} {
			s.importBook(ctx, t, book(t, map[string][]string{"moulds": {head, c.change}}))
			if got := holds("M6"); got != c.want {
				t.Errorf("%s: %q, want %q", c.change, got, c.want)
			}
		}
		// Only open moulds, and only those that are asked for.
		count := func() (n int) {
			read(ctx, t, s, func(tx store.Tx) (err error) {
				n, err = tx.Select((*production.Operation)(nil)).Where("implied = ?", true).Count(ctx)
				return err
			})
			return n
		}
		all := count()
		var first, third production.Mould
		write(ctx, t, s, func(tx store.Tx) error {
			if _, err := tx.Remove((*production.Operation)(nil)).Where("implied = ?", true).Exec(ctx); err != nil {
				return err
			}
			if err := tx.Select(&first).Where("mould_no = ?", "M1").Scan(ctx); err != nil {
				return err
			}
			if err := tx.Select(&third).Where("mould_no = ?", "M3").Scan(ctx); err != nil {
				return err
			}
			first.Status = production.MouldFinished
			if err := tx.Update(ctx, &first, "status"); err != nil {
				return err
			}
			return s.production.ImplySteps(ctx, tx, []string{first.ID, third.ID})
		})
		if got := count(); got != 2 {
			t.Errorf("%d steps of the one that is open", got)
		}
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		if got := count(); got != all-2 {
			t.Errorf("%d steps of all, want %d", got, all-2)
		}
	})
}

// A part that stays because work on it has begun keeps its whole route, whichever of its operations has begun.
func TestAPartThatHasBegunKeepsItsRoute(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2", "M1|P3"},
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|10|CNC|4|", "M1|P2|10|CNC|4|", "M1|P2|20|CNC|4|", "M1|P2|30|CNC|4|", "M1|P3|10|CNC|4|"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart", "M1|P2|20|1|CN01|2026-01-05 08:00"},
		})
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Trusted: true, Data: book(t, map[string][]string{"parts": {"mouldNo|partNo", "M1|P1"}})})
		if err != nil {
			t.Fatal(err)
		}
		if got := told(result, "removed"); !slices.Equal(got, []string{"removed parts M1 · P3", "removed operations M1 · P3 · 10"}) || !slices.Equal(faultsOf(result), []string{"warning operations  begun M1 · P2 · 20"}) {
			t.Errorf("%q %q", got, faultsOf(result))
		}
		read(ctx, t, s, func(tx store.Tx) error {
			n, err := tx.Select((*production.Operation)(nil)).Count(ctx)
			if n != 4 {
				t.Errorf("%d operations are left", n)
			}
			return err
		})
	})
}

// What hangs on a batch that a file takes away goes with it, unless it binds somebody: a check promises what is written.
func TestABatchTakesItsOrdersAlong(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds, parts := []string{"mouldNo|delivery", "M1|2030-03-20"}, []string{"mouldNo|partNo|qty", "M1|P1|6"}
		steps := []string{"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|CNC|4"}
		batches := []string{"mouldNo|partNo|batchNo|qty", "M1|P1|B1|2", "M1|P1|B2|2", "M1|P1|B3|2"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": parts, "operations": steps, "batches": batches,
			"progress":    {"mouldNo|partNo|opNo|batchNo|status", "M1|P1|10|B1|0"},
			"outsourcing": {"mouldNo|partNo|opNo|batchNo|orderedAt|promised", "M1|P1|20|B1||2030-03-01", "M1|P1|20|B2|2026-01-05|2030-03-01"},
		})
		without := map[string][]string{"moulds": moulds, "batches": {batches[0], batches[3]}}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Data: book(t, without), Mode: production.ModeReplace, Trusted: true})
		if err != nil || !result.Committed {
			t.Fatalf("%v %+v", err, result)
		}
		if got := told(result, "removed"); !slices.Equal(got, []string{"removed batches M1 · P1 · B1", "removed progress M1 · P1 · 10 · B1", "removed outsourcing M1 · P1 · 20 · B1"}) {
			t.Errorf("removed are %q, with %+v", got, result.Faults)
		}
		read(ctx, t, s, func(tx store.Tx) error {
			reports, err := tx.Select((*production.Progress)(nil)).Count(ctx)
			orders, err2 := tx.Select((*production.OutsourceOrder)(nil)).Count(ctx)
			left, err3 := tx.Select((*production.Batch)(nil)).Count(ctx)
			if reports != 0 || orders != 1 || left != 2 {
				t.Errorf("left are %d reports, %d orders and %d batches", reports, orders, left)
			}
			return errors.Join(err, err2, err3)
		})

		// A file that takes a batch away says nothing about it.
		both := map[string][]string{
			"moulds": moulds, "batches": {batches[0], batches[2]},
			"progress":    {"mouldNo|partNo|opNo|batchNo|status", "M1|P1|10|B3|0"},
			"outsourcing": {"mouldNo|partNo|opNo|batchNo|promised", "M1|P1|20|B3|2030-03-01"},
		}
		result, err = s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Data: book(t, both), DryRun: true, Mode: production.ModeReplace})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range result.Faults {
			if f.Level != "warning" {
				got = append(got, f.Sheet+" "+f.Column)
			}
		}
		if !slices.Equal(got, []string{"progress batchNo", "outsourcing batchNo"}) {
			t.Errorf("refused are %q, %+v", got, result.Faults)
		}

		// One that stays because it is ordered still takes its share of the quantity.
		result, err = s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", DryRun: true, Mode: production.ModeReplace, Data: book(t, map[string][]string{"moulds": moulds, "batches": {batches[0], "M1|P1|B4|6"}})})
		if err != nil || !slices.ContainsFunc(result.Faults, func(f production.Fault) bool {
			return f.Rule == "batchSum" && strings.Contains(f.Texts.En, "add up to 8")
		}) {
			t.Errorf("%v %+v", err, result.Faults)
		}
	})
}

// A part on which work has begun stays with all that its route waits for, though the file leaves it out.
func TestAPartThatHasBegunKeepsWhatItWaitsFor(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds := []string{"mouldNo|delivery", "M1|2030-03-20"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2"},
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|10|CNC|4|", "M1|P2|10|CNC|4|", "M1|P2|20|CNC|4|10", "M1|P2|30|CNC|4|20"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P2|20|1|CN01|2026-01-05 08:00|1"},
		})
		for _, sheets := range []map[string][]string{
			{"moulds": moulds, "parts": {"mouldNo|partNo", "M1|P1"}},
			{"moulds": moulds, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4"}},
		} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", DryRun: true, Mode: production.ModeReplace, Data: book(t, sheets)})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range result.Faults {
				if f.Level != "warning" || f.Rule != "begun" {
					t.Errorf("%s %s %q", f.Sheet, f.Rule, f.Texts.En)
				}
			}
			if len(result.Faults) != 1 || len(told(result, "removed")) > 0 {
				t.Errorf("%d sheets: %q %+v", len(sheets), told(result, "removed"), result.Faults)
			}
		}
	})
}

// An assembly of the planner's own that a file takes away takes along the step that the order has given it; the order gives it to
// another assembly.
func TestAnAssemblyGoesWithItsImpliedStep(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds := []string{"mouldNo|delivery|assemblyGroup", "M1|2030-03-20|CNC"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": {"mouldNo|partNo|kind", "M1|P1|1", "M1|TOP|3"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4"},
		})
		implied := func() (step production.Operation, owner production.Part) {
			read(ctx, t, s, func(tx store.Tx) error {
				if err := tx.Select(&step).Where("implied = ?", true).Scan(ctx); err != nil {
					return err
				}
				return tx.Select(&owner).Where("id = ?", step.PartID).Scan(ctx)
			})
			return step, owner
		}
		if _, owner := implied(); owner.PartNo != "TOP" {
			t.Fatalf("the step is of %s", owner.PartNo)
		}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Trusted: true, Data: book(t, map[string][]string{"moulds": moulds, "parts": {"mouldNo|partNo", "M1|P1"}})})
		if err != nil || !result.Committed {
			t.Fatalf("%v %+v", err, result)
		}
		if step, owner := implied(); owner.PartNo == "TOP" || owner.Kind != production.Assembly || step.OpNo != production.ImpliedAssembly {
			t.Errorf("the step is %+v of %+v", step, owner)
		}
	})
}

// Every order that goes with its step, or because the file does not hold it, is told, however many one step has.
func TestEveryOrderThatGoesIsTold(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds := []string{"mouldNo|delivery", "M1|2030-03-20"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations":  {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|CNC|4"},
			"outsourcing": {"mouldNo|partNo|opNo|promised", "M1|P1|10|2030-03-01", "M1|P1|20|2030-03-01"},
		})
		write(ctx, t, s, func(tx store.Tx) error {
			var o production.OutsourceOrder
			if err := tx.Select(&o).Where("order_no LIKE ?", "%20%").Scan(ctx); err != nil {
				return err
			}
			more := o
			more.Row = store.Row{}
			more.OrderNo = "X-1"
			return tx.Insert(ctx, &more)
		})
		for what, sheets := range map[string]map[string][]string{
			"the step": {"moulds": moulds, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4"}},
			"the rows": {"moulds": moulds, "outsourcing": {"mouldNo|partNo|opNo|promised", "M1|P1|10|2030-03-01"}},
		} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", DryRun: true, Mode: production.ModeReplace, Data: book(t, sheets)})
			if err != nil {
				t.Fatal(err)
			}
			got := told(result, "removed")
			if len(got) < 2 || got[len(got)-1] != "removed outsourcing M1 · P1 · 20" || got[len(got)-2] != got[len(got)-1] {
				t.Errorf("without %s go %q, %+v", what, got, result.Faults)
			}
		}
	})
}
