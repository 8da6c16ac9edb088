package production_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// The assembly and the try-out that an order names are operations: they stand in the list of the shop floor under their
// names, are reported on, follow the order until work begins, and go when the routes have an assembly of their own.
func TestAnOrdersAssemblyIsReportedOn(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		const fit, press = "FIT", "TRY"
		route, head := []string{"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"}, "mouldNo|delivery|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours"
		take := func(mould string, sheets map[string][]string, fields map[string]string) {
			t.Helper()
			all := map[string][]string{"moulds": {head, mould}}
			for sheet, rows := range sheets {
				all[sheet] = rows
			}
			if result := in.run(book(t, all), fields); result.Errors > 0 {
				t.Fatalf("%+v", result.Faults)
			}
		}
		ids := map[string]string{}
		steps := func() string {
			t.Helper()
			var text []string
			read(ctx, t, s, func(tx store.Tx) error {
				list, err := s.production.Dispatch(ctx, tx, &production.DispatchQuestion{})
				if err != nil {
					return err
				}
				for _, r := range list.Rows {
					if r.PartNo == "ASM" {
						text, ids[r.Process] = append(text, fmt.Sprintf("%d %s %sh", r.OpNo, r.Process, r.Hours.Hours())), r.OperationID
					}
				}
				return nil
			})
			return strings.Join(text, ", ")
		}
		expect := func(what, want string) {
			t.Helper()
			if got := steps(); got != want {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		full := "M1|2030-03-20|" + fit + "|16|" + press + "|6"
		take(full, map[string][]string{"parts": {"mouldNo|partNo", "M1|P1"}, "operations": route}, nil)
		expect("imported", "10 Assembly 16h, 20 Try-out 6h")
		first := ids["Assembly"]
		take(full, map[string][]string{"parts": {"mouldNo|partNo", "M1|P1"}, "operations": route}, map[string]string{"mode": "replace"})
		if expect("replaced", "10 Assembly 16h, 20 Try-out 6h"); ids["Assembly"] != first {
			t.Error("replacing the mould makes other steps")
		}
		take("M1|2030-03-20||20||-", nil, nil)
		expect("without try-out, longer", "10 Assembly 20h")
		take(full, nil, nil)
		expect("as before", "10 Assembly 16h, 20 Try-out 6h")
		read(ctx, t, s, func(tx store.Tx) error {
			orders, err := production.ReadOpen(ctx, tx, nil)
			if err == nil {
				part := orders[0].Parts[0]
				steps := orders[0].Operations[part.ID]
				if part.PartNo != "ASM" || part.Kind != production.Assembly || len(steps) != 2 || !steps[0].Implied || steps[0].OpNo != 10 || !steps[1].Implied || steps[1].OpNo != 20 {
					t.Errorf("a run reads %+v %+v", part, steps)
				}
			}
			return err
		})
		write(ctx, t, s, func(tx store.Tx) error {
			_, err := s.production.Report(ctx, tx, production.Report{OperationID: first, Status: production.Running, Now: true})
			return err
		})
		take("M1|2030-03-20||30||3", nil, nil)
		expect("what has begun stays", "10 Assembly 16h, 20 Try-out 3h")
		var mould production.Mould
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&mould).Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Moulds.Patch, mould.ID, mould.Version, `"tryoutHours": 5`); got != "" {
			t.Fatal(got)
		}
		expect("by the form", "10 Assembly 16h, 20 Try-out 5h")
		second := strings.Replace(full, "M1", "M2", 1)
		take(second, map[string][]string{"parts": {"mouldNo|partNo", "M2|P1"}, "operations": {route[0], strings.Replace(route[1], "M1", "M2", 1)}}, nil)
		holds := func() (made []string) {
			var parts []production.Part
			read(ctx, t, s, func(tx store.Tx) error {
				return tx.Select(&parts).Where("mould_id IN (SELECT id FROM mould_order WHERE mould_no = ?)", "M2").Order("part_no").Scan(ctx)
			})
			for _, p := range parts {
				made = append(made, p.PartNo)
			}
			return made
		}
		if got := holds(); !slices.Equal(got, []string{"ASM", "P1"}) {
			t.Errorf("the second mould holds %v", got)
		}
		take(second, map[string][]string{"parts": {"mouldNo|partNo|kind", "M2|TOP|3"}, "operations": {route[0], "M2|TOP|10|FIT|9"}}, nil)
		if got := holds(); !slices.Equal(got, []string{"P1", "TOP"}) {
			t.Errorf("with an assembly of its own it holds %v", got)
		}
		if got := s.logOf(ctx, t, "part", workbook.PartKey{Mould: "M2", Part: "ASM"}.String()); !slices.Equal(got, []string{store.ActionCreate, store.ActionDelete}) {
			t.Errorf("the log of the assembly that was made and went says %v", got)
		}
	})
}

// An assembly that was made for the steps of an order, and that somebody has named, is theirs: it does not go with its steps.
func TestAnAssemblyThatSomebodyNamesStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|assemblyGroup|assemblyHours", "M1|2030-03-20|FIT|16"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
		}))
		var assembly production.Part
		made := func() error {
			return s.db.Read(ctx, func(tx store.Tx) error { return tx.Select(&assembly).Where("kind = ?", production.Assembly).Scan(ctx) })
		}
		if err := made(); err != nil {
			t.Fatal(err)
		}
		if got := patched(ctx, t, s, s.production.Parts.Patch, assembly.ID, assembly.Version, `"name": "总装"`); got != "" {
			t.Fatal(got)
		}
		var mould production.Mould
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&mould).Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Moulds.Patch, mould.ID, mould.Version, `"assemblyGroupId": null`); got != "" {
			t.Fatal(got)
		}
		if err := made(); err != nil || assembly.Name != "总装" {
			t.Errorf("without its step the assembly is %q, %v", assembly.Name, err)
		}
	})
}

// A mould from before its steps were rows gets them when a run starts.
func TestARunStartsWithTheStepsOfItsOrders(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		const fit = "FIT"
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|assemblyGroup|assemblyHours", "M1|2030-03-20|" + fit + "|16"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
		}))
		count := func() (n int) {
			read(ctx, t, s, func(tx store.Tx) (err error) {
				n, err = tx.Select((*production.Operation)(nil)).Where("implied = ?", true).Count(ctx)
				return err
			})
			return n
		}
		write(ctx, t, s, func(tx store.Tx) error {
			_, err := tx.Remove((*production.Operation)(nil)).Where("implied = ?", true).Exec(ctx)
			return err
		})
		if count() != 0 {
			t.Fatal("the steps are still there")
		}
		for range 2 {
			write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		}
		if got := count(); got != 1 {
			t.Errorf("%d steps", got)
		}
	})
}
