package basedata_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// The file of refused rows holds what was typed: texts as texts, whatever they look like, numbers as numbers. Checked again it
// has the same faults with the same values.
func TestRefusedRowsOfAListAreAsTyped(t *testing.T) {
	book := excelize.NewFile()
	for at, v := range map[string]any{
		"A1": "name", "B1": "groupId", "C1": "workRate", "D1": "chuckCount", "E1": "own remark",
		"A2": "007", "B2": "NO", "C2": "１２", "D2": 12, "E2": "@cmd",
		"A3": 1001, "B3": "NO", "C3": 0.12345678, "D3": "1e1", "E3": 42,
		"A4": "=1+1", "B4": "NO", "C4": "1e1", "D4": "0x1F", "E4": "42",
		"A5": "M5", "B5": "NO", "C5": "NaN", "D5": true, "E5": "−1",
	} {
		if err := book.SetCellValue("Sheet1", at, v); err != nil {
			t.Fatal(err)
		}
	}
	var workbook bytes.Buffer
	if err := book.Write(&workbook); err != nil {
		t.Fatal(err)
	}
	const text, number, nothing = sheet.ValueText, sheet.ValueNumber, sheet.ValueUnknown
	for name, c := range map[string]struct {
		data []byte
		want []string
	}{
		"xlsx": {workbook.Bytes(), []string{
			cellsAs([]string{"007", "NO", "１２", "12", "@cmd"}, text, text, text, number, text),
			cellsAs([]string{"1001", "NO", "0.12345678", "1e1", "42"}, number, text, number, text, number),
			cellsAs([]string{"=1+1", "NO", "1e1", "0x1F", "42"}, text, text, text, text, text),
			cellsAs([]string{"M5", "NO", "NaN", "TRUE", "−1"}, text, text, text, text, text),
		}},
		"csv": {[]byte("name,groupId,workRate,chuckCount,own remark\n007,NO,１２,12,'@cmd\n1001,NO,1.50,,''=x\n"), []string{
			cellsAs([]string{"007", "NO", "１２", "12", "@cmd"}, text, text, text, number, text),
			cellsAs([]string{"1001", "NO", "1.50", "", "'=x"}, text, text, text, nothing, text),
		}},
	} {
		each(t, func(s *shop) {
			file := resource.ImportFile{Data: c.data, DryRun: true, Headings: map[string]string{"own remark": ""}}
			before := told(bring(s, s.master.Machines, file).Faults)
			out := refusedRows(s, s.master.Machines, file)
			var got []string
			if err := sheet.Read(t.Context(), out, sheet.Limits{}, func(r sheet.Row) error {
				if r.Number > 1 {
					got = append(got, cellsAs(r.Cells[:5], r.Kinds[:5]...))
				}
				return nil
			}); err != nil {
				s.Fatal(err)
			}
			if !slices.Equal(got, c.want) {
				s.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
			}
			// No apostrophe is needed for what is a text to the spreadsheet program, too.
			again, err := excelize.OpenReader(bytes.NewReader(out))
			if err != nil {
				s.Fatal(err)
			}
			if seen, _ := again.GetCellValue(again.GetSheetName(0), "E2"); seen != "@cmd" {
				s.Errorf("%s: a spreadsheet program shows %q", name, seen)
			}
			file.Data = out
			if after := told(bring(s, s.master.Machines, file).Faults); !slices.Equal(before, after) {
				s.Errorf("%s, checked again:\ngot  %q\nwant %q", name, after, before)
			}
		})
	}
}

