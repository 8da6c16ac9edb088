package workbook_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/production/workbook"
)

// twoRowHeader is a sheet as planners lay it out: a title, a row of groups, and headings below, one merged over both rows.
func twoRowHeader(t *testing.T, name string) []byte {
	t.Helper()
	book := excelize.NewFile()
	for _, err := range []error{
		book.SetSheetName("Sheet1", name),
		book.SetSheetRow(name, "A1", &[]any{"2027 年第 12 周"}),
		book.SetSheetRow(name, "A3", &[]any{"模具", "", "时间", "", "优先级"}),
		book.SetSheetRow(name, "A4", &[]any{"模具编号", "名称", "交期", "下达日期"}),
		book.SetSheetRow(name, "A5", &[]any{"M1", "面板", "2027-05-01", "2027-01-01", 70, "a longer row"}),
		book.SetSheetRow(name, "A6", &[]any{"Mould no.", "Name", "Delivery", "Release", "Priority"}),
		book.SetSheetRow(name, "A7", &[]any{"M2", "上盖", "2027-05-01", "2027-01-01", 80}),
		book.SetSheetRow(name, "A8", &[]any{"模具编号", "名称", "交期", "下达日期", "优先级"}),
		book.MergeCell(name, "A3", "B3"), book.MergeCell(name, "C3", "D3"), book.MergeCell(name, "E3", "E4"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var packed bytes.Buffer
	if err := book.Write(&packed); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// A heading that is merged over two rows is read, and one that is repeated further down, in either language, is no row.
func TestHeadingsOfTwoRows(t *testing.T) {
	res, err := workbook.Parse(t.Context(), "b.xlsx", twoRowHeader(t, "模具"), workbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	moulds := res.Book.Moulds
	if len(moulds) != 2 || moulds[0].MouldNo != "M1" || moulds[0].Priority.Value != 70 || moulds[1].Priority.Value != 80 || moulds[1].MouldNo != "M2" {
		t.Errorf("%+v", moulds)
	}
	for f := range res.Faults.All() {
		if f.Level == workbook.Error {
			t.Errorf("%+v", f)
		}
	}
	if p := res.Pages[0]; p.Header != 4 || p.Rows != 2 {
		t.Errorf("%+v", p)
	}
}

// Of a sheet whose name means nothing, the headings are the row that holds ours, not the fullest one.
func TestHeadingsOfAnUnknownSheet(t *testing.T) {
	res, _ := workbook.Parse(t.Context(), "b.xlsx", twoRowHeader(t, "周计划"), workbook.Options{})
	if res == nil || len(res.Unknown) != 1 || res.Unknown[0].Guess != "moulds" || res.Unknown[0].Headers[0] != "模具编号" {
		t.Errorf("%+v", res)
	}
}

// What is no date, no number of ours or no resource is told for its own reason.
func TestReasonsOfTheirOwn(t *testing.T) {
	for _, c := range []struct {
		sheet string
		head  []any
		row   []any
		says  string
	}{
		{"moulds", []any{"mouldNo", "delivery"}, []any{"M1", "5/6/2027"}, "Must be a date, with or without a time"},
		{"moulds", []any{"mouldNo", "delivery"}, []any{"M1", "1.5.2027"}, "Must be a date, with or without a time"},
		{"moulds", []any{"mouldNo", "delivery"}, []any{"M1", "27-5-1"}, "Must be a date, with or without a time"},
		{"moulds", []any{"mouldNo", "delivery"}, []any{"M1", "1890-05-01"}, "The year must lie"},
		{"moulds", []any{"mouldNo", "delivery", "assemblyHours"}, []any{"M1", "2027-05-01", "1000000000"}, "The number is too large"},
		{"parts", []any{"mouldNo", "partNo", "qty"}, []any{"M1", "P1", "99999999999"}, "The number is too large"},
		{"exceptions", []any{"resource", "group", "from", "to", "kind"}, []any{"CNR01", "EDM", "2027-05-01", "2027-05-02", 1}, "one of the two"},
		{"exceptions", []any{"resource", "group", "from", "to", "kind"}, []any{"", "", "2027-05-01", "2027-05-02", 1}, "one of the two"},
	} {
		res, err := workbook.Parse(t.Context(), "b.xlsx", file(t, c.sheet, [][]any{c.head, c.row}), workbook.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var says []string
		checked := res.Book.Check(time.Time{}, res.Pages)
		for _, f := range append(res.Faults.List(), checked.List()...) {
			says = append(says, f.Text.In("en"))
		}
		if len(says) != 1 || !strings.Contains(says[0], c.says) {
			t.Errorf("%v: %q, want %q", c.row, says, c.says)
		}
	}
}

// A first column of remarks reads "# note": its row is the one of headings all the same, and rows with a remark in it are rows.
func TestAFirstColumnOfRemarksHidesNoHeadings(t *testing.T) {
	for _, first := range []string{"# note", "# 备注", "#"} {
		for sheet, want := range map[string]string{"moulds": "moulds", "Mould": "moulds", "模具": "moulds"} {
			rows := [][]any{{"# keep the numbers of the order"}, {first, "模具编号", "名称", "交期"}, {"", "M1", "上盖", "2027-05-01"}, {"urgent", "M2", "底座", "2027-05-02"}, {"# later", "M3", "底座", "2027-05-02"}}
			res, err := workbook.Parse(t.Context(), "b.xlsx", file(t, sheet, rows), workbook.Options{Zone: time.UTC})
			if err != nil {
				t.Fatal(err)
			}
			if p := res.Pages[0]; p.Sheet != want || p.Header != 2 || p.Rows != 2 || p.Skipped != 2 || len(res.Book.Moulds) != 2 || res.Faults.Len() != 0 {
				t.Errorf("%s in %s: %+v %+v %+v", first, sheet, res.Pages, res.Book.Moulds, res.Faults.List())
			}
		}
	}
}

// A row that names the columns again is one of headings, unless a stored record is called so.
func TestARecordThatIsCalledLikeItsHeading(t *testing.T) {
	rows := [][]any{{"number", "name"}, {"Number", "renamed"}, {"Z1", "one"}}
	for stored, want := range map[string]int{"Number": 2, "Z9": 1} {
		res, err := workbook.Parse(t.Context(), "b.xlsx", file(t, "customers", rows), workbook.Options{Named: func(name string) bool { return name == stored }})
		if err != nil || len(res.Book.Customers) != want {
			t.Errorf("with %s: %+v (%v)", stored, res.Book.Customers, err)
		}
	}
}
