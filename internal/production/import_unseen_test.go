package production_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// told are the rows of a result by what happens to them: "removed edmLinks M1 · P1 · 20 · E1".
func told(result *production.ImportResult, actions ...string) (rows []string) {
	for _, r := range result.Rows {
		if r.Row == 0 && slices.Contains(actions, r.Action) {
			rows = append(rows, r.Action+" "+r.Sheet+" "+r.Key)
		}
	}
	return rows
}

// faultsOf are the faults of a result as sheet, row, column and rule.
func faultsOf(result *production.ImportResult) (faults []string) {
	for _, f := range result.Faults {
		faults = append(faults, strings.Join([]string{f.Level, f.Sheet, f.Column, f.Rule, f.Value}, " "))
	}
	return faults
}

// What goes with a removed electrode or operation is named before anybody agrees to it, and nothing else goes.
func TestWhatGoesWithARemovedRowIsNamed(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		edm := burn
		machine := "ED01"
		head := "mouldNo|partNo|opNo|process|hours"
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations":         {head, "M1|P1|10|" + mill + "|4", "M1|P1|20|" + edm + "|6", "M1|P1|30|" + edm + "|6"},
			"electrodes":         {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|" + "CNC" + "|1", "M1|E2||"},
			"edmLinks":           {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P1|20|E2", "M1|P1|30|E2"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|P1|30|" + machine},
			"outsourcing":        {"mouldNo|partNo|opNo|promised", "M1|P1|30|2030-01-05"},
		}
		first := s.importBook(ctx, t, book(t, sheets))
		if got := told(first, "new"); first.FaultCount != 0 || !slices.Equal(got, []string{"new operations M1 · E1 · 10"}) || first.Counts["operations"].Made != 1 || first.Counts["operations"].Read != 3 {
			t.Fatalf("the step of the shorthand is told as %q, %+v; %+v", got, first.Counts["operations"], first.Faults)
		}
		replaced := map[string][]string{"moulds": sheets["moulds"], "parts": sheets["parts"], "operations": sheets["operations"][:3], "electrodes": {"mouldNo|electrodeNo", "M1|E2"}}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, DryRun: true, Data: book(t, replaced)})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			"removed operations M1 · E1 · 10", "removed operations M1 · P1 · 30", "removed electrodes M1 · E1", "removed edmLinks M1 · P1 · 20 · E1", "removed edmLinks M1 · P1 · 30 · E2",
			"removed operationResources M1 · P1 · 30 · " + machine, "removed outsourcing M1 · P1 · 30",
		}
		if got := told(result, "removed"); !slices.Equal(got, want) || result.Total.Removed != 7 {
			t.Errorf("named: %q, %d", got, result.Total.Removed)
		}
		u := production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Trusted: true, Data: book(t, replaced)}
		if result, err = s.production.Import(ctx, s.db, u); err != nil || result.Total.Removed != 7 || !result.Committed {
			t.Fatalf("%v %+v", err, result)
		}
		read(ctx, t, s, func(tx store.Tx) error {
			for model, want := range map[any]int{(*production.EDMLink)(nil): 1, (*production.OperationResource)(nil): 0, (*production.OutsourceOrder)(nil): 0, (*production.Operation)(nil): 2} {
				if n, err := tx.Select(model).Count(ctx); err != nil || n != want {
					t.Errorf("%T: %d rows are left, want %d (%v)", model, n, want, err)
				}
			}
			return nil
		})
		// A row about an operation that the same file removes is refused, not lost.
		replaced["operations"], replaced["edmLinks"] = sheets["operations"][:2], []string{"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E2"}
		u.Data = book(t, replaced)
		if result, err = s.production.Import(ctx, s.db, u); err != nil || result.Committed || result.Total.Removed != 0 || !slices.Equal(faultsOf(result), []string{"error edmLinks opNo reference 20"}) {
			t.Errorf("%v %+v %q", err, result.Total, faultsOf(result))
		}
	})
}

