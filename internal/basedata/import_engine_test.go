package basedata_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// bring imports a file and holds its counts together.
func bring[P resource.Entity](s *shop, r *resource.Resource[P], file resource.ImportFile) resource.ImportResult {
	s.Helper()
	result, err := r.Import(permitted(s.ctx, r), s.db, file)
	if err != nil {
		s.Fatal(err)
	}
	if result.Read != result.Created+result.Changed+result.Same+result.Refused+result.NotReached+result.Skipped {
		s.Errorf("not every row is counted once: %+v", result)
	}
	return result
}

func told(faults []resource.RowFault) (all []string) {
	for _, f := range faults {
		all = append(all, fmt.Sprintf("%d %s %s %q", f.Row, f.Column, f.Rule, f.Value))
	}
	slices.Sort(all)
	return all
}

// What every kind of fault says, in one pass over the file, with the value as it was typed.
func TestAllFaultsAreToldAtOnce(t *testing.T) {
	each(t, func(s *shop) {
		result := bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,groupId,status,workRate,ips\n" +
			"M1,cnc,1,１．５,10.0.0.1\n" + // lower case, full-width digits
			"M2,CNC,1,x,10.0.0.2\n" +
			"M3,NO,9,1,10.0.0.3\n" +
			"M4,CNC,1,1,10.0.0.1\n" + // the address of M1
			"M5,CNC,1,1,999.1.1.1\n" +
			"m1,CNC,1,1,\n" + // M1 again
			",CNC,1,1,\n"), DryRun: true})
		want := []string{`3 workRate number "x"`, `4 groupId reference "NO"`, `4 status choice "9"`, `5 ips.0.address unique "10.0.0.1"`, `6 ips.0.address ip "999.1.1.1"`, `7 name duplicateKey "m1"`, `8 name required ""`}
		if got := told(result.Faults); !slices.Equal(got, want) {
			s.Errorf("got  %q\nwant %q", got, want)
		}
		if result.Read != 7 || result.Created != 1 || result.Refused != 6 || result.Committed {
			s.Errorf("%+v", result)
		}
	})
}

// refusedRows is the file of the rows that an import refuses.
func refusedRows[P resource.Entity](s *shop, r *resource.Resource[P], file resource.ImportFile) []byte {
	s.Helper()
	write, release, err := r.Refused(permitted(s.ctx, r), s.db, file)
	if err != nil {
		s.Fatal(err)
	}
	defer release()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		s.Fatal(err)
	}
	return out.Bytes()
}

// Only the refused rows stay out where the file is taken row by row, and they come back as they were typed.
func TestHealthyRowsAreTakenWithoutTheRefused(t *testing.T) {
	each(t, func(s *shop) {
		file := resource.ImportFile{Data: []byte("name,groupId,status,own remark\nA1,CNC,1,x\nA2,NO,1,y\n"), Partly: true, Headings: map[string]string{"own remark": ""}}
		result := bring(s, s.master.Machines, file)
		if !result.Committed || result.Created != 1 || result.Refused != 1 || names(s) != "A1" {
			s.Errorf("%+v, stored %s", result, names(s))
		}
		out := refusedRows(s, s.master.Machines, file)
		var rows [][]string
		if err := sheet.Read(t.Context(), out, sheet.Limits{}, func(r sheet.Row) error { rows = append(rows, slices.Clone(r.Cells)); return nil }); err != nil {
			s.Fatal(err)
		}
		if len(rows) != 2 || !slices.Equal(rows[0][:4], []string{"name", "groupId", "status", "own remark"}) || !slices.Equal(rows[1][:4], []string{"A2", "NO", "1", "y"}) {
			s.Errorf("%q", rows)
		}
	})
}

