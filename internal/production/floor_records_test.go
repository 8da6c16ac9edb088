package production_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What assembly took is what was reported on the first operation of the assemblies of finished moulds of an order type.
func TestWhatAssemblyTook(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery|orderType|tryoutGroup|tryoutHours"}, "parts": {"mouldNo|partNo|kind|parentPart"}, "operations": {"mouldNo|partNo|opNo|process|hours"},
			"progress": {"mouldNo|partNo|opNo|status|resource|realStart|realEnd|reportedHours"},
		}
		report := func(mould, part string, op, hours int) {
			sheets["progress"] = append(sheets["progress"], fmt.Sprintf("%s|%s|%d|3||2026-01-05 08:00|2026-01-05 14:00|%d", mould, part, op, hours))
		}
		for _, no := range []string{"M1", "M2", "M3", "M4", "M5"} {
			kind := map[bool]string{true: "新模", false: "改模"}[no == "M4"]
			sheets["moulds"] = append(sheets["moulds"], no+"|2030-03-20|"+kind+"||")
			sheets["parts"] = append(sheets["parts"], no+"|W|1|", no+"|Z|3|", no+"|Y|3|Z", no+"|X|3|")
			for _, row := range []string{"W|10", "Z|20", "Z|10", "Y|10"} {
				sheets["operations"] = append(sheets["operations"], no+"|"+row+"|FIT|4")
			}
		}
		s.take(ctx, t, map[string][]string{"moulds": {sheets["moulds"][0], "M6|2030-03-20|新模|FIT|6"}})
		report("M6", "ASM", 20, 6) // a try-out that stands alone
		report("M1", "W", 10, 1)   // of a workpiece
		report("M1", "Z", 10, 7)   // counts
		report("M1", "Z", 20, 2)   // not its first operation
		report("M1", "Y", 10, 3)   // built into another assembly
		report("M2", "Z", 10, 9)   // not finished
		report("M3", "Z", 20, 5)   // nothing on its first operation
		report("M4", "Z", 10, 8)   // another type
		report("M5", "Z", 10, 6)
		if result := s.importBook(ctx, t, book(t, sheets)); result.Errors != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		write(ctx, t, s, func(tx store.Tx) error {
			_, err := tx.Change((*production.Mould)(nil)).Set("status = ?", production.MouldFinished).Where("mould_no <> ?", "M2").Exec(ctx)
			return err
		})
		read(ctx, t, s, func(tx store.Tx) error {
			for kind, want := range map[string][]quantity.Minutes{"改模": {360, 420}, "新模": {480}} {
				took, err := production.AssemblyHistory(ctx, tx, idOf(ctx, t, s, kind))
				if slices.Sort(took); err != nil || !slices.Equal(took, want) {
					t.Errorf("%s: %v %v", kind, took, err)
				}
			}
			took, err := production.AssemblyHistory(ctx, tx, store.NewID())
			if len(took) != 0 {
				t.Errorf("of a type that no mould has: %v", took)
			}
			return err
		})
	})
}

// An operation that has its program waits no more, and waits again without it; what stands already is not written again.
func TestAProgramSaysWhereAnOperationStands(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		o := s.oneOperation(ctx, t, 1)
		for _, c := range []struct {
			ready   bool
			status  int
			changes bool
		}{{false, 0, false}, {true, 2, true}, {true, 2, false}, {false, 1, true}, {false, 1, false}, {true, 2, true}} {
			s.told = nil
			write(ctx, t, s, func(tx store.Tx) error { return s.production.ProgramReady(ctx, tx, o.ID, c.ready) })
			var now production.Operation
			read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&now).Scan(ctx) })
			if now.CAMStatus != c.status || slices.Equal(s.told, []string{"operation"}) != c.changes {
				t.Errorf("ready %v: status %d, told %q", c.ready, now.CAMStatus, s.told)
			}
		}
		write(ctx, t, s, func(tx store.Tx) error {
			_, err := tx.Change((*production.Operation)(nil)).Set("cam_status = 3").Where("id = ?", o.ID).Exec(ctx)
			return err
		})
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ProgramReady(ctx, tx, o.ID, true) })
		read(ctx, t, s, func(tx store.Tx) error {
			var now production.Operation
			err := tx.Select(&now).Scan(ctx)
			if now.CAMStatus != 3 {
				t.Errorf("what is checked falls back to %d", now.CAMStatus)
			}
			log, fault := tx.History(ctx, "operation", o.ID, 20)
			changes := 0
			for i := range log {
				changes += strings.Count(string(log[i].Changes), `"camStatus"`)
			}
			if changes < 3 {
				t.Errorf("the log tells of %d changes", changes)
			}
			return errors.Join(err, fault)
		})
	})
}

