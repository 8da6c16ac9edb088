package workbook_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

// A JSON workbook is bounded like any other: rows, columns, cells, the text of a cell and of all, and its depth.
func TestAJSONWorkbookIsBounded(t *testing.T) {
	wide := func(n int) string {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf(`"c%d":1`, i)
		}
		return `{"moulds":[{` + strings.Join(names, ",") + `}]}`
	}
	limits := sheet.Limits{Bytes: 1 << 20, Rows: 3, Columns: 4, Cells: 20, Text: 100_000}
	for name, c := range map[string]struct {
		data string
		kind sheet.Kind
	}{
		"as many rows":            {`{"moulds":[{},{}],"parts":[{}]}`, 0},
		"rows":                    {`{"moulds":[{},{}],"parts":[{},{}]}`, sheet.TooManyRows},
		"rows of an unknown one":  {`{"other":[1,2,3,4]}`, sheet.TooManyRows},
		"columns":                 {wide(5), sheet.TooManyColumns},
		"names of all rows":       {`{"moulds":[{"a":1,"b":1,"c":1},{"d":1,"e":1},{}]}`, sheet.TooManyColumns},
		"cells":                   {`{"moulds":[{"name":[` + strings.Repeat("1,", 50) + `1]}]}`, sheet.TooManyCells},
		"cells of an unknown one": {`{"other":{"a":[` + strings.Repeat("1,", 50) + `1]}}`, sheet.TooManyCells},
		"the text of a cell":      {`{"moulds":[{"name":"` + strings.Repeat("模", 32768) + `"}]}`, sheet.TooLong},
		"the items of a cell":     {`{"moulds":[{"name":["` + strings.Repeat("a", 20000) + `","` + strings.Repeat("b", 20000) + `"]}]}`, sheet.TooLong},
		"a name":                  {`{"` + strings.Repeat("n", 32768) + `":[]}`, sheet.TooLong},
		"a number":                {`{"moulds":[{"name":` + strings.Repeat("1", 32768) + `}]}`, sheet.TooLong},
		"the text of all":         {`{"moulds":[{"name":"` + strings.Repeat("a", 32767) + `","a":"` + strings.Repeat("b", 32767) + `"},{"name":"` + strings.Repeat("c", 32767) + `","a":"` + strings.Repeat("c", 3000) + `"}]}`, sheet.TooMuchText},
		"lists in a cell":         {`{"moulds":[{"name":` + strings.Repeat("[", 10) + strings.Repeat("]", 10) + `}]}`, sheet.TooManyElements},
		"objects in a cell":       {`{"moulds":[{"name":` + strings.Repeat(`{"a":`, 10) + `1` + strings.Repeat("}", 10) + `}]}`, sheet.TooManyElements},
		"depth of an unknown one": {`{"other":` + strings.Repeat("[", 11) + strings.Repeat("]", 11) + `}`, sheet.TooManyElements},
		"a row that is no object": {`{"moulds":[1]}`, sheet.NotWorkbook},
		"torn":                    {`{"moulds":[{"name":"a"}`, sheet.NotWorkbook},
	} {
		_, err := workbook.Parse(t.Context(), "x.json", []byte(c.data), workbook.Options{Limits: limits})
		if sheet.KindOf(err) != c.kind || err != nil && c.kind == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A name that stands twice in a row means one of two values, nobody knows which: the file waits, whichever names the column has.
func TestAColumnTwiceInARowIsAFault(t *testing.T) {
	for _, row := range []string{`{"mouldNo":"M1","mouldNo":"M2"}`, `{"mouldNo":"M1","模具编号":"M2"}`, `{"mouldNo":"M1","mould\u004eo":"M1"}`} {
		res, err := workbook.Parse(t.Context(), "x.json", []byte(`{"moulds":[`+row+`]}`), workbook.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for f := range res.Faults.All() {
			if f.Rule == workbook.RuleDuplicateColumn && f.Row == 1 {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s: %+v", row, res.Faults.List())
		}
	}
}

// A control character in a csv is a fault of its cell, with row and column, and no other kind of file.
func TestAControlCharacterOfACSVIsNamed(t *testing.T) {
	res, err := workbook.Parse(t.Context(), "moulds.csv", []byte("mouldNo,name\nM1,good\nM2,a\x00b\nM3,\uffff\n"), workbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for f := range res.Faults.All() {
		if f.Rule == "character" {
			got = append(got, fmt.Sprintf("%d %s", f.Row, f.Column))
		}
	}
	if s := strings.Join(got, ", "); s != "3 name, 4 name" {
		t.Errorf("%s", s)
	}
}

// A cell of JSON that cannot be stored or is no cell is a fault of that cell, and shown without what cannot be seen.
func TestACellThatCannotBeStoredIsItsOwnFault(t *testing.T) {
	res, err := workbook.Parse(t.Context(), "x.json", []byte(`{"moulds":[
		{"mouldNo":"M1","delivery":"2030-03-20","name":"a\u0000b"},
		{"mouldNo":"M2","delivery":"2030-03-20","name":"half \ud83d of a pair"},
		{"mouldNo":"M3","delivery":"2030-03-20","name":{"zh":"x"}},
		{"mouldNo":"M\u001f4","delivery":"2030-03-20"},
		{"mouldNo":"M5","delivery":"2030-03-20","name":"good \ud83d\ude00"}]}`), workbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range res.Faults.List() {
		got = append(got, fmt.Sprintf("%d %s %s %s %s", f.Row, f.Column, f.Rule, f.Value, f.Scope.Mould))
	}
	want := "1 name character a␀b M1\n2 name character half \uFFFD of a pair M2\n3 name format {…} M3\n4 mouldNo character M␟4 "
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("%s\nwant\n%s", s, want)
	}
	if len(res.Book.Moulds) != 4 || res.Book.Moulds[3].Name.Or("") != "good 😀" {
		t.Errorf("%+v", res.Book.Moulds)
	}
}

// JSON in another encoding than UTF-8 is refused with the words of a JSON, and nothing is made of letters that cannot be read;
// an empty file is called empty.
func TestAJSONInAnotherEncodingIsRefused(t *testing.T) {
	text := `{"moulds":[{"mouldNo":"M1"}]}`
	wide := []byte{0xFF, 0xFE}
	for i := range len(text) {
		wide = append(wide, text[i], 0)
	}
	for name, data := range map[string]string{"UTF-16": string(wide), "UTF-16 without a mark": string(wide[2:]), "GBK": "{\"moulds\":[{\"mouldNo\":\"M1\",\"name\":\"\xc4\xa3\xbe\xdf\"}]}"} {
		for _, file := range []string{"plan.json", "plan"} {
			_, err := workbook.Parse(t.Context(), file, []byte(data), workbook.Options{})
			if said := problem.Of(resource.SheetProblem(err, resource.ListFormats)).Text; !strings.Contains(said.In("en"), "JSON must be in UTF-8") || !strings.Contains(said.In("zh"), "JSON 须为 UTF-8") {
				t.Errorf("%s, %s: %s", name, file, said.In("en"))
			}
		}
	}
	for _, data := range []string{"", "\ufeff \n"} {
		_, err := workbook.Parse(t.Context(), "plan.json", []byte(data), workbook.Options{})
		if said := problem.Of(resource.SheetProblem(err, resource.ListFormats)).Text.In("en"); said != "The file is empty" {
			t.Errorf("%q: %s", data, said)
		}
	}
}

// A JSON that is not built as it must be is told how it must be built, not that its format is not supported.
func TestAJSONOfAnotherStructureIsToldWhichItMustHave(t *testing.T) {
	for data, want := range map[string]sheet.Content{
		`[{"mouldNo":"M1"}]`: sheet.ContentOuterJSON, `"M1"`: sheet.ContentOuterJSON, `17`: sheet.ContentOuterJSON, `null`: sheet.ContentOuterJSON, "\ufeff [ ]": sheet.ContentOuterJSON,
		`{"moulds":{"mouldNo":"M1"}}`: sheet.ContentRowsJSON, `{"moulds":["M1"]}`: sheet.ContentRowsJSON, `{"moulds":[{"mouldNo":"M1"}`: sheet.ContentTornJSON, `[{"mouldNo":"M1"`: sheet.ContentTornJSON,
		`{"moulds":[{"mouldNo":"M1"}]} {"moulds":[{"mouldNo":"M2"}]}`: sheet.ContentTornJSON, `{"moulds":[{"mouldNo":"M1"}]}]} left`: sheet.ContentTornJSON,
	} {
		_, err := workbook.Parse(t.Context(), "plan.json", []byte(data), workbook.Options{})
		var e *sheet.Error
		if !errors.As(err, &e) || e.Content != want {
			t.Errorf("%s: %v, %+v", data, err, e)
			continue
		}
		for lang, no := range map[string]string{"en": "not supported", "zh": "不支持"} {
			if text := problem.Of(resource.SheetProblem(err, resource.ListFormats)).Text.In(lang); strings.Contains(text, no) || want != sheet.ContentTornJSON && !strings.Contains(text, `{"moulds": [{"mouldNo": "M1"}]}`) {
				t.Errorf("%s: %s", data, text)
			}
		}
	}
}

// true, false and a list say something in columns of their kind alone: elsewhere they would become 1 or a made-up name.
func TestAValueOfAnotherKindIsAFault(t *testing.T) {
	res, err := workbook.Parse(t.Context(), "x.json", []byte(`{"moulds":[
		{"mouldNo":["M1","M2"],"delivery":"2030-03-20"},
		{"mouldNo":true,"delivery":"2030-03-20"},
		{"mouldNo":"M3","delivery":"2030-03-20","name":false,"priority":true},
		{"mouldNo":["M4"],"delivery":"2030-03-20"}],
		"operations":[{"mouldNo":"M4","partNo":"P1","opNo":10,"process":"CNC","unattended":true,"pred":[10,20]}]}`), workbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range res.Faults.List() {
		got = append(got, fmt.Sprintf("%s %d %s %s %s", f.Sheet, f.Row, f.Column, f.Rule, f.Value))
	}
	want := "moulds 1 mouldNo format M1;M2\nmoulds 2 mouldNo format true\nmoulds 3 name format false\nmoulds 3 priority format true"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("%s\nwant\n%s", s, want)
	}
}

// What stands beside the sheets of a JSON workbook is named as not read, whatever it is; only what is empty is not.
func TestWhatIsNoSheetIsNamed(t *testing.T) {
	res, err := workbook.Parse(t.Context(), "x.json", []byte(`{"note":"hello","author":{"name":"Li"},"rows":[{"a":1},{"a":2}],"none":[],"nothing":null,"moulds":[]}`), workbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, page := range res.Pages {
		if page.Sheet == "" {
			got[page.Name] = page.Skipped
		}
	}
	if want := map[string]int{"note": 1, "author": 1, "rows": 2, "none": 0, "nothing": 0}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