// A file whose heading means nothing comes back as it was: with that column, with cells below no heading, and the reason.
func TestRefusedRowsKeepColumnsThatMeanNothing(t *testing.T) {
	each(t, func(s *shop) {
		out := refusedRows(s, s.master.Machines, resource.ImportFile{Data: []byte("name,备注列,groupId,status,\nA1,急,CNC,1,loose,more\n")})
		var rows [][]string
		if err := sheet.Read(t.Context(), out, sheet.Limits{}, func(r sheet.Row) error { rows = append(rows, slices.Clone(r.Cells)); return nil }); err != nil {
			s.Fatal(err)
		}
		if len(rows) != 2 || !slices.Equal(rows[0][:4], []string{"name", "备注列", "groupId", "status"}) || len(rows[1]) != 7 || !slices.Equal(rows[1][:6], []string{"A1", "急", "CNC", "1", "loose", "more"}) {
			s.Errorf("%q", rows)
		}
	})
}

func names(s *shop) string {
	var rows []basedata.Machine
	s.Helper()
	if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&rows).Order("name").Scan(s.ctx) }); err != nil {
		s.Fatal(err)
	}
	var all []string
	for _, m := range rows {
		all = append(all, m.Name)
	}
	return strings.Join(all, " ")
}

// A percentage is read as it is shown: 85 % are 85 where a field counts in percent and 0.85 where it counts parts of one; where a
// field has another unit it is a fault. Rows that have a running number alone are counted as skipped.
func TestPercentagesAndRunningNumbers(t *testing.T) {
	each(t, func(s *shop) {
		book := excelize.NewFile()
		head := []any{"No.", "name", "groupId", "targetRate", "workRate", "labourRate"}
		for at, row := range [][]any{head, {1, "P1", "CNC", 0.85, 0.9, 50}, {2, "P2", "CNC", "85%", "90％", ""}, {3}, {4, "P3", "CNC", 7.5, 0.9, 0.5}, {5, " ", "\u200b"}} {
			if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", at+1), &row); err != nil {
				s.Fatal(err)
			}
		}
		two := "0.00%"
		for cells, style := range map[string]*excelize.Style{"D2": {NumFmt: 9}, "E2": {CustomNumFmt: &two}, "F5": {NumFmt: 10}} {
			id, err := book.NewStyle(style)
			if err == nil {
				err = book.SetCellStyle("Sheet1", cells, cells, id)
			}
			if err != nil {
				s.Fatal(err)
			}
		}
		var data bytes.Buffer
		if err := book.Write(&data); err != nil {
			s.Fatal(err)
		}
		result := bring(s, s.master.Machines, resource.ImportFile{Data: data.Bytes(), Partly: true, Headings: map[string]string{"No.": ""}})
		if result.Created != 2 || result.Refused != 1 || result.Skipped != 2 || result.Read != 5 || len(result.Faults) != 1 || result.Faults[0].Value != "50%" || result.Faults[0].Column != "labourRate" {
			s.Errorf("%+v", result)
		}
		var rows []basedata.Machine
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&rows).WhereIn("name", []string{"P1", "P2"}).Scan(s.ctx) }); err != nil {
			s.Fatal(err)
		}
		for _, m := range rows {
			if m.TargetRate.String() != "85" || m.WorkRate.String() != "0.9" {
				s.Errorf("%s: %s, %s", m.Name, m.TargetRate, m.WorkRate)
			}
		}
	})
}

// Titles, remarks, further sheets, merged cells and the dates of spreadsheet programs are understood, and counted.
func TestAWorkbookAsPeopleKeepIt(t *testing.T) {
	each(t, func(s *shop) {
		book := excelize.NewFile()
		for at, v := range map[string]any{
			"A1": "设备一览 2027", "A3": "设备名称 *", "B3": "资源组", "C3": "状态", "D3": "工作效率",
			"A4": "B1", "B4": "CNC", "C4": "正常", "D4": 1.5, "A5": "Ｂ2", "C5": 1, "A6": "# a remark", "A7": "B3", "C7": 1, "D7": "-",
		} {
			if err := book.SetCellValue("Sheet1", at, v); err != nil {
				s.Fatal(err)
			}
		}
		if err := book.MergeCell("Sheet1", "B4", "B7"); err != nil {
			s.Fatal(err)
		}
		if _, err := book.NewSheet("notes"); err != nil {
			s.Fatal(err)
		}
		_ = book.SetCellValue("notes", "A1", "anything")
		var data bytes.Buffer
		if err := book.Write(&data); err != nil {
			s.Fatal(err)
		}
		result := bring(s, s.master.Machines, resource.ImportFile{Data: data.Bytes()})
		if result.Created != 3 || result.Skipped != 2 || result.Read != 5 || len(result.Faults) != 0 || names(s) != "B1 B2 B3" {
			s.Errorf("%+v, stored %s", result, names(s))
		}
		if len(result.Sheets) != 1 || result.Sheets[0] != (resource.SkippedSheet{Name: "notes"}) {
			s.Errorf("%+v", result.Sheets)
		}
		again := bring(s, s.master.Machines, resource.ImportFile{Data: data.Bytes(), DryRun: true})
		if again.Same != 3 || again.Changed != 0 {
			s.Errorf("again: %+v", again)
		}
	})
}

