package workbook_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/production/workbook"
)

// faultsOf are rule, column, row and level of the faults of a file, and whether one is of new rows alone.
func faultsOf(res *workbook.Result) (all []string) {
	for _, f := range res.Faults.List() {
		all = append(all, fmt.Sprintf("%s %s %d %s %v", f.Rule, f.Column, f.Row, f.Level, f.OnlyNew))
	}
	return all
}

// What stands over several rows means each of them, as in the lists; a number, which may be a sum, counts for the first, and it is told.
func TestMergedCellsMeanEachRow(t *testing.T) {
	book := excelize.NewFile()
	err := book.SetSheetName("Sheet1", "moulds")
	for at, v := range map[string]any{"A1": "mouldNo", "B1": "delivery", "C1": "customer", "D1": "priority", "A2": "M1", "B2": "2030-03-20", "C2": "C01", "D2": 7, "A3": "M2", "A4": "M3", "D4": 9} {
		err = errors.Join(err, book.SetCellValue("moulds", at, v))
	}
	var packed bytes.Buffer
	if err := errors.Join(err, book.MergeCell("moulds", "B2", "B4"), book.MergeCell("moulds", "C2", "C4"), book.MergeCell("moulds", "D2", "D3"), book.Write(&packed)); err != nil {
		t.Fatal(err)
	}
	res := parse(t, "x.xlsx", packed.Bytes())
	for i, want := range []string{"M1 C01 7 true", "M2 C01 0 false", "M3 C01 9 true"} {
		m := &res.Book.Moulds[i]
		if got := fmt.Sprint(m.MouldNo, " ", m.Customer.Value, " ", m.Priority.Value, " ", m.Priority.IsGiven()); got != want || !m.Delivery.IsGiven() {
			t.Errorf("%s; want %s", got, want)
		}
	}
	if got, want := faultsOf(res), []string{"merged priority 3 warning false"}; !slices.Equal(got, want) {
		t.Errorf("told is %q, want %q", got, want)
	}
}

// A number that a spreadsheet program has made a date, a time or a share of names no new record: nobody has typed it so.
func TestKeysThatASpreadsheetHasChanged(t *testing.T) {
	format := func(code string) *excelize.Style { return &excelize.Style{CustomNumFmt: &code} }
	data := styledBook(t, "parts", [][]any{
		{"mouldNo", "partNo", "name"},
		{"M1", "P1", styledCell{46082.0, format(`m"-"d`)}}, // a name, which no other row is found by
		{"M1", styledCell{46082.0, format(`m"-"d`)}, "x"},
		{styledCell{8.5 / 24, format("h:mm")}, "P2", "x"},
		{"M1", styledCell{12.0, format("0")}, "x"},
	})
	res := parse(t, "x.xlsx", data)
	if got, want := faultsOf(res), []string{"moment partNo 3 error true", "moment mouldNo 4 error true"}; !slices.Equal(got, want) {
		t.Errorf("told is %q, want %q", got, want)
	}
	if len(res.Book.Parts) != 4 { // a stored part may be called so
		t.Errorf("%d rows have a key", len(res.Book.Parts))
	}
}