// A list takes a name, and one that refers to another record, as the format of its cell shows it, and a figure as it is. So do the
// refused rows.
func TestAListReadsNamesAsTheyAreShown(t *testing.T) {
	book := excelize.NewFile()
	var err error
	for at, v := range map[string]any{"A1": "name", "B1": "groupId", "C1": "workRate", "D1": "status", "A2": 7, "B2": 3, "C2": 2, "D2": 1, "A3": 8, "B3": 4, "C3": 2, "D3": 1} {
		err = errors.Join(err, book.SetCellValue("Sheet1", at, v))
	}
	for cells, code := range map[string]string{"A2:A3": `"M"000`, "B2:B3": `"G-"00`, "C2:C3": "000"} {
		style, bad := book.NewStyle(&excelize.Style{CustomNumFmt: &code})
		first, last, _ := strings.Cut(cells, ":")
		err = errors.Join(err, bad, book.SetCellStyle("Sheet1", first, last, style))
	}
	var data bytes.Buffer
	if err := errors.Join(err, book.Write(&data)); err != nil {
		t.Fatal(err)
	}
	each(t, func(s *shop) {
		group := read(s, s.master.Groups, s.groupID)
		if err := change(s, s.master.Groups, s.groupID, group.Version, map[string]any{"code": "G-03"}); err != nil {
			s.Fatal(err)
		}
		file := resource.ImportFile{Data: data.Bytes(), Partly: true}
		result := bring(s, s.master.Machines, file)
		if result.Created != 1 || len(result.Faults) != 1 || result.Faults[0].Value != "G-04" || result.Faults[0].Key != "M008" {
			s.Errorf("%+v", result)
		}
		var stored []basedata.Machine
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&stored).Where("name = ?", "M007").Scan(s.ctx) }); err != nil || len(stored) != 1 || fmt.Sprint(stored[0].WorkRate) != "2" {
			s.Errorf("stored %+v %v", stored, err)
		}
		var got string
		if err := sheet.Read(t.Context(), refusedRows(s, s.master.Machines, file), sheet.Limits{}, func(r sheet.Row) error {
			got = cellsAs(r.Cells[:3], r.Kinds[:3]...)
			return nil
		}); err != nil || got != cellsAs([]string{"M008", "G-04", "2"}, sheet.ValueText, sheet.ValueText, sheet.ValueNumber) {
			s.Errorf("given back: %s %v", got, err)
		}
		// A group that is called as the number itself is meant by it, where none is called as it is shown.
		group = read(s, s.master.Groups, s.groupID)
		if err := change(s, s.master.Groups, s.groupID, group.Version, map[string]any{"code": "4"}); err != nil {
			s.Fatal(err)
		}
		if again := bring(s, s.master.Machines, resource.ImportFile{Data: data.Bytes(), DryRun: true}); len(again.Faults) != 1 || again.Faults[0].Value != "G-03" {
			s.Errorf("by its number: %+v", again.Faults)
		}
	})
}

// A row of a list refers to another one of its file by the English name that this one gets.
func TestAListRefersByItsOwnEnglishNames(t *testing.T) {
	data := []byte("name,englishName,prefix,parentId\n新模仁,New insert,XM,\n新型芯,New core,XC,New insert\n")
	each(t, func(s *shop) {
		for _, want := range []int{2, 0} {
			if result := bring(s, s.master.PartTypes, resource.ImportFile{Data: data}); result.Created != want || result.Changed != 0 || len(result.Faults) > 0 {
				s.Errorf("%d created, want %d: %+v", result.Created, want, result)
			}
		}
	})
}

// A number that its cell shows in another unit than the field has is refused, for a list as for the workbook.
func TestAListRefusesNumbersInOtherUnits(t *testing.T) {
	book := excelize.NewFile()
	var err error
	for i, codes := range [][2]string{{`0" 天"`, `0"%"`}, {`0" 周"`, `0`}, {"0", `0"‰"`}} {
		row := i + 2
		err = errors.Join(err, book.SetSheetRow("Sheet1", fmt.Sprint("A", row), &[]any{fmt.Sprint("S", row), fmt.Sprint("supplier ", row), 2, 13}))
		for j, code := range codes {
			style, bad := book.NewStyle(&excelize.Style{CustomNumFmt: &code})
			at := fmt.Sprint(string(rune('C'+j)), row)
			err = errors.Join(err, bad, book.SetCellStyle("Sheet1", at, at, style))
		}
	}
	var data bytes.Buffer
	if err := errors.Join(err, book.SetSheetRow("Sheet1", "A1", &[]any{"code", "name", "leadDays", "taxRate"}), book.Write(&data)); err != nil {
		t.Fatal(err)
	}
	each(t, func(s *shop) {
		result := bring(s, s.master.Suppliers, resource.ImportFile{Data: data.Bytes(), Partly: true})
		var got []string
		for _, f := range result.Faults {
			got = append(got, fmt.Sprint(f.Row, " ", f.Column, " ", f.Rule))
		}
		if want := []string{"3 leadDays unit", "4 taxRate unit"}; result.Created != 1 || !slices.Equal(got, want) {
			s.Errorf("%d created, %q, want 1 and %q", result.Created, got, want)
		}
	})
}