// Before and after of every field stand in the preview; a dash clears, an empty cell keeps.
func TestThePreviewTellsBeforeAndAfter(t *testing.T) {
	each(t, func(s *shop) {
		bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,groupId,status,alias,department\nC1,CNC,1,old,shop\n")})
		result := bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,alias,department,status\nC1,-,,维修\n"), DryRun: true})
		want := []resource.ImportChange{{Field: "alias", Before: problem.L("old", "old")}, {Field: "status", Before: problem.L("正常", "Normal"), After: problem.L("维修", "Service")}}
		if len(result.Rows) != 1 || !reflect.DeepEqual(result.Rows[0].Changes, want) {
			s.Errorf("%+v", result.Rows)
		}
	})
}

// A cell is mended in the preview, and a heading of one's own is remembered for files of the same layout alone.
func TestCellsAreMendedAndHeadingsRemembered(t *testing.T) {
	each(t, func(s *shop) {
		data := []byte("Nr,groupId,status\nD1,XX,1\n")
		first := bring(s, s.master.Machines, resource.ImportFile{Data: data, DryRun: true})
		if !slices.Equal(told(first.Faults), []string{`1 Nr unknownColumn "Nr"`, `1 name missingColumn "name"`}) || first.Refused != 1 {
			s.Fatalf("%+v", first)
		}
		taught := resource.ImportFile{Data: data, Headings: map[string]string{"Nr": "name"}}
		if r := bring(s, s.master.Machines, taught); !slices.Equal(told(r.Faults), []string{`2 groupId reference "XX"`}) || r.Committed {
			s.Fatalf("%+v", r)
		}
		taught.Edits = []resource.CellEdit{{Row: 2, Column: "groupId", Value: "CNC"}}
		if r := bring(s, s.master.Machines, taught); r.Created != 1 || !r.Committed {
			s.Fatalf("%+v", r)
		}
		if r := bring(s, s.master.Machines, resource.ImportFile{Data: []byte("Nr,groupId,status\nD2,CNC,1\n"), DryRun: true}); r.Created != 1 || !r.Headings[0].Taught {
			s.Errorf("the same layout: %+v", r)
		}
		if r := bring(s, s.master.Machines, resource.ImportFile{Data: []byte("Nr,groupId\nD2,CNC\n"), DryRun: true}); r.Created != 0 || !r.Headings[0].Unknown {
			s.Errorf("another layout: %+v", r)
		}
	})
}

// Every list's import needs the permission to add for new rows, and to modify for changed ones.
func TestAnImportNeedsThePermissionsOfItsList(t *testing.T) {
	each(t, func(s *shop) {
		bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,groupId,status,alias\nE1,CNC,1,a\nE2,CNC,1,a\n")})
		for may, want := range map[string][]string{
			"ems.machine.add":    {`2 name permission "E1"`},
			"ems.machine.modify": {`4 name permission "E3"`},
		} {
			actor := s.actor
			actor.May = map[string]bool{may: true, "ems.machine.check": true}
			for _, dryRun := range []bool{true, false} {
				result, err := s.master.Machines.Import(store.WithActor(s.ctx, actor), s.db, resource.ImportFile{
					Data: []byte("name,groupId,status,alias\nE1,CNC,1,b\nE2,CNC,1,a\nE3,CNC,1,\n"), DryRun: dryRun,
				})
				if err != nil || !slices.Equal(told(result.Faults), want) || result.Committed || result.Same != 1 {
					s.Errorf("%s, dry run %v: %+v (%v)", may, dryRun, result, err)
				}
			}
		}
		if names(s) != "E1 E2" {
			s.Errorf("stored: %s", names(s))
		}
	})
}

