package production_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Part numbers and branches may hold every character that predecessors are written with: files, forms and the shop floor
// read the same operations, and what is kept reads back.
func TestPredecessorsOfAnyPartNumber(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		head := "mouldNo|partNo|opNo|branch|process|hours|pred"
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery", "M;1|2030-03-20"}, "parts": {"mouldNo|partNo", "M;1|P#1;2/3", `M;1|3"+x`, "M;1|P2"},
			"operations": {
				head, "M;1|P#1;2/3|10||" + mill + "|4|", `M;1|3"+x|10|a;b|` + mill + "|4|", `M;1|3"+x|10|c|` + mill + "|4|",
				"M;1|P2|30||" + mill + `|4|"P#1;2/3"/10；3"+x/10#"a;b"`,
			},
		}
		if result := s.importBook(ctx, t, book(t, sheets)); result.FaultCount != 0 || !result.Committed {
			t.Fatalf("%+v", result.Faults)
		}
		if again := s.importBook(ctx, t, book(t, sheets)); again.Committed {
			t.Errorf("what is kept reads otherwise: %+v", again.Total)
		}
		var orders []production.Order
		read(ctx, t, s, func(tx store.Tx) (err error) { orders, err = production.ReadOpen(ctx, tx, nil); return err })
		part := &orders[0].Parts[slices.IndexFunc(orders[0].Parts, func(p production.Part) bool { return p.PartNo == "P2" })]
		waiting := orders[0].Operations[part.ID][0]
		if waiting.Pred != `"P#1;2/3"/10;"3""+x"/10#"a;b"` {
			t.Errorf("kept as %s", waiting.Pred)
		}
		if waits := waitsOf(ctx, t, s, waiting.ID); !slices.Equal(waits, []string{"P#1;2/3/10", `3"+x/10`}) {
			t.Errorf("the floor waits for %q", waits)
		}
		patch := func(pred string) error {
			return s.db.Write(ctx, func(tx store.Tx) error {
				o, err := s.production.Operations.Get(ctx, tx, waiting.ID)
				if err != nil {
					return err
				}
				text, err := json.Marshal(pred)
				if err != nil {
					return err
				}
				o, err = s.production.Operations.Patch(ctx, tx, o.ID, map[string]json.RawMessage{"version": fmt.Appendf(nil, "%d", o.Version), "pred": text})
				if err == nil && o.Pred != `"P#1;2/3"/10` {
					t.Errorf("%s is kept as %s", pred, o.Pred)
				}
				return err
			})
		}
		for _, typed := range []string{`"P#1;2/3"/10`, ` "P#1;2/3" / 10；`} {
			if err := patch(typed); err != nil {
				t.Errorf("the form takes %s: %v", typed, err)
			}
		}
		var p *problem.Problem
		if err := patch("P#1;2/3/10"); !errors.As(err, &p) || p.Fields[0].Field != "pred" || p.Fields[0].Rule != "format" {
			t.Errorf("without quotation marks: %v", err)
		}
		gone := orders[0].Operations[orders[0].Parts[slices.IndexFunc(orders[0].Parts, func(p production.Part) bool { return p.PartNo == "P#1;2/3" })].ID][0]
		if err := s.db.Write(ctx, func(tx store.Tx) error { return s.production.Operations.Delete(ctx, tx, gone.ID) }); !errors.As(err, &p) || p.Code != problem.Refused {
			t.Errorf("an operation that another waits for goes: %v", err)
		}
	})
}

// waitsOf is what an operation waits for on the list of the shop floor, without the names of processes.
func waitsOf(ctx context.Context, t *testing.T, s *shop, id string) (waits []string) {
	read(ctx, t, s, func(tx store.Tx) error {
		d, err := s.production.Dispatch(ctx, tx, &production.DispatchQuestion{Status: "all"})
		if err != nil {
			return err
		}
		for _, r := range d.Rows {
			for _, w := range r.Waits {
				if r.OperationID == id {
					waits = append(waits, w[:strings.LastIndexByte(w, ' ')])
				}
			}
		}
		return nil
	})
	return waits
}

// What people read of a row says which is the mould and which the part.
func TestRowsAndFaultsShowMouldAndPartApart(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "SA|2030-03-20", "SA/B|2030-03-20"}, "parts": {"mouldNo|partNo", "SA|B/C", "SA/B|C"},
			"edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "SA|B/C|10|E1", "SA/B|C|10|E1"}, "operations": {"mouldNo|partNo|opNo|process|hours", "SA|B/C|10|" + mill + "|4"},
		}))
		var keys, values []string
		for _, row := range result.Rows {
			if row.Sheet == "parts" {
				keys = append(keys, row.Key+" = "+row.MouldNo+" + "+row.PartNo)
			}
		}
		for _, f := range result.Faults {
			if f.Sheet == "edmLinks" && f.Column == "opNo" {
				values = append(values, f.Value+" = "+f.MouldNo+" + "+f.PartNo)
			}
		}
		if !slices.Equal(keys, []string{"SA · B/C = SA + B/C", "SA/B · C = SA/B + C"}) {
			t.Errorf("rows: %q", keys)
		}
		if !slices.Equal(values, []string{"10 = SA + B/C", "10 = SA/B + C"}) {
			t.Errorf("faults: %q", values)
		}
	})
}

// A workbook that names records in another spelling means the stored ones: each row says how the file writes its key.
func TestTheSpellingOfAWorkbookIsSeenBesideTheRecordThatItMeans(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "ZC1|2030-03-20"}, "parts": {"mouldNo|partNo|name", "ZC1|P1|old"}, "customers": {"number|name", "KA-1|old"}}))
		result := s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "ZC1|2030-03-20"}, "parts": {"mouldNo|partNo|name", "zc1|p1|new"}, "customers": {"number|name", "ka\u20101|new"}}))
		told := map[string]string{}
		for _, row := range result.Rows {
			told[row.Sheet] = row.Action + " " + row.Key + " < " + row.Typed
		}
		if want := map[string]string{"moulds": "same ZC1 < ", "parts": "changed ZC1 · P1 < zc1 · p1", "customers": "changed KA-1 < ka\u20101"}; !maps.Equal(told, want) {
			t.Errorf("%q", told)
		}
	})
}
