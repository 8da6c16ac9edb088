package workbook_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

// told are the pages of a file: sheet, row of the headings, rows read, rows passed over, and whether it replaces.
func told(res *workbook.Result) (all []string) {
	for _, p := range res.Pages {
		s := fmt.Sprintf("%s %d %d %d", p.Sheet, p.Header, p.Rows, p.Skipped)
		if p.Why != "" {
			s += " " + p.Why
		}
		if p.Replaces {
			s += " replaces"
		}
		all = append(all, s)
	}
	return all
}

// The headings of a sheet stand within its first twelve rows that are no comments, whatever titles stand above them.
func TestHeadingsStandWithinTwelveRows(t *testing.T) {
	for titles, want := range map[int]string{0: "moulds 1 1 0", 1: "moulds 2 1 1", 11: "moulds 12 1 11", 12: ""} {
		var rows [][]any
		for n := range titles {
			rows = append(rows, []any{fmt.Sprint("Title ", n)})
		}
		rows = append(rows, []any{"mouldNo", "delivery"}, []any{"M1", "2030-03-20"})
		res := parse(t, "x.xlsx", file(t, "moulds", rows))
		if want == "" {
			if !slices.Equal(brief(res.Faults.List())[:1], []string{"moulds 1 Title 0 unknownColumn"}) || len(res.Book.Moulds) > 0 {
				t.Errorf("below %d titles: %v", titles, brief(res.Faults.List()))
			}
		} else if got := told(res); !slices.Equal(got, []string{want}) || len(res.Book.Moulds) != 1 {
			t.Errorf("below %d titles: %q, want %q", titles, got, want)
		}
	}
	res := parse(t, "moulds.csv", []byte(strings.Repeat("# a remark,\n", 14)+"mouldNo,delivery\nM1,2030-03-20\n# another,\nM2,2030-03-20\n"))
	if got := told(res); !slices.Equal(got, []string{"moulds 15 2 15"}) {
		t.Errorf("below remarks: %q", got)
	}
}

// The row with the most headings of the sheet is its heading, not the first that has one; a title may be a heading's word.
func TestTheRowWithTheMostHeadings(t *testing.T) {
	res := parse(t, "x.xlsx", file(t, "parts", [][]any{{"Parts of the week", "Name"}, {"mouldNo", "", "due"}, {"name", "mouldNo", "partNo"}, {"Core", "M1", "P1"}}))
	if len(res.Book.Parts) != 1 || res.Pages[0].Header != 3 || res.Pages[0].Skipped != 2 || res.Book.Parts[0].Name.Value != "Core" || res.Faults.Len() != 0 {
		t.Errorf("%+v %+v %v", res.Book.Parts, res.Pages, brief(res.Faults.List()))
	}
	// None of the rows has a heading: the first of the fullest ones is named in the faults.
	res = parse(t, "x.xlsx", file(t, "parts", [][]any{{"a"}, {"b", "c", "d"}, {"e", "f", "g"}}))
	if got := brief(res.Faults.List()); !slices.Equal(got, []string{"parts 2 b unknownColumn", "parts 2 c unknownColumn", "parts 2 d unknownColumn", "parts 2 mouldNo missingColumn", "parts 2 partNo missingColumn"}) {
		t.Errorf("%q", got)
	}
}

// A row below the headings is one of them only where every key column names itself, or all that it holds names columns.
func TestHeadingsOnceMoreAreNoRow(t *testing.T) {
	res := parse(t, "x.xlsx", file(t, "parts", [][]any{
		{"name", "mouldNo", "partNo"},
		{"名称", "模具编号", "零件编号"},
		{"Name", "Mould no.*", "Part no."},
		{"partNo", "name", "mouldNo"},
		{"x", "mouldNo", "P1"},     // a mould of that name
		{"x", "partNo", "mouldNo"}, // each names the other
		{"Core", "M1", "P1"},
		{"alone"},
		{"no part", "M2"},
	}))
	var got []string
	for _, p := range res.Book.Parts {
		got = append(got, p.MouldNo+" "+p.PartNo)
	}
	if !slices.Equal(got, []string{"mouldNo P1", "partNo mouldNo", "M1 P1"}) || !slices.Equal(told(res), []string{"parts 1 5 3"}) {
		t.Errorf("%q, %q", got, told(res))
	}
	if got := brief(res.Faults.List()); !slices.Equal(got, []string{"parts 8 mouldNo required", "parts 8 partNo required", "parts 9 partNo required"}) {
		t.Errorf("%q", got)
	}
}

