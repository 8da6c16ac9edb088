package workbook_test

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/production/workbook"
)

// A row of totals is passed over: below a table, below each of its groups, as a spreadsheet program writes them. What only looks so is
// read like any other.
func TestRowsOfTotals(t *testing.T) {
	parts, operations := "mouldNo,partNo,name,qty", "mouldNo,partNo,opNo,process,hours,Note"
	for row, c := range map[string]struct {
		head   string
		totals bool
	}{
		"合计,,,12":                 {parts, true},
		",合 计：,,12":               {parts, true},
		",,总计,12":                 {parts, true},
		"Total,,,12":              {parts, true},
		"Grand Total,,,\"1,250\"": {parts, true},
		"Sub-total: 12,,,":        {parts, true},
		"M1,小计,,12":               {parts, true},
		"M1 汇总,,,12":              {parts, true},
		"M1 Total,,,12":           {parts, true},
		"合计,2,,12":                {parts, true},
		"M1,P1,合计,12":             {parts, false}, // a part that is called so
		"M1,Totals,,1":            {parts, true},
		"M1,P2,,合计":               {parts, false}, // P2 without a number of pieces: passed over, it would go where M1 is replaced
		"M1,Known total,,1":       {parts, false},
		"M1,合计,型腔,1":              {parts, false}, // it has a name
		"M1,Total body,,1":        {parts, false},
		"M1,总成,,1":                {parts, false}, // an assembly
		"M1,设计,,1":                {parts, false},
		",P1,,1":                  {parts, false},
		"M1,P1,合计,,9,":            {operations, true},
		"M1,P1,,合计,9,":            {operations, true},
		"M1,P1,,CNC,9,合计":         {operations, false}, // a row that lacks its number
		"M1,P1,10,,9,合计":          {operations, false}, // a note
		",,,,9,合计":                {operations, true},
		"合计,,,,#REF!,":            {operations, false},
	} {
		data := []byte(c.head + "\n" + row + "\n")
		o := workbook.Options{Headers: map[string]map[string]string{"operations": {"Note": ""}}}
		res, err := workbook.Parse(t.Context(), map[string]string{parts: "parts.csv", operations: "operations.csv"}[c.head], data, o)
		if err != nil {
			t.Fatal(err)
		}
		told := slices.ContainsFunc(res.Faults.List(), func(f workbook.Fault) bool { return f.Rule == "totals" })
		if p := res.Pages[0]; told != c.totals || (p.Skipped == 1) != c.totals || (len(res.Read) == 0) != c.totals {
			t.Errorf("%s: told %v, %+v, %+v", row, told, p, res.Faults.List())
		}
		if c.totals && (res.Faults.Len() != 1 || res.Faults.List()[0].Level != workbook.Warning || res.Faults.List()[0].Row != 2) {
			t.Errorf("%s: %+v", row, res.Faults.List())
		}
	}
	// A record that is called so is one, whatever stands beside it; without the rest of its key a row is none.
	named := workbook.Options{Named: func(name string) bool { return strings.EqualFold(name, "total") }}
	res, err := workbook.Parse(t.Context(), "parts.csv", []byte("mouldNo,partNo,qty\nM1,TOTAL,3\n,Total,3\nM1,合计,3\n"), named)
	if err != nil || len(res.Book.Parts) != 1 || res.Pages[0].Skipped != 2 {
		t.Errorf("%v %+v %+v", err, res.Book.Parts, res.Faults.List())
	}
	// Sheets of basic data, too.
	res, err = workbook.Parse(t.Context(), "materials.csv", []byte("code,name,type,hardnessMin\nNAK80,,1,37\n合计,,,37\n"), workbook.Options{})
	if err != nil || len(res.Book.Materials) != 1 || res.Faults.Len() != 1 || res.Faults.List()[0].Value != "合计" {
		t.Errorf("%v %+v %+v", err, res.Book.Materials, res.Faults.List())
	}
}