// Whoever may not view a list is not told what it holds: a row that says what is stored and one that does not are refused alike,
// and no names are offered for a reference.
func TestAListImportTellsNothingOfListsThatOneMayNotView(t *testing.T) {
	each(t, func(s *shop) {
		bring(s, s.master.Machines, resource.ImportFile{Data: []byte("name,groupId,status,alias\nE1,CNC,1,a\nE2,CNC,1,a\n")})
		actor := s.actor
		try := func(file string, may ...string) resource.ImportResult {
			s.Helper()
			actor.May = map[string]bool{}
			for _, one := range may {
				actor.May[one] = true
			}
			result, err := s.master.Machines.Import(store.WithActor(s.ctx, actor), s.db, resource.ImportFile{Data: []byte(file), DryRun: true})
			if err != nil {
				s.Fatal(err)
			}
			return result
		}
		r := try("name,groupId,status,alias\nE1,CNC,1,a\nE2,CNC,1,b\n", "ems.machine.add", "ems.machine.modify")
		if !slices.Equal(told(r.Faults), []string{`2 name permission "E1"`, `3 name permission "E2"`}) || r.Faults[0].Texts.En != r.Faults[1].Texts.En || r.Same+r.Changed != 0 {
			s.Errorf("%+v", r)
		}
		if r := try("name,groupId,status\ne1,CNC,1\n", "ems.machine.add"); len(r.Rows) != 1 || r.Rows[0].Key != "e1" || r.Rows[0].Typed != "" {
			s.Errorf("the spelling of a record that may not be viewed: %+v", r.Rows)
		}
		const unknown = "name,groupId,status\nE3,NONE,1\n"
		for _, c := range []struct {
			may  []string
			want []string
		}{
			{[]string{"ems.machine.add", "ems.machine.check"}, nil},
			{[]string{"ems.machine.add", "ems.machine.check", "system.group.check"}, []string{"CNC", "数控组"}},
		} {
			if r := try(unknown, c.may...); len(r.Faults) != 1 || !slices.Equal(resourcetest.Worded(r.Faults[0].Options, "zh"), c.want) || !slices.Equal(resourcetest.Worded(r.Faults[0].Options, "en"), c.want) {
				s.Errorf("%v: %+v", c.may, r.Faults)
			}
			group := "cnc" // as it was typed
			if len(c.want) > 0 {
				group = "数控组"
			}
			r := try("name,groupId,status\nE3,cnc,1\n", c.may...)
			if len(r.Rows) != 1 || !slices.ContainsFunc(r.Rows[0].Changes, func(x resource.ImportChange) bool { return x.Field == "groupId" && x.After.En == group }) {
				s.Errorf("%v: %+v", c.may, r)
			}
		}
	})
}

// A check of thousands of machines holds no write transaction: it passes while another one is open, and asks for the
// stored machines once, not for every row.
func TestACheckNeedsNoWriteTransaction(t *testing.T) {
	each(t, func(s *shop) {
		var file strings.Builder
		file.WriteString("name,groupId,status,ips\n")
		for n := range 3000 {
			fmt.Fprintf(&file, "F%d,CNC,1,10.1.%d.%d\n", n, n/250, n%250)
		}
		done := errors.New("the check passed")
		err := s.db.Write(s.ctx, func(store.Tx) error {
			result := bring(s, s.master.Machines, resource.ImportFile{Data: []byte(file.String()), DryRun: true})
			if result.Created != 3000 {
				s.Errorf("%+v", result.Faults)
			}
			return done
		})
		if !errors.Is(err, done) {
			s.Fatal(err)
		}
	})
}

