package sheet_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/sheet/sheettest"
)

// masks are formats of numbers with what they show of 7, "" for the number itself.
var masks = map[string]string{
	"000":                  "007",
	`"HT-"0000`:            "HT-0007",
	`\M0`:                  "M7",
	`"HT-"General`:         "HT-7",
	`"HT-"G/通用格式`:          "HT-7",
	`"模"00"号"`:             "模07号",
	"000号":                 "007号",
	"(00)":                 "(07)",
	"000;-000;零":           "007",
	"#00":                  "07",
	"0000_ ":               "0007",
	"0000_);(0000)":        "0007",
	"[$-804]0000":          "0007",
	"[Red]000":             "007",
	`_-* 000`:              "007",
	`00\-00`:               "00-07",
	"000-0000":             "000-0007",
	`"A"00"B"00`:           "A00B07",
	`"M"???`:               "M7",
	`"No. "000`:            "No. 007",
	"0":                    "",
	"General":              "",
	`0" pcs"`:              "", // figures with their unit
	"0号":                   "",
	`"No. "0`:              "",
	`"Tel: "0`:             "",
	`"+86 "0`:              "",
	"#,##0":                "",
	"0.00":                 "",
	"00.0":                 "",
	"###-####-####":        "", // a telephone number
	"[>100]0000;0":         "",
	`[>=0]"A"000`:          "A007",
	`[<5]0000;[<9]"B"00;0`: "B07",
	`0;"N"000`:             "",
	"[DBNum1]0000":         "", // Chinese digits
	`000;"a;b"`:            "007",
	`"HT-"@`:               "",
	`"华东精密模具有限公司第一生产工厂-"000`: "华东精密模具有限公司第一生产工厂-007",
	"[$¥-804]000": "",
	"# ?/?":       "",
	`000"`:        "",
	`"` + string(bytes.Repeat([]byte("x"), 240)) + `"0`: string(bytes.Repeat([]byte("x"), 240)) + "7",
}

// What a format shows of a number stands beside the number: in xlsx and in xls, for cells that are merged below too.
func TestNumbersWithZerosAndLetters(t *testing.T) {
	codes := slices.Sorted(maps.Keys(masks))
	var want []string
	for _, code := range codes {
		want = append(want, fmt.Sprintf("7 %q", masks[code]))
	}
	want = append(want, `-7 ""`, `7.5 ""`, `1234567 "HT-1234567"`, `text ""`)
	values := []any{-7, 7.5, 1234567, "text"}

	book := excelize.NewFile()
	var err error
	put := func(row int, value any, code string) {
		at := fmt.Sprintf("A%d", row)
		style, bad := book.NewStyle(&excelize.Style{CustomNumFmt: &code})
		err = errors.Join(err, bad, book.SetCellValue("Sheet1", at, value), book.SetCellStyle("Sheet1", at, at, style))
	}
	for i, code := range codes {
		put(i+1, 7, code)
	}
	for i, value := range values {
		put(len(codes)+1+i, value, `"HT-"0000`)
	}
	last := len(codes) + len(values)
	put(last+1, 9, "000")
	var packed bytes.Buffer
	if err := errors.Join(err, book.SetCellValue("Sheet1", fmt.Sprintf("B%d", last+2), "below"),
		book.MergeCell("Sheet1", fmt.Sprintf("A%d", last+1), fmt.Sprintf("A%d", last+2)), book.Write(&packed)); err != nil {
		t.Fatal(err)
	}
	if got := numbersOf(t, packed.Bytes()); !slices.Equal(got, append(slices.Clone(want), `9 "009"`, `9 "009"`)) {
		t.Errorf("xlsx: got  %q\nwant %q", got, want)
	}

	var globals []byte
	for i, code := range codes {
		text := []byte{}
		for _, u := range code {
			text = binary.LittleEndian.AppendUint16(text, uint16(u))
		}
		head := binary.LittleEndian.AppendUint16(nil, uint16(200+i))
		head = append(binary.LittleEndian.AppendUint16(head, uint16(len([]rune(code)))), 1)
		globals = append(globals, sheettest.Record(0x041E, append(head, text...)...)...)
	}
	for i := range codes {
		globals = append(globals, sheettest.Record(0x00E0, append(binary.LittleEndian.AppendUint16([]byte{0, 0}, uint16(200+i)), make([]byte, 16)...)...)...)
	}
	cells := sheettest.Record(0x0809, 0, 6, 0x10, 0)
	number := func(row, style int, value float64) {
		body := binary.LittleEndian.AppendUint16(nil, uint16(row))
		body = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(body, 0), uint16(style))
		cells = append(cells, sheettest.Record(0x0203, binary.LittleEndian.AppendUint64(body, math.Float64bits(value))...)...)
	}
	for i := range codes {
		number(i, i, 7)
	}
	ht := slices.Index(codes, `"HT-"0000`)
	for i, value := range []float64{-7, 7.5, 1234567} {
		number(len(codes)+i, ht, value)
	}
	cells = append(cells, sheettest.Record(0x000A)...)
	named := sheettest.Record(0x0085, 0, 0, 0, 0, 0, 0, 1, 0, 'A')
	stream := slices.Concat(globals, named, sheettest.Record(0x000A), cells)
	if got := numbersOf(t, sheettest.XLS(stream)); !slices.Equal(got, want[:len(want)-1]) {
		t.Errorf("xls: got  %q\nwant %q", got, want[:len(want)-1])
	}
}