// A number in a cell of lines is the first value of one: a name as its format shows it, a figure as it is.
func TestLinesOfOneNumberAreReadAsTheyAreShown(t *testing.T) {
	book := excelize.NewFile()
	code := "0000"
	style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &code})
	for at, v := range map[string]any{"A1": "code", "B1": "name", "C1": "processes", "A2": "S1", "B2": "one", "C2": 41, "A3": "S2", "B3": "two", "C3": 42} {
		err = errors.Join(err, book.SetCellValue("Sheet1", at, v))
	}
	var data bytes.Buffer
	if err := errors.Join(err, book.SetCellStyle("Sheet1", "C2", "C3", style), book.Write(&data)); err != nil {
		t.Fatal(err)
	}
	each(t, func(s *shop) {
		shown := must(s, s.master.Processes, map[string]any{"code": "0041", "name": "by zeros", "class": 3})
		must(s, s.master.Processes, map[string]any{"code": "41", "name": "by number", "class": 3})
		number := must(s, s.master.Processes, map[string]any{"code": "42", "name": "number alone", "class": 3})
		if result := bring(s, s.master.Suppliers, resource.ImportFile{Data: data.Bytes()}); result.Created != 2 || len(result.Faults) > 0 {
			s.Fatalf("%+v", result)
		}
		var got []basedata.Supplier
		if err := s.db.Read(s.ctx, func(tx store.Tx) error {
			return tx.Select(&got).WhereIn("code", []string{"S1", "S2"}).Order("code").Scan(s.ctx)
		}); err != nil {
			s.Fatal(err)
		}
		for i, want := range []string{shown.ID, number.ID} {
			if lines := got[i].Processes; len(lines) != 1 || lines[0].ProcessID != want {
				s.Errorf("%s: %+v, want %s", got[i].Code, lines, want)
			}
		}
	})
}

// A row that refers to a number means the row of its file that is called as the cell shows it, though a stored one has the number.
func TestAListMeansTheRowsOfItsFile(t *testing.T) {
	book := excelize.NewFile()
	code := "0000"
	style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &code})
	for at, v := range map[string]any{"A1": "code", "B1": "name", "C1": "class", "D1": "postProcessId", "A2": 8, "B2": "eight", "C2": 3, "D2": 7, "A3": 7, "B3": "seven", "C3": 3} {
		err = errors.Join(err, book.SetCellValue("Sheet1", at, v))
	}
	var data bytes.Buffer
	if err := errors.Join(err, book.SetCellStyle("Sheet1", "A2", "A3", style), book.SetCellStyle("Sheet1", "D2", "D2", style), book.Write(&data)); err != nil {
		t.Fatal(err)
	}
	each(t, func(s *shop) {
		must(s, s.master.Processes, map[string]any{"code": "7", "name": "stored", "class": 3})
		for _, want := range []int{2, 0} { // the second time nothing changes
			result := bring(s, s.master.Processes, resource.ImportFile{Data: data.Bytes()})
			if result.Created != want || result.Changed != 0 || len(result.Faults) > 0 {
				s.Errorf("%d created, %d changed, want %d and 0: %+v", result.Created, result.Changed, want, result.Faults)
			}
		}
		var rows []basedata.Process
		if err := s.db.Read(s.ctx, func(tx store.Tx) error {
			return tx.Select(&rows).WhereIn("code", []string{"0007", "0008"}).Order("code").Scan(s.ctx)
		}); err != nil || len(rows) != 2 || rows[1].PostProcessID != rows[0].ID {
			s.Errorf("stored %+v %v", rows, err)
		}
	})
}