// Separators alone clear no list of a cell, as a dash does.
func TestSeparatorsAloneClearNothing(t *testing.T) {
	res := parse(t, "x.xlsx", file(t, "operations", [][]any{{"mouldNo", "partNo", "opNo", "process", "pred"}, {"M1", "P1", 10, "CNC", ";"}, {"M1", "P1", 20, "CNC", " ； "}, {"M1", "P1", 30, "CNC", "-"}}))
	if got := brief(res.Faults.List()); !slices.Equal(got, []string{"operations 2 pred format", "operations 3 pred format"}) {
		t.Errorf("%q", got)
	}
	if o := res.Book.Operations; len(o) != 3 || o[2].Pred.State != workbook.Cleared {
		t.Errorf("%+v", o)
	}
}

// A sheet is known by its code or its name in either language, alone or behind its letter, and by both with it.
func TestNamesOfSheets(t *testing.T) {
	for name, known := range map[string]bool{
		"operations": true, "工序": true, "Operations": true, " OPERATIONS ": true, "C operations": true, "c 工序": true, "C Operations": true, "C operations 工序": true,
		"B operations": false, "operations 工序": false, "C operations Operations": false, "operation": true, "Operation": true, "C Operation": true, "operationss": false, "": false,
	} {
		data := file(t, "x", [][]any{{"mouldNo", "partNo", "opNo", "process"}, {"M1", "P1", 10, "CNC"}})
		res, err := workbook.Parse(t.Context(), "x.xlsx", data, workbook.Options{Sheets: map[string]string{"X ": name}})
		if name == "" { // it is left out
			known = false
		} else if !known && (err != nil || len(res.Pages) == 0) && !errors.Is(err, workbook.ErrNoSheet) {
			t.Errorf("%q: %v", name, err)
		}
		if (err == nil && len(res.Book.Operations) == 1) != known {
			t.Errorf("%q: %v %+v", name, err, res)
		}
	}
}

// What a table without a name is is told by its headings: all keys, and the most columns; the first sheet of several.
func TestTablesAreToldByTheirHeadings(t *testing.T) {
	for headings, want := range map[string]string{
		"mouldNo,delivery":                      "moulds",
		"mouldNo,partNo":                        "parts",
		"mouldNo,partNo,opNo":                   "operations",
		"mouldNo,partNo,opNo,process,hours":     "operations",
		"mouldNo,partNo,opNo,status,realStart":  "progress",
		"mouldNo,partNo,opNo,supplier,promised": "outsourcing",
		"mouldNo,electrodeNo,finish":            "electrodes",
		"mouldNo,partNo,batchNo,qty":            "batches",
		"up,down,hours":                         "flowTimes",
		"colour,weight":                         "",
	} {
		row := strings.Repeat("1,", strings.Count(headings, ",")) + "1"
		res, err := workbook.Parse(t.Context(), "export.csv", []byte(headings+"\n"+row+"\n"), workbook.Options{})
		got := ""
		if err == nil && len(res.Pages) > 0 {
			got = res.Pages[0].Sheet
		}
		if got != want {
			t.Errorf("%s: %q, want %q (%v)", headings, got, want, err)
		}
	}
}

// What is taught about a layout holds for a sheet of that name and those headings, in any case; another name is another layout.
func TestALayoutIsItsNameAndHeadings(t *testing.T) {
	layout := func(name string, headings ...any) string {
		res, _ := workbook.Parse(t.Context(), "x.xlsx", file(t, name, [][]any{headings, {"M1", "2030-03-20"}}), workbook.Options{})
		return res.Pages[0].Layout
	}
	own := layout("Liste", "Werkzeug", "Termin")
	for other, same := range map[string]bool{
		layout("Liste", " werkzeug", "TERMIN "): true, layout("Liste", "Werkzeug", "", "Termin"): true,
		layout("Liste 2", "Werkzeug", "Termin"): false, layout("Liste", "Termin", "Werkzeug"): false, layout("Liste", "Werkzeug"): false, layout("Liste", "WerkzeugTermin"): false,
	} {
		if (other == own) != same {
			t.Errorf("%s beside %s", other, own)
		}
	}
	data := file(t, "Liste", [][]any{{"Werkzeug", "Termin", "Farbe"}, {"M1", "2030-03-20", "rot"}})
	own = layout("Liste", "Werkzeug", "Termin", "Farbe")
	for _, c := range []struct {
		taught workbook.Taught
		want   string
	}{
		{workbook.Taught{Sheet: "moulds", Columns: map[string]string{" werkzeug": "mouldNo", "Termin": "delivery", "farbe": ""}}, "moulds 1 1 0"},
		{workbook.Taught{LeftOut: true}, " 0 0 1 leftOut"},
		{workbook.Taught{Columns: map[string]string{"Werkzeug": "mouldNo"}}, " 0 0 1 unknown"},
	} {
		res, _ := workbook.Parse(t.Context(), "x.xlsx", data, workbook.Options{Taught: func(layout string) (workbook.Taught, bool) {
			if layout == own {
				return c.taught, true
			}
			return workbook.Taught{}, false
		}})
		if !slices.Equal(told(res), []string{c.want}) || res.Faults.Len() > 0 || c.taught.Sheet != "" && (len(res.Book.Moulds) != 1 || res.Book.Moulds[0].MouldNo != "M1") {
			t.Errorf("%+v: %q %v", c.taught, told(res), brief(res.Faults.List()))
		}
	}
}