// An order of a supplier belongs to the mould of its operation and to a batch of its part; without a number it is called
// after them. Once it is placed or back it stays.
func TestOrdersOfSuppliers(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|4", "M1|P2|4", "M2|P1|4"},
			"operations": {"mouldNo|partNo|opNo|branch|process|hours", "M1|P1|10|a|HT|4", "M2|P1|10||HT|4"}, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|2", "M1|P2|B2|2"},
		})
		mould, operation, batch := map[string]string{}, "", map[string]string{}
		read(ctx, t, s, func(tx store.Tx) error {
			var moulds []production.Mould
			var batches []production.Batch
			var o production.Operation
			err := errors.Join(tx.Select(&moulds).Scan(ctx), tx.Select(&batches).Scan(ctx), tx.Select(&o).Where("branch = ?", "a").Scan(ctx))
			for _, m := range moulds {
				mould[m.MouldNo] = m.ID
			}
			for _, b := range batches {
				batch[b.BatchNo] = b.ID
			}
			operation = o.ID
			return err
		})
		at := func(day int) *time.Time { d := time.Date(2026, 3, day, 0, 0, 0, 0, time.UTC); return &d }
		for _, c := range []struct {
			what string
			o    production.OutsourceOrder
			want string
		}{
			{"another mould", production.OutsourceOrder{MouldID: mould["M2"]}, "operationId reference"},
			{"a batch of another part", production.OutsourceOrder{MouldID: mould["M1"], BatchID: batch["B2"]}, "batchId reference"},
			{"promised before it is ordered", production.OutsourceOrder{MouldID: mould["M1"], OrderedAt: at(2), Promised: at(1)}, "promised dateOrder"},
			{"a batch of its part", production.OutsourceOrder{MouldID: mould["M1"], BatchID: batch["B1"], OrderNo: "X1"}, ""},
			{"without a number", production.OutsourceOrder{MouldID: mould["M1"]}, ""},
			{"ordered", production.OutsourceOrder{MouldID: mould["M1"], OrderNo: "X2", OrderedAt: at(2)}, ""},
			{"back", production.OutsourceOrder{MouldID: mould["M1"], OrderNo: "X3", Received: at(2)}, ""},
		} {
			c.o.OperationID = operation
			if got := refusal(s.db.Write(ctx, func(tx store.Tx) error { return s.production.Outsourced.Save(ctx, tx, &c.o) })); got != c.want {
				t.Errorf("%s: %q, want %q", c.what, got, c.want)
			}
			if c.want != "" {
				continue
			}
			if c.what == "without a number" && c.o.OrderNo != "M1/P1/10#a" {
				t.Errorf("it is called %q", c.o.OrderNo)
			}
			err := s.db.Write(ctx, func(tx store.Tx) error { return s.production.Outsourced.Delete(ctx, tx, c.o.ID) })
			if stays := c.o.OrderedAt != nil || c.o.Received != nil; stays != (err != nil && problem.Of(err).Code == problem.Refused) {
				t.Errorf("%s: it goes with %v", c.what, err)
			}
		}
	})
}