// A key that stands over several rows is what the file holds of it in each of them. What somebody has mended is as they typed it.
func TestMergedKeysThatASpreadsheetHasChanged(t *testing.T) {
	code := `m"-"d`
	book := excelize.NewFile()
	style, bad := book.NewStyle(&excelize.Style{CustomNumFmt: &code})
	err := errors.Join(bad, book.SetSheetName("Sheet1", "operations"))
	for at, v := range map[string]any{"A1": "mouldNo", "B1": "partNo", "C1": "opNo", "D1": "hours", "A2": "M1", "B2": 46082, "C2": 10, "D2": 4, "A3": "M1", "C3": 20} {
		err = errors.Join(err, book.SetCellValue("operations", at, v))
	}
	var packed bytes.Buffer
	if err := errors.Join(err, book.SetCellStyle("operations", "B2", "B2", style), book.MergeCell("operations", "B2", "B3"), book.MergeCell("operations", "D2", "D3"), book.Write(&packed)); err != nil {
		t.Fatal(err)
	}
	told := func(edits ...workbook.Edit) []string {
		res, err := workbook.Parse(t.Context(), "x.xlsx", packed.Bytes(), workbook.Options{Zone: shanghai, Edits: edits, Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(faultsOf(res), func(f string) bool { return !strings.HasPrefix(f, "m") })
	}
	if got, want := told(), []string{"moment partNo 2 error true", "merged hours 3 warning false", "moment partNo 3 error true"}; !slices.Equal(got, want) {
		t.Errorf("told is %q, want %q", got, want)
	}
	at := workbook.Place{Sheet: "operations", Row: 3}
	mended := []workbook.Edit{{Sheet: at.Sheet, Row: at.Row, Column: "partNo", Value: "3-1"}, {Sheet: at.Sheet, Row: at.Row, Column: "hours", Value: "2"}}
	if got, want := told(mended...), []string{"moment partNo 2 error true"}; !slices.Equal(got, want) {
		t.Errorf("mended, told is %q, want %q", got, want)
	}
}

// A name whose zeros or letters the format of its cell shows is read as it is shown, a figure is not; what stays out goes back so.
func TestNamesThatFormatsShow(t *testing.T) {
	format := func(code string) *excelize.Style { return &excelize.Style{CustomNumFmt: &code} }
	data := styledBook(t, "operations", [][]any{
		{"mouldNo", "partNo", "opNo", "process", "hours"},
		{styledCell{7, format(`"HT-"000`)}, styledCell{12, format("0000")}, styledCell{10, format("000")}, "milling", styledCell{8, format(`00"h"`)}},
		{styledCell{8, format(`"HT-"000`)}, styledCell{12, format("0000")}, 10, "milling", "x"},
	})
	res, err := workbook.Parse(t.Context(), "x.xlsx", data, workbook.Options{Zone: shanghai, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Book.Operations) == 0 {
		t.Fatal("no row is read")
	}
	o := res.Book.Operations[0]
	if got := fmt.Sprint(o.MouldNo, " ", o.PartNo, " ", o.OpNo, " ", o.Hours.Value); got != "HT-007 0012 10 8" {
		t.Errorf("read as %s", got)
	}
	var out bytes.Buffer
	if err := workbook.WriteRows(&out, res.Raw[1:], "en", func(workbook.Raw) string { return "no hours" }); err != nil {
		t.Fatal(err)
	}
	again := parse(t, "x.xlsx", out.Bytes())
	if o := again.Book.Operations; len(o) != 1 || o[0].MouldNo != "HT-008" || o[0].PartNo != "0012" {
		t.Errorf("given back as %+v", o)
	}
}

// A number that its cell shows in another unit than its column has is none of it; one in the column's own unit is, and a word that is no
// unit says nothing. What somebody has mended is as they typed it.
func TestNumbersInOtherUnits(t *testing.T) {
	format := func(code string) *excelize.Style { return &excelize.Style{CustomNumFmt: &code} }
	rows := [][]any{{"mouldNo", "partNo", "opNo", "hours", "setupHours", "leadDays", "crew"}}
	for i, codes := range [][4]string{
		{`0" min"`, `0.0"h"`, `0"天"`, `0"人"`}, {`#,##0.0"小时"`, `0"分钟"`, `0" weeks"`, `0`}, {`[>=100]0" min";0" h"`, `0[$ s]`, `0\ \d`, `0"万"`}, {`0"h/件"`, `0" [min]"`, `0" minute(s)"`, `0"㎏"`},
	} {
		rows = append(rows, []any{"M1", "P1", 10 * (i + 1), styledCell{90, format(codes[0])}, styledCell{2, format(codes[1])}, styledCell{3, format(codes[2])}, styledCell{4, format(codes[3])}})
	}
	data := styledBook(t, "operations", rows)
	told := func(edits ...workbook.Edit) (got []string) {
		res, err := workbook.Parse(t.Context(), "x.xlsx", data, workbook.Options{Zone: shanghai, Edits: edits})
		if err != nil {
			t.Fatal(err)
		}
		for f := range res.Faults.All() {
			if f.Rule == "unit" {
				got = append(got, fmt.Sprint(f.Row, " ", f.Column, ": ", f.Text.En))
			}
		}
		return got
	}
	want := []string{
		"2 hours: The cell shows “90 min”, and this column is in h: write the figure in that unit",
		"3 setupHours: The cell shows “2 分钟”, and this column is in h: write the figure in that unit",
		"3 leadDays: The cell shows “3 weeks”, and this column is in days: write the figure in that unit",
		"4 setupHours: The cell shows “2 s”, and this column is in h: write the figure in that unit",
		"4 crew: The cell shows “4 万”: write the number in full",
		"5 setupHours: The cell shows “2 [min]”, and this column is in h: write the figure in that unit",
		"5 leadDays: The cell shows “3 minute(s)”, and this column is in days: write the figure in that unit",
	}
	if got := told(); !slices.Equal(got, want) {
		t.Errorf("told is %q\nwant %q", got, want)
	}
	if got := told(workbook.Edit{Sheet: "operations", Row: 2, Column: "hours", Value: "1.5"}); !slices.Equal(got, want[1:]) {
		t.Errorf("mended, told is %q", got)
	}
}

// A reference whose cell shows a number with letters means the number where a record is called so, and none as it is shown.
func TestReferencesThatMeanTheNumber(t *testing.T) {
	code := `"C-"000`
	style := &excelize.Style{CustomNumFmt: &code}
	data := styledBook(t, "moulds", [][]any{{"mouldNo", "delivery", "customer"}, {styledCell{1, style}, "2030-03-20", styledCell{1001, style}}, {styledCell{2, style}, "2030-03-20", styledCell{7, style}}})
	res, err := workbook.Parse(t.Context(), "x.xlsx", data, workbook.Options{Zone: shanghai, NamedAs: func(entity, name string) bool {
		return entity == "customer" && slices.Contains([]string{"1001", "1", "C-007", "7"}, name)
	}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range res.Book.Moulds {
		got = append(got, m.MouldNo+" "+m.Customer.Value)
	}
	if want := []string{"C-001 1001", "C-002 C-007"}; !slices.Equal(got, want) {
		t.Errorf("read as %q, want %q", got, want)
	}
}

// The keys of a row that names records of other sheets mean the number in the same way: resources of either kind, and moulds.
func TestKeysThatNameRecordsMeanTheNumber(t *testing.T) {
	style := func(code string) *excelize.Style { return &excelize.Style{CustomNumFmt: &code} }
	stored := map[string]string{"group": "41", "machine": "9", "mould": "5"}
	read := func(sheet string, rows [][]any) *workbook.Book {
		res, err := workbook.Parse(t.Context(), "x.xlsx", styledBook(t, sheet, rows), workbook.Options{Zone: shanghai, NamedAs: func(entity, name string) bool { return stored[entity] == name }})
		if err != nil {
			t.Fatal(err)
		}
		return &res.Book
	}
	zeros := style("0000")
	flows := read("flowTimes", [][]any{{"up", "down", "hours"}, {styledCell{41, zeros}, styledCell{9, zeros}, 1}, {styledCell{5, zeros}, styledCell{41, zeros}, 1}})
	var got []string
	for _, f := range flows.FlowTimes {
		got = append(got, f.Up+" to "+f.Down)
	}
	exceptions := read("exceptions", [][]any{{"group", "from", "to", "kind"}, {styledCell{41, zeros}, "2030-03-05 08:00", "2030-03-05 17:00", 1}})
	parts := read("parts", [][]any{{"mouldNo", "partNo"}, {styledCell{5, zeros}, styledCell{5, zeros}}})
	if len(exceptions.Exceptions) == 1 && len(parts.Parts) == 1 {
		got = append(got, exceptions.Exceptions[0].Group, parts.Parts[0].MouldNo, parts.Parts[0].PartNo)
	}
	if want := []string{"41 to 9", "0005 to 41", "41", "5", "0005"}; !slices.Equal(got, want) {
		t.Errorf("read as %q, want %q", got, want)
	}
}

// What the file itself calls so goes before the number, wherever its sheet stands; what another kind of record is called does not count.
func TestReferencesMeanTheRecordsOfTheirFile(t *testing.T) {
	code := "0000"
	style := &excelize.Style{CustomNumFmt: &code}
	book := excelize.NewFile()
	err := book.SetSheetName("Sheet1", "parts")
	_, bad := book.NewSheet("materials")
	err = errors.Join(err, bad)
	put := func(sheet string, rows ...[]any) {
		id, bad := book.NewStyle(style)
		err = errors.Join(err, bad)
		for i, row := range rows {
			for j, value := range row {
				at, bad := excelize.CoordinatesToCellName(j+1, i+1)
				err = errors.Join(err, bad, book.SetCellValue(sheet, at, value))
				if _, isNumber := value.(int); isNumber {
					err = errors.Join(err, book.SetCellStyle(sheet, at, at, id))
				}
			}
		}
	}
	put("parts", []any{"mouldNo", "partNo", "material"}, []any{"M1", "P1", 17}, []any{"M1", "P2", 19}, []any{"M1", "P3", 27})
	put("materials", []any{"code", "name"}, []any{17, "Seventeen"})
	var data bytes.Buffer
	if err := errors.Join(err, book.Write(&data)); err != nil {
		t.Fatal(err)
	}
	res, err := workbook.Parse(t.Context(), "x.xlsx", data.Bytes(), workbook.Options{Zone: shanghai, NamedAs: func(entity, name string) bool {
		return entity == "material" && (name == "17" || name == "19") || entity == "customer" && name == "0019" || entity == "part" && name == "27"
	}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range res.Book.Parts {
		got = append(got, p.Material.Value)
	}
	if want := []string{"0017", "19", "0027"}; !slices.Equal(got, want) {
		t.Errorf("the materials are %q, want %q", got, want)
	}
}
