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

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A route that cannot be planned never comes in: hours, the place and time of a lock, who works outside and how long it
// takes are rules of the file and, as far as it can tell, of the form.
func TestARouteSaysWhatAPlanNeeds(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		machine := "CN01"
		write(ctx, t, s, func(tx store.Tx) error {
			return errors.Join(s.master.Suppliers.Save(ctx, tx, &basedata.Supplier{Code: "QUICK", Name: "快", LeadDays: quantity.Whole(2), Valid: true}),
				s.master.Suppliers.Save(ctx, tx, &basedata.Supplier{Code: "VAGUE", Name: "慢", Valid: true}))
		})
		base := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|10"}}
		take := func(head, row string) *production.ImportResult {
			base["operations"] = []string{"mouldNo|partNo|opNo|process|" + head, "M1|P1|10|" + mill + "|" + row}
			return s.importBook(ctx, t, book(t, base))
		}
		for _, x := range []struct {
			head, row string
			want      []string
		}{
			{"setupHours", "1", []string{"hours required"}},
			{"hours", "-", []string{"hours required"}},
			{"hours|lock", "4|1", []string{"lockResource required"}},
			{"hours|lock|lockResource", "4|2|" + machine, []string{"lockStart required"}},
			{"hours|lock|lockResource", "4|1|nowhere", []string{"lockResource reference"}},
			{"hours|outsource", "4|2", []string{"supplier required"}},
			{"hours|outsource|supplier", "4|2|VAGUE", []string{"leadDays required"}},
			{"hours|outsource|supplier", "0|2|QUICK", nil}, // its own lead days
			{"hours|outsource|supplier|leadDays", "0|2|VAGUE|3", nil},
			{"hours", "0", nil}, // a milestone
			{"hours|lock|lockResource|lockStart|outsource", "4|2|" + machine + "|2030-01-05 08:00|0", nil},
			{"lock|lockStart", "2|-", []string{"lockStart required"}}, // of the stored row
			{"crew", "2", nil},
		} {
			var got []string
			for _, f := range take(x.head, x.row).Faults {
				got = append(got, f.Column+" "+f.Rule)
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("%s %s: %q, want %q", x.head, x.row, got, x.want)
			}
		}
		var o production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Scan(ctx) })
		for _, x := range []struct{ change, want string }{
			{`"lockResource": ""`, "lockResource required"}, {`"lockStart": null`, "lockStart required"}, {`"outsource": 2, "supplierId": ""`, "supplierId required"},
		} {
			if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version, x.change); got != x.want {
				t.Errorf("the form with %s: %q, want %q", x.change, got, x.want)
			}
		}
	})
}

// ROLE-05: nobody sets an operation to checked without the QA permission for the CAM check, by the form or by a file. What is checked
// already stays so, and everything else of it may change.
func TestTheCAMCheckIsSigned(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		take := func(ctx context.Context, rows ...string) []string {
			t.Helper()
			result := s.importBook(ctx, t, book(t, map[string][]string{
				"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|1"},
				"operations": append([]string{"mouldNo|partNo|opNo|process|hours|camStatus"}, rows...),
			}))
			var got []string
			for _, f := range result.Faults {
				got = append(got, fmt.Sprint(f.Row, " ", f.Column, " ", f.Rule, " ", f.Value))
			}
			return got
		}
		operation := func(opNo int) (o production.Operation) {
			t.Helper()
			read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Where("op_no = ?", opNo).Scan(ctx) })
			return o
		}
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		actor.May = maps.Clone(actor.May)
		delete(actor.May, "qa.cam.sign")
		without := store.WithActor(ctx, actor)
		done, checked := "M1|P1|10|"+mill+"|4|2", "M1|P1|10|"+mill+"|4|3"

		if got := take(without, done, "M1|P1|20|"+mill+"|4|3"); !slices.Equal(got, []string{"3 camStatus sign 3"}) {
			t.Fatalf("a new row: %q", got)
		}
		take(ctx, done)
		if got := take(without, checked); !slices.Equal(got, []string{"2 camStatus sign 3"}) {
			t.Errorf("a changed row: %q", got)
		}
		o := operation(10)
		if got := patched(without, t, s, s.production.Operations.Patch, o.ID, o.Version, `"camStatus": 3`); got != "camStatus sign" || operation(10).CAMStatus != production.CAMDone {
			t.Errorf("the form: %q, status %d", got, operation(10).CAMStatus)
		}
		if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version, `"camStatus": 3`); got != "" {
			t.Fatalf("who may sign: %q", got)
		}
		if got := take(without, strings.Replace(checked, "|4|", "|5|", 1)); len(got) > 0 {
			t.Errorf("the hours of what is checked: %q", got)
		}
		if o = operation(10); o.CAMStatus != production.CAMChecked || o.Minutes != 5*60 {
			t.Errorf("the operation has status %d and %s minutes", o.CAMStatus, o.Minutes)
		}
	})
}

