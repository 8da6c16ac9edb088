package production_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Electrodes keep the rules of parts and operations: no workpiece becomes one, and the steps of the shorthand are whole,
// in a group that is planned, and never below what is reported.
func TestTheShorthandOfElectrodesKeepsTheRules(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		first := s.oneOperation(ctx, t, 1)
		var group *basedata.Group
		write(ctx, t, s, func(tx store.Tx) (err error) {
			if group, err = s.master.Groups.Get(ctx, tx, first.GroupID); err != nil {
				return err
			}
			return s.master.Groups.Save(ctx, tx, &basedata.Group{Code: "IDLE", Name: "闲置组", Kind: basedata.GroupMachines, CalendarID: group.CalendarID, ShiftID: group.ShiftID, Valid: true})
		})
		take := func(head, row string) (got []string) {
			for _, f := range s.importBook(ctx, t, book(t, map[string][]string{"electrodes": {"mouldNo|electrodeNo|" + head, "M1|" + row}})).Faults {
				got = append(got, f.Column+" "+f.Rule)
			}
			return got
		}
		for _, x := range []struct {
			head, row string
			want      []string
		}{
			{"state", "P1|1", []string{"electrodeNo duplicateKey"}},
			{"millGroup", "E1|" + group.Code, []string{"millHours required"}},
			{"millHours", "E1|2", []string{"millGroup required"}},
			{"inspectHours", "E1|2", []string{"inspectGroup required"}},
			{"millGroup|millHours", "E1|IDLE|2", []string{"millGroup scheduled"}},
			{"millGroup|millHours", "E1|" + group.Code + "|4", nil},
			{"millHours", "E1|3", nil}, // of the stored step
		} {
			if got := take(x.head, x.row); !slices.Equal(got, x.want) {
				t.Errorf("%s %s: %q, want %q", x.head, x.row, got, x.want)
			}
		}
		var step production.Operation
		read(ctx, t, s, func(tx store.Tx) error {
			return tx.Select(&step).Where("part_id <> ?", first.PartID).Scan(ctx)
		})
		if got := patched(ctx, t, s, s.production.Operations.Patch, step.ID, step.Version, `"hours": 3.5`); got != "" || step.ProcessID != "" {
			t.Errorf("a step without a process takes other hours in its form: %q", got)
		}
		if got := patched(ctx, t, s, s.production.Operations.Patch, first.ID, first.Version, `"processId": ""`); got != "processId required" {
			t.Errorf("the process of another operation is taken away: %q", got)
		}
		write(ctx, t, s, func(tx store.Tx) error {
			reported, machine := quantity.Minutes(2*60), idOf(ctx, t, s, "CN01")
			_, err := s.production.Report(ctx, tx, production.Report{OperationID: step.ID, Status: production.Running, MachineID: machine, Now: true, ReportedHours: &reported})
			return err
		})
		if got := take("millHours", "E1|1"); !slices.Equal(got, []string{"millHours reported"}) {
			t.Errorf("below what is reported: %q", got)
		}
	})
}

// BASE-ALL-02: a file chooses no invalid row anew; what a stored row has chosen before stays.
func TestAFileChoosesNothingInvalid(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		take := func(mould string) (got []string) {
			for _, f := range s.importBook(ctx, t, book(t, map[string][]string{
				"moulds": {"mouldNo|delivery|customer", mould + "|2030-03-20|" + customer}, "parts": {"mouldNo|partNo", mould + "|P1"},
				"operations": {"mouldNo|partNo|opNo|process|hours", mould + "|P1|10|" + mill + "|4"},
			})).Faults {
				got = append(got, f.Column+" "+f.Rule)
			}
			return got
		}
		if got := take("M1"); got != nil {
			t.Fatalf("while they are valid: %q", got)
		}
		write(ctx, t, s, func(tx store.Tx) error {
			var c basedata.Customer
			var p basedata.Process
			if err := errors.Join(tx.Select(&c).Where("number = ?", customer).Scan(ctx), tx.Select(&p).Where("code = ?", mill).Scan(ctx)); err != nil {
				return err
			}
			c.Valid, p.Valid = false, false
			return errors.Join(s.master.Customers.Save(ctx, tx, &c), s.master.Processes.Save(ctx, tx, &p))
		})
		if got := take("M1"); got != nil {
			t.Errorf("chosen before: %q", got)
		}
		if got := take("M2"); !slices.Equal(got, []string{"customer invalid", "process invalid"}) {
			t.Errorf("chosen anew: %q", got)
		}
	})
}

// production.md 2: what is only odd is said, by a file and by the form alike, and keeps nothing out.
func TestWarningsAreGivenAndKeepNothingOut(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		machine := "CN01"
		write(ctx, t, s, func(tx store.Tx) error {
			var travel basedata.MachineAttribute
			var one basedata.Machine
			var all []basedata.Machine
			err := errors.Join(tx.Select(&one).Where("name = ?", machine).Scan(ctx), tx.Select(&travel).Where("compares = ?", basedata.ComparesLength).Scan(ctx))
			if err == nil {
				err = tx.Select(&all).Where("group_id = ?", one.GroupID).Scan(ctx)
			}
			for i := range all {
				all[i].Attributes = []basedata.AttributeValue{{AttributeID: travel.ID, Value: "800"}}
				err = errors.Join(err, s.master.Machines.Save(ctx, tx, &all[i]))
			}
			return err
		})
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|release", "M1|2020-03-20|2020-03-21"}, "parts": {"mouldNo|partNo|length|width|height", "M1|P1|19000|19000|19000"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + mill + "|4"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart|realEnd", "M1|P1|20|3|" + machine + "|2026-01-05 08:00|2026-01-05 14:00"},
		}))
		got := map[string]bool{}
		for _, f := range result.Faults {
			got[f.Level+" "+f.Sheet+" "+f.Column+" "+f.Rule] = true
		}
		for _, want := range []string{"moulds delivery overdue", "moulds release dateOrder", "operations group tooSmall", "progress status predecessor"} {
			if !got["warning "+want] {
				t.Errorf("no warning %s: %v", want, got)
			}
		}
		if result.Errors != 0 || result.Counts["moulds"].New != 1 {
			t.Errorf("kept out: %+v", result.Faults)
		}
		in := s.importer(ctx, t)
		var op production.Operation
		var mould production.Mould
		read(ctx, t, s, func(tx store.Tx) error {
			return errors.Join(tx.Select(&op).Where("op_no = ?", 10).Scan(ctx), tx.Select(&mould).Scan(ctx))
		})
		var process basedata.Process
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&process).Order("id").Limit(1, 0).Scan(ctx) })
		for path, c := range map[string]struct {
			body string
			want int
		}{
			// BASE-PROCESS-01: a group that is not there yet is no mistake, but worth a word.
			"bms/process/" + process.ID: {fmt.Sprintf(`{"version": %d, "defaultGroup": "NOBODY"}`, process.Version), 1},
			"capp/operation/" + op.ID:   {fmt.Sprintf(`{"version": %d, "crew": 2}`, op.Version), 1},
			"pm/mould/" + mould.ID:      {fmt.Sprintf(`{"version": %d, "name": "x"}`, mould.Version), 2},
		} {
			var saved struct{ Warnings []string }
			status, r := in.send(http.MethodPatch, path, json.RawMessage(c.body))
			if err := json.Unmarshal(r.Data, &saved); err != nil || status != http.StatusOK || len(saved.Warnings) != c.want {
				t.Errorf("%s: %d %v %v", path, status, saved.Warnings, err)
			}
		}
	})
}