// A format may have parts of their own for negative numbers, for zero and for texts.
func TestPartsOfFormats(t *testing.T) {
	cells := []struct {
		value any
		code  string
		want  string
	}{
		{-7, `"HT-"000;"N"000`, `-7 "N007"`},
		{0, "000;-000;零", `0 "零"`},
		{-7, "000;-000;零", `-7 "-007"`},
		{0, "0000;-0000;", `0 ""`},
		{-7, "000", `-7 ""`},
		{-7, "000_);(000)", `-7 "(007)"`},
		{7, "000;-000;零;@", `7 "007"`},
		{150, "[>100]0000;0", `150 "0150"`},
		{"x9", `"HT-"@`, `x9 "HT-x9"`},
		{"x9", `0;0;0;"["@"]"`, `x9 "[x9]"`},
		{"x9", `000`, `x9 ""`},
		{"x9", "@", `x9 ""`},
		{7, `"HT-"@`, `7 ""`},
	}
	book := excelize.NewFile()
	var err error
	var want []string
	for i, c := range cells {
		at := fmt.Sprintf("A%d", i+1)
		style, bad := book.NewStyle(&excelize.Style{CustomNumFmt: &c.code})
		err = errors.Join(err, bad, book.SetCellValue("Sheet1", at, c.value), book.SetCellStyle("Sheet1", at, at, style))
		want = append(want, c.want)
	}
	var packed bytes.Buffer
	if err := errors.Join(err, book.Write(&packed)); err != nil {
		t.Fatal(err)
	}
	if got := numbersOf(t, packed.Bytes()); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// An xls tells as an xlsx does which numbers are moments or have a unit, and what a format adds to a text.
func TestMomentsAndTextsOfXLS(t *testing.T) {
	var globals []byte
	for i, code := range []string{"yyyy\\-mm\\-dd", `"HT-"@`, "0%", `0.0" min"`} {
		text := []byte{}
		for _, u := range code {
			text = binary.LittleEndian.AppendUint16(text, uint16(u))
		}
		head := append(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, uint16(200+i)), uint16(len(code))), 1)
		globals = append(globals, sheettest.Record(0x041E, append(head, text...)...)...)
	}
	for i := range 4 {
		globals = append(globals, sheettest.Record(0x00E0, append(binary.LittleEndian.AppendUint16([]byte{0, 0}, uint16(200+i)), make([]byte, 16)...)...)...)
	}
	at := func(row, style int) []byte {
		return binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, uint16(row)), 0), uint16(style))
	}
	cells := slices.Concat(
		sheettest.Record(0x0809, 0, 6, 0x10, 0),
		sheettest.Record(0x0203, binary.LittleEndian.AppendUint64(at(0, 0), math.Float64bits(46086))...),
		sheettest.Record(0x0203, binary.LittleEndian.AppendUint64(at(1, 2), math.Float64bits(0.5))...),
		sheettest.Record(0x0204, append(at(2, 1), 2, 0, 0, 'x', '9')...),
		sheettest.Record(0x0203, binary.LittleEndian.AppendUint64(at(3, 3), math.Float64bits(7))...),
		sheettest.Record(0x000A),
	)
	stream := slices.Concat(globals, sheettest.Record(0x0085, 0, 0, 0, 0, 0, 0, 1, 0, 'A'), sheettest.Record(0x000A), cells)
	var got []string
	if err := sheet.Read(t.Context(), sheettest.XLS(stream), sheet.Limits{}, func(r sheet.Row) error {
		got = append(got, fmt.Sprintf("%s moment %t shown %q unit %q", r.Cells[0], len(r.Kinds) > 0 && r.Kinds[0] == sheet.ValueMoment, r.Shown, r.Units))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if want := []string{`2026-03-05 moment true shown [] unit []`, `50% moment true shown [] unit []`, `x9 moment false shown ["HT-x9"] unit []`, `7 moment false shown [] unit ["min"]`}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Weekdays, eras and the years of emperors are dates; the exponent of a number and the Chinese word for General are none.
func TestFormatsOfEastAsianDates(t *testing.T) {
	want := map[string]string{
		"aaaa": "2026-03-05", "[$-804]aaa": "2026-03-05", `ggge"年"m"月"d"日"`: "2026-03-05", `e"年"`: "2026-03-05", "bbbb": "2026-03-05",
		`e/m/d h:mm`: "2026-03-05 00:00", "0.00E+00": "46086", "0e-0": "46086", "G/通用格式": "46086", "General": "46086",
	}
	for code, shown := range want {
		book := excelize.NewFile()
		style, err := book.NewStyle(&excelize.Style{CustomNumFmt: &code})
		var packed bytes.Buffer
		if err := errors.Join(err, book.SetCellValue("Sheet1", "A1", 46086), book.SetCellStyle("Sheet1", "A1", "A1", style), book.Write(&packed)); err != nil {
			t.Fatal(err)
		}
		if err := sheet.Read(t.Context(), packed.Bytes(), sheet.Limits{}, func(r sheet.Row) error {
			isMoment := len(r.Kinds) > 0 && r.Kinds[0] == sheet.ValueMoment
			if r.Cells[0] != shown || isMoment != (shown != "46086") {
				t.Errorf("%s: %s, moment %t, want %s", code, r.Cells[0], isMoment, shown)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// numbersOf are the values of the first column with what their formats show.
func numbersOf(t *testing.T, data []byte) (all []string) {
	t.Helper()
	if err := sheet.Read(t.Context(), data, sheet.Limits{}, func(r sheet.Row) error {
		value, shown := r.Merged[0], ""
		if r.Cells[0] != "" {
			value = r.Cells[0]
		}
		if len(r.Shown) > 0 {
			shown = r.Shown[0]
		}
		all = append(all, fmt.Sprintf("%s %q", value, shown))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}
