package basedata_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
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

// cellsAs are the cells of a row with their kinds.
func cellsAs(cells []string, kinds ...sheet.ValueKind) string {
	return fmt.Sprintf("%q %d", cells, kinds)
}
