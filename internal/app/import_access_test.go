package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/basedata"
	"mouldworks/internal/menu"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Calendars and shifts change through the workbook for whoever may change them in their lists, and for nobody else; no
// permission for one list helps with another.
func TestCalendarsAndShiftsNeedTheirOwnPermission(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var calendar basedata.Calendar
		var shift basedata.Shift
		read(ctx, t, a, func(tx store.Tx) error {
			return errors.Join(tx.Select(&calendar).Where("is_default = ?", true).Scan(ctx), tx.Select(&shift).Order("name").Limit(1, 0).Scan(ctx))
		})
		every := []string{
			"system.calendar.add", "system.calendar.modify", "system.shift.add", "system.shift.modify", "system.calendar.check", "system.shift.check", "system.calendar.delete", "system.shift.delete",
			"pm.mould.add", "pm.mould.modify", "ems.machine.add", "ems.machine.modify", "system.group.modify",
		}
		for _, c := range []struct {
			name, need, sheet string
			lines             []string
		}{
			{"a calendar is added", "system.calendar.add", "calendars", []string{"name|rest", "Night|0"}},
			{"a calendar is changed", "system.calendar.modify", "calendars", []string{"name|holidays", calendar.Name + "|2031-05-01"}},
			{"a shift is added", "system.shift.add", "shifts", []string{"name|periods", "Night|20:00-24:00"}},
			{"a shift is changed", "system.shift.modify", "shifts", []string{"name|periods", shift.Name + "|09:00-10:00"}},
		} {
			data := book(t, map[string][]string{c.sheet: c.lines})
			without := slices.DeleteFunc(slices.Clone(every), func(p string) bool { return p == c.need })
			for _, dryRun := range []bool{true, false} {
				result, err := a.importAs(ctx, t, production.Upload{Name: "x.xlsx", Data: data, DryRun: dryRun, Mode: production.ModeRow}, without...)
				if err != nil || result.Committed || result.Total.Refused != 1 || len(result.Faults) != 1 || result.Faults[0].Rule != "permission" || !strings.Contains(result.Faults[0].Texts.En, menu.PermissionName(c.need).In(problem.Language(ctx))) {
					t.Fatalf("%s without %s (dry run %v): %v %+v", c.name, c.need, dryRun, err, result)
				}
			}
			if result, err := a.importAs(ctx, t, production.Upload{Name: "x.xlsx", Data: data, DryRun: true}, c.need, strings.TrimSuffix(strings.TrimSuffix(c.need, ".add"), ".modify")+".check"); err != nil || result.Errors != 0 || result.Total.Refused != 0 {
				t.Errorf("%s with %s: %v %+v", c.name, c.need, err, result)
			}
		}
		var after basedata.Shift
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&after).Where("id = ?", shift.ID).Scan(ctx) })
		if after.Version != shift.Version {
			t.Error("the shift has changed")
		}
	})
}

// Whoever may not view a list learns nothing of it: no names to choose from, and not whether a row says what is stored.
func TestAnImportTellsNothingOfListsThatOneMayNotView(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var supplier basedata.Supplier
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&supplier).Order("code").Limit(1, 0).Scan(ctx) })
		try := func(sheets map[string][]string, may ...string) *production.ImportResult {
			t.Helper()
			result, err := a.importAs(ctx, t, production.Upload{Name: "x.xlsx", Data: book(t, sheets), DryRun: true, Mode: production.ModeRow}, may...)
			if err != nil {
				t.Fatal(err)
			}
			return result
		}
		unknown := map[string][]string{
			"moulds":     {"mouldNo|delivery|customer|orderType|assemblyGroup", "M1|2030-03-20|zz|zz|zz"},
			"parts":      {"mouldNo|partNo|partType|material|accuracyGrade", "M1|P1|zz|zz|zz"},
			"operations": {"mouldNo|partNo|opNo|process|group|hours|supplier", "M1|P1|10|zz|zz|4|zz"},
			"groups":     {"code|name|section|calendar|shift", "G1|G1|zz|zz|zz"},
		}
		views := map[string]string{
			"customer": "system.customer", "orderType": "system.orderType", "group": "system.group", "partType": "system.partType", "material": "system.material",
			"accuracyGrade": "system.accuracyGrade", "process": "system.process", "supplier": "system.supplier", "section": "system.section", "calendar": "system.calendar", "shift": "system.shift",
		}
		all := []string{"pm.mould.add", "bom.part.add", "capp.operation.add", "system.group.add"}
		for _, page := range views {
			all = append(all, page+".check")
		}
		asked := map[string]bool{}
		for _, cause := range try(unknown, all...).Causes {
			if asked[cause.Entity] = true; cause.Entity != "" && len(cause.Allowed) == 0 {
				t.Errorf("nothing to choose for %s", cause.Entity)
			}
		}
		for entity, page := range views {
			if !asked[entity] {
				t.Errorf("the file asks for no %s", entity)
			}
			for _, cause := range try(unknown, slices.DeleteFunc(slices.Clone(all), func(p string) bool { return p == page+".check" })...).Causes {
				if cause.Entity == entity && len(cause.Allowed) > 0 {
					t.Errorf("without %s.check: %v", page, cause.Allowed)
				}
			}
		}

		mould := map[string][]string{"moulds": {"mouldNo|name|delivery", "M7|Seven|2030-03-20"}}
		if r, err := a.importAs(ctx, t, production.Upload{Name: "x.xlsx", Data: book(t, mould)}, "pm.mould.add"); err != nil || !r.Committed {
			t.Fatalf("%v %+v", err, r)
		}
		said := func(sheet string, lines []string, may ...string) string {
			r := try(map[string][]string{sheet: lines}, may...)
			return fmt.Sprint(r.Total.Same, " ", r.Total.Changed, " ", r.Faults[0].Texts.En)
		}
		for what, guesses := range map[string][2][]string{
			"suppliers": {{"code|name", supplier.Code + "|" + supplier.Name}, {"code|name", supplier.Code + "|another"}},
			"moulds":    {{"mouldNo|name|delivery", "M7|Seven|2030-03-20"}, {"mouldNo|name|delivery", "M7|Eight|2030-03-20"}},
		} {
			right, wrong := said(what, guesses[0]), said(what, guesses[1])
			if right != wrong || !strings.HasPrefix(right, "0 0 You may not view") {
				t.Errorf("%s: what is stored is told %q, a wrong guess %q", what, right, wrong)
			}
		}
		if r := try(map[string][]string{"suppliers": {"code|name", supplier.Code + "|" + supplier.Name}}, "system.supplier.check"); r.Total.Same != 1 {
			t.Errorf("whoever may view it: %+v %+v", r.Total, r.Faults)
		}
	})
}

