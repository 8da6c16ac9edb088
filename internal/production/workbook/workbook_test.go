package workbook_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

var shanghai = mustZone("Asia/Shanghai")

func mustZone(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return z
}

// file builds an xlsx from rows of cells, sheet by sheet; the first row is the header.
func file(t testing.TB, sheets ...any) []byte {
	t.Helper()
	var pages []sheet.Page
	for i := 0; i < len(sheets); i += 2 {
		rows := sheets[i+1].([][]any)
		p := sheet.Page{Name: sheets[i].(string), Rows: slices.Values(rows[1:])}
		for _, title := range rows[0] {
			p.Columns = append(p.Columns, sheet.Column{Title: title.(string)})
		}
		pages = append(pages, p)
	}
	var buf bytes.Buffer
	if err := sheet.WriteXLSX(&buf, pages...); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func parse(t testing.TB, name string, data []byte) *workbook.Result {
	t.Helper()
	res, err := workbook.Parse(t.Context(), name, data, workbook.Options{Zone: shanghai})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// brief is a fault without its wording: sheet row column rule.
func brief(faults []workbook.Fault) []string {
	var all []string
	for _, f := range faults {
		s := fmt.Sprintf("%s %d %s %s", f.Sheet, f.Row, f.Column, f.Rule)
		if f.OnlyNew {
			s += " onlyNew"
		}
		if f.Level == workbook.Warning {
			s += " warning"
		}
		all = append(all, s)
		if f.Text.Zh == "" || f.Text.En == "" || strings.Contains(f.Text.Zh+f.Text.En, "%!") {
			all = append(all, "badly worded: "+f.Text.Zh+" / "+f.Text.En)
		}
	}
	return all
}

func TestFaultsNameSheetRowColumnAndRule(t *testing.T) {
	mould := []any{"mouldNo", "name", "delivery", "release", "priority", "status"}
	op := []any{"mouldNo", "partNo", "opNo", "process", "hours", "pred", "unattended"}
	for name, c := range map[string]struct {
		sheet string
		rows  [][]any
		want  []string
	}{
		"no fault":           {"moulds", [][]any{mould, {"M1", "上盖", "2026-03-20", "2026-03-20", 50, 1}}, nil},
		"missing key column": {"parts", [][]any{{"mouldNo", "name"}, {"M1", "x"}}, []string{"parts 1 partNo missingColumn"}},
		"unknown header":     {"moulds", [][]any{{"mouldNo", "delivery", "colour"}, {"M1", "2026-03-20", "red"}}, []string{"moulds 1 colour unknownColumn"}},
		"twice":              {"moulds", [][]any{{"mouldNo", "delivery", "交期"}, {"M1", "2026-03-20", "2026-03-21"}}, []string{"moulds 1 delivery duplicateColumn"}},
		"empty key":          {"moulds", [][]any{mould, {"", "上盖", "2026-03-20"}}, []string{"moulds 2 mouldNo required"}},
		"dash as key":        {"moulds", [][]any{mould, {"-", "上盖", "2026-03-20"}}, []string{"moulds 2 mouldNo required"}},
		"empty required":     {"moulds", [][]any{mould, {"M1", "上盖"}}, []string{"moulds 2 delivery required onlyNew"}},
		"cleared required":   {"moulds", [][]any{mould, {"M1", "上盖", "-"}}, []string{"moulds 2 delivery required"}},
		"required column":    {"moulds", [][]any{{"mouldNo"}, {"M1"}}, []string{"moulds 2 delivery required onlyNew"}},
		"text in a number":   {"operations", [][]any{op, {"M1", "P1", 10, "CNCR", "soon"}}, []string{"operations 2 hours number"}},
		"hours of no minute": {"operations", [][]any{op, {"M1", "P1", 10, "CNCR", 0.004}}, []string{"operations 2 hours min"}},
		"negative hours":     {"operations", [][]any{op, {"M1", "P1", 10, "CNCR", -3}}, []string{"operations 2 hours negative"}},
		"too many hours":     {"operations", [][]any{op, {"M1", "P1", 10, "CNCR", 5000.5}}, []string{"operations 2 hours range"}},
		"fraction":           {"operations", [][]any{op, {"M1", "P1", 10.5, "CNCR", 1}}, []string{"operations 2 opNo integer"}},
		"number out":         {"operations", [][]any{op, {"M1", "P1", 10000, "CNCR", 1}}, []string{"operations 2 opNo range"}},
		"priority out":       {"moulds", [][]any{mould, {"M1", "", "2026-03-20", "", 0}}, []string{"moulds 2 priority range"}},
		"wrong date":         {"moulds", [][]any{mould, {"M1", "", "2026-02-30"}}, []string{"moulds 2 delivery date"}},
		"small number":       {"moulds", [][]any{mould, {"M1", "", 20}}, []string{"moulds 2 delivery date"}},
		"unknown choice":     {"moulds", [][]any{mould, {"M1", "", "2026-03-20", "", "", 9}}, []string{"moulds 2 status choice"}},
		"unknown flag":       {"operations", [][]any{op, {"M1", "P1", 10, "CNCR", 1, "", "maybe"}}, []string{"operations 2 unattended choice"}},
		"too long":           {"moulds", [][]any{mould, {"M1", strings.Repeat("长", 101), "2026-03-20"}}, []string{"moulds 2 name tooLong"}},
		"too long a key":     {"moulds", [][]any{mould, {strings.Repeat("M", 41), "", "2026-03-20"}}, []string{"moulds 2 mouldNo tooLong"}},
		"list":               {"operations", [][]any{op, {"M1", "P1", 10, "CNCR", 1, "P2/x"}}, []string{"operations 2 pred format"}},
		"duplicate key": {
			"operations",
			[][]any{op, {"M1", "P1", 10, "CNCR", 1}, {"M1", "P2", 10, "CNCR", 1}, {"M1", "P1", "10", "CNCF", 1}},
			[]string{"operations 4 opNo duplicateKey"},
		},
		"several": {
			"moulds",
			[][]any{mould, {"# M0", "", "x"}, {"M1", "", "x", "y", "z"}, {"M2", "", "2026-03-20"}},
			[]string{"moulds 3 delivery date", "moulds 3 release date", "moulds 3 priority number"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			res := parse(t, "x.xlsx", file(t, c.sheet, c.rows))
			if diff := cmp.Diff(c.want, brief(res.Faults.List())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFaultCarriesValueMouldAndBothLanguages(t *testing.T) {
	res := parse(t, "", file(t, "工序", [][]any{{"模具编号", "零件编号", "工序号", "工艺", "工时"}, {"M1", "P1", 10, "粗铣", "许多"}}))
	want := workbook.Fault{
		Sheet: "operations", Row: 2, Column: "hours", Value: "许多", Rule: "number", Level: workbook.Error,
		Text: problem.L("必须是小时数，例如 1.5 或 1:30", "Must be hours such as 1.5 or 1:30"), Scope: workbook.OfMould("M1"), Key: workbook.OperationKey{Mould: "M1", Part: "P1", Op: 10},
	}
	if diff := cmp.Diff([]workbook.Fault{want}, res.Faults.List(), cmp.Comparer(func(a, b problem.Text) bool {
		return a.Zh == b.Zh && a.En == b.En
	})); diff != "" {
		t.Error(diff)
	}
	if !res.Book.Operations[0].Faulty {
		t.Error("the row does not know that it is faulty")
	}
}

func TestCellStates(t *testing.T) {
	res := parse(t, "", file(t, "moulds", [][]any{{"Mould no.*", " NAME ", "delivery", "priority", "customer"}, {"M1", "", "2026-03-20", "-", "C01"}}))
	m := res.Book.Moulds[0]
	if m.Name.State != workbook.Kept || m.Priority.State != workbook.Cleared || m.Customer != workbook.Of("C01") {
		t.Errorf("%+v", m)
	}
	if m.Name.Or("old") != "old" || m.Priority.Or(7) != 0 || m.Customer.Or("old") != "C01" {
		t.Error("Or")
	}
	if m.Row != 2 || res.Rows["moulds"] != 1 || m.Release.State != workbook.Kept {
		t.Errorf("row %d, %v", m.Row, res.Rows)
	}
}

func TestDatesMeanTheFactorysDay(t *testing.T) {
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return v.UTC()
	}
	for _, c := range []struct {
		cell any
		due  string // delivery: a date ends the day
		day  bool
	}{
		{"2026-03-20", "2026-03-21T00:00:00+08:00", true},
		{"2026/3/20", "2026-03-21T00:00:00+08:00", true},
		{"2026.3.20", "2026-03-21T00:00:00+08:00", true},
		{"2026年3月20日", "2026-03-21T00:00:00+08:00", true},
		{"2026-03-20 17:00", "2026-03-20T17:00:00+08:00", false},
		{"2026-03-20T17:00:59", "2026-03-20T17:00:00+08:00", false},
		{"2026-03-20 24:00", "2026-03-21T00:00:00+08:00", false},
		{"2026-03-20T09:00:00Z", "2026-03-20T17:00:00+08:00", false},
		{46101, "2026-03-21T00:00:00+08:00", true},
		{46101.7083333333, "2026-03-20T17:00:00+08:00", false},
	} {
		res := parse(t, "", file(t, "moulds", [][]any{{"mouldNo", "delivery", "release"}, {"M1", c.cell, c.cell}}))
		if len(res.Faults.List()) > 0 {
			t.Errorf("%v: %v", c.cell, brief(res.Faults.List()))
			continue
		}
		m := res.Book.Moulds[0]
		start := at(c.due)
		if c.day {
			start = start.AddDate(0, 0, -1)
		}
		if !m.Delivery.Value.At.Equal(at(c.due)) || !m.Release.Value.At.Equal(start) || (m.Delivery.Value.Day == "2026-03-20") != c.day {
			t.Errorf("%v: delivery %v, release %v", c.cell, m.Delivery.Value, m.Release.Value)
		}
	}
}

func TestHeadersInBothLanguagesAndByMapping(t *testing.T) {
	for _, header := range [][]any{{"mouldNo", "delivery", "customer"}, {"模具编号", "交期", "客户"}, {"MOULD NO.", "Delivery", "Customer"}} {
		for _, name := range []string{"moulds", "模具", "Moulds", "A moulds", "A moulds 模具"} {
			res := parse(t, "", file(t, name, [][]any{header, {"M1", "2026-03-20", "C01"}}))
			if len(res.Faults.List()) > 0 || res.Book.Moulds[0].Customer.Value != "C01" {
				t.Errorf("%s %v: %v", name, header, brief(res.Faults.List()))
			}
		}
	}
	data := file(t, "moulds", [][]any{{"Werkzeug", "delivery", "Farbe", "#memo"}, {"M1", "2026-03-20", "rot", "x"}})
	res, err := workbook.Parse(t.Context(), "", data, workbook.Options{Headers: map[string]map[string]string{"moulds": {"werkzeug": "mouldNo", "FARBE": ""}}})
	if err != nil || len(res.Faults.List()) > 0 || res.Book.Moulds[0].MouldNo != "M1" {
		t.Errorf("%v %v", err, res)
	}
}

func TestOtherFormats(t *testing.T) {
	text := "模具编号,交期\r\n#例,\r\nM1,2026-03-20\r\n"
	gb, err := simplifiedchinese.GB18030.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"moulds.csv": text, "模具.csv": "\ufeff" + text, "export (3).csv": gb,
		"any.json":  `{"moulds":[{"mouldNo":"M0","delivery":"2026-03-19"},{"mouldNo":"M1","delivery":"2026-03-20","name":null}],"other":{}}`,
		"any2.json": `{"模具":[{"模具编号":"M0","交期":"2026-03-19"},{"模具编号":"M1","交期":"2026-03-20"}]}`,
	} {
		res := parse(t, name, []byte(data))
		var want []string
		if data == gb {
			want = []string{"moulds 1 A encoding warning"} // nothing in the file tells
		}
		if got := brief(res.Faults.List()); !slices.Equal(got, want) || len(res.Book.Moulds) == 0 {
			t.Errorf("%s: %v", name, got)
			continue
		}
		if m := res.Book.Moulds[len(res.Book.Moulds)-1]; m.MouldNo != "M1" || m.Delivery.Value.Day != "2026-03-20" {
			t.Errorf("%s: %+v", name, m)
		}
	}
	res := parse(t, "", []byte(`{"operations":[{"mouldNo":"M1","partNo":"P1","opNo":20,"process":"EDM","hours":1.25,"pred":[10,"P3/10"],"unattended":true,"hue":1},{"opNo":-1,"hue":2}]}`))
	want := []string{"operations 1 hue unknownColumn", "operations 2 mouldNo required", "operations 2 partNo required", "operations 2 opNo negative", "operations 2 process required onlyNew"}
	if diff := cmp.Diff(want, brief(res.Faults.List())); diff != "" {
		t.Error(diff)
	}
	o := res.Book.Operations[0]
	if diff := cmp.Diff([]workbook.Pred{{OpNo: 10}, {PartNo: "P3", OpNo: 10}}, o.Pred.Value); diff != "" || o.Hours.Value != 75 || !o.Unattended.Value {
		t.Errorf("%+v %s", o, diff)
	}
}

func TestUselessFiles(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		kind sheet.Kind
	}{
		"empty":     {nil, sheet.Empty},
		"broken":    {[]byte("PK\x03\x04nothing"), sheet.Damaged},
		"cut json":  {[]byte(`{"moulds":[{"mouldNo":`), sheet.NotWorkbook},
		"no array":  {[]byte(`{"moulds":{"a":1}}`), sheet.NotWorkbook},
		"too large": {make([]byte, 50<<20), sheet.TooLarge},
		"other":     {file(t, "Prices", [][]any{{"a", "b"}, {"1", "2"}}), 0},
		"text":      {[]byte("hello world\n"), sheet.NotWorkbook},
		"a column":  {[]byte("a\nb\n"), sheet.NotWorkbook},
		"a table":   {[]byte("a,b\n1,2\n"), 0},
		"{}":        {[]byte("{}"), sheet.Empty},
		"{":         {[]byte("{"), sheet.NotWorkbook},
	} {
		_, err := workbook.Parse(t.Context(), name, c.data, workbook.Options{})
		if sheet.KindOf(err) != c.kind || err == nil || c.kind == 0 && !errors.Is(err, workbook.ErrNoSheet) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTemplate(t *testing.T) {
	for _, lang := range []string{"zh", "en", workbook.Codes} {
		for _, masters := range []bool{false, true} {
			var buf bytes.Buffer
			if err := workbook.Template(&buf, lang, masters); err != nil {
				t.Fatal(err)
			}
			res := parse(t, "template.xlsx", buf.Bytes())
			if len(res.Faults.List()) > 0 || len(res.Unknown) > 0 {
				t.Errorf("%s: %v, unknown %v", lang, brief(res.Faults.List()), res.Unknown)
			}
			if want := map[bool]int{false: 9, true: 22}[masters]; len(res.Rows) != want {
				t.Errorf("%s: sheets %v", lang, res.Rows)
			}
			for code, n := range res.Rows {
				if n != 0 {
					t.Errorf("%s: %s has %d rows: the example was read", lang, code, n)
				}
			}
		}
	}
}

// The example row of the template is a good row once its # is gone.
func TestTemplateExamplesAreValid(t *testing.T) {
	for _, s := range workbook.Sheets() {
		var header, row []any
		for _, c := range s.Columns {
			header, row = append(header, c.Label.Zh), append(row, c.Example)
		}
		if res := parse(t, "", file(t, s.Label.Zh, [][]any{header, row})); len(res.Faults.List()) > 0 {
			t.Errorf("%s: %v", s.Code, brief(res.Faults.List()))
		}
	}
}

func TestLabelsAreUnambiguous(t *testing.T) {
	names := map[string]string{}
	for _, s := range workbook.Sheets() {
		columns := map[string]string{}
		for _, c := range s.Columns {
			for _, n := range []string{c.Code, c.Label.Zh, c.Label.En} {
				if was, ok := columns[strings.ToLower(n)]; ok && was != c.Code {
					t.Errorf("%s: %q means %s and %s", s.Code, n, was, c.Code)
				}
				columns[strings.ToLower(n)] = c.Code
			}
		}
		for _, n := range []string{s.Code, s.Label.Zh, s.Label.En} {
			if was, ok := names[strings.ToLower(n)]; ok && was != s.Code {
				t.Errorf("%q means the sheets %s and %s", n, was, s.Code)
			}
			names[strings.ToLower(n)] = s.Code
		}
	}
}
