package workbook_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

// Each limit of a JSON workbook is the last that is taken.
func TestTheLastJSONThatIsTaken(t *testing.T) {
	limits := sheet.Limits{Bytes: 1 << 20, Rows: 3, Columns: 4, Cells: 20, Text: 100_000}
	name := func(value string) string { return `{"moulds":[{"name":` + value + `}]}` }
	ones := func(n int) string { return "[1" + strings.Repeat(",1", n-1) + "]" }
	text := func(n int) string { // names and texts of so many bytes together
		return fmt.Sprintf(`{"moulds":[{"name":%q,"a":%q,"b":%q,"c":%q}]}`, strings.Repeat("a", 32767), strings.Repeat("b", 32767), strings.Repeat("c", 32767), strings.Repeat("d", n-3*32767-len("moulds")-len("name")-3))
	}
	for what, c := range map[string]struct {
		last, beyond string
		kind         sheet.Kind
	}{
		"columns of a row":    {`{"moulds":[{"a":1,"b":1,"c":1,"d":1}]}`, `{"moulds":[{"a":1,"b":1,"c":1,"d":1,"e":1}]}`, sheet.TooManyColumns},
		"names of a sheet":    {`{"moulds":[{"a":1,"b":1},{"c":1,"d":1},{}]}`, `{"moulds":[{"a":1,"b":1},{"c":1,"d":1,"e":1},{}]}`, sheet.TooManyColumns},
		"cells":               {name(ones(34)), name(ones(35)), sheet.TooManyCells},
		"letters of a cell":   {name(`"` + strings.Repeat("模", 32767) + `"`), name(`"` + strings.Repeat("模", 32768) + `"`), sheet.TooLong},
		"letters of a list":   {name(`["` + strings.Repeat("模", 32760) + `","12345"]`), name(`["` + strings.Repeat("模", 32760) + `","123456"]`), sheet.TooLong},
		"text":                {text(100_000), text(100_001), sheet.TooMuchText},
		"lists in a list":     {name(strings.Repeat("[", 9) + strings.Repeat("]", 9)), name(strings.Repeat("[", 10) + strings.Repeat("]", 10)), sheet.TooManyElements},
		"objects in an other": {name(strings.Repeat(`{"a":`, 8) + "1" + strings.Repeat("}", 8)), name(strings.Repeat(`{"a":`, 9) + "1" + strings.Repeat("}", 9)), sheet.TooManyElements},
	} {
		if _, err := workbook.Parse(t.Context(), "x.json", []byte(c.last), workbook.Options{Limits: limits}); err != nil {
			t.Errorf("%s, the last: %v", what, err)
		}
		if _, err := workbook.Parse(t.Context(), "x.json", []byte(c.beyond), workbook.Options{Limits: limits}); sheet.KindOf(err) != c.kind {
			t.Errorf("%s, one beyond: %v", what, err)
		}
	}
	whole := `{"moulds":[]}`
	for room, want := range map[int64]sheet.Kind{int64(len(whole)): 0, int64(len(whole)) - 1: sheet.TooLarge} {
		if _, err := workbook.Parse(t.Context(), "x.json", []byte(whole), workbook.Options{Limits: sheet.Limits{Bytes: room}}); sheet.KindOf(err) != want {
			t.Errorf("%d bytes: %v", room, err)
		}
	}
}

// A JSON workbook has as many sheets as any other: 2000, known or not, of one name or of many. What stands behind is not read.
func TestSheetsOfAJSONAreBounded(t *testing.T) {
	for what, one := range map[string]func(i int) string{
		"unknown":     func(i int) string { return fmt.Sprintf(`"s%d":[]`, i) },
		"of one name": func(int) string { return `"moulds":[]` },
		"marks":       func(int) string { return `"replaces":["moulds"]` },
		"no lists":    func(i int) string { return fmt.Sprintf(`"s%d":null`, i) },
	} {
		of := func(n int, end string) []byte {
			all := make([]string, n)
			for i := range all {
				all[i] = one(i)
			}
			return []byte("{" + strings.Join(all, ",") + end)
		}
		if _, err := workbook.Parse(t.Context(), "x.json", of(2000, "}"), workbook.Options{}); err != nil && !errors.Is(err, workbook.ErrNoSheet) {
			t.Errorf("%s, 2000 sheets: %v", what, err)
		}
		for name, end := range map[string]string{"whole": "}", "torn": `,"s":[{"a`} {
			var e *sheet.Error
			if _, err := workbook.Parse(t.Context(), "x.json", of(2001, end), workbook.Options{}); !errors.As(err, &e) || e.Kind != sheet.TooManyParts || e.Limit != 2000 {
				t.Errorf("%s, 2001 sheets, %s: %v", what, name, err)
			}
		}
	}
}

// One item that is no value of the column spoils its list, wherever it stands.
func TestOneItemSpoilsAList(t *testing.T) {
	for pred, want := range map[string]string{
		"[10,20]": "", "[10]": "", "10": "", "null": "", "[]": "",
		"[10,true]": "format", "[true,10]": "format", `[{"a":1},10]`: "format", `[10,{"a":1}]`: "format", `{"a":1}`: "format", "true": "format",
	} {
		res := parse(t, "x.json", []byte(`{"operations":[{"mouldNo":"M1","partNo":"P1","opNo":30,"process":"CNC","pred":`+pred+`}]}`))
		got := ""
		for f := range res.Faults.All() {
			got += f.Rule
		}
		if got != want {
			t.Errorf("%s: %q, want %q", pred, got, want)
		}
	}
}

// The errors of a JSON name the sheet and the row.
func TestErrorsOfAJSONNameTheirRow(t *testing.T) {
	_, err := workbook.Parse(t.Context(), "x.json", []byte(`{"moulds":[{"mouldNo":"M1"},{"mouldNo":"M2"}],"parts":[{"partNo":"P1"},7]}`), workbook.Options{})
	var e *sheet.Error
	if !errors.As(err, &e) || e.Sheet != "parts" || e.Row != 2 || e.Content != sheet.ContentRowsJSON {
		t.Errorf("%+v", err)
	}
}

// A table in an encoding that cannot be read is not taken for a JSON.
func TestATableInAnotherEncodingIsNoJSON(t *testing.T) {
	units := utf16.Encode([]rune("mouldNo,delivery\nM1,2030-03-20\n"))
	units = append(units, 0xD800) // half of a pair
	wide := []byte{0xFF, 0xFE}
	for _, u := range units {
		wide = append(wide, byte(u), byte(u>>8))
	}
	_, err := workbook.Parse(t.Context(), "moulds.csv", slices.Concat(wide, []byte{0}), workbook.Options{})
	var e *sheet.Error
	if errors.As(err, &e) && e.Content == sheet.ContentJSON {
		t.Errorf("%+v", e)
	}
}
