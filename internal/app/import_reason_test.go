package app

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// reasonsOf are what refuses the rows of a file, by sheet and row.
func reasonsOf(r production.ImportResult) (all []string) {
	for _, f := range r.Faults {
		if f.Level == "error" {
			all = append(all, fmt.Sprintf("%s %d %s %s %s", f.Sheet, f.Row, f.Column, f.Rule, f.Texts.En))
		}
	}
	slices.Sort(all)
	return all
}

// A fault of a flow time stands at the column that the sheet has, where its cell can be mended.
func TestAFaultOfAFlowTimeStandsAtItsColumn(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		var groups []basedata.Group
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&groups).Order("code").Scan(ctx) })
		write(ctx, t, a, func(tx store.Tx) error {
			groups[0].Valid, groups[0].Scheduled, groups[0].Master = false, false, false
			if _, err := tx.Remove((*basedata.FlowTime)(nil)).Exec(ctx); err != nil {
				return err
			}
			return tx.Update(ctx, &groups[0], "valid", "scheduled", "master")
		})
		out, other := groups[0].Code, groups[1].Code
		r := in.run(book(t, map[string][]string{"flowTimes": {"up|down|hours", out + "|" + other + "|1", other + "|" + out + "|1"}}), map[string]string{"dryRun": "true"})
		var got []string
		for _, f := range r.Faults {
			got = append(got, fmt.Sprintf("%d %s %s %t", f.Row, f.Column, f.Value, f.Editable))
		}
		if want := []string{"2 up " + out + " true", "3 down " + out + " true"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q; %+v", got, want, *r.Counts["flowTimes"])
		}
	})
}

// What the check of a file refuses, its commit refuses for the same reason: nobody has changed anything. What was refused and would
// be taken by now waits for another check and says so, and so does what somebody has changed.
func TestACommitRefusesWithTheReasonsOfItsCheck(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		var customer basedata.Customer
		var process basedata.Process
		read(ctx, t, a, func(tx store.Tx) error {
			if err := tx.Select(&process).Order("code").Limit(1, 0).Scan(ctx); err != nil {
				return err
			}
			return tx.Select(&customer).Order("number").Limit(1, 0).Scan(ctx)
		})
		group := codeOfGroup(ctx, t, a)
		if first := in.run(book(t, map[string][]string{"customers": {"number|name", "R1|重名", "R2|旧名"}}), nil); !first.Committed {
			t.Fatalf("%+v", first.Faults)
		}
		checked := in.run(book(t, map[string][]string{
			"customers": {"number|name", "R9|" + customer.Name, "R8|重名", "R2|新名", "R7|旧名", customer.Number + "|重名"},
			"processes": {"code|name|class", "QQ1|xx|3", "QQ2|" + process.Name + "|3"}, "materials": {"code|name|type|hardnessMin|hardnessMax", "MM1|m|1|50|40"},
			"shifts": {"name|periods", "新班|08:00-09:00;08:30-10:00"}, "groups": {"code|name|calendar|shift", "NG|" + group + "|全年|没有"},
			"accuracyGrades": {"grade|rank|tolerance", "ZZ 9|1|0.1"}, "flowTimes": {"up|down|hours", "NG|" + group + "|1"}, "moulds": {"mouldNo|delivery", "RM1|2030-03-20"},
		}), map[string]string{"dryRun": "true", "mode": "row"})
		before := reasonsOf(checked)
		if len(before) < 8 || strings.Contains(strings.Join(before, " "), "changedMeanwhile") {
			t.Fatalf("the check: %s", strings.Join(before, "\n"))
		}
		again := in.run(nil, map[string]string{"dryRun": "true", "importId": checked.ImportID, "mode": "row"})
		if got := reasonsOf(again); !slices.Equal(got, before) {
			t.Errorf("the second check:\n%s\nthe first:\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
		}

		write(ctx, t, a, func(tx store.Tx) error { // frees a name that refused two rows, and changes a record that the file would
			var r1, r2 basedata.Customer
			if err := tx.Select(&r1).Where("number = ?", "R1").Scan(ctx); err != nil {
				return err
			}
			if err := tx.Select(&r2).Where("number = ?", "R2").Scan(ctx); err != nil {
				return err
			}
			r1.Name, r2.ShortName = "别名", "ME"
			if err := a.Master.Customers.Save(ctx, tx, &r1); err != nil {
				return err
			}
			return a.Master.Customers.Save(ctx, tx, &r2)
		})
		done := in.run(nil, map[string]string{"importId": checked.ImportID})
		want := map[int]string{
			2: "name unique", 3: "number changedMeanwhile This row had an error when the file was checked and would be taken now: check the file again",
			4: "number changedMeanwhile Somebody has changed this record since the file was checked: check the file again",
			5: "name unique", 6: "number changedMeanwhile This row had an error",
		}
		after := reasonsOf(done)
		for _, reason := range after {
			if !strings.HasPrefix(reason, "customers ") && !slices.Contains(before, reason) {
				t.Errorf("the commit gives another reason: %s", reason)
			}
		}
		for row, text := range want {
			if !slices.ContainsFunc(after, func(reason string) bool { return strings.HasPrefix(reason, fmt.Sprintf("customers %d %s", row, text)) }) {
				t.Errorf("row %d is not refused with %q:\n%s", row, text, strings.Join(after, "\n"))
			}
		}
		if len(after) != len(before)+1 || !done.Committed || done.Counts["moulds"].New != 1 { // row 4 was right when it was checked
			t.Errorf("%d reasons, in the check %d; %+v:\n%s\nthe check:\n%s", len(after), len(before), done.Total, strings.Join(after, "\n"), strings.Join(before, "\n"))
		}
	})
}

func codeOfGroup(ctx context.Context, t *testing.T, a *App) string {
	t.Helper()
	var group basedata.Group
	read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&group).Order("code").Limit(1, 0).Scan(ctx) })
	return group.Code
}

// An import of a list refuses to make what no column of it refers to, as the workbook does, instead of passing it over.
func TestAListRefusesToMakeWhatItCannot(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		file := []byte("name,englishName\n新班,NEW\n")
		for _, entity := range []string{"user", "shift", "nonsense", ""} {
			status, _, raw := in.form("bms/shift/import", file, map[string]string{"dryRun": "true", "create": `[{"entity":"` + entity + `","names":["x"]}]`})
			if status != http.StatusUnprocessableEntity || !strings.Contains(string(raw), `"create.0.entity"`) {
				t.Errorf("%q: %d %.400s", entity, status, raw)
			}
		}
	})
}

// A machine whose least hardness is above its greatest is refused by the workbook, as a material is.
func TestTheWorkbookRefusesReversedHardness(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		row := "|" + codeOfGroup(ctx, t, a) + "|1|"
		checked := a.importer(t).run(book(t, map[string][]string{"machines": {"name|group|workRate|hardnessMin|hardnessMax", "HR1" + row + "60|20", "HR2" + row + "20|20"}}), map[string]string{"dryRun": "true", "mode": "row"})
		got := reasonsOf(checked)
		if len(got) != 1 || !strings.HasPrefix(got[0], "machines 2 hardnessMax order The minimum hardness must not exceed the maximum") {
			t.Errorf("%q", got)
		}
	})
}