// A number that is taken within a part names the part's mould too: other moulds have parts of that name.
func TestATakenNumberNamesTheMould(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|10", "M2|P1|10"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|8", "M2|P1|10|" + mill + "|8", "M2|P1|20|" + mill + "|8"},
		}))
		var last production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&last).Where("op_no = 20").Scan(ctx) })
		err := s.db.Write(ctx, func(tx store.Tx) error {
			_, err := s.production.Operations.Patch(ctx, tx, last.ID, changesOf(t, fmt.Sprintf(`{"version": %d, "opNo": 10}`, last.Version)))
			return err
		})
		for lang, want := range map[string]string{"zh": "（零件“M2 · P1”）", "en": "(part “M2 · P1”)"} {
			if _, told := problem.Of(err).Wire(lang); !strings.Contains(fmt.Sprint(told), want) {
				t.Errorf("%s: %v, want %s", lang, told, want)
			}
		}
	})
}

// Hours that are set-up and pieces follow a later quantity, in a file and in the form; a total that was written stays.
func TestHoursOfPiecesFollowTheQuantity(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|10"},
			"operations": {"mouldNo|partNo|opNo|process|hours|setupHours|hoursPerPiece", "M1|P1|10|" + mill + "||1|0.5", "M1|P1|20|" + mill + "|8|1|0.5", "M1|P1|30|" + mill + "||1|0.5"},
		}))
		hours := func() string {
			var all []production.Operation
			read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&all).Order("op_no").Scan(ctx) })
			text := ""
			for _, o := range all {
				text += o.Minutes.Hours().String() + " "
			}
			return text
		}
		if got := hours(); got != "6 8 6 " {
			t.Fatalf("ten pieces: %s", got)
		}
		// One operation stands in the file, without a word about its hours; two do not.
		result := s.importBook(ctx, t, book(t, map[string][]string{"parts": {"mouldNo|partNo|qty", "M1|P1|20"}, "operations": {"mouldNo|partNo|opNo|process|crew", "M1|P1|10|" + mill + "|2"}}))
		if got := hours(); got != "11 8 11 " || result.Counts["operations"].Changed != 1 || result.Counts["operations"].Followed != 1 {
			t.Errorf("twenty pieces by a file: %s, %+v %+v", got, result.Counts["operations"], result.Faults)
		}
		var part production.Part
		var first production.Operation
		read(ctx, t, s, func(tx store.Tx) error {
			return errors.Join(tx.Select(&part).Scan(ctx), tx.Select(&first).Where("op_no = ?", 10).Scan(ctx))
		})
		if got := patched(ctx, t, s, s.production.Parts.Patch, part.ID, part.Version, `"qty": 30`); got != "" || hours() != "16 8 16 " {
			t.Errorf("thirty pieces by the form: %q %s", got, hours())
		}
		// Below what is reported no quantity may take them.
		write(ctx, t, s, func(tx store.Tx) error {
			reported, machine := quantity.Minutes(10*60), idOf(ctx, t, s, "CN01")
			_, err := s.production.Report(ctx, tx, production.Report{OperationID: first.ID, Status: production.Running, MachineID: machine, Now: true, ReportedHours: &reported})
			return err
		})
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&part).Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Parts.Patch, part.ID, part.Version, `"qty": 10`); got != "qty reported" || hours() != "16 8 16 " {
			t.Errorf("ten pieces by the form: %q %s", got, hours())
		}
		result = s.importBook(ctx, t, book(t, map[string][]string{"parts": {"mouldNo|partNo|qty", "M1|P1|10"}}))
		if len(result.Faults) != 1 || result.Faults[0].Column+" "+result.Faults[0].Rule != "qty reported" || hours() != "16 8 16 " {
			t.Errorf("ten pieces by a file: %+v %s", result.Faults, hours())
		}
	})
}

