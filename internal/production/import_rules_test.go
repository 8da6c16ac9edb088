package production_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// importAs imports as a planner who may do what is named alone.
func (s *shop) importAs(ctx context.Context, t *testing.T, u production.Upload, may ...string) (*production.ImportResult, error) {
	t.Helper()
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	actor.May = map[string]bool{"pm.import.add": true}
	for _, permission := range may {
		actor.May[permission] = true
	}
	return s.production.Import(store.WithActor(ctx, actor), s.db, u)
}

// Numbers may hold a slash: SA with part B/C and SA/B with part C are two parts, in one file and once they are stored, and
// replacing one leaves the other alone.
func TestNumbersWithSlashesStayApart(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery", "SA|2030-03-20", "SA/B|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "SA|B/C|3", "SA/B|C|5"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "SA|B/C|10|" + mill + "|4", "SA/B|C|10|" + mill + "|7"},
			"batches":    {"mouldNo|partNo|batchNo|qty", "SA|B/C|B1|3", "SA/B|C|B1|5"},
		}
		first := s.importBook(ctx, t, book(t, sheets))
		if first.Errors != 0 || first.Counts["parts"].New != 2 || first.Counts["operations"].New != 2 || first.Counts["batches"].New != 2 {
			t.Fatalf("%+v %+v", first.Total, first.Faults)
		}
		if again := s.importBook(ctx, t, book(t, sheets)); again.Committed || again.Total.Same != 8 {
			t.Errorf("stored they are one: %+v", again.Total)
		}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Trusted: true, Data: book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "SA|soon"}, "parts": {"mouldNo|partNo", "SA|OTHER"}, "operations": {"mouldNo|partNo|opNo|process|hours", "SA|OTHER|10|" + mill + "|1"},
		})})
		if err != nil || result.Committed || result.Total.Removed != 0 {
			t.Errorf("a refused mould loses rows: %v %+v", err, result.Total)
		}
	})
}

// A machine is one however a file writes it: replacing a mould keeps its row, and the same one twice is a fault.
func TestAMachineOfAnOperationIsOneHoweverItIsWritten(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		var group basedata.Group
		var machine basedata.Machine
		read(ctx, t, s, func(tx store.Tx) error {
			if err := tx.Select(&machine).Order("name").Limit(1, 0).Scan(ctx); err != nil {
				return err
			}
			return tx.Select(&group).Where("id = ?", machine.GroupID).Scan(ctx)
		})
		file := func(machines ...string) []byte {
			lines := []string{"mouldNo|partNo|opNo|resource|rank"}
			for i, name := range machines {
				lines = append(lines, fmt.Sprintf("M1|P1|10|%s|%d", name, i+1))
			}
			return book(t, map[string][]string{
				"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"},
				"operations":         {"mouldNo|partNo|opNo|process|group|hours", "M1|P1|10|" + mill + "|" + group.Code + "|4"},
				"operationResources": lines,
			})
		}
		if first := s.importBook(ctx, t, file(machine.Name)); first.Errors != 0 || first.Counts["operationResources"].New != 1 {
			t.Fatalf("%+v %+v", first.Total, first.Faults)
		}
		lower := strings.ToLower(machine.Name)
		if lower == machine.Name {
			t.Fatalf("%s has no capital", machine.Name)
		}
		again, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Trusted: true, Data: file(lower)})
		if err != nil || again.Total.Removed != 0 || again.Counts["operationResources"].Same != 1 {
			t.Errorf("replaced by %s: %v %+v", lower, err, again)
		}
		twice := s.importBook(ctx, t, file(machine.Name, lower))
		if len(twice.Faults) != 1 || twice.Faults[0].Sheet != "operationResources" || twice.Faults[0].Rule != "duplicateKey" || twice.Faults[0].Row != 3 || twice.Faults[0].Texts.En != "Repeats row 2" {
			t.Errorf("twice in a file: %+v", twice.Faults)
		}
	})
}