// cellsAs are the cells of a row with their kinds.
func cellsAs(cells []string, kinds ...sheet.ValueKind) string {
	return fmt.Sprintf("%q %d", cells, kinds)
}

// Holidays as the workbook writes them are none of the list, which says how they are written, with the words of each choice.
func TestLinesSayHowTheyAreWritten(t *testing.T) {
	each(t, func(s *shop) {
		for cell, want := range map[string]string{
			"2026-10-01;2026-10-02": "Kind has an unknown value. Write each as: Name,Kind (Fixed/Floating),Type (Rest/Make-up working day),Weekday (—/Mon/Tue/Wed/Thu/Fri/Sat/Sun),From,To; semicolons part them",
			"2026-10-01~2026-10-07": "Name must be at most 20 characters. Write each as: Name,Kind (Fixed/Floating)",
			";":                     "Holidays cannot be empty. Write each as: Name,Kind (Fixed/Floating)",
			`""Day,Fixed`:           "a quote is not closed. Write each as: Name,Kind (Fixed/Floating)",
			"National Day,sometimes,Rest,,2026-10-01": ". Write each as: Name,Kind (Fixed/Floating)",
		} {
			result := bring(s, s.master.Calendars, resource.ImportFile{DryRun: true, Data: []byte("name,holidays\nX,\"" + cell + "\"\n")})
			if len(result.Faults) != 1 || !strings.Contains(result.Faults[0].Texts.En, want) || !strings.Contains(result.Faults[0].Texts.Zh, "每项写作：名称,种类（固定/浮动）,类型（休息/调休补班）") {
				s.Errorf("%s: %+v", cell, result.Faults)
			}
		}
	})
}

// Headings that stand once more below, on the next page of a printed list or in the other language, are no record.
func TestHeadingsOnceMoreAreNoRecord(t *testing.T) {
	each(t, func(s *shop) {
		result := bring(s, s.master.Units, resource.ImportFile{Data: []byte("code,name\nua,ub\ncode,name\n编码,名称\nname,code\nname,name\n")})
		var got []string
		for _, row := range result.Rows {
			got = append(got, row.Key+" "+row.Action+" "+row.Reason)
		}
		if want := []string{"ua new ", "code skipped heading", "编码 skipped heading", "name skipped heading", "name new "}; !sameInAnyOrder(got, want) || result.Created != 2 || result.Skipped != 3 {
			s.Errorf("%q, want %q: %+v", got, want, result)
		}
		// A second row of headings may hold a word that means nothing here.
		mixed := bring(s, s.master.Customers, resource.ImportFile{Data: []byte("客户编号,名称,英文名称,地区\nCustomer number,Name,English name,Region\nZ1,Area,x,Name\n")})
		if mixed.Created != 1 || mixed.Skipped != 1 || len(mixed.Faults) > 0 {
			s.Errorf("headings in two languages: %+v", mixed)
		}
		two := bring(s, s.master.Customers, resource.ImportFile{Data: []byte("客户编号,名称\nCustomer number,Firma\nZ2,Customer number\n")})
		if two.Created != 1 || two.Skipped != 1 || len(two.Faults) > 0 {
			s.Errorf("of two columns: %+v", two)
		}
		must(s, s.master.Units, map[string]any{"code": "编码", "name": "名称"})
		if again := bring(s, s.master.Units, resource.ImportFile{Data: []byte("code,name\n编码,名称\n")}); again.Skipped != 0 || again.Same != 1 {
			s.Errorf("a record that is called like its headings: %+v", again)
		}
	})
}

func sameInAnyOrder(got, want []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want)))
}