// What the batches of an operation have reported holds its hours and its process as reports of the whole do.
func TestReportsOfBatchesHoldTheHours(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		machine, head := "CN01", "mouldNo|partNo|opNo|process|hours"
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|10"}, "operations": {head, "M1|P1|10|" + mill + "|8"},
			"batches":  {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|5", "M1|P1|B2|5"},
			"progress": {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|realEnd|reportedHours", "M1|P1|10|B1|3|" + machine + "|2026-01-05 08:00|2026-01-05 12:00|4", "M1|P1|10|B2|1|" + machine + "|2026-01-05 12:00||2"},
		}))
		for hours, faults := range map[string]int{"5": 1, "6": 0} { // 4 + 2 are reported
			result := s.importBook(ctx, t, book(t, map[string][]string{"operations": {head, "M1|P1|10|" + mill + "|" + hours}}))
			if len(result.Faults) != faults {
				t.Errorf("%s hours in a file: %+v", hours, result.Faults)
			}
		}
		var o production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version, `"hours": 5`); got != "hours reported" {
			t.Errorf("the form: %q", got)
		}
	})
}

// The list of one machine holds what the whole list would show there, though only the moulds that it may take are read.
func TestTheListOfAMachineIsItsShareOfTheWhole(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		head := "mouldNo|partNo|opNo|process|hours"
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20", "M3|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1", "M2|P1", "M3|P1"},
			"operations":         {head, "M1|P1|10|" + mill + "|4", "M2|P1|10|EDM|4", "M2|P1|20|CMM|1", "M3|P1|10|" + mill + "|4"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M3|P1|10|" + "ED01"},
			"progress":           {"mouldNo|partNo|opNo|status|resource|realStart", "M2|P1|20|1|" + "QC01" + "|2026-01-05 08:00"},
		}))
		seen := 0
		read(ctx, t, s, func(tx store.Tx) error {
			whole, err := s.production.Dispatch(ctx, tx, &production.DispatchQuestion{})
			if err != nil {
				return err
			}
			known, err := masters(ctx, tx)
			if err != nil {
				return err
			}
			for name, machine := range known.Machines {
				var want, got []string
				for _, r := range whole.Rows {
					if r.MachineID == machine.ID || r.MachineID == "" && slices.Contains(r.MachineIDs, machine.ID) {
						want = append(want, r.MouldNo+r.Process)
					}
				}
				list, err := s.production.Dispatch(ctx, tx, &production.DispatchQuestion{Machine: machine.ID})
				if err != nil {
					return err
				}
				for _, r := range list.Rows {
					got = append(got, r.MouldNo+r.Process)
				}
				seen += len(got)
				if !slices.Equal(got, want) {
					t.Errorf("%s: %v, want %v", name, got, want)
				}
			}
			return nil
		})
		if seen < 4 {
			t.Errorf("only %d rows in all lists", seen)
		}
	})
}

