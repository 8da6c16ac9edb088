package production_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// replaced gives what a file that replaces its moulds would remove, and what it is told.
func (s *shop) replaced(ctx context.Context, t *testing.T, sheets map[string][]string) (removed, faults []string) {
	t.Helper()
	result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", DryRun: true, Mode: production.ModeReplace, Data: book(t, sheets)})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Faults {
		faults = append(faults, f.Sheet+" "+f.Rule+" "+f.Value)
	}
	slices.Sort(faults)
	return told(result, "removed"), faults
}

// A part on which work has begun stays whole: with its route, machines, orders and batches, and the electrodes that it burns with.
func TestAPartThatHasBegunStaysWhole(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds := []string{"mouldNo|delivery", "M1|2030-03-20"}
		all := map[string][]string{
			"moulds": moulds, "parts": {"mouldNo|partNo|qty", "M1|P1|2", "M1|P2|4"}, "electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|CNC|1", "M1|E2|CNC|1"},
			"operations":         {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|10|CNC|4|", "M1|P1|20|EDM|4|", "M1|P2|10|CNC|4|", "M1|P2|20|EDM|4|10"},
			"edmLinks":           {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P2|20|E2"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|P1|10|CN01", "M1|P2|10|CN02", "M1|P2|20|ED01"},
			"batches":            {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|1", "M1|P2|B1|1", "M1|P2|B2|1"},
			"outsourcing":        {"mouldNo|partNo|opNo|promised", "M1|P1|20|2030-03-01", "M1|P2|20|2030-03-01"},
		}
		s.take(ctx, t, all)
		s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", "M1|P2|10|B1|1|CN02|2026-01-05 08:00|1"}})
		without := map[string][]string{}
		for sheet, lines := range all {
			for i, line := range lines {
				if i == 0 || !strings.Contains(line, "|P2") && !strings.Contains(line, "|E2") {
					without[sheet] = append(without[sheet], line)
				}
			}
		}
		removed, faults := s.replaced(ctx, t, without)
		if len(removed) > 0 || !slices.Equal(faults, []string{"edmLinks begun M1 · P2 · 20 · E2", "operations begun M1 · P2 · 10"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}

		// A file that has more batches of the part counts those that stay.
		without["batches"] = append(without["batches"], "M1|P2|B9|3")
		if _, faults := s.replaced(ctx, t, without); !slices.ContainsFunc(faults, func(f string) bool { return strings.HasPrefix(f, "batches batchSum 3") }) {
			t.Errorf("three more pieces of four: %q", faults)
		}
	})
}

// Work that has begun keeps the electrodes that it burns with, where the file does not say that it burns with others.
func TestAnElectrodeInUseStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds := []string{"mouldNo|delivery", "M1|2030-03-20"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": {"mouldNo|partNo|qty", "M1|P1|2"}, "electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|CNC|1", "M1|E2|CNC|1"},
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|20|EDM|4|"},
			"edmLinks":   {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P1|20|E2"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P1|20|1|ED01|2026-01-05 08:00|1"},
		})
		electrodes := []string{"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|CNC|1"}
		removed, faults := s.replaced(ctx, t, map[string][]string{"moulds": moulds, "electrodes": electrodes})
		if len(removed) > 0 || !slices.Equal(faults, []string{"edmLinks begun M1 · P1 · 20 · E2"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
		removed, faults = s.replaced(ctx, t, map[string][]string{"moulds": moulds, "electrodes": electrodes, "edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1"}})
		if !slices.Contains(removed, "removed electrodes M1 · E2") || !slices.Contains(removed, "removed edmLinks M1 · P1 · 20 · E2") || len(faults) > 0 {
			t.Errorf("by a file that names the burns: %q, %q", removed, faults)
		}
	})
}

