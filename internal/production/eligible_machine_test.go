package production_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A row of sheet F by process and part type narrows every such operation without rows of its own, from the file to the
// plan and to the shop floor (production.md 1).
func TestMachinesOfAProcessAndAPartType(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		first, last := endsOfGroup(ctx, t, s, mill)
		head := "mouldNo|partNo|opNo|process|partType|resource|rank|hours|setupHours"
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery", "K1|2030-03-20"}, "parts": {"mouldNo|partNo|partType", "K1|P1|型腔", "K1|P2|SLIDER", "K1|P3|型腔"},
			"operations":         {"mouldNo|partNo|opNo|process|hours", "K1|P1|10|" + mill + "|8", "K1|P2|10|" + mill + "|8", "K1|P3|10|" + mill + "|8"},
			"operationResources": {head, "|||" + mill + "|型腔|" + last.name + "|1|3|0.5", "K1|P3|10|||" + first.name + "|1||"},
		}
		result := s.importBook(ctx, t, book(t, sheets))
		if result.FaultCount != 0 || result.Counts["operationResources"].New != 2 {
			t.Fatalf("%+v %+v", result.Faults, result.Counts["operationResources"])
		}
		if result = s.importBook(ctx, t, book(t, sheets)); result.Committed {
			t.Errorf("the same file again writes %+v", result.Counts)
		}
		ids := map[string]string{}
		read(ctx, t, s, func(tx store.Tx) error {
			orders, err := production.ReadOpen(ctx, tx, nil)
			if err != nil {
				return err
			}
			for _, p := range orders[0].Parts {
				o := orders[0].Operations[p.ID][0]
				ids[p.PartNo] = o.ID
				on, want := orders[0].Resources[o.ID], map[string]place{"P1": last, "P3": first}[p.PartNo]
				if (want.id == "") != (len(on) == 0) || len(on) > 0 && (len(on) != 1 || on[0].MachineID != want.id) {
					t.Errorf("%s may go to %+v, want %q", p.PartNo, on, want.name)
				}
				if p.PartNo == "P1" && (on[0].Minutes != 180 || on[0].SetupMinutes != 30) {
					t.Errorf("the hours of the machine: %+v", on[0])
				}
			}
			return nil
		})
		floor := func(machine string) (parts []string) {
			read(ctx, t, s, func(tx store.Tx) error {
				list, err := s.production.Dispatch(ctx, tx, &production.DispatchQuestion{Machine: machine})
				if err != nil {
					return err
				}
				for _, r := range list.Rows {
					parts = append(parts, r.PartNo)
				}
				return nil
			})
			slices.Sort(parts)
			return parts
		}
		if got := floor(last.id); !slices.Equal(got, []string{"P1", "P2"}) { // P2 may go to any machine of its group
			t.Errorf("the floor at %s: %v", last.name, got)
		}
		if got := floor(first.id); !slices.Equal(got, []string{"P2", "P3"}) {
			t.Errorf("the floor at %s: %v", first.name, got)
		}
		// Other hours of one operation there make the machines of its process its own.
		operation := ids["P1"]
		write(ctx, t, s, func(tx store.Tx) error {
			for _, minutes := range []quantity.Minutes{30, 300_001} { // as long as the set-up, and more than 5000 hours
				var p *problem.Problem
				if err := s.production.ChangeMachineHours(ctx, tx, operation, last.id, minutes); !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Field != "hours" || p.Fields[0].Rule != "range" {
					t.Errorf("%d minutes there: %v", minutes, err)
				}
			}
			if err := s.production.ChangeMachineHours(ctx, tx, operation, last.id, 120); err != nil {
				return err
			}
			o, err := s.production.Operations.Get(ctx, tx, operation)
			if err == nil && (len(o.Resources) != 1 || o.Resources[0].Minutes != 120 || o.Resources[0].MachineID != last.id) {
				t.Errorf("the machines of the operation: %+v", o.Resources)
			}
			return err
		})
		s.eligibleFaults(ctx, t, mill, last)
		s.eligibleScreen(ctx, t, last)
	})
}

