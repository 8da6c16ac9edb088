package sheet_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mouldworks/internal/platform/sheet"
)

// parts are the files of a small xlsx; a test changes or adds some.
func parts(change map[string]string) map[string]string {
	all := map[string]string{
		"[Content_Types].xml":        `<Types/>`,
		"_rels/.rels":                `<Relationships><Relationship Id="r1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook xmlns:r="http://x/r"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
		"xl/sharedStrings.xml":       `<sst><si><t>one</t></si><si><r><t>t</t></r><r><t>wo</t></r><rPh><t>phonetic</t></rPh></si></sst>`,
		"xl/worksheets/sheet1.xml":   rowsXML(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1"><v>1.5</v></c></row>`),
	}
	for name, text := range change {
		all[name] = text
	}
	return all
}

func rowsXML(rows string) string { return "<worksheet><sheetData>" + rows + "</sheetData></worksheet>" }

func book(t testing.TB, change map[string]string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	all := parts(change)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		part, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(part, all[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func sheetOf(t testing.TB, rows string) []byte {
	return book(t, map[string]string{"xl/worksheets/sheet1.xml": rowsXML(rows)})
}

func TestXLSXCells(t *testing.T) {
	for name, c := range map[string]struct {
		rows string
		want []line
	}{
		"shared texts":                {`<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>0</v></c></row>`, []line{{"A", 2, []string{"two", "one"}}}},
		"rows and cells without name": {`<row><c><v>1</v></c></row><row><c/><c><v>2</v></c></row>`, []line{{"A", 1, []string{"1"}}, {"A", 2, []string{"", "2"}}}},
		"texts in the cell":           {`<row r="1"><c r="A1" t="inlineStr"><is><t>a</t><r><t>b</t></r></is></c><c r="B1" t="str"><f>x</f><v>c_x0041_</v></c></row>`, []line{{"A", 1, []string{"ab", "cA"}}}},
		"entities and CDATA":          {`<row r="1"><c r="A1" t="str"><v>a&amp;<!-- x --><![CDATA[<b>]]>&#x4E00;</v></c></row>`, []line{{"A", 1, []string{"a&<b>一"}}}},
		"an error value":              {`<row r="1"><c r="A1" t="e"><v>#N/A</v></c></row>`, []line{{"A", 1, []string{"#N/A"}}}},
		"a formula's empty result":    {`<row r="1"><c r="A1"><f>2*4</f><v /></c><c r="B1" t="n"><f>2*4</f><v></v></c><c r="C1" t="str"><f>""</f><v></v></c><c r="D1"><v /></c><c r="E1"><v>8</v></c></row>`, []line{{"A", 1, []string{sheet.NoResult, sheet.NoResult, "", "", "8"}}}},
		"a formula without a result":  {`<row r="1"><c r="A1"><f>1+1</f></c></row>`, []line{{"A", 1, []string{sheet.NoResult}}}},
		"cells in any order":          {`<row r="1"><c r="B1"><v>2</v></c><c r="A1"><v>1</v></c></row>`, []line{{"A", 1, []string{"1", "2"}}}},
		"colour far to the right":     {`<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="3"/></row>`, []line{{"A", 1, []string{"1"}}}},
	} {
		got, err := read(t, sheetOf(t, c.rows), sheet.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A file that is torn or contradicts itself is an error that says where, and never a shorter sheet.
func TestDamagedXLSX(t *testing.T) {
	row := `<row r="1"><c r="A1"><v>1</v></c></row>`
	torn := sheetOf(t, row+`<row r="2"><c r="A2"><v>`+strings.Repeat("7", 500)+`</v></c></row>`)
	flipped := slices.Clone(torn)
	at := bytes.Index(flipped, []byte("xl/worksheets/sheet1.xml")) + len("xl/worksheets/sheet1.xml") + 40
	flipped[at] ^= 0x55
	for name, c := range map[string]struct {
		data  []byte
		sheet string
		row   int
	}{
		"cut in the middle of the archive": {torn[:len(torn)/2], "", 0},
		"a changed byte in a part":         {flipped, "A", 0},
		"XML that ends in a row":           {book(t, map[string]string{"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + row + `<row r="2"><c r="A2">`}), "A", 2},
		"a tag that is closed wrongly":     {sheetOf(t, row+`<row r="2"><c r="A2"></row>`), "A", 2},
		"an unknown entity":                {sheetOf(t, row+`<row r="2"><c r="A2"><v>&x;</v></c></row>`), "A", 2},
		"a document type":                  {book(t, map[string]string{"xl/worksheets/sheet1.xml": `<!DOCTYPE x>` + rowsXML(row)}), "A", 0},
		"an empty part":                    {book(t, map[string]string{"xl/worksheets/sheet1.xml": ``}), "A", 0},
		"a row that is no number":          {sheetOf(t, row+`<row r="x"/>`), "A", 1},
		"a row that comes again":           {sheetOf(t, row+row), "A", 1},
		"rows upside down":                 {sheetOf(t, `<row r="5"><c r="A5"><v>1</v></c></row><row r="4"/>`), "A", 5},
		"a row below the last":             {sheetOf(t, row+`<row r="1048577"/>`), "A", 1},
		"a cell of another row":            {sheetOf(t, row+`<row r="2"><c r="A3"><v>1</v></c></row>`), "A", 2},
		"a cell that is no cell":           {sheetOf(t, row+`<row r="2"><c r="2A"><v>1</v></c></row>`), "A", 2},
		"a cell that comes again":          {sheetOf(t, row+`<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>`), "A", 2},
		"a shared text that is missing":    {sheetOf(t, row+`<row r="2"><c r="A2" t="s"><v>2</v></c></row>`), "A", 2},
		"a shared text without number":     {sheetOf(t, row+`<row r="2"><c r="A2" t="s"><v>-1</v></c></row>`), "A", 2},
		"a sheet without its part":         {book(t, map[string]string{"xl/workbook.xml": `<workbook><sheets><sheet name="A" id="r1"/><sheet name="B" id="r9"/></sheets></workbook>`}), "B", 0},
		"two sheets of one part":           {book(t, map[string]string{"xl/workbook.xml": `<workbook><sheets><sheet name="A" id="r1"/><sheet name="B" id="r1"/></sheets></workbook>`}), "B", 0},
		"two parts of one name":            {book(t, map[string]string{"XL/workbook.xml": `<workbook/>`}), "", 0},
		"merged cells without corners":     {book(t, map[string]string{"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` + row + `</sheetData><mergeCells><mergeCell ref="A1:"/><mergeCell ref="x"/></mergeCells></worksheet>`}), "A", 0},
	} {
		_, err := read(t, c.data, sheet.Limits{})
		var e *sheet.Error
		if !errors.As(err, &e) || e.Kind != sheet.Damaged {
			t.Errorf("%s: %v, want damaged", name, err)
		} else if e.Sheet != c.sheet || c.row > 0 && e.Row != c.row {
			t.Errorf("%s: at %q row %d (%v), want %q row %d", name, e.Sheet, e.Row, err, c.sheet, c.row)
		}
	}
}

// Programs write more than rows into a sheet: what they add outside of the rows is theirs, with rows and cells of drawings.
func TestOnlyRowsOfTheDataAreRows(t *testing.T) {
	for name, space := range map[string]string{
		"no name space": "",
		"Excel":         "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
		"strict":        "http://purl.oclc.org/ooxml/spreadsheetml/main",
	} {
		part := `<worksheet xmlns="` + space + `" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
			` xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" mc:Ignorable="x14ac">` +
			`<mc:AlternateContent><mc:Choice Requires="x15"><x15:absPath xmlns:x15="urn:x15" url="C:\"/></mc:Choice></mc:AlternateContent>` +
			`<cols><col min="1" max="1" width="9"/></cols><sheetData>` +
			`<row r="1"><c r="A1"><v>1</v><extLst><ext uri="{0}"/></extLst></c><extLst><ext uri="{1}"/></extLst></row>` +
			`<row r="2"><c r="A2"><v>2</v></c></row></sheetData>` +
			`<mc:AlternateContent><mc:Choice Requires="x14"><controls><control><controlPr><anchor><from><xdr:col>1</xdr:col><xdr:row>5</xdr:row></from>` +
			`</anchor></controlPr></control></controls></mc:Choice></mc:AlternateContent>` +
			`<extLst><ext uri="{2}"><c:chart xmlns:c="urn:chart"><c:c><c:row/></c:c></c:chart></ext></extLst></worksheet>`
		got, err := read(t, book(t, map[string]string{"xl/worksheets/sheet1.xml": part}), sheet.Limits{})
		if diff := cmp.Diff([]line{{"A", 1, []string{"1"}}, {"A", 2, []string{"2"}}}, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
	prefixed := `<x:worksheet xmlns:x="urn:main"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`
	got, err := read(t, book(t, map[string]string{"xl/worksheets/sheet1.xml": prefixed}), sheet.Limits{})
	if diff := cmp.Diff([]line{{"A", 1, []string{"1"}}}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// Rows and cells where none belong, or under another name, are a damaged file: passed over, they would be rows less.
func TestStrayRowsDamageASheet(t *testing.T) {
	const (
		first  = `<row r="1"><c r="A1"><v>1</v></c></row>`
		second = `<row r="2"><c r="A2"><v>2</v></c></row>`
		spaces = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`
	)
	for name, part := range map[string]string{
		"in an alternative":     `<sheetData>` + first + `<mc:AlternateContent><mc:Choice Requires="x14">` + second + `</mc:Choice></mc:AlternateContent></sheetData>`,
		"in a wrapper":          `<sheetData>` + first + `<x>` + second + `</x></sheetData>`,
		"behind the data":       `<sheetData>` + first + `</sheetData>` + second,
		"deep behind the data":  `<sheetData>` + first + `</sheetData><extLst><ext>` + second + `</ext></extLst>`,
		"before the data":       `<cols>` + second + `</cols><sheetData>` + first + `</sheetData>`,
		"data in a wrapper":     `<sheetData>` + first + `</sheetData><mc:AlternateContent><mc:Fallback><sheetData>` + second + `</sheetData></mc:Fallback></mc:AlternateContent>`,
		"a row in capitals":     `<sheetData>` + first + `<ROW r="2"><c r="A2"><v>2</v></c></ROW></sheetData>`,
		"a row in a row":        `<sheetData><row r="1"><c r="A1"><v>1</v></c>` + second + `</row></sheetData>`,
		"a row in a cell":       `<sheetData><row r="1"><c r="A1"><v>1</v>` + second + `</c></row></sheetData>`,
		"a cell without a row":  `<sheetData>` + first + `<c r="A2"><v>2</v></c></sheetData>`,
		"a cell behind":         `<sheetData>` + first + `</sheetData><c r="A2"><v>2</v></c>`,
		"a cell in a wrapper":   `<sheetData><row r="1"><c r="A1"><v>1</v></c><x><c r="B1"><v>2</v></c></x></row></sheetData>`,
		"a cell in capitals":    `<sheetData><row r="1"><c r="A1"><v>1</v></c><C r="B1"><v>2</v></C></row></sheetData>`,
		"a cell in a cell":      `<sheetData><row r="1"><c r="A1"><v>1</v><c r="B1"><v>2</v></c></c></row></sheetData>`,
		"data in another case":  `<SheetData>` + first + `</SheetData>`,
		"nothing but a wrapper": `<x><sheetData>` + first + `</sheetData></x>`,
	} {
		_, err := read(t, book(t, map[string]string{"xl/worksheets/sheet1.xml": `<worksheet` + spaces + `>` + part + `</worksheet>`}), sheet.Limits{})
		if sheet.KindOf(err) != sheet.Damaged {
			t.Errorf("%s: %v, want damaged", name, err)
		}
	}
}

func TestMergedCellsTellTheValueAbove(t *testing.T) {
	data := book(t, map[string]string{"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` +
		`<row r="1"><c r="A1" t="str"><v>title</v></c></row>` +
		`<row r="2"><c r="A2" t="str"><v>M1</v></c><c r="B2"><v>1</v></c></row>` +
		`<row r="3"><c r="B3"><v>2</v></c></row>` +
		`<row r="4"><c r="A4"/><c r="B4"><v>3</v></c></row>` +
		`<row r="5"><c r="B5"><v>4</v></c></row></sheetData>` +
		`<mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="A1:C1"/></mergeCells></worksheet>`})
	var got []string
	err := sheet.Read(t.Context(), data, sheet.Limits{}, func(r sheet.Row) error {
		got = append(got, fmt.Sprintf("%d %v %v", r.Number, r.Cells, r.Merged))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1 [title] map[]", "2 [M1 1] map[]", "3 [ 2] map[0:M1]", "4 [ 3] map[0:M1]", "5 [ 4] map[]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A text that merged cells bring down counts for each row that it reaches: 148 KB of a file made a gigabyte of keys.
func TestMergedTextsCount(t *testing.T) {
	data := book(t, map[string]string{"xl/worksheets/sheet1.xml": `<worksheet><sheetData>` +
		`<row r="1"><c r="A1" t="str"><v>` + strings.Repeat("k", 30) + `</v></c><c r="B1"><v>1</v></c></row>` +
		`<row r="2"><c r="B2"><v>2</v></c></row><row r="3"><c r="A3"/></row><row r="4"><c r="B4"><v>4</v></c></row></sheetData>` +
		`<mergeCells><mergeCell ref="A1:A9"/></mergeCells></worksheet>`})
	for limit, want := range map[int64]sheet.Kind{93: 0, 92: sheet.TooMuchText} { // three times 30 letters and a figure
		if _, err := read(t, data, sheet.Limits{Text: limit}); sheet.KindOf(err) != want {
			t.Errorf("%d bytes of text: %v", limit, err)
		}
	}
}

func TestDamagedCSV(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		row  int
	}{
		"a mark that is never closed": {"a,b\n1,\"2\n3,4\n", 2},
		"text after a closing mark":   {"a,b\n1,2\n3,\"4\"5\n", 3},
		"a mark closed by the next":   {"a\n\"b\nc\n\"d\"\n", 2},
	} {
		lines, err := read(t, []byte(c.text), sheet.Limits{})
		var e *sheet.Error
		if !errors.As(err, &e) || e.Kind != sheet.Damaged || e.Row != c.row {
			t.Errorf("%s: %v after %v, want damaged at row %d", name, err, lines, c.row)
		}
	}
	got, err := read(t, []byte("a,b\n3\" pipe,\"say \"\"yes\"\"\"\r\n"), sheet.Limits{})
	if diff := cmp.Diff([]line{{"", 1, []string{"a", "b"}}, {"", 2, []string{`3" pipe`, `say "yes"`}}}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// record is one record of the stream of an xls.
func record(id uint16, body ...byte) []byte {
	b := binary.LittleEndian.AppendUint16(nil, id)
	return append(binary.LittleEndian.AppendUint16(b, uint16(len(body))), body...)
}

func TestDamagedXLS(t *testing.T) {
	good := moulds(t)
	sst := bytes.Index(good, []byte{0xFC, 0x00}) // the table of texts; its count of texts stands at 8
	label := bytes.Index(good, []byte{0xFD, 0x00, 0x0A, 0x00})
	eof := bytes.LastIndex(good, []byte{0x0A, 0x00, 0x00, 0x00})
	if sst < 0 || label < 0 || eof < 0 {
		t.Fatal("the file is not what the test takes it for")
	}
	put := func(at int, b ...byte) []byte {
		spoilt := slices.Clone(good)
		copy(spoilt[at:], b)
		return spoilt
	}
	for name, data := range map[string][]byte{
		"a count of texts that is too high": put(sst+8, 0xFF, 0xFF, 0xFF, 0x7F),
		"a text that is not in the table":   put(label+10, 0xFF, 0xFF, 0xFF, 0x7F),
		"a record longer than the rest":     put(label+2, 0xFF, 0x1F),
		"a record too short for a cell":     put(label, record(0x00FD, 1, 2, 3)...),
		"no end":                            put(eof, 0xEE),
		"cut":                               good[:len(good)/2],
	} {
		if _, err := read(t, data, sheet.Limits{}); sheet.KindOf(err) != sheet.Damaged {
			t.Errorf("%s: %v, want damaged", name, err)
		}
	}
}