// A batch that reports or orders name, and an operation whose reports or orders name batches, stay with their part.
func TestABatchStaysWithItsPart(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|6", "M1|P2|6"},
			"operations":  {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|CNC|4", "M1|P1|30|CNC|4"},
			"batches":     {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|2", "M1|P1|B2|2", "M1|P1|B3|2"},
			"progress":    {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", "M1|P1|10|B1|1|CN01|2026-01-05 08:00|1"},
			"outsourcing": {"mouldNo|partNo|opNo|batchNo|orderedAt|promised", "M1|P1|20|B2|2026-01-05|2030-03-01"},
		})
		var batches []production.Batch
		var operations []production.Operation
		var second production.Part
		read(ctx, t, s, func(tx store.Tx) error {
			return errors.Join(tx.Select(&batches).Order("batch_no").Scan(ctx), tx.Select(&operations).Order("op_no").Scan(ctx), tx.Select(&second).Where("part_no = ?", "P2").Scan(ctx))
		})
		for i, isUsed := range []bool{true, true, false} {
			err := s.db.Write(ctx, func(tx store.Tx) error {
				b := batches[i]
				b.PartID = second.ID
				return s.production.Batches.Save(ctx, tx, &b)
			})
			if (err != nil) != isUsed || isUsed && !strings.Contains(err.Error(), "it stays with its part") {
				t.Errorf("batch %s: %v", batches[i].BatchNo, err)
			}
			err = s.db.Write(ctx, func(tx store.Tx) error {
				o := operations[i]
				o.PartID = second.ID
				return s.production.Operations.Save(ctx, tx, &o)
			})
			if (err != nil) != isUsed || isUsed && !strings.Contains(err.Error(), "it stays with that part") {
				t.Errorf("operation %d: %v", operations[i].OpNo, err)
			}
		}
	})
}

// A step of the order that a route, an order or a machine counts on stays beside an assembly that is planned: nothing that somebody
// has entered goes without a word, and no run fails for it.
func TestAnImpliedStepThatSomebodyCountsOnStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds, parts := []string{"mouldNo|delivery|assemblyGroup|tryoutGroup|tryoutHours"}, []string{"mouldNo|partNo|kind"}
		planned := []string{"mouldNo|partNo|opNo|process|hours"}
		for _, no := range []string{"M1", "M2", "M3", "M4", "M5"} {
			moulds = append(moulds, no+map[bool]string{true: "|2030-03-20|CNC|TRY|2", false: "|2030-03-20|CNC||"}[no == "M1"])
			parts = append(parts, no+"|TOP|3", no+"|P1|1")
			planned = append(planned, no+"|TOP|30|CNC|4")
		}
		s.take(ctx, t, map[string][]string{"moulds": moulds, "parts": parts})
		s.take(ctx, t, map[string][]string{
			"operations":         {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|20|CNC|4|TOP/10"},
			"parts":              {"mouldNo|partNo|parentPart|neededAtOp", "M1|P1|TOP|20", "M2|P1|TOP|10"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M3|TOP|10|CN01"},
		})
		result := s.importBook(ctx, t, book(t, map[string][]string{"operations": planned, "outsourcing": {"mouldNo|partNo|opNo|promised", "M4|TOP|10|2030-03-01"}}))
		if !result.Committed || len(result.NotWritten) > 0 || len(result.Faults) > 0 {
			t.Fatalf("%+v", result)
		}
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		read(ctx, t, s, func(tx store.Tx) error {
			var all []production.Mould
			var steps []production.Operation
			err := errors.Join(tx.Select(&all).Scan(ctx), tx.Select(&steps).Where("implied = ?", true).Scan(ctx))
			no := map[string]string{}
			for _, m := range all {
				no[m.ID] = m.MouldNo
			}
			var kept []string
			for _, o := range steps {
				kept = append(kept, no[o.MouldID])
			}
			if slices.Sort(kept); !slices.Equal(kept, []string{"M1", "M1", "M2", "M3", "M4"}) {
				t.Errorf("the steps of %q are there", kept)
			}
			orders, err2 := tx.Select((*production.OutsourceOrder)(nil)).Count(ctx)
			machines, err3 := tx.Select((*production.OperationResource)(nil)).Count(ctx)
			if orders != 1 || machines != 1 {
				t.Errorf("%d orders and %d machines are there", orders, machines)
			}
			return errors.Join(err, err2, err3)
		})
	})
}