// A csv in no UTF-8 says which encoding was assumed, by the first cell that would read otherwise, and keeps no row out for it.
func TestAnAssumedEncodingIsTold(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		for data, want := range map[string][]string{
			"mouldNo,name,delivery\nM1,plain,2030-03-20\nM2,Geh\xe4use,2030-03-20\nM3,Geh\xe4use,2030-03-20\n": {"warning moulds B encoding Geh鋟se"},
			"mouldNo,name,delivery\nM1,Gehäuse,2030-03-20\n":                                                   nil,
		} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "moulds.csv", Mode: production.ModeRow, DryRun: true, Data: []byte(data)})
			if err != nil {
				t.Fatal(err)
			}
			if got := faultsOf(result); !slices.Equal(got, want) || result.Errors != 0 || result.Total.Refused != 0 {
				t.Errorf("%q %+v", got, result.Total)
			}
			for _, f := range result.Faults {
				if f.Row != 3 || f.Editable || !strings.Contains(f.Texts.En, "was read as GB18030: “Geh鋟se”") {
					t.Errorf("%+v", f)
				}
			}
		}
	})
}

// Values below an empty heading and a default that stays where it is are told.
func TestWhatIsNotTakenIsTold(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		result := s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo||delivery", "M1|urgent|2030-03-20", "M2||2030-03-20|late", "M3|soon|2030-03-20"}}))
		if got := faultsOf(result); !slices.Equal(got, []string{"warning moulds B noHeading urgent", "warning moulds D noHeading late"}) || result.Total.New != 3 {
			t.Errorf("%q %+v", got, result.Total)
		}
		var standard basedata.Calendar
		read(ctx, t, s, func(tx store.Tx) error {
			return tx.Select(&standard).Where("is_default = ?", true).Scan(ctx)
		})
		result = s.importBook(ctx, t, book(t, map[string][]string{"calendars": {"name|default|rest", "Other|1|0"}}))
		if got := faultsOf(result); !slices.Equal(got, []string{"warning calendars default notKept true"}) || !strings.Contains(result.Faults[0].Texts.En, standard.Name) {
			t.Errorf("%+v", result.Faults)
		}
	})
}

// A heading is remembered once its file is taken in, and a checked file is taken in by whoever has checked it.
func TestARefusedFileTeachesNothing(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		file := func(due string) []byte {
			return book(t, map[string][]string{"moulds": {"mouldNo|客户交期", "M1|" + due}})
		}
		taught := map[string]string{"headings": `{"columns":{"moulds":{"客户交期":"delivery"}}}`}
		layouts := func() (n int) {
			var all []production.Layout
			in.get("production/import/layout", &all)
			return len(all)
		}
		if refused := in.run(file("soon"), taught); refused.Committed || refused.Errors != 1 || layouts() != 0 {
			t.Errorf("a refused file teaches: %+v, %d", refused.Faults, layouts())
		}
		checked := in.run(file("2030-03-20"), map[string]string{"dryRun": "true", "headings": taught["headings"]})
		if checked.Errors != 0 || layouts() != 0 {
			t.Fatalf("a check teaches: %+v, %d", checked.Faults, layouts())
		}
		other := in.other()
		if status, _, raw := other.form("production/import", nil, map[string]string{"importId": checked.ImportID}); status != http.StatusConflict {
			t.Errorf("another person takes it in: %d %.200s", status, raw)
		}
		if done := in.run(nil, map[string]string{"importId": checked.ImportID}); !done.Committed || layouts() != 1 {
			t.Errorf("%+v, %d", done.Faults, layouts())
		}
		if next := in.run(book(t, map[string][]string{"moulds": {"mouldNo|客户交期", "M2|2030-03-21"}}), nil); !next.Committed {
			t.Errorf("not remembered: %+v", next.Faults)
		}
	})
}

// A sheet shows minutes: a delivery that a call has stored with its seconds stays as it is when its own export comes back.
func TestAMomentThatASheetShowsToTheMinuteStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20 08:00"}})
		write(ctx, t, s, func(tx store.Tx) error {
			_, err := tx.Change((*production.Mould)(nil)).Set("delivery = ?", time.Date(2030, 3, 20, 0, 1, 59, 0, time.UTC)).Where("mould_no = ?", "M1").Exec(ctx)
			return err
		})
		for cell, want := range map[string]production.Count{"2030-03-20 08:01": {Read: 1, Same: 1}, "2030-03-20 08:02": {Read: 1, Changed: 1}, "2030-03-20 08:00": {Read: 1, Changed: 1}} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", DryRun: true, Data: book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|" + cell}})})
			if err != nil || result.Total != want {
				t.Errorf("%s: %+v, %v", cell, result.Total, err)
			}
		}
	})
}
