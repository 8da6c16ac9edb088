package production_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Batches, outsourcing orders and reports of batches come in, with their rules.
func TestBatchesAndOutsourcingOrders(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		machine := "CN01"
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty|material|hardness|partType|accuracyGrade|drawingReady", "M1|P1|10|NAK80|40|CORE|A|2030-01-02"},
			"operations":  {"mouldNo|partNo|opNo|process|hours|electrodeDesignDue", "M1|P1|10|" + mill + "|4|2030-01-03"},
			"electrodes":  {"mouldNo|electrodeNo", "M1|E1"},
			"batches":     {"mouldNo|partNo|batchNo|qty|state", "M1|P1|B1|6|1", "M1|P1|B2|5|1"},
			"outsourcing": {"mouldNo|partNo|opNo|orderedAt|promised", "M1|P1|10|2026-01-05|2026-01-04"},
		}
		result := s.importBook(ctx, t, book(t, sheets))
		rules := map[string]bool{}
		for _, f := range result.Faults {
			rules[f.Sheet+" "+f.Column+" "+f.Rule] = true
		}
		if !rules["batches qty batchSum"] || !rules["outsourcing promised dateOrder"] {
			t.Errorf("the rules: %v", rules)
		}
		sheets["batches"] = []string{"mouldNo|partNo|batchNo|qty", "M1|E1|B1|1", "M1|P1|B1|6", "M1|P1|B2|4"}
		if result = s.importBook(ctx, t, book(t, sheets)); !slices.ContainsFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "kind" }) {
			t.Errorf("a batch of an electrode: %+v", result.Faults)
		}
		sheets["batches"] = []string{"mouldNo|partNo|batchNo|qty", "M1|P1|B1|6", "M1|P1|B2|4"}
		sheets["outsourcing"] = []string{"mouldNo|partNo|opNo|orderedAt|promised", "M1|P1|10|2026-01-05|2026-01-09"}
		sheets["progress"] = []string{"mouldNo|partNo|opNo|batchNo|status|resource|realStart|realEnd|reportedHours", "M1|P1|10|B1|3|" + machine + "|2026-01-05 08:00|2026-01-05 10:00|2", "M1|P1|10|B2|1|" + machine + "|2026-01-05 10:00||0.5"}
		if result = s.importBook(ctx, t, book(t, sheets)); result.FaultCount != 0 || result.Counts["batches"].New != 2 || result.Counts["outsourcing"].New != 1 || result.Counts["progress"].New != 2 {
			t.Fatalf("the import: %+v %+v", result.Faults, result.Counts)
		}
		if result = s.importBook(ctx, t, book(t, sheets)); result.Committed {
			t.Errorf("the second import writes: %+v", result.Counts)
		}
		if err := s.db.Read(ctx, func(tx store.Tx) error {
			orders, err := production.ReadOpen(ctx, tx, nil)
			if err != nil {
				return err
			}
			o, p := orders[0].Operations, orders[0].Parts
			part := p[slices.IndexFunc(p, func(x production.Part) bool { return x.PartNo == "P1" })]
			called, err := names(ctx, tx)
			if err != nil {
				return err
			}
			if called.Materials[part.MaterialID] != "NAK80" || part.Hardness != quantity.Whole(40) || called.PartTypes[part.PartTypeID] != "型芯" || called.Grades[part.GradeID] != "A" || part.DrawingReady == nil {
				t.Errorf("columns of the part are lost: %+v", part)
			}
			op := o[part.ID][0]
			if op.ElectrodeDesignDue == nil {
				t.Error("the electrode design date is lost")
			}
			if s := orders[0].Progress[op.ID]; s.Status != production.Running || s.ReportedMinutes != 150 || s.RealEnd != nil {
				t.Errorf("batches together: %+v", s)
			}
			if x := orders[0].Outsourced[op.ID]; x == nil || x.Promised == nil {
				t.Errorf("the order: %+v", x)
			}
			states := map[string]int{}
			for _, b := range orders[0].Batches[part.ID] {
				states[b.BatchNo+" "+strconv.Itoa(b.Qty)] = orders[0].Reports[production.LotKey(op.ID, b.ID)].Status
			}
			if !maps.Equal(states, map[string]int{"B1 6": production.Finished, "B2 4": production.Running}) || orders[0].Reports[op.ID] != nil {
				t.Errorf("what the scheduler reads of the batches: %v, %+v", states, orders[0].Reports)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// An operation that has begun keeps its process, and its hours do not drop below the reported ones: in the import and in
// the form.
func TestStartedOperationsHoldTheirHours(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		head := "mouldNo|partNo|opNo|process|hours"
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {head, "M1|P1|10|" + mill + "|4"},
			"progress": {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P1|10|1|" + "CN01" + "|2026-01-05 08:00|3"},
		}))
		var processes []basedata.Process
		if err := s.db.Read(ctx, func(tx store.Tx) error { return tx.Select(&processes).Order("code").Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		other := processes[slices.IndexFunc(processes, func(p basedata.Process) bool { return p.Code != mill })]
		result := s.importBook(ctx, t, book(t, map[string][]string{"operations": {head, "M1|P1|10|" + other.Code + "|2"}}))
		var rules []string
		for _, f := range result.Faults {
			rules = append(rules, f.Column+" "+f.Rule)
		}
		if !slices.Equal(rules, []string{"process started", "hours reported"}) {
			t.Errorf("the rules: %v", rules)
		}
		if result := s.importBook(ctx, t, book(t, map[string][]string{"operations": {head, "M1|P1|10|" + mill + "|3"}})); result.FaultCount != 0 {
			t.Errorf("just the reported hours: %+v", result.Faults)
		}
		var o production.Operation
		if err := s.db.Write(ctx, func(tx store.Tx) error {
			if err := tx.Select(&o).Scan(ctx); err != nil {
				return err
			}
			_, err := s.production.Operations.Patch(ctx, tx, o.ID, map[string]json.RawMessage{"version": fmt.Appendf(nil, "%d", o.Version), "hours": []byte("1")})
			var p *problem.Problem
			if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Rule != "reported" {
				t.Errorf("the form: %v", err)
			}
			if err := s.production.Operations.Delete(ctx, tx, o.ID); !errors.As(err, &p) || p.Code != problem.Refused {
				t.Errorf("deleting it: %v", err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}