// eligibleFaults: a faulty row keeps the rows of its process and part type out, and no mould; a dash clears.
func (s *shop) eligibleFaults(ctx context.Context, t *testing.T, mill string, on place) {
	t.Helper()
	head := "mouldNo|partNo|opNo|process|partType|resource|rank|hours"
	for row, want := range map[string]string{
		"|||" + mill + "|vault|" + on.name + "|1|":    "partType reference",
		"|||" + mill + "||" + on.name + "|1|":         "partType required",
		"|||" + mill + "|型腔|nowhere|1|":               "resource reference",
		"K1|P1|10|" + mill + "|型腔|" + on.name + "|1|": "process either",
		"K1||10|||" + on.name + "|1|":                 "partNo required",
		"|||||" + on.name + "|1|":                     "mouldNo required",
		"|||" + mill + "|CAVITY|" + on.name + "|1|":   "resource duplicateKey",
		"|||" + mill + "|型腔|" + on.name + "|1|5001":   "hours range",
	} {
		rows := []string{head, row}
		if strings.HasSuffix(want, "duplicateKey") {
			rows = []string{head, "|||" + mill + "|型腔|" + on.name + "|1|", row}
		}
		result := s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|name", "K1|" + want}, "operationResources": rows}))
		if len(result.Faults) != 1 || result.Faults[0].Column+" "+result.Faults[0].Rule != want {
			t.Errorf("%s: %+v, want %s", row, result.Faults, want)
		}
		if strings.HasPrefix(row, "|||"+mill) && result.Counts["moulds"].Refused != 0 {
			t.Errorf("%s keeps the mould out", row)
		}
	}
	s.importBook(ctx, t, book(t, map[string][]string{"operationResources": {head, "|||" + mill + "|型腔|" + on.name + "||-"}}))
	read(ctx, t, s, func(tx store.Tx) error {
		var row production.EligibleMachine
		err := tx.Select(&row).Scan(ctx)
		if row.Rank != 1 || row.Minutes != 0 {
			t.Errorf("a dash clears, an empty cell keeps: %+v", row)
		}
		return err
	})
}

// eligibleScreen: the list shows and changes the same rows under the same rules, and what they name cannot be deleted.
func (s *shop) eligibleScreen(ctx context.Context, t *testing.T, on place) {
	t.Helper()
	var row production.EligibleMachine
	read(ctx, t, s, func(tx store.Tx) error {
		page, err := s.production.Eligible.List(ctx, tx, resource.Query{Search: on.name})
		if err == nil {
			row = *page.Rows[0]
		}
		return err
	})
	if !strings.HasSuffix(row.Name, " · 型腔 · "+on.name) {
		t.Errorf("its name is %q", row.Name)
	}
	var body resource.Body
	if err := json.Unmarshal(fmt.Appendf(nil, `{"processId": %q, "partTypeId": %q, "resource": %q}`, row.ProcessID, row.PartTypeID, row.MachineID), &body); err != nil {
		t.Fatal(err)
	}
	err := s.db.Write(ctx, func(tx store.Tx) error { _, err := s.production.Eligible.Create(ctx, tx, body); return err })
	if got := refusal(err); got != "resource unique" {
		t.Errorf("the same machine again: %s", got)
	}
	var p *problem.Problem
	err = s.db.Write(ctx, func(tx store.Tx) error { return s.master.PartTypes.Delete(ctx, tx, row.PartTypeID) })
	if !errors.As(err, &p) || p.Code != problem.Refused || !strings.Contains(fmt.Sprint(p.Data), "Eligible machine 1") {
		t.Errorf("deleting the part type: %v", err)
	}
}

// place is a machine by name and id.
type place struct{ name, id string }

// endsOfGroup are the first and the last machine of a process's group.
func endsOfGroup(ctx context.Context, t *testing.T, s *shop, process string) (first, last place) {
	t.Helper()
	read(ctx, t, s, func(tx store.Tx) error {
		m, err := masters(ctx, tx)
		if err != nil {
			return err
		}
		group := m.Groups[m.Processes[process].DefaultGroup].ID
		for name, x := range m.Machines {
			if x.GroupID != group {
				continue
			}
			if first.id == "" || name < first.name {
				first = place{name, x.ID}
			}
			if last.id == "" || name > last.name {
				last = place{name, x.ID}
			}
		}
		return nil
	})
	return first, last
}
