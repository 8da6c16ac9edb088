package sheet_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"

	"mouldworks/internal/platform/sheet"
)

type line struct {
	Sheet string
	Row   int
	Cells []string
}

func read(t *testing.T, data []byte, limits sheet.Limits) ([]line, error) {
	t.Helper()
	var lines []line
	err := sheet.Read(t.Context(), data, limits, func(r sheet.Row) error {
		lines = append(lines, line{r.Sheet, r.Number, slices.Clone(r.Cells)})
		return nil
	})
	return lines, err
}

func pages() []sheet.Page {
	return []sheet.Page{
		{Name: "模具", Columns: []sheet.Column{{Title: "编号", Mark: sheet.Key}, {Title: "hours"}}, Rows: slices.Values([][]any{
			{"M1", 1.5}, {"", nil}, {"=1+1", 7}, {"-", -2}, {"+86 138 0000 0000", true}, {"+cmd|' /C calc'!A0", false}, {"'=x", 0},
		})},
		{Name: "B", Columns: []sheet.Column{{Title: "a"}}, Rows: slices.Values([][]any{{"007"}})},
	}
}

func TestXLSXRoundTrip(t *testing.T) {
	var buf bytes.Buffer
	if err := sheet.WriteXLSX(&buf, pages()...); err != nil {
		t.Fatal(err)
	}
	got, err := read(t, buf.Bytes(), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := []line{
		{"模具", 1, []string{"编号", "hours"}},
		{"模具", 2, []string{"M1", "1.5"}},
		{"模具", 4, []string{"=1+1", "7"}},
		{"模具", 5, []string{"-", "-2"}},
		{"模具", 6, []string{"+86 138 0000 0000", "1"}},
		{"模具", 7, []string{"+cmd|' /C calc'!A0", "0"}},
		{"模具", 8, []string{"'=x", "0"}},
		{"B", 1, []string{"a"}},
		{"B", 2, []string{"007"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
	var again bytes.Buffer
	if err := sheet.WriteXLSX(&again, pages()...); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(buf.Bytes(), again.Bytes()) {
		t.Error("the same pages gave other bytes")
	}
}

func TestTextsAreNoFormulas(t *testing.T) {
	var xlsx, text bytes.Buffer
	if err := sheet.WriteXLSX(&xlsx, pages()...); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&xlsx)
	if err != nil {
		t.Fatal(err)
	}
	for row, want := range map[int]string{4: "=1+1", 5: "-", 6: "+86 138 0000 0000", 7: "+cmd|' /C calc'!A0", 8: "''=x"} {
		at := fmt.Sprintf("A%d", row)
		if f, _ := book.GetCellFormula("模具", at); f != "" {
			t.Errorf("%s holds the formula %q", at, f)
		}
		if v, _ := book.GetCellValue("模具", at); v != want {
			t.Errorf("%s = %q, want %q", at, v, want)
		}
	}
	if err := sheet.WriteCSV(&text, pages()[0].Rows); err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(strings.TrimPrefix(text.String(), "\ufeff")) {
		if strings.ContainsAny(l[:1], "=@") {
			t.Errorf("csv line %q starts a formula", l)
		}
	}
}

func TestCSV(t *testing.T) {
	chinese := "模具编号,名称\r\nM1,手机壳\r\n"
	gb, err := simplifiedchinese.GB18030.NewEncoder().String(chinese)
	if err != nil {
		t.Fatal(err)
	}
	want := []line{{"", 1, []string{"模具编号", "名称"}}, {"", 2, []string{"M1", "手机壳"}}}
	for name, data := range map[string]string{
		"utf8": chinese, "byte order mark": "\ufeff" + chinese, "gb18030": gb,
		"tabs": strings.ReplaceAll(chinese, ",", "\t"), "semicolons": strings.ReplaceAll(chinese, ",", ";"),
	} {
		got, err := read(t, []byte(data), sheet.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A formula that is a text alone is that text, however it is quoted; one that computes stays what it is.
func TestTextFormulasOfCSV(t *testing.T) {
	got, err := read(t, []byte("=\"S-76\",\"=\"\"007\"\"\",=1+1,=\"a\"&\"b\",'=\"x\"\n"), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]line{{"", 1, []string{"S-76", "007", "=1+1", `="a"&"b"`, `="x"`}}}, got); diff != "" {
		t.Error(diff)
	}
}

// Row numbers are those that a spreadsheet program shows, whatever was skipped on the way.
func TestCSVRowNumbers(t *testing.T) {
	got, err := read(t, []byte("\n\na,b\n\n\"x\ny\",1\n,\nz,2"), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := []line{{"", 3, []string{"a", "b"}}, {"", 5, []string{"x\ny", "1"}}, {"", 7, []string{"z", "2"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}

func TestWriteCSVRoundTrip(t *testing.T) {
	rows := [][]any{{"名称", "n"}, {"=1+1", 7}, {"-", -2.5}, {"a,\"b\"\nc", nil}}
	var buf bytes.Buffer
	if err := sheet.WriteCSV(&buf, slices.Values(rows)); err != nil {
		t.Fatal(err)
	}
	got, err := read(t, buf.Bytes(), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := []line{
		{"", 1, []string{"名称", "n"}},
		{"", 2, []string{"=1+1", "7"}},
		{"", 3, []string{"-", "-2.5"}},
		{"", 4, []string{"a,\"b\"\nc", ""}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatal(diff)
	}
}

func archive(t *testing.T, parts map[string]func(io.Writer)) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for name, fill := range parts {
		part, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		fill(part)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestBadFilesGiveTheirKind(t *testing.T) {
	var good bytes.Buffer
	if err := sheet.WriteXLSX(&good, pages()...); err != nil {
		t.Fatal(err)
	}
	zeros := func(n int) func(io.Writer) {
		return func(w io.Writer) { _, _ = w.Write(make([]byte, n)) }
	}
	lying := archive(t, map[string]func(io.Writer){"[Content_Types].xml": zeros(1 << 20)})
	if i := bytes.LastIndex(lying, []byte("PK\x01\x02")); i >= 0 { // the directory says 16 bytes, the part holds more
		copy(lying[i+24:], []byte{16, 0, 0, 0})
	}
	for name, c := range map[string]struct {
		data   []byte
		limits sheet.Limits
		want   sheet.Kind
	}{
		"no byte":            {nil, sheet.Limits{}, sheet.Empty},
		"blank":              {[]byte("\ufeff \r\n\n"), sheet.Limits{}, sheet.Empty},
		"csv of nothing":     {[]byte(",,\n,,\n"), sheet.Limits{}, sheet.Empty},
		"too many bytes":     {make([]byte, 21<<20), sheet.Limits{}, sheet.TooLarge},
		"picture":            {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00"), sheet.Limits{}, sheet.NotWorkbook},
		"latin text":         {[]byte("a\xff\xfe\xff"), sheet.Limits{}, sheet.WrongEncoding},
		"surrogate in UTF-8": {[]byte("a,b\n\xed\xa0\x80,c\n"), sheet.Limits{}, sheet.WrongEncoding},
		"UTF-16 of Excel":    {[]byte("\xff\xfen\x00a\x00m\x00e\x00\n\x00"), sheet.Limits{}, sheet.WrongEncoding},
		"UTF-16, other way":  {[]byte("\xfe\xff\x00n\x00a\x00m\x00e"), sheet.Limits{}, sheet.WrongEncoding},
		"UTF-16, no mark":    {[]byte("n\x00a\x00m\x00e\x00\n\x00"), sheet.Limits{}, sheet.WrongEncoding},
		"UTF-16 in Chinese":  {[]byte("\xff\xfe\x0d\x54\xf0\x79\n\x00"), sheet.Limits{}, sheet.WrongEncoding},
		"a zero in GB18030":  {[]byte("\xc3\xfb\xb3\xc6\nA\x00B\n"), sheet.Limits{}, sheet.NotWorkbook},
		"empty container":    {append([]byte{0xD0, 0xCF, 0x11, 0xE0}, make([]byte, 600)...), sheet.Limits{}, sheet.Damaged},
		"cut":                {good.Bytes()[:good.Len()/2], sheet.Limits{}, sheet.Damaged},
		"zip but no book":    {archive(t, map[string]func(io.Writer){"a.txt": zeros(9)}), sheet.Limits{}, sheet.NotWorkbook},
		"zip bomb":           {archive(t, map[string]func(io.Writer){"[Content_Types].xml": zeros(9), "xl/worksheets/sheet1.xml": zeros(80 << 20)}), sheet.Limits{}, sheet.TooLarge},
		"lying zip":          {lying, sheet.Limits{}, sheet.NotWorkbook},
		"rows, all sheets":   {good.Bytes(), sheet.Limits{Rows: 8}, sheet.TooManyRows},
		"rows, csv":          {[]byte("a\nb\nc\n"), sheet.Limits{Rows: 2}, sheet.TooManyRows},
		"columns":            {good.Bytes(), sheet.Limits{Columns: 1}, sheet.TooManyColumns},
		"columns, csv":       {[]byte(strings.Repeat("a,", 300)), sheet.Limits{}, sheet.TooManyColumns},
		"cells, no end":      {sheetOf(t, `<row r="1">`+strings.Repeat("<c/>", 20_000)+`</row>`), sheet.Limits{}, sheet.TooManyColumns},
		"cells of one name":  {sheetOf(t, `<row r="1">`+strings.Repeat(`<c r="XFD1"/>`, 20_000)+`</row>`), sheet.Limits{}, sheet.TooManyColumns},
		"colour, no end":     {sheetOf(t, strings.Repeat("<row>"+strings.Repeat("<c/>", 16_000)+"</row>", 30)), sheet.Limits{}, sheet.TooManyBlanks},
		"links of one id":    {book(t, map[string]string{"xl/_rels/workbook.xml.rels": "<Relationships>" + strings.Repeat(`<Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>`, 3000) + "</Relationships>"}), sheet.Limits{}, sheet.TooManyParts},
		"views, no end":      {book(t, map[string]string{"xl/workbook.xml": `<workbook xmlns:r="http://x/r"><bookViews>` + strings.Repeat("<workbookView/>", 30_000) + `</bookViews><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`}), sheet.Limits{}, sheet.TooManyElements},
		"separators, no end": {[]byte(strings.Repeat(",", 5000)), sheet.Limits{}, sheet.TooManyColumns},
	} {
		_, err := read(t, c.data, c.limits)
		if got := sheet.KindOf(err); got != c.want {
			t.Errorf("%s: %v (%v), want %v", name, got, err, c.want)
		}
	}
	// Names that stand behind the sheets are not read, however many old formulas have left; colour far to the right is nothing.
	for name, data := range map[string][]byte{
		"names":  book(t, map[string]string{"xl/workbook.xml": `<workbook xmlns:r="http://x/r"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets><definedNames>` + strings.Repeat(`<definedName name="n">A!$A$1</definedName>`, 50_000) + `</definedNames></workbook>`}),
		"colour": sheetOf(t, `<row r="1"><c r="A1"><v>1</v></c>`+strings.Repeat("<c/>", 16_000)+`</row>`),
	} {
		if rows, err := read(t, data, sheet.Limits{}); err != nil || len(rows) != 1 {
			t.Errorf("%s: %v, %v", name, rows, err)
		}
	}
	if _, err := sheet.Slurp(bytes.NewReader(make([]byte, 11)), sheet.Limits{Bytes: 10}); sheet.KindOf(err) != sheet.TooLarge {
		t.Errorf("Slurp: %v", err)
	}
}

func TestVisitorsErrorStopsTheReading(t *testing.T) {
	stop := errors.New("stop")
	var good bytes.Buffer
	if err := sheet.WriteXLSX(&good, pages()...); err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{good.Bytes(), []byte("a\nb")} {
		n := 0
		err := sheet.Read(t.Context(), data, sheet.Limits{}, func(sheet.Row) error { n++; return stop })
		if !errors.Is(err, stop) || n != 1 || sheet.KindOf(err) != 0 {
			t.Errorf("after %d rows: %v", n, err)
		}
	}
}

func FuzzCSV(f *testing.F) {
	f.Add([]byte("a,b\n1,\"2\n3\"\n"))
	f.Add([]byte("\xef\xbb\xbf模具;名称\r\nM1;\xc4\xa3"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if sheet.Sniff(data) == sheet.XLSX {
			return
		}
		last := 0
		err := sheet.Read(t.Context(), data, sheet.Limits{Bytes: 1 << 16, Rows: 100, Columns: 20}, func(r sheet.Row) error {
			if r.Number <= last || len(r.Cells) == 0 {
				t.Fatalf("row %d after %d with %d cells", r.Number, last, len(r.Cells))
			}
			last = r.Number
			return nil
		})
		if err != nil && sheet.KindOf(err) == 0 {
			t.Fatal(err)
		}
	})
}

func FuzzXLSX(f *testing.F) {
	var good bytes.Buffer
	if err := sheet.WriteXLSX(&good, pages()...); err != nil {
		f.Fatal(err)
	}
	f.Add(good.Bytes(), `<row r="1"><c r="A1" t="s"><v>0</v></c></row>`)
	f.Add([]byte("PK\x03\x04"), `<row r="9"><c r="ZZ9"><v>1</v></c></row><row r="3"/>`)
	f.Fuzz(func(t *testing.T, data []byte, rows string) {
		limits := sheet.Limits{Bytes: 1 << 18, Unpacked: 1 << 20, Rows: 1000, Columns: 50}
		visit := func(r sheet.Row) error {
			if r.Number < 1 || len(r.Cells) == 0 {
				t.Fatalf("row %d with %d cells", r.Number, len(r.Cells))
			}
			return nil
		}
		if sheet.Sniff(data) == sheet.XLSX { // the archive
			if err := sheet.Read(t.Context(), data, limits, visit); err != nil && sheet.KindOf(err) == 0 {
				t.Fatal(err)
			}
		}
		var buf bytes.Buffer // a sound archive around a hostile sheet
		in, err := zip.NewReader(bytes.NewReader(good.Bytes()), int64(good.Len()))
		if err != nil {
			t.Fatal(err)
		}
		out := zip.NewWriter(&buf)
		for _, part := range in.File {
			if part.Name != "xl/worksheets/sheet1.xml" {
				if err := out.Copy(part); err != nil {
					t.Fatal(err)
				}
				continue
			}
			w, err := out.Create(part.Name)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(w, `<?xml version="1.0"?><worksheet><sheetData>`+rows+`</sheetData></worksheet>`)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		if err := sheet.Read(t.Context(), buf.Bytes(), limits, visit); err != nil && sheet.KindOf(err) == 0 {
			t.Fatal(err)
		}
	})
}
