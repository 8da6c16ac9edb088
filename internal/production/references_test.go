package production_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// What a workbook calls a thing must exist in the basic data, by code or name; the fault names sheet, row, column and rule.
func TestKindsAreReferences(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		sheets := map[string][]string{
			"moulds":     {"mouldNo|delivery|orderType", "M1|2030-03-20|unheard"},
			"parts":      {"mouldNo|partNo|partType|material|accuracyGrade", "M1|P1|vault|wood|Z"},
			"electrodes": {"mouldNo|electrodeNo|material", "M1|E1|butter"},
		}
		result := s.importBook(ctx, t, book(t, sheets))
		got := map[string]string{}
		for _, f := range result.Faults {
			if f.Row != 2 || f.Rule != "reference" || f.Level != string(workbook.Error) {
				t.Errorf("the fault %+v", f)
			}
			got[f.Sheet+" "+f.Column] = f.Texts.En
		}
		want := map[string]string{
			"moulds orderType": "Order type “unheard” does not exist", "parts partType": "Part type “vault” does not exist", "parts material": "Material “wood” does not exist",
			"parts accuracyGrade": "Accuracy grade “Z” does not exist", "electrodes material": "Material “butter” does not exist",
		}
		if !maps.Equal(got, want) {
			t.Fatalf("the faults are %v", got)
		}
		if len(storedMoulds(ctx, t, s)) != 0 {
			t.Error("a mould with unknown references came in")
		}
		// By name or by code.
		sheets["moulds"][1], sheets["parts"][1], sheets["electrodes"][1] = "M1|2030-03-20|改模", "M1|P1|型腔|NAK80 镜面钢|B", "M1|E1|CU"
		if result = s.importBook(ctx, t, book(t, sheets)); result.FaultCount != 0 || !result.Committed {
			t.Fatalf("known references: %+v", result.Faults)
		}
		if result = s.importBook(ctx, t, book(t, sheets)); result.Committed {
			t.Errorf("the same again writes %+v", result.Counts)
		}
		// A change is told by names, an empty cell keeps, a dash clears.
		sheets = map[string][]string{"moulds": {"mouldNo|orderType", "M1|"}, "parts": {"mouldNo|partNo|partType|material|accuracyGrade", "M1|P1|SLIDER|-|"}}
		result = s.importBook(ctx, t, book(t, sheets))
		if at := slices.IndexFunc(result.Rows, func(r production.Row) bool { return r.Sheet == "parts" }); at < 0 ||
			!reflect.DeepEqual(result.Rows[at].Changes, []production.CellChange{
				{Column: "partType", Label: problem.L("零件类型", "Part type"), Before: problem.L("型腔", "型腔"), After: problem.L("滑块", "滑块")},
				{Column: "material", Label: problem.L("材料", "Material"), Before: problem.L("NAK80", "NAK80")},
			}) {
			t.Errorf("the changes are %+v", result.Rows)
		}
		s.referencesAreHeld(ctx, t)
	})
}

// referencesAreHeld: the tree says them, the shop ranks by them, and what is used cannot be deleted.
func (s *shop) referencesAreHeld(ctx context.Context, t *testing.T) {
	t.Helper()
	var order basedata.OrderType
	if err := s.db.Read(ctx, func(tx store.Tx) error {
		var mould production.Mould
		if err := tx.Select(&mould).Where("mould_no = ?", "M1").Scan(ctx); err != nil {
			return err
		}
		tree, err := s.production.Tree(ctx, tx, mould.ID)
		if err != nil {
			return err
		}
		materials := map[string]string{}
		for _, p := range tree.Parts {
			materials[p.PartNo] = p.Material
		}
		if tree.OrderType != "改模" || !maps.Equal(materials, map[string]string{"P1": "", "E1": "CU"}) {
			t.Errorf("the tree says %q, %v", tree.OrderType, materials)
		}
		return tx.Select(&order).Where("name = ?", "改模").Scan(ctx)
	}); err != nil {
		t.Fatal(err)
	}
	err := s.db.Write(ctx, func(tx store.Tx) error { return s.master.OrderTypes.Delete(ctx, tx, order.ID) })
	var p *problem.Problem
	if !errors.As(err, &p) || !strings.Contains(p.Text.In(problem.English), "is in use") {
		t.Errorf("deleting an order type in use: %v", err)
	}
}

// What keeps a record from being deleted is named as the operation log names it: an operation by mould, part and number, a
// part by mould and number, also where the record stands in lines of an operation.
func TestRefusedDeletionsNameWhatPeopleKnow(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		machine, _ := endsOfGroup(ctx, t, s, mill)
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "K1|2030-03-20", "K2|2030-03-20"}, "parts": {"mouldNo|partNo|material", "K1|P01|CU", "K2|P01|CU"},
			"operations":         {"mouldNo|partNo|opNo|process|hours", "K1|P01|20|" + mill + "|8", "K2|P01|20|" + mill + "|8"},
			"operationResources": {"mouldNo|partNo|opNo|process|partType|resource|rank", "K1|P01|20|||" + machine.name + "|1", "K2|P01|20|||" + machine.name + "|1"},
		}))
		if result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		named := func(remove func(tx store.Tx) error) string {
			var refused *problem.Problem
			if err := s.db.Write(ctx, remove); !errors.As(err, &refused) {
				t.Fatalf("it was not refused: %v", err)
			}
			_, data := refused.Wire(problem.English)
			text, _ := json.Marshal(data) // only to look into
			return string(text)
		}
		var (
			material basedata.Material
			process  basedata.Process
		)
		read(ctx, t, s, func(tx store.Tx) error {
			if err := tx.Select(&material).Where("code = ?", "CU").Scan(ctx); err != nil {
				return err
			}
			return tx.Select(&process).Where("code = ?", mill).Scan(ctx)
		})
		for what, c := range map[string]struct {
			remove func(tx store.Tx) error
			want   []string
		}{
			"material": {func(tx store.Tx) error { return s.master.Materials.Delete(ctx, tx, material.ID) }, []string{`"title":"K1 · P01"`, `"title":"K2 · P01"`}},
			"process":  {func(tx store.Tx) error { return s.master.Processes.Delete(ctx, tx, process.ID) }, []string{`"title":"K1 · P01 · 20"`, `"title":"K2 · P01 · 20"`}},
			"machine":  {func(tx store.Tx) error { return s.master.Machines.Delete(ctx, tx, machine.id) }, []string{`"title":"K1 · P01 · 20"`, `"title":"K2 · P01 · 20"`}},
		} {
			told := named(c.remove)
			for _, want := range c.want {
				if !strings.Contains(told, want) {
					t.Errorf("%s: no %s in %s", what, want, told)
				}
			}
		}
	})
}