// What a choice may be is told in both languages, as its message is, whichever the call has.
func TestOptionsOfAFaultAreInBothLanguages(t *testing.T) {
	each(t, func(s *shop) {
		for _, lang := range []string{"zh", "en"} {
			ctx := problem.WithLanguage(permitted(s.ctx, s.master.Machines), lang)
			result, err := s.master.Machines.Import(ctx, s.db, resource.ImportFile{Data: []byte("name,groupId,status\nM9,CNC,9\n"), DryRun: true})
			if err != nil || len(result.Faults) != 1 || result.Faults[0].Rule != "choice" {
				s.Fatalf("%v %+v", err, result.Faults)
			}
			zh, en := resourcetest.Worded(result.Faults[0].Options, "zh"), resourcetest.Worded(result.Faults[0].Options, "en")
			if len(zh) < 2 || len(en) != len(zh) || zh[0] == en[0] || !strings.Contains(result.Faults[0].Texts.Zh, zh[0]) || !strings.Contains(result.Faults[0].Texts.En, en[0]) {
				s.Errorf("%s: %q and %q beside %+v", lang, zh, en, result.Faults[0].Texts)
			}
		}
	})
}

// Rows of totals, numbers of merged cells and keys that a spreadsheet has made dates of are read as in the workbook, and told.
func TestListsAndTheWorkbookReadAlike(t *testing.T) {
	each(t, func(s *shop) {
		told := func(result resource.ImportResult) (all []string) {
			for _, w := range result.Warnings {
				all = append(all, fmt.Sprint("warned ", w.Rule, " ", w.Row))
			}
			for _, f := range result.Faults {
				all = append(all, fmt.Sprint("refused ", f.Rule, " ", f.Row, " ", f.Column))
			}
			return all
		}
		result := bring(s, s.master.Customers, resource.ImportFile{Data: []byte("number,name\nTC-1,x\nTotal,1\n合计,7\n总计划,计划客户\n")})
		if got, want := told(result), []string{"warned totals 3", "warned totals 4"}; !slices.Equal(got, want) || result.Created != 2 || result.Skipped != 2 || result.Read != 4 {
			s.Errorf("totals: %q, want %q: %+v", got, want, result)
		}
		book := excelize.NewFile()
		var style int
		code, err := `m"-"d`, error(nil)
		for at, v := range map[string]any{"A1": "number", "B1": "name", "A2": "3-0", "B2": "first", "A3": 46082, "B3": "second"} {
			err = errors.Join(err, book.SetCellValue("Sheet1", at, v))
		}
		style, bad := book.NewStyle(&excelize.Style{CustomNumFmt: &code})
		var data bytes.Buffer
		if err := errors.Join(err, bad, book.SetCellStyle("Sheet1", "A3", "A3", style), book.Write(&data)); err != nil {
			s.Fatal(err)
		}
		result = bring(s, s.master.Customers, resource.ImportFile{Data: data.Bytes()})
		if got, want := told(result), []string{"refused moment 3 number"}; !slices.Equal(got, want) {
			s.Errorf("moments: %q, want %q", got, want)
		}
		book = excelize.NewFile()
		err = nil
		for at, v := range map[string]any{"A1": "name", "B1": "groupId", "C1": "status", "D1": "workRate", "A2": "T1", "B2": "CNC", "C2": 1, "D2": 0.5, "A3": "T2", "C3": 1} {
			err = errors.Join(err, book.SetCellValue("Sheet1", at, v))
		}
		data.Reset()
		if err := errors.Join(err, book.MergeCell("Sheet1", "B2", "B3"), book.MergeCell("Sheet1", "D2", "D3"), book.Write(&data)); err != nil {
			s.Fatal(err)
		}
		result = bring(s, s.master.Machines, resource.ImportFile{Data: data.Bytes(), DryRun: true})
		if got, want := told(result), []string{"warned merged 3"}; !slices.Equal(got, want) {
			s.Errorf("merged: %q, want %q", got, want)
		}
	})
}