// Titles may stand above the headings, a mould number may stand over several rows, and references are found in any case.
func TestTitlesMergedKeysAndOtherCase(t *testing.T) {
	mill, customer := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		f := excelize.NewFile()
		write := func(sheet string, rows ...[]any) {
			if _, err := f.NewSheet(sheet); err != nil {
				t.Fatal(err)
			}
			for i, row := range rows {
				cell, err := excelize.CoordinatesToCellName(1, i+1)
				if err = errors.Join(err, f.SetSheetRow(sheet, cell, &row)); err != nil {
					t.Fatal(err)
				}
			}
		}
		write("moulds", []any{"Moulds of spring"}, []any{"printed", "2026-03-01"}, []any{"MOULDNO", "Delivery*", "customer"}, []any{"m-1", "2030-03-20", strings.ToLower(customer)})
		write("parts", []any{"mouldNo", "partNo"}, []any{"M-1", "P1"}, []any{nil, "p2"})
		write("operations", []any{"Routes"}, []any{"mouldNo", "partNo", "opNo", "process", "hours"}, []any{"M-1", "P1", 10, strings.ToLower(mill), 4}, []any{nil, "p1", 20, mill, 4}, []any{nil, "P2", 10, mill, 4})
		if err := errors.Join(f.MergeCell("moulds", "A1", "C1"), f.MergeCell("parts", "A2", "A3"), f.MergeCell("operations", "A3", "A5"), f.DeleteSheet("Sheet1")); err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := f.Write(&file); err != nil {
			t.Fatal(err)
		}
		result := a.importBook(ctx, t, file.Bytes())
		if result.FaultCount != 0 || result.Counts["moulds"].Skipped != 2 || result.Counts["operations"].Skipped != 1 || result.Counts["operations"].New != 3 || result.Counts["parts"].New != 2 {
			t.Fatalf("%+v %+v", result.Total, result.Faults)
		}
		if stored := storedMoulds(ctx, t, a); !slices.Equal(stored, []string{"m-1"}) {
			t.Errorf("stored: %v", stored)
		}
	})
}

// What is taught holds for files of that layout alone; it is listed with its meaning and forgotten one by one.
func TestTaughtHeadingsHoldPerLayout(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		first := func(no string) []byte {
			return book(t, map[string][]string{"moulds": {"mouldNo|Datum", no + "|2030-03-20"}})
		}
		other := func(no string) []byte {
			return book(t, map[string][]string{"moulds": {"mouldNo|delivery|Datum", no + "|2030-03-20|2030-03-01"}})
		}
		in.run(first("M1"), map[string]string{"headings": `{"columns":{"moulds":{"Datum":"delivery"}}}`})
		in.run(other("M2"), map[string]string{"headings": `{"columns":{"moulds":{"Datum":"release"}}}`})
		var all []production.Layout
		in.get("production/import/layout", &all)
		if len(all) != 2 || all[0].Columns["Datum"] != "delivery" || all[1].Columns["Datum"] != "release" {
			t.Fatalf("%+v", all)
		}
		if status, _, raw := send(t, "DELETE", in.server.URL+"/front/api/v1/production/import/layout/"+all[0].ID, in.header, "", nil); status != 200 {
			t.Fatalf("%d %.200s", status, raw)
		}
		if again := in.run(first("M3"), map[string]string{"dryRun": "true"}); !slices.Equal(again.Strange["moulds"], []string{"Datum"}) {
			t.Errorf("a forgotten heading is known: %+v", again)
		}
		if kept := in.run(other("M4"), map[string]string{"dryRun": "true"}); kept.Errors != 0 || kept.Total.New != 1 {
			t.Errorf("the other layout is forgotten, too: %+v", kept.Faults)
		}
	})
}

// A sheet that is called as another kind is what it was said to be, also in the next file of its layout.
func TestASheetIsWhatItWasTaughtToBe(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		file := func(no string) []byte {
			return book(t, map[string][]string{"工艺": {"模具编号|客户交期", no + "|2030-03-20"}})
		}
		in.run(file("M1"), map[string]string{"headings": `{"sheets":{"工艺":"moulds"},"columns":{"moulds":{"客户交期":"delivery"}}}`})
		if next := in.run(file("M2"), map[string]string{"dryRun": "true"}); next.Errors != 0 || next.Counts["moulds"].New != 1 {
			t.Errorf("%+v %+v", next.Faults, next.Counts)
		}
	})
}