// Batches share the pieces of one part of their mould and no more; electrodes have none.
func TestBatchesOfAPart(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|10"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1"}, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|4", "M1|P1|B2|3"},
		})
		parts, other := map[string]production.Part{}, production.Mould{}
		read(ctx, t, s, func(tx store.Tx) error {
			var all []production.Part
			err := errors.Join(tx.Select(&all).Scan(ctx), tx.Select(&other).Where("mould_no = ?", "M2").Scan(ctx))
			for _, p := range all {
				parts[p.PartNo] = p
			}
			return err
		})
		for _, c := range []struct {
			what, part, mould string
			qty               int
			want              string
		}{
			{"all that is left", "P1", parts["P1"].MouldID, 3, ""}, {"a piece more", "P1", parts["P1"].MouldID, 4, "qty batchSum"}, {"another mould", "P1", other.ID, 1, "partId reference"}, {"an electrode", "E1", parts["E1"].MouldID, 1, "partId kind"},
		} {
			b := &production.Batch{MouldID: c.mould, PartID: parts[c.part].ID, BatchNo: "B9", Qty: c.qty, State: production.BatchDispatched}
			err := s.db.Write(ctx, func(tx store.Tx) error {
				if err := s.production.Batches.Save(ctx, tx, b); err != nil {
					return err
				}
				return errTaken
			})
			got := ""
			if !errors.Is(err, errTaken) {
				got = refusal(err)
			}
			if got != c.want {
				t.Errorf("%s: %q, want %q", c.what, got, c.want)
			}
		}
		// In a file the sum is told once for a part, at its first batch, or at the part where its batches stay as they are.
		for what, c := range map[string]struct {
			parts, batches []string
			want           []string
		}{
			"just as many":          {[]string{"M1|P1|7"}, nil, nil},
			"a piece less":          {[]string{"M1|P1|6"}, nil, []string{"parts 2 qty batchSum 6"}},
			"both":                  {[]string{"M1|P1|6"}, []string{"M1|P1|B1|5", "M1|P1|B2|5"}, []string{"batches 2 qty batchSum 5"}},
			"one grows to the sum":  {nil, []string{"M1|P1|B2|6"}, nil},
			"one grows over it":     {nil, []string{"M1|P1|B2|7"}, []string{"batches 2 qty batchSum 7"}},
			"a new one over it":     {nil, []string{"M1|P1|B3|4"}, []string{"batches 2 qty batchSum 4"}},
			"a part nobody knows":   {nil, []string{"M1|P9|B3|4"}, []string{"batches 2 partNo reference P9"}},
			"of an electrode":       {nil, []string{"M1|E1|B3|1"}, []string{"batches 2 partNo kind E1"}},
			"a part that grows too": {[]string{"M1|P1|11"}, []string{"M1|P1|B3|4"}, nil},
		} {
			sheets := map[string][]string{}
			if c.parts != nil {
				sheets["parts"] = append([]string{"mouldNo|partNo|qty"}, c.parts...)
			}
			if c.batches != nil {
				sheets["batches"] = append([]string{"mouldNo|partNo|batchNo|qty"}, c.batches...)
			}
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Trusted: true, DryRun: true, Data: book(t, sheets)})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range result.Faults {
				got = append(got, fmt.Sprintf("%s %d %s %s %s", f.Sheet, f.Row, f.Column, f.Rule, f.Value))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", what, got, c.want)
			}
		}
	})
}

var errTaken = errors.New("it would be taken")

// A batch on which work has been reported stays; what says "not started" goes with its batch. What an earlier version has left without a
// batch is no report on the operation as a whole.
func TestABatchWithReportsStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|4"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4"},
			"batches":  {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|1", "M1|P1|B2|1", "M1|P1|B3|1"},
			"progress": {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", "M1|P1|10|B1|1|CN01|2026-01-05 08:00|1", "M1|P1|10|B2|0|||", "M1|P1|10|B3|0|||"},
		})
		batches := map[string]production.Batch{}
		read(ctx, t, s, func(tx store.Tx) error {
			var all []production.Batch
			err := tx.Select(&all).Scan(ctx)
			for _, b := range all {
				batches[b.BatchNo] = b
			}
			return err
		})
		remove := func(no string) error {
			return s.db.Write(ctx, func(tx store.Tx) error { return s.production.Batches.Delete(ctx, tx, batches[no].ID) })
		}
		if err := remove("B1"); err == nil || !strings.Contains(err.Error(), "Batch B1 has reports of progress") {
			t.Errorf("a begun batch: %v", err)
		}
		if err := remove("B2"); err != nil {
			t.Errorf("one that is not: %v", err)
		}
		write(ctx, t, s, func(tx store.Tx) error {
			_, err := tx.Remove((*production.Batch)(nil)).Where("id = ?", batches["B3"].ID).Exec(ctx)
			return err
		})
		read(ctx, t, s, func(tx store.Tx) error {
			reports, err := tx.Select((*production.Progress)(nil)).Count(ctx)
			if reports != 2 {
				t.Errorf("%d reports are left", reports)
			}
			return err
		})
		result := s.importBook(ctx, t, book(t, map[string][]string{"progress": {"mouldNo|partNo|opNo|status", "M1|P1|10|0"}}))
		if got := told(result, production.ActionSame); len(got) > 0 {
			t.Errorf("the first report on the whole is called %q", got)
		}
	})
}