// Each sheet of the workbook needs the permission of its list, to look at as to write.
func TestEachSheetNeedsThePermissionOfItsList(t *testing.T) {
	all := []string{"pm.mould.add", "pm.mould.modify", "bom.part.add", "bom.part.modify", "capp.operation.add", "capp.operation.modify", "ems.machine.add", "system.shift.modify", "system.customer.add"}
	without := func(permission string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(p string) bool { return p == permission })
	}
	mould := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"}}
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		for _, c := range []struct {
			name, missing string
			sheets        map[string][]string
			sheet         string
		}{
			{"a planner may not add customers by the workbook", "system.customer.add", map[string][]string{"customers": {"number|name", "NEW1|New"}}, "customers"},
			{"a planner may not add moulds by the workbook", "pm.mould.add", mould, "moulds"},
			{"a planner may not add parts by the workbook", "bom.part.add", mould, "parts"},
			{"a planner may not add operations by the workbook", "capp.operation.add", mould, "operations"},
		} {
			for _, dryRun := range []bool{true, false} {
				result, err := s.importAs(ctx, t, production.Upload{Name: "x.xlsx", Data: book(t, c.sheets), DryRun: dryRun}, without(c.missing)...)
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				at := slices.IndexFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "permission" })
				if result.Committed || at < 0 || result.Faults[at].Sheet != c.sheet || result.Faults[at].Row != 2 || !strings.Contains(result.Faults[at].Texts.En, "permission "+c.missing) {
					t.Errorf("%s (dry run %v): committed %v, %+v", c.name, dryRun, result.Committed, result.Faults)
				}
			}
		}
	})
}

// Every row is counted, and a row without a mould number refuses itself alone.
func TestEveryRowIsCounted(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "|2030-03-20", "# a note", "M2|someday"}, "parts": {"mouldNo|partNo", "M1|P1", "|P2", "M2|P1"},
			"notes": {"a|b", "1|2"},
		}))
		if stored := storedMoulds(ctx, t, s); !slices.Equal(stored, []string{"M1"}) {
			t.Errorf("stored: %v", stored)
		}
		if c := *result.Counts["moulds"]; c != (production.Count{Read: 4, New: 1, Refused: 2, Skipped: 1}) {
			t.Errorf("moulds: %+v", c)
		}
		for sheet, c := range maps.All(result.Counts) {
			if c.Read != c.New+c.Changed+c.Same+c.Refused+c.Skipped {
				t.Errorf("%s: %+v", sheet, *c)
			}
		}
		if c := result.Total; c.Read != c.New+c.Changed+c.Same+c.Refused+c.Skipped || c.Read != 8 { // the headings of “notes” are no row
			t.Errorf("the whole: %+v", c)
		}
		none := s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M3|someday"}}))
		if none.Committed {
			t.Error("an import whose every mould failed is committed")
		}
	})
}

// In replace mode an empty sheet says nothing about its kind, unless its headings are marked.
func TestAnEmptySheetRemovesOnlyWhereItIsMarked(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2"}}))
		replace := func(head string) production.Count {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, DryRun: true, Trusted: true, Data: book(t, map[string][]string{
				"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "electrodes": {head},
			})})
			if err != nil {
				t.Fatal(err)
			}
			return result.Total
		}
		if c := replace("mouldNo|electrodeNo"); c.Removed != 0 {
			t.Errorf("the empty sheet of the template removes %d rows", c.Removed)
		}
		for _, mark := range []string{"# replaces", "# 替换"} {
			if c := replace(mark + "|mouldNo|electrodeNo"); c.Removed != 2 {
				t.Errorf("%s removes %d rows, want 2", mark, c.Removed)
			}
		}
	})
}

// Between the pieces of an import others write, and a mould that somebody changed since it was checked stays out, alone.
func TestAnImportLeavesRoomBetweenItsPieces(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		lines := map[string][]string{"customers": {"number|name", "FIRST|First"}, "moulds": {"mouldNo|delivery"}}
		for _, no := range []string{"M1", "M2"} {
			lines["moulds"] = append(lines["moulds"], no+"|2030-03-20")
		}
		s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-01-01", "M2|2030-01-01"}}))
		deps, wrote := s.deps(), 0
		deps.PieceWritten = func(ctx context.Context) {
			if wrote++; wrote > 1 {
				return
			}
			if err := s.db.Write(ctx, func(tx store.Tx) error {
				var m production.Mould
				if err := tx.Select(&m).Where("mould_no = ?", "M2").Scan(ctx); err != nil {
					return err
				}
				m.Name = "meanwhile"
				return tx.Update(ctx, &m)
			}); err != nil {
				t.Error(err)
			}
		}
		p := production.New(deps)
		result, err := p.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Data: book(t, lines), Trusted: true})
		if err != nil {
			t.Fatal(err)
		}
		if wrote != 2 || !result.Committed || !slices.Equal(result.NotWritten, []string{"M2"}) || result.Counts["moulds"].Changed != 1 || result.Counts["moulds"].Refused != 1 {
			t.Errorf("%d pieces, %v, %+v", wrote, result.NotWritten, result.Counts["moulds"])
		}
		if again := s.importBook(ctx, t, book(t, lines)); again.Counts["moulds"].Changed != 1 || again.Counts["moulds"].Same != 1 || again.Counts["customers"].Same != 1 {
			t.Errorf("the second time: %+v", again.Counts["moulds"])
		}
	})
}