// The form keeps the rules of the file: a group that takes part in scheduling and hours; what a process has for its
// operations stands in for what is left out (production.md 2, BASE-PROCESS-01).
func TestTheFormWantsWhatTheFileWants(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		first := s.oneOperation(ctx, t, 10)
		var bare, full basedata.Process
		var idle basedata.Group
		write(ctx, t, s, func(tx store.Tx) error {
			group, err := s.master.Groups.Get(ctx, tx, first.GroupID)
			if err != nil {
				return err
			}
			idle = basedata.Group{Code: "IDLE", Name: "闲置组", Kind: basedata.GroupMachines, CalendarID: group.CalendarID, ShiftID: group.ShiftID, Valid: true}
			bare = basedata.Process{Code: "BARE", Name: "无默认", Class: basedata.ClassMachining, Valid: true}
			full = basedata.Process{Code: "FULL", Name: "有默认", Class: basedata.ClassMachining, Valid: true, DefaultGroup: group.Code, Unattended: true, DefaultMinutes: 90}
			return errors.Join(s.master.Groups.Save(ctx, tx, &idle), s.master.Processes.Save(ctx, tx, &bare), s.master.Processes.Save(ctx, tx, &full))
		})
		create := func(opNo int, fields string) (*production.Operation, string) {
			var body resource.Body
			if err := json.Unmarshal(fmt.Appendf(nil, `{"mouldId": %q, "partId": %q, "opNo": %d, %s}`, first.MouldID, first.PartID, opNo, fields), &body); err != nil {
				t.Fatal(err)
			}
			var o *production.Operation
			err := s.db.Write(ctx, func(tx store.Tx) (err error) { o, err = s.production.Operations.Create(ctx, tx, body); return err })
			return o, refusal(err)
		}
		process := func(p *basedata.Process) string { return fmt.Sprintf(`"processId": %q`, p.ID) }
		for _, x := range []struct{ fields, want string }{
			{process(&bare) + `, "hours": 4`, "groupId required"},
			{`"hours": 4, "groupId": "` + first.GroupID + `"`, "processId required"},
			{process(&bare) + `, "hours": 4, "groupId": "` + idle.ID + `"`, "groupId scheduled"},
			{process(&bare) + `, "groupId": "` + first.GroupID + `"`, "hours required"},
			{process(&bare) + `, "hours": null, "groupId": "` + first.GroupID + `"`, "hours required"},
			{process(&bare) + `, "hoursPerPiece": 0.5, "groupId": "` + first.GroupID + `"`, ""},
		} {
			if _, got := create(20, x.fields); got != x.want {
				t.Errorf("%s: %q, want %q", x.fields, got, x.want)
			}
		}
		if o, got := create(30, process(&full)); got != "" || o.GroupID != first.GroupID || !o.Unattended || o.Minutes != 90 {
			t.Errorf("the defaults of the process: %q %+v", got, o)
		}
		if o, got := create(40, process(&full)+`, "hours": 0, "unattended": false`); got != "" || o.Minutes != 0 || o.Unattended {
			t.Errorf("what is said beats the defaults: %q %+v", got, o)
		}
		for _, x := range []struct{ change, want string }{
			{`"hours": null`, "hours required"}, {`"groupId": ""`, "groupId required"}, {`"groupId": "` + idle.ID + `"`, "groupId scheduled"}, {`"crew": 2`, ""},
		} {
			if got := patched(ctx, t, s, s.production.Operations.Patch, first.ID, first.Version, x.change); got != x.want {
				t.Errorf("a change to %s: %q, want %q", x.change, got, x.want)
			}
		}
		result := s.importBook(ctx, t, book(t, map[string][]string{"operations": {"mouldNo|partNo|opNo|process|group", "M1|P1|10|" + mill + "|-"}}))
		if len(result.Faults) != 1 || result.Faults[0].Column+" "+result.Faults[0].Rule != "group required" {
			t.Errorf("a group that a file clears: %+v", result.Faults)
		}
	})
}
