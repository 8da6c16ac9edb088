package production_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// routeWithElectrodes brings a mould with an EDM operation and two electrodes, and another mould with one.
func (s *shop) routeWithElectrodes(ctx context.Context, t *testing.T) (operations map[string]production.Operation, parts map[string]string) {
	t.Helper()
	result := s.importBook(ctx, t, book(t, map[string][]string{
		"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2"},
		"electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2", "M2|E9"},
		"operations": {"mouldNo|partNo|opNo|process|hours|setupHours|pred", "M1|P1|10|" + mill + "|4||", "M1|P1|20|" + burn + "|6|1|", "M1|E2|10|" + mill + "|1||P1/20"},
	}))
	if result.FaultCount != 0 {
		t.Fatalf("%+v", result.Faults)
	}
	operations, parts = map[string]production.Operation{}, map[string]string{}
	read(ctx, t, s, func(tx store.Tx) error {
		var rows []production.Part
		if err := tx.Select(&rows).Scan(ctx); err != nil {
			return err
		}
		numbers := map[string]string{}
		for _, p := range rows {
			parts[p.PartNo], numbers[p.ID] = p.ID, p.PartNo
		}
		var all []production.Operation
		err := tx.Select(&all).Scan(ctx)
		for _, o := range all {
			operations[fmt.Sprintf("%s/%d", numbers[o.PartID], o.OpNo)] = o
		}
		return err
	})
	return operations, parts
}

// The form of an operation keeps the rules that the workbook has for sheets E and F (production.md 1).
func TestLinesOfAnOperationKeepTheRulesOfTheWorkbook(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		operations, parts := s.routeWithElectrodes(ctx, t)
		milling, burning := operations["P1/10"], operations["P1/20"]
		var machine string
		read(ctx, t, s, func(tx store.Tx) error {
			machine = idOf(ctx, t, s, "CN01")
			return nil
		})
		burn := func(fields string, electrodes ...string) string {
			lines := make([]string, len(electrodes))
			for i, no := range electrodes {
				lines[i] = fmt.Sprintf(`{"electrodeId": %q%s}`, parts[no], fields)
			}
			return `"edmLinks": [` + strings.Join(lines, ",") + "]"
		}
		resources := func(fields string, machines ...string) string {
			lines := make([]string, len(machines))
			for i, id := range machines {
				lines[i] = fmt.Sprintf(`{"resource": %q%s}`, id, fields)
			}
			return `"operationResources": [` + strings.Join(lines, ",") + "]"
		}
		for _, x := range []struct {
			of           production.Operation
			change, want string
		}{
			{milling, burn("", "E1"), "edmLinks edm"},
			{burning, burn("", "E1", "E9"), "edmLinks.1.electrodeId reference"},
			{burning, burn("", "P2"), "edmLinks.0.electrodeId kind"},
			{burning, burn("", "nowhere"), "edmLinks.0.electrodeId required"},
			{burning, burn("", "E1", "E1"), "edmLinks.1.electrodeId unique"},
			{burning, burn(`, "piecesUsed": 0`, "E1"), "edmLinks.0.piecesUsed min"},
			{burning, burn(`, "burnHours": 5001`, "E1"), "edmLinks.0.burnHours max"},
			{burning, burn("", "E2"), "edmLinks cycle"}, // which waits for this operation
			{milling, resources("", machine, machine), "operationResources.1.resource unique"},
			{milling, resources("", store.NewID()), "operationResources.0.resource reference"},
			{milling, resources(`, "rank": 1001`, machine), "operationResources.0.rank max"},
			{milling, resources(`, "hours": -1`, machine), "operationResources.0.hours min"},
		} {
			if got := patched(ctx, t, s, s.production.Operations.Patch, x.of.ID, x.of.Version, x.change); got != x.want {
				t.Errorf("%d with %s: %q, want %q", x.of.OpNo, x.change, got, x.want)
			}
		}
		result := s.importBook(ctx, t, book(t, map[string][]string{"edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|P2"}}))
		if len(result.Faults) != 1 || result.Faults[0].Rule != "kind" {
			t.Errorf("a workpiece that a file burns with: %+v", result.Faults)
		}
		// Hours on a machine stay above what is reported, in both.
		if got := patched(ctx, t, s, s.production.Operations.Patch, milling.ID, milling.Version, resources(`, "hours": 6`, machine)); got != "" {
			t.Fatal(got)
		}
		write(ctx, t, s, func(tx store.Tx) error {
			five := quantity.Minutes(300)
			_, err := s.production.Report(ctx, tx, production.Report{OperationID: milling.ID, Status: production.Running, MachineID: machine, Now: true, ReportedHours: &five})
			return err
		})
		if got := patched(ctx, t, s, s.production.Operations.Patch, milling.ID, milling.Version+1, resources(`, "hours": 4`, machine)); got != "operationResources.0.hours reported" {
			t.Errorf("hours below what is reported: %q", got)
		}
		result = s.importBook(ctx, t, book(t, map[string][]string{"operationResources": {"mouldNo|partNo|opNo|resource|hours", "M1|P1|10|" + "CN01" + "|4"}}))
		if len(result.Faults) != 1 || result.Faults[0].Column+" "+result.Faults[0].Rule != "hours reported" {
			t.Errorf("hours below what is reported in a file: %+v", result.Faults)
		}
	})
}

