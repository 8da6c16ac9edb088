package production_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What was checked is what is written. A mould or a record that somebody has changed, made or deleted between the check and
// the commit stays out and is named; one that others have touched only elsewhere goes in, and a new check takes the rest.
func TestACommitWritesWhatItsCheckHasShown(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		moulds := []string{"mouldNo|name|delivery", "GROWN|A|2030-03-20", "RENAMED|A|2030-03-20", "CUT|A|2030-03-20", "REPORTED|A|2030-03-20", "PLAIN|A|2030-03-20"}
		parts := []string{"mouldNo|partNo|name"}
		operations := []string{"mouldNo|partNo|opNo|process|hours"}
		for _, row := range moulds[1:] {
			no, _, _ := strings.Cut(row, "|")
			parts = append(parts, no+"|P1|", no+"|P2|")
			operations = append(operations, no+"|P1|10|"+mill+"|4")
		}
		in.run(book(t, map[string][]string{"moulds": moulds, "parts": parts, "operations": operations, "customers": {"number|name", "S1|steel 1", "S2|steel 2"}}), nil)

		for i, row := range moulds[1:] {
			moulds[i+1] = strings.Replace(row, "|A|", "|from file|", 1)
		}
		moulds = append(moulds, "MADE|from file|2030-03-20")
		parts = slices.DeleteFunc(parts, func(row string) bool { return strings.HasSuffix(row, "|P2|") })
		checked := in.run(book(t, map[string][]string{"moulds": moulds, "parts": parts, "operations": operations, "customers": {"number|name", "S1|from file 1", "S2|from file 2", "S3|from file 3"}}),
			map[string]string{"dryRun": "true", "mode": "replace"})
		if checked.Errors != 0 || checked.Counts["parts"].Removed != 5 || checked.Counts["customers"].Changed != 2 {
			t.Fatalf("the check: %+v %+v", checked.Faults, checked.Total)
		}

		var report production.Progress
		write(ctx, t, s, func(tx store.Tx) error {
			var all []production.Mould
			if err := tx.Select(&all).Scan(ctx); err != nil {
				return err
			}
			id := map[string]string{}
			for _, m := range all {
				id[m.MouldNo] = m.ID
				if m.MouldNo == "RENAMED" {
					m.Name = "by other person"
					if err := tx.Update(ctx, &m); err != nil {
						return err
					}
				}
			}
			if err := tx.Insert(ctx, &production.Part{MouldID: id["GROWN"], PartNo: "BYHAND", Kind: production.Workpiece, Qty: 1, Pieces: 1, State: 1}); err != nil {
				return err
			}
			if err := tx.Insert(ctx, &production.Mould{MouldNo: "MADE", Name: "by hand", Priority: 50}); err != nil {
				return err
			}
			if _, err := tx.Remove((*production.Part)(nil)).Where("mould_id = ?", id["CUT"]).Where("part_no = ?", "P2").Exec(ctx); err != nil {
				return err
			}
			var o production.Operation
			if err := tx.Select(&o).Where("mould_id = ?", id["REPORTED"]).Scan(ctx); err != nil {
				return err
			}
			report = production.Progress{MouldID: o.MouldID, OperationID: o.ID, Status: production.Running, ReportedAt: store.Now()}
			if err := tx.Insert(ctx, &report); err != nil {
				return err
			}
			var s1 basedata.Customer
			if err := tx.Select(&s1).Where("number = ?", "S1").Scan(ctx); err != nil {
				return err
			}
			s1.Name = "by other person"
			if err := tx.Update(ctx, &s1); err != nil {
				return err
			}
			return tx.Insert(ctx, &basedata.Customer{Number: "S3", Name: "by hand"})
		})

		if status, r, _ := in.form("production/import", nil, map[string]string{"importId": checked.ImportID, "mode": "row"}); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), "notChecked") {
			t.Errorf("a mode that nobody has checked: %d %s", status, r.Data)
		}
		status, _, raw := in.form("production/import?confirm=replaceMoulds", nil, map[string]string{"importId": checked.ImportID})
		if status != http.StatusOK {
			t.Fatalf("%d %.300s", status, raw)
		}
		done := in.run(nil, map[string]string{"dryRun": "true", "importId": checked.ImportID}) // the rest, as it would be written now
		if want := []string{"CUT", "GROWN", "MADE", "RENAMED"}; !namesIn(string(raw), want) {
			t.Errorf("not written: %.500s", raw)
		}
		for _, want := range []string{`"rule":"changedMeanwhile"`, "Somebody has changed this mould since the file was checked: check the file again", "Somebody has changed this record"} {
			if !strings.Contains(string(raw), want) {
				t.Errorf("%q is missing in %.3000s", want, raw)
			}
		}
		if done.Counts["parts"].Removed != 3 || done.Counts["moulds"].Changed != 4 || done.Counts["customers"].Same != 1 {
			t.Errorf("what is left: %+v %+v %+v", done.Counts["parts"], done.Counts["moulds"], done.Counts["customers"])
		}
		names := map[string]string{}
		read(ctx, t, s, func(tx store.Tx) error {
			var all []production.Mould
			var customers []basedata.Customer
			for _, err := range []error{tx.Select(&all).Scan(ctx), tx.Select(&customers).WhereIn("number", []string{"S1", "S2", "S3"}).Scan(ctx)} {
				if err != nil {
					return err
				}
			}
			for _, m := range all {
				names[m.MouldNo] = m.Name
			}
			for _, m := range customers {
				names[m.Number] = m.Name
			}
			return nil
		})
		for name, want := range map[string]string{
			"GROWN": "A", "RENAMED": "by other person", "CUT": "A", "MADE": "by hand", "REPORTED": "from file", "PLAIN": "from file",
			"S1": "by other person", "S2": "from file 2", "S3": "by hand",
		} {
			if names[name] != want {
				t.Errorf("%s is called %q, want %q", name, names[name], want)
			}
		}
	})
}

// namesIn tells whether an answer names exactly these moulds as not written.
func namesIn(raw string, want []string) bool {
	return strings.Contains(raw, `"notWritten":["`+strings.Join(want, `","`)+`"]`)
}