// What a file refers to and nobody has is made with it, by the permission of its list; a value is replaced throughout.
func TestMissingRecordsAreMadeAndValuesReplaced(t *testing.T) {
	file := book(t, map[string][]string{
		"moulds": {"mouldNo|customer|delivery", "M1|NEWCO|2030-03-20", "M2|newco|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"},
		"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|WRONG|4", "M1|P1|20|WRONG|4"},
	})
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		checked := in.run(file, map[string]string{"dryRun": "true"})
		at := slices.IndexFunc(checked.Causes, func(c production.Cause) bool { return c.Entity == "customer" })
		if at < 0 || checked.Causes[at].Count != 2 || !checked.Causes[at].Creates || len(checked.Causes[at].Allowed) == 0 {
			t.Fatalf("the causes: %+v", checked.Causes)
		}
		mended := in.run(nil, map[string]string{
			"dryRun": "true", "importId": checked.ImportID, "create": `[{"entity":"customer","names":["NEWCO","newco"]},{"entity":"customer","names":["NewCo"]}]`,
			"replaced": `[{"sheet":"operations","column":"process","from":"WRONG","to":"` + mill + `"}]`,
		})
		if mended.Errors != 0 || mended.Total.Made != 1 || mended.Total.New != 5 {
			t.Fatalf("mended: %+v %+v", mended.Total, mended.Faults)
		}
		if done := in.run(nil, map[string]string{"importId": checked.ImportID}); !done.Committed || done.Total.Made != 1 {
			t.Errorf("committed: %+v", done.Total)
		}
	})
}

// What is answered in a preview is bounded as the file is: 5 000 names pass, 5 001 are refused by the field.
func TestAnswersOfAPreviewAreBounded(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		answered := func(field, value string) (int, string) {
			status, _, raw := in.form("production/import", []byte("mouldNo,delivery\nM1,2030-03-20\n"), map[string]string{"dryRun": "true", field: value})
			return status, string(raw)
		}
		for field, one := range map[string]string{"edits": `{"sheet":"moulds","row":2,"column":"name","value":"x"}`, "replaced": `{"sheet":"moulds","column":"name","from":"a","to":"b"}`} {
			if status, raw := answered(field, "["+strings.Repeat(one+",", 5000)+one+"]"); status != http.StatusUnprocessableEntity || !strings.Contains(raw, `"field":"`+field+`"`) || !strings.Contains(raw, "At most 5000") {
				t.Errorf("%s: %d %.200s", field, status, raw)
			}
		}
		names := strings.TrimSuffix(strings.Repeat(`"n",`, 5001), ",")
		if status, raw := answered("create", `[{"entity":"customer","names":[`+names+`]}]`); status != http.StatusUnprocessableEntity || !strings.Contains(raw, `"field":"create"`) {
			t.Errorf("create: %d %.200s", status, raw)
		}
		if status, raw := answered("create", `[{"entity":"customer","names":["n"]}]`); status != http.StatusOK {
			t.Errorf("one: %d %.300s", status, raw)
		}
	})
}

// A heading that means nothing yet keeps every row of the file out, those of basic data too, in every mode.
func TestAnUnknownHeadingKeepsBasicDataOut(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		sheets := map[string][]string{
			"calendars": {"name|rest|remark about rest", "WC9|0|Sundays"}, "materials": {"code|name", "MX9|Steel X9"},
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"},
		}
		for _, mode := range []string{production.ModeMould, production.ModeRow, production.ModeReplace} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: mode, Trusted: true, Data: book(t, sheets)})
			if err != nil || result.Committed || result.Counts["calendars"].Refused != 1 || result.Counts["materials"].Refused != 1 || result.Counts["moulds"].Refused != 1 {
				t.Errorf("%s: %v %+v", mode, err, result.Total)
			}
		}
		read(ctx, t, s, func(tx store.Tx) error {
			calendars, err := tx.Select((*basedata.Calendar)(nil)).Where("name = ?", "WC9").Count(ctx)
			materials, fault := tx.Select((*basedata.Material)(nil)).Where("code = ?", "MX9").Count(ctx)
			if calendars+materials != 0 {
				t.Errorf("%d calendars and %d materials were written", calendars, materials)
			}
			return errors.Join(err, fault)
		})
	})
}