// What the form says of machines and electrodes is what plans, files and other forms find, and the other way round.
func TestLinesOfAnOperationHaveOneSource(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		operations, parts := s.routeWithElectrodes(ctx, t)
		o, name := operations["P1/20"], "ED01"
		var machine string
		read(ctx, t, s, func(tx store.Tx) error { machine = idOf(ctx, t, s, name); return nil })
		body := fmt.Sprintf(`{"version": %d, "operationResources": [{"resource": %q, "rank": 2, "hours": 3}], "edmLinks": [{"electrodeId": %q, "burnSeq": 1, "burnHours": 2.5}]}`, o.Version, machine, parts["E1"])
		status, _, raw := in.call(ctx, http.MethodPatch, "capp/operation/"+o.ID, "application/json", []byte(body))
		if status != http.StatusOK || !strings.Contains(string(raw), "The burn hours sum to 2.5 h, the operation has 5 h without set-up: the sum is planned") {
			t.Fatalf("the save: %d %s", status, raw)
		}
		has := func(when string, rank int) {
			t.Helper()
			read(ctx, t, s, func(tx store.Tx) error {
				orders, err := production.ReadOpen(ctx, tx, []string{o.MouldID})
				if err != nil {
					return err
				}
				machines, burns := orders[0].Resources[o.ID], orders[0].Links[o.ID]
				if len(machines) != 1 || machines[0].Rank != rank || machines[0].Minutes != 180 || len(burns) != 1 || burns[0].BurnMinutes != 150 {
					t.Errorf("%s: %+v %+v", when, machines, burns)
				}
				return nil
			})
		}
		has("after the form", 2)
		// Who changes something else, or saves a row that was read without its lines, keeps them.
		if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version+1, `"crew": 2`); got != "" {
			t.Fatal(got)
		}
		write(ctx, t, s, func(tx store.Tx) error {
			var bare production.Operation
			return errors.Join(tx.Select(&bare).Where("id = ?", o.ID).Scan(ctx), s.production.Operations.Save(ctx, tx, &bare))
		})
		has("after other changes", 2)
		// A file that changes a line makes forms stale that were opened before.
		sheets := map[string][]string{"operationResources": {"mouldNo|partNo|opNo|resource|rank", "M1|P1|20|" + name + "|7"}}
		s.importBook(ctx, t, book(t, sheets))
		has("after a file", 7)
		if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version+3, `"operationResources": []`); !strings.Contains(got, "changed") {
			t.Errorf("a form from before the file: %q", got)
		}
		if result := s.importBook(ctx, t, book(t, sheets)); result.Committed {
			t.Errorf("the same file again writes %+v", result.Counts)
		}
		result := s.importBook(ctx, t, book(t, map[string][]string{"operations": {"mouldNo|partNo|opNo|process", "M1|P1|20|" + mill}}))
		if len(result.Faults) != 1 || result.Faults[0].Column+" "+result.Faults[0].Rule != "process edm" {
			t.Errorf("another process while it burns: %+v", result.Faults)
		}
		s.linesAreRead(ctx, t, &o, name, machine, operations["E2/10"].ID)
	})
}

// linesAreRead: lists and sheets show the lines, used-by counts them, and they go with their operation.
func (s *shop) linesAreRead(ctx context.Context, t *testing.T, o *production.Operation, name, machine, waiting string) {
	t.Helper()
	read(ctx, t, s, func(tx store.Tx) error {
		page, err := s.production.Operations.List(ctx, tx, resource.Query{Size: 500})
		if err != nil {
			return err
		}
		at := slices.IndexFunc(page.Rows, func(x *production.Operation) bool { return x.ID == o.ID })
		if len(page.Rows[at].Resources) != 1 || len(page.Rows[at].Burns) != 1 || page.Names[machine] != name {
			t.Errorf("the list: %+v %v", page.Rows[at], page.Names)
		}
		return nil
	})
	var sheet bytes.Buffer
	export, err := s.production.Operations.Export(ctx, s.db, resource.Query{}, "csv")
	if err == nil {
		err = export.Write(&sheet)
	}
	if err != nil || !strings.Contains(sheet.String(), name+",7,3,0") || !strings.Contains(sheet.String(), "E1,1,2.5,1") {
		t.Errorf("the sheet: %v %s", err, sheet.String())
	}
	var p *problem.Problem
	err = s.db.Write(ctx, func(tx store.Tx) error { return s.master.Machines.Delete(ctx, tx, machine) })
	if !errors.As(err, &p) || p.Code != problem.Refused || !strings.Contains(fmt.Sprint(p.Data), "Operation · Eligible machines 1 operation") {
		t.Errorf("deleting the machine: %+v", err)
	}
	write(ctx, t, s, func(tx store.Tx) error {
		return errors.Join(s.production.Operations.Delete(ctx, tx, waiting), s.production.Operations.Delete(ctx, tx, o.ID))
	})
	read(ctx, t, s, func(tx store.Tx) error {
		left, err := tx.Select((*production.EDMLink)(nil)).Exists(ctx)
		if left {
			t.Error("a link outlives its operation")
		}
		return err
	})
}