// The mark that a sheet may remove rows stands in a row of its own or at the left of its headings, not below them.
func TestTheMarkOfASheetThatReplaces(t *testing.T) {
	for name, c := range map[string]struct {
		rows [][]any
		want string
	}{
		"above":             {[][]any{{"# replaces"}, {"mouldNo", "delivery"}, {"M1", "2030-03-20"}}, "moulds 2 1 1 replaces"},
		"Chinese":           {[][]any{{"#替换"}, {"模具编号", "交期"}, {"M1", "2030-03-20"}}, "moulds 2 1 1 replaces"},
		"beside":            {[][]any{{" # REPLACES ", "mouldNo", "delivery"}, {"", "M1", "2030-03-20"}}, "moulds 1 1 0 replaces"},
		"beside, no rows":   {[][]any{{"# 替换", "mouldNo", "delivery"}}, "moulds 1 0 0 replaces"},
		"below":             {[][]any{{"mouldNo", "delivery"}, {"# replaces", ""}, {"M1", "2030-03-20"}}, "moulds 1 1 1"},
		"another remark":    {[][]any{{"# replaced"}, {"mouldNo", "delivery"}, {"M1", "2030-03-20"}}, "moulds 2 1 1"},
		"without its sign":  {[][]any{{"replaces"}, {"mouldNo", "delivery"}, {"M1", "2030-03-20"}}, "moulds 2 1 1"},
		"alone in a remark": {[][]any{{"# replaces"}}, "moulds 0 0 1"},
	} {
		if got := told(parse(t, "x.xlsx", file(t, "moulds", c.rows))); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	res := parse(t, "x.json", []byte(`{"Replaces":["parts","nothing"],"moulds":[{"mouldNo":"M1","delivery":"2030-03-20"},{}],"parts":[],"替换":["工序"],"operations":[null]}`))
	if got := told(res); !slices.Equal(got, []string{"moulds 0 2 0", "parts 0 0 0 replaces", "operations 0 1 0 replaces"}) || res.Rows["moulds"] != 2 || res.Rows["operations"] != 1 {
		t.Errorf("%q %v", got, res.Rows)
	}
}

// Columns without a heading are named as spreadsheet programs name them, with the first row that holds a value.
func TestColumnsWithoutAHeadingAreNamed(t *testing.T) {
	for at, want := range map[int]string{3: "C", 26: "Z", 27: "AA", 52: "AZ", 53: "BA"} {
		head, blank, row := []any{"mouldNo", "delivery"}, make([]any, at), make([]any, at)
		blank[0], blank[1], row[0], row[1], row[at-1] = "M1", "2030-03-20", "M2", "2030-03-20", "x"
		faults := parse(t, "x.xlsx", file(t, "moulds", [][]any{head, blank, row, append([]any{"M3", "2030-03-20"}, row[2:]...)})).Faults.List()
		if len(faults) != 1 || faults[0].Column != want || faults[0].Row != 3 || faults[0].Value != "x" || faults[0].Text.En != "Column "+want+" holds values in 2 rows but has no heading, so that nothing of it is read: give it a heading or remove it" {
			t.Errorf("column %d: %+v", at, faults)
		}
	}
}

// A value that stands for another does so in its column alone, in any case; an edit of a cell comes first.
func TestValuesThatStandForOthers(t *testing.T) {
	res, err := workbook.Parse(t.Context(), "moulds.csv", []byte("mouldNo,name,customer,delivery\nM1,acme,ACME,2030-03-20\nM2,x,other,2030-03-20\nM3,x,Acme,2030-03-20\n"), workbook.Options{
		Keep:     true,
		Replaced: []workbook.Replacement{{Sheet: "parts", Column: "customer", From: "acme", To: "wrong"}, {Sheet: "moulds", Column: "customer", From: "acme", To: " C01 "}},
		Edits:    []workbook.Edit{{Sheet: "moulds", Row: 4, Column: "customer", Value: " C02"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, m := range res.Book.Moulds {
		got = append(got, m.Name.Value+" "+m.Customer.Value+" "+res.Raw[i].Cell("customer"))
	}
	if want := []string{"acme C01 C01", "x other other", "x C02 C02"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A long value is shown to its 200th character.
func TestLongValuesAreCut(t *testing.T) {
	for n, want := range map[int]string{200: strings.Repeat("长", 200), 201: strings.Repeat("长", 200) + "…"} {
		if faults := parse(t, "", file(t, "moulds", [][]any{{"mouldNo", "name", "delivery"}, {"M1", strings.Repeat("长", n), "2030-03-20"}})).Faults.List(); len(faults) != 1 || faults[0].Value != want || faults[0].Text.En != fmt.Sprintf("At most 100 characters, there are %d", n) {
			t.Errorf("%d: %+v", n, faults)
		}
	}
}

// Lists of a calendar: days of the week from 0 to 6, days like any other date, with any of the marks between them.
func TestListsOfACalendar(t *testing.T) {
	for cells, want := range map[string]string{
		"0;6\t2027-05-01；2027/5/2\t2027-05-08": "[0 6] [2027-05-01 2027-05-02] [2027-05-08]",
		"0，3、6\t2027-05-01,,20270502;\t":       "[0 3 6] [2027-05-01 2027-05-02] []",
		"7\t\t":                                "rest format",
		"-1\t\t":                               "rest format",
		"x\t\t":                                "rest format",
		"\tsoon\t":                             "holidays date",
		"\t\t2027-2-30":                        "workdays date",
	} {
		res := parse(t, "calendars.csv", []byte("name\trest\tholidays\tworkdays\nC\t"+cells+"\n"))
		got := ""
		for f := range res.Faults.All() {
			got += f.Column + " " + f.Rule
		}
		if c := res.Book.Calendars[0]; got == "" {
			got = fmt.Sprint(c.Rest.Value, c.Holidays.Value, c.Workdays.Value)
			got = strings.ReplaceAll(got, "][", "] [")
		}
		if got != want {
			t.Errorf("%q: %s, want %s", cells, got, want)
		}
	}
}

// A period begins before midnight and ends at midnight at the latest; it is written as it is read.
func TestThePeriodsOfADay(t *testing.T) {
	for text, want := range map[string]string{
		"00:00-24:00": "00:00-24:00", "23:59-24:00": "23:59-24:00", "8:05-12:30": "08:05-12:30", "22:00-06:00": "22:00-06:00",
		"24:00-08:00": "", "08:00-24:01": "", "08:00": "", "08:00-": "", "-12:00": "", "x-12:00": "", "08:00-x": "", "08:00-12:00-13:00": "",
	} {
		got := ""
		if p, ok := workbook.ParsePeriod(text); ok {
			got = p.String()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The guide says of every column whether it is a key, its limit, its choices and its rule.
func TestTheGuideExplainsTheColumns(t *testing.T) {
	for lang, want := range map[string][]string{
		"en": {
			"Moulds|mouldNo|模具编号|Mould no|Text|Key|40|",
			"Moulds|delivery|交期|Delivery|Date|Yes||A date alone means the end of the day",
			"Moulds|priority|优先级|Priority|Whole number||100|Default 50, 100 is the most urgent",
			"Moulds|status|状态|Status|Choice|||0 Open, 1 On hold, 2 Finished, 3 Cancelled; Moulds on hold are not planned",
			"Operations|branch|支路|Branch|Text|Key, may be empty|20|Tells operations of equal number apart",
			"Operations|outsource|外协|Outsource|Choice|||0 In-house, 1 Possible, 2 Always",
		},
		"zh": {
			"模具|mouldNo|模具编号|Mould no|文本|关键列|40|",
			"模具|delivery|交期|Delivery|日期|是||只写日期表示当天结束",
			"工序|branch|支路|Branch|文本|关键列（可空）|20|工序号相同时用于区分",
		},
	} {
		var out bytes.Buffer
		if err := workbook.Template(&out, lang, false); err != nil {
			t.Fatal(err)
		}
		lines, sheets := []string{}, map[string]bool{}
		if err := sheet.Read(t.Context(), out.Bytes(), sheet.Limits{}, func(r sheet.Row) error {
			sheets[r.Sheet] = true
			if r.Sheet == map[string]string{"en": "Guide", "zh": "说明"}[lang] {
				cells := slices.Concat(r.Cells, make([]string, 8))
				lines = append(lines, strings.Join(cells[:8], "|"))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for _, line := range want {
			if !slices.Contains(lines, line) {
				t.Errorf("%s: the guide has no line %s", lang, line)
			}
		}
		if len(sheets) != 10 {
			t.Errorf("%s: %v", lang, sheets)
		}
		if slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, "|chucks|") }) {
			t.Errorf("%s: the guide explains sheets that are not there", lang)
		}
		if lang == "zh" {
			continue
		}
		if diff := cmp.Diff("Sheet|Code|中文|English|Type|Required|Limit|Rule", lines[0]); diff != "" {
			t.Error(diff)
		}
	}
}