// Work that was reported and taken back has been reported: a file heeds it as the form does. A report that an earlier version has left
// without its batch is told of no row.
func TestReportsThatWereTakenBackAreHeeded(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds := []string{"mouldNo|delivery", "M1|2030-03-20"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": {"mouldNo|partNo|qty", "M1|P1|6"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|CNC|4"},
			"batches":  {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|2", "M1|P1|B2|2", "M1|P1|B3|2"},
			"progress": {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", "M1|P1|10|B1|1|CN01|2026-01-05 08:00|1", "M1|P1|20|B3|0|||"},
		})
		var b production.Batch
		var o production.Operation
		read(ctx, t, s, func(tx store.Tx) error {
			return errors.Join(tx.Select(&b).Where("batch_no = ?", "B1").Scan(ctx), tx.Select(&o).Where("op_no = ?", 10).Scan(ctx))
		})
		write(ctx, t, s, func(tx store.Tx) error {
			_, err := s.production.Report(ctx, tx, production.Report{OperationID: o.ID, BatchID: b.ID, Status: production.NotStarted})
			return err
		})
		removed, faults := s.replaced(ctx, t, map[string][]string{"moulds": moulds, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B2|2", "M1|P1|B3|2"}})
		if len(removed) > 0 || !slices.Equal(faults, []string{"batches begun M1 · P1 · B1"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
		write(ctx, t, s, func(tx store.Tx) error {
			_, err := tx.Remove((*production.Batch)(nil)).Where("batch_no = ?", "B3").Exec(ctx)
			return err
		})
		removed, _ = s.replaced(ctx, t, map[string][]string{"moulds": moulds, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4"}})
		if !slices.Equal(removed, []string{"removed operations M1 · P1 · 20"}) {
			t.Errorf("with a report of no batch go %q", removed)
		}
	})
}

// An outsourcing order is hidden with its operation: in lists, records and what refers to a batch, and nobody deletes it there. A batch
// that stays because hidden work uses it is told.
func TestAnOrderIsHiddenWithItsOperation(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds := []string{"mouldNo|delivery", "M1|2030-03-20"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": {"mouldNo|partNo|qty", "M1|P1|4"},
			"operations":  {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|EDM|4"},
			"batches":     {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|2", "M1|P1|B2|2"},
			"outsourcing": {"mouldNo|partNo|opNo|batchNo|promised", "M1|P1|10||2030-03-01", "M1|P1|20|B1|2030-03-01"},
		})
		planner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var group basedata.Group
		var b production.Batch
		var orders []production.OutsourceOrder
		read(ctx, t, s, func(tx store.Tx) error {
			return errors.Join(tx.Select(&group).Where("code = ?", "EDM").Scan(ctx), tx.Select(&b).Where("batch_no = ?", "B1").Scan(ctx), tx.Select(&orders).Order("order_no").Scan(ctx))
		})
		planner.Hidden = store.Hidden{Sections: []string{"south"}, Groups: []string{group.ID}}
		near := store.WithActor(ctx, planner)
		read(near, t, s, func(tx store.Tx) error {
			var seen []production.OutsourceOrder
			err := tx.Seen(&seen).Scan(near)
			if len(seen) != 1 || seen[0].ID != orders[0].ID {
				t.Errorf("seen are %+v", seen)
			}
			return err
		})
		var refused *problem.Problem
		if err := s.db.Write(near, func(tx store.Tx) error { return s.production.Outsourced.Delete(near, tx, orders[1].ID) }); !errors.As(err, &refused) || refused.Status != 404 {
			t.Errorf("deleting the order: %v", err)
		}
		if err := s.db.Write(near, func(tx store.Tx) error { return s.production.Batches.Delete(near, tx, b.ID) }); err == nil || !errors.As(err, &refused) || strings.Contains(strings.Join(texts(refused), " "), "P1/20") {
			t.Errorf("deleting the batch: %v %+v", err, refused.Data)
		}
		removed, faults := s.replaced(near, t, map[string][]string{"moulds": moulds, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B2|2"}})
		if len(removed) > 0 || !slices.Equal(faults, []string{"batches hidden M1 · P1 · B1"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
	})
}

// texts are all that a refusal says.
func texts(p *problem.Problem) []string { return []string{p.Error(), fmt.Sprintf("%+v", p.Data)} }

// A part that the order's steps were given stays while others are built into it.
func TestAGivenAssemblyThatOthersAreBuiltIntoStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery|assemblyGroup", "M1|2030-03-20|CNC"}, "parts": {"mouldNo|partNo", "M1|P1"}})
		s.take(ctx, t, map[string][]string{"parts": {"mouldNo|partNo|parentPart", "M1|P1|ASM"}})
		s.take(ctx, t, map[string][]string{"parts": {"mouldNo|partNo|kind", "M1|TOP|3"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|TOP|30|CNC|4"}})
		write(ctx, t, s, func(tx store.Tx) error {
			var p production.Part
			if err := tx.Select(&p).Where("part_no = ?", "P1").Scan(ctx); err != nil {
				return err
			}
			p.Qty = 2
			return s.production.Parts.Save(ctx, tx, &p)
		})
	})
}
