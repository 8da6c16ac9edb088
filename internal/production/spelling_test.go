package production_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Numbers that differ only in upper and lower case are one, in the form, in the sheet of a list and in the workbook: a
// file means what is stored, as it is written there, and holds each number once.
func TestNumbersAreOneInUpperAndLowerCase(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|4"}, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|1"},
			"operations": {"mouldNo|partNo|opNo|branch|process|hours", "M1|P1|10|a|" + mill + "|4"},
		}))
		var mould production.Mould
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&mould).Scan(ctx) })
		err := s.db.Write(ctx, func(tx store.Tx) error {
			return s.production.Moulds.Save(ctx, tx, &production.Mould{MouldNo: "m1", Delivery: mould.Delivery, Priority: 50})
		})
		if got := refusal(err); got != "mouldNo unique" {
			t.Errorf("the form: %q", got)
		}
		listed, err := s.production.Moulds.Import(mayImport(ctx, t, "pm.mould"), s.db, resource.ImportFile{Data: []byte("mouldNo,name\nm1,sheet\n")})
		if err != nil || listed.Changed != 1 || listed.Created != 0 {
			t.Errorf("the sheet of the list: %+v (%v)", listed, err)
		}
		machine := "CN01"
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|name|delivery", "m1|file|"}, "parts": {"mouldNo|partNo|parentPart|qty", "m1|p1||5", "M1|p2|P1|"}, "electrodes": {"mouldNo|electrodeNo", "m1|e1"},
			"operations": {"mouldNo|partNo|opNo|branch|process|hours|pred", "m1|p1|10|A|" + mill + "|5|", "m1|P2|10||" + mill + "|4|", "m1|p1|20||" + mill + "|4|p2/10;10#A"},
			"batches":    {"mouldNo|partNo|batchNo|qty", "m1|p1|b1|2"}, "operationResources": {"mouldNo|partNo|opNo|branch|resource", "m1|p1|10|A|" + machine},
		}))
		if result.FaultCount != 0 || result.Counts["moulds"].Changed != 1 || result.Counts["parts"].Changed != 1 || result.Counts["operations"].Changed != 1 || result.Counts["batches"].Changed != 1 {
			t.Fatalf("the workbook: %+v %+v", result.Faults, result.Rows)
		}
		read(ctx, t, s, func(tx store.Tx) error {
			tree, err := s.production.Tree(ctx, tx, mould.ID)
			if err != nil {
				return err
			}
			var parts []string
			for _, p := range tree.Parts {
				parts = append(parts, p.PartNo+" < "+p.ParentNo)
			}
			if tree.MouldNo != "M1" || tree.Name != "file" || !slices.Equal(parts, []string{"P1 < ", "e1 < ", "p2 < P1"}) && !slices.Equal(parts, []string{"e1 < ", "P1 < ", "p2 < P1"}) {
				t.Errorf("the mould: %s %s %v", tree.MouldNo, tree.Name, parts)
			}
			var last production.Operation
			err = tx.Select(&last).Where("op_no = 20").Scan(ctx)
			if last.Pred != "p2/10;10#a" {
				t.Errorf("the predecessors: %s", last.Pred)
			}
			return err
		})
		result = s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "X1|2030-03-20", "x1|2030-03-21"}, "parts": {"mouldNo|partNo", "m1|P3", "M1|p3", "M1|E1"}}))
		var got []string
		for _, f := range result.Faults {
			got = append(got, f.Sheet+" "+f.Column+" "+f.Rule)
		}
		if slices.Sort(got); !slices.Equal(got, []string{"moulds mouldNo duplicateKey", "parts partNo duplicateKey"}) || result.Counts["moulds"].Refused != 2 || result.Counts["parts"].Refused != 3 {
			t.Errorf("twice in a file: %v %+v", got, result.Counts)
		}
		// Two that an earlier version has stored stay two: no index keeps them apart then.
		if _, err := s.db.Pool().ExecContext(ctx, "DROP INDEX mould_order_mould_no_spelling"); err != nil {
			t.Fatal(err)
		}
		write(ctx, t, s, func(tx store.Tx) error {
			return tx.Insert(ctx, &production.Mould{MouldNo: "m1", Delivery: mould.Delivery, Priority: 50})
		})
		s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|name", "M1|upper", "m1|lower"}}))
		read(ctx, t, s, func(tx store.Tx) error {
			moulds, err := s.production.Moulds.List(ctx, tx, resource.Query{Size: 10})
			names := map[string]string{}
			for _, m := range moulds.Rows {
				names[m.MouldNo] = m.Name
			}
			if !maps.Equal(names, map[string]string{"M1": "upper", "m1": "lower"}) {
				t.Errorf("the moulds: %v", names)
			}
			return err
		})
	})
}

// mayImport lets the actor add and change the rows of a list.
func mayImport(ctx context.Context, t *testing.T, permission string) context.Context {
	t.Helper()
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	actor.May = maps.Clone(actor.May)
	if actor.May == nil {
		actor.May = map[string]bool{}
	}
	actor.May[permission+".add"], actor.May[permission+".modify"] = true, true
	return store.WithActor(ctx, actor)
}
